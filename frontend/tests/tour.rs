//! The guided tour as lists of actions. Expected values follow from the first example: a mask step, a latch, then five
//! steps per lane (address, read, operation, write, return). Lane 1 reads the value that lane 0 wrote.
#![cfg(not(target_arch = "wasm32"))]

mod common;

use common::{after, open};
use lanescope_core::session::Breakpoint;
use lanescope_core::trace::Granularity;
use lanescope_frontend::state::curve::Rect;
use lanescope_frontend::state::gallery;
use lanescope_frontend::state::keys::{Focus, Press, action};
use lanescope_frontend::state::tour::{STOPS, Task, Walk, beside, scroll_by};
use lanescope_frontend::state::{Action, Entry, Model, Saved, Tab, Theme, reduce};
use std::rc::Rc;

const OWN: &str = ".isa visa\n.lanes 8 active=0b11\n// mine\n";

fn walk(walk: Walk) -> Action {
    Action::Tour(walk)
}

const STEP: Action = Action::Step { granularity: None, forward: true };
const STEP_BACK: Action = Action::Step { granularity: None, forward: false };

/// Returns the tour over the example, at the first stop with a task.
fn at(task: Task) -> Model {
    let mut model = after(open(gallery::first()), [walk(Walk::Start)]);
    while model.tour.as_ref().expect("the tour goes on").task() != Some(task) {
        model = reduce(model, walk(Walk::On));
    }
    model
}

fn stop(model: &Model) -> usize {
    model.tour.as_ref().expect("the tour is under way").at
}

#[test]
fn it_begins_at_the_start_of_the_example_and_is_offered_until_the_first_step() {
    let before = after(open(gallery::first()), [Action::Seek(20), Action::Granularity(Granularity::Lane)]);
    assert!(!before.invitation && open(gallery::first()).invitation);
    let model = reduce(before, walk(Walk::Start));
    assert_eq!((stop(&model), model.cursor, model.granularity()), (0, 0, Granularity::Phase));
    assert_eq!(*model.text, *gallery::first());
}

#[test]
fn the_next_button_alone_leads_through_all_of_it() {
    let mut model = after(open(gallery::first()), [walk(Walk::Start)]);
    let mut seen = Vec::new();
    let mut last_text = Rc::clone(&model.text);
    while model.tour.is_some() {
        seen.push((stop(&model), model.cursor));
        last_text = Rc::clone(&model.text);
        model = reduce(model, walk(Walk::On));
    }
    // 1 after the first step; lane 0 writes in the sixth step; lane 1 reads in the ninth; then one step back.
    let cursors = [0, 0, 1, 6, 9, 8, 8, 8];
    assert_eq!(seen, cursors.into_iter().enumerate().collect::<Vec<_>>());
    assert_eq!(seen.len(), STOPS.len());
    assert!(last_text.contains("= 100 20 30 40"), "the tour changed the value that it asked for");
    assert_eq!(&*model.text, gallery::first(), "the text is as it was");
}

#[test]
fn what_is_asked_for_is_noticed() {
    let model = at(Task::Step);
    let here = stop(&model);
    let model = after(model, [STEP]);
    assert_eq!(stop(&model), here + 1, "a step was made");
    let model = after(model, [STEP, STEP, STEP, STEP]);
    assert_eq!((stop(&model), model.cursor), (here + 1, 5), "the operation is not yet the write");
    let model = after(model, [STEP]);
    assert_eq!((stop(&model), model.cursor), (here + 2, 6));
    let model = after(model, [Action::SeekMark { forward: true }]);
    assert_eq!((stop(&model), model.cursor), (here + 3, 9));
    assert_eq!(stop(&after(model.clone(), [STEP])), here + 3, "that was forth and not back");
    let model = after(model, [STEP_BACK]);
    assert_eq!(stop(&model), here + 4);
}

#[test]
fn playing_stops_at_the_next_stop() {
    let model = after(at(Task::Step), [Action::Play(true), Action::Tick(1000)]);
    assert_eq!(model.tour.as_ref().and_then(|tour| tour.task()), Some(Task::Write));
    assert!(!model.playing);
}

