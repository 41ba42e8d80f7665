//! The split of a text into lines. Notation blocks and continuations join several lines of the text.

use super::directive::reader::BraceSpans;
use super::directive::table::{self, DirectiveBody, directives};
use super::lexer::{Token, TokenKind};
use crate::base::Span;
use crate::spec::{InstructionSet, RollCall};
use std::ops::Range;
use std::rc::Rc;

/// The longest logical line, in bytes.
pub const MAX_LINE_BYTES: usize = 64 * 1024;
/// The most words between a directive's word and its notation: `NAME like INSTRUCTION`.
const MAX_HEAD_WORDS: usize = 3;

/// A logical line: a directive with its block, an instruction, a brace, or a comment.
#[derive(Clone, Debug)]
pub(super) struct LogicalLine<'r> {
    /// The tokens of the line, as indices into the token list, including comments but not the final newline.
    pub tokens: Range<usize>,
    /// The braces of its notation block, as indices into the token list.
    pub block: Option<Braces>,
    /// The meaning of the line if it is a lone `}`.
    pub lone_brace: LoneBrace,
    /// The instruction set of its variant, if the variant begins with `.isa`.
    pub own_set: Option<&'r Rc<InstructionSet>>,
}

impl LogicalLine<'_> {
    /// Returns the place of the line without the comments around it; `None` for comments alone.
    pub fn span(&self, tokens: &[Token]) -> Option<Span> {
        let mut significant = tokens[self.tokens.clone()].iter().filter(|token| !token.is_trivia());
        let first = significant.next()?;
        Some(first.span.to(significant.next_back().unwrap_or(first).span))
    }

    /// Returns whether the line is longer than [`MAX_LINE_BYTES`]. Such a line is not read.
    pub fn is_too_long(&self, tokens: &[Token]) -> bool {
        self.span(tokens).is_some_and(|whole| whole.len() > MAX_LINE_BYTES)
    }
}

/// The braces of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Braces {
    /// The `{`.
    pub open: usize,
    /// The matching `}`, if there is one.
    pub close: Option<usize>,
}

impl Braces {
    /// Returns the places of the braces.
    pub fn spans(self, tokens: &[Token]) -> BraceSpans {
        BraceSpans { open: tokens[self.open].span, close: self.close.map(|close| tokens[close].span) }
    }
}

/// The meaning of a `}` on a line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoneBrace {
    /// The line has more than a `}`, or the `}` closes a `{` of a listing.
    No,
    /// The `}` ends a variant.
    EndsVariant,
    /// The `}` has no `{`.
    Stray,
}

/// The lines of a text and its instruction set.
pub(super) struct Lines<'r> {
    /// The set of the text: the named one, or the default set.
    pub set: &'r Rc<InstructionSet>,
    /// The first set that an `.isa` outside variants names.
    pub named: Option<&'r Rc<InstructionSet>>,
    /// The lines, in order.
    pub lines: Vec<LogicalLine<'r>>,
}

/// Splits a text into lines.
pub(super) fn split_lines<'r>(text: &str, tokens: &[Token], roll_call: &'r RollCall) -> Lines<'r> {
    let listings = roll_call.sets().iter().flat_map(|set| set.listing.directives).copied();
    let directives: Vec<&str> = directives(roll_call).iter().map(|row| row.word).chain(listings).collect();
    let mut splitter = Splitter {
        text,
        tokens,
        roll_call,
        directives: &directives,
        named: None,
        variant: None,
        open_braces: 0,
        lines: Vec::new(),
    };
    splitter.split();
    let named = splitter.named;
    Lines { set: named.unwrap_or(roll_call.default_set()), named, lines: splitter.lines }
}

/// A split in progress.
struct Splitter<'r, 't> {
    text: &'t str,
    tokens: &'t [Token],
    roll_call: &'r RollCall,
    /// The directives before which an unclosed notation block ends.
    directives: &'t [&'static str],
    /// The first set that an `.isa` outside variants names.
    named: Option<&'r Rc<InstructionSet>>,
    /// The variant that contains the line.
    variant: Option<OpenVariant<'r>>,
    /// The number of `{` of a listing that are open before the line, within its variant.
    open_braces: usize,
    /// The lines so far.
    lines: Vec<LogicalLine<'r>>,
}

/// A variant whose `}` is not reached yet.
struct OpenVariant<'r> {
    /// Its instruction set, if it has one of its own.
    set: Option<&'r Rc<InstructionSet>>,
    /// Whether its block has no line yet.
    is_empty: bool,
    /// The number of `{` of a listing that are open before its block.
    open_before: usize,
}

