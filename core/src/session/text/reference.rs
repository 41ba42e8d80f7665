//! A reference of all words of a text, generated from the tables that the parser uses, and new scenarios for its instructions.

use super::session::Session;
use crate::base::Span;
use crate::check::{SetsWithChecks, set_of};
use crate::semantics::{BUILTINS, NAMES, OPERATORS, notation_words};
use crate::spec::{FOLDS, Instruction, InstructionSet, InstructionSets};
use crate::syntax;
use crate::syntax::{Directive, Item, ReadingLine, ReferenceEntry, heading, text_reference, word_spans};

const INSTRUCTIONS: &str = "Instructions";
const NOTATION: &str = "Words of the notation";
const BUILTIN: &str = "Builtins of the notation";
const NAME: &str = "Names of the notation";
const OPERATOR: &str = "Operators of the notation";

/// Returns the reference for an instruction set, group by group.
pub fn reference(set: &InstructionSet, sets: &SetsWithChecks) -> Vec<ReferenceEntry> {
    instructions(set, sets, |_| true).chain(words(set, sets)).collect()
}

/// Returns the entries of the instructions whose spelling is wanted. Each has a line of its own scenario, which takes time.
fn instructions(
    set: &InstructionSet,
    sets: &SetsWithChecks,
    is_wanted: impl Fn(&str) -> bool,
) -> impl Iterator<Item = ReferenceEntry> {
    set.instructions.iter().filter_map(move |row| {
        let name = set.spelled(&row.mnemonic);
        is_wanted(&name).then(|| ReferenceEntry {
            synonyms: row.synonyms,
            ..ReferenceEntry::new(INSTRUCTIONS, &name, &line_of(sets, set, row), row.prose, "")
        })
    })
}

/// Returns the entries of the other words in texts of a set, and of the notation.
fn words(set: &InstructionSet, sets: &SetsWithChecks) -> Vec<ReferenceEntry> {
    let entry = ReferenceEntry::new;
    let notation =
        notation_words().map(|word| entry(NOTATION, word.name, word.form, word.prose, word.example));
    let names = NAMES.iter().map(|word| entry(NAME, word.name, word.form, word.prose, word.example));
    let operators =
        OPERATORS.iter().map(|row| entry(OPERATOR, row.sign, &row.form(), row.prose, row.example));
    let builtins = BUILTINS.iter().map(|row| {
        let prose = format!("{} Type: {}.", row.prose, row.gives());
        entry(BUILTIN, row.name, &row.signature(), &prose, row.example)
    });
    let folds = FOLDS
        .iter()
        .map(|row| entry(BUILTIN, row.name, &format!("{}(NAME)", row.name), row.prose, row.example));
    let text = text_reference(set, sets).into_iter();
    text.chain(notation).chain(names).chain(operators).chain(builtins).chain(folds).collect()
}

/// Returns the headings that can explain a word of a highlighting class.
fn headings(class: &str) -> &'static [&'static str] {
    use heading::{DIRECTIVE, EXPECTATION, FORMAT, KEY, KIND, MASK, MODIFIER, ORDER, TYPE, VALUE};
    match class {
        "directive" => &[DIRECTIVE],
        "key" => &[KEY],
        "mnemonic" => &[INSTRUCTIONS],
        "modifier" => &[MODIFIER],
        "mask" => &[MASK],
        "type" => &[TYPE, NOTATION],
        "number" => &[VALUE, KIND],
        "builtin" => &[BUILTIN],
        "keyword" | "name" => &[KIND, VALUE, ORDER, FORMAT, TYPE, EXPECTATION, NOTATION, NAME, BUILTIN],
        _ => &[],
    }
}

impl Session {
    /// Returns the reference for the text's instruction set.
    pub fn reference(&self) -> Vec<ReferenceEntry> {
        reference(set_of(&self.document, &self.sets), &self.sets)
    }

