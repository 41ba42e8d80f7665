//! The atomic operations of LSC instructions. Each is named by a mnemonic of its own, so each has its own table.

use crate::base::ScalarType::{self, D, F, Ud};
use crate::isa::visa::readings;
use crate::spec::{AtomicOp, OpTable, OpTypes, Reading};

/// Returns the types of an operation. No form has 16 bits.
const fn types(dword: ScalarType) -> OpTypes {
    OpTypes { word: None, ..OpTypes::from_dword(dword) }
}

/// An instruction with an atomic operation.
pub(super) struct LscAtomic {
    /// The table of its operation.
    pub table: OpTable,
    /// A description of the instruction.
    pub prose: &'static str,
    /// The readings about the operation.
    pub readings: &'static [&'static Reading],
}

/// Creates the instructions of a list of operations.
macro_rules! atomics {
    ($($code:literal $name:literal $text:literal $ty:ident [$($reading:ident),*], $prose:literal, $synonyms:literal;)*) => {
        &[$(LscAtomic {
            table: OpTable::new(
                &[AtomicOp::new($code, $name, &[$text], $prose).with_types(types($ty)).with_synonyms($synonyms)],
                include_str!("lsc_ops.notation"),
            ),
            prose: concat!(
                "Each enabled lane changes a dword or qword in memory, undisturbed by the others, and returns what it found: ",
                $prose, ".",
            ),
            readings: &[$(&readings::$reading),*],
        }),*]
    };
}

/// The instructions, by the number of the operation.
pub(super) static ATOMICS: &[LscAtomic] = atomics![
    0x08 "IINC" "iinc" Ud [], "adds one; wraps around", "increment count up atomicInc";
    0x09 "IDEC" "idec" Ud [], "subtracts one; wraps around", "decrement count down atomicDec";
    0x0a "LOAD" "load" Ud [], "returns the value and stores it unchanged", "atomic load read";
    0x0b "STORE" "store" Ud [], "stores src0", "atomic store write exchange atomicExch";
    0x0c "IADD" "iadd" Ud [], "adds src0; wraps around", "addition sum fetch-and-add atomicAdd";
    0x0d "ISUB" "isub" Ud [], "subtracts src0; wraps around", "subtraction fetch-and-sub atomicSub";
    0x0e "SMIN" "smin" D [], "keeps the smaller of old and src0, signed", "minimum smallest signed atomicMin";
    0x0f "SMAX" "smax" D [], "keeps the larger of old and src0, signed", "maximum largest signed atomicMax";
    0x10 "UMIN" "umin" Ud [], "keeps the smaller of old and src0, unsigned", "minimum smallest atomicMin";
    0x11 "UMAX" "umax" Ud [], "keeps the larger of old and src0, unsigned", "maximum largest atomicMax";
    0x12 "ICAS" "icas" Ud [], "stores src1 where old equals src0", "CAS compare and swap, compare-and-swap atomicCAS lock";
    0x13 "FADD" "fadd" F [FLOAT_DENORMALS], "adds src0, as floats", "addition sum floating point atomicAdd";
    0x14 "FSUB" "fsub" F [FLOAT_DENORMALS], "subtracts src0, as floats", "subtraction floating point";
    0x15 "FMIN" "fmin" F [FLOAT_MINMAX, FLOAT_DENORMALS], "keeps the smaller of old and src0, as floats", "minimum smallest floating point";
    0x16 "FMAX" "fmax" F [FLOAT_MINMAX, FLOAT_DENORMALS], "keeps the larger of old and src0, as floats", "maximum largest floating point";
    0x17 "FCAS" "fcas" F [FCMPWR_COMPARE, FLOAT_DENORMALS], "stores src1 where old equals src0, as floats", "CAS compare and swap, floating point";
    0x18 "AND" "and" Ud [], "keeps the bits that are also set in src0", "clear bits mask atomicAnd";
    0x19 "OR" "or" Ud [], "sets the bits that are set in src0", "set bits atomicOr";
    0x1a "XOR" "xor" Ud [], "flips the bits that are set in src0", "toggle flip bits atomicXor";
];
