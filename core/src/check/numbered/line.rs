//! Numbered registers, predicates and constants in the slots of a line.

use super::spaces::Spaces;
use super::{bank, slots};
use crate::base::{Bits, Rule, ScalarType, Span};
use crate::check::context::Context;
use crate::check::layout_builder::Declared;
use crate::check::model::Binder;
use crate::check::slot_lines::{SlotRegisters, bind};
use crate::exec::{Bound, BoundOperand, BoundPredicate, OperandForm, WrittenOperand, WrittenPredicate};
use crate::machine::{Place, SpaceId};
use crate::spec::{Direction, Fit, Instruction, Numbered, PredicateMode, RegisterForm, Slot};
use crate::syntax::{Instr, OperandText};
use std::rc::Rc;

/// The binder of lines with numbered registers.
pub(super) struct NumberedBinder {
    pub registers: &'static Numbered,
    pub spaces: Spaces,
}

impl Binder for NumberedBinder {
    fn bind(&mut self, cx: &mut Context, span: Span, instr: &Instr, row: &Rc<Instruction>) -> Option<Bound> {
        bind(self, cx, span, instr, row)
    }

    fn finish(self: Box<Self>, declared: &mut Declared, lanes: usize) -> Option<SpaceId> {
        self.spaces.finish(declared, lanes)
    }
}

impl SlotRegisters for NumberedBinder {
    fn count_rule(&self) -> &'static Rule {
        &self.registers.rules.slots
    }

    fn unwritten_op_rule(&self) -> &'static Rule {
        &self.registers.rules.unwritten_op
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

    fn check(
        &self,
        cx: &mut Context,
        _: &Instruction,
        form: &RegisterForm,
        fit: &Fit,
        slots: &[WrittenOperand],
    ) {
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
