//! Lanescope's core: scenario text in, diagnostics and a reversible trace out.
//!
//! Layers, an arrow only points left (a test enforces it):
//!
//! ```text
//! base <- {spec, diag, machine}
//! spec <- isa
//! {spec, diag} <- {syntax, semantics}
//! {machine, semantics} <- trace <- exec
//! {syntax, exec} <- check <- session
//! ```
//!
//! Nothing here reads a clock, draws randomness, does input or output, or knows a browser:
//! an order or a seed is an argument.

pub mod base;
pub mod check;
pub mod diag;
pub mod encode;
pub mod exec;
pub mod isa;
pub mod machine;
pub mod semantics;
pub mod session;
pub mod spec;
pub mod syntax;
pub mod trace;
