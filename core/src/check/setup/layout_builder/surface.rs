//! `.surface`: the parts common to all instruction sets, and the initial contents.

use super::LayoutBuilder;
use crate::base::{ScalarType, TEXEL_FORMATS, texel_type};
use crate::check::findings::Reported;
use crate::check::rules;
use crate::check::setup::values;
use crate::diag::Diagnostic;
use crate::machine::State;
use crate::syntax::{SurfaceLine, ValueList};

impl LayoutBuilder<'_> {
    /// Returns the type of a surface's elements: UD unless the line names one. Every surface may name a scalar type; a typed
    /// surface may also name a format of [`TEXEL_FORMATS`].
    pub(crate) fn surface_format(&mut self, line: &SurfaceLine) -> Result<ScalarType, Reported> {
        let Some(word) = &line.format else { return Ok(ScalarType::Ud) };
        let kind = line.kind;
        let texel = texel_type(&word.text).filter(|_| !kind.is_raw());
        if let Some(ty) = ScalarType::from_name(&word.text).or(texel) {
            return Ok(ty);
        }
        let (what, example) =
            if kind.is_raw() { ("element type", "ud") } else { ("texel format", "R32_UINT") };
        let message = format!("unknown {what} `{}`; expected one such as `{example}`", word.text);
        let finding = Diagnostic::error(&rules::SURFACE_FORMAT, word.span, message);
        let known = TEXEL_FORMATS.iter().map(|(name, _)| *name).filter(|_| !kind.is_raw());
        Err(match ScalarType::from_foreign_name(&word.text) {
            Some(ty) => self.findings.push_error(finding.write(ty.name().to_ascii_lowercase())),
            None => self.findings.push_misspelt(finding, &word.text, known),
        })
    }

    /// Returns the extent of a typed surface: the written one, or one row as long as its values.
    pub(crate) fn extent(&mut self, line: &SurfaceLine) -> Result<[usize; 3], Reported> {
        let kind = line.kind;
        let axes = kind.axes();
        let values = line.values.as_ref().and_then(ValueList::fixed_count);
        let sizes = match (&line.extent, values) {
            (Some(extent), _) => extent.sizes.clone(),
            (None, Some(count)) if axes.len() == 1 => vec![count as u64],
            (None, _) => Vec::new(),
        };
        if sizes.len() != axes.len() || sizes.contains(&0) {
            let example = ["8", "4x3", "2x2x3"][axes.len() - 1];
            let (span, found) = match &line.extent {
                Some(extent) => (extent.span, "this extent does not fit".to_owned()),
                None => (line.name.span, format!("`{}` has no extent", line.name.text)),
            };
            let expected = format!("a `{}` has {}, for instance `{example}`", kind.word(), axes.join(", "));
            let message = format!("{found}; {expected}");
            return Err(self.findings.error(&rules::SURFACE_EXTENT, span, message));
        }
        let mut extent = [1; 3];
        for (size, written) in extent.iter_mut().zip(&sizes) {
            *size = usize::try_from(*written).unwrap_or(usize::MAX);
        }
        Ok(extent)
    }

    /// Fills a surface with the values of its line.
    pub(in crate::check) fn write_surface_elements(
        &mut self,
        surface: usize,
        line: &SurfaceLine,
        initial: &mut State,
    ) {
        let Some(list) = &line.values else { return };
        let surface = self.layout.surfaces[surface].clone();
        let (what, count) = (format!("`{}`", surface.name), surface.count());
        let elements = values::to_elements(list, surface.ty, count, &what, self.findings);
        self.write_elements((0..count).map(|index| surface.element(index)), elements, list.span, initial);
    }
}
