//! A reference of all words of a text, generated from the tables that the parser uses.

use super::blank::line_of;
use super::session::Session;
use crate::base::Span;
use crate::check::set_of;
use crate::semantics::{BUILTINS, NAMES, OPERATORS, notation_words};
use crate::spec::FOLDS;
use crate::spec::{InstructionSet, RollCall};
use crate::syntax::{WordGroup, text_words};
use serde::Serialize;

/// An entry of the reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReferenceEntry {
    /// The heading above the entry.
    pub group: &'static str,
    /// The word.
    pub name: String,
    /// The syntax of the word in a text.
    pub form: String,
    /// The meaning, one sentence.
    pub prose: String,
    /// An example line, statement or expression; may be empty.
    pub example: String,
    /// Other words that readers search for.
    pub synonyms: &'static str,
}

const INSTRUCTIONS: &str = "Instructions";
const NOTATION: &str = "Words of the notation";
const BUILTIN: &str = "Builtins of the notation";
const NAME: &str = "Names of the notation";
const OPERATOR: &str = "Operators of the notation";

/// Returns the heading of a group of words.
fn heading(group: WordGroup) -> &'static str {
    match group {
        WordGroup::Directive => "Directives",
        WordGroup::Key => "Keys of directives",
        WordGroup::Expectation => "Expectations",
        WordGroup::Value => "Values",
        WordGroup::Order => "Orders",
        WordGroup::Mask => "Execution masks",
        WordGroup::Type => "Types",
        WordGroup::Kind => "Kinds of surface",
        WordGroup::Format => "Texel formats",
        WordGroup::Modifier => "Modifiers of a mnemonic",
    }
}

/// Returns the reference for an instruction set, group by group.
pub fn reference(set: &InstructionSet, roll_call: &RollCall) -> Vec<ReferenceEntry> {
    let row = |row: &crate::spec::Instruction| ReferenceEntry {
        group: INSTRUCTIONS,
        name: set.spelled(&row.mnemonic),
        form: line_of(set, row),
        prose: row.prose.to_owned(),
        example: String::new(),
        synonyms: row.synonyms,
    };
    let mut all: Vec<ReferenceEntry> = set.instructions.iter().map(|instruction| row(instruction)).collect();
    all.extend(text_words(set, roll_call).into_iter().map(|word| ReferenceEntry {
        group: heading(word.group),
        name: word.name,
        form: word.form,
        prose: word.prose,
        example: word.example,
        synonyms: word.synonyms,
    }));
    all.extend(notation_words().map(|word| ReferenceEntry {
        group: NOTATION,
        name: word.name.to_owned(),
        form: word.form.to_owned(),
        prose: word.prose.to_owned(),
        example: word.example.to_owned(),
        synonyms: "",
    }));
    all.extend(NAMES.iter().map(|word| ReferenceEntry {
        group: NAME,
        name: word.name.to_owned(),
        form: word.form.to_owned(),
        prose: word.prose.to_owned(),
        example: word.example.to_owned(),
        synonyms: "",
    }));
    all.extend(OPERATORS.iter().map(|row| ReferenceEntry {
        group: OPERATOR,
        name: row.sign.to_owned(),
        form: row.form(),
        prose: row.prose.to_owned(),
        example: row.example.to_owned(),
        synonyms: "",
    }));
    all.extend(BUILTINS.iter().map(|row| ReferenceEntry {
        group: BUILTIN,
        name: row.name.to_owned(),
        form: row.signature(),
        prose: format!("{} Type: {}.", row.prose, row.gives()),
        example: row.example.to_owned(),
        synonyms: "",
    }));
    all.extend(FOLDS.iter().map(|row| ReferenceEntry {
        group: BUILTIN,
        name: row.name.to_owned(),
        form: format!("{}(NAME)", row.name),
        prose: row.prose.to_owned(),
        example: row.example.to_owned(),
        synonyms: "",
    }));
    all
}

