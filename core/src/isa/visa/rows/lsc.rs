//! LSC_UNTYPED: loads, stores and atomic operations whose lines state the size of the data and the kind of address.

use super::common::{self, buffer_readings, raw, visa_defaults};
use super::lsc_ops::{ATOMICS, LscAtomic};
use crate::base::{Clause, ScalarType, SurfaceKind};
use crate::isa::visa::readings;
use crate::spec::{
    AddressUnit, ChosenReadings, DeclaredSignature, ElementCount, Instruction, MemoryBehaviour, Modifier,
    ModifierValue, NullRule, Operand, OperandKind, OperandType, Reading, Signature, StatedAccess,
    StatedElements, UpperPart,
};

const PAGE: Clause = Clause { page: "vISA, LSC_UNTYPED", heading: "Description" };

const ALL_EXEC_SIZES: &[u8] = &[1, 2, 4, 8, 16, 32];

/// Returns the rows.
pub(super) fn rows() -> Vec<Instruction> {
    let transfers = [
        load("LSC_LOAD", StatedElements::Vector, LOADED),
        store("LSC_STORE", StatedElements::Vector, STORED),
        load("LSC_LOAD_QUAD", StatedElements::Masked, LOADED_QUAD),
        store("LSC_STORE_QUAD", StatedElements::Masked, STORED_QUAD),
    ];
    transfers.into_iter().chain(ATOMICS.iter().map(atomic)).collect()
}

const LOADED: &str = "Each enabled lane reads one element, or several neighbours, from its address.";
const STORED: &str = "Each enabled lane writes one element, or several neighbours, to its address.";
const LOADED_QUAD: &str =
    "Each enabled lane reads up to four neighbouring elements, one for each channel of x, y, z and w.";
const STORED_QUAD: &str =
    "Each enabled lane writes up to four neighbouring elements, one for each channel of x, y, z and w.";

/// The memory that an address without a surface means.
const MEMORY: Modifier = Modifier::listed(
    "memory",
    &[
        ModifierValue::new("ugm", "Global memory: `flat` is stateless memory, and `bti` a buffer.")
            .with_surface_kind(SurfaceKind::Stateless),
        ModifierValue::new("slm", "Shared local memory.").with_surface_kind(SurfaceKind::Slm),
        ModifierValue::new("ugml", "Global memory of another tile, which is the same memory here.")
            .with_surface_kind(SurfaceKind::Stateless),
    ],
    "The memory: global or shared local.",
);

/// The modifier for the caches, and its value without a request.
pub const CACHING: &str = "caching";
pub const DEFAULT_CACHING: &str = "df.df";

/// Returns the modifiers of a row. The words for the caches have no effect on results.
const fn modifiers(caching: &'static [ModifierValue]) -> [Modifier; 2] {
    let prose = "The use of the first and of the last cache; no effect on results.";
    [MEMORY, Modifier::listed(CACHING, caching, prose).optional()]
}

/// The pairs of words for the caches of a load.
const LOAD_CACHING: &[ModifierValue] = &[
    ModifierValue::new(DEFAULT_CACHING, "The defaults."),
    ModifierValue::new("uc.uc", "Not cached."),
    ModifierValue::new("uc.ca", "Not in the first cache."),
    ModifierValue::new("ca.uc", "In the first cache only."),
    ModifierValue::new("ca.ca", "Cached."),
    ModifierValue::new("st.uc", "Streaming through the first cache only."),
    ModifierValue::new("st.ca", "Streaming through the first cache."),
    ModifierValue::new("ri.ca", "Invalidated in the first cache by the read."),
];

/// The pairs of words for the caches of a store or an atomic operation.
const STORE_CACHING: &[ModifierValue] = &[
    ModifierValue::new(DEFAULT_CACHING, "The defaults."),
    ModifierValue::new("uc.uc", "Not cached."),
    ModifierValue::new("uc.wb", "Not in the first cache."),
    ModifierValue::new("wt.uc", "Through the first cache only."),
    ModifierValue::new("wt.wb", "Through the first cache."),
    ModifierValue::new("st.uc", "Streaming through the first cache only."),
    ModifierValue::new("st.wb", "Streaming through the first cache."),
    ModifierValue::new("wb.wb", "Written back by both."),
];

/// The surface of an address. Its text is `flat` or `bti(NAME)`.
const SURFACE: Operand = Operand::memory(
    "surface",
    OperandKind::Surface { kinds: SurfaceKind::RAW },
    "`flat`: stateless memory, or shared local memory for `.slm`. `bti(NAME)`: a buffer, by name or by its entry of the \
        binding table.",
);

const SCALE: Operand = Operand::source(
    "scale",
    OperandKind::Scalar { ty: ScalarType::Ud },
    "The factor of the addresses, `flat[4*VAR]`; 1 if it is not written.",
);

const ADDRESSES: Operand = Operand::source(
    "addresses",
    raw(OperandType::Address, NullRule::Never),
    "The address of each lane, in UD for `:a32` and UQ for `:a64`.",
)
.in_unit(AddressUnit::Bytes);

const OFFSET: Operand = Operand::source(
    "offset",
    OperandKind::Scalar { ty: ScalarType::D },
    "Added to each address, `flat[VAR-8]`; 0 if it is not written.",
)
.in_unit(AddressUnit::Bytes);

