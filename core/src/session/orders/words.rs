//! Parts of sentences and numbers that several reports on orders need.

use crate::base::LaneMask;
use num_bigint::BigUint;

/// Describes how an outcome stops before the program's end: `the run stops`, `lanes 0 and 1 wait forever`. `None` if it does
/// not stop.
pub fn stop_in_words(stops: bool, gave_up: LaneMask) -> Option<String> {
    match gave_up.count() {
        0 => stops.then(|| "the run stops".to_owned()),
        1 => Some(format!("{} waits forever", gave_up.in_words())),
        _ => Some(format!("{} wait forever", gave_up.in_words())),
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
