//! The manual's upper-case spelling, which is accepted with a note that shows the assembler's spelling.

use crate::base::{Span, TextEdit};
use crate::diag::Diagnostic;
use crate::isa::visa::bind::line_parts::{LineOperandKind, ResolvedLine, has_manual_spelling};
use crate::isa::visa::bind::rules;
use crate::spec::Instruction;
use crate::syntax::SpannedText;

/// Returns the note on a line that does not have the assembler's spelling.
pub(crate) fn manual_spelling_note(text: &str, line: &ResolvedLine) -> Option<Diagnostic> {
    let ResolvedLine { instr, row, .. } = *line;
    let mut edits = Vec::new();
    let own = row.assembler_name.map(str::to_owned);
    let mut head = vec![own.unwrap_or_else(|| instr.mnemonic.text.to_ascii_lowercase())];
    rewrite(&mut edits, text, instr.mnemonic.span, head[0].clone());
    for word in &instr.modifiers {
        let assembled = assembler_word(row, word);
        head.push(assembled.clone());
        rewrite(&mut edits, text, word.span, assembled);
    }
    if has_manual_spelling(instr) {
        add_mask_and_offsets(&mut edits, text, line);
    }
    if edits.is_empty() {
        return None;
    }
    let end = instr.modifiers.last().map_or(instr.mnemonic.span, |word| word.span);
    let span = instr.mnemonic.span.to(end);
    let message =
        format!("`{}` is the manual's form, the assembler writes `{}`", span.of(text), head.join("."));
    Some(
        Diagnostic::info(&rules::MANUAL_SPELLING, span, message).fix("write it as the assembler does", edits),
    )
}

/// Adds the edits to the mask and to the offsets of the operands.
fn add_mask_and_offsets(edits: &mut Vec<TextEdit>, text: &str, line: &ResolvedLine) {
    if line.exec.mask_span.is_none() {
        rewrite(edits, text, line.exec.span, format!("(M1, {})", line.exec.size.value));
    }
    for operand in &line.operands {
        // An implied offset has an empty place.
        if let LineOperandKind::Raw(name, offset) = &operand.kind
            && offset.span.is_empty()
        {
            let span = name.span.to(offset.span);
            edits.push(TextEdit { span, replacement: format!("{}.0", name.text) });
        }
    }
}

fn rewrite(edits: &mut Vec<TextEdit>, text: &str, span: Span, replacement: String) {
    if span.of(text) != replacement {
        edits.push(TextEdit { span, replacement });
    }
}

/// Returns the word in the assembler's spelling.
fn assembler_word(row: &Instruction, word: &SpannedText) -> String {
    let mut listed = row.modifiers.iter().flat_map(|modifier| modifier.values.listed());
    let has_capitals = |text: &str| text.contains(|c: char| c.is_ascii_uppercase());
    match row.op_table().and_then(|table| table.op(&word.text)) {
        Some(op) => op.assembler_name(),
        // The assembler accepts words with capitals, the letters of channels, in any case.
        None if listed.clone().any(|known| has_capitals(known.text)) => word.text.clone(),
        None if listed.any(|known| known.text.eq_ignore_ascii_case(&word.text)) => {
            word.text.to_ascii_lowercase()
        }
        // An unknown word is reported apart from this.
        None => word.text.clone(),
    }
}
