//! `.surface`: what memory lanes share, and what it holds at the start.

use super::{MAX_BYTES, Reader};
use crate::base::{ScalarType, Span, SurfaceKind, TEXEL_FORMATS, TextEdit, closest};
use crate::check::{rules, values};
use crate::diag::Diagnostic;
use crate::machine::{SpaceKind, State, Surface, SurfaceLayout};
use crate::syntax::{SpannedText, SurfaceLine};

impl Reader<'_> {
    /// Declares the space of a `.surface` line; returns its index.
    pub(super) fn surface(&mut self, line: &SurfaceLine) -> Option<usize> {
        let written = line.name.text.as_str();
        let is_declared = self.surface_names.iter().any(|name| name.text == written);
        let predefined = self.settings.dialect.surface(written).filter(|_| !is_declared);
        if !is_declared && predefined.is_none() {
            self.undeclared_surface(line);
            return None;
        }
        let name = predefined.map_or(written, |surface| surface.name);
        if self.layout.surface(name).is_some() {
            self.error(&rules::ONCE, line.name.span, format!("`{written}` is described twice"));
            return None;
        }
        let fits = predefined.is_none_or(|surface| surface.kind == line.kind);
        if !fits {
            self.error(
                &rules::SURFACE_KIND,
                line.name.span,
                format!("`{written}` is not a `{}`", line.kind.word()),
            );
            self.broken.push(written.to_owned());
            return None;
        }
        let declared = self.described(name, line);
        if declared.is_none() {
            self.broken.push(written.to_owned());
        }
        declared
    }

    fn undeclared_surface(&mut self, line: &SurfaceLine) {
        let written = line.name.text.as_str();
        if self.broken.iter().any(|name| name == written) {
            return;
        }
        let finding = Diagnostic::error(
            &rules::UNKNOWN_NAME,
            line.name.span,
            format!(
                "surface `{written}` is not declared; expected `.decl {written} v_type=T num_elts=1` above"
            ),
        );
        let known = self.surface_names.iter().map(|name| name.text.as_str());
        self.diagnostics.push(match closest(written, known) {
            Some(name) => finding.note(format!("did you mean `{name}`?")),
            None => {
                // The directive starts its line, a dot word before the name.
                let start = Span {
                    start: line.name.span.start - ".surface ".len() as u32,
                    end: line.name.span.start,
                };
                let decl = format!(".decl {written} v_type=T num_elts=1\n");
                let edit =
                    TextEdit { span: Span { start: start.start, end: start.start }, replacement: decl };
                finding.fix(format!("declare `{written}`"), vec![edit])
            }
        });
        self.broken.push(written.to_owned());
    }

    fn described(&mut self, name: &str, line: &SurfaceLine) -> Option<usize> {
        let ty = match &line.format {
            None => ScalarType::Ud,
            Some(word) => self.surface_format(line.kind, word)?,
        };
        let (extent, layout, size_bytes) = if line.kind.is_raw() {
            let count = self.surface_count(line, ty)?;
            let size_bytes = count * ty.size_bytes();
            (
                [count, 1, 1],
                SurfaceLayout::Linear { row_pitch: size_bytes, slice_pitch: size_bytes },
                size_bytes,
            )
        } else {
            self.image_shape(line, ty)?
        };
        let space = self.add_space(name, SpaceKind::Surface, size_bytes, line.name.span)?;
        let surface =
            Surface { name: name.to_owned(), kind: line.kind, ty, extent, layout, space, header: None };
        self.layout.surfaces.push(surface);
        Some(self.layout.surfaces.len() - 1)
    }

    /// The type of a surface's elements: any has a scalar type, and a typed one may have a format of one component.
    pub(super) fn surface_format(&mut self, kind: SurfaceKind, word: &SpannedText) -> Option<ScalarType> {
        let format = TEXEL_FORMATS.iter().filter(|_| !kind.is_raw()).find(|(name, _)| *name == word.text);
        let ty = ScalarType::from_name(&word.text).or(format.map(|(_, ty)| *ty));
        if ty.is_some() {
            return ty;
        }
        let (what, example) =
            if kind.is_raw() { ("element type", "ud") } else { ("texel format", "R32_UINT") };
        let message = format!("`{}` is no {what}; expected one such as `{example}`", word.text);
        let finding = Diagnostic::error(&rules::SURFACE_FORMAT, word.span, message);
        let known = TEXEL_FORMATS.iter().map(|(name, _)| *name).filter(|_| !kind.is_raw());
        self.diagnostics.push(match closest(&word.text, known) {
            Some(name) => finding.fix_here(format!("replace it by `{name}`"), name),
            None => finding,
        });
        None
    }

    /// Extent, layout and size of a typed surface.
    fn image_shape(
        &mut self,
        line: &SurfaceLine,
        ty: ScalarType,
    ) -> Option<([usize; 3], SurfaceLayout, usize)> {
        let extent = self.extent(line)?;
        let texel = ty.size_bytes();
        let row_bytes = extent[0].saturating_mul(texel);
        let row_pitch = self.row_pitch(line, row_bytes, texel)?;
        let slice_pitch = row_pitch.saturating_mul(extent[1]);
        let size_bytes = slice_pitch.saturating_mul(extent[2]);
        if size_bytes > MAX_BYTES {
            let message = format!("`{}` would have more than 64 KiB", line.name.text);
            self.error(&rules::SURFACE_SIZE, line.name.span, message);
            return None;
        }
        Some((extent, SurfaceLayout::Linear { row_pitch, slice_pitch }, size_bytes))
    }

    /// The extent of a typed surface: as written, or a row as long as its values.
    pub(super) fn extent(&mut self, line: &SurfaceLine) -> Option<[usize; 3]> {
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

    /// Bytes from one row to the next: `pitch=`, or a row without a gap.
    fn row_pitch(&mut self, line: &SurfaceLine, row_bytes: usize, texel: usize) -> Option<usize> {
        let mut pitch = row_bytes;
        for key in &line.keys {
            let (span, message) = match (key.name.text.as_str(), key.number) {
                ("pitch", Some(number)) => match usize::try_from(number) {
                    Ok(bytes) if bytes >= row_bytes && bytes % texel == 0 => {
                        pitch = bytes;
                        continue;
                    }
                    _ => {
                        let expected = format!("expected a multiple of {texel}, {row_bytes} or more");
                        (key.value.span, format!("`pitch={}`; {expected}, in bytes", key.value.text))
                    }
                },
                ("pitch", None) => (key.value.span, format!("`pitch={}` is no number", key.value.text)),
                (name, _) => {
                    let kind = line.kind.word();
                    (key.name.span, format!("a `{kind}` takes no key `{name}`; expected `pitch`"))
                }
            };
            self.error(&rules::SURFACE_KEY, span, message);
            return None;
        }
        Some(pitch)
    }

    /// How many elements a surface has: by `size=`, by its extent or by its values.
    fn surface_count(&mut self, line: &SurfaceLine, ty: ScalarType) -> Option<usize> {
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
        let by_extent =
            || line.extent.as_ref().map(|extent| extent.sizes.iter().map(|&n| i128::from(n)).product());
        let by_values =
            || line.values.as_ref().map(|list| values::written_count(list) as i128).filter(|&n| n > 0);
        let size_bytes = ty.size_bytes() as i128;
        let count: Option<i128> = bytes.map(|bytes| bytes / size_bytes).or_else(by_extent).or_else(by_values);
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
    pub(super) fn surface_contents(&mut self, surface: usize, line: &SurfaceLine, initial: &mut State) {
        let Some(list) = &line.values else { return };
        let surface = self.layout.surfaces[surface].clone();
        let (what, count) = (format!("`{}`", surface.name), surface.count());
        let elements = values::elements(list, surface.ty, count, &what, self.diagnostics);
        self.fill((0..count).map(|at| surface.element(at)), elements, list.span, initial);
    }
}
