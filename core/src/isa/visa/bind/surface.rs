//! Surfaces by name: `.surface` for declared and predefined buffers and typed surfaces.

use super::visa_check::VisaCheck;
use super::{names, rules};
use crate::base::{ScalarType, Span};
use crate::check::rules as general;
use crate::check::{LayoutBuilder, MAX_BYTES};
use crate::diag::Diagnostic;
use crate::isa::visa::needed_declaration::NeededDeclaration;
use crate::machine::{SpaceKind, Surface, SurfaceLayout};
use crate::syntax::{ExtentText, Key, SurfaceLine};

/// Declares the space of a `.surface` line and returns the surface's index.
pub(super) fn declare(
    visa: &VisaCheck,
    builder: &mut LayoutBuilder,
    line: &SurfaceLine,
    directive_span: Span,
) -> Option<usize> {
    let written = line.name.text.as_str();
    let is_declared = visa.surfaces.contains(written);
    let predefined = builder.settings.dialect.surface(written).filter(|_| !is_declared);
    if !is_declared && predefined.is_none() {
        undeclared_surface(visa, builder, line, directive_span);
        return None;
    }
    let name = predefined.map_or(written, |surface| surface.name);
    if builder.report_second_line(name, &format!("`{written}`"), line.name.span) {
        return None;
    }
    let fits = predefined.is_none_or(|surface| surface.kind == line.kind);
    if !fits {
        builder.findings.error(
            &rules::SURFACE_KIND,
            line.name.span,
            format!("`{written}` is not a `{}`", line.kind.word()),
        );
        builder.broken.insert(written.to_owned());
        return None;
    }
    let declared = add_surface(builder, name, line);
    if declared.is_none() {
        builder.broken.insert(written.to_owned());
    }
    declared
}

fn undeclared_surface(
    visa: &VisaCheck,
    builder: &mut LayoutBuilder,
    line: &SurfaceLine,
    directive_span: Span,
) {
    let written = line.name.text.as_str();
    if builder.broken.contains(written) {
        return;
    }
    builder.broken.insert(written.to_owned());
    let span = line.name.span;
    if visa.names.contains(written) {
        let message = format!("`{written}` is declared as something else; expected a surface");
        builder.findings.error(&rules::WRONG_KIND, span, message);
        return;
    }
    if names::is_predefined(written) {
        let message = format!("`{written}` is predefined and names something else; expected another name");
        builder.findings.error(&rules::RESERVED_NAME, span, message);
        return;
    }
    let need = NeededDeclaration::Surface { kinds: Vec::new(), access: ScalarType::Ud, dwords: 0 };
    let decl = need.declaration(written);
    let message = format!("surface `{written}` is not declared; expected `{decl}` above");
    let finding = Diagnostic::error(&rules::UNKNOWN_NAME, span, message);
    let known = visa.surfaces.iter().map(String::as_str);
    let similar = builder.findings.similar(written, known);
    builder.findings.push(match similar {
        Some(name) => finding.note(format!("did you mean `{name}`?")),
        None => need.offer_above(directive_span, written, finding),
    });
}

fn add_surface(builder: &mut LayoutBuilder, name: &str, line: &SurfaceLine) -> Option<usize> {
    let ty = builder.surface_format(line)?;
    let (extent, row_pitch) = if line.kind.is_raw() {
        let count = buffer_count(builder, line, ty)?;
        ([count, 1, 1], count.saturating_mul(ty.size_bytes()))
    } else {
        let extent = builder.extent(line)?;
        (extent, row_pitch(builder, line, extent[0].saturating_mul(ty.size_bytes()), ty.size_bytes())?)
    };
    let slice_pitch = row_pitch.saturating_mul(extent[1]);
    let size_bytes = slice_pitch.saturating_mul(extent[2]);
    if size_bytes > MAX_BYTES {
        let message = format!("`{}` would have more than 64 KiB", line.name.text);
        builder.findings.error(&general::SURFACE_SIZE, line.name.span, message);
        return None;
    }
    let layout = SurfaceLayout::Linear { row_pitch, slice_pitch };
    let space = builder.add_space(name, SpaceKind::Surface, size_bytes, line.name.span)?;
    let surface = Surface { name: name.to_owned(), kind: line.kind, ty, extent, layout, space, header: None };
    Some(builder.add_surface(surface, line.name.span))
}

/// Returns the number of elements of a buffer: by `size=`, by its extent or by its values.
fn buffer_count(builder: &mut LayoutBuilder, line: &SurfaceLine, ty: ScalarType) -> Option<usize> {
    let element_bytes = ty.size_bytes() as i128;
    let mut by_size = None;
    for key in &line.keys {
        by_size = match (key.name.text.as_str(), key.number) {
            ("size", Some(size)) if size > 0 && size % element_bytes == 0 => Some(size / element_bytes),
            ("size", _) => {
                let expected = format!("a multiple of {element_bytes}, in bytes");
                return builder.wrong_value(&general::SURFACE_KEY, key, &expected);
            }
            _ => return unknown_key(builder, line, key, "size"),
        };
    }
    let by_extent = match &line.extent {
        None => None,
        Some(ExtentText { sizes, span }) => match sizes[..] {
            [count] => Some(i128::from(count)),
            _ => {
                let kind = line.kind.word();
                let message =
                    format!("a `{kind}` has one dimension; expected a number of elements, for instance `8`");
                builder.findings.error(&general::SURFACE_EXTENT, *span, message);
                return None;
            }
        },
    };
    let by_values = || line.values.as_ref().map(|list| list.count() as i128).filter(|&n| n > 0);
    match by_size.or(by_extent).or_else(by_values) {
        Some(count) if count > 0 => Some(usize::try_from(count).unwrap_or(usize::MAX)),
        _ => {
            let message = format!("`{}` has no size; expected `size=` or values", line.name.text);
            builder.findings.error(&general::SURFACE_EXTENT, line.name.span, message);
            None
        }
    }
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
        if key.name.text != "pitch" {
            return unknown_key(builder, line, key, "pitch");
        }
        let bytes = key.number.and_then(|number| usize::try_from(number).ok());
        match bytes.filter(|bytes| *bytes >= row_bytes && bytes % texel == 0) {
            Some(bytes) => pitch = bytes,
            None => {
                let expected = format!("a multiple of {texel}, {row_bytes} or more, in bytes");
                return builder.wrong_value(&general::SURFACE_KEY, key, &expected);
            }
        }
    }
    Some(pitch)
}

/// Reports a key that surfaces of a kind do not have, and the only one that they have. Returns `None`, for the caller to return.
fn unknown_key<T>(builder: &mut LayoutBuilder, line: &SurfaceLine, key: &Key, known: &str) -> Option<T> {
    let (kind, name) = (line.kind.word(), &key.name.text);
    let message = format!("a `{kind}` takes no key `{name}`; expected `{known}`");
    builder.findings.error(&general::SURFACE_KEY, key.name.span, message);
    None
}
