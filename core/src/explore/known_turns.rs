//! The turns of a scenario that are known. The questions about it share them, so the machine runs each turn once.

use super::graph::{Graph, TURN_STEPS};
use super::groups::{Group, LaneReach};
use super::meter::{Meter, Stuck, states_for};
use crate::base::LaneId;
use crate::exec::{Footprint, Fork, Position, Scenario, TurnInputs};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;

/// The maximum number of turns of a lane that runs alone to find the places that it accesses.
const LANE_TURNS: usize = 10_000;

/// The maximum number of loops whose turns are kept for later questions.
const MOST_MOMENTS: usize = 1000;

/// The turns of a loop that are known. Later questions find them here.
#[derive(Debug)]
pub(super) struct Moment {
    pub lanes: Vec<LaneReach>,
    graphs: Vec<Graph>,
    /// The number of turns of lanes that ran alone.
    pub turns_alone: usize,
    /// The number of states that pay for the micro-steps of these turns.
    cost_alone: usize,
    /// The number of times that lanes have accessed places for the first time.
    pub growths: usize,
}

/// The turns of a scenario that are known, by what they depend on before a loop. The questions about a scenario share them.
#[derive(Debug, Default)]
pub(super) struct KnownTurns {
    moments: FxHashMap<TurnInputs, Rc<RefCell<Moment>>>,
    pub questions: u32,
    /// The number of states that the questions so far have counted.
    pub states: usize,
}

impl KnownTurns {
    pub fn clear(&mut self) {
        (self.moments, self.states) = (FxHashMap::default(), 0);
    }

    pub fn machine_turns(&self) -> usize {
        let of_moment = |moment: &Rc<RefCell<Moment>>| {
            let moment = moment.borrow();
            moment.turns_alone + moment.graphs.iter().map(|graph| graph.machine_turns).sum::<usize>()
        };
        self.moments.values().map(of_moment).sum()
    }

    /// Returns the turns of the loop before which a machine is.
    pub fn moment(
        &mut self,
        scenario: &Scenario,
        base: &Fork,
        meter: &mut Meter,
    ) -> Result<Rc<RefCell<Moment>>, Stuck> {
        let key = base.turn_inputs();
        if let Some(moment) = self.moments.get(&key) {
            meter.charge(moment.borrow().cost_alone)?;
            return Ok(Rc::clone(moment));
        }
        let mut moment =
            Moment { lanes: Vec::new(), graphs: Vec::new(), turns_alone: 0, cost_alone: 0, growths: 0 };
        for lane in base.waiting().lanes() {
            let reach = moment.run_alone(scenario, base, lane, meter)?;
            moment.lanes.push(reach);
        }
        let moment = Rc::new(RefCell::new(moment));
        if self.moments.len() >= MOST_MOMENTS {
            self.moments.clear();
        }
        self.moments.insert(key, Rc::clone(&moment));
        Ok(moment)
    }
}

impl Moment {
    /// Returns the places that a lane accesses if it has all its turns before any other lane, or until it
    /// has had [`LANE_TURNS`] turns and is likely to wait for another lane.
    fn run_alone(
        &mut self,
        scenario: &Scenario,
        base: &Fork,
        lane: LaneId,
        meter: &mut Meter,
    ) -> Result<LaneReach, Stuck> {
        let (mut fork, mut reach, mut footprint) = (base.clone(), LaneReach::new(lane), Footprint::default());
        let mut passed = FxHashSet::default();
        for _ in 0..LANE_TURNS {
            footprint.clear();
            self.turns_alone += 1;
            let after = fork.turn(scenario, lane, TURN_STEPS, &mut footprint).ok_or(Stuck::Spent)?;
            let cost = states_for(footprint.steps);
            self.cost_alone += cost;
            meter.charge(cost)?;
            reach.add(&footprint);
            reach.stops = fork.is_stopped();
            if reach.stops || !matches!(after, Position::At { .. }) {
                return Ok(reach);
            }
            if !footprint.writes.is_empty() {
                passed.clear();
            }
            if !passed.insert(after) {
                // The lane repeats itself.
                return Ok(reach);
            }
        }
        // Places that it accesses later are added when a walk reaches them.
        Ok(reach)
    }

    pub fn graph(&mut self, base: &Fork, group: &Group) -> &mut Graph {
        let known = self.graphs.iter().position(|graph| graph.group == *group);
        let number = known.unwrap_or_else(|| {
            self.graphs.push(Graph::new(base.clone(), group.clone(), &self.lanes));
            self.graphs.len() - 1
        });
        &mut self.graphs[number]
    }

    /// Notes the places that lanes have accessed for the first time, and drops the graphs that did not know of them.
    pub fn note_growth(&mut self, group: &Group) {
        let Some(number) = self.graphs.iter().position(|graph| graph.group == *group) else { return };
        let grown = self.graphs.remove(number);
        self.growths += 1;
        for (&member, lane) in group.members.iter().zip(grown.lanes) {
            self.lanes[member] = lane;
        }
        let lanes = &self.lanes;
        self.graphs.retain(|graph| {
            graph.group.members.iter().zip(&graph.lanes).all(|(member, lane)| lanes[*member] == *lane)
        });
    }
}
