//! The reports on all orders, as readers get them: JSON and CSV of the gallery's texts and of some cases.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::{files, name_of, root};
use lanescope_core::session::{
    Answer, Budget, Inquiring, Inquiry, Job, Session, Wanted, known_sets,
    orders::{PossibilityReport, changed_at_end},
    run::NumberFormat,
};
use serde_json::{Value, json};
use std::fmt::Write;
use std::fs;

/// The folders of the texts.
const FOLDERS: [&str; 3] = ["static/examples", "core/tests/cases/order", "core/tests/cases/invariants"];

/// The reports that the texts had when they were last read. `BLESS=1` writes them; read the diff.
const GOLDEN: &str = "core/tests/reports/outcomes.jsonl";

/// Small enough that a few texts exceed it and get a sample.
const BUDGET: Budget = Budget { memory_states: 3_000, results_states: 1_000, drawn: 50, seed: 1 };

/// The number of outcomes of a factor and of a sample that are stored.
const MOST_LISTED: usize = 3;

fn report(text: &str) -> Value {
    let mut session = Session::open(text);
    session.value_format = NumberFormat::Hex;
    let observed = session.run.as_ref().map(|run| changed_at_end(run));
    let possible = observed.map(|seen| match answer(text, Wanted::Possible(seen)) {
        Answer::Possible(Ok(possibility)) => {
            serde_json::to_value(PossibilityReport::from(&possibility)).expect("it is texts and numbers")
        }
        other => panic!("{other:?}"),
    });
    let csv = match answer(text, Wanted::Csv) {
        Answer::File(table) => table.lines().take(1 + MOST_LISTED).map(str::to_owned).collect(),
        _ => Vec::new(),
    };
    json!({ "explore": session.outcomes_within(BUDGET, MOST_LISTED), "possible": possible, "csv": csv })
}

fn answer(text: &str, wanted: Wanted) -> Answer {
    let inquiry = Inquiry { text: text.to_owned(), variant: None, wanted, budget: BUDGET };
    let mut inquiring = Inquiring::new(&inquiry, &known_sets());
    while !inquiring.advance(1000) {}
    inquiring.finish().expect("it is over")
}

#[test]
fn reports_of_the_gallery_are_as_they_were() {
    let mut found = String::new();
    for (path, text) in FOLDERS.iter().flat_map(|folder| files(&root(folder), "lane")) {
        let line = json!({ "text": name_of(&path), "report": report(&text) });
        writeln!(found, "{line}").expect("a text takes everything");
    }
    let path = root(GOLDEN);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &found).expect("the folder of the tests can be written");
    }
    let golden = fs::read_to_string(&path).expect("the reports are stored");
    let wrong: Vec<_> = found.lines().zip(golden.lines()).filter(|(found, golden)| found != golden).collect();
    let first = wrong.first().map(|(found, golden)| format!("found:\n{found}\nexpected:\n{golden}"));
    assert!(wrong.is_empty(), "{} reports differ, such as\n{}", wrong.len(), first.unwrap_or_default());
    assert_eq!(found.lines().count(), golden.lines().count());
}

#[test]
fn outcomes_add_to_a_warning_about_the_order_that_all_orders_end_the_same() {
    let added = |values: &str| {
        let text = format!(
            ".lanes 8 active=0b11\n.decl OFF v_type=G type=ud num_elts=8\n.decl SRC v_type=G type=ud num_elts=8\n\
             .decl BUF v_type=T num_elts=1\n.set OFF = [0; 8]\n.set SRC = {values}\n.surface BUF buffer ud = 0\n\
             scatter_scaled.4 (M1, 8) BUF 0x0:ud OFF.0 SRC.0\n"
        );
        let session = Session::open(&text);
        assert_eq!(session.diagnostics.len(), 1, "{:?}", session.diagnostics);
        let report = session.outcomes_within(BUDGET, MOST_LISTED).expect("the text runs");
        report.adds_to(&session.diagnostics[0]).is_some()
    };
    assert!(added("[7; 8]"));
    assert!(!added("iota(1, 1)"));
}
