//! The guided tour: where it stops on the page, what it asks for there, and how it notices that this was done.

use super::curve::{Rect, between};
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
    /// What there is to know; words between backticks are keys or code.
    pub text: &'static str,
    /// What the person is asked to do; empty where nothing is.
    pub ask: &'static str,
    /// When that is done.
    pub task: Option<Task>,
    /// Selector of the part of the page that it is about.
    pub target: &'static str,
    /// The tab that it needs to be open.
    pub tab: Option<Tab>,
}

/// What a stop asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// A step forth.
    Step,
    /// Steps to the next write.
    Write,
    /// Steps to the next collision.
    Collision,
    /// A step back.
    Back,
    /// A change of the text.
    Edit,
}

const LOOK: Stop = Stop { title: "", text: "", ask: "", task: None, target: "", tab: None };

/// The stops, in their order.
pub const STOPS: &[Stop] = &[
    Stop {
        title: "Lanes",
        text: "One instruction runs for all of these lanes. Switch a lane off and it does nothing; the stage then says \
               why. The field beside the heading holds the same switches as a mask.",
        target: ".lane-strip",
        ..LOOK
    },
    Stop {
        title: "One step at a time",
        text: "A run is a row of micro-steps: who takes part, what is read before any lane runs, and then what each \
               lane does.",
        ask: "Press Step, or `→`.",
        task: Some(Task::Step),
        target: ".step-place",
        ..LOOK
    },
    Stop {
        title: "Old value, operation, new value",
        text: "Each lane has a column. It takes its address, reads the old value, applies the operation and writes the \
               new value; arrows show what goes where.",
        ask: "Press Step until the first lane has written.",
        task: Some(Task::Write),
        target: ".bank",
        ..LOOK
    },
    Stop {
        title: "A queue where lanes meet",
        text: "The numbers below a value are the lanes that want it. They take turns in that order; who had a turn is \
               marked.",
        ask: "Go on to the next mark: its button, or `n`.",
        task: Some(Task::Collision),
        target: ".surface.in-use",
        ..LOOK
    },
    Stop {
        title: "Back and forth",
        text: "Here the next lane meets what the first one wrote: a mark on the timeline. Any step can be taken back, \
               and lanes and memory are again as they were.",
        ask: "Press step back, or `←`.",
        task: Some(Task::Back),
        target: ".timeline",
        ..LOOK
    },
    Stop {
        title: "One text",
        text: "All that you see is written here. A change runs at once, whether you type it here or on the stage, and \
               Undo takes it back.",
        ask: "Type another value for the first `10`.",
        task: Some(Task::Edit),
        target: ".editor-panel",
        ..LOOK
    },
    Stop {
        title: "What an instruction means",
        text: "This text is what runs, line by line with the stage. A scenario may replace it with its own, so that you \
               see what would follow.",
        target: ".tabs",
        tab: Some(Tab::Semantics),
        ..LOOK
    },
    Stop {
        title: "Where next",
        text: "Under Examples each scenario shows one idea. The question mark at the top lists the keys and brings you \
               back to this tour.",
        target: ".page-tools",
        ..LOOK
    },
];

/// The values of the example's surface, as its text has them: the first is what the person is asked to change.
const VALUES: &str = "10 20 30 40";
const FIRST_VALUE: &str = "10";
/// What it becomes for those who let the tour change it.
const OTHER_VALUE: &str = "100";

/// A tour that is under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Tour {
    /// Where it stops, as index of [`STOPS`].
    pub at: usize,
    /// Whether what is asked for there was done, and the person may go on with it.
    pub done: bool,
    /// The cursor that is asked for; `None` where nothing is, or where the run has no such moment.
    goal: Option<u32>,
    /// The text when the stop was reached.
    text: Rc<str>,
    /// What the person had before: it comes back.
    pub aside: Option<Rc<Model>>,
}

/// A move on the tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walk {
    /// The tour begins.
    Start,
    /// The tour goes on to the next stop; what is asked for at this one is done first.
    On,
    /// The person goes back to the stop before.
    Back,
    /// The tour ends, or is declined.
    End,
}

