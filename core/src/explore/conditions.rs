//! Explanations of outcomes: which lanes have their turns before which others.

use super::graph::TURN_STEPS;
use super::number::Number;
use super::outcome::{Factor, Outcome};
use super::witness::LoopId;
use crate::base::{Bits, LaneId, LaneMask};
use crate::exec::{Footprint, Fork, Reached, RunError, Scenario};
use crate::machine::State;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The maximum number of micro-steps of a run before the turns of the explained lanes, and of a run after them.
const MOST_STEPS: u64 = 100_000;

/// The maximum number of lanes whose orders are all run for an explanation.
const MOST_LANES: usize = 6;

/// The maximum number of alternatives of an explanation.
const MOST_ALTERNATIVES: usize = 3;

/// The first lane has its turn before the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Before(pub LaneId, pub LaneId);

/// The conditions under which an outcome occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderConditions {
    /// Each order that leads to the outcome fulfils one of the alternatives. An alternative is a list of conditions
    /// that must all hold.
    pub alternatives: Vec<Vec<Before>>,
    /// Whether every order that fulfils an alternative leads to the outcome. Otherwise the conditions are necessary,
    /// but not sufficient.
    #[serde(rename = "sufficient")]
    pub is_sufficient: bool,
}

impl OrderConditions {
    /// Returns whether the conditions are short enough to be read: at most 12 pairs, and no empty alternative.
    pub fn is_short(&self) -> bool {
        let pairs: usize = self.alternatives.iter().map(Vec::len).sum();
        (1..=12).contains(&pairs) && self.alternatives.iter().all(|pairs| !pairs.is_empty())
    }

    /// Describes the conditions, as half a sentence: `exactly if lanes 1 and 2 come before lane 0`.
    pub fn in_words(&self) -> String {
        let all: Vec<String> = self.alternatives.iter().map(|pairs| precedence(pairs)).collect();
        let how = if self.is_sufficient { "exactly if" } else { "only if" };
        format!("{how} {}", all.join("; or "))
    }
}

/// Describes which lanes come before which: `lanes 1 and 2 come before lane 0, and lane 3 comes before lane 4`.
fn precedence(pairs: &[Before]) -> String {
    let mut before = BTreeMap::<LaneId, LaneMask>::new();
    let mut after = BTreeMap::<LaneId, LaneMask>::new();
    for Before(first, second) in pairs {
        let add = |lanes: &mut LaneMask, lane: &LaneId| *lanes = lanes.with(lane.index(), true);
        add(before.entry(*second).or_default(), first);
        add(after.entry(*first).or_default(), second);
    }
    let come = |firsts: LaneMask| if firsts.count() == 1 { "comes" } else { "come" };
    let groups: Vec<String> = if before.len() <= after.len() {
        let group = |(second, firsts): (&LaneId, &LaneMask)| {
            format!("{} {} before lane {second}", firsts.in_words(), come(*firsts))
        };
        before.iter().map(group).collect()
    } else {
        let group = |(first, seconds): (&LaneId, &LaneMask)| {
            format!("lane {first} comes before {}", seconds.in_words())
        };
        after.iter().map(group).collect()
    };
    groups.join(", and ")
}

/// An order, as the position of each lane in it.
type LanePositions = Vec<usize>;

/// The state of a machine after the turns of some lanes: these lanes, memory, and the errors of the run.
type StateKey = (LaneMask, State, SmallVec<[(RunError, LaneMask); 1]>);

/// A machine after the turns of some lanes, and the orders of these turns that lead there.
#[derive(Debug)]
struct Branch {
    taken: LaneMask,
    fork: Fork,
    orders: Vec<Vec<LaneId>>,
}

/// An explanation of the outcomes of a factor that is being made: walks all orders of its lanes, machine by machine. All other
/// turns are taken in ascending order.
#[derive(Debug)]
pub struct Explaining {
    loop_id: LoopId,
    lanes: Vec<LaneId>,
    /// The machines that continue next. They have had equally many turns.
    layer: Vec<Branch>,
    /// The machines after one more turn.
    next: IndexMap<StateKey, Branch, FxBuildHasher>,
    /// The orders that lead to each outcome; `None` if a run is too long.
    leading: Option<Vec<Vec<LanePositions>>>,
}

