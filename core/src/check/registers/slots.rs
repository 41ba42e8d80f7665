//! The operand in a slot: its registers, its constant or its number.

use super::bank::BANK_BYTES;
use crate::base::{Span, counted};
use crate::check::context::Context;
use crate::check::operand_count::wrong_count;
use crate::diag::Diagnostic;
use crate::exec::{OperandForm, WrittenOperand};
use crate::spec::{Bank, Fit, Instruction, Member, Numbered, Slot, SlotForm, SlotKind};
use crate::syntax::{Instr, Number, OperandText, SpannedText, ValueKind, ValueText};

/// Returns whether a destination is not inverted. Only a predicate that is read can be inverted.
fn not_inverted(cx: &mut Context, model: &'static Numbered, slot: &Slot, text: &OperandText) -> bool {
    let OperandText::Predicate { name, inverted: true, span } = text else { return true };
    let message =
        format!("`{}` is an output, and only inputs can be inverted; expected `{}`", slot.name, name.text);
    cx.findings.push(Diagnostic::error(&model.rules.slot_kind, *span, message).write(&name.text));
    false
}

/// Reads the operand in each slot. Optional slots are filled from the left while there are operands to spare; the
/// others are absent.
pub(super) fn slots(
    cx: &mut Context,
    model: &'static Numbered,
    instr: &Instr,
    row: &Instruction,
    form: &SlotForm,
) -> Option<Vec<WrittenOperand>> {
    let mut texts = instr.operands.iter().peekable();
    let end = Span { start: instr.mnemonic.span.end, end: instr.mnemonic.span.end };
    let end = instr.operands.last().map_or(end, OperandText::span);
    let mut written = Vec::new();
    let mut is_fine = true;
    let needed = form.slots.iter().filter(|slot| !slot.optional).count();
    let most = form.slots.len();
    if instr.operands.len() < needed || instr.operands.len() > most {
        let names: Vec<String> = form
            .slots
            .iter()
            .map(|slot| if slot.optional { format!("{{{}}}", slot.name) } else { slot.name.to_owned() })
            .collect();
        let takes =
            if needed == most { counted(most, "operand") } else { format!("{needed} or {most} operands") };
        let takes = format!("`{}` takes {takes} ({})", row.mnemonic, names.join(", "));
        cx.findings.push(wrong_count(cx.text, &model.rules.slots, &instr.operands, (most, &takes), end));
        return None;
    }
    let mut to_spare = instr.operands.len() - needed;
    for (at, slot) in form.slots.iter().enumerate() {
        if slot.optional && to_spare == 0 {
            written.push(WrittenOperand { kind: OperandForm::Absent, span: end });
            continue;
        }
        to_spare -= usize::from(slot.optional);
        let Some(text) = texts.next() else { break };
        match in_slot(cx, model, slot, form.writes(at), text) {
            Some(kind) => written.push(WrittenOperand { kind, span: text.span() }),
            None => is_fine = false,
        }
    }
    is_fine.then_some(written)
}

/// Reads the operand in a slot, if its form is allowed there.
fn in_slot(
    cx: &mut Context,
    model: &'static Numbered,
    slot: &Slot,
    is_written: bool,
    text: &OperandText,
) -> Option<OperandForm> {
    if is_written && !not_inverted(cx, model, slot, text) {
        return None;
    }
    let span = text.span();
    let is_half = slot.kind == SlotKind::Half;
    match (slot.kind, text) {
        (_, OperandText::Register { upper: true, .. } | OperandText::Constant { upper: true, .. })
            if !is_half => {}
        (
            SlotKind::Register | SlotKind::Address | SlotKind::Handle(_) | SlotKind::Half,
            OperandText::Register { negated: true, .. },
        ) => {}
        (SlotKind::Register, OperandText::Register { name, .. })
        | (SlotKind::Address, OperandText::Address { name, .. })
        | (SlotKind::Handle(_), OperandText::Register { name, .. }) => {
            let number = register(cx, model, name)?;
            if number.is_none() && slot.kind != SlotKind::Register {
                let zero = model.registers.constant;
                let message =
                    format!("`{}` is {zero}, which always reads as 0; expected another register", slot.name);
                cx.error(&model.rules.zero, span, message);
                return None;
            }
            return Some(OperandForm::Register { number, negated: false, upper: false });
        }
        (SlotKind::Source | SlotKind::Half, OperandText::Register { name, negated, upper, .. }) => {
            let number = register(cx, model, name)?;
            return Some(OperandForm::Register { number, negated: *negated, upper: *upper });
        }
        (SlotKind::Predicate, OperandText::Predicate { name, inverted, .. }) => {
            return Some(OperandForm::Predicate {
                number: predicate_name(cx, model, name)?,
                inverted: *inverted,
            });
        }
        (SlotKind::Handle(bits), OperandText::Immediate { value, .. }) => {
            return header_word(cx, model, bits, value, span);
        }
        (SlotKind::Half, OperandText::Immediate { value, .. })
            if whole(value).is_none_or(|number| !(0..1 << 16).contains(&number)) => {}
        (SlotKind::Source | SlotKind::Half, OperandText::Immediate { value, .. }) => {
            return number(cx, model, value, span);
        }
        (SlotKind::Source | SlotKind::Half, OperandText::Constant { bank, offset, upper, .. }) => {
            return bank_word(cx, model, bank, offset, *upper);
        }
        (SlotKind::Special(names), OperandText::Name(name)) => {
            if names.iter().any(|(known, _)| *known == name.text) {
                return Some(OperandForm::Lane);
            }
            let message = format!("`{}` is not supported; the program stops before this line", name.text);
            cx.findings.push(Diagnostic::warning(&cx.settings.set.rules.unknown_instruction, span, message));
            return None;
        }
        _ => {}
    }
    let message = format!("expected {} for `{}`", model.wanted(slot.kind), slot.name);
    let finding = Diagnostic::error(&model.rules.slot_kind, span, message);
    cx.findings.push(match upper_case(model, text) {
        Some(upper) => finding.write(upper),
        None => finding,
    });
    None
}

