//! Reports of trials of the examples and cases: variants, sweeps, other readings, other addresses and misconceptions. The files in
//! `trials` hold them.
#![cfg(not(target_arch = "wasm32"))] // reads folders

use crate::common::golden::hold_text;
use crate::common::{files, name_of, root};
use lanescope_core::check::{SetWithCheck, SetsWithChecks};
use lanescope_core::semantics::{NotationTokenClass, highlight};
use lanescope_core::session::compare::{ChoiceEffect, Limits, SweepAnswer, SweepQuestion, Sweeping, compare};
use lanescope_core::session::teach::MISCONCEPTIONS;
use lanescope_core::session::text::VariantStart;
use lanescope_core::session::{Job, Session, known_sets};
use lanescope_core::spec::{Instruction, InstructionSet, Modifier, ModifierValues, OpTable};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::rc::Rc;

/// Few enough states that the outcomes of a comparison stay small.
const LIMITS: Limits = Limits { steps: 5_000, states: 20_000, outcomes: 64 };

/// Values at which results change: small ones, multiples of an element, and one far out of bounds.
const VALUES: &str = "0 4 100";

/// The table of changes of misconceptions.
const MISCONCEPTIONS_FILE: &str = "core/tests/trials/misconceptions.txt";

/// Returns the examples, each with its name and its session.
fn examples() -> Vec<(String, Session)> {
    let files = files(&root("static/examples"), "lane").into_iter();
    files.map(|(path, text)| (name_of(&path), Session::open(&text))).collect()
}

/// Returns a report with one field a line. Rows of steps are written as `A-B`, differing ones with `!`.
fn fields(report: impl serde::Serialize) -> String {
    let Value::Object(fields) = serde_json::to_value(report).expect("a report is JSON") else {
        panic!("a report has fields")
    };
    let mut out = String::new();
    for (name, value) in &fields {
        match (name.as_str(), value) {
            ("rows", Value::Array(rows)) if rows.iter().all(|row| row.get("is_same").is_some()) => {
                let step = |row: &Value, side: &str| {
                    row[side].as_u64().map_or("".to_owned(), |step| step.to_string())
                };
                let row = |row: &Value| {
                    let sign = if row["is_same"] == true { "" } else { "!" };
                    format!("{}-{}{sign}", step(row, "a"), step(row, "b"))
                };
                let rows: Vec<String> = rows.iter().map(row).collect();
                writeln!(out, "  rows: {}", rows.join(" ")).expect("a text grows");
            }
            _ => writeln!(out, "  {name}: {value}").expect("a text grows"),
        }
    }
    out
}

#[test]
fn comparisons_of_variants() {
    let mut out = String::new();
    for (name, base) in examples() {
        for variant in base.each_variant() {
            let names = ["base", variant.variant.as_deref().expect("it is a variant")];
            let report = compare(names, &base, &variant, LIMITS, Job::complete);
            writeln!(out, "{name} {}\n{}", names[1], fields(report)).expect("a text grows");
        }
    }
    hold_text("core/tests/trials/variants.txt", &out);
}

#[test]
fn sweeps_of_a_variable_and_of_a_surface() {
    let mut out = String::new();
    for (name, base) in examples().into_iter().step_by(2) {
        let Some(layout) = base.scenario.as_ref().map(|scenario| &scenario.layout) else { continue };
        let variable = layout.variables.iter().find(|variable| variable.count > 0).map(|it| it.name.clone());
        let surface = layout.surfaces.iter().find(|surface| surface.count() > 0).map(|it| it.name.clone());
        for place in [variable, surface].into_iter().flatten() {
            let question = SweepQuestion::parse(&format!("{place} = {VALUES}"), 1);
            for other in [None].into_iter().chain(base.each_variant().map(Some)) {
                let side = other.as_ref().and_then(|other| other.variant.as_deref()).unwrap_or("base");
                writeln!(out, "{name} {place} {side}").expect("a text grows");
                let sweeping = match Sweeping::new(&base, other.as_ref(), &question, 1_000_000) {
                    Ok(sweeping) => sweeping.listing(1),
                    Err(why) => {
                        writeln!(out, "  {why}\n").expect("a text grows");
                        continue;
                    }
                };
                let report = match sweeping.complete() {
                    SweepAnswer::Table { table, .. } => fields(table),
                    SweepAnswer::Beside(found) => fields(found),
                };
                writeln!(out, "{report}").expect("a text grows");
            }
        }
    }
    hold_text("core/tests/trials/sweeps.txt", &out);
}

