//! The directives of the scenario text.

use super::ast::{
    Assignment, Claim, Directive, Expect, InvariantLine, IsaLine, Key, LanesLine, ModelLine, NotationBlock,
    Number, ReadingLine, SpannedText,
};
use super::cursor::{Cursor, PAGE, Parsed, unknown};
use super::key::{KeyRow, keys, number_key, parameter_keys, setting_keys};
use super::lexer::{Token, TokenKind};
use super::number::{count, starts_number};
use super::value::values;
use crate::base::{Rule, ScalarType, Schedule, Span, one_of, rules};
use crate::diag::{Diagnostic, Severity};
use crate::spec::{COST_MODELS, CostCount, CostModel, RollCall};

pub(super) fn equals(cursor: &mut Cursor) -> Parsed<Span> {
    cursor.need('=', &ASSIGNMENT, "`=`")
}

/// Parses `.isa KEY setting=value`.
pub(super) fn isa(cursor: &mut Cursor, roll_call: &RollCall) -> Parsed<Directive> {
    let known = roll_call.sets().iter().map(|set| set.key);
    let set = cursor.need_word(&ISA, &one_of(known.clone()))?;
    if roll_call.set(&set.text).is_none() {
        return Err(Box::new(unknown(&ISA, &set, "instruction set", known)));
    }
    Ok(Directive::Isa(IsaLine { set, keys: keys(cursor, &setting_keys(roll_call))? }))
}

/// Parses `.model NAME key=value`.
pub(super) fn model(cursor: &mut Cursor) -> Parsed<Directive> {
    let known = COST_MODELS.iter().map(|model| model.key);
    let name = cursor.need_word(&MODEL, &one_of(known.clone()))?;
    let Some(model) = CostModel::find(&name.text) else {
        return Err(Box::new(unknown(&MODEL, &name, "cost model", known)));
    };
    Ok(Directive::Model(ModelLine { model, keys: keys(cursor, &parameter_keys())? }))
}

/// Parses `.limit NAME N` or `.limit NAME min=N`. The check finds the name.
pub(super) fn limit(cursor: &mut Cursor) -> Parsed<Directive> {
    let Some(name) = cursor.run(&[]) else {
        return cursor.expected(&LIMIT, "a count, or the name of an instruction");
    };
    let is_least = cursor.peek_word().is_some_and(|word| word.text == LEAST);
    if is_least {
        cursor.skip(1);
        cursor.need('=', &LIMIT, "`=` and the smallest number")?;
    }
    let expected =
        if is_least { "the smallest number" } else { "the largest number, or `min=` and the smallest one" };
    let number = count(cursor, expected)?.count();
    Ok(Directive::Limit { name, number, is_least })
}

/// The word of `.limit` before a smallest number.
const LEAST: &str = "min";

/// The word of `.limit` for the number of instructions.
pub(crate) const INSTRUCTIONS: &str = "instructions";

/// The word of `.limit` for the number of instructions whose semantics or operation the text modifies.
pub(crate) const MODIFIED: &str = "modified";

/// Returns the counts of `.limit`: of instructions, of modified ones, and those of the cost model.
pub(crate) fn limit_words() -> impl Iterator<Item = &'static str> + Clone {
    [INSTRUCTIONS, MODIFIED].into_iter().chain(CostCount::ALL.into_iter().map(CostCount::word))
}

/// The keys of `.lanes`.
pub(super) const LANES_KEYS: &[KeyRow] = &[
    number_key("active", "The dispatch mask: bit n is lane n.", ".lanes 8 active=0xff"),
    number_key(
        "helpers",
        "Helper lanes, which are dispatched only for their neighbours: memory accesses skip them.",
        ".lanes 32 active=0xff helpers=0xf0",
    ),
];

/// Parses `.lanes 8 active=0xff helpers=0`.
pub(super) fn lanes(cursor: &mut Cursor) -> Parsed<Directive> {
    let count = count(cursor, "the number of lanes")?;
    let keys = keys(cursor, LANES_KEYS)?;
    let mask = |name: &str| {
        let key = Key::find(&keys, name)?;
        Some(Number { value: key.number?, span: key.value.span })
    };
    Ok(Directive::Lanes(LanesLine { count, active: mask("active"), helpers: mask("helpers") }))
}

