//! What a run shows: micro-steps with what they changed, how the lanes stand after each, marks, and who goes where.

mod frame;
mod mark;
mod step;
mod target;

pub use crate::semantics::{Site, Type};
pub use frame::{Frame, LaneStatus, LaneView, Returned, show_bit};
pub use mark::{Mark, MarkKind};
pub use step::{Access, Effect, Granularity, Input, MicroStep, OffReason, OpLine, Phase};
pub use target::{Target, Visit};
