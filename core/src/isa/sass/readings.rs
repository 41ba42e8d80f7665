//! Where the page of SUATOM is silent or contradicts itself, and how it can be read. The first choice is the default.

use crate::base::Clause;
use crate::spec::{Choice, Reading};

const fn choice(name: &'static str, prose: &'static str) -> Choice {
    Choice { name, prose }
}

const fn at(heading: &'static str) -> Clause {
    Clause { page: "SUATOM", heading }
}

/// Every reading of SASS.
pub const ALL: &[&Reading] = &[
    &MISSING_OP,
    &CAS_SWAP,
    &CAS_FAILURE,
    &DROPPED_RESULT,
    &HELPER_RESULT,
    &ARRAY_INDEX,
    &BA_MISALIGNED,
    &DIM_MISMATCH,
    &SIZE_MISMATCH,
    &OTHER_FORMATS,
    &HALF_SPELLING,
    &POOL_LIMIT,
    &TRAP_EFFECTS,
    &NAN_RESULT,
    &NAN_MINMAX,
    &MINMAX_SUBNORMALS,
    &RETURNED_FLOAT,
];

/// Whether the operation may be left out.
pub const MISSING_OP: Reading = Reading {
    name: "missing_op",
    question: "Which operation has a line that names none?",
    choices: &[
        choice("add", "ADD, its code being 0; Lanescope warns."),
        choice("error", "None: the line is an error."),
    ],
    evidence: "The page's second example names no operation and says that it adds; a disassembler always prints one.",
    source: at("Examples"),
};

/// What CAS stores.
pub const CAS_SWAP: Reading = Reading {
    name: "cas_swap",
    question: "What does `M = Rb + (1 or 2)` in the description of CAS mean?",
    choices: &[
        choice("register", "The register or pair behind Rb is stored."),
        choice("sum", "Rb plus 1 is stored, or plus 2 for 64 bits."),
    ],
    evidence: "Rb of CAS is a vector of two registers or two pairs, so the sum is one of register numbers.",
    source: at("CAS"),
};

/// Whether a CAS that fails writes.
pub const CAS_FAILURE: Reading = Reading {
    name: "cas_failure",
    question: "Does a CAS whose comparison fails write the old value back?",
    choices: &[choice("silent", "No, it only reads."), choice("writes", "Yes; no lane can tell.")],
    evidence: "NVIDIA's assembly extension for OpenGL speaks of no store in that case.",
    source: at("CAS"),
};

/// What comes back from an access that does not happen.
pub const DROPPED_RESULT: Reading = Reading {
    name: "dropped_result",
    question: "What is in Rd after an access that is ignored, or whose surface is invalid, disabled or not resident?",
    choices: &[choice("zero", "Zero."), choice("unchanged", "What was there before.")],
    evidence: "The page is silent; OpenGL's image atomics and sparse textures return zero.",
    source: at("clamp"),
};

/// What helper lanes find in Rd.
pub const HELPER_RESULT: Reading = Reading {
    name: "helper_result",
    question: "What is in Rd of a helper lane?",
    choices: &[choice("unchanged", "What was there before."), choice("undefined", "Undefined bits.")],
    evidence: "The page calls the instruction a no-op for them; OpenGL and Direct3D leave the value undefined.",
    source: at("Behaviour"),
};

/// What a layer beyond the last does.
pub const ARRAY_INDEX: Reading = Reading {
    name: "array_index",
    question: "What does NEAR do with a layer beyond the last?",
    choices: &[
        choice("clamp", "The last layer is meant, as for the other coordinates."),
        choice("outside", "Layers are not clamped: the access is ignored."),
    ],
    evidence: "The page only says that 16 bits of the layer count; to OpenGL a layer that does not exist is invalid.",
    source: at("Ra"),
};

/// What a byte address does that is not aligned.
pub const BA_MISALIGNED: Reading = Reading {
    name: "ba_misaligned",
    question: "What happens with .BA at a byte that is not a multiple of the size?",
    choices: &[
        choice("fault", "The program stops."),
        choice("mask", "The low bits of the address are ignored."),
    ],
    evidence: "The page asks for alignment; PTX calls a breach undefined and names both outcomes.",
    source: at(".BA"),
};

