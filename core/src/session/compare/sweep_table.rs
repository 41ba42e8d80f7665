//! The table of a sweep over one element: a row for each value, and a column for each place that depends on it.

use super::ends::masked;
use super::sweep_picture::{SweepPicture, picture};
use super::sweep_values::{Swept, corners};
use crate::base::{Bits, NumberFormat, ScalarType};
use crate::cost::cost;
use crate::exec::{FinalState, Run, Stop};
use crate::explore::Cell;
use crate::machine::Layout;
use crate::session::text::{Declaration, cell_in_words, element, shown};
use crate::spec::CostCount;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The maximum number of columns of a table. A column is a place that depends on the value.
const MOST_COLUMNS: usize = 16;

/// The maximum number of columns that are also drawn as points.
const MOST_PICTURES: usize = 4;

/// The maximum number of instructions whose costs are columns.
const MOST_INSTRUCTIONS: usize = 8;

/// The counts that are columns if the text names a cost model.
const COUNTS: [CostCount; 3] = [CostCount::Sectors, CostCount::Passes, CostCount::Queue];

/// The table of a sweep over one element, as `lanescope sweep --json` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sweep {
    /// The swept element.
    pub place: String,
    /// The swept values, in words.
    pub values: String,
    /// The sweep covers all values of the element's type.
    pub is_complete: bool,
    /// The names of the costs and places whose results depend on the swept value. There are costs if the text names a cost model.
    /// The swept element is among the places only if a run changes it.
    pub columns: Vec<String>,
    /// The number of further places that depend on the value.
    pub more_columns: usize,
    /// A row for each value. A long table keeps only the rows of corner values.
    pub rows: Vec<SweptRow>,
    /// The number of rows left out.
    pub more_rows: usize,
}

/// The result for one value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweptRow {
    /// The initial value.
    pub value: String,
    /// The costs and the final values, one for each column of the table.
    pub ends: Vec<String>,
    /// The run stops early with an error.
    pub stops: bool,
}

/// A table that is being computed.
#[derive(Debug)]
pub(super) struct Table {
    cells: Vec<Cell>,
    /// The final values of the first run.
    first: Vec<Bits>,
    /// The cells that depend on the value, by index.
    columns: Vec<usize>,
    more: BTreeSet<usize>,
    /// The value, the final values of the columns, and true if the run stopped with an error.
    rows: Vec<(u64, Vec<Bits>, bool)>,
    /// The costs of the instructions: a column for each count, with a number for each row.
    counts: Vec<(String, Vec<u32>)>,
}

impl Table {
    pub fn new(layout: &Layout) -> Self {
        let cells = Declaration::all(layout).flat_map(Declaration::cells).collect();
        let (first, columns) = (Vec::new(), Vec::new());
        Self { cells, first, columns, more: BTreeSet::new(), rows: Vec::new(), counts: Vec::new() }
    }

    /// Adds the row of a value, and columns for the places that it shows to vary.
    pub fn add(&mut self, swept: &Swept, value: u64, end: &FinalState) {
        let own = |cell: &Cell| cell.place == swept.element.place;
        let now = |cell: &Cell| masked(&end.state, *cell);
        if self.first.is_empty() {
            self.first = self.cells.iter().map(now).collect();
        }
        for (at, cell) in self.cells.iter().enumerate() {
            // The element's initial value is in the row already, so it is a column only if it changes.
            let is_new = if own(cell) {
                now(cell) != Bits::known(value).truncate(swept.element.ty.width_bits())
            } else {
                now(cell) != self.first[at]
            };
            if is_new && !self.columns.contains(&at) {
                if self.columns.len() < MOST_COLUMNS {
                    self.columns.push(at);
                    // In earlier rows this cell was as in the first run. The swept element itself had its initial
                    // value.
                    for (value, ends, _) in &mut self.rows {
                        ends.push(if own(cell) { Bits::known(*value) } else { self.first[at] });
                    }
                } else {
                    self.more.insert(at);
                }
            }
        }
        let ends = self.columns.iter().map(|at| now(&self.cells[*at])).collect();
        self.rows.push((value, ends, end.stop == Stop::Fault));
    }

