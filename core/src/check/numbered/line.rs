//! Binding of a line with numbered registers.

use super::spaces::Spaces;
use super::{bank, slots};
use crate::base::{Bits, ScalarType, Span, SurfaceKind};
use crate::check::compiler::Meaning;
use crate::check::context::Context;
use crate::check::layout_builder::Declared;
use crate::check::model::Binder;
use crate::check::words::{self, Words};
use crate::diag::Diagnostic;
use crate::exec::{
    Bound, BoundOperand, BoundPredicate, OperandForm, WordChoice, WrittenLine, WrittenOperand,
    WrittenPredicate, WrittenWord,
};
use crate::machine::{Place, SpaceId};
use crate::semantics::{Constant, ModifierWords, OperandBinding, OperandShape};
use crate::spec::{
    AddressModel, Direction, Fit, Instruction, Line, Modifier, ModifierKind, Numbered, Operand, OperandKind,
    PredicateMode, Refusal, RegisterForm,
};
use crate::syntax::Instr;
use std::rc::Rc;

/// The binder of lines with numbered registers.
pub(super) struct NumberedBinder {
    pub registers: &'static Numbered,
    pub spaces: Spaces,
}

impl Binder for NumberedBinder {
    fn bind(&mut self, cx: &mut Context, span: Span, instr: &Instr, row: &Rc<Instruction>) -> Option<Bound> {
        let form = row.registers.as_ref()?;
        let before = cx.findings.len();
        let mut words = words::read(cx, instr, row)?;
        unwritten_op(cx, self.registers, instr, row, form, &mut words)?;
        let slots = slots::slots(cx, self.registers, instr, row, form)?;
        let fit = fit(cx, instr, form, &words, &slots)?;
        slots::vectors(cx, self.registers, form, &fit, &slots);
        let (guard, written_guard) = self.guard(cx, instr).unzip();
        if cx.has_errors_since(before) {
            return None;
        }
        let surface_kind = words.chosen().find_map(|(_, word)| kind_of(row, word));
        let meaning = meaning(cx, row, form, &fit, &words, &slots);
        let (access, exec_size) = (meaning.access, meaning.exec_size);
        let op = meaning.op.as_ref().map(|op| op.name.clone());
        let code = cx.code(row, meaning, instr.mnemonic.span)?;
        let operands = row.operands.iter().enumerate();
        let operands =
            operands.map(|(at, operand)| self.operand(cx.declared, operand, fit.operand(at), &slots));
        Some(Bound {
            row: Rc::clone(row),
            span,
            operands: operands.collect(),
            line: WrittenLine {
                mnemonic: instr.mnemonic.span,
                predicate: written_guard,
                words: words.written,
                exec: None,
                operands: slots,
            },
            title: title(instr),
            op,
            code,
            exec_size,
            mask_offset: 0,
            no_mask: false,
            predicate: guard.flatten(),
            access,
            surface_kind,
            skips_helpers: form.skips_helpers,
            takes_sign: fit.takes_sign,
            memory: (row.memory)(&cx.settings.readings),
            schedule: cx.schedule(span),
        })
    }

    fn finish(self: Box<Self>, declared: &mut Declared, lanes: usize) -> Option<SpaceId> {
        self.spaces.finish(declared, lanes)
    }
}

impl NumberedBinder {
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