/// Parses `NAME = values`.
pub(super) fn assignment(cursor: &mut Cursor) -> Parsed<Assignment> {
    let name = cursor.need_word(&ASSIGNMENT, "a name to set")?;
    equals(cursor)?;
    Ok(Assignment { name, values: values(cursor)? })
}

/// Parses `.const ADDRESS = words`.
pub(super) fn constants(cursor: &mut Cursor) -> Parsed<Directive> {
    let address = count(cursor, "a byte address such as `0x400`")?;
    equals(cursor)?;
    Ok(Directive::Const { address, values: values(cursor)? })
}

/// The keys of `.pool`.
pub(super) const POOL_KEYS: &[KeyRow] = &[number_key(
    "max",
    "The maximum index of a surface header; the reading `pool_limit` says whether the maximum itself is valid.",
    ".pool max=7",
)];

/// Parses `.pool max=N`.
pub(super) fn pool(cursor: &mut Cursor) -> Parsed<Directive> {
    if cursor.is_done() {
        return cursor.expected(&POOL, "`max=` and the largest index");
    }
    Ok(Directive::Pool(keys(cursor, POOL_KEYS)?))
}

/// Parses `.reading NAME = choice`.
pub(super) fn reading(cursor: &mut Cursor) -> Parsed<Directive> {
    let Some(name) = cursor.run(&['=']) else { return cursor.expected(&READING, "the name of a reading") };
    cursor.need('=', &READING, "`=` and a choice")?;
    let Some(choice) = cursor.run(&[]) else { return cursor.expected(&READING, "a choice") };
    Ok(Directive::Reading(ReadingLine { name, choice }))
}

/// The words of `.order`, each with its meaning and an example.
pub(super) const ORDERS: &[(&str, &str, &str)] = &[
    ("ascending", "Lanes take turns from the lowest number up.", ".order ascending"),
    ("descending", "Lanes take turns from the highest number down.", ".order descending"),
    ("seed", "Lanes run in a pseudo-random order derived from the seed.", ".order seed=7"),
    ("random", "Another way to write `seed=`.", ".order random(7)"),
];

/// Parses `.order ascending`, `descending`, `seed=N`, `random(N)` or lists of lanes separated by `/`.
pub(super) fn lane_order(cursor: &mut Cursor) -> Parsed<Schedule> {
    let word = match cursor.peek_word() {
        Some(word) if !starts_number(&word.text) => word,
        Some(_) => return lane_lists(cursor),
        None => return cursor.expected(&ORDER, ORDER_WHAT),
    };
    cursor.skip(1);
    match word.text.as_str() {
        "ascending" => Ok(Schedule::Ascending),
        "descending" => Ok(Schedule::Descending),
        "seed" => {
            cursor.need('=', &ORDER, "`=` and a seed")?;
            Ok(Schedule::Seeded(count(cursor, "a seed")?.count()))
        }
        "random" => {
            cursor.need('(', &ORDER, "`(` and a seed")?;
            let seed = count(cursor, "a seed")?;
            cursor.need(')', &ORDER, "`)`")?;
            Ok(Schedule::Seeded(seed.count()))
        }
        _ => Err(Box::new(unknown(&ORDER, &word, "order", ORDERS.iter().map(|(word, ..)| *word)))),
    }
}

const ORDER_WHAT: &str = "`ascending`, `descending`, `seed=N`, `random(N)` or lanes";

fn lane_lists(cursor: &mut Cursor) -> Parsed<Schedule> {
    let mut lists = vec![Vec::new()];
    while !cursor.is_done() {
        let lane = count(cursor, "a lane")?;
        match u8::try_from(lane.value) {
            Ok(lane) if lane < 32 => lists.last_mut().expect("there is a first list").push(lane),
            _ => {
                let message = format!("there is no lane `{}`; expected 0 to 31", lane.value);
                return Err(Box::new(Diagnostic::error(&ORDER, lane.span, message)));
            }
        }
        cursor.eat(',');
        if cursor.eat('/').is_some() {
            if cursor.is_done() {
                return cursor.expected(&ORDER, "lanes after `/`");
            }
            lists.push(Vec::new());
        }
    }
    Ok(Schedule::Explicit(lists))
}

