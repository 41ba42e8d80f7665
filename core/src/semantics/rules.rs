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
    &Rule { kind: Kind::Budget, ..rule("notation-too-long", "Limits", "a text has at most 64 KiB") };
/// A limit of ours, so that nothing that can be typed exhausts the stack.
pub(super) const TOO_DEEP: &Rule = &Rule {
    kind: Kind::Budget,
    ..rule("notation-too-deep", "Limits", "blocks and expressions nest at most 64 deep")
};

rules! {
    CHARACTER = "notation-character", "Words and signs",
        "a text consists of names, numbers, C's operators and comments";
    COMMENT = "notation-comment", "Words and signs", "a comment that starts with `/*` ends with `*/`";
    NUMBER = "notation-number", "Numbers",
        "a number is decimal, hexadecimal (0x), binary (0b) or a decimal fraction";
    LITERAL_RANGE = "notation-literal-range", "Numbers",
        "a literal takes the type of what it meets, and must fit it";
    SYNTAX = "notation-syntax", "Statements", "statements and expressions are written as in C";
    SEMICOLON = "notation-semicolon", "Statements", "a statement ends with `;`";
    BRACE = "notation-brace", "Statements", "each brace and parenthesis has its partner";
    NO_SUCH_STATEMENT = "notation-no-such-statement", "Statements",
        "the statements are declaration, assignment, if, for, foreach_active and atomic";
    NO_EFFECT = "notation-no-effect", "Statements", "a statement declares, assigns or decides something";
    TYPE_NAME = "notation-type-name", "Types",
        "the types are the manual's, in upper case, the access type `T`, and `bool`";
    LOOP_BOUND = "notation-loop-bound", "Loops", "a loop has a condition that ends it";
    FOREACH_PLACE = "notation-foreach-place", "Lanes",
        "foreach_active stands outside of foreach_active and atomic";
    ATOMIC_PLACE = "notation-atomic-place", "Lanes",
        "atomic stands inside foreach_active and outside of another atomic";
    UNIFORM_WRITE = "notation-uniform-write", "Lanes",
        "a variable declared outside foreach_active does not change inside it";
    UNKNOWN_NAME = "notation-unknown-name", "Names",
        "a name is a variable, an operand, a named number or a builtin";
    DUPLICATE_NAME = "notation-duplicate-name", "Names", "a name is declared once in a block";
    RESERVED_NAME = "notation-reserved-name", "Names",
        "keywords, types and builtins are not names of variables";
    READ_ONLY = "notation-read-only", "Names", "only variables, outputs and the surface can be assigned";
    OPERAND_USE = "notation-operand-use", "Operands",
        "inputs are read, outputs are written, and the surface is both; the surface and outputs take an index";
    ELEMENT_ZERO = "notation-element-zero", "Operands", "an input without an index is its first element";
    READING = "notation-reading", "Readings", "reading(name, choice) asks for a known reading and choice";
    MODIFIER = "notation-modifier", "Modifiers",
        "modifier(name, word) asks for a modifier of the instruction and a word that it can be";
    TRAP = "notation-trap", "Statements",
        "trap(reason, condition) stands inside foreach_active and outside of atomic";
    TYPE_MISMATCH = "notation-type-mismatch", "Types",
        "the operands of an operator are both integers or both floats";
    CONVERSION = "notation-conversion", "Types",
        "integers convert silently to integers, floats to floats; between them stands a cast";
    OPERAND_TYPE = "notation-operand-type", "Types",
        "bit operations, shifts, remainders, indices and addresses take integers; conditions take truth values or integers";
    ARGUMENTS = "notation-arguments", "Builtins", "a builtin is called with the arguments that it takes";
    NO_OPERATION = "notation-no-operation", "Operations",
        "`op` and `result` exist where the instruction has an operation";
    OP_BODY = "notation-op-body", "Operations",
        "an operation assigns `new`, and declares, assigns and decides only";
}
