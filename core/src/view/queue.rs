//! The lanes that go to one place, in the order in which they get there.

use super::moment::Moment;
use crate::trace::{Target, Visit};

/// A lane that goes to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Badge {
    /// The lane.
    pub lane: u8,
    /// Index of the place among the targets of the instruction.
    pub target: usize,
    /// Where it stands in the queue there, from 0.
    pub place: usize,
    /// How many lanes that queue has.
    pub queue: usize,
    /// Whether it has been there.
    pub served: bool,
    /// Whether it was there in the last step.
    pub current: bool,
}

/// The lanes that go to a target of the instruction on the stage, in their order.
pub fn badges(moment: &Moment, target: &Target) -> Vec<Badge> {
    let current = moment.frame.last.as_ref().and_then(|step| step.lane);
    let index = moment.targets().iter().position(|it| std::ptr::eq(it, target)).unwrap_or_default();
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

/// The lanes of badges as a remark for those who cannot see them; empty where there are none.
pub fn lanes_remark(badges: &[Badge]) -> String {
    let lanes: Vec<String> = badges.iter().map(|badge| badge.lane.to_string()).collect();
    match lanes.len() {
        0 => String::new(),
        1 => format!(", lane {} goes here", lanes[0]),
        _ => format!(", lanes {} go here, in this order", lanes.join(", ")),
    }
}