impl Explaining {
    /// Begins an explanation. `None` if the factor has more than six lanes, if a lane has several turns, or if the instruction has
    /// several loops.
    pub fn new(factor: &Factor, scenario: &Scenario) -> Option<Self> {
        let mut lanes: Vec<u8> = Vec::new();
        let mut loop_id = None;
        for outcome in &factor.outcomes {
            let mut loops = outcome.witness.0.iter();
            let (Some((at, turns)), None) = (loops.next(), loops.next()) else { return None };
            if at.1 != 0 || *loop_id.get_or_insert(*at) != *at {
                return None;
            }
            lanes.clone_from(turns);
        }
        lanes.sort_unstable();
        let is_once = lanes.windows(2).all(|pair| pair[0] != pair[1]);
        let loop_id = loop_id.filter(|_| is_once && lanes.len() <= MOST_LANES)?;
        if factor.orders != Number::factorial(lanes.len()).to_big() {
            return None;
        }
        let mut fork = Fork::new(scenario);
        let is_before =
            |fork: &Fork| fork.reached(scenario) != Reached::Turns || fork.current_loop() != loop_id;
        run_while(scenario, &mut fork, is_before)?;
        Some(Self {
            loop_id,
            lanes: lanes.into_iter().map(LaneId).collect(),
            layer: vec![Branch { taken: LaneMask::default(), fork, orders: vec![Vec::new()] }],
            next: IndexMap::default(),
            leading: Some(vec![Vec::new(); factor.outcomes.len()]),
        })
    }

    /// Takes the next turns of a machine, or runs it to its end. Returns whether the explanation is complete.
    pub fn advance(&mut self, factor: &Factor, scenario: &Scenario) -> bool {
        if self.layer.is_empty() {
            self.layer.extend(std::mem::take(&mut self.next).into_values());
        }
        let Some(branch) = self.layer.pop() else { return true };
        let is_done = match branch.orders.first().is_some_and(|order| order.len() == self.lanes.len()) {
            true => self.end(branch, factor, scenario),
            false => self.take_turns(branch, scenario),
        };
        if is_done.is_none() {
            self.leading = None;
        }
        is_done.is_none()
    }

    /// Takes a turn of each lane that is left, each on a machine of its own. `None` if a turn is too long.
    fn take_turns(&mut self, Branch { taken, fork, orders }: Branch, scenario: &Scenario) -> Option<()> {
        // The turns that a stop prevents belong to the order.
        let is_over = fork.reached(scenario) != Reached::Turns || fork.current_loop() != self.loop_id;
        for lane in self.lanes.iter().filter(|lane| !taken.contains(lane.index())) {
            let mut fork = fork.clone();
            if !is_over && fork.waiting().contains(lane.index()) {
                fork.turn(scenario, *lane, TURN_STEPS, &mut Footprint::default())?;
            }
            let taken = taken.with(lane.index(), true);
            let longer = orders.iter().map(|order| [&order[..], &[*lane]].concat());
            let key = (taken, fork.state().clone(), fork.errors());
            let new = || Branch { taken, fork, orders: Vec::new() };
            self.next.entry(key).or_insert_with(new).orders.extend(longer);
        }
        Some(())
    }

    /// Runs a machine to its end, and adds its orders to those of the outcome. `None` if the run is too long.
    fn end(&mut self, mut branch: Branch, factor: &Factor, scenario: &Scenario) -> Option<()> {
        run_while(scenario, &mut branch.fork, |fork| fork.reached(scenario) != Reached::End)?;
        let position = |order: &Vec<LaneId>, lane| order.iter().position(|other| other == lane);
        let positions = |order| self.lanes.iter().filter_map(|lane| position(order, lane)).collect();
        let orders: Vec<LanePositions> = branch.orders.iter().map(positions).collect();
        self.leading.as_mut()?[factor.outcome_of(&branch.fork)?].extend(orders);
        Some(())
    }

