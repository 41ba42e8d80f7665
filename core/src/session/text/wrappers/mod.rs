//! Takes off what other programs put around instructions, such as string literals, diff marks and the columns of tools.
//!
//! Each wrapper is a row of [`WRAPPERS`]: a name, and a function that rewrites a text that has it. The rows are applied in
//! order, the outermost wrapper first. The result counts only if Lanescope reads more of it than of the original text, so a
//! scenario stays as it is.

mod lines;
mod literals;
mod readable;
mod tools;

use super::session::MAX_TEXT_BYTES;
use crate::base::{counted, listed};
use crate::check::{SetsWithChecks, set_of};
use crate::isa;
use crate::spec::InstructionSet;
use crate::syntax::{is_word_char, parse};
use lines::TakenOff;
use readable::{Readable, isa_line};

/// A text without its wrappers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwrapped {
    /// The text.
    pub text: String,
    /// The wrappers that were taken off, in sentences for a message.
    pub removed: String,
}

/// Something that surrounds instructions.
struct Wrapper {
    /// Its name in a message, in the plural.
    name: &'static str,
    /// Rewrites a text that has the wrapper. Returns `None` for any other text.
    take_off: fn(&str, &SetsWithChecks) -> Option<TakenOff>,
}

const WRAPPERS: [Wrapper; 12] = [
    Wrapper { name: "code fences", take_off: |text, _| lines::fences(text) },
    Wrapper { name: "quote marks", take_off: |text, _| lines::quotes(text) },
    Wrapper { name: "shell prompts", take_off: |text, _| lines::prompts(text) },
    Wrapper { name: "diff marks", take_off: |text, _| lines::diff_marks(text) },
    Wrapper { name: "line numbers", take_off: |text, _| lines::numbers(text) },
    Wrapper { name: "headings of cuobjdump", take_off: |text, _| tools::dump_headings(text) },
    Wrapper { name: "FileCheck prefixes", take_off: |text, _| tools::checks(text) },
    Wrapper { name: "string literals", take_off: literals::string_literals },
    Wrapper { name: "signs of template operands", take_off: literals::operand_signs },
    Wrapper { name: "control codes", take_off: |text, _| tools::control_codes(text) },
    Wrapper { name: "blocks of an assembler", take_off: |text, _| tools::blocks(text) },
    Wrapper { name: "comment signs", take_off: lines::comments },
];

/// Takes off the wrappers of a text. Returns `None` for a text without wrappers, and for one that is longer than a scenario
/// may be.
///
/// The result is at least as readable: more of its lines are directives or instructions that have a row, or equally many with
/// fewer errors. If these belong to another instruction set than the default one, the result names that set in its first line. So
/// does a listing with addresses that has no wrappers.
pub fn unwrapped(text: &str) -> Option<Unwrapped> {
    unwrapped_in(text, &isa::known_sets(), None)
}

/// Takes off the wrappers of a text that is pasted between `before` and `after`. Around it, there may be a scenario, whose
/// instruction set applies.
pub fn unwrapped_between(before: &str, pasted: &str, after: &str) -> Option<Unwrapped> {
    let around = [before, after].concat();
    if around.trim().is_empty() {
        return unwrapped(pasted);
    }
    let sets = isa::known_sets();
    let (document, _) = parse(&around, &sets);
    unwrapped_in(pasted, &sets, Some(set_of(&document, &sets).key))
}

/// Takes off the wrappers of a text. `set` is the key of its instruction set, if that is known.
fn unwrapped_in(text: &str, sets: &SetsWithChecks, set: Option<&'static str>) -> Option<Unwrapped> {
    if text.len() > MAX_TEXT_BYTES {
        return None;
    }
    let (mut names, mut lines_left_out) = (Vec::new(), 0);
    let mut inner = text.to_owned();
    for wrapper in &WRAPPERS {
        if let Some(taken) = (wrapper.take_off)(&inner, sets) {
            names.push(wrapper.name.to_owned());
            inner = taken.text;
            lines_left_out += taken.lines_left_out;
        }
    }
    // A listing with nothing around it may still lack its instruction set.
    let is_bare = names.is_empty();
    if is_bare && !tools::has_addresses(text) || inner.len() > MAX_TEXT_BYTES {
        return None;
    }
    let inner = inner.trim_matches('\n');
    let (before, after) = (Readable::new(text, sets, set), Readable::new(inner, sets, set));
    let added_set = after.added_set.filter(|_| set.is_none()).and_then(|key| sets.set(key));
    if after.score() <= before.score() && !(is_bare && added_set.is_some()) {
        return None;
    }
    let mut removed = if is_bare { String::new() } else { format!("Took off {}.", listed(&names, "and")) };
    if lines_left_out > 0 {
        removed.push_str(&format!(" Left out {} without instructions.", counted(lines_left_out, "line")));
    }
    let functions = inner.lines().filter(|line| line.starts_with(tools::FUNCTION)).count();
    if functions > 1 {
        removed
            .push_str(&format!(" The listing has {}; the first one runs.", counted(functions, "function")));
    }
    let mut first_line = String::new();
    if let Some(set) = added_set {
        first_line = isa_line(&format!("{}{}", set.key, parameters_in(text, set)));
        removed.push_str(&format!(" Added `{}`.", first_line.trim_end()));
    }
    Some(Unwrapped { text: format!("{first_line}{inner}\n"), removed: removed.trim_start().to_owned() })
}

/// Returns the parameters that a text names as tools do: ` sm=52` for `sm_52`.
fn parameters_in(text: &str, set: &InstructionSet) -> String {
    let words = || text.split(|c| !is_word_char(c));
    let named = set.parameters.iter().filter_map(|parameter| {
        let value = |word: &str| word.strip_prefix(parameter.key)?.strip_prefix('_')?.parse::<u32>().ok();
        Some(format!(" {}={}", parameter.key, words().find_map(value)?))
    });
    named.collect()
}
