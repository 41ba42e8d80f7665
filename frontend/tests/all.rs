//! All tests of the page's model and of its components on the host, in one program, because each program takes its time to be linked.
#![cfg(not(target_arch = "wasm32"))]

mod all_orders;
mod common;
mod compare;
mod components;
mod dragging;
mod fuzz;
mod kept;
mod links;
mod made_up;
mod messages;
mod notation_edit;
mod paging;
mod pending;
mod physical;
mod playing;
mod puzzles;
mod reducer;
mod selection;
mod setup;
mod stage;
mod stops;
mod styles;
