//! One element over many values: a scenario is run with each of them at its start, and what comes of it stands in a table. So
//! can be held against a variant, whose first value that makes a difference is a counterexample.

use super::comparing::Shared;
use super::outcomes::{cell_in_words, shown};
use super::{EndDifference, Session};
use crate::base::{Bits, ScalarType};
use crate::exec::{Run, Scenario, Stop};
use crate::explore::Cell;
use crate::machine::{Layout, Place};
use serde::Serialize;
use std::rc::Rc;

/// The most micro-steps of all runs of a sweep together.
const MOST_STEPS: u64 = 50_000_000;

/// The most columns of a table: places that depend on the value.
const MOST_COLUMNS: usize = 64;

/// What came of a sweep. `lanescope sweep --json` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sweep {
    /// The element that is swept.
    pub place: String,
    /// Which values it takes, in words: all of them, or corners.
    pub values: String,
    /// Whether these are all values that its type has.
    pub is_complete: bool,
    /// The places that depend on the value, besides itself where it keeps it.
    pub columns: Vec<String>,
    /// How many more places do.
    pub more_columns: usize,
    /// A row for each value.
    pub rows: Vec<SweptRow>,
}

/// What came of one value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SweptRow {
    /// The value at the start.
    pub value: String,
    /// What lies in the columns at the end.
    pub ends: Vec<String>,
    /// Whether the run stops before its end.
    pub stops: bool,
}

/// What came of holding two scenarios against each other over a sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SweptComparison {
    /// The element that is swept.
    pub place: String,
    /// Which values it takes, in words.
    pub values: String,
    /// How many values.
    pub count: usize,
    /// Whether these are all values that its type has.
    pub is_complete: bool,
    /// How many of them make a difference.
    pub differing: usize,
    /// The first that does.
    pub counterexample: Option<Counterexample>,
}

/// A value with which two scenarios end differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Counterexample {
    /// The value.
    pub value: String,
    /// What differs at the end.
    pub ends: Vec<EndDifference>,
}

/// An element that is swept, and the values that it takes.
struct Swept {
    place: Place,
    name: String,
    ty: ScalarType,
    values: Vec<u64>,
    is_complete: bool,
}

impl Swept {
    /// Finds `NAME[3]`, or `NAME` for its first element.
    fn find(session: &Session, written: &str) -> Result<(Self, Rc<Scenario>), String> {
        let scenario = session.scenario.as_ref().ok_or("the text does not run as it stands")?;
        let (name, index) = match written.split_once('[') {
            Some((name, rest)) => {
                let index = rest.strip_suffix(']').and_then(|index| index.trim().parse::<usize>().ok());
                (
                    name.trim(),
                    index.ok_or_else(|| format!("`{written}` is no element; expected one such as `A[0]`"))?,
                )
            }
            None => (written, 0),
        };
        let layout = &scenario.layout;
        let (place, ty, count) = if let Some(surface) = layout.surface(name) {
            ((index < surface.count()).then(|| surface.element(index)), surface.ty, surface.count())
        } else if let Some(variable) = layout.variable(name) {
            ((index < variable.count).then(|| variable.element(index)), variable.ty, variable.count)
        } else {
            return Err(format!("`{name}` is no surface and no variable of this scenario"));
        };
        let place = place.ok_or_else(|| format!("`{name}` has {count} elements; there is no `[{index}]`"))?;
        let mut swept =
            Self { place, name: format!("{name}[{index}]"), ty, values: Vec::new(), is_complete: false };
        let steps = session.run.as_ref().map_or(1, |run| u64::from(run.len()).max(1));
        let all = 1u64
            .checked_shl(ty.width_bits())
            .filter(|all| ty.width_bits() <= 16 && all * steps <= MOST_STEPS);
        match all {
            Some(all) => (swept.values, swept.is_complete) = ((0..all).collect(), true),
            None => swept.values = corners(ty),
        }
        Ok((swept, Rc::clone(scenario)))
    }

    /// The values in words.
    fn in_words(&self) -> String {
        let count = self.values.len();
        match (self.is_complete, self.ty.is_float()) {
            (true, _) => format!("all {count} values of {}", self.ty),
            (false, true) => format!("{count} values of {}, of every class of floats", self.ty),
            (false, false) => format!("{count} corners of {}", self.ty),
        }
    }

    /// The runs, one for each value.
    fn runs<'s>(&'s self, scenario: &'s Scenario) -> impl Iterator<Item = (u64, Run)> + 's {
        self.values.iter().map(|value| {
            let mut scenario = scenario.clone();
            scenario.initial.write(self.place, Bits::known(*value));
            (*value, Run::new(Rc::new(scenario)))
        })
    }

    fn shown(&self, layout: &Layout, value: u64) -> String {
        shown(layout, Cell { place: self.place, mask: u64::MAX }, Bits::known(value))
    }
}

/// Values at which something is likely to change: around 0, around the ends, and around each power of two; of floats, each
/// class with its ends.
fn corners(ty: ScalarType) -> Vec<u64> {
    let width = ty.width_bits();
    let mask = u64::MAX >> (64 - width);
    let mut all: Vec<u64> = match ty.is_float() {
        false => (0..width)
            .flat_map(|bit| {
                let power = 1u64 << bit;
                [power.wrapping_sub(1), power, power.wrapping_add(1), power.wrapping_neg(), !power]
            })
            .chain([0, mask])
            .collect(),
        true => {
            let fraction = match ty {
                ScalarType::Hf => 10,
                ScalarType::F => 23,
                _ => 52,
            };
            let sign = 1u64 << (width - 1);
            let infinity = mask & !sign & !((1 << fraction) - 1);
            let one = infinity >> 1 & infinity;
            let of_sign = [
                // Zero, the smallest and the largest denormal, the smallest normal.
                0,
                1,
                (1 << fraction) - 1,
                1 << fraction,
                // Around one, the largest, infinity, NaNs: signalling and quiet.
                one - 1,
                one,
                one + 1,
                infinity - 1,
                infinity,
                infinity + 1,
                infinity | 1 << (fraction - 1),
                mask & !sign,
            ];
            of_sign.into_iter().flat_map(|bits| [bits, bits | sign]).collect()
        }
    };
    all.iter_mut().for_each(|value| *value &= mask);
    all.sort_unstable();
    all.dedup();
    all
}

