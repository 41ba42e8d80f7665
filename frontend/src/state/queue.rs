//! The queue of lanes that access one place: the badges that fit in a cell, and a preview of a drag.

use lanescope_core::view::queue::Badge;

/// A drag of a lane to another position in its queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drag {
    /// The index of the place among the targets of the instruction.
    pub target: usize,
    pub lane: u8,
    /// The original position, from 0.
    pub from: usize,
    /// The position under the pointer, from 0.
    pub to: usize,
}

/// Returns the badges in the order after the drag.
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

/// Returns the badges that fit in a cell, and the number of hidden ones. If they do not all fit, starts at the current
/// or next lane.
pub fn in_room(badges: &[Badge], room: usize) -> (&[Badge], usize) {
    if badges.len() <= room {
        return (badges, 0);
    }
    // One place is reserved for the number of hidden badges.
    let count = room.saturating_sub(1).max(1);
    let next = badges.iter().position(|badge| badge.current || !badge.served).unwrap_or(badges.len());
    let first = next.min(badges.len() - count);
    (&badges[first..first + count], badges.len() - count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_queue_is_shown_from_the_lane_whose_turn_it_is() {
        let queue = |served: usize| -> Vec<Badge> {
            let badge = |place: usize| Badge {
                lane: Some(place as u8),
                target: 0,
                place,
                queue: 8,
                served: place < served,
                current: place + 1 == served,
            };
            (0..8).map(badge).collect()
        };
        let shown = |served: usize, room: usize| {
            let queue = queue(served);
            let (badges, more) = in_room(&queue, room);
            (badges.iter().filter_map(|badge| badge.lane).collect::<Vec<_>>(), more)
        };
        assert_eq!(shown(0, 8).1, 0);
        assert_eq!(shown(0, 4), (vec![0, 1, 2], 5));
        assert_eq!(shown(3, 4), (vec![2, 3, 4], 5), "the third is there");
        assert_eq!(shown(8, 4), (vec![5, 6, 7], 5));
        assert_eq!(shown(3, 1), (vec![2], 7));
    }
}