    /// Adds the costs of the run for the last added row.
    pub fn add_costs(&mut self, run: &Run) {
        let scenario = run.scenario();
        let instructions = 0..scenario.program.len().min(MOST_INSTRUCTIONS);
        let mut counts = Vec::new();
        for instruction in instructions {
            let cost = cost(run, instruction, &scenario.cost_model);
            counts.extend(COUNTS.map(|count| (count, instruction, cost.get(count))));
        }
        if self.counts.is_empty() {
            let name = |(count, instruction, _): &(CostCount, usize, u32)| {
                format!("{} of instruction {}", count.word(), instruction + 1)
            };
            self.counts = counts.iter().map(|count| (name(count), Vec::new())).collect();
        }
        for ((_, values), (.., count)) in self.counts.iter_mut().zip(counts) {
            values.push(count);
        }
    }

    /// Returns the counts that depend on the value.
    fn varying_counts(&self) -> impl Iterator<Item = &(String, Vec<u32>)> {
        self.counts.iter().filter(|(_, values)| values.iter().any(|value| *value != values[0]))
    }

    /// Returns the points of each column except bits of predicates.
    pub fn pictures(&self, layout: &Layout) -> Vec<SweepPicture> {
        let column = |(at, cell): (usize, &usize)| {
            let cell = self.cells[*cell];
            let values: Vec<Bits> = self.rows.iter().map(|(_, ends, _)| ends[at]).collect();
            let (_, _, ty) = element(layout, cell.place);
            let caption = || format!("{} at the end", cell_in_words(layout, cell));
            (cell.mask == u64::MAX).then(|| picture(caption(), ty, &values))
        };
        let count = |(name, values): &(String, Vec<u32>)| {
            let values: Vec<Bits> = values.iter().map(|value| Bits::known(u64::from(*value))).collect();
            picture(name.clone(), ScalarType::Ud, &values)
        };
        let places = self.columns.iter().enumerate().filter_map(column);
        self.varying_counts().map(count).chain(places).take(MOST_PICTURES).collect()
    }

    /// Returns the table, with at most that many rows: if there are more, those of corner values. `values` are the swept values in
    /// words.
    pub fn finish(
        self,
        swept: &Swept,
        values: String,
        layout: &Layout,
        format: NumberFormat,
        most_rows: usize,
    ) -> Sweep {
        let all = self.rows.len();
        let corners = if all > most_rows { corners(swept.element.ty) } else { Vec::new() };
        let is_listed = |(_, (value, ..)): &(usize, &(u64, Vec<Bits>, bool))| {
            all <= most_rows || corners.binary_search(value).is_ok()
        };
        let cell = |at: &usize| self.cells[*at];
        let end = |(at, bits): (&usize, &Bits)| shown(layout, cell(at), *bits, format);
        let counts: Vec<&(String, Vec<u32>)> = self.varying_counts().collect();
        let row = |(number, (value, ends, stops)): (usize, &(u64, Vec<Bits>, bool))| SweptRow {
            value: swept.shown(layout, *value, format),
            ends: counts
                .iter()
                .map(|(_, values)| values[number].to_string())
                .chain(self.columns.iter().zip(ends).map(end))
                .collect(),
            stops: *stops,
        };
        let rows: Vec<SweptRow> =
            self.rows.iter().enumerate().filter(is_listed).take(most_rows).map(row).collect();
        Sweep {
            place: swept.element.name.clone(),
            values,
            is_complete: swept.is_complete(),
            columns: counts
                .iter()
                .map(|(name, _)| name.clone())
                .chain(self.columns.iter().map(|at| cell_in_words(layout, cell(at))))
                .collect(),
            more_columns: self.more.len(),
            more_rows: all - rows.len(),
            rows,
        }
    }
}