    /// Returns the meaning of the word at a byte offset, with its span: the line that declares the name, or an entry of
    /// the reference.
    pub fn explain(&self, byte_offset: usize) -> Option<(Span, ReferenceEntry)> {
        if let Some(found) = self.explain_reading(byte_offset) {
            return Some(found);
        }
        let pieces = self.highlight();
        let piece = pieces.iter().rfind(|piece| piece.span.touches(byte_offset))?;
        let word = word_spans(&self.text).find(|span| span.touches(byte_offset));
        // A group such as `(M1, 8)` is highlighted as one piece, so the word is looked up inside it.
        let span = word.filter(|word| piece.span.touches(word.range().start)).unwrap_or(piece.span);
        let text = span.of(&self.text);
        if let Some(own) = self.declaration_of(text) {
            return Some((span, own));
        }
        let headings = headings(piece.class);
        let is_named = |name: &str| {
            name.trim_start_matches('.').eq_ignore_ascii_case(text.trim_start_matches('.'))
                // A modifier with dots inside is highlighted as several pieces.
                || piece.class == "modifier" && name.split('.').any(|part| part.eq_ignore_ascii_case(text))
        };
        // Several directives may have a key of the same name.
        let item = self.document.items.iter().find(|item| item.span.touches(byte_offset));
        let directive = item.and_then(Item::class).map(|class| format!(".{} ", class.word));
        let is_of_directive =
            |entry: &ReferenceEntry| directive.as_ref().is_some_and(|word| entry.usage.starts_with(word));
        let (set, sets) = (set_of(&self.document, &self.sets), &self.sets);
        let is_instruction = |name: &str| headings.contains(&INSTRUCTIONS) && is_named(name);
        let entries = instructions(set, sets, is_instruction).chain(words(set, sets));
        let named = entries.filter(|entry| headings.contains(&entry.group) && is_named(&entry.name));
        let found = named.min_by_key(|entry| !is_of_directive(entry));
        found.map(|entry| (span, entry))
    }

    /// Returns an entry for the name or the choice in a `.reading` line.
    fn explain_reading(&self, byte_offset: usize) -> Option<(Span, ReferenceEntry)> {
        self.document.reading_lines().find_map(|ReadingLine { name, choice }| {
            let reading = self.sets.readings().find(|reading| reading.name == name.text)?;
            let chosen = reading.choices.iter().find(|known| known.name == choice.text);
            let (span, word, choices, prose) = if name.span.touches(byte_offset) {
                let choices: Vec<&str> = reading.choices.iter().map(|choice| choice.name).collect();
                (name.span, reading.name, choices.join(" | "), reading.question)
            } else {
                let chosen = chosen.filter(|_| choice.span.touches(byte_offset))?;
                (choice.span, chosen.name, chosen.name.to_owned(), chosen.prose)
            };
            let form = format!(".reading {} = {choices}", reading.name);
            let entry = ReferenceEntry::new("Interpretations", word, &form, prose, "");
            Some((span, entry))
        })
    }

    /// Returns an entry with the lines that declare a name in the text.
    fn declaration_of(&self, name: &str) -> Option<ReferenceEntry> {
        let of_name = |(span, directive): (Span, &Directive)| match directive {
            Directive::Decl(decl) if decl.name.text == name => Some(span),
            Directive::Set(set) if set.name.text == name => Some(span),
            Directive::Surface(line) if line.name.text == name => Some(span),
            _ => None,
        };
        let lines: Vec<&str> =
            self.document.directives().filter_map(of_name).map(|span| span.of(&self.text)).collect();
        let (first, rest) = lines.split_first()?;
        Some(ReferenceEntry::new("This text", name, first, "Declared by this text.", &rest.join("\n")))
    }
}

/// Returns a runnable scenario for an instruction, written from its row, with all operands set up.
pub fn blank(sets: &SetsWithChecks, set: &InstructionSet, row: &Instruction) -> String {
    syntax::starter_scenario(sets.check_of(set), set, row)
}

/// Returns the instruction's line of that scenario.
pub(super) fn line_of(sets: &SetsWithChecks, set: &InstructionSet, row: &Instruction) -> String {
    blank(sets, set, row).trim_end().lines().next_back().unwrap_or_default().to_owned()
}

/// Returns the first two letters of the default set's first instruction, as a hint for an empty text.
pub fn first_letters(sets: &InstructionSets) -> String {
    let set = sets.default_set();
    let first = set.instructions.first().map_or_else(String::new, |row| set.spelled(&row.mnemonic));
    first.chars().take(2).collect()
}
