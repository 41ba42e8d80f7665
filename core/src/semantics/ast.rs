//! The syntax tree of a notation text. Names are unresolved and types unchecked. Spans are positions in the text.

use super::vocabulary::{BinaryOp, UnaryOp};
use crate::base::{ScalarType, Span};

/// A name and its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Name {
    pub text: String,
    pub span: Span,
}

/// A type as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TypeName {
    Scalar(ScalarType),
    /// The access type, `T`.
    Access,
    Bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stmt {
    /// The place, without the semicolon.
    pub span: Span,
    pub kind: StmtKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum StmtKind {
    Declare {
        ty: TypeName,
        name: Name,
        value: Option<ParsedExpr>,
    },
    /// `place = value`, or `place op= value`.
    Assign {
        place: LeftSide,
        op: Option<BinaryOp>,
        value: ParsedExpr,
    },
    If {
        condition: ParsedExpr,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    For {
        init: Option<Box<Stmt>>,
        condition: ParsedExpr,
        step: Option<Box<Stmt>>,
        body: Vec<Stmt>,
    },
    /// A loop over lanes. `header` is `foreach_active (i)` and `close` the closing brace.
    Foreach {
        header: Span,
        variable: Name,
        body: Vec<Stmt>,
        close: Span,
    },
    /// An `atomic` block. `header` is the keyword and `close` the closing brace.
    Atomic {
        header: Span,
        body: Vec<Stmt>,
        close: Span,
    },
    Block(Vec<Stmt>),
    /// `trap(reason, condition)`.
    Trap {
        reason: Name,
        condition: ParsedExpr,
    },
    /// `drop(header, column, row, slice)`: the keyword and the arguments.
    Drop {
        keyword: Name,
        arguments: Vec<ParsedExpr>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct LeftSide {
    pub name: Name,
    /// The expressions in the brackets; empty without brackets.
    pub index: Vec<ParsedExpr>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct ParsedExpr {
    pub span: Span,
    pub kind: ParsedExprKind,
    /// The number of nodes from here to the deepest leaf. It is bounded, so that walks may recurse.
    pub depth: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ParsedExprKind {
    Int {
        value: u64,
        pattern: bool,
    },
    /// The 1 that `++` and `--` imply.
    One,
    Float(f64),
    Bool(bool),
    Name(String),
    Index(Name, Vec<ParsedExpr>),
    /// `+x`: the number itself.
    Plus(Box<ParsedExpr>),
    Unary(UnaryOp, Box<ParsedExpr>),
    Binary(BinaryOp, Box<ParsedExpr>, Box<ParsedExpr>),
    Select(Box<ParsedExpr>, Box<ParsedExpr>, Box<ParsedExpr>),
    /// `(UD)x` and `UD(x)`.
    Cast(TypeName, Box<ParsedExpr>),
    /// `as(F, x)`.
    Reinterpret(TypeName, Box<ParsedExpr>),
    SizeOf(TypeName),
    /// `reading(name, choice)`.
    Reading(Name, Name),
    /// `modifier(name, word)`.
    Modifier(Name, Name),
    /// A builtin or `op`.
    Call(Name, Vec<ParsedExpr>),
}

impl ParsedExprKind {
    /// Returns the direct subexpressions, in the order of the text.
    pub fn children(&self) -> impl Iterator<Item = &ParsedExpr> {
        let (nodes, list): ([Option<&ParsedExpr>; 3], &[ParsedExpr]) = match self {
            Self::Int { .. } | Self::One | Self::Float(_) | Self::Bool(_) | Self::Name(_) => ([None; 3], &[]),
            Self::SizeOf(_) | Self::Reading(..) | Self::Modifier(..) => ([None; 3], &[]),
            Self::Plus(a) | Self::Unary(_, a) | Self::Cast(_, a) | Self::Reinterpret(_, a) => {
                ([Some(a), None, None], &[])
            }
            Self::Binary(_, a, b) => ([Some(a), Some(b), None], &[]),
            Self::Select(a, b, c) => ([Some(a), Some(b), Some(c)], &[]),
            Self::Index(_, list) | Self::Call(_, list) => ([None; 3], list),
        };
        nodes.into_iter().flatten().chain(list)
    }
}

/// The body of an operation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct OpText {
    /// The name after `op`, if the text is a whole block.
    pub name: Option<Name>,
    pub body: Vec<Stmt>,
}
