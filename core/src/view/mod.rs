//! What a moment of a run shows: lanes as a table, surfaces as grids, what moves between them, and where that is in words.
//! The page and figures are drawn from it.

pub mod curve;
pub mod example;
mod formats;
pub mod gesture;
pub mod lanes;
pub mod markup;
pub mod moment;
pub mod paging;
pub mod position;
pub mod queue;
pub mod route;
pub mod sizes;
pub mod summary;
pub mod surface;

pub use formats::{Formats, Panel};
