//! The words after the mnemonic.

use super::context::Context;
use super::notation::OpInForce;
use crate::base::{Rule, Span, TextEdit, one_of};
use crate::check::findings::Reported;
use crate::diag::Diagnostic;
use crate::semantics::ModifierWords;
use crate::spec::{Instruction, LineModifier, Modifier, ModifierValues};
use crate::syntax::{InstructionLine, LineModifiers, ModifierError, SpannedText, excerpt};

/// Resolves the words of a line. Reports a word that is wrong or missing.
pub(crate) fn resolve(
    cx: &mut Context,
    instr: &InstructionLine,
    row: &Instruction,
) -> Result<LineModifiers, Reported> {
    let is_document_op = |_: &Modifier, word: &str| cx.document.has_op(word);
    let (modifiers, error) = LineModifiers::resolve(row, &instr.modifiers, is_document_op);
    Err(match error {
        None => return Ok(modifiers),
        Some(ModifierError::Unknown { index, possible }) => {
            unknown_word(cx, row, &instr.modifiers[index], &possible)
        }
        Some(ModifierError::Missing { modifier, before }) => {
            missing_word(cx, instr, modifier, before.map(|word| &instr.modifiers[word]))
        }
        Some(ModifierError::Refused { index, modifier, rule }) => {
            refused_word(cx, modifier, &instr.modifiers[index], rule)
        }
    })
}

/// Returns the operation that the words or the mnemonic name, with its text.
pub(crate) fn op_in_force(cx: &Context, row: &Instruction, modifiers: &LineModifiers) -> Option<OpInForce> {
    let name = match (modifiers.document_op(), modifiers.op) {
        (Some(own), _) => own.span?.of(cx.text),
        (None, Some((_, op))) => op.name,
        (None, None) => return None,
    };
    cx.notations.op(row.op_table()?, name)
}

/// Formats the written words for a heading, each with its dot. An operation keeps the name that the line gives it.
pub(crate) fn title(text: &str, modifiers: &LineModifiers, op: Option<&OpInForce>) -> String {
    let text = |written: &LineModifier| match (written.value, op) {
        (Some(value), _) if value.attributes.op.is_none() => value.text.to_owned(),
        (_, Some(op)) => {
            let word = written.span.map_or("", |span| span.of(text));
            let mut own = op.row.iter().flat_map(|row| row.assembler_names);
            own.find(|name| name.eq_ignore_ascii_case(word))
                .map_or_else(|| op.word.clone(), |name| (*name).to_owned())
        }
        (_, None) => String::new(),
    };
    modifiers.written().map(|word| format!(".{}", text(word))).collect()
}

/// The maximum number of the document's own operations that a message lists.
const MAX_DOCUMENT_OPS: usize = 8;

/// Returns the words that a modifier accepts and that a message lists. They include a few of the document's own operations.
fn listed_words(cx: &Context, modifier: &Modifier) -> Vec<String> {
    let usable = modifier.usable_words(&cx.settings.readings).into_iter().map(|word| word.text);
    let own = document_ops(cx, modifier).take(MAX_DOCUMENT_OPS).map(|name| excerpt(&name));
    usable.chain(own).collect()
}

/// Returns the operations that only the document has, if a modifier accepts operations.
fn document_ops<'c>(cx: &'c Context, modifier: &Modifier) -> impl Iterator<Item = String> + use<'c> {
    let table = match modifier.values {
        ModifierValues::Ops(table) => Some(table),
        ModifierValues::Listed(_) => None,
    };
    let names = cx.notations.op_blocks().iter().map(|block| block.name.text.to_ascii_lowercase());
    names.filter(move |name| table.is_some_and(|table| table.op(name).is_none()))
}

/// Reports a word that exists and does not run.
fn refused_word(cx: &mut Context, modifier: &Modifier, word: &SpannedText, rule: &'static Rule) -> Reported {
    let expected = modifier.suggested().map(|other| format!(".{}", other.text)).collect::<Vec<_>>();
    let expected = one_of(expected.iter().map(String::as_str));
    cx.findings.error(rule, word.span, format!("`.{}` does not run; expected {expected}", word.text))
}

fn unknown_word(cx: &mut Context, row: &Instruction, word: &SpannedText, possible: &[&Modifier]) -> Reported {
    let listed: Vec<String> = possible.iter().flat_map(|modifier| listed_words(cx, modifier)).collect();
    let expected = match listed.as_slice() {
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
    match not_here {
        Some(why) => cx.findings.push_error(finding.note(why)),
        None => {
            let own = possible.iter().flat_map(|modifier| document_ops(cx, modifier));
            let known: Vec<String> = listed.into_iter().chain(own).collect();
            cx.findings.push_misspelt(finding, &word.text, known.iter().map(String::as_str))
        }
    }
}

/// Reports a missing modifier that is not optional. `before` is the word in its position, if any.
fn missing_word(
    cx: &mut Context,
    instr: &InstructionLine,
    modifier: &Modifier,
    before: Option<&SpannedText>,
) -> Reported {
    let words = listed_words(cx, modifier);
    let expected = one_of(words.iter().map(String::as_str));
    let name = &instr.mnemonic.text;
    let place = before.map_or("after a dot".to_owned(), |word| format!("before `{}`", word.text));
    let message = format!("`{name}` lacks its `{}`; expected {expected} {place}", modifier.name);
    let last = instr.modifiers.last().map_or(instr.mnemonic.span, |word| word.span);
    let span = before.map_or(instr.mnemonic.span.to(last), |word| word.span);
    let finding = Diagnostic::error(&cx.settings.set.rules.missing_modifier, span, message);
    cx.findings.push_error(match (words.as_slice(), before) {
        ([only], Some(before)) => {
            let replacement = format!("{only}.");
            let label = format!("insert `{replacement}`");
            finding.fix(label, vec![TextEdit { span: Span::at(before.span.range().start), replacement }])
        }
        _ => finding,
    })
}

/// Returns the arguments that `modifier(name, word)` accepts: the words after the mnemonic, and the operation that
/// runs.
pub(crate) fn modifier_words(
    row: &Instruction,
    chosen: &LineModifiers,
    op: Option<&str>,
) -> Vec<ModifierWords> {
    let words = |modifier: &Modifier| {
        let (known, word): (Vec<&str>, _) = match modifier.values {
            ModifierValues::Listed(known) => {
                let word = chosen.chosen_words().find(|(name, _)| *name == modifier.name);
                (known.iter().map(|word| word.name).collect(), word.map(|(_, word)| word))
            }
            ModifierValues::Ops(table) => (table.ops.iter().map(|op| op.name).chain(op).collect(), op),
        };
        ModifierWords {
            name: modifier.name.to_owned(),
            known: known.into_iter().map(str::to_owned).collect(),
            chosen: word.unwrap_or_default().to_owned(),
        }
    };
    row.modifiers.iter().map(words).collect()
}
