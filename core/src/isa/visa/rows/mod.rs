//! The rows, each with its notation text.

mod alu;
mod atomic_ops;
mod common;
mod dword_atomic;
mod gather;
mod gather4_scaled;
mod gather4_typed;
mod lsc;
mod lsc_ops;
mod svm_atomic;
mod svm_gather;
mod typed;
mod typed_atomic;

use crate::spec::Instruction;
pub(super) use atomic_ops::operand_types;
pub(super) use lsc::{CACHING, DEFAULT_CACHING};

/// Returns the rows, in the order in which lists show them. A new instruction adds its row here.
pub(super) fn rows() -> Vec<Instruction> {
    let memory = vec![
        dword_atomic::dword_atomic(),
        typed_atomic::typed_atomic(),
        gather::gather(),
        gather4_scaled::scatter4_scaled(),
        gather::scatter(),
        gather::gather_scaled(),
        gather::scatter_scaled(),
        gather4_scaled::gather4_scaled(),
        svm_gather::svm_gather(),
        svm_gather::svm_scatter(),
        svm_atomic::svm_atomic(),
        gather4_scaled::svm_gather4_scaled(),
        gather4_scaled::svm_scatter4_scaled(),
        gather4_typed::gather4_typed(),
        gather4_typed::scatter4_typed(),
    ];
    [memory, lsc::rows(), alu::rows()].concat()
}
