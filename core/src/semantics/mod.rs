//! The notation for semantics: compiles texts to [`Code`] and provides the arithmetic of the notation. `exec` executes
//! the code, one micro-step at a time.
//!
//! ```text
//! statement  = TYPE NAME [= expr];  place = expr;  place OP= expr;  place++;  ++place;  { statement* }
//!            | if (expr) body [else body]  |  for ([simple]; expr; [simple]) body
//!            | foreach_active (NAME) body  |  atomic body  |  trap(REASON, expr);  |  drop(expr, expr, expr, expr);
//! place      = NAME | OPERAND[index]
//! index      = expr  |  expr, expr [, expr [, expr]]   a surface's byte address; a texel's x, y, z and level
//! expr       = C's operators and `?:`  |  number  |  true  |  false  |  NAME  |  OPERAND[index]  |  ChEn[expr]  |  Pred[expr]
//!            | (TYPE)expr  |  TYPE(expr)             the value, converted
//!            | BUILTIN(arguments)                    see `BUILTINS`
//! operation  = op NAME { statement* }  |  statement*  |  expr
//! TYPE       = UB UW UD UQ B W D Q HF F DF, T (the access type), bool
//! ```
//!
//! Two operands are converted to the wider of their types, or to the unsigned one of two integers of the same width.
//! Arithmetic is done in that type and wraps. A literal takes the type of the other operand or of the target. Integers
//! convert implicitly to integers and floats to floats; other conversions need a cast. An operand without an index is
//! its first element. A named constant with an index is that bit of the constant.

pub mod arithmetic;
mod assign;
mod ast;
mod builtins;
mod calls;
mod checker;
mod code;
mod compile;
mod compute;
mod decided;
mod expressions;
mod flags;
mod float;
mod fold;
mod header_query;
mod integer;
mod lexer;
mod lower;
mod names;
mod operator_table;
mod operators;
mod own_elements;
mod parser;
mod reports;
mod rules;
mod tokens;
mod trap_reason;
mod types;
mod vocabulary;
mod walk;
mod words;

pub use builtins::{BUILTINS, BuiltinRow, OP_SOURCES, op_names};
pub use code::{
    Address, AssignTarget, Code, Constant, Decided, Environment, Expr, ExprForm, ExprId, ExprKind, Local,
    ModifierWords, NotationOperand, NotationText, OpBody, OperandShape, Statement, StatementKind,
};
pub use compile::{
    Expression, check_main_syntax, check_op, check_op_syntax, compile, compile_condition, compile_invariant,
};
pub use compute::compute;
pub(crate) use float::FloatFormat;
pub use fold::folded;
pub use header_query::HeaderQuery;
pub(crate) use lexer::has_same_tokens;
pub use operator_table::{OPERATORS, Operator, PREFIX_BINDING};
pub(crate) use parser::{MAX_NESTING, MAX_TEXT};
pub(crate) use rules::RULES;
pub use tokens::{
    NotationTokenClass, highlight, mentions_of_op, modifier_tests, on_one_line, op_blocks, op_body,
    op_mentions,
};
pub use trap_reason::TrapReason;
pub use vocabulary::{BinaryOp, Builtin, LocalId, Pc, Site, Type, UnaryOp};
pub use walk::inputs;
pub use words::{ELEMENT_BYTES, ENABLED, NAMES, NotationWord, PREDICATE, notation_words};
