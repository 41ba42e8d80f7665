//! A cursor over the tokens of one line.

use super::ast::SpannedText;
use super::lexer::{Token, TokenKind};
use crate::base::{Rule, SCENARIO_TEXT, Span, one_of, rules};
use crate::diag::Diagnostic;

/// The result of parsing a part of a line. An error ends the line.
pub(super) type Parsed<T> = Result<T, Box<Diagnostic>>;

/// A position among the tokens of a line, without comments.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    /// The whole text.
    pub text: &'a str,
    /// The remaining tokens.
    pub tokens: &'a [Token],
    /// The end of the previous token, where missing text is reported.
    previous_end: usize,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the first of `tokens`.
    pub fn new(text: &'a str, tokens: &'a [Token]) -> Self {
        Self { text, tokens, previous_end: tokens.first().map_or(0, |token| token.span.range().start) }
    }

    /// Returns a cursor over the next `count` tokens only.
    pub fn limited_to(&self, count: usize) -> Self {
        self.with_tokens(&self.tokens[..count.min(self.tokens.len())])
    }

    /// Returns a cursor over other tokens that begin at the same offset.
    pub fn with_tokens<'b>(&self, tokens: &'b [Token]) -> Cursor<'b>
    where
        'a: 'b,
    {
        Cursor { tokens, ..*self }
    }

    pub fn peek(&self) -> Option<Token> {
        self.tokens.first().copied()
    }

    pub fn is_done(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Returns whether the token `ahead` positions further on is `punct`.
    pub fn is_at(&self, ahead: usize, punct: char) -> bool {
        self.tokens.get(ahead).is_some_and(|token| token.is(punct))
    }

    /// Returns the text of a token.
    pub fn slice(&self, token: Token) -> &'a str {
        token.span.of(self.text)
    }

    /// Skips `count` tokens and returns the range that they cover.
    pub fn skip(&mut self, count: usize) -> Span {
        let (skipped, rest) = self.tokens.split_at(count.min(self.tokens.len()));
        self.tokens = rest;
        match skipped {
            [first, .., last] => self.leave(first.span.to(last.span)),
            [only] => self.leave(only.span),
            [] => self.previous_end(),
        }
    }

    /// Skips all tokens and returns the range that they cover.
    pub fn skip_rest(&mut self) -> Span {
        self.skip(self.tokens.len())
    }

    fn leave(&mut self, span: Span) -> Span {
        self.previous_end = span.range().end;
        span
    }

    /// Consumes `punct`, if it is next.
    pub fn eat(&mut self, punct: char) -> Option<Span> {
        self.is_at(0, punct).then(|| self.skip(1))
    }

    /// Returns the text of the next token, if it is a word.
    pub fn peek_word(&self) -> Option<&'a str> {
        self.peek().filter(|token| token.kind == TokenKind::Word).map(|token| self.slice(token))
    }

    /// Consumes a word, if it is next.
    pub fn word(&mut self) -> Option<SpannedText> {
        self.word_if(|_| true)
    }

    /// Consumes a word that `accepts` allows, if it is next.
    pub fn word_if(&mut self, accepts: impl FnOnce(&str) -> bool) -> Option<SpannedText> {
        let is_next = self.peek_word().is_some_and(accepts);
        is_next.then(|| SpannedText::at(self.text, self.skip(1)))
    }

    /// Returns the span of the next token. At the end of the line, this is the empty span after the last token.
    pub fn here(&self) -> Span {
        self.peek().map_or(self.previous_end(), |token| token.span)
    }

    /// Returns the empty span after the previous token.
    pub fn previous_end(&self) -> Span {
        Span::at(self.previous_end)
    }

    /// Returns the range of the remaining tokens. At the end of the line, this is the empty span after the last token.
    pub fn rest_span(&self) -> Span {
        let mut rest = *self;
        rest.skip_rest()
    }

    /// Returns the number of tokens up to the next white space outside brackets, or up to one of `stops`.
    pub fn glued_len(&self, stops: &[char]) -> usize {
        let mut open: Vec<char> = Vec::new();
        for (i, token) in self.tokens.iter().enumerate() {
            let TokenKind::Punct(c) = token.kind else {
                if open.is_empty() && i > 0 && !token.is_glued {
                    return i;
                }
                continue;
            };
            if open.is_empty() && (i > 0 && !token.is_glued || stops.contains(&c)) {
                return i;
            }
            match c {
                '(' | '[' | '{' => open.push(c),
                // `<` is a bracket only outside other brackets and without another one beside it, so not in `1<<3`.
                '<' if open.is_empty() && !self.is_doubled(i) => open.push(c),
                ')' | ']' | '}' => drop(open.pop()),
                '>' if open.last() == Some(&'<') => drop(open.pop()),
                _ => {}
            }
        }
        self.tokens.len()
    }

    /// Returns the number of tokens up to the next one outside brackets that `ends` accepts.
    pub fn len_outside_brackets(&self, ends: impl Fn(Token) -> bool) -> usize {
        let mut depth = 0usize;
        let end = self.tokens.iter().position(|token| {
            match token.kind {
                TokenKind::Punct('[' | '(') => depth += 1,
                TokenKind::Punct(']' | ')') => depth = depth.saturating_sub(1),
                _ => return depth == 0 && ends(*token),
            }
            false
        });
        end.unwrap_or(self.tokens.len())
    }

    /// Returns whether the same sign is immediately before or after the token `ahead`.
    fn is_doubled(&self, ahead: usize) -> bool {
        let is_pair = |first: usize| {
            let pair = self.tokens.get(first..first + 2);
            pair.is_some_and(|pair| pair[0].kind == pair[1].kind && pair[1].is_glued)
        };
        is_pair(ahead) || ahead > 0 && is_pair(ahead - 1)
    }

    /// Consumes the tokens up to the next white space outside brackets, or up to one of `stops`.
    pub fn take_glued(&mut self, stops: &[char]) -> Option<SpannedText> {
        let len = self.glued_len(stops);
        if len == 0 {
            return None;
        }
        let span = self.skip(len);
        Some(SpannedText::at(self.text, span))
    }

    /// Reports "expected ..., found ..." at the next token.
    pub fn fail_expected<T>(&self, rule: &'static Rule, what: &str) -> Parsed<T> {
        Err(Box::new(self.expected_error(rule, what)))
    }

    /// Creates the error "expected ..., found ..." at the next token.
    pub fn expected_error(&self, rule: &'static Rule, what: &str) -> Diagnostic {
        let found = match self.peek() {
            Some(token) if token.kind == TokenKind::Newline => "the end of the line".to_owned(),
            Some(token) => format!("`{}`", excerpt(self.slice(token))),
            None => "the end of the line".to_owned(),
        };
        let finding = Diagnostic::error(rule, self.here(), format!("expected {what}, found {found}"));
        // A minus sign of a text processor.
        if found == "`\u{2212}`" { finding.write("-") } else { finding }
    }

    /// Consumes `punct`, or reports that it is missing.
    pub fn need(&mut self, punct: char, rule: &'static Rule, what: &str) -> Parsed<Span> {
        match self.eat(punct) {
            Some(span) => Ok(span),
            None => self.fail_expected(rule, what),
        }
    }

    /// Consumes a word, or reports that it is missing.
    pub fn need_word(&mut self, rule: &'static Rule, what: &str) -> Parsed<SpannedText> {
        match self.word() {
            Some(word) => Ok(word),
            None => self.fail_expected(rule, what),
        }
    }

    /// Reports the rest of the line, if there is any.
    pub fn need_end(&self, what: &str) -> Parsed<()> {
        if self.is_done() {
            return Ok(());
        }
        let span = self.rest_span();
        let message = format!("`{}` follows the end of {what}", excerpt(span.of(self.text)));
        fail(&TRAILING, span, message)
    }
}

