//! The cost of each instruction of a run, by the cost model of its scenario.

use crate::cost::{Cost, Traffic, Transactions};
use crate::session::text::{Session, csv_text};
use crate::spec::CostModel;
use serde::Serialize;
use std::fmt::Write;

/// The columns of the CSV file: the line and the text of the instruction, and the fields of [`Cost`].
const COLUMNS: [&str; 15] = [
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
    "excess_sectors",
    "dropped",
];

/// The costs of a run, as `lanescope cost --json` prints them.
#[derive(Debug, Serialize)]
pub struct CostReport<'m> {
    /// The cost model.
    pub model: &'m CostModel,
    /// The instructions, in the order of the text.
    pub instructions: Vec<InstructionCost>,
    /// The sums over all instructions.
    pub total: Cost,
    /// The sums over the instructions that only read.
    pub loads: Cost,
    /// The sums over the instructions that write.
    pub stores: Cost,
    /// The sums over the atomic operations.
    pub atomics: Cost,
}

/// The cost of an instruction.
#[derive(Debug, Serialize)]
pub struct InstructionCost {
    /// The line number, from 1.
    pub line: usize,
    /// The instruction, as it is written.
    pub text: String,
    /// The kind of its accesses.
    pub traffic: Traffic,
    /// The counts.
    #[serde(flatten)]
    pub cost: Cost,
}

impl<'m> CostReport<'m> {
    /// Returns the costs of a session's run by its own model or by `model`. `None` if nothing ran.
    pub fn from_session(session: &'m Session, model: Option<&'m CostModel>) -> Option<Self> {
        let run = session.run.as_ref()?;
        let model = model.unwrap_or(&run.scenario().cost_model);
        let instruction = |(index, bound): (usize, &crate::exec::Bound)| {
            let transactions = Transactions::new(run, index, model);
            InstructionCost {
                line: session.line(bound.span),
                text: bound.span.of(&session.text).to_owned(),
                traffic: transactions.traffic,
                cost: transactions.cost(),
            }
        };
        let instructions: Vec<InstructionCost> =
            run.scenario().program.iter().enumerate().map(instruction).collect();
        let of = |traffic: Traffic| {
            instructions.iter().filter(move |it| it.traffic == traffic).map(|it| it.cost).sum()
        };
        let (loads, stores, atomics) = (of(Traffic::Load), of(Traffic::Store), of(Traffic::Atomic));
        let total = instructions.iter().map(|instruction| instruction.cost).sum();
        Some(Self { model, total, loads, stores, atomics, instructions })
    }

    /// Returns the total in words, and the loads, stores and atomic operations apart if there are several of these.
    pub fn totals_in_words(&self) -> Vec<String> {
        let kinds = [("loads", self.loads), ("stores", self.stores), ("atomics", self.atomics)];
        let kinds: Vec<_> = kinds.into_iter().filter(|(_, cost)| cost.accesses > 0).collect();
        let parts = kinds.iter().filter(|_| kinds.len() > 1);
        let total = [("total", self.total)].into_iter().filter(|(_, cost)| cost.accesses > 0);
        let lines = total.chain(parts.copied());
        lines.map(|(name, cost)| format!("{name}: {}", cost.total_in_words())).collect()
    }

    /// Returns the costs in words: the model, then each instruction, then the total.
    pub fn in_words(&self) -> String {
        let mut text = format!("{}\n", self.model.title);
        for instruction in &self.instructions {
            let words = instruction.cost.in_words();
            let words = if words.is_empty() { "no access to memory" } else { &words };
            let _ = writeln!(text, "{}: {}\n  {words}", instruction.line, instruction.text);
        }
        for line in self.totals_in_words() {
            let _ = writeln!(text, "{line}");
        }
        text
    }

    /// Returns the costs as CSV, with a row for each instruction.
    pub fn csv(&self) -> String {
        csv_text(&COLUMNS, self.instructions.iter().map(|row| (row.line, &row.text, row.cost)))
    }
}
