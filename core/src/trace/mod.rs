//! The vocabulary of a run: micro-steps and their effects, frames, marks, and the places that lanes access.

mod frame;
mod mark;
mod step;
mod target;

pub use crate::semantics::{Site, Type};
pub use frame::{Frame, Input, LaneStatus, LaneView};
pub use mark::{Mark, MarkKind};
pub use step::{Access, Effect, Granularity, MicroStep, OffReason, Phase, Returned, show_bit};
pub use target::{AccessEvent, AccessKind, Target, Visit};
