//! Bytes of vISA's binary format.

use super::{Encoded, EncodedField, written_op};
use crate::base::{ScalarType, Span};
use crate::exec::{Bound, BoundOperand};
use crate::spec::{Dialect, Part, channel_letters, channel_mask};
use crate::syntax::{
    DeclKind, Directive, Document, Exec, Instr, ItemKind, OperandText, PredicateMode, Region, ValueKind,
};

/// The number of the first variable that a program declares; those below are predefined.
const FIRST_VARIABLE: u64 = 32;
/// The number of the first predicate; 0 is none.
const FIRST_PREDICATE: u64 = 1;
/// What begins an operand that is an immediate.
const IMMEDIATE: u64 = 5;

pub(super) fn encode(
    document: &Document,
    instr: &Instr,
    bound: &Bound,
    dialect: &Dialect,
    parts: &[Part],
) -> Option<Encoded> {
    if instr.predicate.is_some() && !parts.iter().any(|part| matches!(part, Part::Predicate)) {
        return None;
    }
    let encoded = Encoded { is_word: false, bytes: Vec::new(), fields: Vec::new() };
    let mut writer = Writer { document, instr, bound, dialect, encoded, at: 0, operand: None };
    let mnemonic = (bound.row.mnemonic.to_owned(), Some(instr.mnemonic.span));
    writer.push("opcode", 8, bound.row.opcode.into(), mnemonic)?;
    for part in parts {
        writer.part(*part)?;
    }
    Some(writer.encoded)
}

struct Writer<'a> {
    document: &'a Document,
    instr: &'a Instr,
    bound: &'a Bound,
    dialect: &'a Dialect,
    encoded: Encoded,
    /// The next bit.
    at: u32,
    /// The row's operand that is being written, by its index.
    operand: Option<usize>,
}

/// What bits mean and where the text says it.
type Meaning = (String, Option<Span>);

