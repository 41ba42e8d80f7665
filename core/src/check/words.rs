//! The words after the mnemonic.

use super::context::Context;
use super::notation::OpInForce;
use crate::base::{ScalarType, Span, TextEdit, one_of};
use crate::diag::Diagnostic;
use crate::exec::WrittenWord;
use crate::semantics::ModifierWords;
use crate::spec::{AtomicOp, Instruction, Modifier, ModifierKind, WordChoice, channel_letters};
use crate::syntax::{Instr, SpannedText};

/// The words after a mnemonic, and their choices.
#[derive(Default)]
pub(super) struct Words {
    /// The operation that the words name, or the implied operation.
    pub op: Option<OpInForce>,
    pub written: Vec<WrittenWord>,
}

impl Words {
    pub fn has_width16(&self) -> bool {
        self.written.iter().any(|word| matches!(word.choice, WordChoice::Width16))
    }

    pub fn saturates(&self) -> bool {
        self.written.iter().any(|word| matches!(word.choice, WordChoice::Saturate))
    }

    /// Returns the enabled channels, with R in bit 0.
    pub fn channels(&self) -> Option<u8> {
        self.written.iter().find_map(|word| match word.choice {
            WordChoice::Channels(mask) => Some(mask),
            _ => None,
        })
    }

    /// Returns the access type chosen by an element size.
    pub fn size(&self) -> Option<ScalarType> {
        self.written.iter().find_map(|word| match word.choice {
            WordChoice::Size(ty) => Some(ty),
            _ => None,
        })
    }

    /// Returns the chosen word of each choice modifier, written or implied, as pairs of modifier and word.
    pub fn chosen(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.written.iter().filter_map(|word| match word.choice {
            WordChoice::Word(chosen) => Some((word.modifier, chosen.name)),
            _ => None,
        })
    }

    /// Formats the words for a heading, each with its dot.
    pub fn title(&self) -> String {
        let written = self.written.iter().filter(|word| word.span.is_some());
        let text = |word: &WrittenWord| match word.choice {
            WordChoice::Op(_) => self.op.as_ref().map_or_else(String::new, |op| op.word.clone()),
            WordChoice::Word(word) => word.text.to_owned(),
            WordChoice::Width16 => "16".to_owned(),
            WordChoice::Size(ty) => ty.size_bytes().to_string(),
            WordChoice::Channels(mask) => channel_letters(mask),
            WordChoice::Saturate => "sat".to_owned(),
        };
        written.map(|word| format!(".{}", text(word))).collect()
    }
}

/// Reads the words in the order of the row's modifiers. Returns `None` if a word is wrong or missing, which is
/// reported.
pub(super) fn read(cx: &mut Context, instr: &Instr, row: &Instruction) -> Option<Words> {
    let (mut chosen, mut rest) = (Words::default(), row.modifiers.iter());
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
                break;
            }
            choose_default(modifier, &mut chosen);
            let is_later =
                |later: &Modifier| accepts(cx, later, &instr.modifiers[at..], &mut Words::default()) > 0;
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
fn accepts(cx: &Context, modifier: &Modifier, words: &[SpannedText], chosen: &mut Words) -> usize {
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let choice = match modifier.kind {
        ModifierKind::Op(table) => {
            chosen.op = cx.notations.op(table, texts[0]);
            chosen.op.as_ref().map(|op| (WordChoice::Op(op.row), 1))
        }
        _ => modifier.choice(&texts),
    };
    let Some((choice, count)) = choice else { return 0 };
    let span = Some(words[0].span.to(words[count - 1].span));
    chosen.written.push(WrittenWord { modifier: modifier.name, choice, span });
    count
}

/// Returns the words that a modifier accepts, including the document's own operations.
fn modifier_words(cx: &Context, modifier: &Modifier) -> Vec<String> {
    match modifier.kind {
        ModifierKind::Op(table) => {
            let own = cx.notations.ops().iter().map(|block| block.name.text.to_ascii_lowercase());
            let own = own.filter(|name| table.by_text(name).is_none());
            table.ops.iter().map(AtomicOp::text_word).chain(own).collect()
        }
        ModifierKind::Width16 => vec!["16".to_owned()],
        ModifierKind::Choice(words) => {
            words.iter().filter(|word| word.runs).map(|word| word.text.to_owned()).collect()
        }
        ModifierKind::Size(sizes) => sizes.iter().map(|(word, _)| (*word).to_owned()).collect(),
        ModifierKind::Channels => (1..16).map(channel_letters).collect(),
        ModifierKind::Ignored(_) => Vec::new(),
        ModifierKind::Saturate => vec!["sat".to_owned()],
    }
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
pub(super) fn asked_for(row: &Instruction, chosen: &Words, op: Option<&str>) -> Vec<ModifierWords> {
    let words = |modifier: &Modifier| {
        let (known, word): (Vec<&str>, _) = match modifier.kind {
            ModifierKind::Choice(known) => {
                let word = chosen.chosen().find(|(name, _)| *name == modifier.name);
                (known.iter().map(|word| word.name).collect(), word.map(|(_, word)| word))
            }
            ModifierKind::Op(table) => (table.ops.iter().map(|op| op.name).chain(op).collect(), op),
            _ => return None,
        };
        Some(ModifierWords {
            name: modifier.name.to_owned(),
            known: known.into_iter().map(str::to_owned).collect(),
            chosen: word.unwrap_or_default().to_owned(),
        })
    };
    row.modifiers.iter().filter_map(words).collect()
}

/// Chooses the default word of a modifier that is not written.
fn choose_default(modifier: &Modifier, chosen: &mut Words) {
    if let Some(word) = modifier.default_word() {
        let choice = WordChoice::Word(word);
        chosen.written.push(WrittenWord { modifier: modifier.name, choice, span: None });
    }
}
