//! The registers that the words of a line imply, and the inputs to the lowering of its semantics.

use crate::base::ScalarType;
use crate::check::compiler::LoweringInput;
use crate::check::context::Context;
use crate::check::words;
use crate::diag::Diagnostic;
use crate::exec::{OperandForm, WrittenOperand};
use crate::semantics::{Constant, ELEMENT_BYTES, ModifierWords, OperandBinding, OperandShape};
use crate::spec::{Direction, Fit, Instruction, Operand, Refusal, SlotForm, SlotOperand};
use crate::syntax::{Instr, LineWords};

/// Returns the registers that the words of a line imply. Returns `None` if the words do not go together, which is
/// reported.
pub(super) fn fit(
    cx: &mut Context,
    instr: &Instr,
    form: &SlotForm,
    words: &LineWords,
    slots: &[WrittenOperand],
) -> Option<Fit> {
    let filled: Vec<bool> = slots.iter().map(|slot| slot.kind != OperandForm::Absent).collect();
    let is_register: Vec<bool> = slots.iter().map(is_register).collect();
    match words.fit(form, [&filled, &is_register], &cx.settings.values, &cx.settings.readings) {
        Ok(fit) => Some(fit),
        Err(refusal) => {
            cx.findings.push(refused(&refusal, instr, form, words, slots));
            None
        }
    }
}

/// Returns whether a slot holds a register.
fn is_register(slot: &WrittenOperand) -> bool {
    matches!(slot.kind, OperandForm::Register { .. })
}

/// Returns the inputs to the lowering of a line's semantics.
pub(super) fn lowering_input(
    cx: &Context,
    row: &Instruction,
    form: &SlotForm,
    fit: &Fit,
    words: &LineWords,
    slots: &[WrittenOperand],
) -> LoweringInput {
    let op = words::op_in_force(cx, row, words).map(|op| match row.op_table() {
        Some(table) => cx.notations.variant(table, op, fit.variant),
        None => op,
    });
    let bindings = form.operands.iter().enumerate();
    let constant = |name, value| Constant { name, ty: ScalarType::Ud, value };
    LoweringInput {
        modifiers: asked_for(row, form, words, op.as_ref().map(|op| op.name.as_str()), slots),
        op,
        access: fit.access(),
        exec_size: cx.settings.lanes(),
        bindings: bindings.map(|(at, operand)| shape(operand, fit.operand(at).1)).collect(),
        constants: vec![
            constant("scalar_src", u64::from(!slots.last().is_some_and(is_register))),
            constant(ELEMENT_BYTES, fit.element_bytes() as u64),
        ],
        float: fit.float,
    }
}

/// Returns the shape of an operand in the notation, with the type of its registers.
fn shape(operand: &Operand<SlotOperand>, ty: ScalarType) -> OperandBinding<'static> {
    let shape = match operand.kind {
        SlotOperand::Memory => OperandShape::HeaderPool,
        SlotOperand::Exited => OperandShape::Output(ScalarType::Ub),
        kind if kind.direction() == Some(Direction::In) => OperandShape::Input(ty),
        _ => OperandShape::Output(ty),
    };
    OperandBinding { name: operand.name, shape }
}

/// Returns the arguments that `modifier(name, word)` accepts: the words after the mnemonic, the operation, and whether
/// each optional slot is given.
fn asked_for(
    row: &Instruction,
    form: &SlotForm,
    words: &LineWords,
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
    form: &SlotForm,
    words: &LineWords,
    slots: &[WrittenOperand],
) -> Diagnostic {
    let word_span = words.written.iter().find(|word| word.modifier == refusal.at).and_then(|word| word.span);
    let slot_span = form.slots.iter().position(|slot| slot.name == refusal.at).map(|at| slots[at].span);
    let span = word_span.or(slot_span).unwrap_or(instr.mnemonic.span);
    let finding = Diagnostic::error(refusal.rule, span, refusal.message.clone());
    match refusal.note {
        Some(note) => finding.note(note),
        None => finding,
    }
}
