//! Questions about all orders, answered in slices.
#![cfg(not(target_arch = "wasm32"))]

use lanescope_core::session::{
    Answer, Budget, Inquiring, Inquiry, Job, Part, Session, Wanted, known_sets,
    orders::{
        Cell, OutcomeList, OutcomesReport, Possibility, changed_at_end, claim_in_words,
        results_in_every_order, same_in_every_order, values_at_end,
    },
    text::{PanelEdit, Verdict},
};
use std::fs;
use std::path::Path;

/// Lanes 0, 1 and 3 exchange BUF[0].
const EXCHANGE: &str = "\
.lanes 8 active=0b1011
.decl OFF v_type=G type=ud num_elts=8
.set OFF = [0; 8]
.decl SRC v_type=G type=ud num_elts=8
.set SRC = 1 2 3 4 5 6 7 8
.decl OLD v_type=G type=ud num_elts=8
.decl BUF v_type=T num_elts=1
.surface BUF buffer ud = 0 7
dword_atomic.xchg (M1, 8) BUF OFF.0 SRC.0 V0.0 OLD.0
";

fn asked(text: &str, wanted: Wanted, slice: usize) -> Answer {
    let budget = Budget { memory_states: 20_000, results_states: 20_000, drawn: 0, seed: 1 };
    let inquiry = Inquiry { text: text.to_owned(), variant: None, wanted, budget };
    // A worker receives its question and returns its answer as JSON.
    let inquiry = serde_json::to_string(&inquiry).expect("questions can be written");
    let inquiry: Inquiry = serde_json::from_str(&inquiry).expect("and read");
    let answer = asked_of(&inquiry, slice);
    let json = serde_json::to_string(&answer).expect("answers can be written");
    assert_eq!(serde_json::from_str::<Answer>(&json).expect("and read"), answer);
    answer
}

fn asked_of(inquiry: &Inquiry, slice: usize) -> Answer {
    let mut inquiring = Inquiring::new(inquiry, &known_sets());
    let mut steps = 0;
    while !inquiring.advance(slice) {
        steps += 1;
        assert!(steps < 100_000, "a budget holds: {:?}", inquiring.progress());
    }
    inquiring.finish().expect("it is there")
}

