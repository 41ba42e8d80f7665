//! GATHER: each lane reads one element of a buffer, by its number.

use super::{shapes, skeleton};
use crate::base::Clause;
use crate::spec::{Direction, Encoding, Instruction, Modifier, ModifierKind, Part, Spread};

/// The row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "GATHER".into(),
        opcode: Some(0x39),
        prose: "Each enabled lane reads a byte, word or dword of a buffer into the low bytes of its destination element.",
        modifiers: &[
            shapes::SIZE,
            Modifier {
                name: "is_modified",
                kind: ModifierKind::Ignored("mod"),
                optional: true,
                prose: "Ignored: a read returns this thread's last write anyway.",
            },
        ],
        exec_sizes: &[1, 8, 16],
        predicable: false,
        operands: const {
            &[
                shapes::BUFFER,
                shapes::shared_offset("global_offset", "elements"),
                shapes::element_offset("elements"),
                shapes::data(
                    "dst",
                    Direction::Out,
                    Spread::Lanes,
                    "Where each lane's element goes; of bytes and words the upper part is undefined.",
                ),
            ]
        },
        bounds: "A lane outside the surface reads zero.",
        conflict: "Lanes may read the same address.",
        readings: shapes::READINGS,
        semantics: include_str!("gather.notation").into(),
        encoding: Encoding::Bytes(
            &[
                Part::SizeLog,
                Part::Zero("is_modified", 1),
                Part::ElementCount,
                Part::Surface(0),
                Part::Vector(1),
                Part::Raw(2),
                Part::Raw(3),
            ],
            shapes::BINARY,
        ),
        source: Clause { page: "vISA, GATHER", heading: "Description" },
        ..skeleton()
    }
}
