//! The outcomes of each group of cells, with controls to sort, filter and play them.

use crate::components::controls::copy_button::CopyButton;
use crate::components::controls::pager::{pager, use_part};
use crate::components::controls::program::use_dispatch;
use crate::components::controls::select::select;
use crate::effects::dom::typed_value;
use crate::effects::scroll::show_stage;
use crate::state::inquiries::KnownOutcomes;
use crate::state::outcomes::{
    FACTORS, ListKind, PAGE, Sorting, counted, factor_total, grouped, listed, percent, why,
};
use crate::state::{Action, ByIdentity};
use lanescope_core::session::{
    orders::{Cell, FactorReport, OutcomeReport, claim_in_words, stop_in_words, values_at_end},
    run::{Run, Stop},
    text::{OrderReport, order_in_words},
};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct OutcomeFactorsProps {
    pub known: ByIdentity<KnownOutcomes>,
    pub kind: ListKind,
    /// The run on the stage, if it belongs to the current text.
    pub run: Option<ByIdentity<Run>>,
}

/// Returns the groups of cells in a list.
fn factors(known: &KnownOutcomes, kind: ListKind) -> &[FactorReport] {
    kind.of(&known.report).map_or(&[], |list| &list.factors)
}

/// The groups of cells, in pages.
#[component]
pub fn OutcomeFactors(props: &OutcomeFactorsProps) -> Html {
    // A group without cells only says how the program ends, which is worth showing if there are several ways.
    let is_shown = |factor: &FactorReport| !factor.cells.is_empty() || factor.count > 1;
    let all = factors(&props.known, props.kind);
    let listed: Vec<usize> = (0..all.len()).filter(|at| is_shown(&all[*at])).collect();
    let page = use_part(listed.len(), FACTORS);
    let shown = listed.iter().skip(page.part * FACTORS).take(FACTORS);
    html! {
        <>
            { for shown.map(|&at| html! {
                <FactorTable
                    key={at}
                    known={props.known.clone()}
                    kind={props.kind}
                    {at}
                    run={props.run.clone()}
                />
            }) }
            { pager("Groups of cells", "groups", &page) }
        </>
    }
}

#[derive(Properties, PartialEq)]
struct FactorTableProps {
    known: ByIdentity<KnownOutcomes>,
    kind: ListKind,
    /// Index of the group of cells.
    at: usize,
    run: Option<ByIdentity<Run>>,
}

