//! Binding of operands: names, kinds, types and places.

use super::element;
use super::element::{grf_bytes, more_elements};
use crate::base::{Rule, ScalarType, Span, TextEdit, counted, one_of};
use crate::check::{Context, Reported, values};
use crate::diag::Diagnostic;
use crate::exec::BoundOperand;
use crate::isa::visa::bind::analysis::LineAnalysis;
use crate::isa::visa::bind::declarations::declared_names::DeclaredNames;
use crate::isa::visa::bind::line_parts::{ImmediateType, LineOperand, LineOperandKind, VectorOperand};
use crate::isa::visa::bind::rules;
use crate::isa::visa::needed_declaration::RawElements;
use crate::isa::visa::null::nullness;
use crate::machine::Variable;
use crate::spec::{Direction, ElementCount, NullRule, Operand, OperandKind, OperandType};
use crate::syntax::{DeclKind, Number, SpannedText, ValueKind, ValueText};

/// The binding of an operand of a line.
pub(crate) struct OperandBinder<'b, 'c> {
    pub names: &'b mut DeclaredNames,
    pub cx: &'b mut Context<'c>,
    /// The operand of the instruction's row.
    pub operand: &'b Operand,
    pub analysis: &'b LineAnalysis,
    /// Whether the operation uses each source.
    pub used_sources: [bool; 2],
    /// Whether an operand of the line is null although the line uses it.
    pub misses_value: bool,
    /// The place of the operand.
    pub span: Span,
}

impl OperandBinder<'_, '_> {
    /// Binds an operand, whose form its row takes.
    pub fn bind(&mut self, written: &LineOperand) -> Result<BoundOperand, Reported> {
        match (self.operand.kind, &written.kind) {
            (OperandKind::Surface { kinds }, LineOperandKind::Name(name)) => self.bind_surface(name, kinds),
            (OperandKind::Scalar { ty }, _) => self.scalar(written, ty),
            (OperandKind::Vector { types, modifiers, .. }, _) => {
                self.vector_operand(written, types, modifiers)
            }
            (OperandKind::Predicate, LineOperandKind::Name(name)) => {
                self.bind_predicate(name, Direction::Out)
            }
            (OperandKind::Raw { .. }, LineOperandKind::Raw(..)) if written.is_null() => {
                self.check_null(true)?;
                Ok(BoundOperand::Null)
            }
            (OperandKind::Raw { ty, elements, .. }, LineOperandKind::Raw(name, offset)) => {
                let bound = self.raw(name, *offset, ty, elements)?;
                self.check_null(false)?;
                let data_layout = &self.analysis.data_layout;
                Ok(with_data(bound, ty.in_notation(data_layout.access, data_layout.address)))
            }
            _ => Err(self.cx.findings.report_fault(self.span)),
        }
    }

    /// Reports an error in the operand.
    pub fn error<T>(&mut self, rule: &'static Rule, span: Span, message: String) -> Result<T, Reported> {
        Err(self.cx.findings.error(rule, span, message))
    }

    /// Reports an operand that is null although the line uses it, or is not null although the operation does not use it, or the
    /// surface has no such axis.
    fn check_null(&mut self, is_null: bool) -> Result<(), Reported> {
        let (analysis, name) = (self.analysis, self.operand.name);
        if nullness(self.operand, self.used_sources, analysis.surface, analysis.ignored_sources)
            .admits(is_null)
        {
            return Ok(());
        }
        let is_axis = matches!(self.operand.kind, OperandKind::Raw { null: NullRule::Axis(_), .. });
        let axis_of = analysis.surface.filter(|_| is_axis).map(|kind| kind.word());
        if is_null {
            let user = analysis.op_name().unwrap_or("the instruction");
            let (rule, message) = match axis_of {
                Some(kind) => {
                    (&rules::AXIS_NEEDED, format!("`{name}` is null, but a `{kind}` has that axis"))
                }
                None => (&rules::NULL_FORBIDDEN, format!("`{name}` is null, but {user} uses it")),
            };
            return self.error(rule, self.span, message);
        }
        let expected = analysis.null.trim_end_matches(".0");
        let (rule, message) = match axis_of {
            Some(kind) => {
                (&rules::AXIS_NULL, format!("a `{kind}` has no axis `{name}`; expected {expected}"))
            }
            None => {
                let op = analysis.op_name().unwrap_or_default();
                (&rules::NULL_NEEDED, format!("{op} uses no `{name}`; expected {expected}"))
            }
        };
        // A value in the wrong place is not replaced.
        let null = Some(analysis.null).filter(|_| !self.misses_value);
        Err(self.cx.findings.push_error(Diagnostic::error(rule, self.span, message).write_if(null)))
    }

