//! The parts that rows share: operands, modifiers and readings.

use crate::base::ScalarType::{self, D, F, Ub, Ud, Uq, Uw};
use crate::base::SurfaceKind;
use crate::isa::visa::readings;
use crate::spec::{
    AddressUnit, Bounds, ChosenReadings, ElementCount, ImpliedOperand, Instruction, LineAttributes,
    MemoryBehaviour, Misaligned, Modifier, ModifierValue, NullRule, OpWidth, Operand, OperandKind,
    OperandType, OutOfBoundsRead, Overlap, Reading, UpperPart,
};

/// The operand of a buffer.
pub(super) const BUFFER: Operand = Operand::memory(
    "surface",
    OperandKind::Surface { kinds: SurfaceKind::RAW },
    "A buffer, shared local memory (T0, %slm) or stateless memory (T5, T255, %scratch).",
);

/// Returns the kind of a raw operand with one element for each lane.
pub(super) const fn raw(ty: OperandType, null: NullRule) -> OperandKind {
    OperandKind::Raw { ty, null, elements: ElementCount::PerLane }
}

/// An unsigned dword of each lane that is an address or an index.
pub(super) const INDEX: OperandKind = raw(OperandType::OneOf(&[Ud]), NullRule::Never);

/// Returns the kind of an operand with dwords of any type. An access to smaller elements uses their low bytes.
pub(super) const fn dwords(elements: ElementCount) -> OperandKind {
    OperandKind::Raw { ty: OperandType::LowBits(&[Ud, D, F]), null: NullRule::Never, elements }
}

/// Returns the operand with the offset that all lanes share.
const fn shared_offset(name: &'static str, ty: ScalarType) -> Operand {
    let prose = "Added to each lane's own offset: an immediate, or one element of a variable.";
    Operand::source(name, OperandKind::Scalar { ty }, prose)
}

/// Returns the operands of a gather or scatter: a buffer, the offset that all lanes share, each lane's own offset, and
/// the data.
pub(super) const fn buffer_operands(offset: &'static str, unit: AddressUnit, data: Operand) -> [Operand; 4] {
    let own = "The offset of each lane, added to the global offset.";
    [
        BUFFER,
        shared_offset(offset, Ud).in_unit(unit),
        Operand::source("element_offset", INDEX, own).in_unit(unit),
        data,
    ]
}

/// The destination of a gather of one element per lane.
pub(super) const GATHERED: Operand = Operand::destination(
    "dst",
    dwords(ElementCount::PerLane),
    "The destination of each lane's element; the upper part of bytes and words is undefined.",
);

/// The source of a scatter of one element per lane.
pub(super) const SCATTERED: Operand = Operand::source(
    "src",
    dwords(ElementCount::PerLane),
    "The source: the low bytes of each element are written.",
);

/// Returns the operands that follow the address in rows with atomic operations: two sources and a destination, of the
/// operation's type.
pub(super) const fn atomic_operands(src1: &'static str) -> [Operand; 3] {
    const fn data(null: NullRule) -> OperandKind {
        raw(OperandType::OfOp, null)
    }
    let src0 = "First source; V0 for operations that take none.";
    let dst = "The destination of each lane's result; V0 discards it.";
    [
        Operand::source("src0", data(NullRule::WhenUnused(0)), src0),
        Operand::source("src1", data(NullRule::WhenUnused(1)), src1),
        Operand::destination("dst", data(NullRule::Allowed), dst),
    ]
}

/// The first byte of the machine code of instructions with 64-bit addresses. The second one tells them apart.
pub(super) const SVM: u8 = 0x4e;

/// Other words for loads and stores at 64-bit addresses.
pub(super) const SVM_LOAD: &str = "load read LD global flat generic a64";
pub(super) const SVM_STORE: &str = "store write ST global flat generic a64";

/// The rule for accesses out of bounds at 64-bit addresses.
pub(super) const SVM_BOUNDS: &str = "The manual leaves it to the implementation. By default (reading `svm_outside`), reads out \
    of bounds return zero, and writes are dropped.";

