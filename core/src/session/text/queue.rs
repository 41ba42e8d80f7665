//! Lane orders that produce a given queue at a target.

use crate::base::{LaneId, Schedule};
use crate::exec::Run;
use crate::trace::Target;
use indexmap::IndexSet;

/// Returns the lanes of a queue.
pub(super) fn lanes(target: &Target) -> Vec<u8> {
    target.lanes().map(|lane| lane.0).collect()
}

/// Returns a queue with one lane moved to another position. `None` for an unknown queue, or if the lane is not in it.
pub(super) fn moved(
    run: &Run,
    instruction: usize,
    target: usize,
    lane: LaneId,
    to: usize,
) -> Option<Vec<u8>> {
    let mut queue = lanes(run.targets(instruction).get(target)?);
    let from = queue.iter().position(|&known| known == lane.0)?;
    let lane = queue.remove(from);
    queue.insert(to.min(queue.len()), lane);
    Some(queue)
}

/// Returns an order in which the lanes of a queue swap turns among themselves and all other lanes keep theirs. The
/// order is certain to produce the queue only if each lane has one turn.
pub(super) fn order(run: &Run, instruction: usize, queue: &[u8]) -> Option<Schedule> {
    let bound = run.scenario().program.get(instruction)?;
    let all = 0..bound.exec_size;
    let lists = match &bound.schedule {
        Schedule::Descending => vec![all.clone().rev().collect()],
        Schedule::Explicit(lists) => lists.clone(),
        // A seeded order is replaced by the turns that the run had.
        Schedule::Seeded(_) if let Schedule::Explicit(lists) = run.turns(instruction) => lists,
        Schedule::Ascending | Schedule::Seeded(_) => vec![Vec::new()],
    };
    Some(Schedule::from_lists(lists.into_iter().map(|mut round| {
        let others: Vec<u8> = all.clone().filter(|lane| !round.contains(lane)).collect();
        round.extend(others);
        // The lanes of the queue, by their first turn. The first of them is replaced by the first lane of the new
        // queue, and so on.
        let by_turn: IndexSet<u8> = round.iter().copied().filter(|lane| queue.contains(lane)).collect();
        for lane in &mut round {
            if let Some(place) = by_turn.get_index_of(lane) {
                *lane = queue[place];
            }
        }
        round
    })))
}
