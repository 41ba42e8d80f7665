//! The guided tour: its stops on the page, their tasks, and how completion is detected.

use super::curve::{Rect, between};
use super::panes::Side;
use super::reduce::apply;
use super::{Action, Entry, Model, Tab, gallery};
use lanescope_core::session::Span;
use lanescope_core::trace::{Effect, Granularity, MarkKind};
use std::rc::Rc;

/// A stop of the tour.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// Its heading.
    pub title: &'static str,
    /// The explanation. Words between backticks are keys or code.
    pub text: &'static str,
    /// The instruction to the user. Empty for a stop without a task.
    pub ask: &'static str,
    /// The task.
    pub task: Option<Task>,
    /// The selector of the part of the page that it explains.
    pub target: &'static str,
    /// The tab that it opens.
    pub tab: Option<Tab>,
}

/// The task of a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A step forward.
    Step,
    /// Steps to the next write.
    Write,
    /// Steps to the next collision.
    Collision,
    /// A step back.
    Back,
    /// An edit of the text.
    Edit,
}

const LOOK: Stop = Stop { title: "", text: "", ask: "", task: None, target: "", tab: None };

/// The stops, in order.
pub const STOPS: &[Stop] = &[
    Stop {
        title: "Lanes",
        text: "One instruction runs for all of these lanes. The mark under a number turns its lane off and on. The menu \
               above the lanes has the same switches as a mask.",
        target: ".lanes",
        ..LOOK
    },
    Stop {
        title: "One step at a time",
        text: "A run is a sequence of micro-steps: which lanes take part, which sources are read, and then the work of \
               each lane.",
        ask: "Press Step, or `→`.",
        task: Some(Task::Step),
        target: ".step",
        ..LOOK
    },
    Stop {
        title: "Old value, operation, new value",
        text: "Each lane has a column. It computes its address, reads the old value, applies the operation and writes the \
               new value. A wire shows where each value goes.",
        ask: "Press Step until the first lane has written.",
        task: Some(Task::Write),
        target: ".lanes",
        ..LOOK
    },
    Stop {
        title: "A queue where lanes meet",
        text: "The numbers in a cell are the lanes that access it. They take turns in that order. Lanes that are done \
               are dashed.",
        ask: "Go to the next mark: press `n`, or use the menu at the right of the timeline.",
        task: Some(Task::Collision),
        target: ".surface.in-use",
        ..LOOK
    },
    Stop {
        title: "Back and forth",
        text: "Here the next lane reads what the first one wrote. The timeline marks this collision. Each step can be \
               undone, which restores lanes and memory.",
        ask: "Press step back, or `←`.",
        task: Some(Task::Back),
        target: ".timeline",
        ..LOOK
    },
    Stop {
        title: "One text",
        text: "The text contains everything that you see. A change runs at once, here or on the stage, and Undo reverts \
               it.",
        ask: "Type another value for the first `10`.",
        task: Some(Task::Edit),
        target: ".editor-panel",
        ..LOOK
    },
    Stop {
        title: "What an instruction means",
        text: "This text is what runs, line by line with the stage. Press Edit to change it and see the effect.",
        target: ".tabs",
        tab: Some(Tab::Semantics),
        ..LOOK
    },
    Stop {
        title: "Where next",
        text: "Each of the examples shows one idea. The help lists the keys and starts this tour again.",
        target: ".page-tools",
        ..LOOK
    },
];

/// The values of the example's surface, as in its text. The tour asks the user to change the first.
const VALUES: &str = "10 20 30 40";
const FIRST_VALUE: &str = "10";
/// The new value if the user lets the tour make the change.
const OTHER_VALUE: &str = "100";

/// A tour in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Tour {
    /// The index of the current stop in [`STOPS`].
    pub at: usize,
    /// Whether its task is done.
    pub done: bool,
    /// The cursor at which the task is done. `None` without a task, or if the run has no such moment.
    goal: Option<u32>,
    /// The text at the arrival at this stop.
    text: Rc<str>,
    /// The user's own model, which is restored at the end.
    pub aside: Option<Rc<Model>>,
}

