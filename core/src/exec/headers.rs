//! Answers to the notation's queries about surfaces that headers describe.

use super::scenario::{Bound, BoundOperand, Scenario};
use crate::base::{Bits, SurfaceKind, counted};
use crate::machine::{Header, PAGE_BYTES, Place, Surface};
use crate::semantics::HeaderQuery;
use crate::trace::Access;

/// Answers a query about a header. The answer is undefined if the header or an argument is. Without a usable header, `Nearest`
/// returns the coordinate itself and every other query returns 0.
pub(super) fn answer(
    scenario: &Scenario,
    bound: &Bound,
    query: HeaderQuery,
    header: Bits,
    arguments: [Bits; 3],
) -> Bits {
    if !header.is_defined(32) || arguments.iter().any(|argument| argument.defined != u64::MAX) {
        return Bits::UNDEFINED;
    }
    let truth = |holds: bool| Bits::known(u64::from(holds));
    let numbers = arguments.map(|argument| argument.value as i64);
    let [first, second, _] = numbers;
    let Some((surface, header)) = usable(scenario, header.value as u32) else {
        return if query == HeaderQuery::Nearest { Bits::known(second as u64) } else { Bits::known(0) };
    };
    let element = bound.element_bytes as i64;
    match query {
        HeaderQuery::Usable => truth(!header.is_disabled),
        HeaderQuery::Matches => truth(bound.surface_kind.is_none_or(|kind| kind == surface.kind)),
        HeaderQuery::Signed => truth(surface.ty.is_signed()),
        HeaderQuery::Float => truth(surface.ty.holds_floats()),
        HeaderQuery::TexelBytes => Bits::known(surface.ty.size_bytes() as u64),
        HeaderQuery::Inside => truth(is_inside(surface, element, numbers)),
        HeaderQuery::Resident => {
            let byte = offset(surface, element, numbers);
            truth(!header.missing_pages.contains(&((byte / u64::from(PAGE_BYTES)) as u32)))
        }
        HeaderQuery::Nearest => Bits::known(nearest(surface, element, first, second) as u64),
        HeaderQuery::Address => {
            let byte = offset(surface, element, numbers);
            Bits::known(header.base + byte).truncate(32)
        }
    }
}

/// Returns the access to an element that a lane drops. If the pool has no such header, the access's place is the header's index
/// in the space of accesses that hit no surface; `None` if the layout lacks that space.
pub(super) fn dropped(
    scenario: &Scenario,
    bound: &Bound,
    header: Bits,
    element: [Bits; 3],
) -> Option<Access> {
    let (layout, ty) = (&scenario.layout, bound.access);
    let is_pool = |operand: &BoundOperand| matches!(operand, BoundOperand::Memory);
    // A row has a handful of operands.
    let operand = bound.operands.iter().position(is_pool)? as u8;
    let is_defined = header.is_defined(32) && element.iter().all(|bits| bits.is_defined(64));
    let index = header.value as u32;
    let size_bytes = bound.element_bytes as u32;
    let surface = usable(scenario, index).filter(|_| is_defined).map(|(surface, _)| surface);
    let (space, extent_bytes, byte_offset) = match surface {
        Some(surface) => {
            let extent_bytes = layout.space(surface.space).size_bytes as u32;
            (surface.space, extent_bytes, extent_bytes)
        }
        None => (layout.unmapped_memory?, 0, index),
    };
    let (texel_bytes, width) = surface.map_or((i64::from(size_bytes), 0), |surface| {
        (surface.ty.size_bytes() as i64, surface.extent[0] as i64)
    });
    let [column, row, slice] = element.map(|bits| bits.value as i64);
    let end = column.saturating_add(i64::from(size_bytes) - 1).div_euclid(texel_bytes);
    let first = column.div_euclid(texel_bytes);
    // An element that crosses the end of a row is outside from there on.
    let x = if first >= 0 && end >= width { first.max(width) } else { first };
    let near = |coordinate: i64| coordinate.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as u32;
    let texel = Some([x, row, slice, 0].map(near));
    let address = if is_defined { Bits::known(u64::from(byte_offset)) } else { Bits::UNDEFINED };
    let place = Place { space, byte_offset, size_bytes };
    Some(Access { operand, place, address, texel, ty, extent_bytes, inside: false })
}

/// Returns the surface of a header that the pool has.
fn usable(scenario: &Scenario, index: u32) -> Option<(&Surface, &Header)> {
    let layout = &scenario.layout;
    let surface = layout.header(index).filter(|_| layout.header_pool_size.is_none_or(|size| index < size))?;
    Some((surface, surface.header.as_ref()?))
}

/// Returns the number of values of each coordinate: bytes of a row, then rows, then slices.
fn sizes(surface: &Surface) -> [i64; 3] {
    // Surfaces have at most 64 KiB.
    [surface.row_bytes() as i64, surface.extent[1] as i64, surface.extent[2] as i64]
}

/// Returns whether a whole element lies inside. The bound of a row is its width, not its pitch.
fn is_inside(surface: &Surface, element: i64, [column, y, z]: [i64; 3]) -> bool {
    let [width, height, depth] = sizes(surface);
    let fits = column.checked_add(element).is_some_and(|end| end <= width);
    0 <= column && fits && (0..height).contains(&y) && (0..depth).contains(&z)
}

/// Returns the nearest coordinate at which a whole element lies inside. A column is a multiple of the element's size.
fn nearest(surface: &Surface, element: i64, axis: i64, coordinate: i64) -> i64 {
    let Some(&size) = usize::try_from(axis).ok().and_then(|axis| sizes(surface).get(axis).copied()).as_ref()
    else {
        return coordinate;
    };
    match axis {
        0 => coordinate.clamp(0, (size - element).max(0) / element * element),
        _ => coordinate.clamp(0, size - 1),
    }
}

/// Returns the byte offset of an element from the base; of the nearest element inside if it lies outside.
fn offset(surface: &Surface, element: i64, [column, y, z]: [i64; 3]) -> u64 {
    let column = if is_inside(surface, element, [column, 0, 0]) {
        column
    } else {
        nearest(surface, element, 0, column)
    };
    let [y, z] = [nearest(surface, element, 1, y), nearest(surface, element, 2, z)];
    // A clamped coordinate is not negative.
    surface.byte_at(column as usize, y as usize, z as usize) as u64
}

/// Describes an access through a header whose size or sign does not match the surface; `None` if they match.
pub(super) fn oddity(surface: &Surface, bound: &Bound) -> Option<String> {
    let (name, texel, size) = (&surface.name, surface.ty.size_bytes(), bound.element_bytes);
    if texel != size {
        return Some(format!(
            "texels of surface {name} have {}, and the access has {size}",
            counted(texel, "byte")
        ));
    }
    let lacks_sign = bound.takes_sign && (surface.ty.holds_floats() || surface.kind == SurfaceKind::Buffer);
    lacks_sign.then(|| format!("the format of surface {name} is neither signed nor unsigned"))
}
