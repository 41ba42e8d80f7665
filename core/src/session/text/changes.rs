//! The differences between a document's `.op` and `.semantics` texts and the built-in texts.

use super::places::{built_in_operation, dedented};
use super::session::Session;
use crate::base::line_col;
use crate::check::set_of;
use crate::spec::InstructionSet;
use crate::syntax::{Directive, NotationBlock};
use serde::Serialize;
use similar::ChangeTag;
use similar::algorithms::{Capture, Compact, Replace, myers};

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

/// The texts that contain a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LineChange {
    /// Both texts.
    Kept,
    /// The built-in text only.
    Removed,
    /// The document's text only.
    Added,
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

/// The maximum number of differing lines of two texts that are compared line by line. The time grows with the product of their
/// numbers.
const MOST_LINES: usize = 2000;

/// Returns the lines of two texts with their changes. Above [`MOST_LINES`], all lines from the first difference to the
/// last count as changed.
pub(super) fn changed_lines(before: &str, after: &str) -> Vec<ChangedLine> {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let first = before.iter().zip(&after).take_while(same).count();
    let last = before[first..].iter().rev().zip(after[first..].iter().rev()).take_while(same).count();
    let (removed, added) = (&before[first..before.len() - last], &after[first..after.len() - last]);
    let line = |change: LineChange, text: &str| ChangedLine { change, text: text.to_owned() };
    let mut lines: Vec<ChangedLine> =
        before[..first].iter().map(|text| line(LineChange::Kept, text)).collect();
    if removed.len() + added.len() > MOST_LINES {
        lines.extend(removed.iter().map(|text| line(LineChange::Removed, text)));
        lines.extend(added.iter().map(|text| line(LineChange::Added, text)));
    } else {
        lines.extend(line_changes(removed, added).into_iter().map(|(change, text)| line(change, text)));
    }
    lines.extend(before[before.len() - last..].iter().map(|text| line(LineChange::Kept, text)));
    lines
}

/// Returns the lines of two texts in their order, with their changes.
pub(crate) fn line_changes<'t>(before: &[&'t str], after: &[&'t str]) -> Vec<(LineChange, &'t str)> {
    // Other functions of the crate bring all of its algorithms into the program.
    let mut diff = Compact::new(Replace::new(Capture::new()), before, after);
    let Ok(()) = myers::diff(&mut diff, before, 0..before.len(), after, 0..after.len());
    let ops = diff.into_inner().into_inner().into_ops();
    let groups = ops.iter().flat_map(|op| op.iter_slices(before, after));
    let lines = groups.flat_map(|(tag, lines)| {
        let change = match tag {
            ChangeTag::Equal => LineChange::Kept,
            ChangeTag::Delete => LineChange::Removed,
            ChangeTag::Insert => LineChange::Added,
        };
        lines.iter().map(move |line| (change, *line))
    });
    lines.collect()
}