#[test]
fn other_choices_of_readings() {
    let mut out = String::new();
    for (name, base) in examples().into_iter().step_by(2) {
        writeln!(out, "{name}").expect("a text grows");
        let mut others = base.other_readings();
        while !others.advance(&base) {}
        let mut without_effect = Vec::new();
        for entry in base.what_if() {
            for (choice, effect) in entry.tried() {
                let choice = format!("{}={}", entry.reading.name, choice.name);
                match effect {
                    ChoiceEffect::Nothing => without_effect.push(choice),
                    _ => {
                        let effect = serde_json::to_string(effect).expect("an effect is JSON");
                        writeln!(out, "  {choice}: {effect}").expect("a text grows");
                    }
                }
            }
        }
        writeln!(out, "  no effect: {}", without_effect.join(" ")).expect("a text grows");
        let Some(run) = &base.run else { continue };
        let mut steps: BTreeMap<Vec<(&str, &str)>, Vec<u32>> = BTreeMap::new();
        for step in run.steps() {
            steps.entry(others.of_step(run, &step)).or_default().push(step.index);
        }
        for (readings, steps) in steps.iter().filter(|(readings, _)| !readings.is_empty()) {
            writeln!(out, "  {readings:?} in steps {steps:?}").expect("a text grows");
        }
    }
    hold_text("core/tests/trials/readings.txt", &out);
}

#[test]
fn other_addresses() {
    let mut out = String::new();
    for (name, base) in examples() {
        let count = base.scenario.as_ref().map_or(0, |scenario| scenario.program.len());
        for instruction in 0..count {
            for (variant, cost) in base.variant_costs(instruction) {
                writeln!(out, "{name} {instruction} {variant}: {}", cost.in_words()).expect("a text grows");
            }
            for change in base.rearrangements(instruction) {
                let words = change.cost.in_words();
                writeln!(out, "{name} {instruction} {}: {words}", change.title).expect("a text grows");
                if let VariantStart::Lines { name, lines } = change.start {
                    write!(out, "  {name}\n{lines}").expect("a text grows");
                }
            }
        }
    }
    hold_text("core/tests/trials/addresses.txt", &out);
}

/// Returns the built-in texts with each token on a line of its own, after a comment, and with numbers in parentheses.
fn reformatted(sets: &SetsWithChecks) -> SetsWithChecks {
    let text = |text: &str| {
        let mut out = String::new();
        for (span, class) in highlight(text) {
            let word = span.of(text);
            match class {
                NotationTokenClass::Comment => {}
                NotationTokenClass::Number => writeln!(out, "/* number */ ({word})").expect("a text grows"),
                _ => writeln!(out, "/* ; {{ */ {word}").expect("a text grows"),
            }
        }
        // Rows hold `'static` texts, so the test leaks them.
        &*out.leak()
    };
    let kind = |modifier: &Modifier| match modifier.values {
        ModifierValues::Ops(table) => {
            let table = OpTable { semantics: text(table.semantics), ..*table };
            Modifier { values: ModifierValues::Ops(Box::leak(Box::new(table))), ..*modifier }
        }
        ModifierValues::Listed(_) => *modifier,
    };
    let changed = |row: &Rc<Instruction>| {
        let mut row = Instruction::clone(row);
        row.modifiers = Vec::leak(row.modifiers.iter().map(kind).collect());
        row.semantics = Cow::Borrowed(text(&row.semantics));
        Rc::new(row)
    };
    let sets = sets.with_checks().map(|(set, check)| {
        let instructions = set.instructions.iter().map(changed).collect();
        SetWithCheck { data: InstructionSet { instructions, ..set.clone() }, check }
    });
    let mut sets: Vec<_> = sets.collect();
    SetsWithChecks::new(sets.remove(0), sets)
}

