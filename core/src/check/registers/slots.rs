//! The operand in a slot: its registers, its constant or its number.

use super::{constant_bank, registers_in_own_case};
use crate::base::{Bits, Rule, ScalarType, Span, counted, one_of};
use crate::check::findings::{Reported, collect_reported};
use crate::check::lines::context::Context;
use crate::check::lines::operand_count::OperandCount;
use crate::check::setup::values;
use crate::diag::Diagnostic;
use crate::exec::{WrittenOperand, WrittenOperandKind};
use crate::spec::{
    FormName, Instruction, LineRegisters, NumberedSignature, PartKey, RegisterFile, RegisterNames,
    RegisterOrPredicate, Shape, Slot, SlotKind,
};
use crate::syntax::{InstructionLine, Node, Number, SpannedText, ValueKind, ValueText, excerpt};

/// The resolver of the slots of a line.
pub(super) struct SlotResolver<'r, 'c> {
    pub cx: &'r mut Context<'c>,
    pub file: &'static RegisterFile,
}

impl SlotResolver<'_, '_> {
    fn error<T>(&mut self, rule: &'static Rule, span: Span, message: String) -> Result<T, Reported> {
        Err(self.cx.findings.error(rule, span, message))
    }

    /// Resolves the operand in each slot. Optional slots are filled from the left while there are operands to spare; the
    /// others are absent.
    pub fn slots(
        &mut self,
        instr: &InstructionLine,
        row: &Instruction,
        signature: &NumberedSignature,
    ) -> Result<Vec<WrittenOperand>, Reported> {
        let end = Span::at(instr.mnemonic.span.range().end);
        let end = instr.operands.last().map_or(end, |node| node.span);
        let mut to_spare = self.filled_optional_count(instr, row, signature, end)?;
        let mut nodes = instr.operands.iter();
        let mut written = Vec::new();
        for (index, slot) in signature.slots.iter().enumerate() {
            if slot.is_optional && to_spare == 0 {
                written.push(Ok(WrittenOperand { kind: WrittenOperandKind::Absent, span: end }));
                continue;
            }
            to_spare -= usize::from(slot.is_optional);
            let Some(node) = nodes.next() else { break };
            let kind = self.in_slot(slot, signature.is_destination(index), node);
            written.push(kind.map(|kind| WrittenOperand { kind, span: node.span }));
        }
        collect_reported(written)
    }

    /// Returns the number of operands beyond the required ones. Reports a wrong number. `end` is the span of missing operands.
    fn filled_optional_count(
        &mut self,
        instr: &InstructionLine,
        row: &Instruction,
        signature: &NumberedSignature,
        end: Span,
    ) -> Result<usize, Reported> {
        let written = &instr.operands;
        let needed = signature.slots.iter().filter(|slot| !slot.is_optional).count();
        let most = signature.slots.len();
        if (needed..=most).contains(&written.len()) {
            return Ok(written.len() - needed);
        }
        let name =
            |slot: &Slot| if slot.is_optional { format!("{{{}}}", slot.name) } else { slot.name.to_owned() };
        let names: Vec<String> = signature.slots.iter().map(name).collect();
        let takes =
            if needed == most { counted(most, "operand") } else { format!("{needed} or {most} operands") };
        let takes = format!("`{}` takes {takes} ({})", row.mnemonic, names.join(", "));
        let (rule, extra) = (&self.file.rules.slots, extra_operand(signature, written));
        let count = OperandCount { rule, takes, most, extra, end };
        Err(self.cx.findings.push_error(count.mismatch(self.cx.text, written)))
    }

