//! The outcomes of all orders as a table in CSV.

use super::outcomes::OutcomesReport;
use crate::base::LaneMask;
use crate::session::text::in_words;

/// The columns, from left to right.
///
/// - `list`: `memory`, `results`, `renamed` (outcomes that differ only in which interchangeable lane has which result
///   are one), `memory sample` or `results sample`
/// - `factor`: the index of the factor, from 0; 0 for a sample
/// - `orders`: the number of orders that lead to the outcome; for a sample, of those that were drawn
/// - `of_orders`: the number of all orders of the factor, or of all drawn orders
/// - `share`: the quotient of the two
/// - `stops`: whether the run stops before its end
/// - `ends`: each cell with its value
/// - `order`: one of the orders
/// - `gave_up`: the lanes that wait forever
const COLUMNS: [&str; 9] =
    ["list", "factor", "orders", "of_orders", "share", "stops", "ends", "order", "gave_up"];

impl OutcomesReport {
    /// Returns a line for each listed outcome of each factor and sample (RFC 4180), after a line of column names.
    pub(in crate::session) fn csv(&self) -> String {
        let mut lines = vec![COLUMNS.map(str::to_owned)];
        let renamed = self.renamed.as_ref().map(|renamed| &renamed.list);
        let lists =
            [("memory", self.memory.as_ref()), ("results", self.results.as_ref()), ("renamed", renamed)];
        for (name, list) in lists {
            for (at, factor) in list.iter().flat_map(|list| &list.factors).enumerate() {
                lines.extend(factor.outcomes.iter().map(|outcome| {
                    let (orders, of_orders) = (outcome.orders.clone(), factor.orders.clone());
                    let (share, stops) = (outcome.share.to_string(), outcome.stops.to_string());
                    let (ends, order) = (ends(&factor.cells, &outcome.values), in_words(&outcome.witness));
                    let gave_up = lanes(outcome.gave_up);
                    [name.to_owned(), at.to_string(), orders, of_orders, share, stops, ends, order, gave_up]
                }));
            }
        }
        for (name, sample) in
            [("memory sample", &self.memory_sample), ("results sample", &self.results_sample)]
        {
            if let Some(sample) = sample {
                lines.extend(sample.outcomes.iter().map(|outcome| {
                    // Both numbers are far below 2^53, so an `f64` holds them exactly.
                    let share = (outcome.drawn as f64 / sample.drawn as f64).to_string();
                    let (orders, of_orders) = (outcome.drawn.to_string(), sample.drawn.to_string());
                    let (ends, order) = (ends(&sample.cells, &outcome.values), in_words(&outcome.witness));
                    let (stops, gave_up) = (outcome.stops.to_string(), lanes(outcome.gave_up));
                    [name.to_owned(), "0".to_owned(), orders, of_orders, share, stops, ends, order, gave_up]
                }));
            }
        }
        let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
        for line in lines {
            table.write_record(line).expect("lines of the same length go to memory");
        }
        let bytes = table.into_inner().expect("memory takes everything");
        String::from_utf8(bytes).expect("cells are texts")
    }
}

fn lanes(lanes: LaneMask) -> String {
    lanes.lanes().map(|lane| lane.to_string()).collect::<Vec<_>>().join(" ")
}

fn ends(cells: &[String], values: &[String]) -> String {
    let cell = |(cell, value): (&String, &String)| format!("{cell} = {value}");
    cells.iter().zip(values).map(cell).collect::<Vec<_>>().join("; ")
}
