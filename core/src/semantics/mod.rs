//! The notation in which semantics are written: text in, checked and lowered [`Code`] out, and the arithmetic that
//! it means. Executing it, one micro-step at a time, is the business of `exec`.

pub mod arithmetic;
mod ast;
mod code;
mod float;
mod integer;
mod lexer;
mod parser;
mod rules;
mod words;

pub use code::{
    BinaryOp, Builtin, Code, Constant, Environment, Expr, ExprId, ExprKind, Local, LocalId, NotationText,
    OpBody, OpStatement, OperandBinding, OperandShape, Pc, Site, Statement, StatementKind, Target, Type,
    UnaryOp,
};
pub use float::{Denormals, FloatRules, MinMax};
