//! Accesses to shared memory and to operands: alignment, bounds and parts of elements.

use super::scenario::BoundOperand;
use crate::base::{Bits, ScalarType, SurfaceKind, bytes_in_words};
use crate::machine::{Layout, PAGE_BYTES, Place, State, Surface};
use crate::semantics::{Type, UnaryOp, arithmetic};
use crate::spec::{Bounds, MemoryBehaviour, Misaligned, OutOfBoundsRead, UpperPart};
use crate::trace::Access;
use std::fmt::{self, Write};

/// Resolves the access to a byte address in a surface. An address with undefined bits is out of bounds.
pub(super) fn resolve_byte(
    layout: &Layout,
    behaviour: MemoryBehaviour,
    operand: u8,
    surface: usize,
    address: Bits,
    ty: ScalarType,
) -> Access {
    let space = layout.surfaces[surface].space;
    let extent_bytes = layout.space(space).size_bytes as u32;
    let size_bytes = ty.size_bytes() as u32;
    let needed_bytes = match behaviour.bounds {
        Bounds::WholeElement => size_bytes,
        Bounds::FirstByte => 1,
    };
    // An address of 4 GiB or more is out of bounds: the offset becomes the largest possible.
    let mut byte_offset = u32::try_from(address.value).unwrap_or(u32::MAX);
    if behaviour.misaligned == Misaligned::MaskLowBits {
        byte_offset &= !(size_bytes - 1);
    }
    let inside =
        address.is_defined(64) && u64::from(byte_offset) + u64::from(needed_bytes) <= u64::from(extent_bytes);
    let place = Place { space, byte_offset, size_bytes };
    Access { operand, place, address, texel: None, ty, extent_bytes, inside }
}

/// Resolves the access to a texel. A coordinate with undefined bits is out of bounds.
pub(super) fn resolve_texel(
    layout: &Layout,
    operand: u8,
    surface: usize,
    coordinates: [Bits; 4],
    ty: ScalarType,
) -> Access {
    let surface = &layout.surfaces[surface];
    let extent_bytes = layout.space(surface.space).size_bytes as u32;
    // Coordinates are UD.
    let texel = coordinates.map(|coordinate| coordinate.value as u32);
    let is_defined = coordinates.iter().all(|coordinate| coordinate.is_defined(32));
    let inside = is_defined && surface.axis_outside(texel).is_none();
    let [x, y, z, _] = texel.map(|coordinate| coordinate as usize);
    // A surface has at most 64 KiB.
    let byte_offset = if inside { surface.texel_byte([x, y, z]) as u32 } else { extent_bytes };
    let address = if is_defined { Bits::known(u64::from(byte_offset)) } else { Bits::UNDEFINED };
    let place = Place { space: surface.space, byte_offset, size_bytes: ty.size_bytes() as u32 };
    Access { operand, place, address, texel: Some(texel), ty, extent_bytes, inside }
}

/// Describes the place of an access: `BUF[2]` for a whole element of a buffer, `IMG (2, 1)` for one of an image, `BUF bytes 8–9`
/// for other bytes, `IMG (2, 1) level 3`, `IMG (2, 1), low 16 bits`. The name of a surface with a header is a number, so its
/// element is `surface 7[2]`.
pub(super) fn in_words(layout: &Layout, access: &Access) -> String {
    let mut words = String::new();
    write_words(layout, access, &mut words).expect("a String takes any text");
    words
}

