//! Micro-steps.

use crate::base::{Bits, LaneId, LaneMask, NumberFormat, ScalarType, show};
use crate::machine::Place;
use crate::semantics::{ExprId, Pc, Site, TrapReason, Type};
use serde::{Deserialize, Serialize};

/// The main action of a micro-step: the most significant of its effects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// The instruction determines which lanes take part.
    #[default]
    Mask,
    /// The instruction latches its sources.
    Latch,
    /// A lane computes an address.
    Address,
    /// A lane computes another value, or decides a condition.
    Compute,
    /// A lane reads shared memory.
    Read,
    /// A lane applies the operation.
    Modify,
    /// A lane writes shared memory.
    Write,
    /// A lane writes a value to its destination.
    Return,
}

impl Phase {
    /// Returns the phase's name.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Mask => "mask",
            Phase::Latch => "latch",
            Phase::Address => "address",
            Phase::Compute => "compute",
            Phase::Read => "read",
            Phase::Modify => "modify",
            Phase::Write => "write",
            Phase::Return => "return",
        }
    }
}

/// The size of a step on the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    /// One micro-step.
    Phase,
    /// Until a lane computes an address, reads, modifies, writes or returns.
    Memory,
    /// Until another lane has the turn.
    Lane,
    /// Until another instruction begins.
    Instruction,
}

/// The reason why a lane does not take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OffReason {
    /// The lane's bit of the dispatch mask is off.
    Mask,
    /// The lane's bit of the predicate is off.
    Predicate,
    /// The lane is a helper lane, and the instruction skips those.
    Helper,
    /// The lane has exited.
    Exited,
}

/// A lane's access to shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// The index of the surface operand in the instruction's row.
    pub operand: u8,
    /// The accessed bytes.
    pub place: Place,
    /// The computed address, in bytes. It differs from the place's offset if an interpretation masks low bits. For a texel, it is
    /// the texel's offset, undefined if a coordinate is.
    pub address: Bits,
    /// The coordinates of a texel: x, y, layer or z, level of detail. An out-of-bounds texel has no bytes: its place starts past
    /// the end of the surface.
    pub texel: Option<[u32; 4]>,
    /// The type of the element.
    pub ty: ScalarType,
    /// The size of the surface in bytes.
    pub extent_bytes: u32,
    /// Whether the access is within bounds. The same micro-step tests this and reads or writes.
    pub inside: bool,
}

/// An effect of a micro-step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The mask: the lanes that take part, and the reasons of the others.
    Mask {
        /// The lanes that take part.
        enabled: LaneMask,
        /// The lanes that do not take part, each with the reason.
        off: Vec<(LaneId, OffReason)>,
        /// The lanes whose predicate depends on undefined bits, which count as 0.
        undefined: LaneMask,
    },
    /// The sources of every enabled lane are read before any lane runs.
    Latch {
        /// The lanes that take part.
        enabled: LaneMask,
    },
    /// A local is assigned.
    Local {
        /// The name of the local.
        name: String,
        /// The type of the local.
        ty: Type,
        /// The value before.
        before: Bits,
        /// The value after.
        after: Bits,
    },
    /// A condition is decided.
    Decide {
        /// Whether the condition is true.
        holds: bool,
        /// Whether its bit is defined; an undefined condition counts as false.
        defined: bool,
    },
    /// The lane stops, and the run ends after the other lanes are done.
    Trap {
        /// The reason.
        reason: TrapReason,
        /// The access that the trap prevents, if the condition tested one that is out of bounds.
        access: Option<Access>,
    },
    /// The operation is applied.
    Modify {
        /// The name of the operation.
        op: String,
        /// The new value, to be written.
        new: Bits,
        /// The result, to be returned.
        result: Bits,
        /// The access type.
        ty: ScalarType,
    },
    /// Shared memory is read.
    Read {
        /// The access.
        access: Access,
        /// The value that was read.
        value: Bits,
    },
    /// Shared memory is written, or the write is dropped.
    Write {
        /// The access.
        access: Access,
        /// The value before the write.
        before: Bits,
        /// The value after the write; equal to `before` if it was dropped.
        after: Bits,
        /// The written value.
        value: Bits,
        /// Whether the write was dropped: it is out of bounds, or misaligned where that is an error.
        dropped: bool,
    },
    /// An access is dropped before it reads or writes.
    Drop {
        /// The access, which is out of bounds. An element of no surface is in a space without surfaces.
        access: Access,
    },
    /// A destination element is written; the value is discarded if the destination is null.
    Return {
        /// The index of the operand in the instruction's row.
        operand: u8,
        /// The place of the element; `None` if the value is discarded.
        place: Option<Place>,
        /// The declared type of the element.
        ty: ScalarType,
        /// The value before.
        before: Bits,
        /// The value after.
        after: Bits,
        /// The bit that was written, if the place is a predicate.
        bit: Option<u8>,
        /// The value of the statement, before conversion to the element's type.
        value: Bits,
    },
}

impl Effect {
    /// Returns the value that a destination received; `None` for other effects.
    pub fn returned(&self) -> Option<Returned> {
        match *self {
            Effect::Return { operand, ty, after, bit, .. } => {
                Some(Returned { operand, value: after, ty, bit })
            }
            _ => None,
        }
    }
}

/// One statement of one lane (or of the instruction as a whole).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MicroStep {
    /// Position in the trace, from 0.
    pub index: u32,
    /// Position of its instruction in the program, from 0.
    pub instruction: u32,
    /// The lane; `None` for steps of the whole instruction.
    pub lane: Option<LaneId>,
    /// The main action.
    pub phase: Phase,
    /// The statement; `None` for the mask and latch steps.
    pub pc: Option<Pc>,
    /// The place of the statement in the notation.
    pub site: Option<Site>,
    /// The piece of the operation's text that ran, if any.
    pub op_site: Option<Site>,
    /// Its effects, in order.
    pub effects: Vec<Effect>,
    /// The expressions that it evaluated, in that order, each with its value.
    pub values: Vec<(ExprId, Bits)>,
}

impl MicroStep {
    /// Returns the accesses to shared memory, in order.
    pub fn accesses(&self) -> impl Iterator<Item = &Access> {
        self.effects.iter().filter_map(|effect| match effect {
            Effect::Read { access, .. } | Effect::Write { access, .. } | Effect::Drop { access } => {
                Some(access)
            }
            _ => None,
        })
    }

    /// Returns the access out of bounds that a trap prevented.
    pub fn prevented(&self) -> Option<&Access> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Trap { access, .. } => access.as_ref(),
            _ => None,
        })
    }
}

/// A value for an output operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Returned {
    /// The index of the operand in the instruction's row.
    pub operand: u8,
    /// The value of the element. For a pair of registers, this is the low half; for a predicate, all its bits.
    pub value: Bits,
    /// Its type.
    pub ty: ScalarType,
    /// The lane's bit, if the operand is a predicate.
    pub bit: Option<u8>,
}

impl Returned {
    /// Formats the value. A bit is `0`, `1` or `?` in every format.
    pub fn show(&self, format: NumberFormat) -> String {
        match self.bit {
            Some(bit) => show_bit(self.value, bit).to_owned(),
            None => show(self.value, self.ty, format),
        }
    }
}

/// Formats a bit of a predicate: `0`, `1`, or `?` if it is undefined.
pub fn show_bit(bits: Bits, bit: u8) -> &'static str {
    match (bits.defined >> bit & 1, bits.value >> bit & 1) {
        (0, _) => "?",
        (_, 0) => "0",
        _ => "1",
    }
}
