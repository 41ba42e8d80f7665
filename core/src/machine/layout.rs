//! The layout of variables, predicates and surfaces in memory. It does not change during a run.

use super::block_linear::BlockLinear;
use super::layout_index::LayoutIndex;
use crate::base::{ScalarType, SurfaceKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The id of a byte space, which holds one root variable, one predicate or one surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SpaceId(pub u16);

impl SpaceId {
    /// Returns the id as an index into [`Layout::spaces`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The purpose of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceKind {
    /// A variable private to the thread.
    Variable,
    /// A predicate: 4 bytes, with bit `n` for lane `n`.
    Predicate,
    /// Memory shared by the lanes.
    Surface,
}

/// A byte space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The name in the scenario.
    pub name: String,
    /// The purpose.
    pub kind: SpaceKind,
    /// The size in bytes.
    pub size_bytes: usize,
}

/// A range of bytes in a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// The space.
    pub space: SpaceId,
    /// The first byte.
    pub byte_offset: u32,
    /// The number of bytes.
    pub size_bytes: u32,
}

impl Place {
    /// Returns the four bytes of the space of a predicate.
    pub fn predicate(space: SpaceId) -> Self {
        Self { space, byte_offset: 0, size_bytes: 4 }
    }

    /// Returns whether the two places share a byte.
    pub fn overlaps(self, other: Place) -> bool {
        self.space == other.space
            && u64::from(self.byte_offset) < u64::from(other.byte_offset) + u64::from(other.size_bytes)
            && u64::from(other.byte_offset) < u64::from(self.byte_offset) + u64::from(self.size_bytes)
    }
}

/// A variable: elements of one type from a byte offset on. Aliases share a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name in the scenario.
    pub name: String,
    /// The type of its elements.
    pub ty: ScalarType,
    /// The number of elements.
    pub count: usize,
    /// The space that holds its bytes.
    pub space: SpaceId,
    /// The offset of its first byte in the space.
    pub byte_offset: usize,
}

impl Variable {
    /// Returns the place of element `index`.
    pub fn element(&self, index: usize) -> Place {
        let size_bytes = self.ty.size_bytes();
        // A variable has at most 64 KiB.
        let byte_offset = (self.byte_offset + index * size_bytes) as u32;
        Place { space: self.space, byte_offset, size_bytes: size_bytes as u32 }
    }

    /// Returns the first element that shares a byte with `place`.
    pub fn element_at(&self, place: Place) -> Option<usize> {
        let before = (place.byte_offset as usize).saturating_sub(self.byte_offset);
        self.place().overlaps(place).then(|| before / self.ty.size_bytes())
    }

    /// Returns the place of the whole variable.
    pub fn place(&self) -> Place {
        Place { size_bytes: (self.count * self.ty.size_bytes()) as u32, ..self.element(0) }
    }
}

/// A predicate of 1 to 32 one-bit elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The name in the scenario.
    pub name: String,
    /// The number of elements.
    pub count: usize,
    /// The space that holds its four bytes.
    pub space: SpaceId,
}

/// A surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surface {
    /// The name in the scenario.
    pub name: String,
    /// The kind of surface.
    pub kind: SurfaceKind,
    /// The type in which its elements or texels are given and shown.
    pub ty: ScalarType,
    /// The extent in elements: x, then y, then layer or z; 1 for an axis that the surface lacks.
    pub extent: [usize; 3],
    /// The layout of its texels in its bytes.
    pub layout: SurfaceLayout,
    /// The space that holds its bytes.
    pub space: SpaceId,
    /// Its header, for a surface of the header pool.
    pub header: Option<Header>,
}

/// The entry of a header pool that describes a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The index in the pool.
    pub index: u32,
    /// The address of the surface's first byte, which has 32 bits.
    pub base: u64,
    /// Whether the surface is disabled, so that accesses have no effect.
    pub is_disabled: bool,
    /// The unmapped pages, numbered from the base in units of [`PAGE_BYTES`].
    pub missing_pages: BTreeSet<u32>,
}

/// The size of a page of a sparse surface in bytes. Hardware pages are larger; a small page suits the small surfaces
/// of scenarios.
pub const PAGE_BYTES: u32 = 512;

