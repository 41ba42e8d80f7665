//! The Lanescope page: a Yew application over `lanescope_core::session`.
