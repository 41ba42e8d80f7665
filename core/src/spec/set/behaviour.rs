//! The rules of a whole instruction set under the readings in force, as opposed to those of one instruction.

use crate::base::SurfaceKind;
use crate::spec::row::float::FloatBehaviour;

/// A surface that every program has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredefinedSurface {
    /// Its name in Lanescope.
    pub name: &'static str,
    /// All names that the text accepts, `name` among them.
    pub accepted_names: &'static [&'static str],
    /// Its number in machine code.
    pub number: u8,
    /// Its kind.
    pub kind: SurfaceKind,
    /// Its name in prose.
    pub prose: &'static str,
}

/// The rules of an instruction set. A rule that does not apply to a set has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetBehaviour {
    /// The rules for floats, unless an instruction has its own.
    pub float: FloatBehaviour,
    /// The surfaces that need no declaration.
    pub surfaces: Vec<PredefinedSurface>,
    /// The number of the first declared surface.
    pub first_user_surface: u32,
}

impl SetBehaviour {
    /// Returns the predefined surface with a name.
    pub fn surface(&self, name: &str) -> Option<PredefinedSurface> {
        self.surfaces.iter().copied().find(|surface| surface.accepted_names.contains(&name))
    }
}
