//! Fuzzes the target `text`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lanescope_fuzz::hold(lanescope_fuzz::targets::text, data));
