//! GATHER4_TYPED and SCATTER4_TYPED: each lane reads or writes the enabled channels of a texel.

use super::{common, typed};
use crate::base::Clause;
use crate::base::ScalarType::{D, F, Ud};
use crate::isa::visa::readings;
use crate::spec::{
    BytePart, DeclaredSignature, ElementCount, Instruction, Modifier, NullRule, Operand, OperandKind,
    OperandType, Signature,
};

const TEXEL_CHANNELS: &[Modifier] = &[Modifier {
    prose: "The enabled channels of R, G, B and A of each lane's texel.",
    ..common::ENABLED_CHANNELS
}];

/// The data: 32 bits for each channel, whatever the format.
const CHANNEL_DATA: OperandKind = OperandKind::Raw {
    ty: OperandType::OneOf(&[Ud, D, F]),
    null: NullRule::Never,
    elements: ElementCount::PerChannel,
};

/// Returns the operands of a row.
const fn operands(data: Operand) -> [Operand; 6] {
    let [surface, u, v, r, lod] = typed::texel_operands("A typed surface.");
    [surface, u, v, r, lod, data]
}

fn signature(opcode: u8, operands: &'static [Operand]) -> Signature {
    Signature::Declared(DeclaredSignature {
        opcode: Some(opcode),
        takes_texels: true,
        exec_sizes: typed::exec_sizes,
        operands,
        byte_parts: &[
            BytePart::ExecSize,
            BytePart::Predicate,
            BytePart::Modifier("channels"),
            BytePart::Surface(0),
            BytePart::Raw(1),
            BytePart::Raw(2),
            BytePart::Raw(3),
            BytePart::Raw(4),
            BytePart::Raw(5),
        ],
        ..DeclaredSignature::default()
    })
}

pub(super) fn gather4_typed() -> Instruction {
    Instruction {
        mnemonic: "GATHER4_TYPED".into(),
        synonyms: "load read LD image texture",
        prose: "Each enabled lane reads a 32-bit value for each enabled channel of a texel of a typed surface.",
        modifiers: TEXEL_CHANNELS,
        bounds_prose: "Out of bounds, the alpha channel reads one, and the others read zero.",
        conflict_prose: "Lanes may read the same texel.",
        readings: vec![
            &readings::TEXEL_ONE,
            &readings::MISSING_CHANNELS,
            &readings::TYPED_FORMAT,
            &readings::TYPED_EXEC,
            &readings::TYPED_LOD,
            &readings::BLOCK_PITCH,
            &readings::SOURCES,
            &readings::OFF_LANES,
            &readings::ANY_ALL_WIDTH,
            &readings::MASK_END,
        ],
        semantics: include_str!("gather4_typed.notation").into(),
        source: Clause { page: "vISA, GATHER4_TYPED", heading: "Description" },
        signature: signature(
            0x4b,
            const {
                let prose = "The destination: a block for each enabled channel, in the order R, G, B, A. The rest of a register is undefined.";
                &operands(Operand::destination("dst", CHANNEL_DATA, prose))
            },
        ),
        ..common::gather_defaults()
    }
}

pub(super) fn scatter4_typed() -> Instruction {
    Instruction {
        mnemonic: "SCATTER4_TYPED".into(),
        synonyms: "store write ST image texture",
        prose: "Each enabled lane writes a 32-bit value for each enabled channel to a texel of a typed surface.",
        modifiers: TEXEL_CHANNELS,
        conflict_prose: "Undefined if two lanes write a channel of one texel; Lanescope keeps the later value.",
        readings: vec![
            &readings::TYPED_FORMAT,
            &readings::TYPED_EXEC,
            &readings::TYPED_LOD,
            &readings::BLOCK_PITCH,
            &readings::SCATTER_OVERLAP,
            &readings::ANY_ALL_WIDTH,
            &readings::MASK_END,
        ],
        semantics: include_str!("scatter4_typed.notation").into(),
        source: Clause { page: "vISA, SCATTER4_TYPED", heading: "Description" },
        signature: signature(
            0x4c,
            const {
                let prose = "The source: a block for each enabled channel, in the order R, G, B, A.";
                &operands(Operand::source("src", CHANNEL_DATA, prose))
            },
        ),
        ..common::scatter_defaults()
    }
}
