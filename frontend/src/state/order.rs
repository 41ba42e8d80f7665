//! The order in which the lanes of an instruction take turns, for the panel that edits it.

use lanescope_core::session::{
    run::{Run, Schedule},
    text::PanelEdit,
};
use lanescope_core::view::queue::Badge;

/// The order of an instruction's lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderView {
    /// The instruction, from 0.
    pub instruction: usize,
    /// The order in the text.
    pub schedule: Schedule,
    /// The enabled lanes, in the order of their first turns.
    pub lanes: Vec<u8>,
    /// Whether the lanes take turns in several loops, each with its own list in the order.
    pub has_several_lists: bool,
    /// Whether the same `.order` line, or none, may apply to other instructions.
    pub is_shared: bool,
}

/// Returns the order of an instruction's lanes. `None` if they take no turns.
pub fn order(run: &Run, instruction: usize) -> Option<OrderView> {
    let bound = run.scenario().program.get(instruction)?;
    let enabled = run.enabled(instruction)?;
    let turns = match run.turns(instruction) {
        Schedule::Explicit(lists) => lists,
        _ => Vec::new(),
    };
    let mut lanes: Vec<u8> = Vec::new();
    let first = turns.first().into_iter().flatten().copied();
    for lane in first.chain(enabled.lanes().map(|lane| lane.0)) {
        if !lanes.contains(&lane) {
            lanes.push(lane);
        }
    }
    let schedule = bound.schedule.clone();
    let same = run.scenario().program.iter().filter(|other| other.schedule == schedule);
    Some(OrderView {
        instruction,
        is_shared: same.count() > 1,
        schedule,
        lanes,
        has_several_lists: turns.len() > 1,
    })
}

impl OrderView {
    /// Returns the edit that sets the order.
    pub fn edit(&self, order: Schedule) -> PanelEdit {
        PanelEdit::Order { instruction: self.instruction, order }
    }

    /// Returns the edit that moves a lane from one position to another, both from 0.
    pub fn moved(&self, from: usize, to: usize) -> Option<PanelEdit> {
        let mut lanes = self.lanes.clone();
        if from.max(to) >= lanes.len() {
            return None;
        }
        let lane = lanes.remove(from);
        lanes.insert(to, lane);
        Some(self.edit(Schedule::from_lists([lanes])))
    }

    /// Returns the seed of a random order.
    pub fn seed(&self) -> Option<u64> {
        match self.schedule {
            Schedule::Seeded(seed) => Some(seed),
            _ => None,
        }
    }

    /// Returns the badges of the lanes, for dragging.
    pub fn badges(&self) -> Vec<Badge> {
        let badge = |(place, &lane): (usize, &u8)| Badge {
            lane: Some(lane),
            target: 0,
            place,
            queue: self.lanes.len(),
            served: false,
            current: false,
        };
        self.lanes.iter().enumerate().map(badge).collect()
    }
}
