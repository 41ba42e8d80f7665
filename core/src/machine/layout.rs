//! What lies where. Fixed during a run.

use crate::base::{ScalarType, SurfaceKind};

/// A byte space of the machine: one root variable, predicate or surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SpaceId(pub u16);

impl SpaceId {
    /// The space as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What a space is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpaceKind {
    /// A thread-private variable.
    Variable,
    /// A predicate: 4 bytes, bit `n` for lane `n`.
    Predicate,
    /// Memory that lanes share.
    Surface,
}

/// A byte space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Name in the scenario.
    pub name: String,
    /// What it is for.
    pub kind: SpaceKind,
    /// Size in bytes.
    pub size_bytes: usize,
}

/// A range of bytes in a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The space.
    pub space: SpaceId,
    /// First byte.
    pub byte_offset: u32,
    /// Number of bytes.
    pub size_bytes: u32,
}

impl Place {
    /// Whether the two share a byte.
    pub fn overlaps(self, other: Place) -> bool {
        self.space == other.space
            && u64::from(self.byte_offset) < u64::from(other.byte_offset) + u64::from(other.size_bytes)
            && u64::from(other.byte_offset) < u64::from(self.byte_offset) + u64::from(self.size_bytes)
    }
}

/// A variable: elements of one type from a byte offset on. Aliases share a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Name in the scenario.
    pub name: String,
    /// Type of its elements.
    pub ty: ScalarType,
    /// Number of elements.
    pub count: usize,
    /// Where its bytes are.
    pub space: SpaceId,
    /// Its first byte there.
    pub byte_offset: usize,
}

/// A predicate of 1 to 32 one-bit elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Name in the scenario.
    pub name: String,
    /// Number of elements.
    pub count: usize,
    /// Where its four bytes are.
    pub space: SpaceId,
}

/// A surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surface {
    /// Name in the scenario.
    pub name: String,
    /// Its kind.
    pub kind: SurfaceKind,
    /// How its elements are shown and were given.
    pub ty: ScalarType,
    /// Extent in elements: x, then y, then layer or z; 1 where there is no such axis.
    pub extent: [usize; 3],
    /// Where its bytes are.
    pub space: SpaceId,
}

/// Everything that a scenario declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The byte spaces.
    pub spaces: Vec<Space>,
    /// The variables, in the order of the text.
    pub variables: Vec<Variable>,
    /// The predicates.
    pub predicates: Vec<Predicate>,
    /// The surfaces.
    pub surfaces: Vec<Surface>,
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

    /// The space with that id.
    pub fn space(&self, id: SpaceId) -> &Space {
        &self.spaces[id.index()]
    }

    /// The variable of that name.
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().find(|variable| variable.name == name)
    }

    /// The predicate of that name.
    pub fn predicate(&self, name: &str) -> Option<&Predicate> {
        self.predicates.iter().find(|predicate| predicate.name == name)
    }

    /// The surface of that name.
    pub fn surface(&self, name: &str) -> Option<&Surface> {
        self.surfaces.iter().find(|surface| surface.name == name)
    }
}
