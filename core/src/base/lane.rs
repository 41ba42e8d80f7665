//! Lanes and sets of lanes.

use super::words::listed;
use serde::{Deserialize, Serialize};

/// A SIMD lane, numbered from 0 within the instruction's execution size. Its bit in the dispatch mask is `lane + mask
/// offset`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LaneId(pub u8);

impl LaneId {
    /// Returns the lane number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl std::fmt::Display for LaneId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of up to 32 lanes; bit `n` is lane `n`. Reports list its lanes in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<LaneId>", into = "Vec<LaneId>")]
pub struct LaneMask(pub u32);

impl From<Vec<LaneId>> for LaneMask {
    fn from(lanes: Vec<LaneId>) -> Self {
        lanes.into_iter().collect()
    }
}

impl From<LaneMask> for Vec<LaneId> {
    fn from(lanes: LaneMask) -> Self {
        lanes.lanes().collect()
    }
}

impl FromIterator<LaneId> for LaneMask {
    fn from_iter<I: IntoIterator<Item = LaneId>>(lanes: I) -> Self {
        lanes.into_iter().fold(Self::default(), |mask, lane| mask.with(lane.index(), true))
    }
}

impl LaneMask {
    /// The largest number of lanes in a set.
    pub const LANES: usize = 32;

    /// Returns the set of the first `count` lanes; more than 32 count as 32.
    pub fn first(count: usize) -> Self {
        if count >= Self::LANES { Self(u32::MAX) } else { Self((1 << count) - 1) }
    }

    /// Returns whether the set contains `lane`. Lanes from 32 on are never in a set.
    pub fn contains(self, lane: usize) -> bool {
        lane < Self::LANES && self.0 >> lane & 1 == 1
    }

    /// Returns the set with `lane` added or removed. Lanes from 32 on change nothing.
    #[must_use]
    pub fn with(self, lane: usize, on: bool) -> Self {
        if lane >= Self::LANES {
            self
        } else if on {
            Self(self.0 | 1 << lane)
        } else {
            Self(self.0 & !(1 << lane))
        }
    }

    /// Returns whether the set has no lanes.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of lanes in the set.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the lanes in words, as [`lanes_in_words`] does.
    pub fn in_words(self) -> String {
        lanes_in_words(&self.lanes().map(LaneId::index).collect::<Vec<_>>())
    }

    /// Returns the lanes in ascending order.
    pub fn lanes(self) -> impl Iterator<Item = LaneId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lane = rest.trailing_zeros() as u8; // at most 32
            rest &= rest.checked_sub(1)?;
            Some(LaneId(lane))
        })
    }
}

/// Formats lanes in ascending order, with a range for three or more in a row: `lane 3`, `lanes 1, 3 to 5 and 8 to 31`.
pub fn lanes_in_words(lanes: &[impl Copy + Into<usize>]) -> String {
    let noun = if lanes.len() == 1 { "lane" } else { "lanes" };
    format!("{noun} {}", lane_ranges(lanes, " to "))
}

/// Formats the numbers of lanes as [`lanes_in_words`] does, with `to` between the ends of a range: `3`, `1, 3–5 and 8–31`.
pub fn lane_ranges(lanes: &[impl Copy + Into<usize>], to: &str) -> String {
    let lanes: Vec<usize> = lanes.iter().map(|lane| (*lane).into()).collect();
    let ranges = lanes.chunk_by(|a, b| a + 1 == *b).flat_map(|range| match range {
        [first, _, .., last] => vec![format!("{first}{to}{last}")],
        range => range.iter().map(usize::to_string).collect(),
    });
    listed(&ranges.collect::<Vec<_>>(), "and")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn a_set_has_no_lane_past_the_last() {
        assert_eq!(LaneMask(5).with(32, true), LaneMask(5));
        assert_eq!(LaneMask(!0).with(32, false), LaneMask(!0));
        assert!(LaneMask(!0).contains(31) && !LaneMask(!0).contains(32));
        assert_eq!((LaneMask::first(31), LaneMask::first(33)), (LaneMask(!0 >> 1), LaneMask(!0)));
    }

    #[test]
    fn three_lanes_in_a_row_become_a_range() {
        assert_eq!(lanes_in_words(&[3_usize]), "lane 3");
        assert_eq!(lanes_in_words(&[0_u8, 1]), "lanes 0 and 1");
        assert_eq!(LaneMask(!0 << 8).in_words(), "lanes 8 to 31");
        assert_eq!(lanes_in_words(&[1_u8, 3, 4, 5, 8, 9]), "lanes 1, 3 to 5, 8 and 9");
        assert_eq!(lane_ranges(&[1_u8, 3, 4, 5, 8, 9], "–"), "1, 3–5, 8 and 9");
    }
}
