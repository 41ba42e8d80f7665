//! The machine code of SULD, SUST and SURED: one 64-bit word, whose fields have the same places in all three.

use crate::spec::{Field, Holds, WordForm};

/// The slots of SULD, by index.
pub(super) mod load {
    pub const PS: usize = 0;
    pub const RD: usize = 1;
    pub const RA: usize = 2;
    pub const SC: usize = 3;
}

/// The slots of SUST and SURED, by index.
pub(super) mod store {
    pub const RA: usize = 0;
    pub const RB: usize = 1;
    pub const SC: usize = 2;
}

const fn field(name: &'static str, (high, low): (u32, u32), holds: Holds) -> Field {
    Field { name, high, low, holds }
}

/// The opcode, with a bit for raw data and one for the place of the header pointer.
const fn opcode(code: u64) -> Field {
    field("opcode", (63, 51), Holds::Fixed(code))
}

const GUARD: Field = field("Pg", (18, 16), Holds::Guard);
const GUARD_INVERTED: Field = field("not Pg", (19, 19), Holds::GuardInverted);
const SIZE: Field = field("size", (22, 20), Holds::Word("size"));
const BYTE_ADDRESS: Field = field("BA", (23, 23), Holds::Word("BA"));
const CACHE: Field = field("cache", (25, 24), Holds::Word("cache"));
const DIM: Field = field("dim", (35, 33), Holds::Word("dim"));
const CLAMP: Field = field("clamp", (50, 49), Holds::Word("clamp"));

const LOAD: &[Field] = &[
    field("Rd", (7, 0), Holds::Register(load::RD)),
    field("Ra", (15, 8), Holds::Register(load::RA)),
    GUARD,
    GUARD_INVERTED,
    SIZE,
    BYTE_ADDRESS,
    CACHE,
    field("Ps", (32, 30), Holds::Status(load::PS)),
    DIM,
    CLAMP,
];

const STORE: &[Field] = &[
    field("Rb", (7, 0), Holds::Register(store::RB)),
    field("Ra", (15, 8), Holds::Register(store::RA)),
    GUARD,
    GUARD_INVERTED,
    SIZE,
    BYTE_ADDRESS,
    CACHE,
    DIM,
    CLAMP,
];

const REDUCTION: &[Field] = &[
    field("Rb", (7, 0), Holds::Register(store::RB)),
    field("Ra", (15, 8), Holds::Register(store::RA)),
    GUARD,
    GUARD_INVERTED,
    field("sz", (22, 20), Holds::Word("sz")),
    BYTE_ADDRESS,
    field("op", (26, 24), Holds::Op),
    DIM,
    CLAMP,
];

/// Returns the field of an immediate header pointer.
const fn handle(slot: usize) -> Field {
    field("handle", (48, 36), Holds::Number(slot))
}

/// Returns the field of a register with the header pointer.
const fn handle_register(slot: usize) -> Field {
    field("Rc", (46, 39), Holds::Register(slot))
}

const fn form(is_register: &'static [(usize, bool)], fields: &'static [&'static [Field]]) -> WordForm {
    WordForm { ops: &[], filled: &[], is_register, fields }
}

/// The forms of SULD. They differ in whether the header pointer is in a register.
pub(super) const SULD: &[WordForm] = &[
    form(&[(load::SC, false)], &[LOAD, &[opcode(0b1_1101_0110_0011), handle(load::SC)]]),
    form(&[(load::SC, true)], &[LOAD, &[opcode(0b1_1101_0110_0010), handle_register(load::SC)]]),
];

/// The forms of SUST, as those of SULD.
pub(super) const SUST: &[WordForm] = &[
    form(&[(store::SC, false)], &[STORE, &[opcode(0b1_1101_0110_0111), handle(store::SC)]]),
    form(&[(store::SC, true)], &[STORE, &[opcode(0b1_1101_0110_0110), handle_register(store::SC)]]),
];

/// The forms of SURED, as those of SULD.
pub(super) const SURED: &[WordForm] = &[
    form(&[(store::SC, false)], &[REDUCTION, &[opcode(0b1_1101_0110_1011), handle(store::SC)]]),
    form(&[(store::SC, true)], &[REDUCTION, &[opcode(0b1_1101_0110_1010), handle_register(store::SC)]]),
];
