//! The rules of the notation that diagnostics cite.

use crate::base::{Clause, Kind, Rule};

const fn rule(code: &'static str, heading: &'static str, statement: &'static str) -> Rule {
    Rule { code, kind: Kind::Invalid, statement, source: Clause { page: "Lanescope notation", heading } }
}

macro_rules! rules {
    ($($name:ident = $code:literal, $heading:literal, $statement:literal;)*) => {
        $(pub(super) const $name: &Rule = &rule($code, $heading, $statement);)*

        /// Every rule of the notation, for lists and documentation.
        pub const RULES: &[&Rule] = &[TOO_LONG, TOO_DEEP, $($name),*];
    };
}

/// A limit of ours, so that nothing that can be typed takes long.
pub(super) const TOO_LONG: &Rule =
    &Rule { kind: Kind::Budget, ..rule("notation-too-long", "Limits", "A text has at most 64 KiB.") };
/// A limit of ours, so that nothing that can be typed exhausts the stack.
pub(super) const TOO_DEEP: &Rule = &Rule {
    kind: Kind::Budget,
    ..rule("notation-too-deep", "Limits", "Blocks and expressions nest at most 64 deep.")
};

rules! {
    CHARACTER = "notation-character", "Words and signs",
        "A text consists of names, numbers, C's operators and comments.";
    COMMENT = "notation-comment", "Words and signs", "A comment that starts with `/*` ends with `*/`.";
    NUMBER = "notation-number", "Numbers",
        "A number is decimal, hexadecimal (0x), binary (0b) or a decimal fraction.";
    LITERAL_RANGE = "notation-literal-range", "Numbers",
        "A literal takes the type of what it meets, and must fit it.";
    SYNTAX = "notation-syntax", "Statements", "Statements and expressions are written as in C.";
    SEMICOLON = "notation-semicolon", "Statements", "A statement ends with `;`.";
    BRACE = "notation-brace", "Statements", "Each brace and parenthesis has its partner.";
    NO_SUCH_STATEMENT = "notation-no-such-statement", "Statements",
        "The statements are declaration, assignment, if, for, foreach_active and atomic.";
    NO_EFFECT = "notation-no-effect", "Statements", "A statement declares, assigns or decides something.";
    TYPE_NAME = "notation-type-name", "Types",
        "The types are the manual's, in upper case, the access type `T`, and `bool`.";
    LOOP_BOUND = "notation-loop-bound", "Loops", "A loop has a condition that ends it.";
    FOREACH_PLACE = "notation-foreach-place", "Lanes",
        "foreach_active stands outside of foreach_active and atomic.";
    ATOMIC_PLACE = "notation-atomic-place", "Lanes",
        "atomic stands inside foreach_active and outside of another atomic.";
    UNIFORM_WRITE = "notation-uniform-write", "Lanes",
        "A variable declared outside foreach_active does not change inside it.";
    UNKNOWN_NAME = "notation-unknown-name", "Names",
        "A name is a variable, an operand, a named number or a builtin.";
    DUPLICATE_NAME = "notation-duplicate-name", "Names", "A name is declared once in a block.";
    RESERVED_NAME = "notation-reserved-name", "Names",
        "Keywords, types and builtins are not names of variables.";
    READ_ONLY = "notation-read-only", "Names", "Only variables, outputs and the surface can be assigned.";
    OPERAND_USE = "notation-operand-use", "Operands",
        "Inputs are read, outputs are written, and the surface is both; the surface and outputs take an index.";
    ELEMENT_ZERO = "notation-element-zero", "Operands", "An input without an index is its first element.";
    READING = "notation-reading", "Readings", "reading(name, choice) asks for a known reading and choice.";
    TYPE_MISMATCH = "notation-type-mismatch", "Types",
        "The operands of an operator are both integers or both floats.";
    CONVERSION = "notation-conversion", "Types",
        "Integers convert silently to integers, floats to floats; between them stands a cast.";
    OPERAND_TYPE = "notation-operand-type", "Types",
        "Bit operations, shifts, remainders, indices and addresses take integers; conditions take truth values or integers.";
    ARGUMENTS = "notation-arguments", "Builtins", "A builtin is called with the arguments that it takes.";
    NO_OPERATION = "notation-no-operation", "Operations",
        "`op` and `result` exist where the instruction has an operation.";
    OP_BODY = "notation-op-body", "Operations",
        "An operation assigns `new`, and declares, assigns and decides only.";
}
