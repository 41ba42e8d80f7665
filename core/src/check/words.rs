//! The words after the mnemonic.

use super::context::Context;
use super::notation::OpInForce;
use crate::base::{Rule, Span, TextEdit, one_of};
use crate::diag::Diagnostic;
use crate::exec::WrittenWord;
use crate::semantics::ModifierWords;
use crate::spec::{AtomicOp, Fixes, Instruction, Modifier, Word, Words};
use crate::syntax::{Instr, SpannedText};

/// The words after a mnemonic, and their choices.
#[derive(Default)]
pub(crate) struct LineWords {
    /// The operation that the words name, or the implied operation.
    pub op: Option<OpInForce>,
    pub written: Vec<WrittenWord>,
}

impl LineWords {
    /// Returns the decisions of all words.
    pub fn fixes(&self) -> Fixes {
        let words = self.written.iter().filter_map(|word| word.word);
        words.fold(Fixes::NOTHING, |all, word| all.and(word.fixes))
    }

    /// Returns the chosen word of each modifier but the operation, written or implied, as pairs of modifier and word.
    pub fn chosen(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let known = self.written.iter().filter_map(|word| Some((word.modifier, word.word?)));
        known.filter(|(_, word)| word.fixes.op.is_none()).map(|(modifier, word)| (modifier, word.name))
    }

    /// Formats the words for a heading, each with its dot.
    pub fn title(&self) -> String {
        let written = self.written.iter().filter(|word| word.span.is_some());
        let text = |word: &WrittenWord| match word.word {
            Some(word) if word.fixes.op.is_none() => word.text.to_owned(),
            _ => self.op.as_ref().map_or_else(String::new, |op| op.word.clone()),
        };
        written.map(|word| format!(".{}", text(word))).collect()
    }
}

/// Reads the words in the order of the row's modifiers. Returns `None` if a word is wrong or missing, which is
/// reported.
pub(crate) fn read(cx: &mut Context, instr: &Instr, row: &Instruction) -> Option<LineWords> {
    let own = row.own_op().and_then(|(table, op)| cx.notations.op(table, op.name));
    let (mut chosen, mut rest) = (LineWords { op: own, ..LineWords::default() }, row.modifiers.iter());
    let mut at = 0;
    while let Some(word) = instr.modifiers.get(at) {
        let mut possible = Vec::new();
        loop {
            let Some(modifier) = rest.next() else {
                wrong_modifier(cx, row, word, &possible);
                return None;
            };
            let count = accepts(cx, modifier, &instr.modifiers[at..], &mut chosen);
            at += count;
            if count > 0 {
                let last = chosen.written.last().and_then(|last| last.word);
                if let Some(rule) = last.and_then(|word| word.refused) {
                    refused_word(cx, modifier, word, rule);
                    return None;
                }
                break;
            }
            choose_default(modifier, &mut chosen);
            let is_later =
                |later: &Modifier| accepts(cx, later, &instr.modifiers[at..], &mut LineWords::default()) > 0;
            if !modifier.optional && rest.clone().any(is_later) {
                missing_modifier(cx, instr, modifier, Some(word));
                return None;
            }
            possible.extend(modifier_words(cx, modifier));
            if !modifier.optional {
                wrong_modifier(cx, row, word, &possible);
                return None;
            }
        }
    }
    for modifier in rest {
        if !modifier.optional {
            missing_modifier(cx, instr, modifier, None);
            return None;
        }
        choose_default(modifier, &mut chosen);
    }
    Some(chosen)
}

/// Returns the number of leading words that belong to the modifier, and records what they choose.
fn accepts(cx: &Context, modifier: &Modifier, words: &[SpannedText], chosen: &mut LineWords) -> usize {
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let choice = match modifier.words {
        Words::Ops(table) => {
            chosen.op = cx.notations.op(table, texts[0]);
            chosen.op.as_ref().map(|op| (op.row.map(Word::from_op), 1))
        }
        Words::Listed(_) => modifier.choice(&texts).map(|(word, count)| (Some(word), count)),
    };
    let Some((word, count)) = choice else { return 0 };
    let span = Some(words[0].span.to(words[count - 1].span));
    chosen.written.push(WrittenWord { modifier: modifier.name, word, span });
    count
}

/// Returns the words that a modifier accepts, including the document's own operations.
fn modifier_words(cx: &Context, modifier: &Modifier) -> Vec<String> {
    match modifier.words {
        Words::Ops(table) => {
            let own = cx.notations.ops().iter().map(|block| block.name.text.to_ascii_lowercase());
            let own = own.filter(|name| table.by_text(name).is_none());
            table.ops.iter().map(AtomicOp::text_word).chain(own).collect()
        }
        Words::Listed(_) => modifier.suggested().map(|word| word.text.to_owned()).collect(),
    }
}

/// Reports a word that exists and does not run.
fn refused_word(cx: &mut Context, modifier: &Modifier, word: &SpannedText, rule: &'static Rule) {
    let expected = modifier.suggested().map(|other| format!(".{}", other.text)).collect::<Vec<_>>();
    let expected = one_of(expected.iter().map(String::as_str));
    cx.error(rule, word.span, format!("`.{}` does not run; expected {expected}", word.text));
}

fn wrong_modifier(cx: &mut Context, row: &Instruction, word: &SpannedText, possible: &[String]) {
    let expected = match possible {
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
    cx.findings.push(finding.write_closest(&word.text, possible.iter().map(String::as_str)));
}

/// Reports a missing modifier that is not optional. `before` is the word in its position, if any.
fn missing_modifier(cx: &mut Context, instr: &Instr, modifier: &Modifier, before: Option<&SpannedText>) {
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
pub(crate) fn asked_for(row: &Instruction, chosen: &LineWords, op: Option<&str>) -> Vec<ModifierWords> {
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

/// Chooses the default word of a modifier that is not written.
fn choose_default(modifier: &Modifier, chosen: &mut LineWords) {
    if let Some(word) = modifier.default_word() {
        chosen.written.push(WrittenWord { modifier: modifier.name, word: Some(*word), span: None });
    }
}
