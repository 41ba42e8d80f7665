//! Numbered registers, predicates and constants in the slots of a line.

use super::spaces::Spaces;
use super::{bank, slots};
use crate::base::{Bits, Rule, ScalarType, Span};
use crate::check::context::Context;
use crate::check::layout_builder::Declared;
use crate::check::model::Binder;
use crate::check::slot_lines::{SlotRegisters, bind};
use crate::check::words::{self, Words};
use crate::diag::Diagnostic;
use crate::exec::{
    Bound, BoundOperand, BoundPredicate, OperandForm, WrittenOperand, WrittenPredicate, WrittenWord,
};
use crate::machine::{Place, SpaceId};
use crate::spec::{
    Direction, Fit, Instruction, Modifier, ModifierKind, Numbered, NumberedForm, PredicateMode, RowForm,
    Slot, SlotForm, WordChoice,
};
use crate::syntax::{Instr, OperandText};
use std::rc::Rc;

/// The binder of lines with numbered registers.
pub(super) struct NumberedBinder {
    pub registers: &'static Numbered,
    pub spaces: Spaces,
}

impl Binder for NumberedBinder {
    fn bind(&mut self, cx: &mut Context, span: Span, instr: &Instr, row: &Rc<Instruction>) -> Option<Bound> {
        let RowForm::Numbered(form) = &row.form else { return None };
        let mut words = words::read(cx, instr, row)?;
        unwritten_op(cx, &self.registers.rules.unwritten_op, instr, row, form, &mut words)?;
        let bound = bind(self, cx, span, instr, (row, &form.slots), words)?;
        Some(Bound { skips_helpers: form.skips_helpers, ..bound })
    }

    fn finish(self: Box<Self>, declared: &mut Declared, lanes: usize) -> Option<SpaceId> {
        self.spaces.finish(declared, lanes)
    }
}

impl SlotRegisters for NumberedBinder {
    fn count_rule(&self) -> &'static Rule {
        &self.registers.rules.slots
    }

    fn in_slot(
        &self,
        cx: &mut Context,
        slot: &Slot,
        is_written: bool,
        text: &OperandText,
    ) -> Option<OperandForm> {
        slots::in_slot(cx, self.registers, slot, is_written, text)
    }

    fn check(&self, cx: &mut Context, form: &SlotForm, fit: &Fit, slots: &[WrittenOperand]) {
        slots::vectors(cx, self.registers, form, fit, slots);
    }

    /// Returns the guard. The constant predicate disables no lane.
    fn guard(
        &mut self,
        cx: &mut Context,
        instr: &Instr,
    ) -> Option<(Option<BoundPredicate>, WrittenPredicate)> {
        let text = instr.predicate.as_ref()?;
        let number = slots::predicate_name(cx, self.registers, &text.name)?;
        let (mode, span) = (PredicateMode::PerLane, text.span);
        let written = WrittenPredicate { number, mode, inverted: text.inverted, span };
        if number.is_none() && !text.inverted {
            return Some((None, written));
        }
        let space = self.spaces.guard(cx.declared, number);
        let inverted = text.inverted && number.is_some();
        Some((Some(BoundPredicate { space, mode, first_bit: 0, bit_count: 32, inverted }), written))
    }

    fn register(
        &mut self,
        declared: &Declared,
        form: &OperandForm,
        direction: Direction,
        (at, data): (usize, ScalarType),
    ) -> BoundOperand {
        match *form {
            OperandForm::Register { number: Some(number), negated, upper } => {
                let upper = upper && data.size_bytes() == 2;
                // The register exists: the end of the vector has been checked.
                let number = usize::from(number) + at;
                let low = self.spaces.register(declared, number);
                let high = (data.size_bytes() == 8).then(|| self.spaces.register(declared, number + 1));
                BoundOperand::Register { low, high, data, negated, upper }
            }
            OperandForm::Predicate { number: Some(number), inverted } => {
                BoundOperand::Bits { space: self.spaces.predicate(declared, number), first_bit: 0, inverted }
            }
            OperandForm::Predicate { number: None, inverted } if direction == Direction::In => {
                BoundOperand::Immediate { bits: Bits::known(u64::from(!inverted)), ty: ScalarType::Ub }
            }
            OperandForm::Constant { byte_offset, upper } => {
                // Little-endian: the upper half follows the lower.
                let byte_offset = byte_offset + if upper && data.size_bytes() == 2 { 2 } else { 0 };
                let size_bytes = data.size_bytes() as u32;
                match bank::space(&declared.layout, self.registers) {
                    Some(space) => {
                        BoundOperand::Uniform { place: Place { space, byte_offset, size_bytes }, data }
                    }
                    None => BoundOperand::Null,
                }
            }
            _ => BoundOperand::Null,
        }
    }

    fn exited(&mut self, declared: &Declared) -> BoundOperand {
        BoundOperand::Bits { space: self.spaces.exited(declared), first_bit: 0, inverted: false }
    }
}

/// Adds the implied operation to the words of a line. Reports an error if a reading requires a written one.
fn unwritten_op(
    cx: &mut Context,
    rule: &'static Rule,
    instr: &Instr,
    row: &Instruction,
    form: &NumberedForm,
    words: &mut Words,
) -> Option<()> {
    let (Some(unwritten), None, Some(table)) = (&form.unwritten_op, &words.op, row.op_table()) else {
        return Some(());
    };
    let is_op = |modifier: &&Modifier| matches!(modifier.kind, ModifierKind::Op(_));
    let modifier = row.modifiers.iter().find(is_op)?;
    let span = instr.modifiers.last().map_or(instr.mnemonic.span, |word| instr.mnemonic.span.to(word.span));
    if cx.settings.readings.is(unwritten.reading, unwritten.choice) {
        words.op = cx.notations.op(table, unwritten.op);
        let choice = WordChoice::Op(words.op.as_ref().and_then(|op| op.row));
        words.written.push(WrittenWord { modifier: modifier.name, choice, span: None });
        let message = format!("no operation is written; `{}` is used", unwritten.op);
        cx.findings.push(Diagnostic::warning(rule, span, message));
        return Some(());
    }
    let message = format!("`{}` lacks its operation; expected one such as `{}`", row.mnemonic, unwritten.op);
    cx.error(rule, span, message);
    None
}
