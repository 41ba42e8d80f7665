//! Scenarios that compare the instruction sets. Each runs an atomic operation on the same numbers in its base text and in
//! a `.variant` with an `.isa` of its own. A scenario without variants is about an operation that only one set has.

/// The sources of the operations on halves.
const HALF_SOURCES: &str = "0x4000 0x8000 0x7e00 0x7d00 0x0001 0x4000";
/// The halves in memory.
const HALF_CONTENTS: &str = "0x3c00 0x0000 0x3c00 0x3c00 0x0002";

/// Returns the scenarios, each with its title in the first line.
pub fn side_by_side() -> Vec<String> {
    let from_files = [
        include_str!("side_by_side/increment.lane"),
        include_str!("side_by_side/decrement.lane"),
        include_str!("side_by_side/decrement_first.lane"),
        include_str!("side_by_side/compare_exchange.lane"),
        include_str!("side_by_side/compare_float.lane"),
    ];
    let more_from_files =
        [include_str!("side_by_side/add_float.lane"), include_str!("side_by_side/subtract.lane")];
    let out_of_bounds = [
        out_of_bounds_scenario("IGN", "ADD.IGN", ""),
        out_of_bounds_scenario("NEAR", "ADD", ""),
        out_of_bounds_scenario("TRAP", "ADD.TRAP", "  .expect error run-trap-outside\n"),
    ];
    let with_one_source = [
        one_source("Exchange", ["xchg", "EXCH"], "ud", "9 9 9", "5 9"),
        one_source("Add", ["add", "ADD"], "ud", "9 2 9", "5 0xffffffff"),
        one_source("Minimum, unsigned", ["min", "MIN"], "ud", "9 0xffffffff 9", "5 5"),
        one_source("Maximum, unsigned", ["max", "MAX"], "ud", "9 0xffffffff 9", "5 5"),
        one_source("Minimum, signed", ["minsint", "MIN.S32"], "d", "9 -1 9", "5 5"),
        one_source("Maximum, signed", ["maxsint", "MAX.S32"], "d", "9 -1 9", "5 5"),
        one_source("Minimum of halves", ["fmin.16", "MIN.F16x2.FTZ.RN"], "f", HALF_SOURCES, HALF_CONTENTS),
        one_source("Maximum of halves", ["fmax.16", "MAX.F16x2.FTZ.RN"], "f", HALF_SOURCES, HALF_CONTENTS),
        one_source("And", ["and", "AND"], "ud", "10 10", "12"),
        one_source("Or", ["or", "OR"], "ud", "10 10", "12"),
        one_source("Exclusive or", ["xor", "XOR"], "ud", "10 10", "12"),
    ];
    let files = from_files.map(str::to_owned).into_iter();
    let more_files = more_from_files.map(str::to_owned);
    files.chain(out_of_bounds).chain(more_files).chain(with_one_source).collect()
}

/// Returns a scenario whose last two lanes are out of bounds, with a rule of SUATOM for such accesses.
fn out_of_bounds_scenario(clamp: &str, words: &str, claim: &str) -> String {
    format!(include_str!("side_by_side/out_of_bounds.txt"), clamp = clamp, words = words, claim = claim)
}

/// Returns a scenario for an operation with one source, which each set calls by its own words. `ty` is the type of the
/// variables. The surface has the element of each lane but the last one.
fn one_source(
    title: &str,
    [words, variant_words]: [&str; 2],
    ty: &str,
    source: &str,
    contents: &str,
) -> String {
    let count = contents.split(' ').count();
    let mask = "1".repeat(count + 1);
    let each_lane = |unit: usize| (0..=count).map(|lane| format!(" {}", unit * lane)).collect::<String>();
    let (bytes, elements) = (each_lane(4), each_lane(1));
    let (memory, format) = if ty == "d" { ("d", "R32_SINT") } else { ("ud", "R32_UINT") };
    format!(
        include_str!("side_by_side/one_source.txt"),
        title = title,
        ty = ty,
        words = words,
        variant_words = variant_words,
        source = source,
        contents = contents,
        count = count,
        mask = mask,
        bytes = bytes,
        elements = elements,
        memory = memory,
        format = format,
    )
}