    /// Resolves the operand in a slot. Reports a form that is not allowed there.
    fn in_slot(
        &mut self,
        slot: &Slot,
        is_destination: bool,
        node: &Node,
    ) -> Result<WrittenOperandKind, Reported> {
        if is_destination {
            self.check_not_inverted(slot, node)?;
        }
        if node.is_broken {
            return Err(self.cx.findings.already_reported(node.span));
        }
        if accepts(slot.kind, node) {
            return self.operand_in_slot(slot, node);
        }
        let text = node.span.of(self.cx.text);
        if let Some(effect) = (self.file.not_modelled)(text) {
            let message = format!("`{}` {effect}, which is not modelled", excerpt(text));
            let finding = self.unmodelled(node.span, message);
            return Err(self.cx.findings.report_unmodelled(finding));
        }
        let message = format!(
            "expected {} for `{}`",
            expected_operand(self.cx.settings.set.shape, self.file, slot.kind),
            slot.name
        );
        let finding = Diagnostic::error(&self.file.rules.slot_kind, node.span, message);
        let is_open = node.form.is_none_or(|form| form == FormName::BARE_NAME);
        let with_minus = text.replace('\u{2212}', "-");
        let own = if with_minus == text { registers_in_own_case(self.file, text) } else { Some(with_minus) };
        Err(self.cx.findings.push_error(finding.write_if(own.filter(|_| is_open))))
    }

    /// Reports a destination that is inverted: only a predicate that is read can be inverted.
    fn check_not_inverted(&mut self, slot: &Slot, node: &Node) -> Result<(), Reported> {
        let name = node.name().filter(|_| node.is(FormName::PREDICATE) && node.has(PartKey::INVERTED));
        let Some(name) = name else { return Ok(()) };
        let message = format!(
            "`{}` is an output, and only inputs can be inverted; expected `{}`",
            slot.name, name.text
        );
        let finding = Diagnostic::error(&self.file.rules.slot_kind, node.span, message);
        Err(self.cx.findings.push_error(finding.write(&name.text)))
    }

    /// Resolves an operand whose form the slot accepts.
    fn operand_in_slot(&mut self, slot: &Slot, node: &Node) -> Result<WrittenOperandKind, Reported> {
        let [negated, upper] = [PartKey::NEGATED, PartKey::UPPER_HALF].map(|flag| node.has(flag));
        let bank = node.number(PartKey::CONSTANT_BANK).zip(node.number(PartKey::OFFSET));
        match (node.form, slot.kind, node.name(), node.value()) {
            (Some(FormName::REGISTER), SlotKind::Source | SlotKind::Bits | SlotKind::Half, Some(name), _) => {
                let number = self.register(name)?.number();
                Ok(WrittenOperandKind::Register { number, negated, upper })
            }
            (Some(FormName::REGISTER | FormName::ADDRESS), _, Some(name), _) => {
                self.whole_register(slot, name, node.span)
            }
            (Some(FormName::PREDICATE), _, Some(name), _) => {
                let number = self.predicate(name)?.number().map(u16::from);
                Ok(WrittenOperandKind::Predicate { number, inverted: node.has(PartKey::INVERTED) })
            }
            (Some(FormName::NUMBER), SlotKind::HeaderPointer, _, Some(value)) => {
                self.header_dword(value, node.span)
            }
            (Some(FormName::NUMBER), kind, _, Some(value)) => self.number(value, kind, node.span),
            (Some(FormName::CONSTANT), ..) if let Some((bank, offset)) = bank => {
                self.bank_dword(bank, offset, upper)
            }
            (_, SlotKind::LaneId(known), Some(name), _) => self.lane_id(known, name),
            _ => Err(self.cx.findings.report_fault(node.span)),
        }
    }

    /// Resolves a register without a flag. A slot with an address or a header takes no register that reads as 0.
    fn whole_register(
        &mut self,
        slot: &Slot,
        name: &SpannedText,
        span: Span,
    ) -> Result<WrittenOperandKind, Reported> {
        let number = self.register(name)?.number();
        if number.is_none() && slot.kind != SlotKind::Register {
            let zero = self.file.general.fixed;
            let message =
                format!("`{}` is {zero}, which always reads as 0; expected another register", slot.name);
            return self.error(&self.file.rules.fixed_register, span, message);
        }
        Ok(WrittenOperandKind::Register { number, negated: false, upper: false })
    }

