//! The cost of each instruction of a run, by the cost model of its scenario.

use crate::cost::{Cost, cost};
use crate::session::text::{Session, csv_text};
use crate::spec::CostModel;
use serde::Serialize;
use std::fmt::Write;

/// The columns of the CSV file: the line and the text of the instruction, and the fields of [`Cost`].
const COLUMNS: [&str; 13] = [
    "line",
    "instruction",
    "lanes",
    "requests",
    "sectors",
    "lines",
    "used_bytes",
    "transferred_bytes",
    "passes",
    "conflicts",
    "queue",
    "atomic_passes",
    "accesses",
];

/// The costs of a run, as `lanescope cost --json` prints them.
#[derive(Debug, Serialize)]
pub struct CostReport<'m> {
    /// The cost model.
    pub model: &'m CostModel,
    /// The instructions, in the order of the text.
    pub instructions: Vec<InstructionCost>,
}

/// The cost of an instruction.
#[derive(Debug, Serialize)]
pub struct InstructionCost {
    /// The line number, from 1.
    pub line: usize,
    /// The instruction, as it is written.
    pub text: String,
    /// The counts.
    #[serde(flatten)]
    pub cost: Cost,
}

impl<'m> CostReport<'m> {
    /// Returns the costs of a session's run by its own model or by `model`. `None` if nothing ran.
    pub fn from_session(session: &'m Session, model: Option<&'m CostModel>) -> Option<Self> {
        let run = session.run.as_ref()?;
        let model = model.unwrap_or(&run.scenario().cost_model);
        let instruction = |(index, bound): (usize, &crate::exec::Bound)| InstructionCost {
            line: session.line(bound.span),
            text: bound.span.of(&session.text).to_owned(),
            cost: cost(run, index, model),
        };
        let instructions = run.scenario().program.iter().enumerate().map(instruction).collect();
        Some(Self { model, instructions })
    }

    /// Returns the costs in words: the model, then each instruction that accesses memory.
    pub fn in_words(&self) -> String {
        let mut text = format!("{}\n", self.model.title);
        for instruction in &self.instructions {
            let words = instruction.cost.in_words();
            let words = if words.is_empty() { "no access to memory" } else { &words };
            let _ = writeln!(text, "{}: {}\n  {words}", instruction.line, instruction.text);
        }
        text
    }

    /// Returns the costs as CSV, with a row for each instruction.
    pub fn csv(&self) -> String {
        csv_text(&COLUMNS, self.instructions.iter().map(|row| (row.line, &row.text, row.cost)))
    }
}
