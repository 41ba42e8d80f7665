//! The syntax of lines with declared variables, as in vISA: in the form of the assembler, and in that of the manual.

mod complete;
mod constant;
mod decl;
mod exec_mask;
mod fit;
mod lines;
mod manual;
mod operand;
mod snippet;

pub(super) use lines::DeclaredLines;

use super::ast::{Directive, Document, Exec, Instr, OperandText, Rank, SpannedText};
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::cursor::{Cursor, Parsed, excerpt, mnemonic, modifiers};
use super::directive_row::{DirectiveRow, PLAIN};
use super::form::LineForm;
use super::lexer::TokenKind;
use super::snippet::{LineSnippet, ModifierChoices, UsesOf};
use crate::base::{Rule, Span, TextEdit, rules};
use crate::diag::Diagnostic;
use crate::spec::{DeclaredForm, Instruction, Modifier};
use exec_mask::{exec, predicate};
use fit::fit;
use lines::PAGE;
use manual::manual_form;
use operand::{is_stray, operand};
use snippet::Maker;

impl LineForm for DeclaredLines<'_> {
    fn directives(&self) -> &'static [DirectiveRow] {
        DIRECTIVES
    }

    /// Parses `[pred] mnemonic.mod.mod (mask, size) operand ...`.
    fn instruction(&self, cursor: &mut Cursor, findings: &mut Vec<Diagnostic>) -> Parsed<Instr> {
        let predicate = if cursor.is_at(0, '(') { Some(predicate(cursor)?) } else { None };
        let mnemonic = mnemonic(cursor, &INSTRUCTION)?;
        let modifiers = modifiers(cursor, &MODIFIER)?;
        let manual_form = mnemonic.text.contains(|c: char| c.is_ascii_uppercase());
        let mut instr = Instr {
            predicate,
            mnemonic,
            modifiers,
            exec: None,
            operands: Vec::new(),
            manual_form,
            annotations: Vec::new(),
        };
        match self.row(&instr.mnemonic.text) {
            Some(row) => known(cursor, row, &mut instr, findings)?,
            None => unknown(cursor, &mut instr),
        }
        Ok(instr)
    }

    fn complete(&self, place: &CaretContext) -> Vec<CompletionItem> {
        complete::complete(self, place)
    }

    fn line(
        &self,
        document: &Document,
        row: &Instruction,
        chosen: &ModifierChoices,
        uses_of: UsesOf,
    ) -> LineSnippet {
        let Some(form) = row.declared() else { return LineSnippet::default() };
        Maker { set: self.set, document, uses_of }.line(form, chosen)
    }

    fn masks(&self) -> Vec<(String, String)> {
        complete::masks_in_words()
    }

    fn guard_len(&self, cursor: &Cursor) -> usize {
        group_len(cursor)
    }

    fn exec_len(&self, cursor: &Cursor) -> usize {
        group_len(cursor)
    }

    /// An instruction may follow `.kernel_attr`.
    fn listing_len(&self, word: &str, cursor: &Cursor) -> usize {
        if word == "kernel_attr" { attribute_len(cursor) } else { usize::MAX }
    }

    fn holds_next(&self, sign: char) -> bool {
        sign == '!'
    }
}

/// Returns the number of tokens from a `(` to its `)` or to the end; 0 if no `(` is next.
fn group_len(cursor: &Cursor) -> usize {
    let close = cursor.tokens.iter().position(|token| token.is(')'));
    if cursor.is_at(0, '(') { close.map_or(cursor.tokens.len(), |close| close + 1) } else { 0 }
}

/// Returns the number of tokens of `NAME`, `NAME=3`, `NAME=-1` or `NAME="text"`.
fn attribute_len(cursor: &Cursor) -> usize {
    let is_word = |i: usize| {
        let token = cursor.tokens.get(i);
        token.is_some_and(|token| matches!(token.kind, TokenKind::Word | TokenKind::Text))
    };
    match (is_word(0), cursor.is_at(1, '='), cursor.is_at(2, '-')) {
        (true, false, _) => 1,
        (true, true, false) if is_word(2) => 3,
        (true, true, true) if is_word(3) => 4,
        _ => usize::MAX,
    }
}

/// The directives of declared variables.
const DIRECTIVES: &[DirectiveRow] = &[DirectiveRow {
    word: "decl",
    form: "NAME v_type=G type=TYPE num_elts=N [align=WORD] [alias=<NAME,OFFSET>] | NAME v_type=P num_elts=N | NAME v_type=T num_elts=1",
    info: "Declares a variable, predicate or surface.",
    example: ".decl OFF v_type=G type=ud num_elts=8 align=GRF",
    keys: decl::DECL_KEYS,
    rank: Some(Rank::Decl),
    has_name: true,
    parse: |cursor, _| decl::decl(cursor).map(Directive::Decl),
    complete: complete::declaration,
    ..PLAIN
}];

/// Parses an instruction without a row, with operands classified by their syntax. The check reports the mnemonic.
fn unknown(cursor: &mut Cursor, instr: &mut Instr) {
    let mut ahead = *cursor;
    if let Ok(exec) = exec(&mut ahead) {
        instr.exec = Some(exec);
        *cursor = ahead;
    }
    while !cursor.is_done() {
        let rest = *cursor;
        let span = match operand(cursor) {
            Some(Ok(operand)) => {
                instr.operands.push(operand);
                continue;
            }
            Some(Err(_)) => rest.first(rest.tokens.len() - cursor.tokens.len()).skip(usize::MAX),
            None if cursor.eat(',').is_some() => continue,
            None => cursor.skip(1),
        };
        let other = SpannedText { text: span.of(rest.text).to_owned(), span };
        instr.operands.push(OperandText::Other(other));
    }
}

