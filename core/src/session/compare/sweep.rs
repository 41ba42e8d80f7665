//! Sweeps: runs of a scenario for many initial values of an element, with the results in a table. A sweep over up to
//! three elements can also compare two scenarios; the first values that make a difference are a counterexample. A sweep
//! is computed in slices, so that it does not block its caller.

use super::ends::{Difference, Pairs};
use super::sweep_picture::SweepPicture;
use super::sweep_table::{Sweep, Table};
use super::sweep_values::{DRAWN, Swept};
use crate::base::{Bits, NumberFormat};
use crate::exec::{Run, Scenario};
use crate::machine::Place;
use crate::session::text::{NamedElement, Session};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The number of elements that can be compared in about the time of a micro-step.
const ELEMENTS_PER_STEP: u64 = 8;

/// The factor for a run whose costs are counted. It is recorded, and its instructions are executed again.
const STEPS_WITH_COSTS: u64 = 4;

/// The maximum number of elements that one sweep changes.
pub(in crate::session) const MOST_PLACES: usize = 3;

/// The number of runs up to which all differences of two scenarios are counted. A longer sweep ends at the first
/// difference.
const MOST_COUNTED: u64 = 1 << 16;

/// A request for a sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepQuestion {
    /// The elements, one to three: `NAME[3]`, or `NAME` for the first element. Values may follow: `NAME[3] = 0..9`,
    /// `NAME = 1 2 0x10`.
    pub places: Vec<String>,
    /// The seed of the random values that are tried in addition to corners.
    pub seed: u64,
}

impl SweepQuestion {
    /// Parses a list of elements, separated by semicolons or line ends.
    pub fn parse(written: &str, seed: u64) -> Self {
        let places = written.split([';', '\n']).map(str::trim).filter(|place| !place.is_empty());
        Self { places: places.map(str::to_owned).collect(), seed }
    }
}

/// The result of a sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SweepAnswer {
    /// The result for one scenario.
    Table {
        /// The results for each value.
        table: Sweep,
        /// The columns of the table as points.
        pictures: Vec<SweepPicture>,
    },
    /// The result for two scenarios.
    Beside(SweptComparison),
}

/// The comparison of two scenarios over a sweep, as `lanescope sweep --beside --json` prints it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweptComparison {
    /// The swept elements.
    pub places: Vec<String>,
    /// The swept values, in words.
    pub values: String,
    /// The number of runs: combinations of values, plus random ones.
    pub count: u64,
    /// The sweep covers all values of the elements' types.
    pub is_complete: bool,
    /// The number of runs done. Less than `count` if a long sweep ended at the first difference.
    pub tried: u64,
    /// The number of those runs that make a difference.
    pub differing: u64,
    /// The first difference.
    pub counterexample: Option<Counterexample>,
    /// The first differences, at most as many as were asked for; empty without such a request.
    #[serde(default)]
    pub differences: Vec<Counterexample>,
}

/// Initial values with which two scenarios end differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counterexample {
    /// The value of each swept element.
    pub values: Vec<String>,
    /// The differences at the end.
    pub ends: Vec<Difference>,
}

/// A sweep still being computed.
#[derive(Debug)]
pub struct Sweeping {
    scenario: Rc<Scenario>,
    /// The approximate cost of one run in micro-steps, for both scenarios together.
    steps: u64,
    swept: Vec<Swept>,
    count: u64,
    done: u64,
    /// The number of random runs, which come last.
    drawn: u64,
    seed: u64,
    state: u64,
    format: NumberFormat,
    making: Making,
}

/// The result so far.
#[derive(Debug)]
enum Making {
    Table(Table),
    Beside(Box<Beside>),
}

/// A comparison that is being made.
#[derive(Debug)]
struct Beside {
    scenario: Rc<Scenario>,
    /// The swept elements in the other scenario.
    places: Vec<Place>,
    pairs: Pairs,
    /// The maximum number of differences that are listed.
    most_listed: usize,
    differing: u64,
    /// The first differences; one if none are listed.
    differences: Vec<Counterexample>,
}

impl Beside {
    fn new(
        scenario: &Scenario,
        swept: &[Swept],
        other: &Session,
        written: &[String],
    ) -> Result<Self, String> {
        let there = other.scenario.as_ref().ok_or("the other scenario has errors; fix them to compare it")?;
        let pairs = Pairs::new(scenario, there);
        let is_one_set = scenario.set.key == there.set.key;
        let place = |(element, written): (&NamedElement, &String)| match is_one_set {
            true => match Swept::find(there, written)?.element {
                found if found.ty == element.ty => Ok(found.place),
                _ => Err(format!("`{}` has another type in the other scenario", element.name)),
            },
            false => {
                let none = || format!("no counterpart of `{}` in the other scenario", element.name);
                pairs.partner(element.place).ok_or_else(none)
            }
        };
        let elements = swept.iter().map(|swept| &swept.element);
        let places = elements.zip(written).map(place).collect::<Result<_, _>>()?;
        let scenario = Rc::clone(there);
        Ok(Self { scenario, places, pairs, most_listed: 0, differing: 0, differences: Vec::new() })
    }
}

