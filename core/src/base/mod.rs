//! The types that every layer uses: spans, lanes, bits with definedness, scalar types, rules and their sources.

mod bits;
mod lane;
mod packed;
mod random;
pub(crate) mod rule;
mod schedule;
mod show;
mod span;
mod surface;
mod types;
mod words;

pub use bits::Bits;
pub use lane::{LaneId, LaneMask, lane_ranges, lanes_in_words};
pub use packed::PackedType;
pub use random::split_mix;
pub use rule::{Clause, Kind, Rule};
pub(crate) use rule::{ITS_DESCRIPTION, ITS_PAGE, SCENARIO_TEXT, rules};
pub use schedule::Schedule;
pub use show::{NumberFormat, show};
pub use span::{
    LineCol, Span, TextEdit, apply_edits, line_col, line_number, line_span, line_spans, line_starts,
    sort_edits,
};
pub use surface::{SurfaceKind, TEXEL_FORMATS, texel_channels, texel_type};
pub use types::ScalarType;
pub use words::{bytes_in_words, capitalized, closest, counted, distance, listed, one_of};