impl Tour {
    /// The stop.
    pub fn stop(&self) -> &'static Stop {
        &STOPS[self.at]
    }

    /// Whether a text of the person's own is put aside for the example.
    pub fn hides_own_text(&self) -> bool {
        self.aside.as_ref().is_some_and(|own| *own.text != *gallery::first())
    }

    /// What the person is still to do here.
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
    /// The page with the person's own text: during a tour over the example, what was put aside.
    pub fn own(&self) -> &Model {
        self.tour.as_ref().and_then(|tour| tour.aside.as_deref()).unwrap_or(self)
    }

    /// Where the value stands that the tour asks to change.
    pub fn tour_value(&self) -> Option<Span> {
        let at = self.text.find(VALUES)?;
        Some(Span::new(at, at + FIRST_VALUE.len()))
    }

    /// Where the run stands when that task is done.
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
        self.tab = STOPS[at].tab.unwrap_or(self.tab);
        let goal = STOPS[at].task.and_then(|task| self.goal(task));
        self.tour = Some(Tour { at, done: false, goal, text: Rc::clone(&self.text), aside });
    }
}

/// The model after a move on the tour.
pub(super) fn walk(mut model: Model, walk: Walk) -> Model {
    let Some(tour) = model.tour.clone() else {
        return if walk == Walk::Start {
            start(model)
        } else {
            model.toured = true;
            model
        };
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
            // What could not be done keeps nobody.
            match &model.tour {
                Some(here) if here.at == tour.at => go_on(model),
                _ => model,
            }
        }
    }
}

/// What a person would do here. A text of their own is left as it is.
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

/// The tour begins over the first example. What the person had is put aside, be it that example.
fn start(mut model: Model) -> Model {
    model.dialog = None;
    model.toured = true;
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

/// The tour is over, and what was put aside comes back.
fn end(mut model: Model) -> Model {
    let Some(own) = model.tour.take().and_then(|tour| tour.aside) else { return model };
    let own = Rc::unwrap_or_clone(own);
    Model {
        runs: model.runs + 1,
        speed: model.speed,
        formats: model.formats,
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

/// An action while the tour is under way.
pub(super) fn accompany(model: Model, action: Action) -> Model {
    let runs = model.runs;
    let is_load = matches!(action, Action::Load { .. });
    let is_typing = matches!(action, Action::Type(_));
    let mut model = apply(model, action);
    let Some(mut tour) = model.tour.take() else { return model };
    if is_load {
        return model; // Somebody wants to see something else.
    }
    let is_other_run = runs != model.runs;
    // Undo brought another text back.
    tour.aside = tour.aside.filter(|own| own.text != model.text || *own.text == *gallery::first());
    let is_edit = tour.stop().task == Some(Task::Edit);
    tour.done |= is_edit && model.text != tour.text && !model.is_stale();
    // A person who types goes on typing.
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

/// Between a callout and what it points at, and between it and the edges of the window.
const GAP_PX: f64 = 12.0;

/// The upper left corner of a callout of that size beside its target in a window, such that it covers no part of the
/// target; `None` where there is no room.
pub fn beside(target: Rect, (width, height): (f64, f64), window: (f64, f64)) -> Option<(f64, f64)> {
    let (last_x, last_y) = (window.0 - GAP_PX - width, window.1 - GAP_PX - height);
    let (x, y) = (between(target.x, GAP_PX, last_x), between(target.y, GAP_PX, last_y));
    let right = (target.x + target.width + GAP_PX, y);
    let left = (target.x - GAP_PX - width, y);
    let below = (x, target.y + target.height + GAP_PX);
    let above = (x, target.y - GAP_PX - height);
    // At the edges of the window, what is beside belongs to the same bar.
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

/// How far to scroll so that what lies from `top` to `bottom` lies between `low` and `high`; its top, where it is higher
/// than that.
pub fn scroll_by((top, bottom): (f64, f64), (low, high): (f64, f64)) -> f64 {
    if top < low || bottom - top > high - low { top - low } else { (bottom - high).max(0.0) }
}
