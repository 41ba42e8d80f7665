//! "Does it matter?": what the order of lanes decides, instruction by instruction and byte by byte.

use super::Session;
use crate::base::{LaneId, LaneMask};
use crate::exec::Scenario;
use crate::explore::{Decides, Meeting};
use crate::machine::Place;
use crate::spec::Overlap;
use serde::{Deserialize, Serialize};

/// Bytes where lanes of an instruction meet, and what their order decides there. Of bytes that no such entry names it decides
/// nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matter {
    /// The instruction, by its index in the program.
    pub instruction: usize,
    /// The bytes, each of which is alike in this: of one cell, at most eight.
    pub place: Place,
    /// The lanes that read or write there. Two of them are the parties of what the manual calls undefined.
    pub lanes: LaneMask,
    /// What their order decides.
    pub kind: MatterKind,
}

/// What the order of lanes decides, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatterKind {
    /// Nothing, though the lanes meet.
    Nothing,
    /// Only what the lanes get back.
    Results,
    /// What lies in memory then.
    Memory,
    /// The manual leaves open what comes of two writes to the same bytes.
    Undefined,
}

impl MatterKind {
    fn of(scenario: &Scenario, instruction: usize, decides: Decides) -> Self {
        match decides {
            _ if scenario.program[instruction].row.overlap == Overlap::Undefined => Self::Undefined,
            Decides::Nothing => Self::Nothing,
            Decides::Results => Self::Results,
            Decides::Memory => Self::Memory,
        }
    }

    /// What the order decides of a meeting as a whole.
    pub(super) fn of_meeting(scenario: &Scenario, meeting: &Meeting) -> Self {
        Self::of(scenario, meeting.instruction, meeting.decides)
    }
}

impl Session {
    /// What the order decides where lanes meet, by instruction and by place. The meetings are those of an exploration that is
    /// over, or of one under way, whose later instructions are not known yet: a small budget is enough for usual texts.
    pub fn matters(&self, meetings: &[Meeting]) -> Vec<Matter> {
        let Some(scenario) = &self.scenario else { return Vec::new() };
        let of_meeting = |meeting: &Meeting| of_meeting(scenario, meeting);
        let mut all: Vec<Matter> = meetings.iter().flat_map(of_meeting).collect();
        all.sort_by_key(|matter| (matter.instruction, matter.place.space, matter.place.byte_offset));
        all
    }
}

/// Runs of bytes that are alike, where two lanes go.
pub(super) fn of_meeting(scenario: &Scenario, meeting: &Meeting) -> Vec<Matter> {
    let instruction = meeting.instruction;
    let mut runs: Vec<Matter> = Vec::new();
    for ((cell, &lanes), bytes) in meeting.cells.iter().zip(&meeting.visitors).zip(&meeting.bytes) {
        if lanes.count() < 2 {
            continue;
        }
        let first = runs.len();
        for (byte_offset, &decides) in (cell.byte_offset..).zip(bytes) {
            let kind = MatterKind::of(scenario, instruction, decides);
            match runs[first..].last_mut() {
                Some(run) if run.kind == kind => run.place.size_bytes += 1,
                _ => {
                    let place = Place { byte_offset, size_bytes: 1, ..*cell };
                    runs.push(Matter { instruction, place, lanes, kind });
                }
            }
        }
    }
    runs
}

/// The lanes of a set, as reports list them.
pub(super) fn listed(lanes: LaneMask) -> Vec<u8> {
    lanes.lanes().map(|LaneId(lane)| lane).collect()
}
