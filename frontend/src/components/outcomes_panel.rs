//! What all orders of the lanes come to.

use super::can_be::CanBeForm;
use super::copy_button::CopyButton;
use super::diagnostics_list::ticks;
use super::meetings::Meetings;
use super::outcome_list::{OutcomeFactors, play_button};
use super::sample_table::SampleTable;
use super::segmented::Segmented;
use super::select::Select;
use crate::state::all_orders::{Ask, CanBe, Job, JobState, Known, Limit, Topic};
use crate::state::choice::Choice;
use crate::state::outcomes::{
    ListKind, always, cause_words, gives_up, progress_words, renamed_total, stopping_words, total,
};
use crate::state::{Action, ByIdentity};
use lanescope_core::session::{
    CauseReport, CellPlace, InvariantOrders, OutcomeList, OutcomesReport, Run, StoppingReport, Wanted,
    in_words, same_at_end,
};
use std::rc::Rc;
use yew::prelude::*;

/// What an [`OutcomesPanel`] shows.
#[derive(Properties, PartialEq)]
pub struct OutcomesPanelProps {
    /// What is known; `None` where the text at hand has not been looked at.
    pub known: Option<ByIdentity<Known>>,
    /// The last answer to whether something can be.
    pub can_be: Option<ByIdentity<CanBe>>,
    /// The run on the stage, where it is one of the text.
    pub run: Option<ByIdentity<Run>>,
    /// The question under way, its progress and its error.
    pub state: JobState,
    /// How much may be gone through.
    pub limit: Limit,
    /// Whether no worker can be had here.
    pub is_without_worker: bool,
    /// Something is asked, or an order is played.
    pub onaction: Callback<Action>,
}

/// The lists that there are, each with what a pointer that rests on it reads.
const LISTS: &[(&str, &str)] = &[
    ("Memory", "what can lie in the surfaces at the end"),
    ("Memory and results", "what can lie in surfaces, variables and predicates at the end, all at once"),
    ("Each lane", "what each lane can see, whatever the others see"),
];
const EACH_LANE: usize = 2;

/// What to ask, then what all orders come to, then the question whether something can be.
#[component]
pub fn OutcomesPanel(props: &OutcomesPanelProps) -> Html {
    let list = use_state_eq(|| 0);
    let onlist = use_callback(list.setter(), |index, list| list.set(index));
    let is_renamed = use_state_eq(|| false);
    let onrenamed = {
        let is_renamed = is_renamed.clone();
        Callback::from(move |_: MouseEvent| is_renamed.set(!*is_renamed))
    };
    let busy = props.state.busy();
    html! {
        <div class="outcomes">
            if let Some(stopping) = props.known.as_ref().and_then(|known| known.report.stopping.as_ref()) {
                { stopped(stopping, &props.onaction) }
            }
            <p class="hint">
                { "A run is one order of the lanes; hardware may take any. Here stands what " }<b>{ "all" }</b>
                { " orders come to. A share is a share of the orders, not how likely something is: no manual says \
                   how likely an order is." }
            </p>
            { asking(props, busy) }
            if let Some(known) = &props.known {
                { for known.report.invariants.iter().map(|it| invariant(it, known.is_quiet, &props.onaction)) }
                { answer(props, known, (*list, onlist), (*is_renamed, onrenamed)) }
            } else if busy.is_none() {
                <p class="empty">{ "Nobody has gone through the orders of this text yet." }</p>
            }
            <CanBeForm
                run={props.run.clone()}
                can_be={props.can_be.clone()}
                is_busy={busy.is_some()}
                onaction={props.onaction.clone()}
            />
        </div>
    }
}

/// The button that asks, how much may be gone through, and how far it has come.
fn asking(props: &OutcomesPanelProps, busy: Option<&Job>) -> Html {
    let ask = |ask: Ask| props.onaction.reform(move |_: MouseEvent| Action::AllOrders(ask.clone()));
    let onlimit = props.onaction.reform(|index| Action::AllOrders(Ask::Limit(Limit::at(index))));
    let is_known = props.known.as_ref().is_some_and(|known| !known.is_quiet);
    html! {
        <>
            <div class="outcomes-asking">
                if busy.is_some() {
                    <button type="button" onclick={ask(Ask::Cancel(Topic::Orders))}>{ "Cancel" }</button>
                } else {
                    <button type="button" class="primary" onclick={ask(Ask::For(Wanted::Outcomes))}>
                        { if is_known { "Explore again" } else { "Explore all orders" } }
                    </button>
                }
                <label class="budget" title="Each state takes some hundred bytes, and each million of them about a second">
                    <span>{ "at most" }</span>
                    <Select label="budget" choices={Limit::labels::<AttrValue>()} chosen={props.limit.index()} onchange={onlimit} />
                </label>
            </div>
            <div role="status">
                if let Some(job) = busy {
                    <p class="hint">{ if job.in_slices { "Going through the orders on the page itself…" } else { "Going through the orders…" } }</p>
                }
            </div>
            { under_way(&props.state) }
            if props.is_without_worker {
                <p class="hint">
                    { "This frame lets no worker run, so the page goes through the orders itself, in slices, and through \
                       200,000 states at most." }
                </p>
            }
        </>
    }
}

