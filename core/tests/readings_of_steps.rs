//! The readings that a step depends on, compared with whole runs of every other choice.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::{files, name_of, root};
use lanescope_core::session::{
    Session,
    compare::{ChoiceEffect, OtherReadings},
};

/// Returns the effects of all other choices on a program.
fn others(session: &Session) -> OtherReadings {
    let mut others = session.other_readings();
    while !others.advance(session) {}
    others
}

/// Returns the readings that some step of a run depends on, each with the choice in force.
fn named_by_steps(session: &Session) -> Vec<(&'static str, &'static str)> {
    let run = session.run.as_ref().expect("it runs");
    let others = others(session);
    run.steps().flat_map(|step| others.of_step(run, &step)).collect()
}

/// If another choice of a reading changes the end of a run or prevents it, some step depends on the reading. If no
/// other choice changes a step, no step does.
#[test]
fn a_run_that_depends_on_a_reading_has_a_step_that_says_so() {
    let (mut depend, mut not, mut wrong) = (0, 0, Vec::new());
    for (path, text) in files(&root("core/tests/cases/readings"), "lane") {
        let session = Session::open(&text);
        if session.run.is_none() {
            continue;
        }
        let named = named_by_steps(&session);
        for entry in session.what_if() {
            let effects = || entry.tried().map(|(_, effect)| effect);
            let is_said = named.contains(&(entry.reading.name, entry.choice));
            if effects().any(ChoiceEffect::is_seen) {
                depend += 1;
                if !is_said {
                    wrong.push(format!("no step of {} says {}", name_of(&path), entry.reading.name));
                }
            } else if effects().all(|effect| *effect == ChoiceEffect::Nothing) {
                not += 1;
                if is_said {
                    wrong.push(format!(
                        "a step of {} says {} for nothing",
                        name_of(&path),
                        entry.reading.name
                    ));
                }
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert!(depend > 40 && not > 40, "{depend} and {not}");
}

/// Another unit of the offset changes the address, so only the step that computes it names the unit. Another treatment of an
/// address that is not a multiple of 4 stops the run before any address, or at the read of lane 1.
#[test]
fn a_step_names_the_readings_that_it_departs_by() {
    let text = std::fs::read_to_string(root("static/examples/14-misaligned.lane")).expect("an example");
    let session = Session::open(&text);
    let (run, others) = (session.run.as_ref().expect("it runs"), others(&session));
    // Two steps of the instruction, and 5 steps of each lane: first the address, then the read.
    let named = |index: usize| others.of_step(run, &run.steps().nth(index).expect("a step"));
    let (unit, misaligned) = (("offset_unit", "bytes"), ("misaligned", "mask"));
    assert_eq!([named(2), named(3)], [vec![unit, misaligned], vec![]]);
    assert_eq!([named(7), named(8)], [vec![unit, misaligned], vec![misaligned]]);
}
