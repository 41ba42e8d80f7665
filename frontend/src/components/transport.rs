//! The buttons that move the run, and the settings of how far and how fast.

use super::diagnostics_list::ticks;
use super::icon::{Icon, icon};
use super::segmented::Segmented;
use super::select::Select;
use super::step_key::StepKey;
use crate::effects::dom::typed_value;
use crate::state::choice::Choice;
use crate::state::position::plural;
use crate::state::stops::Stops;
use crate::state::{Action, Speed};
use lanescope_core::trace::Granularity;
use std::rc::Rc;
use web_sys::InputEvent;
use yew::prelude::*;

/// The granularities, in the order of their table, each with what a step is.
const GRANULARITIES: &[(&str, &str)] = &[
    (Granularity::ROWS[0].label, "a step is one micro-step"),
    (
        Granularity::ROWS[1].label,
        "a step goes to the next request, read, modify, write or return, over what prepares them",
    ),
    (Granularity::ROWS[2].label, "a step goes until another lane has its turn"),
    (Granularity::ROWS[3].label, "a step goes until another instruction begins"),
];

/// What [`Transport`] shows.
#[derive(Properties, PartialEq)]
pub struct TransportProps {
    /// Whether the run stands at its start.
    pub at_start: bool,
    /// Whether it stands at its end.
    pub at_end: bool,
    /// Whether there is no step at all.
    pub is_empty: bool,
    /// Whether the run has no mark.
    pub no_marks: bool,
    /// How far a step goes.
    pub granularity: Granularity,
    /// Whether the run steps by itself towards the start; `None` where it does not step by itself.
    pub playing: Option<bool>,
    /// How fast it plays.
    pub speed: Speed,
    /// Whether the invitation to step stands.
    pub invitation: bool,
    /// The condition at which the run stops, as typed.
    pub until: Rc<str>,
    /// Where it stops.
    pub stops: Rc<Stops>,
    /// Whether there is a moment to compare with.
    pub pinned: bool,
    /// Whether a narrow page shows what it hides at first.
    pub shows_more: bool,
    /// What a narrow page hides is to be shown or hidden.
    pub onmore: Callback<MouseEvent>,
    /// A button was pressed, or something else was chosen.
    pub onaction: Callback<Action>,
}

/// All that moves the run and says how. A step from the middle of a run to the middle leaves it alone.
#[component]
pub fn Transport(props: &TransportProps) -> Html {
    let ongranularity = props.onaction.reform(|index| Action::Granularity(Granularity::at(index)));
    let onspeed = props.onaction.reform(|index| Action::Speed(Speed::at(index)));
    let mark = |forward| Action::SeekMark { forward };
    html! {
        <>
            { props.moves() }
            <div class="button-row mark-buttons" role="group" aria-label="marks">
                { props.button(Icon::PreviousMark, "previous mark", "p", props.no_marks, mark(false)) }
                { props.button(Icon::NextMark, "next mark", "n", props.no_marks, mark(true)) }
            </div>
            <button
                type="button"
                class="more"
                aria-label="run until, compare"
                aria-expanded={props.shows_more.to_string()}
                onclick={&props.onmore}
            >
                { "…" }
            </button>
            <Segmented
                label="granularity"
                choices={GRANULARITIES}
                chosen={props.granularity.index()}
                onchange={ongranularity}
            />
            <Select label="speed" choices={Speed::labels()} chosen={props.speed.index()} onchange={onspeed} />
            { props.extra() }
        </>
    }
}

impl TransportProps {
    fn button(
        &self,
        image: Icon,
        label: &'static str,
        key: &'static str,
        disabled: bool,
        action: Action,
    ) -> Html {
        let onclick = self.onaction.reform(move |_: MouseEvent| action.clone());
        // The button is not `disabled`: one that loses the focus at the end of a run leaves the keyboard nowhere.
        let title = format!("{label} ({key})");
        html! {
            <button type="button" aria-label={label} {title} aria-disabled={disabled.to_string()} {onclick}>
                { icon(image) }
            </button>
        }
    }

    fn play(&self, backwards: bool) -> Html {
        let (image, label, key, action) = match (self.playing == Some(backwards), backwards) {
            (true, _) => (Icon::Pause, "pause", "Space", Action::Play(false)),
            (_, false) => (Icon::Play, "play", "Space", Action::Play(true)),
            (_, true) => (Icon::PlayBack, "play backwards", "Shift Space", Action::PlayBack),
        };
        self.button(image, label, key, self.is_empty, action)
    }

    /// The buttons that go to the ends, that play, and that make a step.
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
                        title="step (→, F10)"
                        aria-disabled={self.at_end.to_string()}
                        onclick={self.onaction.reform(move |_: MouseEvent| step(true))}
                    >
                        { icon(Icon::Forward) }{ "Step" }
                    </button>
                    if self.invitation {
                        <span class="invitation">
                            { "Step through it: " }
                            <span class="by-key">{ "press " }<StepKey /></span>
                            <span class="by-touch">{ "tap" }</span>
                        </span>
                    }
                </span>
                { self.button(Icon::End, "to the end", "End", self.at_end, Action::SeekEnd) }
            </div>
        }
    }

    /// What a narrow page shows when asked.
    fn extra(&self) -> Html {
        let no_stops = self.stops.steps.is_empty() && !self.stops.are_sought;
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
        let oninput = self.onaction.reform(|event: InputEvent| Action::Until(typed_value(&event).into()));
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
                        placeholder="new > 20"
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
                    } else if self.stops.are_sought {
                        { "searching…" }
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