    /// Resolves the special register with the number of the lane.
    fn lane_id(&mut self, known: &str, name: &SpannedText) -> Result<WrittenOperandKind, Reported> {
        if name.text == known {
            return Ok(WrittenOperandKind::Lane);
        }
        if let Some(close) = self.cx.findings.similar(&name.text, [known]) {
            let message = format!("unknown special register `{}`; expected `{close}`", name.text);
            let finding = Diagnostic::error(&self.file.rules.slot_kind, name.span, message);
            return Err(self.cx.findings.push_error(finding.write(close)));
        }
        let finding = self.unmodelled(name.span, format!("`{}` is not modelled", name.text));
        let note = format!("only `{known}` is modelled; `.set` can give a register another value");
        Err(self.cx.findings.report_unmodelled(finding.note(note)))
    }

    /// Returns the warning for a part of a line that is not modelled.
    fn unmodelled(&self, span: Span, message: String) -> Diagnostic {
        let rule = &self.cx.settings.set.rules.unknown_instruction;
        Diagnostic::warning(rule, span, format!("{message}; the program stops before this line"))
    }

    /// Converts a header pointer to a constant. The pointer is the number of a word in the constant bank.
    fn header_dword(&mut self, value: &ValueText, span: Span) -> Result<WrittenOperandKind, Reported> {
        let bits = self.file.constant_bank.index_bits;
        match value.kind.integer().filter(|index| (0..1 << bits).contains(index)) {
            Some(index) => Ok(WrittenOperandKind::Constant { byte_offset: 4 * index as u32, upper: false }),
            None => {
                let message = format!("expected 0 to {:#x}, the number of a word", (1 << bits) - 1);
                self.error(&self.file.rules.header_pointer, span, message)
            }
        }
    }

    /// Converts the bank and byte offset of a constant to an operand.
    fn bank_dword(
        &mut self,
        bank: Number,
        offset: Number,
        upper: bool,
    ) -> Result<WrittenOperandKind, Reported> {
        if bank.value != 0 {
            let message = format!("bank {} is not modelled; expected bank 0", bank.value);
            return self.error(&self.file.rules.bank, bank.span, message);
        }
        let byte_offset = constant_bank::check_address(self.file, offset, &mut self.cx.findings)?;
        Ok(WrittenOperandKind::Constant { byte_offset, upper })
    }

    fn number(
        &mut self,
        value: &ValueText,
        kind: SlotKind,
        span: Span,
    ) -> Result<WrittenOperandKind, Reported> {
        let bits = match value.kind {
            ValueKind::Float(number) if kind == SlotKind::Bits => {
                let bits = values::from_float(number, ScalarType::F);
                let infinite = values::stored_as_infinity(value, Bits::known(bits), ScalarType::F);
                self.cx.findings.extend(infinite);
                Some(bits)
            }
            _ => value
                .kind
                .integer()
                .filter(|n| (-(1i128 << 31)..1i128 << 32).contains(n))
                .map(|n| u64::from(n as u32)),
        };
        match bits {
            Some(bits) => Ok(WrittenOperandKind::Number(bits)),
            None => {
                let kind = if kind == SlotKind::Bits { "number" } else { "whole number" };
                let message =
                    format!("expected a {kind} of 32 bits, found `{}`", excerpt(span.of(self.cx.text)));
                self.error(&self.file.rules.immediate, span, message)
            }
        }
    }

    fn register(&mut self, name: &SpannedText) -> Result<RegisterOrPredicate, Reported> {
        self.member(self.file.general, name)
    }

    pub fn predicate(&mut self, name: &SpannedText) -> Result<RegisterOrPredicate, Reported> {
        self.member(self.file.predicates, name)
    }

