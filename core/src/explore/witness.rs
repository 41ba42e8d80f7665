//! Example orders.

use crate::base::{LaneId, Schedule};
use std::collections::BTreeMap;

/// A `foreach_active` of a run: its instruction, and its index there.
pub(super) type LoopId = (usize, usize);

/// The turns of lanes in each loop. The order of other loops does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Witness(pub(super) BTreeMap<LoopId, Vec<u8>>);

impl Witness {
    /// Returns an estimate of the bytes held for the turns.
    pub(crate) fn bytes(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// Appends turns to those of a loop.
    pub(super) fn add(&mut self, loop_id: LoopId, turns: &[u8]) {
        self.0.entry(loop_id).or_default().extend_from_slice(turns);
    }

    /// Appends those of `lanes` that have no turn in the loop `loop_id`. [`Schedule::from_lists`] can then shorten the
    /// turns.
    pub(super) fn complete(&mut self, loop_id: LoopId, lanes: impl IntoIterator<Item = LaneId>) {
        complete(self.0.entry(loop_id).or_default(), lanes.into_iter().map(|lane| lane.0));
    }

    /// Appends the turns of another witness. Turns of the two in one loop are independent.
    pub(crate) fn join(&mut self, other: &Self) {
        for (loop_id, turns) in &other.0 {
            self.add(*loop_id, turns);
        }
    }

    /// Returns the turns of each loop, for each instruction whose order matters.
    pub fn turns(&self) -> Vec<(usize, Vec<Vec<u8>>)> {
        let mut of_instruction = BTreeMap::<usize, Vec<Vec<u8>>>::new();
        for ((instruction, number), turns) in &self.0 {
            let lists = of_instruction.entry(*instruction).or_default();
            lists.resize(lists.len().max(number + 1), Vec::new());
            lists[*number].clone_from(turns);
        }
        of_instruction.into_iter().collect()
    }

    /// Returns the schedule in terms of `.order`, for each instruction whose order matters.
    pub fn schedules(&self) -> Vec<(usize, Schedule)> {
        self.turns().into_iter().map(|(at, lists)| (at, Schedule::from_lists(lists))).collect()
    }
}

/// Appends the lanes that some turns lack.
pub(super) fn complete(turns: &mut Vec<u8>, lanes: impl IntoIterator<Item = u8>) {
    for lane in lanes {
        if !turns.contains(&lane) {
            turns.push(lane);
        }
    }
}
