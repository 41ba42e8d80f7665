//! Lanes and sets of lanes.

use serde::{Deserialize, Serialize};

/// A SIMD slot, from 0. In a trace it counts within the instruction's execution size; the bit of the dispatch
/// mask that belongs to it is `lane + mask offset`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LaneId(pub u8);

impl LaneId {
    /// The lane as an index.
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

impl LaneMask {
    /// The most lanes of a set.
    pub const LANES: usize = 32;

    /// The first `count` lanes, at most 32.
    pub fn first(count: usize) -> Self {
        if count >= Self::LANES { Self(u32::MAX) } else { Self((1 << count) - 1) }
    }

    /// Whether the lane is in the set. Lanes from 32 on never are.
    pub fn contains(self, lane: usize) -> bool {
        lane < Self::LANES && self.0 >> lane & 1 == 1
    }

    /// The set with one lane put in or taken out. Lanes from 32 on change nothing.
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

    /// How many lanes are in the set.
    pub fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lanes, ascending.
    pub fn lanes(self) -> impl Iterator<Item = LaneId> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lane = rest.trailing_zeros() as u8; // at most 32
            rest &= rest.checked_sub(1)?;
            Some(LaneId(lane))
        })
    }
}