    /// Returns the register or predicate with a name. Reports another name.
    fn member(&mut self, names: RegisterNames, name: &SpannedText) -> Result<RegisterOrPredicate, Reported> {
        names.member(&name.text).ok_or_else(|| {
            let message =
                format!("there is no `{}`; expected {} or {}", name.text, names.range(), names.fixed);
            let finding = Diagnostic::error(&self.file.rules.register, name.span, message);
            let own = registers_in_own_case(self.file, &name.text);
            let own = own.filter(|own| names.member(own).is_some());
            self.cx.findings.push_error(finding.write_if(own))
        })
    }

    /// Checks alignment and end of the register vectors that start in the slots.
    pub fn check_vectors(
        &mut self,
        signature: &NumberedSignature,
        line_registers: &LineRegisters,
        slots: &[WrittenOperand],
    ) -> Result<(), Reported> {
        let mut result = Ok(());
        for (k, (slot, written)) in signature.slots.iter().zip(slots).enumerate() {
            let WrittenOperandKind::Register { number: Some(number), .. } = written.kind else { continue };
            let count = line_registers.slot_registers(signature.operands, k);
            let align = count.next_power_of_two();
            let number = usize::from(number);
            let RegisterNames { prefix, last, .. } = self.file.general;
            if !number.is_multiple_of(align) {
                let message = format!(
                    "`{}` starts {count} registers at {prefix}{number}; expected a number that is a multiple of {align}",
                    slot.name
                );
                result = self.error(&self.file.rules.alignment, written.span, message);
            } else if number + count > usize::from(last) + 1 {
                let end = number + count - 1;
                let message =
                    format!("`{}` would end at {prefix}{end}; expected {prefix}{last} or before", slot.name);
                result = self.error(&self.file.rules.vector_end, written.span, message);
            }
        }
        result
    }
}

/// Returns the index of the extra operand: the others fit the slots, by their forms. If several operands may be the extra one, it
/// is the last of these. If none may be, it is the first one past the slots.
fn extra_operand(signature: &NumberedSignature, written: &[Node]) -> usize {
    let is_extra = |extra: &usize| {
        let others = written.iter().enumerate().filter(|(index, _)| index != extra).map(|(_, node)| node);
        signature
            .slots
            .iter()
            .zip(others)
            .all(|(slot, node)| node.form.is_some_and(|form| slot.kind.forms().contains(&form)))
    };
    (0..written.len()).rev().find(is_extra).unwrap_or(signature.slots.len())
}

/// Returns whether a slot accepts an operand, by its form and its flags.
fn accepts(kind: SlotKind, node: &Node) -> bool {
    let number = node.value().and_then(|value| value.kind.integer());
    let is_half = number.is_some_and(|number| (0..1 << 16).contains(&number));
    node.form.is_some_and(|form| kind.forms().contains(&form))
        && (kind == SlotKind::Half || !node.has(PartKey::UPPER_HALF))
        && (kind == SlotKind::Source || !node.has(PartKey::NEGATED))
        && (kind != SlotKind::Half || !node.is(FormName::NUMBER) || is_half)
}

/// Describes the operands that a slot takes.
fn expected_operand(shape: &Shape, file: &RegisterFile, kind: SlotKind) -> String {
    let register = file.general.name(4);
    match kind {
        SlotKind::Register => format!("a register such as `{register}`"),
        SlotKind::Address => {
            format!("a register in brackets such as `{}`", shape.in_form(FormName::ADDRESS, &register))
        }
        SlotKind::Predicate => format!("a predicate such as `{}`", file.predicates.name(0)),
        SlotKind::HeaderPointer => "a register or a number of words such as `0x50`".to_owned(),
        SlotKind::Source | SlotKind::Bits => {
            let word = format!("{}[0x0][0x10]", file.constant_bank.name);
            format!("a register, a number or a word of the constant bank such as `{word}`")
        }
        SlotKind::Half => {
            let upper = PartKey::UPPER_HALF.0;
            format!(
                "a register or a word of the constant bank, with `{upper}` for its upper half, or a number of 16 bits"
            )
        }
        SlotKind::LaneId(name) => one_of([name]),
    }
}
