//! Micro-steps.

use super::Returned;
use crate::base::{Bits, LaneId, LaneMask, ScalarType};
use crate::machine::Place;
use crate::semantics::{Site, TrapReason, Type};
use serde::{Deserialize, Serialize};

/// What a micro-step mainly does; the most telling of its effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// The instruction finds out which lanes take part.
    Mask,
    /// The instruction latches its sources.
    Latch,
    /// A lane computes where to go.
    Address,
    /// A lane computes something else, or decides.
    Compute,
    /// A lane reads shared memory.
    Read,
    /// A lane applies the operation.
    Modify,
    /// A lane writes shared memory.
    Write,
    /// A lane hands a value to its destination.
    Return,
}

impl Phase {
    /// The word for it.
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

/// How far a step of the timeline goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Granularity {
    /// One micro-step.
    Phase,
    /// Until a lane asks for a place in memory, reads, modifies, writes or returns.
    Memory,
    /// Until another lane has its turn.
    Lane,
    /// Until another instruction begins.
    Instruction,
}

/// Why a lane does not take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OffReason {
    /// The lane's bit of the dispatch mask is off.
    Mask,
    /// The lane's bit of the predicate is off.
    Predicate,
    /// The lane only helps its neighbours, and the instruction does nothing for such lanes.
    Helper,
    /// The lane has left the program.
    Exited,
}

/// A lane's access to shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Access {
    /// Index of the surface operand in the instruction's row.
    pub operand: u8,
    /// The bytes.
    pub place: Place,
    /// The address as computed, in bytes; differs from the place's where a reading masks low bits. Of a texel: where it
    /// lies, undefined where a coordinate is.
    pub address: Bits,
    /// The coordinates, where a texel is accessed: x, y, layer or z, level of detail. A texel outside has no bytes: its
    /// place stands behind the last of the surface.
    pub texel: Option<[u32; 4]>,
    /// Element type.
    pub ty: ScalarType,
    /// Size of the surface in bytes.
    pub extent_bytes: u32,
    /// Whether the whole element lies inside.
    pub inside: bool,
}

/// A value that went into a computation: the piece of notation that named it, and what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// The place of that piece: of `old`, `src0[i]`, ...
    pub site: Site,
    /// Its value.
    pub value: Bits,
    /// Its type.
    pub ty: Type,
}

/// An assignment that an operation made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpLine {
    /// The statement.
    pub site: Site,
    /// What was assigned.
    pub value: Bits,
    /// Its type.
    pub ty: Type,
}

/// One thing that a micro-step does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// Which lanes take part, and why the others do not.
    Mask {
        /// The lanes that take part.
        enabled: LaneMask,
        /// The lanes that do not, each with the reason.
        off: Vec<(LaneId, OffReason)>,
        /// The lanes whose predicate depends on undefined bits, which count as 0.
        undefined: LaneMask,
    },
    /// The sources of every enabled lane are read before any lane runs.
    Latch,
    /// A local gets a value.
    Local {
        /// Its name.
        name: String,
        /// Its type.
        ty: Type,
        /// Value before.
        before: Bits,
        /// Value after.
        after: Bits,
    },
    /// A condition is decided.
    Decide {
        /// Whether it holds.
        holds: bool,
        /// Whether its bit was defined; an undefined condition counts as false.
        defined: bool,
    },
    /// The lane stops, and the run ends when the others are done.
    Trap {
        /// The reason.
        reason: TrapReason,
    },
    /// The operation is applied.
    Modify {
        /// Its name.
        op: String,
        /// The new value, which the lane means to write.
        new: Bits,
        /// The value that the lane will hand back.
        result: Bits,
        /// Access type.
        ty: ScalarType,
    },
    /// Shared memory is read.
    Read {
        /// The access.
        access: Access,
        /// The value that came back.
        value: Bits,
    },
    /// Shared memory is written, or the write is dropped.
    Write {
        /// The access.
        access: Access,
        /// The value that lay there before.
        before: Bits,
        /// The value that lies there now; equal to `before` when dropped.
        after: Bits,
        /// The value that the lane meant to write.
        value: Bits,
        /// Whether it was dropped because it lies outside.
        dropped: bool,
    },
    /// An access is dropped before anything is read or written.
    Drop {
        /// The access, which is not inside; of an element that has no surface, in no surface.
        access: Access,
    },
    /// A destination element is written; nothing happens where the destination is null.
    Return {
        /// Index of the operand in the instruction's row.
        operand: u8,
        /// The place of the element; `None` for the null variable.
        place: Option<Place>,
        /// Declared type of the element.
        ty: ScalarType,
        /// The value that lay there before.
        before: Bits,
        /// The value that lies there now.
        after: Bits,
        /// The bit that was written, where the place is a predicate.
        bit: Option<u8>,
        /// The value that the statement came to, before it was fitted to the element.
        value: Bits,
    },
}

impl Effect {
    /// The value that a destination got; `None` for other effects.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MicroStep {
    /// Position in the trace, from 0.
    pub index: u32,
    /// Position of its instruction in the program, from 0.
    pub instruction: u32,
    /// The lane; `None` for steps of the whole instruction.
    pub lane: Option<LaneId>,
    /// What it mainly does.
    pub phase: Phase,
    /// The piece of notation that did it; `None` for the mask and latch steps.
    pub site: Option<Site>,
    /// The piece of the operation's text, where it ran one.
    pub op_site: Option<Site>,
    /// What the operation assigned, in order.
    pub op_lines: Vec<OpLine>,
    /// Its effects, in order.
    pub effects: Vec<Effect>,
    /// The values that went into it, in order of evaluation.
    pub inputs: Vec<Input>,
}

impl MicroStep {
    /// The accesses to shared memory that it made, in order.
    pub fn accesses(&self) -> impl Iterator<Item = &Access> {
        self.effects.iter().filter_map(|effect| match effect {
            Effect::Read { access, .. } | Effect::Write { access, .. } | Effect::Drop { access } => {
                Some(access)
            }
            _ => None,
        })
    }
}
