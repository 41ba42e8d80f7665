//! `.isa`, `.model`, `.limit`, `.lanes`, `.reading` and `.order`.

use super::super::ast::{
    Directive, IsaLine, Key, LanesLine, LimitCount, LimitLine, ModelLine, Number, ReadingLine, Threshold,
};
use super::super::cursor::{Cursor, Parsed, fail, fail_unknown};
use super::super::number::{is_at_number, need_whole, need_whole_for};
use super::super::offer::caret::CaretContext;
use super::super::offer::item::CompletionItem;
use super::super::reference_entry::{ReferenceEntry, heading};
use super::items;
use super::key::{KeyRow, key_entries, number_key, parse_keys};
use super::parser::DirectiveParser;
use crate::base::{LaneMask, SCENARIO_TEXT, Schedule, capitalized, listed, one_of, rules};
use crate::spec::{
    COST_PARAMETERS, CostKey, CostModel, CostParameter, InstructionSet, InstructionSets, IsaParameter,
};

/// Parses `.isa`.
pub(super) fn isa(parser: &mut DirectiveParser) -> Parsed<Directive> {
    let sets = parser.sets;
    let known = sets.all().iter().map(|set| set.key);
    parser.offer(|_| items::word_items(&known.clone().collect::<Vec<_>>(), "instruction set"));
    let name = parser.need_word(&ISA, &one_of(known.clone()))?;
    let Some(set) = sets.set(&name.text) else {
        return fail_unknown(&ISA, &name, "instruction set", known);
    };
    parser.mark_keyword(name.span);
    let keys = parse_keys(parser, &isa_keys(set, sets))?;
    Ok(Directive::Isa(IsaLine { set: name, keys }))
}

/// Returns each instruction set with its settings.
pub(super) fn instruction_sets(sets: &InstructionSets) -> Vec<String> {
    sets.all().iter().map(|set| format!("{}{}", set.key, set.default_values_text())).collect()
}

/// Returns the keys of `.isa`: the parameters of all sets. Those of other sets have no value.
fn isa_keys(set: &InstructionSet, sets: &InstructionSets) -> Vec<KeyRow<Option<&'static IsaParameter>>> {
    let parameters = sets.all().iter().flat_map(|set| set.parameters);
    parameters.map(|parameter| number_key(set.parameter(parameter.key), parameter.key, "", "")).collect()
}

/// Returns the entries of the reference for the keys of `.isa`.
pub(super) fn isa_key_entries(sets: &InstructionSets) -> Vec<ReferenceEntry> {
    let entry = |set: &InstructionSet, parameter: &IsaParameter| {
        let IsaParameter { key, noun, default, .. } = parameter;
        let values: Vec<String> = parameter.values.iter().map(|value| format!("`{value}`")).collect();
        let prose = format!("The {noun}: {}. The default is `{default}`.", values.join(", "));
        let usage = format!(".isa {} {key}=", set.key);
        ReferenceEntry::new(heading::KEY, key, &usage, &prose, &format!("{usage}{default}"))
    };
    let sets = sets.all().iter();
    sets.flat_map(|set| set.parameters.iter().map(|parameter| entry(set, parameter))).collect()
}

/// Parses `.model`.
pub(super) fn model(parser: &mut DirectiveParser) -> Parsed<Directive> {
    let models = parser.sets.cost_models();
    let known = models.iter().map(|model| model.key);
    let item = |model: &&CostModel| CompletionItem::new(model.key, "cost model", model.title);
    parser.offer(|_| models.iter().map(item).collect());
    let name = parser.need_word(&MODEL, &one_of(known.clone()))?;
    let Some(model) = parser.sets.cost_model(&name.text) else {
        return fail_unknown(&MODEL, &name, "cost model", known);
    };
    parser.mark_keyword(name.span);
    Ok(Directive::Model(ModelLine { model, keys: parse_keys(parser, &model_keys())? }))
}

/// Returns the keys of `.model`: the parameters of cost models.
fn model_keys() -> Vec<KeyRow<CostKey>> {
    let row = |parameter: &CostParameter| number_key(parameter.key, parameter.keyword, parameter.prose, "");
    COST_PARAMETERS.iter().map(row).collect()
}

/// Returns the entries of the reference for the keys of `.model`.
pub(super) fn model_key_entries(sets: &InstructionSets) -> Vec<ReferenceEntry> {
    let Some(model) = sets.cost_models().first().copied() else { return Vec::new() };
    let mut entries = key_entries("model", &model_keys());
    for (entry, parameter) in entries.iter_mut().zip(COST_PARAMETERS) {
        entry.prose = format!("{}.", capitalized(parameter.prose));
        entry.example = format!(".model {} {}={}", model.key, parameter.keyword, model.get(parameter.key));
    }
    entries
}

