//! The rows, each with its notation text.

mod alu;
mod atomic_ops;
mod channels;
mod common;
mod dword_atomic;
mod gather;
mod lsc;
mod lsc_ops;
mod svm_atomic;
mod svm_blocks;
mod typed;
mod typed_atomic;
mod typed_channels;

use crate::spec::Instruction;
pub(super) use atomic_ops::operand_types;
pub(super) use lsc::{CACHING, DEFAULT_CACHING};

/// Returns the rows, in the order in which lists show them. A new instruction adds its row here.
pub(super) fn rows() -> Vec<Instruction> {
    let memory = vec![
        dword_atomic::row(),
        typed_atomic::row(),
        gather::gather(),
        channels::scatter4_scaled(),
        gather::scatter(),
        gather::gather_scaled(),
        gather::scatter_scaled(),
        channels::gather4_scaled(),
        svm_blocks::gather(),
        svm_blocks::scatter(),
        svm_atomic::row(),
        channels::svm_gather4_scaled(),
        channels::svm_scatter4_scaled(),
        typed_channels::gather(),
        typed_channels::scatter(),
    ];
    [memory, lsc::rows(), alu::rows()].concat()
}
