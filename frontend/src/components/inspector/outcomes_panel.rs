//! The panel for exploring all orders of the lanes, with the outcomes.

use super::can_be::CanBeForm;
use super::meetings::{self, values_by_lane, varying};
use super::outcome_list::{OutcomeFactors, play_button};
use super::sample_table::SampleTable;
use crate::components::controls::copy_button::CopyButton;
use crate::components::controls::program::{on_click, use_dispatch};
use crate::components::controls::select::{segmented, select};
use crate::components::controls::ticks::ticks;
use crate::state::budget::Limit;
use crate::state::choice::Choice;
use crate::state::inquiries::{CanBe, Job, JobState, KnownOutcomes, Topic};
use crate::state::outcomes::{
    ListKind, always, cause_words, gives_up, progress_words, renamed_total, stopping_words, total,
};
use crate::state::{Action, ByIdentity, InquiryAction};
use lanescope_core::session::{
    Wanted,
    orders::{
        CauseReport, InvariantOrders, OutcomeList, OutcomesReport, StoppingReport, same_in_every_order,
    },
    run::Run,
    text::order_in_words,
};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct OutcomesPanelProps {
    /// The results over all orders; `None` before the current text has been explored.
    pub known: Option<ByIdentity<KnownOutcomes>>,
    /// The last answer to "Is this result possible?".
    pub can_be: Option<ByIdentity<CanBe>>,
    /// The observed result as typed. `None` for that of the run.
    pub seen: Option<Rc<str>>,
    /// The run on the stage, if it belongs to the current text.
    pub run: Option<ByIdentity<Run>>,
    pub state: JobState,
    pub limit: Limit,
    pub is_without_worker: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Shown {
    Memory,
    Results,
    EachLane,
}

/// The lists of outcomes, each with its label and its tooltip.
const LISTS: &[(Shown, &str, &str)] = &[
    (Shown::Memory, "Memory", "possible contents of the surfaces at the end"),
    (
        Shown::Results,
        "Memory and results",
        "possible contents of surfaces, variables and predicates at the end",
    ),
    (Shown::EachLane, "Each lane", "the values that each lane can get"),
];

/// The controls for exploring, then the outcomes, then the form of "Is this result possible?".
#[component]
pub fn OutcomesPanel(props: &OutcomesPanelProps) -> Html {
    let dispatch = use_dispatch();
    let list = use_state_eq(|| Shown::Memory);
    let onlist = Callback::from(list.setter());
    let is_renamed = use_state_eq(|| false);
    let onrenamed = {
        let is_renamed = is_renamed.clone();
        Callback::from(move |_: MouseEvent| is_renamed.set(!*is_renamed))
    };
    let busy = props.state.busy();
    html! {
        <div class="outcomes">
            if let Some(stopping) = props.known.as_ref().and_then(|known| known.report.stopping.as_ref()) {
                { stopped(stopping, &dispatch) }
            }
            <p class="hint">
                { "Every result that some order of the lanes can produce. Shares count orders; they are not probabilities." }
            </p>
            { asking(props, busy, &dispatch) }
            if let Some(known) = &props.known {
                { for known.report.invariants.iter().map(|it| invariant(it, known.is_quiet, &dispatch)) }
                { answer(props, known, (*list, onlist), (*is_renamed, onrenamed), &dispatch) }
            } else if busy.is_none() {
                <p class="empty">{ "Not explored yet." }</p>
            }
            <CanBeForm
                run={props.run.clone()}
                can_be={props.can_be.clone()}
                seen={props.seen.clone()}
                is_busy={busy.is_some()}
            />
        </div>
    }
}

/// Returns the button that starts a job, the budget, and the progress.
fn asking(props: &OutcomesPanelProps, busy: Option<&Job>, dispatch: &Callback<Action>) -> Html {
    let ask = |ask: InquiryAction| on_click(dispatch, ask);
    let onlimit = dispatch.reform(|limit| InquiryAction::Limit(limit).into());
    let is_known = props.known.as_ref().is_some_and(|known| !known.is_quiet);
    html! {
        <>
            <div class="outcomes-asking">
                if busy.is_some() {
                    <button type="button" onclick={ask(InquiryAction::Cancel(Topic::Orders))}>{ "Cancel" }</button>
                } else {
                    <button type="button" class={(!is_known).then_some("primary")} onclick={ask(InquiryAction::Begin(Wanted::Outcomes))}>
                        { if is_known { "Explore again" } else { "Explore all orders" } }
                    </button>
                }
                <label class="budget" title="A state takes at most 128 bytes, and a million states take some seconds">
                    <span>{ "Budget" }</span>
                    { select("Budget", Limit::labelled(), &props.limit, &onlimit) }
                </label>
            </div>
            <div role="status">
                if let Some(job) = busy {
                    <p class="hint">{ if job.in_slices { "Exploring the orders on the page itself…" } else { "Exploring the orders…" } }</p>
                }
            </div>
            { under_way(&props.state) }
            if props.is_without_worker {
                <p class="hint">
                    { "A worker could not be started, so the page explores the orders itself, in slices, up to 200,000 states." }
                </p>
            }
        </>
    }
}

/// Returns the progress of a job, or the reason for its failure.
pub fn under_way(state: &JobState) -> Html {
    let progress = state.busy().and(state.progress).map(progress_words);
    html! {
        <>
            if let Some((words, of)) = progress {
                <p class="outcomes-progress">
                    if let Some((done, most)) = of {
                        <progress aria-label="progress" max={most.to_string()} value={done.to_string()} />
                    }
                    <span>{ words }</span>
                </p>
            }
            if let Some(problem) = &state.problem {
                <p class="refusal" role="alert">{ problem }</p>
            }
        </>
    }
}

fn answer(
    props: &OutcomesPanelProps,
    known: &ByIdentity<KnownOutcomes>,
    (list, onlist): (Shown, Callback<Shown>),
    (is_renamed, onrenamed): (bool, Callback<MouseEvent>),
    dispatch: &Callback<Action>,
) -> Html {
    let report = &known.report;
    // Shows the outcomes up to renaming if the user asks for them or the full list is too long.
    let shows_renamed = report.renamed.is_some() && (is_renamed || report.results.is_none());
    let meetings = report.meetings.as_deref().unwrap_or_default();
    let factors = |kind: ListKind| {
        let sample = if kind == ListKind::Memory { &report.memory_sample } else { &report.results_sample };
        match (kind.of(report), sample) {
            (Some(list), _) => outcomes(props, known, list, kind, dispatch),
            (None, Some(sample)) => html! {
                <SampleTable
                    key={kind.word()}
                    sample={Rc::clone(sample)}
                    run={props.run.clone()}
                />
            },
            (None, None) => undecided(known.is_quiet),
        }
    };
    if report.meetings.as_ref().is_some_and(Vec::is_empty) {
        return html! {
            <p class="proved">
                { "No lane writes where another lane reads or writes, so the order changes nothing. This is proved for every order." }
            </p>
        };
    }
    html! {
        <>
            { segmented("Kind of outcomes", LISTS, list, &onlist) }
            { match list {
                Shown::EachLane if report.meetings.is_some() => values_by_lane(known, props.run.as_deref()),
                Shown::EachLane => undecided(known.is_quiet),
                Shown::Memory => factors(ListKind::Memory),
                Shown::Results => html! {
                    <>
                        { renaming(report, is_renamed, &onrenamed) }
                        { factors(if shows_renamed { ListKind::Renamed } else { ListKind::Results }) }
                    </>
                },
            } }
            if !meetings.is_empty() && list != Shown::EachLane {
                { meetings::meetings(known) }
            }
        </>
    }
}

/// Returns the switch between the outcomes of single lanes and the outcomes up to renaming of lanes that do the same.
fn renaming(report: &OutcomesReport, is_renamed: bool, onrenamed: &Callback<MouseEvent>) -> Html {
    let Some(renamed) = &report.renamed else { return Html::default() };
    let words = "Merge identical lanes";
    html! {
        <>
            if report.results.is_some() {
                <label class="outcomes-renamed">
                    <input type="checkbox" checked={is_renamed} onclick={onrenamed.clone()} />
                    <span>{ words }</span>
                </label>
            }
            if report.results.is_none() {
                <p class="hint">
                    { "Too many to list: outcomes that differ only in which of the identical lanes gets which value are merged." }
                </p>
            }
            if is_renamed || report.results.is_none() {
                <p class="proved" role="status"><b>{ "All orders: " }</b>{ renamed_total(renamed) }</p>
            }
        </>
    }
}

/// The most causes of stopped runs that are listed.
const MOST_CAUSES: usize = 8;

/// Returns the number of orders in which the run stops, and its causes.
fn stopped(stopping: &StoppingReport, dispatch: &Callback<Action>) -> Html {
    let cause = |cause: &CauseReport| {
        html! {
            <li>
                { cause_words(cause) }
                if let Some(message) = &cause.message {
                    { " For example, " }{ ticks(message) }{ "." }
                }
                if !cause.witness.is_empty() {
                    <p class="outcome-tools"><code>{ order_in_words(&cause.witness) }</code>{ " " }{ play_button(&cause.witness, dispatch) }</p>
                }
            </li>
        }
    };
    let more = stopping.causes.len().saturating_sub(MOST_CAUSES);
    html! {
        <div class="impossible" role="group" aria-label="Stopped runs">
            <b>{ stopping_words(stopping) }</b>
            <ul>
                { for stopping.causes.iter().take(MOST_CAUSES).map(cause) }
                if more > 0 {
                    <li>{ format!("And {more} more.") }</li>
                }
            </ul>
        </div>
    }
}

/// Returns the result over all orders for an invariant.
fn invariant(it: &InvariantOrders, is_quiet: bool, dispatch: &Callback<Action>) -> Html {
    let class = match (it.can_break(), it.is_known) {
        (true, _) => "impossible",
        (false, true) => "proved",
        (false, false) => "undecided",
    };
    let words = if is_quiet && class == "undecided" {
        "is not decided: this needs more work than the page does automatically. Press “Explore all orders”"
            .to_owned()
    } else {
        it.in_words()
    };
    html! {
        <div {class} role="group" aria-label={format!("invariant {}", it.name)}>
            <b>{ "Invariant " }<code>{ &it.name }</code></b>{ format!(" {words}.") }
            if it.can_break() && !it.witness.is_empty() {
                <p class="outcome-tools"><code>{ order_in_words(&it.witness) }</code>{ " breaks it. " }{ play_button(&it.witness, dispatch) }</p>
            }
        </div>
    }
}

/// Returns the note for a job whose budget is exhausted. `is_quiet` says that it was a background job.
fn undecided(is_quiet: bool) -> Html {
    html! {
        <p class="undecided">
            <b>{ "Not decided. " }</b>
            { if is_quiet {
                "This needs more work than the page does automatically. Press “Explore all orders”."
            } else {
                "The budget ran out. Try a larger one."
            } }
        </p>
    }
}

fn outcomes(
    props: &OutcomesPanelProps,
    known: &ByIdentity<KnownOutcomes>,
    list: &OutcomeList,
    kind: ListKind,
    dispatch: &Callback<Action>,
) -> Html {
    let file = |wanted: Wanted| on_click(dispatch, InquiryAction::Begin(wanted));
    let name = if kind == ListKind::Memory { "memory" } else { "results" };
    // After renaming, a cell that is not listed can still vary, because it can belong to another lane.
    let run = props.run.as_ref().filter(|_| kind != ListKind::Renamed);
    let same = run.map(|run| same_in_every_order(run, &varying(list), kind == ListKind::Results));
    // The count in an `.expect` line has 64 bits.
    let claim = list.outcomes.parse::<u64>().ok().map(|count| format!(".expect outcomes {name} {count}"));
    html! {
        <>
            if kind != ListKind::Renamed {
                <p class="proved" role="status"><b>{ "All orders: " }</b>{ total(list) }</p>
            }
            if let Some(always) = always(list, kind, same.as_deref()) {
                <p class="hint">{ always }</p>
            }
            if gives_up(list) {
                <p class="hint">
                    { "A run is stuck if every remaining lane waits: its next turn would change nothing." }
                </p>
            }
            <OutcomeFactors
                key={kind.word()}
                known={known.clone()}
                {kind}
                run={props.run.clone()}
            />
            if let Some(claim) = claim {
                <p class="outcomes-files">
                    <CopyButton text={Rc::<str>::from(claim.clone())} label={format!("Copy as {claim}")} />
                </p>
            }
            <p class="outcomes-files as-files">
                <span class="hint">{ "Export all outcomes:" }</span>
                <button type="button" onclick={file(Wanted::Csv)}>{ "CSV" }</button>
                <button type="button" onclick={file(Wanted::Json)}>{ "JSON" }</button>
            </p>
        </>
    }
}
