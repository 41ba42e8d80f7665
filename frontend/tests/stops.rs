//! Stops of a run: conditions and breakpoints, as lists of actions.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use common::{TWO, TWO_LEN, after, finished, long, open, to_the_end};
use lanescope_core::session::{
    roll_call,
    run::{Breakpoint, Condition, LaneId},
    text::PanelEdit,
};
use lanescope_core::trace::Granularity;
use lanescope_frontend::state::gallery;
use lanescope_frontend::state::link::Linked;
use lanescope_frontend::state::{Action, Model, PageKind, Saved};

/// A tick with the time for one step.
const SECOND: Action = Action::Tick(1000);

fn until(condition: &str) -> Action {
    Action::Until(condition.into())
}

#[test]
fn the_run_goes_to_the_next_and_the_previous_stop() {
    let forward = |forward| Action::SeekStop { forward };
    // Lane 0 computes 11 in step 5, lane 1 computes 13 in step 10.
    let model = after(open(TWO), [until("new > 10")]);
    assert_eq!((model.stops.steps.as_slice(), model.cursor), (&[4, 9][..], 0));
    let model = after(model, [forward(true)]);
    assert_eq!(model.cursor, 5);
    assert_eq!(after(model.clone(), [forward(true)]).cursor, 10);
    assert_eq!(after(model.clone(), [forward(true), forward(true)]).cursor, 10, "there is no further one");
    assert_eq!(after(model, [Action::SeekEnd, forward(false), forward(false)]).cursor, 5);
}

#[test]
fn a_long_run_is_searched_in_slices() {
    let model = after(finished(open(&long(100))), [until("lane == 3")]);
    assert_eq!((model.stops.are_sought, model.stops.steps.len()), (true, 0));
    // A move to a stop that is still being searched is done after the search.
    let model = after(model, [Action::SeekStop { forward: true }]);
    assert_eq!((model.stops.are_sought, model.cursor), (true, 0));
    let found = finished(model.clone());
    let run = found.run().expect("it runs");
    let condition = Condition::new("lane == 3", run.scenario()).expect("it is right");
    // Lane 3 becomes the active lane once in each instruction.
    assert_eq!(found.stops.steps.len(), 2);
    assert_eq!(found.stops.steps, run.stops(&[], Some(&condition)));
    let [first, second] = found.stops.steps[..] else { unreachable!("there are two") };
    assert_eq!((found.stops.are_sought, found.search.is_none(), found.cursor), (false, true, first + 1));
    assert_eq!(after(found, [Action::SeekStop { forward: true }]).cursor, second + 1);
    // A changed or removed condition restarts the search.
    let work = model.search.as_ref().map(|search| search.work.clone()).expect("it is long");
    let changed = after(model.clone(), [until("lane == 40"), to_the_end(&work)]);
    assert!(changed.stops.are_sought, "the result of the earlier search is dropped");
    let other = finished(changed);
    assert_eq!((other.stops.steps.len(), other.cursor), (0, 0));
    let none = after(model, [until(""), to_the_end(&work)]);
    assert_eq!((none.stops.are_sought, none.search.is_none()), (false, true));
}

#[test]
fn a_condition_that_is_wrong_stops_nowhere_and_shows_the_place() {
    let model = after(open(TWO), [until("lane == 1 && nwe > 1")]);
    assert!(model.stops.steps.is_empty());
    let wrong = model.stops.error.clone().expect("it is wrong");
    assert_eq!(
        (wrong.before.as_str(), wrong.here.as_str(), wrong.after.as_str()),
        ("lane == 1 && ", "nwe", " > 1")
    );
    assert!(after(model, [until("")]).stops.error.is_none());
}

