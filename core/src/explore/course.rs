//! All orders of a scenario: those of its loops, in the order of the program.
//!
//! The ends of a group of lanes become a factor while nothing accesses its cells, which keep their old contents in the machine. If
//! something accesses them, the machine continues once with each end.

use super::arrival::{Arrival, after_each, end_independent, merge};
use super::classes::{Classes, own_places};
use super::ends;
use super::graph::TURN_STEPS;
use super::groups::LaneReach;
use super::kept::{KeepRule, Matters};
use super::known_turns::{KnownTurns, Moment};
use super::loop_search::LoopSearch;
use super::loop_text::LoopText;
use super::meetings::note_loop;
use super::meter::{MOST_STATES, Meter, STATE_BYTES, Stuck, states_for};
use super::number::Share;
use super::outcome::Errors;
use super::outcome::{Cell, Explored, Factor, Meeting, Question};
use super::space_uses::SpaceUses;
use crate::base::LaneId;
use crate::exec::{Footprint, Fork, Reached, Scenario};
use crate::machine::{Place, SpaceId, SpaceKind};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The maximum number of machines at a time.
const MOST_ARRIVALS: usize = 100_000;

/// An estimate of the bytes of a machine beside its memory and threads: its orders, its example order, and its copy as
/// an outcome.
const ARRIVAL_BYTES: usize = 2000;

/// The maximum number of micro-steps outside turns.
const MOST_STEPS: usize = 1_000_000;

/// The number of loops of an example order whose copy costs as much time as one state.
const LOOPS_PER_STATE: usize = 8;

/// The number of states of finished questions above which their turns are forgotten.
const MOST_KNOWN: usize = MOST_STATES / 8;

/// The progress of a machine: the instruction, the number of the loop, from 1, and whether it is past the loop. Machines with the
/// least progress continue first.
type Point = (usize, usize, bool);

/// The progress of a machine at the end of its run.
const END: Point = (usize::MAX, 0, false);

/// All orders of a scenario. Questions about them share the turns of lanes, so the machine runs each turn once.
#[derive(Clone, Debug)]
pub struct AllOrders {
    scenario: Rc<Scenario>,
    known: Rc<RefCell<KnownTurns>>,
}

impl AllOrders {
    /// Creates the orders of a scenario. Nothing runs yet.
    pub fn new(scenario: Rc<Scenario>) -> Self {
        Self { scenario, known: Rc::default() }
    }

    /// Begins to explore the orders for a question.
    pub fn explore(&self, question: Question) -> Exploration {
        let mut known = self.known.borrow_mut();
        known.questions += 1;
        let mut exploration = Exploration {
            orders: self.clone(),
            uses: SpaceUses::new(&self.scenario),
            meter: Meter::new(known.questions, question.most_states),
            question,
            pending: BTreeMap::new(),
            factors: Vec::new(),
            common: Share::whole(),
            search: None,
            front: None,
            meetings: Vec::new(),
            steps: 0,
            arrival_bytes: 0,
            is_spent: false,
        };
        exploration.push(vec![Arrival::new(&self.scenario)]);
        exploration
    }

    /// Returns the number of turns that the machine has run.
    pub fn machine_turns(&self) -> usize {
        self.known.borrow().machine_turns()
    }
}

/// An exploration of all orders.
#[derive(Debug)]
pub struct Exploration {
    orders: AllOrders,
    question: Question,
    uses: SpaceUses,
    meter: Meter,
    /// The machines, by their progress. The exploration is over when all are at their ends.
    pending: BTreeMap<Point, Vec<Arrival>>,
    factors: Vec<Factor>,
    /// The share of the orders that are independent of the machines and of the factors.
    common: Share,
    search: Option<(Arrival, LoopSearch)>,
    /// The point that is under way.
    front: Option<Front>,
    meetings: Vec<Meeting>,
    steps: usize,
    /// The maximum number of bytes that any machine held.
    arrival_bytes: usize,
    is_spent: bool,
}

/// The point that the machines with the least progress have reached. All machines that come there are pending.
#[derive(Debug)]
struct Front {
    point: Point,
    /// The classes of lanes that may swap their results, if the question lets them: those that are the same in all of these
    /// machines. Otherwise two outcomes that are equal after some orders could differ after others.
    classes: Option<Classes>,
    /// Whether the loop of one of the machines is over.
    is_begun: bool,
}

impl Exploration {
    /// Creates an exploration of a scenario by itself.
    pub fn new(scenario: Rc<Scenario>, question: Question) -> Self {
        AllOrders::new(scenario).explore(question)
    }