/// Writes [`in_words`] without an allocation for the place.
pub(super) fn write_words(layout: &Layout, access: &Access, out: &mut String) -> fmt::Result {
    if layout.unmapped_memory == Some(access.place.space) {
        return match access.texel {
            Some(_) => write!(out, "header {}", access.place.byte_offset),
            None => write!(out, "address {:#x}", access.address.value),
        };
    }
    let surface = layout.surface_in(access.place.space);
    let header = surface.and_then(|surface| surface.header.as_ref());
    if header.is_some() {
        out.push_str("surface ");
    }
    out.push_str(&layout.space(access.place.space).name);
    if let (Some(surface), Some(texel)) = (surface, access.texel) {
        let coordinates = &texel[..surface.kind.dimensions()];
        if header.is_some() {
            // A header's coordinates are signed.
            return write_position(coordinates.iter().map(|&n| n as i32), out);
        }
        write_position(coordinates, out)?;
        if texel[3] != 0 {
            write!(out, " level {}", texel[3])?;
        }
        return match surface.ty.size_bytes() == access.ty.size_bytes() {
            true => Ok(()),
            false => write!(out, ", low {} bits", access.ty.width_bits()),
        };
    }
    if let Some(surface) = surface.filter(|_| access.inside)
        && let Some(element) = surface.element_at(access.place)
        && surface.element(element) == access.place
    {
        return match surface.kind.is_raw() {
            true => write!(out, "[{element}]"),
            false => write_position(&surface.coordinates(element)[..surface.kind.dimensions()], out),
        };
    }
    let byte = byte_of(surface, access);
    match access.inside {
        true => write!(out, " {}", bytes_in_words(byte, access.ty.size_bytes() as u32))?,
        // The reason names the others.
        false => write!(out, " byte {byte}")?,
    }
    match header {
        Some(header) => {
            write!(out, " (address {:#x})", header.base + u64::from(access.place.byte_offset))
        }
        None => Ok(()),
    }
}

/// Writes the position of a texel after the name of its surface: `[2]` in one dimension, otherwise ` (2, 1)`.
fn write_position(coordinates: impl IntoIterator<Item = impl ToString>, out: &mut String) -> fmt::Result {
    let coordinates: Vec<String> = coordinates.into_iter().map(|n| n.to_string()).collect();
    match &coordinates[..] {
        [x] => write!(out, "[{x}]"),
        _ => write!(out, " ({})", coordinates.join(", ")),
    }
}

/// Returns the first byte of an access's place, or the computed offset if it exceeds 32 bits. In a surface with a header, every
/// access has a small offset.
fn byte_of(surface: Option<&Surface>, access: &Access) -> u64 {
    let has_header = surface.is_some_and(|surface| surface.header.is_some());
    match access.address.value {
        offset if offset > u64::from(u32::MAX) && !has_header => offset,
        _ => u64::from(access.place.byte_offset),
    }
}

/// Explains why an access is out of bounds: `bytes 14 to 17, but BUF ends at byte 15`, `x = 5 is not in 0 to 3`, or `no surface there` for an address
/// outside all surfaces of the pool. For a dropped access through a header, names the cause.
pub fn outside_in_words(layout: &Layout, access: &Access) -> String {
    outside_of(layout, access, &layout.space(access.place.space).name)
}

/// Returns the place of an out-of-bounds access in few words: `bytes 16 to 19`, `offset -16`, `x = 5`, or the cause without a
/// place.
pub fn outside_place(layout: &Layout, access: &Access) -> String {
    outside_parts(layout, access, "").0
}

/// Returns [`outside_in_words`] with the surface written as `name`.
pub(super) fn outside_of(layout: &Layout, access: &Access, name: &str) -> String {
    let (place, more, why) = outside_parts(layout, access, name);
    match more {
        Some(bytes) => format!("{bytes} ({place}){why}"),
        None => place + &why,
    }
}

/// Explains why an access is out of bounds: its place, its bytes if the place is a negative offset, and the reason, which may be
/// empty.
fn outside_parts(layout: &Layout, access: &Access, name: &str) -> (String, Option<String>, String) {
    if layout.unmapped_memory == Some(access.place.space) {
        return ("no surface there".to_owned(), None, String::new());
    }
    if !access.has_defined_address() {
        return ("undefined address".to_owned(), None, String::new());
    }
    let surface = layout.surface_in(access.place.space);
    if let (Some(texel), Some(surface)) = (access.texel, surface) {
        let header = surface.header.as_ref();
        if header.is_some_and(|header| header.is_disabled) {
            return ("the surface is disabled".to_owned(), None, String::new());
        }
        if let Some((axis, size)) = surface.axis_outside(texel) {
            // A header's coordinates are signed.
            let (beyond, at) = match header {
                Some(_) => ("slice", i64::from(texel[axis] as i32)),
                None => (if axis == 3 { "level" } else { "axis" }, i64::from(texel[axis])),
            };
            let name = surface.kind.axes().get(axis).copied().unwrap_or(beyond);
            return (format!("{name} = {at}"), None, format!(" is not in 0 to {}", size - 1));
        }
        if let Some(header) = header {
            let [x, y, z, _] = texel.map(|coordinate| coordinate as usize);
            // A surface has at most 64 KiB.
            let page = surface.texel_byte([x, y, z]) as u32 / PAGE_BYTES;
            let why = match header.missing_pages.contains(&page) {
                true => format!("page {page} has no memory"),
                false => "the semantics drop it".to_owned(),
            };
            return (why, None, String::new());
        }
    }
    let byte = byte_of(surface, access);
    let last = byte.saturating_add(u64::from(access.place.size_bytes).saturating_sub(1));
    let bytes = if last == byte { format!("byte {byte}") } else { format!("bytes {byte} to {last}") };
    let why = match access.extent_bytes {
        0 => format!(", but {name} has no bytes"),
        extent => format!(", but {name} ends at byte {}", extent - 1),
    };
    // A surface is far smaller than 2 GiB, so an offset above that was most likely meant as a negative number.
    match u32::try_from(byte).map(|byte| byte as i32) {
        Ok(signed @ ..0) => (format!("offset {signed}"), Some(bytes), why),
        _ => (bytes, None, why),
    }
}

