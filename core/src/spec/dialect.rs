//! What holds for a whole instruction set rather than for one instruction, once the readings are decided.

use super::FloatRules;
use crate::base::SurfaceKind;

/// A surface that every program has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PredefinedSurface {
    /// The name that Lanescope has for it.
    pub name: &'static str,
    /// Every name that the text accepts, `name` among them.
    pub names: &'static [&'static str],
    /// Its number in machine code.
    pub number: u8,
    /// The kind of surface that it is.
    pub kind: SurfaceKind,
    /// Its name in prose.
    pub prose: &'static str,
}

/// The rules of an instruction set. What one has no use for stands at its default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// How floats are computed with where an instruction does not say it.
    pub float: FloatRules,
    /// The surfaces that need no declaration.
    pub surfaces: Vec<PredefinedSurface>,
    /// The number of the first surface that a program declares.
    pub first_user_surface: u32,
    /// Whether declaring a surface under a predefined number is an error rather than worth a warning.
    pub rejects_reserved_surfaces: bool,
    /// Whether `.any` and `.all` look at all declared bits rather than at one for each lane.
    pub any_all_declared_width: bool,
    /// Whether the last dispatched lane is out of reach of a mask.
    pub mask_ends_before_last: bool,
    /// Whether the largest index of the header pool is the first that is out of it.
    pub header_pool_excludes_max: bool,
    /// Whether a predicate may also stand before accesses to memory whose page has no field for one.
    pub predicates_everywhere: bool,
    /// Whether a word access takes a texel of 32 bits, of which it reaches the low word.
    pub takes_low_words_of_texels: bool,
    /// Whether the format of texels must have the type that the operation works on.
    pub formats_must_match: bool,
    /// Whether an execution size of 32 is taken, for the first 16 lanes.
    pub takes_exec_32: bool,
}

impl Dialect {
    /// The predefined surface of that name.
    pub fn surface(&self, name: &str) -> Option<PredefinedSurface> {
        self.surfaces.iter().copied().find(|surface| surface.names.contains(&name))
    }
}
