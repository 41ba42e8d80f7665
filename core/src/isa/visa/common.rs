//! What rows have in common: operands and modifiers of those that gather and scatter, and the source of the binary format.

use super::readings as r;
use crate::base::ScalarType::{D, F, Ub, Ud, Uw};
use crate::base::{Clause, SurfaceKind};
use crate::spec::{
    Direction, ElementCount, Encoding, Modifier, ModifierKind, NullRule, Operand, OperandKind, OperandType,
    Part, Reading,
};

/// Where the binary format is written.
pub(super) const BINARY: Clause = Clause { page: "vISA", heading: "binary format, as GenX_IR reads it" };

/// The machine code of instructions that have channels.
pub(super) const CHANNELS_CODE: Encoding = Encoding::Bytes(
    &[
        Part::ExecSize,
        Part::Predicate,
        Part::Channels,
        Part::Zero("scale", 2),
        Part::Surface(0),
        Part::Vector(1),
        Part::Raw(2),
        Part::Raw(3),
    ],
    BINARY,
);

/// The machine code of instructions that go by byte addresses.
pub(super) const SCALED_CODE: Encoding = Encoding::Bytes(
    &[
        Part::ExecSize,
        Part::Predicate,
        Part::Zero("block_size", 1),
        Part::SizeLog,
        Part::Zero("scale", 2),
        Part::Surface(0),
        Part::Vector(1),
        Part::Raw(2),
        Part::Raw(3),
    ],
    BINARY,
);

/// The operand of a buffer.
pub(super) const BUFFER: Operand = Operand {
    name: "surface",
    kind: OperandKind::Surface { kinds: SurfaceKind::RAW },
    unit: None,
    prose: "A buffer, shared local memory (T0, %slm) or stateless memory (T5, T255, %scratch).",
};

/// The operand of the offset that all lanes share.
pub(super) const fn shared_offset(name: &'static str, unit: &'static str) -> Operand {
    Operand {
        name,
        kind: OperandKind::Scalar { ty: Ud },
        unit: Some(unit),
        prose: "Added to each lane's own offset: an immediate, or one element of a variable.",
    }
}

/// The operand of each lane's own offset.
pub(super) const fn element_offset(unit: &'static str) -> Operand {
    let ty = OperandType::Fixed(Ud);
    let (direction, null, elements) = (Direction::In, NullRule::Never, ElementCount::PerLane);
    Operand {
        name: "element_offset",
        kind: OperandKind::Raw { direction, ty, null, data: false, elements },
        unit: Some(unit),
        prose: "Where each lane goes, counted from the offset that all share.",
    }
}

/// The operand of what is read or written: dwords whose low bytes count.
pub(super) const fn data(
    name: &'static str,
    direction: Direction,
    elements: ElementCount,
    prose: &'static str,
) -> Operand {
    let (ty, null) = (OperandType::OneOf(&[Ud, D, F]), NullRule::Never);
    Operand { name, kind: OperandKind::Raw { direction, ty, null, data: true, elements }, unit: None, prose }
}

/// The modifier of an element's size.
pub(super) const SIZE: Modifier = Modifier {
    name: "elt_size",
    kind: ModifierKind::Size(&[("1", Ub), ("2", Uw), ("4", Ud)]),
    optional: false,
    prose: "Bytes of an element: 1, 2 or 4.",
};

/// The modifier of the channels.
pub(super) const CHANNELS: Modifier = Modifier {
    name: "channels",
    kind: ModifierKind::Channels,
    optional: false,
    prose: "Which of the channels R, G, B and A take part; channel n is the n-th dword behind a lane's address.",
};

/// The readings that touch all rows that gather or scatter.
pub(super) const READINGS: &[&Reading] = &[
    &r::GATHER_UNIT,
    &r::ADDRESS_SUM,
    &r::CHANNEL_PLACE,
    &r::BLOCK_PITCH,
    &r::SCALED_EXEC,
    &r::GATHER_PREDICATE,
    &r::STATELESS_NAME,
    &r::FIRST_USER_SURFACE,
    &r::RESERVED_SURFACES,
    &r::SOURCES,
    &r::MISALIGNED,
    &r::BOUNDS,
    &r::SLM_OUTSIDE,
    &r::OFF_LANES,
    &r::UPPER_HALF,
    &r::ANY_ALL_WIDTH,
    &r::MASK_END,
];
