//! The registers that the words of a line imply, and the inputs to the compilation of its semantics.

use crate::base::ScalarType;
use crate::check::findings::Reported;
use crate::check::lines::compiler::{CompileInput, notation_operand};
use crate::check::lines::context::Context;
use crate::check::lines::modifiers;
use crate::diag::Diagnostic;
use crate::exec::{OperandForm, WrittenOperand};
use crate::semantics::{Constant, ELEMENT_BYTES, ModifierWords};
use crate::spec::{Instruction, LineRegisters, NumberedSignature, Refusal};
use crate::syntax::{InstructionLine, LineModifiers};

/// Returns the registers that the words of a line imply. Reports words that do not go together.
pub(super) fn resolve_line_registers(
    cx: &mut Context,
    instr: &InstructionLine,
    signature: &NumberedSignature,
    modifiers: &LineModifiers,
    slots: &[WrittenOperand],
) -> Result<LineRegisters, Reported> {
    let filled: Vec<bool> = slots.iter().map(|slot| slot.kind != OperandForm::Absent).collect();
    let is_register: Vec<bool> = slots.iter().map(is_register).collect();
    let registers = modifiers.line_registers(
        signature,
        &filled,
        &is_register,
        &cx.settings.isa_values,
        &cx.settings.readings,
    );
    registers.map_err(|refusal| cx.findings.push_error(refused(&refusal, instr, signature, modifiers, slots)))
}

/// Returns whether a slot holds a register.
fn is_register(slot: &WrittenOperand) -> bool {
    matches!(slot.kind, OperandForm::Register { .. })
}

/// Returns the inputs to the compilation of a line's semantics.
pub(super) fn compile_input(
    cx: &Context,
    row: &Instruction,
    signature: &NumberedSignature,
    line_registers: &LineRegisters,
    modifiers: &LineModifiers,
    slots: &[WrittenOperand],
) -> CompileInput {
    let op = modifiers::op_in_force(cx, row, modifiers).map(|op| match row.op_table() {
        Some(table) => cx.notations.with_suffix(table, op, modifiers.attributes().op_suffix),
        None => op,
    });
    let operands = signature.operands.iter().enumerate();
    let constant = |name, value| Constant { name, ty: ScalarType::Ud, value };
    CompileInput {
        modifiers: line_modifiers(row, signature, modifiers, op.as_ref().map(|op| op.name.as_str()), slots),
        op,
        access: line_registers.access.ty,
        exec_size: cx.settings.lanes,
        operands: operands
            .map(|(at, operand)| notation_operand(operand, line_registers.operand(at).ty))
            .collect(),
        constants: vec![
            constant("scalar_src", u64::from(!slots.last().is_some_and(is_register))),
            constant(ELEMENT_BYTES, line_registers.access.element_bytes as u64),
        ],
        float: line_registers.access.float.unwrap_or(cx.settings.behaviour.float),
    }
}

/// Returns the arguments that `modifier(name, word)` accepts: the words after the mnemonic, the operation, and whether
/// each optional slot is given.
fn line_modifiers(
    row: &Instruction,
    signature: &NumberedSignature,
    modifiers: &LineModifiers,
    op: Option<&str>,
    slots: &[WrittenOperand],
) -> Vec<ModifierWords> {
    let mut out = modifiers::row_modifiers(row, modifiers, op);
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
    modifiers: &LineModifiers,
    slots: &[WrittenOperand],
) -> Diagnostic {
    let word_span = modifiers.all.iter().find(|word| word.name == refusal.part).and_then(|word| word.span);
    let slot_span =
        signature.slots.iter().position(|slot| slot.name == refusal.part).map(|index| slots[index].span);
    let span = word_span.or(slot_span).unwrap_or(instr.mnemonic.span);
    let finding = Diagnostic::error(refusal.rule, span, refusal.message.clone());
    match refusal.note {
        Some(note) => finding.note(note),
        None => finding,
    }
}
