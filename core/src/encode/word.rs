//! Words of 64 bits, the machine code of instructions on registers.

use super::{Encoded, EncodedField, written_op};
use crate::base::Span;
use crate::exec::Bound;
use crate::spec::{Field, Form, Holds, Instruction, ModifierKind, OperandKind};
use crate::syntax::{Instr, OperandText, SpannedText, ValueKind};

/// The number of `RZ`.
const ZERO: u64 = 255;
/// The number of `PT`.
const TRUE: u64 = 7;

pub(super) fn encode(instr: &Instr, bound: &Bound, forms: &[Form]) -> Option<Encoded> {
    let line = Line { instr, bound, slots: slots(instr, bound.row) };
    let form = forms.iter().find(|form| line.fits(form))?;
    let mut fields: Vec<&Field> = form.fields.iter().copied().flatten().collect();
    fields.sort_by_key(|field| field.low);
    let mut encoded = Encoded { is_word: true, bytes: vec![0; 8], fields: Vec::new() };
    for field in fields {
        encoded.push(line.field(field)?)?;
    }
    Some(encoded)
}

/// What stands between the commas, slot by slot. The first optional slots are empty where operands are missing.
fn slots<'a>(instr: &'a Instr, row: &Instruction) -> Vec<Option<&'a OperandText>> {
    let Some(form) = &row.registers else { return Vec::new() };
    let mut missing = form.slots.len().saturating_sub(instr.operands.len());
    let mut operands = instr.operands.iter();
    let slot = form.slots.iter().map(|slot| {
        let is_absent = slot.optional && missing > 0;
        missing -= usize::from(is_absent);
        if is_absent { None } else { operands.next() }
    });
    slot.collect()
}

struct Line<'a> {
    instr: &'a Instr,
    bound: &'a Bound,
    slots: Vec<Option<&'a OperandText>>,
}

impl<'a> Line<'a> {
    fn slot(&self, at: usize) -> Option<&'a OperandText> {
        self.slots.get(at).copied().flatten()
    }

    fn fits(&self, form: &Form) -> bool {
        let op = self.bound.op.as_deref().unwrap_or_default();
        let is_register = |at: usize| matches!(self.slot(at), Some(OperandText::Register { .. }));
        (form.ops.is_empty() || form.ops.contains(&op))
            && form.filled.iter().all(|(at, wanted)| self.slot(*at).is_some() == *wanted)
            && form.is_register.iter().all(|(at, wanted)| is_register(*at) == *wanted)
    }

    fn field(&self, field: &Field) -> Option<EncodedField> {
        let (value, means, span) = self.content(field)?;
        let slot = match field.holds {
            Holds::Register(slot) | Holds::Number(slot) | Holds::Status(slot) => Some(slot),
            _ => None,
        };
        let operands = self.bound.row.operands.iter().enumerate().filter(
            |(_, operand)| matches!(operand.kind, OperandKind::Slot { slot: of, .. } if Some(of) == slot),
        );
        Some(EncodedField {
            name: field.name.to_owned(),
            low: field.low,
            count: field.high - field.low + 1,
            value,
            means,
            span,
            operands: operands.map(|(index, _)| index).collect(),
        })
    }

    fn content(&self, field: &Field) -> Option<(u64, String, Option<Span>)> {
        Some(match field.holds {
            Holds::Fixed(value) => {
                (value, self.bound.row.mnemonic.to_owned(), Some(self.instr.mnemonic.span))
            }
            Holds::Register(slot) => {
                let text = self.slot(slot)?;
                let (OperandText::Register { name, .. } | OperandText::Address { name, .. }) = text else {
                    return None;
                };
                (numbered(name, 'R').unwrap_or(ZERO), name.text.clone(), Some(text.span()))
            }
            Holds::Number(slot) => {
                let OperandText::Immediate { value, span, .. } = self.slot(slot)? else { return None };
                let number = match value.kind {
                    ValueKind::Decimal(number) => u64::try_from(number).ok()?,
                    ValueKind::Pattern(number) => number,
                    _ => return None,
                };
                (number, format!("word {number} of the constant bank"), Some(*span))
            }
            Holds::Status(slot) => match self.slot(slot) {
                Some(OperandText::Predicate { name, span, .. }) => {
                    (TRUE - numbered(name, 'P').unwrap_or(TRUE), name.text.clone(), Some(*span))
                }
                _ => (0, "none".to_owned(), None),
            },
            Holds::Guard => match &self.instr.predicate {
                Some(guard) => {
                    (numbered(&guard.name, 'P').unwrap_or(TRUE), guard.name.text.clone(), Some(guard.span))
                }
                None => (TRUE, "PT: always".to_owned(), None),
            },
            Holds::GuardInverted => match &self.instr.predicate {
                Some(guard) if guard.inverted => (1, "its opposite".to_owned(), Some(guard.span)),
                _ => (0, "as it is".to_owned(), None),
            },
            Holds::Op => {
                let name = self.bound.op.as_deref()?;
                let op = self.bound.row.op_table()?.by_text(name)?;
                (
                    u64::from(op.code),
                    op.name.to_owned(),
                    written_op(self.instr, self.bound).map(|(_, span)| span),
                )
            }
            Holds::Word(modifier, codes) => {
                let (name, text, span) = self.word(modifier);
                let (_, code) = codes.iter().find(|(known, _)| *known == name)?;
                (*code, text.to_owned(), span)
            }
        })
    }

    /// The word of a modifier, its text and its place: the written one, else the one that goes without saying, else
    /// nothing.
    fn word(&self, modifier: &str) -> (&'static str, &'static str, Option<Span>) {
        let row = self.bound.row.modifiers.iter().find(|it| it.name == modifier);
        let Some(ModifierKind::Choice(words)) = row.map(|it| it.kind) else { return ("", "", None) };
        let written = &self.instr.modifiers;
        let stands = |text: &str| {
            let parts: Vec<&str> = text.split('.').collect();
            let at = written
                .windows(parts.len())
                .find(|window| window.iter().zip(&parts).all(|(word, part)| word.text == **part))?;
            Some(at[0].span.to(at[at.len() - 1].span))
        };
        let found = words.iter().find_map(|word| Some((word, stands(word.text)?)));
        match found {
            Some((word, span)) => (word.name, word.text, Some(span)),
            None => words
                .iter()
                .find(|word| word.is_default)
                .map_or(("", "no", None), |word| (word.name, word.text, None)),
        }
    }
}

/// The number behind a letter; `None` for RZ and PT.
fn numbered(name: &SpannedText, letter: char) -> Option<u64> {
    name.text.strip_prefix(letter)?.parse().ok()
}
