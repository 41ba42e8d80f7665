//! What every order of a scenario comes to, in words and numbers: for the command line, and as JSON.

use super::edit::spelt;
use super::exploring::{Budget, Found};
use super::matters::{self, Matter, MatterKind};
use super::report::hex;
use super::stopping::StoppingReport;
use super::{InvariantOrders, Session};
use crate::base::{Bits, LaneMask, NumberFormat, ScalarType, Schedule};
use crate::exec::Scenario;
use crate::explore::{
    Before, Cell, Decides, Explanation, Exploration, Explored, Factor, Meeting, Outcome, Question, Sample,
    Seen, Witness, interval,
};
use crate::machine::{Layout, Place, SpaceId, SpaceKind};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// How many states are gone through at a time.
pub(super) const SLICE: usize = 4096;

/// The outcomes of all orders. `lanescope explore --json` prints it. Numbers of orders and outcomes are decimal texts, because they
/// can be of any size. Values have the form of [`Session::value_format`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutcomesReport {
    /// What can lie in the surfaces at the end; absent where the budget was spent.
    pub memory: Option<OutcomeList>,
    /// What can lie in the surfaces, variables and predicates at the end; absent where the budget was spent.
    pub results: Option<OutcomeList>,
    /// The same as `results`, where it does not matter which of the lanes that do the same gets what; absent where no lanes
    /// do, and where the budget was spent.
    pub renamed: Option<RenamedReport>,
    /// The orders in which the run stops before its end, and why; absent if there are none.
    #[serde(default)]
    pub stopping: Option<StoppingReport>,
    /// The lanes that meet; absent where the budget was spent.
    pub meetings: Option<Vec<MeetingReport>>,
    /// What all orders make of the invariants.
    #[serde(default)]
    pub invariants: Vec<InvariantOrders>,
    /// What came up among orders drawn at random; only where `memory` is absent.
    pub memory_sample: Option<Rc<SampleReport>>,
    /// What came up among orders drawn at random; only where `results` is absent.
    pub results_sample: Option<Rc<SampleReport>>,
}

/// What came up among orders drawn at random. What did not come up may be possible all the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Where each of them lies.
    pub places: Vec<CellPlace>,
    /// The outcomes that came up, the most frequent first; of many, those that came up first.
    pub outcomes: Vec<SampledReport>,
    /// How many of the drawn orders led to outcomes that are not listed.
    pub unlisted: u64,
}

/// An outcome that came up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampledReport {
    /// What lies in each of the cells.
    pub values: Vec<String>,
    /// Whether the run stops before its end.
    pub stops: bool,
    /// The lanes that give up, for which the run stops: each waits for what none of them will ever do.
    pub gave_up: Vec<u8>,
    /// How many of the drawn orders led there.
    pub drawn: u64,
    /// Between which bounds its share of all orders lies, by Wilson's interval of 95 %.
    pub low: f64,
    /// The upper of the bounds.
    pub high: f64,
    /// One of the orders.
    pub witness: Vec<OrderReport>,
}

/// Outcomes of which those count as one that differ only in which gets what of lanes that meet in an instruction and do the
/// same with whatever they find.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RenamedReport {
    /// The lanes that do the same.
    pub alike: Vec<AlikeReport>,
    /// How many such outcomes there are.
    pub kinds: String,
    /// The outcomes; each stands for as many as there are ways to give its values to the lanes. How many there are in all.
    pub list: OutcomeList,
}

/// Lanes that do the same in an instruction.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AlikeReport {
    /// The line of the instruction, from 1.
    pub line: usize,
    /// The lanes.
    pub lanes: Vec<u8>,
}

/// Every outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutcomeList {
    /// How many orders there are.
    pub orders: String,
    /// How many outcomes: the product over the factors.
    pub outcomes: String,
    /// The lanes that give up in each of them.
    pub gave_up: Vec<u8>,
    /// What depends on the order. Any outcome of one factor goes with any of another.
    pub factors: Vec<FactorReport>,
}

/// Cells whose contents depend on each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FactorReport {
    /// The cells, as the scenario names them.
    pub cells: Vec<String>,
    /// Where each of them lies.
    pub places: Vec<CellPlace>,
    /// How many orders there are of the turns that decide it.
    pub orders: String,
    /// How many different things can lie in the cells.
    pub count: usize,
    /// The contents that the cells can have, by value. If not all of them are listed, those of the most orders are.
    pub outcomes: Vec<OutcomeReport>,
}

