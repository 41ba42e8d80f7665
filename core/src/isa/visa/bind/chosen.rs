//! The choices that the words and operands of a line make.

use super::element::grf_bytes;
use crate::base::{ScalarType, SurfaceKind};
use crate::check::NeededDeclaration;
use crate::check::context::Context;
use crate::check::notation::OpInForce;
use crate::check::undeclared::NameUse;
use crate::isa::visa::declaration::{LineShape, usual_values};
use crate::spec::{DeclaredOperand, Operand};
use crate::syntax::LineWords;

/// The texels of a surface, for an instruction that takes texels of any format.
#[derive(Clone, Copy)]
pub(super) struct Texel {
    /// The type of the surface's elements.
    pub ty: ScalarType,
    /// The number of channels.
    pub channels: usize,
}

impl Texel {
    /// Returns the type of a whole texel as a bit pattern.
    pub fn pattern(self) -> ScalarType {
        match self.ty.size_bytes() {
            1 => ScalarType::Ub,
            2 => ScalarType::Uw,
            4 => ScalarType::Ud,
            _ => ScalarType::Uq,
        }
    }

    /// Returns the number of bits of a channel.
    pub fn channel_bits(self) -> usize {
        8 * self.ty.size_bytes() / self.channels
    }
}

/// The choices made by the words after the mnemonic and by the operands.
pub(super) struct LineChoices {
    pub op: Option<OpInForce>,
    pub mentions: [bool; 3],
    /// The types that variables with data of the operation may be declared with.
    pub operand_types: Vec<ScalarType>,
    /// The names of operands that may be given although the operation does not use them.
    pub tolerated: Vec<&'static str>,
    pub access: ScalarType,
    /// The type of an address, if the line states its size.
    pub address: ScalarType,
    /// The usual spelling of the null variable.
    pub null: &'static str,
    pub exec_size: u8,
    /// The kind of the accessed surface.
    pub surface: Option<SurfaceKind>,
    /// The texels of the accessed surface, if the instruction takes texels of any format.
    pub texel: Option<Texel>,
    /// The enabled channels, with R in bit 0.
    pub channels: Option<u8>,
    /// The number of blocks of a lane.
    pub blocks: Option<u8>,
    /// The first bit of the dispatch mask that applies.
    pub mask_offset: u8,
    pub saturates: bool,
    /// The type of the destination if it is a vector operand.
    pub written: ScalarType,
    /// Whether the last source is one value for all lanes.
    pub has_scalar_source: bool,
    /// The words after the mnemonic.
    pub words: LineWords,
}

impl LineChoices {
    /// Returns what the line needs of a name in place of an operand.
    pub fn use_of(&self, cx: &Context, operand: &Operand<DeclaredOperand>) -> Option<NameUse> {
        let shape = self.shape(cx);
        Some(NameUse {
            need: NeededDeclaration::at(operand, &shape)?,
            values: usual_values(operand, &shape, 0),
            is_address: operand.unit.is_some(),
        })
    }

    /// Returns the properties of the line that its operands depend on.
    pub fn shape(&self, cx: &Context) -> LineShape {
        LineShape {
            lanes: self.exec_size.into(),
            first_lane: self.mask_offset.into(),
            channels: self.channels,
            blocks: self.blocks,
            register_bytes: grf_bytes(cx.settings),
            operand_types: self.operand_types.clone(),
            access: self.access,
            address: self.address,
        }
    }

    /// Returns the operation's name.
    pub fn op_name(&self) -> Option<&str> {
        self.op.as_ref().map(|op| op.name.as_str())
    }

    /// Returns whether the operation uses source `source`. Without an operation, every operand is used.
    pub fn mentions(&self, source: usize) -> bool {
        self.mentions[1 + source]
    }
}
