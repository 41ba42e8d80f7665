//! The cut of a text into lines. A directive of the scenario text occupies one line, and notation blocks and
//! continuations join several. The form of an instruction set cuts the rest: at the end of each line, or at the sign that
//! ends its statements.

use super::directive_row::DirectiveBody;
use super::directive_table::{DIRECTIVES, directives, find};
use super::forms::form_of;
use super::lexer::{Token, TokenKind};
use crate::spec::{InstructionSet, RollCall};
use std::ops::Range;
use std::rc::Rc;

/// A logical line: a directive with its block, a statement, a brace, or a comment.
#[derive(Clone, Debug)]
pub(super) struct LogicalLine<'r> {
    /// The tokens of the line, as indices into the token list, including comments but not the final newline.
    pub tokens: Range<usize>,
    /// The braces of its notation block, as indices into the token list.
    pub block: Option<Braces>,
    /// Whether its `}` ends a variant.
    pub ends_variant: bool,
    /// Whether it is a statement without its end.
    pub is_open: bool,
    /// The instruction set of the line: that of its variant if the variant begins with `.isa`, or else that of the text.
    pub set: &'r Rc<InstructionSet>,
}

/// The largest number of tokens in a directive of a listing that extends over several lines.
const MOST_OF_LISTING: usize = 1_000;

/// The braces of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Braces {
    /// The `{`.
    pub open: usize,
    /// The matching `}`, if there is one.
    pub close: Option<usize>,
}

/// The lines of a text and its instruction set.
pub(super) struct Cut<'r> {
    /// The set of the text: that of its first `.isa`, or the default set.
    pub set: &'r Rc<InstructionSet>,
    /// Whether the text names its set.
    pub names_set: bool,
    /// The lines, in order.
    pub lines: Vec<LogicalLine<'r>>,
}

/// Cuts a text into lines.
pub(super) fn cut<'r>(text: &str, tokens: &[Token], roll_call: &'r RollCall) -> Cut<'r> {
    let listings = roll_call.sets().iter().flat_map(|set| set.listing.directives).copied();
    let directives: Vec<&str> = directives(roll_call).iter().map(|row| row.word).chain(listings).collect();
    let mut cutter = Cutter {
        text,
        tokens,
        roll_call,
        directives: &directives,
        set: roll_call.default_set(),
        cuts_statements: false,
        named: None,
        variant: None,
        is_first: false,
        scopes: 0,
        lines: Vec::new(),
    };
    cutter.cut();
    let names_set = cutter.named.is_some();
    cutter.set = cutter.named.and_then(|key| roll_call.set(key)).unwrap_or(cutter.set);
    // The set of a text may be named after the lines that it governs, so statements need a second pass.
    if roll_call.sets().iter().any(|set| form_of(set).terminator().is_some()) {
        cutter.cuts_statements = true;
        cutter.cut();
    }
    let set = cutter.set;
    let lines = cutter.lines.into_iter().map(|(line, own)| LogicalLine { set: own.unwrap_or(set), ..line });
    Cut { set, names_set, lines: lines.collect() }
}

/// A cut in progress.
struct Cutter<'r, 't> {
    text: &'t str,
    tokens: &'t [Token],
    roll_call: &'r RollCall,
    /// The directives before which an unclosed notation block ends.
    directives: &'t [&'static str],
    /// The set of the text.
    set: &'r Rc<InstructionSet>,
    /// Whether statements are cut. Otherwise every set is cut by the line.
    cuts_statements: bool,
    /// The key in the first `.isa` outside variants.
    named: Option<&'t str>,
    /// The set of the variant that contains the line, if it has one of its own; `None` outside variants.
    variant: Option<Option<&'r Rc<InstructionSet>>>,
    /// Whether nothing precedes the line in its variant.
    is_first: bool,
    /// The number of open scopes in the text or variant.
    scopes: usize,
    /// The lines so far, each with the set of its own variant.
    lines: Vec<(LogicalLine<'r>, Option<&'r Rc<InstructionSet>>)>,
}