impl<'r, 't> Splitter<'r, 't> {
    fn split(&mut self) {
        let mut start = 0;
        while start < self.tokens.len() {
            let line = self.line(start);
            let end = line.tokens.end;
            self.push(line);
            let ends_line = self.tokens.get(end).is_none_or(|token| token.kind == TokenKind::Newline);
            start = end + usize::from(ends_line);
        }
    }

    /// Adds a line, and follows its effect on the lines after it.
    fn push(&mut self, line: LogicalLine<'r>) {
        let (tokens, range) = (self.tokens, line.tokens.clone());
        if after_labels(self.text, tokens, range.clone()).next().is_none() {
            // A comment has no effect.
        } else if line.lone_brace == LoneBrace::EndsVariant {
            self.open_braces = self.variant.take().map_or(0, |variant| variant.open_before);
        } else if variant_brace(self.text, tokens, range.clone()).is_some() {
            let open_before = self.variant.take().map_or(self.open_braces, |variant| variant.open_before);
            self.variant = Some(OpenVariant { set: None, is_empty: true, open_before });
            self.open_braces = 0;
        } else {
            let named = self.named_set(range.clone()).and_then(|key| self.roll_call.set(key));
            match &mut self.variant {
                Some(variant) => {
                    let named = named.filter(|_| variant.is_empty);
                    (variant.set, variant.is_empty) = (variant.set.or(named), false);
                }
                None => self.named = self.named.or(named),
            }
            // In a variant, a block without its `}` ends before that of the variant.
            if line.block.is_none() || self.variant.is_none() {
                self.open_braces = braces_after(tokens, range, self.open_braces);
            }
        }
        let own_set = self.variant.as_ref().and_then(|variant| variant.set);
        self.lines.push(LogicalLine { own_set, ..line });
    }

    /// Returns the key of a set in an `.isa` line.
    fn named_set(&self, line: Range<usize>) -> Option<&'t str> {
        let (word, text) = directive_word(self.text, self.tokens, line.clone())?;
        let key = (word + 1..line.end).map(|i| self.tokens[i]).find(|token| !token.is_trivia())?;
        (text == "isa").then(|| key.span.of(self.text))
    }

    /// Reads a line up to its end. `.semantics` and `.op` extend to the brace that matches their first one. If a line
    /// of the block begins with a directive, the closing brace is missing, and the block ends before that line.
    fn line(&self, start: usize) -> LogicalLine<'r> {
        let first_end = line_end(self.tokens, start);
        let (block, block_end) = match notation_brace(self.text, self.tokens, start..first_end) {
            Some(open) => {
                let (close, end) = self.closing_brace(open);
                (Some(Braces { open, close }), end)
            }
            None => (None, first_end),
        };
        let end = self.cut_at_variant_brace(start..block_end, block);
        LogicalLine { tokens: start..end, block, lone_brace: self.lone_brace(start..end), own_set: None }
    }

    /// Returns the end of a line, which a brace of a variant ends early.
    fn cut_at_variant_brace(&self, line: Range<usize>, block: Option<Braces>) -> usize {
        if let Some(open) = variant_brace(self.text, self.tokens, line.clone()) {
            return open + 1;
        }
        if self.variant.is_none() {
            return line.end;
        }
        let from = block.map_or(line.start, |block| block.close.map_or(line.end, |close| close + 1));
        let Some(close) = variant_end(self.tokens, from..line.end, self.open_braces) else { return line.end };
        // The brace is a line of its own.
        let begins_line = self.tokens[line.start..close].iter().all(Token::is_trivia);
        close + usize::from(begins_line)
    }

    /// Returns the meaning of a line if it is a lone `}`.
    fn lone_brace(&self, line: Range<usize>) -> LoneBrace {
        let mut significant = after_labels(self.text, self.tokens, line).map(|i| self.tokens[i]);
        let is_brace = significant.next().is_some_and(|first| first.is('}')) && significant.next().is_none();
        match &self.variant {
            _ if !is_brace || self.open_braces > 0 => LoneBrace::No,
            Some(_) => LoneBrace::EndsVariant,
            None => LoneBrace::Stray,
        }
    }

    /// Returns the matching `}`, and the end of its line. An unclosed block has no `}`, but an end.
    fn closing_brace(&self, open: usize) -> (Option<usize>, usize) {
        let mut depth = 0usize;
        for i in open..self.tokens.len() {
            let may_begin = i == open || self.tokens[i].kind == TokenKind::Newline;
            if may_begin && begins_directive(self.text, &self.tokens[i + 1..], self.directives) {
                return (None, line_end(self.tokens, i));
            }
            match self.tokens[i].kind {
                TokenKind::Punct('{') => depth += 1,
                TokenKind::Punct('}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return (Some(i), line_end(self.tokens, i));
            }
        }
        (None, self.tokens.len())
    }
}

