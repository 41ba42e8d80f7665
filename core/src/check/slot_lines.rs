//! Lines whose operands are registers: their binding up to the registers themselves, which depend on the register model.

use super::compiler::LoweringInput;
use super::context::Context;
use super::layout_builder::Declared;
use super::operand_count::wrong_count;
use super::words::{self, Words};
use crate::base::{Bits, Rule, ScalarType, Span, SurfaceKind, counted};
use crate::diag::Diagnostic;
use crate::exec::{
    Bound, BoundOperand, BoundPredicate, OperandForm, WrittenLine, WrittenOperand, WrittenPredicate,
};
use crate::semantics::{Constant, ModifierWords, OperandBinding, OperandShape};
use crate::spec::{
    Direction, Fit, FitInput, Instruction, ModifierKind, Operand, Refusal, Slot, SlotForm, SlotOperand,
};
use crate::syntax::{Instr, OperandText};
use std::rc::Rc;

/// The registers of a register model, in lines with slots.
pub(super) trait SlotRegisters {
    /// Returns the rule for the number of operands.
    fn count_rule(&self) -> &'static Rule;

    /// Returns the operand in a slot, if its form is allowed there.
    fn in_slot(
        &self,
        cx: &mut Context,
        slot: &Slot,
        is_written: bool,
        text: &OperandText,
    ) -> Option<OperandForm>;

    /// Checks the operands against the registers and types that the words of their line imply.
    fn check(&self, cx: &mut Context, form: &SlotForm, fit: &Fit, slots: &[WrittenOperand]);

    /// Returns the guard, which need not disable any lane.
    fn guard(
        &mut self,
        cx: &mut Context,
        instr: &Instr,
    ) -> Option<(Option<BoundPredicate>, WrittenPredicate)>;

    /// Binds a register or predicate. `value` is the distance from the slot's first register to that of the value, and the
    /// type of the value.
    fn register(
        &mut self,
        declared: &Declared,
        form: &OperandForm,
        direction: Direction,
        value: (usize, ScalarType),
    ) -> BoundOperand;

    /// Binds the bits of exited lanes.
    fn exited(&mut self, declared: &Declared) -> BoundOperand;
}

/// Binds a line with these words after its mnemonic. Returns `None` after an error, or if something in the line is not modelled.
pub(super) fn bind(
    registers: &mut dyn SlotRegisters,
    cx: &mut Context,
    span: Span,
    instr: &Instr,
    (row, form): (&Rc<Instruction>, &SlotForm),
    words: Words,
) -> Option<Bound> {
    let before = cx.findings.len();
    let slots = slots(cx, registers, instr, row, form)?;
    let fit = fit(cx, instr, form, &words, &slots)?;
    registers.check(cx, form, &fit, &slots);
    let (guard, written_guard) = registers.guard(cx, instr).unzip();
    if cx.has_errors_since(before) {
        return None;
    }
    let surface_kind = words.chosen().find_map(|(_, word)| kind_of(row, word));
    let meaning = meaning(cx, row, form, &fit, &words, &slots);
    let (access, exec_size) = (meaning.access, meaning.exec_size);
    let op = meaning.op.as_ref().map(|op| op.name.clone());
    let code = cx.code(row, meaning, instr.mnemonic.span)?;
    let operands = form.operands.iter().enumerate();
    let operands =
        operands.map(|(at, row)| operand(registers, cx.declared, row, fit.operand(at), &slots)).collect();
    Some(Bound {
        row: Rc::clone(row),
        span,
        operands,
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
        skips_helpers: false,
        takes_sign: fit.takes_sign,
        memory: (row.memory)(&cx.settings.readings),
        schedule: cx.schedule(span),
    })
}

/// Binds an operand of the row to the slot that it comes from.
fn operand(
    registers: &mut dyn SlotRegisters,
    declared: &Declared,
    row: &Operand<SlotOperand>,
    (at, data): (Option<usize>, ScalarType),
    slots: &[WrittenOperand],
) -> BoundOperand {
    let (direction, slot) = match row.kind {
        SlotOperand::Slot { direction, slot } => (direction, slot),
        SlotOperand::Offset { slot } => (Direction::In, slot),
        SlotOperand::Memory => return BoundOperand::Memory,
        SlotOperand::Exited => return registers.exited(declared),
    };
    let (Some(at), Some(written)) = (at, slots.get(slot)) else { return BoundOperand::Null };
    let number = |bits: u64| BoundOperand::Immediate { bits: Bits::known(bits), ty: data };
    match (row.kind, &written.kind) {
        // An offset of 0 needs no row in a table of lanes.
        (SlotOperand::Offset { .. }, OperandForm::Address { offset: 0, .. }) => BoundOperand::Null,
        // In two's complement.
        (SlotOperand::Offset { .. }, OperandForm::Address { offset, .. }) => number(*offset as u64),
        (_, OperandForm::Number(bits)) => number(*bits),
        (_, OperandForm::Lane) => BoundOperand::Lane,
        (_, form) => registers.register(declared, form, direction, (at, data)),
    }
}

