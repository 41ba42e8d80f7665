//! The effect of the lane order, for each instruction and each byte where lanes meet.

use crate::base::LaneMask;
use crate::exec::Scenario;
use crate::explore::{Decides, Meeting};
use crate::machine::Place;
use crate::session::text::Session;
use crate::spec::Overlap;
use serde::{Deserialize, Serialize};

/// A run of bytes where lanes of an instruction meet, with the effect of their order on it. Bytes without an entry do
/// not depend on the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matter {
    /// The instruction, by its index in the program.
    pub instruction: usize,
    /// The bytes, all with the same effect. They lie in one cell, so there are at most eight.
    pub place: Place,
    /// The lanes that read or write there, at least two.
    pub lanes: LaneMask,
    /// The effect of their order.
    pub kind: MatterKind,
}

/// The effect of the lane order, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatterKind {
    /// No effect, although the lanes meet.
    Nothing,
    /// The order changes only the results that lanes get back.
    Results,
    /// The order changes the final contents of memory.
    Memory,
    /// The manual leaves the result of two writes to the same bytes undefined.
    Undefined,
}

impl MatterKind {
    fn from_decides(scenario: &Scenario, instruction: usize, decides: Decides) -> Self {
        match decides {
            _ if scenario.program[instruction].row.overlap == Overlap::Undefined => Self::Undefined,
            Decides::Nothing => Self::Nothing,
            Decides::Results => Self::Results,
            Decides::Memory => Self::Memory,
        }
    }

    /// Returns the effect of the order on a meeting as a whole.
    pub(super) fn from_meeting(scenario: &Scenario, meeting: &Meeting) -> Self {
        Self::from_decides(scenario, meeting.instruction, meeting.decides)
    }
}

impl Session {
    /// Returns the effect of the order where lanes meet, by instruction and place. `meetings` may come from a finished
    /// exploration, or from a running one that has not reached the later instructions. A small budget is enough for
    /// usual texts.
    pub fn matters(&self, meetings: &[Meeting]) -> Vec<Matter> {
        let Some(scenario) = &self.scenario else { return Vec::new() };
        let of_meeting = |meeting: &Meeting| of_meeting(scenario, meeting);
        let mut all: Vec<Matter> = meetings.iter().flat_map(of_meeting).collect();
        all.sort_by_key(|matter| (matter.instruction, matter.place.space, matter.place.byte_offset));
        all
    }
}

/// Splits the cells that at least two lanes access into runs of bytes with the same effect.
pub(super) fn of_meeting(scenario: &Scenario, meeting: &Meeting) -> Vec<Matter> {
    let instruction = meeting.instruction;
    let mut runs: Vec<Matter> = Vec::new();
    for ((cell, &lanes), bytes) in meeting.cells.iter().zip(&meeting.visitors).zip(&meeting.bytes) {
        if lanes.count() < 2 {
            continue;
        }
        let first = runs.len();
        for (byte_offset, &decides) in (cell.byte_offset..).zip(bytes) {
            let kind = MatterKind::from_decides(scenario, instruction, decides);
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