impl Writer<'_> {
    fn push(&mut self, name: &str, count: u32, value: u64, (means, span): Meaning) -> Option<()> {
        let operands = self.operand.into_iter().collect();
        let field = EncodedField { name: name.to_owned(), low: self.at, count, value, means, span, operands };
        self.at += count;
        self.encoded.push(field)
    }

    fn part(&mut self, part: Part) -> Option<()> {
        self.operand = match part {
            Part::Surface(operand) | Part::Raw(operand) | Part::Vector(operand) => Some(operand),
            _ => None,
        };
        match part {
            Part::Op => self.op()?,
            Part::ExecSize => {
                let exec = self.instr.exec?;
                let size = u64::from(u32::try_from(exec.size.value).ok()?.trailing_zeros());
                self.push("size", 4, size, (lanes(&exec), Some(exec.size.span)))?;
                self.mask(&exec)?;
            }
            Part::ElementCount => {
                let exec = self.instr.exec?;
                let code = [8, 16, 1].iter().position(|size| *size == exec.size.value)?;
                self.push("num_elts", 4, code as u64, (lanes(&exec), Some(exec.size.span)))?;
                self.mask(&exec)?;
            }
            Part::Predicate => self.predicate()?,
            Part::Channels => {
                let word = self.instr.modifiers.first()?;
                let mask = channel_mask(&word.text)?;
                self.push("channels", 8, mask.into(), (channel_letters(mask), Some(word.span)))?;
            }
            Part::SizeLog => {
                let word = self.instr.modifiers.first()?;
                let size: u32 = word.text.parse().ok()?;
                let means = if size == 1 { "1 byte".to_owned() } else { format!("{size} bytes") };
                self.push("elt_size", 8, size.trailing_zeros().into(), (means, Some(word.span)))?;
            }
            Part::Zero(name, bytes) => self.push(name, 8 * bytes, 0, ("always 0".to_owned(), None))?,
            Part::Surface(operand) => {
                let OperandText::Name(name) = self.instr.operands.get(operand)? else { return None };
                let number = self.surface(&name.text)?;
                let meaning = (name.text.clone(), Some(name.span));
                self.push("surface", 8, number, meaning)?;
            }
            Part::Raw(operand) => self.raw(operand)?,
            Part::Vector(operand) => self.vector(operand)?,
        }
        Some(())
    }

    fn op(&mut self) -> Option<()> {
        // What is written, even where another operation runs in its place.
        let (op, span) = written_op(self.instr, self.bound)?;
        self.push("op", 5, op.code.into(), (op.name.to_owned(), Some(span)))?;
        let words = self.instr.modifiers.iter().find(|word| word.text == "16");
        let means = if words.is_some() { "words" } else { "dwords" }.to_owned();
        self.push("16", 3, words.is_some().into(), (means, words.map(|word| word.span)))?;
        Some(())
    }

    /// Bits 7..4: where the mask begins, in fours; 8 more where the mask is ignored.
    fn mask(&mut self, exec: &Exec) -> Option<()> {
        let code = u64::from(exec.mask_offset / 4) + if exec.no_mask { 8 } else { 0 };
        let ignored = if exec.no_mask { ", whatever the mask says" } else { "" };
        let means = format!("from lane {}{ignored}", exec.mask_offset);
        self.push("mask", 4, code, (means, Some(exec.mask_span.unwrap_or(exec.span))))
    }

    fn predicate(&mut self) -> Option<()> {
        let Some(text) = &self.instr.predicate else {
            self.push("predicate", 16, 0, ("none".to_owned(), None))?;
            return Some(());
        };
        let span = Some(text.span);
        let declared = self.declared(&text.name.text, |kind| matches!(kind, DeclKind::Predicate))?;
        self.push("predicate", 13, FIRST_PREDICATE + declared, (text.name.text.clone(), span))?;
        let (mode, means) = match text.mode {
            PredicateMode::PerLane => (0, "a bit for each lane"),
            PredicateMode::Any => (1, "any bit"),
            PredicateMode::All => (2, "all bits"),
        };
        self.push("mode", 2, mode, (means.to_owned(), span))?;
        let means = if text.inverted { "its opposite" } else { "as it is" };
        self.push("inverted", 1, text.inverted.into(), (means.to_owned(), span))?;
        Some(())
    }

    fn raw(&mut self, operand: usize) -> Option<()> {
        let name = self.bound.row.operands.get(operand)?.name;
        let OperandText::Raw { name: variable, offset, span } = self.instr.operands.get(operand)? else {
            return None;
        };
        let (number, means) = match self.bound.operands.get(operand)? {
            // The null variable is the first of all.
            BoundOperand::Null => (0, "the null variable".to_owned()),
            _ => self.variable(&variable.text)?,
        };
        let offset_bytes = u64::try_from(offset.value).ok()?;
        self.push(name, 32, number, (means, Some(*span)))?;
        let means = format!("from byte {offset_bytes}");
        self.push(&format!("{name} offset"), 16, offset_bytes, (means, Some(*span)))?;
        Some(())
    }

    fn vector(&mut self, operand: usize) -> Option<()> {
        let name = self.bound.row.operands.get(operand)?.name;
        match self.instr.operands.get(operand)? {
            OperandText::Immediate { value, ty, span } => {
                let (ty, _) = (*ty)?;
                let bits = match value.kind {
                    // As many bits as the field has, in two's complement.
                    ValueKind::Decimal(number) => number as u64 & 0xffff_ffff,
                    ValueKind::Pattern(bits) => bits,
                    _ => return None,
                };
                let at = |means: String| (means, Some(*span));
                self.push(&format!("{name} kind"), 8, IMMEDIATE, at("an immediate".into()))?;
                let means = at(ty.name().to_owned());
                self.push(&format!("{name} type"), 8, type_code(ty)?, means)?;
                self.push(name, 32, bits, at(format!("{bits:#x}")))?;
            }
            OperandText::Vector { name: variable, row, column, region, span, .. } => {
                let (number, means) = self.variable(&variable.text)?;
                let at = |means: String| (means, Some(*span));
                let region = region.unwrap_or(Region { vertical: Some(0), width: Some(1), horizontal: 0 });
                self.push(&format!("{name} kind"), 8, 0, at("a variable".into()))?;
                self.push(name, 32, number, at(means))?;
                for (what, number) in [("row", row), ("column", column)] {
                    let number = u64::try_from(number.value).ok()?;
                    self.push(&format!("{name} {what}"), 8, number, at(number.to_string()))?;
                }
                let strides = [
                    ("vertical", region.vertical),
                    ("width", region.width),
                    ("horizontal", Some(region.horizontal)),
                ];
                for ((what, stride), count) in strides.into_iter().zip([4, 4, 8]) {
                    let means = stride.map_or("none".to_owned(), |stride| stride.to_string());
                    self.push(&format!("{name} {what}"), count, stride_code(stride)?, at(means))?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// The number of a variable and its name.
    fn variable(&self, name: &str) -> Option<(u64, String)> {
        let declared = self.declared(name, |kind| matches!(kind, DeclKind::General { .. }));
        declared.map(|index| (FIRST_VARIABLE + index, name.to_owned()))
    }

    /// The number of a surface.
    fn surface(&self, name: &str) -> Option<u64> {
        let declared = self.declared(name, |kind| matches!(kind, DeclKind::Surface));
        match declared {
            Some(index) => Some(u64::from(self.dialect.first_user_surface) + index),
            None => self.dialect.surface(name).map(|surface| surface.number.into()),
        }
    }

    /// The position of a name among the declarations of a kind.
    fn declared(&self, name: &str, of_kind: impl Fn(&DeclKind) -> bool) -> Option<u64> {
        let decls = self.document.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Directive(Directive::Decl(decl)) if of_kind(&decl.kind) => Some(decl),
            _ => None,
        });
        decls.into_iter().position(|decl| decl.name.text == name).map(|index| index as u64)
    }
}

fn lanes(exec: &Exec) -> String {
    match exec.size.value {
        1 => "1 lane".to_owned(),
        size => format!("{size} lanes"),
    }
}

/// Strides 1, 2, 4 to 32 as powers of two behind 1, which is 0; none is 0.
fn stride_code(stride: Option<u32>) -> Option<u64> {
    match stride {
        None => Some(0),
        Some(0) => Some(1),
        Some(stride) if stride.is_power_of_two() && stride <= 32 => {
            Some(u64::from(stride.trailing_zeros()) + 2)
        }
        Some(_) => None,
    }
}

/// The number of a type.
fn type_code(ty: ScalarType) -> Option<u64> {
    let types = [ScalarType::Ud, ScalarType::D, ScalarType::Uw, ScalarType::W, ScalarType::Ub, ScalarType::B];
    types.iter().position(|known| *known == ty).map(|code| code as u64)
}
