//! The instruction set Intel vISA.

mod alu;
mod atomic_ops;
mod bind;
mod common;
mod complete;
mod declaration;
mod dialect;
mod dword_atomic;
mod elsewhere;
mod gather;
mod gather4_scaled;
mod gather4_typed;
mod gather_scaled;
mod lsc;
mod lsc_ops;
mod not_modelled;
pub mod readings;
mod rules;
mod scatter;
mod scatter4_scaled;
mod scatter4_typed;
mod scatter_scaled;
mod shape;
mod svm_atomic;
mod svm_gather;
mod svm_gather4_scaled;
mod svm_scatter;
mod svm_scatter4_scaled;
mod typed;
mod typed_atomic;

use crate::base::Rule;
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
            constant: Some("GRF_SIZE"),
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
        elsewhere: &elsewhere::NAMES,
        instructions: rows().into_iter().map(Rc::new).collect(),
        readings: readings::ALL,
        rules: &rules::SET,
        clauses: rules::CLAUSES,
    }
}

/// Returns the rows. A new instruction adds its module above and its row here.
fn rows() -> Vec<Instruction> {
    let memory = vec![
        dword_atomic::row(),
        typed_atomic::row(),
        gather::row(),
        scatter4_scaled::row(),
        scatter::row(),
        gather_scaled::row(),
        scatter_scaled::row(),
        gather4_scaled::row(),
        svm_gather::row(),
        svm_scatter::row(),
        svm_atomic::row(),
        svm_gather4_scaled::row(),
        svm_scatter4_scaled::row(),
        gather4_typed::row(),
        scatter4_typed::row(),
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

pub(crate) use rules::NOT_ERRORS;

/// Returns every rule that this instruction set words itself.
pub fn all_rules() -> Vec<&'static Rule> {
    [rules::RULES, shape::RULES, shape::stated::RULES, bind::RULES, &rules::SET.all()].concat()
}
