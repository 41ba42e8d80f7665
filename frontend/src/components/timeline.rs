//! The timeline: where the run stands, and every way to move it.

use super::diagnostics_list::ticks;
use super::icon::{Icon, icon};
use super::kept::{Part, kept};
use super::segmented::segmented;
use super::select::select;
use crate::effects::dom::target;
use crate::state::stops::Stops;
use crate::state::timeline::{MarkGroup, along, plural, stop_marks};
use crate::state::{Action, Speed};
use lanescope_core::trace::{Granularity, MarkKind};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, InputEvent};
use yew::prelude::*;

const GRANULARITIES: [(Granularity, &str, &str); 3] = [
    (Granularity::Phase, "Phase", "a step is one micro-step"),
    (Granularity::Lane, "Lane", "a step goes until another lane has its turn"),
    (Granularity::Instruction, "Instruction", "a step goes until another instruction begins"),
];

/// What a [`Timeline`] shows.
#[derive(Properties, PartialEq)]
pub struct TimelineProps {
    /// How many micro-steps have been done.
    pub cursor: u32,
    /// How many there are.
    pub len: u32,
    /// Where that is, in words.
    pub position: AttrValue,
    /// The marks.
    pub marks: Rc<Vec<MarkGroup>>,
    /// The first step of each instruction.
    pub starts: Rc<Vec<u32>>,
    /// How far a step goes.
    pub granularity: Granularity,
    /// Whether it steps by itself.
    pub playing: bool,
    /// Whether it does so towards the start.
    #[prop_or_default]
    pub backwards: bool,
    /// How fast it does.
    pub speed: Speed,
    /// Whether the invitation to step stands.
    pub invitation: bool,
    /// The condition at which it stops, as typed.
    #[prop_or_default]
    pub until: Rc<str>,
    /// Where it stops.
    #[prop_or_default]
    pub stops: Rc<Stops>,
    /// The moment that the one at hand is compared with.
    #[prop_or_default]
    pub pinned: Option<u32>,
    /// Something was pressed or dragged.
    pub onaction: Callback<Action>,
}

/// Buttons, granularity, speed, and a slider with marks over it.
#[component]
pub fn Timeline(props: &TimelineProps) -> Html {
    let oninput = use_callback(props.onaction.clone(), |event: InputEvent, onaction| {
        let input = target(&event).and_then(|element| element.dyn_into::<HtmlInputElement>().ok());
        let cursor = input.and_then(|input| input.value().parse().ok());
        onaction.emit(Action::Seek(cursor.unwrap_or(0)));
    });
    // Only a narrow page hides something behind the button.
    let more = use_state_eq(|| None);
    let shows_more =
        more.unwrap_or(!props.stops.steps.is_empty() || !props.until.is_empty() || props.pinned.is_some());
    let onmore =
        use_callback((shows_more, more.setter()), |_: MouseEvent, (shows, more)| more.set(Some(!shows)));
    html! {
        <section class="timeline" aria-label="timeline">
            <div class="transport">
                { kept(Transport {
                    at_start: props.cursor == 0,
                    at_end: props.cursor >= props.len,
                    is_empty: props.len == 0,
                    no_marks: props.marks.is_empty(),
                    granularity: props.granularity,
                    playing: props.playing.then_some(props.backwards),
                    speed: props.speed,
                    invitation: props.invitation,
                    until: props.until.clone(),
                    stops: props.stops.clone(),
                    pinned: props.pinned.is_some(),
                    shows_more,
                    onmore,
                    onaction: props.onaction.clone(),
                }) }
                <div class="position"><output>{ &props.position }</output></div>
            </div>
            <div class="track">
                { kept(Marks {
                    len: props.len,
                    marks: props.marks.clone(),
                    starts: props.starts.clone(),
                    stops: props.stops.clone(),
                    pinned: props.pinned,
                    onaction: props.onaction.clone(),
                }) }
                <input
                    type="range"
                    aria-label="position in the run"
                    aria-valuetext={props.position.clone()}
                    min="0"
                    max={props.len.to_string()}
                    step="1"
                    value={props.cursor.to_string()}
                    disabled={props.len == 0}
                    {oninput}
                />
            </div>
        </section>
    }
}

/// All that moves the run and says how. A step from the middle of a run to the middle leaves it alone.
#[derive(PartialEq)]
struct Transport {
    at_start: bool,
    at_end: bool,
    /// Whether there is no step at all.
    is_empty: bool,
    no_marks: bool,
    granularity: Granularity,
    /// While it steps by itself: whether it does so towards the start.
    playing: Option<bool>,
    speed: Speed,
    invitation: bool,
    until: Rc<str>,
    stops: Rc<Stops>,
    /// Whether there is a moment to compare with.
    pinned: bool,
    /// Whether a narrow page shows what it hides at first.
    shows_more: bool,
    onmore: Callback<MouseEvent>,
    onaction: Callback<Action>,
}