/// How far the answer to a question has come, or why there is none.
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
    known: &ByIdentity<Known>,
    (list, onlist): (usize, Callback<usize>),
    (is_renamed, onrenamed): (bool, Callback<MouseEvent>),
) -> Html {
    let report = &known.report;
    // Where there are too many for a list of each, there is the other.
    let shows_renamed = report.renamed.is_some() && (is_renamed || report.results.is_none());
    let meetings = report.meetings.as_deref().unwrap_or_default();
    let factors = |kind: ListKind| {
        let sample = if kind == ListKind::Memory { &report.memory_sample } else { &report.results_sample };
        match (kind.of(report), sample) {
            (Some(list), _) => outcomes(props, known, list, kind),
            (None, Some(sample)) => html! {
                <SampleTable
                    key={kind.word()}
                    sample={Rc::clone(sample)}
                    run={props.run.clone()}
                    onaction={props.onaction.clone()}
                />
            },
            (None, None) => undecided(known.is_quiet),
        }
    };
    if report.meetings.as_ref().is_some_and(Vec::is_empty) {
        return html! {
            <p class="proved">
                { "No two lanes meet where one of them writes, so their order decides nothing: this is proved for every order." }
            </p>
        };
    }
    html! {
        <>
            <Segmented label="what of the outcomes" choices={LISTS} chosen={list} onchange={onlist} />
            { match list {
                EACH_LANE if report.meetings.is_some() => html! { <Meetings known={known.clone()} run={props.run.clone()} are_lanes=true /> },
                EACH_LANE => undecided(known.is_quiet),
                0 => factors(ListKind::Memory),
                _ => html! {
                    <>
                        { renaming(report, is_renamed, &onrenamed) }
                        { factors(if shows_renamed { ListKind::Renamed } else { ListKind::Results }) }
                    </>
                },
            } }
            if !meetings.is_empty() && list != EACH_LANE {
                <Meetings known={known.clone()} run={None::<ByIdentity<Run>>} are_lanes=false />
            }
        </>
    }
}

/// The switch between outcomes with each lane for itself and those where lanes that do the same are one.
fn renaming(report: &OutcomesReport, is_renamed: bool, onrenamed: &Callback<MouseEvent>) -> Html {
    let Some(renamed) = &report.renamed else { return Html::default() };
    let words = "Do not tell lanes apart that do the same";
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
                    { "There are too many outcomes to list each, so they stand here as if it did not matter which of the lanes \
                       that do the same gets what." }
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

/// The number of orders in which the run stops, and why it does.
fn stopped(stopping: &StoppingReport, onaction: &Callback<Action>) -> Html {
    let cause = |cause: &CauseReport| {
        html! {
            <li>
                { cause_words(cause) }
                if let Some(message) = &cause.message {
                    { " For instance, " }{ ticks(message) }{ "." }
                }
                if !cause.witness.is_empty() {
                    <p class="outcome-tools"><code>{ in_words(&cause.witness) }</code>{ " " }{ play_button(&cause.witness, onaction) }</p>
                }
            </li>
        }
    };
    let more = stopping.causes.len().saturating_sub(MOST_CAUSES);
    html! {
        <div class="impossible" role="group" aria-label="stopped runs">
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

/// What all orders make of an invariant.
fn invariant(it: &InvariantOrders, is_quiet: bool, onaction: &Callback<Action>) -> Html {
    let class = match (it.can_break(), it.is_known) {
        (true, _) => "impossible",
        (false, true) => "proved",
        (false, false) => "undecided",
    };
    let words = if is_quiet && class == "undecided" {
        "is not decided: this is more than the page goes through unasked. Press “Explore all orders”"
            .to_owned()
    } else {
        it.in_words()
    };
    html! {
        <div {class} role="group" aria-label={format!("invariant {}", it.name)}>
            <b>{ "Invariant " }<code>{ &it.name }</code></b>{ format!(" {words}.") }
            if it.can_break() && !it.witness.is_empty() {
                <p class="outcome-tools"><code>{ in_words(&it.witness) }</code>{ " breaks it. " }{ play_button(&it.witness, onaction) }</p>
            }
        </div>
    }
}

/// Returns the cells that depend on the order.
pub fn varying(list: &OutcomeList) -> Vec<CellPlace> {
    list.factors.iter().flat_map(|factor| factor.places.iter().copied()).collect()
}

/// The budget is spent.
fn undecided(is_quiet: bool) -> Html {
    html! {
        <p class="undecided">
            <b>{ "Not decided. " }</b>
            { if is_quiet {
                "This is more than the page goes through unasked: press “Explore all orders”."
            } else {
                "There is more to go through than the budget allows. A larger one may do."
            } }
        </p>
    }
}

fn outcomes(
    props: &OutcomesPanelProps,
    known: &ByIdentity<Known>,
    list: &OutcomeList,
    kind: ListKind,
) -> Html {
    let file = |wanted: Wanted| {
        props.onaction.reform(move |_: MouseEvent| Action::AllOrders(Ask::For(wanted.clone())))
    };
    let name = if kind == ListKind::Memory { "memory" } else { "results" };
    // Where lanes are renamed, a cell that is listed nowhere may still be another lane's.
    let run = props.run.as_ref().filter(|_| kind != ListKind::Renamed);
    let same = run.map(|run| same_at_end(run, &varying(list), kind == ListKind::Results));
    // A text can claim as many as fit into 64 bits.
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
                    { "A lane waits that would only come back to where it stood. Where each lane that is left waits, nothing \
                       happens any more, whoever has the next turn: they have given up, and the run ends." }
                </p>
            }
            <OutcomeFactors
                key={kind.word()}
                known={known.clone()}
                {kind}
                run={props.run.clone()}
                onaction={props.onaction.clone()}
            />
            if let Some(claim) = claim {
                <p class="outcomes-files">
                    <CopyButton text={Rc::<str>::from(claim.clone())} label={format!("Copy as {claim}")} />
                </p>
            }
            <p class="outcomes-files as-files">
                <span class="hint">{ "All outcomes as a file:" }</span>
                <button type="button" onclick={file(Wanted::Csv)}>{ "CSV" }</button>
                <button type="button" onclick={file(Wanted::Json)}>{ "JSON" }</button>
            </p>
        </>
    }
}
