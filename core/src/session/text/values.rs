//! Names and values of places, as texts and reports spell them.

use crate::base::{Bits, NumberFormat, ScalarType, show};
use crate::explore::Cell;
use crate::machine::{Layout, Place, SpaceKind};

/// Returns a value as the text spells it.
pub(in crate::session) fn spelt(bits: Bits, ty: ScalarType) -> String {
    let auto = show(bits, ty, NumberFormat::Auto);
    // `nan` would lose the pattern of the NaN, and the text has no pairs.
    if auto.starts_with("nan") || ty == ScalarType::F16x2 { hex(bits, ty) } else { auto }
}

/// Returns a value in the format of reports.
pub(in crate::session) fn hex(bits: Bits, ty: ScalarType) -> String {
    show(bits, ty, NumberFormat::Hex)
}

/// Returns the name of a cell: `BUF[3]` for an element of a surface or variable, `P[3]` for a bit of a predicate, `BUF byte 3` or
/// `BUF bytes 2–3` for bytes that are no element.
pub(in crate::session) fn cell_in_words(layout: &Layout, cell: Cell) -> String {
    let Cell { place, mask } = cell;
    let (name, index, _) = element(layout, place);
    if layout.space(place.space).kind == SpaceKind::Predicate {
        return format!("{name}[{}]", mask.trailing_zeros());
    }
    if is_element(layout, place) {
        return format!("{name}[{index}]");
    }
    let begin = layout.variable_at(place).map_or(0, |(variable, _)| variable.byte_offset as u32);
    let first = place.byte_offset.saturating_sub(begin);
    match place.size_bytes {
        1 => format!("{name} byte {first}"),
        size => format!("{name} bytes {first}–{}", first + size - 1),
    }
}

/// Returns whether a place is exactly an element of its surface or of a variable.
pub(in crate::session) fn is_element(layout: &Layout, place: Place) -> bool {
    match layout.surface_in(place.space) {
        Some(surface) => surface.element_at(place).is_some_and(|at| surface.element(at) == place),
        None => layout.variable_with(place).is_some(),
    }
}

/// Returns the value of a cell as text. The number has the type of the element. In [`NumberFormat::Hex`], a bit of a
/// predicate is `0b` and its digit.
pub(in crate::session) fn shown(layout: &Layout, cell: Cell, bits: Bits, format: NumberFormat) -> String {
    if layout.space(cell.place.space).kind == SpaceKind::Predicate {
        let at = cell.mask.trailing_zeros().min(63);
        let bit = Bits { value: bits.value >> at & 1, defined: bits.defined >> at };
        let digit = spelt(Bits { defined: bit.defined | !1, ..bit }, ScalarType::Ub);
        return if format == NumberFormat::Hex { format!("0b{digit}") } else { digit };
    }
    let (_, _, ty) = element(layout, cell.place);
    if format == NumberFormat::Hex { hex(bits, ty) } else { spelt(bits, ty) }
}

/// Returns the name of the surface or variable at a place, the index of the first element there, and the type in which
/// values of that size are shown.
pub(in crate::session) fn element(layout: &Layout, place: Place) -> (String, usize, ScalarType) {
    let of_size = |ty: ScalarType| match place.size_bytes {
        size if ty.size_bytes() as u32 == size => ty,
        1 => ScalarType::Ub,
        2 => ScalarType::Uw,
        8 => ScalarType::Uq,
        _ => ScalarType::Ud,
    };
    if let Some(surface) = layout.surface_in(place.space) {
        let at = surface.element_at(place).unwrap_or(0);
        return (surface.name.clone(), at, of_size(surface.ty));
    }
    match layout.variable_with(place).or_else(|| layout.variable_at(place)) {
        Some((variable, at)) => (variable.name.clone(), at, of_size(variable.ty)),
        None => (layout.name_at(place).to_owned(), 0, of_size(ScalarType::Ud)),
    }
}