#[test]
fn whoever_types_goes_on_typing() {
    let model = at(Task::Edit);
    let here = stop(&model);
    let text = |value: &str| Action::Type(gallery::first().replace("10 20", &format!("{value} 20")).into());
    let broken = after(model.clone(), [text("x")]);
    assert!(!broken.tour.as_ref().expect("it goes on").done, "this does not run");
    let model = after(model, [text("1")]);
    assert!(model.tour.as_ref().is_some_and(|tour| tour.done && tour.task().is_none()));
    let model = after(model, [text("12"), text("x"), text("123")]);
    assert_eq!(stop(&model), here);
    assert!(model.tour.as_ref().is_some_and(|tour| tour.done));
    let model = after(model, [walk(Walk::On)]);
    assert_eq!(stop(&model), here + 1);
    assert!(model.text.contains("= 123 20"), "what was typed stays");
}

#[test]
fn a_change_on_the_stage_is_a_change_of_the_text() {
    let model = at(Task::Edit);
    let here = stop(&model);
    let enter = |typed: &str| Action::Enter {
        entry: Entry::Cell { name: "BUF".into(), index: 1 },
        typed: typed.into(),
    };
    let model = after(model, [enter("x")]);
    assert_eq!(stop(&model), here, "it was refused");
    assert_eq!(stop(&after(model, [enter("7")])), here + 1);
}

#[test]
fn the_semantics_are_open_where_they_are_spoken_of() {
    let mut model = after(open(gallery::first()), [Action::Tab(Tab::Instruction), walk(Walk::Start)]);
    while model.tour.as_ref().is_some_and(|tour| tour.stop().target != ".tabs") {
        assert_eq!(model.tab, Tab::Instruction);
        model = reduce(model, walk(Walk::On));
    }
    assert!(model.tour.is_some() && model.tab == Tab::Semantics);
}

#[test]
fn back_leads_back() {
    let model = at(Task::Write);
    let here = stop(&model);
    let model = after(model, [walk(Walk::Back), walk(Walk::Back)]);
    assert_eq!(stop(&model), here - 2);
    assert_eq!(stop(&after(model, [walk(Walk::Back)])), 0);
}

#[test]
fn ones_own_text_comes_back_as_it_was() {
    let own = format!("{}// mine\n", gallery::first().replace("10 20", "50 20"));
    let before = after(
        open(&own),
        [
            Action::Breakpoint(Breakpoint::Instruction(0)),
            Action::Seek(11),
            Action::Pin(true),
            Action::Seek(7),
        ],
    );
    let mut model = reduce(before.clone(), walk(Walk::Start));
    assert_eq!(*model.text, *gallery::first());
    assert!(model.breakpoints.is_empty() && model.pinned.is_none(), "these belong to the other text");
    // A reload during the tour never restores the example.
    for _ in 1..STOPS.len() {
        let saved = Saved::from(&model);
        assert_eq!((saved.text.as_deref(), saved.cursor, saved.breakpoints.len()), (Some(&*own), 7, 1));
        model = reduce(model, walk(Walk::On));
    }
    let model = after(model, [Action::Theme(Theme::Dark), walk(Walk::End)]);
    assert_eq!(*model.text, *own);
    assert_eq!((model.cursor, model.pinned, model.breakpoints.len()), (7, Some(11), 1));
    assert_eq!(model.stops, before.stops);
    assert!(model.runs > before.runs, "whoever waits for a run sees that there is another");
    assert_eq!(model.theme, Theme::Dark);
}

#[test]
fn a_text_that_does_not_run_is_kept_too() {
    let model = after(open(OWN), [walk(Walk::Start)]);
    assert_eq!(model.run_len(), 2 + 8 * 5);
    assert_eq!(*reduce(model, walk(Walk::End)).text, *OWN);
}

