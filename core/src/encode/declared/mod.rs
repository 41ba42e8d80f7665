//! Machine code as bytes: the binary format of sets with declared variables.

use super::encoded::{Encoded, EncodedField, written_op};
use crate::base::{ScalarType, Span};
use crate::exec::{Bound, BoundOperand, PredicateMode, WrittenExec, WrittenOperand, WrittenOperandKind};
use crate::machine::Layout;
use crate::spec::{BytePart, DeclaredSignature, LineModifier, Modifier, ModifierValue, OpWidth};

/// The number of the first declared variable; lower numbers are predefined.
const FIRST_VARIABLE: u64 = 32;
/// The number of the first predicate; 0 means no predicate.
const FIRST_PREDICATE: u64 = 1;
/// The kind byte of an immediate operand.
const IMMEDIATE: u64 = 5;

pub(super) fn encode(bound: &Bound, signature: &DeclaredSignature, layout: &Layout) -> Option<Encoded> {
    let (opcode, parts) = (signature.opcode?, signature.byte_parts);
    if parts.is_empty() {
        return None;
    }
    if bound.line.predicate.is_some() && !parts.iter().any(|part| matches!(part, BytePart::Predicate)) {
        return None;
    }
    let encoded = Encoded { is_word: false, bytes: Vec::new(), fields: Vec::new() };
    let mut writer = Writer { bound, layout, encoded, at: 0, operand: None };
    let mnemonic = (bound.row.mnemonic.to_string(), Some(bound.line.mnemonic));
    writer.push("opcode", 8, opcode.into(), mnemonic)?;
    for part in parts {
        writer.part(*part)?;
    }
    Some(writer.encoded)
}

struct Writer<'a> {
    bound: &'a Bound,
    layout: &'a Layout,
    encoded: Encoded,
    /// The next bit.
    at: u32,
    /// The index of the row's operand being written.
    operand: Option<usize>,
}

/// The meaning of a field, and the part of the text that determines it.
type FieldMeaning = (String, Option<Span>);