impl Session {
    /// Runs the scenario with each value of an element.
    pub fn sweep(&self, place: &str) -> Result<Sweep, String> {
        let (swept, scenario) = Swept::find(self, place)?;
        let layout = &scenario.layout;
        let cells = all_cells(layout);
        let own = |cell: &Cell| cell.place == swept.place;
        let mut first: Vec<Bits> = Vec::new();
        let mut columns: Vec<usize> = Vec::new();
        let mut more = std::collections::BTreeSet::new();
        let mut rows: Vec<(u64, Vec<Bits>, bool)> = Vec::new();
        for (value, run) in swept.runs(&scenario) {
            let end = run.state(run.len());
            let now = |cell: &Cell| masked(end.read(cell.place), *cell);
            if first.is_empty() {
                first = cells.iter().map(now).collect();
            }
            for (at, cell) in cells.iter().enumerate() {
                // An element that keeps its value is told already.
                let is_new = if own(cell) {
                    now(cell) != Bits::known(value).truncate(swept.ty.width_bits())
                } else {
                    now(cell) != first[at]
                };
                if is_new && !columns.contains(&at) {
                    if columns.len() < MOST_COLUMNS {
                        columns.push(at);
                        // What did not differ so far was as in the first run, or, of the element itself, its own value.
                        for (value, ends, _) in &mut rows {
                            ends.push(if own(cell) { Bits::known(*value) } else { first[at] });
                        }
                    } else {
                        more.insert(at);
                    }
                }
            }
            let ends = columns.iter().map(|at| now(&cells[*at])).collect();
            rows.push((value, ends, run.stop() == Stop::Fault));
        }
        let row = |(value, ends, stops): (u64, Vec<Bits>, bool)| SweptRow {
            value: swept.shown(layout, value),
            ends: columns.iter().zip(ends).map(|(at, bits)| shown(layout, cells[*at], bits)).collect(),
            stops,
        };
        let rows = rows.into_iter().map(row).collect();
        Ok(Sweep {
            place: swept.name.clone(),
            values: swept.in_words(),
            is_complete: swept.is_complete,
            columns: columns.iter().map(|at| cell_in_words(layout, cells[*at])).collect(),
            more_columns: more.len(),
            rows,
        })
    }

    /// Runs two scenarios with each value of an element, and says with which of them they end differently, by what both declare.
    pub fn sweep_beside(&self, other: &Session, place: &str) -> Result<SweptComparison, String> {
        let (swept, scenario) = Swept::find(self, place)?;
        let (swept_there, there) = Swept::find(other, place)?;
        if swept.ty != swept_there.ty {
            return Err(format!("`{}` has another type in the other", swept.name));
        }
        let swept_there = Swept { values: swept.values.clone(), ..swept_there };
        let mut differing = 0;
        let mut counterexample = None;
        for ((value, a), (_, b)) in swept.runs(&scenario).zip(swept_there.runs(&there)) {
            let ends = Shared::of(&a, &b).differing(&a, &a.state(a.len()), &b.state(b.len()));
            if !ends.is_empty() {
                differing += 1;
                let value = swept.shown(&scenario.layout, value);
                counterexample.get_or_insert(Counterexample { value, ends });
            }
        }
        let (values, count) = (swept.in_words(), swept.values.len());
        let (place, is_complete) = (swept.name, swept.is_complete);
        Ok(SweptComparison { place, values, count, is_complete, differing, counterexample })
    }
}

/// Every element of a scenario: those of surfaces first, then those of variables, then predicates as a whole.
fn all_cells(layout: &Layout) -> Vec<Cell> {
    let surfaces = layout.surfaces.iter().flat_map(|it| (0..it.count()).map(|at| it.element(at)));
    let variables = layout.variables.iter().flat_map(|it| (0..it.count).map(|at| it.element(at)));
    let whole = surfaces.chain(variables).map(|place| Cell { place, mask: u64::MAX });
    let predicates = layout.predicates.iter().flat_map(|it| {
        let place = Place { space: it.space, byte_offset: 0, size_bytes: 4 };
        (0..it.count).map(move |bit| Cell { place, mask: 1 << bit })
    });
    whole.chain(predicates).collect()
}

fn masked(bits: Bits, cell: Cell) -> Bits {
    Bits::new(bits.value & cell.mask, bits.defined & cell.mask)
}

impl SweptComparison {
    /// What was found, as a sentence.
    pub fn in_words(&self, [a, b]: [&str; 2]) -> String {
        let Self { place, values, differing, count, .. } = self;
        let Some(found) = &self.counterexample else {
            return format!("No difference over {values} in {place}.");
        };
        let ends =
            found.ends.iter().map(|it| format!("{} = {} in {a} and {} in {b}", it.place, it.now, it.then));
        let ends = ends.collect::<Vec<_>>().join(", ");
        let value = &found.value;
        format!("{differing} of {count} differ ({values}). The first: with {place} = {value}, {ends}.")
    }
}
