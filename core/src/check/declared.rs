//! The declarations of a scenario: its layout, its initial contents and its names.

use crate::exec::Scenario;
use crate::machine::{Layout, State};
use crate::spec::Dialect;
use indexmap::IndexSet;
use rustc_hash::FxHashSet;

/// The declarations of a scenario.
pub struct Declared {
    pub layout: Layout,
    pub initial: State,
    /// The declared surfaces in order, with or without a `.surface` line.
    pub declared_surfaces: IndexSet<String>,
    /// The names whose declaration had an error. Uses of them are not reported.
    pub broken: FxHashSet<String>,
    pub(super) dialect: Dialect,
}

impl Declared {
    /// Returns the declarations of a scenario, which has the registers that its program uses too.
    pub fn from_scenario(scenario: &Scenario) -> Self {
        Self {
            layout: scenario.layout.clone(),
            initial: scenario.initial.clone(),
            declared_surfaces: scenario.layout.surfaces.iter().map(|surface| surface.name.clone()).collect(),
            broken: FxHashSet::default(),
            dialect: (scenario.set.dialect)(&scenario.readings),
        }
    }

    /// Returns the canonical name of a predefined surface. Other names are returned unchanged.
    pub fn surface_name<'a>(&self, name: &'a str) -> &'a str {
        if self.layout.surface(name).is_some() {
            return name;
        }
        self.dialect.surface(name).map_or(name, |surface| surface.name)
    }

    /// Returns the kind of thing that a declared name denotes.
    pub fn what_is(&self, name: &str) -> Option<&'static str> {
        if self.layout.variable(name).is_some() {
            Some("variable")
        } else if self.layout.predicate(name).is_some() {
            Some("predicate")
        } else {
            let is_surface = self.layout.surface(self.surface_name(name)).is_some()
                || self.declared_surfaces.contains(name);
            is_surface.then_some("surface")
        }
    }

    /// Returns the number of a surface in machine code.
    pub fn surface_number(&self, name: &str) -> Option<u32> {
        match self.declared_surfaces.get_index_of(name) {
            // A document declares at most 1,000 names.
            Some(index) => Some(self.dialect.first_user_surface + index as u32),
            None => self.dialect.surface(name).map(|surface| surface.number.into()),
        }
    }

    /// Returns the names of the surfaces.
    pub fn surface_names(&self) -> impl Iterator<Item = &str> {
        self.layout.surfaces.iter().map(|surface| surface.name.as_str())
    }
}