    /// Binds an operand with one value for all lanes. Any integer type is accepted, as by the assembler.
    fn scalar(&mut self, written: &LineOperand, ty: ScalarType) -> Result<BoundOperand, Reported> {
        let (bound, own) = match &written.kind {
            LineOperandKind::Vector(vector) => {
                let variable = self.first_element(vector)?;
                (element::contiguous(variable.space, variable.byte_offset as u32, variable.ty), variable.ty)
            }
            LineOperandKind::Immediate(value, Some(ImmediateType::Scalar(own))) => {
                let bits = element::immediate_bits(self.cx, value, *own)?;
                (BoundOperand::Immediate { bits, ty: *own }, *own)
            }
            _ => return Err(self.cx.findings.report_fault(self.span)),
        };
        let name = self.operand.name;
        if own.is_float() {
            let message = format!("`{name}` must be {ty}, but is {own}");
            return self.error(&rules::OPERAND_TYPE, self.span, message);
        }
        if own != ty {
            let message = format!("`{name}` is {own}; the manual asks for {ty}");
            self.cx.findings.push(Diagnostic::warning(&rules::SCALAR_TYPE, self.span, message));
        }
        Ok(bound)
    }

    /// Returns the variable of a vector operand from its first element on.
    fn first_element(&mut self, vector: &VectorOperand) -> Result<Variable, Reported> {
        if let Some(modifier) = &vector.modifier {
            let message = format!("`{}` takes no source modifier", self.operand.name);
            return self.error(&rules::SOURCE_MODIFIER, modifier.span, message);
        }
        let variable = self.names.find_variable(self.cx, &vector.name, self.analysis.use_of(self.operand))?;
        let index = element::element_index(self.cx, &variable, vector);
        let Some(first) = index.filter(|index| *index < variable.count) else {
            let message = format!("`{}` has {}", vector.name.text, counted(variable.count, "element"));
            let finding = Diagnostic::error(&rules::VECTOR_RANGE, self.span, message);
            let needed = index.and_then(|index| index.checked_add(1));
            let fix = more_elements(self.cx.document, &variable, needed);
            return Err(self.cx.findings.push_error(Diagnostic { fix, ..finding }));
        };
        // A variable has at most 64 KiB.
        Ok(Variable { byte_offset: variable.byte_offset + first * variable.ty.size_bytes(), ..variable })
    }

    fn raw(
        &mut self,
        name: &SpannedText,
        offset: Number,
        ty: OperandType,
        elements: ElementCount,
    ) -> Result<BoundOperand, Reported> {
        let data_layout = &self.analysis.data_layout;
        let RawElements { types, element_bytes, count } = RawElements::new(ty, elements, data_layout);
        let lane_pitch = data_layout.lane_pitch(element_bytes);
        let mut name_use = self.analysis.use_of(self.operand);
        name_use.need.add_leading_bytes(usize::try_from(offset.value).unwrap_or(0));
        let variable = self.names.find_variable(self.cx, name, name_use)?;
        if !types.contains(&variable.ty) {
            return Err(self.wrong_type(&variable, name, &types));
        }
        self.check_texel_format(name, variable.ty)?;
        let bound = self.raw_place(&variable, offset, count)?;
        Ok(match elements {
            ElementCount::PerBlock => element::packed(bound, data_layout.lanes, lane_pitch),
            _ => bound,
        })
    }

