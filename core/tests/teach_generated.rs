//! Questions about every case and example: right answers are accepted, wrong ones are not, and each misconception that gives a wrong
//! answer is named. The answers of misconceptions come from runs of their variants, opened as texts.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::{files, root};
use lanescope_core::session::{
    Session,
    run::ScalarType,
    teach::{MISCONCEPTIONS, QuestionContent, ReaderQuestion},
};
use std::collections::BTreeSet;

/// The largest number of micro-steps of a run that is asked about.
const MOST_STEPS: u32 = 400;

/// The largest number of micro-steps with a misconception.
const MOST_OTHER_STEPS: u32 = 4_000;

/// The largest number of elements of an answer.
const MOST_ELEMENTS: usize = 64;

/// Returns the questions about the end of a run.
fn questions(session: &Session) -> Vec<ReaderQuestion> {
    let len = session.run.as_ref().map_or(0, |run| run.len());
    let is_short = |ask: &ReaderQuestion| {
        let answer = session.right_answer(&ask.content);
        answer.is_some_and(|answer| answer.split(' ').count() <= MOST_ELEMENTS)
    };
    let mut asks = session.predictions(0, len);
    for ask in &mut asks {
        if let QuestionContent::Contents { step, .. } = &mut ask.content {
            *step = None;
        }
    }
    asks.retain(is_short);
    asks
}

/// Returns whether all values that a question asks for are defined at the end.
fn is_defined(session: &Session, asked: &QuestionContent) -> bool {
    let (Some(run), QuestionContent::Contents { name, .. }) = (&session.run, asked) else { return true };
    let (layout, end) = (&run.scenario().layout, run.state(run.len()));
    let is_defined = |place, ty: ScalarType| end.read(place).is_defined(ty.width_bits());
    match (layout.surface(name), layout.variable(name)) {
        (Some(surface), _) => (0..surface.count()).all(|at| is_defined(surface.element(at), surface.ty)),
        (None, Some(variable)) => (0..variable.count).all(|at| is_defined(variable.element(at), variable.ty)),
        (None, None) => true,
    }
}

/// Returns an answer with one other value; `None` if all values are undefined.
fn with_an_error(answer: &str) -> Option<(usize, String)> {
    let mut values: Vec<String> = answer.split(' ').map(str::to_owned).collect();
    let at = values.iter().position(|value| !value.contains('?'))?;
    let other = match &*values[at] {
        "0" => "1",
        "1" => "0",
        value if value.contains("77") => "78",
        _ => "77",
    };
    values[at] = other.to_owned();
    Some((at, values.join(" ")))
}

#[test]
fn right_answers_are_accepted_wrong_ones_are_not_and_misconceptions_are_named() {
    let texts = [files(&root("core/tests/cases"), "lane"), files(&root("static/examples"), "lane")].concat();
    let (mut count, mut distinct, mut named) = (0, 0, BTreeSet::new());
    // Every second text keeps the test short.
    for (path, text) in texts.into_iter().step_by(2) {
        let session = Session::open(&text);
        if session.run.as_ref().is_none_or(|run| run.is_empty() || run.len() > MOST_STEPS) {
            continue;
        }
        let misconceptions = MISCONCEPTIONS.iter().filter_map(|misconception| {
            let lines = misconception.lines(&session)?;
            let text = format!("{text}\n.variant a_misconception {{\n{lines}}}\n");
            let there = Session::open_as(&text, Some("a_misconception"));
            let is_short = there.run.as_ref().is_some_and(|run| run.len() <= MOST_OTHER_STEPS);
            is_short.then_some((misconception.key, there))
        });
        let misconceptions: Vec<_> = misconceptions.collect();
        for ask in questions(&session) {
            count += 1;
            let name = format!("{}: {}", path.display(), ask.text);
            let right = session.right_answer(&ask.content).expect("a short answer");
            let mark = |answer: &str| session.mark(&ask.content, answer).expect(&name);
            assert!(mark(&right).is_right, "{name}: {right}");
            if let (QuestionContent::Contents { .. }, Some((at, wrong))) =
                (&ask.content, with_an_error(&right))
            {
                let marking = mark(&wrong);
                let is_the_only_one = marking.parts.iter().enumerate().all(|(part, ok)| *ok == (part != at));
                assert!(!marking.is_right && is_the_only_one, "{name}: {wrong} instead of {right}");
            }
            let mut answers = BTreeSet::new();
            for (key, there) in &misconceptions {
                let Some(answer) = there.right_answer(&ask.content) else { continue };
                if answer == right || answer.contains('?') || !answers.insert(answer.clone()) {
                    continue;
                }
                // Undefined bits fit any answer, so they explain nothing.
                if !is_defined(there, &ask.content) {
                    continue;
                }
                let marking = mark(&answer);
                if !marking.is_right {
                    assert!(
                        marking.mistakes.iter().any(|mistake| mistake.key == *key),
                        "{name}: {answer} is not explained by {key}: {:?}",
                        marking.mistakes
                    );
                    named.extend(marking.mistakes.iter().map(|mistake| mistake.key.clone()));
                }
            }
            distinct += usize::from(answers.len() >= 2);
        }
    }
    println!("{count} questions, {distinct} with two or more wrong answers; named: {named:?}");
    assert!(count >= 1000, "{count}");
    assert!(named.len() >= 15, "{named:?}");
}
