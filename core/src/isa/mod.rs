//! The instruction sets: rows of data and notation texts, and the roll call that joins them.

pub mod visa;

use crate::spec::RollCall;

/// Every instruction and reading that Lanescope knows.
pub const ROLL_CALL: RollCall = RollCall {
    instructions: visa::INSTRUCTIONS,
    readings: visa::READINGS,
    dialect: visa::dialect,
    without_effect: visa::WITHOUT_EFFECT,
};
