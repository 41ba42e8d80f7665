//! Reports on the outcomes of all orders of a scenario, for the page, the command line and JSON.

use super::exploring::Found;
use super::invariants::InvariantOrders;
use super::stopping::StoppingReport;
use super::words::share;
use crate::base::{Bits, LaneMask};
use crate::diag::Diagnostic;
use crate::exec::Scenario;
use crate::exec::rules::{RACE, UNDEFINED_OVERLAP};
use crate::explore::{
    Cell, Decides, Explored, Factor, Meeting, OrderConditions, Outcome, Sample, Seen, interval,
};
use crate::machine::Place;
use crate::session::text::{OrderReport, Session, cell_in_words, element_of, value_in_words};
use crate::spec::Overlap;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The outcomes of all orders. `lanescope explore --json` prints it. Numbers of orders and outcomes are decimal texts,
/// because they can be of any size. Values have the form of [`Session::value_format`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutcomesReport {
    /// The contents that the surfaces can have at the end; absent if the budget ran out.
    pub memory: Option<OutcomeList>,
    /// The contents that surfaces, variables and predicates can have at the end; absent if the budget ran out.
    pub results: Option<OutcomeList>,
    /// The outcomes of `results`, merged if they become equal when interchangeable lanes swap their results.
    /// Absent if no lanes are interchangeable, or if the budget ran out.
    pub renamed: Option<RenamedReport>,
    /// The orders in which the run stops before its end, and why; absent if there are none.
    #[serde(default)]
    pub stopping: Option<StoppingReport>,
    /// The lanes that meet; absent if the budget ran out.
    pub meetings: Option<Vec<MeetingReport>>,
    /// For each invariant, the orders that break it.
    #[serde(default)]
    pub invariants: Vec<InvariantOrders>,
    /// The outcomes of orders drawn at random, for surfaces alone; only if `memory` is absent.
    pub memory_sample: Option<Rc<SampleReport>>,
    /// The outcomes of orders drawn at random; only if `results` is absent.
    pub results_sample: Option<Rc<SampleReport>>,
}

impl OutcomesReport {
    /// Returns what the outcomes add to a finding: that all orders end the same, although its rule says that they may not.
    pub fn adds_to(&self, finding: &Diagnostic) -> Option<&'static str> {
        let is_about_order = [RACE.code, UNDEFINED_OVERLAP.code].contains(&finding.code());
        let has_one_end = self.results.as_ref().is_some_and(|list| list.outcomes == "1");
        (is_about_order && has_one_end).then_some("Here, all orders of the lanes end the same.")
    }
}

/// The outcomes of orders drawn at random. Other outcomes may be possible too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SampleReport {
    /// The seed of the generator. The same seed draws the same orders.
    pub seed: u64,
    /// The number of orders that were drawn.
    pub drawn: u64,
    /// The number of outcomes that occurred.
    pub found: usize,
    /// Whether every order is equally likely to be drawn. Only then do the intervals estimate shares of orders. It is
    /// `false` if the number of turns of a lane depends on the order.
    pub even: bool,
    /// The cells that differ, with the outcomes that occurred first, sorted with the most frequent first. All orders
    /// are those that were drawn.
    #[serde(flatten)]
    pub listed: FactorReport,
    /// The number of drawn orders whose outcomes are not listed.
    pub unlisted: u64,
}

/// An estimate of an outcome's share of all orders, from a sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The number of drawn orders that led there.
    pub drawn: u64,
    /// The lower bound of the share: the 95 % Wilson interval.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// Outcomes, counting those once that differ only in which interchangeable lane has which result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RenamedReport {
    /// The interchangeable lanes.
    pub alike: Vec<AlikeReport>,
    /// The number of outcomes, counted in this way.
    pub kinds: String,
    /// The outcomes. Each represents as many as there are ways to assign its results to interchangeable lanes, and
    /// [`OutcomeList::outcomes`] counts all of these.
    pub list: OutcomeList,
}

/// Interchangeable lanes of an instruction: they meet, and do the same with any contents that they find.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AlikeReport {
    /// The line of the instruction, from 1.
    pub line: usize,
    /// The lanes.
    pub lanes: LaneMask,
}

/// The outcomes of all orders, by factor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutcomeList {
    /// The number of orders.
    pub orders: String,
    /// The number of outcomes: the product over the factors.
    pub outcomes: String,
    /// The lanes that wait forever in all orders.
    pub gave_up: LaneMask,
    /// The parts that depend on the order. Any outcome of one factor can occur with any outcome of another.
    pub factors: Vec<FactorReport>,
}

/// Cells whose contents depend on each other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FactorReport {
    /// The names of the cells.
    pub cells: Vec<String>,
    /// The place of each cell.
    pub places: Vec<Cell>,
    /// The number of orders of the turns that decide the outcome.
    pub orders: String,
    /// The number of outcomes.
    pub count: usize,
    /// The outcomes, sorted by value. If the list is limited, it has the outcomes with the most orders.
    pub outcomes: Vec<OutcomeReport>,
}

