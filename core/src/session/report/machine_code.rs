//! The machine code of a text's instructions.

pub use crate::encode::{Encoded, EncodedField, encode};
use crate::session::text::Session;
use crate::spec::Instruction;
use serde::Serialize;

/// The machine code of a program, as `lanescope encode --json` prints it.
#[derive(Debug, Serialize)]
pub struct EncodingReport {
    /// The instructions, in the order of the text.
    pub instructions: Vec<InstructionCode>,
}

/// The machine code of an instruction.
#[derive(Debug, Serialize)]
pub struct InstructionCode {
    /// The line number, from 1.
    pub line: usize,
    /// The instruction, as it is written.
    pub text: String,
    /// The code: `0x` and the digits of a word, or bytes in hexadecimal with blanks between them. Absent if none is
    /// known.
    pub code: Option<String>,
    /// The fields, in the order of their bits.
    pub fields: Vec<FieldCode>,
    /// The reason why no machine code is known.
    pub problem: Option<&'static str>,
}

/// A field of an instruction's machine code.
#[derive(Debug, Serialize)]
pub struct FieldCode {
    /// The position of its bits, as [`Encoded::place`] formats it.
    pub place: String,
    /// The field.
    #[serde(flatten)]
    pub field: EncodedField,
}

impl EncodingReport {
    /// Returns the machine code of a session's program. The report is empty if the text has errors.
    pub fn from_session(session: &Session) -> Self {
        let program = session.scenario.iter().flat_map(|scenario| {
            scenario.program.iter().enumerate().map(move |(at, bound)| (bound, encode(scenario, at)))
        });
        let instruction = |(bound, code): (&crate::exec::Bound, Option<Encoded>)| InstructionCode {
            line: session.line(bound.span),
            text: bound.span.of(&session.text).to_owned(),
            problem: code.is_none().then(|| why_none(&bound.row)),
            fields: code.iter().flat_map(fields).collect(),
            code: code.as_ref().map(Encoded::digits),
        };
        Self { instructions: program.map(instruction).collect() }
    }
}

fn fields(code: &Encoded) -> impl Iterator<Item = FieldCode> {
    code.fields.iter().map(|field| FieldCode { place: code.place(field), field: field.clone() })
}

impl Session {
    /// Returns the machine code of each instruction as text, field by field. The text is empty if the scenario has
    /// errors.
    pub fn machine_code(&self) -> String {
        EncodingReport::from_session(self).instructions.iter().map(InstructionCode::in_words).collect()
    }
}

impl InstructionCode {
    /// Returns the instruction, its code, and a line for each field.
    fn in_words(&self) -> String {
        let field = |FieldCode { place, field }: &FieldCode| {
            let value = format!("{:#x}", field.value);
            format!("  {place:<16} {:<24} {value:<10} {}\n", field.name, field.means)
        };
        match &self.code {
            None => format!("{}\n  {}\n", self.text, self.problem.unwrap_or_default()),
            Some(code) => {
                format!("{}\n  {code}\n{}\n", self.text, self.fields.iter().map(field).collect::<String>())
            }
        }
    }
}

fn why_none(row: &Instruction) -> &'static str {
    match row.made_from {
        Some(_) => "the text defines this instruction itself, so it has no machine code",
        None => "no machine code is known for it",
    }
}