/// Returns the headings that can explain a word of a highlighting class.
fn headings(class: &str) -> Vec<&'static str> {
    use WordGroup::{Directive, Expectation, Format, Key, Kind, Mask, Modifier, Order, Type, Value};
    let words = |groups: &[WordGroup]| groups.iter().map(|group| heading(*group)).collect::<Vec<_>>();
    match class {
        "directive" => words(&[Directive]),
        "key" => words(&[Key]),
        "mnemonic" => vec![INSTRUCTIONS],
        "modifier" => words(&[Modifier]),
        "mask" => words(&[Mask]),
        "type" => [words(&[Type]), vec![NOTATION]].concat(),
        "number" => words(&[Value, Kind]),
        "builtin" => vec![BUILTIN],
        "keyword" | "name" => {
            let text = words(&[Kind, Value, Order, Format, Type, Expectation]);
            [text, vec![NOTATION, NAME, BUILTIN]].concat()
        }
        _ => Vec::new(),
    }
}

impl Session {
    /// Returns the reference for the text's instruction set.
    pub fn reference(&self) -> Vec<ReferenceEntry> {
        reference(set_of(&self.document, &self.roll_call), &self.roll_call)
    }

    /// Returns the meaning of the word at a byte offset, with its span: the line that declares the name, or an entry of
    /// the reference.
    pub fn explain(&self, byte_offset: usize) -> Option<(Span, ReferenceEntry)> {
        if let Some(found) = self.explain_reading(byte_offset) {
            return Some(found);
        }
        let pieces = self.highlight();
        let piece = pieces.iter().rfind(|piece| piece.span.touches(byte_offset))?;
        let word = crate::syntax::words(&self.text).find(|span| span.touches(byte_offset));
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
        let found = self
            .reference()
            .into_iter()
            .find(|entry| headings.contains(&entry.group) && is_named(&entry.name));
        found.map(|entry| (span, entry))
    }

    /// Returns an entry for the name or the choice in a `.reading` line.
    fn explain_reading(&self, byte_offset: usize) -> Option<(Span, ReferenceEntry)> {
        use crate::syntax::{Directive, ReadingLine};
        self.document.directives().find_map(|(_, directive)| {
            let Directive::Reading(ReadingLine { name, choice }) = directive else { return None };
            let reading = self.roll_call.readings().find(|reading| reading.name == name.text)?;
            let chosen = reading.choices.iter().find(|known| known.name == choice.text);
            let (span, word, choices, prose) = if name.span.touches(byte_offset) {
                let choices: Vec<&str> = reading.choices.iter().map(|choice| choice.name).collect();
                (name.span, reading.name, choices.join(" | "), reading.question)
            } else {
                let chosen = chosen.filter(|_| choice.span.touches(byte_offset))?;
                (choice.span, chosen.name, chosen.name.to_owned(), chosen.prose)
            };
            let entry = ReferenceEntry {
                group: "Interpretations",
                name: word.to_owned(),
                form: format!(".reading {} = {choices}", reading.name),
                prose: prose.to_owned(),
                example: String::new(),
                synonyms: "",
            };
            Some((span, entry))
        })
    }

    /// Returns an entry with the lines that declare a name in the text.
    fn declaration_of(&self, name: &str) -> Option<ReferenceEntry> {
        use crate::syntax::Directive;
        let of_name = |(span, directive): (Span, &Directive)| match directive {
            Directive::Decl(decl) if decl.name.text == name => Some(span),
            Directive::Set(set) if set.name.text == name => Some(span),
            Directive::Surface(line) if line.name.text == name => Some(span),
            _ => None,
        };
        let lines: Vec<&str> =
            self.document.directives().filter_map(of_name).map(|span| span.of(&self.text)).collect();
        let (first, rest) = lines.split_first()?;
        Some(ReferenceEntry {
            group: "This text",
            name: name.to_owned(),
            form: (*first).to_owned(),
            prose: "Declared by this text.".to_owned(),
            example: rest.join("\n"),
            synonyms: "",
        })
    }
}
