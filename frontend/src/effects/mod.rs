//! All access to the browser: the editor, the address, storage, timers, measurements. Each module covers one part of
//! the browser, and no other module accesses that part.

pub mod clipboard;
pub mod dialog;
pub mod dom;
pub mod download;
pub mod drag;
pub mod editor;
pub mod embed;
pub mod examples;
pub mod files;
pub mod focus;
pub mod grid;
pub mod inquiry;
pub mod keys;
pub mod linked;
pub mod motion;
pub mod panes;
pub mod panic;
pub mod root;
pub mod scroll;
pub mod sight;
pub mod slices;
pub mod storage;
pub mod style;
pub mod timer;
pub mod url;
pub mod visit;
pub mod width;
pub mod wires;
pub mod worker;
