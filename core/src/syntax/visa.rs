//! Instruction lines of vISA, in the assembler's form and in the manual's.

use super::cursor::{Cursor, Parsed, excerpt, visa_rule};
use super::exec_mask::{exec, predicate};
use super::manual::manual_form;
use super::operand::{describe, is_stray, operand};
use super::{Exec, Instr, Number, OperandText, Region, SpannedText};
use crate::base::{Kind, Rule, Span, TextEdit};
use crate::diag::Diagnostic;
use crate::spec::{Direction, Instruction, Isa, Modifier, ModifierKind, OperandKind, RollCall};

/// `[pred] mnemonic.mod.mod (mask, size) operand ...`. Findings that do not end the line go to `findings`.
pub(super) fn instruction(
    cursor: &mut Cursor,
    roll_call: &RollCall,
    findings: &mut Vec<Diagnostic>,
) -> Parsed<Instr> {
    let predicate = if cursor.is_at(0, '(') { Some(predicate(cursor)?) } else { None };
    let mnemonic = mnemonic(cursor)?;
    let modifiers = modifiers(cursor)?;
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
    match roll_call.instruction(Isa::Visa, &instr.mnemonic.text) {
        Some(row) => known(cursor, row, &mut instr, findings)?,
        None => unknown(cursor, &mut instr),
    }
    Ok(instr)
}

pub(super) fn mnemonic(cursor: &mut Cursor) -> Parsed<SpannedText> {
    match cursor.peek_word() {
        Some(word) if word.text.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
            cursor.skip(1);
            Ok(word)
        }
        _ => cursor.expected(&INSTRUCTION, "an instruction, a directive or a label"),
    }
}

/// The words behind the mnemonic's dots.
pub(super) fn modifiers(cursor: &mut Cursor) -> Parsed<Vec<SpannedText>> {
    let mut words = Vec::new();
    while cursor.is_at(0, '.') && cursor.tokens[0].glued {
        let dot = cursor.skip(1);
        match cursor.peek() {
            Some(next) if next.glued => words.push(cursor.need_word(&MODIFIER, "a word behind `.`")?),
            _ => {
                let message = "nothing stands behind this `.`; expected a modifier";
                return Err(Box::new(Diagnostic::error(&MODIFIER, dot, message)));
            }
        }
    }
    Ok(words)
}

/// An instruction without a row: whatever stands there, by its looks. Who runs it reports the mnemonic.
fn unknown(cursor: &mut Cursor, instr: &mut Instr) {
    let mut ahead = *cursor;
    if let Ok(exec) = exec(&mut ahead) {
        instr.exec = Some(exec);
        *cursor = ahead;
    }
    while !cursor.is_done() {
        let rest = *cursor;
        match operand(cursor) {
            Some(Ok(operand)) => instr.operands.push(operand),
            Some(Err(_)) => {
                let span = rest.first(rest.tokens.len() - cursor.tokens.len()).skip(usize::MAX);
                instr
                    .operands
                    .push(OperandText::Other(SpannedText { text: span.of(rest.text).to_owned(), span }));
            }
            None if cursor.eat(',').is_some() => {}
            None => {
                let span = cursor.skip(1);
                instr
                    .operands
                    .push(OperandText::Other(SpannedText { text: span.of(rest.text).to_owned(), span }));
            }
        }
    }
}

