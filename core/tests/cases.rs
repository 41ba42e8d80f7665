//! Every case file and every example of the gallery holds, and together the case files leave no operation, mask,
//! predicate form or reading out.
#![cfg(not(target_arch = "wasm32"))] // reads folders

mod common;

use common::{files, name_of, root};
use lanescope_core::isa::ROLL_CALL;
use lanescope_core::session::Session;
use lanescope_core::spec::{Instruction, ModifierKind, OpTable, PredicateMode, channel_mask};
use lanescope_core::syntax::{Directive, Instr, ItemKind};
use std::collections::BTreeSet;

/// What is wrong with a scenario that has to hold; empty when it does.
fn complaints(session: &Session) -> Vec<String> {
    let mut out = Vec::new();
    if session.unexpected_errors() {
        out.extend(session.diagnostics.iter().map(|found| format!("{}: {}", found.code(), found.message)));
    }
    if session.expectations.is_empty() {
        out.push("it expects nothing".to_owned());
    }
    for expectation in session.expectations.iter().filter(|expectation| !expectation.holds) {
        let line = session.line(expectation.span);
        out.extend(expectation.differences.iter().map(|difference| format!("line {line}: {difference}")));
    }
    out
}

fn case_files() -> Vec<(String, Session)> {
    let found = files(&root("core/tests/cases"), "lane");
    found.into_iter().map(|(path, text)| (name_of(&path), Session::open(&text))).collect()
}

