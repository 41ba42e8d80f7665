//! Who wrote something, and what a lane did: steps to jump to.

use super::lanes::status_sentence;
use super::picture::Picture;
use lanescope_core::base::{LaneId, sorted_by};
use lanescope_core::machine::Place;

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
    pub fn of(picture: &Picture, place: Place) -> Self {
        Self::about(picture, picture.run.writers(place).collect())
    }

    fn about(picture: &Picture, steps: Vec<(u32, Option<LaneId>)>) -> Self {
        let past = steps.partition_point(|&(step, _)| step < picture.frame.cursor);
        let first = past.saturating_sub(LISTED / 2).min(steps.len().saturating_sub(LISTED));
        let writer = |&(step, lane): &(u32, Option<LaneId>)| Writer {
            cursor: step + 1,
            lane: lane.map(|lane| lane.0),
            past: step < picture.frame.cursor,
        };
        let listed: Vec<Writer> = steps[first..].iter().take(LISTED).map(writer).collect();
        Self { more: steps.len() - listed.len(), steps: listed }
    }
}

/// A lane that is picked out, in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaneDetail {
    /// The lane and how far it has come.
    pub title: String,
    /// The steps that took it to memory.
    pub went: Writers,
    /// The steps that wrote something for it.
    pub wrote: Writers,
}

/// What a lane does in the instruction on the stage.
pub fn lane_detail(picture: &Picture, lane: u8) -> Option<LaneDetail> {
    let view = picture.frame.lanes.get(usize::from(lane))?;
    let of_lane = |it: LaneId| it.0 == lane;
    let visits =
        picture.targets().iter().flat_map(|target| &target.visits).filter(|visit| of_lane(visit.lane));
    let mut went: Vec<(u32, Option<LaneId>)> = visits.map(|visit| (visit.step, Some(visit.lane))).collect();
    went = sorted_by(went, |(step, _)| u128::from(*step));
    let wrote = picture.run.writes_of(picture.instruction, view.lane);
    Some(LaneDetail {
        title: format!("lane {lane}: {}", status_sentence(view.status)),
        went: Writers::about(picture, went),
        wrote: Writers::about(picture, wrote.map(|step| (step, Some(view.lane))).collect()),
    })
}