/// Returns whether the address is not a multiple of the element's size.
pub(super) fn is_misaligned(access: &Access) -> bool {
    access.has_defined_address()
        && (access.inside || access.texel.is_none())
        // Sizes are powers of two.
        && access.address.value as u32 & (access.ty.size_bytes() as u32 - 1) != 0
}

/// Reads an element. Bytes out of bounds follow `behaviour`.
pub(super) fn read(layout: &Layout, state: &State, access: &Access, behaviour: MemoryBehaviour) -> Bits {
    let found = state.read(access.place);
    let past_end = (access.place.byte_offset.saturating_add(access.place.size_bytes))
        .saturating_sub(access.extent_bytes);
    if access.inside && past_end == 0 {
        return found;
    }
    let surface = layout.surface_in(access.place.space);
    let is_slm = surface.is_some_and(|surface| surface.kind == SurfaceKind::Slm);
    let outside = match access.has_defined_address()
        && !(is_slm && behaviour.slm_out_of_bounds == OutOfBoundsRead::Undefined)
    {
        true => Bits::known(0),
        false => Bits::UNDEFINED,
    };
    if !access.inside {
        return outside.truncate(access.ty.width_bits());
    }
    // Only the first byte had to be within bounds. The bytes past the end follow the rule for out-of-bounds reads.
    let kept = !0 >> (64 - 8 * (access.place.size_bytes - past_end));
    Bits::new(found.value & kept | outside.value & !kept, found.defined & kept | outside.defined & !kept)
}

/// Resolves the access to an address. An address that belongs to no surface is out of bounds.
pub(super) fn resolve_address(layout: &Layout, operand: u8, address: Bits, ty: ScalarType) -> Option<Access> {
    let size_bytes = ty.size_bytes() as u32;
    let found = layout.surface_at(address.value).filter(|_| address.is_defined(64));
    let Some((surface, byte_offset)) = found else {
        // The space has no bytes, and the address itself tells accesses apart.
        let place = Place { space: layout.unmapped_memory?, byte_offset: address.value as u32, size_bytes };
        return Some(Access { operand, place, address, texel: None, ty, extent_bytes: 0, inside: false });
    };
    let extent_bytes = layout.space(surface.space).size_bytes as u32;
    let inside = byte_offset + size_bytes <= extent_bytes;
    let place = Place { space: surface.space, byte_offset, size_bytes };
    Some(Access { operand, place, address, texel: None, ty, extent_bytes, inside })
}

/// Returns the index of an element; `None` if it has undefined bits, or no variable is that long.
pub(super) fn element_index(index: Bits) -> Option<usize> {
    (index.is_defined(32) && index.value < 1 << 16).then_some(index.value as usize)
}

