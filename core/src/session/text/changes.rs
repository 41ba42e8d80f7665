//! The differences between the lines of two texts, and those of `.op` and `.semantics` texts from the built-in ones.

use super::places::{built_in_operation, dedented};
use super::session::Session;
use crate::base::line_col;
use crate::check::set_of;
use crate::spec::InstructionSet;
use crate::syntax::{Directive, NotationBlock};
use imara_diff::{Algorithm, Diff, InternedInput};
use serde::Serialize;
use std::ops::Range;

/// A notation text of a document, compared with the built-in text of the same name.
#[derive(Clone, Debug, Serialize)]
pub struct NotationChange {
    /// The directive that contains the text, `.op` or `.semantics`.
    pub directive: &'static str,
    /// The instruction or operation, as the document writes it.
    pub name: String,
    /// The instruction that a new instruction is made from. Its text is then the one to compare with.
    pub like: Option<String>,
    /// The line of the directive in the document, from 1.
    pub line: usize,
    /// A built-in text of that name exists. Without one, all lines are added.
    pub is_built_in: bool,
    /// The lines of both texts, without the surrounding braces.
    pub lines: Vec<ChangedLine>,
}

/// A line of either text, or of both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedLine {
    /// The texts that contain the line.
    pub change: LineChange,
    /// The line, indented as inside the braces.
    pub text: String,
}

impl NotationChange {
    /// Returns true if the document's text differs from the built-in one.
    pub fn differs(&self) -> bool {
        self.lines.iter().any(|line| line.change != LineChange::Kept)
    }
}

impl Session {
    /// Returns the differences from the built-in texts for each `.op` and `.semantics` of the document, in the order of
    /// the text.
    pub fn notation_changes(&self) -> Vec<NotationChange> {
        let set = set_of(&self.document, &self.in_force);
        let change = |directive, block: &NotationBlock, built_in: Option<String>| NotationChange {
            directive,
            name: block.name.text.to_string(),
            like: block.like.as_ref().map(|like| like.text.to_string()),
            line: line_col(&self.text, block.name.span.range().start).line,
            is_built_in: built_in.is_some(),
            lines: changed_lines(&built_in.unwrap_or_default(), &self.body(block)),
        };
        let directives = self.document.directives();
        let changes = directives.filter_map(|(_, directive)| match directive {
            Directive::Op(block) => Some(change(".op", block, operation(set, &block.name.text))),
            Directive::Semantics(block) => {
                let row = set.instruction(&block.name.text);
                Some(change(".semantics", block, row.map(|row| dedented(&row.semantics).0)))
            }
            _ => None,
        });
        changes.collect()
    }

    /// Returns the text of a block as statements. An expression becomes an assignment to `new`.
    pub(super) fn body(&self, block: &NotationBlock) -> String {
        let body = block.body.of(&self.text);
        if block.is_expression { format!("new = {};", body.trim()) } else { dedented(body).0 }
    }
}

/// Returns the built-in text of an operation, from the first table that has it.
fn operation(set: &InstructionSet, name: &str) -> Option<String> {
    let tables = set.instructions.iter().filter_map(|row| row.op_table());
    tables.into_iter().find_map(|table| Some(built_in_operation(table, name)?.0))
}

pub(super) fn changed_lines(before: &str, after: &str) -> Vec<ChangedLine> {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let changes = line_changes(&before, &after).into_iter();
    changes.map(|(change, text)| ChangedLine { change, text: text.to_owned() }).collect()
}

/// The texts that contain a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LineChange {
    /// Both texts.
    Kept,
    /// The first text only.
    Removed,
    /// The second text only.
    Added,
}

/// Returns the lines of two texts in their order, with their changes. At each difference, the lines that are removed come first.
pub fn line_changes<'t>(before: &[&'t str], after: &[&'t str]) -> Vec<(LineChange, &'t str)> {
    let mut input = InternedInput::default();
    input.update_before(before.iter().copied());
    input.update_after(after.iter().copied());
    let range = |lines: Range<u32>| lines.start as usize..lines.end as usize;
    let mut changes = Vec::new();
    let mut kept_from = 0;
    for hunk in Diff::compute(Algorithm::Histogram, &input).hunks() {
        let kept = kept_from..hunk.before.start;
        kept_from = hunk.before.end;
        changes.extend(before[range(kept)].iter().map(|line| (LineChange::Kept, *line)));
        changes.extend(before[range(hunk.before)].iter().map(|line| (LineChange::Removed, *line)));
        changes.extend(after[range(hunk.after)].iter().map(|line| (LineChange::Added, *line)));
    }
    changes.extend(before[kept_from as usize..].iter().map(|line| (LineChange::Kept, *line)));
    changes
}

#[cfg(test)]
mod tests {
    use super::LineChange::{self, Added, Kept, Removed};
    use super::line_changes;
    use crate::test;

    #[test]
    fn each_line_is_kept_removed_or_added() {
        let cases: [(&str, &str, &[LineChange]); 7] = [
            ("", "", &[]),
            ("a b", "a b", &[Kept, Kept]),
            ("", "a", &[Added]),
            ("a", "", &[Removed]),
            ("a b c", "a x c", &[Kept, Removed, Added, Kept]),
            ("a b c", "a b y c", &[Kept, Kept, Added, Kept]),
            ("a b c d", "c d", &[Removed, Removed, Kept, Kept]),
        ];
        for (before, after, changes) in cases {
            let words = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
            let (before, after) = (words(before), words(after));
            let found = line_changes(&before, &after);
            let of = |change: &(LineChange, &str)| change.0;
            assert_eq!(found.iter().map(of).collect::<Vec<_>>(), changes, "{before:?} / {after:?}");
            // Without the added lines, the first text is left; without the removed ones, the second.
            let without =
                |change: LineChange| found.iter().filter(move |line| line.0 != change).map(|line| line.1);
            assert!(without(Added).eq(before) && without(Removed).eq(after));
        }
    }
}