/// The keys of `.limit`.
pub(super) const LIMIT_KEYS: &[KeyRow<()>] = &[number_key(
    (),
    "min",
    "The smallest number, in place of the largest one.",
    ".limit instructions min=2",
)];

/// Parses `.limit`. The check finds the name.
pub(super) fn limit(parser: &mut DirectiveParser) -> Parsed<Directive> {
    parser.offer(limited);
    let Some(name) = parser.take_glued(&['=']) else {
        return parser.fail_expected(&LIMIT, "a count, or the name of an instruction");
    };
    if LimitCount::from_word(&name.text).is_some() {
        parser.mark_keyword(name.span);
    }
    let has_min = parser.peek_word().is_some_and(|word| LIMIT_KEYS.iter().any(|row| row.word == word));
    let threshold = if has_min {
        let least = parse_keys(parser, LIMIT_KEYS)?.iter().find_map(Key::to_number);
        Threshold::AtLeast(least.map_or(0, Number::to_u64))
    } else {
        let most = need_whole_for(parser, &LIMIT, "the largest number, or `min=` and the smallest one")?;
        Threshold::AtMost(most.to_u64())
    };
    Ok(Directive::Limit(LimitLine { name, threshold }))
}

/// Returns the counts and instructions that may be limited.
fn limited(caret: &CaretContext) -> Vec<CompletionItem> {
    let counts = LimitCount::all().map(|count| CompletionItem::new(count.word(), "count", ""));
    let instructions = caret.set.instructions.iter();
    let names = instructions
        .map(|row| CompletionItem::new(&caret.set.spelled(&row.mnemonic), "instruction", row.prose));
    counts.chain(names).collect()
}

/// A key of `.lanes`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::syntax) enum LanesKey {
    Active,
    Helpers,
}

/// The keys of `.lanes`.
pub(in crate::syntax) const LANES_KEYS: &[KeyRow<LanesKey>] = &[
    number_key(LanesKey::Active, "active", "The dispatch mask: bit n is lane n.", ".lanes 8 active=0xff"),
    number_key(
        LanesKey::Helpers,
        "helpers",
        "Helper lanes, which are dispatched only for their neighbours: they load, but stores and atomic operations skip them.",
        ".lanes 32 active=0xff helpers=0xf0",
    ),
];

/// Parses `.lanes`.
pub(super) fn lanes(parser: &mut DirectiveParser) -> Parsed<Directive> {
    let count = need_whole_for(parser, &LANES, "the number of lanes")?;
    let keys = parse_keys(parser, LANES_KEYS)?;
    let mask = |wanted: LanesKey| keys.iter().find(|key| key.key == wanted)?.to_number();
    Ok(Directive::Lanes(LanesLine {
        count,
        active: mask(LanesKey::Active),
        helpers: mask(LanesKey::Helpers),
    }))
}

/// Parses `.reading`.
pub(super) fn reading(parser: &mut DirectiveParser) -> Parsed<Directive> {
    parser.offer(readings);
    let Some(name) = parser.take_verbatim(&['=']) else {
        return parser.fail_expected(&READING, "the name of a reading");
    };
    parser.need_spaced('=', &READING, "`=` and a choice")?;
    parser.offer(|caret| choices(caret, &name.text));
    let Some(choice) = parser.take_verbatim(&[]) else { return parser.fail_expected(&READING, "a choice") };
    Ok(Directive::Reading(ReadingLine { name, choice }))
}

fn readings(caret: &CaretContext) -> Vec<CompletionItem> {
    let item =
        |name: &str, question| CompletionItem::new(name, "reading", question).inserting(format!("{name} = "));
    caret.sets.readings().map(|reading| item(reading.name, reading.question)).collect()
}

fn choices(caret: &CaretContext, reading: &str) -> Vec<CompletionItem> {
    let choices = caret.sets.reading(reading).map_or(&[][..], |reading| reading.choices);
    choices.iter().map(|choice| CompletionItem::new(choice.name, "choice", choice.prose)).collect()
}

/// An order that begins with a word.
pub(in crate::syntax) struct OrderRow {
    /// The word.
    pub word: &'static str,
    /// The text that completion inserts.
    insert: &'static str,
    /// The text after `.order`, with `N` for a number.
    pub usage: &'static str,
    /// The meaning.
    pub prose: &'static str,
    /// An example line.
    pub example: &'static str,
    /// Parses the text after the word.
    parse: fn(&mut Cursor) -> Parsed<Schedule>,
}

