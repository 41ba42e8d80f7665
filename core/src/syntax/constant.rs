//! Parsing of the constant expressions that the assembler allows for counts and offsets.

use super::ast::Number;
use super::cursor::{Cursor, Parsed};
use super::lexer::TokenKind;
use super::number::need_whole;
use crate::base::{Rule, Span};
use crate::diag::Diagnostic;

/// Parses a number or a constant expression, up to the end of `cursor`. Another text breaks `rule`.
pub(super) fn constant(cursor: Cursor, rule: &'static Rule) -> Parsed<Number> {
    let whole = cursor.rest_span();
    let mut expression = Expression { cursor, rule };
    let value = expression.binary(0, 0)?;
    if !expression.cursor.is_done() {
        return expression.cursor.fail_expected(rule, "an operator or the end of the expression");
    }
    Ok(Number { value, span: whole })
}

/// The deepest nesting of parentheses and signs, which bounds the recursion.
const MAX_DEPTH: usize = 32;

/// The operators by precedence, lowest first.
const LEVELS: [&[&str]; 3] = [&["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

/// The rest of an expression, and the rule that a mistake in it breaks.
struct Expression<'a> {
    cursor: Cursor<'a>,
    rule: &'static Rule,
}

impl Expression<'_> {
    fn binary(&mut self, level: usize, depth: usize) -> Parsed<i128> {
        let Some(operators) = LEVELS.get(level) else { return self.primary(depth) };
        let mut value = self.binary(level + 1, depth)?;
        while let Some(operator) = self.operator(operators) {
            let span = self.cursor.skip(operator.len());
            let right = self.binary(level + 1, depth)?;
            value = apply(operator, value, right).ok_or_else(|| self.cannot(span, operator))?;
        }
        Ok(value)
    }

    /// Returns the next operator, if it is one of `operators`.
    fn operator<'o>(&self, operators: &[&'o str]) -> Option<&'o str> {
        let is_next =
            |operator: &&str| operator.chars().enumerate().all(|(i, sign)| self.cursor.is_at(i, sign));
        operators.iter().copied().find(is_next)
    }

    fn primary(&mut self, depth: usize) -> Parsed<i128> {
        if depth > MAX_DEPTH {
            return self.cursor.fail_expected(self.rule, "an expression that is not nested so deeply");
        }
        if self.cursor.eat('-').is_some() {
            return Ok(-self.primary(depth + 1)?);
        }
        if self.cursor.eat('(').is_some() {
            let value = self.binary(0, depth + 1)?;
            self.cursor.need(')', self.rule, "`)`")?;
            return Ok(value);
        }
        match self.cursor.peek() {
            Some(token) if token.kind == TokenKind::Word => {
                Ok(need_whole(&mut self.cursor, "a number")?.value)
            }
            _ => self.cursor.fail_expected(self.rule, "a number"),
        }
    }

    fn cannot(&self, span: Span, operator: &str) -> Box<Diagnostic> {
        let message = format!("`{operator}` divides by 0, shifts too far or leaves 64 bits here");
        Box::new(Diagnostic::error(self.rule, span, message))
    }
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
