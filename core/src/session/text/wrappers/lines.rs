//! Wrappers of single lines: prompts, diff marks, numbers and the comments of other languages.

use super::readable::Readable;
use crate::check::SetsWithChecks;
use crate::syntax::Directive;

pub(super) struct TakenOff {
    pub text: String,
    pub lines_left_out: usize,
}

/// Returns a line without the white space around it; `None` for a blank line.
fn body(line: &str) -> Option<&str> {
    Some(line.trim()).filter(|body| !body.is_empty())
}

/// Rewrites each line; `None` leaves a line out. Returns `None` if no line differs.
pub(super) fn rewritten<'t>(
    text: &'t str,
    mut rewrite: impl FnMut(&'t str) -> Option<String>,
) -> Option<TakenOff> {
    let (mut lines, mut lines_left_out, mut is_changed) = (Vec::new(), 0, false);
    for line in text.lines() {
        let new = rewrite(line);
        is_changed |= new.as_deref() != Some(line);
        match new {
            Some(new) => lines.push(new),
            None => lines_left_out += 1,
        }
    }
    lines.push(String::new());
    is_changed.then(|| TakenOff { text: lines.join("\n"), lines_left_out })
}

/// Replaces parts of a text that begin with a sign. `part` gets the text from a sign on, and returns the new part and the length of
/// the old one. `None` leaves the sign as it is.
pub(super) fn with_parts_replaced(
    text: &str,
    is_sign: impl Fn(char) -> bool,
    part: impl Fn(&str) -> Option<(String, usize)>,
) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((at, sign)) = rest.char_indices().find(|(_, c)| is_sign(*c)) {
        let (before, from_sign) = rest.split_at(at);
        let (new, len) = part(from_sign).unwrap_or_else(|| (sign.to_string(), sign.len_utf8()));
        out.extend([before, &new]);
        rest = &from_sign[len..];
    }
    out + rest
}

/// Leaves out the fences around code in Markdown.
pub(super) fn fences(text: &str) -> Option<TakenOff> {
    let is_fence = |line: &str| line.trim_start().starts_with("```");
    rewritten(text, |line| (!is_fence(line)).then(|| line.to_owned()))
}

/// Takes off `> ` if each line begins with it.
pub(super) fn quotes(text: &str) -> Option<TakenOff> {
    let unquoted = |line: &str| Some(line.strip_prefix("> ").or_else(|| line.strip_prefix('>'))?.to_owned());
    if !text.lines().all(|line| line.trim().is_empty() || line.starts_with('>')) {
        return None;
    }
    rewritten(text, |line| Some(unquoted(line).unwrap_or_default()))
}

/// Leaves out commands after a shell prompt.
pub(super) fn prompts(text: &str) -> Option<TakenOff> {
    rewritten(text, |line| (!is_command(line.trim_start())).then(|| line.to_owned()))
}

/// Returns whether a line is a command after a prompt: `$ make`, `me@host:~/src$ make`.
fn is_command(line: &str) -> bool {
    let Some((prompt, _)) = line.split_once("$ ") else { return false };
    let is_place = |c: char| c.is_alphanumeric() || "@:~/._-".contains(c);
    prompt.is_empty() || prompt.contains('@') && prompt.chars().all(is_place)
}

/// Takes off the first column of a diff. Headings and removed lines are left out.
pub(super) fn diff_marks(text: &str) -> Option<TakenOff> {
    let is_heading = |line: &str| {
        ["@@", "diff ", "index ", "--- ", "+++ ", "\\ "].iter().any(|heading| line.starts_with(heading))
    };
    let is_marked = |line: &str| line.trim().is_empty() || line.starts_with(['+', '-', ' ']);
    if !text.lines().any(|line| line.starts_with('+'))
        || !text.lines().all(|line| is_heading(line) || is_marked(line))
    {
        return None;
    }
    rewritten(text, |line| {
        (!is_heading(line) && !line.starts_with('-')).then(|| line.get(1..).unwrap_or_default().to_owned())
    })
}

/// Takes off line numbers that increase, if at least half of the lines have one.
pub(super) fn numbers(text: &str) -> Option<TakenOff> {
    let (mut numbered, mut others, mut last) = (0, 0, None);
    for line in text.lines().filter_map(body) {
        match numbered_line(line) {
            Some((number, _)) if last < Some(number) => {
                numbered += 1;
                last = Some(number);
            }
            _ => others += 1,
        }
    }
    if numbered < 2 || numbered < others {
        return None;
    }
    rewritten(text, |line| Some(numbered_line(line.trim()).map_or(line, |(_, rest)| rest).to_owned()))
}

/// Splits `12 text`, `12: text`, `12| text` and `12. text`.
fn numbered_line(line: &str) -> Option<(u32, &str)> {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = line[..digits].parse().ok()?;
    let rest = &line[digits..];
    let after_sign = rest.strip_prefix([':', '|', '.', ')']).unwrap_or(rest);
    let is_separate = after_sign.is_empty() || after_sign.starts_with(char::is_whitespace);
    is_separate.then(|| (number, after_sign.trim_start()))
}

/// Turns comments that begin with `#` or `;` into comments of a scenario, above or below instructions. In a text with
/// directives, such a line is more likely a slip.
pub(super) fn comments(text: &str, sets: &SetsWithChecks) -> Option<TakenOff> {
    let taken = rewritten(text, |line| {
        let comment = line.trim_start().strip_prefix(['#', ';']);
        let comment = comment.map(|comment| format!("//{}", comment.trim_start_matches(['#', ';'])));
        Some(comment.unwrap_or_else(|| line.to_owned()))
    })?;
    let document = Readable::best(&taken.text, sets).document;
    let is_of_scenario = |directive: &Directive| !matches!(directive, Directive::Isa(_));
    let has_directives = document.directives().any(|(_, directive)| is_of_scenario(directive));
    let has_instructions = document.instructions().next().is_some();
    (has_instructions && !has_directives).then_some(taken)
}
