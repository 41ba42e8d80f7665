//! The words behind a known mnemonic.

use super::cursor::{Parsed, excerpt, visa_rule};
use super::suggest::{closest, one_of};
use super::{Instr, SpannedText};
use crate::base::{Rule, Span};
use crate::diag::Diagnostic;
use crate::spec::{AtomicOp, Instruction, Modifier, ModifierKind};

/// The word that the assembler has for an operation; the manual's in lower case where it has none.
pub(super) fn op_word(op: &AtomicOp) -> String {
    op.text.first().map_or_else(|| op.name.to_ascii_lowercase(), |word| (*word).to_owned())
}

/// The words that a modifier can be, for lists and completion.
pub(super) fn words(modifier: &Modifier) -> Vec<String> {
    match modifier.kind {
        ModifierKind::Op(table) => table.ops.iter().map(op_word).collect(),
        ModifierKind::Width16 => vec!["16".to_owned()],
    }
}

/// Whether the row's modifier accepts the word, in any accepted spelling.
fn accepts(modifier: &Modifier, word: &str) -> bool {
    match modifier.kind {
        ModifierKind::Op(table) => table.by_text(word).is_some(),
        ModifierKind::Width16 => word == "16",
    }
}

/// The word as the assembler writes it.
pub(super) fn assembler_word(row: &Instruction, word: &SpannedText) -> String {
    match row.op_table().and_then(|table| table.by_text(&word.text)) {
        Some(op) => op_word(op),
        None => word.text.to_ascii_lowercase(),
    }
}

/// Each word is one that the row has at its place, and none is missing.
pub(super) fn check_modifiers(row: &'static Instruction, instr: &Instr) -> Parsed<()> {
    let mut rest = row.modifiers.iter();
    for word in &instr.modifiers {
        let mut possible = Vec::new();
        loop {
            let Some(modifier) = rest.next() else { return Err(Box::new(wrong(row, word, &possible))) };
            if accepts(modifier, &word.text) {
                break;
            }
            possible.extend(words(modifier));
            if !modifier.optional {
                return Err(Box::new(wrong(row, word, &possible)));
            }
        }
    }
    match rest.find(|modifier| !modifier.optional) {
        Some(modifier) => Err(Box::new(missing(row, instr, modifier))),
        None => Ok(()),
    }
}

fn wrong(row: &Instruction, word: &SpannedText, possible: &[String]) -> Diagnostic {
    let expected = match possible {
        [] => "nothing more".to_owned(),
        words => one_of(words.iter().map(String::as_str)),
    };
    let name = row.mnemonic.to_ascii_lowercase();
    let message = format!("`{name}` has no `{}` here, expected {expected}", excerpt(&word.text));
    let diagnostic = Diagnostic::error(&UNKNOWN, word.span, message);
    match closest(&word.text, possible.iter().map(String::as_str)) {
        Some(near) => diagnostic.fix_here(format!("write `{near}`"), near),
        None => diagnostic,
    }
}

fn missing(row: &Instruction, instr: &Instr, modifier: &Modifier) -> Diagnostic {
    let words = words(modifier);
    let name = row.mnemonic.to_ascii_lowercase();
    let expected = one_of(words.iter().map(String::as_str));
    let message = format!("`{name}` lacks its `{}`, expected {expected} behind a dot", modifier.name);
    let end = instr.modifiers.last().map_or(instr.mnemonic.span, |word| word.span);
    Diagnostic::error(&MISSING, instr.mnemonic.span.to(Span::at(end.range().end)), message)
}

const UNKNOWN: Rule = visa_rule(
    "visa-unknown-modifier",
    "Instructions",
    "the words behind a mnemonic are those of its page, in their order",
);
const MISSING: Rule = visa_rule(
    "visa-missing-modifier",
    "Instructions",
    "a word that the page does not show as optional is there",
);

pub(super) const RULES: &[&Rule] = &[&UNKNOWN, &MISSING];
