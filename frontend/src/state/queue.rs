//! The lanes that go to one place, in the order in which they get there, and what a drag makes of that order.

use super::moment::Moment;
use lanescope_core::trace::{Target, Visit};

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
pub(super) fn badges(moment: &Moment, target: &Target) -> Vec<Badge> {
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
pub(super) fn lanes_remark(badges: &[Badge]) -> String {
    let lanes: Vec<String> = badges.iter().map(|badge| badge.lane.to_string()).collect();
    match lanes.len() {
        0 => String::new(),
        1 => format!(", lane {} goes here", lanes[0]),
        _ => format!(", lanes {} go here, in this order", lanes.join(", ")),
    }
}

/// A lane on its way to another place in its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    /// Index of the place among the targets of the instruction.
    pub target: usize,
    /// The lane.
    pub lane: u8,
    /// Where it stands now, from 0.
    pub from: usize,
    /// Where it would stand.
    pub to: usize,
}

/// Badges as they would stand if the lane were let go.
pub fn dragged(badges: &[Badge], drag: Option<Drag>) -> Vec<Badge> {
    let mut badges = badges.to_vec();
    if let Some(drag) = drag
        && let Some(first) = badges.iter().position(|badge| badge.target == drag.target)
        && drag.from.max(drag.to) < badges[first].queue
    {
        let badge = badges.remove(first + drag.from);
        badges.insert(first + drag.to, badge);
        for (place, badge) in badges[first..].iter_mut().take_while(|it| it.target == drag.target).enumerate()
        {
            badge.place = place;
        }
    }
    badges
}
