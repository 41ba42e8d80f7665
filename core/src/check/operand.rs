//! Operands: names, kinds, types, places.

use super::instruction::{Chosen, Programmer};
use super::{rules, values};
use crate::base::{Bits, Rule, ScalarType, Span, SurfaceKind, TextEdit, closest, one_of};
use crate::diag::Diagnostic;
use crate::exec::{BoundOperand, Region};
use crate::machine::{SpaceId, Variable};
use crate::spec::{Instruction, NullRule, Operand, OperandKind, OperandType, Spread};
use crate::syntax::{Directive, Instr, ItemKind, Number, OperandText, SpannedText, Value, ValueKind};

impl Programmer<'_> {
    /// Resolves an operand; `None` when something was wrong with it.
    pub(super) fn operand(
        &mut self,
        row: &Operand,
        text: &OperandText,
        chosen: &Chosen,
    ) -> Option<BoundOperand> {
        match row.kind {
            OperandKind::Slot { .. } | OperandKind::Pool | OperandKind::Exited => None,
            OperandKind::Surface { kinds } => self.surface_operand(text, kinds, chosen),
            OperandKind::Scalar { ty } => self.scalar_operand(row, text, ty),
            OperandKind::Vector { .. } => self.vector_operand(row, text, chosen),
            OperandKind::Raw { ty, null, data, spread, .. } => match text {
                OperandText::Raw { name, offset, span } => {
                    if is_null(&name.text) {
                        return self.null_operand(row, null, *span, chosen);
                    }
                    let types = match ty {
                        OperandType::Fixed(ty) => vec![ty],
                        OperandType::OneOf(types) => types.to_vec(),
                        OperandType::OfOp => chosen.operand_types.clone(),
                    };
                    let bound = self.raw_operand(row, (name, offset, *span), &types, chosen, spread)?;
                    self.needs_null(row, null, *span, chosen)?;
                    Some(with_data(bound, data.then_some(chosen.access)))
                }
                // The parser has reported every other form.
                _ => None,
            },
        }
    }

    /// The kind of the surface that an instruction names, if there is one of that name.
    pub(super) fn surface_kind(&self, row: &Instruction, instr: &Instr) -> Option<SurfaceKind> {
        let at =
            row.operands.iter().position(|operand| matches!(operand.kind, OperandKind::Surface { .. }))?;
        let OperandText::Name(word) = instr.operands.get(at)? else { return None };
        let surface = self.declared.layout.surface(self.declared.surface_name(&word.text))?;
        Some(surface.kind)
    }

    fn surface_operand(
        &mut self,
        text: &OperandText,
        kinds: &[SurfaceKind],
        chosen: &Chosen,
    ) -> Option<BoundOperand> {
        // The parser has reported every other form.
        let OperandText::Name(word) = text else { return None };
        let declared = self.declared;
        let name = declared.surface_name(&word.text);
        match declared.layout.surface_index(name) {
            Some(index) => {
                let surface = &declared.layout.surfaces[index];
                let (is_raw, texel) = (surface.kind.is_raw(), surface.ty);
                if !kinds.contains(&surface.kind) {
                    self.wrong_surface(word, surface.kind, kinds);
                    return None;
                }
                if !is_raw && texel.size_bytes() != chosen.access.size_bytes() {
                    let (has, needs) = (texel.size_bytes(), chosen.access.size_bytes());
                    let message =
                        format!("texels of `{}` have {has} bytes, and {needs} are accessed", word.text);
                    self.error(&rules::TEXEL_SIZE, word.span, message);
                    return None;
                }
                Some(BoundOperand::Surface(index))
            }
            None => {
                self.missing_surface(word, name);
                None
            }
        }
    }

    fn wrong_surface(&mut self, word: &SpannedText, kind: SurfaceKind, kinds: &[SurfaceKind]) {
        let wants_buffer = kinds.iter().all(|kind| kind.is_raw());
        if wants_buffer && !kind.is_raw() {
            let message = format!("`{}` is typed; expected a buffer", word.text);
            self.error(&rules::SURFACE_RAW, word.span, message);
            return;
        }
        let expected = one_of(kinds.iter().map(|kind| kind.word()));
        let message = format!("`{}` is a `{}`; expected {expected}", word.text, kind.word());
        self.error(&rules::SURFACE_TYPED, word.span, message);
    }

    /// A surface without contents, or no surface at all.
    fn missing_surface(&mut self, word: &SpannedText, name: &str) {
        let declared = self.declared;
        if declared.broken.contains(&word.text) || declared.broken.iter().any(|broken| broken == name) {
            return;
        }
        let predefined = self.settings.dialect.surface(&word.text);
        if predefined.is_some() || declared.declared_surfaces.iter().any(|bare| bare.text == word.text) {
            let kind = predefined.map_or(SurfaceKind::Buffer, |surface| surface.kind);
            let line = format!(".surface {} {} ud size=64\n", word.text, kind.word());
            let at = self.first_instruction();
            let edit = TextEdit { span: Span { start: at, end: at }, replacement: line };
            let message = format!("`{}` has no contents; expected a `.surface` line", word.text);
            let finding = Diagnostic::error(&rules::SURFACE_CONTENTS, word.span, message);
            self.diagnostics.push(finding.fix("describe it as 64 bytes", vec![edit]));
            return;
        }
        if let Some(what) = declared.what_is(&word.text) {
            let message = format!("`{}` is a {what}; expected a surface", word.text);
            self.error(&rules::WRONG_KIND, word.span, message);
            return;
        }
        let finding = Diagnostic::error(
            &rules::UNKNOWN_NAME,
            word.span,
            format!("surface `{}` is not declared", word.text),
        );
        let known =
            declared.surface_names().chain(declared.declared_surfaces.iter().map(|bare| bare.text.as_str()));
        self.diagnostics.push(match closest(&word.text, known) {
            Some(close) => finding.fix_here(format!("write `{close}`"), close),
            None => finding.note(format!("expected `.decl {} v_type=T num_elts=1` above", word.text)),
        });
    }

    fn first_instruction(&self) -> u32 {
        let is_instruction = |item: &&crate::syntax::Item| matches!(item.kind, ItemKind::Instruction(_));
        self.document.items.iter().find(is_instruction).map_or(0, |item| item.span.start)
    }

    fn null_operand(
        &mut self,
        row: &Operand,
        null: NullRule,
        span: Span,
        chosen: &Chosen,
    ) -> Option<BoundOperand> {
        let is_needed = match null {
            NullRule::Never => true,
            NullRule::Allowed => false,
            NullRule::WhenUnused(source) => chosen.mentions(source),
            NullRule::Axis(kinds) => {
                if let Some(kind) = chosen.surface.filter(|kind| kinds.contains(kind)) {
                    let message = format!("`{}` is null, and a `{}` has that axis", row.name, kind.word());
                    self.error(&rules::AXIS_NEEDED, span, message);
                    return None;
                }
                false
            }
        };
        if is_needed {
            let by = chosen.op_name().map_or_else(String::new, |op| format!(" by {op}"));
            self.error(&rules::NULL_FORBIDDEN, span, format!("`{}` is null, and it is used{by}", row.name));
            return None;
        }
        Some(BoundOperand::Null)
    }

    /// A source that the operation does not use has to be null.
    fn needs_null(&mut self, row: &Operand, null: NullRule, span: Span, chosen: &Chosen) -> Option<()> {
        if let NullRule::Axis(kinds) = null {
            // Without a surface there is nothing to compare with, and that it is missing has been said.
            let Some(kind) = chosen.surface.filter(|kind| !kinds.contains(kind)) else { return Some(()) };
            let message = format!("a `{}` has no axis `{}`; expected V0", kind.word(), row.name);
            let finding = Diagnostic::error(&rules::AXIS_NULL, span, message);
            self.diagnostics.push(finding.fix_here("replace it by `V0.0`", "V0.0"));
            return None;
        }
        let NullRule::WhenUnused(source) = null else { return Some(()) };
        if chosen.mentions(source) {
            return Some(());
        }
        if chosen.tolerated.contains(&row.name) {
            return Some(());
        }
        let op = chosen.op_name().unwrap_or_default();
        let finding =
            Diagnostic::error(&rules::NULL_NEEDED, span, format!("{op} uses no `{}`; expected V0", row.name));
        self.diagnostics.push(finding.fix_here("write `V0.0`", "V0.0"));
        None
    }

    /// One value for all lanes. Another integer type than the page's is taken, as the assembler takes it.
    fn scalar_operand(&mut self, row: &Operand, text: &OperandText, ty: ScalarType) -> Option<BoundOperand> {
        let (bound, own, span) = match text {
            OperandText::Immediate { value, ty: Some((own, _)), span } => {
                let bits = self.immediate(value, *own)?;
                (BoundOperand::Immediate { bits, ty: *own }, *own, *span)
            }
            OperandText::Vector { modifier: None, name, row: register, column, span, .. } => {
                let variable = self.variable(name)?;
                let first = self.first_element(&variable, register, column);
                let Some(first) = first else {
                    let message = format!("`{}` has {} elements", name.text, variable.count);
                    self.error(&rules::VECTOR_RANGE, *span, message);
                    return None;
                };
                // A variable has at most 64 KiB.
                let byte_offset = (variable.byte_offset + first * variable.ty.size_bytes()) as u32;
                let (space, own) = (variable.space, variable.ty);
                (elements(space, byte_offset, own), own, *span)
            }
            OperandText::Vector { modifier: Some(modifier), .. } => {
                let message = format!("`{}` takes no source modifier", row.name);
                self.error(&rules::SOURCE_MODIFIER, modifier.span, message);
                return None;
            }
            // The parser has reported every other form.
            _ => return None,
        };
        if own.is_float() {
            self.error(&rules::OPERAND_TYPE, span, format!("`{}` is of type {own}, expected {ty}", row.name));
            return None;
        }
        if own != ty {
            let message = format!("`{}` is of type {own}; the page asks for {ty}", row.name);
            self.diagnostics.push(Diagnostic::warning(&rules::SCALAR_TYPE, span, message));
        }
        Some(bound)
    }

    /// An immediate as a pattern: whole numbers wrap to the type's width, and of a float type they are patterns.
    pub(super) fn immediate(&mut self, value: &Value, ty: ScalarType) -> Option<Bits> {
        let bits = match value.kind {
            // The low bits are the two's complement.
            ValueKind::Decimal(number) => Bits::known(number as u64),
            ValueKind::Pattern(pattern) => Bits::known(pattern),
            ValueKind::Float(number) if ty.is_float() => Bits::known(values::from_float(number, ty)),
            _ => {
                let message = format!("this is no value of type {ty}");
                self.error(&rules::VALUE_TYPE, value.span, message);
                return None;
            }
        };
        Some(bits.truncate(ty.width_bits()))
    }

    fn raw_operand(
        &mut self,
        row: &Operand,
        (name, offset, span): (&SpannedText, &Number, Span),
        types: &[ScalarType],
        chosen: &Chosen,
        spread: Spread,
    ) -> Option<BoundOperand> {
        let variable = self.variable(name)?;
        if !types.contains(&variable.ty) {
            self.wrong_type(row, &variable, name, types, chosen);
            return None;
        }
        let lanes = usize::from(chosen.exec_size);
        let count = match (spread, chosen.channels) {
            (Spread::Channels, Some(mask)) => {
                let pitch = lanes.max(self.settings.grf_bytes() / 4);
                (mask.count_ones() as usize - 1) * pitch + lanes
            }
            _ => lanes,
        };
        self.raw_place(&variable, offset, span, count)
    }

    pub(super) fn variable(&mut self, name: &SpannedText) -> Option<Variable> {
        let declared = self.declared;
        if let Some(variable) = declared.layout.variable(&name.text) {
            return Some(variable.clone());
        }
        if declared.broken.contains(&name.text) {
            return None;
        }
        if let Some(what) = declared.what_is(&name.text) {
            let message = format!("`{}` is a {what}; expected a variable", name.text);
            self.error(&rules::WRONG_KIND, name.span, message);
            return None;
        }
        let finding =
            Diagnostic::error(&rules::UNKNOWN_NAME, name.span, format!("`{}` is not declared", name.text));
        let known = declared.layout.variables.iter().map(|variable| variable.name.as_str());
        self.diagnostics.push(match closest(&name.text, known) {
            Some(close) => finding.fix_here(format!("write `{close}`"), close),
            None => {
                finding.note("a variable is declared by `.decl NAME v_type=G type=ud num_elts=8 align=GRF`")
            }
        });
        None
    }

    fn wrong_type(
        &mut self,
        row: &Operand,
        variable: &Variable,
        name: &SpannedText,
        types: &[ScalarType],
        chosen: &Chosen,
    ) {
        let expected = one_of(types.iter().map(|ty| ty.name()));
        let by = chosen.op_name().map_or_else(String::new, |op| format!(" with {op}"));
        let message =
            format!("`{}` is of type {}, and `{}` is {expected}{by}", name.text, variable.ty, row.name,);
        let finding = Diagnostic::error(&rules::OPERAND_TYPE, name.span, message);
        let declared_type = self.document.items.iter().find_map(|item| match &item.kind {
            ItemKind::Directive(Directive::Decl(decl)) if decl.name.text == name.text => match decl.kind {
                crate::syntax::DeclKind::General { ty_span, .. } => Some((decl.name.span, ty_span)),
                _ => None,
            },
            _ => None,
        });
        self.diagnostics.push(match (declared_type, types) {
            (Some((place, ty_span)), [only]) if only.size_bytes() == variable.ty.size_bytes() => {
                let replacement = only.name().to_ascii_lowercase();
                let label = format!("declare `{}` as `{replacement}`", name.text);
                finding
                    .note_at(place, "it is declared here")
                    .fix(label, vec![TextEdit { span: ty_span, replacement }])
            }
            (Some((place, _)), _) => finding.note_at(place, "it is declared here"),
            _ => finding,
        });
    }

    /// Alignment and range of a raw operand.
    fn raw_place(
        &mut self,
        variable: &Variable,
        offset: &Number,
        span: Span,
        count: usize,
    ) -> Option<BoundOperand> {
        let grf = self.settings.grf_bytes();
        let size = variable.count * variable.ty.size_bytes();
        let needed = count * variable.ty.size_bytes();
        let end = usize::try_from(offset.value).ok().and_then(|start| start.checked_add(needed));
        let Some(end) = end.filter(|&end| end <= size) else {
            let message = format!(
                "byte {} + {needed} > {size} bytes of `{}`: {count} elements of {} do not fit",
                offset.value, variable.name, variable.ty
            );
            self.error(&rules::RAW_RANGE, span, message);
            return None;
        };
        let byte_offset = variable.byte_offset + end - needed;
        let root = self.declared.layout.space(variable.space).size_bytes;
        if root >= grf && !byte_offset.is_multiple_of(grf) {
            let message = format!("byte {byte_offset} is not a multiple of {grf}, the size of a register");
            self.error(&rules::RAW_ALIGN, offset.span, message);
            return None;
        }
        let ty = variable.ty;
        // A variable has at most 64 KiB.
        Some(elements(variable.space, byte_offset as u32, ty))
    }

    /// Reports an error.
    pub(super) fn error(&mut self, rule: &'static Rule, span: Span, message: String) {
        self.diagnostics.push(Diagnostic::error(rule, span, message));
    }
}

/// Elements one behind the other.
fn elements(space: SpaceId, byte_offset: u32, ty: ScalarType) -> BoundOperand {
    BoundOperand::Elements { space, byte_offset, ty, data: ty, region: Region::CONTIGUOUS, modifier: None }
}

/// The null variable, under both of its names.
pub(super) fn is_null(name: &str) -> bool {
    name == "%null" || name == "V0"
}

/// The operand seen as elements of the access type, where it carries data.
fn with_data(operand: BoundOperand, access: Option<ScalarType>) -> BoundOperand {
    match (operand, access) {
        (BoundOperand::Elements { space, byte_offset, ty, region, modifier, .. }, Some(data)) => {
            BoundOperand::Elements { space, byte_offset, ty, data, region, modifier }
        }
        (operand, _) => operand,
    }
}
