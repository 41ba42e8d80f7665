//! The usual operands of a line: their types, names and values, and the null variable.

use super::data_layout::DataLayout;
use crate::base::{ScalarType, SurfaceKind};
use crate::spec::{DeclaredSignature, Direction, NullRule, Operand, OperandKind};

/// Returns the types that a variable may have for data of an access type. Narrow data are in the low bytes of dwords.
pub(crate) fn data_types(access: ScalarType) -> Vec<ScalarType> {
    let bytes = access.size_bytes().max(4);
    vec![ScalarType::unsigned(bytes), ScalarType::signed(bytes), ScalarType::float(bytes)]
}

/// Returns values for a new operand that is read, as a `.set` line has them: offsets of neighbouring elements, or small
/// numbers. `source` is the number of operands with data before it.
pub(super) fn usual_values(operand: &Operand, data_layout: &DataLayout, source: usize) -> Option<String> {
    if operand.direction != Some(Direction::In) {
        return None;
    }
    Some(match operand.unit {
        Some("bytes") => format!("iota(0, {})", 4 * data_layout.dwords_of_a_lane()),
        Some(_) => "iota(0, 1)".to_owned(),
        None => ["iota(1, 1)", "iota(2, 2)"][source.min(1)].to_owned(),
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

/// Returns the usual spelling of the null variable.
pub(super) fn null_operand(signature: &DeclaredSignature) -> &'static str {
    if signature.stated.is_some() { "%null" } else { "V0.0" }
}

/// Returns the part of an operation's used parameters that is about `src0` and `src1`.
pub(super) fn sources_of([_, sources @ ..]: [bool; 3]) -> [bool; 2] {
    sources
}

/// Returns whether an operand is null by default, given the sources that the operation uses and the kind of the accessed
/// surface.
pub(super) fn is_null_by_default(
    operand: &Operand,
    used_sources: [bool; 2],
    surface: Option<SurfaceKind>,
) -> bool {
    let OperandKind::Raw { null, .. } = operand.kind else { return false };
    match null {
        NullRule::Never => false,
        NullRule::Allowed => operand.direction == Some(Direction::In),
        NullRule::WhenUnused(source) => !used_sources[source],
        NullRule::Axis(kinds) => surface.is_some_and(|kind| !kinds.contains(&kind)),
    }
}
