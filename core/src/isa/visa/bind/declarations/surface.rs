//! Surfaces by name: `.surface` for declared and predefined buffers and typed surfaces.

use super::declared_names::DeclaredNames;
use super::names;
use crate::base::ScalarType;
use crate::check::rules as general;
use crate::check::{LayoutBuilder, MAX_BYTES, Reported};
use crate::diag::Diagnostic;
use crate::isa::visa::bind::rules;
use crate::isa::visa::needed_declaration::NeededDeclaration;
use crate::machine::{SpaceKind, Surface, SurfaceLayout};
use crate::syntax::{ExtentText, Key, SurfaceKey, SurfaceLine, ValueList};

/// Declares the space of a `.surface` line and returns the surface's index.
pub(crate) fn declare(
    names: &DeclaredNames,
    builder: &mut LayoutBuilder,
    line: &SurfaceLine,
) -> Result<usize, Reported> {
    let written = line.name.text.as_str();
    let is_declared = names.surfaces.contains(written);
    let predefined = builder.settings.behaviour.surface(written).filter(|_| !is_declared);
    if !is_declared && predefined.is_none() {
        return Err(undeclared_surface(names, builder, line));
    }
    let name = predefined.map_or(written, |surface| surface.name);
    builder.check_first_line(name, &format!("`{written}`"), line.name.span)?;
    let fits = predefined.is_none_or(|surface| surface.kind == line.kind);
    if fits {
        return add_surface(builder, name, line);
    }
    let message = format!("`{written}` is not a `{}`", line.kind.word());
    Err(builder.findings.error(&rules::SURFACE_KIND, line.name.span, message))
}

fn undeclared_surface(names: &DeclaredNames, builder: &mut LayoutBuilder, line: &SurfaceLine) -> Reported {
    let written = line.name.text.as_str();
    if builder.broken.contains(written) {
        return builder.findings.already_reported(line.name.span);
    }
    let span = line.name.span;
    if names.all.contains(written) {
        let message = format!("`{written}` is declared as something else; expected a surface");
        return builder.findings.error(&rules::WRONG_KIND, span, message);
    }
    if names::is_predefined(written) {
        let message = format!("`{written}` is predefined and names something else; expected another name");
        return builder.findings.error(&rules::RESERVED_NAME, span, message);
    }
    let need = NeededDeclaration::Surface { kinds: Vec::new(), access: ScalarType::Ud, dwords: 0 };
    let decl = need.declaration(written);
    let message = format!("surface `{written}` is not declared; expected `{decl}` above");
    let finding = Diagnostic::error(&rules::UNKNOWN_NAME, span, message);
    let known = names.surfaces.iter().map(String::as_str);
    let similar = builder.findings.similar(written, known);
    builder.findings.push_error(match similar {
        Some(name) => finding.note(format!("did you mean `{name}`?")),
        None => need.offer_above(builder.line_span, written, finding),
    })
}

fn add_surface(builder: &mut LayoutBuilder, name: &str, line: &SurfaceLine) -> Result<usize, Reported> {
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
        return Err(builder.findings.error(&general::SURFACE_SIZE, line.name.span, message));
    }
    let layout = SurfaceLayout::Linear { row_pitch, slice_pitch };
    let space = builder.add_space(name, SpaceKind::Surface, size_bytes, line.name.span)?;
    let surface = Surface { name: name.to_owned(), kind: line.kind, ty, extent, layout, space, header: None };
    Ok(builder.add_surface(surface, line.name.span))
}

/// Returns the number of elements of a buffer: by `size=`, by its extent or by its values.
fn buffer_count(builder: &mut LayoutBuilder, line: &SurfaceLine, ty: ScalarType) -> Result<usize, Reported> {
    let element_bytes = ty.size_bytes() as i128;
    let mut by_size = None;
    for key in &line.keys {
        by_size = match (key.key, key.number) {
            (SurfaceKey::Size, Some(size)) if size > 0 && size % element_bytes == 0 => {
                Some(size / element_bytes)
            }
            (SurfaceKey::Size, _) => {
                let expected = format!("a multiple of {element_bytes}, in bytes");
                return Err(builder.wrong_value(&general::SURFACE_KEY, key, &expected));
            }
            _ => return Err(unknown_key(builder, line, key, "size")),
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
                return Err(builder.findings.error(&general::SURFACE_EXTENT, *span, message));
            }
        },
    };
    if let (Some(by_size), Some(by_extent), Some(extent)) = (by_size, by_extent, &line.extent)
        && by_size != by_extent
    {
        let message = format!(
            "`size=` gives {by_size} elements, and the extent gives {by_extent}; expected one of them"
        );
        return Err(builder.findings.error(&general::SURFACE_EXTENT, extent.span, message));
    }
    let by_values = || line.values.as_ref().and_then(ValueList::fixed_count).map(|count| count as i128);
    match by_size.or(by_extent).or_else(by_values) {
        Some(count) if count > 0 => Ok(usize::try_from(count).unwrap_or(usize::MAX)),
        _ => {
            let message = format!(
                "`{}` has no size; expected an extent such as `8`, `size=` or a list of values",
                line.name.text
            );
            Err(builder.findings.error(&general::SURFACE_EXTENT, line.name.span, message))
        }
    }
}

/// Returns the number of bytes from one row to the next: `pitch=`, or the size of a row.
fn row_pitch(
    builder: &mut LayoutBuilder,
    line: &SurfaceLine,
    row_bytes: usize,
    texel: usize,
) -> Result<usize, Reported> {
    let mut pitch = row_bytes;
    for key in &line.keys {
        if key.key != SurfaceKey::Pitch {
            return Err(unknown_key(builder, line, key, "pitch"));
        }
        let bytes = key.number.and_then(|number| usize::try_from(number).ok());
        match bytes.filter(|bytes| *bytes >= row_bytes && bytes % texel == 0) {
            Some(bytes) => pitch = bytes,
            None => {
                let expected = format!("a multiple of {texel} that holds the {row_bytes} bytes of a row");
                return Err(builder.wrong_value(&general::SURFACE_KEY, key, &expected));
            }
        }
    }
    Ok(pitch)
}

/// Reports a key that surfaces of a kind do not have, and the only one that they have.
fn unknown_key(
    builder: &mut LayoutBuilder,
    line: &SurfaceLine,
    key: &Key<SurfaceKey>,
    known: &str,
) -> Reported {
    let (kind, name) = (line.kind.word(), &key.name.text);
    let message = format!("a `{kind}` takes no key `{name}`; expected `{known}`");
    builder.findings.error(&general::SURFACE_KEY, key.name.span, message)
}
