//! Where statements are evaluated.

use super::memory::Window;
use super::value::Value;
use super::{Bound, BoundOperand};
use crate::base::LaneMask;
use crate::machine::Layout;

/// The slots of one machine, and the elements of sources that it has read so far. What they hold can be had again, so a copy of
/// a machine has none.
#[derive(Debug, Default)]
pub(super) struct Slots<V> {
    /// The instruction whose constants and elements they hold.
    instruction: Option<usize>,
    /// The slots behind those of the locals.
    pub values: Vec<V>,
    /// By operand.
    pub sources: Vec<Elements<V>>,
    /// By operand: those that are surfaces.
    pub windows: Vec<Option<Window>>,
}

/// Elements of a latched source, one for each lane.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Elements<V> {
    /// Which of them have been read.
    known: LaneMask,
    values: [V; 32],
}

impl<V: Value> Elements<V> {
    /// Whether none has been read.
    pub fn is_empty(&self) -> bool {
        self.known == LaneMask::default()
    }

    /// An element that has been read.
    #[inline]
    pub fn get(&self, index: u64) -> Option<V> {
        let is_known = index < 32 && self.known.0 >> index & 1 == 1;
        if is_known { Some(self.values[index as usize]) } else { None }
    }

    /// An element is read; those behind the last lane are not kept.
    pub fn set(&mut self, index: u64, value: V) {
        if index < 32 {
            self.values[index as usize] = value;
            self.known.0 |= 1 << index;
        }
    }
}

impl<V: Value> Slots<V> {
    /// An instruction begins, maybe the same with other contents of memory.
    pub fn begin(&mut self) {
        self.instruction = None;
    }

    /// Makes the slots those of an instruction of a program, by its number. A constant that cannot be held is in no statement
    /// that is evaluated with such values.
    #[inline]
    pub fn of(&mut self, layout: &Layout, instruction: usize, bound: &Bound) -> &mut Self {
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

impl<V: Default> Clone for Slots<V> {
    fn clone(&self) -> Self {
        Self::default()
    }
}
