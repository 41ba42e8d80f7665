//! The manual's upper-case form, which is accepted with a note that shows the assembler's form.

use super::lines::PAGE;
use crate::base::{Span, TextEdit, rules};
use crate::diag::Diagnostic;
use crate::spec::Instruction;
use crate::syntax::ast::{Instr, OperandText, SpannedText};

/// Returns the note if anything is not in the assembler's form. `spans` holds the places of the operands in text
/// order.
pub(super) fn manual_form(
    text: &str,
    row: &Instruction,
    instr: &Instr,
    spans: &[Span],
) -> Option<Diagnostic> {
    let mut edits = Vec::new();
    let mut head = vec![instr.mnemonic.text.to_ascii_lowercase()];
    rewrite(&mut edits, text, instr.mnemonic.span, head[0].clone());
    for word in &instr.modifiers {
        let assembled = assembler_word(row, word);
        head.push(assembled.clone());
        rewrite(&mut edits, text, word.span, assembled);
    }
    if instr.manual_form {
        complete(&mut edits, text, instr, spans);
    }
    if edits.is_empty() {
        return None;
    }
    let end = instr.modifiers.last().map_or(instr.mnemonic.span, |word| word.span);
    let span = instr.mnemonic.span.to(end);
    let message =
        format!("`{}` is the manual's form, the assembler writes `{}`", span.of(text), head.join("."));
    Some(Diagnostic::info(&FORM, span, message).fix("write it as the assembler does", edits))
}

/// Adds the edits to the mask, and to the offsets and the order of the operands.
fn complete(edits: &mut Vec<TextEdit>, text: &str, instr: &Instr, spans: &[Span]) {
    if let Some(exec) = instr.exec.filter(|exec| exec.mask_span.is_none()) {
        rewrite(edits, text, exec.span, format!("(M1, {})", exec.size.value));
    }
    for (operand, &span) in instr.operands.iter().zip(spans) {
        let mut written = operand.span().of(text).to_owned();
        if let OperandText::Raw { offset, .. } = operand {
            // An implied offset has an empty place.
            if offset.span.is_empty() {
                written.push_str(".0");
            }
        }
        rewrite(edits, text, span, written);
    }
}

fn rewrite(edits: &mut Vec<TextEdit>, text: &str, span: Span, replacement: String) {
    if span.of(text) != replacement {
        edits.push(TextEdit { span, replacement });
    }
}

rules! {
    FORM: "visa-manual-form", Note,
        "the assembler takes lower-case words, the mask in `(M1, n)` and an offset on each raw operand",
        PAGE, "Instructions";
}

/// Returns the word in the assembler's form.
fn assembler_word(row: &Instruction, word: &SpannedText) -> String {
    let mut listed = row.modifiers.iter().flat_map(|modifier| modifier.words.listed());
    let has_capitals = |text: &str| text.contains(|c: char| c.is_ascii_uppercase());
    match row.op_table().and_then(|table| table.by_text(&word.text)) {
        Some(op) => op.text_word(),
        // The assembler accepts words with capitals, the letters of channels, in any case.
        None if listed.any(|known| has_capitals(known.text)) => word.text.clone(),
        None => word.text.to_ascii_lowercase(),
    }
}
