//! What every order of a scenario comes to, in words and numbers: for the command line, and as JSON.

use super::Session;
use crate::base::{Bits, NumberFormat, ScalarType, show};
use crate::exec::Scenario;
use crate::explore::{
    Before, Cell, Decides, Exploration, Explored, Factor, Meeting, Question, Seen, Witness,
};
use crate::machine::{Layout, Place, SpaceKind};
use crate::spec::Overlap;
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
    /// What each lane can see; absent where that is not told.
    pub seen: Option<Vec<SeenReport>>,
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
        let scenario = self.scenario.as_ref()?;
        let memory = self.explored(Question::memory());
        let results = self.explored(Question::results());
        let list = |explored: &Explored| self.outcome_list(scenario, explored);
        let meetings = memory.as_ref().map(|memory| &memory.meetings);
        let meeting = |meeting: &Meeting| self.meeting(scenario, meeting);
        Some(OutcomesReport {
            version: VERSION,
            memory: memory.as_ref().map(list),
            results: results.as_ref().map(list),
            meetings: meetings.map(|meetings| meetings.iter().map(meeting).collect()),
        })
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
        MeetingReport {
            line: self.line(bound.span),
            instruction: bound.title.clone(),
            lanes: meeting.lanes.iter().map(|lane| lane.0).collect(),
            cells: meeting.cells.iter().map(whole).collect(),
            decides: match meeting.decides {
                _ if bound.row.overlap == Overlap::Undefined => "undefined",
                Decides::Nothing => "nothing",
                Decides::Results => "results",
                Decides::Memory => "memory",
            },
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