impl Part for Transport {
    fn html(&self) -> Html {
        let chosen = GRANULARITIES.iter().position(|(it, ..)| *it == self.granularity).unwrap_or(0);
        let granularities = GRANULARITIES.map(|(_, label, title)| (label, title));
        let ongranularity =
            self.onaction.reform(|index: usize| Action::Granularity(GRANULARITIES[index.min(2)].0));
        let speed = Speed::ALL.iter().position(|speed| *speed == self.speed).unwrap_or(0);
        let speeds = Speed::ALL.iter().map(|speed| speed.label().to_owned());
        let onspeed = self
            .onaction
            .reform(|index: usize| Action::Speed(Speed::ALL.get(index).copied().unwrap_or_default()));
        html! {
            <>
                { self.moves() }
                <div class="button-row mark-buttons" role="group" aria-label="marks">
                    { self.button(Icon::PreviousMark, "previous mark", "p", self.no_marks, Action::SeekMark { forward: false }) }
                    { self.button(Icon::NextMark, "next mark", "n", self.no_marks, Action::SeekMark { forward: true }) }
                </div>
                <button
                    type="button"
                    class="more"
                    aria-label="run until, compare"
                    aria-expanded={self.shows_more.to_string()}
                    onclick={&self.onmore}
                >
                    { "…" }
                </button>
                { segmented("granularity", &granularities, chosen, &ongranularity) }
                { select("speed".to_owned(), speeds, speed, &onspeed) }
                { self.extra() }
            </>
        }
    }
}

impl Transport {
    fn button(
        &self,
        moment: Icon,
        label: &'static str,
        key: &'static str,
        disabled: bool,
        action: Action,
    ) -> Html {
        let onclick = self.onaction.reform(move |_: MouseEvent| action.clone());
        // Not `disabled`: a button that loses the focus at the end of a run leaves the keyboard nowhere.
        let title = format!("{label} ({key})");
        html! {
            <button type="button" aria-label={label} {title} aria-disabled={disabled.to_string()} {onclick}>
                { icon(moment) }
            </button>
        }
    }

    fn play(&self, backwards: bool) -> Html {
        let (moment, label, key, action) = match (self.playing == Some(backwards), backwards) {
            (true, _) => (Icon::Pause, "pause", "Space", Action::Play(false)),
            (_, false) => (Icon::Play, "play", "Space", Action::Play(true)),
            (_, true) => (Icon::PlayBack, "play backwards", "Shift Space", Action::PlayBack),
        };
        self.button(moment, label, key, self.is_empty, action)
    }

    /// To the ends, by itself, by a step.
    fn moves(&self) -> Html {
        let step = |forward: bool| Action::Step { granularity: None, forward };
        html! {
            <div class="button-row" role="group" aria-label="move">
                { self.button(Icon::Start, "to the start", "Home", self.at_start, Action::Seek(0)) }
                { self.play(true) }
                { self.button(Icon::Back, "step back", "←", self.at_start, step(false)) }
                { self.play(false) }
                <span class="step-place">
                    <button
                        type="button"
                        class={classes!("primary", "step", self.invitation.then_some("inviting"))}
                        title="step (→)"
                        aria-disabled={self.at_end.to_string()}
                        onclick={self.onaction.reform(move |_: MouseEvent| step(true))}
                    >
                        { icon(Icon::Forward) }{ "Step" }
                    </button>
                    if self.invitation {
                        <span class="invitation">{ "Step through it: press " }<kbd>{ "→" }</kbd></span>
                    }
                </span>
                { self.button(Icon::End, "to the end", "End", self.at_end, Action::SeekEnd) }
            </div>
        }
    }

    /// What a narrow page shows when asked.
    fn extra(&self) -> Html {
        let no_stops = self.stops.steps.is_empty();
        html! {
            <div class={classes!("extra", self.shows_more.then_some("open"))}>
                { self.until() }
                <div class="button-row" role="group" aria-label="stops">
                    { self.button(Icon::PreviousStop, "run back to the previous stop", "Shift u", no_stops, Action::SeekStop { forward: false }) }
                    { self.button(Icon::NextStop, "run to the next stop", "u", no_stops, Action::SeekStop { forward: true }) }
                </div>
                { self.pin() }
            </div>
        }
    }

