//! Fuzzes the target `page`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lanescope_fuzz::hold(lanescope_fuzz::targets::page, data));
