//! Lanes and sets of lanes.

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

/// A set of up to 32 lanes; bit `n` is lane `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LaneMask(pub u32);

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

    /// Returns the number of lanes in the set.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
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
