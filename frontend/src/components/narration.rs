//! The sentence about the last step.

use super::diagnostics_list::ticks;
use super::popup::Popup;
use super::read_as::{ReadAs, in_words};
use super::step_key::StepKey;
use super::tour::TourOffer;
use crate::state::all_orders::Ask;
use crate::state::invariants::{Broken, InvariantLine};
use crate::state::sight::in_short;
use crate::state::{Action, StepReading, Tab};
use lanescope_core::session::{Expectation, Stop, Verdict, Wanted};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of a [`Narration`].
#[derive(Properties, PartialEq)]
pub struct NarrationProps {
    /// The sentence about the last step; `None` at the start.
    pub sentence: Option<AttrValue>,
    /// Whether the semantics are modified and the stage has no heading that says so.
    #[prop_or_default]
    pub is_changed: bool,
    /// The readings that decided the effect of the step.
    #[prop_or_default]
    pub readings: Vec<StepReading>,
    /// Number of memory cells that the step touched.
    #[prop_or_default]
    pub touched: usize,
    /// Whether the run has steps.
    pub can_step: bool,
    /// Whether the run is at its end.
    pub at_end: bool,
    /// The reason why the run ended.
    #[prop_or(Stop::End)]
    pub stop: Stop,
    /// Whether the run is playing. Steps are then not announced.
    pub playing: bool,
    /// A sentence about the invariants that the last step broke.
    #[prop_or_default]
    pub broken: Option<AttrValue>,
    /// The `.expect` lines as written, with their results.
    pub expectations: Rc<Vec<(String, Expectation)>>,
    /// Whether the `.expect` lines about all orders are being judged.
    #[prop_or_default]
    pub is_judging: bool,
    /// The `.invariant` lines, with the step that breaks each.
    #[prop_or_default]
    pub invariants: Rc<Vec<InvariantLine>>,
    /// Whether the page has panels to link to.
    #[prop_or(true)]
    pub has_panels: bool,
    /// Whether the sentence scrolls, and so must be focusable.
    #[prop_or(true)]
    pub can_scroll: bool,
    /// Emits jobs over all orders, seeks, and links to panels.
    #[prop_or_default]
    pub onexplore: Callback<Action>,
    /// Emits the answer to the offer of the guided tour; `Some` if the tour is to be offered at the start of a run.
    #[prop_or_default]
    pub onoffer: Option<Callback<Action>>,
}

/// The sentence, as a live region. At the end of a run it includes the results of the expectations.
#[component]
pub fn Narration(props: &NarrationProps) -> Html {
    let live = if props.playing { "off" } else { "polite" };
    let readings = &props.readings;
    let behind = if readings.is_empty() { 0 } else { in_words(readings).chars().count() };
    let shortened = props.sentence.as_deref().and_then(|sentence| in_short(sentence, behind));
    let whole = use_state_eq(|| false);
    use_effect_with(props.sentence.clone(), {
        let whole = whole.setter();
        move |_| whole.set(false)
    });
    let tabindex = props.can_scroll.then_some("0");
    let onwhole = use_callback(whole.setter(), |open, whole| whole.set(open));
    html! {
        <div class="narration-place">
            <section class="narration" aria-label="what happens" {tabindex}>
                <div aria-live={live} aria-atomic="true">
                    <div class="sentence">
                        { match &props.sentence {
                            Some(sentence) => html! {
                                <>
                                    { shortened.as_ref().map_or_else(|| html! { sentence }, Html::from) }
                                    // The key changes with the sentence, so that buttons are replaced and do not move.
                                    if shortened.is_some() {
                                        <span key={sentence.to_string()}>
                                            { " " }
                                            <Popup text="all" of="of the sentence" title="Read all of the sentence" open={*whole} ontoggle={onwhole}>
                                                if *whole {
                                                    <p class="whole-sentence">{ sentence }</p>
                                                }
                                            </Popup>
                                        </span>
                                    }
                                    if props.is_changed {
                                        { " " }<span class="not-the-manuals">{ "not the manual's" }</span>
                                    }
                                    if !readings.is_empty() {
                                        <span key={sentence.to_string()}>
                                            { " " }
                                            <ReadAs readings={readings.clone()} has_panels={props.has_panels} onaction={props.onexplore.clone()} />
                                        </span>
                                    }
                                    if props.touched > 1 {
                                        { " " }<span class="touched-count">{ format!("{} cells", props.touched) }</span>
                                    }
                                </>
                            },
                            None if !props.can_step => html! { "There is nothing to step through yet." },
                            None => html! {
                                <>
                                    <span class="by-key">{ "Press " }<StepKey />{ " or Step" }</span>
                                    <span class="by-touch">{ "Tap Step" }</span>
                                    { " to run the first step." }
                                </>
                            },
                        } }
                        if let Some(broken) = &props.broken {
                            { " " }<span class="broken">{ ticks(broken) }</span>
                        }
                    </div>
                    if props.at_end {
                        <div class="ending" role="group" aria-label="what was expected" tabindex={props.has_panels.then_some("0")}>
                            <p class="verdict">{ verdict(props) }</p>
                            if !props.expectations.is_empty() || !props.invariants.is_empty() {
                                <ul class="expectations" aria-live="off">
                                    { for props.invariants.iter().map(|it| invariant(it, &props.onexplore)) }
                                    { for props.expectations.iter().map(|it| expectation(it, props)) }
                                </ul>
                            }
                        </div>
                    }
                </div>
                if let Some(onaction) = props.onoffer.as_ref().filter(|_| props.sentence.is_none()) {
                    <TourOffer onaction={onaction.clone()} />
                }
            </section>
        </div>
    }
}

