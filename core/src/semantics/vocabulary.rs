//! The types, operators and builtins of the notation, and the places in its texts and code.

use crate::base::{Bits, NumberFormat, ScalarType, Span, show};

/// A place in one of the texts of a [`Code`](super::code::Code).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    /// 0 for the instruction's own text, 1 for the operation's.
    pub text: u8,
    /// The place in that text.
    pub span: Span,
}

/// The index of a local in [`Code::locals`](super::code::Code::locals).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(pub u16);

/// The index of a statement in [`Code::statements`](super::code::Code::statements).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pc(pub u32);

/// The type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A number.
    Scalar(ScalarType),
    /// A truth value: 1 bit, in bit 0.
    Bool,
}

impl Type {
    /// Returns the name in the notation.
    pub fn name(self) -> &'static str {
        match self {
            Type::Scalar(ty) => ty.name(),
            Type::Bool => "bool",
        }
    }

    /// Returns the scalar type in which a value is shown. Truth values are shown as UB.
    pub fn scalar_or_byte(self) -> ScalarType {
        match self {
            Type::Scalar(ty) => ty,
            Type::Bool => ScalarType::Ub,
        }
    }

    /// Formats a value of the type. A truth value is a word.
    pub fn show(self, value: Bits, format: NumberFormat) -> String {
        match self {
            Type::Scalar(ty) => show(value, ty, format),
            Type::Bool if !value.is_defined(1) => "?".to_owned(),
            Type::Bool => (value.value & 1 == 1).to_string(),
        }
    }

    /// Returns the width in bits; 1 for a truth value.
    pub fn width_bits(self) -> u32 {
        match self {
            Type::Scalar(ty) => ty.width_bits(),
            Type::Bool => 1,
        }
    }
}

/// A unary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum UnaryOp {
    Negate,
    Complement,
    Not,
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub enum BinaryOp {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    And,
    Or,
    Xor,
    ShiftLeft,
    ShiftRight,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    LogicalAnd,
    LogicalOr,
}

impl UnaryOp {
    /// Returns the sign.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Negate => "-",
            Self::Complement => "~",
            Self::Not => "!",
        }
    }
}

impl BinaryOp {
    /// Returns whether the result is a truth value for all operand types.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        matches!(self, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
    }
}

/// A builtin function that is implemented in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // documented where they are implemented
pub enum Builtin {
    Min,
    Max,
    Abs,
    Clamp,
    AddSat,
    SubSat,
    Carry,
    Borrow,
    Popcount,
    Defined,
}

impl Builtin {
    /// Returns whether the result is a truth value; otherwise it has the type of the arguments.
    pub(super) fn is_truth(self) -> bool {
        matches!(self, Self::Carry | Self::Borrow | Self::Defined)
    }

    /// Returns whether it takes integers only.
    pub(super) fn takes_integers(self) -> bool {
        matches!(self, Self::AddSat | Self::SubSat | Self::Carry | Self::Borrow | Self::Popcount)
    }
}
