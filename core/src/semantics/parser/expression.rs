//! Parsing of expressions, by precedence climbing with the table of operators.

use super::super::ast::{Name, ParsedExpr, ParsedExprKind, TypeName};
use super::super::builtins::{BuiltinKind, builtin};
use super::super::lexer::NotationTokenKind;
use super::super::operator_table::OPERATORS;
use super::super::vocabulary::{BinaryOp, UnaryOp};
use super::super::{rules, words};
use super::{MAX_DEPTH, ParseResult, Parser};
use crate::base::Span;

/// Returns the infix operator with that sign, and its precedence.
pub(super) fn infix(sign: &str) -> Option<(BinaryOp, u32)> {
    let mut rows = OPERATORS.iter().filter(|row| row.sign == sign);
    rows.find_map(|row| Some((row.infix?, row.binding)))
}

impl Parser<'_> {
    /// Parses an expression, including `?:`.
    pub(super) fn expression(&mut self) -> ParseResult<ParsedExpr> {
        self.nested(|parser| {
            let condition = parser.infix_chain(1)?;
            if parser.take_sign("?").is_none() {
                return Ok(condition);
            }
            let yes = parser.expression()?;
            parser.expect_sign(":", "between the two values of `?:`")?;
            let no = parser.expression()?;
            let span = condition.span.to(no.span);
            parser.node(span, ParsedExprKind::Select(Box::new(condition), Box::new(yes), Box::new(no)))
        })
    }

    /// Parses infix operators with at least the precedence `loosest`.
    fn infix_chain(&mut self, loosest: u32) -> ParseResult<ParsedExpr> {
        let mut left = self.prefixed()?;
        while let Some((op, binding)) = infix(self.sign()).filter(|(_, binding)| *binding >= loosest) {
            self.next();
            let right = self.infix_chain(binding + 1)?;
            let span = left.span.to(right.span);
            left = self.node(span, ParsedExprKind::Binary(op, Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    fn prefixed(&mut self) -> ParseResult<ParsedExpr> {
        let start = self.peek().span;
        let wrap: fn(Box<ParsedExpr>) -> ParsedExprKind = match self.sign() {
            "-" => |x| ParsedExprKind::Unary(UnaryOp::Negate, x),
            "~" => |x| ParsedExprKind::Unary(UnaryOp::Complement, x),
            "!" => |x| ParsedExprKind::Unary(UnaryOp::Not, x),
            "+" => ParsedExprKind::Plus,
            "(" => match self.cast() {
                Some(ty) => return self.operand_of(start, |x| ParsedExprKind::Cast(ty, x)),
                None => return self.primary(),
            },
            _ => return self.primary(),
        };
        self.next();
        self.operand_of(start, wrap)
    }

    /// Parses the operand of a prefix and wraps it in the prefix's node.
    fn operand_of(
        &mut self,
        start: Span,
        wrap: impl FnOnce(Box<ParsedExpr>) -> ParsedExprKind,
    ) -> ParseResult<ParsedExpr> {
        let operand = self.nested(Self::prefixed)?;
        self.node(start.to(operand.span), wrap(Box::new(operand)))
    }

    /// Consumes `(TYPE)`, if it is next.
    fn cast(&mut self) -> Option<TypeName> {
        let [_, word, close] = self.tokens.get(self.token_index..self.token_index + 3)? else { return None };
        let ty = words::type_name(word.span.of(self.text)).filter(|_| self.sign_of(close) == ")")?;
        self.token_index += 3;
        Some(ty)
    }

    fn primary(&mut self) -> ParseResult<ParsedExpr> {
        let token = self.peek();
        let leaf = |kind| Ok(ParsedExpr { span: token.span, kind, depth: 1 });
        match token.kind {
            NotationTokenKind::Int { value, pattern } => {
                self.next();
                leaf(ParsedExprKind::Int { value, pattern })
            }
            NotationTokenKind::Float(value) => {
                self.next();
                leaf(ParsedExprKind::Float(value))
            }
            NotationTokenKind::Sign("(") => {
                self.next();
                let inner = self.expression()?;
                let close = self.expect_sign(")", "after the expression")?;
                Ok(ParsedExpr { span: token.span.to(close), ..inner })
            }
            NotationTokenKind::Word => self.word_expression(),
            _ => self.unexpected("an expression"),
        }
    }

    /// Returns whether the next word names a declaration although it is also the name of a type. Conditions on memory may
    /// use such names, except before `(`, where the word is a conversion.
    fn is_declared_name(&self) -> bool {
        let converts = self.tokens.get(self.token_index + 1).is_some_and(|next| self.sign_of(next) == "(");
        self.names_may_be_types && !converts
    }

    fn word_expression(&mut self) -> ParseResult<ParsedExpr> {
        let start = self.peek().span;
        let word = self.word();
        if let Some(ty) = words::type_name(word).filter(|_| !self.is_declared_name()) {
            self.next();
            self.expect_sign("(", "after a type: a type in an expression converts")?;
            let inner = self.expression()?;
            let close = self.expect_sign(")", "after the expression")?;
            return self.node(start.to(close), ParsedExprKind::Cast(ty, Box::new(inner)));
        }
        match builtin(word).map(|row| row.meaning) {
            Some(BuiltinKind::SizeOf) => return self.size_of(),
            Some(BuiltinKind::Reading) => {
                return self.asked("a reading's name", "a choice of that reading", ParsedExprKind::Reading);
            }
            Some(BuiltinKind::Modifier) => {
                return self.asked("a modifier's name", "a word of that modifier", ParsedExprKind::Modifier);
            }
            Some(BuiltinKind::Reinterpret) => return self.reinterpret(),
            _ => {}
        }
        match word {
            "true" | "false" => {
                let value = word == "true";
                self.next();
                Ok(ParsedExpr { span: start, kind: ParsedExprKind::Bool(value), depth: 1 })
            }
            // `op` is also a builtin.
            _ if words::is_keyword(word) && builtin(word).is_none() => self.unexpected("an expression"),
            _ => self.name_expression(),
        }
    }

    fn size_of(&mut self) -> ParseResult<ParsedExpr> {
        let start = self.next().span;
        self.expect_sign("(", "after `sizeof`")?;
        let ty = self.type_word()?;
        let close = self.expect_sign(")", "after the type")?;
        self.node(start.to(close), ParsedExprKind::SizeOf(ty))
    }

    /// Parses `reading(name, choice)` or `modifier(name, word)`.
    fn asked(
        &mut self,
        what: &str,
        choice: &str,
        kind: fn(Name, Name) -> ParsedExprKind,
    ) -> ParseResult<ParsedExpr> {
        let word = self.word().to_owned();
        let start = self.next().span;
        self.expect_sign("(", &format!("after `{word}`"))?;
        let name = self.parse_name(what)?;
        self.expect_sign(",", "between the two names")?;
        let choice = self.parse_name(choice)?;
        let close = self.expect_sign(")", "after them")?;
        self.node(start.to(close), kind(name, choice))
    }

    fn reinterpret(&mut self) -> ParseResult<ParsedExpr> {
        let start = self.next().span;
        self.expect_sign("(", "after `as`")?;
        let ty = self.type_word()?;
        self.expect_sign(",", "between the type and the value")?;
        let inner = self.expression()?;
        let close = self.expect_sign(")", "after the value")?;
        self.node(start.to(close), ParsedExprKind::Reinterpret(ty, Box::new(inner)))
    }

    fn type_word(&mut self) -> ParseResult<TypeName> {
        match words::type_name(self.word()) {
            Some(ty) => {
                self.next();
                Ok(ty)
            }
            None => self.unexpected("a type such as `UD`"),
        }
    }

    /// Parses `x`, `x[...]` or `x(...)`.
    fn name_expression(&mut self) -> ParseResult<ParsedExpr> {
        let name = self.parse_name("a name")?;
        match self.sign() {
            "[" => {
                self.next();
                let mut index = vec![self.expression()?];
                while self.take_sign(",").is_some() {
                    index.push(self.expression()?);
                }
                let close = self.expect_sign("]", "after the index")?;
                self.node(name.span.to(close), ParsedExprKind::Index(name, index))
            }
            "(" => {
                let (arguments, close) = self.argument_list()?;
                self.node(name.span.to(close), ParsedExprKind::Call(name, arguments))
            }
            "." | "->" => self.unexpected("an operator: the notation has no members"),
            _ => self.node(name.span, ParsedExprKind::Name(name.text)),
        }
    }

    /// Parses arguments in parentheses. Returns them and the place of the closing parenthesis.
    pub(super) fn argument_list(&mut self) -> ParseResult<(Vec<ParsedExpr>, Span)> {
        self.next();
        let mut arguments = Vec::new();
        while self.sign() != ")" {
            arguments.push(self.expression()?);
            if self.take_sign(",").is_none() {
                break;
            }
        }
        let close = self.expect_sign(")", "after the arguments")?;
        Ok((arguments, close))
    }

    /// Creates a node. Reports an error if it is too deep.
    fn node(&mut self, span: Span, kind: ParsedExprKind) -> ParseResult<ParsedExpr> {
        let below = kind.children().map(|child| child.depth).max().unwrap_or(0);
        if below >= MAX_DEPTH {
            let message = "this expression is too long; expected a statement for each of its parts";
            self.report(crate::diag::Diagnostic::error(&rules::TOO_DEEP, span, message));
            self.stop();
            return Err(super::Reported);
        }
        Ok(ParsedExpr { span, kind, depth: below + 1 })
    }
}
