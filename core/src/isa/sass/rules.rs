//! The rules of SASS, in its own words.

use crate::base::{Clause, Rule, SCENARIO_TEXT, rules};
use crate::exec::rules as run;
use crate::spec::{RegisterRules, SetRules};

rules! {
    SIZES: "sass-size", Invalid, "an operation takes the sizes that the table of its page lists",
        "SUATOM", "table of operations";
    DATA: "sass-packed", Invalid,
        "accesses to surfaces work on raw data: `.D`; the packed form `.P` can be encoded and does not run",
        "SUATOM", "Modifiers";
    FEATURE: "sass-feature", Invalid, "halves (F16x2) and the sparse status (Ps) exist from SM 5.2 on",
        "SUATOM", "Forms";
    STATUS_FORM: "suatom-status-form", Invalid,
        "with an immediate header pointer only CAS has a sparse status", "SUATOM", "Forms";
    BARRIER: "sass-barrier", Undefined,
        "a result from memory can be used after a `&req` that waits for the barrier of its `&wr`",
        "SUATOM", "Forms", ["warning"];
    TARGET: "sass-target", Unsupported,
        "the Maxwell targets are 50, 52 and 53; the default is 52",
        SCENARIO_TEXT, ".isa";
}

// The rules that every instruction set words.
rules! {
    SET: SetRules {
        unknown_instruction: "sass-unknown-instruction", Unsupported,
            "Lanescope runs the instructions that it models, up to the first that it does not",
            "Lanescope", "scope", ["error", "warning"];
        unknown_modifier: "sass-unknown-modifier", Invalid,
            "an instruction takes the modifiers that its page lists, in that order", "SASS", "Modifiers";
        missing_modifier: "sass-missing-modifier", Invalid,
            "every word that the manual does not show as optional is given", "SASS", "Modifiers";
        dispatch: "sass-dispatch-size", Invalid, "a warp has 32 lanes; Lanescope takes 1, 2, 4, 8 and 16 too",
            "SASS", "Warps";
    }
}

// The rules on registers, and on lines with them.
rules! {
    NUMBERED: RegisterRules {
        slots: "sass-operands", Invalid,
            "an instruction has the operands that its page lists, with commas between them", "SASS", "Operands";
        slot_kind: "sass-operand-kind", Invalid,
            "a register is `R4`, an address `[R4]`, a predicate `P0`, a number `0x10`", "SASS", "Operands";
        register: "sass-register", Invalid,
            "there are the registers R0 to R254 and RZ, and the predicates P0 to P6 and PT", "SASS", "Registers";
        alignment: "sass-register-alignment", Invalid,
            "the first of two registers is a multiple of 2, the first of three or four one of 4",
            "SUATOM", "Operands";
        vector_end: "sass-register-end", Invalid, "a vector of registers ends at R254 or before", "SUATOM", "Operands";
        fixed_register: "sass-register-zero", Invalid, "coordinates and the bindless header pointer are not RZ",
            "SUATOM", "Operands";
        header_pointer: "sass-handle-range", Invalid, "an immediate header pointer counts words in 13 bits",
            "SUATOM", "Operands";
        immediate: "sass-immediate", Invalid, "an immediate has 32 bits", "SASS", "Operands";
        bank: "sass-constant-bank", Unsupported, "Lanescope models one constant bank, c[0x0]", "Lanescope", "scope";
        constant_address: "sass-constant-address", Invalid, "the constant bank has 32 KiB, in words of 4 bytes",
            "SUATOM", "Operands";
        unwritten_op: "sass-unwritten-op", Note,
            "an operation follows the dimension (reading `missing_op`)", "SUATOM", "Behaviour", ["error", "warning"];
    }
}

/// The clauses of the pages that state general rules.
pub(super) const CLAUSES: &[(&Rule, Clause)] = &[
    (&run::TRAP_OUTSIDE, Clause { page: "SUATOM", heading: "clamp" }),
    (&run::MISALIGNED, Clause { page: "SUATOM", heading: ".BA" }),
    (&run::TRAP_HEADER, Clause { page: "SUATOM", heading: "dim" }),
    (&run::TRAP_SIZE, Clause { page: "SUATOM", heading: "sz" }),
    (&run::FORMAT, Clause { page: "SUATOM", heading: "sz" }),
];
