//! The shape of instruction lines, as data of an instruction set. One walk reads every shape.

use super::register_file::RegisterNames;
use crate::base::Rule;

/// The shape of the instruction lines of a set.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The parts of a line, in order.
    pub parts: &'static [LinePart],
    /// The forms of operands. An operand has the first form that it fits. Of several forms with one name, the first has the most
    /// parts.
    pub operands: &'static [Form],
}

impl Shape {
    /// Returns the execution masks; none if lines have no masks.
    pub fn masks(&self) -> impl Iterator<Item = &'static Keyword> + use<> {
        let lists = self.parts.iter().filter_map(|part| match part {
            LinePart::Exec(form) => form.keyword_list(PartKey::MASK),
            _ => None,
        });
        lists.flat_map(|list| list.keywords)
    }

    /// Formats a name as an operand of a form.
    pub fn in_form(&self, form: FormName, name: &str) -> String {
        let form = self.operands.iter().find(|known| known.name == form);
        form.map_or_else(String::new, |form| form.with_name(name))
    }

    /// Formats the name of a predicate as a guard.
    pub fn as_guard(&self, predicate: &str) -> Option<String> {
        self.parts.iter().find_map(|part| match part {
            LinePart::Guard(form) => Some(form.with_name(predicate)),
            _ => None,
        })
    }

    /// Returns the sign that may end a line.
    pub fn terminator(&self) -> Option<char> {
        self.parts.iter().find_map(|part| match part {
            LinePart::End { terminator, .. } => Some(*terminator),
            _ => None,
        })
    }
}

