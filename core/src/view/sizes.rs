//! Sizes in CSS pixels that css/tokens.css also has. `frontend/tests/styles.rs` compares them.

/// The width of the column of line offsets, with the gap after it.
pub const OFFSET_PX: f64 = 48.0;

/// The minimum width of an out-of-bounds place below the cells.
pub const NARROWEST_PLACE_PX: f64 = 130.0;
