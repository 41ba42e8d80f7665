//! Machine code of instructions, built from the encoding of their row and the operands and words of their line.
//!
//! The layer is above `exec`: machine code needs the operation of a line and the numbers of declared things, which `check` leaves
//! in `exec::WrittenLine`. A decoder does not exist.

mod declared;
mod encoded;
mod numbered;

pub use encoded::{Encoded, EncodedField};

use crate::exec::Scenario;
use crate::spec::RowForm;

/// Encodes an instruction of a program, by its position from 0. Returns `None` if no known source documents the
/// encoding, or if the encoding cannot express the line.
pub fn encode(scenario: &Scenario, instruction: usize) -> Option<Encoded> {
    let bound = scenario.program.get(instruction)?;
    match (&bound.row.form, scenario.set.registers) {
        (RowForm::Declared(form), _) => declared::encode(bound, form, &scenario.layout),
        (RowForm::Numbered(form), Some(registers)) => numbered::encode(bound, form, registers),
        (RowForm::Numbered(_), None) => None,
    }
}
