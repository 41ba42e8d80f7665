//! Sweeps: runs of a scenario for many initial values of an element, with the results in a table. A sweep over up to
//! three elements can also compare two scenarios; the first values that make a difference are a counterexample. A sweep
//! is computed in slices, so that it does not block its caller.

use super::ends::{Difference, Pairs};
use super::sweep_table::SweepPicture;
use super::sweep_table::{Sweep, Table};
use super::sweep_values::{Swept, SweptRuns};
use crate::base::{Bits, NumberFormat};
use crate::exec::{Run, Scenario};
use crate::machine::Place;
use crate::session::orders::{Job, Part, Progress};
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
    /// All values of the elements' types were tried.
    pub is_complete: bool,
    /// The number of runs done. Less than `count` if a long sweep ended at the first difference.
    pub tried: u64,
    /// The number of those runs that make a difference.
    pub differing: u64,
    /// The number of those runs that were cut off on a side, so that it is not known whether they end differently.
    #[serde(default)]
    pub undecided: u64,
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
    /// The micro-steps that are left for the runs. A run with other values may take more than the first.
    left: u64,
    runs: SweptRuns,
    done: u64,
    format: NumberFormat,
    most_rows: usize,
    /// The maximum number of differences that are listed. Unless it is 0, all values are tried.
    most_listed: usize,
    making: Making,
}

#[derive(Debug)]
enum Making {
    Table(Table),
    Beside(Box<Beside>),
}

#[derive(Debug)]
struct Beside {
    scenario: Rc<Scenario>,
    /// The swept elements in the other scenario.
    places: Vec<Place>,
    pairs: Pairs,
    differing: u64,
    undecided: u64,
    /// The first differences; one if none are listed.
    differences: Vec<Counterexample>,
}

impl Beside {
    fn new(scenario: &Scenario, swept: &[Swept], other: &Session) -> Result<Self, String> {
        let there = other.scenario.as_ref().ok_or("the other scenario has errors; fix them to compare it")?;
        let pairs = Pairs::new(scenario, there);
        let is_one_set = scenario.set.key == there.set.key;
        let place = |swept: &Swept| {
            let NamedElement { name, ty, place, .. } = &swept.element;
            match is_one_set {
                true => match NamedElement::find(there, name)? {
                    found if found.ty == *ty => Ok(found.place),
                    _ => Err(format!("`{name}` has another type in the other scenario")),
                },
                false => {
                    let none = || format!("no counterpart of `{name}` in the other scenario");
                    pairs.partner(*place).ok_or_else(none)
                }
            }
        };
        let places = swept.iter().map(place).collect::<Result<_, _>>()?;
        let scenario = Rc::clone(there);
        Ok(Self { scenario, places, pairs, differing: 0, undecided: 0, differences: Vec::new() })
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
        let swept = swept?;
        let name = |at: usize| &swept[at].element.name;
        if let Some(twice) = (1..swept.len()).find(|at| (0..*at).any(|earlier| name(earlier) == name(*at))) {
            return Err(format!("`{}` is swept twice", name(twice)));
        }
        let side = |other: &Session| match other.variant {
            Some(_) => other.side_in_words(),
            None => "in the other scenario: ".to_owned(),
        };
        let steps_of_other =
            beside.map_or(Ok(0), |other| steps(other).map_err(|why| format!("{}{why}", side(other))));
        let steps = steps(session)? + steps_of_other?;
        let runs = SweptRuns::new(swept, *seed, most_steps / steps, beside.is_some());
        let (count, all_steps) = (runs.count, runs.count.saturating_mul(steps));
        if all_steps > most_steps {
            return Err(format!(
                "{count} runs take about {all_steps} micro-steps, but the limit is {most_steps}; give fewer values"
            ));
        }
        let making = match beside {
            None => Making::Table(Table::new(&scenario.layout)),
            Some(other) => Making::Beside(Box::new(Beside::new(scenario, &runs.swept, other)?)),
        };
        let (scenario, format) = (Rc::clone(scenario), session.value_format);
        Ok(Self {
            scenario,
            steps,
            left: most_steps,
            runs,
            done: 0,
            format,
            most_rows: usize::MAX,
            most_listed: 0,
            making,
        })
    }

    /// Limits the rows of a table. If there are more, those of corner values are listed.
    #[must_use]
    pub fn with_rows(self, most_rows: usize) -> Self {
        Self { most_rows, ..self }
    }

    /// Lists up to that many differences of two scenarios. Unless it is 0, all values are tried.
    #[must_use]
    pub fn listing(self, most_listed: usize) -> Self {
        Self { most_listed, ..self }
    }

    fn is_over(&self) -> bool {
        let is_found =
            self.most_listed == 0 && matches!(&self.making, Making::Beside(beside) if beside.differing > 0);
        self.done == self.runs.count || is_found && self.runs.count > MOST_COUNTED
    }