/// Where a cell lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellPlace {
    /// The space, by its number in the scenario.
    pub space: u16,
    /// The first byte.
    pub byte_offset: u32,
    /// How many bytes.
    pub size_bytes: u32,
    /// Of a predicate, the bit.
    pub bit: Option<u8>,
}

/// One outcome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutcomeReport {
    /// What lies in each of the cells.
    pub values: Vec<String>,
    /// Whether the run stops before its end.
    pub stops: bool,
    /// The lanes that give up, for which the run stops: each waits for what none of them will ever do.
    pub gave_up: Vec<u8>,
    /// How many orders lead there.
    pub orders: String,
    /// Their share of all orders. No manual says how likely an order is.
    pub share: f64,
    /// One of the orders.
    pub witness: Vec<OrderReport>,
    /// How many outcomes it stands for: one, but where it does not matter which of the lanes that do the same gets what.
    pub stands_for: String,
    /// Why it comes about; absent where that is not found out.
    pub explanation: Option<ExplanationReport>,
}

/// Why an outcome comes about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExplanationReport {
    /// Up to three alternatives, each a list of pairs of lanes: the first has its turn before the second.
    pub alternatives: Vec<Vec<(u8, u8)>>,
    /// Whether every order that fulfils one of them leads there. Otherwise they are necessary and no more.
    pub sufficient: bool,
}

/// The order of an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderReport {
    /// The instruction, from 0.
    pub instruction: usize,
    /// The line of the instruction, from 1.
    pub line: usize,
    /// What `.order` says above it.
    pub order: String,
    /// For each of its loops, the lanes whose turns decide the outcome, one behind the other.
    pub turns: Vec<Vec<u8>>,
}

/// Lanes that meet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeetingReport {
    /// The instruction, from 0.
    pub instruction_index: usize,
    /// The line of the instruction, from 1.
    pub line: usize,
    /// The instruction.
    pub instruction: String,
    /// The lanes.
    pub lanes: Vec<u8>,
    /// Where they write, as the scenario names it.
    pub cells: Vec<String>,
    /// What their order decides.
    pub decides: MatterKind,
    /// What it decides there byte by byte, where two lanes go.
    pub bytes: Vec<MatterReport>,
    /// What each lane can see; absent where that is not told.
    pub seen: Option<Vec<SeenReport>>,
}

/// Bytes where lanes meet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatterReport {
    /// The cell that they belong to, as the scenario names it.
    pub cell: String,
    /// Its space, by its number in the scenario.
    pub space: u16,
    /// Where in that they begin.
    pub byte_offset: u32,
    /// How many there are.
    pub size_bytes: u32,
    /// The lanes that go there.
    pub lanes: Vec<u8>,
    /// What their order decides there.
    pub decides: MatterKind,
}

/// What a lane can see.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeenReport {
    /// The lane.
    pub lane: u8,
    /// Where it gets it, as the scenario names it.
    pub place: String,
    /// How many values there are.
    pub count: usize,
    /// The values, each with its share of all orders; of more than 256 the first. The shares add up to less than 1 if the lane
    /// has no turn in some orders.
    pub values: Vec<(String, f64)>,
}

/// The `.order` lines of an order, each with the line of the instruction that it belongs to.
pub fn in_words(witness: &[OrderReport]) -> String {
    let of = |it: &OrderReport| match witness.len() {
        1 => format!(".order {}", it.order),
        _ => format!(".order {} for line {}", it.order, it.line),
    };
    match witness {
        [] => "any order".to_owned(),
        _ => witness.iter().map(of).collect::<Vec<_>>().join(", "),
    }
}

/// How an outcome ends where that is not at the program's end: `the run stops`, `lanes 0 and 1 give up`.
pub fn stop_in_words(stops: bool, gave_up: &[u8]) -> Option<String> {
    match gave_up {
        [] => stops.then(|| "the run stops".to_owned()),
        [lane] => Some(format!("lane {lane} gives up")),
        lanes => Some(format!("{} give up", lanes_in_words(lanes))),
    }
}

