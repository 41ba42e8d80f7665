//! Instructions in the string literals of another program: of C and C++, of inline assembly, of LLVM, and of lists of strings.

use super::lines::{TakenOff, rewritten, with_parts_replaced};
use super::readable::{Readable, is_known};
use crate::check::SetsWithChecks;
use crate::syntax::{Directive, is_word_char, word_len};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// The largest number of literals that are parsed to find those that contain instructions.
const MAX_PARSED: usize = 1000;
/// The longest mark of a raw string, as in C++.
const MAX_MARK: usize = 16;
/// The longest C expression that is looked for after a constraint.
const MAX_ARGUMENT: usize = 200;

/// Adjacent literals, which mean one text.
struct Literal {
    text: String,
    /// The place of the literals in the program, with their quotes.
    place: Range<usize>,
    /// The text of the program before it, without spaces and numbers. Literals with the same context have the same purpose.
    context: String,
    /// The operand of inline assembly whose constraint the literal is. `None` for any other literal.
    operand: Option<Operand>,
}

/// An operand of inline assembly: `[NAME] "=rw"(EXPRESSION)`.
struct Operand {
    /// Its name, empty if it has none.
    name: String,
    expression: String,
}

/// Returns the literals that contain instructions, and those in the same context. The rest of the program is left out.
pub(super) fn string_literals(text: &str, sets: &SetsWithChecks) -> Option<TakenOff> {
    let literals = literals(text);
    let mut contexts: FxHashSet<&str> = FxHashSet::default();
    for literal in literals.iter().filter(|literal| literal.operand.is_none()).take(MAX_PARSED) {
        let is_new = !contexts.contains(&*literal.context);
        if is_new && is_known(&with_operand_names(&literal.text, &[], ""), sets) {
            contexts.insert(&literal.context);
        }
    }
    let is_code = |literal: &Literal| literal.operand.is_none() && contexts.contains(&*literal.context);
    let is_blank = |line: &&str| line.trim().is_empty();
    let (mut pieces, mut kept_lines) = (Vec::new(), 0);
    for (index, literal) in literals.iter().enumerate().filter(|(_, literal)| is_code(literal)) {
        let following = literals[index + 1..].iter().take_while(|other| !is_code(other));
        let operands: Vec<&Operand> = following.filter_map(|other| other.operand.as_ref()).collect();
        // The operands of each statement are its own.
        let suffix = if pieces.is_empty() { String::new() } else { format!("_{}", pieces.len() + 1) };
        pieces.push(without_braces(&with_operand_names(&literal.text, &operands, &suffix)));
        kept_lines += text[literal.place.clone()].lines().filter(|line| !is_blank(line)).count();
    }
    if pieces.is_empty() {
        return None;
    }
    pieces.push(String::new());
    let all_lines = text.lines().filter(|line| !is_blank(line)).count();
    let lines_left_out = all_lines.saturating_sub(kept_lines);
    Some(TakenOff { text: pieces.join("\n"), lines_left_out })
}

/// Replaces the operands of a template that is in no literal. With directives of a scenario, a sign is more likely a slip.
pub(super) fn operand_signs(text: &str, sets: &SetsWithChecks) -> Option<TakenOff> {
    let taken = rewritten(text, |line| Some(with_operand_names(line, &[], "")))?;
    let document = Readable::best(text, sets).document;
    let is_of_scenario = |directive: &Directive| !matches!(directive, Directive::Isa(_) | Directive::Decl(_));
    let has_directives = document.directives().any(|(_, directive)| is_of_scenario(directive));
    (!has_directives).then_some(taken)
}

fn literals(text: &str) -> Vec<Literal> {
    let mut out: Vec<Literal> = Vec::new();
    let mut end = 0;
    while let Some(start) = text[end..].find(['"', '/', '\'']).map(|found| end + found) {
        let last_end = out.last().map_or(0, |literal| literal.place.end);
        let gap = &text[last_end..start];
        let (decoded, len) = match literal(gap, &text[start..]) {
            Found::Literal(decoded, len) => (decoded, len),
            Found::Other(len) => {
                end = start + len;
                continue;
            }
            Found::Unclosed => break,
        };
        end = start + len;
        let gap = without_comments(gap);
        let is_joint = |c: char| c.is_whitespace() || c == '\\' || c == '+';
        match out.last_mut().filter(|_| gap.chars().all(is_joint)) {
            Some(last) => {
                last.text.push_str(&decoded);
                last.place.end = end;
            }
            None => {
                let operand = operand(&gap, &decoded, &text[end..]);
                out.push(Literal { text: decoded, place: start..end, context: context(&gap), operand });
            }
        }
    }
    out
}

/// The part of a program at a quote or a slash.
enum Found {
    /// A literal: its decoded text and its length in the program.
    Literal(String, usize),
    /// This many bytes without a literal.
    Other(usize),
    /// A raw string that is never closed. The rest of the program is part of it.
    Unclosed,
}