    /// Returns the conditions of each outcome. `None` if a run is too long.
    pub fn finish(self) -> Option<Vec<OrderConditions>> {
        let lanes = self.lanes;
        let explain = |orders: Vec<LanePositions>| {
            let explained = alternatives(&orders, MOST_ALTERNATIVES);
            let is_sufficient = explained.is_some();
            let found = explained.unwrap_or_else(|| vec![necessary(&orders)]);
            let named = |pairs: Vec<(usize, usize)>| {
                reduced(&pairs).into_iter().map(|(a, b)| Before(lanes[a], lanes[b])).collect()
            };
            OrderConditions { alternatives: found.into_iter().map(named).collect(), is_sufficient }
        };
        Some(self.leading?.into_iter().map(explain).collect())
    }
}

impl Factor {
    /// Returns the index of the outcome with which a machine has ended.
    fn outcome_of(&self, fork: &Fork) -> Option<usize> {
        let values: Vec<Bits> = self.cells.iter().map(|cell| cell.read(fork.state())).collect();
        let how = (fork.is_halted(), fork.gave_up());
        let is_it =
            |outcome: &Outcome| outcome.values == values && (outcome.is_stopped, outcome.gave_up) == how;
        self.outcomes.iter().position(is_it)
    }
}

/// Runs a machine while a condition holds, with the turns of each loop in ascending order. `None` if that takes too long.
fn run_while(scenario: &Scenario, fork: &mut Fork, goes_on: impl Fn(&Fork) -> bool) -> Option<()> {
    let mut footprint = Footprint::default();
    let mut steps = 0;
    while goes_on(fork) {
        match fork.reached(scenario) {
            Reached::End => return None,
            Reached::Turns => {
                let lane = fork.waiting().lanes().next()?;
                fork.turn(scenario, lane, TURN_STEPS, &mut footprint)?;
            }
            _ => fork.step(scenario, &mut footprint),
        }
        steps += footprint.steps.max(1);
        if steps > MOST_STEPS {
            return None;
        }
        footprint.clear();
    }
    Some(())
}

/// Returns all permutations of 0 to `count - 1`.
fn permutations(count: usize) -> Vec<LanePositions> {
    let mut all = vec![Vec::new()];
    for lane in 0..count {
        let with = |order: &Vec<usize>| {
            let order = order.clone();
            (0..=order.len())
                .map(move |at| [&order[..at], &[lane], &order[at..]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// Returns the pairs of lanes whose first lane comes before the second in all of these orders.
fn necessary(orders: &[LanePositions]) -> Vec<(usize, usize)> {
    let count = orders.first().map_or(0, Vec::len);
    let pairs = (0..count).flat_map(|a| (0..count).map(move |b| (a, b)));
    let holds = |&(a, b): &(usize, usize)| a != b && orders.iter().all(|places| places[a] < places[b]);
    pairs.filter(holds).collect()
}

/// Returns at most `most` sets of pairs such that each of these orders fulfils one of the sets, and no other order
/// does.
fn alternatives(orders: &[LanePositions], most: usize) -> Option<Vec<Vec<(usize, usize)>>> {
    let pairs = necessary(orders);
    let count = orders.first().map_or(0, Vec::len);
    let fulfils = |places: &&LanePositions| pairs.iter().all(|&(a, b)| places[a] < places[b]);
    if permutations(count).iter().filter(fulfils).count() == orders.len() {
        return Some(vec![pairs]);
    }
    if most < 2 {
        return None;
    }
    let splits = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let mut best: Option<Vec<Vec<(usize, usize)>>> = None;
    for (a, b) in splits {
        let (first, second): (Vec<LanePositions>, Vec<LanePositions>) =
            orders.iter().cloned().partition(|places| places[a] < places[b]);
        if first.is_empty() || second.is_empty() {
            continue;
        }
        let room = best.as_ref().map_or(most, |best| best.len() - 1);
        let Some(mut found) = alternatives(&first, room - 1) else { continue };
        let Some(others) = alternatives(&second, room - found.len()) else { continue };
        found.extend(others);
        if found.len() == 2 {
            return Some(found);
        }
        best = Some(found);
    }
    best
}

/// Returns the pairs that do not follow from two others.
fn reduced(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let follows = |&(a, b): &(usize, usize)| pairs.iter().any(|&(x, y)| x == a && pairs.contains(&(y, b)));
    pairs.iter().copied().filter(|pair| !follows(pair)).collect()
}
