//! The sentence about the last step.

use super::doors::Doors;
use super::order_menu::explore;
use super::read_as::{ReadAs, in_words};
use crate::components::controls::popup::Popup;
use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::controls::ticks::ticks;
use crate::effects::keys::use_arrows_taken;
use crate::state::invariants::{Broken, InvariantLine};
use crate::state::keys::STEP_KEY;
use crate::state::manual::FIRST_LESSON;
use crate::state::narration::NarrationView;
use crate::state::outcomes::grouped;
use crate::state::sight::in_short;
use crate::state::{Action, PlaybackAction, StageNote};
use lanescope_core::session::{
    run::LaneId,
    text::{Expectation, Verdict},
};
use yew::prelude::*;

/// The right arrow key, or another key if the focused element uses the arrow keys itself.
#[component]
fn StepKey() -> Html {
    let key = if use_arrows_taken() { STEP_KEY } else { "→" };
    html! { <kbd>{ key }</kbd> }
}

#[derive(Properties, PartialEq)]
struct InShortProps {
    text: AttrValue,
    /// A noun for it.
    what: &'static str,
    /// Number of characters that follow it in the same space.
    #[prop_or_default]
    following: usize,
}

/// A text, or the beginning of a long one and a button that shows all of it.
#[component]
fn InShort(props: &InShortProps) -> Html {
    let Some(beginning) = in_short(&props.text, props.following) else { return html! { &props.text } };
    html! {
        <>
            { beginning }{ " " }
            <Popup text="Show all" of={format!("of the {}", props.what)} title="Show all of the text">
                <p class="whole-sentence">{ &props.text }</p>
            </Popup>
        </>
    }
}

/// Returns the caption of the step, as a live region, and the verdict on the expectations beside it.
pub fn narration(view: &NarrationView) -> Html {
    let live = if view.playing { "off" } else { "polite" };
    let readings = &view.readings;
    let following = if readings.is_empty() { 0 } else { in_words(readings).chars().count() };
    let tabindex = view.can_scroll.then_some("0");
    // A first visit begins with few controls.
    let has_questions = view.doors.as_ref().is_some_and(|doors| doors.has_questions);
    let is_first = view.offers_lesson && view.sentence.is_none() && !has_questions;
    html! {
        <section class="narration" aria-label="Narration" {tabindex}>
            <div class="caption-lines" aria-live={live} aria-atomic="true">
                <div class="sentence">
                    { match &view.sentence {
                        Some(sentence) => html! {
                            <>
                                // The key changes with the sentence, so that buttons are replaced and do not move.
                                <InShort key={sentence.to_string()} text={AttrValue::from(sentence.clone())} what="sentence" {following} />
                                if view.is_changed {
                                    { " " }<span class="modified">{ "modified" }</span>
                                }
                                if view.touched > 1 {
                                    { " " }<span class="touched-count">{ format!("{} cells", view.touched) }</span>
                                }
                                // Last, because it is known later than the sentence.
                                if !readings.is_empty() {
                                    <span key={sentence.to_string()}>
                                        { " " }
                                        <ReadAs readings={readings.clone()} has_panels={view.has_panels} />
                                    </span>
                                }
                            </>
                        },
                        None if !view.can_step => html! { "There is nothing to step through yet." },
                        None => html! {
                            <>
                                <span class="by-key">{ "Press " }<StepKey />{ " or Step" }</span>
                                <span class="by-touch">{ "Tap Step" }</span>
                                { " to run the first step." }
                            </>
                        },
                    } }
                    if let Some(broken) = &view.broken {
                        { " " }<span class="broken">{ ticks(broken) }</span>
                    }
                </div>
                <div key={format!("{:?} {}", view.sentence, view.computation)} class={classes!("computation", view.is_cost.then_some("is-cost"))}><InShort text={AttrValue::from(view.computation.clone())} what="computation" /></div>
                if view.offers_lesson && view.sentence.is_none() {
                    <p class="lesson-offer">
                        <a class="page-link" href={FIRST_LESSON} target="_blank" rel="noopener">{ "Take the first lesson" }</a>
                    </p>
                }
            </div>
            if let Some(doors) = &view.doors {
                <div class={classes!("narration-side", is_first.then_some("first"))}>
                    <Ending view={view.clone()} />
                    <Doors view={doors.clone()} />
                </div>
            } else {
                <Ending view={view.clone()} />
            }
        </section>
    }
}

