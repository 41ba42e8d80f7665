//! Sizes in CSS pixels that the page's style sheet shares: the page's build compares them with css/tokens.css.

/// The width of the column of line offsets, with the gap after it.
pub const OFFSET_PX: f64 = 48.0;
