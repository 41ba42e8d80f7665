//! The walk over an instruction line by the shape of its set. Parser, formatter, highlighting and completion use it.

mod form;

use super::ast::{InstructionLine, Node, Piece, PieceKind, SpannedText};
use super::cursor::Cursor;
use super::lexer::{Token, TokenKind};
use crate::base::{Rule, Span, TextEdit};
use crate::diag::Diagnostic;
use crate::spec::{Form, FormPart, InstructionSet, Keywords, LinePart, Separator, Shape};
use form::{FormRead, read_form, read_operand};

/// A line that was walked.
#[derive(Default)]
pub(super) struct Walked {
    /// The parts that could be read, up to the end of the line.
    pub instr: InstructionLine,
    /// The error that ends the reading of the line, which is then not an instruction.
    pub error: Option<Diagnostic>,
    /// The other findings, such as errors of single operands.
    pub findings: Vec<Diagnostic>,
    /// The parts that may follow the last token.
    pub next: Option<NextPart>,
}

/// The parts that may follow the last token of a line.
#[derive(Debug)]
pub(super) enum NextPart {
    /// The mnemonic, or what precedes it.
    Mnemonic,
    /// These parts of the guard.
    Guard(Vec<&'static FormPart>),
    /// A word after a dot, or the execution mask and size.
    WordOrExec,
    /// These parts of the execution mask and size.
    Exec(Vec<&'static FormPart>),
    /// One of these words, within the last operand.
    Keyword(&'static Keywords),
    /// The operand with this index.
    Operand(usize),
}

/// Walks over an instruction line of `set`. Moves the cursor to the end of the line. In a line without a row for its mnemonic, everything
/// after the mnemonic is accepted.
pub(super) fn walk(cursor: &mut Cursor, set: &InstructionSet) -> Walked {
    let mut walk = Walk { cursor: *cursor, set, shape: set.shape, is_lenient: false, out: Walked::default() };
    for part in set.shape.parts {
        walk.part(part);
    }
    walk.rest();
    *cursor = walk.cursor;
    walk.out
}

/// Returns the number of tokens before an instruction that are control codes, such as `--:-:1:-:1`.
pub(super) fn control_codes_len(cursor: &Cursor, shape: &Shape) -> usize {
    if !shape.parts.iter().any(|part| matches!(part, LinePart::ControlCodes)) {
        return 0;
    }
    let len = cursor.run_len(&[]);
    let codes = &cursor.tokens[..len];
    let is_code = |token: &Token| token.kind == TokenKind::Word || token.is('-') || token.is(':');
    let colons = codes.iter().filter(|token| token.is(':')).count();
    if codes.iter().all(is_code) && colons >= 3 { len } else { 0 }
}

struct Walk<'a, 's> {
    cursor: Cursor<'a>,
    set: &'s InstructionSet,
    shape: &'static Shape,
    /// Whether the mnemonic has no row.
    is_lenient: bool,
    out: Walked,
}

impl Walk<'_, '_> {
    fn part(&mut self, part: &'static LinePart) {
        match *part {
            LinePart::ControlCodes => {
                let len = control_codes_len(&self.cursor, self.shape);
                self.take(PieceKind::Listing, len);
            }
            LinePart::Ignored(sign) => {
                let len = usize::from(self.cursor.is_at(0, sign));
                self.take(PieceKind::Listing, len);
            }
            LinePart::Guard(ref form) => {
                if form.first_sign().is_some_and(|sign| self.cursor.is_at(0, sign)) {
                    let (node, expected) = self.form(PieceKind::Guard, form);
                    self.out.instr.guard = Some(node);
                    self.note_next(NextPart::Guard(expected));
                }
            }
            LinePart::Result(arrow) => self.result(arrow),
            LinePart::Mnemonic(rule) => self.mnemonic(rule),
            LinePart::Words(rule) => self.words(rule),
            LinePart::Exec(ref form) => {
                if self.cursor.is_done() {
                    self.note_next(NextPart::WordOrExec);
                }
                let (node, expected) = self.form(PieceKind::Exec, form);
                self.out.instr.exec = (!node.span.is_empty()).then_some(node);
                self.note_next(NextPart::Exec(expected));
            }
            LinePart::Operands(ref separator) => self.operands(separator),
            LinePart::End { annotations, terminator, ignored } => {
                self.end(annotations, terminator, ignored);
            }
        }
    }

    /// Adds the next tokens as a piece.
    fn take(&mut self, kind: PieceKind, count: usize) -> Span {
        let span = self.cursor.skip(count);
        if count > 0 {
            self.out.instr.pieces.push(Piece { kind, span });
        }
        span
    }

    /// Records what may follow, if the tokens end here. The first part counts.
    fn note_next(&mut self, next: NextPart) {
        let is_nothing = match &next {
            NextPart::Guard(parts) | NextPart::Exec(parts) => parts.is_empty(),
            // Operands do not follow before an execution size is closed.
            NextPart::Operand(_) => self.out.instr.pieces.last().is_some_and(|last| {
                last.kind == PieceKind::Exec && !last.span.of(self.cursor.text).ends_with(')')
            }),
            NextPart::Mnemonic | NextPart::WordOrExec | NextPart::Keyword(_) => false,
        };
        if self.cursor.is_done() && self.out.next.is_none() && !is_nothing {
            self.out.next = Some(next);
        }
    }

    /// Records the first error that ends the reading of the line. A line without a row has none.
    fn record_error(&mut self, found: Diagnostic) {
        if !self.is_lenient {
            self.out.error.get_or_insert(found);
        }
    }

    /// Reads a guard or an execution size. With an error, the text up to the closing parenthesis is taken for it.
    fn form(&mut self, kind: PieceKind, form: &Form) -> (Node, Vec<&'static FormPart>) {
        let mut ahead = self.cursor;
        let FormRead { mut node, error, expected } = read_form(&mut ahead, form);
        let count = match error {
            None => self.cursor.tokens.len() - ahead.tokens.len(),
            Some(error) => {
                self.record_error(*error);
                if self.is_lenient { 0 } else { self.group_len(kind) }
            }
        };
        node.span = self.take(kind, count);
        (node, expected)
    }

    /// Returns the number of tokens that a broken guard or execution size takes.
    fn group_len(&self, kind: PieceKind) -> usize {
        let close = self.cursor.tokens.iter().position(|token| token.is(')'));
        match (self.cursor.is_at(0, '('), kind) {
            (true, _) => close.map_or(self.cursor.tokens.len(), |close| close + 1),
            (false, PieceKind::Guard) => self.cursor.run_len(&[]),
            (false, _) => 0,
        }
    }

    fn result(&mut self, arrow: &str) {
        let len = self.cursor.run_len(&[]);
        if arrow.chars().enumerate().all(|(i, sign)| self.cursor.is_at(len + i, sign)) {
            self.operand(len);
            self.take(PieceKind::Listing, arrow.len());
        }
    }

    fn mnemonic(&mut self, rule: &'static Rule) {
        self.note_next(NextPart::Mnemonic);
        let word = self.cursor.peek_word();
        let is_mnemonic = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !word.is_some_and(is_mnemonic) {
            self.record_error(self.cursor.expected_error(rule, "an instruction, a directive or a label"));
        }
        if let Some(word) = word {
            let span = self.take(PieceKind::Mnemonic, 1);
            self.is_lenient = self.set.instruction(word).is_none() && self.out.error.is_none();
            self.out.instr.mnemonic = SpannedText::at(self.cursor.text, span);
        }
    }

    /// Reads the words after dots.
    fn words(&mut self, rule: &'static Rule) {
        let mut words = Vec::new();
        let mut len = 0;
        while self.cursor.is_at(len, '.') && self.cursor.tokens[len].glued {
            let next = self.cursor.tokens.get(len + 1);
            match next.filter(|next| next.glued && next.kind == TokenKind::Word) {
                Some(next) => {
                    words.push(SpannedText::at(self.cursor.text, next.span));
                    len += 2;
                }
                None => {
                    let mut at_dot = self.cursor;
                    at_dot.skip(len);
                    let found = no_word(at_dot, rule);
                    if self.cursor.tokens.len() == len + 1 {
                        self.take(PieceKind::Words, len + 1);
                        len = 0;
                        self.note_next(NextPart::WordOrExec);
                    }
                    self.record_error(found);
                    break;
                }
            }
        }
        self.take(PieceKind::Words, len);
        let is_late = self.out.instr.exec.is_some();
        let all = if is_late { &mut self.out.instr.late_words } else { &mut self.out.instr.modifiers };
        all.extend(words);
    }

    fn operands(&mut self, separator: &Separator) {
        match *separator {
            Separator::Spaces { stops, strays, stray, comma } => {
                self.spaced(stops, strays, stray, comma);
                self.note_next(NextPart::Operand(self.out.instr.operands.len()));
            }
            Separator::Sign(sign, rule) => {
                self.separated(sign, rule);
                let is_separator = |piece: &&Piece| piece.kind == PieceKind::Separator;
                let separators = self.out.instr.pieces.iter().filter(is_separator).count();
                self.note_next(NextPart::Operand(separators + usize::from(self.shape.arrow().is_some())));
            }
        }
    }

    /// Reads operands with white space between them.
    fn spaced(&mut self, stops: &[char], strays: &[char], stray: &'static Rule, comma: &'static Rule) {
        let mut commas = Vec::new();
        while let Some(next) = self.cursor.peek() {
            let is_stray = strays.iter().any(|sign| next.is(*sign));
            if next.is(',') {
                commas.push(self.take(PieceKind::Separator, 1));
            } else if is_stray {
                let is_last = self.cursor.tokens.len() == 1;
                let found = stray_sign(self.cursor, stray);
                self.record_error(if is_last { found.fix_here("remove it", "") } else { found });
                self.operand(1);
            } else {
                self.operand(self.cursor.run_len(stops).max(1));
            }
        }
        if self.out.error.is_none() && !self.is_lenient {
            self.out.findings.extend(comma_warning(self.cursor.text, &commas, comma));
        }
    }

    /// Reads operands with a sign between them.
    fn separated(&mut self, sign: char, rule: &'static Rule) {
        while !self.is_end() {
            let len = self.cursor.len_outside_brackets(|token| token.is(sign) || self.ends(token));
            if len == 0 {
                self.record_error(self.cursor.expected_error(rule, "an operand"));
            }
            self.operand(len);
            let len = usize::from(self.cursor.is_at(0, sign));
            self.take(PieceKind::Separator, len);
            if len > 0 && self.is_end() {
                self.record_error(self.cursor.expected_error(rule, &format!("an operand after `{sign}`")));
            }
        }
    }

    /// Reads an operand of this many tokens.
    fn operand(&mut self, len: usize) {
        if len == 0 {
            return;
        }
        let read = read_operand(self.cursor.limited_to(len), self.shape.operands);
        self.take(PieceKind::Operand, len);
        if let Some(FormPart::Keyword(_, words)) = read.expected.first() {
            self.note_next(NextPart::Keyword(words));
        }
        self.out.instr.operands.push(read.node);
        if self.out.error.is_none() && !self.is_lenient {
            self.out.findings.extend(read.error.map(|error| *error));
        }
    }

    fn is_end(&self) -> bool {
        self.cursor.peek().is_none_or(|token| self.ends(token))
    }

    /// Returns whether a token ends the operands.
    fn ends(&self, token: Token) -> bool {
        self.shape.parts.iter().any(|part| match part {
            LinePart::End { annotations, terminator, ignored } => {
                let signs = [*annotations, *ignored, &[*terminator]];
                signs.iter().copied().flatten().any(|sign| token.is(*sign))
            }
            _ => false,
        })
    }

    /// Reads `&wr=0x0 ?WAIT1_END_GROUP ;` in any order.
    fn end(&mut self, annotations: &[char], terminator: char, ignored: &[char]) {
        let mut annotated: Option<Span> = None;
        while let Some(token) = self.cursor.peek() {
            let is_sign = token.is(terminator) || ignored.iter().any(|sign| token.is(*sign));
            if annotations.iter().any(|sign| token.is(*sign)) {
                let Some(found) = self.cursor.run(&[terminator]) else { break };
                annotated = Some(annotated.map_or(found.span, |first| first.to(found.span)));
                self.out.instr.annotations.push(found);
            } else if !is_sign {
                break;
            } else if let Some(first) = annotated {
                annotated = Some(first.to(self.cursor.skip(1)));
            } else {
                let kind = if token.is(terminator) { PieceKind::Separator } else { PieceKind::Listing };
                self.take(kind, 1);
            }
        }
        let kept = annotated.map(|span| Piece { kind: PieceKind::Listing, span });
        self.out.instr.pieces.extend(kept);
    }

    /// Reports what follows the end of the line.
    fn rest(&mut self) {
        if let Err(found) = self.cursor.need_end("the instruction") {
            self.record_error(*found);
        }
        self.take(PieceKind::Listing, self.cursor.tokens.len());
    }
}

/// Creates the error for a dot without a word.
fn no_word(mut at_dot: Cursor, rule: &'static Rule) -> Diagnostic {
    let dot = at_dot.skip(1);
    if at_dot.peek().is_some_and(|next| next.glued) {
        return at_dot.expected_error(rule, "a word after `.`");
    }
    Diagnostic::error(rule, dot, "nothing follows this `.`; expected a modifier")
}

fn stray_sign(cursor: Cursor, rule: &'static Rule) -> Diagnostic {
    let span = cursor.here();
    let message =
        format!("`{}` is not allowed here; expected operands or the end of the line", span.of(cursor.text));
    Diagnostic::error(rule, span, message)
}

fn comma_warning(text: &str, commas: &[Span], rule: &'static Rule) -> Option<Diagnostic> {
    let first = commas.first()?;
    let message = "the assembler puts no commas between operands; expected spaces";
    let edits = commas.iter().map(|&span| {
        let is_tight = text[span.range().end..].starts_with(|c: char| !c.is_whitespace());
        TextEdit { span, replacement: if is_tight { " " } else { "" }.to_owned() }
    });
    Some(Diagnostic::warning(rule, *first, message).fix("remove the commas", edits.collect()))
}
