//! The instruction set Intel vISA.

mod alu;
mod atomic_ops;
mod bind;
mod channels;
mod common;
mod complete;
mod dialect;
mod dword_atomic;
mod foreign_names;
mod gather;
mod line_properties;
mod lsc;
mod lsc_ops;
mod needed_declaration;
mod not_modelled;
pub mod readings;
mod rules;
mod shape;
mod svm_atomic;
mod svm_blocks;
mod typed;
mod typed_atomic;
mod typed_channels;
mod usual_operand;

use crate::base::{Clause, Rule};
use crate::check::KnownSet;
use crate::spec::{Instruction, InstructionSet, Listing, Setting, XE};
use std::rc::Rc;

/// Returns the instruction set.
pub fn set() -> KnownSet {
    KnownSet { data: data(), binding: &bind::VisaBinding }
}

fn data() -> InstructionSet {
    InstructionSet {
        key: "visa",
        title: "vISA",
        settings: &[Setting {
            key: "grf",
            values: &[32, 64],
            default: 32,
            what: "register size",
            notation_name: Some("GRF_SIZE"),
            rule: &rules::GRF,
        }],
        lane_counts: &[1, 2, 4, 8, 16, 32],
        default_lanes: None,
        has_helper_lanes: false,
        is_lower_case: true,
        directives: &["decl"],
        shape: &shape::SHAPE,
        registers: None,
        cost_model: &XE,
        dialect: dialect::dialect,
        listing: LISTING,
        not_modelled: not_modelled::NOT_MODELLED,
        foreign_names: &foreign_names::NAMES,
        encoding_source: Clause { page: "vISA", heading: "binary format, as GenX_IR reads it" },
        instructions: rows().into_iter().map(Rc::new).collect(),
        readings: readings::ALL,
        rules: &rules::SET,
        own_rules: own_rules(),
        clauses: rules::CLAUSES,
    }
}

/// Returns the rows, in the order in which lists show them. A new instruction adds its row here.
fn rows() -> Vec<Instruction> {
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

/// The lines of a listing that have no effect in Lanescope. `ret` ends a kernel, and the end of the text does the same.
const LISTING: Listing = Listing {
    directives: &[
        "version",
        "kernel",
        "kernel_attr",
        "function",
        "global_function",
        "input",
        "parameter",
        "funcdecl",
        "loc",
        "file",
    ],
    attributes: &["kernel_attr"],
    prefixes: &["implicit_"],
    mnemonics: &["ret", "barrier", "fence", "lsc_fence", "lifetime.start", "lifetime.end"],
};

/// Returns every rule that this instruction set words itself.
fn own_rules() -> Vec<&'static Rule> {
    [
        rules::RULES,
        shape::RULES,
        shape::exec_mask::RULES,
        shape::stated::RULES,
        bind::RULES,
        &rules::SET.all(),
    ]
    .concat()
}
