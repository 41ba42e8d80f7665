//! The readings that a step depends on, compared with whole runs of every other choice.

mod common;

use common::{files, name_of, root};
use lanescope_core::session::{ChoiceEffect, OtherReadings, Session};

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
            let mut effects = entry.effects.iter().flatten();
            let is_said = named.contains(&(entry.reading.name, entry.choice));
            if effects.clone().any(ChoiceEffect::is_seen) {
                depend += 1;
                if !is_said {
                    wrong.push(format!("no step of {} says {}", name_of(&path), entry.reading.name));
                }
            } else if effects.all(|effect| *effect == ChoiceEffect::Nothing) {
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
