//! Orders drawn at random, for questions that exceed the budget. Outcomes of a sample are possible. Other outcomes may
//! be possible too.

use super::ends::{is_observable, joint};
use super::outcome::{Cause, Causes, Errors};
use super::outcome::{Factor, Outcome, Question};
use super::witness::{LoopId, Witness};
use crate::base::{LaneMask, split_mix};
use crate::exec::{Footprint, Fork, Reached, Scenario};
use crate::machine::State;
use indexmap::IndexMap;
use num_bigint::BigUint;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The maximum number of outcomes that are listed, and of bytes that they may hold.
const MOST_LISTED: usize = 1000;
const MOST_BYTES: usize = 32 << 20;

/// The maximum number of outcomes that are counted. Their fingerprints take at most 16 MiB.
const MOST_FOUND: usize = 1 << 20;

/// The maximum number of bytes of memory of all drawn orders together. Fewer orders are drawn of scenarios with large memories.
const MOST_COMPARED: u64 = 4 << 30;

/// The maximum number of micro-steps of all drawn orders together: some 10 s of work.
const MOST_DRAWN_STEPS: u64 = 100_000_000;

/// The maximum number of micro-steps of one order outside turns, and of one turn.
const MOST_STEPS: u32 = 100_000;

/// The number of turns of an order after which lanes that wait for each other are first looked for.
const FIRST_LOOK: usize = 64;

/// The maximum number of turns of one order.
const MOST_TURNS: usize = 100_000;

/// A sample that is being drawn.
#[derive(Debug)]
pub struct Sampling {
    scenario: Rc<Scenario>,
    question: Question,
    seed: u64,
    generator: u64,
    most: u64,
    drawn: u64,
    current: Option<Drawing>,
    /// The number of turns of each lane in each loop of the first order.
    expected: BTreeMap<LoopId, [u32; 32]>,
    is_even: bool,
    /// Whether the last order is too long to run. It is not part of the sample.
    is_spent: bool,
    /// The micro-steps of all orders so far.
    steps: u64,
    /// The first outcomes, by the state at the end and how the run ends.
    pub(super) listed: IndexMap<(State, bool, LaneMask), Outcome, FxBuildHasher>,
    listed_bytes: usize,
    /// Fingerprints of the outcomes that occurred, at most [`MOST_FOUND`].
    found: FxHashSet<u64>,
    unlisted: u64,
    stopping: u64,
    causes: Causes,
}

#[derive(Debug)]
struct Drawing {
    fork: Fork,
    witness: Witness,
    /// The number of turns of each lane in the current loop.
    had: [u32; 32],
    turns: usize,
    steps: u32,
}

/// The outcomes of orders drawn at random.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The seed. The same seed draws the same orders.
    pub seed: u64,
    /// The number of orders that were drawn.
    pub drawn: u64,
    /// The number of outcomes that occurred. There may be more.
    pub found: usize,
    /// Whether every order is equally likely to be drawn. That is not known if the number of turns of a lane depends on
    /// the order.
    pub is_even: bool,
    /// The cells that differ, and the outcomes that occurred first, each with the number of drawn orders that led
    /// there.
    pub factor: Factor,
    /// The number of drawn orders whose outcomes are not listed.
    pub unlisted: u64,
    /// The number of drawn orders in which the run stops before its end.
    pub stopping: u64,
    /// Why it stops, with numbers of drawn orders.
    pub causes: Vec<Cause>,
}

impl Sampling {
    /// Creates a sample of at most that many orders.
    pub fn new(scenario: Rc<Scenario>, question: Question, seed: u64, most: u64) -> Self {
        let bytes: usize = scenario.layout.spaces.iter().map(|space| 2 * space.size_bytes).sum();
        Self {
            scenario,
            question,
            seed,
            generator: seed,
            most: most.min(MOST_COMPARED / (bytes as u64).max(1)),
            drawn: 0,
            current: None,
            expected: BTreeMap::new(),
            is_even: true,
            is_spent: false,
            steps: 0,
            listed: IndexMap::default(),
            listed_bytes: 0,
            found: FxHashSet::default(),
            unlisted: 0,
            stopping: 0,
            causes: Causes::default(),
        }
    }