    /// The field for the condition, and what is wrong with it.
    fn until(&self) -> Html {
        let value = |event: &web_sys::Event| {
            let input = target(event).and_then(|element| element.dyn_into::<HtmlInputElement>().ok());
            input.map(|input| input.value()).unwrap_or_default()
        };
        let oninput = self.onaction.reform(move |event: InputEvent| Action::Until(value(&event).into()));
        let onkeydown = {
            let onaction = self.onaction.clone();
            Callback::from(move |event: KeyboardEvent| {
                if event.key() == "Enter" {
                    event.prevent_default();
                    onaction.emit(Action::SeekStop { forward: !event.shift_key() });
                }
            })
        };
        let count = u32::try_from(self.stops.steps.len()).unwrap_or(u32::MAX);
        let error = self.stops.error.as_ref();
        html! {
            <div class="until">
                <label>
                    <span>{ "Run until" }</span>
                    <input
                        type="text"
                        value={self.until.to_string()}
                        placeholder="lane == 3 && new > 20"
                        title="a condition on lane, address, old, new and returned; Enter: next, Shift Enter: previous"
                        autocomplete="off"
                        spellcheck="false"
                        aria-invalid={error.is_some().to_string()}
                        aria-describedby="until-says"
                        {oninput}
                        {onkeydown}
                    />
                </label>
                <span id="until-says" aria-live="polite" class={if error.is_some() { "reason" } else { "stop-count" }}>
                    if let Some(wrong) = error {
                        <code>{ &wrong.before }<mark>{ if wrong.here.is_empty() { " " } else { &wrong.here } }</mark>{ &wrong.after }</code>
                        <span>{ ticks(&wrong.message) }</span>
                    } else if count > 0 || !self.until.is_empty() {
                        { format!("{count} {}", plural(count, "stop")) }
                    }
                </span>
            </div>
        }
    }

    /// The button that keeps the moment at hand to compare others with.
    fn pin(&self) -> Html {
        let pinned = self.pinned;
        let onclick = self.onaction.reform(move |_: MouseEvent| Action::Pin(!pinned));
        html! {
            <button
                type="button"
                class="pin"
                aria-pressed={pinned.to_string()}
                disabled={self.is_empty && !pinned}
                title="keep this step, and mark what differs from it at others"
                {onclick}
            >
                { "Compare" }
            </button>
        }
    }
}

/// The marks and the bounds of instructions. For the eye and the pointer: the keyboard has its own buttons, and a
/// group's title is in the position once one is there.
#[derive(PartialEq)]
struct Marks {
    len: u32,
    marks: Rc<Vec<MarkGroup>>,
    starts: Rc<Vec<u32>>,
    stops: Rc<Stops>,
    pinned: Option<u32>,
    onaction: Callback<Action>,
}

impl Part for Marks {
    fn html(&self) -> Html {
        let percent = |per_mille: u32| format!("{}.{}%", per_mille / 10, per_mille % 10);
        let bound = |start: &u32| {
            let x = percent(along(*start, self.len));
            html! { <line class="instruction-bound" x1={x.clone()} x2={x} y1="0" y2="100%" /> }
        };
        let mark = |group: &MarkGroup| {
            let cursor = group.cursor;
            let onclick = self.onaction.reform(move |_: MouseEvent| Action::Seek(cursor));
            html! {
                <svg class={mark_class(group.kind)} x={percent(group.per_mille)} y="50%" overflow="visible" {onclick}>
                    <title>{ &group.title }</title>
                    <path d={glyph(group.kind)} />
                </svg>
            }
        };
        html! {
            <svg class="marks" aria-hidden="true" focusable="false">
                { for self.starts.iter().skip(1).map(bound) }
                { for stop_marks(&self.stops.steps, self.len).into_iter().map(|(cursor, per_mille)| {
                    let onclick = self.onaction.reform(move |_: MouseEvent| Action::Seek(cursor));
                    html! { <rect class="stop-mark" x={percent(per_mille)} y="8" width="8" height="8" {onclick}><title>{ format!("stop at step {cursor}") }</title></rect> }
                }) }
                if let Some(pinned) = self.pinned {
                    <line class="pin-mark" x1={percent(along(pinned, self.len))} x2={percent(along(pinned, self.len))} y1="0" y2="100%" />
                }
                { for self.marks.iter().map(mark) }
            </svg>
        }
    }
}

fn mark_class(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Collision => "mark mark-collision",
        MarkKind::UndefinedOverlap => "mark mark-undefined",
        MarkKind::OutOfBounds => "mark mark-outside",
        MarkKind::Undefined => "mark mark-undefined",
        MarkKind::Misaligned => "mark mark-misaligned",
    }
}

/// A shape for each kind, around the origin, so that colour is not needed to tell them apart.
fn glyph(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Collision => "M0 -5L5 0L0 5L-5 0Z",
        MarkKind::UndefinedOverlap => "M-5 -5L5 5M5 -5L-5 5M0 -5L5 0L0 5L-5 0Z",
        MarkKind::OutOfBounds => "M-4.5 -4.5H4.5V4.5H-4.5ZM-2 -2V2H2V-2Z",
        MarkKind::Undefined => "M0 -5A5 5 0 1 0 0.01 -5ZM0 -2.6A2.6 2.6 0 1 1 -0.01 -2.6Z",
        MarkKind::Misaligned => "M0 -5L5.2 4.5H-5.2Z",
    }
}
