//! Lanescope's core: scenario text in, diagnostics and a reversible trace out.
//!
//! ```
//! # use lanescope_core::session::{Session, run::{NumberFormat, show}};
//! let text = "
//! .lanes 8
//! .decl OFF v_type=G type=ud num_elts=8 align=GRF
//! .decl OLD v_type=G type=ud num_elts=8 align=GRF
//! .decl BUF v_type=T num_elts=1
//! .set OFF = [0; 8]
//! .surface BUF buffer ud = 5
//! dword_atomic.inc (M1, 8) BUF OFF.0 V0.0 V0.0 OLD.0
//! ";
//! let run = Session::open(text).run.expect("the text has no errors");
//! let lane = &run.frame(run.len()).lanes[3];
//! let result = lane.returned[0];
//! println!("lane 3 returns {}", show(result.value, result.ty, NumberFormat::Auto));
//! # assert_eq!(result.value.value, 8);
//! ```
//!
//! Each module is a layer; `ARCHITECTURE.md` says which may name which, and a test enforces it. Nothing here reads a
//! clock, draws randomness, does input or output, or knows a browser: an order or a seed is an argument.

pub mod base;
pub mod check;
pub mod cost;
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

/// The attribute of unit tests, which also run in WebAssembly.
#[cfg(all(test, not(target_arch = "wasm32")))]
use std::prelude::v1::test;
#[cfg(all(test, target_arch = "wasm32"))]
use wasm_bindgen_test::wasm_bindgen_test as test;
