//! Numbered registers, predicates and constants in the slots of a line.

use super::compile_input::{compile_input, resolve_line_registers};
use super::numbered_document_check::NumberedDocumentCheck;
use super::slots::SlotResolver;
use crate::base::{Bits, Rule, ScalarType};
use crate::check::findings::Reported;
use crate::check::lines::context::Context;
use crate::check::lines::modifiers;
use crate::diag::Diagnostic;
use crate::exec::{
    Blocks, Bound, BoundOperand, BoundPredicate, PredicateMode, WrittenLine, WrittenOperand,
    WrittenOperandKind, WrittenPredicate,
};
use crate::machine::Place;
use crate::spec::{
    Direction, ImpliedOperand, Instruction, Modifier, ModifierValue, ModifierValues, Operand, OperandKind,
    OperandRegisters, PartKey,
};
use crate::syntax::{InstructionLine, LineModifiers};
use std::rc::Rc;

impl NumberedDocumentCheck {
    pub(super) fn bind_line(
        &mut self,
        cx: &mut Context,
        instr: &InstructionLine,
        row: &Rc<Instruction>,
    ) -> Result<Bound, Reported> {
        let signature = row.numbered().expect("every row of this set has slots");
        let mut modifiers = modifiers::resolve(cx, instr, row)?;
        unwritten_op(cx, &self.spaces.file.rules.unwritten_op, instr, row, &mut modifiers)?;
        let slots = self.resolver(cx).slots(instr, row, signature)?;
        let line_registers = resolve_line_registers(cx, instr, signature, &modifiers, &slots)?;
        let vectors = self.resolver(cx).check_vectors(signature, &line_registers, &slots);
        let guard = self.guard(cx, instr);
        vectors?;
        let (guard, written_guard) = guard?.unzip();
        let surface_kind = modifiers.attributes().surface_kind;
        let op = modifiers::op_in_force(cx, row, &modifiers).map(|op| match row.op_table() {
            Some(table) => cx.notations.with_suffix(table, op, modifiers.attributes().op_suffix),
            None => op,
        });
        let op_name = op.as_ref().map(|op| op.name.as_str());
        let input = compile_input(cx, row, signature, &line_registers, &modifiers, op_name, &slots);
        let (access, exec_size) = (input.access, input.exec_size);
        let code = cx.compiler.compile(row, op.as_ref(), input, instr.mnemonic.span, &mut cx.findings)?;
        let operands = signature.operands.iter().enumerate();
        let operands = operands
            .map(|(index, operand)| self.bind_operand(cx, operand, line_registers.operand(index), &slots));
        let operands = operands.collect();
        Ok(Bound {
            row: Rc::clone(row),
            span: cx.line_span,
            operands,
            blocks: Blocks::ONE,
            line: WrittenLine {
                mnemonic: instr.mnemonic.span,
                predicate: written_guard,
                modifiers: modifiers.choices,
                exec: None,
                operands: slots,
            },
            title: title(instr),
            op: op.map(|op| op.name),
            code,
            exec_size,
            mask_offset: 0,
            no_mask: false,
            predicate: guard.flatten(),
            access,
            element_bytes: line_registers.access.element_bytes,
            surface_kind,
            skips_helpers: row.skips_helpers,
            takes_sign: line_registers.access.takes_sign,
            memory: (row.memory_behaviour)(&cx.settings.readings),
            schedule: cx.schedule(),
        })
    }

    /// Returns a resolver of the slots of a line.
    fn resolver<'r, 'c>(&self, cx: &'r mut Context<'c>) -> SlotResolver<'r, 'c> {
        SlotResolver { cx, file: self.spaces.file }
    }

    /// Returns the guard, for execution and as it is written. The predicate that is always true guards nothing.
    fn guard(
        &mut self,
        cx: &mut Context,
        instr: &InstructionLine,
    ) -> Result<Option<(Option<BoundPredicate>, WrittenPredicate)>, Reported> {
        let Some(guard) = &instr.guard else { return Ok(None) };
        let Some(name) = guard.name() else { return Ok(None) };
        let number = self.resolver(cx).predicate(name)?.number().map(u16::from);
        let (mode, span) = (PredicateMode::PerLane, guard.span);
        let is_inverted = guard.has(PartKey::INVERTED);
        let written = WrittenPredicate { number, mode, inverted: is_inverted, span };
        if number.is_none() && !is_inverted {
            return Ok(Some((None, written)));
        }
        let space = self.spaces.guard(&cx.declared.layout, number);
        let inverted = is_inverted && number.is_some();
        let bound = BoundPredicate { space, mode, first_bit: 0, bit_count: 32, inverted };
        Ok(Some((Some(bound), written)))
    }

