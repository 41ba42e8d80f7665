//! The machine code of a text's instructions.

use super::Session;
use crate::encode::encode;
pub use crate::encode::{Encoded, EncodedField};
use crate::exec::Scenario;
use crate::isa::ROLL_CALL;
use crate::syntax::Document;
use std::fmt::Write;

/// The machine code of an instruction of a program, by its position, from 0, with the document that the program was made
/// from; `None` where no source that we know says how it looks, or where machine code cannot say what the line does.
pub fn encoded(document: &Document, scenario: &Scenario, instruction: usize) -> Option<Encoded> {
    let bound = scenario.program.get(instruction)?;
    encode(document, bound, &(ROLL_CALL.dialect)(&scenario.readings))
}

impl Session {
    /// The machine code of each instruction, field by field. Empty where nothing runs.
    pub fn machine_code(&self) -> String {
        let Some(run) = &self.run else { return String::new() };
        let mut out = String::new();
        for (at, bound) in run.scenario().program.iter().enumerate() {
            let line = bound.span.of(&self.text);
            // Writing to a string cannot fail.
            let _ = match encoded(&self.document, run.scenario(), at) {
                None => writeln!(out, "{line}\n  no machine code is known for it"),
                Some(code) => writeln!(out, "{line}\n  {}\n{}", code.digits(), table(&code)),
            };
        }
        out
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
