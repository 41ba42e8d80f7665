//! The task of the open puzzle, with the button that checks the solution.

use super::controls::program::{on_click, on_click_to, use_dispatch};
use super::controls::ticks::ticks;
use super::page::Page;
use crate::effects::examples::Fetched;
use crate::state::inquiries::Topic;
use crate::state::puzzle::{Solving, in_words, next_puzzle};
use crate::state::{Action, ChromeAction, Dialog, InquiryAction};
use lanescope_core::session::{Session, orders::GoalAnswer};
use lanescope_core::view::example::{self, Example};
use std::rc::Rc;
use yew::prelude::*;

/// The id of the heading, which gets the focus when the next puzzle opens.
const TITLE_ID: &str = "puzzle-title";

/// Returns the task of the open puzzle, its commands and its verdict; empty without a puzzle.
pub fn puzzle_bar(page: &Page, examples: &Fetched) -> Html {
    let Some(start) = page.model.puzzle() else { return html! {} };
    let act = |action: Action| on_click(page.program.dispatch(), action);
    let Example { title, sentence, .. } = Example::parse(start);
    let check = if page.model.inquiries.of(Topic::Goal).job.is_some() {
        let oncancel = act(InquiryAction::Cancel(Topic::Goal).into());
        html! { <button type="button" onclick={oncancel}>{ "Cancel" }</button> }
    } else {
        html! { <button type="button" class="primary" onclick={act(Action::Puzzle(Solving::Check))}>{ "Check" }</button> }
    };
    html! {
        <section class="puzzle" aria-labelledby={TITLE_ID}>
            <div class="puzzle-task">
                <h2 id={TITLE_ID} tabindex="-1">{ ticks(title) }</h2>
                <p>{ ticks(sentence) }</p>
                if let Some(limits) = Session::limits_in_words(start) {
                    <p class="hint">{ format!("Limits: {limits}.") }</p>
                }
            </div>
            <div class="puzzle-tools">
                if page.model.document.session.text != *start {
                    <button type="button" class="quiet" title="Restore the text of the puzzle (Undo restores yours)"
                        onclick={act(Action::Puzzle(Solving::StartAgain))}>{ "Start again" }</button>
                }
                { check }
            </div>
            <div class="puzzle-verdict" role="status">{ verdict(page, examples) }</div>
        </section>
    }
}

/// Returns the verdict, with the button for what to do next.
fn verdict(page: &Page, examples: &Fetched) -> Html {
    let model = &page.model;
    let state = model.inquiries.of(Topic::Goal);
    let act = |action: Action| on_click(page.program.dispatch(), action);
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
            let after = AttrValue::from(example::title(&model.document.session.text));
            html! { <NextPuzzle {after} examples={examples.clone()} /> }
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

#[derive(Properties, PartialEq)]
struct NextPuzzleProps {
    /// The title of the solved puzzle.
    after: AttrValue,
    examples: Fetched,
}

/// A button that opens the next puzzle, or the gallery after the last one.
#[component]
fn NextPuzzle(NextPuzzleProps { after, examples }: &NextPuzzleProps) -> Html {
    let dispatch = use_dispatch();
    let next = match examples {
        Fetched::Waiting => return html! { <button type="button" disabled=true>{ "Next puzzle" }</button> },
        Fetched::Failed => None,
        Fetched::Here(file) => next_puzzle(file, after).map(Rc::<str>::from),
    };
    let Some(text) = next else {
        let onclick = on_click(&dispatch, ChromeAction::Dialog(Some(Dialog::Gallery)));
        return html! { <button type="button" {onclick}>{ "More puzzles" }</button> };
    };
    let onclick = on_click_to(&dispatch, TITLE_ID, Action::Example(text));
    html! { <button type="button" class="primary" {onclick}>{ "Next puzzle" }</button> }
}
