//! The words behind the mnemonic.

use super::instruction::Programmer;
use super::notation::OpInForce;
use super::rules;
use crate::base::{ScalarType, Span, closest, one_of};
use crate::diag::Diagnostic;
use crate::spec::{AtomicOp, Instruction, Modifier, ModifierKind, Word, channel_letters, channel_mask};
use crate::syntax::{Instr, SpannedText};

/// What the words chose.
#[derive(Default)]
pub(super) struct Words {
    pub op: Option<OpInForce>,
    pub op_span: Option<Span>,
    pub width16: bool,
    /// For each modifier that is a choice, the word's name: the written one, or the one that goes without saying.
    pub chosen: Vec<(&'static str, &'static str, Option<Span>)>,
    /// The access type that an element size chose.
    pub size: Option<ScalarType>,
    pub channels: Option<u8>,
    pub saturates: bool,
    /// The words as a heading says them.
    pub title: Vec<String>,
}

impl Programmer<'_> {
    /// Each word is one that the row has at its place, and none is missing; `None` when one was reported.
    pub(super) fn modifiers(&mut self, instr: &Instr, row: &Instruction) -> Option<Words> {
        let (mut chosen, mut rest) = (Words::default(), row.modifiers.iter());
        let mut at = 0;
        while let Some(word) = instr.modifiers.get(at) {
            let mut possible = Vec::new();
            loop {
                let Some(modifier) = rest.next() else {
                    self.wrong_modifier(row, word, &possible);
                    return None;
                };
                let count = self.accepts(modifier, &instr.modifiers[at..], &mut chosen);
                at += count;
                if count > 0 {
                    break;
                }
                go_without_saying(modifier, &mut chosen);
                possible.extend(self.modifier_words(modifier));
                if !modifier.optional {
                    self.wrong_modifier(row, word, &possible);
                    return None;
                }
            }
        }
        for modifier in rest {
            if !modifier.optional {
                self.missing_modifier(instr, modifier);
                return None;
            }
            go_without_saying(modifier, &mut chosen);
        }
        Some(chosen)
    }

    /// How many words are the modifier's; if any, they are chosen.
    fn accepts(&self, modifier: &Modifier, words: &[SpannedText], chosen: &mut Words) -> usize {
        let word = &words[0];
        match modifier.kind {
            ModifierKind::Op(table) => {
                chosen.op = self.notations.op(table, &word.text);
                chosen.title.extend(chosen.op.as_ref().map(|op| op.word.clone()));
                chosen.op_span = chosen.op.as_ref().map(|_| word.span);
                usize::from(chosen.op.is_some())
            }
            ModifierKind::Size(sizes) => {
                let known = sizes.iter().find(|(size, _)| *size == word.text);
                chosen.size = known.map(|(_, ty)| *ty);
                chosen.title.extend(known.map(|(size, _)| (*size).to_owned()));
                usize::from(known.is_some())
            }
            ModifierKind::Channels => {
                chosen.channels = channel_mask(&word.text);
                chosen.title.extend(chosen.channels.map(channel_letters));
                usize::from(chosen.channels.is_some())
            }
            ModifierKind::Saturate => {
                chosen.saturates = word.text == "sat";
                chosen.title.extend(chosen.saturates.then(|| word.text.clone()));
                usize::from(chosen.saturates)
            }
            // The parser has taken it where it stands.
            ModifierKind::Ignored(_) => 0,
            ModifierKind::Width16 => {
                chosen.width16 = word.text == "16";
                chosen.title.extend(chosen.width16.then(|| word.text.clone()));
                usize::from(chosen.width16)
            }
            ModifierKind::Choice(known) => {
                // A word with dots inside stands as several.
                let count = |known: &Word| {
                    let parts: Vec<&str> = known.text.split('.').collect();
                    let fits = parts.len() <= words.len()
                        && parts.iter().zip(words).all(|(part, word)| part.eq_ignore_ascii_case(&word.text));
                    if fits { parts.len() } else { 0 }
                };
                let Some(found) =
                    known.iter().max_by_key(|known| count(known)).filter(|known| count(known) > 0)
                else {
                    return 0;
                };
                let span = word.span.to(words[count(found) - 1].span);
                chosen.chosen.push((modifier.name, found.name, Some(span)));
                chosen.title.push(found.text.to_owned());
                count(found)
            }
        }
    }

    /// The words that a modifier can be, the document's own operations among them.
    fn modifier_words(&self, modifier: &Modifier) -> Vec<String> {
        match modifier.kind {
            ModifierKind::Op(table) => {
                let own = self.notations.ops().iter().map(|block| block.name.text.to_ascii_lowercase());
                let own = own.filter(|name| table.by_text(name).is_none());
                table.ops.iter().map(AtomicOp::text_word).chain(own).collect()
            }
            ModifierKind::Width16 => vec!["16".to_owned()],
            ModifierKind::Choice(words) => words.iter().map(|word| word.text.to_owned()).collect(),
            ModifierKind::Size(sizes) => sizes.iter().map(|(word, _)| (*word).to_owned()).collect(),
            ModifierKind::Channels => (1..16).map(channel_letters).collect(),
            ModifierKind::Ignored(_) => Vec::new(),
            ModifierKind::Saturate => vec!["sat".to_owned()],
        }
    }

    fn wrong_modifier(&mut self, row: &Instruction, word: &SpannedText, possible: &[String]) {
        let expected = match possible {
            [] => "nothing more".to_owned(),
            words => one_of(words.iter().map(String::as_str)),
        };
        let message = format!("`{}` has no `{}` here, expected {expected}", row.text_name(), word.text);
        let rule = if row.registers.is_some() { &rules::SASS_MODIFIER } else { &rules::MODIFIER };
        let finding = Diagnostic::error(rule, word.span, message);
        let not_here = row.op_table().and_then(|table| {
            table.not_here.iter().find(|(name, _)| name.eq_ignore_ascii_case(&word.text)).map(|(_, why)| *why)
        });
        if let Some(why) = not_here {
            self.diagnostics.push(finding.note(why));
            return;
        }
        let finding = match word.text.as_str() {
            "32" | "64" if row.has_width16() => {
                finding.note("the 32-bit form has no suffix; 64-bit atomics belong to SVM_ATOMIC")
            }
            _ => finding,
        };
        self.diagnostics.push(match closest(&word.text, possible.iter().map(String::as_str)) {
            Some(near) => finding.fix_here(format!("write `{near}`"), near),
            None => finding,
        });
    }

    fn missing_modifier(&mut self, instr: &Instr, modifier: &Modifier) {
        let words = self.modifier_words(modifier);
        let expected = one_of(words.iter().map(String::as_str));
        let name = &instr.mnemonic.text;
        let message = format!("`{name}` lacks its `{}`, expected {expected} behind a dot", modifier.name);
        let span =
            instr.modifiers.last().map_or(instr.mnemonic.span, |word| instr.mnemonic.span.to(word.span));
        let rule =
            if self.settings.is_sass() { &rules::SASS_MISSING_MODIFIER } else { &rules::MISSING_MODIFIER };
        self.diagnostics.push(Diagnostic::error(rule, span, message));
    }
}

/// Chooses the word that is meant where none is written.
fn go_without_saying(modifier: &Modifier, chosen: &mut Words) {
    if let ModifierKind::Choice(words) = modifier.kind
        && let Some(word) = words.iter().find(|word| word.is_default)
    {
        chosen.chosen.push((modifier.name, word.name, None));
    }
}