/// The memory of instructions with 64-bit addresses.
pub(super) const STATELESS: Operand = Operand::memory(
    "memory",
    OperandKind::Implied(ImpliedOperand::Surface(SurfaceKind::Stateless)),
    "Stateless memory (T5, T255, %scratch), which no line names. Address 0 is its first byte.",
);

/// A 64-bit address of each lane.
const ADDRESS_DATA: OperandKind = raw(OperandType::OneOf(&[Uq]), NullRule::Never);

/// The 64-bit address of each lane.
pub(super) const ADDRESSES: Operand =
    Operand::source("addresses", ADDRESS_DATA, "The address of each lane.").in_unit(AddressUnit::Bytes);

/// Returns the operands of an instruction with channels at 64-bit addresses: the address that all lanes share, each
/// lane's own offset, the data, and the memory.
pub(super) const fn svm_operands(data: Operand) -> [Operand; 4] {
    let own = "The offset of each lane, added to the address.";
    [
        shared_offset("address", Uq).in_unit(AddressUnit::Bytes),
        Operand::source("element_offset", ADDRESS_DATA, own).in_unit(AddressUnit::Bytes),
        data,
        STATELESS,
    ]
}

/// Returns the properties that most rows share.
pub(super) fn visa_defaults() -> Instruction {
    Instruction { memory_behaviour, ..Instruction::default() }
}

/// Returns the behaviour of memory instructions under the readings in force, unless a row has its own.
pub(super) fn memory_behaviour(readings: &ChosenReadings) -> MemoryBehaviour {
    let is = |reading, choice| readings.is(reading, choice);
    MemoryBehaviour {
        misaligned: if is(&readings::MISALIGNED, "mask") {
            Misaligned::MaskLowBits
        } else {
            Misaligned::Fault
        },
        bounds: if is(&readings::BOUNDS, "first_byte") { Bounds::FirstByte } else { Bounds::WholeElement },
        slm_out_of_bounds: if is(&readings::SLM_OUTSIDE, "undefined") {
            OutOfBoundsRead::Undefined
        } else {
            OutOfBoundsRead::Zero
        },
        upper_part: if is(&readings::UPPER_HALF, "zero") {
            UpperPart::Zero
        } else if is(&readings::UPPER_HALF, "sign") {
            UpperPart::Sign
        } else if is(&readings::UPPER_HALF, "zero_outside") {
            UpperPart::ZeroOutOfBounds
        } else {
            UpperPart::Undefined
        },
        off_lanes_undefined: is(&readings::OFF_LANES, "undefined"),
        helper_lanes_undefined: false,
        live_sources: is(&readings::SOURCES, "live"),
    }
}

/// Returns the properties that gathers share.
pub(super) fn gather_defaults() -> Instruction {
    Instruction {
        synonyms: "load read LD",
        bounds_prose: "Reads out of bounds return zero.",
        conflict_prose: "Lanes may read the same address.",
        ..visa_defaults()
    }
}

/// Returns the properties that scatters share.
pub(super) fn scatter_defaults() -> Instruction {
    Instruction {
        synonyms: "store write ST",
        bounds_prose: "Writes out of bounds are dropped.",
        conflict_prose: "Undefined if two lanes write the same bytes. By default (reading `scatter_overlap`), Lanescope keeps the later value.",
        overlap: Overlap::Undefined,
        ..visa_defaults()
    }
}

/// Returns the modifier for 16 bits.
pub(super) const fn width16(prose: &'static str) -> Modifier {
    const WORD: ModifierValue = ModifierValue::new("16", "").with_width(OpWidth::Bits16);
    Modifier::listed("16", &[WORD], prose).optional()
}

/// The modifier for the size of an element, whose code is the binary logarithm of the size.
pub(super) const ELEMENT_SIZE: Modifier = Modifier::listed(
    "elt_size",
    &[
        ModifierValue::new("1", "").with_code(0).with_access(Ub),
        ModifierValue::new("2", "").with_code(1).with_access(Uw),
        ModifierValue::new("4", "").with_code(2).with_access(Ud),
    ],
    "Bytes of an element: 1, 2 or 4.",
);

