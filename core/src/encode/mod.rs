//! Machine code of instructions, built from the encoding of their row and the operands and words of their line.
//!
//! The layer is above `exec`: machine code needs the operation of a line and the numbers of declared things, which `check` leaves
//! in `exec::WrittenLine`. A decoder does not exist.

mod declared;
mod encoded;
mod numbered;

pub use encoded::{Encoded, EncodedField};

use crate::exec::Scenario;
use crate::spec::Signature;

/// Encodes an instruction of a program, by its position from 0. Returns `None` if no known source documents the
/// encoding, or if the encoding cannot express the line.
pub fn encode(scenario: &Scenario, instruction: usize) -> Option<Encoded> {
    let bound = scenario.program.get(instruction)?;
    match (&bound.row.signature, scenario.set.registers) {
        (Signature::Declared(signature), _) => declared::encode(bound, signature, &scenario.layout),
        (Signature::Numbered(signature), Some(registers)) => numbered::encode(bound, signature, registers),
        (Signature::Numbered(_), None) => None,
    }
}