/// What a header of another kind does.
pub const DIM_MISMATCH: Reading = Reading {
    name: "dim_mismatch",
    question: "What happens where the header describes another kind of surface than the instruction names?",
    choices: &[
        choice("fault", "The program stops."),
        choice("ignore", "The header's extents are used all the same."),
    ],
    evidence: "The page is silent; notes on the hardware call it a malformed access.",
    source: at("dim"),
};

/// What texels of another size do.
pub const SIZE_MISMATCH: Reading = Reading {
    name: "size_mismatch",
    question: "What happens where texels have another size than the access?",
    choices: &[
        choice("warn", "Bytes count: the element must lie inside the row; Lanescope warns."),
        choice("fault", "The program stops."),
    ],
    evidence: "The page calls the data raw; a compiler for this hardware says that the sizes must match.",
    source: at("sz"),
};

/// Which sign SD32 and SD64 find in a float format.
pub const OTHER_FORMATS: Reading = Reading {
    name: "other_formats",
    question: "Which sign have SD32 and SD64 on a surface whose format is no integer one?",
    choices: &[choice("unsigned", "None; Lanescope warns."), choice("signed", "They are signed.")],
    evidence: "PTX ties the sign to integer formats and says nothing of others.",
    source: at("sz"),
};

/// What the two spellings of halves mean.
pub const HALF_SPELLING: Reading = Reading {
    name: "half_spelling",
    question: "Do F16x2.FTZ.RN and F16x2.RN differ?",
    choices: &[
        choice("by_word", "Yes: only the first flushes subnormal halves."),
        choice("flush", "No: both flush."),
        choice("keep", "No: both keep them."),
    ],
    evidence: "The page spells it in both ways; a disassembler prints the first for Maxwell and the second for Pascal.",
    source: at("sz"),
};

/// Whether the maximum index is in the pool.
pub const POOL_LIMIT: Reading = Reading {
    name: "pool_limit",
    question: "Is the header at the pool's maximum index valid?",
    choices: &[choice("inclusive", "Yes, only larger ones are not."), choice("exclusive", "No.")],
    evidence: "The page calls an index above the maximum invalid; an emulator counts one more header than the maximum.",
    source: at("Operands"),
};

/// What a trap leaves behind.
pub const TRAP_EFFECTS: Reading = Reading {
    name: "trap_effects",
    question: "What have other lanes done when one lane traps?",
    choices: &[
        choice("none", "Nothing: all lanes are looked at first."),
        choice("partial", "What they do: only the lanes that trap stop."),
    ],
    evidence: "Traps are imprecise on hardware; the page does not say what is left behind.",
    source: at("clamp"),
};

/// The NaN that sums make.
pub const NAN_RESULT: Reading = Reading {
    name: "nan_result",
    question: "Which NaN does a float sum give?",
    choices: &[
        choice("canonical", "The one of all ones: 0x7fffffff, or 0x7fff."),
        choice("payload", "That of M, else that of Rb, made quiet; all ones for the sum of two infinities."),
    ],
    evidence: "No source says it of atomics; all ones is the NaN of NVIDIA's arithmetic.",
    source: at("sz"),
};

/// What MIN and MAX do with NaN.
pub const NAN_MINMAX: Reading = Reading {
    name: "nan_minmax",
    question: "What do MIN and MAX of halves do with NaN?",
    choices: &[
        choice("number", "One NaN: the other operand. Two: the NaN of all ones."),
        choice("propagate", "The NaN of all ones as soon as one operand is a NaN."),
    ],
    evidence: "No source says it of atomics; PTX has both for its min and max, and takes numbers by default.",
    source: at("table of operations"),
};

/// What MIN and MAX store of subnormal numbers.
pub const MINMAX_SUBNORMALS: Reading = Reading {
    name: "minmax_subnormals",
    question: "What do MIN and MAX of halves with .FTZ store where a subnormal number wins?",
    choices: &[
        choice("flushed", "Zero of its sign."),
        choice("compared", "The number: it only counts as zero in the comparison."),
    ],
    evidence: "Direct3D says that they may or may not be flushed in the result.",
    source: at("sz"),
};

/// What comes back from a float sum.
pub const RETURNED_FLOAT: Reading = Reading {
    name: "returned_float",
    question: "Is a subnormal old value flushed on its way to Rd?",
    choices: &[
        choice("raw", "No, Rd has the bits of memory."),
        choice("flushed", "Yes, zero of its sign comes back."),
    ],
    evidence: "The page returns the old M; one report of a compiler claims zero, unproven.",
    source: at("table of operations"),
};