/// An outcome of a factor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutcomeReport {
    /// The value of each cell.
    pub values: Vec<String>,
    /// Whether the run stops before its end.
    pub stops: bool,
    /// The lanes that wait forever. The run stops because no remaining lane can change what they read.
    pub gave_up: LaneMask,
    /// The number of orders that lead there.
    pub orders: String,
    /// Their share of all orders. No manual says how likely an order is.
    pub share: f64,
    /// One of the orders that lead to this outcome.
    pub witness: Vec<OrderReport>,
    /// The number of outcomes that it represents: more than one if interchangeable lanes may swap their results.
    pub stands_for: String,
    /// The conditions under which it occurs; absent if they are not known.
    pub explanation: Option<OrderConditions>,
    /// The estimate of its share of all orders, for an outcome of a sample alone.
    #[serde(flatten)]
    pub estimate: Option<Estimate>,
}

/// Lanes of an instruction that meet, and the effect of their order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeetingReport {
    /// The index of the instruction in the program, from 0.
    pub instruction_index: usize,
    /// The line of the instruction, from 1.
    pub line: usize,
    /// The title of the instruction.
    pub instruction: String,
    /// The lanes.
    pub lanes: LaneMask,
    /// The names of the elements or bytes that at least two of the lanes access.
    pub cells: Vec<String>,
    /// The effect of their order.
    pub decides: Decides,
    /// The effect on each run of bytes that at least two lanes access.
    pub bytes: Vec<MatterReport>,
    /// The results of each lane; absent if they are not known.
    pub seen: Option<Vec<SeenReport>>,
}

/// A run of bytes where lanes meet, with the effect of their order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatterReport {
    /// The name of the element that the bytes belong to.
    pub cell: String,
    /// The bytes.
    #[serde(flatten)]
    pub place: Place,
    /// The lanes that access the bytes.
    pub lanes: LaneMask,
    /// The effect of their order on the bytes.
    pub decides: Decides,
}

/// The results of a lane in one of its destinations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeenReport {
    /// The lane.
    pub lane: u8,
    /// The name of the destination.
    pub place: String,
    /// The number of different values.
    pub count: usize,
    /// The values in ascending order, each with its share of all orders; only the first 256. The shares of all values
    /// add up to less than 1 if the lane has no turn in some orders.
    pub values: Vec<(String, f64)>,
}

impl OutcomesReport {
    /// Returns whether the budget sufficed for all parts. An invariant that some order breaks is decided even if it did
    /// not.
    pub fn is_decided(&self) -> bool {
        let invariants = self.invariants.iter().all(|invariant| invariant.is_known || invariant.can_break());
        self.memory.is_some() && (self.results.is_some() || self.renamed.is_some()) && invariants
    }
}

impl Session {
    /// Reports the results of an exploration. `factors` holds the reports of the factors of memory and of results. At
    /// most `most_listed` outcomes are listed for each factor with interchangeable lanes, and for each sample.
    pub(in crate::session) fn outcomes_report(
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
        let meeting = |meeting: &Meeting| self.meeting(scenario, meeting, decides(meeting, results));
        OutcomesReport {
            memory: found.memory.as_ref().map(|explored| outcome_list(explored, memory)),
            results: results.map(|explored| outcome_list(explored, of_results)),
            renamed: found.renamed.as_ref().map(|explored| self.renamed(scenario, explored, most_listed)),
            invariants: self.invariant_orders(&found.watched),
            stopping: self.stopping(found.memory.as_ref(), found.memory_sample.as_ref()),
            meetings: meetings.map(|all| all.map(meeting).collect()),
            memory_sample: found.memory_sample.as_ref().map(sample),
            results_sample: found.results_sample.as_ref().map(sample),
        }
    }

    fn renamed(&self, scenario: &Scenario, explored: &Explored, most_listed: usize) -> RenamedReport {
        let factors = explored.factors.iter();
        let factors = factors.map(|factor| self.factor(scenario, factor, Vec::new(), most_listed)).collect();
        let alike = explored.meetings.iter().flat_map(|meeting| {
            let line = self.line(scenario.program[meeting.instruction].span);
            meeting.renamed.iter().map(move |lanes| AlikeReport { line, lanes: *lanes })
        });
        let (alike, kinds) = (alike.collect(), explored.kinds().to_string());
        RenamedReport { alike, kinds, list: outcome_list(explored, factors) }
    }

    fn sample(&self, scenario: &Scenario, sample: &Sample, most_listed: usize) -> SampleReport {
        // The number is at most that of the drawn orders, so it has one digit of 64 bits.
        let drawn = |outcome: &Outcome| outcome.orders.iter_u64_digits().next().unwrap_or(0);
        let mut listed = self.factor(scenario, &sample.factor, Vec::new(), most_listed);
        for (report, outcome) in listed.outcomes.iter_mut().zip(&sample.factor.outcomes) {
            let (low, high) = interval(drawn(outcome), sample.drawn);
            report.estimate = Some(Estimate { drawn: drawn(outcome), low, high });
        }
        let others = sample.factor.outcomes.iter().skip(listed.outcomes.len());
        SampleReport {
            seed: sample.seed,
            drawn: sample.drawn,
            found: sample.found,
            even: sample.is_even,
            listed,
            unlisted: sample.unlisted + others.map(drawn).sum::<u64>(),
        }
    }

