//! The page's state: a model, actions on it, and selectors that derive everything else. Pure: no browser, no clock, no
//! storage.

mod action;
mod by_identity;
pub mod choice;
mod entry;
mod model;
mod opening;
mod pending;
mod playing;
mod reduce;
mod saved;
pub mod sizes;
pub mod sliced;
pub mod stops;
mod utf16;

pub mod all_orders;
pub mod detail;
pub mod dragging;
pub mod embed;
pub mod embed_code;
pub mod encoding;
pub mod export;
pub mod folding;
pub mod gallery;
pub mod invariants;
pub mod keys;
pub mod link;
pub mod masks;
pub mod message;
pub mod notation;
pub mod notation_edit;
pub mod opened;
pub mod order;
pub mod other_readings;
pub mod outcomes;
pub mod paging;
pub mod panes;
pub mod physical;
pub mod puzzle;
pub mod queue;
pub mod quiz;
pub mod registers;
pub mod selection;
pub mod sight;
pub mod surface;
pub mod timeline;
pub mod variants;
pub mod writers;

pub use action::{Action, Dragging};
pub use by_identity::ByIdentity;
pub use entry::Entry;
pub use lanescope_core::figure;
pub use lanescope_core::view::{
    Formats, Numbers, answer, banks, curve, digits, gesture, lanes, layout, markup, moment, position, route,
    summary, wires,
};
pub use model::{Dialog, EditorCommand, Good, Model, Notice, PageKind, Rejected, StepReading, Tab, Theme};
pub use opening::Opening;
pub use paging::SurfacePage;
pub use pending::{FIRST_SLICE, Pending, StageNote};
pub use reduce::reduce;
pub use saved::Saved;
pub use selection::Selection;
pub use utf16::Utf16Map;
