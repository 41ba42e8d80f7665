//! The instructions of a document, one after another.

use super::context::Context;
use super::model::Binder;
use crate::base::closest;
use crate::diag::{Diagnostic, Severity};
use crate::exec::Bound;
use crate::spec::RollCall;
use crate::syntax::{Directive, Instr, meant_for};

/// The instructions up to the first that is not modelled.
pub(super) fn program(cx: &mut Context, binder: &mut dyn Binder, roll_call: &RollCall) -> Vec<Bound> {
    let mut program = Vec::new();
    let document = cx.document;
    let (mut ended, mut is_over) = (false, false);
    for (span, instr) in document.instructions() {
        let set = &cx.settings.set;
        match set.instruction(&instr.mnemonic.text) {
            Some(row) => {
                let before = cx.findings.len();
                let bound = binder.bind(cx, span, instr, row);
                for finding in &mut cx.findings[before..] {
                    finding.source = set.clause(finding.rule, row);
                }
                // Where no error was reported, something in the line is not modelled.
                ended |= bound.is_none() && !cx.has_errors_since(before);
                program.extend(bound.filter(|_| !ended));
                let ends = row.registers.as_ref().is_some_and(|form| form.ends_program);
                // What follows is never reached, so nothing in it needs to be modelled.
                is_over |= ends && instr.predicate.is_none();
                ended |= is_over;
            }
            None if is_over => {}
            None => ended |= not_modelled(cx, instr, roll_call),
        }
    }
    cx.unused_ops();
    program
}

/// A mnemonic that no row has. Returns whether the program ends there.
fn not_modelled(cx: &mut Context, instr: &Instr, roll_call: &RollCall) -> bool {
    let dotted: Vec<&str> =
        std::iter::once(&instr.mnemonic).chain(&instr.modifiers).map(|w| w.text.as_str()).collect();
    let written = dotted.join(".");
    let set = &cx.settings.set;
    let is_known =
        |known: &&str| written.eq_ignore_ascii_case(known) || dotted[0].eq_ignore_ascii_case(known);
    if set.listing.mnemonics.iter().any(is_known) {
        return false;
    }
    let name = &instr.mnemonic.text;
    let message = format!("`{name}` is not modelled; the program runs up to here");
    let finding = Diagnostic::warning(set.rules.unknown_instruction, instr.mnemonic.span, message);
    let names_set = cx.document.directives().any(|(_, directive)| matches!(directive, Directive::Isa(_)));
    let other = roll_call.sets().iter().find(|set| !names_set && set.instruction(name).is_some());
    if let Some(other) = other {
        cx.findings.push(meant_for(other, Severity::Warning, instr.mnemonic.span));
        return true;
    }
    cx.findings.push(match closest(name, set.instructions.iter().map(|row| &*row.mnemonic)) {
        Some(close) => finding.write(set.spelled(close)),
        None => finding,
    });
    true
}
