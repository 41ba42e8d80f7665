//! The buttons that move the run, and the settings for granularity and speed.

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

/// The granularities, in the order of their table, each with its tooltip.
const GRANULARITIES: &[(&str, &str)] = &[
    (Granularity::ROWS[0].label, "a step is one micro-step"),
    (
        Granularity::ROWS[1].label,
        "a step goes to the next request, read, modify, write or return, over what prepares them",
    ),
    (Granularity::ROWS[2].label, "a step goes until another lane has its turn"),
    (Granularity::ROWS[3].label, "a step goes until another instruction begins"),
];

/// Properties of [`Transport`].
#[derive(Properties, PartialEq)]
pub struct TransportProps {
    /// Whether the run is at its start.
    pub at_start: bool,
    /// Whether the run is at its end.
    pub at_end: bool,
    /// Whether the run has zero steps.
    pub is_empty: bool,
    /// Whether the run has zero marks.
    pub no_marks: bool,
    /// The size of a step.
    pub granularity: Granularity,
    /// During playback, whether it runs backwards; `None` if the run is not playing.
    pub playing: Option<bool>,
    /// Speed of playback.
    pub speed: Speed,
    /// Whether to show the invitation to step.
    pub invitation: bool,
    /// The condition of `Run until`, as typed.
    pub until: Rc<str>,
    /// Stops of the run.
    pub stops: Rc<Stops>,
    /// Whether a step is pinned.
    pub pinned: bool,
    /// Whether a narrow page shows the extra controls.
    pub shows_more: bool,
    /// Called if the button for the extra controls is clicked.
    pub onmore: Callback<MouseEvent>,
    /// Emits the actions of the controls.
    pub onaction: Callback<Action>,
}

/// All controls of the run. The properties do not change between two steps in the middle of a run, so it does not
/// render again.
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
        // Uses `aria-disabled`, because a disabled button would lose the keyboard focus at the end of a run.
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

    /// Returns the buttons for start, end, playback and steps.
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

    /// Returns the extra controls, which a narrow page shows on demand.
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

    /// Returns the field for the condition, with its error or the number of stops.
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

    /// Returns the button that pins the current step for comparison.
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
