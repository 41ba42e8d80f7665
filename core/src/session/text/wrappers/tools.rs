//! Wrappers that tools put around instructions: cuobjdump, FileCheck, CuAssembler and maxas.

use super::lines::{TakenOff, rewritten, with_parts_replaced};
use crate::syntax::{is_word_char, word_len};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The starts of the lines that cuobjdump prints above the functions of a file, and of its command.
const HEADINGS: [&str; 12] = [
    "cuobjdump ",
    "Fatbin ",
    "====",
    "arch = ",
    "code version = ",
    "producer = ",
    "host = ",
    "compile_size = ",
    "compressed",
    "identifier = ",
    "ptxasOptions = ",
    "code for ",
];

/// The start of the comment that names a function of a dump.
pub(super) const FUNCTION: &str = "// Function : ";

/// Leaves out the headings of cuobjdump and the dots below each function. The name of a function becomes a comment.
pub(super) fn dump_headings(text: &str) -> Option<TakenOff> {
    let is_heading = |line: &str| HEADINGS.iter().any(|heading| line.starts_with(heading));
    let is_dots = |line: &str| line.starts_with("..") && line.trim_matches('.').is_empty();
    let is_kept = |line: &str| !is_heading(line.trim()) && !is_dots(line.trim());
    let mut has_function = false;
    let taken = rewritten(text, |line| {
        let comment = Some(format!("// {}", line.trim())).filter(|comment| comment.starts_with(FUNCTION));
        has_function |= comment.is_some();
        comment.or_else(|| is_kept(line).then(|| line.to_owned()))
    });
    taken.filter(|_| has_function)
}

/// A line `// PREFIX-SUFFIX: rest` of FileCheck.
struct Check<'t> {
    prefix: &'t str,
    suffix: &'t str,
    rest: &'t str,
}

/// The suffixes of prefixes, without the number of `COUNT-3`.
const SUFFIXES: [&str; 7] = ["NEXT", "DAG", "SAME", "NOT", "LABEL", "EMPTY", "COUNT"];

impl<'t> Check<'t> {
    fn parse(line: &'t str) -> Option<Self> {
        let line = line.trim_start().trim_start_matches([';', '/', '#']).trim_start();
        let (word, rest) = line.split_once(':')?;
        let is_prefix = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_' || c == '-';
        if !word.starts_with(|c: char| c.is_ascii_uppercase()) || !word.chars().all(is_prefix) {
            return None;
        }
        let suffix = SUFFIXES.iter().find_map(|suffix| {
            let counted = word.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('-');
            Some((counted.strip_suffix(suffix)?.strip_suffix('-')?, *suffix))
        });
        let (prefix, suffix) = suffix.unwrap_or((word, ""));
        Some(Self { prefix, suffix, rest: rest.trim() })
    }
}

/// Returns the lines that a test of FileCheck expects, with patterns replaced. All other lines are left out.
pub(super) fn checks(text: &str) -> Option<TakenOff> {
    let is_certain = |check: &Check| check.prefix.contains("CHECK") || !check.suffix.is_empty();
    let prefixes: BTreeSet<&str> =
        text.lines().filter_map(Check::parse).filter(is_certain).map(|check| check.prefix).collect();
    if prefixes.is_empty() {
        return None;
    }
    let (mut expected, mut lines_left_out) = (String::new(), 0);
    for line in text.lines() {
        match Check::parse(line).filter(|check| prefixes.contains(check.prefix)) {
            Some(Check { suffix: "SAME", rest, .. }) => {
                expected.truncate(expected.trim_end().len());
                expected.push_str(&format!(" {}\n", without_patterns(rest)));
            }
            Some(check) if !["NOT", "LABEL"].contains(&check.suffix) => {
                expected.push_str(&without_patterns(check.rest));
                expected.push('\n');
            }
            _ => lines_left_out += usize::from(!line.trim().is_empty()),
        }
    }
    Some(TakenOff { text: expected, lines_left_out })
}

/// Removes `{{regex}}`, and replaces `[[NAME]]` and `[[NAME:regex]]` by the name. A choice `{{(a|b)}}` of words becomes its
/// first word.
fn without_patterns(line: &str) -> String {
    let part = |pattern: &str| {
        let (sign, close) = if pattern.starts_with('{') { ('}', "}}") } else { (']', "]]") };
        if pattern.as_bytes().get(1) != pattern.as_bytes().first() {
            return None;
        }
        let Some(len) = pattern.find(close) else { return Some((pattern.to_owned(), pattern.len())) };
        // A regex may end in the closing sign.
        let more = pattern[len + 2..].len() - pattern[len + 2..].trim_start_matches(sign).len();
        let regex = &pattern[2..len + more];
        let word = match sign {
            ']' => regex.split(':').next().unwrap_or_default().trim_start_matches('#'),
            _ => first_choice(regex),
        };
        Some((word.to_owned(), len + more + 2))
    };
    with_parts_replaced(line, |c| "{[".contains(c), part)
}