#[test]
fn every_file_holds() {
    let mut failures = Vec::new();
    let mut seen = 0;
    for (path, text) in
        ["core/tests/cases", "static/examples"].iter().flat_map(|folder| files(&root(folder), "lane"))
    {
        let name = name_of(&path);
        let complaints = complaints(&Session::open(&text));
        seen += 1;
        if !complaints.is_empty() {
            failures.push(format!("{name}\n    {}", complaints.join("\n    ")));
        }
    }
    assert!(seen > 100, "only {seen} files were found");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn examples_introduce_themselves() {
    for (path, text) in files(&root("static/examples"), "lane") {
        let name = name_of(&path);
        let mut head = text.lines().map(|line| line.strip_prefix("// "));
        let title = head.next().flatten().unwrap_or_default();
        let sentence = head.next().flatten().unwrap_or_default();
        let group = head.next().flatten().and_then(|line| line.strip_prefix("group: ")).unwrap_or_default();
        assert!(!title.is_empty() && !title.ends_with('.'), "{name}: title {title:?}");
        assert!(sentence.ends_with('.') && sentence.len() < 130, "{name}: sentence {sentence:?}");
        assert!(!group.is_empty(), "{name} has no group");
        let steps = Session::open(&text).run.map_or(0, |run| run.len());
        assert!(steps <= 120, "{name} has {steps} steps, too many to be watched");
    }
}

/// The instructions of the files that ran, and that leave the manual's operations as they are.
fn instructions(cases: &[(String, Session)]) -> impl Iterator<Item = (&'static Instruction, &Instr)> {
    let own_rules = |session: &Session| {
        let is_own =
            |kind: &ItemKind| matches!(kind, ItemKind::Directive(Directive::Op(_) | Directive::Semantics(_)));
        session.document.items.iter().any(|item| is_own(&item.kind))
    };
    let ran = cases.iter().filter(move |(_, session)| session.run.is_some() && !own_rules(session));
    ran.flat_map(|(_, session)| &session.document.items).filter_map(|item| match &item.kind {
        ItemKind::Instruction(instr) => {
            let known = |row: &&&Instruction| row.mnemonic.eq_ignore_ascii_case(&instr.mnemonic.text);
            ROLL_CALL.instructions.iter().find(known).map(|row| (*row, instr.as_ref()))
        }
        _ => None,
    })
}

/// What is in `wanted` and not in `found`, for a message.
fn missing<T: Ord + std::fmt::Debug>(wanted: &BTreeSet<T>, found: &BTreeSet<T>) -> Vec<String> {
    wanted.difference(found).map(|entry| format!("{entry:?}")).collect()
}

#[test]
fn every_operation_has_a_case_in_both_widths() {
    let cases = case_files();
    let (mut wanted, mut found) = (BTreeSet::new(), BTreeSet::new());
    for row in ROLL_CALL.instructions.iter().filter(|row| row.registers.is_none()) {
        let Some(OpTable { ops, .. }) = row.op_table() else { continue };
        wanted.extend(ops.iter().flat_map(|op| [(row.mnemonic, op.name, 32), (row.mnemonic, op.name, 16)]));
    }
    for (row, instr) in instructions(&cases) {
        let words: Vec<&str> = instr.modifiers.iter().map(|word| word.text.as_str()).collect();
        let op = row.op_table().zip(words.first()).and_then(|(table, word)| table.by_text(word));
        let width = if words.contains(&"16") { 16 } else { 32 };
        found.extend(op.map(|op| (row.mnemonic, op.name, width)));
    }
    assert_eq!(wanted.len(), 68, "17 operations in two widths, of two instructions");
    assert_eq!(missing(&wanted, &found), [""; 0]);
}

#[test]
fn every_channel_mask_has_a_case() {
    let cases = case_files();
    let takes_channels = |row: &Instruction| {
        row.modifiers.iter().any(|modifier| matches!(modifier.kind, ModifierKind::Channels))
    };
    let rows = ROLL_CALL.instructions.iter().filter(|row| takes_channels(row));
    let wanted: BTreeSet<(&str, u8)> =
        rows.flat_map(|row| (1..16).map(|mask| (row.mnemonic, mask))).collect();
    let channels = instructions(&cases).filter(|(row, _)| takes_channels(row)).filter_map(|(row, instr)| {
        let letters = instr.modifiers.first()?;
        Some((row.mnemonic, channel_mask(&letters.text)?))
    });
    let found = channels.collect();
    assert_eq!(wanted.len(), 2 * 15, "every choice of four channels but none, of two instructions");
    assert_eq!(missing(&wanted, &found), [""; 0]);
}

#[test]
fn every_mask_has_a_case_for_every_execution_size() {
    let cases = case_files();
    let (mut wanted, mut found) = (BTreeSet::new(), BTreeSet::new());
    for row in ROLL_CALL.instructions.iter().filter(|row| row.registers.is_none()) {
        for &size in row.exec_sizes {
            // Eight lanes start at a multiple of 8, sixteen at one of 16; fewer start anywhere.
            let step = if size < 8 { 4 } else { size };
            let offsets = (0..32).step_by(usize::from(step));
            wanted
                .extend(offsets.flat_map(|offset| [(size, offset as u8, false), (size, offset as u8, true)]));
        }
    }
    for (_, instr) in instructions(&cases) {
        let Some(exec) = instr.exec else { continue };
        found.extend(u8::try_from(exec.size.value).map(|size| (size, exec.mask_offset, exec.no_mask)));
    }
    assert!(
        wanted.len() >= 60,
        "(3 x 8 + 4 + 2) masks, each with and without _NM, and what further rows add"
    );
    assert_eq!(missing(&wanted, &found), [""; 0]);
}

#[test]
fn every_form_of_a_predicate_has_a_case() {
    let cases = case_files();
    let mut found: Vec<(bool, PredicateMode)> = Vec::new();
    for (_, instr) in instructions(&cases) {
        found.extend(instr.predicate.as_ref().map(|predicate| (predicate.inverted, predicate.mode)));
    }
    for mode in [PredicateMode::PerLane, PredicateMode::Any, PredicateMode::All] {
        assert!(found.contains(&(false, mode)) && found.contains(&(true, mode)), "{mode:?}");
    }
}

#[test]
fn every_choice_of_every_reading_has_a_case() {
    let mut found = BTreeSet::new();
    for (_, session) in case_files() {
        for item in &session.document.items {
            if let ItemKind::Directive(Directive::Reading(line)) = &item.kind {
                found.insert((line.name.text.clone(), line.choice.text.clone()));
            }
        }
    }
    let choices = ROLL_CALL.readings.iter().flat_map(|reading| {
        reading.choices.iter().map(|choice| (reading.name.to_owned(), choice.name.to_owned()))
    });
    assert_eq!(missing(&choices.collect(), &found), [""; 0]);
}

#[test]
fn layout_changes_no_outcome() {
    for (path, text) in
        ["core/tests/cases", "static/examples"].iter().flat_map(|folder| files(&root(folder), "lane"))
    {
        let name = name_of(&path);
        let session = Session::open(&text);
        let formatted = session.formatted();
        let again = Session::open(&formatted);
        assert_eq!(again.formatted(), formatted, "{name}: laid out twice is laid out once");
        let end = |session: &Session| {
            session.run.as_ref().map(|run| (run.len(), run.state(run.len()).fingerprint()))
        };
        assert_eq!(end(&again), end(&session), "{name} runs as before");
        let verdicts =
            |session: &Session| session.expectations.iter().map(|found| found.holds).collect::<Vec<_>>();
        assert_eq!(verdicts(&again), verdicts(&session), "{name}");
        let comments = |text: &str| text.lines().filter(|line| line.trim_start().starts_with("//")).count();
        assert_eq!(comments(&formatted), comments(&text), "{name} keeps its comments");
    }
}