#[test]
fn playing_ends_at_a_stop() {
    let written = Breakpoint::Written { space: "BUF".into(), byte_offset: 0, size_bytes: 4 };
    let coarse = Action::Granularity(Granularity::Instruction);
    let model = after(open(TWO), [Action::Breakpoint(written.clone()), coarse, Action::Play(true), SECOND]);
    // Lane 0 writes in the sixth step, lane 1 in the eleventh. An instruction has twelve steps.
    assert_eq!((model.cursor, model.playing), (6, false));
    let model = after(model, [Action::Play(true), SECOND]);
    assert_eq!((model.cursor, model.playing), (11, false));
    let model = after(model, [Action::Play(true), SECOND]);
    assert_eq!((model.cursor, model.playing), (TWO_LEN, false));
    let fine = Action::Granularity(Granularity::Phase);
    let model = after(model, [fine, Action::Seek(4), Action::Play(true), SECOND]);
    assert_eq!((model.cursor, model.playing), (5, true));
    let model = after(model, [SECOND]);
    assert_eq!((model.cursor, model.playing), (6, false), "also where a step ends right at it");
    // Setting the same breakpoint again removes it.
    assert!(after(model, [Action::Breakpoint(written)]).stops.steps.is_empty());
}

#[test]
fn a_line_stops_at_the_instruction_in_or_below_it() {
    let model = after(open(TWO), [Action::BreakLine(3)]);
    assert_eq!(*model.breakpoints, [Breakpoint::Instruction(0)]);
    assert_eq!(model.stops.steps, [0]);
    let line = TWO.lines().count();
    assert!(after(model.clone(), [Action::BreakLine(line)]).breakpoints.is_empty());
    assert_eq!(after(model.clone(), [Action::BreakLine(line + 1)]).breakpoints, model.breakpoints);
}

#[test]
fn a_breakpoint_goes_with_its_instruction() {
    let add = TWO.lines().last().expect("it has lines");
    let marked = after(
        open(&[TWO, add, " // the second\n"].concat()),
        [Action::Breakpoint(Breakpoint::Instruction(1))],
    );
    assert_eq!(marked.stops.steps, [TWO_LEN]);
    let edited = |from: &str, to: &str| {
        after(marked.clone(), [Action::Type(marked.text.replacen(from, to, 1).into())])
    };
    // A line above, typed letter by letter. In between, the text does not run.
    let mut model = marked.clone();
    for end in 1..=add.len() {
        let begun = [&add[..end], "\n", add].concat();
        model = after(model, [Action::Type(marked.text.replacen(add, &begun, 1).into())]);
    }
    assert_eq!(*model.breakpoints, [Breakpoint::Instruction(2)]);
    assert_eq!(model.stops.steps, [2 * TWO_LEN]);
    // A panel edit: an order adds a line.
    let queue = PanelEdit::Queue { instruction: 0, target: 0, lane: LaneId(1), to: 0 };
    let ordered = after(marked.clone(), [Action::Edit(queue)]);
    assert_ne!(ordered.text, marked.text);
    assert_eq!(ordered.breakpoints, marked.breakpoints);
    // First the instruction before it is removed, then its own.
    let one = edited(&[add, "\n"].concat(), "");
    assert_eq!((&*one.breakpoints, &one.stops.steps[..]), (&vec![Breakpoint::Instruction(0)], &[0][..]));
    let second = [add, " // the second"].concat();
    assert!(edited(&second, "").breakpoints.is_empty());
    assert_eq!(edited("// the second", "").breakpoints, marked.breakpoints, "its line was changed");
}

#[test]
fn stops_outlive_a_reload_of_the_same_text_only() {
    let model = after(open(TWO), [Action::BreakLine(1), until("lane == 1")]);
    let saved = Saved::parse(&Saved::from(&model).to_json()).expect("it is ours");
    let again = Model::new(TWO, Some(&saved), PageKind::Full, &roll_call());
    assert_eq!(
        (&again.breakpoints, &again.until, &again.stops),
        (&model.breakpoints, &model.until, &model.stops)
    );
    let other = Model::new(gallery::first(), Some(&saved), PageKind::Full, &roll_call());
    assert!(other.breakpoints.is_empty());
    assert_eq!(&*other.until, "", "a condition belongs to its text, too");
    // A link to another scenario, opened in the same tab.
    let linked = Linked { text: gallery::first().to_owned(), ..Linked::default() };
    let followed = after(model.clone(), [Action::Follow(linked)]);
    assert_eq!((&*followed.until, followed.stops.error.as_ref()), ("", None));
    let again = Linked { text: TWO.to_owned(), ..Linked::default() };
    assert_eq!(after(model.clone(), [Action::Follow(again)]).until, model.until);
}
