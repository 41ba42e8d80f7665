//! Names of atomic instructions and functions in other languages, and the instructions that do the same.

use crate::spec::elsewhere::{
    ADD, AND, COMPARE_AND_SWAP, DECREMENT, INCREMENT, MAX, MIN, OR, SIGNED_MAX, SIGNED_MIN, SUBTRACT, XOR,
};
use crate::spec::{Elsewhere, NamesElsewhere};

pub(super) const NAMES: NamesElsewhere = NamesElsewhere {
    kinds: &[
        Elsewhere::new(&["image.atomic", "texture.atomic", "typed.atomic", "surface.atomic"], "SUATOM.D.2D"),
        Elsewhere::new(&["red"], "SURED.D.1D_BUFFER"),
        Elsewhere::new(&["atomic", "atom", "atomicrmw", "interlocked", "ds"], "SUATOM.D.1D_BUFFER"),
    ],
    ops: &[
        Elsewhere::new(SIGNED_MIN, "MIN.S32"),
        Elsewhere::new(SIGNED_MAX, "MAX.S32"),
        Elsewhere::new(MIN, "MIN"),
        Elsewhere::new(MAX, "MAX"),
        Elsewhere::new(COMPARE_AND_SWAP, "CAS"),
        Elsewhere::new(&["exch", "xchg", "exchange", "swap"], "EXCH"),
        Elsewhere::new(INCREMENT, "INC"),
        Elsewhere::new(DECREMENT, "DEC"),
        Elsewhere::new(&["fadd", "add.f32", "add.float"], "ADD.F32.FTZ.RN"),
        Elsewhere::new(ADD, "ADD"),
        Elsewhere::new(SUBTRACT, "ADD").differs("subtracts if the source is negated"),
        Elsewhere::new(AND, "AND"),
        Elsewhere::new(OR, "OR"),
        Elsewhere::new(XOR, "XOR"),
    ],
};
