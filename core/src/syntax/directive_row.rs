//! The properties of a directive: a row of the table.

use super::ast::{Directive, DirectiveClass, Inheritance, Rank};
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::cursor::{Cursor, Parsed};
use super::directive::UNKNOWN;
use super::key::KeyRow;
use crate::spec::RollCall;

/// A directive of the scenario text.
pub(super) struct DirectiveRow {
    /// The word, without its dot.
    pub word: &'static str,
    /// The text after the word, for help. Empty if it depends on the sets.
    pub form: &'static str,
    /// The purpose.
    pub info: &'static str,
    /// An example line; may be empty.
    pub example: &'static str,
    /// The keys, but for those that depend on the sets.
    pub keys: &'static [KeyRow],
    /// The place of its lines among others; `None` for the end.
    pub rank: Option<Rank>,
    /// Its effect in variants.
    pub inheritance: Inheritance,
    /// Whether every instruction set has it.
    pub is_common: bool,
    /// Whether a name follows the word.
    pub has_name: bool,
    /// Its contents besides the words of its line.
    pub body: DirectiveBody,
    /// Parses the text after the word.
    pub parse: fn(&mut Cursor, &RollCall) -> Parsed<Directive>,
    /// Returns the completions after the word.
    pub complete: fn(&CaretContext) -> Vec<CompletionItem>,
}

/// The contents of a directive besides the words of its line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DirectiveBody {
    /// No contents: the directive ends with its line.
    Line,
    /// Notation in braces, and notation up to the end of the line after this sign.
    Notation(Option<char>),
    /// Notation up to the end of the line after this sign.
    Condition(char),
    /// The lines of a variant, in braces.
    Variant,
}

/// The values that most directives share.
pub(super) const PLAIN: DirectiveRow = DirectiveRow {
    word: "",
    form: "",
    info: "",
    example: "",
    keys: &[],
    rank: None,
    inheritance: Inheritance::UnlessReplaced,
    is_common: true,
    has_name: false,
    body: DirectiveBody::Line,
    parse: |cursor, _| cursor.expected(&UNKNOWN, "a directive"),
    complete: |_| Vec::new(),
};

impl DirectiveRow {
    /// Returns the class of the directive.
    pub fn class(&self) -> DirectiveClass {
        DirectiveClass { word: self.word, rank: self.rank, inheritance: self.inheritance }
    }
}
