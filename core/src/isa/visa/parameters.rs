//! The parameters that `.isa` accepts.

use super::rules;
use crate::spec::IsaParameter;

/// The size of a register in bytes.
pub(super) const GRF: IsaParameter = IsaParameter {
    key: "grf",
    values: &[32, 64],
    default: 32,
    noun: "register size",
    notation_name: Some("GRF_SIZE"),
    rule: &rules::GRF,
};
