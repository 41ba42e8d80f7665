//! The instruction sets: rows of data and notation texts, and the roll call that joins them.

pub mod sass;
pub mod visa;

use crate::base::Rule;
use crate::spec::RollCall;

/// Every instruction set that Lanescope knows.
pub fn roll_call() -> RollCall {
    RollCall::new(visa::set(), [sass::set()])
}

/// Every rule that rows and instruction sets cite.
pub fn rules() -> Vec<&'static Rule> {
    [visa::RULES.to_vec(), sass::all_rules()].concat()
}
