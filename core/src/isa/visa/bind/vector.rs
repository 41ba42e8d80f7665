//! Vector operands: place, region and source modifier.

use super::element::{element_index, grf_bytes, immediate_bits, more_elements};
use super::line_parts::{ImmediateType, LineOperand, LineOperandKind, Vector};
use super::names::NameKind;
use super::operand::OperandBinder;
use super::rules;
use super::undeclared::NameUse;
use crate::base::{ScalarType, Span, counted, one_of};
use crate::diag::Diagnostic;
use crate::exec::{BoundOperand, Region, SourceModifier};
use crate::machine::Place;
use crate::spec::{Direction, OperandKind, SourceModifiers};
use crate::syntax::{SpannedText, ValueText};

impl OperandBinder<'_, '_> {
    /// Binds a vector operand, an immediate or a predicate. Returns `None` if something was wrong with it.
    pub fn vector_operand(&mut self, written: &LineOperand) -> Option<BoundOperand> {
        let OperandKind::Vector { types, modifiers, .. } = self.role.kind else { return None };
        let direction = self.role.direction?;
        match &written.kind {
            LineOperandKind::Vector(vector) => self.elements(vector, direction, types, modifiers),
            LineOperandKind::Immediate(value, ty) => self.immediate(value, (*ty)?, types),
            LineOperandKind::Name(name) if direction == Direction::Out || self.facts.computes_predicates => {
                self.predicate(name, direction)
            }
            LineOperandKind::Name(name) => self.predicate_number(name),
            LineOperandKind::Raw(..) | LineOperandKind::Other => None,
        }
    }

    fn immediate(
        &mut self,
        value: &ValueText,
        ty: ImmediateType,
        types: &[ScalarType],
    ) -> Option<BoundOperand> {
        match ty {
            ImmediateType::Scalar(ty) => {
                self.check_type(ty, types, self.span)?;
                Some(BoundOperand::Immediate { bits: immediate_bits(self.cx, value, ty)?, ty })
            }
            ImmediateType::Packed(ty) => {
                self.check_type(ty.element_type(), types, self.span)?;
                if self.facts.data_layout.lanes > ty.count() {
                    self.cx.findings.push(past_end("this immediate", ty.count(), self.span));
                    return None;
                }
                // The low 32 bits are used, as for an immediate of 32 bits.
                let pattern = immediate_bits(self.cx, value, ScalarType::Ud)?.value as u32;
                Some(BoundOperand::Packed { pattern, ty })
            }
        }
    }

