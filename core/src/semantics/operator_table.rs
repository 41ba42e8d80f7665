//! The table of operators. The parser, the reference and the manual read it.

use super::vocabulary::BinaryOp;

/// An operator of expressions.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // the names say it
pub struct Operator {
    /// The sign; `(TYPE)` for a conversion.
    pub sign: &'static str,
    /// The precedence, as in C; 0 is the lowest.
    pub binding: u32,
    /// The operation of an infix operator.
    pub(super) infix: Option<BinaryOp>,
    /// The meaning, in one sentence.
    pub prose: &'static str,
    pub example: &'static str,
}

const fn other(sign: &'static str, binding: u32, example: &'static str, prose: &'static str) -> Operator {
    Operator { sign, binding, infix: None, prose, example }
}

const fn infix(
    sign: &'static str,
    binding: u32,
    op: BinaryOp,
    example: &'static str,
    prose: &'static str,
) -> Operator {
    Operator { sign, binding, infix: Some(op), prose, example }
}

impl Operator {
    /// Formats the syntax of an expression with the operator, such as `a + b`.
    pub fn form(&self) -> String {
        match (self.infix, self.binding) {
            (Some(_), _) => format!("a {} b", self.sign),
            (None, PREFIX_BINDING) => format!("{}a", self.sign),
            _ => "a ? b : c".to_owned(),
        }
    }
}

/// The precedence of prefix operators, above that of infix ones.
pub const PREFIX_BINDING: u32 = 11;

impl BinaryOp {
    /// Returns the row of the operator.
    pub fn row(self) -> &'static Operator {
        let mut rows = OPERATORS.iter();
        rows.find(|row| row.infix == Some(self)).expect("every infix operator has a row")
    }
}

/// The operators, from the highest precedence to the lowest.
pub const OPERATORS: &[Operator] = &[
    other("(TYPE)", PREFIX_BINDING, "(UD)3", "Converts to the type. `TYPE(a)` does the same."),
    other("-", PREFIX_BINDING, "-1", "Negates."),
    other("+", PREFIX_BINDING, "+1", "The number itself."),
    other("~", PREFIX_BINDING, "~1", "Inverts every bit of an integer."),
    other("!", PREFIX_BINDING, "!1", "Logical not, of a condition or an integer."),
    infix("*", 10, BinaryOp::Multiply, "2 * 3", "Multiplies."),
    infix(
        "/",
        10,
        BinaryOp::Divide,
        "7 / 2",
        "Divides; integers round toward 0, and a division of integers by 0 is undefined.",
    ),
    infix("%", 10, BinaryOp::Remainder, "7 % 2", "The remainder of a division of integers."),
    infix("+", 9, BinaryOp::Add, "1 + 2", "Adds; integers wrap around."),
    infix("-", 9, BinaryOp::Subtract, "3 - 2", "Subtracts; integers wrap around."),
    infix("<<", 8, BinaryOp::ShiftLeft, "1 << 4", "Shifts left; an amount of the width or more gives 0."),
    infix(
        ">>",
        8,
        BinaryOp::ShiftRight,
        "16 >> 4",
        "Shifts right; a signed integer keeps its sign, and an amount of the width or more gives 0 or the sign.",
    ),
    infix("<", 7, BinaryOp::Less, "1 < 2", "Less than."),
    infix("<=", 7, BinaryOp::LessEqual, "1 <= 2", "Less than or equal."),
    infix(">", 7, BinaryOp::Greater, "2 > 1", "Greater than."),
    infix(">=", 7, BinaryOp::GreaterEqual, "2 >= 1", "Greater than or equal."),
    infix("==", 6, BinaryOp::Equal, "1 == 1", "Equal."),
    infix("!=", 6, BinaryOp::NotEqual, "1 != 2", "Not equal."),
    infix("&", 5, BinaryOp::And, "6 & 3", "Bitwise and, of integers or conditions."),
    infix("^", 4, BinaryOp::Xor, "6 ^ 3", "Bitwise exclusive or, of integers or conditions."),
    infix("|", 3, BinaryOp::Or, "6 | 3", "Bitwise or, of integers or conditions."),
    infix(
        "&&",
        2,
        BinaryOp::LogicalAnd,
        "1 < 2 && 2 < 3",
        "Logical and, of conditions or integers. Both are evaluated, whatever the first one is.",
    ),
    infix(
        "||",
        1,
        BinaryOp::LogicalOr,
        "1 < 2 || 3 < 2",
        "Logical or, of conditions or integers. Both are evaluated, whatever the first one is.",
    ),
    other(
        "?:",
        0,
        "1 < 2 ? 3 : 4",
        "`b` if the condition `a` is true, otherwise `c`. Both are evaluated: use `if` around an access that must not happen.",
    ),
];
