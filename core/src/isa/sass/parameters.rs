//! The parameters that `.isa` accepts.

use super::rules;
use crate::spec::IsaParameter;

/// The target: ten times its compute capability.
pub(super) const SM: IsaParameter = IsaParameter {
    key: "sm",
    values: &[50, 52, 53],
    default: 52,
    noun: "Maxwell target",
    notation_name: None,
    rule: &rules::TARGET,
};
