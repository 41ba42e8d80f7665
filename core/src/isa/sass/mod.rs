//! NVIDIA's machine code for Maxwell.

mod barriers;
pub mod cost;
mod foreign_names;
mod header_pool;
mod not_modelled;
mod parameters;
pub mod readings;
mod rows;
mod rules;
mod shape;

use crate::base::{Clause, Rule};
use crate::check::{NumberedSetCheck, SetWithCheck};
use crate::spec::{InstructionSet, Listing, RegisterFile, SetBehaviour};
pub use header_pool::{declare_surface, pool_size};
use parameters::SM;
use std::rc::Rc;

/// Returns the instruction set.
pub fn set() -> SetWithCheck {
    SetWithCheck { data: data(), check: &CHECK }
}

const CHECK: NumberedSetCheck =
    NumberedSetCheck { declare_surface, pool_size, warnings: barriers::early_reads };

fn data() -> InstructionSet {
    InstructionSet {
        key: "sass",
        title: "SASS",
        parameters: const { &[SM] },
        lane_counts: &[1, 2, 4, 8, 16, 32],
        default_lanes: Some(32),
        has_helper_lanes: true,
        is_lower_case: false,
        directives: &["const", "pool"],
        shape: &shape::SHAPE,
        registers: Some(&REGISTER_FILE),
        cost_models: cost::MODELS,
        behaviour: |_| SetBehaviour::default(),
        listing: LISTING,
        not_modelled: not_modelled::NOT_MODELLED,
        foreign_names: &foreign_names::NAMES,
        encoding_source: Clause { page: "nvdisasm", heading: "SM50 to SM62" },
        instructions: rows::rows().into_iter().map(Rc::new).collect(),
        readings: readings::ALL,
        rules: &rules::SET,
        own_rules: own_rules(),
        clauses: rules::CLAUSES,
    }
}

const REGISTER_FILE: RegisterFile = RegisterFile {
    general: shape::REGISTERS,
    predicates: shape::PREDICATES,
    constant_bank: shape::CONSTANT_BANK,
    rules: &rules::NUMBERED,
    not_modelled: not_modelled::in_operand,
};

/// The lines of a listing that have no effect in Lanescope: directives of a disassembler, and instructions that wait or do nothing.
const LISTING: Listing = Listing {
    directives: &[
        "headerflags",
        "elftype",
        "section",
        "sectioninfo",
        "sectionflags",
        "sectionentsize",
        "text",
        "align",
        "global",
        "local",
        "weak",
        "type",
        "size",
        "other",
        "visibility",
        "file",
        "loc",
        "byte",
        "short",
        "word",
        "dword",
        "zero",
        "string",
    ],
    with_attribute: &[],
    prefixes: &["nv_"],
    mnemonics: &["NOP", barriers::DEPBAR, "TEXDEPBAR", "MEMBAR"],
};

/// Returns every rule that this instruction set words itself.
fn own_rules() -> Vec<&'static Rule> {
    [
        rules::RULES.to_vec(),
        shape::RULES.to_vec(),
        rules::SET.all(),
        rules::NUMBERED.all(),
        header_pool::RULES.to_vec(),
    ]
    .concat()
}
