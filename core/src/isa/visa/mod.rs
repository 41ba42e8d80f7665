//! The instruction set Intel vISA.

mod behaviour;
mod bind;
mod complete;
pub mod cost;
mod data_layout;
mod foreign_names;
mod needed_declaration;
mod not_modelled;
mod null;
mod parameters;
pub mod readings;
mod rows;
mod rules;
mod shape;
mod usual_operand;

use crate::base::{Clause, Rule};
use crate::check::SetWithCheck;
use crate::spec::{InstructionSet, Listing};
use parameters::GRF;
use std::rc::Rc;

/// Returns the instruction set.
pub fn set() -> SetWithCheck {
    SetWithCheck { data: data(), check: &bind::VisaSetCheck }
}

fn data() -> InstructionSet {
    InstructionSet {
        key: "visa",
        title: "vISA",
        parameters: const { &[GRF] },
        lane_counts: &[1, 2, 4, 8, 16, 32],
        default_lanes: None,
        has_helper_lanes: false,
        is_lower_case: true,
        directives: &["decl"],
        shape: &shape::SHAPE,
        registers: None,
        cost_models: cost::MODELS,
        behaviour: behaviour::set_behaviour,
        listing: LISTING,
        not_modelled: not_modelled::NOT_MODELLED,
        foreign_names: &foreign_names::NAMES,
        encoding_source: Clause { page: "vISA", heading: "binary format, as GenX_IR reads it" },
        instructions: rows::rows().into_iter().map(Rc::new).collect(),
        readings: readings::ALL,
        rules: &rules::SET,
        own_rules: own_rules(),
        clauses: rules::CLAUSES,
    }
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
    with_attribute: &["kernel_attr"],
    prefixes: &["implicit_"],
    mnemonics: &["RET", "BARRIER", "FENCE", "LSC_FENCE", "LIFETIME.START", "LIFETIME.END"],
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
