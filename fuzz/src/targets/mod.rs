//! The targets: functions that may not panic on any input. `frontend/tests/fuzz.rs` runs each of them on a few inputs.

mod choices;
mod page;
mod panel;
mod text;

pub use page::{edits, page};
pub use text::{link, message, notation, text};