/// Returns the note on the stage. A screen reader does not announce each change of the number of steps.
fn note_html(StageNote { title, sentence, steps }: &StageNote) -> Html {
    let steps = steps.filter(|steps| *steps > 0);
    html! {
        <div class="ending stage-note" role="status">
            <b>{ *title }</b>{ " " }{ ticks(sentence) }
            if let Some(steps) = steps {
                <span class="caption" aria-live="off">{ format!("{} steps", grouped(&steps.to_string())) }</span>
            }
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct EndingProps {
    view: NarrationView,
}

/// The verdict at the end of the run, and the number of expectations before it. It opens the list of expectations. A note on the
/// stage takes its place, so that nothing moves while the text has errors.
#[component]
fn Ending(EndingProps { view }: &EndingProps) -> Html {
    let dispatch = use_dispatch();
    if let Some(note) = &view.note {
        return note_html(note);
    }
    let has_list = view.count() > 0 && view.lists_expectations;
    let (word, class) = view.verdict();
    html! {
        <div class={classes!("ending", class)} role="status">
            if !has_list {
                <span class="verdict">{ word }</span>
            } else {
                <Popup text={word} title="List of expectations" class="verdict">
                    { expectation_list(view, &dispatch) }
                </Popup>
            }
        </div>
    }
}

/// Returns the invariants and the `.expect` lines with their results.
pub fn expectation_list(view: &NarrationView, dispatch: &Callback<Action>) -> Html {
    html! {
        <ul class="expectations" aria-live="off">
            { for view.invariants.iter().map(|it| invariant(it, dispatch)) }
            { for view.expectations.iter().map(|it| expectation(it, view, dispatch)) }
        </ul>
    }
}

fn expectation(
    (line, expectation): &(String, Expectation),
    view: &NarrationView,
    dispatch: &Callback<Action>,
) -> Html {
    let is_judging = view.is_judging;
    let (class, word) = match expectation.verdict {
        Verdict::Holds => ("holds", "passed"),
        Verdict::Fails => ("fails", "failed"),
        // The line concerns all orders. The word is about as long as its replacements, so that little moves.
        Verdict::NotJudged if is_judging => ("open", "checking"),
        // The orders have not been explored, or the budget is exhausted.
        Verdict::NotJudged => ("open", "not checked"),
    };
    html! {
        <li {class}>
            <span class="verdict-word">{ word }</span>
            <code>{ line }</code>
            if expectation.verdict == Verdict::NotJudged && !is_judging {
                <button type="button" class="explore-button" onclick={explore(dispatch)}>{ "Explore all orders" }</button>
            }
            { for expectation.differences.iter().enumerate().map(|(at, words)| {
                let place = expectation.places.get(at);
                difference(words, place.zip(view.run.as_deref()).map(|(place, run)| run.writers(*place).last()), dispatch)
            }) }
        </li>
    }
}

/// Returns a difference from an expectation, with a link to the step that last wrote the place. `writer` is `None` if the difference
/// is about no place, and `Some(None)` if no step wrote it.
fn difference(
    words: &str,
    writer: Option<Option<(u32, Option<LaneId>)>>,
    dispatch: &Callback<Action>,
) -> Html {
    let link = writer.map(|writer| match writer {
        None => html! { " · never written" },
        Some((step, lane)) => {
            let cursor = step + 1;
            let lane = lane.map(|lane| format!("lane {lane}, ")).unwrap_or_default();
            html! {
                <>
                    { " " }
                    <button type="button" class="explore-button" onclick={on_click(dispatch, PlaybackAction::Seek(cursor))}>
                        { format!("{lane}step {cursor}") }
                    </button>
                </>
            }
        }
    });
    html! { <span class="difference">{ ticks(words) }{ for link }</span> }
}

fn invariant(InvariantLine { line, broken }: &InvariantLine, dispatch: &Callback<Action>) -> Html {
    let (class, word) = if broken.is_some() { ("fails", "failed") } else { ("holds", "passed") };
    html! {
        <li {class}>
            <span class="verdict-word">{ word }</span>
            <code>{ line }</code>
            if let Some(Broken { cursor, values }) = broken.clone() {
                { " " }
                <button type="button" class="explore-button" onclick={on_click(dispatch, PlaybackAction::Seek(cursor))}>
                    { if cursor == 0 { "Go to the start".to_owned() } else { format!("Go to step {cursor}") } }
                </button>
                <span class="difference">{ ticks(&values) }</span>
            }
        </li>
    }
}
