//! The registers that the words of a line imply, and the inputs to the compilation of its semantics.

use crate::base::ScalarType;
use crate::check::findings::Reported;
use crate::check::lines::compiler::{CompileInput, notation_operand};
use crate::check::lines::context::Context;
use crate::check::lines::modifiers;
use crate::diag::Diagnostic;
use crate::exec::{WrittenOperand, WrittenOperandKind};
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
    let filled: Vec<bool> = slots.iter().map(|slot| slot.kind != WrittenOperandKind::Absent).collect();
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
    matches!(slot.kind, WrittenOperandKind::Register { .. })
}

/// Returns the inputs to the compilation of a line's semantics.
pub(super) fn compile_input(
    cx: &Context,
    row: &Instruction,
    signature: &NumberedSignature,
    line_registers: &LineRegisters,
    modifiers: &LineModifiers,
    op_name: Option<&str>,
    slots: &[WrittenOperand],
) -> CompileInput {
    let operands = signature.operands.iter().enumerate();
    let constant = |name, value| Constant { name, ty: ScalarType::Ud, value };
    CompileInput {
        modifiers: notation_modifiers(row, signature, modifiers, op_name, slots),
        access: line_registers.access.ty,
        exec_size: cx.settings.lanes,
        operands: operands
            .map(|(index, operand)| notation_operand(operand, line_registers.operand(index).ty))
            .collect(),
        constants: vec![
            constant("scalar_src", u64::from(!slots.last().is_some_and(is_register))),
            constant(ELEMENT_BYTES, line_registers.access.element_bytes as u64),
        ],
        float: line_registers.access.float.unwrap_or(cx.settings.behaviour.float),
    }
}

/// The words of an optional slot in the notation: `modifier(SLOT, given)`.
const GIVEN: &str = "given";
const ABSENT: &str = "absent";

/// Returns the arguments that `modifier(name, word)` accepts: the words after the mnemonic, the operation, and the optional slots.
/// A slot counts as a modifier with the words `given` and `absent`.
fn notation_modifiers(
    row: &Instruction,
    signature: &NumberedSignature,
    modifiers: &LineModifiers,
    op_name: Option<&str>,
    slots: &[WrittenOperand],
) -> Vec<ModifierWords> {
    let mut out = modifiers::modifier_words(row, modifiers, op_name);
    for (slot, written) in signature.slots.iter().zip(slots).filter(|(slot, _)| slot.is_optional) {
        let word = if written.kind == WrittenOperandKind::Absent { ABSENT } else { GIVEN };
        out.push(ModifierWords {
            name: slot.name.to_owned(),
            known: vec![GIVEN.to_owned(), ABSENT.to_owned()],
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
    let word_span =
        modifiers.choices.iter().find(|word| word.name == refusal.part).and_then(|word| word.span);
    let slot_span =
        signature.slots.iter().position(|slot| slot.name == refusal.part).map(|index| slots[index].span);
    let span = word_span.or(slot_span).unwrap_or(instr.mnemonic.span);
    let finding = Diagnostic::error(refusal.rule, span, refusal.message.clone());
    match refusal.note {
        Some(note) => finding.note(note),
        None => finding,
    }
}
