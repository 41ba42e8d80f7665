//! Classes of interchangeable lanes. Lanes of one class do the same with any contents, which the text shows: they have one turn
//! and equal inputs, and use their numbers in no other way.

use super::loop_text::{LoopText, own_inputs};
use crate::base::{LaneId, LaneMask};
use crate::exec::{Fork, Scenario};
use crate::machine::Place;
use crate::semantics::StatementKind;
use rustc_hash::FxHashMap;

/// The maximum number of lanes.
const MOST_LANES: usize = 32;

/// For each lane of a loop, the number of its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LaneClasses([u32; MOST_LANES]);

impl LaneClasses {
    /// Puts all lanes into one class.
    pub fn one() -> Self {
        Self([0; MOST_LANES])
    }

    /// Puts each lane into a class of its own.
    pub fn alone() -> Self {
        // There are at most 32 lanes.
        Self(std::array::from_fn(|lane| lane as u32))
    }

    /// Keeps those lanes in one class that have equal keys.
    pub fn refine<K: Eq + std::hash::Hash>(&mut self, key: impl Fn(LaneId) -> K) {
        let mut numbers = FxHashMap::default();
        for (lane, class) in (0..).zip(&mut self.0) {
            let new = numbers.len() as u32;
            *class = *numbers.entry((*class, key(LaneId(lane)))).or_insert(new);
        }
    }

    /// Keeps those lanes in one class that a machine before a loop shows to be interchangeable. With `returns`, their results matter
    /// and are interchangeable too.
    pub fn refine_by_inputs(&mut self, scenario: &Scenario, fork: &Fork, text: &LoopText, returns: bool) {
        let bound = &scenario.program[fork.place().0];
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

    /// Returns the classes of some lanes.
    pub fn of(&self, lanes: impl Iterator<Item = LaneId>) -> Classes {
        let ids: Vec<u32> = lanes.map(|lane| self.0[lane.index()]).collect();
        let members = |id: &u32| {
            let all = (0..ids.len()).filter(|lane| ids[*lane] == *id);
            all.fold(0, |mask, lane| mask | 1 << lane)
        };
        Classes(ids.iter().map(members).collect())
    }
}

/// For each lane of a group, by index, a mask of the lanes in its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Classes(Vec<u32>);

impl Classes {
    /// Returns the lanes in the class of a lane, by index.
    pub fn members(&self, lane: usize) -> LaneMask {
        LaneMask(self.0[lane])
    }

    /// Returns the first lane of the class of a lane.
    pub fn representative(&self, lane: usize) -> usize {
        self.0[lane].trailing_zeros() as usize
    }

    /// Returns the number of lanes in the class of a lane that are not in the mask `done`.
    pub fn unused_in_class(&self, lane: usize, done: u32) -> usize {
        (self.0[lane] & !done).count_ones() as usize
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
    let bound = &scenario.program[fork.place().0];
    bound.outputs().flat_map(move |operand| operand.places(lane.index()))
}

#[cfg(test)]
mod tests {
    use super::LaneClasses;
    use crate::base::{LaneId, LaneMask};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// Lanes 0, 1 and 4 are alike by the first key, and 1 and 4 by both.
    #[test]
    fn classes_are_refined() {
        let mut all = LaneClasses::one();
        all.refine(|lane| matches!(lane.0, 0 | 1 | 4));
        all.refine(|lane| lane.0 > 0);
        let classes = all.of([0, 1, 2, 4].map(LaneId).into_iter());
        assert_eq!((classes.representative(3), classes.members(1)), (1, LaneMask(0b1010)));
        assert_eq!((classes.unused_in_class(3, 0b0010), classes.unused_in_class(0, 0)), (1, 1));
        assert_eq!(classes.several().collect::<Vec<_>>(), [LaneMask(0b1010)]);
        // Each of lanes 0 and 2 alone, and none, one or two of lanes 1 and 4.
        assert_eq!(classes.sets(), 2 * 2 * 3);
    }
}
