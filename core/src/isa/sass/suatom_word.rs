//! The machine code of SUATOM: one 64-bit word.

use crate::spec::{Field, Holds, WordForm};

// The slots of a line, by index.
pub(super) const PS: usize = 0;
pub(super) const RD: usize = 1;
pub(super) const RA: usize = 2;
pub(super) const RB: usize = 3;
pub(super) const SC: usize = 4;

const fn field(name: &'static str, (high, low): (u32, u32), holds: Holds) -> Field {
    Field { name, high, low, holds }
}

const fn opcode((high, low): (u32, u32), code: u64) -> Field {
    field("opcode", (high, low), Holds::Fixed(code))
}

const fn size((high, low): (u32, u32)) -> Field {
    field("sz", (high, low), Holds::Word("sz"))
}

/// The fields that all forms share.
const COMMON: &[Field] = &[
    field("Rd", (7, 0), Holds::Register(RD)),
    field("Ra", (15, 8), Holds::Register(RA)),
    field("Pg", (18, 16), Holds::Guard),
    field("not Pg", (19, 19), Holds::GuardInverted),
    field("Rb", (27, 20), Holds::Register(RB)),
    field("BA", (28, 28), Holds::Word("BA")),
    field("dim", (35, 33), Holds::Word("dim")),
    field("clamp", (50, 49), Holds::Word("clamp")),
];

const OP: Field = field("op", (32, 29), Holds::Op);
const HANDLE: Field = field("handle", (48, 36), Holds::Number(SC));
const RC: Field = field("Rc", (46, 39), Holds::Register(SC));

/// The forms of the word. They differ in whether the operation is CAS, whether the header pointer is in a register, and
/// whether there is a status.
pub(super) const FORMS: &[WordForm] = &[
    WordForm {
        ops: &["CAS"],
        filled: &[],
        is_register: &[(SC, false)],
        fields: &[
            COMMON,
            &[
                opcode((63, 54), 0b11_1010_1010),
                size((53, 51)),
                HANDLE,
                field("Ps", (32, 30), Holds::Status(PS)),
            ],
        ],
    },
    WordForm {
        ops: &["CAS"],
        filled: &[],
        is_register: &[(SC, true)],
        fields: &[
            COMMON,
            &[
                opcode((63, 51), 0b1_1101_0101_1010),
                size((38, 36)),
                RC,
                field("Ps", (32, 30), Holds::Status(PS)),
            ],
        ],
    },
    WordForm {
        ops: &[],
        filled: &[(PS, true)],
        is_register: &[(SC, true)],
        fields: &[
            COMMON,
            &[
                opcode((63, 54), 0b11_1010_1110),
                OP,
                size((38, 36)),
                RC,
                field("Ps", (53, 51), Holds::Status(PS)),
            ],
        ],
    },
    WordForm {
        ops: &[],
        filled: &[(PS, false)],
        is_register: &[(SC, true)],
        fields: &[COMMON, &[opcode((63, 51), 0b1_1101_0100_1110), OP, size((38, 36)), RC]],
    },
    WordForm {
        ops: &[],
        filled: &[(PS, false)],
        is_register: &[(SC, false)],
        fields: &[COMMON, &[opcode((63, 54), 0b11_1010_1000), OP, size((53, 51)), HANDLE]],
    },
];
