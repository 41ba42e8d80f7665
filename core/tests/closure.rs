//! The cases cover each rule, row, operation, mask and form of a predicate, and each choice of a reading.
#![cfg(not(target_arch = "wasm32"))] // reads folders

use crate::common::{files, golden, root};
use lanescope_core::exec::Condition;
use lanescope_core::session::{Session, known_sets, report::Report, text::rules};
use lanescope_core::spec::{GuardUse, Instruction, OpTable, PartKey, Reading, Signature};
use lanescope_core::syntax::{Directive, InstructionLine, ItemKind, Node};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Returns the codes of the rules that golden files cite: `error[CODE]: ...`.
fn cited() -> BTreeSet<String> {
    let folders = ["core/tests/bad", "core/tests/syntax", "core/tests/notation"];
    let cases = folders.into_iter().flat_map(golden::cases);
    let mut codes = BTreeSet::new();
    for case in cases {
        let lines = case.part("expect").unwrap_or_default().lines();
        codes.extend(lines.filter_map(|line| Some(line.split_once('[')?.1.split_once("]: ")?.0.to_owned())));
    }
    codes
}

/// Returns the codes that case files and examples raise. Most of these findings are expected.
fn raised() -> BTreeSet<String> {
    let folders = ["core/tests/cases", "static/examples"];
    let texts = folders.iter().flat_map(|folder| files(&root(folder), "lane"));
    texts
        .flat_map(|(_, text)| Session::open(&text).diagnostics)
        .map(|found| found.code().to_owned())
        .collect()
}

/// Returns the codes raised by texts that are too large for a file.
fn limits() -> BTreeSet<String> {
    let texts = [
        // The text is longer than 256 KiB.
        " ".repeat(256 * 1024 + 1),
        // 201 unknown directives; the limit is 200 errors.
        ".x\n".repeat(201),
        // 300 undeclared names; the limit is 200 errors.
        (0..300).map(|n| format!(".set A{n} = 1\n")).collect(),
        // 65 invariants; the limit is 64.
        (0..65).map(|n| format!(".invariant a{n}: true\n")).collect(),
        // A semantics text of 32 KiB is compiled for 150 operations: 4.7 MiB.
        String::from(".decl BUF v_type=T num_elts=1\n.decl A v_type=G type=ud num_elts=8 align=GRF\n.set A = [0; 8]\n")
            + &format!(".semantics DWORD_ATOMIC {{ // {}\n}}\n", "x".repeat(32 * 1024))
            + &(0..150).map(|n| format!(".op N{n} = old + src0 + {n}\n")).collect::<String>()
            + &(0..150).map(|n| format!("dword_atomic.n{n} (M1, 1) BUF A.0 A.0 V0.0 V0.0\n")).collect::<String>(),
        // The invariant reads 65,536 elements after each of 400 writes: 26 million. The limit is 20 million.
        ".decl BUF v_type=T num_elts=1\n.decl A v_type=G type=ud num_elts=8 align=GRF\n.set A = [0; 8]\n\
         .surface BUF buffer ub size=65536 = [0; 65536]\n.invariant none: sum(BUF) == 0\n\
         .semantics DWORD_ATOMIC { foreach_active (i) { for (k = 0; k < 400; ++k) { surface[0] = op(0, 0, 0); } } }\n\
         dword_atomic.or (M1, 1) BUF A.0 A.0 V0.0 V0.0\n"
            .to_owned(),
    ];
    let told = texts.iter().flat_map(|text| Session::open(text).diagnostics);
    // Each lane has an element of its own, which becomes 1. A palindrome: the mask is the same from both sides.
    let asked = Session::open(
        ".lanes 8 active=0b10000001\n.decl BUF v_type=T num_elts=1\n.decl A v_type=G type=ud num_elts=8 align=GRF\n.set A = iota(0, 4)\n\
         .surface BUF buffer ud = [0; 8]\ndword_atomic.inc (M1, 8) BUF A.0 V0.0 V0.0 V0.0\n.ask lanes\n\
         .ask schedule { BUF = 2 }\n",
    );
    let told = told.chain(asked.warnings_about_questions());
    // No line of a text can be this long, so the condition is created without one.
    let run = Session::open(".isa sass sm=52\nMOV R0, R1;\n").run.expect("the program is right");
    let refused = Condition::new(&" ".repeat(64 * 1024 + 1), run.scenario()).expect_err("it is too long");
    told.chain([*refused]).map(|found| found.code().to_owned()).collect()
}

#[test]
fn each_rule_is_broken_by_a_case() {
    let known: BTreeSet<String> = rules().iter().map(|rule| rule.code.to_owned()).collect();
    let reached: BTreeSet<String> = cited().into_iter().chain(raised()).chain(limits()).collect();
    let missing: Vec<&String> = known.difference(&reached).collect();
    let unknown: Vec<&String> = reached.difference(&known).collect();
    // No known text has a fault of Lanescope.
    assert_eq!(missing, ["check-fault"], "never broken");
    assert!(unknown.is_empty(), "not listed: {unknown:?}");
}

