//! The constant bank.

use super::register_check::RegisterCheck;
use crate::base::ScalarType;
use crate::check::findings::Findings;
use crate::check::setup::layout_builder::{LayoutBuilder, MAX_TOTAL_BYTES};
use crate::check::setup::values;
use crate::machine::{Place, State};
use crate::spec::{FormKey, PartKey, RegisterFile};
use crate::syntax::{Directive, Document, Number, ValueKind, ValueList};

/// The size of the constant bank, whose words have 13-bit numbers, in bytes.
const BANK_BYTES: usize = 4 << 13;

/// Returns the name of the constant bank's space.
pub(super) fn name(registers: &RegisterFile) -> String {
    format!("{}[0x0]", registers.constant_bank)
}

/// Returns an address in the constant bank, in bytes. Reports an address outside of the bank or within a word.
pub(super) fn read_address(
    registers: &'static RegisterFile,
    address: Number,
    findings: &mut Findings,
) -> Option<u32> {
    let start = u32::try_from(address.value).ok();
    let start = start.filter(|&start| start % 4 == 0 && (start as usize) < BANK_BYTES);
    if start.is_none() {
        let message = format!("address {}; expected a multiple of 4 below 32 KiB", address.value);
        findings.error(&registers.rules.constant_address, address.span, message);
    }
    start
}

impl RegisterCheck {
    /// Writes the contents given by a `.const` line.
    pub(super) fn write_constants(
        &mut self,
        builder: &mut LayoutBuilder,
        address: &Number,
        list: &ValueList,
        initial: &mut State,
    ) {
        let registers = self.binding.registers;
        let Some(space) = builder.layout.constant_bank else { return };
        let Some(start) = read_address(registers, *address, builder.findings) else { return };
        let room = (BANK_BYTES - start as usize) / 4;
        let count = match list.count() {
            0 => 1,
            count => count.min(room),
        };
        self.constant_bytes += 4 * count;
        if self.constant_bytes > MAX_TOTAL_BYTES {
            builder.report_limit(&name(registers), address.span);
            return;
        }
        let elements =
            values::to_elements(list, ScalarType::Ud, count, "the constant bank", builder.findings);
        let place = |n: u32| Place { space, byte_offset: start + 4 * n, size_bytes: 4 };
        builder.write_elements((0..).map(place), elements, list.span, initial);
    }
}

/// Returns the number of bytes of the constant bank that the document may use, in `.const` lines and in operands. Each number
/// that is an operand counts as the number of a word, because its row is not known yet.
pub(super) fn used_bytes(document: &Document) -> usize {
    let mut bytes = 0;
    let mut needs = |address: i128, size: i128| {
        let end = address.saturating_add(size).clamp(0, BANK_BYTES as i128);
        // The size is clamped to 32 KiB.
        bytes = bytes.max(end as usize);
    };
    for (_, directive) in document.directives() {
        if let Directive::Const { address, values } = directive {
            needs(address.value, 4 * values.count().clamp(1, BANK_BYTES) as i128);
        }
    }
    for operand in document.instructions().flat_map(|(_, instr)| &instr.operands) {
        match operand.value().map(|value| &value.kind) {
            Some(ValueKind::Decimal(n)) => needs(n.saturating_mul(4), 4),
            Some(ValueKind::Pattern(n)) => needs(i128::from(*n) * 4, 4),
            _ => {}
        }
        if let Some(offset) = operand.number(PartKey::OFFSET).filter(|_| operand.is(FormKey::CONSTANT)) {
            needs(offset.value, 8);
        }
    }
    bytes
}
