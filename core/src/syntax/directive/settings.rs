//! `.isa`, `.model`, `.limit`, `.lanes`, `.reading` and `.order`.

use super::super::ast::{
    Directive, IsaLine, LanesLine, LimitCount, LimitLine, ModelLine, Number, ReadingLine,
};
use super::super::cursor::{Cursor, Parsed, fail, fail_unknown};
use super::super::number::{is_at_number, need_number, need_number_for};
use super::super::offer::caret::CaretContext;
use super::super::offer::item::CompletionItem;
use super::items;
use super::key::{KeyRow, number_key, parameter_keys, parse_keys, setting_keys};
use super::parser::DirectiveParser;
use crate::base::{SCENARIO_TEXT, Schedule, one_of, rules};
use crate::spec::CostModel;

/// Parses `.isa`.
pub(super) fn isa(line: &mut DirectiveParser) -> Parsed<Directive> {
    let roll_call = line.roll_call;
    let known = roll_call.sets().iter().map(|set| set.key);
    line.offer(|_| items::word_items(&known.clone().collect::<Vec<_>>(), "instruction set"));
    let set = line.need_word(&ISA, &one_of(known.clone()))?;
    let Some(row) = roll_call.set(&set.text) else {
        return fail_unknown(&ISA, &set, "instruction set", known);
    };
    line.mark_keyword(set.span);
    Ok(Directive::Isa(IsaLine { set, keys: parse_keys(line, &setting_keys(row, roll_call))? }))
}

/// Parses `.model`.
pub(super) fn model(line: &mut DirectiveParser) -> Parsed<Directive> {
    let models = line.roll_call.cost_models();
    let known = models.iter().map(|model| model.key);
    let item = |model: &&CostModel| CompletionItem::new(model.key, "cost model", model.title);
    line.offer(|_| models.iter().map(item).collect());
    let name = line.need_word(&MODEL, &one_of(known.clone()))?;
    let Some(model) = line.roll_call.cost_model(&name.text) else {
        return fail_unknown(&MODEL, &name, "cost model", known);
    };
    line.mark_keyword(name.span);
    Ok(Directive::Model(ModelLine { model, keys: parse_keys(line, &parameter_keys())? }))
}

/// The word of `.limit` before a smallest number.
const LEAST: &str = "min";

/// The keys of `.limit`.
pub(super) const LIMIT_KEYS: &[KeyRow<()>] = &[number_key(
    (),
    LEAST,
    "The smallest number, in place of the largest one.",
    ".limit instructions min=2",
)];

/// Parses `.limit`. The check finds the name.
pub(super) fn limit(line: &mut DirectiveParser) -> Parsed<Directive> {
    line.offer(limited);
    let Some(name) = line.run(&['=']) else {
        return line.fail_expected(&LIMIT, "a count, or the name of an instruction");
    };
    let count = LimitCount::all().find(|count| count.word() == name.text);
    if count.is_some() {
        line.mark_keyword(name.span);
    }
    let is_least = line.peek_word() == Some(LEAST);
    if is_least {
        line.skip(1);
        line.need('=', &LIMIT, "`=` and the smallest number")?;
    }
    let expected =
        if is_least { "the smallest number" } else { "the largest number, or `min=` and the smallest one" };
    let number = need_number_for(line, &LIMIT, expected)?.to_u64();
    Ok(Directive::Limit(LimitLine { name, count, number, is_least }))
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
        "Helper lanes, which are dispatched only for their neighbours: memory accesses skip them.",
        ".lanes 32 active=0xff helpers=0xf0",
    ),
];

/// Parses `.lanes`.
pub(super) fn lanes(line: &mut DirectiveParser) -> Parsed<Directive> {
    let count = need_number_for(line, &LANES, "the number of lanes")?;
    let keys = parse_keys(line, LANES_KEYS)?;
    let mask = |wanted: LanesKey| {
        let key = keys.iter().find(|key| key.key == wanted)?;
        Some(Number { value: key.number?, span: key.value.span })
    };
    Ok(Directive::Lanes(LanesLine {
        count,
        active: mask(LanesKey::Active),
        helpers: mask(LanesKey::Helpers),
    }))
}

/// Parses `.reading`.
pub(super) fn reading(line: &mut DirectiveParser) -> Parsed<Directive> {
    line.offer(readings);
    let Some(name) = line.take_verbatim(&['=']) else {
        return line.fail_expected(&READING, "the name of a reading");
    };
    line.need_spaced('=', &READING, "`=` and a choice")?;
    line.offer(|caret| choices(caret, &name.text));
    let Some(choice) = line.take_verbatim(&[]) else { return line.fail_expected(&READING, "a choice") };
    Ok(Directive::Reading(ReadingLine { name, choice }))
}