fn verdict(props: &NarrationProps) -> String {
    let over = match props.stop {
        Stop::Budget => "The run was cut off here: it has spent its budget",
        Stop::GaveUp => "The run gave up here",
        Stop::End | Stop::Fault => "The run is over",
    };
    let NarrationProps { expectations, invariants, .. } = props;
    let is = |wanted: Verdict| expectations.iter().filter(move |(_, it)| it.verdict == wanted).count();
    let broken = invariants.iter().filter(|it| it.broken.is_some()).count();
    let failed = is(Verdict::Fails) + broken;
    match (expectations.len() - is(Verdict::NotJudged) + invariants.len(), failed) {
        (0, _) => format!("{over}."),
        (1, 0) => format!("{over}, and what was expected holds."),
        (count, 0) => format!("{over}, and all {count} expectations hold."),
        (1, _) => format!("{over}, and what was expected does not hold."),
        (count, 1) => format!("{over}; 1 of {count} expectations does not hold."),
        (count, failed) => format!("{over}; {failed} of {count} expectations do not hold."),
    }
}

fn expectation((line, expectation): &(String, Expectation), props: &NarrationProps) -> Html {
    let (class, word) = match expectation.verdict {
        Verdict::Holds => ("holds", "holds"),
        Verdict::Fails => ("fails", "does not hold"),
        // The line concerns all orders. The word is about as long as its replacements, so that little moves.
        Verdict::NotJudged if props.is_judging => ("open", "judging"),
        // The orders have not been explored, or the budget is exhausted.
        Verdict::NotJudged => ("open", "is not judged"),
    };
    html! {
        <li {class}>
            <span class="verdict-word">{ word }</span>
            <code>{ line }</code>
            if expectation.verdict == Verdict::NotJudged && !props.is_judging {
                <button type="button" class="explore-button" onclick={explore(&props.onexplore)}>{ "Explore all orders" }</button>
            }
            { for expectation.differences.iter().map(|difference| html! { <span class="difference">{ ticks(difference) }</span> }) }
        </li>
    }
}

fn invariant(InvariantLine { line, broken }: &InvariantLine, onaction: &Callback<Action>) -> Html {
    let (class, word) = if broken.is_some() { ("fails", "is broken") } else { ("holds", "holds") };
    html! {
        <li {class}>
            <span class="verdict-word">{ word }</span>
            <code>{ line }</code>
            if let Some(Broken { cursor, values }) = broken.clone() {
                { " " }
                <button type="button" class="explore-button" onclick={onaction.reform(move |_: MouseEvent| Action::Seek(cursor))}>
                    { if cursor == 0 { "Go to the start".to_owned() } else { format!("Go to step {cursor}") } }
                </button>
                <span class="difference">{ ticks(&values) }</span>
            }
        </li>
    }
}

/// Starts exploring all orders and opens the panel of outcomes.
fn explore(onaction: &Callback<Action>) -> Callback<MouseEvent> {
    let onaction = onaction.clone();
    Callback::from(move |_: MouseEvent| {
        onaction.emit(Action::Tab(Tab::Outcomes));
        onaction.emit(Action::AllOrders(Ask::For(Wanted::Outcomes)));
    })
}
