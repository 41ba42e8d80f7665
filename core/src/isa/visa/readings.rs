//! Where the vISA manual is silent or contradicts itself, and how it can be read. The first choice is the default.

use crate::base::Clause;
use crate::spec::{Choice, Reading};

const fn choice(name: &'static str, prose: &'static str) -> Choice {
    Choice { name, prose }
}

const fn at(page: &'static str, heading: &'static str) -> Clause {
    Clause { page, heading }
}

/// Every reading of vISA.
pub const ALL: &[&Reading] = &[
    &STATELESS_NAME,
    &FIRST_USER_SURFACE,
    &RESERVED_SURFACES,
    &PREDEC_SRC0,
    &PREDEC_TYPE,
    &ADD_TYPE,
    &OFFSET_UNIT,
    &SOURCES,
    &MISALIGNED,
    &BOUNDS,
    &SLM_OUTSIDE,
    &OFF_LANES,
    &UPPER_HALF,
    &WORD_TYPES,
    &FLOAT_MINMAX,
    &FCMPWR_COMPARE,
    &FLOAT_DENORMALS,
    &ANY_ALL_WIDTH,
    &MASK_END,
    &EXEC_32,
    &TYPED_FLOAT,
    &TYPED_SRC1,
    &TYPED_EXEC,
    &TYPED_LOD,
    &GATHER_UNIT,
    &ADDRESS_SUM,
    &CHANNEL_PLACE,
    &BLOCK_PITCH,
    &SCALED_EXEC,
    &GATHER_PREDICATE,
];

/// How stateless memory is called.
pub const STATELESS_NAME: Reading = Reading {
    name: "stateless_name",
    question: "What is stateless memory called?",
    choices: &[
        choice("scratch", "`%scratch`, as the assembler prints it today."),
        choice("T255", "`T255`, as the instruction pages and older listings call it."),
        choice("T5", "`T5`, its number among the predefined surfaces."),
    ],
    evidence: "All three name surface 5, and all three are accepted in the text; the choice is how Lanescope calls it.",
    source: at("vISA, DWORD_ATOMIC", "Surface"),
};

/// Which surface number is the first of the user's.
pub const FIRST_USER_SURFACE: Reading = Reading {
    name: "first_user_surface",
    question: "Which surface number is the first that a program declares?",
    choices: &[
        choice("T6", "T0 to T5 are predefined, so the first is T6."),
        choice("T5", "T0 to T4 are reserved, so the first is T5, and T5 does not mean stateless memory."),
    ],
    evidence: "The header chapter says both; the compiler reserves six, so T6.",
    source: at("vISA, header", "Surface variables"),
};

/// Whether a program may declare a surface under a predefined name.
pub const RESERVED_SURFACES: Reading = Reading {
    name: "reserved_surfaces",
    question: "May a program declare a surface called T0 to T5?",
    choices: &[
        choice("warn", "Yes, it is an ordinary surface then; Lanescope warns."),
        choice("reject", "No, the names are predefined."),
    ],
    evidence: "The manual forbids it; the assembler takes T0, T4 and T5 as ordinary names.",
    source: at("vISA, header", "Surface variables"),
};

/// Whether PREDEC takes a source.
pub const PREDEC_SRC0: Reading = Reading {
    name: "predec_src0",
    question: "Must src0 of PREDEC be V0?",
    choices: &[
        choice("null", "Yes: the operation uses no source."),
        choice("ignored", "No: a source may stand there and is ignored."),
    ],
    evidence: "The page asks for V0 only with INC and DEC, yet PREDEC uses no source and the verifier demands V0.",
    source: at("vISA, DWORD_ATOMIC", "Src0"),
};

/// The type of PREDEC's destination.
pub const PREDEC_TYPE: Reading = Reading {
    name: "predec_type",
    question: "Which type has PREDEC's destination?",
    choices: &[choice("UD", "UD, as the notes say."), choice("D", "D, as the table of operations says.")],
    evidence: "The table lists signed types, the notes say UD for all but IMIN and IMAX; the verifier demands UD.",
    source: at("vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP and Notes"),
};

