//! What every order of a scenario comes to, in words and numbers: for the command line, and as JSON.

use super::Session;
use super::exploring::{Budget, Found};
use super::matters::{self, Matter, MatterKind};
use crate::base::{Bits, NumberFormat, ScalarType, show};
use crate::exec::Scenario;
use crate::explore::{
    Before, Cell, Exploration, Explored, Factor, Meeting, Outcome, Question, Sample, Seen, Witness, interval,
};
use crate::machine::{Layout, Place, SpaceKind};
use num_bigint::BigUint;
use serde::Serialize;
use std::rc::Rc;

/// Version of this form. It changes when a field changes its meaning or goes; new fields may come without.
const VERSION: u32 = 1;

/// How many states are gone through at a time.
const SLICE: usize = 4096;

/// What `lanescope explore --json` prints. Numbers of orders and outcomes are decimal texts, for they are of any size.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomesReport {
    version: u32,
    /// What can lie in the surfaces at the end; absent where the budget was spent.
    pub memory: Option<OutcomeList>,
    /// What can lie in the surfaces, variables and predicates at the end; absent where the budget was spent.
    pub results: Option<OutcomeList>,
    /// The lanes that meet; absent where the budget was spent.
    pub meetings: Option<Vec<MeetingReport>>,
    /// What came up among orders drawn at random; only where `memory` is absent.
    pub memory_sample: Option<SampleReport>,
    /// What came up among orders drawn at random; only where `results` is absent.
    pub results_sample: Option<SampleReport>,
}

/// What came up among orders drawn at random. What did not come up may be possible all the same.
#[derive(Clone, Debug, Serialize)]
pub struct SampleReport {
    /// What the generator began with: the same seed draws the same orders.
    pub seed: u64,
    /// How many orders were drawn.
    pub drawn: u64,
    /// How many outcomes came up.
    pub found: usize,
    /// Whether every order is as likely to be drawn as any other, so that the intervals are about shares of orders. Where the
    /// number of a lane's turns depends on the order, that is not so.
    pub even: bool,
    /// The cells that differ, as the scenario names them.
    pub cells: Vec<String>,
    /// The outcomes that came up, the most frequent first; of many, those that came up first.
    pub outcomes: Vec<SampledReport>,
    /// How many of the drawn orders led to outcomes that are not listed.
    pub unlisted: u64,
}

/// An outcome that came up.
#[derive(Clone, Debug, Serialize)]
pub struct SampledReport {
    /// What lies in each of the cells.
    pub values: Vec<String>,
    /// Whether the run stops before its end.
    pub stops: bool,
    /// How many of the drawn orders led there.
    pub drawn: u64,
    /// Between which bounds its share of all orders lies, by Wilson's interval of 95 %.
    pub low: f64,
    /// The upper of the bounds.
    pub high: f64,
    /// One of the orders.
    pub witness: Vec<OrderReport>,
}

/// Every outcome.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomeList {
    /// How many orders there are.
    pub orders: String,
    /// How many outcomes: the product over the factors.
    pub outcomes: String,
    /// What depends on the order. Any outcome of one factor goes with any of another.
    pub factors: Vec<FactorReport>,
}

/// Cells whose contents depend on each other.
#[derive(Clone, Debug, Serialize)]
pub struct FactorReport {
    /// The cells, as the scenario names them.
    pub cells: Vec<String>,
    /// How many orders there are of the turns that decide it.
    pub orders: String,
    /// What can lie in the cells.
    pub outcomes: Vec<OutcomeReport>,
}

/// One outcome.
#[derive(Clone, Debug, Serialize)]
pub struct OutcomeReport {
    /// What lies in each of the cells.
    pub values: Vec<String>,
    /// Whether the run stops before its end.
    pub stops: bool,
    /// How many orders lead there.
    pub orders: String,
    /// Their share of all orders. No manual says how likely an order is.
    pub share: f64,
    /// One of the orders.
    pub witness: Vec<OrderReport>,
    /// Why it comes about; absent where that is not found out.
    pub explanation: Option<ExplanationReport>,
}

/// Why an outcome comes about.
#[derive(Clone, Debug, Serialize)]
pub struct ExplanationReport {
    /// Up to three alternatives, each a list of pairs of lanes: the first has its turn before the second.
    pub alternatives: Vec<Vec<(u8, u8)>>,
    /// Whether every order that fulfils one of them leads there. Otherwise they are necessary and no more.
    pub sufficient: bool,
}

/// The order of an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderReport {
    /// The line of the instruction, from 1.
    pub line: usize,
    /// What `.order` says above it.
    pub order: String,
}

/// Lanes that meet.
#[derive(Clone, Debug, Serialize)]
pub struct MeetingReport {
    /// The line of the instruction, from 1.
    pub line: usize,
    /// The instruction.
    pub instruction: String,
    /// The lanes.
    pub lanes: Vec<u8>,
    /// Where they write, as the scenario names it.
    pub cells: Vec<String>,
    /// What their order decides: `nothing`, `results`, `memory`, or `undefined` where the manual leaves open what comes of
    /// two writes to the same bytes.
    pub decides: &'static str,
    /// What it decides there byte by byte, where two lanes go.
    pub bytes: Vec<MatterReport>,
    /// What each lane can see; absent where that is not told.
    pub seen: Option<Vec<SeenReport>>,
}