/// A part of an instruction line.
#[derive(Clone, Copy, Debug)]
pub enum LinePart {
    /// Control codes of a listing, such as `--:-:1:-:1`: words and dashes with at least three colons. They may be absent.
    ControlCodes,
    /// A sign without effect, which may be absent.
    Ignored(char),
    /// A predicate. It is there if the line goes on with its first sign.
    Guard(Form),
    /// The mnemonic, and the rule that a line without one breaks.
    Mnemonic(&'static Rule),
    /// The words after dots, and the rule that a dot without a word breaks. Those after the execution size are kept apart.
    Modifiers(&'static Rule),
    /// The execution mask and size.
    Exec(Form),
    /// The operands, up to the end of the line.
    Operands(Separator),
    /// The end of a line: scheduling annotations and signs.
    End {
        /// The first signs of annotations.
        annotations: &'static [char],
        /// The sign that ends an instruction. It may be absent.
        terminator: char,
        /// Other signs without effect.
        ignored: &'static [char],
    },
}

/// The separator of operands.
#[derive(Clone, Copy, Debug)]
pub enum Separator {
    /// White space. Commas are accepted with a warning.
    Spaces {
        /// The signs that end an operand before white space does.
        stops: &'static [char],
        /// The signs with which no operand begins.
        strays: &'static [char],
        /// The rule that a stray sign breaks.
        stray: &'static Rule,
        /// The rule that a comma breaks.
        comma: &'static Rule,
    },
    /// A sign, and the rule that its absence breaks.
    Sign(char, &'static Rule),
}

/// The name of a form with an article, as in messages. It identifies the form for rows and checks, so each form has one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormName(pub &'static str);

impl FormName {
    /// A bare name: a surface, a predicate or a special register.
    pub const BARE_NAME: Self = Self("a bare name");
    /// A numbered register.
    pub const REGISTER: Self = Self("a register");
    /// A numbered predicate.
    pub const PREDICATE: Self = Self("a predicate");
    /// A register whose value is an address.
    pub const ADDRESS: Self = Self("an address");
    /// A word of a constant bank.
    pub const CONSTANT: Self = Self("a word of the constant bank");
    /// A number.
    pub const NUMBER: Self = Self("a number");
}

/// A form of an operand, of a guard or of an execution size.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The name.
    pub name: FormName,
    /// The parts, in order.
    pub parts: &'static [FormPart],
    /// The rule that a text of another form breaks.
    pub rule: &'static Rule,
}

impl Form {
    /// Formats a name in this form.
    fn with_name(&self, name: &str) -> String {
        let text = |part: &FormPart| match part {
            FormPart::Sign(sign, _) => sign.to_string(),
            FormPart::Name(..) | FormPart::RegisterName(..) => name.to_owned(),
            _ => String::new(),
        };
        self.parts.iter().map(text).collect()
    }

    /// Returns the sign with which the form begins, if it always begins with one.
    pub fn first_sign(&self) -> Option<char> {
        match self.parts {
            [FormPart::Sign(sign, _), ..] => Some(*sign),
            _ => None,
        }
    }

    /// Returns the words of the part with a key; `None` if the part is not a word of a list.
    pub fn keyword_list(&self, key: PartKey) -> Option<&'static KeywordList> {
        self.parts.iter().find_map(|part| part.keyword_list(key))
    }
}

/// The key of a part of a form, by which the check finds what is written there. The key of a flag is its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartKey(pub &'static str);

impl PartKey {
    /// The name, register or predicate of a form.
    pub const NAME: Self = Self("name");
    /// A byte offset.
    pub const OFFSET: Self = Self("offset");
    /// A value.
    pub const VALUE: Self = Self("value");
    /// The number of a constant bank.
    pub const CONSTANT_BANK: Self = Self("bank");
    /// The mode of a predicate.
    pub const MODE: Self = Self("mode");
    /// An execution mask.
    pub const MASK: Self = Self("mask");
    /// An execution size.
    pub const SIZE: Self = Self("size");
    /// The flag of an inverted predicate.
    pub const INVERTED: Self = Self("!");
    /// The flag of the upper half of a register or of a word.
    pub const UPPER_HALF: Self = Self(".H1");
    /// The flag of a negated register.
    pub const NEGATED: Self = Self("-");
}

/// A part of a form. A part that holds something has a key.
#[derive(Clone, Copy, Debug)]
pub enum FormPart {
    /// A sign, with the words for a message that expects it.
    Sign(char, &'static str),
    /// A sign, or a dot with a word, which may be absent.
    Flag(PartKey),
    /// A name: its key, and the words for a message that expects it.
    Name(PartKey, &'static str),
    /// A name that may have further words after dots, with its key.
    DottedName(PartKey),
    /// A word that looks like the name of a register: its key, the names, and the words for a message that expects it.
    RegisterName(PartKey, RegisterNames, &'static str),
    /// One of a list of words: its key and the list.
    Keyword(PartKey, &'static KeywordList),
    /// A whole number: its key, and the words for a message that expects it.
    Number(PartKey, &'static str),
    /// A name or a whole number: its key, and the words for a message that expects it.
    NameOrNumber(PartKey, &'static str),
    /// A whole number or a constant expression: its key, and the rule that another text breaks.
    Expression(PartKey, &'static Rule),
    /// A value, with a sign before a bit pattern if it takes one.
    Value {
        /// The key.
        key: PartKey,
        /// Whether a bit pattern may have a sign.
        takes_negative_patterns: bool,
    },
    /// A scalar or packed type, with its key.
    Type(PartKey),
    /// The text from a `(` to the next `)`, with its key.
    Parenthesis(PartKey),
    /// Parts in a row.
    Sequence(&'static [FormPart]),
    /// Parts that may be absent. They are there if the next token can begin the first of them. Any token can begin a register's name,
    /// a type or a value.
    Optional(&'static [FormPart]),
    /// The point from which an error belongs to this form, so that no other form is tried.
    Cut,
}

impl FormPart {
    /// Returns the words of the part with a key, which is this one or one in it.
    fn keyword_list(&self, key: PartKey) -> Option<&'static KeywordList> {
        match self {
            FormPart::Keyword(known, list) => (*known == key).then_some(list),
            FormPart::Sequence(parts) | FormPart::Optional(parts) => {
                parts.iter().find_map(|part| part.keyword_list(key))
            }
            _ => None,
        }
    }
}

/// The words that are allowed at a place.
#[derive(Debug)]
pub struct KeywordList {
    /// The words.
    pub keywords: &'static [Keyword],
    /// The rule that another word breaks.
    pub rule: &'static Rule,
    /// Returns the message for another word.
    pub unknown_message: fn(&str) -> String,
    /// Returns the word that is meant by another one, if there is exactly one.
    pub suggestion: fn(&str) -> Option<String>,
}

/// A word of a list.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    /// The word.
    pub text: &'static str,
    /// The meaning in one sentence; may be empty.
    pub prose: &'static str,
}

impl Keyword {
    /// Creates a word.
    pub const fn new(text: &'static str, prose: &'static str) -> Self {
        Self { text, prose }
    }
}
