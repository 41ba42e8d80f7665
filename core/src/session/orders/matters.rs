//! The effect of the lane order, for each instruction and each byte where lanes meet.

use crate::base::LaneMask;
use crate::exec::Scenario;
use crate::explore::{Decides, Meeting};
use crate::machine::Place;
use crate::session::text::element_of;
use crate::spec::Overlap;
use serde::{Deserialize, Serialize};

/// A run of bytes where lanes meet, with the effect of their order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatterReport {
    /// The name of the element that the bytes belong to.
    pub cell: String,
    /// The bytes.
    #[serde(flatten)]
    pub place: Place,
    /// The lanes that access the bytes.
    pub lanes: LaneMask,
    /// The effect of their order on the bytes.
    pub decides: MatterKind,
}

/// The effect of the lane order, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatterKind {
    /// No effect, although the lanes meet.
    Nothing,
    /// The order changes only the results that lanes get back.
    Results,
    /// The order changes what memory holds after the instruction.
    Memory,
    /// The manual leaves the result of two writes to the same bytes undefined.
    Undefined,
}

impl MatterKind {
    /// Returns the effect of the order of lanes in an instruction.
    pub(super) fn new(scenario: &Scenario, instruction: usize, decides: Decides) -> Self {
        match decides {
            _ if scenario.program[instruction].row.overlap == Overlap::Undefined => Self::Undefined,
            Decides::Nothing => Self::Nothing,
            Decides::Results => Self::Results,
            Decides::Memory => Self::Memory,
        }
    }
}

/// Splits the cells of a meeting that at least two lanes access into runs of bytes with the same effect.
pub(super) fn matters_of(scenario: &Scenario, meeting: &Meeting) -> Vec<MatterReport> {
    let mut runs: Vec<MatterReport> = Vec::new();
    for ((cell, &lanes), bytes) in meeting.cells.iter().zip(&meeting.visitors).zip(&meeting.bytes) {
        if lanes.count() < 2 {
            continue;
        }
        let first = runs.len();
        for (byte_offset, &decides) in (cell.byte_offset..).zip(bytes) {
            let decides = MatterKind::new(scenario, meeting.instruction, decides);
            match runs[first..].last_mut() {
                Some(run) if run.decides == decides => run.place.size_bytes += 1,
                _ => {
                    let place = Place { byte_offset, size_bytes: 1, ..*cell };
                    runs.push(MatterReport { cell: String::new(), place, lanes, decides });
                }
            }
        }
        for run in &mut runs[first..] {
            let (name, index, _) = element_of(&scenario.layout, run.place);
            run.cell = format!("{name}[{index}]");
        }
    }
    runs
}
