//! How vISA words its rules.

use crate::base::Kind::{Invalid, Unsupported};
use crate::base::{Clause, Kind, Rule};

/// Every rule of this module.
pub const RULES: &[&Rule] = &[&GRF, &DISPATCH, &UNKNOWN_INSTRUCTION, &UNKNOWN_MODIFIER, &MISSING_MODIFIER];

const fn rule(
    code: &'static str,
    kind: Kind,
    statement: &'static str,
    (page, heading): (&'static str, &'static str),
) -> Rule {
    Rule { code, kind, statement, source: Clause { page, heading } }
}

pub(super) const GRF: Rule = rule(
    "visa-grf-size",
    Invalid,
    "a register (GRF) has 32 or 64 bytes",
    ("vISA, execution model", "General register file"),
);
pub(super) const DISPATCH: Rule = rule(
    "visa-dispatch-size",
    Invalid,
    "a kernel is dispatched with 8, 16 or 32 lanes; Lanescope takes 1, 2 and 4 too",
    ("vISA, execution model", "Execution mask"),
);
pub(super) const UNKNOWN_INSTRUCTION: Rule = rule(
    "visa-unknown-instruction",
    Unsupported,
    "Lanescope runs the instructions that it models, up to the first that it does not",
    ("Lanescope", "scope"),
);
pub(super) const UNKNOWN_MODIFIER: Rule = rule(
    "visa-unknown-modifier",
    Invalid,
    "an instruction takes the modifiers that its page lists, in that order",
    ("vISA assembly syntax", "modifiers"),
);
pub(super) const MISSING_MODIFIER: Rule = rule(
    "visa-missing-modifier",
    Invalid,
    "a word that the page does not show as optional is there",
    ("vISA assembly syntax", "modifiers"),
);

/// Where the manual says what general rules say.
pub(super) const CLAUSES: &[(&str, Clause)] = &[
    ("run-undefined-source", Clause { page: "vISA, header", heading: "Variables" }),
    ("run-undefined-predicate", Clause { page: "vISA, header", heading: "Variables" }),
    ("run-race", Clause { page: "vISA, execution model", heading: "Memory model" }),
    ("run-undefined-overlap", Clause { page: "vISA, SCATTER4_SCALED", heading: "Notes" }),
];
