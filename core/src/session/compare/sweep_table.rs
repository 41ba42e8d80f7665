//! The table of a sweep over one element: a row for each value, a column for each place that depends on it, and scatter plots of columns.

use super::sweep_values::{Swept, corners};
use crate::base::{Bits, NumberFormat, ScalarType, show};
use crate::cost::cost;
use crate::exec::{FinalState, Run, Stop};
use crate::explore::Cell;
use crate::machine::{Declaration, Layout};
use crate::session::text::{cell_in_words, element_of, value_in_words};
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
    /// The swept element is among the places only if runs change it to different values.
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
    /// The run stops before the end of the program.
    pub stops: bool,
}

#[derive(Debug)]
pub(super) struct Table {
    cells: Vec<Cell>,
    /// The final values of the first run.
    first: Vec<Bits>,
    /// The swept value of each row, and whether the run stopped before the end of the program.
    rows: Vec<(u64, bool)>,
    /// The cells that depend on the value, and the swept one if a run changes it: by index, each with a value for each row.
    columns: Vec<(usize, Vec<Bits>)>,
    /// Further cells that depend on the value.
    more: BTreeSet<usize>,
    /// The costs of the instructions, each with its name and a number for each row.
    counts: Vec<(String, Vec<u32>)>,
}

impl Table {
    pub fn new(layout: &Layout) -> Self {
        let cells = Declaration::all(layout).flat_map(Declaration::cells).collect();
        let (first, rows, columns, counts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { cells, first, rows, columns, more: BTreeSet::new(), counts }
    }

    /// Adds the row of a value, and columns for the places that it shows to vary.
    pub fn add(&mut self, swept: &Swept, value: u64, end: &FinalState) {
        let now: Vec<Bits> = self.cells.iter().map(|cell| cell.read(&end.state)).collect();
        if self.rows.is_empty() {
            self.first.clone_from(&now);
        }
        for (at, cell) in self.cells.iter().enumerate() {
            // The element's initial value is in the row already, so it is a column only if it changes.
            let unchanged = |value: u64| match cell.place == swept.element.place {
                true => Bits::known(value).truncate(swept.element.ty.width_bits()),
                false => self.first[at],
            };
            if now[at] == unchanged(value) || self.columns.iter().any(|(column, _)| *column == at) {
                continue;
            }
            if self.columns.len() == MOST_COLUMNS {
                self.more.insert(at);
                continue;
            }
            let before = self.rows.iter().map(|(value, _)| unchanged(*value)).collect();
            self.columns.push((at, before));
        }
        self.columns.iter_mut().for_each(|(at, values)| values.push(now[*at]));
        self.rows.push((value, end.stop != Stop::End));
    }

    /// Adds the costs of the run for the last added row.
    pub fn add_costs(&mut self, run: &Run) {
        let scenario = run.scenario();
        let instructions = 0..scenario.program.len().min(MOST_INSTRUCTIONS);
        let costs = instructions.map(|at| (at + 1, cost(run, at, &scenario.cost_model)));
        let counts = costs.flat_map(|(number, cost)| COUNTS.map(|count| (number, count, cost.get(count))));
        for (at, (number, count, value)) in counts.enumerate() {
            if at == self.counts.len() {
                self.counts.push((format!("{} of instruction {number}", count.word()), Vec::new()));
            }
            self.counts[at].1.push(value);
        }
    }

    fn varying_counts(&self) -> impl Iterator<Item = &(String, Vec<u32>)> {
        self.counts.iter().filter(|(_, values)| values.iter().any(|value| *value != values[0]))
    }

    /// Returns the places that depend on the value. The swept element may change in each run and still end the same.
    fn varying_columns(&self) -> impl Iterator<Item = &(usize, Vec<Bits>)> {
        self.columns.iter().filter(|(_, values)| values.iter().any(|value| *value != values[0]))
    }

    /// Returns the points of each column except bits of predicates.
    pub fn pictures(&self, layout: &Layout) -> Vec<SweepPicture> {
        let column = |(at, values): &(usize, Vec<Bits>)| {
            let cell = self.cells[*at];
            let (_, _, ty) = element_of(layout, cell.place);
            let caption = || format!("{} at the end", cell_in_words(layout, cell));
            (cell.mask == u64::MAX).then(|| picture(caption(), ty, values))
        };
        let count = |(name, values): &(String, Vec<u32>)| {
            let values: Vec<Bits> = values.iter().map(|value| Bits::known(u64::from(*value))).collect();
            picture(name.clone(), ScalarType::Ud, &values)
        };
        let places = self.varying_columns().filter_map(column);
        self.varying_counts().map(count).chain(places).take(MOST_PICTURES).collect()
    }

    /// Returns the table, with at most that many rows: if there are more, those of corner values.
    pub fn finish(self, swept: &Swept, layout: &Layout, format: NumberFormat, most_rows: usize) -> Sweep {
        let all = self.rows.len();
        let corners = if all > most_rows { corners(swept.element.ty) } else { Vec::new() };
        let is_listed = |row: &usize| all <= most_rows || corners.binary_search(&self.rows[*row].0).is_ok();
        let name = |(at, _): &(usize, Vec<Bits>)| cell_in_words(layout, self.cells[*at]);
        let names = self.varying_counts().map(|(name, _)| name.clone());
        let columns = names.chain(self.varying_columns().map(name)).collect();
        let row = |row: usize| {
            let end = |(at, values): &(usize, Vec<Bits>)| {
                value_in_words(layout, self.cells[*at], values[row], format)
            };
            let counts = self.varying_counts().map(|(_, values)| values[row].to_string());
            let (value, stops) = self.rows[row];
            let ends = counts.chain(self.varying_columns().map(end)).collect();
            SweptRow { value: swept.shown(layout, value, format), ends, stops }
        };
        let rows: Vec<SweptRow> = (0..all).filter(is_listed).take(most_rows).map(row).collect();
        Sweep {
            place: swept.element.name.clone(),
            values: swept.in_words(),
            is_complete: swept.is_complete(),
            columns,
            more_columns: self.more.len(),
            more_rows: all - rows.len(),
            rows,
        }
    }
}

/// The maximum number of columns of points. The number of rows is fixed.
const MOST_ACROSS: usize = 256;
const ROWS: u16 = 128;

/// The points of one column of a sweep's table. Values that are not fully defined have no point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepPicture {
    /// The caption: the column of the table.
    pub caption: String,
    /// The width in points. Swept values run from left to right.
    pub across: u16,
    /// The height in points.
    pub rows: u16,
    /// The points, each as x from the left and y from the bottom.
    pub points: Vec<(u16, u16)>,
    /// The least and the largest value, at the bottom and the top.
    pub ends: Option<(String, String)>,
}

