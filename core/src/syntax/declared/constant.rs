//! Parsing of the constant expressions that the assembler allows for counts and offsets.

use super::lines::PAGE;
use crate::base::{Span, rules};
use crate::diag::Diagnostic;
use crate::syntax::ast::Number;
use crate::syntax::cursor::{Cursor, Parsed};
use crate::syntax::lexer::TokenKind;
use crate::syntax::number::count;

/// Parses a number or a constant expression, up to the end of `cursor`.
pub(super) fn constant(mut cursor: Cursor) -> Parsed<Number> {
    let whole = match (cursor.tokens.first(), cursor.tokens.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => cursor.here(),
    };
    let value = sum(&mut cursor, 0)?;
    if !cursor.is_done() {
        return cursor.expected(&CONSTANT, "an operator or the end of the expression");
    }
    Ok(Number { value, span: whole })
}

/// The deepest nesting of parentheses and signs, which bounds the recursion.
const MAX_DEPTH: usize = 32;

/// The operators by precedence, lowest first.
const LEVELS: [&[&str]; 3] = [&["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

fn sum(cursor: &mut Cursor, depth: usize) -> Parsed<i128> {
    binary(cursor, 0, depth)
}

fn binary(cursor: &mut Cursor, level: usize, depth: usize) -> Parsed<i128> {
    let Some(operators) = LEVELS.get(level) else { return primary(cursor, depth) };
    let mut value = binary(cursor, level + 1, depth)?;
    while let Some((operator, len)) = operator(cursor, operators) {
        let span = cursor.skip(len);
        let right = binary(cursor, level + 1, depth)?;
        value = apply(operator, value, right).ok_or_else(|| cannot(span, operator))?;
    }
    Ok(value)
}

/// Returns the next operator, if it is one of `operators`, and its number of tokens.
fn operator<'o>(cursor: &Cursor, operators: &[&'o str]) -> Option<(&'o str, usize)> {
    operators.iter().copied().find_map(|operator| {
        let is_next = operator.chars().enumerate().all(|(i, c)| cursor.is_at(i, c));
        is_next.then_some((operator, operator.len()))
    })
}

/// Computes in 64 bits. Returns `None` if the result is out of range or a division by 0.
fn apply(operator: &str, a: i128, b: i128) -> Option<i128> {
    let value = match operator {
        "+" => a + b,
        "-" => a - b,
        "*" => a.checked_mul(b)?,
        "/" => a.checked_div(b)?,
        "%" => a.checked_rem(b)?,
        "<<" if (0..64).contains(&b) => a << b,
        ">>" if (0..64).contains(&b) => a >> b,
        _ => return None,
    };
    (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value).then_some(value)
}

fn cannot(span: Span, operator: &str) -> Box<Diagnostic> {
    let message = format!("`{operator}` divides by 0, shifts too far or leaves 64 bits here");
    Box::new(Diagnostic::error(&CONSTANT, span, message))
}

fn primary(cursor: &mut Cursor, depth: usize) -> Parsed<i128> {
    if depth > MAX_DEPTH {
        return cursor.expected(&CONSTANT, "an expression that is not nested so deeply");
    }
    if cursor.eat('-').is_some() {
        return Ok(-primary(cursor, depth + 1)?);
    }
    if cursor.eat('(').is_some() {
        let value = sum(cursor, depth + 1)?;
        cursor.need(')', &CONSTANT, "`)`")?;
        return Ok(value);
    }
    match cursor.peek() {
        Some(token) if token.kind == TokenKind::Word => Ok(count(cursor, "a number")?.value),
        _ => cursor.expected(&CONSTANT, "a number"),
    }
}

rules! {
    CONSTANT: "visa-constant-expression", Invalid,
        "a count or an offset is a number or an expression of numbers with `+ - * / % << >>` and parentheses",
        PAGE, "Constant expressions";
}