fn case_files() -> Vec<Session> {
    files(&root("core/tests/cases"), "lane").iter().map(|(_, text)| Session::open(text)).collect()
}

/// Returns the instructions of cases that ran and that define no operation or semantics of their own, each with its
/// row.
fn instructions(cases: &[Session]) -> impl Iterator<Item = (Rc<Instruction>, &InstructionLine)> {
    let sets = known_sets();
    let own_rules = |session: &Session| {
        let is_own = |kind: &ItemKind| {
            matches!(kind, ItemKind::Directive(Directive::Op(_) | Directive::Semantics(_), _))
        };
        session.document.items.iter().any(|item| is_own(&item.kind))
    };
    let ran = cases.iter().filter(move |session| session.run.is_some() && !own_rules(session));
    ran.flat_map(|session| &session.document.items).filter_map(move |item| match &item.kind {
        ItemKind::Instruction(instr) => {
            let known = |row: &&Rc<Instruction>| row.is_called(&instr.mnemonic.text);
            sets.instructions().find(known).map(|row| (Rc::clone(row), instr.as_ref()))
        }
        _ => None,
    })
}

/// Returns the entries of `wanted` that `found` lacks, for a message.
fn missing<T: Ord + std::fmt::Debug>(wanted: &BTreeSet<T>, found: &BTreeSet<T>) -> Vec<String> {
    wanted.difference(found).map(|entry| format!("{entry:?}")).collect()
}

#[test]
fn rows_have_the_form_of_their_sets_register_model() {
    for set in known_sets().all() {
        for row in &set.instructions {
            let fits = match set.registers {
                None => matches!(row.signature, Signature::Declared(_)),
                Some(_) => matches!(row.signature, Signature::Numbered(_)),
            };
            assert!(fits, "{} of {}", row.mnemonic, set.key);
        }
    }
}

#[test]
fn every_operation_has_a_case_in_each_width() {
    let cases = case_files();
    let (mut wanted, mut found) = (BTreeSet::new(), BTreeSet::new());
    // A row whose mnemonic names its operation has one width, and a case like every other row.
    for row in
        known_sets().instructions().filter(|row| row.declared().is_some() && row.own_op_table.is_none())
    {
        let Some(OpTable { ops, .. }) = row.op_table() else { continue };
        let has_64 = row.modifiers.iter().any(|modifier| modifier.leading_value(&["64"]).is_some());
        for op in *ops {
            let widths =
                [(32, true), (16, true), (64, has_64 && op.types.is_some_and(|types| types.qword.is_some()))];
            let widths = widths.into_iter().filter(|(_, has)| *has);
            wanted.extend(widths.map(|(width, _)| (row.mnemonic.to_string(), op.name, width)));
        }
    }
    for (row, instr) in instructions(&cases) {
        let words: Vec<&str> = instr.modifiers.iter().map(|word| word.text.as_str()).collect();
        let op = row.op_table().zip(words.first()).and_then(|(table, word)| table.op(word));
        let width = if words.contains(&"16") { 16 } else { 32 };
        let width = if words.contains(&"64") { 64 } else { width };
        found.extend(op.map(|op| (row.mnemonic.to_string(), op.name, width)));
    }
    assert_eq!(
        wanted.len(),
        3 * 34 + 14,
        "17 operations in two widths, of three instructions; 14 in a third width, of one"
    );
    assert_eq!(missing(&wanted, &found), [""; 0]);
}

#[test]
fn every_channel_mask_has_a_case() {
    let cases = case_files();
    let takes_channels = |row: &Instruction| row.modifiers.iter().any(|modifier| modifier.name == "channels");
    let sets = known_sets();
    let rows = sets.instructions().filter(|row| takes_channels(row));
    let wanted: BTreeSet<(String, u8)> =
        rows.flat_map(|row| (1..16).map(|mask| (row.mnemonic.to_string(), mask))).collect();
    let channels = instructions(&cases).filter(|(row, _)| takes_channels(row)).filter_map(|(row, instr)| {
        let letters = instr.modifiers.first()?;
        let mask = |letter| Some(1 << "RGBA".find(letter)?);
        let bits: Option<Vec<u8>> = letters.text.to_uppercase().chars().map(mask).collect();
        Some((row.mnemonic.to_string(), bits?.iter().sum()))
    });
    let found = channels.collect();
    assert_eq!(wanted.len(), 6 * 15, "every choice of four channels but none, of six instructions");
    assert_eq!(missing(&wanted, &found), [""; 0]);
}