/// Bytes where lanes meet.
#[derive(Clone, Debug, Serialize)]
pub struct MatterReport {
    /// The cell that they belong to, as the scenario names it.
    pub cell: String,
    /// Where in its surface they begin.
    pub byte_offset: u32,
    /// How many there are.
    pub size_bytes: u32,
    /// The lanes that go there.
    pub lanes: Vec<u8>,
    /// What their order decides, as of the meeting.
    pub decides: &'static str,
}

/// What a lane can see.
#[derive(Clone, Debug, Serialize)]
pub struct SeenReport {
    /// The lane.
    pub lane: u8,
    /// Where it gets it, as the scenario names it.
    pub place: String,
    /// How many values there are.
    pub count: usize,
    /// The values, each with its share of the orders; of more than 1,000 the first.
    pub values: Vec<(String, f64)>,
}

impl ExplanationReport {
    /// Whether it says something, in so few words that a person can read it.
    pub fn is_short(&self) -> bool {
        let pairs: usize = self.alternatives.iter().map(Vec::len).sum();
        (1..=12).contains(&pairs) && self.alternatives.iter().all(|pairs| !pairs.is_empty())
    }
}

impl Session {
    /// An exploration of all orders, for whoever makes it in slices. `None` where nothing can run.
    pub fn explore(&self, question: Question) -> Option<Exploration> {
        Some(Exploration::new(Rc::clone(self.scenario.as_ref()?), question))
    }

    /// All orders at once. `None` where nothing can run, or the budget is spent.
    pub fn explored(&self, question: Question) -> Option<Explored> {
        let mut exploration = self.explore(question)?;
        while !exploration.advance(SLICE) {}
        exploration.finish()
    }

    /// What every order comes to. `None` where nothing can run.
    pub fn outcomes(&self) -> Option<OutcomesReport> {
        let mut exploring = self.begin_outcomes(Budget::default())?;
        while !exploring.advance(SLICE) {}
        Some(exploring.finish())
    }

    /// What has been found out of all orders, for reading.
    pub(super) fn outcomes_report(&self, found: &Found) -> OutcomesReport {
        let scenario = self.scenario.as_ref().expect("nothing is explored where nothing can run");
        let list = |explored: &Explored| self.outcome_list(scenario, explored);
        let meetings = found.memory.as_ref().map(|memory| &memory.meetings);
        let meeting = |meeting: &Meeting| self.meeting(scenario, meeting);
        let sample = |sample: &Sample| self.sample(scenario, sample);
        OutcomesReport {
            version: VERSION,
            memory: found.memory.as_ref().map(list),
            results: found.results.as_ref().map(list),
            meetings: meetings.map(|meetings| meetings.iter().map(meeting).collect()),
            memory_sample: found.memory_sample.as_ref().map(sample),
            results_sample: found.results_sample.as_ref().map(sample),
        }
    }

    fn sample(&self, scenario: &Scenario, sample: &Sample) -> SampleReport {
        let layout = &scenario.layout;
        let Factor { cells, outcomes, .. } = &sample.factor;
        let outcome = |outcome: &Outcome| {
            // At most as many as were drawn.
            let drawn = outcome.orders.iter_u64_digits().next().unwrap_or(0);
            let (low, high) = interval(drawn, sample.drawn);
            let values = cells.iter().zip(&outcome.values);
            SampledReport {
                values: values.map(|(cell, bits)| shown(layout, *cell, *bits)).collect(),
                stops: outcome.is_stopped,
                drawn,
                low,
                high,
                witness: self.orders(scenario, &outcome.witness),
            }
        };
        SampleReport {
            seed: sample.seed,
            drawn: sample.drawn,
            found: sample.found,
            even: sample.is_even,
            cells: cells.iter().map(|cell| cell_in_words(layout, *cell)).collect(),
            outcomes: outcomes.iter().map(outcome).collect(),
            unlisted: sample.unlisted,
        }
    }

    fn outcome_list(&self, scenario: &Scenario, explored: &Explored) -> OutcomeList {
        OutcomeList {
            orders: explored.orders.to_string(),
            outcomes: explored.outcomes().to_string(),
            factors: explored.factors.iter().map(|factor| self.factor(scenario, factor)).collect(),
        }
    }