/// A group of cells with its possible values.
#[component]
fn FactorTable(props: &FactorTableProps) -> Html {
    let dispatch = use_dispatch();
    let filter = use_state(String::new);
    let sorting = use_state_eq(Sorting::default);
    let open = use_state_eq(|| None::<usize>);
    let factor = &factors(&props.known, props.kind)[props.at];
    let now = use_memo((props.run.clone(), props.known.clone(), props.at, props.kind), |(run, ..)| {
        run.as_ref().map(|run| values_at_end(run, &factor.places))
    });
    let rows = listed(factor, &filter, *sorting);
    let page = use_part(rows.len(), PAGE);
    let oninput = {
        let (filter, onpart) = (filter.setter(), page.onpart.clone());
        Callback::from(move |event: InputEvent| {
            filter.set(typed_value(&event));
            onpart.emit(0);
        })
    };
    let onsort = {
        let (sorting, onpart) = (sorting.setter(), page.onpart.clone());
        Callback::from(move |chosen: Sorting| {
            sorting.set(chosen);
            onpart.emit(0);
        })
    };
    let is_long = factor.outcomes.len() > 6;
    let id = format!("outcomes-{}-{}", props.kind.word(), props.at);
    let of = factor.cells.join(", ");
    let total = props.kind.of(&props.known.report).and_then(|list| factor_total(factor, list));
    let row = |&at: &usize| {
        let outcome = &factor.outcomes[at];
        let is_now = now.as_ref().as_ref() == Some(&outcome.values)
            && props
                .run
                .as_ref()
                .is_some_and(|run| (run.stop() == Stop::GaveUp) != outcome.gave_up.is_empty());
        let stop = stop_in_words(outcome.stops, outcome.gave_up);
        let (ending, stop) = if factor.cells.is_empty() {
            (stop.unwrap_or_else(|| "the program ends".to_owned()).into(), None)
        } else {
            (values(&factor.cells, &outcome.values, now.as_ref().as_ref()), stop)
        };
        let row = OutcomeRow {
            ending,
            stop,
            is_now,
            share: (0.0, outcome.share),
            share_word: percent(outcome.share),
            count: grouped(&outcome.orders),
        };
        row.html(at, &open, || details(props, factor, outcome, &dispatch))
    };
    html! {
        <section class="factor" aria-labelledby={id.clone()}>
            <h3 {id}>{ if of.is_empty() { "How it ends".to_owned() } else { short(&of) } }<span class="caption">{ total.unwrap_or_default() }</span></h3>
            if is_long {
                <p class="outcomes-filter">
                    <input type="search" placeholder="filter: 3 or BUF[0] = 3" aria-label={format!("filter outcomes of {of}")} value={(*filter).clone()} {oninput} autocomplete="off" autocapitalize="off" spellcheck="false" />
                    { select(format!("sort outcomes of {of}"), [(Sorting::Share, "by share".into()), (Sorting::Value, "by value".into())], &sorting, &onsort) }
                </p>
                <p class="visually-hidden" role="status">{ format!("{} outcomes", rows.len()) }</p>
            }
            if rows.is_empty() {
                <p class="empty">{ "No listed outcome matches." }</p>
            } else {
                { outcome_table("share of orders", "orders", rows.iter().skip(page.part * PAGE).take(PAGE).map(row)) }
            }
            { pager(format!("outcomes of {of}"), "outcomes", &page) }
            if factor.count > factor.outcomes.len() {
                <p class="hint">
                    { format!("Showing the {} most frequent of {} outcomes; export for all.", factor.outcomes.len(), grouped(&factor.count.to_string())) }
                </p>
            }
        </section>
    }
}

/// A row of a table of outcomes.
pub struct OutcomeRow {
    /// The values at the end, or the words for an end without values.
    pub ending: Html,
    /// The reason why the run stops, next to the values.
    pub stop: Option<String>,
    /// Whether the run on the stage ends so.
    pub is_now: bool,
    /// The ends of the bar of its share, from 0 to 1.
    pub share: (f64, f64),
    pub share_word: String,
    pub count: String,
}

impl OutcomeRow {
    /// Returns the row, and below it its details if it is the open one.
    pub fn html(
        self,
        at: usize,
        open: &UseStateHandle<Option<usize>>,
        details: impl FnOnce() -> Html,
    ) -> Html {
        let is_open = **open == Some(at);
        let onopen = {
            let open = open.clone();
            Callback::from(move |_: MouseEvent| open.set((*open != Some(at)).then_some(at)))
        };
        html! {
            <>
                <tr key={at} class={self.is_now.then_some("this-run")}>
                    <th scope="row">
                        <button type="button" class="row-name" aria-expanded={is_open.to_string()} onclick={onopen}>{ self.ending }</button>
                        if self.is_now {
                            <span class="this-run-word">{ "this run" }</span>
                        }
                        if let Some(stop) = self.stop {
                            <span class="caption">{ format!("and {stop}") }</span>
                        }
                    </th>
                    <td class="share">{ bar(self.share) }<span>{ self.share_word }</span></td>
                    <td class="number">{ self.count }</td>
                </tr>
                if is_open {
                    <tr key={format!("{at}-more")} class="outcome-more"><td colspan="3">{ details() }</td></tr>
                }
            </>
        }
    }
}

