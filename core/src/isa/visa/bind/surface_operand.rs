//! Surfaces as operands of a line, and the texels in them.

use super::facts::Texel;
use super::line_parts::Line;
use super::operand::OperandBinder;
use super::rules;
use crate::base::{ScalarType, SurfaceKind, listed, one_of, texel_channels};
use crate::check::Context;
use crate::diag::Diagnostic;
use crate::exec::BoundOperand;
use crate::isa::visa::needed_declaration::NeededDeclaration;
use crate::isa::visa::readings as r;
use crate::machine::Surface;
use crate::spec::{Operand, OperandKind};
use crate::syntax::SpannedText;

/// Returns the surface that an instruction names, if it exists, and its written name.
fn named_surface<'a>(cx: &'a Context, line: &'a Line) -> Option<(&'a Surface, &'a SpannedText)> {
    let index =
        line.signature.operands.iter().position(|role| matches!(role.kind, OperandKind::Surface { .. }))?;
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

impl OperandBinder<'_, '_> {
    /// Binds a surface that the line names. Returns `None` if something was wrong with it.
    pub fn bind_surface(
        &mut self,
        word: &SpannedText,
        kinds: &'static [SurfaceKind],
    ) -> Option<BoundOperand> {
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

    /// Reports a variable with data of another sort than the texels, if their formats must match.
    pub fn check_texel_format(&mut self, name: &SpannedText, ty: ScalarType) -> Option<()> {
        let is_data = self.role.unit.is_none();
        let must_match = is_data && formats_must_match(self.cx);
        let Some(texel) = self.facts.texel.filter(|_| must_match) else { return Some(()) };
        let (needs, has) = (sort_of(texel.ty), sort_of(ty));
        if needs == has {
            return Some(());
        }
        let message = format!("`{}` has {has}, and the texels are {needs}", name.text);
        self.error(&rules::TEXEL_FORMAT, name.span, message)
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
        .filter(|row| row.own_op_table.is_none())
        .filter(|row| row.declared().is_some_and(|signature| signature.operands.iter().any(takes)));
    let names: Vec<String> = rows.map(|row| format!("`{}`", set.spelled(&row.mnemonic))).collect();
    match names.as_slice() {
        [] => finding,
        [only] => finding.note(format!("{only} accesses a `{}`", kind.word())),
        names => finding.note(format!("{} access a `{}`", listed(names, "and"), kind.word())),
    }
}