    fn elements(
        &mut self,
        vector: &Vector,
        direction: Direction,
        types: &[ScalarType],
        modifiers: SourceModifiers,
    ) -> Option<BoundOperand> {
        let (region, _) = vector.region?;
        let lanes = self.facts.data_layout.lanes;
        let mut used = self.facts.use_of(self.role)?;
        let row = usize::try_from(vector.grf_row.value).unwrap_or(0);
        used.need.add_leading_bytes(row.saturating_mul(grf_bytes(self.cx.settings)));
        let variable = self.visa.variable(self.cx, &vector.name, used)?;
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
            self.cx.findings.push(Diagnostic { fix, ..finding });
            return None;
        };
        // A variable has at most 64 KiB.
        let byte_offset = (variable.byte_offset + first * ty.size_bytes()) as u32;
        Some(BoundOperand::Elements { space, byte_offset, ty, data: ty, region, modifier })
    }

    fn check_type(&mut self, ty: ScalarType, types: &[ScalarType], span: Span) -> Option<()> {
        if types.contains(&ty) {
            return Some(());
        }
        let expected = one_of(types.iter().map(|ty| ty.name()));
        let message = format!("`{}` is {ty}; expected {expected}", self.role.name);
        self.error(&rules::OPERAND_TYPE, span, message)
    }

    /// Returns the source modifier, if the operand accepts it.
    fn source_modifier(
        &mut self,
        vector: &Vector,
        text: &SpannedText,
        taken: SourceModifiers,
    ) -> Option<SourceModifier> {
        let is_taken = |modifier: &SourceModifier| match modifier {
            SourceModifier::Complement => taken == SourceModifiers::Logic,
            _ => taken == SourceModifiers::Arithmetic,
        };
        if let Some(modifier) = vector.source_modifier().filter(is_taken) {
            return Some(modifier);
        }
        let expected = match taken {
            SourceModifiers::None => "none",
            SourceModifiers::Arithmetic => "`(-)`, `(abs)` or `(-abs)`",
            SourceModifiers::Logic => "`(~)`",
        };
        let message = format!("`{}` does not take `{}`; expected {expected}", self.role.name, text.text);
        self.error(&rules::SOURCE_MODIFIER, text.span, message)
    }

    fn check_region(&mut self, region: Region, direction: Direction) -> Option<()> {
        let fits = match direction {
            Direction::In => {
                [0, 1, 2, 4, 8, 16, 32].contains(&region.vertical)
                    && [1, 2, 4, 8, 16].contains(&region.width)
                    && [0, 1, 2, 4].contains(&region.horizontal)
            }
            Direction::Out => [1, 2, 4].contains(&region.vertical) || self.facts.data_layout.lanes == 1,
        };
        if fits {
            return Some(());
        }
        let expected = match direction {
            Direction::In => "`<V;W,H>` of V 0 to 32, W 1 to 16 and H 0 to 4, each a power of two or 0",
            Direction::Out => "a stride of 1, 2 or 4",
        };
        let message = format!("this region does not exist; expected {expected}");
        self.error(&rules::REGION, self.span, message)
    }

    fn predicate(&mut self, name: &SpannedText, direction: Direction) -> Option<BoundOperand> {
        let first_lane = self.facts.data_layout.first_lane;
        let end = first_lane + self.facts.data_layout.lanes;
        let Some(predicate) = self.cx.declared.layout.predicate(&name.text) else {
            let used = NameUse::of_predicate(end, direction == Direction::In);
            self.visa.report_unknown(self.cx, name, NameKind::Predicate, used);
            return None;
        };
        if predicate.count < end {
            let count = counted(predicate.count, "element");
            let message = format!("`{}` has {count}, but {end} are needed", predicate.name);
            return self.error(&rules::VECTOR_RANGE, name.span, message);
        }
        // A mask begins at lane 28 or before.
        let first_bit = first_lane as u8;
        Some(BoundOperand::Bits { space: predicate.space, first_bit, inverted: false })
    }

    /// Returns all bits of a predicate as one number, as wide as the destination. In a predicate with fewer than 16 bits, the
    /// upper bits are undefined, as in the state.
    fn predicate_number(&mut self, name: &SpannedText) -> Option<BoundOperand> {
        let (layout, written) = (&self.cx.declared.layout, self.facts.destination_type);
        let Some(predicate) = layout.predicate(&name.text) else {
            if layout.variable(&name.text).is_none() {
                let used = NameUse::of_predicate(written.width_bits() as usize, true);
                self.visa.report_unknown(self.cx, name, NameKind::Predicate, used);
                return None;
            }
            let vector = format!("{}(0,0)<1;1,0>", name.text);
            let message = format!("`{}` lacks its place and region; expected `{vector}`", name.text);
            let finding = Diagnostic::error(&rules::NO_REGION, name.span, message);
            self.cx.findings.push(finding.write(vector));
            return None;
        };
        let data = if predicate.count == 16 { ScalarType::Uw } else { written };
        let place = Place { space: predicate.space, byte_offset: 0, size_bytes: data.size_bytes() as u32 };
        Some(BoundOperand::Uniform { place, data })
    }
}

/// Creates the error that lanes access elements past the end.
fn past_end(what: &str, count: usize, span: Span) -> Diagnostic {
    let message = format!("{what} has {}, but lanes access elements past its end", counted(count, "element"));
    Diagnostic::error(&rules::VECTOR_RANGE, span, message)
}
