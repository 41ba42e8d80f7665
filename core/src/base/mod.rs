//! What every layer needs: places in text, lanes, bits with definedness, scalar types, rules and their sources.

mod bits;
mod lane;
mod rule;
mod span;
mod surface;
mod types;

pub use bits::Bits;
pub use lane::{LaneId, LaneMask};
pub use rule::{Clause, Kind, Rule};
pub use span::{LineCol, Span, TextEdit, apply_edits, line_col, line_span};
pub use surface::SurfaceKind;
pub use types::ScalarType;
