//! The notation in which semantics are written: text in, checked and lowered [`Code`] out, and the arithmetic that
//! it means. Executing it, one micro-step at a time, is the business of `exec`.

pub mod arithmetic;
mod assign;
mod ast;
mod calls;
mod check;
mod code;
mod compile;
mod flags;
mod float;
mod integer;
mod lexer;
mod lower;
mod names;
mod op_body;
mod parser;
mod rules;
mod types;
mod words;

pub use code::{
    BinaryOp, Builtin, Code, Constant, Environment, Expr, ExprId, ExprKind, Local, LocalId, NotationText,
    OpBody, OpStatement, OperandBinding, OperandShape, Pc, Site, Statement, StatementKind, Target, Type,
    UnaryOp,
};
pub use compile::{NotationDiagnostic, TokenClass, compile, highlight, op_blocks, op_mentions};
pub use float::{Denormals, FloatRules, MinMax};
pub use rules::RULES;
