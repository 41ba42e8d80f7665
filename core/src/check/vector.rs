//! Vector operands: place, region, source modifier; and the type in which an instruction computes.

use super::instruction::{Chosen, Programmer};
use super::rules;
use crate::base::{ScalarType, Span, one_of};
use crate::diag::Diagnostic;
use crate::exec::{BoundOperand, Region, SourceModifier};
use crate::machine::{Place, Variable};
use crate::spec::{Direction, Instruction, Operand, OperandKind, SourceModifiers};
use crate::syntax::{Instr, Number, OperandText, SpannedText};

/// A source as far as its type matters.
#[derive(Clone, Copy)]
struct Source {
    ty: ScalarType,
    is_modified: bool,
    is_predicate: bool,
}

impl Programmer<'_> {
    /// A vector operand, an immediate or a predicate; `None` when something was wrong with it.
    pub(super) fn vector_operand(
        &mut self,
        row: &Operand,
        text: &OperandText,
        chosen: &Chosen,
    ) -> Option<BoundOperand> {
        let OperandKind::Vector { direction, types, modifiers, .. } = row.kind else { return None };
        match text {
            // Where all operands are predicates, the access is one of bytes.
            OperandText::Name(name) if direction == Direction::In && chosen.access != ScalarType::Ub => {
                self.predicate_number(name, chosen.written)
            }
            OperandText::Name(name) => self.predicate_operand(name, chosen),
            OperandText::Immediate { value, ty: Some((ty, _)), span } => {
                self.has_type(row, *ty, types, *span)?;
                let bits = self.immediate(value, *ty)?;
                Some(BoundOperand::Immediate { bits, ty: *ty })
            }
            OperandText::Packed { value, ty, span } => {
                self.has_type(row, ty.element_type(), types, *span)?;
                if usize::from(chosen.exec_size) > ty.count() {
                    let (count, lanes) = (ty.count(), chosen.exec_size);
                    let message =
                        format!("this immediate has {count} elements, and {lanes} lanes look beyond them");
                    self.error(&rules::VECTOR_RANGE, *span, message);
                    return None;
                }
                // As of an immediate of 32 bits, the low bits count.
                let pattern = self.immediate(value, ScalarType::Ud)?.value as u32;
                Some(BoundOperand::Packed { pattern, ty: *ty })
            }
            OperandText::Vector { modifier, name, row: register, column, region: Some(region), span } => {
                let variable = self.variable(name)?;
                self.has_type(row, variable.ty, types, name.span)?;
                let modifier = self.source_modifier(row, modifier.as_ref(), modifiers)?;
                let region = match direction {
                    Direction::In => Region {
                        vertical: region.vertical?,
                        width: region.width?,
                        horizontal: region.horizontal,
                    },
                    Direction::Out => Region { vertical: region.horizontal, width: 1, horizontal: 0 },
                };
                self.region_is_fine(region, direction, *span, chosen.exec_size)?;
                let first = self.first_element(&variable, register, column);
                let reach = (0..usize::from(chosen.exec_size)).map(|k| region.offset(k)).max().unwrap_or(0);
                let Some(first) = first.filter(|first| first + reach < variable.count) else {
                    let message = format!(
                        "`{}` has {} elements, and {} lanes look beyond them",
                        name.text, variable.count, chosen.exec_size
                    );
                    self.error(&rules::VECTOR_RANGE, *span, message);
                    return None;
                };
                let ty = variable.ty;
                // A variable has at most 64 KiB.
                let byte_offset = (variable.byte_offset + first * ty.size_bytes()) as u32;
                Some(BoundOperand::Elements {
                    space: variable.space,
                    byte_offset,
                    ty,
                    data: ty,
                    region,
                    modifier,
                })
            }
            // The parser has reported every other form.
            _ => None,
        }
    }

    /// The element at a row and column; `None` where numbers do not go so far.
    pub(super) fn first_element(
        &self,
        variable: &Variable,
        register: &Number,
        column: &Number,
    ) -> Option<usize> {
        let per_register = (self.settings.grf_bytes() / variable.ty.size_bytes()) as i128;
        let first = register.value.checked_mul(per_register)?.checked_add(column.value)?;
        usize::try_from(first).ok().filter(|&first| first < variable.count)
    }

    fn has_type(&mut self, row: &Operand, ty: ScalarType, types: &[ScalarType], span: Span) -> Option<()> {
        if types.contains(&ty) {
            return Some(());
        }
        let expected = one_of(types.iter().map(|ty| ty.name()));
        self.error(
            &rules::OPERAND_TYPE,
            span,
            format!("`{}` is of type {ty}; expected {expected}", row.name),
        );
        None
    }

    /// The source modifier, where the operand takes it.
    fn source_modifier(
        &mut self,
        row: &Operand,
        text: Option<&SpannedText>,
        taken: SourceModifiers,
    ) -> Option<Option<SourceModifier>> {
        let Some(text) = text else { return Some(None) };
        let written: String = text.text.chars().filter(|c| !c.is_whitespace()).collect();
        let (modifier, of) = match written.as_str() {
            "(-)" => (Some(SourceModifier::Negate), SourceModifiers::Arithmetic),
            "(abs)" => (Some(SourceModifier::Absolute), SourceModifiers::Arithmetic),
            "(-abs)" => (Some(SourceModifier::NegateAbsolute), SourceModifiers::Arithmetic),
            "(~)" => (Some(SourceModifier::Complement), SourceModifiers::Logic),
            _ => (None, SourceModifiers::None),
        };
        if modifier.is_some() && of == taken {
            return Some(modifier);
        }
        let expected = match taken {
            SourceModifiers::None => "none",
            SourceModifiers::Arithmetic => "`(-)`, `(abs)` or `(-abs)`",
            SourceModifiers::Logic => "`(~)`",
        };
        let message = format!("`{}` does not take `{}`; expected {expected}", row.name, text.text);
        self.error(&rules::SOURCE_MODIFIER, text.span, message);
        None
    }

    fn region_is_fine(
        &mut self,
        region: Region,
        direction: Direction,
        span: Span,
        exec_size: u8,
    ) -> Option<()> {
        let fits = match direction {
            Direction::In => {
                [0, 1, 2, 4, 8, 16, 32].contains(&region.vertical)
                    && [1, 2, 4, 8, 16].contains(&region.width)
                    && [0, 1, 2, 4].contains(&region.horizontal)
            }
            Direction::Out => [1, 2, 4].contains(&region.vertical) || exec_size == 1,
        };
        if !fits {
            let expected = match direction {
                Direction::In => "`<V;W,H>` of V 0 to 32, W 1 to 16 and H 0 to 4, each a power of two or 0",
                Direction::Out => "a stride of 1, 2 or 4",
            };
            self.error(&rules::REGION, span, format!("this region does not exist; expected {expected}"));
        }
        fits.then_some(())
    }

    fn predicate_operand(&mut self, name: &SpannedText, chosen: &Chosen) -> Option<BoundOperand> {
        let Some(predicate) = self.declared.layout.predicate(&name.text) else {
            self.unknown_predicate(name);
            return None;
        };
        let end = usize::from(chosen.mask_offset) + usize::from(chosen.exec_size);
        if predicate.count < end {
            let message =
                format!("`{}` has {} elements, and {end} are needed", predicate.name, predicate.count);
            self.error(&rules::VECTOR_RANGE, name.span, message);
            return None;
        }
        Some(BoundOperand::Bits { space: predicate.space, first_bit: chosen.mask_offset, inverted: false })
    }

    /// All bits of a predicate as one number, as wide as what is written. Of fewer than 16 the upper bits are undefined, as
    /// in the state.
    fn predicate_number(&mut self, name: &SpannedText, written: ScalarType) -> Option<BoundOperand> {
        let layout = &self.declared.layout;
        let Some(predicate) = layout.predicate(&name.text) else {
            if layout.variable(&name.text).is_none() {
                self.unknown_predicate(name);
                return None;
            }
            let vector = format!("{}(0,0)<1;1,0>", name.text);
            let message = format!("`{}` lacks its place and region; expected `{vector}`", name.text);
            let finding = Diagnostic::error(&rules::REGION, name.span, message);
            self.diagnostics.push(finding.fix_here(format!("write `{vector}`"), vector));
            return None;
        };
        let data = if predicate.count == 16 { ScalarType::Uw } else { written };
        let place = Place { space: predicate.space, byte_offset: 0, size_bytes: data.size_bytes() as u32 };
        Some(BoundOperand::Uniform { place, data })
    }

    /// Whether an instruction copies a predicate as a number.
    pub(super) fn copies_predicate(&self, instr: &Instr, row: &Instruction) -> bool {
        let is_source = |(operand, text): (&Operand, &OperandText)| {
            matches!(operand.kind, OperandKind::Vector { direction: Direction::In, predicate: true, .. })
                && matches!(text, OperandText::Name(name) if self.declared.layout.variable(&name.text).is_none())
        };
        !writes_predicates(row) && row.operands.iter().zip(&instr.operands).any(is_source)
    }

    /// A predicate goes into an unsigned variable of at least as many bits, for one lane, without a predicate or `.sat`.
    fn number_is_fine(&mut self, instr: &Instr, row: &Instruction, saturates: bool) -> Option<ScalarType> {
        let mut wrong = |message: String| {
            self.error(&rules::PREDICATE_NUMBER, instr.mnemonic.span, message);
            None
        };
        if instr.predicate.is_some() || saturates {
            return wrong(
                "a predicate is copied as it is; expected neither a predicate in front nor `.sat`".into(),
            );
        }
        let written = self.written_type(instr, row)?;
        let names = instr.operands.iter().filter_map(|text| match text {
            OperandText::Name(name) => self.declared.layout.predicate(&name.text),
            _ => None,
        });
        // What is not known is reported where it is looked up.
        let bits = names.map(|predicate| predicate.count as u32).max().unwrap_or(0);
        let fits = [ScalarType::Ub, ScalarType::Uw, ScalarType::Ud].contains(&written)
            && written.width_bits() >= bits;
        if !fits {
            let expected = match bits {
                0..=8 => "UB, UW or UD",
                9..=16 => "UW or UD",
                _ => "UD",
            };
            let message = format!("a predicate of {bits} elements goes into {written}; expected {expected}");
            self.error(&rules::PREDICATE_NUMBER, instr.mnemonic.span, message);
        }
        fits.then_some(ScalarType::Ud)
    }

    /// The type in which an instruction computes: one that holds every source, and what is to be written.
    pub(super) fn execution_type(
        &mut self,
        instr: &Instr,
        row: &Instruction,
        saturates: bool,
    ) -> Option<ScalarType> {
        use ScalarType::{Df, F, Hf, Q, Ub, Ud, Uq, Uw};
        if self.copies_predicate(instr, row) {
            return self.number_is_fine(instr, row, saturates);
        }
        let pairs = || row.operands.iter().zip(&instr.operands);
        let of_way = pairs().filter(|(operand, _)| operand.kind.direction() == Some(Direction::In));
        // What is not known is reported where it is looked up.
        let sources: Vec<Source> =
            of_way.map(|(_, text)| self.source(text)).collect::<Option<_>>().unwrap_or_default();
        let may_be_predicates = writes_predicates(row)
            && pairs().any(|(operand, _)| {
                matches!(operand.kind, OperandKind::Vector { direction: Direction::In, predicate: true, .. })
            });
        let predicates = pairs().filter(|(_, text)| matches!(text, OperandText::Name(_))).count();
        if may_be_predicates && predicates > 0 {
            let is_mixed = predicates < row.operands.len();
            if is_mixed || instr.predicate.is_some() {
                let message = "either all operands are predicates, without a predicate in front, or none is";
                self.error(&rules::PREDICATE_OPERANDS, instr.mnemonic.span, message.to_owned());
                return None;
            }
            return Some(Ub);
        }
        let floats = sources.iter().filter(|source| source.ty.is_float()).count();
        if floats > 0 && floats < sources.len() {
            let message = "one source is a float and another an integer; expected one sort";
            self.error(&rules::MIXED_SOURCES, instr.mnemonic.span, message.to_owned());
            return None;
        }
        let widest = sources.iter().map(|source| source.ty.size_bytes()).max().unwrap_or(4);
        if floats > 0 {
            return Some(match widest {
                2 => Hf,
                4 => F,
                _ => Df,
            });
        }
        let is_unsigned = sources.iter().all(|source| !source.ty.is_signed() && !source.is_modified);
        let is_signed = sources.iter().all(|source| source.ty.is_signed());
        if saturates {
            return Some(if is_unsigned { Uq } else { Q });
        }
        let written = self.written_type(instr, row).filter(|written| !written.is_float());
        let into = written.map_or(0, ScalarType::size_bytes);
        // An unsigned source among signed ones, or one with a sign before it, needs a bit more.
        let needed = if is_unsigned || is_signed { widest } else { 2 * widest }.max(into).max(2);
        Some(match (needed, is_unsigned) {
            (2, true) => Uw,
            (4, true) => Ud,
            (8, true) => Uq,
            (2, false) => ScalarType::W,
            (4, false) => ScalarType::D,
            _ => Q,
        })
    }

    fn source(&self, text: &OperandText) -> Option<Source> {
        match text {
            OperandText::Name(_) => {
                Some(Source { ty: ScalarType::Ub, is_modified: false, is_predicate: true })
            }
            OperandText::Immediate { ty: Some((ty, _)), .. } => {
                Some(Source { ty: *ty, is_modified: false, is_predicate: false })
            }
            OperandText::Packed { ty, .. } => {
                Some(Source { ty: ty.element_type(), is_modified: false, is_predicate: false })
            }
            OperandText::Vector { name, modifier, .. } => {
                let ty = self.declared.layout.variable(&name.text)?.ty;
                let is_modified = modifier.as_ref().is_some_and(|modifier| !modifier.text.contains('~'));
                Some(Source { ty, is_modified, is_predicate: false })
            }
            _ => None,
        }
    }

    /// The type of what is written, unless that is a predicate or not known.
    pub(super) fn written_type(&self, instr: &Instr, row: &Instruction) -> Option<ScalarType> {
        let at = row.operands.iter().position(|operand| operand.kind.direction() == Some(Direction::Out))?;
        let source = self.source(instr.operands.get(at)?)?;
        (!source.is_predicate).then_some(source.ty)
    }
}

/// Whether what an instruction writes may be a predicate.
fn writes_predicates(row: &Instruction) -> bool {
    row.operands.iter().any(|operand| {
        matches!(operand.kind, OperandKind::Vector { direction: Direction::Out, predicate: true, .. })
    })
}

/// Whether a source is one value for all lanes.
pub(super) fn is_scalar(text: &OperandText) -> bool {
    match text {
        OperandText::Immediate { .. } => true,
        OperandText::Vector { region: Some(region), .. } => {
            region.vertical == Some(0) && region.horizontal == 0
        }
        _ => false,
    }
}
