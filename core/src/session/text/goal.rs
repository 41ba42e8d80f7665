//! The goal of a puzzle: the lines that its solution must leave as they are.

use crate::spec::RollCall;
use crate::syntax::{Directive, Item, ItemKind, format, parse};

/// Returns the first difference between the goal of a puzzle and that of a text, as a sentence. `None` if the text has the
/// goal of the puzzle.
pub(in crate::session) fn changed_goal(text: &str, puzzle: &str, roll_call: &RollCall) -> Option<String> {
    let [wanted, found] = [puzzle, text].map(|text| goal(text, roll_call));
    let at = (0..wanted.len().max(found.len())).find(|at| wanted.get(*at) != found.get(*at))?;
    Some(match (wanted.get(at), found.get(at)) {
        (Some(line), None) => format!("the line `{line}` is missing"),
        (Some(line), Some(_)) if !found.contains(line) => format!("the line `{line}` is missing"),
        (_, Some(line)) if !wanted.contains(line) => format!("the line `{line}` is not part of the goal"),
        (Some(line), _) | (None, Some(line)) => format!("the line `{line}` is in another place"),
        (None, None) => return None,
    })
}

/// Returns the text with blanks in place of its `.order` lines. All other characters keep their places.
pub(in crate::session) fn without_orders(text: &str, roll_call: &RollCall) -> String {
    let (document, _) = parse(text, roll_call);
    let mut bytes = text.as_bytes().to_vec();
    for item in document.items.iter().filter(|item| is_order(item)) {
        for byte in bytes[item.span.range()].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')) {
            *byte = b' ';
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Returns the lines of the goal in canonical layout.
fn goal(text: &str, roll_call: &RollCall) -> Vec<String> {
    let text = format(text, roll_call);
    let (document, _) = parse(&text, roll_call);
    let lines = document.items.iter().filter(|item| is_goal(item));
    lines.map(|item| item.span.of(&text).split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Returns whether an item belongs to the goal: the claims and limits, the rules by which a run is judged, and the
/// variants, which are other inputs.
fn is_goal(item: &Item) -> bool {
    let is_rule = matches!(
        item.kind,
        ItemKind::Directive(
            Directive::Isa(_)
                | Directive::Model(_)
                | Directive::Reading(_)
                | Directive::Invariant(_)
                | Directive::Expect(_)
                | Directive::Limit { .. }
                | Directive::Variant(_)
                | Directive::EndVariant
        )
    );
    (is_rule || item.variant.is_some()) && !is_order(item)
}

/// Returns whether an item is an `.order` line.
pub(super) fn is_order(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Directive(Directive::Order(_)))
}