/// Whether ADD and SUB take signed operands.
pub const ADD_TYPE: Reading = Reading {
    name: "add_type",
    question: "May the operands of ADD and SUB be of type D?",
    choices: &[
        choice("UD", "No, only UD, as the notes say."),
        choice("UD_or_D", "Yes, the bits come out the same."),
    ],
    evidence: "The notes ask for UD; the verifier lets D pass.",
    source: at("vISA, DWORD_ATOMIC", "Notes"),
};

/// The unit of element offsets.
pub const OFFSET_UNIT: Reading = Reading {
    name: "offset_unit",
    question: "In which unit are element offsets?",
    choices: &[
        choice("bytes", "Bytes, as the operand's description says."),
        choice("elements", "Elements, as the pseudo-code's `surface[offset]` looks."),
    ],
    evidence: "The description says bytes in words; the pseudo-code indexes the surface with the offset itself.",
    source: at("vISA, DWORD_ATOMIC", "Semantics and Element_offset"),
};

/// When sources are read.
pub const SOURCES: Reading = Reading {
    name: "sources",
    question: "When are sources read that the destination overlaps?",
    choices: &[
        choice("latched", "All of them before any lane runs."),
        choice("live", "Each when its lane needs it, so an earlier lane's result can be seen."),
    ],
    evidence: "The pseudo-code writes the destination inside the loop; hardware sends all sources in one message first.",
    source: at("vISA, DWORD_ATOMIC", "Semantics"),
};

/// What a misaligned address does.
pub const MISALIGNED: Reading = Reading {
    name: "misaligned",
    question: "What happens at an address that is not a multiple of the element's size?",
    choices: &[
        choice("mask", "The low bits of the address are ignored."),
        choice("error", "It is an error, and the run ends there."),
    ],
    evidence: "The manual asks for alignment and is silent on breaches; hardware is believed to ignore the low bits.",
    source: at("vISA, DWORD_ATOMIC", "Notes"),
};

/// How much of an element must lie inside the surface.
pub const BOUNDS: Reading = Reading {
    name: "bounds",
    question: "When is an element out of bounds?",
    choices: &[
        choice("element", "As soon as one of its bytes is."),
        choice(
            "first_byte",
            "When its first byte is; bytes behind the end read as zero and are not written.",
        ),
    ],
    evidence: "The manual does not say how fine the test is.",
    source: at("vISA, DWORD_ATOMIC", "Properties"),
};

/// What a read outside shared local memory returns.
pub const SLM_OUTSIDE: Reading = Reading {
    name: "slm_outside",
    question: "What does a read outside shared local memory return?",
    choices: &[
        choice("zero", "Zero, as for any surface; Lanescope warns."),
        choice("undefined", "An undefined value."),
    ],
    evidence: "The instruction's page says zero for all surfaces; the chapter on memory says undefined for this one.",
    source: at("vISA, execution model", "Shared local memory"),
};

/// What becomes of the destination elements of lanes that are off.
pub const OFF_LANES: Reading = Reading {
    name: "off_lanes",
    question: "What becomes of the destination elements of lanes that are off?",
    choices: &[choice("unchanged", "They stay as they are."), choice("undefined", "They become undefined.")],
    evidence: "The pseudo-code writes only enabled lanes, but no sentence says that the others are kept.",
    source: at("vISA, DWORD_ATOMIC", "Semantics"),
};

/// What a 16-bit result leaves in the upper half of its dword.
pub const UPPER_HALF: Reading = Reading {
    name: "upper_half",
    question: "What is in the upper half of a destination element after a 16-bit operation?",
    choices: &[choice("undefined", "Undefined bits."), choice("zero", "Zero.")],
    evidence: "The page describes the layout and is silent on the upper half.",
    source: at("vISA, DWORD_ATOMIC", "Op"),
};

/// Which operand types 16-bit forms take.
pub const WORD_TYPES: Reading = Reading {
    name: "word_types",
    question: "Which operand types do the 16-bit forms of signed and float operations take?",
    choices: &[
        choice("documented_or_UD", "D or F as for 32 bits, or UD."),
        choice("documented", "Only D or F as for 32 bits."),
        choice("UD", "Only UD."),
    ],
    evidence: "The notes keep the 32-bit types; the verifier forgets the 16-bit flag and demands UD.",
    source: at("vISA, DWORD_ATOMIC", "Notes"),
};

