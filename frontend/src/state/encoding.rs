//! The machine code of the instruction on the stage, with the fields related to the selection.

use super::selection::{Related, Selection};
use lanescope_core::session::{
    report::{Encoded, EncodedField, encode},
    run::{Bound, BoundOperand},
    text::Span,
};
use lanescope_core::view::lanes::{RowValue, slots};
use lanescope_core::view::moment::Moment;

/// An instruction as machine code.
#[derive(Clone, Debug, PartialEq)]
pub struct EncodingView {
    /// Whether it is one word rather than bytes.
    pub is_word: bool,
    /// The code, as in listings.
    pub digits: String,
    /// The code in pieces that can be highlighted, in reading order. The pieces of a word are its fields and the gaps
    /// between them, in binary. The pieces of bytes are the bytes, in hexadecimal.
    pub pieces: Vec<CodePiece>,
    /// The length, in words.
    pub length: String,
    /// The fields, in reading order.
    pub fields: Vec<FieldView>,
}

/// Some bits or a byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePiece {
    pub digits: String,
    /// Whether the bits belong to no field.
    pub unused: bool,
    /// Whether it is related to the selection.
    pub related: bool,
}

/// A field of the machine code.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldView {
    /// Its position.
    pub place: String,
    /// Its name in the manual.
    pub name: String,
    /// Its value, in hexadecimal.
    pub value: String,
    /// The meaning of the value.
    pub means: String,
    /// The selection that a click on the field makes.
    pub selection: Selection,
    /// Whether it is related to the selection.
    pub related: bool,
}

/// Returns the machine code of the instruction on the stage. `None` if it is unknown.
pub fn encoding(moment: &Moment, selection: Option<Selection>) -> Option<EncodingView> {
    let (code, bound) = (machine_code(moment)?, moment.bound()?);
    let (bit, operands) = selection.map(|it| related(moment, bound, it)).unwrap_or_default();
    let is_related = |field: &EncodedField| {
        bit.is_some_and(|bit| holds(field, bit)) || field.operands.iter().any(|it| operands.contains(it))
    };
    let mut fields: Vec<(&EncodedField, FieldView)> = code
        .fields
        .iter()
        .map(|field| {
            let view = FieldView {
                place: code.place(field),
                name: field.name.clone(),
                value: format!("{:#x}", field.value),
                means: field.means.clone(),
                selection: selected_by(moment, bound, field),
                related: is_related(field),
            };
            (field, view)
        })
        .collect();
    if code.is_word {
        fields.reverse();
    }
    Some(EncodingView {
        is_word: code.is_word,
        digits: code.digits(),
        pieces: if code.is_word { bits(&code, &fields) } else { bytes(&code, &fields) },
        length: if code.is_word {
            format!("a word of {} bits", 8 * code.bytes.len())
        } else {
            format!("{} bytes", code.bytes.len())
        },
        fields: fields.into_iter().map(|(_, view)| view).collect(),
    })
}

/// Returns the spans of the text that determine a bit of the instruction on the stage.
pub(super) fn text_of_bits(moment: &Moment, instruction: usize, low: u32) -> Vec<Span> {
    let code = (instruction == moment.instruction).then(|| machine_code(moment)).flatten();
    let fields = code.into_iter().flat_map(|code| code.fields);
    fields.filter(|field| holds(field, low)).filter_map(|field| field.span).collect()
}

/// Returns the field that the text at `byte_offset` determines. `None` if there is none. Of several, the one with the
/// shortest span.
pub(super) fn bits_at(moment: &Moment, byte_offset: usize) -> Option<Selection> {
    let code = machine_code(moment)?;
    let here = |field: &&EncodedField| {
        field.span.is_some_and(|span| (span.start..=span.end).contains(&(byte_offset as u32)))
    };
    let length = |field: &&EncodedField| field.span.map_or(u32::MAX, |span| span.end - span.start);
    let field = code.fields.iter().filter(here).min_by_key(length)?;
    Some(Selection::Bits { instruction: moment.instruction, low: field.low })
}

fn machine_code(moment: &Moment) -> Option<Encoded> {
    encode(moment.scenario(), moment.instruction)
}

fn holds(field: &EncodedField, bit: u32) -> bool {
    (field.low..field.low + field.count).contains(&bit)
}

/// Returns the selection for a field: the row of its operand in the lane table, or its bits if it has no row.
fn selected_by(moment: &Moment, bound: &Bound, field: &EncodedField) -> Selection {
    let slots = slots(bound, &moment.frame);
    let of_field = |slot: &&RowValue| slot.operand_index().is_some_and(|it| field.operands.contains(&it));
    let bits = Selection::Bits { instruction: moment.instruction, low: field.low };
    slots.iter().find(of_field).map_or(bits, |slot| Selection::Row(*slot))
}

/// Returns the bit and the operand indices whose fields are related to the selection.
fn related(moment: &Moment, bound: &Bound, selection: Selection) -> (Option<u32>, Vec<usize>) {
    match selection {
        // The whole code applies to every lane.
        Selection::Lane(_) => (None, Vec::new()),
        Selection::Bits { instruction, low } => {
            (Some(low).filter(|_| instruction == moment.instruction), Vec::new())
        }
        Selection::Cell { surface, .. } => {
            let is_it = |operand: &BoundOperand| *operand == BoundOperand::Surface(surface);
            (None, bound.operands.iter().position(is_it).into_iter().collect())
        }
        Selection::Row(_) | Selection::Element { .. } => {
            let values = Related::new(moment, Some(selection)).values;
            (None, values.into_iter().filter_map(|(slot, _)| slot.operand_index()).collect())
        }
    }
}

/// Splits a word into its fields and gaps, from the highest bit.
fn bits(code: &Encoded, fields: &[(&EncodedField, FieldView)]) -> Vec<CodePiece> {
    let digits = |from: u32, to: u32| {
        let bit = |bit: u32| char::from(b'0' + (code.bytes[bit as usize / 8] >> (bit % 8) & 1));
        (to..from).rev().map(bit).collect::<String>()
    };
    let mut pieces = Vec::new();
    let mut above = 8 * code.bytes.len() as u32;
    let gap = |from: u32, to: u32, pieces: &mut Vec<CodePiece>| {
        if to < from {
            pieces.push(CodePiece { digits: digits(from, to), unused: true, related: false });
        }
    };
    for (field, view) in fields {
        let end = field.low + field.count;
        gap(above, end, &mut pieces);
        pieces.push(CodePiece { digits: digits(end, field.low), unused: false, related: view.related });
        above = field.low;
    }
    gap(above, 0, &mut pieces);
    pieces
}

/// Splits code into bytes.
fn bytes(code: &Encoded, fields: &[(&EncodedField, FieldView)]) -> Vec<CodePiece> {
    let piece = |(at, byte): (usize, &u8)| {
        let bits = 8 * at as u32..8 * at as u32 + 8;
        let here = |field: &EncodedField| field.low < bits.end && bits.start < field.low + field.count;
        CodePiece {
            digits: format!("{byte:02x}"),
            unused: false,
            related: fields.iter().any(|(field, view)| view.related && here(field)),
        }
    };
    code.bytes.iter().enumerate().map(piece).collect()
}
