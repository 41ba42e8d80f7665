//! The parser of the notation. It always terminates and never panics. After an error it skips to the next statement,
//! so that one mistake gives one diagnostic.

mod expression;
mod statement;

use super::ast::{LeftSide, ParsedExpr};
use super::ast::{Name, OpText, Stmt, StmtKind};
use super::lexer::{NotationToken, NotationTokenKind};
use super::reports::MAX_DIAGNOSTICS;
use super::tokens::Tokens;
use super::{rules, words};
use crate::base::{Rule, Span, TextEdit};
use crate::diag::Diagnostic;

/// The longest text, in bytes.
pub(crate) const MAX_TEXT: usize = 64 * 1024;
/// The deepest nesting of blocks, parentheses and prefixes.
pub(crate) const MAX_NESTING: u32 = 64;
/// The greatest depth of an expression tree. A long sum is a deep tree without nesting.
const MAX_DEPTH: u32 = 256;

/// The error of a production that failed. Its diagnostic is already recorded.
struct Reported;

type ParseResult<T> = Result<T, Reported>;

struct Parser<'a> {
    text: &'a str,
    /// The tokens without comments. The last one is the end.
    tokens: Vec<NotationToken>,
    token_index: usize,
    nesting: u32,
    diagnostics: Vec<Diagnostic>,
    /// Whether a missing closing brace was reported. At the end of the text, every open block misses one.
    unclosed: bool,
    /// The first block whose closing brace is indented less than the line that opens the block. If a brace is missing,
    /// it is most likely missing here.
    suspect: Option<Span>,
    /// Whether names may be those of types, as in `sum(B)`: declarations of a scenario may use these names.
    names_may_be_types: bool,
    /// Whether parsing has stopped for good.
    stopped: bool,
}

/// Parses the statements of an instruction's text. They are complete only if no diagnostic is an error.
pub(super) fn parse_main(tokens: Tokens) -> (Vec<Stmt>, Vec<Diagnostic>) {
    parse(tokens, |parser| parser.top_level())
}

/// Parses an operation: a block `op NAME { ... }`, the statements of such a block, or one expression for the new
/// value.
pub(super) fn parse_op(tokens: Tokens) -> (OpText, Vec<Diagnostic>) {
    parse(tokens, |parser| parser.operation())
}

/// Parses a single expression, as in a condition.
pub(super) fn parse_condition(text: &str) -> (Option<ParsedExpr>, Vec<Diagnostic>) {
    parse(Tokens::lex(text), |parser| {
        parser.names_may_be_types = true;
        let value = parser.expression().ok();
        let next = parser.peek();
        if value.is_some() && next.kind == NotationTokenKind::Sign("=") {
            let finding =
                Diagnostic::error(&rules::SYNTAX, next.span, "a condition assigns nothing; expected `==`");
            parser.report(finding.write("=="));
        }
        parser.expect_end("the condition ends here");
        value
    })
}

fn parse<T: Default>(lexed: Tokens, production: impl FnOnce(&mut Parser) -> T) -> (T, Vec<Diagnostic>) {
    let Tokens { text, tokens, errors: diagnostics } = lexed;
    if text.len() > MAX_TEXT {
        let message = format!("this text has {} bytes; expected at most {MAX_TEXT}", text.len());
        return (T::default(), vec![Diagnostic::error(&rules::TOO_LONG, Span::at(0), message)]);
    }
    if !diagnostics.is_empty() {
        return (T::default(), diagnostics);
    }
    let mut parser = Parser {
        text,
        tokens,
        token_index: 0,
        nesting: 0,
        diagnostics,
        unclosed: false,
        suspect: None,
        names_may_be_types: false,
        stopped: false,
    };
    let result = production(&mut parser);
    (result, parser.diagnostics)
}

