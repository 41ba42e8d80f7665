//! Ways on from the current step, beside the sentence: questions, predictions, and all orders of lanes that meet.

use super::order_menu::explore;
use crate::components::controls::program::{on_click_to, use_dispatch};
use crate::effects::focus::use_focus_off_closed;
use crate::state::LearningAction;
use crate::state::narration::DoorsView;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct DoorsProps {
    pub view: DoorsView,
}

/// The buttons. One that leads nowhere from this step keeps its room, so that nothing moves.
#[component]
pub fn Doors(props: &DoorsProps) -> Html {
    let (dispatch, view) = (use_dispatch(), &props.view);
    use_focus_off_closed(view.clone());
    let answer = |label: &'static str, title: &'static str, answering: LearningAction| {
        let onclick = on_click_to(&dispatch, "answer-0", answering);
        html! { <button type="button" class="door" {title} {onclick}>{ label }</button> }
    };
    let closed = |is_open: bool| (!is_open).then_some("closed");
    html! {
        <div class="doors">
            if view.has_questions {
                { answer("Answer the questions", "Hide the run and answer the questions of the text", LearningAction::Begin) }
            }
            <span class={classes!("predictions", closed(view.can_predict))} role="group" aria-label="Predict">
                <span>{ "Predict" }</span>
                { answer("the next step", "Hide the next step and say what it changes", LearningAction::Predict { to_end: false }) }
                { answer("the end", "Hide the rest of the run and say how it ends", LearningAction::Predict { to_end: true }) }
            </span>
            if let Some(meet_here) = view.lanes_meet {
                <button type="button" class={classes!("door", "orders-door", closed(meet_here))} title="Lanes meet here: explore every order of their turns" onclick={explore(&dispatch)}>
                    { "All orders" }
                </button>
            }
        </div>
    }
}
