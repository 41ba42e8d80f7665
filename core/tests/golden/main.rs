//! Holds texts against what is said about them: `tests/bad` are scenarios, `tests/syntax` lines for the parser alone,
//! `tests/notation` texts for the compiler. `common/golden.rs` tells how the files are written; `BLESS=1` rewrites them.
#![cfg(not(target_arch = "wasm32"))] // reads folders

#[path = "../common/mod.rs"]
mod common;

mod bad;
mod notation;
mod notation_print;
mod syntax;
