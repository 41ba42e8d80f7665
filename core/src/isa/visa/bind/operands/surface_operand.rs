//! Surfaces as operands of a line, and the texels in them.

use super::bind_operand::OperandBinder;
use crate::base::{ScalarType, SurfaceKind, counted, listed, one_of, texel_channels};
use crate::check::{Context, Reported};
use crate::diag::Diagnostic;
use crate::exec::BoundOperand;
use crate::isa::visa::bind::analysis::Texel;
use crate::isa::visa::bind::line_parts::ResolvedLine;
use crate::isa::visa::bind::rules;
use crate::isa::visa::needed_declaration::NeededDeclaration;
use crate::isa::visa::readings;
use crate::machine::Surface;
use crate::spec::{Operand, OperandKind};
use crate::syntax::SpannedText;

/// Returns the surface that an instruction names, if it exists, and its written name.
fn named_surface<'a>(cx: &'a Context, line: &'a ResolvedLine) -> Option<(&'a Surface, &'a SpannedText)> {
    let index = line
        .signature
        .operands
        .iter()
        .position(|operand| matches!(operand.kind, OperandKind::Surface { .. }))?;
    let name = line.operands.get(index)?.bare_name()?;
    Some((cx.declared.layout.surface(cx.declared.surface_name(&name.text))?, name))
}

/// Returns the kind of the surface that an instruction names, if it exists.
pub(crate) fn surface_kind(cx: &Context, line: &ResolvedLine) -> Option<SurfaceKind> {
    named_surface(cx, line).map(|(surface, _)| surface.kind)
}

/// Returns the texels of the typed surface that an instruction names.
pub(crate) fn texel(cx: &Context, line: &ResolvedLine) -> Option<Texel> {
    let (surface, name) = named_surface(cx, line)?;
    let format = cx.document.surface(&name.text).and_then(|line| line.format.as_ref());
    let channels = format.map_or(1, |word| texel_channels(&word.text));
    Some(Texel { ty: surface.ty, channels }).filter(|_| !surface.kind.is_raw())
}

impl OperandBinder<'_, '_> {
    /// Binds a surface that the line names.
    pub fn bind_surface(
        &mut self,
        name: &SpannedText,
        kinds: &'static [SurfaceKind],
    ) -> Result<BoundOperand, Reported> {
        let declared = self.cx.declared;
        let canonical = declared.surface_name(&name.text);
        let Some(index) = declared.layout.surface_index(canonical) else {
            let mut name_use = self.analysis.use_of(self.operand);
            if let (Some(predefined), NeededDeclaration::Surface { kinds, .. }) =
                (self.cx.settings.behaviour.surface(&name.text), &mut name_use.need)
            {
                if !kinds.contains(&predefined.kind) {
                    return Err(self.wrong_surface(name, predefined.kind, kinds));
                }
                *kinds = vec![predefined.kind];
            }
            return Err(self.names.missing_surface(self.cx, name, name_use));
        };
        let Surface { kind, ty: texel, .. } = declared.layout.surfaces[index];
        if !kinds.contains(&kind) {
            return Err(self.wrong_surface(name, kind, kinds));
        }
        let access = self.analysis.access();
        let readings = &self.cx.settings.readings;
        let (needs, has) = (access.size_bytes(), texel.size_bytes());
        let takes_low_word = readings.is(&readings::TYPED_WIDTH, "low_word") && (has, needs) == (4, 2);
        match self.analysis.texel.map(Texel::channel_bits) {
            Some(bits) if bits > 32 => {
                let message = format!("a channel of `{}` has {bits} bits; expected up to 32", name.text);
                self.error(&rules::TEXEL_SIZE, name.span, message)
            }
            Some(_) => Ok(BoundOperand::Surface(index)),
            None if !kind.is_raw() && has != needs && !takes_low_word => {
                let message = format!(
                    "texels of `{}` have {}, but the access has {needs}",
                    name.text,
                    counted(has, "byte")
                );
                self.error(&rules::TEXEL_SIZE, name.span, message)
            }
            None if !kind.is_raw() && formats_must_match(self.cx) && sort_of(access) != sort_of(texel) => {
                let (needs, has) = (sort_of(access), sort_of(texel));
                let message =
                    format!("texels of `{}` are {has}, and the operation works on {needs}", name.text);
                self.error(&rules::TEXEL_FORMAT, name.span, message)
            }
            None => Ok(BoundOperand::Surface(index)),
        }
    }

    /// Reports a variable with data of another sort than the texels, if their formats must match.
    pub fn check_texel_format(&mut self, name: &SpannedText, ty: ScalarType) -> Result<(), Reported> {
        let must_match = !self.operand.is_address() && formats_must_match(self.cx);
        let Some(texel) = self.analysis.texel.filter(|_| must_match) else { return Ok(()) };
        let (needs, has) = (sort_of(texel.ty), sort_of(ty));
        if needs == has {
            return Ok(());
        }
        let message = format!("`{}` has {has}, and the texels are {needs}", name.text);
        self.error(&rules::TEXEL_FORMAT, name.span, message)
    }

    /// Reports a surface of a kind that the instruction does not access, and lists the instructions that do.
    fn wrong_surface(&mut self, name: &SpannedText, kind: SurfaceKind, kinds: &[SurfaceKind]) -> Reported {
        let (rule, message) = if kinds.iter().all(|kind| kind.is_raw()) && !kind.is_raw() {
            (&rules::SURFACE_RAW, format!("`{}` is typed; expected a buffer", name.text))
        } else {
            let expected = one_of(kinds.iter().map(|kind| kind.word()));
            (&rules::SURFACE_TYPED, format!("`{}` is a `{}`; expected {expected}", name.text, kind.word()))
        };
        let finding = Diagnostic::error(rule, name.span, message);
        self.cx.findings.push_error(with_instructions_for(self.cx, finding, kind))
    }

    /// Returns the surface that an instruction accesses and that no line names.
    pub fn unnamed_surface(&mut self, kind: SurfaceKind) -> Result<BoundOperand, Reported> {
        let mut surfaces = self.cx.settings.behaviour.surfaces.iter();
        let surface = surfaces.find(|surface| surface.kind == kind).copied();
        let predefined = surface.expect("the surfaces that no line names are predefined");
        match self.cx.declared.layout.surface_index(predefined.name) {
            Some(index) => Ok(BoundOperand::Surface(index)),
            None => {
                let name_use = self.analysis.use_of(self.operand);
                Err(self.names.missing_memory(self.cx, predefined, self.span, name_use))
            }
        }
    }
}

/// Returns whether the format of texels must have the type that the operation works on.
fn formats_must_match(cx: &Context) -> bool {
    cx.settings.readings.is(&readings::TYPED_FORMAT, "match")
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