/// Parses the part of `.semantics NAME [like INSTRUCTION] {` or `.op NAME [TYPE] {` before the brace.
pub(super) fn block(
    cursor: &mut Cursor,
    word: &SpannedText,
    open: Span,
    close: Option<Span>,
) -> Parsed<Directive> {
    let is_op = word.text == "op";
    let name = cursor.need_word(if is_op { &OP } else { &SEMANTICS }, "a name")?;
    let ty = if is_op { scalar_type(cursor)? } else { None };
    let says_like = !is_op && cursor.peek_word().is_some_and(|word| word.text == "like");
    let like = if says_like {
        cursor.skip(1);
        Some(cursor.need_word(&SEMANTICS, "an instruction after `like`")?)
    } else {
        None
    };
    if !cursor.is_done() {
        return cursor.expected(if is_op { &OP } else { &SEMANTICS }, "`{`");
    }
    let Some(close) = close else {
        let message = format!("`{{` of `.{} {}` is never closed; expected `}}`", word.text, name.text);
        return Err(Box::new(Diagnostic::error(&OPEN_BLOCK, open, message)));
    };
    let body = Span::new(open.range().end, close.range().start);
    let block = NotationBlock { name, like, ty, body, is_expression: false };
    Ok(if is_op { Directive::Op(block) } else { Directive::Semantics(block) })
}

/// Reports a `.semantics` without a block.
pub(super) fn semantics(cursor: &mut Cursor) -> Parsed<Directive> {
    cursor.need_word(&SEMANTICS, "a name and `{`")?;
    cursor.expected(&SEMANTICS, "`{`")
}

/// Parses `.op NAME [TYPE] = expression`.
pub(super) fn operation(cursor: &mut Cursor) -> Parsed<NotationBlock> {
    let name = cursor.need_word(&OP, "the name of an operation")?;
    let ty = scalar_type(cursor)?;
    cursor.need('=', &OP, "`=` and an expression, or `{`")?;
    if cursor.is_done() {
        return cursor.expected(&OP, "an expression such as `old + src0`");
    }
    let body = cursor.skip(usize::MAX);
    Ok(NotationBlock { name, like: None, ty, body, is_expression: true })
}

/// Parses `.variant NAME {`.
pub(super) fn variant(cursor: &mut Cursor) -> Parsed<SpannedText> {
    let name = cursor.need_word(&VARIANT, "a name and `{`")?;
    cursor.need('{', &VARIANT, "`{`")?;
    Ok(name)
}

/// Parses `.invariant NAME: condition`.
pub(super) fn invariant(cursor: &mut Cursor) -> Parsed<InvariantLine> {
    let name = cursor.need_word(&INVARIANT, "a name and `:`")?;
    cursor.need(':', &INVARIANT, "`:` and a condition")?;
    if cursor.is_done() {
        return cursor.expected(&INVARIANT, "a condition such as `sum(BUF) == 100`");
    }
    Ok(InvariantLine { name, condition: cursor.skip(usize::MAX) })
}

/// Parses a scalar type, if a word is next.
fn scalar_type(cursor: &mut Cursor) -> Parsed<Option<(ScalarType, Span)>> {
    let Some(word) = cursor.word() else { return Ok(None) };
    match ScalarType::from_name(&word.text) {
        Some(ty) => Ok(Some((ty, word.span))),
        None => Err(Box::new(unknown_type(&TYPE, &word))),
    }
}

/// Creates the error for an unknown type. Its fix is the type that has this name in other languages, or a type with a
/// similar name.
pub(super) fn unknown_type(rule: &'static Rule, word: &SpannedText) -> Diagnostic {
    let finding = unknown(rule, word, "type", type_names());
    match ScalarType::from_foreign_name(&word.text) {
        Some(ty) => finding.write(ty.name().to_ascii_lowercase()),
        None => finding,
    }
}

