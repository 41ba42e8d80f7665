//! Lanescope's core: scenario text in, diagnostics and a reversible trace out.
//!
//! Each module is a layer; `ARCHITECTURE.md` says which may name which, and a test enforces it. Nothing here reads a
//! clock, draws randomness, does input or output, or knows a browser: an order or a seed is an argument.

pub mod base;
pub mod check;
pub mod diag;
pub mod encode;
pub mod exec;
pub mod explore;
pub mod figure;
pub mod isa;
pub mod machine;
pub mod semantics;
pub mod session;
pub mod spec;
pub mod syntax;
pub mod trace;
pub mod view;
