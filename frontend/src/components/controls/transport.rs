//! The buttons that move the run, and the menu with the rarely used ones.

use super::icon::{Icon, icon};
use super::popup::Popup;
use super::program::{on_click, use_dispatch};
use super::select::select;
use super::ticks::ticks;
use crate::effects::dom::typed_value;
use crate::state::choice::Choice;
use crate::state::stops::Stops;
use crate::state::{Action, PlaybackAction, Setting};
use lanescope_core::session::text::{capitalized, counted};
use lanescope_core::trace::Granularity;
use std::rc::Rc;
use web_sys::InputEvent;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct TransportProps {
    pub at_start: bool,
    pub at_end: bool,
    pub is_empty: bool,
    pub granularity: Granularity,
    pub playing: bool,
    /// Whether to draw attention to the Step button.
    pub invitation: bool,
}

/// The buttons that move the run, and the size of a step. The properties do not change between two steps in the middle
/// of a run, so it does not render again.
#[component]
pub fn Transport(props: &TransportProps) -> Html {
    let dispatch = use_dispatch();
    let TransportProps { at_start, at_end, .. } = props;
    let step = |forward: bool| PlaybackAction::Step { granularity: None, forward }.into();
    html! {
        <div class="transport">
            <div class="button-row" role="group" aria-label="Playback">
                { button(&dispatch, Icon::Start, "to the start", "Home", *at_start, PlaybackAction::Seek(0).into()) }
                { button(&dispatch, Icon::Back, "step back", "←", *at_start, step(false)) }
                <button
                    type="button"
                    class={classes!("primary", "step", props.invitation.then_some("inviting"))}
                    title="Step (→, F10)"
                    aria-disabled={at_end.to_string()}
                    onclick={on_click(&dispatch, step(true))}
                >
                    { "Step" }
                </button>
                { play(&dispatch, props.playing, props.is_empty) }
                { button(&dispatch, Icon::End, "to the end", "End", *at_end, PlaybackAction::SeekEnd.into()) }
            </div>
            { granularity(props.granularity, &dispatch) }
        </div>
    }
}

/// Returns the choice of the step size.
fn granularity(chosen: Granularity, dispatch: &Callback<Action>) -> Html {
    let onchange = dispatch.reform(|chosen| Setting::Granularity(chosen).into());
    html! { <span class="granularity">{ select("step size", Granularity::labelled(), &chosen, &onchange) }</span> }
}

fn button(
    dispatch: &Callback<Action>,
    image: Icon,
    label: &'static str,
    key: &'static str,
    disabled: bool,
    action: Action,
) -> Html {
    let onclick = on_click(dispatch, action);
    // Uses `aria-disabled`, because a disabled button would lose the keyboard focus at the end of a run.
    let title = format!("{} ({key})", capitalized(label));
    html! {
        <button type="button" aria-label={label} {title} aria-disabled={disabled.to_string()} {onclick}>
            { icon(image) }
        </button>
    }
}

fn play(dispatch: &Callback<Action>, playing: bool, is_empty: bool) -> Html {
    let (image, label) = if playing { (Icon::Pause, "pause") } else { (Icon::Play, "play") };
    button(dispatch, image, label, "Space", is_empty, PlaybackAction::Play(!playing).into())
}

#[derive(Properties, PartialEq)]
pub struct MoreProps {
    pub no_marks: bool,
    pub granularity: Granularity,
    pub plays_fast: bool,
    /// The condition of `Run until`, as typed.
    pub until: Rc<str>,
    pub stops: Rc<Stops>,
    /// Whether a stop is after the current step.
    pub has_next_stop: bool,
}

/// The menu with the rarely used controls of the run.
#[component]
pub fn More(props: &MoreProps) -> Html {
    let dispatch = use_dispatch();
    let no_marks = props.no_marks;
    let plays_fast = props.plays_fast;
    let onfast = dispatch.reform(move |_: Event| Setting::PlaysFast(!plays_fast).into());
    let no_stops = props.stops.steps.is_empty() && !props.stops.are_sought;
    let stop = |forward| PlaybackAction::SeekStop { forward }.into();
    let mark = |forward| PlaybackAction::SeekMark { forward }.into();
    let is_in_use = !no_stops || !props.until.is_empty();
    html! {
        <Popup
            text="More playback controls"
            title="Marks, fast playback, run until"
            icon={Icon::More}
            class={if is_in_use { "more in-use" } else { "more" }}
        >
            <div class="menu more-playback">
                { until(props, &dispatch) }
                <div class="menu-row" role="group" aria-label="Stops">
                    <span>{ "Stops" }</span>
                    { button(&dispatch, Icon::PreviousStop, "run back to the previous stop", "Shift u", no_stops, stop(false)) }
                    { button(&dispatch, Icon::NextStop, "run to the next stop", "u", no_stops, stop(true)) }
                </div>
                <div class="menu-row" role="group" aria-label="Marks">
                    <span>{ "Marks" }</span>
                    { button(&dispatch, Icon::PreviousMark, "previous mark", "p", no_marks, mark(false)) }
                    { button(&dispatch, Icon::NextMark, "next mark", "n", no_marks, mark(true)) }
                </div>
                <label class="check">
                    <input type="checkbox" checked={plays_fast} onchange={onfast} />
                    { "Play fast: 5 s per instruction" }
                </label>
                <div class="menu-row narrow-only"><span>{ "Step" }</span>{ granularity(props.granularity, &dispatch) }</div>
            </div>
        </Popup>
    }
}

/// Returns the field for the condition, with its error or the number of stops.
fn until(props: &MoreProps, dispatch: &Callback<Action>) -> Html {
    let oninput =
        dispatch.reform(|event: InputEvent| PlaybackAction::Until(typed_value(&event).into()).into());
    let onkeydown = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" {
                event.prevent_default();
                dispatch.emit(PlaybackAction::SeekStop { forward: !event.shift_key() }.into());
            }
        })
    };
    let count = u32::try_from(props.stops.steps.len()).unwrap_or(u32::MAX);
    let error = props.stops.error.as_ref();
    html! {
        <div class="until">
            <label>
                <span>{ "Run until" }</span>
                <input
                    type="text"
                    value={props.until.to_string()}
                    placeholder="new > 20"
                    title="A condition on lane, address, old, new and returned. Enter: next stop; Shift Enter: previous stop"
                    autocomplete="off"
                    autocapitalize="off"
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
                } else if props.stops.are_sought {
                    { "searching…" }
                } else if count > 0 || !props.until.is_empty() {
                    { counted(count, "stop") }
                    if count > 0 && !props.has_next_stop {
                        { ", none after this step" }
                    }
                }
            </span>
        </div>
    }
}
