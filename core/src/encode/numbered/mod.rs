//! 64-bit words: the machine code of instructions with numbered registers.

use super::encoded::{Encoded, EncodedField, written_op};
use crate::base::Span;
use crate::exec::{Bound, WrittenOperand, WrittenOperandKind};
use crate::spec::{
    Encoding64, Field, FieldContent, LineModifier, NumberedSignature, RegisterFile, RegisterNames,
    SlotContent,
};

/// The value of a field, its meaning, and the part of the text that determines it.
type Content = (u64, String, Option<Span>);

pub(super) fn encode(
    bound: &Bound,
    signature: &NumberedSignature,
    registers: &RegisterFile,
) -> Option<Encoded> {
    let encoding = signature.encodings.iter().find(|encoding| fits(bound, encoding))?;
    let mut fields: Vec<&Field> = encoding.fields.iter().copied().flatten().collect();
    fields.sort_by_cached_key(|field| field.low);
    let mut encoded = Encoded { is_word: true, bytes: vec![0; 8], fields: Vec::new() };
    for field in fields {
        encoded.push(encoded_field(bound, field, registers)?)?;
    }
    Some(encoded)
}

fn fits(bound: &Bound, encoding: &Encoding64) -> bool {
    let op = written_op(&bound.line).map_or("", |(op, _)| op.name);
    let has = |(slot, content): &(usize, SlotContent)| {
        let operand = bound.line.operands.get(*slot).map_or(&WrittenOperandKind::Absent, |slot| &slot.kind);
        match (content, operand) {
            (SlotContent::Nothing, operand) => *operand == WrittenOperandKind::Absent,
            (_, WrittenOperandKind::Absent) => false,
            (SlotContent::Operand, _) => true,
            (SlotContent::Register, operand) => matches!(operand, WrittenOperandKind::Register { .. }),
            (SlotContent::NotRegister, operand) => !matches!(operand, WrittenOperandKind::Register { .. }),
        }
    };
    (encoding.ops.is_empty() || encoding.ops.contains(&op)) && encoding.requires.iter().all(has)
}

fn encoded_field(bound: &Bound, field: &Field, registers: &RegisterFile) -> Option<EncodedField> {
    let (value, means, span) = content(bound, field, registers)?;
    let slot = match field.holds {
        FieldContent::Register(slot)
        | FieldContent::ConstantWord(slot)
        | FieldContent::CountedDownPredicate(slot) => Some(slot),
        _ => None,
    };
    Some(EncodedField {
        name: field.name.to_owned(),
        low: field.low,
        count: field.high - field.low + 1,
        value,
        means,
        span,
        operands: slot.into_iter().flat_map(|slot| bound.row.row_operands_of_bound(slot)).collect(),
    })
}

fn content(bound: &Bound, field: &Field, registers: &RegisterFile) -> Option<Content> {
    let RegisterFile { general: registers, predicates, .. } = registers;
    let line = &bound.line;
    Some(match field.holds {
        FieldContent::Fixed(value) => (value, bound.row.mnemonic.to_string(), Some(line.mnemonic)),
        FieldContent::Register(slot) => {
            let WrittenOperand { kind: WrittenOperandKind::Register { number, .. }, span } =
                line.operands.get(slot)?
            else {
                return None;
            };
            let (number, name) = numbered(registers, number.map(u16::from));
            (number, name, Some(*span))
        }
        FieldContent::ConstantWord(slot) => {
            let WrittenOperand { kind: WrittenOperandKind::Constant { byte_offset, .. }, span } =
                line.operands.get(slot)?
            else {
                return None;
            };
            let number = byte_offset / 4;
            (number.into(), format!("word {number} of the constant bank"), Some(*span))
        }
        FieldContent::CountedDownPredicate(slot) => match line.operands.get(slot)? {
            WrittenOperand { kind: WrittenOperandKind::Predicate { number, .. }, span } => {
                let (number, name) = numbered(predicates, *number);
                (predicates.fixed_code() - number, name, Some(*span))
            }
            _ => (0, "none".to_owned(), None),
        },
        FieldContent::Guard => match &line.predicate {
            Some(guard) => {
                let (number, name) = numbered(predicates, guard.number);
                (number, name, Some(guard.span))
            }
            None => (predicates.fixed_code(), format!("{}: always", predicates.fixed), None),
        },
        FieldContent::GuardInverted => match &line.predicate {
            Some(guard) if guard.inverted => (1, "inverted".to_owned(), Some(guard.span)),
            _ => (0, "not inverted".to_owned(), None),
        },
        FieldContent::Op => {
            let (op, span) = written_op(line)?;
            (op.code.into(), op.name.to_owned(), span)
        }
        FieldContent::Modifier(modifier) => match line.modifiers.iter().find(|word| word.name == modifier) {
            Some(LineModifier { value, span, .. }) => ((*value)?.code?, (*value)?.text.to_owned(), *span),
            None => (0, "no".to_owned(), None),
        },
    })
}

/// Returns the code of a register or predicate, and its name.
fn numbered(bank: &RegisterNames, number: Option<u16>) -> (u64, String) {
    match number {
        Some(number) => (number.into(), bank.name(number.into())),
        None => (bank.fixed_code(), bank.fixed.to_owned()),
    }
}
