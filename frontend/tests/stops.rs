//! Stops of a run: conditions and breakpoints, as lists of actions.

use crate::common::{TWO, TWO_LEN, after, finished, long, open, to_the_end};
use lanescope_core::session::{
    known_sets,
    run::{Breakpoint, Condition, LaneId},
    text::PanelEdit,
};
use lanescope_core::trace::Granularity;
use lanescope_frontend::state::gallery;
use lanescope_frontend::state::link::Linked;
use lanescope_frontend::state::{Action, DocumentAction, Model, PageKind, PlaybackAction, Saved, Setting};

/// A tick with the time for one step.
const SECOND: Action = Action::Playback(PlaybackAction::Tick(1000));

fn until(condition: &str) -> Action {
    PlaybackAction::Until(condition.into()).into()
}

#[test]
fn the_run_goes_to_the_next_and_the_previous_stop() {
    let forward = |forward| PlaybackAction::SeekStop { forward }.into();
    // Lane 0 computes 11 in step 5, lane 1 computes 13 in step 10.
    let model = after(open(TWO), [until("new > 10")]);
    assert_eq!((model.playback.stops.steps.as_slice(), model.playback.cursor), (&[4, 9][..], 0));
    let model = after(model, [forward(true)]);
    assert_eq!(model.playback.cursor, 5);
    assert_eq!(after(model.clone(), [forward(true)]).playback.cursor, 10);
    assert_eq!(
        after(model.clone(), [forward(true), forward(true)]).playback.cursor,
        10,
        "there is no further one"
    );
    assert_eq!(
        after(model, [PlaybackAction::SeekEnd.into(), forward(false), forward(false)]).playback.cursor,
        5
    );
}

#[test]
fn a_long_run_is_searched_in_slices() {
    let model = after(finished(open(&long(100))), [until("lane == 3")]);
    assert_eq!((model.playback.stops.are_sought, model.playback.stops.steps.len()), (true, 0));
    // A move to a stop that is still being searched is done after the search.
    let model = after(model, [PlaybackAction::SeekStop { forward: true }.into()]);
    assert_eq!((model.playback.stops.are_sought, model.playback.cursor), (true, 0));
    let found = finished(model.clone());
    let run = found.run().expect("it runs");
    let condition = Condition::new("lane == 3", run.scenario()).expect("it is right");
    // Lane 3 becomes the active lane once in each instruction.
    assert_eq!(found.playback.stops.steps.len(), 2);
    assert_eq!(found.playback.stops.steps, run.stops(&[], Some(&condition)));
    let [first, second] = found.playback.stops.steps[..] else { unreachable!("there are two") };
    assert_eq!(
        (found.playback.stops.are_sought, found.playback.search.is_none(), found.playback.cursor),
        (false, true, first + 1)
    );
    assert_eq!(after(found, [PlaybackAction::SeekStop { forward: true }.into()]).playback.cursor, second + 1);
    // A changed or removed condition restarts the search.
    let work = model.playback.search.as_ref().map(|search| search.work.clone()).expect("it is long");
    let changed = after(model.clone(), [until("lane == 40"), to_the_end(&work)]);
    assert!(changed.playback.stops.are_sought, "the result of the earlier search is dropped");
    let other = finished(changed);
    assert_eq!((other.playback.stops.steps.len(), other.playback.cursor), (0, 0));
    let none = after(model, [until(""), to_the_end(&work)]);
    assert_eq!((none.playback.stops.are_sought, none.playback.search.is_none()), (false, true));
}

#[test]
fn a_condition_that_is_wrong_stops_nowhere_and_shows_the_place() {
    let model = after(open(TWO), [until("lane == 1 && nwe > 1")]);
    assert!(model.playback.stops.steps.is_empty());
    let wrong = model.playback.stops.error.clone().expect("it is wrong");
    assert_eq!(
        (wrong.before.as_str(), wrong.here.as_str(), wrong.after.as_str()),
        ("lane == 1 && ", "nwe", " > 1")
    );
    assert!(after(model, [until("")]).playback.stops.error.is_none());
}

