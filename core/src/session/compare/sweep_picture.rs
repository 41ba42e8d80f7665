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
    // At most 256.
    let across = values.len().min(MOST_ACROSS) as u16;
    let mut picture = SweepPicture { caption, across, rows: ROWS, points: Vec::new(), ends: None };
    let rank = |bits: &Bits| ty.rank(bits.value);
    let defined = || values.iter().enumerate().filter(|(_, bits)| bits.is_defined(ty.width_bits()));
    let all = || defined().map(|(_, bits)| bits);
    if let (Some(least), Some(largest)) =
        (all().min_by_key(|bits| rank(bits)), all().max_by_key(|bits| rank(bits)))
    {
        let height = (rank(largest) - rank(least)).max(1);
        // Both coordinates are below 256.
        let point = |(at, bits): (usize, &Bits)| {
            let up = (rank(bits) - rank(least)) * i128::from(ROWS - 1) / height;
            ((at * usize::from(across) / values.len()) as u16, up as u16)
        };
        picture.points = defined().map(point).collect();
        picture.points.sort_unstable();
        picture.points.dedup();
        let shown = |bits: &Bits| show(Bits::known(bits.value), ty, NumberFormat::Auto);
        picture.ends = Some((shown(least), shown(largest)));
    }
    picture
}
