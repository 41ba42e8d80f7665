//! Scratch storage: the values of a statement's operations, with caches that last for one instruction.

use super::memory::Window;
use super::scenario::{Bound, BoundOperand};
use super::value::SlotValue;
use crate::base::LaneMask;
use crate::machine::Layout;

/// The scratch storage of one machine: its slots, and the elements of sources that it has read. All of it can be recomputed, so
/// a clone of a machine starts with none.
#[derive(Debug, Default)]
pub(super) struct Scratch<V> {
    /// The instruction to which the constants and cached elements belong.
    instruction: Option<usize>,
    /// The slots that follow those of the locals.
    pub values: Vec<V>,
    /// The cached elements of each operand.
    pub sources: Vec<Elements<V>>,
    /// The window of each operand that is a surface.
    pub windows: Vec<Option<Window>>,
}

/// A cache of a latched source's elements, one for each lane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Elements<V> {
    /// The elements that are cached.
    known: LaneMask,
    values: [V; 32],
}

impl<V: SlotValue> Elements<V> {
    /// Returns whether no element is cached.
    pub fn is_empty(&self) -> bool {
        self.known == LaneMask::default()
    }

    /// Returns a cached element.
    #[inline]
    pub fn get(&self, index: u64) -> Option<V> {
        let is_known = index < 32 && self.known.0 >> index & 1 == 1;
        if is_known { Some(self.values[index as usize]) } else { None }
    }

    /// Caches an element. Elements past the last lane are not cached.
    pub fn set(&mut self, index: u64, value: V) {
        if index < 32 {
            self.values[index as usize] = value;
            self.known.0 |= 1 << index;
        }
    }
}

impl<V: SlotValue> Scratch<V> {
    /// Invalidates the slots when an instruction begins: the same instruction can begin again with other contents of memory.
    pub fn begin(&mut self) {
        self.instruction = None;
    }

    /// Prepares the slots for an instruction of a program, by its index, unless they are. A constant that does not fit `V` becomes
    /// 0; no statement that is evaluated with `V` uses it.
    #[inline]
    pub fn for_instruction(&mut self, layout: &Layout, instruction: usize, bound: &Bound) -> &mut Self {
        if self.instruction != Some(instruction) {
            self.instruction = Some(instruction);
            self.prepare(layout, bound);
        }
        self
    }

    fn prepare(&mut self, layout: &Layout, bound: &Bound) {
        let constants = bound.code.flat.slots.iter();
        self.values.clear();
        self.values.extend(constants.map(|bits| V::hold(*bits).unwrap_or_default()));
        self.sources.resize(bound.operands.len(), Elements::default());
        self.sources.iter_mut().for_each(|source| source.known = LaneMask::default());
        self.windows.clear();
        self.windows.extend(bound.operands.iter().enumerate().map(|(number, operand)| match *operand {
            // A row has a handful of operands.
            BoundOperand::Surface(surface) => {
                Some(Window::new(layout, bound.memory, number as u8, surface, bound.access))
            }
            _ => None,
        }));
    }
}

impl<V: Default> Clone for Scratch<V> {
    fn clone(&self) -> Self {
        Self::default()
    }
}
