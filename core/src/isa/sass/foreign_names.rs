//! Names of atomic instructions and functions in other languages, and the instructions with their operations.

use crate::isa::foreign_words::{
    ADD, AND, COMPARE_AND_SWAP, DECREMENT, INCREMENT, MAX, MIN, OR, SIGNED_MAX, SIGNED_MIN, SUBTRACT, XOR,
};
use crate::spec::{ForeignNames, ForeignWord};

pub(super) const NAMES: ForeignNames = ForeignNames {
    kinds: &[
        ForeignWord::new(
            &["image.atomic", "texture.atomic", "typed.atomic", "surface.atomic"],
            "SUATOM.D.2D",
        ),
        ForeignWord::new(&["red"], "SURED.D.1D_BUFFER"),
        ForeignWord::new(&["atomic", "atom", "atomicrmw", "interlocked", "ds"], "SUATOM.D.1D_BUFFER"),
    ],
    ops: &[
        ForeignWord::new(SIGNED_MIN, "MIN.S32"),
        ForeignWord::new(SIGNED_MAX, "MAX.S32"),
        ForeignWord::new(MIN, "MIN"),
        ForeignWord::new(MAX, "MAX"),
        ForeignWord::new(COMPARE_AND_SWAP, "CAS"),
        ForeignWord::new(&["exch", "xchg", "exchange", "swap"], "EXCH"),
        ForeignWord::new(INCREMENT, "INC"),
        ForeignWord::new(DECREMENT, "DEC"),
        ForeignWord::new(&["fadd", "add.f32", "add.float"], "ADD.F32.FTZ.RN"),
        ForeignWord::new(ADD, "ADD"),
        ForeignWord::new(SUBTRACT, "ADD").with_difference("subtracts if the source is negated"),
        ForeignWord::new(AND, "AND"),
        ForeignWord::new(OR, "OR"),
        ForeignWord::new(XOR, "XOR"),
    ],
};
