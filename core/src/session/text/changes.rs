//! The differences between a document's `.op` and `.semantics` texts and the built-in texts.

use super::diff::{LineChange, line_changes};
use super::places::{built_in_operation, dedented};
use super::session::Session;
use crate::base::line_col;
use crate::check::set_of;
use crate::spec::InstructionSet;
use crate::syntax::{Directive, NotationBlock};
use serde::Serialize;

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

/// Returns the lines of two texts with their changes.
pub(super) fn changed_lines(before: &str, after: &str) -> Vec<ChangedLine> {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let changes = line_changes(&before, &after).into_iter();
    changes.map(|(change, text)| ChangedLine { change, text: text.to_owned() }).collect()
}
