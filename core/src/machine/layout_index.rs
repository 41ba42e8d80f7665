//! Look-up tables of a layout.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// The positions of a layout's parts in its lists: by name, by space, by header and by address. Of several parts with the same
/// key, the first one counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LayoutIndex {
    /// The variables by name.
    pub variables: FxHashMap<String, usize>,
    /// The predicates by name.
    pub predicates: FxHashMap<String, usize>,
    /// The surfaces by name.
    pub surfaces: FxHashMap<String, usize>,
    /// The surfaces by the index of their header.
    pub headers: FxHashMap<u32, usize>,
    /// The surfaces that have bytes, by the address of the first one.
    pub bases: BTreeMap<u64, usize>,
    /// The parts in each space.
    spaces: Vec<SpaceParts>,
}

/// The parts in a space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SpaceParts {
    surface: Option<usize>,
    variables: Vec<usize>,
}

impl LayoutIndex {
    /// Adds a variable that gets position `at`.
    pub fn add_variable(&mut self, name: &str, space: usize, at: usize) {
        self.variables.entry(name.to_owned()).or_insert(at);
        self.parts_mut(space).variables.push(at);
    }

    /// Removes the variables and the predicates.
    pub fn clear_variables(&mut self) {
        self.variables.clear();
        self.predicates.clear();
        self.spaces.iter_mut().for_each(|parts| parts.variables.clear());
    }

    /// Adds a surface that gets position `at`, with the index of its header, and the address of its first byte if it has bytes.
    pub fn add_surface(
        &mut self,
        name: &str,
        space: usize,
        header: Option<u32>,
        base: Option<u64>,
        at: usize,
    ) {
        self.surfaces.entry(name.to_owned()).or_insert(at);
        if let Some(header) = header {
            self.headers.entry(header).or_insert(at);
        }
        if let Some(base) = base {
            self.bases.entry(base).or_insert(at);
        }
        self.parts_mut(space).surface.get_or_insert(at);
    }

    /// Returns the surface in a space.
    pub fn surface_in(&self, space: usize) -> Option<usize> {
        self.spaces.get(space)?.surface
    }

    /// Returns the variables in a space.
    pub fn variables_in(&self, space: usize) -> &[usize] {
        self.spaces.get(space).map_or(&[], |parts| &parts.variables)
    }

    fn parts_mut(&mut self, space: usize) -> &mut SpaceParts {
        if self.spaces.len() <= space {
            self.spaces.resize(space + 1, SpaceParts::default());
        }
        &mut self.spaces[space]
    }
}