/// Returns the operand in upper case, if that turns all its words into registers or predicates.
fn upper_case(model: &Numbered, text: &OperandText) -> Option<String> {
    let (OperandText::Name(word) | OperandText::Other(word)) = text else { return None };
    let upper = word.text.to_ascii_uppercase();
    let is_member = |name: &str| model.registers.member(name).or(model.predicates.member(name)).is_some();
    let mut words = upper.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    (upper != word.text && words.all(is_member)).then_some(upper)
}

/// Converts a header pointer to a constant. The pointer is the number of a word in the constant bank, and has `bits` bits.
fn header_word(
    cx: &mut Context,
    model: &'static Numbered,
    bits: u32,
    value: &ValueText,
    span: Span,
) -> Option<OperandForm> {
    match whole(value).filter(|index| (0..1 << bits).contains(index)) {
        Some(index) => Some(OperandForm::Constant { byte_offset: 4 * index as u32, upper: false }),
        None => {
            let message = format!("expected 0 to {:#x}, the number of a word", (1 << bits) - 1);
            cx.error(&model.rules.handle, span, message);
            None
        }
    }
}

/// Converts the bank and byte offset of a constant to an operand.
fn bank_word(
    cx: &mut Context,
    model: &'static Numbered,
    bank: &Number,
    offset: &Number,
    upper: bool,
) -> Option<OperandForm> {
    if bank.value != 0 {
        let message = format!("bank {} is not modelled; expected bank 0", bank.value);
        cx.error(&model.rules.bank, bank.span, message);
        return None;
    }
    let is_aligned = (0..BANK_BYTES as i128).contains(&offset.value) && offset.value % 4 == 0;
    if !is_aligned {
        let message = format!("address {}; expected a multiple of 4 below 32 KiB", offset.value);
        cx.error(&model.rules.constant_address, offset.span, message);
        return None;
    }
    Some(OperandForm::Constant { byte_offset: offset.value as u32, upper })
}

fn number(cx: &mut Context, model: &'static Numbered, value: &ValueText, span: Span) -> Option<OperandForm> {
    let bits = match value.kind {
        ValueKind::Float(number) => Some(u64::from((number as f32).to_bits())),
        _ => whole(value).filter(|n| (-(1i128 << 31)..1i128 << 32).contains(n)).map(|n| u64::from(n as u32)),
    };
    if bits.is_none() {
        cx.error(&model.rules.immediate, span, "expected a number of 32 bits".to_owned());
    }
    bits.map(OperandForm::Number)
}

/// Returns the number of a register; `Some(None)` for the constant register.
fn register(cx: &mut Context, model: &'static Numbered, name: &SpannedText) -> Option<Option<u8>> {
    member(cx, model, model.registers, name)
}

/// Returns the number of a predicate; `Some(None)` for the constant predicate.
pub(super) fn predicate_name(
    cx: &mut Context,
    model: &'static Numbered,
    name: &SpannedText,
) -> Option<Option<u16>> {
    member(cx, model, model.predicates, name).map(|number| number.map(u16::from))
}

fn member(cx: &mut Context, model: &'static Numbered, bank: Bank, name: &SpannedText) -> Option<Option<u8>> {
    match bank.member(&name.text) {
        Some(Member::Number(number)) => Some(Some(number)),
        Some(Member::Constant) => Some(None),
        None => {
            let message =
                format!("there is no `{}`; expected {} or {}", name.text, bank.range(), bank.constant);
            let finding = Diagnostic::error(&model.rules.register, name.span, message);
            let upper = name.text.to_ascii_uppercase();
            cx.findings.push(if bank.member(&upper).is_some() { finding.write(upper) } else { finding });
            None
        }
    }
}

/// Checks alignment and end of the register vectors that start in the slots.
pub(super) fn vectors(
    cx: &mut Context,
    model: &'static Numbered,
    form: &SlotForm,
    fit: &Fit,
    slots: &[WrittenOperand],
) {
    for (k, (slot, written)) in form.slots.iter().zip(slots).enumerate() {
        let OperandForm::Register { number: Some(number), .. } = written.kind else { continue };
        let count = fit.counts.get(k).copied().unwrap_or(1);
        let align = count.next_power_of_two();
        let number = usize::from(number);
        let Bank { prefix, last, .. } = model.registers;
        if !number.is_multiple_of(align) {
            let message = format!(
                "`{}` starts {count} registers at {prefix}{number}; expected a number that is a multiple of {align}",
                slot.name
            );
            let finding = Diagnostic::error(&model.rules.alignment, written.span, message);
            cx.findings.push(finding);
        } else if number + count > usize::from(last) + 1 {
            let end = number + count - 1;
            let message =
                format!("`{}` would end at {prefix}{end}; expected {prefix}{last} or before", slot.name);
            cx.error(&model.rules.end, written.span, message);
        }
    }
}

/// Returns the whole number, if the value is one.
fn whole(value: &ValueText) -> Option<i128> {
    match value.kind {
        ValueKind::Decimal(number) => Some(number),
        ValueKind::Pattern(pattern) => Some(i128::from(pattern)),
        _ => None,
    }
}
