//! The ends of a group of lanes, after a walk over all their orders.

use super::graph::{Graph, Results, Turns};
use super::meter::Stuck;
use super::number::{Number, OrderCounts};
use super::walk::{LastTurn, Walk};
use super::witness::complete;
use crate::base::{LaneId, LaneMask};
use crate::exec::Position;
use crate::semantics::TrapReason;
use num_bigint::BigUint;

#[derive(Clone, Debug)]
pub(super) struct GroupEnd {
    /// The bits that it leaves: the contents of each cell, then the results of the lanes that are kept.
    pub written: Results,
    /// The lanes that have trapped. Interchangeable lanes are listed together.
    pub trapped: Vec<(LaneId, TrapReason)>,
    pub is_stopped: bool,
    pub waiting: LaneMask,
    pub orders: OrderCounts,
    /// The turns of one of them.
    pub witness: Vec<u8>,
    /// The number of ends that it represents. They differ in which of the interchangeable lanes has which result.
    pub renamings: BigUint,
}

impl GroupEnd {
    /// Returns how it ends: the lanes that have trapped, whether an access has stopped the machine, and the lanes that wait forever.
    pub fn how(&self) -> (&[(LaneId, TrapReason)], bool, LaneMask) {
        (&self.trapped, self.is_stopped, self.waiting)
    }
}

impl Walk {
    pub fn ends(&self, turns: &mut Turns) -> Result<Vec<GroupEnd>, Stuck> {
        let mut ends = Vec::new();
        for (key, end) in &self.open_ends {
            let mut way = self.way(end.last);
            let results = match self.kept.renames {
                true => self.results_on(turns, &way, key.is_stopped)?,
                false => self.kept.all(key.kept),
            };
            // There are at most 32 lanes.
            complete(&mut way, 0..turns.graph.lanes.len() as u8);
            let mut orders = OrderCounts::default();
            for (&length, count) in &end.counts {
                let (turns, count) = match key.is_stopped && !self.has_second_turns {
                    // The turns that a stop prevents belong to the order, if each lane has one turn.
                    true => {
                        let lanes = turns.graph.lanes.len();
                        (lanes, count.times(&Number::factorial(lanes - length)))
                    }
                    false => (length, count.clone()),
                };
                orders.add(&OrderCounts::new(turns, count.to_big()));
            }
            let graph = &*turns.graph;
            let named = |lane: usize| graph.lane(lane);
            let trapped = key.trapped.iter().flat_map(|&(lane, position)| {
                let Position::Trapped(reason) = *graph.position(position) else {
                    unreachable!("it has trapped")
                };
                self.classes.members(usize::from(lane)).lanes().map(move |lane| (named(lane.index()), reason))
            });
            ends.push(GroupEnd {
                written: graph.written(key.contents, results),
                trapped: trapped.collect(),
                is_stopped: key.is_stopped,
                waiting: key.waiting.lanes().map(|lane| named(lane.index())).collect(),
                orders,
                witness: way.iter().map(|&lane| named(usize::from(lane)).0).collect(),
                renamings: self.renamings(key.kept),
            });
        }
        Ok(ends)
    }

    /// Returns the classes of lanes that may swap their results.
    pub fn renamed(&self, graph: &Graph) -> Vec<LaneMask> {
        let named = |members: LaneMask| members.lanes().map(|lane| graph.lane(lane.index())).collect();
        let classes = self.classes.several().filter(|_| self.kept.renames);
        classes.map(named).collect()
    }

    /// Returns in how many ways interchangeable lanes can have these results.
    fn renamings(&self, kept: u32) -> BigUint {
        if !self.kept.renames {
            return BigUint::from(1u32);
        }
        let of_class = |times: Vec<usize>| {
            let same: BigUint = times.iter().map(|times| Number::factorial(*times).to_big()).product();
            Number::factorial(times.iter().sum()).to_big() / same
        };
        self.kept.times(kept).map(of_class).product()
    }

    /// Returns the turns of one order that leads to an end, without those that change nothing.
    fn way(&self, LastTurn { layer, state, lane }: LastTurn) -> Vec<u8> {
        let (mut depth, mut index) = (layer, state);
        let mut way: Vec<u8> = lane.into_iter().collect();
        while depth > 0 {
            let (before, lane) = self.layers[depth].from[index as usize];
            way.push(lane);
            (depth, index) = (depth - 1, before);
        }
        way.reverse();
        way
    }

    /// Returns the results of lanes with one turn each, in the order of their turns. The lanes that are left follow, unless the
    /// last one stops the run.
    fn results_on(&self, turns: &mut Turns, way: &[u8], is_stopped: bool) -> Result<Results, Stuck> {
        let mut order = way.to_vec();
        if !is_stopped {
            complete(&mut order, 0..turns.graph.lanes.len() as u8);
        }
        let (mut contents, mut results) = (Graph::START, Vec::new());
        for lane in order {
            let turn = turns.take(lane.into(), contents)?;
            contents = turn.contents;
            results.extend(self.kept.cut(&turns.graph.results(lane.into(), turn.results)));
        }
        Ok(results.into())
    }
}
