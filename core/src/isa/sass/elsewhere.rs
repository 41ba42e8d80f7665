//! Names of atomic instructions and functions in other languages, and the instructions that do the same.

use crate::spec::{Elsewhere, NamesElsewhere};

pub(super) const NAMES: NamesElsewhere = NamesElsewhere {
    kinds: &[
        Elsewhere::new(&["image.atomic", "texture.atomic", "typed.atomic", "surface.atomic"], "SUATOM.D.2D"),
        Elsewhere::new(&["atomic", "atom", "atomicrmw", "red", "interlocked", "ds"], "SUATOM.D.1D_BUFFER"),
    ],
    ops: &[
        Elsewhere::new(&["imin", "smin", "s.min", "min.s32", "min.i32", "min.int"], "MIN.S32"),
        Elsewhere::new(&["imax", "smax", "s.max", "max.s32", "max.i32", "max.int"], "MAX.S32"),
        Elsewhere::new(&["min", "umin"], "MIN"),
        Elsewhere::new(&["max", "umax"], "MAX"),
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
            "CAS",
        ),
        Elsewhere::new(&["exch", "xchg", "exchange", "swap"], "EXCH"),
        Elsewhere::new(&["inc", "iinc", "increment", "uinc"], "INC"),
        Elsewhere::new(&["dec", "idec", "decrement", "udec"], "DEC"),
        Elsewhere::new(&["fadd", "add.f32", "add.float"], "ADD.F32.FTZ.RN"),
        Elsewhere::new(&["add", "iadd"], "ADD"),
        Elsewhere::new(&["sub", "isub"], "ADD").differs("subtracts if the source is negated"),
        Elsewhere::new(&["and"], "AND"),
        Elsewhere::new(&["or"], "OR"),
        Elsewhere::new(&["xor"], "XOR"),
    ],
};