    /// Reports a factor. Lists at most `most_listed` of its outcomes, the ones with the most orders.
    pub(in crate::session) fn factor(
        &self,
        scenario: &Scenario,
        factor: &Factor,
        explanations: Vec<OrderConditions>,
        most_listed: usize,
    ) -> FactorReport {
        let layout = &scenario.layout;
        let value = |(cell, bits): (&Cell, &Bits)| value_in_words(layout, *cell, *bits, self.value_format);
        let outcome = |at: &usize| {
            let outcome = &factor.outcomes[*at];
            OutcomeReport {
                values: factor.cells.iter().zip(&outcome.values).map(value).collect(),
                stops: outcome.is_stopped,
                gave_up: outcome.gave_up,
                orders: outcome.orders.to_string(),
                share: share(&outcome.orders, &factor.orders),
                witness: self.orders(scenario, &outcome.witness),
                stands_for: outcome.renamings.to_string(),
                explanation: explanations.get(*at).cloned(),
                estimate: None,
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
            places: factor.cells.clone(),
            orders: factor.orders.to_string(),
            count: factor.outcomes.len(),
            outcomes: listed.iter().map(outcome).collect(),
        }
    }

    fn meeting(&self, scenario: &Scenario, meeting: &Meeting, decides: Decides) -> MeetingReport {
        let (layout, bound) = (&scenario.layout, &scenario.program[meeting.instruction]);
        let seen = |seen: &Seen| {
            let cell = Cell { place: seen.place, mask: seen.mask };
            let value = |(bits, ways): &(Bits, BigUint)| {
                let portion = meeting.share(ways);
                (value_in_words(layout, cell, *bits, self.value_format), share(&portion.orders, &portion.of))
            };
            SeenReport {
                lane: seen.lane.0,
                place: cell_in_words(layout, cell),
                count: seen.count,
                values: seen.values.iter().map(value).collect(),
            }
        };
        MeetingReport {
            instruction_index: meeting.instruction,
            line: self.line(bound.span),
            instruction: bound.title.clone(),
            lanes: meeting.lanes.iter().copied().collect(),
            cells: meeting.shared_cells().map(|place| cell_in_words(layout, Cell::from(place))).collect(),
            decides: reported(scenario, meeting, decides),
            bytes: matters_of(scenario, meeting),
            seen: meeting.seen.as_ref().map(|all| all.iter().map(seen).collect()),
        }
    }
}

/// Returns the effect of the order on a meeting from the exploration of memory. That exploration assumes an effect on
/// destinations that several lanes write. If the exploration of results found none, there is none.
fn decides(meeting: &Meeting, results: Option<&Explored>) -> Decides {
    let place = |other: &Meeting| (other.instruction, other.loop_number);
    let same = |other: &&Meeting| {
        place(other) == place(meeting) && meeting.lanes.iter().any(|lane| other.lanes.contains(lane))
    };
    let known = results.map(|results| results.meetings.iter().filter(same).map(|other| other.decides).max());
    match known.flatten() {
        Some(Decides::Nothing) if meeting.decides == Decides::Results => Decides::Nothing,
        _ => meeting.decides,
    }
}

/// Returns the effect of the order of lanes as reports name it.
fn reported(scenario: &Scenario, meeting: &Meeting, decides: Decides) -> Decides {
    match scenario.program[meeting.instruction].row.overlap {
        Overlap::Undefined => Decides::Undefined,
        _ => decides,
    }
}

/// Splits the cells of a meeting that at least two lanes access into runs of bytes with the same effect.
fn matters_of(scenario: &Scenario, meeting: &Meeting) -> Vec<MatterReport> {
    let mut runs: Vec<MatterReport> = Vec::new();
    for ((cell, &lanes), bytes) in meeting.cells.iter().zip(&meeting.visitors).zip(&meeting.bytes) {
        if lanes.count() < 2 {
            continue;
        }
        let first = runs.len();
        for (byte_offset, &decides) in (cell.byte_offset..).zip(bytes) {
            let decides = reported(scenario, meeting, decides);
            match runs[first..].last_mut() {
                Some(run) if run.decides == decides => run.place.size_bytes += 1,
                _ => {
                    let place = Place { byte_offset, size_bytes: 1, ..*cell };
                    runs.push(MatterReport { cell: String::new(), place, lanes, decides });
                }
            }
        }
        for run in &mut runs[first..] {
            let (name, index, _) = element_of(&scenario.layout, run.place);
            run.cell = format!("{name}[{index}]");
        }
    }
    runs
}

fn outcome_list(explored: &Explored, factors: Vec<FactorReport>) -> OutcomeList {
    let (orders, outcomes) = (explored.orders.to_string(), explored.outcomes().to_string());
    OutcomeList { orders, outcomes, gave_up: explored.gave_up, factors }
}
