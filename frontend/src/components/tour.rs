//! The guided tour: its offer, and the callout at each of its stops.

use super::diagnostics_list::ticks;
use super::icon::{Icon, icon};
use super::program::use_dispatch;
use crate::state::tour::{STOPS, Task, Tour, Walk};
use crate::state::{Action, EditorCommand};
use lanescope_core::session::Span;
use yew::prelude::*;

/// The offer of the tour, until the first step.
#[component]
pub fn TourOffer() -> Html {
    let dispatch = use_dispatch();
    html! {
        <p class="tour-offer">
            <button type="button" onclick={dispatch.reform(|_| Action::Tour(Walk::Start))}>{ "Take the tour" }</button>
        </p>
    }
}

/// Properties of a [`TourCallout`].
#[derive(Properties, PartialEq)]
pub struct TourCalloutProps {
    /// Progress of the tour.
    pub tour: Tour,
    /// Position of the value that the user is asked to change.
    pub value: Option<Span>,
}

/// The callout at a stop. `effects::tour` measures its position.
#[component]
pub fn TourCallout(props: &TourCalloutProps) -> Html {
    let dispatch = use_dispatch();
    let TourCalloutProps { tour, value } = props;
    let stop = tour.stop();
    let task = tour.task();
    let is_last = tour.at + 1 == STOPS.len();
    let walk = |walk: Walk| dispatch.reform(move |_: MouseEvent| Action::Tour(walk));
    let next = match task {
        Some(_) => "Do it for me",
        None if is_last => "Finish",
        None => "Next",
    };
    let onvalue = value
        .filter(|_| task == Some(Task::Edit))
        .map(|span| dispatch.reform(move |_: MouseEvent| Action::Editor(EditorCommand::Select(span))));
    html! {
        <section
            id="tour"
            class="tour"
            role="dialog"
            aria-modal="false"
            aria-label="guided tour"
            aria-describedby="tour-text"
            tabindex="-1"
        >
            <div id="tour-text" aria-live="polite" aria-atomic="true">
                <h2><span class="visually-hidden">{ format!("stop {}: ", tour.at + 1) }</span>{ stop.title }</h2>
                <p>{ ticks(stop.text) }</p>
                if tour.at == 0 && tour.hides_own_text() {
                    <p>{ "This is an example. Your own text comes back after the tour." }</p>
                }
                if task.is_some() {
                    <p class="tour-ask">
                        { ticks(stop.ask) }
                        if let Some(onclick) = onvalue {
                            <button type="button" {onclick}>{ "Go there" }</button>
                        }
                    </p>
                } else if tour.done {
                    <p class="tour-ask">{ "Done: the stage shows the run of the new text." }</p>
                }
            </div>
            <div class="tour-foot">
                <span class="tour-at">{ format!("{} of {}", tour.at + 1, STOPS.len()) }</span>
                <button type="button" aria-disabled={(tour.at == 0).to_string()} onclick={walk(Walk::Back)}>{ "Back" }</button>
                <button type="button" class={classes!(task.is_none().then_some("primary"))} onclick={walk(Walk::On)}>{ next }</button>
            </div>
            <button type="button" class="quiet tour-close" aria-label="close the tour" title="Esc" onclick={walk(Walk::End)}>
                { icon(Icon::Close) }
            </button>
        </section>
    }
}
