//! The queue of lanes at a place, in the order of their first access.

use super::moment::Moment;
use crate::trace::{Target, Visit};

/// A lane in a queue, or an access outside `foreach_active`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Badge {
    /// The lane; `None` for an access outside `foreach_active`, which follows the queue.
    pub lane: Option<u8>,
    /// The index of the place among the targets of the instruction.
    pub target: usize,
    /// The position in the queue, from 0.
    pub place: usize,
    /// The length of the queue.
    pub queue: usize,
    /// Whether the place has been accessed.
    pub served: bool,
    /// Whether the last step belongs to the lane, and its access in [`Moment::access_at_hand`] is to this place.
    pub current: bool,
}

impl Badge {
    /// Returns the number of the lane, or `all` for an access outside `foreach_active`.
    pub fn label(&self) -> String {
        self.lane.map_or("all".to_owned(), |lane| lane.to_string())
    }
}

/// Returns the queue at a target of the instruction on the stage.
pub fn badges(moment: &Moment, target: &Target) -> Vec<Badge> {
    let last = moment.frame.last.as_ref().filter(|step| step.site.is_some());
    let is_at_hand = moment.access_at_hand().is_some_and(|access| access.same_place(&target.access));
    let badge = |visit: &Visit, place, queue| Badge {
        lane: visit.lane.map(|lane| lane.0),
        target: target.index,
        place,
        queue,
        served: visit.step < moment.frame.cursor,
        current: last.is_some_and(|step| step.lane == visit.lane && (is_at_hand || step.lane.is_none())),
    };
    let (lanes, whole): (Vec<&Visit>, Vec<&Visit>) =
        target.visits.iter().partition(|visit| visit.lane.is_some());
    let of_lanes = lanes.iter().enumerate().map(|(place, visit)| badge(visit, place, lanes.len()));
    of_lanes.chain(whole.iter().map(|visit| badge(visit, 0, 1))).collect()
}

/// Returns a suffix for the accessible name; empty without badges.
pub fn lanes_remark(badges: &[Badge]) -> String {
    let lanes: Vec<String> = badges.iter().filter(|badge| badge.lane.is_some()).map(Badge::label).collect();
    match lanes.len() {
        0 if !badges.is_empty() => ", the instruction goes here".to_owned(),
        0 => String::new(),
        1 => format!(", lane {} accesses it", lanes[0]),
        _ => format!(", lanes {} access it, in this order", lanes.join(", ")),
    }
}
