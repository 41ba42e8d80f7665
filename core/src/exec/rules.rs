//! The rules that a run itself cites.

use crate::base::{Clause, Kind, Rule};

/// Every rule of this module.
pub const RULES: &[&Rule] = &[
    &OUT_OF_BOUNDS,
    &UNDEFINED_SOURCE,
    &UNDEFINED_PREDICATE,
    &UNDEFINED_ADDRESS,
    &UNDEFINED_MEMORY,
    &MISALIGNED,
    &TRAP_OUTSIDE,
    &TRAP_MISALIGNED,
    &TRAP_HEADER,
    &TRAP_SIZE,
    &FORMAT,
    &RACE,
    &UNDEFINED_OVERLAP,
    &STEP_BUDGET,
];

pub(super) const OUT_OF_BOUNDS: Rule = Rule {
    code: "run-out-of-bounds",
    kind: Kind::Note,
    statement: "outside a surface a read returns zero and a write is dropped, for each lane by itself",
    source: Clause::ITS_PAGE,
};

pub(super) const UNDEFINED_SOURCE: Rule = Rule {
    code: "run-undefined-source",
    kind: Kind::Undefined,
    statement: "a variable that was never written holds undefined bits",
    source: Clause::ITS_PAGE,
};

pub(super) const UNDEFINED_PREDICATE: Rule = Rule {
    code: "run-undefined-predicate",
    kind: Kind::Undefined,
    statement: "a predicate that was never written holds undefined bits; Lanescope takes them as 0",
    source: Clause::ITS_PAGE,
};

pub(super) const UNDEFINED_ADDRESS: Rule = Rule {
    code: "run-undefined-address",
    kind: Kind::Undefined,
    statement: "an address must be defined; Lanescope drops the access and returns undefined bits",
    source: Clause { page: "Lanescope", heading: "undefined bits" },
};

pub(super) const UNDEFINED_MEMORY: Rule = Rule {
    code: "run-undefined-memory",
    kind: Kind::Undefined,
    statement: "memory that was never written holds undefined bits",
    source: Clause { page: "Lanescope", heading: "undefined bits" },
};

pub(super) const MISALIGNED: Rule = Rule {
    code: "run-misaligned",
    kind: Kind::Invalid,
    statement: "the address of an access is a multiple of its size (reading `misaligned`)",
    source: Clause::ITS_PAGE,
};

pub(super) const TRAP_OUTSIDE: Rule = Rule {
    code: "run-trap-outside",
    kind: Kind::Invalid,
    statement: "where accesses outside a surface trap, one of them ends the run (reading `trap_effects`)",
    source: Clause::ITS_PAGE,
};

pub(super) const TRAP_MISALIGNED: Rule = Rule {
    code: "run-trap-misaligned",
    kind: Kind::Invalid,
    statement: "a byte address is a multiple of the element's size (reading `ba_misaligned`)",
    source: Clause::ITS_PAGE,
};

pub(super) const TRAP_HEADER: Rule = Rule {
    code: "run-trap-header-type",
    kind: Kind::Invalid,
    statement: "the header describes a surface of the kind that the instruction names (reading `dim_mismatch`)",
    source: Clause::ITS_PAGE,
};

pub(super) const TRAP_SIZE: Rule = Rule {
    code: "run-trap-texel-size",
    kind: Kind::Invalid,
    statement: "texels have the size of the access (reading `size_mismatch`)",
    source: Clause::ITS_PAGE,
};

pub(super) const FORMAT: Rule = Rule {
    code: "run-surface-format",
    kind: Kind::Note,
    statement: "accesses have the size, and where it counts the sign, of the surface's texels",
    source: Clause::ITS_PAGE,
};

pub(super) const RACE: Rule = Rule {
    code: "run-race",
    kind: Kind::Undefined,
    statement: "where lanes meet in steps that are not atomic together, the outcome depends on who comes between",
    source: Clause::ITS_PAGE,
};

pub(super) const UNDEFINED_OVERLAP: Rule = Rule {
    code: "run-undefined-overlap",
    kind: Kind::Undefined,
    statement: "no two accesses of one instruction write the same bytes; Lanescope keeps what is written last",
    source: Clause::ITS_PAGE,
};

pub(super) const STEP_BUDGET: Rule = Rule {
    code: "run-step-budget",
    kind: Kind::Budget,
    statement: "a run has at most 1,000,000 micro-steps and evaluates at most 20,000,000 expressions",
    source: Clause { page: "Lanescope", heading: "limits" },
};
