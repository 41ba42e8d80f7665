//! The usual operands of a line: their names and values, and the null variable.

use super::data_layout::DataLayout;
use crate::base::SurfaceKind;
use crate::spec::{AddressUnit, DeclaredSignature, Direction, NullRule, Operand, OperandKind};

/// Returns values for a new operand that is read, as a `.set` line has them: offsets of neighbouring elements, or small
/// numbers. `before` has the operands before it.
pub(super) fn usual_values(
    operand: &Operand,
    data_layout: &DataLayout,
    before: &[Operand],
) -> Option<String> {
    let is_data = |operand: &Operand| {
        operand.direction == Some(Direction::In) && !operand.is_address() && !operand.is_scalar()
    };
    if operand.direction != Some(Direction::In) {
        return None;
    }
    Some(match operand.unit {
        Some(AddressUnit::Bytes) => format!("iota(0, {})", 4 * data_layout.dwords_of_a_lane()),
        Some(_) => "iota(0, 1)".to_owned(),
        None if before.iter().any(is_data) => "iota(2, 2)".to_owned(),
        None => "iota(1, 1)".to_owned(),
    })
}

/// Returns an unused name for an operand, based on the last word of the operand's own name.
pub(super) fn free_name(operand: &Operand, taken: impl Fn(&str) -> bool) -> String {
    let own = match operand.kind {
        OperandKind::Surface { kinds } if kinds.iter().all(|kind| kind.is_raw()) => "BUF".to_owned(),
        OperandKind::Surface { .. } => "IMG".to_owned(),
        _ => operand.name.rsplit('_').next().unwrap_or(operand.name).to_ascii_uppercase(),
    };
    std::iter::once(own.clone())
        .chain((2..).map(|number| format!("{own}_{number}")))
        .find(|name| !taken(name))
        .expect("numbers do not end")
}

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

/// The demand of a line on an operand to be null.
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
