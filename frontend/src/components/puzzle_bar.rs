//! The task of the open puzzle, with the button that checks the solution.

use super::diagnostics_list::ticks;
use super::program::use_dispatch;
use crate::state::all_orders::{Ask, Topic};
use crate::state::gallery::Example;
use crate::state::puzzle::{Solving, in_words};
use crate::state::{Action, Dialog};
use lanescope_core::session::GoalAnswer;
use std::rc::Rc;
use yew::prelude::*;

/// Properties of a [`PuzzleBar`].
#[derive(Properties, PartialEq)]
pub struct PuzzleBarProps {
    /// The text with which the puzzle started.
    pub start: Rc<str>,
    /// The verdict on the text; `None` if it was not checked.
    pub answer: Option<GoalAnswer>,
    /// Whether a check is in progress.
    pub is_checking: bool,
    /// The reason why the last check has no verdict.
    pub problem: Option<String>,
    /// Whether the text differs from the one that the puzzle starts with.
    pub is_changed: bool,
    /// Whether the text has a run that can be played.
    pub can_play: bool,
}

/// The task of a puzzle, its commands and its verdict.
#[component]
pub fn PuzzleBar(props: &PuzzleBarProps) -> Html {
    let dispatch = use_dispatch();
    let act = |action: Action| dispatch.reform(move |_: MouseEvent| action.clone());
    let Example { title, sentence, .. } = Example::parse(&props.start);
    let check = if props.is_checking {
        let oncancel = act(Action::AllOrders(Ask::Cancel(Topic::Goal)));
        html! { <button type="button" onclick={oncancel}>{ "Cancel" }</button> }
    } else {
        html! { <button type="button" class="primary" onclick={act(Action::Puzzle(Solving::Check))}>{ "Check" }</button> }
    };
    html! {
        <section class="puzzle" aria-labelledby="puzzle-title">
            <div class="puzzle-task">
                <h2 id="puzzle-title">{ ticks(title) }</h2>
                <p>{ ticks(sentence) }</p>
            </div>
            <div class="puzzle-tools">
                if props.is_changed {
                    <button type="button" class="quiet" title="Restore the text of the puzzle (Undo restores yours)"
                        onclick={act(Action::Puzzle(Solving::StartAgain))}>{ "Start again" }</button>
                }
                { check }
            </div>
            <div class="puzzle-verdict" role="status">{ verdict(props, &dispatch) }</div>
        </section>
    }
}

/// Returns the verdict, with the button for what to do next.
fn verdict(props: &PuzzleBarProps, dispatch: &Callback<Action>) -> Html {
    let act = |action: Action| dispatch.reform(move |_: MouseEvent| action.clone());
    if props.is_checking {
        return html! { <p>{ "Checking all orders and all inputs…" }</p> };
    }
    let Some(answer) = &props.answer else {
        return html! { if let Some(problem) = &props.problem { <p>{ problem }</p> } };
    };
    let (what, why) = in_words(answer);
    let next = match answer {
        GoalAnswer::Met => {
            let onclick = act(Action::Dialog(Some(Dialog::Gallery)));
            html! { <button type="button" {onclick}>{ "More puzzles" }</button> }
        }
        GoalAnswer::Fails(failure) if failure.can_be_played() && props.can_play => {
            let label = match (&failure.variant, failure.order.is_empty()) {
                (Some(_), _) => "Play this input",
                (None, false) => "Play this order",
                (None, true) => "Play the run",
            };
            html! { <button type="button" onclick={act(Action::Puzzle(Solving::PlayFailure))}>{ label }</button> }
        }
        _ => html! {},
    };
    let class = if *answer == GoalAnswer::Met { "puzzle-solved" } else { "puzzle-failed" };
    html! { <><p><strong {class}>{ what }{ ". " }</strong>{ ticks(&why) }</p>{ next }</> }
}
