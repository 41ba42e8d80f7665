//! Vector operands: place, region and source modifier.

use super::bind_operand::OperandBinder;
use super::element::{element_index, grf_bytes, immediate_bits, more_elements};
use crate::base::{ScalarType, Span, counted, one_of};
use crate::check::Reported;
use crate::diag::Diagnostic;
use crate::exec::{BoundOperand, Region, SourceModifier};
use crate::isa::visa::bind::declarations::undeclared::NameUse;
use crate::isa::visa::bind::line_parts::{ImmediateType, LineOperand, LineOperandKind, VectorOperand};
use crate::isa::visa::bind::rules;
use crate::machine::Place;
use crate::spec::{Direction, SourceModifiers};
use crate::syntax::{SpannedText, ValueText};

impl OperandBinder<'_, '_> {
    /// Binds a vector operand, an immediate or a predicate.
    pub fn vector_operand(
        &mut self,
        written: &LineOperand,
        types: &[ScalarType],
        modifiers: SourceModifiers,
    ) -> Result<BoundOperand, Reported> {
        let direction = self.operand.direction.expect("a vector operand has a direction");
        match &written.kind {
            LineOperandKind::Vector(vector) => self.elements(vector, direction, types, modifiers),
            LineOperandKind::Immediate(value, Some(ty)) => self.immediate(value, *ty, types),
            LineOperandKind::Name(name)
                if direction == Direction::Out || self.analysis.computes_predicates =>
            {
                self.bind_predicate(name, direction)
            }
            LineOperandKind::Name(name) => self.predicate_number(name),
            _ => Err(self.cx.findings.report_fault(self.span)),
        }
    }

    fn immediate(
        &mut self,
        value: &ValueText,
        ty: ImmediateType,
        types: &[ScalarType],
    ) -> Result<BoundOperand, Reported> {
        match ty {
            ImmediateType::Scalar(ty) => {
                self.check_type(ty, types, self.span)?;
                Ok(BoundOperand::Immediate { bits: immediate_bits(self.cx, value, ty)?, ty })
            }
            ImmediateType::Packed(ty) => {
                self.check_type(ty.element_type(), types, self.span)?;
                if self.analysis.data_layout.lanes > ty.count() {
                    let finding = past_end("this immediate", ty.count(), self.span);
                    return Err(self.cx.findings.push_error(finding));
                }
                // The low 32 bits are used, as for an immediate of 32 bits.
                let pattern = immediate_bits(self.cx, value, ScalarType::Ud)?.value as u32;
                Ok(BoundOperand::Packed { pattern, ty })
            }
        }
    }

    fn elements(
        &mut self,
        vector: &VectorOperand,
        direction: Direction,
        types: &[ScalarType],
        modifiers: SourceModifiers,
    ) -> Result<BoundOperand, Reported> {
        let Some((region, _)) = vector.region else { return Err(self.cx.findings.report_fault(self.span)) };
        let lanes = self.analysis.data_layout.lanes;
        let mut name_use = self.analysis.use_of(self.operand);
        let row = usize::try_from(vector.grf_row.value).unwrap_or(0);
        name_use.need.add_leading_bytes(row.saturating_mul(grf_bytes(self.cx.settings)));
        let variable = self.names.find_variable(self.cx, &vector.name, name_use)?;
        let (space, ty) = (variable.space, variable.ty);
        self.check_type(ty, types, vector.name.span)?;
        let modifier = match &vector.modifier {
            Some(text) => Some(self.source_modifier(vector, text, modifiers)?),
            None => None,
        };
        self.check_region(region, direction)?;
        let first = element_index(self.cx, &variable, vector);
        let reach = (0..lanes).map(|k| region.offset(k)).max().unwrap_or(0);
        let needed = first.and_then(|first| first.checked_add(reach + 1));
        let Some(first) = first.filter(|_| needed.is_some_and(|needed| needed <= variable.count)) else {
            let finding = past_end(&format!("`{}`", vector.name.text), variable.count, self.span);
            let fix = more_elements(self.cx.document, &variable, needed);
            return Err(self.cx.findings.push_error(Diagnostic { fix, ..finding }));
        };
        // A variable has at most 64 KiB.
        let byte_offset = (variable.byte_offset + first * ty.size_bytes()) as u32;
        Ok(BoundOperand::Elements { space, byte_offset, ty, data: ty, region, modifier })
    }