    /// Does the next run, on both sides of a comparison. Returns its cost in micro-steps.
    fn run_next(&mut self) -> u64 {
        let values = self.runs.values(self.done);
        self.done += 1;
        let (swept, known) = (&self.runs.swept, || values.iter().map(|value| Bits::known(*value)));
        let places = swept.iter().map(|swept| swept.element.place);
        let (end, mut cost) = self.scenario.final_state(places.zip(known()));
        match &mut self.making {
            Making::Table(table) => {
                table.add(&swept[0], values[0], &end);
                if self.scenario.names_cost_model {
                    let mut scenario = Scenario::clone(&self.scenario);
                    scenario.initial.write(swept[0].element.place, Bits::known(values[0]));
                    table.add_costs(&Run::new(Rc::new(scenario)));
                    cost *= STEPS_WITH_COSTS;
                }
            }
            Making::Beside(beside) => {
                let places = beside.places.iter().copied();
                let (there, cost_there) = beside.scenario.final_state(places.zip(known()));
                cost += cost_there;
                if end.stop.is_cut_off() || there.stop.is_cut_off() {
                    beside.undecided += 1;
                } else {
                    let layout = &self.scenario.layout;
                    let ends = beside.pairs.differences(layout, [&end, &there], self.format);
                    beside.differing += u64::from(!ends.is_empty());
                    if !ends.is_empty() && beside.differences.len() < self.most_listed.max(1) {
                        let shown = |(swept, value): (&Swept, &u64)| swept.shown(layout, *value, self.format);
                        let values = swept.iter().zip(&values).map(shown).collect();
                        beside.differences.push(Counterexample { values, ends });
                    }
                }
            }
        }
        cost.max(self.steps)
    }
}

impl Job for Sweeping {
    /// Before the end of the sweep, the result of the runs so far.
    type Answer = SweepAnswer;

    /// Does at least one run, and about as many as fit into `steps` micro-steps.
    fn advance(&mut self, steps: usize) -> bool {
        let mut slice = steps as u64;
        while slice > 0 && self.left > 0 && !self.is_over() {
            let cost = self.run_next();
            slice = slice.saturating_sub(cost);
            self.left = self.left.saturating_sub(cost);
        }
        self.left == 0 || self.is_over()
    }

    fn progress(&self) -> Progress {
        Progress { part: Part::Sweep, done: self.done, most: self.runs.count }
    }

    fn finish(self) -> SweepAnswer {
        let Self { done, runs, .. } = &self;
        let is_over = *done == runs.count;
        let is_complete = is_over && runs.swept.iter().all(Swept::is_complete);
        let values = match is_over {
            true => runs.in_words(),
            false => format!("the first {done} of {} runs of {}", runs.count, runs.in_words()),
        };
        let layout = &self.scenario.layout;
        match self.making {
            Making::Table(table) => {
                let pictures = table.pictures(layout);
                let table = table.finish(&self.runs.swept[0], layout, self.format, self.most_rows);
                SweepAnswer::Table { table: Sweep { values, is_complete, ..table }, pictures }
            }
            Making::Beside(mut beside) => {
                let counterexample = beside.differences.first().cloned();
                beside.differences.truncate(self.most_listed);
                SweepAnswer::Beside(SweptComparison {
                    places: self.runs.swept.into_iter().map(|swept| swept.element.name).collect(),
                    values,
                    count: self.runs.count,
                    is_complete,
                    tried: self.done,
                    differing: beside.differing,
                    undecided: beside.undecided,
                    counterexample,
                    differences: beside.differences,
                })
            }
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
    /// Returns the result in words, without the counterexample.
    pub fn summary(&self) -> String {
        self.verdict() + &self.undecided_in_words()
    }

    /// Returns the result as a sentence, without the values that are not decided.
    fn verdict(&self) -> String {
        let Self { values, differing, tried, count, .. } = self;
        match (&self.counterexample, tried == count) {
            (None, _) if self.is_same() => format!("No difference over {values}."),
            (None, _) => format!("No difference was found over {values}."),
            (Some(_), true) => format!("{differing} of {count} values make a difference ({values})."),
            (Some(_), false) => format!("The two differ ({values})."),
        }
    }

    /// Returns a sentence about the values that are not decided, after a space; nothing if there are none.
    fn undecided_in_words(&self) -> String {
        match self.undecided {
            0 => String::new(),
            1 => " 1 value is not decided, because a run is too long.".to_owned(),
            many => format!(" {many} values are not decided, because runs are too long."),
        }
    }

    /// Returns whether all values were tried, and none makes a difference.
    pub fn is_same(&self) -> bool {
        self.differing == 0 && self.undecided == 0 && self.tried == self.count
    }

    /// Returns the result with the counterexample, given the names of both scenarios.
    pub fn in_words(&self, names: [&str; 2]) -> String {
        let first = if self.tried == self.count { "The first" } else { "For example" };
        let found = self.counterexample.as_ref().map(|found| found.in_words(&self.places, names));
        let found = found.map(|found| format!(" {first}: {found}.")).unwrap_or_default();
        self.verdict() + &found + &self.undecided_in_words()
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
