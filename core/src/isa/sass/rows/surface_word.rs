//! The machine code of surface instructions: one 64-bit word. Most fields have the same places in SULD, SUST and SURED.

use super::slot::{atomic, load, store};
use crate::spec::{Encoding64, Field, FieldContent, SlotContent};

const fn field(name: &'static str, (high, low): (u32, u32), holds: FieldContent) -> Field {
    Field { name, high, low, holds }
}

const fn opcode(bits: (u32, u32), code: u64) -> Field {
    field("opcode", bits, FieldContent::Fixed(code))
}

const GUARD: Field = field("Pg", (18, 16), FieldContent::Guard);
const GUARD_INVERTED: Field = field("not Pg", (19, 19), FieldContent::GuardInverted);
const SIZE: Field = field("size", (22, 20), FieldContent::Modifier("size"));
const BYTE_ADDRESS: Field = field("BA", (23, 23), FieldContent::Modifier("BA"));
const CACHE: Field = field("cache", (25, 24), FieldContent::Modifier("cache"));
const DIM: Field = field("dim", (35, 33), FieldContent::Modifier("dim"));
const CLAMP: Field = field("clamp", (50, 49), FieldContent::Modifier("clamp"));

const LOAD: &[Field] = &[
    field("Rd", (7, 0), FieldContent::Register(load::RD)),
    field("Ra", (15, 8), FieldContent::Register(load::RA)),
    GUARD,
    GUARD_INVERTED,
    SIZE,
    BYTE_ADDRESS,
    CACHE,
    field("Ps", (32, 30), FieldContent::CountedDownPredicate(load::PS)),
    DIM,
    CLAMP,
];

const STORE: &[Field] = &[
    field("Rb", (7, 0), FieldContent::Register(store::RB)),
    field("Ra", (15, 8), FieldContent::Register(store::RA)),
    GUARD,
    GUARD_INVERTED,
    SIZE,
    BYTE_ADDRESS,
    CACHE,
    DIM,
    CLAMP,
];

const REDUCTION: &[Field] = &[
    field("Rb", (7, 0), FieldContent::Register(store::RB)),
    field("Ra", (15, 8), FieldContent::Register(store::RA)),
    GUARD,
    GUARD_INVERTED,
    field("sz", (22, 20), FieldContent::Modifier("sz")),
    BYTE_ADDRESS,
    field("op", (26, 24), FieldContent::Op),
    DIM,
    CLAMP,
];

/// Returns the field of an immediate header pointer.
const fn handle(slot: usize) -> Field {
    field("handle", (48, 36), FieldContent::ConstantWord(slot))
}

/// Returns the field of a register with the header pointer.
const fn handle_register(slot: usize) -> Field {
    field("Rc", (46, 39), FieldContent::Register(slot))
}

const fn encoding(
    requires: &'static [(usize, SlotContent)],
    fields: &'static [&'static [Field]],
) -> Encoding64 {
    Encoding64 { ops: &[], requires, fields }
}

/// The place of the opcode, with a bit for raw data and one for the place of the header pointer.
const OPCODE: (u32, u32) = (63, 51);

/// Creates the encodings of an instruction: with the header pointer in the constant bank, and in a register.
macro_rules! by_header_pointer {
    ($shared:ident, $slot:expr, $constant:literal, $register:literal) => {
        &[
            encoding(
                &[($slot, SlotContent::NotRegister)],
                &[$shared, &[opcode(OPCODE, $constant), handle($slot)]],
            ),
            encoding(
                &[($slot, SlotContent::Register)],
                &[$shared, &[opcode(OPCODE, $register), handle_register($slot)]],
            ),
        ]
    };
}

/// The encodings of SULD, SUST and SURED.
pub(super) const SULD: &[Encoding64] =
    by_header_pointer![LOAD, load::SC, 0b1_1101_0110_0011, 0b1_1101_0110_0010];
pub(super) const SUST: &[Encoding64] =
    by_header_pointer![STORE, store::SC, 0b1_1101_0110_0111, 0b1_1101_0110_0110];
pub(super) const SURED: &[Encoding64] =
    by_header_pointer![REDUCTION, store::SC, 0b1_1101_0110_1011, 0b1_1101_0110_1010];

/// The fields that all encodings of SUATOM share.
const ATOMIC: &[Field] = &[
    field("Rd", (7, 0), FieldContent::Register(atomic::RD)),
    field("Ra", (15, 8), FieldContent::Register(atomic::RA)),
    GUARD,
    GUARD_INVERTED,
    field("Rb", (27, 20), FieldContent::Register(atomic::RB)),
    field("BA", (28, 28), FieldContent::Modifier("BA")),
    DIM,
    CLAMP,
];

const OP: Field = field("op", (32, 29), FieldContent::Op);
/// The size, if the header pointer is a number.
const SZ: Field = field("sz", (53, 51), FieldContent::Modifier("sz"));
/// The size, if the header pointer is in a register.
const SZ_WITH_REGISTER: Field = field("sz", (38, 36), FieldContent::Modifier("sz"));
const HANDLE: Field = handle(atomic::SC);
const RC: Field = handle_register(atomic::SC);

const fn status(bits: (u32, u32)) -> Field {
    field("Ps", bits, FieldContent::CountedDownPredicate(atomic::PS))
}

const NOT_REGISTER: (usize, SlotContent) = (atomic::SC, SlotContent::NotRegister);
const REGISTER: (usize, SlotContent) = (atomic::SC, SlotContent::Register);
const STATUS: (usize, SlotContent) = (atomic::PS, SlotContent::Operand);
const NO_STATUS: (usize, SlotContent) = (atomic::PS, SlotContent::Nothing);

/// The encodings of SUATOM. They differ in whether the operation is CAS, whether the header pointer is in a register, and
/// whether there is a status.
pub(super) const SUATOM: &[Encoding64] = &[
    Encoding64 {
        ops: &["CAS"],
        ..encoding(
            &[NOT_REGISTER],
            &[ATOMIC, &[opcode((63, 54), 0b11_1010_1010), SZ, HANDLE, status((32, 30))]],
        )
    },
    Encoding64 {
        ops: &["CAS"],
        ..encoding(
            &[REGISTER],
            &[ATOMIC, &[opcode(OPCODE, 0b1_1101_0101_1010), SZ_WITH_REGISTER, RC, status((32, 30))]],
        )
    },
    encoding(
        &[REGISTER, STATUS],
        &[ATOMIC, &[opcode((63, 54), 0b11_1010_1110), OP, SZ_WITH_REGISTER, RC, status((53, 51))]],
    ),
    encoding(
        &[REGISTER, NO_STATUS],
        &[ATOMIC, &[opcode(OPCODE, 0b1_1101_0100_1110), OP, SZ_WITH_REGISTER, RC]],
    ),
    encoding(&[NOT_REGISTER, NO_STATUS], &[ATOMIC, &[opcode((63, 54), 0b11_1010_1000), OP, SZ, HANDLE]]),
];
