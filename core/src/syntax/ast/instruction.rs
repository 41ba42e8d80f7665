//! Instructions and their operands, as written.

use super::value::ValueText;
use super::word::{Number, SpannedText};
use crate::base::Span;
use crate::spec::{FormName, PartKey};

/// An instruction as written.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InstructionLine {
    /// The predicate, if any.
    pub guard: Option<Node>,
    /// The mnemonic as written.
    pub mnemonic: SpannedText,
    /// The words after its dots.
    pub modifiers: Vec<SpannedText>,
    /// The execution mask and size.
    pub exec: Option<Node>,
    /// The words after the execution size.
    pub late_modifiers: Vec<SpannedText>,
    /// The operands in the order of the text.
    pub operands: Vec<Node>,
    /// The scheduling annotations after the operands: `&req={0}`, `&wr=1`, `?WAIT4_END_GROUP`. They have no effect on
    /// results.
    pub annotations: Vec<SpannedText>,
    /// The pieces of the line in order. Together they have all of its tokens but comments.
    pub pieces: Vec<Piece>,
}

/// A piece of an instruction line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The kind.
    pub kind: PieceKind,
    /// The span.
    pub span: Span,
}

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceKind {
    /// Control codes, annotations, and signs without effect.
    Ignored,
    /// The guard: a predicate before the mnemonic.
    Guard,
    /// The mnemonic.
    Mnemonic,
    /// The words after dots, with their dots.
    Modifiers,
    /// The execution mask and size.
    Exec,
    /// An operand.
    Operand,
    /// A separator after an operand, or the sign that ends the line.
    Separator,
}

/// A node of a line: a guard, an execution mask and size, or an operand, with its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The form; `None` if the text has no known form.
    pub form: Option<FormName>,
    /// The parts that hold something, in order, each with its key.
    pub parts: Vec<(PartKey, Leaf)>,
    /// Whether a part of the form is wrong or missing, which has been reported.
    pub is_broken: bool,
    /// The span of the whole node.
    pub span: Span,
}

/// The content of a part of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaf {
    /// A name, a keyword, a type or a flag.
    Text(SpannedText),
    /// A whole number.
    Number(Number),
    /// A value.
    Value(ValueText),
}

impl Node {
    /// Returns whether the node has a form.
    pub fn is(&self, form: FormName) -> bool {
        self.form == Some(form)
    }

    fn part(&self, key: PartKey) -> Option<&Leaf> {
        self.parts.iter().find(|(known, _)| *known == key).map(|(_, leaf)| leaf)
    }

    /// Returns whether a part is there.
    pub fn has(&self, key: PartKey) -> bool {
        self.part(key).is_some()
    }

    /// Returns the name, keyword, type or flag with a key.
    pub fn text(&self, key: PartKey) -> Option<&SpannedText> {
        match self.part(key)? {
            Leaf::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the number with a key.
    pub fn number(&self, key: PartKey) -> Option<Number> {
        match self.part(key)? {
            Leaf::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the name, register or predicate.
    pub fn name(&self) -> Option<&SpannedText> {
        self.text(PartKey::NAME)
    }

    /// Returns the value.
    pub fn value(&self) -> Option<&ValueText> {
        match self.part(PartKey::VALUE)? {
            Leaf::Value(value) => Some(value),
            _ => None,
        }
    }
}
