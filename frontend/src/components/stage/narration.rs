//! The sentence about the last step.

use super::doors::{Doors, DoorsProps};
use super::order_menu::explore;
use super::read_as::{ReadAs, in_words};
use crate::components::controls::popup::Popup;
use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::controls::ticks::ticks;
use crate::effects::keys::use_arrows_taken;
use crate::state::invariants::{Broken, InvariantLine};
use crate::state::keys::STEP_KEY;
use crate::state::manual::FIRST_LESSON;
use crate::state::outcomes::grouped;
use crate::state::sight::in_short;
use crate::state::{Action, ByIdentity, PlaybackAction, StageNote, StepReading};
use lanescope_core::session::text::counted;
use lanescope_core::session::{
    run::{LaneId, Run, Stop},
    text::{Expectation, Verdict},
};
use std::rc::Rc;
use yew::prelude::*;

/// The view of the last step and of the expectations.
#[derive(Clone, PartialEq)]
pub struct NarrationView {
    /// The sentence about the last step; `None` at the start.
    pub sentence: Option<AttrValue>,
    /// The computation of the last step; empty if it computes nothing.
    pub computation: AttrValue,
    /// Whether that is the cost of an instruction instead.
    pub is_cost: bool,
    /// Whether the semantics are modified and the stage has no heading that says so.
    pub is_changed: bool,
    /// The readings that decided the effect of the step.
    pub readings: Vec<StepReading>,
    /// Number of memory cells that the step touched.
    pub touched: usize,
    /// Whether the run has steps.
    pub can_step: bool,
    pub at_end: bool,
    /// The reason why the run ended.
    pub stop: Stop,
    /// Whether the run is playing. Steps are then not announced.
    pub playing: bool,
    /// A sentence about the invariants that the last step broke.
    pub broken: Option<AttrValue>,
    /// The `.expect` lines as written, with their results.
    pub expectations: Rc<Vec<(String, Expectation)>>,
    /// Whether the `.expect` lines about all orders are being judged.
    pub is_judging: bool,
    /// The run that the expectations are about, for links to its steps.
    pub run: Option<ByIdentity<Run>>,
    /// The ways on from the step; `None` in an embed.
    pub doors: Option<DoorsProps>,
    /// The `.invariant` lines, with the step that breaks each.
    pub invariants: Rc<Vec<InvariantLine>>,
    /// Whether the page has panels to link to.
    pub has_panels: bool,
    /// Whether the verdict opens the list of expectations.
    pub lists_expectations: bool,
    /// Whether the sentence scrolls, and so must be focusable.
    pub can_scroll: bool,
    /// The note on a stage that does not show the run of the current text.
    pub note: Option<StageNote>,
    /// Whether to offer the first lesson at the start of a run.
    pub offers_lesson: bool,
}

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
    let open = use_state_eq(|| false);
    let ontoggle = Callback::from(open.setter());
    let Some(beginning) = in_short(&props.text, props.following) else { return html! { &props.text } };
    html! {
        <>
            { beginning }{ " " }
            <Popup text="Show all" of={format!("of the {}", props.what)} title="Show all of the text" open={*open} {ontoggle}>
                if *open {
                    <p class="whole-sentence">{ &props.text }</p>
                }
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
                                <InShort key={sentence.to_string()} text={sentence.clone()} what="sentence" {following} />
                                if view.is_changed {
                                    { " " }<span class="modified">{ "modified" }</span>
                                }
                                if !readings.is_empty() {
                                    <span key={sentence.to_string()}>
                                        { " " }
                                        <ReadAs readings={readings.clone()} has_panels={view.has_panels} />
                                    </span>
                                }
                                if view.touched > 1 {
                                    { " " }<span class="touched-count">{ format!("{} cells", view.touched) }</span>
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
                <div key={format!("{:?} {}", view.sentence, view.computation)} class={classes!("computation", view.is_cost.then_some("is-cost"))}><InShort text={view.computation.clone()} what="computation" /></div>
                if view.offers_lesson && view.sentence.is_none() {
                    <p class="lesson-offer">
                        <a class="page-link" href={FIRST_LESSON} target="_blank" rel="noopener">{ "Take the first lesson" }</a>
                    </p>
                }
            </div>
            if let Some(doors) = &view.doors {
                <div class={classes!("narration-side", is_first.then_some("first"))}>
                    <Ending view={view.clone()} />
                    <Doors ..doors.clone() />
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
            <b>{ *title }</b>{ " " }{ *sentence }
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
    let open = use_state_eq(|| false);
    let ontoggle = Callback::from(open.setter());
    if let Some(note) = &view.note {
        return note_html(note);
    }
    let count = view.expectations.len() + view.invariants.len();
    let (word, class) = if view.at_end { verdict(view) } else { (expected(count), "open") };
    html! {
        <div class={classes!("ending", class)} role="status">
            if count == 0 || !view.lists_expectations {
                <span class="verdict">{ word }</span>
            } else {
                <Popup text={word} of="" title="List of expectations" class="verdict" open={*open} {ontoggle}>
                    if *open {
                        { expectation_list(view, &dispatch) }
                    }
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

/// Returns the number of expectations, for a run that is not at its end.
fn expected(count: usize) -> String {
    if count == 0 { String::new() } else { counted(count, "expectation") }
}

/// Returns the verdict and its class.
fn verdict(view: &NarrationView) -> (String, &'static str) {
    let over = match view.stop {
        Stop::Budget => "Cut off after too many steps",
        Stop::Early => "Stopped here",
        Stop::GaveUp => "Stuck here",
        Stop::End | Stop::Fault => "The run is over",
    };
    let NarrationView { expectations, invariants, .. } = view;
    let is = |wanted: Verdict| expectations.iter().filter(move |(_, it)| it.verdict == wanted).count();
    let broken = invariants.iter().filter(|it| it.broken.is_some()).count();
    let failed = is(Verdict::Fails) + broken;
    let judged = expectations.len() - is(Verdict::NotJudged) + invariants.len();
    let results = match (judged, failed) {
        (0, _) => return (over.to_owned(), "open"),
        (1, 0) => "1 of 1 expectation holds".to_owned(),
        (count, 0) => format!("{count} of {count} expectations hold"),
        (1, failed) => format!("{failed} of 1 expectation failed"),
        (count, failed) => format!("{failed} of {count} expectations failed"),
    };
    let class = if failed == 0 { "holds" } else { "fails" };
    match view.stop {
        Stop::End | Stop::Fault => (results, class),
        Stop::Budget | Stop::Early | Stop::GaveUp => (format!("{over}; {results}"), class),
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
