//! The queue of lanes at a place, in the order of their first access.

use super::moment::Moment;
use crate::trace::{Target, Visit};

/// A lane in a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Badge {
    /// The lane.
    pub lane: u8,
    /// The index of the place among the targets of the instruction.
    pub target: usize,
    /// The position in the queue, from 0.
    pub place: usize,
    /// The length of the queue.
    pub queue: usize,
    /// Whether the lane has accessed the place.
    pub served: bool,
    /// Whether the last step belongs to the lane.
    pub current: bool,
}

/// Returns the queue at a target of the instruction on the stage.
pub fn badges(moment: &Moment, target: &Target) -> Vec<Badge> {
    let current = moment.frame.last.as_ref().and_then(|step| step.lane);
    let index = moment.targets().iter().position(|other| std::ptr::eq(other, target)).unwrap_or_default();
    let badge = |(place, visit): (usize, &Visit)| Badge {
        lane: visit.lane.0,
        target: index,
        place,
        queue: target.visits.len(),
        served: visit.step < moment.frame.cursor,
        current: current == Some(visit.lane),
    };
    target.visits.iter().enumerate().map(badge).collect()
}

/// Returns a suffix for the accessible name; empty without badges.
pub fn lanes_remark(badges: &[Badge]) -> String {
    let lanes: Vec<String> = badges.iter().map(|badge| badge.lane.to_string()).collect();
    match lanes.len() {
        0 => String::new(),
        1 => format!(", lane {} accesses it", lanes[0]),
        _ => format!(", lanes {} access it, in this order", lanes.join(", ")),
    }
}
