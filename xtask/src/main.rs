//! Builds, serves, tests and measures Lanescope.

fn main() {}
