//! The views of a moment, from which the page and the figures are drawn: lanes as a table, surfaces as grids, the transfers
//! between them, and the position in words.

pub mod answer;
pub mod banks;
pub mod curve;
pub mod digits;
pub mod example;
pub mod exits;
mod formats;
pub mod gesture;
pub mod lanes;
pub mod layout;
pub mod markup;
pub mod moment;
pub mod paging;
pub mod place;
pub mod position;
pub mod queue;
pub mod route;
pub mod ruler;
pub mod sizes;
pub mod spot;
pub mod summary;
pub mod surface;
pub mod wires;

pub use formats::{Formats, Numbers};
