//! Parts of sentences and numbers that several reports on orders need.

use crate::base::LaneMask;
use num_bigint::BigUint;

/// Describes how an outcome stops before the program's end: `the run stops`, `lanes 0 and 1 wait forever`. `None` if
/// it does not stop.
pub fn stop_in_words(stops: bool, gave_up: LaneMask) -> Option<String> {
    match gave_up.count() {
        0 => stops.then(|| "the run stops".to_owned()),
        1 => Some(format!("{} waits forever", gave_up.in_words())),
        _ => Some(format!("{} wait forever", gave_up.in_words())),
    }
}

/// Describes an outcome by the values of its cells, and by how the run stops with them: `BUF[0] = 1, and the run stops`.
pub fn outcome_in_words<'a>(cells: impl Iterator<Item = (&'a str, &'a str)>, stop: Option<&str>) -> String {
    let cells: Vec<String> = cells.map(|(cell, value)| format!("{cell} = {value}")).collect();
    match (stop, cells.is_empty()) {
        (Some(stop), true) => stop.to_owned(),
        (Some(stop), false) => format!("{}, and {stop}", cells.join(", ")),
        (None, true) => "the program ends".to_owned(),
        (None, false) => cells.join(", "),
    }
}

/// Returns a part of a whole as a number from 0 to 1, rounded down to 12 digits.
pub(super) fn share(part: &BigUint, whole: &BigUint) -> f64 {
    const DIGITS: u64 = 1_000_000_000_000;
    if *whole == BigUint::ZERO {
        return 0.0;
    }
    // The quotient is at most `DIGITS`, which an `f64` holds exactly.
    let quotient = part * DIGITS / whole;
    quotient.iter_u64_digits().next().unwrap_or(0) as f64 / DIGITS as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_down_to_twelve_digits() {
        for (part, whole, expected) in [
            (0u32, 0u32, 0.0),
            (0, 6, 0.0),
            (1, 3, 0.333_333_333_333),
            (2, 3, 0.666_666_666_666),
            (6, 6, 1.0),
        ] {
            assert_eq!(share(&part.into(), &whole.into()), expected, "{part} of {whole}");
        }
        // 32! and a third of it.
        let all: BigUint = (1u32..=32).map(BigUint::from).product();
        assert_eq!(share(&(&all / 3u32), &all), 0.333_333_333_333);
    }

    #[test]
    fn an_outcome_without_cells_says_that_the_program_ends() {
        let cells = [("BUF[0]", "1"), ("BUF[1]", "2")];
        for (cells, stop, expected) in [
            (&cells[..], None, "BUF[0] = 1, BUF[1] = 2"),
            (&cells[..1], Some("the run stops"), "BUF[0] = 1, and the run stops"),
            (&[], Some("the run stops"), "the run stops"),
            (&[], None, "the program ends"),
        ] {
            assert_eq!(outcome_in_words(cells.iter().copied(), stop), expected);
        }
    }

    #[test]
    fn a_stop_names_the_lanes_that_wait() {
        assert_eq!(stop_in_words(false, LaneMask(0)), None);
        assert_eq!(stop_in_words(true, LaneMask(0)).as_deref(), Some("the run stops"));
        assert_eq!(stop_in_words(true, LaneMask(0b100)).as_deref(), Some("lane 2 waits forever"));
        assert_eq!(stop_in_words(true, LaneMask(0b11)).as_deref(), Some("lanes 0 and 1 wait forever"));
    }
}
