//! Golden tests: `tests/bad` has scenarios, `tests/syntax` lines for the parser alone, and `tests/notation` texts for
//! the compiler. `common/golden.rs` documents the file format; `BLESS=1` rewrites the files.
#![cfg(not(target_arch = "wasm32"))] // reads folders

mod bad;
mod notation;
mod notation_print;
mod syntax;
