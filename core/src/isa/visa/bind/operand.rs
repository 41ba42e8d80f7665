//! Binding of operands: names, kinds, types and places.

use super::element::{grf_bytes, more_elements};
use super::facts::LineFacts;
use super::line_parts::{ImmediateType, LineOperand, LineOperandKind, Vector};
use super::visa_check::VisaCheck;
use super::{element, rules};
use crate::base::{Rule, ScalarType, Span, TextEdit, counted, one_of};
use crate::check::{Context, values};
use crate::diag::Diagnostic;
use crate::exec::BoundOperand;
use crate::isa::visa::needed_declaration::NeededDeclaration;
use crate::machine::Variable;
use crate::spec::{ElementCount, NullRule, Operand, OperandKind};
use crate::syntax::{DeclKind, Number, SpannedText, ValueKind, ValueText};

/// The binding of an operand of a line.
pub(super) struct OperandBinder<'b, 'c> {
    pub visa: &'b mut VisaCheck,
    pub cx: &'b mut Context<'c>,
    /// The operand of the instruction's row.
    pub role: &'b Operand,
    pub facts: &'b LineFacts,
    /// Whether the operation uses each source.
    pub used_sources: [bool; 2],
    /// The place of the operand.
    pub span: Span,
}

impl OperandBinder<'_, '_> {
    /// Binds an operand, whose form fits its role. Returns `None` if something was wrong with it.
    pub fn bind(&mut self, written: &LineOperand) -> Option<BoundOperand> {
        match (self.role.kind, &written.kind) {
            (OperandKind::Surface { kinds }, LineOperandKind::Name(name)) => self.bind_surface(name, kinds),
            (OperandKind::Scalar { ty }, _) => self.scalar(written, ty),
            (OperandKind::Vector { .. }, _) => self.vector_operand(written),
            (OperandKind::Raw { null, .. }, LineOperandKind::Raw(..)) if written.is_null() => self.null(null),
            (OperandKind::Raw { ty, null, elements }, LineOperandKind::Raw(name, offset)) => {
                let data_layout = &self.facts.data_layout;
                let types = ty.types(&data_layout.operand_types, data_layout.access, data_layout.address);
                let bound = self.raw(name, *offset, &types, elements)?;
                self.check_not_null(null)?;
                Some(with_data(bound, ty.in_notation(data_layout.access, data_layout.address)))
            }
            _ => None,
        }
    }

    /// Reports an error in the operand. Returns `None`, for the caller to return.
    pub fn error<T>(&mut self, rule: &'static Rule, span: Span, message: String) -> Option<T> {
        self.cx.findings.error(rule, span, message);
        None
    }

    fn null(&mut self, null: NullRule) -> Option<BoundOperand> {
        let is_needed = match null {
            NullRule::Never => true,
            NullRule::Allowed => false,
            NullRule::WhenUnused(source) => self.used_sources[source],
            NullRule::Axis(kinds) => {
                if let Some(kind) = self.facts.surface.filter(|kind| kinds.contains(kind)) {
                    let message =
                        format!("`{}` is null, but a `{}` has that axis", self.role.name, kind.word());
                    return self.error(&rules::AXIS_NEEDED, self.span, message);
                }
                false
            }
        };
        if is_needed {
            let user = self.facts.op_name().map_or_else(|| "the instruction".to_owned(), str::to_owned);
            let message = format!("`{}` is null, but {user} uses it", self.role.name);
            return self.error(&rules::NULL_FORBIDDEN, self.span, message);
        }
        Some(BoundOperand::Null)
    }

    /// Reports an operand that must be null: a source that the operation does not use, or a coordinate that the surface
    /// lacks.
    fn check_not_null(&mut self, null: NullRule) -> Option<()> {
        let facts = self.facts;
        let (rule, message, null) = match null {
            NullRule::Axis(kinds) => {
                // Without a surface there is nothing to compare with, and its absence has been reported.
                let Some(kind) = facts.surface.filter(|kind| !kinds.contains(kind)) else { return Some(()) };
                let message = format!("a `{}` has no axis `{}`; expected V0", kind.word(), self.role.name);
                (&rules::AXIS_NULL, message, "V0.0")
            }
            NullRule::WhenUnused(source)
                if !self.used_sources[source] && !facts.tolerated.contains(&self.role.name) =>
            {
                let (op, null) = (facts.op_name().unwrap_or_default(), facts.null);
                let expected = null.trim_end_matches(".0");
                (&rules::NULL_NEEDED, format!("{op} uses no `{}`; expected {expected}", self.role.name), null)
            }
            _ => return Some(()),
        };
        self.cx.findings.push(Diagnostic::error(rule, self.span, message).write(null));
        None
    }

    /// Binds an operand with one value for all lanes. Any integer type is accepted, as by the assembler.
    fn scalar(&mut self, written: &LineOperand, ty: ScalarType) -> Option<BoundOperand> {
        let (bound, own) = match &written.kind {
            LineOperandKind::Vector(vector) => {
                let variable = self.first_element(vector)?;
                (element::contiguous(variable.space, variable.byte_offset as u32, variable.ty), variable.ty)
            }
            LineOperandKind::Immediate(value, Some(ImmediateType::Scalar(own))) => {
                let bits = element::immediate_bits(self.cx, value, *own)?;
                (BoundOperand::Immediate { bits, ty: *own }, *own)
            }
            _ => return None,
        };
        let name = self.role.name;
        if own.is_float() {
            let message = format!("`{name}` must be {ty}, but is {own}");
            return self.error(&rules::OPERAND_TYPE, self.span, message);
        }
        if own != ty {
            let message = format!("`{name}` is {own}; the manual asks for {ty}");
            self.cx.findings.push(Diagnostic::warning(&rules::SCALAR_TYPE, self.span, message));
        }
        Some(bound)
    }

