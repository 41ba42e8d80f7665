//! The declarations of a scenario: its layout, its initial contents and its names.

use crate::exec::Scenario;
use crate::machine::{Declaration, Layout, State};
use crate::spec::SetBehaviour;
use rustc_hash::FxHashSet;

/// The declarations of a scenario.
pub struct Declared {
    pub layout: Layout,
    pub initial: State,
    /// The names whose declaration had an error.
    pub(super) broken: FxHashSet<String>,
    pub(super) behaviour: SetBehaviour,
}

impl Declared {
    /// Returns the declarations of a scenario, which has the registers that its program uses too.
    pub fn from_scenario(scenario: &Scenario) -> Self {
        Self {
            layout: scenario.layout.clone(),
            initial: scenario.initial.clone(),
            broken: FxHashSet::default(),
            behaviour: (scenario.set.behaviour)(&scenario.readings),
        }
    }

    /// Finds a declaration by its name, or a predefined surface by any of its names.
    pub fn find(&self, name: &str) -> Option<Declaration<'_>> {
        Declaration::find(&self.layout, name)
            .or_else(|| Declaration::find(&self.layout, self.surface_name(name)))
    }

    /// Returns whether the declaration of a name had an error, so that uses of the name are not reported. A predefined surface may
    /// be declared by any of its names.
    pub fn is_broken(&self, name: &str) -> bool {
        let names = self.behaviour.surface(name).map_or(&[][..], |surface| surface.accepted_names);
        names.iter().chain([&name]).any(|name| self.broken.contains(*name))
    }

    /// Returns the canonical name of a predefined surface. Other names are returned unchanged.
    pub fn surface_name<'a>(&self, name: &'a str) -> &'a str {
        if self.layout.surface(name).is_some() {
            return name;
        }
        self.behaviour.surface(name).map_or(name, |surface| surface.name)
    }

    /// Returns the names of the surfaces.
    pub fn surface_names(&self) -> impl Iterator<Item = &str> {
        self.layout.surfaces.iter().map(|surface| surface.name.as_str())
    }
}
