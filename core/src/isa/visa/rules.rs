//! The rules of vISA, in the terms of its manual.

use crate::base::{Clause, Rule, rules};
use crate::exec::rules as run;
use crate::spec::SetRules;

rules! {
    GRF: "visa-grf-size", Invalid, "a register (GRF) has 32 or 64 bytes",
        "vISA, execution model", "General register file";
}

// The rules that every instruction set words.
rules! {
    SET: SetRules {
        unknown_instruction: "visa-unknown-instruction", Unsupported,
            "Lanescope runs the instructions that it models, up to the first that it does not",
            "Lanescope", "scope", ["error", "warning"];
        unknown_modifier: "visa-unknown-modifier", Invalid,
            "an instruction takes the modifiers that its page lists, in that order",
            "vISA assembly syntax", "Modifiers";
        missing_modifier: "visa-missing-modifier", Invalid,
            "every word that the manual does not show as optional is given", "vISA assembly syntax", "Modifiers";
        dispatch: "visa-dispatch-size", Invalid,
            "a kernel is dispatched with 8, 16 or 32 lanes; Lanescope takes 1, 2 and 4 too",
            "vISA, execution model", "Execution mask";
    }
}

/// The clauses of the manual that state general rules.
pub(super) const CLAUSES: &[(&Rule, Clause)] = &[
    (&run::UNDEFINED_SOURCE, Clause { page: "vISA, header", heading: "Variables" }),
    (&run::UNDEFINED_PREDICATE, Clause { page: "vISA, header", heading: "Variables" }),
    (&run::RACE, Clause { page: "vISA, execution model", heading: "Memory model" }),
];
