//! The rules that the diagnostics of a run cite.

use crate::base::{ITS_DESCRIPTION, ITS_PAGE, SCENARIO_TEXT, rules};

rules! {
    OUT_OF_BOUNDS: "run-out-of-bounds", Note,
        "an out-of-bounds read returns zero and an out-of-bounds write is dropped, separately for each lane",
        ITS_PAGE, ITS_DESCRIPTION, ["note"];
    UNDEFINED_SOURCE: "run-undefined-source", Undefined,
        "a variable that was never written holds undefined bits", ITS_PAGE, ITS_DESCRIPTION, ["warning"];
    UNDEFINED_PREDICATE: "run-undefined-predicate", Undefined,
        "a predicate that was never written holds undefined bits, which count as 0",
        ITS_PAGE, ITS_DESCRIPTION, ["warning"];
    UNDEFINED_ADDRESS: "run-undefined-address", Undefined,
        "an address must be defined; Lanescope drops the access, and a read returns undefined bits",
        "Lanescope", "undefined bits", ["warning"];
    UNDEFINED_MEMORY: "run-undefined-memory", Undefined, "memory that was never written holds undefined bits",
        "Lanescope", "undefined bits", ["warning"];
    MISALIGNED: "run-misaligned", Invalid,
        "the address of an access is a multiple of its size (reading `misaligned` or `ba_misaligned`)",
        ITS_PAGE, ITS_DESCRIPTION, ["error", "warning"];
    TRAP_OUTSIDE: "run-trap-outside", Invalid,
        "if out-of-bounds accesses trap, one of them ends the run (reading `trap_effects`)",
        ITS_PAGE, ITS_DESCRIPTION;
    TRAP_HEADER: "run-trap-header-type", Invalid,
        "the header describes a surface of the kind that the instruction names (reading `dim_mismatch`)",
        ITS_PAGE, ITS_DESCRIPTION;
    TRAP_SIZE: "run-trap-texel-size", Invalid, "texels have the size of the access (reading `size_mismatch`)",
        ITS_PAGE, ITS_DESCRIPTION;
    TRAP_NO_SURFACE: "run-trap-no-surface", Invalid,
        "the header of an access that can trap describes a surface (reading `trap_header`)",
        ITS_PAGE, ITS_DESCRIPTION;
    FORMAT: "run-surface-format", Note,
        "accesses have the size of the surface's texels, and their sign if it matters",
        ITS_PAGE, ITS_DESCRIPTION, ["warning"];
    RACE: "run-race", Undefined,
        "if lanes access the same bytes in steps that are not atomic together, the outcome depends on their order",
        ITS_PAGE, ITS_DESCRIPTION, ["warning"];
    UNDEFINED_OVERLAP: "run-undefined-overlap", Undefined,
        "no two accesses of one instruction write the same bytes",
        ITS_PAGE, "Notes", ["warning"];
    SLIP_STRIDE: "run-slip-stride", Note,
        "the offsets of successive lanes differ by the size of an element, in the unit of the instruction, or by more",
        "Lanescope", "slips", ["note"];
    SLIP_COMPARISON: "run-slip-comparison", Note,
        "a lane that compares changes memory only if it finds the value that it compares with", "Lanescope", "slips", ["note"];
    SLIP_SOURCE: "run-slip-source", Note, "a source has a value that its operation can use", "Lanescope", "slips", ["note"];
    GAVE_UP: "run-gave-up", Invalid,
        "a lane that waits needs another lane that can change what it reads",
        "Lanescope", "limits";
    INVARIANT: "run-invariant", Invalid,
        "an invariant holds at the start and after every step that is not inside an `atomic` block",
        SCENARIO_TEXT, ".invariant";
    INVARIANT_BUDGET: "run-invariant-budget", Budget,
        "checks of invariants read at most 20,000,000 elements in a run", "Lanescope", "limits";
    STEP_BUDGET: "run-step-budget", Budget,
        "a run has at most 1,000,000 micro-steps and evaluates at most 20,000,000 expressions",
        "Lanescope", "limits";
}