    fn factor(&self, scenario: &Scenario, factor: &Factor) -> FactorReport {
        let layout = &scenario.layout;
        let mut explanations = factor.explanations(scenario).into_iter().flatten().map(|found| {
            let pair = |before: &Before| (before.0.0, before.1.0);
            let pairs = |all: &Vec<Before>| all.iter().map(pair).collect();
            let alternatives = found.alternatives.iter().map(pairs).collect();
            ExplanationReport { alternatives, sufficient: found.is_sufficient }
        });
        let outcomes = factor.outcomes.iter().map(|outcome| OutcomeReport {
            values: factor
                .cells
                .iter()
                .zip(&outcome.values)
                .map(|(cell, bits)| shown(layout, *cell, *bits))
                .collect(),
            stops: outcome.is_stopped,
            orders: outcome.orders.to_string(),
            share: share(&outcome.orders, &factor.orders),
            witness: self.orders(scenario, &outcome.witness),
            explanation: explanations.next(),
        });
        FactorReport {
            cells: factor.cells.iter().map(|cell| cell_in_words(layout, *cell)).collect(),
            orders: factor.orders.to_string(),
            outcomes: outcomes.collect(),
        }
    }

    /// An order, as `.order` lines say it.
    pub(super) fn orders(&self, scenario: &Scenario, witness: &Witness) -> Vec<OrderReport> {
        let line = |instruction: usize| self.line(scenario.program[instruction].span);
        let schedules = witness.schedules().into_iter();
        schedules.map(|(at, schedule)| OrderReport { line: line(at), order: schedule.to_string() }).collect()
    }

    fn meeting(&self, scenario: &Scenario, meeting: &Meeting) -> MeetingReport {
        let (layout, bound) = (&scenario.layout, &scenario.program[meeting.instruction]);
        let whole = |place: &Place| cell_in_words(layout, Cell { place: *place, mask: u64::MAX });
        let seen = |seen: &Seen| {
            let orders: BigUint = seen.values.iter().map(|(_, orders)| orders).sum();
            let cell = Cell { place: seen.place, mask: seen.mask };
            let value = |(bits, ways): &(Bits, BigUint)| (shown(layout, cell, *bits), share(ways, &orders));
            SeenReport {
                lane: seen.lane.0,
                place: cell_in_words(layout, cell),
                count: seen.count,
                values: seen.values.iter().map(value).collect(),
            }
        };
        let matter = |matter: &Matter| MatterReport {
            cell: whole(&matter.place),
            byte_offset: matter.place.byte_offset,
            size_bytes: matter.place.size_bytes,
            lanes: matters::listed(matter.lanes),
            decides: matter.kind.word(),
        };
        MeetingReport {
            line: self.line(bound.span),
            instruction: bound.title.clone(),
            lanes: meeting.lanes.iter().map(|lane| lane.0).collect(),
            cells: meeting.cells.iter().map(whole).collect(),
            decides: MatterKind::of_meeting(scenario, meeting).word(),
            bytes: matters::of_meeting(scenario, meeting).iter().map(matter).collect(),
            seen: meeting.seen.as_ref().map(|all| all.iter().map(seen).collect()),
        }
    }
}

/// A part of a whole, as a number from 0 to 1.
fn share(part: &BigUint, whole: &BigUint) -> f64 {
    const DIGITS: u64 = 1_000_000_000_000;
    if *whole == BigUint::ZERO {
        return 0.0;
    }
    // The quotient is at most that number, which a float holds exactly.
    let quotient = part * DIGITS / whole;
    quotient.iter_u64_digits().next().unwrap_or(0) as f64 / DIGITS as f64
}

/// What a scenario calls a cell: the element of a surface or variable.
pub(super) fn cell_in_words(layout: &Layout, cell: Cell) -> String {
    let (name, index, _) = element(layout, cell.place);
    let bit =
        (layout.space(cell.place.space).kind == SpaceKind::Predicate).then(|| cell.mask.trailing_zeros());
    format!("{name}[{}]", bit.map_or(index, |bit| bit as usize))
}

/// What lies in a cell, in the type of the element that it is.
pub(super) fn shown(layout: &Layout, cell: Cell, bits: Bits) -> String {
    if layout.space(cell.place.space).kind == SpaceKind::Predicate {
        let at = cell.mask.trailing_zeros().min(63);
        let bit = Bits { value: bits.value >> at & 1, defined: bits.defined >> at };
        return show(Bits { defined: bit.defined | !1, ..bit }, ScalarType::Ub, NumberFormat::Auto);
    }
    let (_, _, ty) = element(layout, cell.place);
    show(bits, ty, NumberFormat::Auto)
}

/// The name of what lies at a place, the first element of it, and the type as which that is shown.
fn element(layout: &Layout, place: Place) -> (String, usize, ScalarType) {
    let of_size = |ty: ScalarType| match place.size_bytes {
        size if ty.size_bytes() as u32 == size => ty,
        1 => ScalarType::Ub,
        2 => ScalarType::Uw,
        8 => ScalarType::Uq,
        _ => ScalarType::Ud,
    };
    if let Some(surface) = layout.surface_in(place.space) {
        let at = surface.element_at(place).unwrap_or(0);
        return (surface.name.clone(), at, of_size(surface.ty));
    }
    match layout.variable_at(place) {
        Some((variable, at)) => (variable.name.clone(), at, of_size(variable.ty)),
        None => (layout.name_at(place).to_owned(), 0, of_size(ScalarType::Ud)),
    }
}
