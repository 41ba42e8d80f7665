//! The rules of SASS rows.

use crate::base::{Clause, Kind, Rule};

/// Every rule of this module.
pub const RULES: &[&Rule] = &[&SIZES, &DATA, &TARGET, &STATUS_FORM];

pub(super) const SIZES: Rule = Rule {
    code: "suatom-size",
    kind: Kind::Invalid,
    statement: "an operation takes the sizes that the table of its page lists",
    source: Clause { page: "SUATOM", heading: "table of operations" },
};

pub(super) const DATA: Rule = Rule {
    code: "suatom-packed",
    kind: Kind::Invalid,
    statement: "atomics work on raw data: `.D`; the packed form `.P` can be encoded and does not run",
    source: Clause { page: "SUATOM", heading: "Modifiers" },
};

pub(super) const TARGET: Rule = Rule {
    code: "suatom-target",
    kind: Kind::Invalid,
    statement: "halves (F16x2) and the sparse status (Ps) exist from SM 5.2 on",
    source: Clause { page: "SUATOM", heading: "Forms" },
};

pub(super) const STATUS_FORM: Rule = Rule {
    code: "suatom-status-form",
    kind: Kind::Invalid,
    statement: "with an immediate header pointer only CAS has a sparse status",
    source: Clause { page: "SUATOM", heading: "Forms" },
};