#[test]
fn playing_ends_at_a_stop() {
    let written = Breakpoint::Written { space: "BUF".into(), byte_offset: 0, size_bytes: 4 };
    let coarse = Setting::Granularity(Granularity::Instruction).into();
    let model = after(
        open(TWO),
        [
            PlaybackAction::Breakpoint(written.clone()).into(),
            coarse,
            PlaybackAction::Play(true).into(),
            SECOND,
        ],
    );
    // Lane 0 writes in the sixth step, lane 1 in the eleventh. An instruction has twelve steps.
    assert_eq!((model.playback.cursor, model.playback.playing), (6, false));
    let model = after(model, [PlaybackAction::Play(true).into(), SECOND]);
    assert_eq!((model.playback.cursor, model.playback.playing), (11, false));
    let model = after(model, [PlaybackAction::Play(true).into(), SECOND]);
    assert_eq!((model.playback.cursor, model.playback.playing), (TWO_LEN, false));
    let fine = Setting::Granularity(Granularity::Phase).into();
    let model =
        after(model, [fine, PlaybackAction::Seek(4).into(), PlaybackAction::Play(true).into(), SECOND]);
    assert_eq!((model.playback.cursor, model.playback.playing), (5, true));
    let model = after(model, [SECOND]);
    assert_eq!(
        (model.playback.cursor, model.playback.playing),
        (6, false),
        "also where a step ends right at it"
    );
    // Setting the same breakpoint again removes it.
    assert!(after(model, [PlaybackAction::Breakpoint(written).into()]).playback.stops.steps.is_empty());
}

#[test]
fn a_line_stops_at_the_instruction_in_or_below_it() {
    let model = after(open(TWO), [Action::BreakLine(3)]);
    assert_eq!(*model.playback.breakpoints, [Breakpoint::Instruction(0)]);
    assert_eq!(model.playback.stops.steps, [0]);
    let line = TWO.lines().count();
    assert!(after(model.clone(), [Action::BreakLine(line)]).playback.breakpoints.is_empty());
    assert_eq!(
        after(model.clone(), [Action::BreakLine(line + 1)]).playback.breakpoints,
        model.playback.breakpoints
    );
}

#[test]
fn a_breakpoint_goes_with_its_instruction() {
    let add = TWO.lines().last().expect("it has lines");
    let marked = after(
        open(&[TWO, add, " // the second\n"].concat()),
        [PlaybackAction::Breakpoint(Breakpoint::Instruction(1)).into()],
    );
    assert_eq!(marked.playback.stops.steps, [TWO_LEN]);
    let edited = |from: &str, to: &str| {
        after(
            marked.clone(),
            [DocumentAction::Type(marked.document.session.text.replacen(from, to, 1).into()).into()],
        )
    };
    // A line above, typed letter by letter. In between, the text does not run.
    let mut model = marked.clone();
    for end in 1..=add.len() {
        let begun = [&add[..end], "\n", add].concat();
        model = after(
            model,
            [DocumentAction::Type(marked.document.session.text.replacen(add, &begun, 1).into()).into()],
        );
    }
    assert_eq!(*model.playback.breakpoints, [Breakpoint::Instruction(2)]);
    assert_eq!(model.playback.stops.steps, [2 * TWO_LEN]);
    // A panel edit: an order adds a line.
    let queue = PanelEdit::Queue { instruction: 0, target: 0, lane: LaneId(1), to: 0 };
    let ordered = after(marked.clone(), [DocumentAction::Edit(queue).into()]);
    assert_ne!(ordered.document.session.text, marked.document.session.text);
    assert_eq!(ordered.playback.breakpoints, marked.playback.breakpoints);
    // First the instruction before it is removed, then its own.
    let one = edited(&[add, "\n"].concat(), "");
    assert_eq!(
        (&*one.playback.breakpoints, &one.playback.stops.steps[..]),
        (&vec![Breakpoint::Instruction(0)], &[0][..])
    );
    let second = [add, " // the second"].concat();
    assert!(edited(&second, "").playback.breakpoints.is_empty());
    assert_eq!(
        edited("// the second", "").playback.breakpoints,
        marked.playback.breakpoints,
        "its line was changed"
    );
}

#[test]
fn stops_outlive_a_reload_of_the_same_text_only() {
    let model = after(open(TWO), [Action::BreakLine(1), until("lane == 1")]);
    let saved = Saved::parse(&Saved::from(&model).to_json()).expect("it is ours");
    let again = Model::new(TWO, Some(&saved), PageKind::Full, &known_sets());
    assert_eq!(
        (&again.playback.breakpoints, &again.playback.until, &again.playback.stops),
        (&model.playback.breakpoints, &model.playback.until, &model.playback.stops)
    );
    let other = Model::new(gallery::first(), Some(&saved), PageKind::Full, &known_sets());
    assert!(other.playback.breakpoints.is_empty());
    assert_eq!(&*other.playback.until, "", "a condition belongs to its text, too");
    // A link to another scenario, opened in the same tab.
    let linked = Linked { text: gallery::first().to_owned(), ..Linked::default() };
    let followed = after(model.clone(), [Action::Follow(linked)]);
    assert_eq!((&*followed.playback.until, followed.playback.stops.error.as_ref()), ("", None));
    let again = Linked { text: TWO.to_owned(), ..Linked::default() };
    assert_eq!(after(model.clone(), [Action::Follow(again)]).playback.until, model.playback.until);
}
