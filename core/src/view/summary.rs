//! What holds for a whole run and lets what shows it keep its measures while stepping.

use super::lanes::{longest_value, row_count};
use crate::session::{NumberFormat, Run, State};
use crate::trace::Target;

/// Longer programs are looked at this far: what comes behind may have to move things when it is reached.
const INSTRUCTIONS: usize = 256;
/// The most places outside that are drawn.
const OUTSIDE: usize = 256;

/// What holds for a whole run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSummary {
    /// The places outside their surface that any instruction touches, each once.
    pub outside: Vec<Target>,
    /// How many lanes meet at most at one place in one instruction.
    pub crowd: usize,
    /// Memory at the end.
    pub end: State,
}

impl RunSummary {
    /// Sums up a run.
    pub fn new(run: &Run) -> Self {
        let mut summary = Self { end: run.state(run.len()), ..Self::default() };
        for target in (0..INSTRUCTIONS).flat_map(|instruction| run.targets(instruction)) {
            summary.crowd = summary.crowd.max(target.visits.len());
            let known = summary.outside.iter().any(|other| other.access.same_place(&target.access));
            if !target.access.inside && !known && summary.outside.len() < OUTSIDE {
                summary.outside.push(target.clone());
            }
        }
        summary
    }
}

/// The most rows that the lanes have in any instruction of a run. So many are kept free from the start.
pub fn most_rows(run: &Run) -> usize {
    let starts = run.instruction_starts();
    let ends = starts.iter().skip(1).copied().chain([run.len()]).take(INSTRUCTIONS);
    ends.map(|end| row_count(run, &run.frame(end))).max().unwrap_or(0)
}

/// Characters of the longest value that the lanes show at the end of any instruction of a run. Columns are this wide
/// from the start.
pub fn widest_value(run: &Run, format: NumberFormat) -> usize {
    let starts = run.instruction_starts();
    let ends = starts.iter().skip(1).copied().chain([run.len()]).take(INSTRUCTIONS);
    ends.map(|end| longest_value(run, &run.frame(end), format)).max().unwrap_or(1).max(1)
}