/// Reads the literal at the start of `rest`. `gap` is the program between the previous literal and this one.
fn literal(gap: &str, rest: &str) -> Found {
    let line_len = || rest.find('\n').unwrap_or(rest.len());
    match rest.as_bytes() {
        [b'"', ..] => {}
        [b'/', b'/', ..] => return Found::Other(line_len()),
        [b'/', b'*', ..] => return Found::Other(rest[2..].find("*/").map_or(rest.len(), |end| end + 4)),
        [b'\'', b'"', b'\'', ..] => return Found::Other(3),
        [b'\'', b'\\', b'"', b'\'', ..] => return Found::Other(4),
        _ => return Found::Other(1),
    }
    let raw = match raw_mark(rest).filter(|_| gap.ends_with('R')) {
        Some(mark) => Some((mark.len() + 2, format!("){mark}\""))),
        None => rest.starts_with("\"\"\"").then(|| (3, "\"\"\"".to_owned())),
    };
    if let Some((open, close)) = raw {
        return rest[open..].find(&close).map_or(Found::Unclosed, |len| {
            let content = rest[open..open + len].trim_matches('\n');
            Found::Literal(content.to_owned(), open + len + close.len())
        });
    }
    quoted(rest).map_or_else(|| Found::Other(line_len()), |(decoded, len)| Found::Literal(decoded, len))
}

/// Returns the mark in `"mark(`.
fn raw_mark(rest: &str) -> Option<&str> {
    let len = rest.bytes().take(MAX_MARK + 2).position(|byte| byte == b'(')?;
    let mark = &rest[1..len];
    mark.chars().all(is_word_char).then_some(mark)
}

/// Reads a quoted text with the escapes of C or LLVM. Returns its meaning and its length; `None` if it does not end on its line.
fn quoted(rest: &str) -> Option<(String, usize)> {
    let mut out = String::new();
    let mut chars = rest.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((out, at + 1)),
            '\n' => return None,
            '\\' => {
                let digits = rest.get(at + 1..at + 3);
                let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
                match (byte, chars.next()?.1) {
                    (Some(byte), _) => {
                        chars.next();
                        out.push(char::from(byte));
                    }
                    (None, 'n') => out.push('\n'),
                    (None, 't') => out.push('\t'),
                    (None, 'r' | '\n') => {}
                    (None, other) => out.push(other),
                }
            }
            _ => out.push(c),
        }
    }
    None
}

/// Returns the text between two literals without its comments.
fn without_comments(gap: &str) -> String {
    let comment_len = |from_slash: &str| match literal("", from_slash) {
        Found::Other(len) => len,
        Found::Literal(..) | Found::Unclosed => from_slash.len(),
    };
    let comment =
        |from_slash: &str| Some((String::new(), comment_len(from_slash))).filter(|(_, len)| *len > 1);
    with_parts_replaced(gap, |c| c == '/', comment)
}

/// Returns the text between two literals as far as it tells their purpose: its last line that is not blank, without spaces and
/// numbers.
fn context(gap: &str) -> String {
    let line = gap.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    line.chars().filter(|c| !c.is_whitespace() && !c.is_ascii_hexdigit() && *c != 'x').collect()
}

/// Returns the operand with a constraint, from the program before and after it.
fn operand(gap: &str, constraint: &str, after: &str) -> Option<Operand> {
    let is_sign = |c: char| c.is_alphanumeric() || "=+&%".contains(c);
    let argument: String = after.trim_start().strip_prefix('(')?.chars().take(MAX_ARGUMENT).collect();
    let argument = argument.split_once(')')?.0.trim();
    let name = gap.trim_end().strip_suffix(']').and_then(|gap| Some(gap.rsplit_once('[')?.1.trim()));
    constraint
        .chars()
        .all(is_sign)
        .then(|| Operand { name: name.unwrap_or_default().to_owned(), expression: argument.to_owned() })
}

/// Replaces the operands of a template by names: `%0`, `$0`, `%[name]` and `${0}`. An operand that is a C variable
/// has the name of the variable. Any other name ends with `suffix`.
fn with_operand_names(template: &str, operands: &[&Operand], suffix: &str) -> String {
    let part = |from_sign: &str| {
        let (sign, after) = from_sign.split_at(1);
        if after.starts_with(sign) {
            return Some((sign.to_owned(), 2));
        }
        operand_name(after, operands, suffix).map(|(name, len)| (name, 1 + len))
    };
    with_parts_replaced(template, |c| "%$".contains(c), part)
}

/// Returns the name of the operand after `%` or `$`, and the length of its text.
fn operand_name(after: &str, operands: &[&Operand], suffix: &str) -> Option<(String, usize)> {
    let (open, close) = match after.as_bytes().first()? {
        b'[' => (1, "]"),
        b'{' => (1, "}"),
        _ => (0, ""),
    };
    let inner = &after[open..];
    let len = word_len(inner);
    let word = &inner[..len];
    if !inner[len..].starts_with(close) || word.is_empty() {
        return None;
    }
    let (operand, name) = match word.parse::<usize>() {
        Ok(index) => (operands.get(index), format!("op{index}")),
        Err(_) if close == "]" => (operands.iter().find(|operand| operand.name == word), word.to_owned()),
        Err(_) => return None,
    };
    let variable = operand.map(|operand| &operand.expression);
    let variable = variable.filter(|expression| expression.chars().all(is_word_char));
    let name = variable.map_or_else(|| name + suffix, String::clone);
    Some((name, open + len + close.len()))
}

fn without_braces(text: &str) -> String {
    let inner = text.trim().strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    inner.unwrap_or(text).trim_matches('\n').to_owned()
}