impl<'r> Cutter<'r, '_> {
    fn cut(&mut self) {
        (self.named, self.variant, self.is_first, self.scopes) = (None, None, false, 0);
        self.lines.clear();
        let mut start = 0;
        while start < self.tokens.len() {
            let line = match self.terminator() {
                Some(sign) if self.begins_statement(start) => self.statement(start, sign),
                _ => self.line(start),
            };
            let end = line.tokens.end;
            self.enter(line);
            let ends_line = self.tokens.get(end).is_none_or(|token| token.kind == TokenKind::Newline);
            start = end + usize::from(ends_line);
        }
    }

    /// Returns the set that governs the next line.
    fn current_set(&self) -> &'r Rc<InstructionSet> {
        self.variant.flatten().unwrap_or(self.set)
    }

    /// Returns the sign that ends a statement; `None` if the next line ends with the line of the text.
    fn terminator(&self) -> Option<char> {
        if self.cuts_statements { form_of(self.current_set()).terminator() } else { None }
    }

    /// Adds a line, and follows its effect on the instruction set.
    fn enter(&mut self, line: LogicalLine<'r>) {
        let tokens = &self.tokens[line.tokens.clone()];
        let mut significant = tokens.iter().filter(|token| !token.is_trivia());
        let words = (significant.next(), significant.next(), significant.next());
        let word = match words {
            (Some(dot), Some(word), _) if dot.is('.') && word.glued => word.span.of(self.text),
            _ => "",
        };
        match (word, words.2) {
            _ if words.0.is_none() => {}
            _ if line.ends_variant => self.variant = None,
            ("isa", Some(name)) if self.is_first => {
                (self.variant, self.is_first) = (Some(self.roll_call.set(name.span.of(self.text))), false);
            }
            ("isa", Some(name)) if self.variant.is_none() => {
                self.named = self.named.or(Some(name.span.of(self.text)));
            }
            _ if variant_brace(self.text, self.tokens, line.tokens.clone()).is_some() => {
                (self.variant, self.is_first, self.scopes) = (Some(None), true, 0);
            }
            _ => self.is_first = false,
        }
        self.lines.push((line, self.variant.flatten()));
    }

    /// Cuts at the end of the line. `.semantics` and `.op` extend to the brace that matches their first one. If a line
    /// of the block begins with a directive, the closing brace is missing, and the block ends before that line.
    fn line(&self, start: usize) -> LogicalLine<'r> {
        let mut end = line_end(self.tokens, start);
        if self.terminator().is_some() && self.is_listing(start) {
            end = self.listing_end(start, end);
        }
        let block = opening_brace(self.text, self.tokens, start..end)
            .map(|open| Braces { open, close: self.closing_brace(open, &mut end) });
        let mut ends_variant = false;
        if let Some(open) = variant_brace(self.text, self.tokens, start..end) {
            end = open + 1;
        } else if self.variant.is_some() {
            let from = block.map_or(start, |block| block.close.map_or(end, |close| close + 1));
            if let Some(close) = variant_end(self.tokens, from..end) {
                // The brace is a line of its own.
                ends_variant = self.tokens[start..close].iter().all(Token::is_trivia);
                end = close + usize::from(ends_variant);
            }
        }
        LogicalLine { tokens: start..end, block, ends_variant, is_open: false, set: self.set }
    }

    /// Returns whether the line is a directive of a listing.
    fn is_listing(&self, start: usize) -> bool {
        let mut significant = self.tokens[start..].iter().filter(|token| !token.is_trivia());
        let words = (significant.next(), significant.next());
        matches!(words, (Some(dot), Some(word)) if dot.is('.') && self.current_set().is_listing(word.span.of(self.text)))
    }

    /// Returns the end of a line whose parentheses are closed on a later line, as in the head of a function in a listing.
    /// `end` is the end of the line itself.
    fn listing_end(&self, start: usize, end: usize) -> usize {
        let mut open = 0i32;
        for i in start..self.tokens.len().min(start + MOST_OF_LISTING) {
            match self.tokens[i].kind {
                TokenKind::Punct('(') => open += 1,
                TokenKind::Punct(')') => open -= 1,
                TokenKind::Newline if open <= 0 => return i,
                _ => {}
            }
        }
        end
    }

    /// Returns whether the next line belongs to a statement. Comments and directives of the scenario text or of a listing do not.
    fn begins_statement(&self, start: usize) -> bool {
        let mut significant = self.tokens[start..].iter().filter(|token| !token.is_trivia());
        let first = significant.next().filter(|token| token.kind != TokenKind::Newline);
        let Some(first) = first else { return false };
        !significant.next().is_some_and(|word| first.is('.') && word.glued && self.is_line_directive(word))
    }

    /// Returns whether a directive of that word ends at the end of its line, even if statements end with a sign.
    fn is_line_directive(&self, word: &Token) -> bool {
        let (word, set) = (word.span.of(self.text), self.current_set());
        let row = find(word, set, self.roll_call).map(|(row, _)| row);
        let is_own = |row| form_of(set).directives().iter().any(|own| std::ptr::eq(own, row));
        row.is_some_and(|row| !is_own(row)) || set.is_listing(word)
    }

    /// Cuts after `sign`, or at a brace between statements. A statement without its sign ends before a line that begins
    /// with a directive of the scenario text.
    fn statement(&mut self, start: usize, sign: char) -> LogicalLine<'r> {
        let first = (start..self.tokens.len()).find(|&i| !self.tokens[i].is_trivia());
        let first = first.unwrap_or(self.tokens.len());
        let (mut ends_variant, mut is_open) = (false, false);
        let mut end = first + 1;
        if self.tokens[first].is('{') {
            self.scopes += 1;
        } else if self.tokens[first].is('}') {
            ends_variant = self.scopes == 0 && self.variant.is_some();
            self.scopes = self.scopes.saturating_sub(1);
        } else {
            end = self.statement_end(first, sign);
            is_open = !self.tokens[end - 1].is(sign) && !self.tokens[end - 1].is(':');
        }
        // Comments up to the end of the line stay with the statement.
        let rest = (end..self.tokens.len()).find(|&i| !self.tokens[i].is_trivia());
        let rest = rest.unwrap_or(self.tokens.len());
        if self.tokens.get(rest).is_none_or(|token| token.kind == TokenKind::Newline) {
            end = rest;
        }
        LogicalLine { tokens: start..end, block: None, ends_variant, is_open, set: self.set }
    }

    /// Returns the end of the statement that begins at `first`. A label is a line of its own if its line ends after it, or
    /// a scope begins.
    fn statement_end(&self, first: usize, sign: char) -> usize {
        let is_colon = |token: &Token| token.is(':');
        let mut depth = 0usize;
        let mut end = first;
        for i in first..self.tokens.len() {
            match self.tokens[i].kind {
                TokenKind::Punct(c) if c == sign => return i + 1,
                TokenKind::Punct('{') | TokenKind::Newline
                    if self.tokens[..end].last().is_some_and(is_colon) =>
                {
                    return end;
                }
                TokenKind::Punct('{') => depth += 1,
                TokenKind::Punct('}') if depth == 0 => return end,
                TokenKind::Punct('}') => depth -= 1,
                TokenKind::Newline => {
                    let next = self.tokens[i + 1..].iter().find(|token| !token.is_trivia());
                    let is_directive = next.is_some_and(|dot| dot.is('.')) && !self.begins_statement(i + 1);
                    if is_directive {
                        return end;
                    }
                    continue;
                }
                _ if self.tokens[i].is_trivia() => continue,
                _ => {}
            }
            end = i + 1;
        }
        end
    }

    /// Returns the matching `}`. Moves `end` to the end of its line, or to the end of an unclosed block.
    fn closing_brace(&self, open: usize, end: &mut usize) -> Option<usize> {
        let mut depth = 0usize;
        for i in open..self.tokens.len() {
            let may_begin = i == open || self.tokens[i].kind == TokenKind::Newline;
            if may_begin && begins_directive(self.text, &self.tokens[i + 1..], self.directives) {
                *end = line_end(self.tokens, i);
                return None;
            }
            match self.tokens[i].kind {
                TokenKind::Punct('{') => depth += 1,
                TokenKind::Punct('}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                *end = line_end(self.tokens, i);
                return Some(i);
            }
        }
        *end = self.tokens.len();
        None
    }
}

