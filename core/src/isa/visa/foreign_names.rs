//! Names of atomic instructions and functions in other languages, and the instructions with their operations.

use crate::isa::foreign_words::{
    ADD, AND, COMPARE_AND_SWAP, DECREMENT, INCREMENT, MAX, MIN, OR, SIGNED_MAX, SIGNED_MIN, SUBTRACT, XOR,
};
use crate::spec::{ForeignNames, ForeignWord};

const NO_BOUND: &str = "has no bound: it wraps at 2^32 only";

pub(super) const NAMES: ForeignNames = ForeignNames {
    kinds: &[
        ForeignWord::new(
            &["image.atomic", "texture.atomic", "typed.atomic", "sured", "suatom"],
            "typed_atomic",
        ),
        ForeignWord::new(
            &["atomic", "atom", "atomg", "atoms", "atomicrmw", "red", "interlocked", "ds"],
            "dword_atomic",
        ),
    ],
    ops: &[
        // DWORD_ATOMIC has no other operation on floats; `lsc_atomic_fadd` and `lsc_atomic_fsub` are instructions.
        ForeignWord::new(&["fmin", "min.f32", "min.float"], "fmin"),
        ForeignWord::new(&["fmax", "max.f32", "max.float"], "fmax"),
        ForeignWord::new(&["fcmpwr", "fcas", "fcmpxchg"], "fcmpwr"),
        ForeignWord::new(SIGNED_MIN, "minsint"),
        ForeignWord::new(SIGNED_MAX, "maxsint"),
        ForeignWord::new(MIN, "min"),
        ForeignWord::new(MAX, "max"),
        ForeignWord::new(COMPARE_AND_SWAP, "cmpxchg"),
        ForeignWord::new(&["exch", "xchg", "exchange", "swap", "store", "wrxchg"], "xchg"),
        ForeignWord::new(INCREMENT, "inc").with_difference(NO_BOUND),
        ForeignWord::new(DECREMENT, "dec").with_difference(NO_BOUND),
        ForeignWord::new(&["add.f32", "add.float"], "add")
            .with_difference("adds integers; `lsc_atomic_fadd` adds floats"),
        ForeignWord::new(ADD, "add"),
        ForeignWord::new(SUBTRACT, "sub"),
        ForeignWord::new(AND, "and"),
        ForeignWord::new(OR, "or"),
        ForeignWord::new(XOR, "xor"),
    ],
};
