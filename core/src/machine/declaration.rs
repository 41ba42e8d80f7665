//! The declarations of a layout.

use super::layout::{Layout, Predicate, Surface, Variable};
use crate::base::ScalarType;

/// A surface, a variable or a predicate.
#[derive(Clone, Copy, Debug)]
pub enum Declaration<'l> {
    /// A surface.
    Surface(&'l Surface),
    /// A variable.
    Variable(&'l Variable),
    /// A predicate.
    Predicate(&'l Predicate),
}

impl<'l> Declaration<'l> {
    /// Returns all surfaces, then all variables, then all predicates.
    pub fn all(layout: &'l Layout) -> impl Iterator<Item = Self> {
        let surfaces = layout.surfaces.iter().map(Self::Surface);
        let variables = layout.variables.iter().map(Self::Variable);
        surfaces.chain(variables).chain(layout.predicates.iter().map(Self::Predicate))
    }

    /// Finds the declaration with a name.
    pub fn find(layout: &'l Layout, name: &str) -> Option<Self> {
        let surface = || layout.surface(name).map(Self::Surface);
        let variable = || layout.variable(name).map(Self::Variable);
        surface().or_else(variable).or_else(|| layout.predicate(name).map(Self::Predicate))
    }

    /// Returns the name.
    pub fn name(self) -> &'l str {
        match self {
            Self::Surface(surface) => &surface.name,
            Self::Variable(variable) => &variable.name,
            Self::Predicate(predicate) => &predicate.name,
        }
    }

    /// Returns the type of an element; that of a bit is `UB`.
    pub fn ty(self) -> ScalarType {
        match self {
            Self::Surface(surface) => surface.ty,
            Self::Variable(variable) => variable.ty,
            Self::Predicate(_) => ScalarType::Ub,
        }
    }

    /// Returns the number of elements.
    pub fn count(self) -> usize {
        match self {
            Self::Surface(surface) => surface.count(),
            Self::Variable(variable) => variable.count,
            Self::Predicate(predicate) => predicate.count,
        }
    }

    /// Returns whether another declaration has the same kind, type and extent.
    pub fn is_shaped_as(self, other: Self) -> bool {
        match (self, other) {
            (Self::Surface(a), Self::Surface(b)) => (a.ty, a.extent) == (b.ty, b.extent),
            (Self::Variable(a), Self::Variable(b)) => (a.ty, a.count) == (b.ty, b.count),
            (Self::Predicate(a), Self::Predicate(b)) => a.count == b.count,
            _ => false,
        }
    }
}