/// Returns the body of a common directive. Others have none.
fn body(word: &str) -> DirectiveBody {
    DIRECTIVES.iter().find(|row| row.word == word).map_or(DirectiveBody::Line, |row| row.body)
}

/// Returns the `{` of `.variant NAME {`.
fn variant_brace(text: &str, tokens: &[Token], line: Range<usize>) -> Option<usize> {
    let mut significant = line.filter(|&i| !tokens[i].is_trivia());
    let (dot, word) = (significant.next()?, significant.next()?);
    let is_variant = tokens[dot].is('.') && tokens[word].glued;
    let is_variant = is_variant && body(tokens[word].span.of(text)) == DirectiveBody::Variant;
    significant.find(|&i| tokens[i].is('{')).filter(|_| is_variant)
}

/// Returns the `}` in a line that ends a variant: the first without a `{` in the same line.
fn variant_end(tokens: &[Token], line: Range<usize>) -> Option<usize> {
    let mut depth = 0usize;
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
fn opening_brace(text: &str, tokens: &[Token], line: Range<usize>) -> Option<usize> {
    let mut significant = line.clone().filter(|&i| !tokens[i].is_trivia());
    let dot = significant.next()?;
    let word = significant.next()?;
    let name = tokens[word].span.of(text);
    if !tokens[dot].is('.') || !matches!(body(name), DirectiveBody::Notation(_)) {
        return None;
    }
    let mut rest = (word + 1..tokens.len()).filter(|&i| !tokens[i].is_trivia());
    let mut words = 0;
    loop {
        let i = rest.next()?;
        match tokens[i].kind {
            TokenKind::Punct('{') => return Some(i),
            TokenKind::Newline => {}
            TokenKind::Word if i < line.end && words < 3 => words += 1,
            _ => return None,
        }
    }
}

/// Returns whether the next two tokens are a directive of the scenario text.
fn begins_directive(text: &str, tokens: &[Token], directives: &[&str]) -> bool {
    let [dot, word, ..] = tokens else { return false };
    dot.is('.') && word.glued && directives.contains(&word.span.of(text))
}
