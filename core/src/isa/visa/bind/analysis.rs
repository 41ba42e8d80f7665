//! The properties of a line that follow from its words and operands.

use super::declarations::undeclared::NameUse;
use crate::base::{ScalarType, SurfaceKind};
use crate::check::OpInForce;
use crate::isa::visa::data_layout::DataLayout;
use crate::isa::visa::needed_declaration::NeededDeclaration;
use crate::isa::visa::usual_operand::usual_values;
use crate::spec::Operand;
use crate::syntax::LineModifiers;

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
        ScalarType::unsigned(self.ty.size_bytes())
    }

    /// Returns the number of bits of a channel.
    pub fn channel_bits(self) -> usize {
        8 * self.ty.size_bytes() / self.channels
    }
}

/// The properties of a line that follow from the words after the mnemonic and from its operands.
pub(super) struct LineAnalysis {
    pub op: Option<OpInForce>,
    /// The sources that may be given although the operation does not use them.
    pub ignored_sources: [bool; 2],
    pub data_layout: DataLayout,
    /// The usual spelling of the null variable.
    pub null: &'static str,
    /// The kind of the accessed surface.
    pub surface: Option<SurfaceKind>,
    /// The texels of the accessed surface, if the instruction takes texels of any format.
    pub texel: Option<Texel>,
    /// Whether the instruction computes with predicates.
    pub computes_predicates: bool,
    /// The type of the destination's elements, or that of a predicate's bits.
    pub destination_type: ScalarType,
    /// The words after the mnemonic.
    pub modifiers: LineModifiers,
}

impl LineAnalysis {
    /// Returns what the line needs of a name in place of an operand.
    pub fn use_of(&self, operand: &Operand) -> NameUse {
        let need = NeededDeclaration::for_operand(operand, &self.data_layout);
        NameUse {
            need: need.expect("the operands of vISA are declared"),
            values: usual_values(operand, &self.data_layout, &[]),
            is_address: operand.is_address(),
        }
    }

    /// Returns the access type.
    pub fn access(&self) -> ScalarType {
        self.data_layout.access
    }

    /// Returns the operation's name.
    pub fn op_name(&self) -> Option<&str> {
        self.op.as_ref().map(|op| op.name.as_str())
    }
}
