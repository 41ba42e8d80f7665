//! Takes off what other programs put around instructions, such as string literals, diff marks and the columns of tools.
//!
//! Each wrapper is a row of [`WRAPPERS`]: a name, and a function that rewrites a text that has it. The rows are applied in
//! order, the outermost wrapper first. The result counts only if Lanescope reads more of it than of the original text, so a
//! scenario stays as it is.

mod lines;
mod literals;
mod tools;

use super::session::MAX_TEXT_BYTES;
use crate::base::{counted, listed};
use crate::check::KnownSets;
use crate::diag::Severity;
use crate::isa;
use crate::syntax::{Directive, Document, ItemKind, parse};
use std::cmp::Reverse;

/// A text without its wrappers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwrapped {
    /// The text.
    pub text: String,
    /// What was taken off, in sentences for a message.
    pub removed: String,
}

/// A text without one wrapper.
struct TakenOff {
    text: String,
    /// The number of lines that are no instructions and are left out.
    lines_left_out: usize,
}

/// Something that surrounds instructions.
struct Wrapper {
    /// Its name in a message, in the plural.
    name: &'static str,
    /// Rewrites a text that has the wrapper. Returns `None` for any other text.
    take_off: fn(&str, &KnownSets) -> Option<TakenOff>,
}

/// The wrappers, the outermost first.
const WRAPPERS: [Wrapper; 10] = [
    Wrapper { name: "code fences", take_off: |text, _| lines::fences(text) },
    Wrapper { name: "quote marks", take_off: |text, _| lines::quotes(text) },
    Wrapper { name: "shell prompts", take_off: |text, _| lines::prompts(text) },
    Wrapper { name: "diff marks", take_off: |text, _| lines::diff_marks(text) },
    Wrapper { name: "line numbers", take_off: |text, _| lines::numbers(text) },
    Wrapper { name: "FileCheck prefixes", take_off: |text, _| tools::checks(text) },
    Wrapper { name: "string literals", take_off: literals::string_literals },
    Wrapper { name: "control codes", take_off: |text, _| tools::control_codes(text) },
    Wrapper { name: "blocks of an assembler", take_off: |text, _| tools::blocks(text) },
    Wrapper { name: "comment signs", take_off: lines::comments },
];

/// Takes off the wrappers of a text. Returns `None` for a text without wrappers, and for one that is longer than a scenario
/// may be.
///
/// The result is at least as readable: more of its lines are directives or instructions that have a row, or equally many with
/// fewer errors. If these belong to another instruction set than the default one, the result names that set in its first line.
pub fn unwrapped(text: &str) -> Option<Unwrapped> {
    if text.len() > MAX_TEXT_BYTES {
        return None;
    }
    let roll_call = isa::roll_call();
    let (mut names, mut lines_left_out) = (Vec::new(), 0);
    let mut inner = text.to_owned();
    for wrapper in &WRAPPERS {
        if let Some(taken) = (wrapper.take_off)(&inner, &roll_call) {
            names.push(wrapper.name.to_owned());
            inner = taken.text;
            lines_left_out += taken.lines_left_out;
        }
    }
    if names.is_empty() || inner.len() > MAX_TEXT_BYTES {
        return None;
    }
    let inner = inner.trim_matches('\n');
    let (before, after) = (Readable::best(text, &roll_call), Readable::best(inner, &roll_call));
    if after.score() <= before.score() {
        return None;
    }
    let mut removed = format!("Took off {}.", listed(&names, "and"));
    if lines_left_out > 0 {
        removed.push_str(&format!(" Left out {} without instructions.", counted(lines_left_out, "line")));
    }
    let mut first_line = String::new();
    if let Some(key) = after.added_set {
        first_line = isa_line(key);
        removed.push_str(&format!(" Added `{}`.", first_line.trim_end()));
    }
    Some(Unwrapped { text: format!("{first_line}{inner}\n"), removed })
}

/// A text as Lanescope reads it, in the instruction set that fits best.
struct Readable {
    document: Document,
    /// The number of directives, and of instructions that have a row.
    known_lines: usize,
    errors: usize,
    /// The instruction set, unless the text names one or it is the default set.
    added_set: Option<&'static str>,
}

impl Readable {
    /// Reads a text.
    fn best(text: &str, roll_call: &KnownSets) -> Self {
        let default = Self::read(text, roll_call, None);
        if default.document.isa_lines().next().is_some() {
            return default;
        }
        let others = roll_call.sets()[1..].iter();
        let others = others.map(|set| Self::read(&(isa_line(set.key) + text), roll_call, Some(set.key)));
        others.fold(default, |best, other| if other.score() > best.score() { other } else { best })
    }

    fn read(text: &str, roll_call: &KnownSets, added_set: Option<&'static str>) -> Self {
        let (document, found) = parse(text, roll_call);
        let errors = found.iter().filter(|finding| finding.severity == Severity::Error).count();
        let mut known_lines = known_lines(&document, roll_call);
        if added_set.is_some() {
            // The added line is a directive too.
            known_lines = known_lines.saturating_sub(1);
        }
        Self { document, known_lines, errors, added_set }
    }

    /// Returns a value that is greater for a text that can be read better.
    fn score(&self) -> (usize, Reverse<usize>) {
        (self.known_lines, Reverse(self.errors))
    }
}

/// Returns the line that names an instruction set.
fn isa_line(key: &str) -> String {
    format!(".isa {key}\n")
}

/// Returns whether a text has a directive or an instruction of any instruction set.
fn is_known(text: &str, roll_call: &KnownSets) -> bool {
    Readable::best(text, roll_call).known_lines > 0
}

/// Counts the directives and the instructions that have a row. Directives of listings have no effect and do not count.
fn known_lines(document: &Document, roll_call: &KnownSets) -> usize {
    let set = document.isa_lines().next().and_then(|isa| roll_call.set(&isa.set.text));
    let set = set.unwrap_or(roll_call.default_set());
    let is_known = |kind: &ItemKind| match kind {
        ItemKind::Directive(directive) => !matches!(directive, Directive::Listing(_)),
        ItemKind::Instruction(instruction) => set.instruction(&instruction.mnemonic.text).is_some(),
        ItemKind::Label(_) => false,
    };
    document.items.iter().filter(|item| is_known(&item.kind)).count()
}
