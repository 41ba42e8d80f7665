//! The page's state: a model of six values, their actions and reducers, and selectors that derive everything else. Pure: no
//! browser, no clock, no storage.

// The six values, each with its actions and its reducer.
mod chrome;
mod document;
pub mod inquiries;
pub mod learning;
mod playback;
mod settings;

// The model of all six, and events of several values.
mod action;
mod model;
mod reduce;

// Parts of the values.
pub mod budget;
pub mod choice;
mod editor;
mod entry;
pub mod gallery;
pub mod notation_edit;
pub mod paging;
pub mod panes;
pub mod puzzle;
pub mod quiz;
pub mod selection;
pub mod sliced;
mod stage;
pub mod stops;
pub mod variants;

// Opened, stored and exported texts.
pub mod export;
pub mod line_ends;
pub mod link;
pub mod opened;
mod opening;
mod saved;

// Views of the stage.
pub mod detail;
pub mod marks;
pub mod masks;
pub mod order;
pub mod physical;
pub mod picture;
pub mod queue;
pub mod sight;
pub mod surface;
pub mod writers;

// Views of the text, the timeline and the panels.
pub mod annotated;
pub mod encoding;
pub mod folding;
pub mod invariants;
pub mod narration;
pub mod notation;
pub mod outcomes;
pub mod registers;
pub mod text_selection;
pub mod timeline;

// Embeds and their host pages.
pub mod embed;
pub mod embed_code;
pub mod message;

// Shared by all.
mod by_identity;
pub mod keys;
pub mod manual;
mod utf16;

pub use action::Action;
pub use by_identity::ByIdentity;
pub use chrome::{COST_ID, Chrome, ChromeAction, ComparePart, Dialog, Notice, PageKind, Tab, reading_id};
pub use document::{Document, DocumentAction, Dragging, FIRST_SLICE, Pair, Pending};
pub use editor::{EditorCommand, TextChange, TextHistory};
pub use entry::{Entry, Rejected};
pub use inquiries::InquiryAction;
pub use learning::LearningAction;
pub use model::{Model, StageNote, StepReading};
pub use opened::Paste;
pub use opening::Opening;
pub use playback::{Playback, PlaybackAction};
pub use reduce::reduce;
pub use saved::Saved;
pub use selection::Selection;
pub use settings::{Setting, Settings, Theme};
pub use stage::{Stage, StagedRun};
pub use utf16::Utf16Map;