    /// Returns the variable of a vector operand from its first element on.
    fn first_element(&mut self, vector: &Vector) -> Option<Variable> {
        if let Some(modifier) = &vector.modifier {
            let message = format!("`{}` takes no source modifier", self.role.name);
            return self.error(&rules::SOURCE_MODIFIER, modifier.span, message);
        }
        let variable = self.visa.variable(self.cx, &vector.name, self.facts.use_of(self.role)?)?;
        let index = element::element_index(self.cx, &variable, vector);
        let Some(first) = index.filter(|index| *index < variable.count) else {
            let message = format!("`{}` has {}", vector.name.text, counted(variable.count, "element"));
            let finding = Diagnostic::error(&rules::VECTOR_RANGE, self.span, message);
            let needed = index.and_then(|index| index.checked_add(1));
            let fix = more_elements(self.cx.document, &variable, needed);
            self.cx.findings.push(Diagnostic { fix, ..finding });
            return None;
        };
        // A variable has at most 64 KiB.
        Some(Variable { byte_offset: variable.byte_offset + first * variable.ty.size_bytes(), ..variable })
    }

    fn raw(
        &mut self,
        name: &SpannedText,
        offset: Number,
        types: &[ScalarType],
        elements: ElementCount,
    ) -> Option<BoundOperand> {
        let data_layout = &self.facts.data_layout;
        let element_bytes = NeededDeclaration::usual_type(types).size_bytes();
        let count = data_layout.element_count(elements, element_bytes);
        let lane_pitch = data_layout.lane_pitch(element_bytes);
        let mut used = self.facts.use_of(self.role)?;
        used.need.add_leading_bytes(usize::try_from(offset.value).unwrap_or(0));
        let variable = self.visa.variable(self.cx, name, used)?;
        if !types.contains(&variable.ty) {
            return self.wrong_type(&variable, name, types);
        }
        self.check_texel_format(name, variable.ty)?;
        let bound = self.raw_place(&variable, offset, count)?;
        Some(match elements {
            ElementCount::PerBlock => element::packed(bound, data_layout.lanes, lane_pitch),
            _ => bound,
        })
    }

    fn wrong_type(
        &mut self,
        variable: &Variable,
        name: &SpannedText,
        types: &[ScalarType],
    ) -> Option<BoundOperand> {
        let expected = one_of(types.iter().map(|ty| ty.name()));
        let of = self.facts.op_name().map_or_else(String::new, |op| format!(" of {op}"));
        let message =
            format!("`{}`{of} must be {expected}, but `{}` is {}", self.role.name, name.text, variable.ty);
        let finding = Diagnostic::error(&rules::OPERAND_TYPE, name.span, message);
        let declared_type = self.cx.document.decl(&name.text).and_then(|decl| match decl.kind {
            DeclKind::General { ty_span, .. } => Some((decl.name.span, ty_span)),
            _ => None,
        });
        self.cx.findings.push(match (declared_type, types) {
            (Some((place, ty_span)), [only]) if holds(self.cx, variable, *only) => {
                let replacement = only.name().to_ascii_lowercase();
                let label = format!("declare `{}` as `{replacement}`", name.text);
                finding
                    .note_at(place, "it is declared here")
                    .fix(label, vec![TextEdit { span: ty_span, replacement }])
            }
            (Some((place, _)), _) => finding.note_at(place, "it is declared here"),
            _ => finding,
        });
        None
    }

    /// Checks alignment and range of a raw operand.
    fn raw_place(&mut self, variable: &Variable, offset: Number, count: usize) -> Option<BoundOperand> {
        let grf = grf_bytes(self.cx.settings);
        let size = variable.count * variable.ty.size_bytes();
        let needed = count * variable.ty.size_bytes();
        let end = usize::try_from(offset.value).ok().and_then(|start| start.checked_add(needed));
        let Some(end) = end.filter(|&end| end <= size) else {
            let message = format!(
                "{} of {} from byte {} need {needed} bytes, but `{}` has {size}",
                counted(count, "element"),
                variable.ty,
                offset.value,
                variable.name,
            );
            let finding = Diagnostic::error(&rules::RAW_RANGE, self.span, message);
            let first = usize::try_from(offset.value).ok().filter(|offset| offset.is_multiple_of(grf));
            let elements = first.map(|first| first / variable.ty.size_bytes() + count);
            let fix = more_elements(self.cx.document, variable, elements);
            self.cx.findings.push(Diagnostic { fix, ..finding });
            return None;
        };
        let byte_offset = variable.byte_offset + end - needed;
        let root = self.cx.declared.layout.space(variable.space).size_bytes;
        if root >= grf && !byte_offset.is_multiple_of(grf) {
            let message = format!("byte {byte_offset} is not a multiple of {grf}, the size of a register");
            return self.error(&rules::RAW_ALIGN, offset.span, message);
        }
        // A variable has at most 64 KiB.
        Some(element::contiguous(variable.space, byte_offset as u32, variable.ty))
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
