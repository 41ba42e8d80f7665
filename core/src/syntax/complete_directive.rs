//! Completion of directives and their arguments.

use super::DeclKind;
use super::complete::{CompletionItem, Place};
use super::directive::{LANES_KEYS, known_words, setting_keys, type_names};
use super::expect_forms::{EXPECT_FORMS, all_forms};
use super::form::{own_directive, own_directives};
use super::lexer::TokenKind;
use super::surface::SURFACE_KEYS;
use crate::base::SurfaceKind;
use crate::spec::{FOLDS, InstructionSet, RollCall};
use std::rc::Rc;

/// The form of a directive, its purpose, and an example line.
type Help = (&'static str, &'static str, &'static str, &'static str);

const HELP: &[Help] = &[
    (
        "lanes",
        "N [active=MASK] [helpers=MASK]",
        "The number of lanes that are dispatched, and which of them are on.",
        ".lanes 8 active=0b1111_0111",
    ),
    (
        "set",
        "NAME = values",
        "The initial values of a variable, predicate or register.",
        ".set OFF = 0 4 8 12",
    ),
    (
        "surface",
        "NAME KIND [FORMAT] [EXTENT] [key=value] [= values]",
        "The shape of a surface and its initial values.",
        ".surface BUF buffer ud = 10 20 30 40",
    ),
    (
        "reading",
        "NAME = choice",
        "Chooses an answer to a question that the manual leaves open.",
        ".reading bounds = first_byte",
    ),
    (
        "order",
        "ascending | descending | seed=N | random(N) | lanes [/ lanes]",
        "The order in which lanes take turns. After `/`, the order for the next `foreach_active`.",
        ".order descending",
    ),
    (
        "semantics",
        "NAME [like INSTRUCTION] { ... }",
        "Replaces the semantics of an instruction, or makes a new instruction with the operands and suffixes of another one.",
        ".semantics ADD { foreach_active (i) { dst[i] = src0[i] + src1[i]; } }",
    ),
    (
        "op",
        "NAME [TYPE] = expression | NAME [TYPE] { ... }",
        "Replaces or adds an operation.",
        ".op NAND = ~(old & src0)",
    ),
    (
        "invariant",
        "NAME: condition",
        "A condition that must hold at the start and after every step outside an `atomic` block.",
        ".invariant total: sum(BUF) == 100",
    ),
    (
        "variant",
        "NAME { directives }",
        "An alternative to compare with. Its directives replace those of the scenario, and it is checked against its own \
         `.expect` lines. A variant that begins with `.isa` is a scenario of its own.",
        ".variant other {\n.order descending\n}",
    ),
    (
        "expect",
        "", // every form of its table
        "A claim about the end of the run, about a diagnostic, or about all orders of the lanes.",
        ".expect BUF = 26 30 34 46",
    ),
];

/// Returns the directives, including their dots.
pub(super) fn directive_words(place: &Place) -> Vec<CompletionItem> {
    let item = |[word, form, info, _]: [String; 4]| CompletionItem::new(&format!(".{word}"), &form, &info);
    directives_in_words(place.roll_call).into_iter().map(item).collect()
}

/// Returns each directive: its word, its form, its purpose, and an example line.
pub(super) fn directives_in_words(roll_call: &RollCall) -> Vec<[String; 4]> {
    let own_directives = own_directives(roll_call);
    let entry = |word: &'static str| {
        let own = |word: &str| own_directives.iter().map(|(_, own)| own).find(|own| own.word == word);
        let texts = |form: &str, info: &str, example: &str| [word, form, info, example].map(str::to_owned);
        match (own(word), HELP.iter().find(|(name, ..)| *name == word)) {
            (Some(own), _) => texts(own.form, own.info, own.example),
            (None, Some((_, "", info, example))) => texts(&all_forms(), info, example),
            (None, Some((_, form, info, example))) => texts(form, info, example),
            (None, None) => {
                let sets = instruction_sets(roll_call);
                let first = format!(".isa {}", sets[0]);
                texts(&sets.join(" | "), "The instruction set of the scenario, with its settings.", &first)
            }
        }
    };
    known_words(roll_call).into_iter().map(entry).collect()
}

/// Returns the forms that may follow `.isa`: each instruction set with its settings.
fn instruction_sets(roll_call: &RollCall) -> Vec<String> {
    let form = |set: &Rc<InstructionSet>| format!("{}{}", set.key, set.settings_in_words());
    roll_call.sets().iter().map(form).collect()
}

