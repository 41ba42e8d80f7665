//! What holds for a whole run and lets the stage keep its measures while stepping.

use super::lanes::longest_value;
use super::targets::{Target, end_of, targets};
use lanescope_core::exec::Run;
use lanescope_core::session::NumberFormat;

/// Longer programs are looked at this far: what comes behind may have to move things when it is reached.
const INSTRUCTIONS: usize = 256;

/// What holds for a whole run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunFacts {
    /// The places outside their surface that any instruction touches, each once.
    pub outside: Vec<Target>,
    /// How many lanes meet at most at one place in one instruction.
    pub crowd: usize,
}

impl RunFacts {
    /// Of a run.
    pub fn new(run: &Run) -> Self {
        let mut facts = Self::default();
        for instruction in 0..run.instruction_starts().len().min(INSTRUCTIONS) {
            for target in targets(run, instruction) {
                facts.crowd = facts.crowd.max(target.lanes.len());
                let known = |other: &Target| other.access.place == target.access.place;
                if !target.access.inside && !facts.outside.iter().any(known) {
                    facts.outside.push(target);
                }
            }
        }
        facts
    }
}

/// Characters of the longest value that the lanes show at the end of any instruction of a run. Columns are this wide
/// from the start.
pub fn widest_value(run: &Run, format: NumberFormat) -> usize {
    let instructions = 0..run.instruction_starts().len().min(INSTRUCTIONS);
    let frames = instructions.map(|instruction| run.frame(end_of(run, instruction)));
    frames.map(|frame| longest_value(run, &frame, format)).max().unwrap_or(1).max(1)
}