/// The layout of a surface's texels in its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurfaceLayout {
    /// Row by row, slice by slice.
    Linear {
        /// The number of bytes from one row to the next.
        row_pitch: usize,
        /// The number of bytes from one layer or slice to the next.
        slice_pitch: usize,
    },
    /// Blocks of GOBs.
    BlockLinear(BlockLinear),
}

impl Surface {
    /// Returns the byte offset of a texel, which must be in bounds.
    pub fn texel_byte(&self, [x, y, z]: [usize; 3]) -> usize {
        self.byte_at(x * self.ty.size_bytes(), y, z)
    }

    /// Returns the byte offset of byte `column` of a row.
    pub fn byte_at(&self, column: usize, y: usize, z: usize) -> usize {
        match self.layout {
            SurfaceLayout::Linear { row_pitch, slice_pitch } => column + y * row_pitch + z * slice_pitch,
            // The second coordinate of a 1D array is the layer.
            SurfaceLayout::BlockLinear(blocks) if self.kind == SurfaceKind::Array1d => {
                blocks.byte(column, 0, y)
            }
            SurfaceLayout::BlockLinear(blocks) => blocks.byte(column, y, z),
        }
    }

    /// Returns the number of bytes in a row that hold texels.
    pub fn row_bytes(&self) -> usize {
        self.extent[0] * self.ty.size_bytes()
    }

    /// Returns the number of elements.
    pub fn count(&self) -> usize {
        self.extent.iter().product()
    }

    /// Returns the coordinates of an element in the order in which values are given: x first, then y, then layer or z.
    pub fn coordinates(&self, element: usize) -> [usize; 3] {
        let [width, height, _] = self.extent.map(|size| size.max(1));
        [element % width, element / width % height, element / width / height]
    }

    /// Returns the place of an element, which must be in bounds.
    pub fn element(&self, element: usize) -> Place {
        // Surfaces are far smaller than 4 GiB.
        let byte_offset = self.texel_byte(self.coordinates(element)) as u32;
        Place { space: self.space, byte_offset, size_bytes: self.ty.size_bytes() as u32 }
    }

    /// Returns the element that contains a byte; `None` for padding and past the last texel.
    pub fn element_of(&self, byte_offset: usize) -> Option<usize> {
        let [width, height, depth] = self.extent;
        let (column, y, z) = match self.layout {
            SurfaceLayout::Linear { row_pitch, slice_pitch } => {
                let (row, slice) = (row_pitch.max(1), slice_pitch.max(1));
                (byte_offset % slice % row, byte_offset % slice / row, byte_offset / slice)
            }
            SurfaceLayout::BlockLinear(blocks) => match blocks.at(byte_offset) {
                // The second coordinate of a 1D array is the layer.
                (column, row, layer) if self.kind == SurfaceKind::Array1d => (column, layer, row),
                texel => texel,
            },
        };
        let x = column / self.ty.size_bytes();
        (x < width && y < height && z < depth).then_some(x + width * (y + height * z))
    }

    /// Returns the first element that shares a byte with a place.
    pub fn element_at(&self, place: Place) -> Option<usize> {
        if place.space != self.space {
            return None;
        }
        let touched = |element: &usize| self.element(*element).overlaps(place);
        self.element_of(place.byte_offset as usize)
            .filter(touched)
            .or_else(|| (0..self.count()).find(touched))
    }

    /// Returns the first coordinate (x, y, layer or z, level) that is out of bounds: the axis and its size.
    pub fn axis_outside(&self, coordinates: [u32; 4]) -> Option<(usize, usize)> {
        // A surface has one level of detail.
        let [width, height, depth] = self.extent;
        let sizes = [width, height, depth, 1];
        let is_outside = |&axis: &usize| coordinates[axis] as usize >= sizes[axis];
        (0..4).find(is_outside).map(|axis| (axis, sizes[axis]))
    }
}

