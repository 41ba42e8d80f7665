//! The rules of a whole instruction set under the readings in force, as opposed to those of one instruction.

use super::float::FloatRules;
use crate::base::SurfaceKind;

/// A surface that every program has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredefinedSurface {
    /// Its name in Lanescope.
    pub name: &'static str,
    /// All names that the text accepts, including `name`.
    pub names: &'static [&'static str],
    /// Its number in machine code.
    pub number: u8,
    /// Its kind.
    pub kind: SurfaceKind,
    /// Its name in prose.
    pub prose: &'static str,
}

/// The rules of an instruction set. A rule that does not apply to a set has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// The rules for floats, unless an instruction has its own.
    pub float: FloatRules,
    /// The surfaces that need no declaration.
    pub surfaces: Vec<PredefinedSurface>,
    /// The number of the first declared surface.
    pub first_user_surface: u32,
    /// Whether the declaration of a surface with a predefined number is an error; otherwise it is a warning.
    pub rejects_reserved_surfaces: bool,
    /// Whether `.any` and `.all` combine all declared bits; otherwise they combine one bit for each lane.
    pub any_all_declared_width: bool,
    /// Whether a mask cannot include the last dispatched lane.
    pub mask_ends_before_last: bool,
    /// Whether the largest index of the header pool is exclusive.
    pub header_pool_excludes_max: bool,
    /// Whether a memory access accepts a predicate even if its manual page has no field for one.
    pub predicates_everywhere: bool,
    /// Whether a word access to a texel of 32 bits reaches the texel's low word.
    pub takes_low_words_of_texels: bool,
    /// Whether the format of texels must have the type that the operation works on.
    pub formats_must_match: bool,
    /// Whether an execution size of 32 is accepted, for the first 16 lanes.
    pub takes_exec_32: bool,
    /// Whether the block of a channel begins at the next register even if a block fills more than one.
    pub blocks_may_overlap: bool,
}

impl Dialect {
    /// Returns the predefined surface with a name.
    pub fn surface(&self, name: &str) -> Option<PredefinedSurface> {
        self.surfaces.iter().copied().find(|surface| surface.names.contains(&name))
    }
}
