//! Surfaces by name: `.surface` for declared and predefined buffers and typed surfaces.

use super::{names, rules};
use crate::base::{ScalarType, Span};
use crate::check::NeededDeclaration;
use crate::check::layout_builder::{LayoutBuilder, MAX_BYTES};
use crate::check::{rules as general, values};
use crate::diag::Diagnostic;
use crate::machine::{SpaceKind, Surface, SurfaceLayout};
use crate::syntax::{ExtentText, SurfaceLine};

/// Declares the space of a `.surface` line and returns the surface's index. `item` is the place of the whole
/// directive.
pub(super) fn surface(builder: &mut LayoutBuilder, line: &SurfaceLine, item: Span) -> Option<usize> {
    let written = line.name.text.as_str();
    let is_declared = builder.surface_names.contains(written);
    let predefined = builder.settings.dialect.surface(written).filter(|_| !is_declared);
    if !is_declared && predefined.is_none() {
        undeclared_surface(builder, line, item);
        return None;
    }
    let name = predefined.map_or(written, |surface| surface.name);
    if builder.layout.surface(name).is_some() {
        builder.error(&general::ONCE, line.name.span, format!("`{written}` is described twice"));
        return None;
    }
    let fits = predefined.is_none_or(|surface| surface.kind == line.kind);
    if !fits {
        builder.error(
            &rules::SURFACE_KIND,
            line.name.span,
            format!("`{written}` is not a `{}`", line.kind.word()),
        );
        builder.broken.insert(written.to_owned());
        return None;
    }
    let declared = described(builder, name, line);
    if declared.is_none() {
        builder.broken.insert(written.to_owned());
    }
    declared
}

fn undeclared_surface(builder: &mut LayoutBuilder, line: &SurfaceLine, item: Span) {
    let written = line.name.text.as_str();
    if builder.broken.contains(written) {
        return;
    }
    builder.broken.insert(written.to_owned());
    let span = line.name.span;
    if builder.names.contains_key(written) {
        let message = format!("`{written}` is declared as something else; expected a surface");
        builder.error(&rules::WRONG_KIND, span, message);
        return;
    }
    if names::is_predefined(written) {
        let message = format!("`{written}` is predefined and names something else; expected another name");
        builder.error(&rules::RESERVED_NAME, span, message);
        return;
    }
    let need = NeededDeclaration::Surface { kinds: &[], access: ScalarType::Ud, dwords: 0 };
    let decl = need.declaration(written);
    let message = format!("surface `{written}` is not declared; expected `{decl}` above");
    let finding = Diagnostic::error(&rules::UNKNOWN_NAME, span, message);
    let known = builder.surface_names.iter().map(String::as_str);
    let similar = builder.findings.similar(written, known);
    builder.findings.push(match similar {
        Some(name) => finding.note(format!("did you mean `{name}`?")),
        None => need.offer_above(item, written, finding),
    });
}

fn described(builder: &mut LayoutBuilder, name: &str, line: &SurfaceLine) -> Option<usize> {
    let ty = builder.surface_format(line)?;
    let (extent, layout, size_bytes) = if line.kind.is_raw() {
        let count = buffer_count(builder, line, ty)?;
        let size_bytes = count * ty.size_bytes();
        ([count, 1, 1], SurfaceLayout::Linear { row_pitch: size_bytes, slice_pitch: size_bytes }, size_bytes)
    } else {
        image_shape(builder, line, ty)?
    };
    let space = builder.add_space(name, SpaceKind::Surface, size_bytes, line.name.span)?;
    let surface = Surface { name: name.to_owned(), kind: line.kind, ty, extent, layout, space, header: None };
    builder.layout.add_surface(surface);
    Some(builder.layout.surfaces.len() - 1)
}

/// Returns the number of elements of a buffer: by `size=`, by its extent or by its values.
fn buffer_count(builder: &mut LayoutBuilder, line: &SurfaceLine, ty: ScalarType) -> Option<usize> {
    let mut bytes = None;
    for key in &line.keys {
        match (key.name.text.as_str(), key.number) {
            ("size", Some(size)) if size > 0 && size % ty.size_bytes() as i128 == 0 => bytes = Some(size),
            ("size", _) => {
                let size = ty.size_bytes();
                let message = format!("`size={}`; expected a multiple of {size}, in bytes", key.value.text);
                builder.error(&general::SURFACE_KEY, key.value.span, message);
                return None;
            }
            (name, _) => {
                let message = format!("a `{}` takes no key `{name}`; expected `size`", line.kind.word());
                builder.error(&general::SURFACE_KEY, key.name.span, message);
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
                let message =
                    format!("a `{kind}` has one dimension; expected a number of elements, for instance `8`");
                builder.error(&general::SURFACE_EXTENT, *span, message);
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
            builder.error(
                &general::SURFACE_SIZE,
                line.name.span,
                format!("`{}` would have more than 64 KiB", line.name.text),
            );
            None
        }
        _ => {
            let message = format!("`{}` has no size; expected `size=` or values", line.name.text);
            builder.error(&general::SURFACE_EXTENT, line.name.span, message);
            None
        }
    }
}

/// Returns the extent, layout and size in bytes of a typed surface.
fn image_shape(
    builder: &mut LayoutBuilder,
    line: &SurfaceLine,
    ty: ScalarType,
) -> Option<([usize; 3], SurfaceLayout, usize)> {
    let extent = builder.extent(line)?;
    let texel = ty.size_bytes();
    let row_bytes = extent[0].saturating_mul(texel);
    let row_pitch = row_pitch(builder, line, row_bytes, texel)?;
    let slice_pitch = row_pitch.saturating_mul(extent[1]);
    let size_bytes = slice_pitch.saturating_mul(extent[2]);
    if size_bytes > MAX_BYTES {
        let message = format!("`{}` would have more than 64 KiB", line.name.text);
        builder.error(&general::SURFACE_SIZE, line.name.span, message);
        return None;
    }
    Some((extent, SurfaceLayout::Linear { row_pitch, slice_pitch }, size_bytes))
}

/// Returns the number of bytes from one row to the next: `pitch=`, or the size of a row.
fn row_pitch(
    builder: &mut LayoutBuilder,
    line: &SurfaceLine,
    row_bytes: usize,
    texel: usize,
) -> Option<usize> {
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
            ("pitch", None) => (key.value.span, format!("`pitch={}` is not a number", key.value.text)),
            (name, _) => {
                let kind = line.kind.word();
                (key.name.span, format!("a `{kind}` takes no key `{name}`; expected `pitch`"))
            }
        };
        builder.error(&general::SURFACE_KEY, span, message);
        return None;
    }
    Some(pitch)
}