    fn check_type(&mut self, ty: ScalarType, types: &[ScalarType], span: Span) -> Result<(), Reported> {
        if types.contains(&ty) {
            return Ok(());
        }
        let expected = one_of(types.iter().map(|ty| ty.name()));
        let message = format!("`{}` is {ty}; expected {expected}", self.operand.name);
        self.error(&rules::OPERAND_TYPE, span, message)
    }

    /// Returns the source modifier, if the operand accepts it.
    fn source_modifier(
        &mut self,
        vector: &VectorOperand,
        text: &SpannedText,
        taken: SourceModifiers,
    ) -> Result<SourceModifier, Reported> {
        let is_taken = |modifier: &SourceModifier| match modifier {
            SourceModifier::Complement => taken == SourceModifiers::Logic,
            _ => taken == SourceModifiers::Arithmetic,
        };
        if let Some(modifier) = vector.source_modifier().filter(is_taken) {
            return Ok(modifier);
        }
        let expected = match taken {
            SourceModifiers::None => "none",
            SourceModifiers::Arithmetic => "`(-)`, `(abs)` or `(-abs)`",
            SourceModifiers::Logic => "`(~)`",
        };
        let message = format!("`{}` does not take `{}`; expected {expected}", self.operand.name, text.text);
        self.error(&rules::SOURCE_MODIFIER, text.span, message)
    }

    fn check_region(&mut self, region: Region, direction: Direction) -> Result<(), Reported> {
        let fits = match direction {
            Direction::In => {
                [0, 1, 2, 4, 8, 16, 32].contains(&region.vertical)
                    && [1, 2, 4, 8, 16].contains(&region.width)
                    && [0, 1, 2, 4].contains(&region.horizontal)
            }
            Direction::Out => [1, 2, 4].contains(&region.vertical) || self.analysis.data_layout.lanes == 1,
        };
        if fits {
            return Ok(());
        }
        let expected = match direction {
            Direction::In => "`<V;W,H>` of V 0 to 32, W 1 to 16 and H 0 to 4, each a power of two or 0",
            Direction::Out => "a stride of 1, 2 or 4",
        };
        let message = format!("this region does not exist; expected {expected}");
        self.error(&rules::REGION, self.span, message)
    }

    /// Binds a predicate with a bit for each lane.
    pub fn bind_predicate(
        &mut self,
        name: &SpannedText,
        direction: Direction,
    ) -> Result<BoundOperand, Reported> {
        let first_lane = self.analysis.data_layout.first_lane;
        let end = first_lane + self.analysis.data_layout.lanes;
        let name_use = NameUse::for_predicate(end, direction == Direction::In);
        let index = self.names.find_predicate(self.cx, name, name_use)?;
        let predicate = &self.cx.declared.layout.predicates[index];
        if predicate.count < end {
            let count = counted(predicate.count, "element");
            let message = format!("`{}` has {count}, but {end} are needed", predicate.name);
            return self.error(&rules::VECTOR_RANGE, name.span, message);
        }
        // A mask begins at lane 28 or before.
        let first_bit = first_lane as u8;
        Ok(BoundOperand::Bits { space: predicate.space, first_bit, inverted: false })
    }

    /// Returns all bits of a predicate as one number, as wide as the destination. In a predicate with fewer than 16 bits, the
    /// upper bits are undefined, as in the state.
    fn predicate_number(&mut self, name: &SpannedText) -> Result<BoundOperand, Reported> {
        let written = self.analysis.destination_type;
        if self.cx.declared.layout.variable(&name.text).is_some() {
            let vector = format!("{}(0,0)<1;1,0>", name.text);
            let message = format!("`{}` lacks its place and region; expected `{vector}`", name.text);
            let finding = Diagnostic::error(&rules::NO_REGION, name.span, message);
            return Err(self.cx.findings.push_error(finding.write(vector)));
        }
        let name_use = NameUse::for_predicate(written.width_bits() as usize, true);
        let index = self.names.find_predicate(self.cx, name, name_use)?;
        let predicate = &self.cx.declared.layout.predicates[index];
        let data = if predicate.count == 16 { ScalarType::Uw } else { written };
        let place = Place { space: predicate.space, byte_offset: 0, size_bytes: data.size_bytes() as u32 };
        Ok(BoundOperand::Uniform { place, data })
    }
}

/// Creates the error that lanes access elements past the end.
fn past_end(what: &str, count: usize, span: Span) -> Diagnostic {
    let message = format!("{what} has {}, but lanes access elements past its end", counted(count, "element"));
    Diagnostic::error(&rules::VECTOR_RANGE, span, message)
}