/// Reads an element of an input operand, with its type; undefined outside the variable. `None` for operands without elements.
pub(super) fn input(
    read: impl Fn(Place) -> Bits,
    operand: &BoundOperand,
    index: usize,
) -> Option<(Bits, ScalarType)> {
    let lane = |space, size_bytes| {
        // A register has 4 bytes for each lane, and an index is below 2^16.
        read(Place { space, byte_offset: 4 * index as u32, size_bytes })
    };
    Some(match *operand {
        // Reads the lowest bytes, as many as the data type has.
        BoundOperand::Elements { data, .. } => {
            (read(Place { size_bytes: data.size_bytes() as u32, ..operand.element(index)? }), data)
        }
        BoundOperand::Register { low, high, data, negated, upper } => {
            let mut value = lane(low, 4);
            if upper {
                value = Bits::new(value.value >> 16, value.defined >> 16);
            }
            if let Some(high) = high {
                let high = lane(high, 4);
                let low_half = u64::from(u32::MAX);
                value = Bits::new(
                    value.value & low_half | high.value << 32,
                    value.defined & low_half | high.defined << 32,
                );
            }
            let minus = |value| arithmetic::unary(UnaryOp::Negate, Type::Scalar(data), value);
            (if negated { minus(value) } else { value.truncate(data.width_bits()) }, data)
        }
        BoundOperand::Uniform { place, data } => (read(place), data),
        BoundOperand::Immediate { bits, ty } => (bits, ty),
        BoundOperand::Packed { pattern, ty } => (Bits::known(ty.element(pattern, index)), ty.element_type()),
        BoundOperand::Lane => (Bits::known(index as u64), ScalarType::Ud),
        BoundOperand::Bits { space, first_bit, inverted } => {
            let bits = read(Place::predicate(space));
            let at = (usize::from(first_bit) + index).min(63);
            let bit = Bits::new(bits.value >> at & 1, bits.defined >> at & 1 | !1);
            let value = if inverted { Bits::new(bit.value ^ 1, bit.defined) } else { bit };
            (value, ScalarType::Ub)
        }
        BoundOperand::Null | BoundOperand::Memory | BoundOperand::Surface(_) => return None,
    })
}

/// The places of a destination element with their new contents: none if the value is discarded, two for a pair of registers.
pub(super) type Parts = [Option<(Place, Bits)>; 2];

/// Returns the type of the new contents of a destination element, or of the low half of a pair of registers.
pub(super) fn output_type(operand: BoundOperand, access: ScalarType) -> ScalarType {
    match operand {
        BoundOperand::Elements { ty, .. } => ty,
        BoundOperand::Register { high: None, .. } if access.size_bytes() == 4 => access,
        BoundOperand::Register { .. } | BoundOperand::Bits { .. } => ScalarType::Ud,
        _ => access,
    }
}

/// Computes the new contents of a destination element. Returns no places if the value is discarded.
pub(super) fn output(
    state: &State,
    operand: BoundOperand,
    index: usize,
    value: Bits,
    behaviour: MemoryBehaviour,
) -> Parts {
    match operand {
        BoundOperand::Elements { ty, data, .. } => {
            let place = operand.element(index);
            [place.map(|place| (place, widened(value, ty, data, behaviour))), None]
        }
        BoundOperand::Register { low, high, .. } => {
            let at = |space| Place { space, byte_offset: 4 * index as u32, size_bytes: 4 };
            let halves = Bits::new(value.value >> 32, value.defined >> 32);
            [Some((at(low), value.truncate(32))), high.map(|high| (at(high), halves.truncate(32)))]
        }
        BoundOperand::Bits { space, .. } => {
            let place = Place::predicate(space);
            let (bit, before) = (1 << operand.bit(index).unwrap_or(31), state.read(place));
            let pick = |word: u64, new: u64| if new & 1 == 1 { word | bit } else { word & !bit };
            let after =
                Bits::new(pick(before.value, value.value), pick(before.defined, value.defined) | !0 << 32);
            [Some((place, after)), None]
        }
        _ => [None; 2],
    }
}

/// Returns the new contents of a whole destination element for a value of the data type.
pub(super) fn widened(value: Bits, ty: ScalarType, data: ScalarType, behaviour: MemoryBehaviour) -> Bits {
    let value = value.truncate(data.width_bits());
    if data.size_bytes() >= ty.size_bytes() {
        return value;
    }
    match behaviour.upper_part {
        UpperPart::Undefined | UpperPart::ZeroOutOfBounds => {
            Bits::new(value.value, value.defined & (!0 >> (64 - data.width_bits())))
        }
        UpperPart::Sign if data.is_signed() => {
            arithmetic::convert(Type::Scalar(data), Type::Scalar(ty), value)
        }
        UpperPart::Zero | UpperPart::Sign => value,
    }
}