/// Returns what is left of a notation text without comments, white space and parentheses around numbers.
fn squeezed(text: &str) -> String {
    let words: Vec<&str> = highlight(text)
        .into_iter()
        .filter(|(_, class)| *class != NotationTokenClass::Comment)
        .map(|(span, _)| span.of(text))
        .collect();
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let mut out: Vec<&str> = Vec::new();
    for word in words {
        match (word, &out[..]) {
            (")", [.., "(", number]) if is_number(number) => {
                let number = out.pop().expect("it was matched");
                out.pop();
                out.push(number);
            }
            _ => out.push(word),
        }
    }
    out.concat()
}

/// Returns the statements of a text without white space. A brace and a semicolon end a statement.
fn statements(text: &str) -> Vec<String> {
    let text = squeezed(text);
    text.split_inclusive([';', '{', '}']).map(str::to_owned).collect()
}

/// Returns the changed statements or lines of each misconception, for each instruction, with the operations that have this change.
fn misconceptions(sets: &SetsWithChecks) -> String {
    let mut table: BTreeMap<(usize, String, String), BTreeSet<String>> = BTreeMap::new();
    let texts = [files(&root("core/tests/cases"), "lane"), files(&root("static/examples"), "lane")].concat();
    let mut seen = BTreeSet::new();
    for (_, text) in texts {
        let session = Session::open_with(&text, sets);
        let Some(scenario) = &session.scenario else { continue };
        // The lines of a program with several instructions belong to several operations. One text for each line is enough.
        let [bound] = &scenario.program[..] else { continue };
        let line = bound.span.of(&text).split_whitespace().collect::<Vec<_>>().join(" ");
        if !seen.insert(line.to_ascii_lowercase()) {
            continue;
        }
        let built_in = bound.row.op_table().map_or("", |table| table.semantics);
        let known: BTreeSet<String> =
            [&*text, &*bound.row.semantics, built_in].into_iter().flat_map(statements).collect();
        for (at, misconception) in MISCONCEPTIONS.iter().enumerate() {
            let Some(lines) = misconception.lines(&session) else { continue };
            // Lines of other kinds come before the notation.
            let notation = [".op ", ".semantics "].iter().filter_map(|word| lines.find(word)).min();
            let (other, notation) = lines.split_at(notation.unwrap_or(lines.len()));
            let is_new = |statement: &String| !known.contains(statement) && !statement.starts_with('.');
            let other = other.trim().lines().map(|line| line.trim().to_owned());
            let changed: Vec<String> = other.chain(statements(notation).into_iter().filter(is_new)).collect();
            let key = (at, bound.row.mnemonic.to_string(), changed.join(" "));
            table.entry(key).or_default().insert(bound.op.clone().unwrap_or_default());
        }
    }
    let mut out = String::new();
    for ((at, mnemonic, changed), ops) in table {
        let ops: Vec<&str> = ops.iter().map(String::as_str).collect();
        writeln!(out, "{} {mnemonic} {}\n  {changed}", MISCONCEPTIONS[at].key, ops.join(" "))
            .expect("a text grows");
    }
    out
}

#[test]
fn changes_of_misconceptions() {
    hold_text(MISCONCEPTIONS_FILE, &misconceptions(&known_sets()));
}

#[test]
fn misconceptions_do_not_depend_on_the_layout_of_the_notation() {
    let kept = std::fs::read_to_string(root(MISCONCEPTIONS_FILE)).expect("the table is there");
    let found = misconceptions(&reformatted(&known_sets()));
    let first = kept.lines().zip(found.lines()).find(|(kept, found)| kept != found);
    assert!(kept == found, "{first:?}");
}