/// Returns the points of a column with values of a type. Integers are scaled linearly. Floats are scaled by sign and
/// magnitude of their patterns, so that each power of two has the same height.
pub(super) fn picture(caption: String, ty: ScalarType, values: &[Bits]) -> SweepPicture {
    // At most 256.
    let across = values.len().min(MOST_ACROSS) as u16;
    let mut picture = SweepPicture { caption, across, rows: ROWS, points: Vec::new(), ends: None };
    let rank = |bits: &Bits| ty.rank(bits.value);
    let defined = || values.iter().enumerate().filter(|(_, bits)| bits.is_defined(ty.width_bits()));
    let all = || defined().map(|(_, bits)| bits);
    if let (Some(least), Some(largest)) =
        (all().min_by_key(|bits| rank(bits)), all().max_by_key(|bits| rank(bits)))
    {
        let height = (rank(largest) - rank(least)).max(1);
        // Both coordinates are below 256.
        let point = |(at, bits): (usize, &Bits)| {
            let up = (rank(bits) - rank(least)) * i128::from(ROWS - 1) / height;
            ((at * usize::from(across) / values.len()) as u16, up as u16)
        };
        picture.points = defined().map(point).collect();
        picture.points.sort_unstable();
        picture.points.dedup();
        let shown = |bits: &Bits| show(Bits::known(bits.value), ty, NumberFormat::Auto);
        picture.ends = Some((shown(least), shown(largest)));
    }
    picture
}
