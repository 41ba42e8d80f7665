//! The slots in which statements are evaluated.

use super::value::Value;
use crate::semantics::FlatCode;

/// The slots of one machine. What they hold is of no use beyond a statement, so a copy of a machine has none.
#[derive(Debug, Default)]
pub(super) struct Slots<V> {
    /// The instruction whose constants they hold.
    instruction: Option<usize>,
    values: Vec<V>,
}

impl<V: Value> Slots<V> {
    /// The slots for a statement of an instruction. A constant that cannot be held is in no statement that is evaluated
    /// with such values.
    #[inline]
    pub fn of(&mut self, instruction: usize, code: &FlatCode) -> &mut [V] {
        if self.instruction != Some(instruction) {
            self.instruction = Some(instruction);
            self.values.clear();
            self.values.extend(code.slots.iter().map(|bits| V::hold(*bits).unwrap_or_default()));
        }
        &mut self.values
    }
}

impl<V> Clone for Slots<V> {
    fn clone(&self) -> Self {
        Self { instruction: None, values: Vec::new() }
    }
}