impl Sweeping {
    /// Begins a sweep of one scenario, or a comparison of two. If running all values takes more than `most_steps`
    /// micro-steps, corners and random values are used instead. Fails if the elements do not fit or the sweep is still
    /// too long.
    pub fn new(
        session: &Session,
        beside: Option<&Session>,
        question: &SweepQuestion,
        most_steps: u64,
    ) -> Result<Self, String> {
        let SweepQuestion { places, seed } = question;
        match (places.len(), beside) {
            (0, _) => return Err("expected an element, such as `A[0]`".to_owned()),
            (count, _) if count > MOST_PLACES => {
                return Err(format!("at most {MOST_PLACES} elements are swept at once"));
            }
            (2.., None) => {
                return Err("a table sweeps one element; to sweep several, compare with a variant".to_owned());
            }
            _ => {}
        }
        let scenario = session.scenario.as_ref().ok_or("the text has errors; fix them to sweep it")?;
        let swept: Result<Vec<_>, _> = places.iter().map(|written| Swept::find(scenario, written)).collect();
        let mut swept = swept?;
        let name = |at: usize| &swept[at].element.name;
        if let Some(twice) = (1..swept.len()).find(|at| (0..*at).any(|earlier| name(earlier) == name(*at))) {
            return Err(format!("`{}` is swept twice", name(twice)));
        }
        let steps = steps(session)? + beside.map_or(Ok(0), steps)?;
        let product = |swept: &[Swept]| {
            swept.iter().map(|element| element.values.len() as u64).fold(1, u64::saturating_mul)
        };
        if product(&swept).saturating_mul(steps) > most_steps {
            swept.iter_mut().for_each(Swept::narrow);
        }
        let by_corners = swept.iter().any(Swept::is_by_corners);
        let drawn = if beside.is_some() && by_corners { DRAWN } else { 0 };
        let count = product(&swept) + drawn;
        let all_steps = count.saturating_mul(steps);
        if all_steps > most_steps {
            return Err(format!(
                "{count} runs take about {all_steps} micro-steps, but the limit is {most_steps}; give fewer values"
            ));
        }
        let making = match beside {
            None => Making::Table(Table::new(&scenario.layout)),
            Some(other) => Making::Beside(Box::new(Beside::new(scenario, &swept, other, places)?)),
        };
        let (scenario, format) = (Rc::clone(scenario), session.value_format);
        Ok(Self { scenario, steps, swept, count, done: 0, drawn, seed: *seed, state: *seed, format, making })
    }

    /// Lists up to that many differences of two scenarios. Unless it is 0, all values are tried.
    #[must_use]
    pub fn listing(mut self, most_listed: usize) -> Self {
        if let Making::Beside(beside) = &mut self.making {
            beside.most_listed = most_listed;
        }
        self
    }

    /// Returns the number of runs done, and the number of all runs.
    pub fn progress(&self) -> (u64, u64) {
        (self.done, self.count)
    }

    /// Does at least one run, and about as many as fit into `steps` micro-steps. Returns true once the sweep is
    /// complete.
    pub fn advance(&mut self, steps: usize) -> bool {
        let mut left = steps as u64;
        while left > 0 && !self.is_over() {
            self.run_next();
            left = left.saturating_sub(self.steps);
        }
        self.is_over()
    }

    fn is_over(&self) -> bool {
        let is_found = matches!(&self.making, Making::Beside(beside)
            if beside.differing > 0 && beside.most_listed == 0);
        self.done == self.count || is_found && self.count > MOST_COUNTED
    }

    /// Returns the values of the next run: first each combination, with the last element changing fastest, then random
    /// values.
    fn next_values(&mut self) -> Vec<u64> {
        if self.done >= self.count - self.drawn {
            return self.swept.iter().map(|swept| swept.drawn(&mut self.state)).collect();
        }
        let mut at = self.done;
        let mut values = vec![0; self.swept.len()];
        for (value, swept) in values.iter_mut().zip(&self.swept).rev() {
            let count = swept.values.len() as u64;
            // The remainder is less than the number of values, so it fits.
            *value = swept.values[(at % count) as usize];
            at /= count;
        }
        values
    }

