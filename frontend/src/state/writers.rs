//! Who wrote something: steps to jump to.

use super::moment::Moment;
use lanescope_core::session::{LaneId, Place};

/// Steps that are listed.
const LISTED: usize = 32;

/// A step to jump to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Writer {
    /// The cursor behind the step.
    pub cursor: u32,
    /// The lane.
    pub lane: Option<u8>,
    /// Whether it has happened at the cursor at hand.
    pub past: bool,
}

/// Steps to jump to; where there are many, those about the moment at hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Writers {
    /// The steps, ascending.
    pub steps: Vec<Writer>,
    /// How many others there are.
    pub more: usize,
}

impl Writers {
    /// The steps that wrote a byte of that place.
    pub fn of(moment: &Moment, place: Place) -> Self {
        Self::about(moment, moment.run.writers(place).collect())
    }

    /// Of ascending steps, each with its lane if it has one, those about the moment at hand.
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
