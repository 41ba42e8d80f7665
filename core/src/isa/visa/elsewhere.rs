//! Names of atomic instructions and functions in other languages, and the instructions that do the same.

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
        // Operations on floats, other than those below, have no counterpart.
        Elsewhere::new(&["fmin", "min.f32", "min.float"], "fmin"),
        Elsewhere::new(&["fmax", "max.f32", "max.float"], "fmax"),
        Elsewhere::new(&["fcmpwr", "fcas", "fcmpxchg"], "fcmpwr"),
        Elsewhere::new(&["imin", "smin", "s.min", "min.s32", "min.i32", "min.int"], "minsint"),
        Elsewhere::new(&["imax", "smax", "s.max", "max.s32", "max.i32", "max.int"], "maxsint"),
        Elsewhere::new(&["min", "umin"], "min"),
        Elsewhere::new(&["max", "umax"], "max"),
        Elsewhere::new(
            &[
                "cas",
                "cmpxchg",
                "cmpswap",
                "icas",
                "comp.swap",
                "compare.exchange",
                "compare.swap",
                "cmp.swap",
                "cmpst",
            ],
            "cmpxchg",
        ),
        Elsewhere::new(&["exch", "xchg", "exchange", "swap", "store", "wrxchg"], "xchg"),
        Elsewhere::new(&["inc", "iinc", "increment", "uinc"], "inc").differs(NO_BOUND),
        Elsewhere::new(&["dec", "idec", "decrement", "udec"], "dec").differs(NO_BOUND),
        Elsewhere::new(&["add", "iadd"], "add"),
        Elsewhere::new(&["sub", "isub"], "sub"),
        Elsewhere::new(&["and"], "and"),
        Elsewhere::new(&["or"], "or"),
        Elsewhere::new(&["xor"], "xor"),
    ],
};
