//! Completion of directives and their arguments.

use super::ask::{ASK_KEYS, ASK_WORDS};
use super::ast::DeclKind;
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::decl::DECL_KEYS;
use super::directive::{LANES_KEYS, limit_words, type_names};
use super::expect_forms::EXPECT_FORMS;
use super::key::{KeyRow, KeyValues, parameter_keys, setting_keys};
use super::lexer::TokenKind;
use super::surface::SURFACE_KEYS;
use crate::base::SurfaceKind;
use crate::spec::{COST_MODELS, CostModel, FOLDS, InstructionSet, RollCall};
use std::rc::Rc;

/// Returns the forms that may follow `.isa`: each instruction set with its settings.
pub(super) fn instruction_sets(roll_call: &RollCall) -> Vec<String> {
    let form = |set: &Rc<InstructionSet>| format!("{}{}", set.key, set.settings_in_words());
    roll_call.sets().iter().map(form).collect()
}

/// Returns the number of tokens between a directive's word and the word at the caret.
fn count(place: &CaretContext) -> usize {
    place.left.len() - 2
}

pub(super) fn isa(place: &CaretContext) -> Vec<CompletionItem> {
    if count(place) > 0 {
        return keys(place, &setting_keys(place.roll_call));
    }
    let sets: Vec<&str> = place.roll_call.sets().iter().map(|set| set.key).collect();
    plain(&sets, "instruction set")
}

pub(super) fn model(place: &CaretContext) -> Vec<CompletionItem> {
    if count(place) > 0 {
        return keys(place, &parameter_keys());
    }
    let item = |model: &&CostModel| CompletionItem::new(model.key, "cost model", model.title);
    COST_MODELS.iter().map(item).collect()
}

pub(super) fn limit(place: &CaretContext) -> Vec<CompletionItem> {
    if count(place) > 0 {
        return Vec::new();
    }
    let counts = limit_words().map(|word| CompletionItem::new(word, "count", ""));
    let instructions = place.set.instructions.iter();
    let names = instructions
        .map(|row| CompletionItem::new(&place.set.spelled(&row.mnemonic), "instruction", row.prose));
    counts.chain(names).collect()
}

pub(super) fn ask(place: &CaretContext) -> Vec<CompletionItem> {
    match (count(place), place.word(2)) {
        (0, _) => {
            ASK_WORDS.iter().map(|(word, prose)| CompletionItem::new(word, "question", prose)).collect()
        }
        (1, "element") => place.names(|_| true, "declared"),
        (1, "ends") => plain(&["memory", "results"], "contents of outcomes"),
        _ => keys(place, ASK_KEYS),
    }
}

pub(super) fn lanes(place: &CaretContext) -> Vec<CompletionItem> {
    if count(place) > 0 { keys(place, LANES_KEYS) } else { Vec::new() }
}

pub(super) fn set(place: &CaretContext) -> Vec<CompletionItem> {
    match count(place) {
        0 => place.names(|kind| matches!(kind, DeclKind::General { .. } | DeclKind::Predicate), "variable"),
        _ if place.has_equals() => values(),
        _ => Vec::new(),
    }
}

pub(super) fn expect(place: &CaretContext) -> Vec<CompletionItem> {
    match (count(place), place.word(2)) {
        (0, _) => expected(place),
        (1, "outcomes") => plain(&["memory", "results"], "contents of outcomes"),
        (1, "possible" | "impossible") => plain(&["error"], "an end"),
        (1, "invariant") => invariants(place),
        (1, _) => types(),
        _ if place.has_equals() => values(),
        _ => Vec::new(),
    }
}

pub(super) fn order(place: &CaretContext) -> Vec<CompletionItem> {
    match count(place) {
        0 => plain(&["ascending", "descending", "seed=", "random("], "order"),
        _ => Vec::new(),
    }
}

pub(super) fn semantics(place: &CaretContext) -> Vec<CompletionItem> {
    match (count(place), place.word(3)) {
        (1, _) => plain(&["like"], "to make a new instruction"),
        (0, _) | (2, "like") => {
            let rows = place.roll_call.instructions().filter(|row| row.made_from.is_none());
            rows.map(|row| CompletionItem::new(&row.mnemonic, "instruction", row.prose)).collect()
        }
        _ => Vec::new(),
    }
}

pub(super) fn op(place: &CaretContext) -> Vec<CompletionItem> {
    match count(place) {
        0 => operations(place),
        1 => types(),
        _ => Vec::new(),
    }
}

pub(super) fn invariant(place: &CaretContext) -> Vec<CompletionItem> {
    if place.left.iter().any(|token| token.is(':')) { in_condition(place) } else { Vec::new() }
}

/// Returns the names of the invariants.
fn invariants(place: &CaretContext) -> Vec<CompletionItem> {
    let names = place.document.invariants().map(|line| line.name.text.clone());
    names.map(|name| CompletionItem::new(&name, "invariant", "")).collect()
}