    /// Binds an operand of the row to the slot that it comes from.
    fn operand(
        &mut self,
        declared: &Declared,
        operand: &Operand,
        (at, data): (Option<usize>, ScalarType),
        slots: &[WrittenOperand],
    ) -> BoundOperand {
        let (direction, slot) = match operand.kind {
            OperandKind::Slot { direction, slot } => (direction, slot),
            OperandKind::Memory => return BoundOperand::Memory,
            OperandKind::Exited => {
                let space = self.spaces.exited(declared);
                return BoundOperand::Bits { space, first_bit: 0, inverted: false };
            }
            _ => return BoundOperand::Null,
        };
        let Some(register_offset) = at else { return BoundOperand::Null };
        let Some(written) = slots.get(slot) else { return BoundOperand::Null };
        match written.kind {
            OperandForm::Register { number: Some(number), negated, upper } => {
                let upper = upper && data.size_bytes() == 2;
                // The register exists: the end of the vector has been checked.
                let number = usize::from(number) + register_offset;
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
            OperandForm::Number(bits) => BoundOperand::Immediate { bits: Bits::known(bits), ty: data },
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
            OperandForm::Lane => BoundOperand::Lane,
            _ => BoundOperand::Null,
        }
    }
}

/// Returns the registers that the words of a line imply. Returns `None` if the words do not go together, which is
/// reported.
fn fit(
    cx: &mut Context,
    instr: &Instr,
    form: &RegisterForm,
    words: &Words,
    slots: &[WrittenOperand],
) -> Option<Fit> {
    let chosen: Vec<(&'static str, &'static str)> = words.chosen().collect();
    let is_filled = |slot: &WrittenOperand| slot.kind != OperandForm::Absent;
    let is_register = |slot: &WrittenOperand| matches!(slot.kind, OperandForm::Register { .. });
    let line = Line {
        words: &chosen,
        op: words.op.as_ref().and_then(|op| op.row),
        filled: &slots.iter().map(is_filled).collect::<Vec<_>>(),
        is_register: &slots.iter().map(is_register).collect::<Vec<_>>(),
        settings: &cx.settings.values,
        readings: &cx.settings.readings,
    };
    match (form.fit)(&line) {
        Ok(fit) => Some(fit),
        Err(refusal) => {
            cx.findings.push(refused(&refusal, instr, form, words, slots));
            None
        }
    }
}

/// Returns the inputs to the lowering of a line's semantics.
fn meaning(
    cx: &Context,
    row: &Instruction,
    form: &RegisterForm,
    fit: &Fit,
    words: &Words,
    slots: &[WrittenOperand],
) -> Meaning {
    let op = words.op.clone().map(|op| match row.op_table() {
        Some(table) => cx.notations.variant(table, op, fit.variant),
        None => op,
    });
    let bindings = row.operands.iter().enumerate();
    Meaning {
        modifiers: asked_for(row, form, words, op.as_ref().map(|op| op.name.as_str()), slots),
        op,
        access: fit.access.unwrap_or(ScalarType::Ud),
        exec_size: cx.settings.lanes(cx.document),
        bindings: bindings
            .map(|(at, operand)| shape(operand, fit.operand(at).1, cx.settings.set.addresses))
            .collect(),
        constants: vec![Constant {
            name: "scalar_src",
            ty: ScalarType::Ud,
            value: u64::from(!matches!(
                slots.last().map(|slot| &slot.kind),
                Some(OperandForm::Register { .. })
            )),
        }],
        float: fit.float,
    }
}

/// Returns the shape of an operand in the notation, with the type of its registers.
fn shape(operand: &Operand, ty: ScalarType, addresses: AddressModel) -> OperandBinding<'static> {
    let shape = match operand.kind {
        OperandKind::Memory => match addresses {
            AddressModel::HeaderPool(_) => OperandShape::HeaderPool,
            AddressModel::Named | AddressModel::Flat(_) => OperandShape::Surface,
        },
        OperandKind::Exited => OperandShape::Output(ScalarType::Ub),
        kind if kind.direction() == Some(Direction::In) => OperandShape::Input(ty),
        _ => OperandShape::Output(ty),
    };
    OperandBinding { name: operand.name, shape }
}

/// Formats the line's name for a heading.
fn title(instr: &Instr) -> String {
    let words = std::iter::once(&instr.mnemonic).chain(&instr.modifiers);
    words.map(|word| word.text.as_str()).collect::<Vec<_>>().join(".")
}

/// Adds the implied operation. Reports an error if a reading requires a written one.
fn unwritten_op(
    cx: &mut Context,
    registers: &'static Numbered,
    instr: &Instr,
    row: &Instruction,
    form: &RegisterForm,
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
        let message = format!("no operation is written; `{}` is meant", unwritten.op);
        cx.findings.push(Diagnostic::warning(&registers.rules.unwritten_op, span, message));
        return Some(());
    }
    let message = format!("`{}` lacks its operation; expected one such as `{}`", row.mnemonic, unwritten.op);
    cx.error(&registers.rules.unwritten_op, span, message);
    None
}

/// Returns the arguments that `modifier(name, word)` accepts: the words after the mnemonic, the operation, and whether
/// each optional slot is given.
fn asked_for(
    row: &Instruction,
    form: &RegisterForm,
    words: &Words,
    op: Option<&str>,
    slots: &[WrittenOperand],
) -> Vec<ModifierWords> {
    let mut out = words::asked_for(row, words, op);
    for (slot, written) in form.slots.iter().zip(slots).filter(|(slot, _)| slot.optional) {
        let word = if written.kind == OperandForm::Absent { "absent" } else { "given" };
        out.push(ModifierWords {
            name: slot.name.to_owned(),
            known: vec!["given".to_owned(), "absent".to_owned()],
            chosen: word.to_owned(),
        });
    }
    out
}

/// Creates the error for words that do not go together, at the word or slot that causes it.
fn refused(
    refusal: &Refusal,
    instr: &Instr,
    form: &RegisterForm,
    words: &Words,
    slots: &[WrittenOperand],
) -> Diagnostic {
    let word_span = words.written.iter().find(|word| word.modifier == refusal.at).and_then(|word| word.span);
    let slot_span = form.slots.iter().position(|slot| slot.name == refusal.at).map(|at| slots[at].span);
    let span = word_span.or(slot_span).unwrap_or(instr.mnemonic.span);
    Diagnostic::error(refusal.rule, span, refusal.message.clone())
}

/// Returns the surface kind that a word of the row names.
fn kind_of(row: &Instruction, word: &str) -> Option<SurfaceKind> {
    let words = row.modifiers.iter().filter_map(|modifier| match modifier.kind {
        ModifierKind::Choice(words) => Some(words),
        _ => None,
    });
    let found = words.flatten().find(|known| known.name == word)?;
    SurfaceKind::from_word(&found.text.to_ascii_lowercase())
}
