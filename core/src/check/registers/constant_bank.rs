//! The constant bank.

use super::numbered_document_check::NumberedDocumentCheck;
use crate::base::ScalarType;
use crate::check::findings::{Findings, Reported};
use crate::check::setup::layout_builder::LayoutBuilder;
use crate::check::setup::values;
use crate::machine::{Place, State};
use crate::spec::{ConstantBank, FormName, PartKey, RegisterFile};
use crate::syntax::{ConstLine, Document, Number, ValueKind};

/// Checks an address in the constant bank, and returns it in bytes. Reports an address outside of the bank or within a word.
pub(super) fn check_address(
    registers: &'static RegisterFile,
    address: Number,
    findings: &mut Findings,
) -> Result<u32, Reported> {
    let (start, size) = (u32::try_from(address.value).ok(), registers.constant_bank.size_bytes());
    start.filter(|&start| start % 4 == 0 && (start as usize) < size).ok_or_else(|| {
        let kib = size >> 10;
        let message = format!("address {}; expected a multiple of 4 below {kib} KiB", address.value);
        findings.error(&registers.rules.constant_address, address.span, message)
    })
}

impl NumberedDocumentCheck {
    /// Writes the contents given by a `.const` line.
    pub(super) fn write_const_line(
        &mut self,
        builder: &mut LayoutBuilder,
        ConstLine { address, values: list }: &ConstLine,
        initial: &mut State,
    ) {
        let registers = self.spaces.file;
        let Some(space) = builder.layout.constant_bank else { return };
        let Ok(start) = check_address(registers, *address, builder.findings) else { return };
        let room = (builder.layout.space(space).size_bytes - start as usize) / 4;
        let elements = values::to_elements(list, ScalarType::Ud, room, "the constant bank", builder.findings);
        for word in (start..).step_by(4).take(elements.len()) {
            let message = || format!("the word at {word:#x} of the constant bank is set twice");
            if self.written_addresses.insert_first(word, list.span, builder.findings, message).is_err() {
                return;
            }
        }
        let place = |n: u32| Place { space, byte_offset: start + 4 * n, size_bytes: 4 };
        builder.write_elements((0..).map(place), elements, list.span, initial);
    }
}

/// Returns the number of bytes of the constant bank that the document may use, in `.const` lines and in operands. Each number
/// that is an operand counts as the number of a word, because its row is not known yet.
pub(super) fn used_bytes(bank: ConstantBank, document: &Document) -> usize {
    let (mut bytes, size_bytes) = (0, bank.size_bytes());
    let mut needs = |address: i128, size: i128| {
        let end = address.saturating_add(size).clamp(0, size_bytes as i128);
        // The end is clamped to the size of the bank.
        bytes = bytes.max(end as usize);
    };
    for ConstLine { address, values } in document.const_lines() {
        needs(address.value, 4 * values.count().clamp(1, size_bytes) as i128);
    }
    for operand in document.instructions().flat_map(|(_, instr)| &instr.operands) {
        match operand.value().map(|value| &value.kind) {
            Some(ValueKind::Decimal(n)) => needs(n.saturating_mul(4), 4),
            Some(ValueKind::Pattern(n)) => needs(i128::from(*n) * 4, 4),
            _ => {}
        }
        if let Some(offset) = operand.number(PartKey::OFFSET).filter(|_| operand.is(FormName::CONSTANT)) {
            needs(offset.value, 8);
        }
    }
    bytes
}