    /// Does the next run, on both sides of a comparison.
    fn run_next(&mut self) {
        let values = self.next_values();
        self.done += 1;
        let known = || values.iter().map(|value| Bits::known(*value));
        let places = self.swept.iter().map(|swept| swept.element.place);
        let end = self.scenario.final_state(places.zip(known()));
        match &mut self.making {
            Making::Table(table) => {
                table.add(&self.swept[0], values[0], &end);
                if self.scenario.names_cost_model {
                    let mut scenario = Scenario::clone(&self.scenario);
                    scenario.initial.write(self.swept[0].element.place, Bits::known(values[0]));
                    table.add_costs(&Run::new(Rc::new(scenario)));
                }
            }
            Making::Beside(beside) => {
                let there = beside.scenario.final_state(beside.places.iter().copied().zip(known()));
                let layout = &self.scenario.layout;
                let ends = beside.pairs.differences(layout, [&end, &there], self.format);
                if ends.is_empty() {
                    return;
                }
                beside.differing += 1;
                if beside.differences.len() < beside.most_listed.max(1) {
                    let shown = |(swept, value): (&Swept, &u64)| swept.shown(layout, *value, self.format);
                    let values = self.swept.iter().zip(&values).map(shown).collect();
                    beside.differences.push(Counterexample { values, ends });
                }
            }
        }
    }

    /// Returns the swept values, in words.
    fn in_words(&self) -> String {
        let all: Vec<String> = self.swept.iter().map(Swept::in_words).collect();
        let mut words = all.join(" with ");
        if self.swept.len() > 1 {
            words.push_str(&format!(", {} in all", self.count - self.drawn));
        }
        if self.drawn > 0 {
            words.push_str(&format!(", and {} drawn from seed {}", self.drawn, self.seed));
        }
        words
    }

    /// Returns the result, with at most that many rows of a table. Before the end of the sweep, it is that of the runs so far.
    pub fn finish(self, most_rows: usize) -> SweepAnswer {
        let (mut values, format, is_over) = (self.in_words(), self.format, self.is_over());
        if !is_over {
            values = format!("the first {} of {} runs of {values}", self.done, self.count);
        }
        let is_complete = is_over && self.swept.iter().all(Swept::is_complete);
        let layout = &self.scenario.layout;
        match self.making {
            Making::Table(table) => {
                let pictures = table.pictures(layout);
                let table = table.finish(&self.swept[0], values, layout, format, most_rows);
                let table = Sweep { is_complete, ..table };
                SweepAnswer::Table { table, pictures }
            }
            Making::Beside(mut beside) => SweepAnswer::Beside(SweptComparison {
                places: self.swept.iter().map(|swept| swept.element.name.clone()).collect(),
                values,
                count: self.count,
                is_complete,
                tried: self.done,
                differing: beside.differing,
                counterexample: beside.differences.first().cloned(),
                differences: {
                    beside.differences.truncate(beside.most_listed);
                    beside.differences
                },
            }),
        }
    }
}

/// Returns the approximate cost of a run in micro-steps, including the comparison of all elements afterwards.
fn steps(session: &Session) -> Result<u64, String> {
    let run = session
        .run
        .as_ref()
        .ok_or("expected a complete run; fix the errors of the text, or make its run shorter")?;
    let layout = &run.scenario().layout;
    let surfaces = layout.surfaces.iter().map(|surface| surface.count() as u64);
    let elements: u64 = surfaces.chain(layout.variables.iter().map(|variable| variable.count as u64)).sum();
    let once = u64::from(run.len()) + elements / ELEMENTS_PER_STEP + 1;
    Ok(if run.scenario().names_cost_model { once * STEPS_WITH_COSTS } else { once })
}

impl SweptComparison {
    /// Returns the result as a sentence, without the counterexample.
    pub fn summary(&self) -> String {
        let Self { values, differing, tried, count, .. } = self;
        match (&self.counterexample, tried == count) {
            (None, _) => format!("No difference over {values}."),
            (Some(_), true) => format!("{differing} of {count} values make a difference ({values})."),
            (Some(_), false) => format!("The two differ ({values})."),
        }
    }

    /// Returns the result with the counterexample, given the names of both scenarios.
    pub fn in_words(&self, names: [&str; 2]) -> String {
        let first = if self.tried == self.count { "The first" } else { "For example" };
        let found = self.counterexample.as_ref().map(|found| found.in_words(&self.places, names));
        let found = found.map(|found| format!(" {first}: {found}.")).unwrap_or_default();
        self.summary() + &found
    }
}

impl Counterexample {
    /// Returns the rows of a table: the values at the start, which both sides have, and the places that differ at the end.
    pub fn table(&self, places: &[String]) -> Vec<Difference> {
        let start = |(place, value): (&String, &String)| Difference {
            place: format!("{place} at the start"),
            now: value.clone(),
            then: value.clone(),
        };
        places.iter().zip(&self.values).map(start).chain(self.ends.iter().cloned()).collect()
    }

    /// Returns the initial values and the final differences as half a sentence, given the names of both scenarios.
    pub fn in_words(&self, places: &[String], [a, b]: [&str; 2]) -> String {
        let with = places.iter().zip(&self.values).map(|(place, value)| format!("{place} = {value}"));
        let ends =
            self.ends.iter().map(|end| format!("{} = {} in {a} and {} in {b}", end.place, end.now, end.then));
        let (with, ends) = (with.collect::<Vec<_>>().join(" and "), ends.collect::<Vec<_>>().join(", "));
        format!("with {with}, {ends}")
    }
}
