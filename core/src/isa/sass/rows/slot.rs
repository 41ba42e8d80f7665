//! Slots of lines and the operands that read or write them.

use crate::spec::{Operand, OperandKind, Slot, SlotKind};

/// Returns a slot that every line fills.
pub(super) const fn slot(name: &'static str, kind: SlotKind, prose: &'static str) -> Slot {
    Slot { name, kind, is_optional: false, prose }
}

/// Returns an operand that reads a slot.
pub(super) const fn input(name: &'static str, slot: usize, prose: &'static str) -> Operand {
    Operand::source(name, OperandKind::Slot(slot), prose)
}

/// Returns an operand that writes a slot.
pub(super) const fn output(name: &'static str, slot: usize, prose: &'static str) -> Operand {
    Operand::destination(name, OperandKind::Slot(slot), prose)
}

/// The slots of SULD, by index. A row lists its slots in this order.
pub(super) mod load {
    pub const PS: usize = 0;
    pub const RD: usize = 1;
    pub const RA: usize = 2;
    pub const SC: usize = 3;
}

/// The slots of SUATOM, by index. A row lists its slots in this order.
pub(super) mod atomic {
    pub const PS: usize = 0;
    pub const RD: usize = 1;
    pub const RA: usize = 2;
    pub const RB: usize = 3;
    pub const SC: usize = 4;
}

/// The slots of SUST and SURED, by index. A row lists its slots in this order.
pub(super) mod store {
    pub const RA: usize = 0;
    pub const RB: usize = 1;
    pub const SC: usize = 2;
}