impl Parser<'_> {
    fn top_level(&mut self) -> Vec<Stmt> {
        let mut statements = Vec::new();
        loop {
            statements.extend(self.statements());
            if self.peek().kind == NotationTokenKind::End {
                return statements;
            }
            let close = self.next().span;
            self.report(Diagnostic::error(&rules::BRACE, close, "this `}` has no `{`"));
        }
    }

    fn operation(&mut self) -> OpText {
        if self.is_word("op")
            && !matches!(self.tokens.get(self.token_index + 1), Some(next) if self.sign_of(next) == "(")
        {
            return self.op_block().unwrap_or_default();
        }
        let is_statement = |token: &NotationToken| match token.kind {
            NotationTokenKind::Sign(sign) => matches!(sign, ";" | "{" | "++" | "--") || assigns(sign),
            NotationTokenKind::Word => matches!(token.span.of(self.text), "if" | "for"),
            _ => false,
        };
        let first = self.tokens.iter().position(is_statement);
        // The last token is the end.
        let is_last = first
            .is_some_and(|index| self.sign_of(&self.tokens[index]) == ";" && index + 2 == self.tokens.len());
        if first.is_some() && !is_last {
            return OpText { name: None, body: self.top_level() };
        }
        if is_last {
            let semicolon = self.tokens[self.tokens.len() - 2].span;
            let message = "a new value has no `;` after it; statements assign it, as in `new = old;`";
            let edit = TextEdit { span: semicolon, replacement: String::new() };
            self.report(
                Diagnostic::error(&rules::NO_EFFECT, semicolon, message).fix("remove it", vec![edit]),
            );
            return OpText::default();
        }
        let body = self.expression().map(|value| vec![new_value(value)]).unwrap_or_default();
        self.expect_end("an expression ends here");
        OpText { name: None, body }
    }

    fn op_block(&mut self) -> ParseResult<OpText> {
        self.next();
        let name = self.parse_name("the operation's name")?;
        let (body, _) = self.block()?;
        self.expect_end("the operation ends here");
        Ok(OpText { name: Some(name), body })
    }

    fn expect_end(&mut self, what: &str) {
        let token = self.peek();
        if token.kind != NotationTokenKind::End && self.diagnostics.is_empty() {
            let message = format!("{what}; expected nothing more, found {}", self.found());
            self.report(Diagnostic::error(&rules::SYNTAX, token.span, message));
        }
    }

    fn peek(&self) -> NotationToken {
        // The last token is the end, and `token_index` never exceeds it.
        self.tokens[self.token_index.min(self.tokens.len() - 1)]
    }

    fn next(&mut self) -> NotationToken {
        let token = self.peek();
        self.token_index = (self.token_index + 1).min(self.tokens.len() - 1);
        token
    }

    /// Returns the place of the previous token.
    fn previous(&self) -> Span {
        self.token_index.checked_sub(1).map_or(Span::at(0), |index| self.tokens[index].span)
    }

    fn sign_of(&self, token: &NotationToken) -> &'static str {
        match token.kind {
            NotationTokenKind::Sign(sign) => sign,
            _ => "",
        }
    }

    fn sign(&self) -> &'static str {
        self.sign_of(&self.peek())
    }

    fn word(&self) -> &str {
        let token = self.peek();
        if token.kind == NotationTokenKind::Word { token.span.of(self.text) } else { "" }
    }

    fn is_word(&self, word: &str) -> bool {
        self.word() == word
    }

    fn take_sign(&mut self, sign: &str) -> Option<Span> {
        (self.sign() == sign).then(|| self.next().span)
    }

    fn expect_sign(&mut self, sign: &str, context: &str) -> ParseResult<Span> {
        match self.take_sign(sign) {
            Some(span) => Ok(span),
            None => self.unexpected(&format!("`{sign}` {context}")),
        }
    }

    fn parse_name(&mut self, what: &str) -> ParseResult<Name> {
        let word = self.word();
        if word.is_empty() {
            return self.unexpected(what);
        }
        let text = word.to_owned();
        Ok(Name { text, span: self.next().span })
    }

    /// Parses a name that a variable may have.
    fn parse_fresh_name(&mut self, what: &str) -> ParseResult<Name> {
        let name = self.parse_name(what)?;
        if words::is_reserved(&name.text) {
            let message = format!("`{}` belongs to the notation; expected {what}", name.text);
            return self.error(&rules::RESERVED_NAME, name.span, message);
        }
        Ok(name)
    }

    fn found(&self) -> String {
        let token = self.peek();
        match token.kind {
            NotationTokenKind::End => "the end of the text".to_owned(),
            _ => format!("`{}`", token.span.of(self.text)),
        }
    }

    fn unexpected<T>(&mut self, expected: &str) -> ParseResult<T> {
        let token = self.peek();
        let message = format!("expected {expected}, found {}", self.found());
        self.error(&rules::SYNTAX, token.span, message)
    }

    fn error<T>(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) -> ParseResult<T> {
        self.report(Diagnostic::error(rule, span, message));
        Err(Reported)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if !self.stopped {
            self.diagnostics.push(diagnostic);
        }
        if self.diagnostics.len() >= MAX_DIAGNOSTICS {
            self.stop();
        }
    }

    /// Skips to the end and reports nothing more.
    fn stop(&mut self) {
        self.stopped = true;
        self.token_index = self.tokens.len() - 1;
    }

    fn too_deep<T>(&mut self, span: Span) -> ParseResult<T> {
        let message = format!("this nests too deep; expected at most {MAX_NESTING} levels");
        self.report(Diagnostic::error(&rules::TOO_DEEP, span, message));
        self.stop();
        Err(Reported)
    }

    /// Runs a production one nesting level deeper.
    fn nested<T>(&mut self, production: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        if self.nesting >= MAX_NESTING {
            let span = self.peek().span;
            return self.too_deep(span);
        }
        self.nesting += 1;
        let result = production(self);
        self.nesting -= 1;
        result
    }
}

