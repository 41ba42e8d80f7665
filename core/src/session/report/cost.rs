//! The cost of each instruction of a run, by the cost model of its scenario.

use crate::cost::{Cost, cost};
use crate::session::text::{Session, csv_text};
use crate::spec::{COST_PARAMETERS, CostModel, CostNumber, CostParameter};
use serde::Serialize;
use std::fmt::Write;

/// The columns of the CSV file: the line and the text of the instruction, and the fields of [`Cost`].
const COLUMNS: [&str; 12] = [
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
];

/// The costs of a run, as `lanescope cost --json` prints them.
#[derive(Debug, Serialize)]
pub struct CostReport {
    /// The cost model.
    pub model: ModelReport,
    /// The instructions, in the order of the text.
    pub instructions: Vec<InstructionCost>,
}

/// A cost model.
#[derive(Debug, Serialize)]
pub struct ModelReport {
    /// The word after `.model`.
    pub key: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Its numbers.
    pub numbers: Vec<NumberReport>,
}

/// A number of a cost model.
#[derive(Debug, Serialize)]
pub struct NumberReport {
    /// The key of the scenario text.
    pub key: &'static str,
    /// A description of the number.
    pub prose: &'static str,
    /// The value, its certainty and its source.
    #[serde(flatten)]
    pub number: CostNumber,
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

impl ModelReport {
    fn new(model: &CostModel) -> Self {
        let number = |parameter: &CostParameter| NumberReport {
            key: parameter.word,
            prose: parameter.prose,
            number: model.number(parameter.key),
        };
        Self { key: model.key, title: model.title, numbers: COST_PARAMETERS.iter().map(number).collect() }
    }
}

impl CostReport {
    /// Returns the costs of a session's run by its own model or by `model`. `None` if nothing ran.
    pub fn from_session(session: &Session, model: Option<&CostModel>) -> Option<Self> {
        let run = session.run.as_ref()?;
        let model = model.unwrap_or(&run.scenario().cost_model);
        let instruction = |(index, bound): (usize, &crate::exec::Bound)| InstructionCost {
            line: session.line(bound.span),
            text: bound.span.of(&session.text).to_owned(),
            cost: cost(run, index, model),
        };
        let instructions = run.scenario().program.iter().enumerate().map(instruction).collect();
        Some(Self { model: ModelReport::new(model), instructions })
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
