//! The sentence that tells what the last step did.

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

/// What a [`Narration`] shows.
#[derive(Properties, PartialEq)]
pub struct NarrationProps {
    /// What the last step did; `None` at the start.
    pub sentence: Option<AttrValue>,
    /// Whether the notation says something else of the instruction than the manual does, and nothing above the lanes says so.
    #[prop_or_default]
    pub is_changed: bool,
    /// The readings that decided what it did.
    #[prop_or_default]
    pub readings: Vec<StepReading>,
    /// How many cells of memory that step touched.
    #[prop_or_default]
    pub touched: usize,
    /// Whether there is a run to step through.
    pub can_step: bool,
    /// Whether the run is over.
    pub at_end: bool,
    /// Why it is over.
    #[prop_or(Stop::End)]
    pub stop: Stop,
    /// Whether steps follow each other by themselves: then they are not announced one by one.
    pub playing: bool,
    /// The invariants that the last step has broken, in a sentence.
    #[prop_or_default]
    pub broken: Option<AttrValue>,
    /// The `.expect` lines, each as written, and whether they hold.
    pub expectations: Rc<Vec<(String, Expectation)>>,
    /// Whether those of them that speak of all orders are about to be judged.
    #[prop_or_default]
    pub is_judging: bool,
    /// The `.invariant` lines, and where they are broken.
    #[prop_or_default]
    pub invariants: Rc<Vec<InvariantLine>>,
    /// Whether there are panels that it can lead to.
    #[prop_or(true)]
    pub has_panels: bool,
    /// Whether it may scroll, so that the keyboard has to reach it.
    #[prop_or(true)]
    pub can_scroll: bool,
    /// Hears that all orders are to be gone through, for what is expected of them, or that a reading is to be shown.
    #[prop_or_default]
    pub onexplore: Callback<Action>,
    /// Hears of an answer, where the guided tour is offered at the start of a run.
    #[prop_or_default]
    pub onoffer: Option<Callback<Action>>,
}

/// The sentence, announced to those who listen; at the end also whether what was expected holds.
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
                                    // Buttons are others for each sentence: behind a longer one none moves from one place to another.
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
        // It asks of all orders. A word as long as the others', so that little moves when it is judged.
        Verdict::NotJudged if props.is_judging => ("open", "judging"),
        // Nobody has gone through them, or the budget was spent.
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

/// Asks for what every order comes to, and shows it.
fn explore(onaction: &Callback<Action>) -> Callback<MouseEvent> {
    let onaction = onaction.clone();
    Callback::from(move |_: MouseEvent| {
        onaction.emit(Action::Tab(Tab::Outcomes));
        onaction.emit(Action::AllOrders(Ask::For(Wanted::Outcomes)));
    })
}
