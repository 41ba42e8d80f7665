//! The usual names and values of new operands.

use super::data_layout::DataLayout;
use crate::spec::{AddressUnit, Direction, Operand, OperandKind};

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
