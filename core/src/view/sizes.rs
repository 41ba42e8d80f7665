//! Sizes, in CSS pixels, that the page's style sheet has too: its build compares them with css/sizes.css.

/// Width of the column of headings of the lanes.
pub const HEADING_PX: f64 = 84.0;
/// The widest that the column of a lane gets: few lanes do not spread over the whole stage.
pub const WIDEST_LANE_PX: f64 = 120.0;
/// Width of the column where lines of a surface begin, with the gap behind it.
pub const OFFSET_PX: f64 = 48.0;
