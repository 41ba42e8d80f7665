//! Instructions as machine code, bit by bit: what the rows say of it, filled in with what a line says.

mod sass;
mod visa;

use crate::base::Span;
use crate::exec::{Scenario, WordChoice, WrittenLine};
use crate::spec::{AtomicOp, Encoding, RegisterModel};

/// An instruction as machine code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// Whether it is one word, whose bits are counted from the lowest, rather than bytes in a row.
    pub is_word: bool,
    /// Its bytes, lowest first.
    pub bytes: Vec<u8>,
    /// What its bits say, in the order of bits. Bits that no field has are 0.
    pub fields: Vec<EncodedField>,
}

/// Some bits of an instruction's machine code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedField {
    /// The manual's name.
    pub name: String,
    /// The lowest bit, counted from bit 0 of the first byte.
    pub low: u32,
    /// The number of bits.
    pub count: u32,
    /// The number that the bits hold.
    pub value: u64,
    /// What that number means.
    pub means: String,
    /// The place of the text that says it, where one does.
    pub span: Option<Span>,
    /// The row's operands that it is about, by index.
    pub operands: Vec<usize>,
}

/// The machine code of an instruction of a program, by its position, from 0; `None` where no source that we know says how
/// it looks, or where machine code cannot say what the line does.
pub fn encode(scenario: &Scenario, instruction: usize) -> Option<Encoded> {
    let bound = scenario.program.get(instruction)?;
    match (bound.row.encoding, &scenario.set.registers) {
        (Encoding::Word(forms, _), RegisterModel::Numbered(registers)) => {
            sass::encode(bound, forms, registers)
        }
        (Encoding::Bytes(parts, _), RegisterModel::Declared) => {
            visa::encode(bound, &scenario.layout, bound.row.opcode?, parts)
        }
        _ => None,
    }
}

impl Encoded {
    /// The machine code as listings write it, in hexadecimal: a word with its highest digit first, bytes in their order.
    pub fn digits(&self) -> String {
        let digits = self.bytes.iter().map(|byte| format!("{byte:02x}"));
        if self.is_word {
            format!("0x{}", digits.rev().collect::<String>())
        } else {
            digits.collect::<Vec<_>>().join(" ")
        }
    }

    /// Where a field lies: `63..51`, `28`; of bytes `byte 5`, `bytes 6..9`, `byte 1: 4..0`.
    pub fn place(&self, field: &EncodedField) -> String {
        let bits = |low: u32, count: u32| match count {
            1 => low.to_string(),
            _ => format!("{}..{low}", low + count - 1),
        };
        let (first, last) = (field.low / 8, (field.low + field.count - 1) / 8);
        match (field.low % 8, field.count % 8) {
            _ if self.is_word => bits(field.low, field.count),
            (0, 0) if first == last => format!("byte {first}"),
            (0, 0) => format!("bytes {first}..{last}"),
            (low, _) if first == last => format!("byte {first}: {}", bits(low, field.count)),
            (low, _) => format!("bytes {first}..{last}: {}", bits(low, field.count)),
        }
    }

    /// Puts a field in, making room for it; `None` where its value is too large for it.
    fn push(&mut self, field: EncodedField) -> Option<()> {
        if field.value >> field.count != 0 {
            return None;
        }
        let end = (field.low + field.count).div_ceil(8) as usize;
        self.bytes.resize(self.bytes.len().max(end), 0);
        for bit in 0..field.count {
            let at = field.low + bit;
            self.bytes[at as usize / 8] |= ((field.value >> bit & 1) as u8) << (at % 8);
        }
        self.fields.push(field);
        Some(())
    }
}

/// The operation that is written behind the mnemonic, even where another runs in its place, and its word's place.
fn written_op(line: &WrittenLine) -> Option<(&'static AtomicOp, Option<Span>)> {
    line.words.iter().find_map(|word| match word.choice {
        WordChoice::Op(op) => Some((op?, word.span)),
        _ => None,
    })
}