/// An instruction with a row: modifiers and operands are what the row says.
fn known(
    cursor: &mut Cursor,
    row: &'static Instruction,
    instr: &mut Instr,
    findings: &mut Vec<Diagnostic>,
) -> Parsed<()> {
    let exec: Exec = exec(cursor)?;
    instr.exec = Some(exec);
    behind_exec(cursor, row, findings)?;
    let mut errors = Vec::new();
    let written = operands(cursor, findings, &mut errors)?;
    check_count(cursor, row, instr, &written)?;
    let order = |place: usize| match row.manual_order {
        Some(order) if instr.manual_form => order.get(place).copied().unwrap_or(place),
        _ => place,
    };
    let mut by_role: Vec<Option<OperandText>> = vec![None; row.operands.len()];
    let spans: Vec<Span> = written.iter().map(OperandText::span).collect();
    for (place, operand) in written.into_iter().enumerate() {
        let role = order(place);
        match fit(cursor.text, row, role, operand, instr.manual_form) {
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

/// Words behind the execution size: only those that change nothing.
fn behind_exec(cursor: &mut Cursor, row: &Instruction, findings: &mut Vec<Diagnostic>) -> Parsed<()> {
    for word in modifiers(cursor)? {
        let is_ignored =
            |modifier: &Modifier| matches!(modifier.kind, ModifierKind::Ignored(known) if known == word.text);
        let name = row.mnemonic.to_ascii_lowercase();
        if !row.modifiers.iter().any(is_ignored) {
            let message = format!("`{name}` has no `{}` behind its execution size", excerpt(&word.text));
            return Err(Box::new(Diagnostic::error(&BEHIND_EXEC, word.span, message)));
        }
        let message = format!("`.{}` is accepted, and changes nothing", word.text);
        findings.push(Diagnostic::info(&IGNORED, word.span, message));
    }
    Ok(())
}

/// The operands as they stand. Commas between them are worth a warning: the assembler has none.
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
        format!("`{}` cannot stand here; expected operands or the end of the line", span.of(cursor.text));
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

/// As many operands as the row has.
fn check_count(cursor: &Cursor, row: &Instruction, instr: &Instr, written: &[OperandText]) -> Parsed<()> {
    let names: Vec<&str> = match row.manual_order {
        Some(order) if instr.manual_form => order.iter().map(|&role| row.operands[role].name).collect(),
        _ => row.operands.iter().map(|operand| operand.name).collect(),
    };
    let span = match written.get(names.len()) {
        Some(extra) => extra.span(),
        None if written.len() < names.len() => cursor.here(),
        None => return Ok(()),
    };
    let message = format!(
        "`{}` takes {} operands ({}), found {}",
        instr.mnemonic.text,
        names.len(),
        names.join(", "),
        written.len()
    );
    Err(Box::new(Diagnostic::error(&COUNT, span, message)))
}

/// The operand in the form that its role asks for.
fn fit(
    text: &str,
    row: &Instruction,
    role: usize,
    operand: OperandText,
    is_manual: bool,
) -> Parsed<OperandText> {
    let wanted = &row.operands[role];
    match (wanted.kind, operand) {
        (OperandKind::Surface { .. }, operand @ OperandText::Name(_)) => Ok(operand),
        (OperandKind::Surface { .. }, OperandText::Raw { name, span, .. }) => {
            let message =
                format!("`{}` has an offset; expected the bare name of a surface", excerpt(span.of(text)));
            let diagnostic = Diagnostic::error(&OPERAND, span, message);
            Err(Box::new(diagnostic.fix_here(format!("write `{}`", name.text), name.text)))
        }
        (OperandKind::Raw { .. }, OperandText::Raw { name, offset, span })
            if name.text == "%null" && offset.value != 0 =>
        {
            let message = format!("`%null` has no byte {}; expected `%null.0`", offset.value);
            Err(Box::new(Diagnostic::error(&NULL, span, message).fix_here("write `%null.0`", "%null.0")))
        }
        (OperandKind::Raw { .. }, operand @ OperandText::Raw { .. }) => Ok(operand),
        (OperandKind::Raw { .. }, OperandText::Name(name)) if is_manual => {
            let offset = Number { value: 0, span: Span::at(name.span.range().end) };
            Ok(OperandText::Raw { span: name.span, name, offset })
        }
        (OperandKind::Raw { .. }, OperandText::Name(name)) => {
            let with_offset = format!("{}.0", name.text);
            let message = format!("`{}` lacks its byte offset; expected `{with_offset}`", name.text);
            let diagnostic = Diagnostic::error(&MISSING_OFFSET, name.span, message);
            Err(Box::new(diagnostic.fix_here(format!("write `{with_offset}`"), with_offset)))
        }
        (OperandKind::Scalar { .. }, operand @ OperandText::Immediate { ty: Some(_), .. }) => Ok(operand),
        (OperandKind::Scalar { ty }, OperandText::Immediate { ty: None, span, .. }) => {
            let typed = format!("{}:{}", span.of(text), ty.name().to_ascii_lowercase());
            let message = format!("`{}` lacks its type, expected `{typed}`", excerpt(span.of(text)));
            Err(Box::new(
                Diagnostic::error(&IMMEDIATE, span, message).fix_here(format!("write `{typed}`"), typed),
            ))
        }
        (
            OperandKind::Scalar { .. },
            operand @ OperandText::Vector { region: Some(Region { vertical: Some(_), .. }), .. },
        ) => Ok(operand),
        (OperandKind::Scalar { .. }, OperandText::Vector { name, row, column, span, .. }) => {
            let vector = format!("{}({},{})<0;1,0>", name.text, row.value, column.value);
            Err(Box::new(no_region(text, span, vector)))
        }
        (OperandKind::Scalar { .. }, OperandText::Raw { name, offset, span }) if offset.value == 0 => {
            Err(Box::new(no_region(text, span, format!("{}(0,0)<0;1,0>", name.text))))
        }
        (OperandKind::Scalar { .. }, OperandText::Name(name)) => {
            Err(Box::new(no_region(text, name.span, format!("{}(0,0)<0;1,0>", name.text))))
        }
        (OperandKind::Vector { direction: Direction::In, .. }, operand) if is_vector_source(&operand) => {
            Ok(operand)
        }
        (OperandKind::Vector { predicate: true, .. }, operand @ OperandText::Name(_)) => Ok(operand),
        (
            OperandKind::Vector { direction: Direction::In, .. },
            OperandText::Immediate { ty: None, span, .. },
        ) => {
            let message = format!("`{}` lacks its type, expected one such as `:ud`", excerpt(span.of(text)));
            Err(Box::new(Diagnostic::error(&IMMEDIATE, span, message)))
        }
        (
            OperandKind::Vector { direction: Direction::Out, .. },
            operand @ OperandText::Vector {
                modifier: None, region: Some(Region { vertical: None, .. }), ..
            },
        ) => Ok(operand),
        (OperandKind::Vector { direction, .. }, operand) if vector_name(&operand).is_some() => {
            let region = if direction == Direction::In { "<1;1,0>" } else { "<1>" };
            let (name, row, column) = vector_name(&operand).unwrap_or_default();
            Err(Box::new(no_region(text, operand.span(), format!("{name}({row},{column}){region}"))))
        }
        // Its own diagnostic is there already.
        (_, operand @ OperandText::Other(_)) if operand_is_reported(&operand) => Ok(operand),
        (kind, operand) => Err(Box::new(wrong_kind(text, wanted.name, kind, &operand))),
    }
}

fn operand_is_reported(operand: &OperandText) -> bool {
    matches!(operand, OperandText::Other(word) if word.text.is_empty())
}

/// What a vector source can be.
fn is_vector_source(operand: &OperandText) -> bool {
    match operand {
        OperandText::Immediate { ty, .. } => ty.is_some(),
        OperandText::Packed { .. } => true,
        OperandText::Vector { region, .. } => region.is_some_and(|region| region.vertical.is_some()),
        _ => false,
    }
}

/// The variable, row and column that an operand seems to mean where a vector operand stands.
fn vector_name(operand: &OperandText) -> Option<(String, i128, i128)> {
    match operand {
        OperandText::Name(name) => Some((name.text.clone(), 0, 0)),
        OperandText::Raw { name, offset, .. } if offset.value == 0 => Some((name.text.clone(), 0, 0)),
        OperandText::Vector { modifier: None, name, row, column, .. } => {
            Some((name.text.clone(), row.value, column.value))
        }
        _ => None,
    }
}

/// A vector operand that lacks its place or region.
fn no_region(text: &str, span: Span, vector: String) -> Diagnostic {
    let message = format!("`{}` is no vector operand, expected `{vector}`", excerpt(span.of(text)));
    Diagnostic::error(&REGION, span, message).fix_here(format!("write `{vector}`"), vector)
}

fn wrong_kind(text: &str, role: &str, kind: OperandKind, operand: &OperandText) -> Diagnostic {
    let wanted = match kind {
        OperandKind::Surface { .. } => "the bare name of a surface",
        OperandKind::Raw { .. } => "a raw operand such as `V32.0`",
        OperandKind::Vector { direction: Direction::In, .. } => {
            "a vector operand such as `V32(0,0)<1;1,0>` or an immediate such as `0x10:ud`"
        }
        OperandKind::Vector { .. } => "a vector operand such as `V32(0,0)<1>`",
        OperandKind::Slot { .. } | OperandKind::Pool | OperandKind::Exited => "no operand",
        OperandKind::Scalar { .. } => {
            "an immediate such as `0x10:ud` or a vector operand such as `V32(0,0)<0;1,0>`"
        }
    };
    let message = format!("{}; expected {wanted} for `{role}`", describe(operand, text));
    Diagnostic::error(&OPERAND, operand.span(), message)
}

const INSTRUCTION: Rule = visa_rule(
    "visa-instruction",
    "Instructions",
    "a line is a directive, a label or an instruction that begins with its mnemonic",
);
const MODIFIER: Rule = visa_rule("visa-modifier", "Instructions", "a word follows each dot of a mnemonic");
const STRAY: Rule = visa_rule(
    "visa-stray-character",
    "Lexical rules",
    "`;`, `#`, `=` and braces do not occur in an instruction",
);
const COMMA: Rule =
    Rule { kind: Kind::Note, ..visa_rule("visa-comma", "Instructions", "operands are separated by spaces") };
const COUNT: Rule =
    visa_rule("visa-operand-count", "Instructions", "an instruction has the operands that its page lists");
const OPERAND: Rule = visa_rule(
    "visa-operand-kind",
    "Operands",
    "a surface is a bare name, a raw operand is `VAR.offset`, as the instruction's page says",
);
const NULL: Rule = visa_rule("visa-null-offset", "Operands, raw", "the null variable is written `%null.0`");
const MISSING_OFFSET: Rule =
    visa_rule("visa-missing-offset", "Operands, raw", "a raw operand has its byte offset: `VAR.offset`");

const BEHIND_EXEC: Rule = visa_rule(
    "visa-behind-exec",
    "Instructions",
    "behind the execution size stand operands; GATHER may have `.mod` there",
);
const IGNORED: Rule = Rule {
    kind: Kind::Note,
    ..visa_rule(
        "visa-modifier-ignored",
        "Instructions",
        "a field that the page calls ignored is accepted and ignored",
    )
};
const IMMEDIATE: Rule =
    visa_rule("visa-immediate-type", "Operands, immediate", "an immediate has its type: `0x10:ud`");
const REGION: Rule = visa_rule(
    "visa-vector-region",
    "Operands, vector",
    "a vector source has place and region, `V32(0,0)<0;1,0>`",
);

pub(super) const RULES: &[&Rule] = &[
    &INSTRUCTION,
    &MODIFIER,
    &STRAY,
    &COMMA,
    &COUNT,
    &OPERAND,
    &NULL,
    &MISSING_OFFSET,
    &BEHIND_EXEC,
    &IGNORED,
    &IMMEDIATE,
    &REGION,
];
