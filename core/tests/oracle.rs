//! An oracle: a second implementation of the instructions that follows the manuals' pages and does not use the library.
//! Random programs compare the two. Where a page is silent, the oracle follows the prose of the readings.
//!
//! `LANESCOPE_SWEEP=625` compares a million programs instead of 1,600.

mod alu;
mod bits;
mod case;
mod channels;
mod dword_atomic;
mod floats;
mod gather;
mod kernel;
mod lsc;
mod orders;
mod plain;
mod pool;
mod readings;
mod sass_values;
mod suatom;
mod surface_access;
mod surface_moves;
mod svm_atomic;
mod svm_blocks;
mod typed_atomic;
mod typed_channels;
mod visa;
mod visa_ops;
mod warp;

use crate::common::{Random, draws};
use case::Case;
use lanescope_core::base::split_mix;
use visa::Kind;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// The number of programs of a test. Wasm has fewer: it is slow without optimization and only has to behave the same.
const PROGRAMS: usize = if cfg!(target_arch = "wasm32") { 20 } else { 100 };
/// The number of differences that a test lists.
const LISTED: usize = 3;
/// The number of instructions of a program.
const INSTRUCTIONS: usize = 5;

/// Draws programs, each from its own seed, and compares their runs. `draw` takes the number of instructions; a shorter program
/// has the same beginning, so the shortest program with a difference ends with the instruction that differs.
fn compare(seed: u64, draw: impl Fn(&mut Random, usize) -> Case) {
    let (mut seeds, mut different) = (seed, Vec::new());
    for index in 0..draws(PROGRAMS) {
        let seed = split_mix(&mut seeds);
        let case = |instructions| draw(&mut Random::new(seed), instructions);
        if case(INSTRUCTIONS).difference().is_some() {
            let shorter = (1..=INSTRUCTIONS).map(case);
            let first = shorter.filter_map(|case| Some((case.difference()?, case))).next();
            let (difference, case) = first.expect("the whole program differs");
            different.push(format!("program {index}: {difference}\n{}", case.text));
            if different.len() == LISTED {
                break;
            }
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n\n"));
}

#[test]
fn dword_atomic_agrees() {
    compare(1, |random, count| visa::case(random, count, &[Kind::DwordAtomic]));
}

#[test]
fn typed_atomic_agrees() {
    compare(2, |random, count| visa::case(random, count, &[Kind::TypedAtomic]));
}

#[test]
fn gather_and_its_relatives_agree() {
    compare(3, |random, count| visa::case(random, count, &[Kind::Gather]));
}

#[test]
fn scatter4_scaled_and_its_reverse_agree() {
    compare(4, |random, count| visa::case(random, count, &[Kind::Channels]));
}

#[test]
fn programs_of_all_instructions_agree() {
    let kinds = [
        Kind::DwordAtomic,
        Kind::SvmAtomic,
        Kind::SvmBlocks,
        Kind::SvmChannels,
        Kind::TypedAtomic,
        Kind::TypedChannels,
        Kind::Gather,
        Kind::Channels,
        Kind::Lsc,
        Kind::Alu,
    ];
    compare(5, |random, count| visa::case(random, count, &kinds));
}

#[test]
fn svm_atomic_agrees() {
    compare(7, |random, count| visa::case(random, count, &[Kind::SvmAtomic]));
}

#[test]
fn blocks_at_64_bit_addresses_agree() {
    compare(10, |random, count| visa::case(random, count, &[Kind::SvmBlocks]));
}

#[test]
fn channels_at_64_bit_addresses_agree() {
    compare(11, |random, count| visa::case(random, count, &[Kind::SvmChannels]));
}

#[test]
fn channels_of_texels_agree() {
    compare(12, |random, count| visa::case(random, count, &[Kind::TypedChannels]));
}

#[test]
fn lsc_agrees() {
    compare(13, |random, count| visa::case(random, count, &[Kind::Lsc]));
}

#[test]
fn arithmetic_agrees() {
    compare(14, |random, count| visa::case(random, count, &[Kind::Alu]));
}

#[test]
fn suatom_agrees() {
    compare(6, |random, count| warp::case(random, count, &[warp::Kind::Suatom]));
}

#[test]
fn sured_agrees() {
    compare(7, |random, count| warp::case(random, count, &[warp::Kind::Sured]));
}

#[test]
fn loads_and_stores_of_surfaces_agree() {
    compare(8, |random, count| warp::case(random, count, &[warp::Kind::Load, warp::Kind::Store]));
}

#[test]
fn arithmetic_of_sass_agrees() {
    compare(15, |random, count| warp::case(random, count, &[warp::Kind::Plain]));
}

#[test]
fn programs_of_all_surface_instructions_agree() {
    let kinds =
        [warp::Kind::Suatom, warp::Kind::Sured, warp::Kind::Load, warp::Kind::Store, warp::Kind::Plain];
    compare(9, |random, count| warp::case(random, count, &kinds));
}
