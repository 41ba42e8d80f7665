//! The outcomes of randomly sampled orders. The heading marks them as a sample, not a proof, and each share is an
//! interval.

use super::outcome_list::{OutcomeRow, outcome_table, values, witness_html};
use crate::components::controls::pager::{pager, use_part};
use crate::components::controls::program::use_dispatch;
use crate::state::ByIdentity;
use crate::state::outcomes::{PAGE, counted, grouped, percent};
use lanescope_core::session::{
    orders::{OutcomeReport, SampleReport, stop_in_words, values_at_end},
    run::Run,
};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct SampleTableProps {
    pub sample: Rc<SampleReport>,
    /// The run on the stage, if it belongs to the current text.
    pub run: Option<ByIdentity<Run>>,
}

/// The outcomes in the sample, the most frequent first.
#[component]
pub fn SampleTable(props: &SampleTableProps) -> Html {
    let dispatch = use_dispatch();
    let sample = &*props.sample;
    let listed = &sample.listed;
    let open = use_state_eq(|| None::<usize>);
    let now = use_memo((props.run.clone(), props.sample.clone()), |(run, sample)| {
        run.as_ref().map(|run| values_at_end(run, &sample.listed.places))
    });
    let page = use_part(listed.outcomes.len(), PAGE);
    let of = if sample.even { "share of orders" } else { "share of draws" };
    let row = |(at, outcome): (usize, &OutcomeReport)| {
        let (low, high) = outcome.estimate.map_or((0.0, 1.0), |estimate| (estimate.low, estimate.high));
        let row = OutcomeRow {
            ending: values(&listed.cells, &outcome.values, now.as_ref().as_ref()),
            stop: stop_in_words(outcome.stops, outcome.gave_up),
            is_now: now.as_ref().as_ref() == Some(&outcome.values),
            share: (low, high),
            share_word: format!("{} to {}", percent(low), percent(high)),
            count: grouped(&outcome.orders),
        };
        row.html(at, &open, || {
            witness_html(&outcome.witness, &listed.places, &outcome.values, props.run.as_ref(), &dispatch)
        })
    };
    let shown = listed.outcomes.iter().enumerate().skip(page.part * PAGE).take(PAGE);
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
                    { " The number of turns of a lane depends on the order, so some orders are drawn more often than others, or are too long to draw." }
                }
            </p>
            { outcome_table(of, "drawn", shown.map(row)) }
            { pager("Outcomes of the sample", "outcomes", &page) }
            if sample.unlisted > 0 {
                <p class="hint">{ format!("{} led to outcomes that are not listed.", counted(&sample.unlisted.to_string(), "drawn order")) }</p>
            }
        </section>
    }
}
