//! The words after the mnemonic.

use super::context::Context;
use super::notation::OpInForce;
use crate::base::{Rule, Span, TextEdit, one_of};
use crate::diag::Diagnostic;
use crate::semantics::ModifierWords;
use crate::spec::{Instruction, Modifier, Words, WrittenWord};
use crate::syntax::{InstructionLine, LineWords, SpannedText, WordError};

/// Reads the words of a line. Returns `None` if a word is wrong or missing, which is reported.
pub(crate) fn read(cx: &mut Context, instr: &InstructionLine, row: &Instruction) -> Option<LineWords> {
    let is_own = |_: &Modifier, word: &str| cx.document.has_op(word);
    let (words, error) = LineWords::read(row, &instr.modifiers, is_own);
    match error {
        None => return Some(words),
        Some(WordError::Unknown { word, possible }) => {
            unknown_word(cx, row, &instr.modifiers[word], &possible);
        }
        Some(WordError::Missing { modifier, before }) => {
            missing_word(cx, instr, modifier, before.map(|word| &instr.modifiers[word]));
        }
        Some(WordError::Refused { word, modifier, rule }) => {
            refused_word(cx, modifier, &instr.modifiers[word], rule);
        }
    }
    None
}

/// Returns the operation that the words or the mnemonic name, with its text.
pub(crate) fn op_in_force(cx: &Context, row: &Instruction, words: &LineWords) -> Option<OpInForce> {
    let name = match (words.document_op(), words.op) {
        (Some(own), _) => own.span?.of(cx.text),
        (None, Some((_, op))) => op.name,
        (None, None) => return None,
    };
    cx.notations.op(row.op_table()?, name)
}

/// Formats the written words for a heading, each with its dot.
pub(crate) fn title(words: &LineWords, op: Option<&OpInForce>) -> String {
    let written = words.words.iter().filter(|word| word.span.is_some());
    let text = |word: &WrittenWord| match word.word {
        Some(word) if word.decides.op.is_none() => word.text.to_owned(),
        _ => op.map_or_else(String::new, |op| op.word.clone()),
    };
    written.map(|word| format!(".{}", text(word))).collect()
}

/// Returns the words that a modifier accepts, including the document's own operations.
fn modifier_words(cx: &Context, modifier: &Modifier) -> Vec<String> {
    let offered = modifier.offered(&cx.settings.readings).into_iter().map(|word| word.text);
    let Words::Ops(table) = modifier.words else { return offered.collect() };
    let own = cx.notations.ops().iter().map(|block| block.name.text.to_ascii_lowercase());
    offered.chain(own.filter(|name| table.op(name).is_none())).collect()
}

/// Reports a word that exists and does not run.
fn refused_word(cx: &mut Context, modifier: &Modifier, word: &SpannedText, rule: &'static Rule) {
    let expected = modifier.suggested().map(|other| format!(".{}", other.text)).collect::<Vec<_>>();
    let expected = one_of(expected.iter().map(String::as_str));
    cx.findings.error(rule, word.span, format!("`.{}` does not run; expected {expected}", word.text));
}

fn unknown_word(cx: &mut Context, row: &Instruction, word: &SpannedText, possible: &[&Modifier]) {
    let possible: Vec<String> = possible.iter().flat_map(|modifier| modifier_words(cx, modifier)).collect();
    let expected = match possible.as_slice() {
        [] => "nothing more".to_owned(),
        words => one_of(words.iter().map(String::as_str)),
    };
    let message = format!(
        "`{}` has no `{}` here; expected {expected}",
        cx.settings.set.spelled(&row.mnemonic),
        word.text
    );
    let finding = Diagnostic::error(&cx.settings.set.rules.unknown_modifier, word.span, message);
    let not_here = row.op_table().and_then(|table| {
        table.not_here.iter().find(|(name, _)| name.eq_ignore_ascii_case(&word.text)).map(|(_, why)| *why)
    });
    if let Some(why) = not_here {
        cx.findings.push(finding.note(why));
        return;
    }
    cx.findings.push_misspelt(finding, &word.text, possible.iter().map(String::as_str));
}

/// Reports a missing modifier that is not optional. `before` is the word in its position, if any.
fn missing_word(
    cx: &mut Context,
    instr: &InstructionLine,
    modifier: &Modifier,
    before: Option<&SpannedText>,
) {
    let words = modifier_words(cx, modifier);
    let expected = one_of(words.iter().map(String::as_str));
    let name = &instr.mnemonic.text;
    let place = before.map_or("after a dot".to_owned(), |word| format!("before `{}`", word.text));
    let message = format!("`{name}` lacks its `{}`; expected {expected} {place}", modifier.name);
    let last = instr.modifiers.last().map_or(instr.mnemonic.span, |word| word.span);
    let span = before.map_or(instr.mnemonic.span.to(last), |word| word.span);
    let finding = Diagnostic::error(&cx.settings.set.rules.missing_modifier, span, message);
    cx.findings.push(match (words.as_slice(), before) {
        ([only], Some(before)) => {
            let replacement = format!("{only}.");
            let label = format!("insert `{replacement}`");
            finding.fix(label, vec![TextEdit { span: Span::at(before.span.range().start), replacement }])
        }
        _ => finding,
    });
}

/// Returns the arguments that `modifier(name, word)` accepts: the words after the mnemonic, and the operation that
/// runs.
pub(crate) fn row_modifiers(row: &Instruction, chosen: &LineWords, op: Option<&str>) -> Vec<ModifierWords> {
    let words = |modifier: &Modifier| {
        let (known, word): (Vec<&str>, _) = match modifier.words {
            Words::Listed(known) => {
                let word = chosen.chosen().find(|(name, _)| *name == modifier.name);
                (known.iter().map(|word| word.name).collect(), word.map(|(_, word)| word))
            }
            Words::Ops(table) => (table.ops.iter().map(|op| op.name).chain(op).collect(), op),
        };
        ModifierWords {
            name: modifier.name.to_owned(),
            known: known.into_iter().map(str::to_owned).collect(),
            chosen: word.unwrap_or_default().to_owned(),
        }
    };
    row.modifiers.iter().map(words).collect()
}
