//! `.surface`: the parts common to all register models, and the initial contents.

use super::{LayoutBuilder, MAX_BYTES};
use crate::base::{ScalarType, TEXEL_FORMATS};
use crate::check::{rules, values};
use crate::diag::Diagnostic;
use crate::machine::State;
use crate::syntax::{ExtentText, SurfaceLine};

impl LayoutBuilder<'_> {
    /// Returns the type of a surface's elements: UD unless the line names one. Every surface may name a scalar type; a typed
    /// surface may also name a format of [`TEXEL_FORMATS`].
    pub(in crate::check) fn surface_format(&mut self, line: &SurfaceLine) -> Option<ScalarType> {
        let Some(word) = &line.format else { return Some(ScalarType::Ud) };
        let kind = line.kind;
        let format = TEXEL_FORMATS.iter().filter(|_| !kind.is_raw()).find(|(name, _)| *name == word.text);
        let ty = ScalarType::from_name(&word.text).or(format.map(|(_, ty)| *ty));
        if ty.is_some() {
            return ty;
        }
        let (what, example) =
            if kind.is_raw() { ("element type", "ud") } else { ("texel format", "R32_UINT") };
        let message = format!("unknown {what} `{}`; expected one such as `{example}`", word.text);
        let finding = Diagnostic::error(&rules::SURFACE_FORMAT, word.span, message);
        let known = TEXEL_FORMATS.iter().map(|(name, _)| *name).filter(|_| !kind.is_raw());
        self.diagnostics.push(match ScalarType::from_foreign_name(&word.text) {
            Some(ty) => finding.write(ty.name().to_ascii_lowercase()),
            None => finding.write_closest(&word.text, known),
        });
        None
    }

    /// Returns the extent of a typed surface: the written one, or one row as long as its values.
    pub(in crate::check) fn extent(&mut self, line: &SurfaceLine) -> Option<[usize; 3]> {
        let kind = line.kind;
        let axes = kind.axes();
        let values = line.values.as_ref().map_or(0, values::written_count);
        let sizes = match &line.extent {
            Some(extent) => extent.sizes.clone(),
            None if axes.len() == 1 && values > 0 => vec![values as u64],
            None => Vec::new(),
        };
        if sizes.len() != axes.len() || sizes.contains(&0) {
            let example = ["8", "4x3", "2x2x3"][axes.len() - 1];
            let (span, found) = match &line.extent {
                Some(extent) => (extent.span, "this extent does not fit".to_owned()),
                None => (line.name.span, format!("`{}` has no extent", line.name.text)),
            };
            let expected = format!("a `{}` has {}, for instance `{example}`", kind.word(), axes.join(", "));
            self.error(&rules::SURFACE_EXTENT, span, format!("{found}; {expected}"));
            return None;
        }
        let mut extent = [1; 3];
        for (size, written) in extent.iter_mut().zip(&sizes) {
            *size = usize::try_from(*written).unwrap_or(usize::MAX);
        }
        Some(extent)
    }

    /// Returns the number of elements of a buffer: by `size=`, by its extent or by its values.
    pub(in crate::check) fn raw_count(&mut self, line: &SurfaceLine, ty: ScalarType) -> Option<usize> {
        let mut bytes = None;
        for key in &line.keys {
            match (key.name.text.as_str(), key.number) {
                ("size", Some(size)) if size > 0 && size % ty.size_bytes() as i128 == 0 => bytes = Some(size),
                ("size", _) => {
                    let size = ty.size_bytes();
                    let message =
                        format!("`size={}`; expected a multiple of {size}, in bytes", key.value.text);
                    self.error(&rules::SURFACE_KEY, key.value.span, message);
                    return None;
                }
                (name, _) => {
                    let message = format!("a `{}` takes no key `{name}`; expected `size`", line.kind.word());
                    self.error(&rules::SURFACE_KEY, key.name.span, message);
                    return None;
                }
            }
        }
        let by_extent = match &line.extent {
            None => None,
            Some(ExtentText { sizes, span }) => match sizes[..] {
                [count] => Some(i128::from(count)),
                _ => {
                    let kind = line.kind.word();
                    let message = format!(
                        "a `{kind}` has one dimension; expected a number of elements, for instance `8`"
                    );
                    self.error(&rules::SURFACE_EXTENT, *span, message);
                    return None;
                }
            },
        };
        let by_values =
            || line.values.as_ref().map(|list| values::written_count(list) as i128).filter(|&n| n > 0);
        let size_bytes = ty.size_bytes() as i128;
        let count: Option<i128> = bytes.map(|bytes| bytes / size_bytes).or(by_extent).or_else(by_values);
        match count {
            Some(count) if count > 0 && count.saturating_mul(size_bytes) <= MAX_BYTES as i128 => {
                Some(count as usize)
            }
            Some(count) if count > 0 => {
                self.error(
                    &rules::SURFACE_SIZE,
                    line.name.span,
                    format!("`{}` would have more than 64 KiB", line.name.text),
                );
                None
            }
            _ => {
                let message = format!("`{}` has no size; expected `size=` or values", line.name.text);
                self.error(&rules::SURFACE_EXTENT, line.name.span, message);
                None
            }
        }
    }

    /// Fills a surface with the values of its line.
    pub(in crate::check) fn surface_contents(
        &mut self,
        surface: usize,
        line: &SurfaceLine,
        initial: &mut State,
    ) {
        let Some(list) = &line.values else { return };
        let surface = self.layout.surfaces[surface].clone();
        let (what, count) = (format!("`{}`", surface.name), surface.count());
        let elements = values::elements(list, surface.ty, count, &what, self.diagnostics);
        self.fill((0..count).map(|at| surface.element(at)), elements, list.span, initial);
    }
}
