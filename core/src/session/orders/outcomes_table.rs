//! The outcomes of all orders as a table in CSV.

use super::outcomes::OutcomesReport;
use crate::base::LaneMask;
use crate::session::text::{csv_text, in_words};
use serde::Serialize;

/// The columns, from left to right: the fields of a [`Row`].
const COLUMNS: [&str; 9] =
    ["list", "factor", "orders", "of_orders", "share", "stops", "ends", "order", "gave_up"];

/// An outcome.
#[derive(Serialize)]
struct Row {
    /// `memory`, `results`, `renamed` (outcomes that differ only in which interchangeable lane has which result are
    /// one), `memory sample` or `results sample`.
    list: &'static str,
    /// The index of the factor, from 0; 0 for a sample.
    factor: usize,
    /// The number of orders that lead to the outcome; for a sample, of those that were drawn.
    orders: String,
    /// The number of all orders of the factor, or of all drawn orders.
    of_orders: String,
    /// The quotient of the two.
    share: String,
    /// Whether the run stops before its end.
    stops: bool,
    /// Each cell with its value.
    ends: String,
    /// One of the orders.
    order: String,
    /// The lanes that wait forever.
    gave_up: String,
}

impl OutcomesReport {
    /// Returns a line for each listed outcome of each factor and sample (RFC 4180), after a line of column names.
    pub(in crate::session) fn csv(&self) -> String {
        let renamed = self.renamed.as_ref().map(|renamed| &renamed.list);
        let lists =
            [("memory", self.memory.as_ref()), ("results", self.results.as_ref()), ("renamed", renamed)];
        let factors = lists.into_iter().flat_map(|(name, list)| {
            let factors = list.into_iter().flat_map(|list| &list.factors).enumerate();
            factors.map(move |(index, factor)| (name, index, factor))
        });
        let of_factors = factors.flat_map(|(name, index, factor)| {
            factor.outcomes.iter().map(move |outcome| Row {
                list: name,
                factor: index,
                orders: outcome.orders.clone(),
                of_orders: factor.orders.clone(),
                share: outcome.share.to_string(),
                stops: outcome.stops,
                ends: ends(&factor.cells, &outcome.values),
                order: in_words(&outcome.witness),
                gave_up: lanes(outcome.gave_up),
            })
        });
        let samples = [("memory sample", &self.memory_sample), ("results sample", &self.results_sample)];
        let samples = samples.into_iter().filter_map(|(name, sample)| Some((name, sample.as_ref()?)));
        let of_samples = samples.flat_map(|(name, sample)| {
            sample.outcomes.iter().map(move |outcome| Row {
                list: name,
                factor: 0,
                orders: outcome.drawn.to_string(),
                of_orders: sample.drawn.to_string(),
                // Both numbers are far below 2^53, so an `f64` holds them exactly.
                share: (outcome.drawn as f64 / sample.drawn as f64).to_string(),
                stops: outcome.stops,
                ends: ends(&sample.cells, &outcome.values),
                order: in_words(&outcome.witness),
                gave_up: lanes(outcome.gave_up),
            })
        });
        csv_text(&COLUMNS, of_factors.chain(of_samples))
    }
}

fn lanes(lanes: LaneMask) -> String {
    lanes.lanes().map(|lane| lane.to_string()).collect::<Vec<_>>().join(" ")
}

fn ends(cells: &[String], values: &[String]) -> String {
    let cell = |(cell, value): (&String, &String)| format!("{cell} = {value}");
    cells.iter().zip(values).map(cell).collect::<Vec<_>>().join("; ")
}