/// Reads the operand in each slot. Optional slots are filled from the left while there are operands to spare; the
/// others are absent.
fn slots(
    cx: &mut Context,
    registers: &dyn SlotRegisters,
    instr: &Instr,
    row: &Instruction,
    form: &SlotForm,
) -> Option<Vec<WrittenOperand>> {
    let mut texts = instr.operands.iter().peekable();
    let end = Span { start: instr.mnemonic.span.end, end: instr.mnemonic.span.end };
    let end = instr.operands.last().map_or(end, OperandText::span);
    let mut written = Vec::new();
    let mut is_fine = true;
    let needed = form.slots.iter().filter(|slot| !slot.optional).count();
    let most = form.slots.len();
    if instr.operands.len() < needed || instr.operands.len() > most {
        let names: Vec<String> = form
            .slots
            .iter()
            .map(|slot| if slot.optional { format!("{{{}}}", slot.name) } else { slot.name.to_owned() })
            .collect();
        let takes =
            if needed == most { counted(most, "operand") } else { format!("{needed} or {most} operands") };
        let takes = format!("`{}` takes {takes} ({})", row.mnemonic, names.join(", "));
        cx.findings.push(wrong_count(cx.text, registers.count_rule(), &instr.operands, (most, &takes), end));
        return None;
    }
    let mut to_spare = instr.operands.len() - needed;
    for (at, slot) in form.slots.iter().enumerate() {
        if slot.optional && to_spare == 0 {
            written.push(WrittenOperand { kind: OperandForm::Absent, span: end });
            continue;
        }
        to_spare -= usize::from(slot.optional);
        let Some(text) = texts.next() else { break };
        match registers.in_slot(cx, slot, form.writes(at), text) {
            Some(kind) => written.push(WrittenOperand { kind, span: text.span() }),
            None => is_fine = false,
        }
    }
    is_fine.then_some(written)
}

/// Returns the registers that the words of a line imply. Returns `None` if the words do not go together, which is
/// reported.
fn fit(
    cx: &mut Context,
    instr: &Instr,
    form: &SlotForm,
    words: &Words,
    slots: &[WrittenOperand],
) -> Option<Fit> {
    let chosen: Vec<(&'static str, &'static str)> = words.chosen().collect();
    let is_filled = |slot: &WrittenOperand| slot.kind != OperandForm::Absent;
    let line = FitInput {
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

/// Returns whether a slot holds a register.
fn is_register(slot: &WrittenOperand) -> bool {
    use OperandForm::{Address, Register, Variable};
    matches!(slot.kind, Register { .. } | Variable { .. } | Address { .. })
}

/// Returns the inputs to the lowering of a line's semantics.
fn meaning(
    cx: &Context,
    row: &Instruction,
    form: &SlotForm,
    fit: &Fit,
    words: &Words,
    slots: &[WrittenOperand],
) -> LoweringInput {
    let op = words.op.clone().map(|op| match row.op_table() {
        Some(table) => cx.notations.variant(table, op, fit.variant),
        None => op,
    });
    let bindings = form.operands.iter().enumerate();
    LoweringInput {
        modifiers: asked_for(row, form, words, op.as_ref().map(|op| op.name.as_str()), slots),
        op,
        access: fit.access.unwrap_or(ScalarType::Ud),
        exec_size: cx.settings.lanes(cx.document),
        bindings: bindings.map(|(at, operand)| shape(operand, fit.operand(at).1)).collect(),
        constants: vec![Constant {
            name: "scalar_src",
            ty: ScalarType::Ud,
            value: u64::from(!slots.last().is_some_and(is_register)),
        }],
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

/// Formats the line's name for a heading.
fn title(instr: &Instr) -> String {
    let words = std::iter::once(&instr.mnemonic).chain(&instr.modifiers);
    words.map(|word| word.text.as_str()).collect::<Vec<_>>().join(".")
}

/// Returns the arguments that `modifier(name, word)` accepts: the words after the mnemonic, the operation, and whether
/// each optional slot is given.
fn asked_for(
    row: &Instruction,
    form: &SlotForm,
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
    form: &SlotForm,
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