impl Writer<'_> {
    fn push(&mut self, name: &str, count: u32, value: u64, (means, span): FieldMeaning) -> Option<()> {
        let operands = self.operand.into_iter().collect();
        let field = EncodedField { name: name.to_owned(), low: self.at, count, value, means, span, operands };
        self.at += count;
        self.encoded.push(field)
    }

    fn part(&mut self, part: BytePart) -> Option<()> {
        self.operand = match part {
            BytePart::Surface(operand) | BytePart::Raw(operand) | BytePart::Vector(operand) => Some(operand),
            _ => None,
        };
        match part {
            BytePart::Op => self.op()?,
            BytePart::ExecSize => {
                let exec = self.bound.line.exec?;
                let size = exec.size.trailing_zeros().into();
                self.push("size", 4, size, (lanes(exec), Some(exec.size_span)))?;
                self.mask(exec)?;
            }
            BytePart::ExecSizeCode => {
                let exec = self.bound.line.exec?;
                let code = [8, 16, 1].iter().position(|size| *size == exec.size)?;
                self.push("num_elts", 4, code as u64, (lanes(exec), Some(exec.size_span)))?;
                self.mask(exec)?;
            }
            BytePart::Predicate => self.predicate()?,
            BytePart::Modifier(modifier) => {
                let (word, span) = self.word(|written| written.name == modifier)?;
                self.push(modifier, 8, word.code?, (word.code_meaning(), span))?;
            }
            BytePart::Fixed(name, value) => {
                let mnemonic = (self.bound.row.mnemonic.to_string(), Some(self.bound.line.mnemonic));
                self.push(name, 8, value.into(), mnemonic)?;
            }
            BytePart::Zero(name, bytes) => self.push(name, 8 * bytes, 0, ("always 0".to_owned(), None))?,
            BytePart::Surface(operand) => {
                let WrittenOperand { kind: WrittenOperandKind::Surface { number, name }, span } =
                    self.bound.line.operands.get(operand)?
                else {
                    return None;
                };
                self.push("surface", 8, (*number).into(), (name.clone(), Some(*span)))?;
            }
            BytePart::Raw(operand) => self.raw(operand)?,
            BytePart::Vector(operand) => self.vector(operand)?,
        }
        Some(())
    }

    /// Returns the first word after the mnemonic that satisfies the predicate, and its place.
    fn word(&self, is_it: impl Fn(&LineModifier) -> bool) -> Option<(ModifierValue, Option<Span>)> {
        let word = self.bound.line.modifiers.iter().find(|word| is_it(word))?;
        Some((word.value?, word.span))
    }

    fn op(&mut self) -> Option<()> {
        let (op, span) = written_op(&self.bound.line)?;
        self.push("op", 5, op.code.into(), (op.name.to_owned(), span))?;
        let is_width = |word: &ModifierValue| word.attributes.width.is_some();
        let written = self.word(|written| written.value.as_ref().is_some_and(is_width));
        let (code, means) = match written.and_then(|(word, _)| word.attributes.width).unwrap_or_default() {
            OpWidth::Bits32 => (0, "dwords"),
            OpWidth::Bits16 => (1, "words"),
            OpWidth::Bits64 => (2, "qwords"),
        };
        let has_width = |modifier: &&Modifier| modifier.values.listed().iter().any(is_width);
        let name = self.bound.row.modifiers.iter().find(has_width)?.name;
        self.push(name, 3, code, (means.to_owned(), written.and_then(|(_, span)| span)))
    }

    /// Writes bits 7..4 of the execution size: the first lane of the mask divided by 4, plus 8 if the mask is ignored.
    fn mask(&mut self, exec: WrittenExec) -> Option<()> {
        let Bound { mask_offset, no_mask, .. } = self.bound;
        let code = u64::from(mask_offset / 4) + if *no_mask { 8 } else { 0 };
        let ignored = if *no_mask { ", ignoring the dispatch mask" } else { "" };
        self.push("mask", 4, code, (format!("from lane {mask_offset}{ignored}"), Some(exec.mask_span)))
    }

    fn predicate(&mut self) -> Option<()> {
        let Some(predicate) = self.bound.line.predicate else {
            return self.push("predicate", 16, 0, ("none".to_owned(), None));
        };
        let (span, declared) = (Some(predicate.span), predicate.number?);
        let name = self.layout.predicates.get(usize::from(declared))?.name.clone();
        self.push("predicate", 13, FIRST_PREDICATE + u64::from(declared), (name, span))?;
        let (mode, means) = match predicate.mode {
            PredicateMode::PerLane => (0, "a bit for each lane"),
            PredicateMode::Any => (1, "any bit"),
            PredicateMode::All => (2, "all bits"),
        };
        self.push("mode", 2, mode, (means.to_owned(), span))?;
        let means = if predicate.inverted { "inverted" } else { "not inverted" };
        self.push("inverted", 1, predicate.inverted.into(), (means.to_owned(), span))
    }

    fn raw(&mut self, operand: usize) -> Option<()> {
        let name = self.bound.row.operands().get(operand)?.name;
        let WrittenOperand { kind, span } = self.bound.line.operands.get(operand)?;
        let (number, means, offset_bytes) = match kind {
            // The null variable is the first predefined one.
            WrittenOperandKind::Null { offset_bytes } => (0, "the null variable".to_owned(), *offset_bytes),
            WrittenOperandKind::Variable { index, offset_bytes } => {
                let (number, means) = self.variable(*index)?;
                (number, means, *offset_bytes)
            }
            _ => return None,
        };
        self.push(name, 32, number, (means, Some(*span)))?;
        let means = format!("from byte {offset_bytes}");
        self.push(&format!("{name} offset"), 16, offset_bytes.into(), (means, Some(*span)))
    }

    fn vector(&mut self, operand: usize) -> Option<()> {
        let name = self.bound.row.operands().get(operand)?.name;
        let WrittenOperand { kind, span } = self.bound.line.operands.get(operand)?;
        let at = |means: String| (means, Some(*span));
        match kind {
            WrittenOperandKind::Number(number) => {
                let BoundOperand::Immediate { ty, .. } = self.bound.operands.get(operand)? else {
                    return None;
                };
                // The number is truncated to the width of the field.
                let width = ty.width_bits().max(32);
                let bits = number & (u64::MAX >> (64 - width));
                self.push(&format!("{name} kind"), 8, IMMEDIATE, at("an immediate".into()))?;
                self.push(&format!("{name} type"), 8, type_code(*ty)?, at(ty.name().to_owned()))?;
                self.push(name, width, bits, at(format!("{bits:#x}")))
            }
            WrittenOperandKind::Vector { index, row, column, region } => {
                let (number, means) = self.variable(*index)?;
                self.push(&format!("{name} kind"), 8, 0, at("a variable".into()))?;
                self.push(name, 32, number, at(means))?;
                for (what, number) in [("row", row), ("column", column)] {
                    self.push(&format!("{name} {what}"), 8, (*number).into(), at(number.to_string()))?;
                }
                let strides = [
                    ("vertical", region.vertical),
                    ("width", region.width),
                    ("horizontal", region.horizontal),
                ];
                for ((what, stride), count) in strides.into_iter().zip([4, 4, 8]) {
                    let field = format!("{name} {what}");
                    self.push(&field, count, stride_code(stride)?, at(stride.to_string()))?;
                }
                Some(())
            }
            _ => None,
        }
    }

    /// Returns the number of a variable and its name.
    fn variable(&self, index: usize) -> Option<(u64, String)> {
        let variable = self.layout.variables.get(index)?;
        Some((FIRST_VARIABLE + index as u64, variable.name.clone()))
    }
}

fn lanes(exec: WrittenExec) -> String {
    match exec.size {
        1 => "1 lane".to_owned(),
        size => format!("{size} lanes"),
    }
}

/// Encodes a stride: 0 -> 1, and 2^k -> k + 2 for k = 0..5. Source: the binary format, as GenX_IR reads it.
fn stride_code(stride: u32) -> Option<u64> {
    match stride {
        0 => Some(1),
        _ if stride.is_power_of_two() && stride <= 32 => Some(u64::from(stride.trailing_zeros()) + 2),
        _ => None,
    }
}

/// Returns the code of an immediate's type.
fn type_code(ty: ScalarType) -> Option<u64> {
    match ty {
        ScalarType::Ud => Some(0),
        ScalarType::D => Some(1),
        ScalarType::Uw => Some(2),
        ScalarType::W => Some(3),
        ScalarType::Ub => Some(4),
        ScalarType::B => Some(5),
        ScalarType::Uq => Some(11),
        ScalarType::Q => Some(13),
        _ => None,
    }
}