/// The declarations of a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The byte spaces.
    pub spaces: Vec<Space>,
    /// The variables, in text order. [`Layout::add_variable`] adds one.
    pub variables: Vec<Variable>,
    /// The predicates. [`Layout::add_predicate`] adds one.
    pub predicates: Vec<Predicate>,
    /// The surfaces. [`Layout::add_surface`] adds one.
    pub surfaces: Vec<Surface>,
    index: LayoutIndex,
    /// The number of valid headers, if the size of the header pool is given.
    pub header_pool_size: Option<u32>,
    /// The space of the constant bank, if the document may use the bank.
    pub constant_bank: Option<SpaceId>,
    /// A space without bytes, for accesses by address that hit no surface.
    pub unmapped_memory: Option<SpaceId>,
    /// The space with a bit for each lane that has exited.
    pub exited: Option<SpaceId>,
}

impl Layout {
    /// Adds a space and returns its id.
    pub fn add_space(&mut self, name: &str, kind: SpaceKind, size_bytes: usize) -> SpaceId {
        let id = SpaceId(
            u16::try_from(self.spaces.len()).expect("documents are capped below 65,536 declarations"),
        );
        self.spaces.push(Space { name: name.to_owned(), kind, size_bytes });
        id
    }

    /// Adds a variable.
    pub fn add_variable(&mut self, variable: Variable) {
        self.index.add_variable(&variable.name, variable.space.index(), self.variables.len());
        self.variables.push(variable);
    }

    /// Adds a predicate.
    pub fn add_predicate(&mut self, predicate: Predicate) {
        self.index.predicates.entry(predicate.name.clone()).or_insert(self.predicates.len());
        self.predicates.push(predicate);
    }

    /// Sorts the variables and the predicates by keys of their names.
    pub fn sort_by_key<K: Ord>(&mut self, variable: impl Fn(&str) -> K, predicate: impl Fn(&str) -> K) {
        let (mut variables, mut predicates) =
            (std::mem::take(&mut self.variables), std::mem::take(&mut self.predicates));
        self.index.clear_variables();
        variables.sort_by_key(|known| variable(&known.name));
        predicates.sort_by_key(|known| predicate(&known.name));
        variables.into_iter().for_each(|variable| self.add_variable(variable));
        predicates.into_iter().for_each(|predicate| self.add_predicate(predicate));
    }

    /// Adds a surface, whose space is in the layout.
    pub fn add_surface(&mut self, surface: Surface) {
        let header = surface.header.as_ref().map(|header| header.index);
        let has_bytes = self.space(surface.space).size_bytes > 0;
        let base = surface.header.as_ref().map(|header| header.base).filter(|_| has_bytes);
        self.index.add_surface(&surface.name, surface.space.index(), header, base, self.surfaces.len());
        self.surfaces.push(surface);
    }

    /// Returns the space with that id.
    pub fn space(&self, id: SpaceId) -> &Space {
        &self.spaces[id.index()]
    }