/// Returns the names of the scalar types, in upper case.
pub(super) fn type_names() -> impl Iterator<Item = &'static str> + Clone {
    ScalarType::ALL.into_iter().map(ScalarType::name)
}

/// Parses `.expect NAME [type] = values`, `.expect error CODE`, or a claim about all orders.
pub(super) fn expect(cursor: &mut Cursor) -> Parsed<Expect> {
    let name = cursor.need_word(&EXPECT, "a name and `=`, or `error` and a code")?;
    if let Some(severity) = Severity::from_word(&name.text).filter(|_| !cursor.is_at(0, '=')) {
        return match cursor.run(&[]) {
            Some(code) => Ok(Expect::Diagnostic { severity, code }),
            None => cursor.expected(&EXPECT, "the code of a diagnostic"),
        };
    }
    let next = cursor.peek_word();
    match (name.text.as_str(), next.as_ref().map(|word| word.text.as_str())) {
        ("outcomes", Some(what @ ("memory" | "results"))) => {
            let results = what == "results";
            cursor.skip(1);
            return Ok(Expect::Outcomes { results, count: count(cursor, "how many outcomes there are")? });
        }
        ("possible" | "impossible", _) if cursor.is_at(0, '{') => {
            return braced_ends(cursor, name.text == "possible");
        }
        ("possible" | "impossible", Some(word)) if Severity::from_word(word).is_some() => {
            let errors = vec![error_code(cursor)?];
            let (is_possible, claims) = (name.text == "possible", Vec::new());
            return Ok(Expect::Possible { is_possible, braces: None, claims, errors });
        }
        // A variable may have one of these names: `.expect possible ud = 1`.
        ("possible" | "impossible", Some(word)) if ScalarType::from_name(word).is_none() => {
            return cursor.expected(&ALL_ORDERS, "`{` and claims, or `error` and a code");
        }
        ("outcomes", Some(word)) if ScalarType::from_name(word).is_none() => {
            return cursor.expected(&ALL_ORDERS, "`memory` or `results`");
        }
        (word, Some(next)) if starts_number(next) => {
            if let Some(what) = CostCount::from_word(word) {
                return Ok(Expect::Cost { what, count: count(cursor, "a number")? });
            }
        }
        ("invariant", Some(_)) if !cursor.is_at(1, '=') => {
            return Ok(Expect::Invariant(cursor.need_word(&ALL_ORDERS, "the name of an invariant")?));
        }
        ("order", _) if cursor.is_at(0, '-') => {
            let word = cursor.skip(2);
            return match word.of(cursor.text) {
                "-independent" => Ok(Expect::OrderIndependent(name.span.to(word))),
                _ => Err(Box::new(Diagnostic::error(&ALL_ORDERS, word, "expected `order-independent`"))),
            };
        }
        _ => {}
    }
    Ok(Expect::Contents(claim(name, cursor)?))
}

/// Parses the claim after a name: `[type] = values`.
fn claim(name: SpannedText, cursor: &mut Cursor) -> Parsed<Claim> {
    let ty = scalar_type(cursor)?;
    cursor.need('=', &EXPECT, "`=` and values")?;
    Ok(Claim { name, ty, values: values(cursor)? })
}

/// Parses `error CODE` of an order that ends with that error.
fn error_code(cursor: &mut Cursor) -> Parsed<SpannedText> {
    let word = cursor.need_word(&ALL_ORDERS, "`error`")?;
    if word.text != "error" {
        let message = format!("expected `error`, found `{}`; only an error ends an order", word.text);
        return Err(Box::new(Diagnostic::error(&ALL_ORDERS, word.span, message)));
    }
    match cursor.run(&[]) {
        Some(code) => Ok(code),
        None => cursor.expected(&ALL_ORDERS, "the code of an error"),
    }
}

