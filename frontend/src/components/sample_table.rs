//! The outcomes of randomly sampled orders. The heading marks them as a sample, not a proof, and each share is an
//! interval.

use super::outcome_list::{bar, values, witness_html};
use super::pager::Pager;
use super::program::use_dispatch;
use crate::state::ByIdentity;
use crate::state::outcomes::{PAGE, counted, grouped, percent};
use lanescope_core::session::{Run, SampleReport, SampledReport, stop_in_words, values_at_end};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of a [`SampleTable`].
#[derive(Properties, PartialEq)]
pub struct SampleTableProps {
    /// The sample.
    pub sample: Rc<SampleReport>,
    /// The run on the stage, if it belongs to the current text.
    pub run: Option<ByIdentity<Run>>,
}

/// The outcomes in the sample, the most frequent first.
#[component]
pub fn SampleTable(props: &SampleTableProps) -> Html {
    let dispatch = use_dispatch();
    let sample = &*props.sample;
    let (page, open) = (use_state_eq(|| 0), use_state_eq(|| None::<usize>));
    let onpart = use_callback(page.setter(), |to, page| page.set(to));
    let now = use_memo((props.run.clone(), props.sample.clone()), |(run, sample)| {
        run.as_ref().map(|run| values_at_end(run, &sample.places))
    });
    let parts = sample.outcomes.len().div_ceil(PAGE);
    let part = (*page).min(parts.saturating_sub(1));
    let of = if sample.even { "share of orders" } else { "share of draws" };
    let row = |(at, outcome): (usize, &SampledReport)| {
        let is_open = *open == Some(at);
        let onclick = {
            let open = open.clone();
            Callback::from(move |_: MouseEvent| open.set((*open != Some(at)).then_some(at)))
        };
        let is_now = now.as_ref().as_ref() == Some(&outcome.values);
        html! {
            <>
                <tr class={is_now.then_some("this-run")}>
                    <th scope="row">
                        <button type="button" class="row-name" aria-expanded={is_open.to_string()} {onclick}>
                            { values(&sample.cells, &outcome.values, now.as_ref().as_ref()) }
                        </button>
                        if is_now {
                            <span class="this-run-word">{ "this run" }</span>
                        }
                        if let Some(stop) = stop_in_words(outcome.stops, outcome.gave_up) {
                            <span class="caption">{ format!("and {stop}") }</span>
                        }
                    </th>
                    <td class="share">{ bar(outcome.low, outcome.high) }<span>{ format!("{} to {}", percent(outcome.low), percent(outcome.high)) }</span></td>
                    <td class="number">{ grouped(&outcome.drawn.to_string()) }</td>
                </tr>
                if is_open {
                    <tr class="outcome-more"><td colspan="3">
                        { witness_html(&outcome.witness, &sample.places, &outcome.values, props.run.as_ref(), &dispatch) }
                    </td></tr>
                }
            </>
        }
    };
    let shown = sample.outcomes.iter().enumerate().skip(part * PAGE).take(PAGE);
    html! {
        <section class="sample" aria-label="Sample of the orders">
            <p class="sampled">
                <b>{ "A sample, not a proof. " }</b>
                { format!(
                    "There are too many orders to go through within the budget. Of {} drawn (seed {}), {} came up; there may be more. \
                     Shares are intervals that hold at 95 %.",
                    counted(&sample.drawn.to_string(), "order"), sample.seed, counted(&sample.found.to_string(), "outcome"),
                ) }
                if !sample.even {
                    { " The number of turns of a lane depends on the order, so some orders are drawn more often than others." }
                }
            </p>
            <table class="ops outcome-table">
                <thead><tr>
                    <th scope="col">{ "ends with" }</th>
                    <th scope="col">{ of }</th>
                    <th scope="col" class="number">{ "drawn" }</th>
                </tr></thead>
                <tbody>{ for shown.map(row) }</tbody>
            </table>
            <Pager label="Outcomes of the sample" part_word="outcomes" {part} {parts} {onpart} />
            if sample.unlisted > 0 {
                <p class="hint">{ format!("{} led to outcomes that are not listed.", counted(&sample.unlisted.to_string(), "drawn order")) }</p>
            }
        </section>
    }
}
