//! Controls that several parts of the page share.

pub mod copy_button;
pub mod element;
pub mod icon;
pub mod marks;
pub mod pager;
pub mod popup;
pub mod program;
pub mod select;
pub mod splitter;
pub mod ticks;
pub mod timeline;
pub mod transport;