fn readings(caret: &CaretContext) -> Vec<CompletionItem> {
    let item =
        |name: &str, question| CompletionItem::new(name, "reading", question).inserting(format!("{name} = "));
    caret.roll_call.readings().map(|reading| item(reading.name, reading.question)).collect()
}

fn choices(caret: &CaretContext, reading: &str) -> Vec<CompletionItem> {
    let choices = caret.roll_call.reading(reading).map_or(&[][..], |reading| reading.choices);
    choices.iter().map(|choice| CompletionItem::new(choice.name, "choice", choice.prose)).collect()
}

/// A word of `.order`.
pub(in crate::syntax) struct OrderRow {
    /// The word.
    pub word: &'static str,
    /// The sign after the word; may be empty.
    pub sign: &'static str,
    /// The meaning.
    pub prose: &'static str,
    /// An example line.
    pub example: &'static str,
    /// Parses the text after the word.
    parse: fn(&mut Cursor) -> Parsed<Schedule>,
}

/// The words of `.order`.
pub(in crate::syntax) const ORDERS: &[OrderRow] = &[
    OrderRow {
        word: "ascending",
        sign: "",
        prose: "Lanes take turns from the lowest number up.",
        example: ".order ascending",
        parse: |_| Ok(Schedule::Ascending),
    },
    OrderRow {
        word: "descending",
        sign: "",
        prose: "Lanes take turns from the highest number down.",
        example: ".order descending",
        parse: |_| Ok(Schedule::Descending),
    },
    OrderRow {
        word: "seed",
        sign: "=",
        prose: "Lanes run in a pseudo-random order derived from the seed.",
        example: ".order seed=7",
        parse: |cursor| {
            cursor.need('=', &ORDER, "`=` and a seed")?;
            Ok(Schedule::Seeded(need_number(cursor, "a seed")?.to_u64()))
        },
    },
    OrderRow {
        word: "random",
        sign: "(",
        prose: "Another way to write `seed=`.",
        example: ".order random(7)",
        parse: |cursor| {
            cursor.need('(', &ORDER, "`(` and a seed")?;
            let seed = need_number(cursor, "a seed")?;
            cursor.need(')', &ORDER, "`)`")?;
            Ok(Schedule::Seeded(seed.to_u64()))
        },
    },
];

/// Parses `.order`.
pub(super) fn order(line: &mut DirectiveParser) -> Parsed<Directive> {
    let item = |row: &OrderRow| CompletionItem::new(&format!("{}{}", row.word, row.sign), "order", "");
    line.offer(|_| ORDERS.iter().map(item).collect());
    if line.peek_word().is_some_and(|word| ORDERS.iter().any(|row| row.word == word)) {
        let word = line.here();
        line.mark_keyword(word);
    }
    lane_order(line).map(Directive::Order)
}

/// Parses `ascending`, `descending`, `seed=N`, `random(N)` or lists of lanes separated by `/`.
pub(in crate::syntax) fn lane_order(cursor: &mut Cursor) -> Parsed<Schedule> {
    if is_at_number(cursor) {
        return lane_lists(cursor);
    }
    let word = cursor.need_word(&ORDER, ORDER_WHAT)?;
    match ORDERS.iter().find(|row| row.word == word.text) {
        Some(row) => (row.parse)(cursor),
        None => fail_unknown(&ORDER, &word, "order", ORDERS.iter().map(|row| row.word)),
    }
}

const ORDER_WHAT: &str = "`ascending`, `descending`, `seed=N`, `random(N)` or lanes";

fn lane_lists(cursor: &mut Cursor) -> Parsed<Schedule> {
    let mut lists = vec![Vec::new()];
    while !cursor.is_done() {
        let lane = need_number(cursor, "a lane")?;
        match u8::try_from(lane.value) {
            Ok(lane) if lane < 32 => lists.last_mut().expect("there is a first list").push(lane),
            _ => {
                let message = format!("there is no lane `{}`; expected 0 to 31", lane.value);
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
    ISA: "text-isa", Invalid, "`.isa` names an instruction set, and its settings as `key=value`", SCENARIO_TEXT, "`.isa`";
    LANES: "text-lanes", Invalid, "`.lanes` takes the number of lanes, and masks as `active=` and `helpers=`",
        SCENARIO_TEXT, "`.lanes`";
    READING: "text-reading", Invalid, "`.reading NAME = choice`", SCENARIO_TEXT, "`.reading`";
    MODEL: "text-model", Invalid, "`.model` names a cost model, and other values of its numbers as `key=value`",
        SCENARIO_TEXT, "`.model`";
    LIMIT: "text-limit", Invalid,
        "`.limit` takes a count or the name of an instruction, and the largest number, or `min=` and the smallest one",
        SCENARIO_TEXT, "`.limit`";
    ORDER: "text-order", Invalid,
        "`.order` takes `ascending`, `descending`, `seed=N`, `random(N)` or lists of lanes with `/` between them",
        SCENARIO_TEXT, "`.order`";
}
