//! Scatter plots of sweeps: the final value of an element against the initial value of the swept one.

use crate::base::{Bits, NumberFormat, ScalarType, show};
use serde::{Deserialize, Serialize};

/// The maximum number of columns of points. The number of rows is fixed.
const MOST_ACROSS: usize = 256;
const ROWS: u16 = 128;

/// The points of one column of a sweep's table. Values that are not fully defined have no point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepPicture {
    /// The caption: the column of the table.
    pub caption: String,
    /// The width in points. Swept values run from left to right.
    pub across: u16,
    /// The height in points.
    pub rows: u16,
    /// The points, each as x from the left and y from the bottom.
    pub points: Vec<(u16, u16)>,
    /// The least and the largest value, at the bottom and the top.
    pub ends: Option<(String, String)>,
}

/// Returns the points of a column with values of a type. Integers are scaled linearly. Floats are scaled by sign and
/// magnitude of their patterns, so that each power of two has the same height.
pub(super) fn picture(caption: String, ty: ScalarType, values: &[Bits]) -> SweepPicture {
    let pattern = |bits: &Bits| bits.is_defined(ty.width_bits()).then_some(bits.value);
    let rank = |pattern: &u64| ty.rank(*pattern);
    let (least, largest) = (
        values.iter().filter_map(pattern).min_by_key(rank),
        values.iter().filter_map(pattern).max_by_key(rank),
    );
    let ends = least.zip(largest);
    let across = values.len().min(MOST_ACROSS);
    let mut points: Vec<(u16, u16)> = Vec::new();
    if let Some((least, largest)) = ends.map(|(least, largest)| (ty.rank(least), ty.rank(largest))) {
        let height = (largest - least).max(1);
        let point = |(at, bits): (usize, &Bits)| {
            let up = (ty.rank(pattern(bits)?) - least) * i128::from(ROWS - 1) / height;
            // Both coordinates are below 256.
            Some(((at * across / values.len()) as u16, up as u16))
        };
        points = values.iter().enumerate().filter_map(point).collect();
        points.sort_unstable();
        points.dedup();
    }
    let end = |pattern: u64| show(Bits::known(pattern), ty, NumberFormat::Auto);
    let ends = ends.map(|(least, largest)| (end(least), end(largest)));
    SweepPicture { caption, across: across as u16, rows: ROWS, points, ends }
}
