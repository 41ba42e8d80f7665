//! Where elements lie, and what lies at a place. Core lays memory out; this only asks.

use lanescope_core::exec::BoundOperand;
use lanescope_core::machine::{Layout, Place, SpaceId, Surface, Variable};
use lanescope_core::trace::Access;

/// Number of elements of a surface.
pub fn element_count(surface: &Surface) -> usize {
    surface.extent.iter().product()
}

/// The coordinates of an element: x first, then y, then layer or z.
pub fn coordinates(surface: &Surface, element: usize) -> [usize; 3] {
    let [width, height, _] = surface.extent.map(|size| size.max(1));
    [element % width, element / width % height, element / width / height]
}

/// The bytes of an element of a surface.
pub fn element_place(surface: &Surface, element: usize) -> Place {
    let byte = surface.texel_byte(coordinates(surface, element));
    // Documents are capped far below 4 GiB of surface.
    Place { space: surface.space, byte_offset: byte as u32, size_bytes: surface.ty.size_bytes() as u32 }
}

/// The first element that an access touches, where it lies inside.
pub fn element_of(surface: &Surface, access: &Access) -> Option<usize> {
    if access.place.space != surface.space || !access.inside {
        return None;
    }
    let count = element_count(surface);
    let touched = |element: &usize| element_place(surface, *element).overlaps(access.place);
    let [width, height, _] = surface.extent;
    let likely = match access.texel {
        Some([x, y, z, _]) => x as usize + width * (y as usize + height * z as usize),
        None => access.place.byte_offset as usize / surface.ty.size_bytes(),
    };
    // Where rows are padded or in blocks, a byte does not say at once whose it is.
    Some(likely).filter(|element| *element < count && touched(element)).or_else(|| (0..count).find(touched))
}

/// Index of the surface that lies in a space; one past the last for where accesses go that hit none.
pub fn surface_in(layout: &Layout, space: SpaceId) -> Option<usize> {
    let surface = layout.surfaces.iter().position(|surface| surface.space == space);
    surface.or_else(|| (layout.nowhere == Some(space)).then_some(layout.surfaces.len()))
}

/// The bytes of an element of a variable.
pub fn variable_place(variable: &Variable, index: usize) -> Place {
    let size = variable.ty.size_bytes();
    // A variable is capped at 64 KiB.
    Place {
        space: variable.space,
        byte_offset: (variable.byte_offset + index * size) as u32,
        size_bytes: size as u32,
    }
}

/// The bytes that an operand has for a lane; two ranges for a pair of registers.
pub fn operand_places(operand: &BoundOperand, lane: usize) -> Vec<Place> {
    const REGISTER_BYTES: u32 = 4;
    // There are at most 32 lanes.
    let register = |space: SpaceId| Place {
        space,
        byte_offset: lane as u32 * REGISTER_BYTES,
        size_bytes: REGISTER_BYTES,
    };
    match *operand {
        BoundOperand::Register { low, high, .. } => {
            [Some(low), high].into_iter().flatten().map(register).collect()
        }
        BoundOperand::Uniform { place, .. } => vec![place],
        _ => operand.element(lane).into_iter().collect(),
    }
}

/// The spaces in which an operand's elements lie.
pub fn operand_space(operand: &BoundOperand) -> Option<SpaceId> {
    match *operand {
        BoundOperand::Register { low, .. } => Some(low),
        BoundOperand::Uniform { place, .. } => Some(place.space),
        BoundOperand::Bits { space, .. } | BoundOperand::Elements { space, .. } => Some(space),
        _ => None,
    }
}

/// What the text calls the place where an operand's elements lie; `None` where they lie nowhere.
pub fn operand_name(layout: &Layout, operand: &BoundOperand) -> Option<String> {
    let space = match operand {
        BoundOperand::Null => return Some("null".to_owned()),
        BoundOperand::Surface(index) => {
            return layout.surfaces.get(*index).map(|surface| surface.name.clone());
        }
        operand => operand_space(operand)?,
    };
    let first = operand_places(operand, 0).first().copied();
    let holds = |variable: &&Variable| {
        first.is_some_and(|place| (0..variable.count).any(|n| variable_place(variable, n).overlaps(place)))
    };
    let variable = layout.variables.iter().find(holds).map(|variable| &variable.name);
    Some(variable.unwrap_or(&layout.space(space).name).clone())
}

/// Why an access lies outside, with its numbers: `byte 64 + 4 > 64`, `x 4 is outside 0 to 3`.
pub fn outside_in_words(layout: &Layout, access: &Access) -> String {
    if layout.nowhere == Some(access.place.space) {
        return "no surface there".to_owned();
    }
    let surface = layout.surfaces.iter().find(|surface| surface.space == access.place.space);
    if let (Some(texel), Some(surface)) = (access.texel, surface)
        && let Some((axis, size)) = surface.axis_outside(texel)
    {
        let name = surface.kind.axes().get(axis).copied().unwrap_or("level");
        return format!("{name} {} is outside 0 to {}", texel[axis], size.saturating_sub(1));
    }
    format!("byte {} + {} > {}", access.place.byte_offset, access.place.size_bytes, access.extent_bytes)
}
