//! How an instruction's accesses behave at the edges, once the readings are decided.

/// What happens to an access whose address is not a multiple of its size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Misaligned {
    /// The low bits of the address are ignored.
    #[default]
    MaskLowBits,
    /// The run ends there.
    Fault,
}

/// What a read outside the surface returns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outside {
    /// Zero.
    #[default]
    Zero,
    /// Undefined bits.
    Undefined,
}

/// Which bytes of an element must lie inside the surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bounds {
    /// All of them.
    #[default]
    WholeElement,
    /// The first; bytes behind the end read as zero and are not written.
    FirstByte,
}

/// What the upper part of an element holds after a narrower value was written to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpperPart {
    /// Undefined bits.
    #[default]
    Undefined,
    /// Zero.
    Zero,
    /// Copies of a signed value's sign bit; zero above any other value.
    Sign,
    /// Undefined bits, but zero after an access outside.
    ZeroOutside,
}

/// The edges of memory and registers for one run. The defaults are the first variants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryRules {
    /// Addresses that are not aligned.
    pub misaligned: Misaligned,
    /// Which bytes must lie inside.
    pub bounds: Bounds,
    /// Reads outside shared local memory; other surfaces always return zero.
    pub slm_outside: Outside,
    /// Destination elements wider than the value.
    pub upper_part: UpperPart,
    /// Whether the destination elements of lanes that are off become undefined rather than staying as they are.
    pub off_lanes_undefined: bool,
    /// Whether the destination elements of helper lanes become undefined rather than staying as they are.
    pub helper_lanes_undefined: bool,
    /// Whether sources are read when a lane needs them rather than latched before any lane runs.
    pub live_sources: bool,
}
