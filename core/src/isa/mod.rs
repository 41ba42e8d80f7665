//! The instruction sets: rows of data and notation texts, and the list of the sets.

mod foreign_words;
mod readings;
pub mod sass;
mod side_by_side;
pub mod visa;

use crate::base::Rule;
use crate::check::SetsWithChecks;
pub use side_by_side::side_by_side;

/// Returns every instruction set that Lanescope knows.
pub fn known_sets() -> SetsWithChecks {
    SetsWithChecks::new(visa::set(), [sass::set()])
}

/// Returns every rule that an instruction set words itself.
pub fn rules() -> Vec<&'static Rule> {
    known_sets().all().iter().flat_map(|set| set.own_rules.clone()).collect()
}
