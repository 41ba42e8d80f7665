//! Virtual registers and predicates in the slots of a statement.

use super::names::{RegisterLookup, in_words};
use crate::base::{Bits, Rule, ScalarType, Span, one_of};
use crate::check::context::Context;
use crate::check::layout_builder::Declared;
use crate::check::model::Binder;
use crate::check::slot_lines::{SlotRegisters, bind};
use crate::check::values::range;
use crate::check::words;
use crate::diag::Diagnostic;
use crate::exec::{
    Bound, BoundOperand, BoundPredicate, OperandForm, Region, WrittenOperand, WrittenPredicate,
};
use crate::machine::{SpaceId, SpaceKind};
use crate::spec::{
    Direction, Fit, Instruction, PredicateMode, RegisterContent, RowForm, Slot, SlotForm, SlotKind,
    SlotOperand, Virtual,
};
use crate::syntax::{Instr, Number, OperandText, SpannedText, ValueKind, ValueText};
use std::rc::Rc;

/// The binder of statements on virtual registers.
pub(super) struct VirtualBinder<'m> {
    pub names: &'m RegisterLookup<'m>,
    /// Whether a line writes the bits of exited lanes. Their space follows all declared ones.
    pub has_exits: bool,
}

impl Binder for VirtualBinder<'_> {
    fn bind(&mut self, cx: &mut Context, span: Span, instr: &Instr, row: &Rc<Instruction>) -> Option<Bound> {
        let RowForm::Virtual(form) = &row.form else { return None };
        let words = words::read(cx, instr, row)?;
        bind(self, cx, span, instr, (row, form), words)
    }

    fn finish(self: Box<Self>, declared: &mut Declared, _: usize) -> Option<SpaceId> {
        self.has_exits.then(|| {
            declared.initial.push_zeroed(4);
            declared.layout.add_space("exited lanes", SpaceKind::Predicate, 4)
        })
    }
}

impl SlotRegisters for VirtualBinder<'_> {
    fn count_rule(&self) -> &'static Rule {
        &self.names.registers.rules.slots
    }

    fn in_slot(
        &self,
        cx: &mut Context,
        slot: &Slot,
        is_written: bool,
        text: &OperandText,
    ) -> Option<OperandForm> {
        let rules = self.names.registers.rules;
        match (slot.kind, text) {
            (SlotKind::Register | SlotKind::Source, OperandText::Name(name)) => {
                let index = self.variable(cx, slot, name)?;
                return Some(OperandForm::Variable { index, offset_bytes: 0 });
            }
            (SlotKind::Address, OperandText::Address { name, offset, .. }) => {
                let index = self.variable(cx, slot, name)?;
                let offset = offset.map_or(Some(0), |Number { value, .. }| i64::try_from(value).ok());
                if offset.is_none() {
                    let message = "expected a number of 64 bits after `+`".to_owned();
                    cx.error(&rules.immediate, text.span(), message);
                }
                return Some(OperandForm::Address { index, offset: offset? });
            }
            (SlotKind::Predicate, OperandText::Name(name)) => {
                let number = self.predicate(cx, name)?;
                return Some(OperandForm::Predicate { number: Some(number), inverted: false });
            }
            (SlotKind::Predicate, OperandText::Predicate { name, inverted, .. }) if !is_written => {
                let number = self.predicate(cx, name)?;
                return Some(OperandForm::Predicate { number: Some(number), inverted: *inverted });
            }
            (SlotKind::Source, OperandText::Immediate { value, .. }) => {
                if let Some(bits) = pattern(value) {
                    return Some(OperandForm::Number(bits));
                }
            }
            (SlotKind::Special(names), OperandText::Name(name))
                if names.iter().any(|(known, _)| *known == name.text) =>
            {
                return Some(OperandForm::Lane);
            }
            _ => {}
        }
        let message = format!("expected {} for `{}`", Virtual::wanted(slot.kind), slot.name);
        let finding = Diagnostic::error(&rules.slot_kind, text.span(), message);
        cx.findings.push(match (slot.kind, text) {
            (SlotKind::Address, OperandText::Name(name)) => finding.write(format!("[{}]", name.text)),
            _ => finding,
        });
        None
    }

    /// Checks the types of registers, and the ranges of numbers.
    fn check(&self, cx: &mut Context, form: &SlotForm, fit: &Fit, slots: &[WrittenOperand]) {
        for (at, operand) in form.operands.iter().enumerate() {
            let SlotOperand::Slot { slot, .. } = operand.kind else { continue };
            let (Some(row), Some(written)) = (form.slots.get(slot), slots.get(slot)) else { continue };
            let (_, ty) = fit.operand(at);
            match written.kind {
                OperandForm::Variable { index, .. } => {
                    let is_free = (fit.is_untyped, fit.may_be_wider);
                    self.check_type(cx, row, index, written.span, ty, is_free);
                }
                OperandForm::Address { index, .. } => {
                    self.check_type(cx, row, index, written.span, ty, (false, false));
                }
                OperandForm::Number(bits) if !fits(bits, ty) => {
                    let message = format!("this number does not fit `{}`, which has type {ty}", row.name);
                    cx.error(&self.names.registers.rules.immediate, written.span, message);
                }
                _ => {}
            }
        }
    }

    fn guard(
        &mut self,
        cx: &mut Context,
        instr: &Instr,
    ) -> Option<(Option<BoundPredicate>, WrittenPredicate)> {
        let text = instr.predicate.as_ref()?;
        let number = self.predicate(cx, &text.name)?;
        let (mode, inverted) = (PredicateMode::PerLane, text.inverted);
        let space = cx.declared.layout.predicates[usize::from(number)].space;
        let written = WrittenPredicate { number: Some(number), mode, inverted, span: text.span };
        Some((Some(BoundPredicate { space, mode, first_bit: 0, bit_count: 32, inverted }), written))
    }

    fn register(
        &mut self,
        declared: &Declared,
        form: &OperandForm,
        _: Direction,
        (_, data): (usize, ScalarType),
    ) -> BoundOperand {
        let layout = &declared.layout;
        match *form {
            OperandForm::Variable { index, .. } | OperandForm::Address { index, .. } => {
                let variable = &layout.variables[index];
                BoundOperand::Elements {
                    space: variable.space,
                    byte_offset: 0,
                    ty: variable.ty,
                    data,
                    region: Region::CONTIGUOUS,
                    modifier: None,
                }
            }
            OperandForm::Predicate { number: Some(number), inverted } => BoundOperand::Bits {
                space: layout.predicates[usize::from(number)].space,
                first_bit: 0,
                inverted,
            },
            _ => BoundOperand::Null,
        }
    }

    fn exited(&mut self, declared: &Declared) -> BoundOperand {
        self.has_exits = true;
        // A scenario has at most 1,000 spaces.
        let space = SpaceId(declared.layout.spaces.len() as u16);
        BoundOperand::Bits { space, first_bit: 0, inverted: false }
    }
}

