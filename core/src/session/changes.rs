//! What a document's `.op` and `.semantics` change, against the built-in texts.

use super::Session;
use super::notation::op_body;
use crate::base::line_col;
use crate::check::set_of;
use crate::semantics::op_blocks;
use crate::spec::InstructionSet;
use crate::syntax::{Directive, NotationBlock};
use serde::Serialize;
use similar::{ChangeTag, TextDiff};

/// A text of the notation that a document has, beside the built-in one of that name.
#[derive(Clone, Debug, Serialize)]
pub struct NotationChange {
    /// The directive that holds it, `.op` or `.semantics`.
    pub directive: &'static str,
    /// The instruction or operation, as the document writes it.
    pub name: String,
    /// The instruction that a new one is made from; its text is the built-in one.
    pub like: Option<String>,
    /// The line of the document, from 1, on which the directive stands.
    pub line: usize,
    /// Whether there is a built-in text of that name; without one, all lines are added.
    pub is_built_in: bool,
    /// The lines of both texts, without the braces around them.
    pub lines: Vec<ChangedLine>,
}

/// A line of one of two texts, or of both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedLine {
    /// Which of the texts has it.
    pub change: LineChange,
    /// The line, indented as within the braces.
    pub text: String,
}

/// Which of two texts has a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LineChange {
    /// Both.
    Kept,
    /// The built-in text only.
    Removed,
    /// The document's text only.
    Added,
}

impl NotationChange {
    /// Whether the document's text differs from the built-in one.
    pub fn differs(&self) -> bool {
        self.lines.iter().any(|line| line.change != LineChange::Kept)
    }
}

impl Session {
    /// What the document's `.op` and `.semantics` change, in the order of the text.
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
                Some(change(".semantics", block, row.map(|row| dedented(&row.semantics))))
            }
            _ => None,
        });
        changes.collect()
    }

    /// A block's text as statements.
    fn body(&self, block: &NotationBlock) -> String {
        let body = block.body.of(&self.text);
        if block.is_expression { format!("new = {};", body.trim()) } else { dedented(body) }
    }
}

/// The built-in text of an operation, without what stands around it.
fn operation(set: &InstructionSet, name: &str) -> Option<String> {
    set.instructions.iter().filter_map(|row| row.op_table()).find_map(|table| {
        let wanted = table.by_text(name).map_or(name, |op| op.name);
        let blocks = op_blocks(table.semantics);
        let (_, span) = blocks.iter().find(|(known, _)| known.eq_ignore_ascii_case(wanted))?;
        op_body(span.of(table.semantics)).map(dedented)
    })
}

/// Lines without the indentation that they share, and without empty ones around them.
fn dedented(text: &str) -> String {
    let lines: Vec<&str> = text.trim_matches('\n').lines().map(str::trim_end).collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let shared = lines.iter().filter(|line| !line.is_empty()).map(indent).min().unwrap_or(0);
    let lines: Vec<&str> = lines.iter().map(|line| line.get(shared..).unwrap_or("")).collect();
    lines.join("\n").trim().to_owned()
}

fn changed_lines(before: &str, after: &str) -> Vec<ChangedLine> {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let diff = TextDiff::from_slices(&before, &after);
    let line = |change: similar::Change<&str>| ChangedLine {
        change: match change.tag() {
            ChangeTag::Equal => LineChange::Kept,
            ChangeTag::Delete => LineChange::Removed,
            ChangeTag::Insert => LineChange::Added,
        },
        text: change.value().to_owned(),
    };
    diff.iter_all_changes().map(line).collect()
}