fn outcomes(text: &str) -> (Box<OutcomesReport>, Vec<(String, Verdict)>) {
    match asked(text, Wanted::Outcomes, 100) {
        Answer::Outcomes { report, judged } => {
            (report, judged.into_iter().map(|judged| (judged.line, judged.verdict)).collect())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_answered_does_not_depend_on_the_slices() {
    for slice in [1, 7, 100_000] {
        assert_eq!(asked(EXCHANGE, Wanted::Outcomes, slice), asked(EXCHANGE, Wanted::Outcomes, 100));
    }
}

/// The files of outcomes come from the exploration that the page has asked for already. With another budget, or about
/// another text, nothing is known.
#[test]
fn a_second_question_about_a_text_explores_nothing() {
    let inquiry = |text: &str, wanted: Wanted, states: usize| {
        let budget = Budget { memory_states: states, results_states: states, drawn: 0, seed: 1 };
        Inquiry { text: text.to_owned(), variant: None, wanted, budget }
    };
    let other = EXCHANGE.replace("ud = 0 7", "ud = 0 8");
    let mut first = Inquiring::new(&inquiry(EXCHANGE, Wanted::Outcomes, 20_000), &known_sets());
    assert_eq!(first.progress().part, Part::Memory);
    while !first.advance(100) {}
    let mut known = first.take_known();
    for (second, part) in [
        (inquiry(EXCHANGE, Wanted::Json, 20_000), Part::Reasons),
        (inquiry(EXCHANGE, Wanted::Csv, 20_000), Part::Reasons),
        (inquiry(EXCHANGE, Wanted::Csv, 10_000), Part::Memory),
        (inquiry(&other, Wanted::Csv, 10_000), Part::Memory),
    ] {
        let mut inquiring = Inquiring::with_known(&second, &known_sets(), known);
        assert_eq!(inquiring.progress().part, part, "{second:?}");
        while !inquiring.advance(100) {}
        known = inquiring.take_known();
        assert_eq!(inquiring.finish(), Some(asked_of(&second, 100)), "{second:?}");
    }
}

#[test]
fn outcomes_are_told_with_the_lines_that_speak_of_them() {
    // The last lane decides the final value, in 2! of 3! orders each. Each lane finds the value of the previous one, so
    // no two orders have the same results.
    let lines = ".expect outcomes memory 3\n.expect outcomes results 6\n.expect order-independent\n\
        .expect possible { BUF = 4 }\n.expect possible { BUF = 4; OLD = _ _ _ 0 }\n.expect BUF = 4 7\n\
        .expect impossible error run-misaligned\n.invariant few: BUF[0] <= 2\n.expect invariant few\n";
    let (report, judged) = outcomes(&[EXCHANGE, lines].concat());
    let factor = &report.memory.as_ref().expect("the budget is not spent").factors[0];
    assert_eq!((&*factor.cells, &*factor.orders, factor.count), (&["BUF[0]".to_owned()][..], "6", 3));
    let told: Vec<(&str, &str)> = factor.outcomes.iter().map(|it| (&*it.values[0], &*it.orders)).collect();
    assert_eq!(told, [("1", "2"), ("2", "2"), ("4", "2")]);
    let verdicts: Vec<Verdict> = judged.iter().map(|(_, verdict)| *verdict).collect();
    use Verdict::{Fails, Holds};
    // Lane 3 cannot have been first and last, and it writes 4.
    assert_eq!(verdicts, [Holds, Holds, Fails, Holds, Fails, Holds, Fails]);
}

#[test]
fn what_was_seen_can_be_or_not() {
    let possible = |seen: &str| match asked(EXCHANGE, Wanted::Possible(seen.to_owned()), 3) {
        Answer::Possible(answer) => answer,
        other => panic!("{other:?}"),
    };
    // Lane 3 is last; lanes 0 and 1 come in either order.
    match possible("BUF = 4") {
        Ok(Possibility::Possible { orders, of, share, .. }) => {
            assert_eq!((&*orders.to_string(), &*of.to_string(), share), ("2", "6", 0.333_333_333_333));
        }
        other => panic!("{other:?}"),
    }
    let because = "no order ends with BUF[0] = 4 and OLD[3] = 0".to_owned();
    assert_eq!(possible("BUF = 4\nOLD = _ _ _ 0"), Ok(Possibility::Impossible { because }));
    assert!(possible("BUF = four").is_err());
    assert!(possible("GONE = 1").is_err());
    assert!(possible("} BUF = 1").is_err());
}

#[test]
fn a_contradiction_among_many_observations_is_found_in_slices() {
    // Lane 3 cannot be both last and first: a contradiction of two among 802 observations. Each slice tries at most a
    // part of them.
    let zeros = " 0".repeat(800);
    let text = EXCHANGE.replace("ud = 0 7", &format!("ud = 0{zeros}"));
    let seen = format!("BUF = 4{zeros}; OLD = _ _ _ 0");
    let because = "no order ends with BUF[0] = 4 and OLD[3] = 0".to_owned();
    let answer = |wanted: Wanted, text: &str| {
        let budget = Budget { memory_states: 20_000, results_states: 20_000, drawn: 0, seed: 1 };
        let inquiry = Inquiry { text: text.to_owned(), variant: None, wanted, budget };
        let mut inquiring = Inquiring::new(&inquiry, &known_sets());
        let mut slices = 0;
        while !inquiring.advance(1000) {
            slices += 1;
        }
        (slices, inquiring.finish().expect("it is there"))
    };
    let (slices, found) = answer(Wanted::Possible(seen.clone()), &text);
    assert_eq!(found, Answer::Possible(Ok(Possibility::Impossible { because: because.clone() })));
    // Each trial takes about five slices: at most four trials for each of ten halvings of the blocks.
    assert!((20..300).contains(&slices), "{slices}");
    // The same question as a line of the text.
    let (slices, found) = answer(Wanted::Outcomes, &format!("{text}.expect possible {{ {seen} }}\n"));
    let Answer::Outcomes { judged, .. } = found else { panic!("{found:?}") };
    assert_eq!(judged[0].differences, [format!("it is impossible: {because}")]);
    assert!((20..300).contains(&slices), "{slices}");
}

#[test]
fn what_does_not_run_is_said() {
    for text in ["", ".lanes 9", "dword_atomic.ad"] {
        for wanted in [Wanted::Outcomes, Wanted::Possible("BUF = 1".to_owned()), Wanted::Csv] {
            let answer = asked(text, wanted, 10);
            let is_said = matches!(answer, Answer::NothingRuns | Answer::Possible(Err(_)));
            assert!(is_said || text.is_empty(), "{text}: {answer:?}");
        }
    }
}

#[test]
fn all_outcomes_become_files() {
    let Answer::File(table) = asked(EXCHANGE, Wanted::Csv, 100) else { panic!("a file was wanted") };
    let lines: Vec<&str> = table.split("\r\n").collect();
    // The header, 3 outcomes of memory, 6 of memory and results, and the empty piece after the last line.
    assert_eq!(lines.len(), 1 + 3 + 6 + 1);
    assert_eq!(lines[0], "list,factor,orders,of_orders,share,stops,ends,order,gave_up");
    assert_eq!(lines[1], "memory,0,2,6,0.333333333333,false,BUF[0] = 1,.order 1 3,");
    let Answer::File(json) = asked(EXCHANGE, Wanted::Json, 100) else { panic!("a file was wanted") };
    let report: OutcomesReport = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(report.results.expect("the budget is not spent").outcomes, "6");
}

/// A witness of several instructions writes an `.order` for each. Comments beside the old lines stay.
#[test]
fn comments_beside_orders_stay() {
    let exchange = "dword_atomic.xchg (M1, 8) BUF OFF.0 SRC.0 V0.0 OLD.0\n";
    let again = exchange.replace("SRC.0", "OLD.0");
    let text = EXCHANGE.replace(exchange, &format!(".order 1 0 // one\n{exchange}.order 3 1 \t\n{again}"));
    let session = Session::open(&text);
    let (report, _) = outcomes(&text);
    let results = report.results.expect("they are few");
    let witness = results.factors[0].outcomes[0].witness.clone();
    assert_eq!(witness.len(), 2, "of both instructions");
    let after = session.edit(&PanelEdit::Witness(witness)).expect("it can be written");
    assert!(after.text.contains("\n// one\n.order "), "{}", after.text);
    assert_eq!(after.text.lines().filter(|line| line.trim().is_empty()).count(), 0, "{}", after.text);
}

/// Writes the witness of each outcome of the examples into the text. The values of the outcome come about, and other
/// factors keep theirs. As a claim, the outcome is possible in the same share of orders.
#[test]
fn witnesses_can_be_written_into_the_text() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples");
    let (mut played, mut claimed) = (0, 0);
    for file in fs::read_dir(folder).expect("the examples are there") {
        let path = file.expect("a file").path();
        let text = fs::read_to_string(&path).expect("a text");
        let (session, name) = (Session::open(&text), path.display());
        let run = session.run.as_ref().expect("examples run");
        let (report, _) = outcomes(&text);
        for (list, most) in [(report.memory, 20), (report.results, 4)] {
            let factors = list.map(|list| list.factors).unwrap_or_default();
            for (at, factor) in factors.iter().enumerate() {
                for outcome in factor.outcomes.iter().take(most) {
                    let after = session.edit(&PanelEdit::Witness(outcome.witness.clone()));
                    let after = after.unwrap_or_else(|reason| panic!("{name}: {reason}"));
                    assert_eq!(after.apart_from_orders(), session.apart_from_orders(), "{name}");
                    let end = after.run.as_ref().expect("it still runs");
                    assert_eq!(values_at_end(end, &factor.places), outcome.values, "{name}: {}", after.text);
                    for (_, other) in factors.iter().enumerate().filter(|(other, _)| *other != at) {
                        let (was, is) =
                            (values_at_end(run, &other.places), values_at_end(end, &other.places));
                        assert_eq!(was, is, "{name}: {}", after.text);
                    }
                    played += 1;
                    let Some(claim) = claim_in_words(run, &factor.places, &outcome.values) else { continue };
                    if claim.contains('?') || claim.is_empty() {
                        continue;
                    }
                    match asked(&text, Wanted::Possible(claim.clone()), 1000) {
                        Answer::Possible(Ok(Possibility::Possible { share, .. })) => {
                            assert!((share - outcome.share).abs() < 1e-9, "{name}: {claim}");
                        }
                        other => panic!("{name}: {claim}: {other:?}"),
                    }
                    claimed += 1;
                }
            }
        }
        // The end of the run itself is possible.
        let seen = asked(&text, Wanted::Possible(changed_at_end(run)), 1000);
        let can_be =
            matches!(seen, Answer::Possible(Ok(Possibility::Possible { .. } | Possibility::Undecided)));
        assert!(can_be, "{name}: {}: {seen:?}", changed_at_end(run));
    }
    println!("{played} outcomes were played, {claimed} claimed");
    assert!(played > 100 && claimed > 100, "{played}, {claimed}");
}

#[test]
fn what_every_order_leaves_is_told_by_element_and_by_lane() {
    let opened = Session::open(include_str!("../../static/examples/01-collision.lane"));
    let run = opened.run.as_ref().expect("it runs");
    let (report, _) = outcomes(&opened.text);
    let varying = |list: &Option<OutcomeList>| -> Vec<Cell> {
        let factors = &list.as_ref().expect("the budget is not spent").factors;
        factors.iter().flat_map(|factor| factor.places.iter().copied()).collect()
    };
    // 10 + 1 + 2 + 5 + 8, 20 + 3 + 7, 30 + 4 and 40 + 6.
    assert_eq!(same_in_every_order(run, &varying(&report.memory), false), "BUF = 26 30 34 46");
    // Only lane 3 accesses the counter that holds 30, and only lane 5 the one that holds 40.
    let results = varying(&report.results);
    assert_eq!(same_in_every_order(run, &results, true), "BUF = 26 30 34 46; OLD = _ _ _ 30 _ 40");
    let seen = results_in_every_order(run, &results);
    let told: Vec<_> = seen.iter().map(|it| (it.lane, &*it.place, &*it.values[0].0)).collect();
    assert_eq!(told, [(3, "OLD[3]", "30"), (5, "OLD[5]", "40")]);
}