/// Returns the first word of `(a|b)`; an empty text for any other regex.
fn first_choice(regex: &str) -> &str {
    let is_plain = |c: char| c.is_alphanumeric() || "_|".contains(c);
    let words = regex.trim_start_matches('(').trim_end_matches(')');
    if words.chars().all(is_plain) { words.split('|').next().unwrap_or_default() } else { "" }
}

/// Takes off the control codes of CuAssembler, `[B------:R-:W-:-:S01]`, with the address that follows them.
pub(super) fn control_codes(text: &str) -> Option<TakenOff> {
    rewritten(text, |line| Some(after_codes(line).unwrap_or(line).to_owned()))
}

fn after_codes(line: &str) -> Option<&str> {
    let (codes, rest) = line.trim_start().strip_prefix("[B")?.split_once(']')?;
    let fields: Vec<&str> = codes.split(':').collect();
    let is_barrier = |field: &str| field.chars().all(|c| c.is_ascii_digit() || c == '-');
    let [wait, read, write, yields, stall] = fields[..] else { return None };
    let is_own = is_barrier(wait)
        && read.strip_prefix('R').is_some_and(is_barrier)
        && write.strip_prefix('W').is_some_and(is_barrier)
        && ["-", "Y"].contains(&yields)
        && stall.starts_with('S');
    if !is_own {
        return None;
    }
    Some(after_address(rest).unwrap_or(rest.trim_start()))
}

/// Returns the rest of a line that begins with an address, `/*0008*/`.
fn after_address(line: &str) -> Option<&str> {
    let (address, rest) = line.trim_start().strip_prefix("/*")?.split_once("*/")?;
    address.trim().chars().all(|c| c.is_ascii_hexdigit()).then(|| rest.trim_start())
}

/// Returns whether a text has lines with addresses, as nvdisasm prints them.
pub(super) fn has_addresses(text: &str) -> bool {
    text.lines().any(|line| after_address(line).is_some())
}

/// Leaves out the blocks of maxas that map names, and the tags of its other blocks. Names of registers and constants are
/// replaced by the registers and constants.
pub(super) fn blocks(text: &str) -> Option<TakenOff> {
    let (mut mapping, mut meanings) = (None, FxHashMap::default());
    rewritten(text, |line| {
        match (tag(line), mapping) {
            (Some(name), None) => mapping = Some(name).filter(|name| name.ends_with("_MAPPING")),
            (Some(name), Some(open)) => {
                mapping = Some(open).filter(|open| name.strip_prefix('/') != Some(open))
            }
            (None, Some(open)) => map_names(open, line, &mut meanings),
            (None, None) => return Some(with_meanings(line, &meanings)),
        }
        None
    })
}

/// Returns the name in `<NAME>`, or `/NAME` in `</NAME>`.
fn tag(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix('<')?.strip_suffix('>')?;
    let letters = name.strip_prefix('/').unwrap_or(name);
    let is_name = !letters.is_empty() && letters.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    is_name.then_some(name)
}

/// Reads a line of a mapping: `0-7 : where, one` of registers, or `where : c[0x0][0x140]` of constants.
fn map_names<'t>(block: &str, line: &'t str, meanings: &mut FxHashMap<&'t str, String>) {
    let Some((left, right)) = line.split_once([':', '~']) else { return };
    if !block.starts_with("REGISTER") {
        meanings.insert(left.trim(), right.trim().to_owned());
        return;
    }
    let mut registers = left.split(',').filter_map(range).flatten();
    for name in right.split(',').map(str::trim) {
        let is_name = |name: &str| name.chars().all(is_word_char);
        match registers.next().filter(|_| is_name(name)) {
            Some(register) => meanings.insert(name, format!("R{register}")),
            None => return,
        };
    }
}

/// Reads `4` or `0-7`.
fn range(numbers: &str) -> Option<std::ops::RangeInclusive<u8>> {
    let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
    Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
}

fn with_meanings(line: &str, meanings: &FxHashMap<&str, String>) -> String {
    let part = |from_word: &str| {
        let word = &from_word[..word_len(from_word)];
        Some((meanings.get(word).map_or(word, String::as_str).to_owned(), word.len()))
    };
    with_parts_replaced(line, is_word_char, part)
}
