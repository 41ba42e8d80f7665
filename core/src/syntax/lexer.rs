//! The lexer of the scenario text. Only white space lies between tokens, so nothing is lost.

use crate::base::Span;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Letters, digits and underscores; also `%null`, `$0`, and numbers with a point or exponent.
    Word,
    /// A quoted text, which ends on its line.
    Text,
    /// Any other character.
    Punct(char),
    /// `// ...` up to the end of the line.
    LineComment,
    /// `/* ... */`, possibly over several lines and possibly never closed.
    BlockComment,
    /// A backslash at the end of a line.
    Continuation,
    /// The end of a line.
    Newline,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    /// The kind.
    pub kind: TokenKind,
    /// The span.
    pub span: Span,
    /// Whether it follows the previous token immediately, without even a comment in between.
    pub is_glued: bool,
}

impl Token {
    /// Returns whether the token is this character.
    pub fn is(&self, punct: char) -> bool {
        self.kind == TokenKind::Punct(punct)
    }

    /// Returns whether the token is a comment or a continuation, which never changes the meaning of a line.
    pub fn is_trivia(&self) -> bool {
        matches!(self.kind, TokenKind::LineComment | TokenKind::BlockComment | TokenKind::Continuation)
    }

    /// Returns whether the token is a comment that is never closed.
    pub fn is_open_comment(&self, text: &str) -> bool {
        self.kind == TokenKind::BlockComment && (self.span.len() < 4 || !self.span.of(text).ends_with("*/"))
    }
}

/// Returns the words of a text outside comments: names, numbers and keywords.
pub(crate) fn word_spans(text: &str) -> impl Iterator<Item = Span> {
    lex(text).into_iter().filter(|token| token.kind == TokenKind::Word).map(|token| token.span)
}

/// Returns the start of a text after its byte order mark.
pub(super) fn text_start(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// Splits a text into tokens.
pub(super) fn lex(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = text_start(text);
    let mut is_glued = false;
    // A backslash before this place is no continuation, because other text follows on its line.
    let mut other_text = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first != '\n' && first.is_whitespace() || first == '\u{feff}' {
            at += first.len_utf8();
            is_glued = false;
            continue;
        }
        let (kind, len) = match first {
            '\\' if at < other_text => (TokenKind::Punct(first), 1),
            '\\' => match continuation(rest) {
                Ok(len) => (TokenKind::Continuation, len),
                Err(other) => {
                    other_text = at + other;
                    (TokenKind::Punct(first), 1)
                }
            },
            _ => next_token(rest, first, is_glued && ends_in_dot(&tokens)),
        };
        tokens.push(Token { kind, span: Span::new(at, at + len), is_glued });
        at += len;
        is_glued = matches!(kind, TokenKind::Word | TokenKind::Text | TokenKind::Punct(_));
    }
    tokens
}

/// Returns whether the last token is a dot. A number after a dot (`add.16`) is a word without a point of its own.
fn ends_in_dot(tokens: &[Token]) -> bool {
    tokens.last().is_some_and(|token| token.is('.'))
}

/// Returns the kind and length of the token at the start of `rest`.
fn next_token(rest: &str, first: char, after_dot: bool) -> (TokenKind, usize) {
    let line = || rest.find('\n').map_or(rest, |end| &rest[..end]).trim_end().len();
    if first == '\n' {
        (TokenKind::Newline, 1)
    } else if rest.starts_with("//") {
        (TokenKind::LineComment, line())
    } else if let Some(comment) = rest.strip_prefix("/*") {
        (TokenKind::BlockComment, comment.find("*/").map_or(rest.trim_end().len(), |end| end + 4))
    } else if first == '"' {
        let end = rest[1..].find(['"', '\n']).filter(|end| rest[1 + end..].starts_with('"'));
        (TokenKind::Text, end.map_or_else(line, |end| end + 2))
    } else if first.is_ascii_digit() && !after_dot {
        (TokenKind::Word, number_len(rest))
    } else if starts_word(rest) {
        (TokenKind::Word, first.len_utf8() + word_len(&rest[first.len_utf8()..]))
    } else {
        (TokenKind::Punct(first), first.len_utf8())
    }
}

/// Returns whether a character may occur in a word.
pub(crate) fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns whether a word starts here. `%` starts a word if a letter or an underscore follows, as in `%null`; in `9 %4` it
/// is an operator. `$` starts a word if a letter, a digit or an underscore follows, as in `$0`.
fn starts_word(rest: &str) -> bool {
    let mut chars = rest.chars();
    match chars.next() {
        Some('%') => chars.next().is_some_and(|c| c.is_alphabetic() || c == '_'),
        Some('$') => chars.next().is_some_and(is_word_char),
        Some(c) => is_word_char(c),
        None => false,
    }
}

/// Returns the length of the word characters at the start.
pub(crate) fn word_len(rest: &str) -> usize {
    rest.find(|c| !is_word_char(c)).unwrap_or(rest.len())
}

/// Returns the length of a word that starts with a digit. A number may contain one point and a signed exponent.
fn number_len(rest: &str) -> usize {
    let mut len = word_len(rest);
    if !is_decimal(&rest[..len]) {
        return len + exponent_len(rest, len);
    }
    if rest[len..].starts_with('.') && rest[len + 1..].starts_with(|c: char| c.is_ascii_digit()) {
        len += 1 + word_len(&rest[len + 1..]);
    }
    len + exponent_len(rest, len)
}

/// Returns whether a word has only decimal digits and underscores.
fn is_decimal(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit() || b == b'_')
}

/// Returns the length of `-5` after `1.5e`; 0 without a signed exponent.
fn exponent_len(rest: &str, len: usize) -> usize {
    let mantissa = match rest[..len].strip_suffix(['e', 'E']) {
        Some(mantissa) => mantissa,
        None => return 0,
    };
    let digits = &rest[len..];
    let is_number = mantissa.bytes().all(|b| b.is_ascii_digit() || b == b'_' || b == b'.');
    if !is_number || !digits.starts_with(['+', '-']) {
        return 0;
    }
    let count = word_len(&digits[1..]);
    if count > 0 && is_decimal(&digits[1..=count]) { 1 + count } else { 0 }
}

/// Returns the length of a backslash and the rest of its line, if only white space or other backslashes follow; otherwise the
/// distance to the first other character.
fn continuation(rest: &str) -> Result<usize, usize> {
    let is_filler = |c: char| matches!(c, '\\' | '\u{feff}') || c.is_whitespace() && c != '\n';
    match rest.find(|c| !is_filler(c)) {
        None => Ok(rest.len()),
        Some(end) if rest[end..].starts_with('\n') => Ok(end + 1),
        Some(other) => Err(other),
    }
}
