//! The tokens of a text, facts that they show without parsing, and their classes for highlighting.

use super::builtins::{PARAMETERS, builtin};
use super::lexer::{NotationToken, NotationTokenKind, lex};
use super::words;
use crate::base::Span;
use crate::diag::Diagnostic;

/// The tokens of a text without comments, for the parser and for facts that they show without parsing.
pub(super) struct Tokens<'a> {
    pub text: &'a str,
    /// The tokens. The last one is the end.
    pub tokens: Vec<NotationToken>,
    /// The lexical errors.
    pub errors: Vec<Diagnostic>,
}

impl<'a> Tokens<'a> {
    pub fn lex(text: &'a str) -> Self {
        let (mut tokens, errors) = lex(text);
        tokens.retain(|token| token.kind != NotationTokenKind::Comment);
        Self { text, tokens, errors }
    }

    /// Returns whether an instruction's text calls `op`.
    pub fn calls_op(&self) -> bool {
        let is_call = |pair: &[NotationToken]| {
            pair[0].span.of(self.text) == "op" && pair[1].kind == NotationTokenKind::Sign("(")
        };
        self.tokens.windows(2).any(is_call)
    }

    /// Returns for each of `old`, `src0` and `src1` whether an operation's text mentions it at all.
    pub fn mentions(&self) -> [bool; 3] {
        let Self { text, tokens, .. } = self;
        // The name after `op` is not a mention.
        let body = if tokens.first().is_some_and(|token| token.span.of(text) == "op") { 2 } else { 0 };
        PARAMETERS.map(|name| tokens.iter().skip(body).any(|token| token.span.of(text) == name))
    }
}

fn tokens(text: &str) -> Vec<NotationToken> {
    Tokens::lex(text).tokens
}

/// Returns a piece of notation without comments, with one space where there was any.
pub fn on_one_line(piece: &str) -> String {
    let mut line = String::new();
    let mut end = 0;
    for token in tokens(piece).iter().filter(|token| token.kind != NotationTokenKind::End) {
        let range = token.span.range();
        if range.start > end && !line.is_empty() {
            line.push(' ');
        }
        line.push_str(token.span.of(piece));
        end = range.end;
    }
    line
}

/// Returns the places of `modifier(name, word)` in a text.
pub fn modifier_tests(text: &str, name: &str, word: &str) -> Vec<Span> {
    let tokens = tokens(text);
    let wanted = ["modifier", "(", name, ",", word, ")"];
    let is_test = |part: &&[NotationToken]| {
        part.iter().zip(wanted).all(|(token, wanted)| token.span.of(text) == wanted)
    };
    tokens.windows(wanted.len()).filter(is_test).map(|part| part[0].span.to(part[5].span)).collect()
}

/// Returns for each of `old`, `src0` and `src1` whether an operation's text mentions it at all.
pub fn op_mentions(text: &str) -> [bool; 3] {
    Tokens::lex(text).mentions()
}

/// Returns for each of `old`, `src0` and `src1` whether the operation with that name in a table's text mentions it.
pub fn mentions_of_op(text: &str, name: &str) -> [bool; 3] {
    let block = op_blocks(text).into_iter().find(|(known, _)| known == name);
    block.map_or([false; 3], |(_, span)| op_mentions(span.of(text)))
}

/// Returns the `op NAME { ... }` blocks of a table's text: each name, and the place of the block from `op` to `}`.
pub fn op_blocks(text: &str) -> Vec<(String, Span)> {
    let tokens = tokens(text);
    let mut blocks = Vec::new();
    let mut first = 0;
    while let Some([op, name, open]) = tokens.get(first..first + 3) {
        if op.span.of(text) != "op"
            || name.kind != NotationTokenKind::Word
            || open.kind != NotationTokenKind::Sign("{")
        {
            first += 1;
            continue;
        }
        let mut depth = 0;
        let close = tokens[first + 2..].iter().position(|token| {
            match token.kind {
                NotationTokenKind::Sign("{") => depth += 1,
                NotationTokenKind::Sign("}") => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        // An unclosed block extends to the end, where compiling it reports the missing brace.
        let last = close.map_or(tokens.len() - 1, |length| first + 2 + length);
        blocks.push((name.span.of(text).to_owned(), op.span.to(tokens[last].span)));
        first = last + 1;
    }
    blocks
}

/// Returns the place between the braces of an `op NAME { ... }` block.
pub fn op_body(block: &str) -> Option<Span> {
    let tokens = tokens(block);
    let open = tokens.iter().find(|token| token.kind == NotationTokenKind::Sign("{"))?;
    let close = tokens.iter().rfind(|token| token.kind == NotationTokenKind::Sign("}"))?;
    Some(Span { start: open.span.end, end: close.span.start })
}

/// The class of a token, for highlighting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotationTokenClass {
    /// A keyword: `if`, `for`, `foreach_active`, `atomic` and so on.
    Keyword,
    /// A type: `UD`, `T`, `bool`.
    Type,
    /// A literal.
    Number,
    /// A comment.
    Comment,
    /// A variable, an operand or a named constant.
    Name,
    /// A builtin: `min`, `op`, `reading` and so on.
    Builtin,
    /// An operator or a bracket.
    Operator,
}

impl NotationTokenClass {
    /// Returns the name of the class.
    pub fn name(self) -> &'static str {
        match self {
            NotationTokenClass::Keyword => "keyword",
            NotationTokenClass::Type => "type",
            NotationTokenClass::Number => "number",
            NotationTokenClass::Comment => "comment",
            NotationTokenClass::Name => "name",
            NotationTokenClass::Builtin => "builtin",
            NotationTokenClass::Operator => "operator",
        }
    }
}

/// Returns the tokens of a text in order, each with its class. Accepts incomplete text.
pub fn highlight(text: &str) -> Vec<(Span, NotationTokenClass)> {
    let tokens = lex(text).0;
    let class = |index: usize, token: &NotationToken| match token.kind {
        NotationTokenKind::Int { .. } | NotationTokenKind::Float(_) => NotationTokenClass::Number,
        NotationTokenKind::Sign(_) => NotationTokenClass::Operator,
        NotationTokenKind::Comment => NotationTokenClass::Comment,
        NotationTokenKind::Word | NotationTokenKind::End => {
            let called = tokens.get(index + 1).is_some_and(|next| next.kind == NotationTokenKind::Sign("("));
            word_class(token.span.of(text), called)
        }
    };
    let pieces = tokens.iter().enumerate().filter(|(_, token)| token.kind != NotationTokenKind::End);
    pieces.map(|(index, token)| (token.span, class(index, token))).collect()
}

fn word_class(word: &str, called: bool) -> NotationTokenClass {
    if words::type_name(word).is_some() {
        NotationTokenClass::Type
    } else if called && builtin(word).is_some() {
        NotationTokenClass::Builtin
    } else if words::is_keyword(word) {
        NotationTokenClass::Keyword
    } else {
        NotationTokenClass::Name
    }
}
