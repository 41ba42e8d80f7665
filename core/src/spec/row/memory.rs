//! The behaviour of accesses and sources under the readings in force.

/// The treatment of an access whose address is not a multiple of its size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Misaligned {
    /// The low bits of the address are ignored.
    #[default]
    MaskLowBits,
    /// The access ends the run.
    Fault,
}

/// The result of an out-of-bounds read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutOfBoundsRead {
    /// Zero.
    #[default]
    Zero,
    /// Undefined bits.
    Undefined,
}

/// The bytes of an element that must be within bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bounds {
    /// All bytes of the element.
    #[default]
    WholeElement,
    /// The first byte. Bytes past the end read as zero and are not written.
    FirstByte,
}

/// The upper part of an element after a write of a narrower value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UpperPart {
    /// Undefined bits.
    #[default]
    Undefined,
    /// Zero.
    Zero,
    /// Copies of a signed value's sign bit; zero above any other value.
    Sign,
    /// Undefined bits, but zero after an access out of bounds.
    ZeroOutOfBounds,
}

/// The memory rules of an instruction. Each rule defaults to its first variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryBehaviour {
    /// The treatment of misaligned addresses.
    pub misaligned: Misaligned,
    /// The bytes that must be within bounds.
    pub bounds: Bounds,
    /// The result of out-of-bounds reads of shared local memory. Other surfaces always return zero.
    pub slm_out_of_bounds: OutOfBoundsRead,
    /// The upper part of destination elements that are wider than the value.
    pub upper_part: UpperPart,
    /// Whether the destination elements of lanes that are off become undefined; otherwise they keep their values.
    pub off_lanes_undefined: bool,
    /// Whether the destination elements of helper lanes become undefined; otherwise they keep their values.
    pub helper_lanes_undefined: bool,
    /// Whether lanes read live sources; otherwise sources are latched before any lane runs.
    pub live_sources: bool,
}