/// What FMIN and FMAX do with NaN and signed zero.
pub const FLOAT_MINMAX: Reading = Reading {
    name: "float_minmax",
    question: "What do FMIN and FMAX do with NaN and signed zero?",
    choices: &[
        choice(
            "extension",
            "A quiet NaN loses, a signalling NaN wins, of two of a kind the old value stays; -0 < +0.",
        ),
        choice(
            "alu",
            "One NaN: the other operand. Two: src0. Zeros of either sign are equal, and src0 is stored.",
        ),
    ],
    evidence: "The page has no rule; Intel's OpenGL extension for float atomics gives one, the ALU's min and max another.",
    source: at("vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP"),
};

/// How FCMPWR compares.
pub const FCMPWR_COMPARE: Reading = Reading {
    name: "fcmpwr_compare",
    question: "How does FCMPWR compare?",
    choices: &[
        choice("float", "As floats: -0 equals +0, and NaN equals nothing."),
        choice("bitwise", "Bit by bit."),
    ],
    evidence: "The table writes `==` on float types and says no more.",
    source: at("vISA, DWORD_ATOMIC", "table DWORD_ATOMIC_OP"),
};

/// What float operations do with subnormal numbers.
pub const FLOAT_DENORMALS: Reading = Reading {
    name: "float_denormals",
    question: "What do float operations do with subnormal numbers?",
    choices: &[
        choice("preserve", "They are numbers like any other."),
        choice("flush", "Compared, they count as zero of their sign, and a minimum or maximum is stored so."),
    ],
    evidence: "The manual speaks of flushing only for the ALU.",
    source: at("vISA, data types", "Floating point"),
};

/// How many bits `.any` and `.all` look at.
pub const ANY_ALL_WIDTH: Reading = Reading {
    name: "any_all_width",
    question: "How many predicate bits do .any and .all look at?",
    choices: &[
        choice("exec_size", "As many as the instruction has lanes, from the mask offset on."),
        choice("declared", "All that the predicate was declared with."),
    ],
    evidence: "The manual says the execution size; the compiler takes the declared size.",
    source: at("vISA, operands", "Predication"),
};

/// Where a mask may end.
pub const MASK_END: Reading = Reading {
    name: "mask_end",
    question: "May mask offset plus execution size equal the number of dispatched lanes?",
    choices: &[
        choice("allowed", "Yes; only beyond it is an error."),
        choice("error", "No, as the sentence in the manual has it."),
    ],
    evidence: "The manual's sentence would forbid (M1, 16) in a kernel of 16 lanes, which is what every compiler writes.",
    source: at("vISA, execution model", "Execution mask"),
};

/// Whether an execution size of 32 is accepted.
pub const EXEC_32: Reading = Reading {
    name: "exec_32",
    question: "Is an execution size of 32 accepted?",
    choices: &[
        choice("reject", "No, the page lists sizes up to 16."),
        choice("first_16", "Yes, and only the first 16 lanes run."),
    ],
    evidence: "It can be encoded, and the compiler takes it, yet sends a message for 16 lanes.",
    source: at("vISA, DWORD_ATOMIC", "Exec_size"),
};

/// What TYPED_ATOMIC does with float operations.
pub const TYPED_FLOAT: Reading = Reading {
    name: "typed_float",
    question: "What do the float operations of TYPED_ATOMIC do?",
    choices: &[
        choice("reject", "They do not exist: typed surfaces have integer atomics only."),
        choice(
            "as_compiled",
            "What the integer message makes of their codes: FMAX runs as AND, FMIN as OR, FCMPWR as XOR.",
        ),
    ],
    evidence: "The page lists their codes; the table of operations gives them to buffers, and the compiler has no message.",
    source: at("vISA, TYPED_ATOMIC", "Op"),
};

/// Whether FCMPWR may name a second source with TYPED_ATOMIC.
pub const TYPED_SRC1: Reading = Reading {
    name: "typed_src1",
    question: "May src1 of TYPED_ATOMIC be given where the operation does not use it?",
    choices: &[
        choice("null", "No: it belongs to CMPXCHG only, and is V0 otherwise."),
        choice("ignored", "Yes, as FCMPWR would want it, and it is ignored."),
    ],
    evidence: "The page gives src1 to CMPXCHG only, yet lists FCMPWR, which compares as well.",
    source: at("vISA, TYPED_ATOMIC", "Src1"),
};

