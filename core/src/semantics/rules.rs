//! The rules of the notation that diagnostics cite. The rules of kind `Budget` bound the compilation time and the
//! stack depth for any input.

use crate::base::rules;

const PAGE: &str = "Lanescope notation";

rules! {
    TOO_LONG: "notation-too-long", Budget, "a text has at most 64 KiB", PAGE, "Limits";
    TOO_DEEP: "notation-too-deep", Budget, "blocks and expressions nest at most 64 deep", PAGE, "Limits";
    CHARACTER: "notation-character", Invalid, "a text consists of names, numbers, C's operators and comments",
        PAGE, "Words and signs";
    COMMENT: "notation-comment", Invalid, "a comment that starts with `/*` ends with `*/`",
        PAGE, "Words and signs";
    NUMBER: "notation-number", Invalid,
        "a number is decimal, hexadecimal (0x), binary (0b) or a decimal fraction", PAGE, "Numbers";
    LITERAL_RANGE: "notation-literal-range", Invalid,
        "a literal takes the type of what it meets, and must fit it", PAGE, "Numbers";
    SYNTAX: "notation-syntax", Invalid, "statements and expressions are written as in C", PAGE, "Statements";
    SEMICOLON: "notation-semicolon", Invalid, "a statement ends with `;`", PAGE, "Statements";
    BRACE: "notation-brace", Invalid, "each brace and parenthesis has its partner", PAGE, "Statements";
    NO_SUCH_STATEMENT: "notation-no-such-statement", Invalid,
        "the statements are declaration, assignment, if, for, foreach_active, atomic, trap and drop", PAGE, "Statements";
    NO_EFFECT: "notation-no-effect", Invalid, "a statement declares, assigns or decides something",
        PAGE, "Statements";
    TYPE_NAME: "notation-type-name", Invalid,
        "the types are the manual's, in upper case, the access type `T`, and `bool`", PAGE, "Types";
    LOOP_BOUND: "notation-loop-bound", Invalid, "a loop has a condition that ends it", PAGE, "Loops";
    FOREACH_PLACE: "notation-foreach-place", Invalid,
        "foreach_active is allowed only outside foreach_active and atomic", PAGE, "Lanes";
    ATOMIC_PLACE: "notation-atomic-place", Invalid,
        "atomic is allowed only inside foreach_active and outside another atomic", PAGE, "Lanes";
    UNIFORM_WRITE: "notation-uniform-write", Invalid,
        "a variable declared outside foreach_active does not change inside it", PAGE, "Lanes";
    UNKNOWN_NAME: "notation-unknown-name", Invalid,
        "a name is a variable, an operand, a named number or a builtin", PAGE, "Names";
    DUPLICATE_NAME: "notation-duplicate-name", Invalid, "a name is declared once in a block", PAGE, "Names";
    RESERVED_NAME: "notation-reserved-name", Invalid,
        "keywords, types and builtins are not names of variables", PAGE, "Names";
    READ_ONLY: "notation-read-only", Invalid, "only variables, outputs and the surface can be assigned",
        PAGE, "Names";
    OPERAND_USE: "notation-operand-use", Invalid,
        "inputs are read, outputs are written, and the surface is both; the surface and outputs take an index",
        PAGE, "Operands";
    ELEMENT_ZERO: "notation-element-zero", Invalid, "an input without an index is its first element",
        PAGE, "Operands", ["warning"];
    READING: "notation-reading", Invalid, "reading(name, choice) asks for a known reading and choice",
        PAGE, "Readings";
    MODIFIER: "notation-modifier", Invalid,
        "in modifier(name, word), the modifier is one of the instruction, and the word is one of its values",
        PAGE, "Modifiers";
    TRAP: "notation-trap", Invalid,
        "trap(reason, condition) is allowed only inside foreach_active and outside atomic", PAGE, "Statements";
    DROP: "notation-drop", Invalid,
        "drop(header, column, row, slice) is allowed only inside foreach_active", PAGE, "Statements";
    TYPE_MISMATCH: "notation-type-mismatch", Invalid,
        "the operands of an operator are both integers or both floats", PAGE, "Types";
    CONVERSION: "notation-conversion", Invalid,
        "integers and `bool` convert implicitly to each other, and floats to floats; other conversions need a cast", PAGE, "Types";
    NARROW_READ: "notation-narrow-read", Invalid,
        "a read from memory has the access type; its target is as wide, or a cast narrows the value", PAGE, "Types";
    OPERAND_TYPE: "notation-operand-type", Invalid,
        "bit operations and counts, shifts, remainders, saturation, carries, indices and addresses take integers; conditions take truth values or integers",
        PAGE, "Types";
    ARGUMENTS: "notation-arguments", Invalid, "a builtin is called with the arguments that it takes",
        PAGE, "Builtins";
    NO_OPERATION: "notation-no-operation", Invalid,
        "`op` and `result` exist where the instruction has an operation", PAGE, "Operations";
    OP_BODY: "notation-op-body", Invalid,
        "an operation assigns `new`, and has only declarations, assignments and `if`", PAGE, "Operations";
}
