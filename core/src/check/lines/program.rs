//! The instructions of a document, in order.

use super::context::Context;
use crate::base::{Span, TextEdit};
use crate::check::set_check::DocumentCheck;
use crate::check::sets_with_checks::SetsWithChecks;
use crate::diag::{Diagnostic, Fix};
use crate::exec::Bound;
use crate::spec::Counterpart;
use crate::syntax::{InstructionLine, LineModifiers, add_lines, dotted, is_directive_word, line_ending};
use std::rc::Rc;

/// Binds and checks all instructions. Returns those before the first that is not modelled, and before the end of the program.
pub(in crate::check) fn bind_program(
    cx: &mut Context,
    document_check: &mut dyn DocumentCheck,
    sets: &SetsWithChecks,
) -> Vec<Bound> {
    let mut program = Vec::new();
    for (span, instr) in cx.document.instructions() {
        if cx.findings.is_full_at(span) {
            break;
        }
        cx.line_span = span;
        let set = &cx.settings.set;
        match set.instruction(&instr.mnemonic.text) {
            Some(row) => {
                cx.findings.cite_row(Some((Rc::clone(set), Rc::clone(row))));
                let bound = document_check.bind(cx, instr, row);
                cx.findings.cite_row(None);
                let Ok(bound) = bound else { continue };
                let is_end = row.ends_program && bound.predicate.is_none();
                program.extend(Some(bound).filter(|_| !cx.findings.has_unmodelled_line()));
                if is_end {
                    // Later lines are never reached, so they need not be modelled.
                    break;
                }
            }
            None => report_without_row(cx, span, instr, sets),
        }
    }
    if program.is_empty() && !cx.findings.has_errors() {
        cx.findings.refuse_empty_program();
    }
    cx.compiler.check_unused(&mut cx.findings);
    program
}

/// Reports a mnemonic without a row, before which the program stops. A line that a listing may have is skipped.
fn report_without_row(cx: &mut Context, line: Span, instr: &InstructionLine, sets: &SetsWithChecks) {
    let name = &instr.mnemonic.text;
    if is_directive_word(name, sets) {
        let rule = &cx.settings.set.rules.unknown_instruction;
        let message = format!("`{name}` is a directive; expected a dot before it");
        let finding = Diagnostic::error(rule, instr.mnemonic.span, message);
        cx.findings.push_error(finding.write(format!(".{name}")));
        return;
    }
    if let Some(guard) = guard_of(cx, name) {
        let rule = &cx.settings.set.rules.unknown_instruction;
        let message = format!("`{name}` is a predicate; expected `{guard}` before an instruction");
        cx.findings.push_error(Diagnostic::error(rule, instr.mnemonic.span, message).write(guard));
        return;
    }
    let words = instr.modifiers.iter().map(|word| format!(".{}", word.text));
    let written = name.clone() + &words.collect::<String>();
    let is_known = |known: &&str| written.eq_ignore_ascii_case(known) || name.eq_ignore_ascii_case(known);
    if cx.settings.set.listing.mnemonics.iter().any(is_known) {
        return;
    }
    let finding = unknown_instruction(cx, line, instr, &written, sets);
    cx.findings.report_unmodelled(finding);
}

/// Returns the guard with the predicate of that name, if there is one.
fn guard_of(cx: &Context, name: &str) -> Option<String> {
    let is_predicate = match cx.settings.set.registers {
        Some(file) => file.predicates.member(name).is_some(),
        None => cx.declared.layout.predicate(name).is_some(),
    };
    is_predicate.then(|| cx.settings.set.shape.as_guard(name))?
}

/// Returns the finding on a mnemonic without a row. `written` is the mnemonic with its words.
fn unknown_instruction(
    cx: &Context,
    line: Span,
    instr: &InstructionLine,
    written: &str,
    sets: &SetsWithChecks,
) -> Diagnostic {
    let (name, span) = (&instr.mnemonic.text, instr.mnemonic.span);
    let set = &cx.settings.set;
    let rule = &set.rules.unknown_instruction;
    let message = format!("unsupported instruction `{name}`; the program stops before it");
    let unsupported = Diagnostic::warning(rule, span, message);
    if let Some(instead) = set.instead_of(name) {
        return unsupported.note(instead);
    }
    if let Some(counterpart) = set.foreign_names.counterpart(written) {
        let may_fix = counterpart.is_same && cx.findings.may_fix_line();
        let fix = may_fix.then(|| example_instead(cx, line, &counterpart.instruction, sets)).flatten();
        let Counterpart { instruction, difference, .. } = counterpart;
        let note = format!("Lanescope runs `{instruction}`, which {difference}");
        return Diagnostic { fix, ..unsupported.note(note) };
    }
    if let Some(close) = cx.findings.similar(name, set.instructions.iter().map(|row| &*row.mnemonic)) {
        let message = format!("unknown instruction `{name}`");
        return Diagnostic::error(rule, span, message).write(set.spelled(close));
    }
    unsupported
}

/// Returns the fix that writes an example of an instruction in place of a line, with all its names set up. The line becomes
/// a comment, because its operands differ.
fn example_instead(cx: &Context, line: Span, instruction: &str, sets: &SetsWithChecks) -> Option<Fix> {
    let set = &cx.settings.set;
    let (mnemonic, modifiers) = instruction.split_once('.')?;
    let row = set.instruction(mnemonic)?;
    let chosen = LineModifiers::from_row(row, &dotted(modifiers).collect::<Vec<_>>());
    let mut snippet = sets.check_of(set).line_snippet(set, cx.document, row, &chosen, Some(line));
    snippet.setup.sort_by_key(|(rank, _)| *rank);
    let mut edits = add_lines(cx.text, cx.document, line, &snippet.setup);
    let written = format!("{}{instruction}{}", snippet.lead.text, snippet.rest.text);
    let newline = line_ending(cx.text);
    let comment = line.of(cx.text).lines().map(|line| format!("// {line}{newline}")).collect::<String>();
    edits.push(TextEdit { span: line, replacement: comment + &written });
    Some(Fix { label: format!("comment it out and add an example of `{instruction}`"), edits })
}
