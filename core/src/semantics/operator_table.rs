//! The table of operators. The parser, the reference and the manual read it.

use super::vocabulary::BinaryOp;

/// An operator of expressions.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    /// The sign.
    pub sign: &'static str,
    /// The syntax of an expression with the operator.
    pub form: &'static str,
    /// The precedence, as in C; 0 is the lowest.
    pub binding: u32,
    /// The operation of an infix operator.
    pub(super) infix: Option<BinaryOp>,
    /// The meaning, in one sentence.
    pub prose: &'static str,
    /// An example expression.
    pub example: &'static str,
}

const fn other(
    sign: &'static str,
    form: &'static str,
    binding: u32,
    example: &'static str,
    prose: &'static str,
) -> Operator {
    Operator { sign, form, binding, infix: None, prose, example }
}

const fn infix(
    (sign, form): (&'static str, &'static str),
    binding: u32,
    op: BinaryOp,
    example: &'static str,
    prose: &'static str,
) -> Operator {
    Operator { sign, form, binding, infix: Some(op), prose, example }
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
    other("(TYPE)", "(TYPE)a", PREFIX_BINDING, "(UD)3", "Converts to the type. `TYPE(a)` does the same."),
    other("-", "-a", PREFIX_BINDING, "-1", "Negates."),
    other("+", "+a", PREFIX_BINDING, "+1", "The number itself."),
    other("~", "~a", PREFIX_BINDING, "~1", "Inverts every bit of an integer."),
    other("!", "!a", PREFIX_BINDING, "!1", "Logical not, of a condition or an integer."),
    infix(("*", "a * b"), 10, BinaryOp::Multiply, "2 * 3", "Multiplies."),
    infix(
        ("/", "a / b"),
        10,
        BinaryOp::Divide,
        "7 / 2",
        "Divides; integers round toward 0, and a division of integers by 0 is undefined.",
    ),
    infix(("%", "a % b"), 10, BinaryOp::Remainder, "7 % 2", "The remainder of a division of integers."),
    infix(("+", "a + b"), 9, BinaryOp::Add, "1 + 2", "Adds; integers wrap around."),
    infix(("-", "a - b"), 9, BinaryOp::Subtract, "3 - 2", "Subtracts; integers wrap around."),
    infix(
        ("<<", "a << b"),
        8,
        BinaryOp::ShiftLeft,
        "1 << 4",
        "Shifts left; an amount of the width or more gives 0.",
    ),
    infix(
        (">>", "a >> b"),
        8,
        BinaryOp::ShiftRight,
        "16 >> 4",
        "Shifts right; a signed integer keeps its sign, and an amount of the width or more gives 0 or the sign.",
    ),
    infix(("<", "a < b"), 7, BinaryOp::Less, "1 < 2", "Less than."),
    infix(("<=", "a <= b"), 7, BinaryOp::LessEqual, "1 <= 2", "Less than or equal."),
    infix((">", "a > b"), 7, BinaryOp::Greater, "2 > 1", "Greater than."),
    infix((">=", "a >= b"), 7, BinaryOp::GreaterEqual, "2 >= 1", "Greater than or equal."),
    infix(("==", "a == b"), 6, BinaryOp::Equal, "1 == 1", "Equal."),
    infix(("!=", "a != b"), 6, BinaryOp::NotEqual, "1 != 2", "Not equal."),
    infix(("&", "a & b"), 5, BinaryOp::And, "6 & 3", "Bitwise and, of integers or conditions."),
    infix(("^", "a ^ b"), 4, BinaryOp::Xor, "6 ^ 3", "Bitwise exclusive or, of integers or conditions."),
    infix(("|", "a | b"), 3, BinaryOp::Or, "6 | 3", "Bitwise or, of integers or conditions."),
    infix(
        ("&&", "a && b"),
        2,
        BinaryOp::LogicalAnd,
        "1 < 2 && 2 < 3",
        "Logical and, of conditions or integers.",
    ),
    infix(
        ("||", "a || b"),
        1,
        BinaryOp::LogicalOr,
        "1 < 2 || 3 < 2",
        "Logical or, of conditions or integers.",
    ),
    other("?:", "a ? b : c", 0, "1 < 2 ? 3 : 4", "`b` if the condition `a` is true, otherwise `c`."),
];