    /// Returns the number of orders that have been drawn.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Draws at most that many turns. Returns whether the sample is complete, or as large as it may get.
    pub fn advance(&mut self, turns: usize) -> bool {
        for _ in 0..turns {
            if self.drawn >= self.most || self.is_spent || self.steps > MOST_DRAWN_STEPS {
                return true;
            }
            let mut drawing = self.current.take().unwrap_or_else(|| Drawing::new(&self.scenario));
            if self.draw_turn(&mut drawing) {
                self.count_outcome(drawing);
            } else {
                self.current = Some(drawing);
            }
        }
        false
    }

    /// Draws the next turn. Returns whether the order has ended.
    fn draw_turn(&mut self, drawing: &mut Drawing) -> bool {
        let scenario = Rc::clone(&self.scenario);
        let mut footprint = Footprint::default();
        while !matches!(drawing.fork.reached(&scenario), Reached::Turns | Reached::End) {
            drawing.fork.step(&scenario, &mut footprint);
            self.steps += std::mem::take(&mut footprint.steps);
            drawing.steps += 1;
            self.is_spent |= drawing.steps > MOST_STEPS;
            if self.is_spent || self.steps > MOST_DRAWN_STEPS {
                return false;
            }
        }
        if drawing.fork.reached(&scenario) == Reached::End {
            return true;
        }
        let loop_id = drawing.fork.current_loop();
        let counts = drawing.fork.order_counts(&scenario);
        let expected = self.expected.get(&loop_id);
        let left =
            |lane: usize| expected.map_or(1, |turns| turns[lane].saturating_sub(drawing.had[lane]).max(1));
        let waiting = drawing.fork.waiting();
        // A lane with more turns left comes next in more of the orders.
        let all: u64 = waiting.lanes().map(|lane| u64::from(left(lane.index()))).sum();
        let mut number = split_mix(&mut self.generator) % all.max(1);
        let mut lanes = waiting.lanes();
        let mut lane = lanes.next().expect("some lane has a turn");
        while counts && number >= u64::from(left(lane.index())) {
            number -= u64::from(left(lane.index()));
            lane = lanes.next().expect("the number was drawn below the sum");
        }
        let turn = drawing.fork.turn(&scenario, lane, MOST_STEPS, &mut footprint);
        self.steps += footprint.steps;
        drawing.turns += 1;
        if turn.is_none() || drawing.turns > MOST_TURNS {
            self.is_spent = true;
            return false;
        }
        drawing.had[lane.index()] += 1;
        if counts {
            drawing.witness.add(loop_id, &[lane.0]);
        }
        let is_look_due = drawing.turns >= FIRST_LOOK && drawing.turns.is_power_of_two();
        if is_look_due
            && drawing.fork.reached(&scenario) == Reached::Turns
            && drawing.fork.all_wait(&scenario)
        {
            drawing.witness.complete(loop_id, waiting.lanes());
            drawing.fork.give_up(drawing.fork.waiting());
            self.is_even = false;
            return false;
        }
        let is_over =
            drawing.fork.reached(&scenario) != Reached::Turns || drawing.fork.current_loop() != loop_id;
        if is_over {
            if counts {
                // A run that stops leaves lanes without a turn.
                drawing.witness.complete(loop_id, waiting.lanes());
            }
            let had = std::mem::take(&mut drawing.had);
            // Lanes without a turn before a stop have none after it.
            let expected = *self.expected.entry(loop_id).or_insert(had);
            // Orders of one turn of each lane are drawn evenly, whichever lanes have one.
            let is_divisible = had.iter().chain(&expected).any(|turns| *turns > 1);
            let is_other = expected != had && is_divisible && !drawing.fork.is_stopped();
            self.is_even &= !is_other || !counts;
        }
        false
    }