/// A move on the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// Starts the tour.
    Start,
    /// Performs the task of this stop if it is not done, and moves to the next stop.
    On,
    /// Moves to the previous stop.
    Back,
    /// Ends the tour.
    End,
}

impl Tour {
    /// Returns the current stop.
    pub fn stop(&self) -> &'static Stop {
        &STOPS[self.at]
    }

    /// Returns whether the tour hides a text of the user's own.
    pub fn hides_own_text(&self) -> bool {
        self.aside.as_ref().is_some_and(|own| *own.text != *gallery::first())
    }

    /// Returns the task of this stop, unless it is done or impossible.
    pub fn task(&self) -> Option<Task> {
        self.stop().task.filter(|_| self.goal.is_some() && !self.done)
    }

    fn is_reached(&self, cursor: u32) -> bool {
        match (self.task(), self.goal) {
            (Some(Task::Back), Some(goal)) => cursor <= goal,
            (Some(Task::Edit) | None, _) | (_, None) => false,
            (_, Some(goal)) => cursor >= goal,
        }
    }
}

impl Model {
    /// Returns the model with the user's own text, also during a tour.
    pub fn own(&self) -> &Model {
        self.tour.as_ref().and_then(|tour| tour.aside.as_deref()).unwrap_or(self)
    }

    /// Returns the span of the value that the tour asks the user to change.
    pub fn tour_value(&self) -> Option<Span> {
        let at = self.text.find(VALUES)?;
        Some(Span::new(at, at + FIRST_VALUE.len()))
    }

    /// Returns the cursor at which a task is done, starting from the current one.
    fn goal(&self, task: Task) -> Option<u32> {
        let run = self.run().filter(|_| !self.is_stale())?;
        let is_write = |step: &u32| {
            let step = run.step(*step);
            step.is_some_and(|step| step.effects.iter().any(|it| matches!(it, Effect::Write { .. })))
        };
        match task {
            Task::Step => Some(self.cursor + 1).filter(|goal| *goal <= run.len()),
            Task::Write => (self.cursor..run.len()).find(is_write).map(|step| step + 1),
            Task::Collision => {
                let collisions = run.marks().iter().filter(|mark| mark.kind == MarkKind::Collision);
                collisions.map(|mark| mark.step + 1).find(|goal| *goal > self.cursor)
            }
            Task::Back => self.cursor.checked_sub(1),
            Task::Edit => Some(self.cursor),
        }
    }

    fn arrive(&mut self, at: usize, aside: Option<Rc<Model>>) {
        self.playing = false;
        self.show_tab(STOPS[at].tab.unwrap_or(self.tab));
        self.panes.open(Side::Editor);
        let goal = STOPS[at].task.and_then(|task| self.goal(task));
        self.tour = Some(Tour { at, done: false, goal, text: Rc::clone(&self.text), aside });
    }
}

/// Returns the model after a move on the tour.
pub(super) fn walk(mut model: Model, walk: Walk) -> Model {
    let Some(tour) = model.tour.clone() else {
        return if walk == Walk::Start { start(model) } else { model };
    };
    match walk {
        Walk::Start => model,
        Walk::Back => {
            model.arrive(tour.at.saturating_sub(1), tour.aside);
            model
        }
        Walk::End => end(model),
        Walk::On => {
            let model = match in_place(&model, &tour) {
                Some(action) => accompany(model, action),
                None => model,
            };
            // A task that could not be performed does not block the tour.
            match &model.tour {
                Some(here) if here.at == tour.at => go_on(model),
                _ => model,
            }
        }
    }
}

/// Returns the action that performs the current task. An edit is only made in the unchanged example.
fn in_place(model: &Model, tour: &Tour) -> Option<Action> {
    Some(match tour.task()? {
        Task::Step => Action::Step { granularity: None, forward: true },
        Task::Back => Action::Step { granularity: None, forward: false },
        Task::Write | Task::Collision => Action::Seek(tour.goal?),
        Task::Edit => {
            let surface = model.run()?.scenario().layout.surfaces.first()?;
            let name = surface.name.to_string();
            let is_example = *model.text == *gallery::first();
            is_example
                .then(|| Action::Enter { entry: Entry::Cell { name, index: 0 }, typed: OTHER_VALUE.into() })?
        }
    })
}

