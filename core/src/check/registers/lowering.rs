//! The registers that the words of a line imply, and the inputs to the lowering of its semantics.

use crate::base::ScalarType;
use crate::check::lines::compiler::{LoweringInput, operand_binding};
use crate::check::lines::context::Context;
use crate::check::lines::words;
use crate::diag::Diagnostic;
use crate::exec::{OperandForm, WrittenOperand};
use crate::semantics::{Constant, ELEMENT_BYTES, ModifierWords};
use crate::spec::{Instruction, NumberedSignature, Refusal, RegisterUse};
use crate::syntax::{InstructionLine, LineWords};

/// Returns the registers that the words of a line imply. Returns `None` if the words do not go together, which is
/// reported.
pub(super) fn register_use(
    cx: &mut Context,
    instr: &InstructionLine,
    signature: &NumberedSignature,
    words: &LineWords,
    slots: &[WrittenOperand],
) -> Option<RegisterUse> {
    let filled: Vec<bool> = slots.iter().map(|slot| slot.kind != OperandForm::Absent).collect();
    let is_register: Vec<bool> = slots.iter().map(is_register).collect();
    match words.register_use(signature, &filled, &is_register, &cx.settings.values, &cx.settings.readings) {
        Ok(used) => Some(used),
        Err(refusal) => {
            cx.findings.push(refused(&refusal, instr, signature, words, slots));
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
    signature: &NumberedSignature,
    used: &RegisterUse,
    words: &LineWords,
    slots: &[WrittenOperand],
) -> LoweringInput {
    let op = words::op_in_force(cx, row, words).map(|op| match row.op_table() {
        Some(table) => cx.notations.with_suffix(table, op, words.decisions().op_suffix),
        None => op,
    });
    let operands = signature.operands.iter().enumerate();
    let constant = |name, value| Constant { name, ty: ScalarType::Ud, value };
    LoweringInput {
        modifiers: line_modifiers(row, signature, words, op.as_ref().map(|op| op.name.as_str()), slots),
        op,
        access: used.access,
        exec_size: cx.settings.lanes,
        operands: operands.map(|(at, operand)| operand_binding(operand, used.operand(at).ty)).collect(),
        constants: vec![
            constant("scalar_src", u64::from(!slots.last().is_some_and(is_register))),
            constant(ELEMENT_BYTES, used.element_bytes as u64),
        ],
        float: used.float.unwrap_or(cx.settings.dialect.float),
    }
}

/// Returns the arguments that `modifier(name, word)` accepts: the words after the mnemonic, the operation, and whether
/// each optional slot is given.
fn line_modifiers(
    row: &Instruction,
    signature: &NumberedSignature,
    words: &LineWords,
    op: Option<&str>,
    slots: &[WrittenOperand],
) -> Vec<ModifierWords> {
    let mut out = words::row_modifiers(row, words, op);
    for (slot, written) in signature.slots.iter().zip(slots).filter(|(slot, _)| slot.is_optional) {
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
    instr: &InstructionLine,
    signature: &NumberedSignature,
    words: &LineWords,
    slots: &[WrittenOperand],
) -> Diagnostic {
    let word_span = words.words.iter().find(|word| word.modifier == refusal.part).and_then(|word| word.span);
    let slot_span =
        signature.slots.iter().position(|slot| slot.name == refusal.part).map(|index| slots[index].span);
    let span = word_span.or(slot_span).unwrap_or(instr.mnemonic.span);
    let finding = Diagnostic::error(refusal.rule, span, refusal.message.clone());
    match refusal.note {
        Some(note) => finding.note(note),
        None => finding,
    }
}
