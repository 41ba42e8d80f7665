//! The machine code of a text's instructions.

use super::Session;
pub use crate::encode::{Encoded, EncodedField, encode};
use crate::spec::Instruction;
use std::fmt::Write;

impl Session {
    /// The machine code of each instruction, field by field. Empty where nothing runs.
    pub fn machine_code(&self) -> String {
        let Some(run) = &self.run else { return String::new() };
        let mut out = String::new();
        for (at, bound) in run.scenario().program.iter().enumerate() {
            let line = bound.span.of(&self.text);
            // Writing to a string cannot fail.
            let _ = match encode(run.scenario(), at) {
                None => writeln!(out, "{line}\n  {}", why_none(&bound.row)),
                Some(code) => writeln!(out, "{line}\n  {}\n{}", code.digits(), table(&code)),
            };
        }
        out
    }
}

/// Why an instruction has no machine code.
fn why_none(row: &Instruction) -> &'static str {
    match row.made_from {
        Some(_) => "a text made it up, so it has no machine code",
        None => "no machine code is known for it",
    }
}

/// A line for each field.
fn table(code: &Encoded) -> String {
    let line = |field: &EncodedField| {
        let value = format!("{:#x}", field.value);
        format!("  {:<16} {:<24} {value:<10} {}\n", code.place(field), field.name, field.means)
    };
    code.fields.iter().map(line).collect()
}