/// Returns the items that may follow a directive's word.
pub(super) fn directive_arguments(place: &Place) -> Vec<CompletionItem> {
    let count = place.left.len() - 2;
    if let Some(own) = own_directive(place.set, place.roll_call, place.word(1)) {
        return (own.1.complete)(place);
    }
    match (place.word(1), count) {
        ("isa", 0) => {
            let keys: Vec<&str> = place.roll_call.sets().iter().map(|set| set.key).collect();
            plain(&keys, "instruction set")
        }
        ("isa", _) => keys(place, names_of(&setting_keys(place.roll_call))),
        ("lanes", 1..) => keys(place, names_of(LANES_KEYS)),
        ("set", 0) => {
            place.names(|kind| matches!(kind, DeclKind::General { .. } | DeclKind::Predicate), "variable")
        }
        ("expect", 0) => expected(place),
        ("expect", 1) if place.word(2) == "outcomes" => plain(&["memory", "results"], "contents of outcomes"),
        ("expect", 1) if ["possible", "impossible"].contains(&place.word(2)) => plain(&["error"], "an end"),
        ("expect", 1) if place.word(2) == "invariant" => invariants(place),
        ("expect", 1) => types(),
        ("set" | "expect", _) if place.has_equals() => values(),
        ("surface", 0) => place.names(|kind| matches!(kind, DeclKind::Surface), "surface"),
        ("surface", 1) => plain(&SurfaceKind::ALL.map(SurfaceKind::word), "kind"),
        ("surface", _) => surface(place),
        ("reading", _) => reading(place),
        ("order", 0) => plain(&["ascending", "descending", "seed=", "random("], "order"),
        ("semantics", 1) => plain(&["like"], "to make a new instruction"),
        ("semantics", 0 | 2) if count == 0 || place.word(3) == "like" => {
            let rows = place.roll_call.instructions().filter(|row| row.made_from.is_none());
            rows.map(|row| CompletionItem::new(&row.mnemonic, "instruction", row.prose)).collect()
        }
        ("invariant", _) if place.left.iter().any(|token| token.is(':')) => in_condition(place),
        ("op", 0) => operations(place),
        ("op", 1) => types(),
        _ => Vec::new(),
    }
}

/// Returns the names of the invariants.
fn invariants(place: &Place) -> Vec<CompletionItem> {
    let names = place.document.directives().filter_map(|(_, directive)| match directive {
        super::Directive::Invariant(line) => Some(line.name.text.clone()),
        _ => None,
    });
    names.map(|name| CompletionItem::new(&name, "invariant", "")).collect()
}

/// Returns the names and functions for a condition on memory.
fn in_condition(place: &Place) -> Vec<CompletionItem> {
    let folds = FOLDS.iter().map(|row| {
        CompletionItem::new(&format!("{}(NAME)", row.name), "of all elements", row.prose)
            .inserting(format!("{}(", row.name))
    });
    place.names(|_| true, "declared").into_iter().chain(folds).collect()
}

/// Returns the names of keys, without explanations.
pub(super) fn names_of(keys: &[(&'static str, bool)]) -> Vec<(&'static str, &'static str)> {
    keys.iter().map(|&(name, _)| (name, "")).collect()
}

pub(super) fn plain(words: &[&str], detail: &str) -> Vec<CompletionItem> {
    words.iter().map(|word| CompletionItem::new(word, detail, "")).collect()
}

/// Returns the keys that are not given yet, each with its explanation; none after `=`.
pub(super) fn keys<'k>(
    place: &Place,
    known: impl IntoIterator<Item = (&'k str, &'k str)>,
) -> Vec<CompletionItem> {
    if place.is_behind('=') {
        return Vec::new();
    }
    let is_there = |name: &str| (2..place.left.len()).any(|i| place.word(i) == name);
    let free = known.into_iter().filter(|(name, _)| !is_there(name));
    free.map(|(name, info)| CompletionItem::new(name, "key", info).inserting(format!("{name}="))).collect()
}

pub(super) fn types() -> Vec<CompletionItem> {
    type_names().map(|name| CompletionItem::new(&name.to_ascii_lowercase(), "type", "")).collect()
}

fn surface(place: &Place) -> Vec<CompletionItem> {
    // An `=` surrounded by white space begins the values.
    let equals = place.left.iter().rposition(|token| token.is('='));
    let begins_values = equals.is_some_and(|i| !place.left[i].glued);
    match (place.is_behind('='), place.word(place.left.len().saturating_sub(2))) {
        (true, "layout") => plain(&["pitch", "blocklinear"], "layout"),
        (true, "state") => plain(&["disabled"], "state"),
        _ if begins_values => values(),
        _ => types().into_iter().chain(keys(place, names_of(SURFACE_KEYS))).collect(),
    }
}

fn expected(place: &Place) -> Vec<CompletionItem> {
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

fn reading(place: &Place) -> Vec<CompletionItem> {
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

fn operations(place: &Place) -> Vec<CompletionItem> {
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
