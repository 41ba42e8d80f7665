//! Slots of lines and the operands that read or write them.

use crate::spec::{Operand, OperandKind, Slot, SlotKind};

/// Returns a slot that every line fills.
pub(super) const fn slot(name: &'static str, kind: SlotKind, prose: &'static str) -> Slot {
    Slot { name, kind, is_optional: false, prose }
}

/// Returns an operand that reads a slot.
pub(super) const fn input(name: &'static str, slot: usize, prose: &'static str) -> Operand {
    Operand::read(name, OperandKind::Slot(slot), prose)
}

/// Returns an operand that writes a slot.
pub(super) const fn output(name: &'static str, slot: usize, prose: &'static str) -> Operand {
    Operand::written(name, OperandKind::Slot(slot), prose)
}