#[test]
fn what_undo_brings_back_during_the_tour_stays_as_the_person_then_makes_it() {
    let more = format!("{OWN}// more\n");
    let model = after(
        open(OWN),
        [walk(Walk::Start), Action::Type(OWN.into()), Action::Type(more.as_str().into()), walk(Walk::End)],
    );
    assert_eq!(*model.text, *more);
}

#[test]
fn over_a_text_without_a_run_every_stop_can_be_left() {
    let mut model = after(open(OWN), [walk(Walk::Start), Action::Type(OWN.into())]);
    for _ in STOPS {
        assert!(model.tour.is_some());
        model = reduce(model, walk(Walk::On));
        assert_eq!(*model.text, *OWN, "the tour changes nobody's own text");
    }
    assert!(model.tour.is_none());
}

#[test]
fn another_example_ends_it() {
    let load = Action::Load { text: OWN.into(), cursor: 0, granularity: None };
    let model = after(open(gallery::first()), [walk(Walk::Start), load]);
    assert!(model.tour.is_none() && *model.text == *OWN);
}

#[test]
fn escape_ends_it_from_the_page_and_arrows_still_step() {
    let model = at(Task::Step);
    let press = |key: &str, focus: Focus| Press { key: key.into(), focus, ..Press::default() };
    for focus in [Focus::Page, Focus::Button] {
        assert_eq!(action(&model, &press("Escape", focus)), Some(walk(Walk::End)));
        assert_eq!(action(&model, &press("ArrowRight", focus)), Some(STEP));
    }
    assert_eq!(action(&model, &press("Escape", Focus::Text)), None);
}

#[test]
fn the_value_that_it_asks_for_is_the_first_of_the_surface() {
    let model = at(Task::Edit);
    let span = model.tour_value().expect("the example has it");
    let line = model.text[..span.range().start].lines().last().expect("it is not the first word");
    assert_eq!((span.of(&model.text), line), ("10", ".surface BUF buffer ud = "));
    assert!(model.tour.as_ref().is_some_and(|tour| tour.stop().ask.contains("`10`")));
}

#[test]
fn each_stop_has_words_of_its_own() {
    for (at, stop) in STOPS.iter().enumerate() {
        assert!(!stop.title.is_empty() && stop.text.ends_with('.') && !stop.target.is_empty());
        assert_eq!(stop.ask.is_empty(), stop.task.is_none(), "{}", stop.title);
        assert!(STOPS[at + 1..].iter().all(|other| other.title != stop.title));
    }
}

/// Returns whether two rectangles overlap.
fn overlap(a: Rect, b: Rect) -> bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

#[test]
fn a_callout_covers_no_part_of_its_target() {
    let (width, height) = (320.0, 200.0);
    let window = (1440.0, 900.0);
    let mut placed = 0;
    for x in (0..=1200).step_by(100) {
        for y in (0..=800).step_by(100) {
            for (across, down) in [(80.0, 30.0), (400.0, 500.0), (1440.0, 80.0), (300.0, 900.0)] {
                let target = Rect { x: f64::from(x), y: f64::from(y), width: across, height: down };
                let Some((x, y)) = beside(target, (width, height), window) else { continue };
                placed += 1;
                let callout = Rect { x, y, width, height };
                assert!(!overlap(callout, target), "{callout:?} covers {target:?}");
                assert!(x >= 0.0 && y >= 0.0 && x + width <= window.0 && y + height <= window.1);
            }
        }
    }
    assert!(placed > 300);
    let all = Rect { x: 0.0, y: 0.0, width: window.0, height: window.1 };
    assert_eq!(beside(all, (width, height), window), None);
}

#[test]
fn the_page_scrolls_no_farther_than_it_must() {
    assert_eq!(scroll_by((100.0, 200.0), (0.0, 400.0)), 0.0);
    assert_eq!(scroll_by((350.0, 450.0), (0.0, 400.0)), 50.0);
    assert_eq!(scroll_by((-30.0, 50.0), (0.0, 400.0)), -30.0);
    assert_eq!(scroll_by((120.0, 700.0), (20.0, 400.0)), 100.0, "what is too tall begins at the top");
}
