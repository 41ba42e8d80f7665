//! The command line of Lanescope.

fn main() {}
