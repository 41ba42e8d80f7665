//! The Lanescope page: a Yew application over `lanescope_core::session`.

pub mod effects;
pub mod gallery;
pub mod state;
