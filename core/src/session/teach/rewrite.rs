//! Rewrites a text as the lines of a variant.

use crate::base::{Span, TextEdit, apply_edits};
use crate::exec::Bound;
use crate::semantics::{Code, Expr, Site};
use crate::session::text::{PartName, Session};
use crate::syntax::InstructionLine;
use std::collections::BTreeSet;

/// The texts that run for an instruction.
pub(super) const SEMANTICS: u8 = 0;
pub(super) const OPERATION: u8 = 1;

/// Returns the places in one of the texts that run, each once, at which `place` finds something in an expression.
pub(super) fn places(
    code: &Code,
    text: u8,
    place: impl FnMut(&Expr) -> Option<Site>,
) -> impl Iterator<Item = Span> {
    let found = code.exprs.iter().filter_map(place).filter(|site| site.text == text);
    found.map(|site| site.span).collect::<BTreeSet<_>>().into_iter()
}

/// The place after the last statement of a text.
pub(super) const AFTER_LAST: Span = Span { start: u32::MAX, end: u32::MAX };

/// Returns the edits that put something before and after a place.
pub(super) fn around(span: Span, before: &str, after: &str) -> [TextEdit; 2] {
    let insert =
        |at: u32, text: &str| TextEdit { span: Span { start: at, end: at }, replacement: text.into() };
    [insert(span.start, before), insert(span.end, after)]
}

/// Returns the semantics of the program's instructions, or their operations, with edits in the texts that run. `None` without
/// edits.
pub(super) fn notation(
    session: &Session,
    text: u8,
    edits: impl Fn(&Bound) -> Vec<TextEdit>,
) -> Option<String> {
    let of_operations = text == OPERATION;
    let mut lines = String::new();
    let mut done: Vec<PartName> = Vec::new();
    for bound in &session.scenario.as_ref()?.program {
        let Some(running) = bound.code.texts.get(usize::from(text)) else { continue };
        for name in session.part_names(&bound.row.mnemonic) {
            let is_used = running.name.eq_ignore_ascii_case(name.text());
            if name.operation.is_some() != of_operations || !is_used || done.contains(&name) {
                continue;
            }
            let part = session.notation_part(&name)?;
            let places = part.places_in(running, &part.written(&part.text));
            let in_part = |edit: TextEdit| {
                let end = (edit.span == AFTER_LAST).then(|| Span::at(part.text.len()));
                Some(TextEdit { span: end.or_else(|| places.to_part(edit.span))?, ..edit })
            };
            let edits: Vec<TextEdit> = edits(bound).into_iter().filter_map(in_part).collect();
            if !edits.is_empty() {
                let directive = if of_operations { ".op" } else { ".semantics" };
                let like = part.like.as_ref().map_or_else(String::new, |like| format!(" like {like}"));
                let text = apply_edits(&part.text, &edits);
                let text: String = text.lines().map(|line| format!("    {line}\n")).collect();
                lines += &format!("  {directive} {}{like} {{\n{text}  }}\n", name.text());
            }
            done.push(name);
        }
    }
    (!lines.is_empty()).then_some(lines)
}

/// Returns the program with an edit in each instruction. `None` if none of them changes.
pub(super) fn program(
    session: &Session,
    change: impl Fn(&Bound, &InstructionLine) -> Option<TextEdit>,
) -> Option<String> {
    let mut is_changed = false;
    let lines = session.program_with(|bound, instr| {
        let edit = change(bound, instr);
        is_changed |= edit.is_some();
        Some(edit.into_iter().collect())
    })?;
    is_changed.then_some(lines)
}
