//! Parsing of statements.

use super::super::ast::{LeftSide, ParsedExpr, ParsedExprKind, Stmt, StmtKind};
use super::super::lexer::NotationTokenKind;
use super::super::vocabulary::BinaryOp;
use super::super::{rules, words};
use super::expression::infix;
use super::{ParseResult, Parser, Reported, assigns, insertion};
use crate::base::{ScalarType, Span, line_span};
use crate::diag::Diagnostic;

impl Parser<'_> {
    /// Parses statements up to a `}` or the end, which is not consumed.
    pub(super) fn statements(&mut self) -> Vec<Stmt> {
        let mut statements = Vec::new();
        while self.sign() != "}" && self.peek().kind != NotationTokenKind::End {
            if self.take_sign(";").is_some() {
                continue;
            }
            let start = self.token_index;
            match self.nested(Self::statement) {
                Ok(statement) => statements.push(statement),
                Err(Reported) => self.skip_statement(start),
            }
        }
        statements
    }

    /// Parses `{ ... }`. Returns the statements and the place of the closing brace.
    pub(super) fn block(&mut self) -> ParseResult<(Vec<Stmt>, Span)> {
        let open = self.expect_sign("{", "before the statements")?;
        let statements = self.statements();
        if let Some(close) = self.take_sign("}") {
            if self.suspect.is_none() && self.is_misplaced(open, close) {
                self.suspect = Some(open);
            }
            return Ok((statements, close));
        }
        if !self.unclosed {
            self.unclosed = true;
            let open = self.suspect.unwrap_or(open);
            self.report(Diagnostic::error(&rules::BRACE, open, "this `{` is never closed; expected `}`"));
        }
        Ok((statements, self.peek().span))
    }

    /// Returns the indentation of the line that contains a place.
    fn indent(&self, place: Span) -> usize {
        let line = line_span(self.text, place.range().start).of(self.text);
        line.len() - line.trim_start().len()
    }

    /// Returns whether a closing brace is the first on its line and indented less than the line of its partner.
    fn is_misplaced(&self, open: Span, close: Span) -> bool {
        let line = line_span(self.text, close.range().start);
        let is_first = line.range().start + self.indent(close) == close.range().start;
        is_first && self.indent(close) < self.indent(open)
    }

    /// Parses a block, or one statement without braces.
    fn body(&mut self) -> ParseResult<(Vec<Stmt>, Span)> {
        if self.sign() == "{" {
            return self.block();
        }
        if self.take_sign(";").is_some() {
            return Ok((Vec::new(), self.previous()));
        }
        let statement = self.nested(Self::statement)?;
        Ok((vec![statement], self.previous()))
    }

    fn statement(&mut self) -> ParseResult<Stmt> {
        let start = self.peek().span;
        let kind = match (self.word(), self.sign()) {
            ("if", _) => self.if_statement()?,
            ("for", _) => self.for_statement()?,
            ("foreach_active", _) => self.foreach_statement()?,
            ("atomic", _) => self.atomic_statement()?,
            ("trap", _) => self.trap_statement()?,
            ("drop", _) => self.drop_statement()?,
            ("else", _) => return self.error(&rules::SYNTAX, start, "this `else` has no `if`"),
            (word, _) if words::FOREIGN.contains(&word) => {
                let message = format!("`{word}` is not a statement of the notation");
                return self.error(&rules::NO_SUCH_STATEMENT, start, message);
            }
            (_, "{") => StmtKind::Block(self.block()?.0),
            _ => {
                let statement = self.simple()?;
                self.semicolon()?;
                return Ok(statement);
            }
        };
        Ok(Stmt { span: start.to(self.previous()), kind })
    }

    /// Parses `trap(reason, condition);`.
    fn trap_statement(&mut self) -> ParseResult<StmtKind> {
        self.next();
        self.expect_sign("(", "after `trap`")?;
        let reason = self.parse_name("a reason")?;
        self.expect_sign(",", "between the reason and the condition")?;
        let condition = self.expression()?;
        self.expect_sign(")", "after the condition")?;
        self.semicolon()?;
        Ok(StmtKind::Trap { reason, condition })
    }

    /// Parses `drop(header, column, row, slice);`.
    fn drop_statement(&mut self) -> ParseResult<StmtKind> {
        let keyword = self.parse_name("`drop`")?;
        if self.sign() != "(" {
            return self.unexpected("`(` after `drop`");
        }
        let (arguments, _) = self.argument_list()?;
        self.semicolon()?;
        Ok(StmtKind::Drop { keyword, arguments })
    }

    /// Parses the semicolon after a statement. A missing semicolon before a line break or a `}` is reported, but
    /// parsing continues.
    fn semicolon(&mut self) -> ParseResult<()> {
        if self.take_sign(";").is_some() {
            return Ok(());
        }
        let (last, token) = (self.previous(), self.peek());
        let between = self.text.get(last.range().end..token.span.range().start).unwrap_or("");
        let ends = token.kind == NotationTokenKind::End || self.sign() == "}" || between.contains('\n');
        if !ends {
            return self.unexpected("`;`");
        }
        let at = Span::at(last.range().end);
        let missing = Diagnostic::error(&rules::SEMICOLON, last, "expected `;` after this");
        self.report(missing.fix("add `;`", insertion(at, ";")));
        Ok(())
    }

    /// Parses a declaration or an assignment, without its semicolon.
    fn simple(&mut self) -> ParseResult<Stmt> {
        let start = self.peek().span;
        if let Some(step) = self.take_step() {
            let place = self.expression()?;
            return self.stepped(start, place, step);
        }
        if let Some(ty) = words::type_name(self.word())
            && self.tokens.get(self.token_index + 1).is_some_and(|next| self.sign_of(next) != "(")
        {
            self.next();
            let name = self.parse_fresh_name("a variable's name")?;
            let value = if self.take_sign("=").is_some() { Some(self.expression()?) } else { None };
            let span = start.to(self.previous());
            return Ok(Stmt { span, kind: StmtKind::Declare { ty, name, value } });
        }
        let left = self.expression()?;
        if let ParsedExprKind::Name(word) = &left.kind
            && !self.word().is_empty()
        {
            return self.not_a_type(word, left.span);
        }
        if let Some(step) = self.take_step() {
            return self.stepped(start, left, step);
        }
        let sign = self.sign();
        if !assigns(sign) {
            return self.error(&rules::NO_EFFECT, left.span, "this has no effect; expected an assignment");
        }
        self.next();
        let place = self.place(left)?;
        let value = self.expression()?;
        let op = sign.strip_suffix('=').and_then(infix).map(|(op, _)| op);
        let kind = StmtKind::Assign { place, op, value };
        Ok(Stmt { span: start.to(self.previous()), kind })
    }

    /// Reports a declaration with a type that does not exist: `ud a = 1;` or `int a = 1;`.
    fn not_a_type<T>(&mut self, word: &str, span: Span) -> ParseResult<T> {
        let names: Vec<&str> = ScalarType::ALL.iter().map(|ty| ty.name()).collect();
        let message = format!("`{word}` is not a type; expected {}, `T` or `bool`", names.join(", "));
        let diagnostic = Diagnostic::error(&rules::TYPE_NAME, span, message);
        self.report(match ScalarType::from_name(word) {
            Some(ty) => diagnostic.write(ty.name()),
            None => diagnostic,
        });
        Err(Reported)
    }

    fn take_step(&mut self) -> Option<BinaryOp> {
        if self.take_sign("++").is_some() {
            Some(BinaryOp::Add)
        } else {
            self.take_sign("--").map(|_| BinaryOp::Subtract)
        }
    }

    /// Creates the assignment for `++place` or `place++`.
    fn stepped(&mut self, start: Span, place: ParsedExpr, op: BinaryOp) -> ParseResult<Stmt> {
        let place = self.place(place)?;
        let span = start.to(self.previous());
        let one = ParsedExpr { span, kind: ParsedExprKind::One, depth: 1 };
        Ok(Stmt { span, kind: StmtKind::Assign { place, op: Some(op), value: one } })
    }

    fn place(&mut self, expr: ParsedExpr) -> ParseResult<LeftSide> {
        let span = expr.span;
        match expr.kind {
            ParsedExprKind::Name(text) => {
                Ok(LeftSide { name: super::Name { text, span }, index: Vec::new(), span })
            }
            ParsedExprKind::Index(name, index) => Ok(LeftSide { name, index, span }),
            _ => {
                let message = "this cannot be assigned; expected a variable or an operand with an index";
                self.error(&rules::READ_ONLY, span, message)
            }
        }
    }

    fn if_statement(&mut self) -> ParseResult<StmtKind> {
        self.next();
        self.expect_sign("(", "after `if`")?;
        let condition = self.expression()?;
        self.expect_sign(")", "after the condition")?;
        let (then, _) = self.body()?;
        let mut otherwise = Vec::new();
        if self.is_word("else") {
            self.next();
            otherwise = self.body()?.0;
        }
        Ok(StmtKind::If { condition, then, otherwise })
    }

    fn for_statement(&mut self) -> ParseResult<StmtKind> {
        let keyword = self.next().span;
        self.expect_sign("(", "after `for`")?;
        let init = if self.sign() == ";" { None } else { Some(Box::new(self.simple()?)) };
        self.expect_sign(";", "after the start of the loop")?;
        if self.sign() == ";" {
            let message = "this loop never ends; expected a condition between the semicolons";
            return self.error(&rules::LOOP_BOUND, keyword, message);
        }
        let condition = self.expression()?;
        self.expect_sign(";", "after the loop's condition")?;
        let step = if self.sign() == ")" { None } else { Some(Box::new(self.simple()?)) };
        self.expect_sign(")", "after the loop's step")?;
        let (body, _) = self.body()?;
        Ok(StmtKind::For { init, condition, step, body })
    }

    fn foreach_statement(&mut self) -> ParseResult<StmtKind> {
        let keyword = self.next().span;
        self.expect_sign("(", "after `foreach_active`")?;
        let variable = self.parse_fresh_name("a name for the lane's number")?;
        let header = keyword.to(self.expect_sign(")", "after the name")?);
        let (body, close) = self.body()?;
        Ok(StmtKind::Foreach { header, variable, body, close })
    }

    fn atomic_statement(&mut self) -> ParseResult<StmtKind> {
        let header = self.next().span;
        let (body, close) = self.body()?;
        Ok(StmtKind::Atomic { header, body, close })
    }

    /// Skips the rest of the failed statement that started at token `start`: past its semicolon or block, or up to the
    /// enclosing `}`.
    fn skip_statement(&mut self, start: usize) {
        let mut parentheses = 0i32;
        for token in &self.tokens[start..self.token_index] {
            match self.sign_of(token) {
                "(" | "[" => parentheses += 1,
                ")" | "]" => parentheses -= 1,
                _ => {}
            }
        }
        let mut braces = 0;
        while self.peek().kind != NotationTokenKind::End {
            match self.sign() {
                "(" | "[" => parentheses += 1,
                ")" | "]" => parentheses -= 1,
                "{" => braces += 1,
                "}" if braces == 0 => return,
                "}" => braces -= 1,
                _ => {}
            }
            let closed = self.sign() == "}";
            let ended = self.sign() == ";" && parentheses <= 0;
            self.next();
            if braces == 0 && (ended || closed) && !self.is_word("else") {
                return;
            }
        }
    }
}