    /// Returns the variable with that name.
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variable_index(name).map(|at| &self.variables[at])
    }

    /// Returns the predicate with that name.
    pub fn predicate(&self, name: &str) -> Option<&Predicate> {
        self.predicate_index(name).map(|at| &self.predicates[at])
    }

    /// Returns the surface described by header `index` of the pool.
    pub fn header(&self, index: u32) -> Option<&Surface> {
        self.index.headers.get(&index).map(|at| &self.surfaces[*at])
    }

    /// Returns the surface that contains an address, and the offset of the address in it.
    pub fn surface_at(&self, address: u64) -> Option<(&Surface, u32)> {
        // Surfaces do not overlap.
        let (base, at) = self.index.bases.range(..=address).next_back()?;
        let (surface, byte_offset) = (&self.surfaces[*at], address - base);
        let is_inside = byte_offset < self.space(surface.space).size_bytes as u64;
        // A surface has at most 64 KiB.
        is_inside.then_some((surface, byte_offset as u32))
    }

    /// Returns all spaces.
    pub fn space_ids(&self) -> impl Iterator<Item = SpaceId> + use<> {
        // Documents are capped below 65,536 declarations.
        (0..self.spaces.len() as u16).map(SpaceId)
    }

    /// Returns the space with that name.
    pub fn space_named(&self, name: &str) -> Option<SpaceId> {
        self.space_ids().find(|space| self.space(*space).name == name)
    }

    /// Returns the surface that a space holds.
    pub fn surface_in(&self, space: SpaceId) -> Option<&Surface> {
        self.surface_index_in(space).map(|at| &self.surfaces[at])
    }

    /// Returns the index of the surface that a space holds.
    pub fn surface_index_in(&self, space: SpaceId) -> Option<usize> {
        self.index.surface_in(space.index())
    }

    /// Returns the name of the first variable that shares a byte with a place, or else the name of its space.
    pub fn name_at(&self, place: Place) -> &str {
        self.variable_at(place).map_or(&self.space(place.space).name, |(variable, _)| &variable.name)
    }

    /// Returns the first variable that shares a byte with a place, and the first of its elements that does.
    pub fn variable_at(&self, place: Place) -> Option<(&Variable, usize)> {
        self.variables_in(place.space).find_map(|variable| Some((variable, variable.element_at(place)?)))
    }

    /// Returns the first variable with an element at exactly this place, and that element.
    pub fn variable_with(&self, place: Place) -> Option<(&Variable, usize)> {
        self.variables_in(place.space).find_map(|variable| {
            let at = variable.element_at(place)?;
            (variable.element(at) == place).then_some((variable, at))
        })
    }

    /// Returns the variables in a space, in text order. There are several if some are aliases.
    fn variables_in(&self, space: SpaceId) -> impl Iterator<Item = &Variable> {
        self.index.variables_in(space.index()).iter().map(|at| &self.variables[*at])
    }

    /// Returns the index of the variable with that name.
    pub fn variable_index(&self, name: &str) -> Option<usize> {
        self.index.variables.get(name).copied()
    }

    /// Returns the index of the predicate with that name.
    pub fn predicate_index(&self, name: &str) -> Option<usize> {
        self.index.predicates.get(name).copied()
    }

    /// Returns the index of the surface with that name.
    pub fn surface_index(&self, name: &str) -> Option<usize> {
        self.index.surfaces.get(name).copied()
    }

    /// Returns the surface with that name.
    pub fn surface(&self, name: &str) -> Option<&Surface> {
        self.surface_index(name).map(|at| &self.surfaces[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn an_element_of_a_variable_is_found_by_each_of_its_bytes() {
        let space = SpaceId(0);
        let variable = Variable { name: "V".into(), space, byte_offset: 8, ty: ScalarType::Uw, count: 4 };
        let at = |byte_offset, size_bytes| variable.element_at(Place { space, byte_offset, size_bytes });
        for (element, bytes) in [(0, [8, 9]), (1, [10, 11]), (3, [14, 15])] {
            assert!(bytes.into_iter().all(|byte| at(byte, 1) == Some(element)));
        }
        assert_eq!((at(7, 1), at(16, 1)), (None, None));
        assert_eq!(at(6, 4), Some(0), "the first of those that a longer place shares bytes with");
        assert_eq!(at(11, 4), Some(1));
        assert_eq!(variable.element_at(Place { space: SpaceId(1), byte_offset: 8, size_bytes: 1 }), None);
    }

    #[test]
    fn an_element_is_found_by_its_bytes() {
        let layouts = [
            SurfaceLayout::Linear { row_pitch: 12, slice_pitch: 24 },
            // Rows and slices with padding.
            SurfaceLayout::Linear { row_pitch: 16, slice_pitch: 40 },
        ];
        for layout in layouts {
            let (name, kind) = (String::new(), SurfaceKind::Image3d);
            let (ty, extent, space) = (ScalarType::Ud, [3, 2, 2], SpaceId(1));
            let surface = Surface { name, kind, ty, extent, layout, space, header: None };
            for at in 0..surface.count() {
                let place = surface.element(at);
                assert_eq!(surface.element_at(place), Some(at));
                let byte = Place { byte_offset: place.byte_offset + 3, size_bytes: 1, ..place };
                assert_eq!(surface.element_at(byte), Some(at));
                assert_eq!(surface.element_at(Place { space: SpaceId(0), ..place }), None);
            }
            assert_eq!(surface.element_at(Place { byte_offset: 90, ..surface.element(0) }), None);
        }
    }
}