/// The orders that begin with a word.
pub(in crate::syntax) const ORDERS: &[OrderRow] = &[
    OrderRow {
        word: "ascending",
        insert: "ascending",
        usage: "ascending",
        prose: "Lanes take turns from the lowest number up.",
        example: ".order ascending",
        parse: |_| Ok(Schedule::Ascending),
    },
    OrderRow {
        word: "descending",
        insert: "descending",
        usage: "descending",
        prose: "Lanes take turns from the highest number down.",
        example: ".order descending",
        parse: |_| Ok(Schedule::Descending),
    },
    OrderRow {
        word: "seed",
        insert: "seed=",
        usage: "seed=N",
        prose: "Lanes run in a pseudo-random order derived from the seed.",
        example: ".order seed=7",
        parse: |cursor| {
            cursor.need('=', &ORDER, "`=` and a seed")?;
            Ok(Schedule::Seeded(need_whole(cursor, "a seed")?.to_u64()))
        },
    },
    OrderRow {
        word: "random",
        insert: "random(",
        usage: "random(N)",
        prose: "Another way to write `seed=`.",
        example: ".order random(7)",
        parse: |cursor| {
            cursor.need('(', &ORDER, "`(` and a seed")?;
            let seed = need_whole(cursor, "a seed")?;
            cursor.need(')', &ORDER, "`)`")?;
            Ok(Schedule::Seeded(seed.to_u64()))
        },
    },
];

/// Returns the text after `.order`, for help.
pub(super) fn order_usage() -> String {
    ORDERS.iter().map(|row| row.usage).chain(["lanes [/ lanes]"]).collect::<Vec<_>>().join(" | ")
}

/// Parses `.order`.
pub(super) fn order(parser: &mut DirectiveParser) -> Parsed<Directive> {
    parser.offer(|_| ORDERS.iter().map(|row| CompletionItem::new(row.insert, "order", "")).collect());
    if parser.peek_word().is_some_and(|word| ORDERS.iter().any(|row| row.word == word)) {
        let word = parser.here();
        parser.mark_keyword(word);
    }
    lane_order(parser).map(Directive::Order)
}

/// Parses one of [`ORDERS`], or lists of lanes separated by `/`.
pub(in crate::syntax) fn lane_order(cursor: &mut Cursor) -> Parsed<Schedule> {
    if is_at_number(cursor) {
        return lane_lists(cursor);
    }
    let usages = ORDERS.iter().map(|row| format!("`{}`", row.usage)).chain(["lanes".to_owned()]);
    let word = cursor.need_word(&ORDER, &listed(&usages.collect::<Vec<_>>(), "or"))?;
    match ORDERS.iter().find(|row| row.word == word.text) {
        Some(row) => (row.parse)(cursor),
        None => fail_unknown(&ORDER, &word, "order", ORDERS.iter().map(|row| row.word)),
    }
}

fn lane_lists(cursor: &mut Cursor) -> Parsed<Schedule> {
    let mut lists = vec![Vec::new()];
    while !cursor.is_done() {
        let lane = need_whole(cursor, "a lane")?;
        match u8::try_from(lane.value) {
            Ok(lane) if usize::from(lane) < LaneMask::LANES => {
                lists.last_mut().expect("there is a first list").push(lane)
            }
            _ => {
                let message =
                    format!("there is no lane `{}`; expected 0 to {}", lane.value, LaneMask::LANES - 1);
                return fail(&ORDER, lane.span, message);
            }
        }
        cursor.eat(',');
        if cursor.eat('/').is_some() {
            if cursor.is_done() {
                return cursor.fail_expected(&ORDER, "lanes after `/`");
            }
            lists.push(Vec::new());
        }
    }
    Ok(Schedule::Explicit(lists))
}

rules! {
    ISA: "text-isa", Invalid, "`.isa` names an instruction set, and its settings as `key=value`", SCENARIO_TEXT, ".isa";
    LANES: "text-lanes", Invalid, "`.lanes` takes the number of lanes, and masks as `active=` and `helpers=`",
        SCENARIO_TEXT, ".lanes";
    READING: "text-reading", Invalid, "`.reading NAME = choice`", SCENARIO_TEXT, ".reading";
    MODEL: "text-model", Invalid, "`.model` names a cost model, and other values of its numbers as `key=value`",
        SCENARIO_TEXT, ".model";
    LIMIT: "text-limit", Invalid,
        "`.limit` takes a count or the name of an instruction, and the largest number, or `min=` and the smallest one",
        SCENARIO_TEXT, ".limit";
    ORDER: "text-order", Invalid,
        "`.order` takes one of its words, or lists of lanes with `/` between them",
        SCENARIO_TEXT, ".order";
}
