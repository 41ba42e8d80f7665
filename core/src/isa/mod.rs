//! The instruction sets: rows of data and notation texts, and the roll call that lists the sets.

mod readings;
pub mod sass;
mod side_by_side;
pub mod visa;

use crate::base::Rule;
use crate::check::KnownSets;
pub use side_by_side::side_by_side;

/// Returns every instruction set that Lanescope knows.
pub fn roll_call() -> KnownSets {
    KnownSets::new(visa::set(), [sass::set()])
}

/// Returns every rule that rows and instruction sets cite.
pub fn rules() -> Vec<&'static Rule> {
    roll_call().sets().iter().flat_map(|set| set.own_rules.clone()).collect()
}
