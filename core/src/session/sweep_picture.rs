//! What comes of many values, as points: how an element at the end follows from the one that is swept.

use crate::base::{Bits, ScalarType};
use serde::{Deserialize, Serialize};

/// The most columns of points, and how many rows of them there are.
const MOST_ACROSS: usize = 256;
const ROWS: u16 = 128;

/// The points of one column of a sweep's table. Values that are not wholly defined have none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepPicture {
    /// The place that is looked at, as the table calls it.
    pub column: String,
    /// How wide the picture is, in points: the values in the order in which they are swept.
    pub across: u16,
    /// How high it is, in points.
    pub rows: u16,
    /// Each point: how far to the right, and how far up.
    pub points: Vec<(u16, u16)>,
    /// The patterns at the foot and at the top, the least and the largest there are.
    pub ends: Option<(u64, u64)>,
}

/// The points of what lies in a place of that type for each value. Integers lie as high as they are large; floats by sign and
/// magnitude of their patterns, so that each power of two has as much room.
pub(super) fn picture(column: String, ty: ScalarType, values: &[Bits]) -> SweepPicture {
    let pattern = |bits: &Bits| bits.is_defined(ty.width_bits()).then_some(bits.value);
    let of_rank = |it: &u64| ty.rank(*it);
    let (least, largest) = (
        values.iter().filter_map(pattern).min_by_key(of_rank),
        values.iter().filter_map(pattern).max_by_key(of_rank),
    );
    let ends = least.zip(largest);
    let across = values.len().min(MOST_ACROSS);
    let mut points: Vec<(u16, u16)> = Vec::new();
    if let Some((least, largest)) = ends.map(|(least, largest)| (ty.rank(least), ty.rank(largest))) {
        let height = (largest - least).max(1);
        let point = |(at, bits): (usize, &Bits)| {
            let up = (ty.rank(pattern(bits)?) - least) * i128::from(ROWS - 1) / height;
            // Both are below 256.
            Some(((at * across / values.len()) as u16, up as u16))
        };
        points = values.iter().enumerate().filter_map(point).collect();
        points.sort_unstable();
        points.dedup();
    }
    SweepPicture { column, across: across as u16, rows: ROWS, points, ends }
}