impl VirtualBinder<'_> {
    /// Returns the index of the variable that a name denotes. Reports a name that is not declared, or a predicate.
    fn variable(&self, cx: &mut Context, slot: &Slot, name: &SpannedText) -> Option<usize> {
        let declared = cx.declared;
        let Some(register) = self.names.scopes.register(name) else {
            self.undeclared(cx, name);
            return None;
        };
        if register.content == RegisterContent::Predicate {
            let message = format!(
                "`{}` is a predicate; expected {} for `{}`",
                name.text,
                Virtual::wanted(slot.kind),
                slot.name
            );
            cx.error(&self.names.registers.rules.register_type, name.span, message);
            return None;
        }
        // A register beyond the limit on names has been reported.
        declared.layout.variable_index(&register.name)
    }

    /// Returns the index of the predicate that a name denotes. Reports a name that is not declared, or not a predicate.
    fn predicate(&self, cx: &mut Context, name: &SpannedText) -> Option<u16> {
        let declared = cx.declared;
        let names = self.names;
        let Some(register) = names.scopes.register(name) else {
            self.undeclared(cx, name);
            return None;
        };
        if register.content != RegisterContent::Predicate {
            let own = in_words(names.registers, register.content);
            let message = format!("`{}` is {own}; expected a predicate", name.text);
            cx.error(&names.registers.rules.register_type, name.span, message);
            return None;
        }
        // A scenario has at most 1,000 names.
        declared.layout.predicate_index(&register.name).map(|index| index as u16)
    }

    fn undeclared(&self, cx: &mut Context, name: &SpannedText) {
        if !cx.declared.broken.contains(&name.text) {
            let finding = self.names.undeclared(&cx.declared.layout, name, &cx.findings);
            cx.findings.push(finding);
        }
    }

    /// Reports a register whose type or width is wrong for its slot. `is_free` says whether the values are untyped and
    /// whether the register may be wider.
    fn check_type(
        &self,
        cx: &mut Context,
        slot: &Slot,
        index: usize,
        span: Span,
        ty: ScalarType,
        (is_untyped, may_be_wider): (bool, bool),
    ) {
        let names = self.names;
        let name = &cx.declared.layout.variables[index].name;
        let Some(content) = names.scopes.content(name) else { return };
        if content.holds(ty, is_untyped, may_be_wider) {
            return;
        }
        let holds = |content: RegisterContent| content.holds(ty, is_untyped, may_be_wider);
        let fitting = names.registers.types.iter().filter(|ty| holds(ty.content)).map(|ty| ty.word);
        let own = in_words(names.registers, content);
        let message = format!("`{name}` is {own}; `{}` expects {}", slot.name, one_of(fitting));
        cx.error(&names.registers.rules.register_type, span, message);
    }
}

/// Returns the bits of a whole number, in two's complement; `None` for a float.
fn pattern(value: &ValueText) -> Option<u64> {
    match value.kind {
        // A number has at most 64 bits.
        ValueKind::Decimal(number) => Some(number as u64),
        ValueKind::Pattern(bits) => Some(bits),
        _ => None,
    }
}

/// Returns whether a number in two's complement has a value of a type, signed or not.
fn fits(bits: u64, ty: ScalarType) -> bool {
    let width = ty.width_bits();
    let low = Bits::known(bits).truncate(width).value;
    let is_negative = width < 64 && bits >> (width - 1) == u64::MAX >> (width - 1);
    low == bits || is_negative || range(ty).contains(&i128::from(bits as i64))
}