/// `lane 1`, `lanes 1 and 2`, `lanes 1, 2 and 3`; there is one.
pub fn lanes_in_words(lanes: &[u8]) -> String {
    match lanes {
        [others @ .., last] if !others.is_empty() => {
            let others: Vec<String> = others.iter().map(u8::to_string).collect();
            format!("lanes {} and {last}", others.join(", "))
        }
        _ => format!("lane {}", lanes.first().copied().unwrap_or_default()),
    }
}

impl OutcomesReport {
    /// Returns whether all parts were explored within the budget. An invariant that an order breaks needs no more orders.
    pub fn is_decided(&self) -> bool {
        let invariants = self.invariants.iter().all(|it| it.is_known || it.can_break());
        self.memory.is_some() && (self.results.is_some() || self.renamed.is_some()) && invariants
    }
}

impl MatterReport {
    /// Where it is.
    pub fn place(&self) -> Place {
        let Self { space, byte_offset, size_bytes, .. } = *self;
        Place { space: SpaceId(space), byte_offset, size_bytes }
    }

    /// The lanes that go there.
    pub fn lane_mask(&self) -> LaneMask {
        LaneMask(self.lanes.iter().fold(0, |mask, lane| mask | 1u32.checked_shl((*lane).into()).unwrap_or(0)))
    }
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
        self.outcomes_within(Budget::default(), usize::MAX)
    }

    /// The same within a budget, with at most that many outcomes of each factor and of each sample.
    pub fn outcomes_within(&self, budget: Budget, most_listed: usize) -> Option<OutcomesReport> {
        let mut exploring = self.begin_outcomes(budget)?;
        while !exploring.advance(SLICE) {}
        Some(exploring.finish(most_listed))
    }

    /// The same, and judges the `.expect` lines about all orders by it.
    pub fn judged_outcomes(&mut self, budget: Budget, most_listed: usize) -> Option<OutcomesReport> {
        let mut exploring = self.begin_outcomes(budget)?;
        while !exploring.advance(SLICE) {}
        let counts = exploring.found().counts();
        let report = exploring.finish(most_listed);
        self.judge_by(counts, &report.invariants, budget);
        Some(report)
    }

    /// What has been found out of all orders, with what is told of the factors of memory and of results.
    /// At most `most_listed` outcomes are listed for each factor with renamed lanes, and for each sample.
    pub(super) fn outcomes_report(
        &self,
        found: &Found,
        factors: [Vec<FactorReport>; 2],
        most_listed: usize,
    ) -> OutcomesReport {
        let scenario = self.scenario.as_ref().expect("nothing is explored where nothing can run");
        let [memory, of_results] = factors;
        let sample = |sample: &Sample| Rc::new(self.sample(scenario, sample, most_listed));
        let meetings = found.memory.as_ref().map(|memory| memory.meetings.iter());
        let results = found.results.as_ref();
        let decided = |meeting: &Meeting| Meeting { decides: decides(meeting, results), ..meeting.clone() };
        OutcomesReport {
            memory: found.memory.as_ref().map(|explored| outcome_list(explored, memory)),
            results: results.map(|explored| outcome_list(explored, of_results)),
            renamed: found.renamed.as_ref().map(|explored| self.renamed(scenario, explored, most_listed)),
            invariants: self.invariant_orders(&found.watched),
            stopping: self.stopping(found.memory.as_ref(), found.memory_sample.as_ref()),
            meetings: meetings.map(|all| all.map(|it| self.meeting(scenario, &decided(it))).collect()),
            memory_sample: found.memory_sample.as_ref().map(sample),
            results_sample: found.results_sample.as_ref().map(sample),
        }
    }

    fn renamed(&self, scenario: &Scenario, explored: &Explored, most_listed: usize) -> RenamedReport {
        let factors = explored.factors.iter();
        let factors = factors.map(|factor| self.factor(scenario, factor, Vec::new(), most_listed)).collect();
        let alike = explored.meetings.iter().flat_map(|meeting| {
            let line = self.line(scenario.program[meeting.instruction].span);
            meeting.renamed.iter().map(move |lanes| AlikeReport { line, lanes: matters::listed(*lanes) })
        });
        let (alike, kinds) = (alike.collect(), explored.kinds().to_string());
        RenamedReport { alike, kinds, list: outcome_list(explored, factors) }
    }

    fn sample(&self, scenario: &Scenario, sample: &Sample, most_listed: usize) -> SampleReport {
        let layout = &scenario.layout;
        let Factor { cells, outcomes, .. } = &sample.factor;
        let (outcomes, others) = outcomes.split_at(outcomes.len().min(most_listed));
        // At most as many as were drawn.
        let drawn = |outcome: &Outcome| outcome.orders.iter_u64_digits().next().unwrap_or(0);
        let outcome = |outcome: &Outcome| {
            let drawn = drawn(outcome);
            let (low, high) = interval(drawn, sample.drawn);
            let values = cells.iter().zip(&outcome.values);
            SampledReport {
                values: values.map(|(cell, bits)| shown(layout, *cell, *bits, self.value_format)).collect(),
                stops: outcome.is_stopped,
                gave_up: matters::listed(outcome.gave_up),
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
            places: cells.iter().map(|cell| cell_place(layout, *cell)).collect(),
            outcomes: outcomes.iter().map(outcome).collect(),
            unlisted: sample.unlisted + others.iter().map(drawn).sum::<u64>(),
        }
    }

    /// A factor, of whose outcomes at most so many are listed: those of the most orders.
    pub(super) fn factor(
        &self,
        scenario: &Scenario,
        factor: &Factor,
        explanations: Vec<Explanation>,
        most_listed: usize,
    ) -> FactorReport {
        let layout = &scenario.layout;
        let explanation = |found: &Explanation| {
            let pair = |before: &Before| (before.0.0, before.1.0);
            let pairs = |all: &Vec<Before>| all.iter().map(pair).collect();
            let alternatives = found.alternatives.iter().map(pairs).collect();
            ExplanationReport { alternatives, sufficient: found.is_sufficient }
        };
        let value = |(cell, bits): (&Cell, &Bits)| shown(layout, *cell, *bits, self.value_format);
        let outcome = |at: &usize| {
            let outcome = &factor.outcomes[*at];
            OutcomeReport {
                values: factor.cells.iter().zip(&outcome.values).map(value).collect(),
                stops: outcome.is_stopped,
                gave_up: matters::listed(outcome.gave_up),
                orders: outcome.orders.to_string(),
                share: share(&outcome.orders, &factor.orders),
                witness: self.orders(scenario, &outcome.witness),
                stands_for: outcome.renamings.to_string(),
                explanation: explanations.get(*at).map(explanation),
            }
        };
        let mut listed: Vec<usize> = (0..factor.outcomes.len()).collect();
        if listed.len() > most_listed {
            listed.sort_by(|a, b| factor.outcomes[*b].orders.cmp(&factor.outcomes[*a].orders));
            listed.truncate(most_listed);
            listed.sort_unstable();
        }
        FactorReport {
            cells: factor.cells.iter().map(|cell| cell_in_words(layout, *cell)).collect(),
            places: factor.cells.iter().map(|cell| cell_place(layout, *cell)).collect(),
            orders: factor.orders.to_string(),
            count: factor.outcomes.len(),
            outcomes: listed.iter().map(outcome).collect(),
        }
    }

    /// An order, as `.order` lines say it.
    pub(super) fn orders(&self, scenario: &Scenario, witness: &Witness) -> Vec<OrderReport> {
        let line = |instruction: usize| self.line(scenario.program[instruction].span);
        let order = |(at, lists): (usize, Vec<Vec<u8>>)| OrderReport {
            instruction: at,
            line: line(at),
            order: Schedule::of_lists(lists.clone()).to_string(),
            turns: lists,
        };
        witness.turns().into_iter().map(order).collect()
    }

    fn meeting(&self, scenario: &Scenario, meeting: &Meeting) -> MeetingReport {
        let (layout, bound) = (&scenario.layout, &scenario.program[meeting.instruction]);
        let whole = |place: &Place| cell_in_words(layout, all_of(*place));
        let seen = |seen: &Seen| {
            let cell = Cell { place: seen.place, mask: seen.mask };
            let value = |(bits, ways): &(Bits, BigUint)| {
                let portion = meeting.share(ways);
                (shown(layout, cell, *bits, self.value_format), share(&portion.orders, &portion.of))
            };
            SeenReport {
                lane: seen.lane.0,
                place: cell_in_words(layout, cell),
                count: seen.count,
                values: seen.values.iter().map(value).collect(),
            }
        };
        let matter = |matter: &Matter| MatterReport {
            cell: whole(&matter.place),
            space: matter.place.space.0,
            byte_offset: matter.place.byte_offset,
            size_bytes: matter.place.size_bytes,
            lanes: matters::listed(matter.lanes),
            decides: matter.kind,
        };
        MeetingReport {
            instruction_index: meeting.instruction,
            line: self.line(bound.span),
            instruction: bound.title.clone(),
            lanes: meeting.lanes.iter().map(|lane| lane.0).collect(),
            cells: meeting.cells.iter().map(whole).collect(),
            decides: MatterKind::of_meeting(scenario, meeting),
            bytes: matters::of_meeting(scenario, meeting).iter().map(matter).collect(),
            seen: meeting.seen.as_ref().map(|all| all.iter().map(seen).collect()),
        }
    }
}