    /// Binds an operand of the row to the slot that it comes from.
    fn bind_operand(
        &mut self,
        cx: &mut Context,
        operand: &Operand,
        operand_registers: OperandRegisters,
        slots: &[WrittenOperand],
    ) -> BoundOperand {
        let slot = match operand.kind {
            OperandKind::Slot(slot) => slot,
            OperandKind::Implied(ImpliedOperand::AllSurfaces) => return BoundOperand::Memory,
            OperandKind::Implied(ImpliedOperand::ExitedLanes) => {
                let space = self.spaces.exited(&cx.declared.layout);
                return BoundOperand::Bits { space, first_bit: 0, inverted: false };
            }
            _ => return BoundOperand::Null,
        };
        let OperandRegisters { offset, ty: data } = operand_registers;
        let (Some(offset), Some(written)) = (offset, slots.get(slot)) else { return BoundOperand::Null };
        match &written.kind {
            WrittenOperandKind::Number(bits) => {
                BoundOperand::Immediate { bits: Bits::known(*bits), ty: data }
            }
            WrittenOperandKind::Lane => BoundOperand::Lane,
            form => self.bind_form(cx, form, operand.direction, offset, data),
        }
    }

    /// Binds a register, a predicate or a word of the constant bank.
    fn bind_form(
        &mut self,
        cx: &mut Context,
        form: &WrittenOperandKind,
        direction: Option<Direction>,
        offset: usize,
        data: ScalarType,
    ) -> BoundOperand {
        match *form {
            WrittenOperandKind::Register { number: Some(number), negated, upper } => {
                let upper = upper && data.size_bytes() == 2;
                // The register exists: the end of the vector has been checked.
                let number = usize::from(number) + offset;
                let low = self.spaces.register(&cx.declared.layout, number);
                let high =
                    (data.size_bytes() == 8).then(|| self.spaces.register(&cx.declared.layout, number + 1));
                BoundOperand::Register { low, high, data, negated, upper }
            }
            WrittenOperandKind::Predicate { number: Some(number), inverted } => BoundOperand::Bits {
                space: self.spaces.predicate(&cx.declared.layout, number),
                first_bit: 0,
                inverted,
            },
            WrittenOperandKind::Predicate { number: None, inverted } if direction == Some(Direction::In) => {
                BoundOperand::Immediate { bits: Bits::known(u64::from(!inverted)), ty: ScalarType::Ub }
            }
            WrittenOperandKind::Constant { byte_offset, upper } => {
                // Little-endian: the upper half follows the lower.
                let byte_offset = byte_offset + if upper && data.size_bytes() == 2 { 2 } else { 0 };
                let size_bytes = data.size_bytes() as u32;
                match cx.declared.layout.constant_bank {
                    Some(space) => {
                        BoundOperand::Uniform { place: Place { space, byte_offset, size_bytes }, data }
                    }
                    None => BoundOperand::Null,
                }
            }
            _ => BoundOperand::Null,
        }
    }
}

/// Adds the implied operation to the words of a line. Reports an error if a reading requires a written one.
fn unwritten_op(
    cx: &mut Context,
    rule: &'static Rule,
    instr: &InstructionLine,
    row: &Instruction,
    modifiers: &mut LineModifiers,
) -> Result<(), Reported> {
    let has_op = modifiers.op.is_some() || modifiers.document_op().is_some();
    let unwritten = row.numbered().and_then(|signature| signature.unwritten_op);
    let is_op = |modifier: &&Modifier| matches!(modifier.values, ModifierValues::Ops(_));
    let modifier = row.modifiers.iter().find(is_op);
    let (Some(unwritten), Some(modifier)) = (unwritten.filter(|_| !has_op), modifier) else { return Ok(()) };
    let span = instr.modifiers.last().map_or(instr.mnemonic.span, |word| instr.mnemonic.span.to(word.span));
    if unwritten.choice.holds(&cx.settings.readings) {
        let op = row.op_table().and_then(|table| table.op(unwritten.op));
        modifiers.choose(modifier, op.map(ModifierValue::from_op), None);
        let message = format!("no operation is written; `{}` is used", unwritten.op);
        cx.findings.push(Diagnostic::warning(rule, span, message));
        return Ok(());
    }
    let message = format!("`{}` lacks its operation; expected one such as `{}`", row.mnemonic, unwritten.op);
    Err(cx.findings.error(rule, span, message))
}

/// Formats the line's name for a heading.
fn title(instr: &InstructionLine) -> String {
    let words = std::iter::once(&instr.mnemonic).chain(&instr.modifiers);
    words.map(|word| word.text.as_str()).collect::<Vec<_>>().join(".")
}
