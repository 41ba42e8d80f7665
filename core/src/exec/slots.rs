//! The slots in which statements are evaluated.

use crate::base::Bits;
use crate::semantics::FlatCode;

/// The slots of one machine. What they hold is of no use beyond a statement, so a copy of a machine has none.
#[derive(Debug, Default)]
pub(super) struct Slots {
    /// The instruction whose constants they hold.
    instruction: Option<usize>,
    values: Vec<Bits>,
}

impl Slots {
    /// The slots for a statement of an instruction.
    pub fn of(&mut self, instruction: usize, code: &FlatCode) -> &mut [Bits] {
        if self.instruction != Some(instruction) {
            self.instruction = Some(instruction);
            self.values.clear();
            self.values.extend_from_slice(&code.slots);
        }
        &mut self.values
    }
}

impl Clone for Slots {
    fn clone(&self) -> Self {
        Self::default()
    }
}