    /// Reports a variable of a type that the operand does not take.
    fn wrong_type(&mut self, variable: &Variable, name: &SpannedText, types: &[ScalarType]) -> Reported {
        let expected = one_of(types.iter().map(|ty| ty.name()));
        let of = self.analysis.op_name().map_or_else(String::new, |op| format!(" of {op}"));
        let message =
            format!("`{}`{of} must be {expected}, but `{}` is {}", self.operand.name, name.text, variable.ty);
        let finding = Diagnostic::error(&rules::OPERAND_TYPE, name.span, message);
        let declared_type = self.cx.document.decl(&name.text).and_then(|decl| match decl.kind {
            DeclKind::General { ty_span, .. } => Some((decl.name.span, ty_span)),
            _ => None,
        });
        self.cx.findings.push_error(match (declared_type, types) {
            (Some((place, ty_span)), [only]) if holds(self.cx, variable, *only) => {
                let replacement = only.name().to_ascii_lowercase();
                let label = format!("declare `{}` as `{replacement}`", name.text);
                finding
                    .note_at(place, "it is declared here")
                    .fix(label, vec![TextEdit { span: ty_span, replacement }])
            }
            (Some((place, _)), _) => finding.note_at(place, "it is declared here"),
            _ => finding,
        })
    }

    /// Checks alignment and range of a raw operand.
    fn raw_place(
        &mut self,
        variable: &Variable,
        offset: Number,
        count: usize,
    ) -> Result<BoundOperand, Reported> {
        let grf = grf_bytes(self.cx.settings);
        let size = variable.count * variable.ty.size_bytes();
        let needed = count * variable.ty.size_bytes();
        let end = usize::try_from(offset.value).ok().and_then(|start| start.checked_add(needed));
        let Some(end) = end.filter(|&end| end <= size) else {
            let message = format!(
                "{} of {} need bytes {} to {}, but `{}` has bytes 0 to {}",
                counted(count, "element"),
                variable.ty,
                offset.value,
                offset.value + needed as i128 - 1,
                variable.name,
                size - 1,
            );
            let first = usize::try_from(offset.value).ok().filter(|offset| offset.is_multiple_of(grf));
            let finding = Diagnostic::error(&rules::RAW_RANGE, self.span, message);
            let finding = match first {
                Some(_) => finding,
                None => finding.note(format!("expected a multiple of {grf}, the size of a register")),
            };
            let elements = first.map(|first| first / variable.ty.size_bytes() + count);
            let fix = more_elements(self.cx.document, variable, elements);
            return Err(self.cx.findings.push_error(Diagnostic { fix, ..finding }));
        };
        let byte_offset = variable.byte_offset + end - needed;
        let root = self.cx.declared.layout.space(variable.space).size_bytes;
        if root >= grf && !byte_offset.is_multiple_of(grf) {
            let message = format!("byte {byte_offset} is not a multiple of {grf}, the size of a register");
            return self.error(&rules::RAW_ALIGN, offset.span, message);
        }
        // A variable has at most 64 KiB.
        Ok(element::contiguous(variable.space, byte_offset as u32, variable.ty))
    }
}

/// Returns whether a variable can hold the contents given in the text if it is declared with type `ty`. If the size
/// differs, all values must be decimal whole numbers that fit.
fn holds(cx: &Context, variable: &Variable, ty: ScalarType) -> bool {
    let fits = |value: &ValueText| matches!(value.element(), ValueKind::Decimal(number) if values::integer_range(ty).contains(number));
    let mut lists =
        cx.document.set_lines().filter(|set| set.name.text == variable.name).map(|set| &set.values);
    variable.ty.size_bytes() == ty.size_bytes() || lists.all(|list| list.values.iter().all(fits))
}

/// Returns the operand viewed as elements of a type.
fn with_data(operand: BoundOperand, data: ScalarType) -> BoundOperand {
    match operand {
        BoundOperand::Elements { space, byte_offset, ty, region, modifier, .. } => {
            BoundOperand::Elements { space, byte_offset, ty, data, region, modifier }
        }
        operand => operand,
    }
}
