//! Classes of interchangeable lanes. Lanes of one class do the same with any contents, which the text shows: they have one turn
//! and equal inputs, and use their numbers in no other way.

use super::groups::LaneReach;
use super::loop_text::{LoopText, own_inputs};
use crate::base::{LaneId, LaneMask};
use crate::exec::{Fork, Scenario};
use crate::machine::Place;
use crate::semantics::StatementKind;

/// For each lane, the lanes in its class. Lanes are counted by number before they are in groups, and by index in a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Classes(Vec<LaneMask>);

impl Classes {
    pub fn one() -> Self {
        Self(vec![LaneMask(u32::MAX); LaneMask::LANES])
    }

    /// Puts each lane into a class of its own.
    pub fn alone() -> Self {
        Self((0..LaneMask::LANES).map(|lane| LaneMask(1 << lane)).collect())
    }

    /// Keeps those lanes in one class that have equal keys.
    pub fn refine<K: Eq>(&mut self, key: impl Fn(LaneId) -> K) {
        // There are at most 32 lanes.
        let keys: Vec<K> = (0..self.0.len() as u8).map(|lane| key(LaneId(lane))).collect();
        for (members, key) in self.0.iter_mut().zip(&keys) {
            *members = members.lanes().filter(|lane| keys[lane.index()] == *key).collect();
        }
    }

    /// Keeps those lanes in one class that a machine before a loop shows to be interchangeable. With `returns`, their results matter
    /// and are interchangeable too.
    pub fn refine_by_inputs(&mut self, scenario: &Scenario, fork: &Fork, text: &LoopText, returns: bool) {
        let bound = &scenario.program[fork.current_loop().0];
        let StatementKind::Foreach { variable, .. } = bound.code.statements[fork.body().start].kind else {
            unreachable!("lanes have turns in a `foreach_active`");
        };
        let waiting = fork.waiting();
        let compares_old = returns && !text.always_returns;
        // Up to its first access to memory, a lane does the same in all orders. From there on, its locals and inputs tell it from
        // others.
        let key = |lane: LaneId| {
            let is_comparable = text.has_one_turn && !bound.memory.live_sources;
            if !is_comparable || !waiting.contains(lane.index()) {
                return None;
            }
            let (statement, mut locals) = fork.first_access(scenario, lane);
            locals[usize::from(variable.0)] = None;
            let first = if text.has_loops { fork.body().start } else { statement };
            let operands = own_inputs(&bound.code, first..fork.body().end, variable)?;
            let mut inputs = fork.own_inputs(scenario, lane, &operands);
            if compares_old {
                // A lane that returns nothing leaves its destination unchanged.
                inputs.extend(own_places(scenario, fork, lane).map(|place| fork.state().read(place)));
            }
            Some((statement, locals, inputs))
        };
        // A lane without a key is alone.
        self.refine(|lane| key(lane).ok_or(lane));
    }

    /// Returns the classes of the lanes of a group, by index.
    pub fn in_group(&self, lanes: &[LaneReach]) -> Self {
        let members = |lane: &LaneReach| {
            let members = self.members(lane.lane.index());
            let is_member = |index: &usize| members.contains(lanes[*index].lane.index());
            (0..lanes.len()).filter(is_member).fold(LaneMask::default(), |all, index| all.with(index, true))
        };
        Self(lanes.iter().map(members).collect())
    }

    pub fn members(&self, lane: usize) -> LaneMask {
        self.0[lane]
    }

    /// Returns the first lane of the class of a lane.
    pub fn representative(&self, lane: usize) -> usize {
        self.0[lane].0.trailing_zeros() as usize
    }

    /// Returns the number of lanes in the class of a lane that are not in the mask `done`.
    pub fn unused_in_class(&self, lane: usize, done: u32) -> usize {
        (self.0[lane].0 & !done).count_ones() as usize
    }

    /// Returns the classes with more than one lane.
    pub fn several(&self) -> impl Iterator<Item = LaneMask> {
        let firsts = (0..self.0.len()).filter(|lane| self.representative(*lane) == *lane);
        firsts.map(|lane| self.members(lane)).filter(|members| members.count() > 1)
    }

    /// Returns the number of sets of lanes that can have had their turns, counting those once that differ in interchangeable lanes
    /// only.
    pub fn sets(&self) -> usize {
        let firsts = (0..self.0.len()).filter(|lane| self.representative(*lane) == *lane);
        firsts.fold(1, |sets: usize, lane| sets.saturating_mul(self.members(lane).count() + 1))
    }
}

/// Returns the places of a lane's own elements of output operands.
pub(super) fn own_places(scenario: &Scenario, fork: &Fork, lane: LaneId) -> impl Iterator<Item = Place> {
    let bound = &scenario.program[fork.current_loop().0];
    bound.outputs().flat_map(move |operand| operand.places(lane.index()))
}

#[cfg(test)]
mod tests {
    use super::Classes;
    use crate::base::{LaneId, LaneMask};
    use crate::explore::groups::LaneReach;
    use crate::test;

    /// Lanes 0, 1 and 4 are alike by the first key, and 1 and 4 by both.
    #[test]
    fn classes_are_refined() {
        let mut all = Classes::one();
        all.refine(|lane| matches!(lane.0, 0 | 1 | 4));
        all.refine(|lane| lane.0 > 0);
        let classes = all.in_group(&[0, 1, 2, 4].map(|lane| LaneReach::new(LaneId(lane))));
        assert_eq!((classes.representative(3), classes.members(1)), (1, LaneMask(0b1010)));
        assert_eq!((classes.unused_in_class(3, 0b0010), classes.unused_in_class(0, 0)), (1, 1));
        assert_eq!(classes.several().collect::<Vec<_>>(), [LaneMask(0b1010)]);
        // Each of lanes 0 and 2 alone, and none, one or two of lanes 1 and 4.
        assert_eq!(classes.sets(), 2 * 2 * 3);
    }
}
