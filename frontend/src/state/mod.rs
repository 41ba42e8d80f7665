//! The page's state: a model of six values, their actions and reducers, and selectors that derive everything else. Pure: no
//! browser, no clock, no storage.

mod action;
mod by_identity;
mod chrome;
mod document;
mod editor;
mod entry;
mod model;
mod opening;
mod playback;
mod reduce;
mod saved;
mod settings;
mod stage;
mod utf16;

pub mod annotated;
pub mod choice;
pub mod detail;
pub mod embed;
pub mod embed_code;
pub mod encoding;
pub mod export;
pub mod folding;
pub mod gallery;
pub mod inquiries;
pub mod invariants;
pub mod keys;
pub mod learning;
pub mod line_ends;
pub mod link;
pub mod manual;
pub mod marks;
pub mod masks;
pub mod message;
pub mod narration;
pub mod notation;
pub mod notation_edit;
pub mod opened;
pub mod order;
pub mod outcomes;
pub mod paging;
pub mod panes;
pub mod physical;
pub mod picture;
pub mod puzzle;
pub mod queue;
pub mod quiz;
pub mod registers;
pub mod selection;
pub mod sight;
pub mod sizes;
pub mod sliced;
pub mod stops;
pub mod surface;
pub mod text_selection;
pub mod timeline;
pub mod variants;
pub mod writers;

pub use action::Action;
pub use by_identity::ByIdentity;
pub use chrome::{COST_ID, Chrome, ChromeAction, Dialog, Notice, PageKind, Tab, reading_id};
pub use document::{Document, DocumentAction, Dragging, FIRST_SLICE, Pair, Pending};
pub use editor::{EditorCommand, TextChange};
pub use entry::{Entry, Rejected};
pub use inquiries::InquiryAction;
pub use lanescope_core::figure;
pub use lanescope_core::view::{
    Formats, Numbers, answer, banks, curve, digits, gesture, lanes, layout, markup, moment, position, route,
    summary, wires,
};
pub use learning::LearningAction;
pub use model::{Model, StageNote, StepReading};
pub use opened::Paste;
pub use opening::Opening;
pub use paging::SurfacePage;
pub use playback::{Playback, PlaybackAction};
pub use reduce::reduce;
pub use saved::Saved;
pub use selection::Selection;
pub use settings::{Setting, Settings, Theme};
pub use stage::{Stage, StagedRun};
pub use utf16::Utf16Map;
