//! Observed results as a user types or pastes them.

use super::facts::refusal;
use crate::machine::{Layout, Surface};

/// The forms of `.expect` that cannot be checked for one order.
const OF_ALL_ORDERS: [&str; 6] =
    ["outcomes", "order-independent", "invariant", "impossible", "warning", "note"];

/// Returns an observed result, typed or pasted, in the form that `.expect possible` has between its braces. It also
/// accepts whole `.expect` lines, lines that follow each other without a semicolon, and single elements such as
/// `OLD[3] = 18`. A form of `.expect` that cannot be checked for one order is an error.
pub fn observed_ends(seen: &str, layout: Option<&Layout>) -> Result<String, String> {
    let ends = |line: &str| {
        let line = line.trim();
        let line = line.strip_prefix(".expect").unwrap_or(line).trim_start();
        let line = line.strip_prefix("possible").unwrap_or(line).trim_start();
        line.trim_start_matches('{').trim_end_matches('}').trim().trim_end_matches(';').to_owned()
    };
    let mut all = String::new();
    for line in seen.lines().map(ends).filter(|line| !line.is_empty()) {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let is_name = rest.trim_start().starts_with('=');
        if OF_ALL_ORDERS.contains(&word) && !is_name {
            return Err(refusal(word));
        }
        // A line that has no `=` and names no error continues the values of the line before it.
        let separator = match (all.is_empty(), line.contains('=') || word == "error") {
            (true, _) => "",
            (false, true) => "; ",
            (false, false) => " ",
        };
        all.extend([separator, &line]);
    }
    let Some(layout) = layout else { return Ok(all) };
    let ends = all.split(';').map(|end| whole(end, layout));
    Ok(ends.collect::<Result<Vec<_>, _>>()?.join("; "))
}

/// Rewrites a claim about an element as a list of all elements up to it: `OLD[2] = 18` becomes `OLD = _ _ 18`.
fn whole(end: &str, layout: &Layout) -> Result<String, String> {
    let end = end.trim();
    let Some((name, index, values)) = element(end) else { return Ok(end.to_owned()) };
    let predicate = layout.predicate(name).map(|predicate| predicate.count);
    let count = predicate
        .or_else(|| layout.variable(name).map(|variable| variable.count))
        .or_else(|| layout.surface(name).map(Surface::count));
    let Some(count) = count else { return Ok(format!("{name} = {values}")) };
    let Some(index) = index.parse::<usize>().ok().filter(|index| *index < count) else {
        let last = count.saturating_sub(1);
        return Err(format!("`{name}[{index}]` does not exist; `{name}` has elements 0 to {last}"));
    };
    let before = "_ ".repeat(index);
    // A single number would be the mask of a predicate.
    let is_alone = predicate.is_some() && index == 0 && !values.contains([' ', ',']);
    let after = if is_alone { " _" } else { "" };
    Ok(format!("{name} = {before}{values}{after}"))
}

/// Splits `NAME[INDEX] = VALUES` into its three parts; returns `None` for other forms.
fn element(end: &str) -> Option<(&str, &str, &str)> {
    let (element, values) = end.split_once('=')?;
    let (name, index) = element.trim_end().strip_suffix(']')?.split_once('[')?;
    Some((name.trim(), index.trim(), values.trim()))
}
