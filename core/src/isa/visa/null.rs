//! The null variable, and the null requirements of operands.

use crate::base::SurfaceKind;
use crate::spec::{DeclaredSignature, NullRule, Operand, OperandKind};

/// The null variable by its own name.
pub(super) const NULL: &str = "%null";

/// Returns whether the name is one of the null variable.
pub(super) fn is_null(name: &str) -> bool {
    name == NULL || name == "V0"
}

/// Returns the usual spelling of the null variable as an operand.
pub(super) fn null_operand(signature: &DeclaredSignature) -> &'static str {
    if signature.stated.is_some() { NULL } else { "V0.0" }
}

/// Returns the part of an operation's used parameters that is about `src0` and `src1`.
pub(super) fn sources_of([_, sources @ ..]: [bool; 3]) -> [bool; 2] {
    sources
}

/// The null requirement of an operand in one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nullness {
    Required,
    Allowed,
    Forbidden,
    /// The surface that decides is not known.
    Unknown,
}

impl Nullness {
    /// Returns whether an operand may be as it is.
    pub fn admits(self, is_null: bool) -> bool {
        match self {
            Self::Required => is_null,
            Self::Forbidden => !is_null,
            Self::Allowed | Self::Unknown => true,
        }
    }
}

/// Returns whether an operand must or may be null, given the sources that the operation uses, the kind of the accessed surface,
/// and the sources that may be given although the operation does not use them.
pub(crate) fn nullness(
    operand: &Operand,
    used_sources: [bool; 2],
    surface: Option<SurfaceKind>,
    ignored_sources: [bool; 2],
) -> Nullness {
    let OperandKind::Raw { null, .. } = operand.kind else { return Nullness::Forbidden };
    match (null, surface) {
        (NullRule::Never, _) => Nullness::Forbidden,
        (NullRule::Allowed, _) => Nullness::Allowed,
        (NullRule::WhenUnused(source), _) if used_sources[source] => Nullness::Forbidden,
        (NullRule::WhenUnused(source), _) if ignored_sources[source] => Nullness::Allowed,
        (NullRule::WhenUnused(_), _) => Nullness::Required,
        (NullRule::Axis(_), None) => Nullness::Unknown,
        (NullRule::Axis(axis), Some(kind)) if axis < kind.dimensions() => Nullness::Forbidden,
        (NullRule::Axis(_), Some(_)) => Nullness::Required,
    }
}
