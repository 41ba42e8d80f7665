//! The task of the open puzzle, with the button that checks the solution.

use super::diagnostics_list::ticks;
use super::page::Page;
use crate::state::all_orders::{Ask, Topic};
use crate::state::gallery::Example;
use crate::state::puzzle::{Solving, in_words};
use crate::state::{Action, Dialog};
use lanescope_core::session::GoalAnswer;
use yew::prelude::*;

/// Returns the task of the open puzzle, its commands and its verdict; empty without a puzzle.
pub fn puzzle_bar(page: &Page) -> Html {
    let Some(start) = page.model.puzzle() else { return html! {} };
    let act = |action: Action| page.program.dispatch().reform(move |_: MouseEvent| action.clone());
    let Example { title, sentence, .. } = Example::parse(start);
    let check = if page.model.all_orders.of(Topic::Goal).job.is_some() {
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
                if page.model.text != *start {
                    <button type="button" class="quiet" title="Restore the text of the puzzle (Undo restores yours)"
                        onclick={act(Action::Puzzle(Solving::StartAgain))}>{ "Start again" }</button>
                }
                { check }
            </div>
            <div class="puzzle-verdict" role="status">{ verdict(page) }</div>
        </section>
    }
}

/// Returns the verdict, with the button for what to do next.
fn verdict(page: &Page) -> Html {
    let model = &page.model;
    let state = model.all_orders.of(Topic::Goal);
    let act = |action: Action| page.program.dispatch().reform(move |_: MouseEvent| action.clone());
    if state.job.is_some() {
        return html! { <p>{ "Checking all orders and all inputs…" }</p> };
    }
    let Some(answer) = model.goal_answer() else {
        return html! { if let Some(problem) = &state.problem { <p>{ problem }</p> } };
    };
    let can_play = model.run_len() > 0 && !model.is_stale();
    let (what, why) = in_words(answer);
    let next = match answer {
        GoalAnswer::Met => {
            let onclick = act(Action::Dialog(Some(Dialog::Gallery)));
            html! { <button type="button" {onclick}>{ "More puzzles" }</button> }
        }
        GoalAnswer::Fails(failure) if failure.can_be_played() && can_play => {
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