/// Reports an error.
pub(super) fn fail<T>(rule: &'static Rule, span: Span, message: impl Into<String>) -> Parsed<T> {
    Err(Box::new(Diagnostic::error(rule, span, message)))
}

/// Shortens a long text for a message.
pub(crate) fn excerpt(text: &str) -> String {
    let line = text.lines().next().unwrap_or("");
    let short: String = line.chars().take(40).collect();
    if short.len() < text.len() { format!("{short}…") } else { short }
}

/// Reports an unknown word.
pub(super) fn fail_unknown<'a, T>(
    rule: &'static Rule,
    word: &SpannedText,
    what: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> Parsed<T> {
    Err(Box::new(unknown(rule, word, what, known)))
}

/// Creates the error for an unknown word, with a fix if exactly one known word is close.
pub(super) fn unknown<'a>(
    rule: &'static Rule,
    word: &SpannedText,
    what: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let message = format!("unknown {what} `{}`; expected {}", excerpt(&word.text), one_of(known.clone()));
    let diagnostic = Diagnostic::error(rule, word.span, message);
    diagnostic.write_closest(&word.text, known)
}

rules! {
    TRAILING: "text-trailing", Invalid, "nothing but a comment follows the last part of a line", SCENARIO_TEXT, "Lines";
}