    fn count_outcome(&mut self, drawing: Drawing) {
        self.drawn += 1;
        let Drawing { mut fork, witness, .. } = drawing;
        self.stopping += u64::from(fork.is_halted());
        self.causes.add(&Errors::from_fork(&fork), &BigUint::from(1u32), &witness);
        for space in self.scenario.layout.space_ids() {
            if !is_observable(&self.scenario, &self.question, space) {
                fork.restore(&self.scenario, space);
            }
        }
        let (state, is_stopped, gave_up) = (fork.state().clone(), fork.is_halted(), fork.gave_up());
        if self.found.len() < MOST_FOUND {
            self.found.insert(state.fingerprint() ^ u64::from(is_stopped) ^ u64::from(gave_up.0) << 32);
        }
        let bytes = state.own_bytes(&self.scenario.initial) + witness.bytes();
        let key = (state, is_stopped, gave_up);
        if let Some(known) = self.listed.get_mut(&key) {
            known.orders += 1u32;
            return;
        }
        if self.listed.len() >= MOST_LISTED || self.listed_bytes + bytes > MOST_BYTES {
            self.unlisted += 1;
            return;
        }
        self.listed_bytes += bytes;
        let (orders, renamings) = (BigUint::from(1u32), BigUint::from(1u32));
        let outcome = Outcome { values: Vec::new(), is_stopped, gave_up, orders, witness, renamings };
        self.listed.insert(key, outcome);
    }

    /// Returns the sample: the orders before the first one that is too long to run. `None` if there are none.
    pub fn finish(self) -> Option<Sample> {
        if self.drawn == 0 {
            return None;
        }
        let Self { seed, drawn, unlisted, stopping, .. } = self;
        let is_even = self.is_even && !self.is_spent;
        let ends = self.listed.into_iter().map(|((state, ..), outcome)| (state, outcome));
        let mut factor = joint(&self.scenario, &self.question, &ends.collect::<Vec<_>>(), &[]);
        factor.orders = BigUint::from(drawn);
        factor.outcomes.sort_by(|a, b| b.orders.cmp(&a.orders));
        let (found, causes) = (self.found.len(), self.causes.sorted());
        Some(Sample { seed, drawn, found, is_even, factor, unlisted, stopping, causes })
    }
}

impl Drawing {
    fn new(scenario: &Scenario) -> Self {
        let fork = Fork::new(scenario);
        Self { fork, witness: Witness::default(), had: [0; 32], turns: 0, steps: 0 }
    }
}

/// Returns the bounds of the share of orders from a sample: the Wilson interval, which holds the true share for 95 of
/// 100 samples.
pub fn interval(times: u64, drawn: u64) -> (f64, f64) {
    // The 97.5th percentile of the normal distribution.
    const Z: f64 = 1.959_963_984_540_054;
    if drawn == 0 {
        return (0.0, 1.0);
    }
    let n = drawn as f64;
    let share = times as f64 / n;
    let middle = share + Z * Z / (2.0 * n);
    let half = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    (((middle - half) / whole).max(0.0), ((middle + half) / whole).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::interval;
    use crate::test;

    #[test]
    fn intervals_are_wilsons() {
        // 5 of 10: the middle is (0.5 + 3.8415 / 20) / 1.38415 = 0.5; half the width
        // 1.95996 * sqrt(0.025 + 3.8415 / 400) / 1.38415 = 1.95996 * 0.186019 / 1.38415 = 0.263405.
        let (low, high) = interval(5, 10);
        assert!((low - 0.236_595).abs() < 1e-5 && (high - 0.763_405).abs() < 1e-5, "{low} {high}");
        // None of 10: from 0 to z^2 / (n + z^2) = 3.8415 / 13.8415.
        let (low, high) = interval(0, 10);
        assert!(low == 0.0 && (high - 0.277_533).abs() < 1e-5, "{low} {high}");
        assert_eq!(interval(0, 0), (0.0, 1.0));
    }
}