/// Returns the names and functions for a condition on memory.
fn in_condition(place: &CaretContext) -> Vec<CompletionItem> {
    let folds = FOLDS.iter().map(|row| {
        CompletionItem::new(&format!("{}(NAME)", row.name), "of all elements", row.prose)
            .inserting(format!("{}(", row.name))
    });
    place.names(|_| true, "declared").into_iter().chain(folds).collect()
}

fn plain(words: &[&str], detail: &str) -> Vec<CompletionItem> {
    words.iter().map(|word| CompletionItem::new(word, detail, "")).collect()
}

/// Returns the keys that are not given yet, or the values of the key before `=`.
pub(super) fn keys(place: &CaretContext, known: &[KeyRow]) -> Vec<CompletionItem> {
    let words: Vec<&str> = (2..place.left.len()).map(|i| place.word(i)).collect();
    if let [before @ .., "="] = &words[..] {
        let row = known.iter().find(|row| Some(&row.word) == before.last());
        return row.map_or_else(Vec::new, |row| key_values(row.values));
    }
    let free = known.iter().filter(|row| !words.contains(&row.word));
    let item =
        |row: &KeyRow| CompletionItem::new(row.word, "key", row.prose).inserting(format!("{}=", row.word));
    free.map(item).collect()
}

/// Returns the values of a key, if they are words.
fn key_values(values: KeyValues) -> Vec<CompletionItem> {
    match values {
        KeyValues::Number | KeyValues::Text => Vec::new(),
        KeyValues::Type => types(),
        KeyValues::Words(what, words) => plain(words, what),
        KeyValues::Explained(what, words) => {
            words.iter().map(|(word, info)| CompletionItem::new(word, what, info)).collect()
        }
    }
}

fn types() -> Vec<CompletionItem> {
    type_names().map(|name| CompletionItem::new(&name.to_ascii_lowercase(), "type", "")).collect()
}

pub(super) fn declaration(place: &CaretContext) -> Vec<CompletionItem> {
    if count(place) > 0 { keys(place, DECL_KEYS) } else { Vec::new() }
}

pub(super) fn surface(place: &CaretContext) -> Vec<CompletionItem> {
    match count(place) {
        0 => place.names(|kind| matches!(kind, DeclKind::Surface), "surface"),
        1 => plain(&SurfaceKind::ALL.map(SurfaceKind::word), "kind"),
        _ => surface_parts(place),
    }
}

/// Returns the items after the kind of a surface.
fn surface_parts(place: &CaretContext) -> Vec<CompletionItem> {
    // An `=` surrounded by white space begins the values.
    let equals = place.left.iter().rposition(|token| token.is('='));
    let begins_values = equals.is_some_and(|i| !place.left[i].glued);
    match place.follows('=') {
        _ if begins_values => values(),
        true => keys(place, SURFACE_KEYS),
        false => types().into_iter().chain(keys(place, SURFACE_KEYS)).collect(),
    }
}

fn expected(place: &CaretContext) -> Vec<CompletionItem> {
    let mut items = place.names(|_| true, "declared");
    let forms = EXPECT_FORMS.iter().filter(|row| !row.insert.is_empty());
    items.extend(forms.map(|row| CompletionItem::new(row.word, row.form, row.prose).inserting(row.insert)));
    items
}

pub(super) fn values() -> Vec<CompletionItem> {
    vec![
        CompletionItem::new(
            "iota(start, step)",
            "values",
            "Counts up from `start` in steps of `step`, to the last element.",
        )
        .inserting("iota(0, 1)"),
        CompletionItem::new(
            "random(seed)",
            "values",
            "Pseudo-random values, to the last element. The same seed gives the same values.",
        )
        .inserting("random(1)"),
        CompletionItem::new("[v; n]", "values", "The value `v`, `n` times.").inserting("[0; 4]"),
        CompletionItem::new("?", "value", "An undefined value."),
        CompletionItem::new("_", "value", "Any value; only in `.expect`."),
        CompletionItem::new("nan", "value", "A float that is not a number."),
        CompletionItem::new("inf", "value", "Infinity; `-inf` is negative."),
    ]
}

pub(super) fn reading(place: &CaretContext) -> Vec<CompletionItem> {
    let equals = place.left.iter().position(|token| token.is('='));
    let Some(equals) = equals else {
        let readings = place.roll_call.readings();
        let item = |name: &str, question| {
            CompletionItem::new(name, "reading", question).inserting(format!("{name} = "))
        };
        return readings.map(|reading| item(reading.name, reading.question)).collect();
    };
    let mut named = place.left[2..equals].iter().filter(|token| token.kind == TokenKind::Word);
    let name = named.next_back().map_or("", |token| token.span.of(place.text));
    let choices = place.roll_call.reading(name).map_or(&[][..], |reading| reading.choices);
    choices.iter().map(|choice| CompletionItem::new(choice.name, "choice", choice.prose)).collect()
}

fn operations(place: &CaretContext) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = Vec::new();
    for table in place.roll_call.instructions().filter_map(|row| row.op_table()) {
        for op in
            table.ops.iter().filter(|op| !items.iter().any(|item| item.label == op.name)).collect::<Vec<_>>()
        {
            items.push(CompletionItem::new(op.name, "operation", op.prose));
        }
    }
    items
}
