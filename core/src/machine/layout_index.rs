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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_parts_with_the_same_key_the_first_counts() {
        let mut index = LayoutIndex::default();
        index.add_surface("A", 3, Some(7), Some(4096), 0);
        index.add_surface("A", 3, Some(7), Some(4096), 1);
        index.add_surface("B", 4, None, None, 2);
        let of_a = (index.surfaces["A"], index.surface_in(3), index.headers[&7], index.bases[&4096]);
        assert_eq!(of_a, (0, Some(0), 0, 0));
        assert_eq!((index.surfaces["B"], index.surface_in(4), index.surface_in(5)), (2, Some(2), None));
        assert_eq!((index.headers.len(), index.bases.len()), (1, 1));
        index.add_variable("X", 3, 0);
        index.add_variable("Y", 3, 1);
        index.add_variable("X", 5, 2);
        assert_eq!(
            (index.variables["X"], index.variables_in(3), index.variables_in(9)),
            (0, &[0, 1][..], &[][..])
        );
        index.clear_variables();
        assert_eq!(
            (index.variables.len(), index.variables_in(3), index.surface_in(3)),
            (0, &[][..], Some(0))
        );
    }
}