/// Returns the contents of a directive besides the words of its line. An unknown directive has none.
fn body_of(word: &str) -> DirectiveBody {
    table::row(word).map_or(DirectiveBody::Line, |row| row.body)
}

/// Returns the `{` of `.variant NAME {`.
fn variant_brace(text: &str, tokens: &[Token], line: Range<usize>) -> Option<usize> {
    let (word, _) = directive_word(text, tokens, line.clone())
        .filter(|(_, text)| body_of(text) == DirectiveBody::Variant)?;
    (word + 1..line.end).find(|&i| tokens[i].is('{'))
}

/// Returns the word of a line's directive, and its index among the tokens.
fn directive_word<'t>(text: &'t str, tokens: &[Token], line: Range<usize>) -> Option<(usize, &'t str)> {
    let mut significant = after_labels(text, tokens, line);
    let (dot, word) = (significant.next()?, significant.next()?);
    is_directive(tokens[dot], tokens[word]).then(|| (word, tokens[word].span.of(text)))
}

/// Returns whether two tokens are the dot and the word of a directive.
pub(super) fn is_directive(dot: Token, word: Token) -> bool {
    dot.is('.') && word.glued && word.kind == TokenKind::Word
}

/// Returns the tokens of a line after its labels, without comments.
fn after_labels(text: &str, tokens: &[Token], line: Range<usize>) -> impl Iterator<Item = usize> {
    let mut significant = line.filter(|&i| !tokens[i].is_trivia());
    loop {
        match label_len(text, significant.clone().map(|i| tokens[i])) {
            0 => return significant,
            len => drop(significant.nth(len - 1)),
        }
    }
}

/// Returns the number of tokens of `name:` or `.L_1:`; 0 if the tokens do not begin with a label.
pub(super) fn label_len(text: &str, mut tokens: impl Iterator<Item = Token>) -> usize {
    let Some(first) = tokens.next() else { return 0 };
    // `.invariant: sum(BUF) == 1` is a directive that lacks its name, not a label.
    let is_name = |token: &Token| token.glued && table::row(token.span.of(text)).is_none();
    let name = if first.is('.') { tokens.next().filter(is_name) } else { Some(first) };
    let is_label = name.is_some_and(|name| name.kind == TokenKind::Word)
        && tokens.next().is_some_and(|next| next.is(':'));
    if is_label { 2 + usize::from(first.is('.')) } else { 0 }
}

/// Returns the number of open braces after a line.
fn braces_after(tokens: &[Token], line: Range<usize>, before: usize) -> usize {
    tokens[line].iter().fold(before, |open, token| match token.kind {
        TokenKind::Punct('{') => open + 1,
        TokenKind::Punct('}') => open.saturating_sub(1),
        _ => open,
    })
}

/// Returns the `}` in a line that ends a variant: the first without a `{` before it. `open` braces are open before the line.
fn variant_end(tokens: &[Token], line: Range<usize>, open: usize) -> Option<usize> {
    let mut depth = open;
    line.into_iter().find(|&i| match tokens[i].kind {
        TokenKind::Punct('{') => {
            depth += 1;
            false
        }
        TokenKind::Punct('}') if depth == 0 => true,
        TokenKind::Punct('}') => {
            depth -= 1;
            false
        }
        _ => false,
    })
}

/// Returns the index of the newline that ends the line, or the number of tokens.
fn line_end(tokens: &[Token], start: usize) -> usize {
    let newline = tokens[start..].iter().position(|token| token.kind == TokenKind::Newline);
    newline.map_or(tokens.len(), |count| start + count)
}

/// Returns the `{` of `.semantics NAME {` or `.op NAME {`, which may be on the next line that is not blank.
fn notation_brace(text: &str, tokens: &[Token], line: Range<usize>) -> Option<usize> {
    let (word, _) = directive_word(text, tokens, line.clone())
        .filter(|(_, text)| matches!(body_of(text), DirectiveBody::Notation(_)))?;
    let mut rest = (word + 1..tokens.len()).filter(|&i| !tokens[i].is_trivia());
    let mut words = 0;
    loop {
        let i = rest.next()?;
        match tokens[i].kind {
            TokenKind::Punct('{') => return Some(i),
            TokenKind::Newline => {}
            TokenKind::Word if i < line.end && words < MAX_HEAD_WORDS => words += 1,
            _ => return None,
        }
    }
}

/// Returns whether the next two tokens are a directive of the scenario text.
fn begins_directive(text: &str, tokens: &[Token], directives: &[&str]) -> bool {
    let [dot, word, ..] = tokens else { return false };
    is_directive(*dot, *word) && directives.contains(&word.span.of(text))
}
