//! Names of atomic instructions and functions in other languages, and the instructions that do the same.

use crate::spec::elsewhere::{
    ADD, AND, COMPARE_AND_SWAP, DECREMENT, INCREMENT, MAX, MIN, OR, SIGNED_MAX, SIGNED_MIN, SUBTRACT, XOR,
};
use crate::spec::{Elsewhere, NamesElsewhere};

const NO_BOUND: &str = "has no bound: it wraps at 2^32 only";

pub(super) const NAMES: NamesElsewhere = NamesElsewhere {
    kinds: &[
        Elsewhere::new(
            &["image.atomic", "texture.atomic", "typed.atomic", "sured", "suatom"],
            "typed_atomic",
        ),
        Elsewhere::new(
            &["atomic", "atom", "atomg", "atoms", "atomicrmw", "red", "interlocked", "ds"],
            "dword_atomic",
        ),
    ],
    ops: &[
        // DWORD_ATOMIC has no other operation on floats; `lsc_atomic_fadd` and `lsc_atomic_fsub` are instructions.
        Elsewhere::new(&["fmin", "min.f32", "min.float"], "fmin"),
        Elsewhere::new(&["fmax", "max.f32", "max.float"], "fmax"),
        Elsewhere::new(&["fcmpwr", "fcas", "fcmpxchg"], "fcmpwr"),
        Elsewhere::new(SIGNED_MIN, "minsint"),
        Elsewhere::new(SIGNED_MAX, "maxsint"),
        Elsewhere::new(MIN, "min"),
        Elsewhere::new(MAX, "max"),
        Elsewhere::new(COMPARE_AND_SWAP, "cmpxchg"),
        Elsewhere::new(&["exch", "xchg", "exchange", "swap", "store", "wrxchg"], "xchg"),
        Elsewhere::new(INCREMENT, "inc").differs(NO_BOUND),
        Elsewhere::new(DECREMENT, "dec").differs(NO_BOUND),
        Elsewhere::new(&["add.f32", "add.float"], "add")
            .differs("adds integers; `lsc_atomic_fadd` adds floats"),
        Elsewhere::new(ADD, "add"),
        Elsewhere::new(SUBTRACT, "sub"),
        Elsewhere::new(AND, "and"),
        Elsewhere::new(OR, "or"),
        Elsewhere::new(XOR, "xor"),
    ],
};