/// The modifier for the size of a block. The manual's page gives 3 as the code of 8 bytes; compilers read 2.
pub(super) const BLOCK_SIZE: Modifier = Modifier::listed(
    "block_size",
    &[
        ModifierValue::new("4", "").with_code(1).with_access(Ud),
        ModifierValue::new("1", "").with_code(0).with_access(Ub),
        ModifierValue::new("8", "").with_code(2).with_access(Uq),
    ],
    "Bytes of a block: 1, 4 or 8.",
);

const fn blocks(count: u8) -> LineAttributes {
    LineAttributes { blocks: Some(count), ..LineAttributes::NONE }
}

/// The modifier for the number of blocks, whose code is its binary logarithm.
pub(super) const NUM_BLOCKS: Modifier = Modifier::listed(
    "num_blocks",
    &[
        ModifierValue::new("1", "").with_code(0).with_attributes(blocks(1)),
        ModifierValue::new("2", "").with_code(1).with_attributes(blocks(2)),
        ModifierValue::new("4", "").with_code(2).with_attributes(blocks(4)),
        ModifierValue::new("8", "").with_code(3).with_attributes(blocks(8)),
    ],
    "The number of neighbouring blocks of a lane: 1, 2, 4 or 8.",
);

/// Returns the word of a channel mask, which is its code. R is bit 0.
const fn channels(text: &'static str, mask: u8) -> ModifierValue {
    let decides = LineAttributes { channels: Some(mask), ..LineAttributes::NONE };
    ModifierValue::new(text, "").with_code(mask as u64).with_attributes(decides)
}

/// The modifier for the channels. The usual choices come first.
pub(super) const ENABLED_CHANNELS: Modifier = Modifier::listed(
    "channels",
    &[
        channels("R", 0b0001),
        channels("G", 0b0010),
        channels("B", 0b0100),
        channels("A", 0b1000),
        channels("RG", 0b0011),
        channels("RGB", 0b0111),
        channels("RGBA", 0b1111),
        channels("RB", 0b0101),
        channels("RA", 0b1001),
        channels("GB", 0b0110),
        channels("GA", 0b1010),
        channels("BA", 0b1100),
        channels("RGA", 0b1011),
        channels("RBA", 0b1101),
        channels("GBA", 0b1110),
    ],
    "The enabled channels of R, G, B and A; channel n is the n-th dword after a lane's address.",
);

/// Returns the readings of a row that accesses untyped memory: its own, and those that all such rows share.
pub(super) fn buffer_readings(own: &[&'static Reading]) -> Vec<&'static Reading> {
    let shared: &[&Reading] = &[
        &readings::ADDRESS_SUM,
        &readings::MISALIGNED,
        &readings::BOUNDS,
        &readings::STATELESS_NAME,
        &readings::FIRST_USER_SURFACE,
        &readings::RESERVED_SURFACES,
        &readings::ANY_ALL_WIDTH,
        &readings::MASK_END,
    ];
    [own, shared].concat()
}

/// Returns the readings of an instruction at 64-bit addresses that is not atomic: its own, and those that all such rows
/// share.
pub(super) fn svm_readings(own: &[&'static Reading]) -> Vec<&'static Reading> {
    let shared: &[&Reading] = &[
        &readings::SVM_OUTSIDE,
        &readings::MISALIGNED,
        &readings::BOUNDS,
        &readings::STATELESS_NAME,
        &readings::FIRST_USER_SURFACE,
        &readings::ANY_ALL_WIDTH,
        &readings::MASK_END,
    ];
    [own, shared].concat()
}

/// Returns the readings of an instruction with the shared table of atomic operations: its own, and those that all such rows
/// share.
pub(super) fn atomic_readings(own: &[&'static Reading]) -> Vec<&'static Reading> {
    let shared: &[&Reading] = &[
        &readings::PREDEC_SRC0,
        &readings::PREDEC_TYPE,
        &readings::PREDEC_RESULT,
        &readings::OUTSIDE_RESULT,
        &readings::ADD_TYPE,
        &readings::SOURCES,
        &readings::OFF_LANES,
        &readings::UPPER_HALF,
        &readings::WORD_TYPES,
        &readings::FLOAT_MINMAX,
        &readings::FCMPWR_COMPARE,
        &readings::FLOAT_DENORMALS,
        &readings::ANY_ALL_WIDTH,
        &readings::MASK_END,
    ];
    [own, shared].concat()
}