#[test]
fn every_mask_has_a_case_for_every_execution_size() {
    let cases = case_files();
    let (mut wanted, mut found) = (BTreeSet::new(), BTreeSet::new());
    let sets = known_sets();
    for set in sets.all() {
        let signatures = set.instructions.iter().filter_map(|row| row.declared());
        let sizes = signatures.flat_map(|signature| signature.default_exec_sizes(&set.default_values()));
        for &size in sizes {
            // The mask offset is a multiple of the execution size, or of 4 for sizes below 8.
            let step = if size < 8 { 4 } else { size };
            let offsets = (0..32).step_by(usize::from(step));
            wanted
                .extend(offsets.flat_map(|offset| [(size, offset as u8, false), (size, offset as u8, true)]));
        }
    }
    for (_, instr) in instructions(&cases) {
        let Some(exec) = &instr.exec else { continue };
        let size = exec.number(PartKey::SIZE).expect("an execution size is a number").value as u8;
        let mask = exec.text(PartKey::MASK).map_or("M1", |mask| mask.text.as_str());
        let number: u8 = mask.trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or(1);
        found.insert((size, 4 * (number - 1), mask.ends_with("_NM")));
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
    let mut found: Vec<(bool, String)> = Vec::new();
    for (_, instr) in instructions(&cases) {
        let form = |guard: &Node| {
            (
                guard.has(PartKey::INVERTED),
                guard.text(PartKey::MODE).map(|mode| mode.text.clone()).unwrap_or_default(),
            )
        };
        found.extend(instr.guard.as_ref().map(form));
    }
    for mode in ["", "any", "all"].map(str::to_owned) {
        assert!([false, true].iter().all(|not| found.contains(&(*not, mode.clone()))), "{mode}");
    }
}

#[test]
fn every_row_runs_in_a_case() {
    let cases = case_files();
    let runs = cases.iter().filter_map(|session| session.run.as_ref());
    let found =
        runs.flat_map(|run| &run.scenario().program).map(|bound| bound.row.mnemonic.to_string()).collect();
    let wanted = known_sets().instructions().map(|row| row.mnemonic.to_string()).collect();
    assert_eq!(missing(&wanted, &found), [""; 0]);
}

/// Returns true if a scenario meets its expectations.
fn holds(session: &Session) -> bool {
    !session.unexpected_errors() && session.expectations.iter().all(|expectation| expectation.holds())
}

/// Returns true if a case makes this choice and would not hold, or not run, with some other choice. For a reading in
/// [`BEYOND_EXPECTATIONS`], a different report is enough.
fn tells(text: &str, reading: &Reading, choice: &str) -> bool {
    let line = |choice: &str| format!(".reading {} = {choice}\n", reading.name);
    if !text.contains(&line(choice)) {
        return false;
    }
    let session = Session::open(text);
    reading.choices.iter().filter(|other| other.name != choice).any(|other| {
        let changed = Session::open(&text.replace(&line(choice), &line(other.name)));
        let is_seen = || Report::from_session(&session).to_json() != Report::from_session(&changed).to_json();
        !holds(&changed)
            || changed.run.is_some() != session.run.is_some()
            || BEYOND_EXPECTATIONS.contains(&reading.name) && is_seen()
    })
}

/// Readings that do not change the end of a run: the name of a surface, and whether a failed compare-and-swap writes
/// the old value again.
const BEYOND_EXPECTATIONS: [&str; 2] = ["stateless_name", "cas_failure"];

#[test]
fn every_choice_of_every_reading_has_a_case_that_tells_it_from_another() {
    let cases = files(&root("core/tests/cases"), "lane");
    let sets = known_sets();
    let choices =
        sets.readings().flat_map(|reading| reading.choices.iter().map(move |choice| (reading, choice.name)));
    let is_missing =
        |(reading, choice): &(&Reading, &str)| !cases.iter().any(|(_, text)| tells(text, reading, choice));
    let missing: Vec<String> =
        choices.filter(is_missing).map(|(reading, choice)| format!("{} = {choice}", reading.name)).collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn a_row_lists_the_readings_that_decide_its_columns() {
    let sets = known_sets();
    for row in sets.instructions() {
        let guard = match row.guard {
            GuardUse::TurnsLanesOffBy(choice) => Some(choice),
            _ => None,
        };
        let size = row.declared().and_then(|signature| signature.larger_size).map(|(_, choice)| choice);
        let op = row.numbered().and_then(|signature| signature.unwritten_op).map(|op| op.choice);
        let of_table = row.op_table().and_then(|table| table.ignored_source).map(|(_, choice)| choice);
        let of_ops = row.op_table().into_iter().flat_map(|table| table.ops).flat_map(|op| {
            [op.types_by_choice.map(|(choice, _)| choice), op.ignored_source.map(|(_, choice)| choice)]
        });
        for choice in [guard, size, op, of_table].into_iter().chain(of_ops).flatten() {
            assert!(row.readings.contains(&choice.reading), "{}: {}", row.mnemonic, choice.reading.name);
            assert!(choice.reading.choices.iter().any(|known| known.name == choice.choice), "{choice:?}");
        }
    }
}
