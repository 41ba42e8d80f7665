//! The words behind the mnemonic.

use super::instruction::Programmer;
use super::notation::OpInForce;
use super::rules;
use crate::base::{ScalarType, closest, one_of};
use crate::diag::Diagnostic;
use crate::semantics::WordChoice;
use crate::spec::{AtomicOp, Instruction, Modifier, ModifierKind, channel_letters, channel_mask};
use crate::syntax::{Instr, SpannedText};

/// What the words chose.
#[derive(Default)]
pub(super) struct Words {
    pub op: Option<OpInForce>,
    pub width16: bool,
    /// The access type that an element size chose.
    pub size: Option<ScalarType>,
    pub channels: Option<u8>,
    pub words: Vec<WordChoice>,
    pub saturates: bool,
    /// The words as a heading says them.
    pub title: Vec<String>,
}

impl Programmer<'_> {
    /// Each word is one that the row has at its place, and none is missing; `None` when one was reported.
    pub(super) fn modifiers(&mut self, instr: &Instr, row: &Instruction) -> Option<Words> {
        let (mut chosen, mut rest) = (Words::default(), row.modifiers.iter());
        for word in &instr.modifiers {
            let mut possible = Vec::new();
            loop {
                let Some(modifier) = rest.next() else {
                    self.wrong_modifier(row, word, &possible);
                    return None;
                };
                if self.accepts(modifier, word, &mut chosen) {
                    break;
                }
                possible.extend(self.modifier_words(modifier));
                if !modifier.optional {
                    self.wrong_modifier(row, word, &possible);
                    return None;
                }
            }
        }
        if let Some(modifier) = rest.find(|modifier| !modifier.optional) {
            self.missing_modifier(instr, modifier);
            return None;
        }
        Some(chosen)
    }

    /// Whether the word is one of the modifier's; if so, it is chosen.
    fn accepts(&self, modifier: &Modifier, word: &SpannedText, chosen: &mut Words) -> bool {
        match modifier.kind {
            ModifierKind::Op(table) => {
                chosen.op = self.notations.op(table, &word.text);
                chosen.title.extend(chosen.op.as_ref().map(|op| op.word.clone()));
                chosen.op.is_some()
            }
            ModifierKind::Size(sizes) => {
                let known = sizes.iter().find(|(size, _)| *size == word.text);
                chosen.size = known.map(|(_, ty)| *ty);
                chosen.title.extend(known.map(|(size, _)| (*size).to_owned()));
                known.is_some()
            }
            ModifierKind::Channels => {
                chosen.channels = channel_mask(&word.text);
                chosen.title.extend(chosen.channels.map(channel_letters));
                chosen.channels.is_some()
            }
            ModifierKind::Word(words) => {
                let known = words.iter().find(|known| **known == word.text);
                let name = modifier.name;
                chosen.words.extend(known.map(|&chosen| WordChoice { name, words, chosen }));
                chosen.title.extend(known.map(|word| (*word).to_owned()));
                known.is_some()
            }
            ModifierKind::Saturate => {
                chosen.saturates = word.text == "sat";
                chosen.title.extend(chosen.saturates.then(|| word.text.clone()));
                chosen.saturates
            }
            // The parser has taken it where it stands.
            ModifierKind::Ignored(_) => false,
            ModifierKind::Width16 => {
                chosen.width16 = word.text == "16";
                chosen.title.extend(chosen.width16.then(|| word.text.clone()));
                chosen.width16
            }
        }
    }

    /// The words that a modifier can be, the document's own operations among them.
    fn modifier_words(&self, modifier: &Modifier) -> Vec<String> {
        match modifier.kind {
            ModifierKind::Op(table) => {
                let own = self.notations.ops().iter().map(|block| block.name.text.to_lowercase());
                let own = own.filter(|name| table.by_text(name).is_none());
                table.ops.iter().map(AtomicOp::text_word).chain(own).collect()
            }
            ModifierKind::Width16 => vec!["16".to_owned()],
            ModifierKind::Size(sizes) => sizes.iter().map(|(word, _)| (*word).to_owned()).collect(),
            ModifierKind::Channels => (1..16).map(channel_letters).collect(),
            ModifierKind::Ignored(_) => Vec::new(),
            ModifierKind::Word(words) => words.iter().map(|word| (*word).to_owned()).collect(),
            ModifierKind::Saturate => vec!["sat".to_owned()],
        }
    }

    fn wrong_modifier(&mut self, row: &Instruction, word: &SpannedText, possible: &[String]) {
        let expected = match possible {
            [] => "nothing more".to_owned(),
            words => one_of(words.iter().map(String::as_str)),
        };
        let message =
            format!("`{}` has no `{}` here, expected {expected}", row.mnemonic.to_lowercase(), word.text);
        let finding = Diagnostic::error(&rules::MODIFIER, word.span, message);
        let not_here = row.op_table().and_then(|table| {
            table.not_here.iter().find(|(name, _)| name.eq_ignore_ascii_case(&word.text)).map(|(_, why)| *why)
        });
        if let Some(why) = not_here {
            self.diagnostics.push(finding.note(why));
            return;
        }
        let finding = match word.text.as_str() {
            "32" | "64" => finding.note("the 32-bit form has no suffix; 64-bit atomics belong to SVM_ATOMIC"),
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
        self.diagnostics.push(Diagnostic::error(&rules::MISSING_MODIFIER, span, message));
    }
}