/// Returns the kind of data with a block of registers for each element of a lane.
const fn blocks(null: NullRule) -> OperandKind {
    OperandKind::Raw { ty: OperandType::Data, null, elements: ElementCount::PerChannel }
}

const LOAD_DST: Operand = Operand::destination(
    "dst",
    blocks(NullRule::Allowed),
    "The destination with the size of the data: a block of registers for each element of a lane. `%null` only prefetches.",
);

const STORE_SRC: Operand = Operand::source(
    "src",
    blocks(NullRule::Never),
    "The source with the size of the data: a block of registers for each element of a lane.",
);

const ATOMIC_DST: Operand = Operand::destination(
    "dst",
    raw(OperandType::Data, NullRule::Allowed),
    "The destination of each lane's old value; `%null` discards it.",
);

const ATOMIC_SRC0: Operand = Operand::source(
    "src0",
    raw(OperandType::Data, NullRule::WhenUnused(0)),
    "First source; `%null` for operations that take none.",
);

const ATOMIC_SRC1: Operand = Operand::source(
    "src1",
    raw(OperandType::Data, NullRule::WhenUnused(1)),
    "Second source, the new value of ICAS and FCAS; `%null` for all others.",
);

/// Returns the memory rules: those of all memory instructions, but narrow loads fill the dword.
fn memory_behaviour(readings: &ChosenReadings) -> MemoryBehaviour {
    let is_undefined = readings.is(&readings::NARROW_LOAD, "undefined");
    let upper_part = if is_undefined { UpperPart::Undefined } else { UpperPart::Zero };
    MemoryBehaviour { upper_part, ..common::memory_behaviour(readings) }
}

/// Returns a row with the properties that most rows share.
fn row(mnemonic: String, prose: &'static str) -> Instruction {
    Instruction {
        mnemonic: mnemonic.into(),
        prose,
        modifiers: const { &modifiers(STORE_CACHING) },
        memory_behaviour,
        source: PAGE,
        ..visa_defaults()
    }
}

fn load(mnemonic: &str, elements: StatedElements, prose: &'static str) -> Instruction {
    Instruction {
        synonyms: "load read LD gather prefetch",
        modifiers: const { &modifiers(LOAD_CACHING) },
        bounds_prose: "Reads out of bounds return zero.",
        conflict_prose: "Lanes may read the same address.",
        readings: buffer_readings(&[
            &readings::NARROW_LOAD,
            &readings::BINDING_TABLE,
            &readings::CHANNEL_BOUNDS,
            &readings::BLOCK_PITCH,
            &readings::SLM_OUTSIDE,
            &readings::SOURCES,
            &readings::OFF_LANES,
        ]),
        semantics: include_str!("lsc_load.notation").into(),
        signature: Signature::Declared(DeclaredSignature {
            exec_sizes: |_, _| ALL_EXEC_SIZES,
            operands: const { &[LOAD_DST, SURFACE, SCALE, ADDRESSES, OFFSET] },
            stated: Some(StatedAccess { data: 0, elements, address: 1 }),
            ..DeclaredSignature::default()
        }),
        ..row(mnemonic.to_owned(), prose)
    }
}

fn store(mnemonic: &str, elements: StatedElements, prose: &'static str) -> Instruction {
    Instruction {
        synonyms: "store write ST scatter",
        bounds_prose: "Writes out of bounds are dropped.",
        conflict_prose: "Lanes that write the same bytes do so one after another, in an order that the manual does not fix.",
        readings: buffer_readings(&[
            &readings::BINDING_TABLE,
            &readings::CHANNEL_BOUNDS,
            &readings::BLOCK_PITCH,
        ]),
        semantics: include_str!("lsc_store.notation").into(),
        signature: Signature::Declared(DeclaredSignature {
            exec_sizes: |_, _| ALL_EXEC_SIZES,
            operands: const { &[SURFACE, SCALE, ADDRESSES, OFFSET, STORE_SRC] },
            stated: Some(StatedAccess { data: 4, elements, address: 0 }),
            ..DeclaredSignature::default()
        }),
        ..row(mnemonic.to_owned(), prose)
    }
}

fn atomic(LscAtomic { table, prose, readings }: &'static LscAtomic) -> Instruction {
    let shared: &[&Reading] =
        &[&readings::BINDING_TABLE, &readings::SLM_OUTSIDE, &readings::SOURCES, &readings::OFF_LANES];
    Instruction {
        synonyms: "atomic untyped fetch-and-op read-modify-write",
        own_op_table: Some(table),
        bounds_prose: "Reads out of bounds return zero, and writes are dropped.",
        conflict_prose: "Lanes at the same address take turns, in an order that the manual does not fix.",
        readings: buffer_readings(&[shared, readings].concat()),
        semantics: include_str!("lsc_atomic.notation").into(),
        signature: Signature::Declared(DeclaredSignature {
            exec_sizes: |_, _| ALL_EXEC_SIZES,
            operands: const { &[ATOMIC_DST, SURFACE, SCALE, ADDRESSES, OFFSET, ATOMIC_SRC0, ATOMIC_SRC1] },
            stated: Some(StatedAccess { data: 0, elements: StatedElements::Single, address: 1 }),
            ..DeclaredSignature::default()
        }),
        ..row(format!("LSC_ATOMIC_{}", table.ops[0].name), prose)
    }
}
