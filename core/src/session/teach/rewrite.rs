//! Rewrites a text as the lines of a variant.

use crate::base::TextEdit;
use crate::exec::Bound;
use crate::session::text::{PartName, Session};
use crate::syntax::Instr;

/// Returns the operations of the program with other texts. `None` if none of them changes.
pub(super) fn operations(
    session: &Session,
    change: impl Fn(&Bound, &str) -> Option<String>,
) -> Option<String> {
    parts(session, true, change)
}

/// Returns the semantics of the program's instructions with other texts. `None` if none of them changes.
pub(super) fn notation(session: &Session, change: impl Fn(&Bound, &str) -> Option<String>) -> Option<String> {
    parts(session, false, change)
}

fn parts(
    session: &Session,
    of_operations: bool,
    change: impl Fn(&Bound, &str) -> Option<String>,
) -> Option<String> {
    let mut lines = String::new();
    let mut done: Vec<PartName> = Vec::new();
    for bound in &session.scenario.as_ref()?.program {
        for name in session.part_names(&bound.row.mnemonic) {
            let is_used = bound.code.texts.iter().any(|used| used.name.eq_ignore_ascii_case(name.text()));
            if name.operation.is_some() != of_operations || !is_used || done.contains(&name) {
                continue;
            }
            let part = session.notation_part(&name)?;
            if let Some(text) = change(bound, &part.text) {
                let directive = if of_operations { ".op" } else { ".semantics" };
                let like = part.like.as_ref().map_or_else(String::new, |like| format!(" like {like}"));
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
    change: impl Fn(&Bound, &Instr) -> Option<TextEdit>,
) -> Option<String> {
    let mut is_changed = false;
    let lines = session.program_with(|bound, instr| {
        let edit = change(bound, instr);
        is_changed |= edit.is_some();
        Some(edit.into_iter().collect())
    })?;
    is_changed.then_some(lines)
}