/// Parses an instruction with a row, which determines the modifiers and operands.
fn known(
    cursor: &mut Cursor,
    (row, form): (&Instruction, &DeclaredForm),
    instr: &mut Instr,
    findings: &mut Vec<Diagnostic>,
) -> Parsed<()> {
    let exec: Exec = exec(cursor)?;
    instr.exec = Some(exec);
    words_after_exec(cursor, row, findings)?;
    let mut errors = Vec::new();
    let written = operands(cursor, findings, &mut errors)?;
    if written.len() != form.operands.len() {
        // With a wrong number of operands, their roles are unknown. The check reports the number, because it knows
        // which operands may be missing.
        findings.append(&mut errors);
        instr.operands = written;
        return Ok(());
    }
    let order = |place: usize| match form.manual_order {
        Some(order) if instr.manual_form => order.get(place).copied().unwrap_or(place),
        _ => place,
    };
    let mut by_role: Vec<Option<OperandText>> = vec![None; form.operands.len()];
    let spans: Vec<Span> = written.iter().map(OperandText::span).collect();
    for (place, operand) in written.into_iter().enumerate() {
        let role = order(place);
        match fit(cursor.text, &form.operands[role], operand, instr.manual_form) {
            Ok(operand) => by_role[role] = Some(operand),
            Err(diagnostic) => errors.push(*diagnostic),
        }
    }
    if !errors.is_empty() {
        let first = errors.remove(0);
        findings.append(&mut errors);
        return Err(Box::new(first));
    }
    instr.operands = by_role.into_iter().flatten().collect();
    findings.extend(manual_form(cursor.text, row, instr, &spans));
    Ok(())
}

/// Parses words after the execution size. Only words without effect are allowed.
fn words_after_exec(cursor: &mut Cursor, row: &Instruction, findings: &mut Vec<Diagnostic>) -> Parsed<()> {
    for word in modifiers(cursor, &MODIFIER)? {
        let is_ignored = |modifier: &Modifier| {
            modifier.follows_size && modifier.words.listed().iter().any(|known| known.text == word.text)
        };
        let name = row.mnemonic.to_ascii_lowercase();
        if !row.modifiers.iter().any(is_ignored) {
            let message = format!("`{name}` has no `{}` after its execution size", excerpt(&word.text));
            return Err(Box::new(Diagnostic::error(&AFTER_EXEC, word.span, message)));
        }
        let message = format!("`.{}` is accepted, and changes nothing", word.text);
        findings.push(Diagnostic::info(&IGNORED, word.span, message));
    }
    Ok(())
}

/// Parses the operands. Commas between them give a warning, because the assembler has none.
fn operands(
    cursor: &mut Cursor,
    findings: &mut Vec<Diagnostic>,
    errors: &mut Vec<Diagnostic>,
) -> Parsed<Vec<OperandText>> {
    let mut operands = Vec::new();
    let mut commas = Vec::new();
    while !cursor.is_done() {
        if let Some(comma) = cursor.eat(',') {
            commas.push(comma);
        } else if is_stray(cursor) {
            return Err(Box::new(stray(cursor)));
        } else {
            match operand(cursor) {
                Some(Ok(operand)) => operands.push(operand),
                Some(Err(diagnostic)) => {
                    operands
                        .push(OperandText::Other(SpannedText { text: String::new(), span: diagnostic.span }));
                    errors.push(*diagnostic);
                }
                None => break,
            }
        }
    }
    findings.extend(comma_warning(cursor.text, &commas));
    Ok(operands)
}

fn stray(cursor: &Cursor) -> Diagnostic {
    let span = cursor.here();
    let message =
        format!("`{}` is not allowed here; expected operands or the end of the line", span.of(cursor.text));
    let diagnostic = Diagnostic::error(&STRAY, span, message);
    if cursor.tokens.len() == 1 { diagnostic.fix_here("remove it", "") } else { diagnostic }
}

fn comma_warning(text: &str, commas: &[Span]) -> Option<Diagnostic> {
    let first = commas.first()?;
    let message = "the assembler puts no commas between operands; expected spaces";
    let edits = commas.iter().map(|&span| {
        let is_tight = text[span.range().end..].starts_with(|c: char| !c.is_whitespace());
        TextEdit { span, replacement: if is_tight { " " } else { "" }.to_owned() }
    });
    Some(Diagnostic::warning(&COMMA, *first, message).fix("remove the commas", edits.collect()))
}

rules! {
    INSTRUCTION: "visa-instruction", Invalid,
        "a line is a directive, a label or an instruction that begins with its mnemonic", PAGE, "Instructions";
    MODIFIER: "visa-modifier", Invalid, "a word follows each dot of a mnemonic", PAGE, "Instructions";
    STRAY: "visa-stray-character", Invalid, "`;`, `#`, `=` and braces do not occur in an instruction",
        PAGE, "Lexical rules";
    COMMA: "visa-comma", Note, "operands are separated by spaces", PAGE, "Instructions";
    AFTER_EXEC: "visa-behind-exec", Invalid,
        "operands follow the execution size; GATHER may have `.mod` before them", PAGE, "Instructions";
    IGNORED: "visa-modifier-ignored", Note, "a field that the page calls ignored is accepted and ignored",
        PAGE, "Instructions";
}

/// Every rule that this folder cites.
pub(super) const ALL_RULES: &[&[&Rule]] =
    &[RULES, constant::RULES, decl::RULES, exec_mask::RULES, fit::RULES, manual::RULES, operand::RULES];
