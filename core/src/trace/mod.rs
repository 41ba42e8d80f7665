//! What a run leaves behind: micro-steps with before and after, the picture at any moment, marks, and sentences.

mod frame;
mod mark;
mod step;
mod target;

pub use crate::semantics::{Site, Type};
pub use frame::{Frame, LaneStatus, LaneView, Returned};
pub use mark::{Mark, MarkKind};
pub use step::{Access, Effect, Granularity, Input, MicroStep, OffReason, OpLine, Phase};
pub use target::{Target, Visit};
