//! The bits of machine code and their fields.

use crate::base::Span;
use crate::exec::WrittenLine;
use crate::spec::AtomicOp;
use serde::{Serialize, Serializer};

/// The machine code of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// Whether the code is one word, with bits counted from the lowest, and not a sequence of bytes.
    pub is_word: bool,
    /// The bytes, lowest first.
    pub bytes: Vec<u8>,
    /// The fields in bit order. Bits outside every field are 0.
    pub fields: Vec<EncodedField>,
}

/// A field of an instruction's machine code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EncodedField {
    /// The manual's name.
    pub name: String,
    /// The lowest bit, counted from bit 0 of the first byte.
    pub low: u32,
    /// The number of bits.
    pub count: u32,
    /// The value of the bits. Reports have it in hexadecimal.
    #[serde(serialize_with = "serialize_hex")]
    pub value: u64,
    /// The meaning of that value.
    pub means: String,
    /// The part of the text that determines the value, if any.
    #[serde(skip)]
    pub span: Option<Span>,
    /// The indices of the row's operands that the field encodes.
    #[serde(skip)]
    pub operands: Vec<usize>,
}

fn serialize_hex<S: Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{value:#x}"))
}

impl Encoded {
    /// Formats the machine code in hexadecimal, as listings do: a word with its highest digit first, bytes in their
    /// order.
    pub fn digits(&self) -> String {
        let digits = self.bytes.iter().map(|byte| format!("{byte:02x}"));
        if self.is_word {
            format!("0x{}", digits.rev().collect::<String>())
        } else {
            digits.collect::<Vec<_>>().join(" ")
        }
    }

    /// Formats the position of a field: `63..51`, `28`; in bytes `byte 5`, `bytes 6..9`, `byte 1: 4..0`.
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

    /// Appends a field and grows the code as needed. Returns `None` if the value does not fit the field.
    pub(super) fn push(&mut self, field: EncodedField) -> Option<()> {
        if field.count < u64::BITS && field.value >> field.count != 0 {
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

/// Returns the operation written after the mnemonic and its place, even if another operation runs instead.
pub(super) fn written_op(line: &WrittenLine) -> Option<(&'static AtomicOp, Option<Span>)> {
    line.modifiers.iter().find_map(|written| Some((written.value?.attributes.op?, written.span)))
}