/// Returns the effect of the order on a meeting from the exploration of memory. That exploration assumes an effect on
/// destinations that several lanes write. The exploration of results knows better.
fn decides(meeting: &Meeting, results: Option<&Explored>) -> Decides {
    let place = |it: &Meeting| (it.instruction, it.loop_number);
    let same = |it: &&Meeting| {
        place(it) == place(meeting) && meeting.lanes.iter().any(|lane| it.lanes.contains(lane))
    };
    let known = results.map(|results| results.meetings.iter().filter(same).map(|it| it.decides).max());
    match known.flatten() {
        Some(Decides::Nothing) if meeting.decides == Decides::Results => Decides::Nothing,
        _ => meeting.decides,
    }
}

/// An exploration, with what it told of each factor.
fn outcome_list(explored: &Explored, factors: Vec<FactorReport>) -> OutcomeList {
    let (orders, outcomes) = (explored.orders.to_string(), explored.outcomes().to_string());
    OutcomeList { orders, outcomes, gave_up: matters::listed(explored.gave_up), factors }
}

fn all_of(place: Place) -> Cell {
    Cell { place, mask: u64::MAX }
}

/// A part of a whole, as a number from 0 to 1.
pub(super) fn share(part: &BigUint, whole: &BigUint) -> f64 {
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

/// The cell that lies there.
pub(super) fn place_of(place: CellPlace) -> Cell {
    let CellPlace { space, byte_offset, size_bytes, bit } = place;
    let place = Place { space: SpaceId(space), byte_offset, size_bytes };
    Cell { place, mask: bit.map_or(u64::MAX, |bit| 1 << bit.min(63)) }
}

fn cell_place(layout: &Layout, cell: Cell) -> CellPlace {
    let Place { space, byte_offset, size_bytes } = cell.place;
    let is_bit = layout.space(space).kind == SpaceKind::Predicate;
    // A mask has at most 64 bits.
    let bit = is_bit.then(|| cell.mask.trailing_zeros().min(63) as u8);
    CellPlace { space: space.0, byte_offset, size_bytes, bit }
}

/// Returns the value of a cell as text. The number has the type of the element; in [`NumberFormat::Hex`], a bit of a predicate is
/// `0b` and its digit.
pub(super) fn shown(layout: &Layout, cell: Cell, bits: Bits, format: NumberFormat) -> String {
    if layout.space(cell.place.space).kind == SpaceKind::Predicate {
        let at = cell.mask.trailing_zeros().min(63);
        let bit = Bits { value: bits.value >> at & 1, defined: bits.defined >> at };
        let digit = spelt(Bits { defined: bit.defined | !1, ..bit }, ScalarType::Ub);
        return if format == NumberFormat::Hex { format!("0b{digit}") } else { digit };
    }
    let (_, _, ty) = element(layout, cell.place);
    if format == NumberFormat::Hex { hex(bits, ty) } else { spelt(bits, ty) }
}

/// The name of what lies at a place, the first element of it, and the type as which that is shown.
pub(super) fn element(layout: &Layout, place: Place) -> (String, usize, ScalarType) {
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