/// How many lanes TYPED_ATOMIC takes.
pub const TYPED_EXEC: Reading = Reading {
    name: "typed_exec",
    question: "How many lanes does TYPED_ATOMIC take?",
    choices: &[
        choice("eight", "Eight, as the page lists."),
        choice("native", "Eight, and sixteen where registers have 64 bytes."),
    ],
    evidence: "The page lists 8; the compiler takes what fits one register.",
    source: at("vISA, TYPED_ATOMIC", "Exec_size"),
};

/// What TYPED_ATOMIC does with a level of detail.
pub const TYPED_LOD: Reading = Reading {
    name: "typed_lod",
    question: "What does a level of detail other than 0 do?",
    choices: &[
        choice("outside", "It names a level that the surface does not have: out of bounds."),
        choice("ignored", "Nothing: level 0 is accessed."),
    ],
    evidence: "The page lists an operand and is silent on levels that do not exist.",
    source: at("vISA, TYPED_ATOMIC", "Notes"),
};

/// The unit of the offsets of GATHER and SCATTER.
pub const GATHER_UNIT: Reading = Reading {
    name: "gather_unit",
    question: "In which unit are the offsets of GATHER and SCATTER?",
    choices: &[
        choice("elements", "In elements, both the global and each lane's."),
        choice("bytes", "In bytes, as those of the scaled forms are."),
    ],
    evidence: "The page says elements, the assembler shifts their sum by the element's size; the scaled forms say bytes.",
    source: at("vISA, GATHER", "Global_offset and Element_offset"),
};

/// What a sum of offsets beyond 32 bits does.
pub const ADDRESS_SUM: Reading = Reading {
    name: "address_sum",
    question: "What happens where offsets add up to more than 32 bits?",
    choices: &[
        choice("wraps", "The sum is taken modulo 2^32."),
        choice("exact", "The sum is exact, and out of bounds."),
    ],
    evidence: "The pages do not say; the compiler adds in 32 bits.",
    source: at("vISA, SCATTER4_SCALED", "Semantics"),
};

/// Which dword in memory a channel is.
pub const CHANNEL_PLACE: Reading = Reading {
    name: "channel_place",
    question: "Which dword in memory belongs to a channel when channels before it are off?",
    choices: &[
        choice("absolute", "R is dword 0, G 1, B 2 and A 3, whichever are on."),
        choice("packed", "Enabled channels follow each other without gaps, as they do in registers."),
    ],
    evidence: "The pseudo-code addresses memory by `c` and registers by `ch_pos`.",
    source: at("vISA, SCATTER4_SCALED", "Semantics"),
};

/// How far the blocks of two channels are apart.
pub const BLOCK_PITCH: Reading = Reading {
    name: "block_pitch",
    question: "Where does the next channel's block begin in registers?",
    choices: &[
        choice("formula", "max(execution size, register / 4) elements on, as the pseudo-code has it."),
        choice("next_register", "At the next register, whatever the execution size is."),
    ],
    evidence: "The text says the next register; with 16 lanes and registers of 32 bytes a block fills two.",
    source: at("vISA, SCATTER4_SCALED", "Semantics and Src"),
};

/// Whether the scaled forms take fewer than eight lanes.
pub const SCALED_EXEC: Reading = Reading {
    name: "scaled_exec",
    question: "Do GATHER4_SCALED and SCATTER4_SCALED take 1, 2 or 4 lanes?",
    choices: &[
        choice("any", "Yes; blocks are as far apart as the formula says."),
        choice("listed", "No, the pages list 8 and 16."),
    ],
    evidence: "The pages list 8 and 16; the compiler takes fewer and rounds its message up.",
    source: at("vISA, SCATTER4_SCALED", "Exec_size"),
};

/// Whether a predicate may stand before GATHER and SCATTER.
pub const GATHER_PREDICATE: Reading = Reading {
    name: "gather_predicate",
    question: "May a predicate stand before GATHER and SCATTER?",
    choices: &[
        choice("none", "No: only the execution mask turns lanes off."),
        choice("turns_off", "Yes: it turns lanes off, as it does for other instructions."),
    ],
    evidence: "The pseudo-code asks whether a lane is enabled, and the format has no field for a predicate; the assembler \
               takes none.",
    source: at("vISA, GATHER", "Format and Semantics"),
};
