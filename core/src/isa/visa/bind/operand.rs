//! Binding of operands: names, kinds, types and places.

use super::element::{grf_bytes, more_elements};
use super::facts::{LineFacts, Texel};
use super::line::{ImmediateType, Line, LineOperand, LineOperandKind, Vector};
use super::visa_check::VisaCheck;
use super::{element, rules};
use crate::base::{Rule, ScalarType, Span, SurfaceKind, TextEdit, counted, listed, one_of, texel_channels};
use crate::check::{Context, values};
use crate::diag::Diagnostic;
use crate::exec::BoundOperand;
use crate::isa::visa::needed_declaration::NeededDeclaration;
use crate::isa::visa::readings as r;
use crate::machine::{Surface, Variable};
use crate::spec::{ElementCount, NullRule, Operand, OperandKind};
use crate::syntax::{DeclKind, Number, SpannedText, ValueKind, ValueText};

/// Returns the surface that an instruction names, if it exists, and its written name.
fn named_surface<'a>(cx: &'a Context, line: &'a Line) -> Option<(&'a Surface, &'a SpannedText)> {
    let index = line
        .signature
        .operands
        .iter()
        .position(|operand| matches!(operand.kind, OperandKind::Surface { .. }))?;
    let word = line.operands.get(index)?.bare_name()?;
    Some((cx.declared.layout.surface(cx.declared.surface_name(&word.text))?, word))
}

/// Returns the kind of the surface that an instruction names, if it exists.
pub(super) fn surface_kind(cx: &Context, line: &Line) -> Option<SurfaceKind> {
    named_surface(cx, line).map(|(surface, _)| surface.kind)
}

/// Returns the texels of the typed surface that an instruction names.
pub(super) fn texel(cx: &Context, line: &Line) -> Option<Texel> {
    let (surface, word) = named_surface(cx, line)?;
    let format = cx.document.surface(&word.text).and_then(|line| line.format.as_ref());
    let channels = format.map_or(1, |word| texel_channels(&word.text));
    Some(Texel { ty: surface.ty, channels }).filter(|_| !surface.kind.is_raw())
}

/// The binding of an operand of a line.
pub(super) struct OperandBinder<'b, 'c> {
    pub visa: &'b mut VisaCheck,
    pub cx: &'b mut Context<'c>,
    /// The operand of the instruction's row.
    pub role: &'b Operand,
    pub facts: &'b LineFacts,
    /// The place of the operand.
    pub span: Span,
}

impl OperandBinder<'_, '_> {
    /// Binds an operand, whose form fits its role. Returns `None` if something was wrong with it.
    pub fn bind(&mut self, operand: &LineOperand) -> Option<BoundOperand> {
        match (self.role.kind, &operand.kind) {
            (OperandKind::Surface { kinds }, LineOperandKind::Name(name)) => self.surface(name, kinds),
            (OperandKind::Scalar { ty }, _) => self.scalar(operand, ty),
            (OperandKind::Vector { .. }, _) => self.vector_operand(operand),
            (OperandKind::Raw { null, .. }, LineOperandKind::Raw(..)) if operand.is_null() => self.null(null),
            (OperandKind::Raw { ty, null, elements }, LineOperandKind::Raw(name, offset)) => {
                let properties = &self.facts.properties;
                let types = ty.types(&properties.operand_types, properties.access, properties.address);
                let bound = self.raw(name, *offset, &types, elements)?;
                self.check_not_null(null)?;
                Some(with_data(bound, ty.in_notation(properties.access, properties.address)))
            }
            _ => None,
        }
    }

    /// Reports an error in the operand. Returns `None`, for the caller to return.
    pub fn error<T>(&mut self, rule: &'static Rule, span: Span, message: String) -> Option<T> {
        self.cx.findings.error(rule, span, message);
        None
    }

    fn surface(&mut self, word: &SpannedText, kinds: &'static [SurfaceKind]) -> Option<BoundOperand> {
        let declared = self.cx.declared;
        let name = declared.surface_name(&word.text);
        let Some(index) = declared.layout.surface_index(name) else {
            let mut used = self.facts.use_of(self.role)?;
            if let (Some(predefined), NeededDeclaration::Surface { kinds, .. }) =
                (self.cx.settings.dialect.surface(&word.text), &mut used.need)
            {
                if !kinds.contains(&predefined.kind) {
                    return self.wrong_surface(word, predefined.kind, kinds);
                }
                *kinds = vec![predefined.kind];
            }
            self.visa.missing_surface(self.cx, word, name, used);
            return None;
        };
        let Surface { kind, ty: texel, .. } = declared.layout.surfaces[index];
        if !kinds.contains(&kind) {
            return self.wrong_surface(word, kind, kinds);
        }
        let access = self.facts.access();
        let readings = &self.cx.settings.readings;
        let (needs, has) = (access.size_bytes(), texel.size_bytes());
        let takes_low_word = readings.is(&r::TYPED_WIDTH, "low_word") && (has, needs) == (4, 2);
        match self.facts.texel.map(Texel::channel_bits) {
            Some(bits) if bits > 32 => {
                let message = format!("a channel of `{}` has {bits} bits; expected up to 32", word.text);
                self.error(&rules::TEXEL_SIZE, word.span, message)
            }
            Some(_) => Some(BoundOperand::Surface(index)),
            None if !kind.is_raw() && has != needs && !takes_low_word => {
                let message =
                    format!("texels of `{}` have {has} bytes, but the access has {needs}", word.text);
                self.error(&rules::TEXEL_SIZE, word.span, message)
            }
            None if !kind.is_raw() && formats_must_match(self.cx) && sort_of(access) != sort_of(texel) => {
                let (needs, has) = (sort_of(access), sort_of(texel));
                let message =
                    format!("texels of `{}` are {has}, and the operation works on {needs}", word.text);
                self.error(&rules::TEXEL_FORMAT, word.span, message)
            }
            None => Some(BoundOperand::Surface(index)),
        }
    }