/// Returns whether a sign is an assignment operator.
fn assigns(sign: &str) -> bool {
    matches!(sign, "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=")
}

/// Returns the statement `new = value;` for a text that is only a value.
fn new_value(value: ParsedExpr) -> Stmt {
    let span = value.span;
    let name = Name { text: "new".to_owned(), span };
    Stmt {
        span,
        kind: StmtKind::Assign { place: LeftSide { name, index: Vec::new(), span }, op: None, value },
    }
}

/// Returns an edit that inserts `text`.
fn insertion(span: Span, text: &str) -> Vec<TextEdit> {
    vec![TextEdit { span, replacement: text.to_owned() }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    fn main_errors(text: &str) -> Vec<String> {
        parse_main(Tokens::lex(text)).1.into_iter().map(|d| d.message).collect()
    }

    #[test]
    fn one_mistake_gives_one_diagnostic() {
        for text in ["if (a { b = 1; } else { b = 2; } c = 3;", "UD = 3; a = 2;"] {
            assert_eq!(main_errors(text).len(), 1, "{text}: {:?}", main_errors(text));
        }
    }

    #[test]
    fn a_keyword_is_no_value() {
        for keyword in ["if", "else", "for", "foreach_active", "atomic", "trap", "drop"] {
            let expected = format!("expected an expression, found `{keyword}`");
            assert_eq!(main_errors(&format!("UD a = {keyword}(0);")), [expected]);
        }
        assert_eq!(main_errors("UD a = op(0); bool b = true;"), [""; 0]);
    }

    #[test]
    fn depth_is_limited() {
        for text in [
            format!("a = {}1;", "- ".repeat(5000)),
            format!("a = 1{};", " + 1".repeat(5000)),
            format!("a = {}1{};", "b ? 1 : ".repeat(5000), ""),
            "{".repeat(5000),
            "if (a) ".repeat(5000),
        ] {
            let codes: Vec<_> = parse_main(Tokens::lex(&text)).1.iter().map(|d| d.code()).collect();
            assert_eq!(codes, ["notation-too-deep"]);
        }
        assert_eq!(parse_main(Tokens::lex(&" ".repeat(MAX_TEXT + 1))).1[0].code(), "notation-too-long");
    }
}
