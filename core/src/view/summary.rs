//! The summary of a run, which keeps the layout stable while the user steps through it.

use super::formats::Formats;
use super::lanes::{column_count, longest_value, repeats_operand, row_counts};
use super::moment::RunSummary;
use crate::session::{cost::Transactions, run::Run};
use crate::trace::Frame;

/// The number of instructions that are summarized. Later ones may shift the layout when they are reached.
const INSTRUCTIONS: usize = 256;
/// The maximum number of out-of-bounds places.
const OUTSIDE: usize = 256;

impl RunSummary {
    /// Summarizes a run.
    pub fn new(run: &Run) -> Self {
        let mut summary = Self { end: run.state(run.len()), ..Self::default() };
        for target in (0..INSTRUCTIONS).flat_map(|instruction| run.targets(instruction)) {
            summary.crowd = summary.crowd.max(target.visits.len());
            let known = || summary.outside.iter().any(|other| other.access.same_place(&target.access));
            if !target.access.inside && summary.outside.len() < OUTSIDE && !known() {
                summary.outside.push(target.clone());
            }
        }
        let frames: Vec<Frame> = instruction_ends(run).map(|end| run.frame(end)).collect();
        // Decided for the whole run, so that the other rows keep their places when the instruction changes.
        summary.repeats_operands = frames.iter().all(repeats_operand);
        for frame in frames {
            let (rows, operand_rows) = row_counts(run, &frame, summary.repeats_operands);
            summary.most_rows = summary.most_rows.max(rows);
            summary.most_operand_rows = summary.most_operand_rows.max(operand_rows);
            summary.most_columns = summary.most_columns.max(column_count(run.scenario(), &frame));
        }
        let scenario = run.scenario();
        if scenario.names_cost_model {
            let instructions = 0..scenario.program.len().min(INSTRUCTIONS);
            summary.transactions =
                instructions.map(|index| Transactions::new(run, index, &scenario.cost_model)).collect();
        }
        summary
    }
}

/// Returns the micro-step after each summarized instruction.
fn instruction_ends(run: &Run) -> impl Iterator<Item = u32> {
    let starts = run.instruction_starts();
    starts.iter().skip(1).copied().chain([run.len()]).take(INSTRUCTIONS)
}

/// Returns the number of characters of the longest lane value at the end of any instruction. The page sizes columns for it.
pub fn widest_value(run: &Run, formats: &Formats) -> usize {
    instruction_ends(run).map(|end| longest_value(run, &run.frame(end), formats)).max().unwrap_or(1).max(1)
}