/// Returns a table of outcomes, with the headings of its shares and counts.
pub fn outcome_table(share: &str, count: &str, rows: impl Iterator<Item = Html>) -> Html {
    html! {
        <table class="ops outcome-table">
            <thead><tr>
                <th scope="col">{ "ends with" }</th>
                <th scope="col">{ share }</th>
                <th scope="col" class="number">{ count }</th>
            </tr></thead>
            <tbody>{ for rows }</tbody>
        </table>
    }
}

/// Shortens a long list of cell names.
fn short(cells: &str) -> String {
    let names: Vec<&str> = cells.split(", ").collect();
    match &*names {
        [first, second, .., last] if names.len() > 4 => {
            format!("{first}, {second} … {last} ({} cells)", names.len())
        }
        _ => cells.to_owned(),
    }
}

/// Returns the values of cells. Several values have names, and are marked if this run has a different value.
pub fn values(cells: &[String], values: &[String], now: Option<&Vec<String>>) -> Html {
    if let [value] = values {
        return html! { <code>{ value }</code> };
    }
    let value = |(at, (cell, value)): (usize, (&String, &String))| {
        let differs = now.is_some_and(|now| now.get(at) != Some(value));
        html! {
            <span class={classes!("outcome-value", differs.then_some("differs"))}>
                <span class="outcome-cell">{ cell }</span><code>{ value }</code>
                if differs {
                    <span class="visually-hidden">{ " (different in this run)" }</span>
                }
            </span>
        }
    };
    html! { <span class="outcome-values">{ for cells.iter().zip(values).enumerate().map(value) }</span> }
}

/// Returns a bar for the part of the range 0 to 1 between `from` and `to`.
pub fn bar((from, to): (f64, f64)) -> Html {
    let (from, to) = (from * 100.0, to * 100.0);
    html! {
        <svg class="share-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect class="share-ground" width="100" height="8" />
            <rect class="share-part" x={format!("{from:.2}")} width={format!("{:.2}", (to - from).max(2.0))} height="8" />
        </svg>
    }
}

/// Returns the explanation of an outcome, and one order that produces it.
fn details(
    props: &FactorTableProps,
    factor: &FactorReport,
    outcome: &OutcomeReport,
    dispatch: &Callback<Action>,
) -> Html {
    html! {
        <>
            if let Some(why) = why(outcome.explanation.as_ref()) {
                <p>{ why }</p>
            }
            if outcome.stands_for != "1" {
                <p>
                    { format!("One of {} that differ only in which lane gets which value.", counted(&outcome.stands_for, "outcome")) }
                </p>
            }
            { witness_html(&outcome.witness, &factor.places, &outcome.values, props.run.as_ref(), dispatch) }
        </>
    }
}

/// Returns an order that produces an outcome, with buttons to play the order and to copy the outcome.
pub fn witness_html(
    witness: &[OrderReport],
    places: &[Cell],
    values: &[String],
    run: Option<&ByIdentity<Run>>,
    dispatch: &Callback<Action>,
) -> Html {
    let claim = run.and_then(|run| claim_in_words(run, places, values)).filter(|claim| !claim.is_empty());
    html! {
        <>
            <p><span class="hint">{ "An order that leads to it: " }</span><code>{ order_in_words(witness) }</code></p>
            <p class="outcome-tools">
                { play_button(witness, dispatch) }
                if let Some(claim) = claim {
                    <CopyButton text={Rc::<str>::from(format!(".expect possible {{ {claim} }}"))} label="Copy as .expect possible" />
                }
            </p>
        </>
    }
}

pub fn play_button(witness: &[OrderReport], dispatch: &Callback<Action>) -> Html {
    let witness = witness.to_vec();
    let onclick = dispatch.reform(move |_: MouseEvent| {
        show_stage();
        Action::PlayOrder(witness.clone())
    });
    html! {
        <button type="button" class="play-order" {onclick} title="Write this order into the text as .order and play the run (Undo restores the text)">
            { "Play this order" }
        </button>
    }
}
