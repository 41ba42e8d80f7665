//! The extent to which a text can be read as a scenario.

use crate::check::{SetsWithChecks, set_of};
use crate::diag::Severity;
use crate::syntax::{Document, ItemKind, parse};
use std::cmp::Reverse;

/// A text as Lanescope reads it, in the instruction set that fits best.
pub(super) struct Readable {
    pub document: Document,
    /// The number of directives, and of instructions that have a row.
    pub known_lines: usize,
    /// The number of errors, of instructions without a row, and of operands without a known form.
    errors: usize,
    /// The instruction set, unless the text names one or it is the default set.
    pub added_set: Option<&'static str>,
}

impl Readable {
    /// Reads a text in the instruction set with that key, or in the one that fits best.
    pub fn new(text: &str, sets: &SetsWithChecks, set: Option<&'static str>) -> Self {
        match set {
            Some(key) => Self::read(&(isa_line(key) + text), sets, Some(key)),
            None => Self::best(text, sets),
        }
    }

    /// Reads a text in the instruction set that fits best.
    pub fn best(text: &str, sets: &SetsWithChecks) -> Self {
        let default = Self::read(text, sets, None);
        if default.document.named_set.is_some() {
            return default;
        }
        let others = sets.all()[1..].iter();
        let others = others.map(|set| Self::read(&(isa_line(set.key) + text), sets, Some(set.key)));
        others.fold(default, |best, other| if other.score() > best.score() { other } else { best })
    }

    fn read(text: &str, sets: &SetsWithChecks, added_set: Option<&'static str>) -> Self {
        let (document, found) = parse(text, sets);
        let set = set_of(&document, sets);
        let operands = document.instructions().flat_map(|(_, line)| &line.operands);
        let without_row =
            document.instructions().filter(|(_, line)| set.instruction(&line.mnemonic.text).is_none());
        let errors = found.iter().filter(|finding| finding.severity == Severity::Error).count()
            + without_row.count()
            + operands.filter(|node| node.form.is_none()).count();
        let mut known_lines = known_lines(&document, sets);
        if added_set.is_some() {
            // The added line is a directive too.
            known_lines = known_lines.saturating_sub(1);
        }
        Self { document, known_lines, errors, added_set }
    }

    /// Returns a value that is greater for a text that can be read better.
    pub fn score(&self) -> (usize, Reverse<usize>) {
        (self.known_lines, Reverse(self.errors))
    }
}

pub(super) fn isa_line(key: &str) -> String {
    format!(".isa {key}\n")
}

/// Returns whether a text has a directive or an instruction of any instruction set.
pub(super) fn is_known(text: &str, sets: &SetsWithChecks) -> bool {
    Readable::best(text, sets).known_lines > 0
}

/// Counts the directives and the instructions that have a row. Directives of listings have no effect and do not count.
fn known_lines(document: &Document, sets: &SetsWithChecks) -> usize {
    let set = set_of(document, sets);
    let is_known = |kind: &ItemKind| match kind {
        ItemKind::Directive(..) | ItemKind::EndVariant => true,
        ItemKind::Instruction(instruction) => set.instruction(&instruction.mnemonic.text).is_some(),
        ItemKind::Label(_) | ItemKind::Ignored(_) => false,
    };
    document.items.iter().filter(|item| is_known(&item.kind)).count()
}