    fn scenario(&self) -> Rc<Scenario> {
        Rc::clone(&self.orders.scenario)
    }

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.meter.used
    }

    /// Explores at most that many states. Returns whether the exploration is over.
    pub fn advance(&mut self, states: usize) -> bool {
        self.is_spent |= self.is_over_budget();
        if self.is_spent {
            return true;
        }
        if let Some((arrival, search)) = self.search.take() {
            self.advance_search(arrival, search, states);
        } else if let Some(arrival) = self.next_arrival() {
            self.run_on(arrival);
        } else {
            return true;
        }
        false
    }

    fn advance_search(&mut self, arrival: Arrival, mut search: LoopSearch, states: usize) {
        match search.advance(&self.orders.scenario, states, &mut self.meter) {
            Ok(false) => self.search = Some((arrival, search)),
            Ok(true) => self.conclude(arrival, search),
            Err(Stuck::Spent | Stuck::Grown) => self.is_spent = true,
        }
    }

    fn is_over_budget(&self) -> bool {
        let held = self.arrivals() * self.arrival_bytes / STATE_BYTES;
        self.meter.is_spent()
            || self.steps > MOST_STEPS
            || self.arrivals() > MOST_ARRIVALS
            || self.meter.used + held > MOST_STATES
    }

    fn arrivals(&self) -> usize {
        self.pending.values().map(Vec::len).sum()
    }

    /// Returns the number of machines that the budget still allows.
    fn free_arrivals(&self) -> usize {
        let bytes = MOST_STATES.saturating_sub(self.meter.used) * STATE_BYTES;
        let most = MOST_ARRIVALS.min(bytes / self.arrival_bytes.max(1));
        most.saturating_sub(self.arrivals())
    }

    /// Removes a machine with the least progress; `None` if all are at their ends.
    fn next_arrival(&mut self) -> Option<Arrival> {
        let (&point, _) = self.pending.first_key_value().filter(|(point, _)| **point != END)?;
        if self.front.as_ref().is_none_or(|front| front.point != point) {
            // No machine is left at the last point.
            self.front = None;
            while let Some(factor) = self.factor_ahead() {
                let arrival = self.pending.get_mut(&point)?.pop()?;
                self.absorb(factor, arrival);
            }
            let classes = self.renamed_classes(point, &self.pending[&point]);
            self.front = Some(Front { point, classes, is_begun: false });
            let (_, number, _) = point;
            self.pending.entry(point).and_modify(|arrivals| {
                if number == 0 {
                    merge(arrivals);
                }
                // The last one continues first. Of equal machines, the one that continued first gives the example order.
                arrivals.reverse();
            });
        }
        let mut entry = self.pending.first_entry()?;
        let arrival = entry.get_mut().pop();
        if entry.get().is_empty() {
            entry.remove();
        }
        arrival
    }

    /// Returns the index of a factor that lanes access in the loop that the machines with the least progress have reached. If lanes
    /// may swap their results there, the factor has to be absorbed before any of these machines continues.
    fn factor_ahead(&mut self) -> Option<usize> {
        let (point, arrivals) = self.pending.first_key_value()?;
        if self.factors.is_empty() || !self.may_rename(*point) {
            return None;
        }
        let scenario = &self.orders.scenario;
        let mut known = self.orders.known.borrow_mut();
        let meter = &mut self.meter;
        let moments = arrivals.iter().map_while(|arrival| known.moment(scenario, &arrival.fork, meter).ok());
        let touched = |moment: Rc<RefCell<Moment>>| {
            moment.borrow().lanes.iter().flat_map(LaneReach::touched).collect::<Vec<_>>()
        };
        let touched: Vec<Place> = moments.flat_map(touched).collect();
        self.factor_touched(&touched)
    }

    /// Returns whether a point is a loop whose lanes may swap their results.
    fn may_rename(&self, (instruction, number, is_past): Point) -> bool {
        let is_loop = number > 0 && !is_past;
        is_loop && self.question.renaming && self.uses.may_rename(&self.orders.scenario, instruction)
    }

    /// Returns the classes of lanes that may swap their results in a loop that these machines have reached.
    fn renamed_classes(&self, point: Point, arrivals: &[Arrival]) -> Option<Classes> {
        let (scenario, (instruction, ..)) = (&self.orders.scenario, point);
        if !self.may_rename(point) {
            return None;
        }
        let mut classes = Classes::one();
        for Arrival { fork, .. } in arrivals {
            let text = LoopText::new(&scenario.program[instruction], fork.body());
            classes.refine_by_inputs(scenario, fork, &text, true);
        }
        Some(classes)
    }

    /// Runs a machine to its next loop, instruction, or end.
    fn run_on(&mut self, arrival: Arrival) {
        let scenario = self.scenario();
        match arrival.fork.reached(&scenario) {
            Reached::Turns if scenario.breaches.is_none() || arrival.fork.order_counts(&scenario) => {
                return self.begin_search(arrival);
            }
            Reached::Turns | Reached::Uniform | Reached::End => {}
            Reached::Instruction(instruction) => {
                let reads: Vec<_> = Fork::reads(&scenario, instruction).collect();
                if let Some(factor) = self.factor_where(|cell| reads.contains(&cell.place.space)) {
                    return self.absorb(factor, arrival);
                }
            }
        }
        let (mut next, mut footprint) = (arrival.clone(), Footprint::default());
        loop {
            let is_turn = next.fork.reached(&scenario) == Reached::Turns;
            // All orders of a loop whose order does not count are one, the ascending order.
            match is_turn.then(|| next.fork.waiting().lanes().next()).flatten() {
                Some(lane) => {
                    let turn = next.fork.turn(&scenario, lane, TURN_STEPS, &mut footprint);
                    self.is_spent |= turn.is_none();
                }
                None => next.fork.step(&scenario, &mut footprint),
            }
            self.steps += 1;
            let is_spent = self.steps > MOST_STEPS || states_for(footprint.steps) > self.meter.left();
            if next.fork.reached(&scenario) != Reached::Uniform || is_spent {
                break;
            }
        }
        self.is_spent |= self.meter.charge(states_for(footprint.steps)).is_err();
        let Footprint { reads, writes, returned, .. } = &footprint;
        let touched: Vec<Place> =
            reads.iter().chain(writes).copied().chain(returned.iter().map(|(place, _)| *place)).collect();
        match self.factor_touched(&touched) {
            Some(factor) => self.absorb(factor, arrival),
            None => self.push(vec![next]),
        }
    }

    fn begin_search(&mut self, arrival: Arrival) {
        let scenario = self.scenario();
        let classes = self.front.as_ref().and_then(|front| front.classes.clone());
        let rule = self.keep_rule(&arrival.fork, classes.is_some());
        let (fork, known) = (arrival.fork.clone(), Rc::clone(&self.orders.known));
        match LoopSearch::new(&scenario, fork, &known, rule, classes, &mut self.meter) {
            Ok(search) => self.search = Some((arrival, search)),
            Err(_) => self.is_spent = true,
        }
    }

    fn keep_rule(&self, fork: &Fork, renames: bool) -> KeepRule {
        let scenario = &self.orders.scenario;
        let (instruction, _) = fork.current_loop();
        let spaces = || scenario.layout.space_ids();
        let is_final = |space: SpaceId| {
            let is_variable = scenario.layout.space(space).kind != SpaceKind::Surface;
            let is_observed = !self.question.observed.is_empty();
            is_observed && is_variable && self.uses.is_final(scenario, instruction, space)
        };
        let own_places = |lane: u8| own_places(scenario, fork, LaneId(lane)).collect();
        KeepRule {
            matters: spaces().map(|space| self.matters(space, instruction + 1)).collect(),
            observed: self.question.observed.clone(),
            is_final: spaces().map(is_final).collect(),
            own_places: renames.then(|| (0..32).map(own_places).collect()),
        }
    }

    /// Returns the part of the contents of a variable that matters from an instruction on.
    fn matters(&self, space: SpaceId, instruction: usize) -> Matters {
        let is_observed = || self.question.observed.iter().any(|seen| seen.place.space == space);
        if self.question.results || self.uses.is_read_from(instruction, space) {
            Matters::Everything
        } else if is_observed() {
            Matters::Observed
        } else {
            Matters::Nothing
        }
    }

    /// Returns the index of the first factor with a cell that satisfies the predicate.
    fn factor_where(&self, is_it: impl Fn(&Cell) -> bool) -> Option<usize> {
        self.factors.iter().position(|factor| factor.cells.iter().any(&is_it))
    }

    /// Returns the index of the first factor with a cell in one of the places.
    fn factor_touched(&self, places: &[Place]) -> Option<usize> {
        self.factor_where(|cell| places.iter().any(|place| place.overlaps(cell.place)))
    }

    /// Replaces every machine by one for each outcome of a factor, including a machine that accesses the factor's
    /// cells.
    fn absorb(&mut self, factor: usize, arrival: Arrival) {
        let factor = self.factors.remove(factor);
        let each = |arrival: &Arrival| {
            factor.outcomes.iter().map(|outcome| arrival.with(&factor, outcome)).collect::<Vec<_>>()
        };
        self.push(vec![arrival]);
        // The replaced machines may have decided the classes.
        self.is_spent |= self.front.take().is_some_and(|front| front.classes.is_some() && front.is_begun);
        if self.arrivals() * factor.outcomes.len() > self.arrivals() + self.free_arrivals() {
            self.is_spent = true;
            return;
        }
        for arrivals in self.pending.values_mut() {
            *arrivals = arrivals.iter().flat_map(each).collect();
        }
    }

    /// Queues machines by their progress.
    fn push(&mut self, arrivals: Vec<Arrival>) {
        let scenario = self.scenario();
        if let Some(arrival) = arrivals.first() {
            self.arrival_bytes = self.arrival_bytes.max(arrival.fork.bytes(&scenario) + ARRIVAL_BYTES);
        }
        for mut arrival in arrivals {
            let point = match arrival.fork.reached(&scenario) {
                Reached::End => {
                    arrival.errors = Errors::from_fork(&arrival.fork);
                    END
                }
                Reached::Instruction(instruction) => {
                    arrival.written = Rc::default();
                    self.forget(&mut arrival.fork, instruction);
                    (instruction, 0, false)
                }
                reached => {
                    let (instruction, number) = arrival.fork.current_loop();
                    (instruction, number + 1, reached == Reached::Uniform)
                }
            };
            self.pending.entry(point).or_default().push(arrival);
        }
    }

    /// Resets variables that do not matter from that instruction on, so that machines that differ only there become equal.
    fn forget(&self, fork: &mut Fork, instruction: usize) {
        let scenario = &self.orders.scenario;
        for space in scenario.layout.space_ids() {
            let matters =
                self.matters(space, instruction) != Matters::Nothing || scenario.notes_breaches_in(space);
            if scenario.layout.space(space).kind != SpaceKind::Surface && !matters {
                fork.restore(scenario, space);
            }
        }
    }

    /// Ends a loop after all groups have been walked.
    fn conclude(&mut self, mut arrival: Arrival, search: LoopSearch) {
        let touched: Vec<Place> = search.lanes().iter().flat_map(LaneReach::touched).collect();
        if let Some(factor) = self.factor_touched(&touched) {
            return self.absorb(factor, arrival);
        }
        let scenario = self.scenario();
        let groups = &search.found;
        note_loop(&mut self.meetings, &scenario, &mut arrival, &search);
        if let Some(front) = &mut self.front {
            front.is_begun = true;
        }
        // The example order is copied after each loop, so rounds without end would take quadratic time.
        self.is_spent |= self.meter.charge(arrival.witness.0.len() / LOOPS_PER_STATE).is_err();
        if self.pending.is_empty() && groups.iter().all(|group| group.is_independent()) {
            let is_observed = !self.question.observed.is_empty();
            let (factors, share) = end_independent(&scenario, &mut arrival, groups, is_observed);
            self.common = self.common.times(&share.orders, &share.of);
            self.factors.extend(factors);
            return self.push(vec![arrival]);
        }
        match after_each(&scenario, &arrival, groups, self.free_arrivals()) {
            Some(arrivals) => self.push(arrivals),
            None => self.is_spent = true,
        }
    }

    /// Returns whether all orders have been explored within the budget.
    pub fn is_complete(&self) -> bool {
        !self.is_spent && self.search.is_none() && self.pending.keys().all(|point| *point == END)
    }

    /// Returns the result; `None` if the budget ran out.
    pub fn finish(mut self) -> Option<Explored> {
        if !self.is_complete() {
            return None;
        }
        let done = self.pending.remove(&END).unwrap_or_default();
        let (factors, meetings) = (std::mem::take(&mut self.factors), std::mem::take(&mut self.meetings));
        let (scenario, common) = (&self.orders.scenario, self.common.clone());
        Some(ends::summary(scenario, &self.question, done, factors, common, meetings))
    }
}

impl Drop for Exploration {
    fn drop(&mut self) {
        let mut known = self.orders.known.borrow_mut();
        known.states += self.meter.used;
        if known.states > MOST_KNOWN {
            known.clear();
        }
    }
}
