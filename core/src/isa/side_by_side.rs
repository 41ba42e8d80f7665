//! Scenarios that compare the instruction sets. Each runs an atomic operation on the same numbers in its base text and in
//! a `.variant` with an `.isa` of its own. A scenario without variants is about an operation that only one set has.

/// The scenarios, each with its title in the first line.
pub const SIDE_BY_SIDE: [&str; 21] = [
    include_str!("side_by_side/increment.lane"),
    include_str!("side_by_side/decrement.lane"),
    include_str!("side_by_side/decrement_first.lane"),
    include_str!("side_by_side/compare_exchange.lane"),
    include_str!("side_by_side/compare_float.lane"),
    include_str!("side_by_side/outside_ignored.lane"),
    include_str!("side_by_side/outside_clamped.lane"),
    include_str!("side_by_side/outside_trapped.lane"),
    include_str!("side_by_side/exchange.lane"),
    include_str!("side_by_side/add.lane"),
    include_str!("side_by_side/add_float.lane"),
    include_str!("side_by_side/subtract.lane"),
    include_str!("side_by_side/min_unsigned.lane"),
    include_str!("side_by_side/max_unsigned.lane"),
    include_str!("side_by_side/min_signed.lane"),
    include_str!("side_by_side/max_signed.lane"),
    include_str!("side_by_side/min_half.lane"),
    include_str!("side_by_side/max_half.lane"),
    include_str!("side_by_side/and.lane"),
    include_str!("side_by_side/or.lane"),
    include_str!("side_by_side/xor.lane"),
];