/// Parses `{ NAME [type] = values; error CODE; NAME [type] = values }`.
pub(super) fn braced_ends(cursor: &mut Cursor, is_possible: bool) -> Parsed<Expect> {
    let open = cursor.need('{', &ALL_ORDERS, "`{`")?;
    let (mut claims, mut errors) = (Vec::new(), Vec::new());
    while !cursor.is_done() && !cursor.is_at(0, '}') {
        let mut depth = 0usize;
        let ends = |token: &Token| {
            match token.kind {
                TokenKind::Punct('[' | '(') => depth += 1,
                TokenKind::Punct(']' | ')') => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && (token.is(';') || token.is('}'))
        };
        let len = cursor.tokens.iter().position(ends).unwrap_or(cursor.tokens.len());
        let mut one = cursor.first(len);
        let word = one.peek_word().and_then(|word| Severity::from_word(&word.text));
        if word.is_some() && !one.is_at(1, '=') {
            errors.push(error_code(&mut one)?);
            if !one.is_done() {
                return one.expected(&ALL_ORDERS, "`;` and more, or `}`");
            }
        } else {
            let name = one.need_word(&ALL_ORDERS, "a name and `=`, or `error` and a code")?;
            claims.push(claim(name, &mut one)?);
        }
        cursor.skip(len);
        cursor.eat(';');
    }
    let close = cursor.need('}', &ALL_ORDERS, "`;` and more, or `}`")?;
    Ok(Expect::Possible { is_possible, braces: Some([open, close]), claims, errors })
}

rules! {
    UNKNOWN: "text-unknown-directive", Invalid, "a line that begins with a dot is one of the directives",
        PAGE, "Directives";
    ISA: "text-isa", Invalid, "`.isa` names an instruction set, and its settings as `key=value`", PAGE, "`.isa`";
    ASSIGNMENT: "text-assignment", Invalid, "`.set NAME = values` and `.const ADDRESS = words`",
        PAGE, "`.set` and `.const`";
    POOL: "text-pool", Invalid, "`.pool max=N`", PAGE, "`.pool`";
    READING: "text-reading", Invalid, "`.reading NAME = choice`", PAGE, "`.reading`";
    MODEL: "text-model", Invalid, "`.model` names a cost model, and other values of its numbers as `key=value`",
        PAGE, "`.model`";
    LIMIT: "text-limit", Invalid, "`.limit` takes a count or the name of an instruction, and the largest number", PAGE, "`.limit`";
    ORDER: "text-order", Invalid,
        "`.order` takes `ascending`, `descending`, `seed=N`, `random(N)` or a list of lanes", PAGE, "`.order`";
    SEMANTICS: "text-semantics", Invalid, "`.semantics NAME [like INSTRUCTION] { ... }`", PAGE, "`.semantics`";
    OP: "text-op", Invalid, "`.op NAME [TYPE] = expression` or `.op NAME [TYPE] { ... }`", PAGE, "`.op`";
    INVARIANT: "text-invariant", Invalid, "`.invariant NAME: condition`", PAGE, "`.invariant`";
    VARIANT: "text-variant", Invalid,
        "`.variant NAME { directives }` has a unique name, holds no other variant, and has `.isa` only in its first line",
        PAGE, "`.variant`";
    OPEN_BLOCK: "text-open-block", Invalid, "each `{` of a block has its `}`", PAGE, "`.semantics` and `.op`";
    EXPECT: "text-expect", Invalid,
        "`.expect NAME [TYPE] = values`, `.expect error CODE`, `.expect warning CODE`, `.expect note CODE`, or a count of the \
         instruction above, as `.expect sectors N`",
        PAGE, "`.expect`";
    ALL_ORDERS: "text-expect-orders", Invalid,
        "a claim about all orders is `.expect outcomes memory N`, `.expect outcomes results N`, \
         `.expect possible { NAME = values; error CODE; ... }`, `.expect possible error CODE`, `.expect impossible ...`, \
         `.expect invariant NAME` or `.expect order-independent`",
        PAGE, "`.expect`";
    TYPE: "text-type", Invalid, "a type is one of the manual's scalar types, in any case", PAGE, "Types";
}
