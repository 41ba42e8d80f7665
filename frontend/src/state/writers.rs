//! The steps that wrote a place, as a list of jump targets.

use lanescope_core::session::run::{LaneId, Place};
use lanescope_core::view::moment::Moment;

/// The most steps in the list.
const LISTED: usize = 32;

/// A step in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writer {
    /// The cursor after the step.
    pub cursor: u32,
    /// Its lane. `None` for a step of all lanes.
    pub lane: Option<u8>,
    /// Whether the step is before the current cursor.
    pub past: bool,
}

/// A list of steps. A long list is limited to the steps nearest to the current cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writers {
    /// The steps, ascending.
    pub steps: Vec<Writer>,
    /// The number of omitted steps.
    pub more: usize,
}

impl Writers {
    /// Returns the steps that wrote a byte of a place.
    pub fn of(moment: &Moment, place: Place) -> Self {
        Self::about(moment, moment.run.writers(place).collect())
    }

    /// Returns the steps nearest to the current cursor. `steps` is ascending; each entry has its lane, if any.
    pub(super) fn about(moment: &Moment, steps: Vec<(u32, Option<LaneId>)>) -> Self {
        let past = steps.partition_point(|&(step, _)| step < moment.frame.cursor);
        let first = past.saturating_sub(LISTED / 2).min(steps.len().saturating_sub(LISTED));
        let writer = |&(step, lane): &(u32, Option<LaneId>)| Writer {
            cursor: step + 1,
            lane: lane.map(|lane| lane.0),
            past: step < moment.frame.cursor,
        };
        let listed: Vec<Writer> = steps[first..].iter().take(LISTED).map(writer).collect();
        Self { more: steps.len() - listed.len(), steps: listed }
    }
}
