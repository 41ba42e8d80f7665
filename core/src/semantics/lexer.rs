//! The lexer of the notation.

use super::reports::MAX_DIAGNOSTICS;
use super::rules;
use crate::base::{Rule, Span};
use crate::diag::Diagnostic;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NotationTokenKind {
    /// A keyword, a type or a name.
    Word,
    /// A whole number. `pattern` is true if it is written in hexadecimal or binary.
    Int { value: u64, pattern: bool },
    /// A decimal fraction.
    Float(f64),
    /// An operator or a bracket.
    Sign(&'static str),
    /// `// ...` or `/* ... */`.
    Comment,
    /// The end of the text.
    End,
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NotationToken {
    pub kind: NotationTokenKind,
    pub span: Span,
}

/// The operators and brackets. A sign that starts with another precedes it.
pub(super) const SIGNS: [&str; 46] = [
    "<<=", ">>=", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=",
    "&=", "|=", "^=", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "<", ">", "=", "?", ":", ";", ",",
    "(", ")", "[", "]", "{", "}", ".", "->", "#",
];

/// Returns the tokens, including comments and a final [`NotationTokenKind::End`], and the lexical errors.
pub(super) fn lex(text: &str) -> (Vec<NotationToken>, Vec<Diagnostic>) {
    let mut lexer = Lexer::new(text);
    while lexer.token() {}
    (lexer.tokens, lexer.diagnostics)
}

/// Returns whether two texts have the same tokens. White space and comments may differ.
pub fn has_same_tokens(one: &str, other: &str) -> bool {
    let [mut one, mut other] = [one, other].map(Lexer::new);
    loop {
        let pair = (one.next_significant(), other.next_significant());
        if pair.0 != pair.1 {
            return false;
        }
        if pair.0.is_none() {
            return true;
        }
    }
}

struct Lexer<'a> {
    text: &'a str,
    byte_offset: usize,
    tokens: Vec<NotationToken>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, byte_offset: 0, tokens: Vec::new(), diagnostics: Vec::new() }
    }

    /// Reads up to the next token that is not a comment, and returns its text; `None` at the end.
    fn next_significant(&mut self) -> Option<&'a str> {
        while self.token() {
            let token = self.tokens.pop().filter(|token| token.kind != NotationTokenKind::Comment);
            if let Some(token) = token {
                return Some(token.span.of(self.text));
            }
        }
        None
    }

    /// Skips white space, and each backslash that continues a line.
    fn skip_white_space(&mut self) {
        self.skip(char::is_whitespace);
        while let Some(after) = self.text[self.byte_offset..].strip_prefix('\\')
            && after.trim_start_matches([' ', '\t', '\r']).starts_with('\n')
        {
            self.byte_offset += 1;
            self.skip(char::is_whitespace);
        }
    }

    /// Reads one token. Returns false at the end of the text.
    fn token(&mut self) -> bool {
        self.skip_white_space();
        let rest = &self.text[self.byte_offset..];
        let Some(first) = rest.chars().next() else {
            self.push(NotationTokenKind::End, self.byte_offset);
            return false;
        };
        let start = self.byte_offset;
        if rest.starts_with("//") {
            self.skip(|c| c != '\n');
            self.push(NotationTokenKind::Comment, start);
        } else if rest.starts_with("/*") {
            self.block_comment();
        } else if first.is_ascii_digit() {
            self.number();
        } else if is_word(first) {
            self.skip(is_word);
            self.push(NotationTokenKind::Word, start);
        } else if let Some(sign) = SIGNS.into_iter().find(|sign| rest.starts_with(sign)) {
            self.byte_offset += sign.len();
            self.push(NotationTokenKind::Sign(sign), start);
        } else {
            self.unknown();
        }
        true
    }

    fn skip(&mut self, wanted: impl Fn(char) -> bool) {
        let rest = &self.text[self.byte_offset..];
        self.byte_offset += rest.find(|c| !wanted(c)).unwrap_or(rest.len());
    }

    fn push(&mut self, kind: NotationTokenKind, start: usize) {
        self.tokens.push(NotationToken { kind, span: Span::new(start, self.byte_offset) });
    }

    fn error(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) {
        if self.diagnostics.len() < MAX_DIAGNOSTICS {
            self.diagnostics.push(Diagnostic::error(rule, span, message));
        }
    }

    fn block_comment(&mut self) {
        let start = self.byte_offset;
        match self.text[start + 2..].find("*/") {
            Some(length) => self.byte_offset = start + 2 + length + 2,
            None => {
                self.byte_offset = self.text.len();
                let open = Span::new(start, start + 2);
                self.error(&rules::COMMENT, open, "this comment has no end; expected `*/`");
            }
        }
        self.push(NotationTokenKind::Comment, start);
    }

    fn number(&mut self) {
        let start = self.byte_offset;
        self.skip(is_word);
        let rest = &self.text[self.byte_offset..];
        let hexadecimal = self.text[start..].starts_with("0x") || self.text[start..].starts_with("0X");
        if !hexadecimal && rest.starts_with('.') {
            self.byte_offset += 1;
            self.skip(is_word);
        }
        let ends_in_e = self.text[start..self.byte_offset].ends_with(['e', 'E']);
        if !hexadecimal && ends_in_e && self.text[self.byte_offset..].starts_with(['+', '-']) {
            self.byte_offset += 1;
            self.skip(is_word);
        }
        let span = Span::new(start, self.byte_offset);
        let kind = parse_number(span.of(self.text)).unwrap_or_else(|expected| {
            let message = format!("`{}` is not a number; expected {expected}", span.of(self.text));
            self.error(&rules::NUMBER, span, message);
            NotationTokenKind::Int { value: 0, pattern: false }
        });
        self.push(kind, start);
    }

    fn unknown(&mut self) {
        let start = self.byte_offset;
        let known = |c: char| c.is_whitespace() || c.is_ascii();
        let first = self.text[start..].chars().next().map_or(1, char::len_utf8);
        self.byte_offset += first;
        self.skip(|c| !known(c));
        let span = Span::new(start, self.byte_offset);
        let message = format!("`{}` has no meaning here", span.of(self.text));
        self.error(&rules::CHARACTER, span, message);
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Parses a number. The error describes the expected text.
fn parse_number(text: &str) -> Result<NotationTokenKind, &'static str> {
    let digits = text.replace('_', "");
    let lower = digits.to_ascii_lowercase();
    let pattern = |digits: &str, radix, expected| {
        let too_large = digits.chars().all(|c| c.is_digit(radix)) && !digits.is_empty();
        let expected = if too_large { "at most 64 bits" } else { expected };
        u64::from_str_radix(digits, radix)
            .map(|value| NotationTokenKind::Int { value, pattern: true })
            .map_err(|_| expected)
    };
    if let Some(digits) = lower.strip_prefix("0x") {
        return pattern(digits, 16, "hexadecimal digits after `0x`");
    }
    if let Some(digits) = lower.strip_prefix("0b") {
        return pattern(digits, 2, "binary digits after `0b`");
    }
    if lower.bytes().all(|c| c.is_ascii_digit()) {
        if lower.len() > 1 && lower.starts_with('0') {
            return Err("a decimal number without a leading zero, or `0x` and hexadecimal digits");
        }
        return lower
            .parse()
            .map(|value| NotationTokenKind::Int { value, pattern: false })
            .map_err(|_| "at most 18446744073709551615");
    }
    match lower.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(NotationTokenKind::Float(value)),
        Ok(_) => Err("a number that a double can hold"),
        Err(_) => Err("digits such as `12`, `0x1f`, `0b101` or `1.5`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    fn kinds(text: &str) -> Vec<NotationTokenKind> {
        let (tokens, diagnostics) = lex(text);
        assert_eq!(diagnostics, []);
        tokens.into_iter().map(|token| token.kind).collect()
    }

    #[test]
    fn numbers() {
        use NotationTokenKind::{End, Float, Int};
        let int = |value| Int { value, pattern: false };
        let pattern = |value| Int { value, pattern: true };
        assert_eq!(kinds("12 0x1F 0b1_01 1_000"), [int(12), pattern(31), pattern(5), int(1000), End]);
        assert_eq!(kinds("1.5 1e3 2.5e-1 1."), [Float(1.5), Float(1000.0), Float(0.25), Float(1.0), End]);
        assert_eq!(kinds("0xe+1"), [pattern(14), NotationTokenKind::Sign("+"), int(1), End]);
        let bad = "017 0_1 0x 0b2 12ab 1.5f 99999999999999999999 0x1ffffffffffffffff 1e999";
        for bad in bad.split(' ') {
            assert_eq!(lex(bad).1.len(), 1, "{bad}");
        }
    }

    #[test]
    fn white_space_and_comments_do_not_make_texts_differ() {
        for (one, other, is_same) in [
            ("a+b;", " a + b ;\n", true),
            ("a /* sum */ + b; // x", "// y\na + b;", true),
            ("a b", "ab", false),
            ("a + + b", "a ++ b", false),
            ("16", "0x10", false),
            ("a", "a b", false),
            ("", "/* */", true),
        ] {
            assert_eq!(has_same_tokens(one, other), is_same, "`{one}` and `{other}`");
            assert_eq!(has_same_tokens(other, one), is_same, "`{other}` and `{one}`");
        }
    }

    #[test]
    fn the_longest_sign_wins() {
        let signs = ["<<=", "<<", "<=", "<", "++", "+"].map(NotationTokenKind::Sign);
        assert_eq!(kinds("<<= << <= < ++ +")[..6], signs);
        assert_eq!(kinds("a<<=b")[1], NotationTokenKind::Sign("<<="));
    }

    #[test]
    fn comments_and_strange_characters() {
        assert_eq!(kinds("/* a // */ x // y")[..2], [NotationTokenKind::Comment, NotationTokenKind::Word]);
        assert_eq!(lex("/* a").1[0].span, Span::new(0, 2));
        let (tokens, diagnostics) = lex("a “€ b");
        assert_eq!(tokens.len(), 3);
        assert_eq!(diagnostics.len(), 1, "one for the run of them");
    }
}