    /// Reports a surface of a kind that the instruction does not access, and lists the instructions that do.
    fn wrong_surface(
        &mut self,
        word: &SpannedText,
        kind: SurfaceKind,
        kinds: &[SurfaceKind],
    ) -> Option<BoundOperand> {
        let (rule, message) = if kinds.iter().all(|kind| kind.is_raw()) && !kind.is_raw() {
            (&rules::SURFACE_RAW, format!("`{}` is typed; expected a buffer", word.text))
        } else {
            let expected = one_of(kinds.iter().map(|kind| kind.word()));
            (&rules::SURFACE_TYPED, format!("`{}` is a `{}`; expected {expected}", word.text, kind.word()))
        };
        let finding = Diagnostic::error(rule, word.span, message);
        self.cx.findings.push(with_instructions_for(self.cx, finding, kind));
        None
    }

    /// Returns the surface that an instruction accesses and that no line names.
    pub fn unnamed_surface(&mut self, kind: SurfaceKind) -> Option<BoundOperand> {
        let surfaces = &self.cx.settings.dialect.surfaces;
        let predefined = surfaces.iter().find(|surface| surface.kind == kind).copied()?;
        let index = self.cx.declared.layout.surface_index(predefined.name);
        if index.is_none() {
            self.visa.missing_memory(self.cx, predefined, self.span, self.facts.use_of(self.role)?);
        }
        index.map(BoundOperand::Surface)
    }

    fn null(&mut self, null: NullRule) -> Option<BoundOperand> {
        let is_needed = match null {
            NullRule::Never => true,
            NullRule::Allowed => false,
            NullRule::WhenUnused(source) => self.facts.uses(source),
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
                if !facts.uses(source) && !facts.tolerated.contains(&self.role.name) =>
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
    fn scalar(&mut self, operand: &LineOperand, ty: ScalarType) -> Option<BoundOperand> {
        let (bound, own) = match &operand.kind {
            LineOperandKind::Vector(vector) => {
                let variable = self.first_element(vector)?;
                (element::elements(variable.space, variable.byte_offset as u32, variable.ty), variable.ty)
            }
            LineOperandKind::Immediate(value, Some(ImmediateType::Scalar(own))) => {
                let bits = element::immediate(self.cx, value, *own)?;
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
        let properties = &self.facts.properties;
        let element_bytes = NeededDeclaration::usual_type(types).size_bytes();
        let count = properties.element_count(elements, element_bytes);
        let lane_pitch = properties.lane_pitch(element_bytes);
        let mut used = self.facts.use_of(self.role)?;
        used.need.begin_after(usize::try_from(offset.value).unwrap_or(0));
        let variable = self.visa.variable(self.cx, name, used)?;
        if !types.contains(&variable.ty) {
            return self.wrong_type(&variable, name, types);
        }
        let is_data = self.role.unit.is_none();
        let must_match = is_data && formats_must_match(self.cx);
        if let Some(texel) = self.facts.texel.filter(|_| must_match) {
            let (needs, has) = (sort_of(texel.ty), sort_of(variable.ty));
            if needs != has {
                let message = format!("`{}` has {has}, and the texels are {needs}", name.text);
                return self.error(&rules::TEXEL_FORMAT, name.span, message);
            }
        }
        let bound = self.raw_place(&variable, offset, count)?;
        Some(match elements {
            ElementCount::PerBlock => element::packed(bound, properties.lanes, lane_pitch),
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
        Some(element::elements(variable.space, byte_offset as u32, variable.ty))
    }
}

/// Returns whether the format of texels must have the type that the operation works on.
fn formats_must_match(cx: &Context) -> bool {
    cx.settings.readings.is(&r::TYPED_FORMAT, "match")
}

/// The sort of number that a type holds, as texel formats tell them apart.
fn sort_of(ty: ScalarType) -> &'static str {
    match ty {
        ty if ty.holds_floats() => "floats",
        ty if ty.is_signed() => "signed integers",
        _ => "unsigned integers",
    }
}

/// Adds a note that lists the instructions that access a surface of that kind.
fn with_instructions_for(cx: &Context, finding: Diagnostic, kind: SurfaceKind) -> Diagnostic {
    let set = &cx.settings.set;
    let takes =
        |operand: &Operand| matches!(operand.kind, OperandKind::Surface { kinds } if kinds.contains(&kind));
    // The rows that name one operation each are too many for a note.
    let rows = set
        .instructions
        .iter()
        .filter(|row| row.op.is_none())
        .filter(|row| row.declared().is_some_and(|signature| signature.operands.iter().any(takes)));
    let names: Vec<String> = rows.map(|row| format!("`{}`", set.spelled(&row.mnemonic))).collect();
    match names.as_slice() {
        [] => finding,
        [only] => finding.note(format!("{only} accesses a `{}`", kind.word())),
        names => finding.note(format!("{} access a `{}`", listed(names, "and"), kind.word())),
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
