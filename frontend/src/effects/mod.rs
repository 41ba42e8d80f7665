//! Everything that reaches out of the page's state: the editor, the address, the store, the clock, measures. Each
//! module is the only one that knows its piece of the browser.

pub mod clipboard;
pub mod dialog;
pub mod dom;
pub mod download;
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
pub mod panic;
pub mod readings;
pub mod root;
pub mod scroll;
pub mod sight;
pub mod slices;
pub mod storage;
pub mod style;
pub mod thumbnails;
pub mod timer;
pub mod tour;
pub mod url;
pub mod visit;
pub mod width;
pub mod worker;
