//! The rows, each with its notation text.

mod alu;
mod atomic_ops;
mod atomics;
mod slot;
mod surface;
mod surface_word;
mod transfers;

use crate::spec::Instruction;

/// Returns the rows, in the order in which lists show them.
pub(super) fn rows() -> Vec<Instruction> {
    let surfaces = vec![atomics::suatom(), transfers::suld(), transfers::sust(), atomics::sured()];
    [surfaces, alu::rows()].concat()
}
