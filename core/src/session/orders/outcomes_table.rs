//! The outcomes of all orders as a table in CSV.

use super::outcomes::{FactorReport, OutcomeList, OutcomesReport, SampleReport};
use crate::base::LaneMask;
use crate::session::text::{csv_text, order_in_words};
use serde::Serialize;

/// The columns, from left to right: the fields of a [`Row`].
const COLUMNS: [&str; 9] =
    ["list", "factor", "orders", "of_orders", "share", "stops", "ends", "order", "gave_up"];

#[derive(Serialize)]
struct Row<'r> {
    /// `memory`, `results`, `renamed` (outcomes that differ only in which interchangeable lane has which result are
    /// one), `memory sample` or `results sample`.
    list: &'r str,
    /// The index of the factor, from 0; 0 for a sample.
    factor: usize,
    /// The number of orders that lead to the outcome; for a sample, of those that were drawn.
    orders: &'r str,
    /// The number of all orders of the factor, or of all drawn orders.
    of_orders: &'r str,
    /// The quotient of the two.
    share: String,
    /// Whether the run stops before its end.
    stops: bool,
    /// Each cell with its value.
    ends: String,
    /// One of the orders.
    order: String,
    gave_up: String,
}

impl OutcomesReport {
    /// Returns a line for each listed outcome of each factor and sample (RFC 4180), after a line of column names.
    pub(in crate::session) fn csv(&self) -> String {
        let lists = [
            ("memory", factors_of(self.memory.as_ref())),
            ("results", factors_of(self.results.as_ref())),
            ("renamed", factors_of(self.renamed.as_ref().map(|renamed| &renamed.list))),
            ("memory sample", listed_of(self.memory_sample.as_deref())),
            ("results sample", listed_of(self.results_sample.as_deref())),
        ];
        let factors = lists.into_iter().flat_map(|(name, factors)| {
            factors.iter().enumerate().map(move |(index, factor)| (name, index, factor))
        });
        let rows = factors.flat_map(|(list, index, factor)| {
            factor.outcomes.iter().map(move |outcome| Row {
                list,
                factor: index,
                orders: &outcome.orders,
                of_orders: &factor.orders,
                share: outcome.share.to_string(),
                stops: outcome.stops,
                ends: ends(&factor.cells, &outcome.values),
                order: order_in_words(&outcome.witness),
                gave_up: lanes(outcome.gave_up),
            })
        });
        csv_text(&COLUMNS, rows)
    }
}

fn factors_of(list: Option<&OutcomeList>) -> &[FactorReport] {
    list.map_or(&[], |list| &list.factors)
}

fn listed_of(sample: Option<&SampleReport>) -> &[FactorReport] {
    sample.map_or(&[], |sample| std::slice::from_ref(&sample.listed))
}

fn lanes(lanes: LaneMask) -> String {
    lanes.lanes().map(|lane| lane.to_string()).collect::<Vec<_>>().join(" ")
}

fn ends(cells: &[String], values: &[String]) -> String {
    let cell = |(cell, value): (&String, &String)| format!("{cell} = {value}");
    cells.iter().zip(values).map(cell).collect::<Vec<_>>().join("; ")
}
