//! The walk over an instruction line by the shape of its set. Parser, formatter, highlighting and completion use it.

mod form;

use super::ast::{InstructionLine, Node, Piece, PieceKind, SpannedText};
use super::cursor::Cursor;
use super::lexer::{Token, TokenKind};
use crate::base::{Rule, Span, TextEdit};
use crate::diag::Diagnostic;
use crate::spec::{Form, FormPart, InstructionSet, KeywordList, LinePart, Separator, Shape};
use form::{ParsedForm, parse_form, parse_operand};

/// A parsed line.
#[derive(Default)]
pub(super) struct ParsedInstruction {
    /// The parsed parts, up to the end of the line.
    pub instr: InstructionLine,
    /// The first error that the line cannot run with. The walk goes on after it, for colours and completion.
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
    ModifierOrExec,
    /// These parts of the execution mask and size.
    Exec(Vec<&'static FormPart>),
    /// One of these words, within the last operand.
    Keyword(&'static KeywordList),
    /// The operand with this index.
    Operand(usize),
}

/// Walks over an instruction line of `set`. Moves the cursor to the end of the line. In a line without a row for its mnemonic, everything
/// after the mnemonic is accepted.
pub(super) fn walk(cursor: &mut Cursor, set: &InstructionSet) -> ParsedInstruction {
    let mut parser = InstructionParser {
        cursor: *cursor,
        set,
        shape: set.shape,
        is_lenient: false,
        out: ParsedInstruction::default(),
    };
    for part in set.shape.parts {
        parser.take_part(part);
    }
    parser.take_rest();
    *cursor = parser.cursor;
    parser.out
}

/// Returns the number of tokens before an instruction that are control codes, such as `--:-:1:-:1`.
pub(super) fn control_codes_len(cursor: &Cursor, shape: &Shape) -> usize {
    if !shape.parts.iter().any(|part| matches!(part, LinePart::ControlCodes)) {
        return 0;
    }
    let len = cursor.glued_len(&[]);
    let codes = &cursor.tokens[..len];
    let is_code = |token: &Token| token.kind == TokenKind::Word || token.is('-') || token.is(':');
    let colons = codes.iter().filter(|token| token.is(':')).count();
    if codes.iter().all(is_code) && colons >= 3 { len } else { 0 }
}

struct InstructionParser<'a, 's> {
    cursor: Cursor<'a>,
    set: &'s InstructionSet,
    shape: &'static Shape,
    /// Whether the mnemonic has no row.
    is_lenient: bool,
    out: ParsedInstruction,
}

impl InstructionParser<'_, '_> {
    fn take_part(&mut self, part: &'static LinePart) {
        match *part {
            LinePart::ControlCodes => {
                let len = control_codes_len(&self.cursor, self.shape);
                self.take(PieceKind::Ignored, len);
            }
            LinePart::Ignored(sign) => {
                let len = usize::from(self.cursor.is_at(0, sign));
                self.take(PieceKind::Ignored, len);
            }
            LinePart::Guard(ref form) => {
                if form.first_sign().is_some_and(|sign| self.cursor.is_at(0, sign)) {
                    let (node, expected) = self.take_form(PieceKind::Guard, form);
                    self.out.instr.guard = Some(node);
                    self.note_next(NextPart::Guard(expected));
                }
            }
            LinePart::Mnemonic(rule) => self.take_mnemonic(rule),
            LinePart::Modifiers(rule) => self.take_modifiers(rule),
            LinePart::Exec(ref form) => {
                if self.cursor.is_done() {
                    self.note_next(NextPart::ModifierOrExec);
                }
                let (node, expected) = self.take_form(PieceKind::Exec, form);
                self.out.instr.exec = (!node.span.is_empty()).then_some(node);
                self.note_next(NextPart::Exec(expected));
            }
            LinePart::Operands(ref separator) => self.take_operands(separator),
            LinePart::End { annotations, terminator, ignored } => {
                self.take_end(annotations, terminator, ignored);
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
            NextPart::Mnemonic | NextPart::ModifierOrExec | NextPart::Keyword(_) => false,
        };
        if self.cursor.is_done() && self.out.next.is_none() && !is_nothing {
            self.out.next = Some(next);
        }
    }

    /// Records the first error that the line cannot run with. A line without a row has none.
    fn record_error(&mut self, found: Diagnostic) {
        if !self.is_lenient {
            self.out.error.get_or_insert(found);
        }
    }

    /// Parses a guard or an execution size. With an error, the text up to the closing parenthesis is taken for it.
    fn take_form(&mut self, kind: PieceKind, form: &Form) -> (Node, Vec<&'static FormPart>) {
        let mut ahead = self.cursor;
        let ParsedForm { mut node, error, expected } = parse_form(&mut ahead, form);
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
            (false, PieceKind::Guard) => self.cursor.glued_len(&[]),
            (false, _) => 0,
        }
    }

    fn take_mnemonic(&mut self, rule: &'static Rule) {
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

    /// Parses the words after dots.
    fn take_modifiers(&mut self, rule: &'static Rule) {
        let mut words = Vec::new();
        let mut len = 0;
        while self.cursor.is_at(len, '.') && self.cursor.tokens[len].is_glued {
            let next = self.cursor.tokens.get(len + 1);
            match next.filter(|next| next.is_glued && next.kind == TokenKind::Word) {
                Some(next) => {
                    words.push(SpannedText::at(self.cursor.text, next.span));
                    len += 2;
                }
                None => {
                    let mut at_dot = self.cursor;
                    at_dot.skip(len);
                    let found = no_word(at_dot, rule);
                    if self.cursor.tokens.len() == len + 1 {
                        self.take(PieceKind::Modifiers, len + 1);
                        len = 0;
                        self.note_next(NextPart::ModifierOrExec);
                    }
                    self.record_error(found);
                    break;
                }
            }
        }
        self.take(PieceKind::Modifiers, len);
        let is_late = self.out.instr.exec.is_some();
        let all = if is_late { &mut self.out.instr.late_modifiers } else { &mut self.out.instr.modifiers };
        all.extend(words);
    }

    fn take_operands(&mut self, separator: &Separator) {
        match *separator {
            Separator::Spaces { stops, strays, stray, comma } => {
                self.take_spaced_operands(stops, strays, stray, comma);
                self.note_next(NextPart::Operand(self.out.instr.operands.len()));
            }
            Separator::Sign(sign, rule) => {
                self.take_separated_operands(sign, rule);
                let is_separator = |piece: &&Piece| piece.kind == PieceKind::Separator;
                let separators = self.out.instr.pieces.iter().filter(is_separator).count();
                self.note_next(NextPart::Operand(separators));
            }
        }
    }

    /// Parses operands with white space between them.
    fn take_spaced_operands(
        &mut self,
        stops: &[char],
        strays: &[char],
        stray: &'static Rule,
        comma: &'static Rule,
    ) {
        let mut commas = Vec::new();
        while let Some(next) = self.cursor.peek() {
            let is_stray = strays.iter().any(|sign| next.is(*sign));
            if next.is(',') {
                commas.push(self.take(PieceKind::Separator, 1));
            } else if is_stray {
                let is_last = self.cursor.tokens.len() == 1;
                let found = stray_sign(self.cursor, stray);
                self.record_error(if is_last { found.fix_here("remove it", "") } else { found });
                self.take_operand(1);
            } else {
                self.take_operand(self.spaced_operand_len(stops));
            }
        }
        if self.out.error.is_none() && !self.is_lenient {
            self.out.findings.extend(comma_warning(self.cursor.text, &commas, comma));
        }
    }

    /// Returns the number of tokens of the next operand among those with white space between them. White space may follow a source
    /// modifier such as `(-)`.
    fn spaced_operand_len(&self, stops: &[char]) -> usize {
        let len = self.cursor.glued_len(stops).max(1);
        let mut rest = self.cursor;
        rest.skip(len);
        let is_modifier = match &self.cursor.tokens[..len] {
            [open, inner @ .., close] => {
                open.is('(') && close.is(')') && !inner.iter().any(|token| token.is(',') || token.is(')'))
            }
            _ => false,
        };
        if is_modifier && rest.peek_word().is_some() { len + rest.glued_len(stops) } else { len }
    }

    /// Parses operands with a sign between them.
    fn take_separated_operands(&mut self, sign: char, rule: &'static Rule) {
        let start = self.cursor;
        while !self.is_end() {
            let len = self.cursor.len_outside_brackets(|token| token.is(sign) || self.ends(token));
            if len == 0 {
                self.record_error(self.cursor.expected_error(rule, "an operand"));
            }
            self.take_operand(len);
            let len = usize::from(self.cursor.is_at(0, sign));
            self.take(PieceKind::Separator, len);
            if len > 0 && self.is_end() {
                self.record_error(self.cursor.expected_error(rule, &format!("an operand after `{sign}`")));
            }
        }
        if let Some(found) = self.missing_sign(start, sign, rule) {
            self.record_error(found);
        }
    }

    /// Returns the error that the sign between two operands is missing, if the line has too few operands and the text of one of them is
    /// two operands.
    fn missing_sign(&self, start: Cursor, sign: char, rule: &'static Rule) -> Option<Diagnostic> {
        let row = self.set.instruction(&self.out.instr.mnemonic.text)?;
        let needed = row.numbered()?.slots.iter().filter(|slot| !slot.is_optional).count();
        let operands = &self.out.instr.operands;
        if operands.len() >= needed {
            return None;
        }
        let mut unknown = operands.iter().filter(|operand| operand.form.is_none());
        let has_form = |cursor: Cursor| parse_operand(cursor, self.shape.operands).node.form.is_some();
        let second = unknown.find_map(|operand| {
            let in_operand = |token: &&Token| operand.span.encloses(token.span);
            let before = start.tokens.iter().position(|token| operand.span.encloses(token.span))?;
            let mut second = start;
            second.skip(before);
            second = second.limited_to(second.tokens.iter().take_while(in_operand).count());
            let len = second.glued_len(&[]);
            let first = second.limited_to(len);
            second.skip(len);
            (has_form(first) && has_form(second)).then_some(second)
        });
        let second = second?;
        let found = second.expected_error(rule, &format!("`{sign}` between operands"));
        let gap = Span::new(second.previous_end().range().end, second.here().range().start);
        let edit = TextEdit { span: gap, replacement: format!("{sign} ") };
        Some(found.fix(format!("insert `{sign}`"), vec![edit]))
    }

    /// Parses an operand of this many tokens.
    fn take_operand(&mut self, len: usize) {
        if len == 0 {
            return;
        }
        let parsed = parse_operand(self.cursor.limited_to(len), self.shape.operands);
        self.take(PieceKind::Operand, len);
        if let Some(FormPart::Keyword(_, words)) = parsed.expected.first() {
            self.note_next(NextPart::Keyword(words));
        }
        self.out.instr.operands.push(parsed.node);
        if self.out.error.is_none() && !self.is_lenient {
            self.out.findings.extend(parsed.error.map(|error| *error));
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

    /// Parses `&wr=0x0 ?WAIT1_END_GROUP ;` in any order.
    fn take_end(&mut self, annotations: &[char], terminator: char, ignored: &[char]) {
        let mut annotated: Option<Span> = None;
        while let Some(token) = self.cursor.peek() {
            let is_sign = token.is(terminator) || ignored.iter().any(|sign| token.is(*sign));
            if annotations.iter().any(|sign| token.is(*sign)) {
                let Some(found) = self.cursor.take_glued(&[terminator]) else { break };
                annotated = Some(annotated.map_or(found.span, |first| first.to(found.span)));
                self.out.instr.annotations.push(found);
            } else if !is_sign {
                break;
            } else if let Some(first) = annotated {
                annotated = Some(first.to(self.cursor.skip(1)));
            } else {
                let kind = if token.is(terminator) { PieceKind::Separator } else { PieceKind::Ignored };
                self.take(kind, 1);
            }
        }
        let kept = annotated.map(|span| Piece { kind: PieceKind::Ignored, span });
        self.out.instr.pieces.extend(kept);
    }

    /// Reports what follows the end of the line.
    fn take_rest(&mut self) {
        if let Err(found) = self.cursor.need_end("the instruction") {
            self.record_error(*found);
        }
        self.take(PieceKind::Ignored, self.cursor.tokens.len());
    }
}

/// Creates the error for a dot without a word.
fn no_word(mut at_dot: Cursor, rule: &'static Rule) -> Diagnostic {
    let dot = at_dot.skip(1);
    let message = match at_dot.peek() {
        Some(next) if next.is_glued => return at_dot.expected_error(rule, "a word after `.`"),
        Some(next) if next.kind == TokenKind::Word => {
            "white space follows this `.`; expected a modifier immediately after it"
        }
        _ => "nothing follows this `.`; expected a modifier",
    };
    Diagnostic::error(rule, dot, message)
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
