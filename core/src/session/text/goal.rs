//! The goal of a puzzle: the lines that its solution must leave as they are.

use super::session::Session;
use crate::spec::InstructionSets;
use crate::syntax::{Directive, Item, ItemKind, LimitCount, LimitLine, Threshold, format, parse};

/// Returns the first difference between the goal of a puzzle and that of a text, as a sentence. `None` if the text has the
/// goal of the puzzle. Variants that the puzzle does not have are the solver's own, and no part of the goal.
pub(in crate::session) fn changed_goal(text: &str, puzzle: &str, sets: &InstructionSets) -> Option<String> {
    let variants = variant_names(puzzle, sets);
    let [wanted, found] = [puzzle, text].map(|text| goal(text, &variants, sets));
    let at = (0..wanted.len().max(found.len())).find(|at| wanted.get(*at) != found.get(*at))?;
    Some(match (wanted.get(at), found.get(at)) {
        (Some(line), None) => format!("the line `{line}` is missing"),
        (Some(line), Some(_)) if !found.contains(line) => format!("the line `{line}` is missing"),
        (_, Some(line)) if !wanted.contains(line) => format!("the line `{line}` is not part of the goal"),
        (Some(line), _) | (None, Some(line)) => format!("the line `{line}` is in another place"),
        (None, None) => return None,
    })
}

impl Session {
    /// Returns the limits of a text in words, such as "at most 3 instructions, the built-in semantics". `None` without limits.
    pub fn limits_in_words(text: &str) -> Option<String> {
        let (document, _) = parse(text, &crate::isa::known_sets());
        let limit = |line: &LimitLine| {
            let (name, count) = (line.name.text.as_str(), LimitCount::from_word(&line.name.text));
            match line.threshold {
                Threshold::AtMost(0) if count == Some(LimitCount::Modified) => {
                    "the built-in semantics".to_owned()
                }
                Threshold::AtMost(0) => format!("no {name}"),
                // The names of counts are plurals: `accesses`, `sectors`.
                threshold @ (Threshold::AtMost(1) | Threshold::AtLeast(1)) if count.is_some() => {
                    let singular = name.strip_suffix("es").filter(|rest| rest.ends_with("ss"));
                    format!("{threshold} {}", singular.unwrap_or(name.trim_end_matches('s')))
                }
                threshold => format!("{threshold} {name}"),
            }
        };
        let limits: Vec<String> = document.limit_lines().map(limit).collect();
        (!limits.is_empty()).then(|| limits.join(", "))
    }
}

pub(in crate::session) fn variant_names(text: &str, sets: &InstructionSets) -> Vec<String> {
    let (document, _) = parse(text, sets);
    document.variants.iter().map(|variant| variant.name.text.clone()).collect()
}

/// Returns the text with blanks in place of its `.order` lines. All other characters keep their places.
pub(in crate::session) fn without_orders(text: &str, sets: &InstructionSets) -> String {
    let (document, _) = parse(text, sets);
    let mut bytes = text.as_bytes().to_vec();
    for item in document.items.iter().filter(|item| is_order(item)) {
        for byte in bytes[item.span.range()].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')) {
            *byte = b' ';
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// Returns the lines of the goal in canonical layout, with the variants of these names.
fn goal(text: &str, variants: &[String], sets: &InstructionSets) -> Vec<String> {
    let text = format(text, sets);
    let (document, _) = parse(&text, sets);
    let is_own = |item: &Item| {
        let block = document
            .variants
            .iter()
            .find(|variant| variant.span.range().contains(&(item.span.start as usize)));
        block.is_some_and(|variant| !variants.contains(&variant.name.text))
    };
    let lines = document.items.iter().filter(|item| is_goal(item) && !is_own(item));
    lines.map(|item| item.span.of(&text).split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Returns whether an item belongs to the goal: the claims and limits, the rules by which a run is judged, and the
/// variants, which are other inputs.
fn is_goal(item: &Item) -> bool {
    let is_rule = match &item.kind {
        ItemKind::Directive(_, class) => class.is_goal,
        ItemKind::EndVariant => true,
        _ => false,
    };
    (is_rule || item.variant.is_some()) && !is_order(item)
}

pub(super) fn is_order(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Directive(Directive::Order(_), _))
}