/// Starts the tour on the first example. The user's model is kept, even if it shows the same example.
fn start(mut model: Model) -> Model {
    model.dialog = None;
    let aside = Some(Rc::new(model.clone()));
    let notice = model.notice.take();
    let load =
        Action::Load { text: gallery::first().into(), cursor: 0, granularity: Some(Granularity::Phase) };
    model = apply(model, load);
    model.notice = notice;
    model.arrive(0, aside);
    model
}

fn go_on(mut model: Model) -> Model {
    match model.tour.take() {
        Some(tour) if tour.at + 1 < STOPS.len() => {
            model.arrive(tour.at + 1, tour.aside);
            model
        }
        tour => {
            model.tour = tour;
            end(model)
        }
    }
}

/// Ends the tour and restores the user's model.
fn end(mut model: Model) -> Model {
    let Some(own) = model.tour.take().and_then(|tour| tour.aside) else { return model };
    let own = Rc::unwrap_or_clone(own);
    Model {
        runs: model.runs + 1,
        speed: model.speed,
        formats: model.formats.clone(),
        theme: model.theme,
        notice: model.notice,
        dialog: model.dialog,
        letter_keys: model.letter_keys,
        invitation: model.invitation,
        editor_command: model.editor_command,
        looked_up: model.looked_up.clone(),
        playing: false,
        ..own
    }
}

/// Applies an action during the tour, and checks whether it completes the task.
pub(super) fn accompany(model: Model, action: Action) -> Model {
    let runs = model.runs;
    let is_load = matches!(action, Action::Load { .. });
    let is_typing = matches!(action, Action::Type(_));
    let mut model = apply(model, action);
    let Some(mut tour) = model.tour.take() else { return model };
    if is_load {
        return model; // Another scenario ends the tour.
    }
    let is_other_run = runs != model.runs;
    // Undo may restore the user's own text. Then there is nothing to restore at the end.
    tour.aside = tour.aside.filter(|own| own.text != model.text || *own.text == *gallery::first());
    let is_edit = tour.stop().task == Some(Task::Edit);
    tour.done |= is_edit && model.text != tour.text && !model.is_stale();
    // Typing marks the task as done but does not advance the tour, so that the user can continue to type.
    let is_over = is_edit && tour.done && is_other_run && !is_typing || tour.is_reached(model.cursor);
    if is_over {
        model.tour = Some(tour);
        go_on(model)
    } else if is_other_run && !is_edit {
        model.arrive(tour.at, tour.aside);
        model
    } else {
        model.tour = Some(tour);
        model
    }
}

/// The gap between a callout and its target, and between it and the edges of the window.
const GAP_PX: f64 = 12.0;

/// Returns the upper left corner of a callout of the given size, so that it does not cover its target. `None` if it
/// fits nowhere.
pub fn beside(target: Rect, (width, height): (f64, f64), window: (f64, f64)) -> Option<(f64, f64)> {
    let (last_x, last_y) = (window.0 - GAP_PX - width, window.1 - GAP_PX - height);
    let (x, y) = (between(target.x, GAP_PX, last_x), between(target.y, GAP_PX, last_y));
    let right = (target.x + target.width + GAP_PX, y);
    let left = (target.x - GAP_PX - width, y);
    let below = (x, target.y + target.height + GAP_PX);
    let above = (x, target.y - GAP_PX - height);
    // Near the top and bottom edges, the neighbours of the target are parts of the same bar, so above or below is
    // preferred.
    let places = if target.y > window.1 * 0.7 {
        [above, right, left, below]
    } else if target.y + target.height < window.1 * 0.1 {
        [below, right, left, above]
    } else {
        [right, left, below, above]
    };
    let fits = |(x, y): &(f64, f64)| *x >= GAP_PX && *y >= GAP_PX && *x <= last_x && *y <= last_y;
    places.into_iter().find(fits)
}

/// Returns the scroll distance that brings the range from `top` to `bottom` between `low` and `high`. If the range is
/// taller than that, aligns its top.
pub fn scroll_by((top, bottom): (f64, f64), (low, high): (f64, f64)) -> f64 {
    if top < low || bottom - top > high - low { top - low } else { (bottom - high).max(0.0) }
}
