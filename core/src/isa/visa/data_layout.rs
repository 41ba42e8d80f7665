//! The layout of a line's data.

use super::rows::operand_types;
use super::shape::stated::StatedData;
use super::{parameters::GRF, readings};
use crate::base::{ScalarType, SurfaceKind};
use crate::exec::Blocks;
use crate::spec::{
    AtomicOp, ChosenReadings, DeclaredSignature, ElementCount, IsaValues, LineAttributes, OpTypes, OpWidth,
};
use crate::syntax::{LEAST_DWORDS, Rank, surface_line};

/// The lanes, channels, blocks and types of a line, from which the size of each operand follows.
#[derive(Clone, Debug)]
pub(crate) struct DataLayout {
    /// The number of lanes.
    pub lanes: usize,
    /// The first bit of the dispatch mask, and of a predicate, that applies.
    pub first_lane: usize,
    /// The enabled channels, with R, or X, in bit 0.
    pub channels: Option<u8>,
    /// The size of an element in the block of a channel.
    pub channel_bytes: usize,
    /// The number of blocks of a lane.
    pub blocks: Option<u8>,
    /// The size of a register in bytes.
    pub register_bytes: usize,
    /// Whether the block of a channel begins at the next register even if a block fills more than one.
    pub blocks_may_overlap: bool,
    /// The types that operands with data of the operation may have.
    pub operand_types: Vec<ScalarType>,
    /// The access type.
    pub access: ScalarType,
    /// The type of an address: UD unless the line states another size.
    pub address: ScalarType,
}

/// The choices of a line on which the layout of its data depends.
pub(crate) struct DataLayoutInput<'a> {
    pub signature: &'a DeclaredSignature,
    pub attributes: LineAttributes,
    /// The types of the operation.
    pub op_types: Option<OpTypes>,
    /// The operation, if the line uses it with the types of its table.
    pub listed_op: Option<&'static AtomicOp>,
    /// The type of a whole texel as a bit pattern, if the instruction takes texels of any format.
    pub texel: Option<ScalarType>,
    /// The data that the line states.
    pub stated: Option<StatedData>,
    /// The execution type of an instruction of the ALU.
    pub alu_access: Option<ScalarType>,
    /// The type of an address.
    pub address: ScalarType,
    pub lanes: usize,
    pub first_lane: usize,
    pub isa_values: &'a IsaValues,
    pub readings: &'a ChosenReadings,
}

impl DataLayout {
    /// Derives the layout of a line's data.
    pub fn new(line: DataLayoutInput) -> Self {
        let DataLayoutInput { signature, attributes, op_types, listed_op, stated, readings, .. } = line;
        let width = attributes.width.unwrap_or_default();
        let access = line.texel.unwrap_or_else(|| match (stated, op_types) {
            (Some(data), op_types) => access_of_data(data.access, op_types),
            (None, Some(types)) => types.of_width(width).unwrap_or(types.dword),
            (None, None) => attributes.access.unwrap_or(ScalarType::Ud),
        });
        let listed = listed_op.map_or(Vec::new(), |op| operand_types(op, width, readings));
        let operand_types = match (stated, op_types) {
            (Some(_), _) => data_types(access),
            (None, _) if !listed.is_empty() => listed,
            (None, Some(types)) if width == OpWidth::Bits16 => vec![types.dword],
            (None, _) => vec![access],
        };
        let access = match (stated, line.alu_access) {
            (Some(_), _) => access,
            (None, Some(alu_access)) => alu_access,
            (None, None) => access_in_operand_type(access, operand_types[0], width),
        };
        Self {
            lanes: line.lanes,
            first_lane: line.first_lane,
            channels: stated.map(|data| data.channels).or(attributes.channels),
            // Each channel of a texel is a dword, and narrow data fill one.
            channel_bytes: if signature.takes_texels { 4 } else { access.size_bytes().max(4) },
            blocks: attributes.blocks,
            register_bytes: line.isa_values.get(&GRF) as usize,
            blocks_may_overlap: readings.is(&readings::BLOCK_PITCH, "next_register"),
            operand_types,
            access,
            address: line.address,
        }
    }

    /// Returns the distance between the data of consecutive lanes, in dwords.
    pub fn dwords_of_a_lane(&self) -> usize {
        let of_channels = |mask: u8| (u8::BITS - mask.leading_zeros()) as usize;
        let elements = self.channels.map_or(usize::from(self.blocks.unwrap_or(1)), of_channels);
        (elements * self.access.size_bytes()).div_ceil(4)
    }

    /// Returns the size of a surface with room for the data of all lanes, in dwords.
    pub fn dwords_of_all_lanes(&self) -> usize {
        (self.lanes * self.dwords_of_a_lane()).max(LEAST_DWORDS)
    }

    /// Returns the line that describes a surface with room for the data of all lanes.
    pub fn memory_line(&self, name: &str, kind: SurfaceKind) -> (Rank, String) {
        (Rank::Surface, surface_line(name, kind, self.access, self.dwords_of_all_lanes()))
    }

    /// Returns the elements of a lane in a destination: one for each channel or block.
    pub fn destination_blocks(&self) -> Blocks {
        match (self.channels, self.blocks) {
            (Some(mask), _) => Blocks { count: mask.count_ones() as usize, pitch: self.channel_pitch() },
            (None, Some(_)) => {
                Blocks { count: self.elements_of_a_lane(self.access.size_bytes()), pitch: self.lanes }
            }
            (None, None) => Blocks::ONE,
        }
    }

    /// Returns the number of elements from one channel's block to the next.
    fn channel_pitch(&self) -> usize {
        if self.blocks_may_overlap {
            self.register_bytes / self.channel_bytes
        } else {
            self.lanes.max(self.register_bytes / 4)
        }
    }

    /// Returns the number of elements of an operand, each with `element_bytes` bytes.
    pub fn element_count(&self, elements: ElementCount, element_bytes: usize) -> usize {
        match (elements, self.channels) {
            (ElementCount::PerChannel, Some(mask)) => {
                (mask.count_ones() as usize).saturating_sub(1) * self.channel_pitch() + self.lanes
            }
            (ElementCount::PerBlock, _) => self.lanes * self.elements_of_a_lane(element_bytes),
            _ => self.lanes,
        }
    }

    /// Returns the number of elements of a lane in an operand with blocks. Blocks of a byte fill at least a dword.
    fn elements_of_a_lane(&self, element_bytes: usize) -> usize {
        let blocks = self.blocks.map_or(1, usize::from);
        if element_bytes == 1 { blocks.max(4) } else { blocks }
    }

    /// Returns the distance between the first elements of neighbouring lanes, in elements, if an operand has blocks.
    pub fn lane_pitch(&self, element_bytes: usize) -> usize {
        if element_bytes == 1 { self.elements_of_a_lane(element_bytes) } else { 1 }
    }
}

/// Returns the types that a variable may have for data of an access type. Narrow data are in the low bytes of dwords.
fn data_types(access: ScalarType) -> Vec<ScalarType> {
    let bytes = access.size_bytes().max(4);
    vec![ScalarType::unsigned(bytes), ScalarType::signed(bytes), ScalarType::float(bytes)]
}

/// Returns the access type of a line that states its data: their type, or that of the operation in their width.
fn access_of_data(data: ScalarType, op: Option<OpTypes>) -> ScalarType {
    match op {
        Some(types) if data == ScalarType::Uq => types.qword.unwrap_or(data),
        Some(types) => types.dword,
        None => data,
    }
}

/// Returns the access type after a reading has given the operation another type of the same width, which the operands
/// have.
fn access_in_operand_type(access: ScalarType, operand_type: ScalarType, width: OpWidth) -> ScalarType {
    match operand_type {
        ty if width != OpWidth::Bits16 && ty.size_bytes() == access.size_bytes() => ty,
        // A signed dword makes the word signed, too.
        ScalarType::D | ScalarType::W if access == ScalarType::Uw => ScalarType::W,
        _ => access,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ScalarType::{D, Df, F, Q, Ub, Ud, Uq};
    use crate::test;

    /// Returns the layout of a line with dwords in registers of 64 bytes.
    fn line(lanes: usize, channels: Option<u8>, blocks: Option<u8>) -> DataLayout {
        DataLayout {
            lanes,
            first_lane: 0,
            channels,
            channel_bytes: 4,
            blocks,
            register_bytes: 64,
            blocks_may_overlap: false,
            operand_types: vec![ScalarType::Ud],
            access: ScalarType::Ud,
            address: ScalarType::Ud,
        }
    }

    #[test]
    fn blocks_of_bytes_are_packed() {
        // lanes, blocks, bytes of a block: elements, elements from one lane to the next.
        let known = [
            ((16, 1, 4), (16, 1)),
            ((8, 8, 4), (64, 1)),
            ((16, 4, 8), (64, 1)),
            ((1, 2, 4), (2, 1)),
            ((16, 1, 1), (64, 4)),
            ((8, 2, 1), (32, 4)),
            ((8, 4, 1), (32, 4)),
            ((8, 8, 1), (64, 8)),
        ];
        for ((lanes, blocks, element_bytes), expected) in known {
            let line = line(lanes, None, Some(blocks));
            let count = line.element_count(ElementCount::PerBlock, element_bytes);
            assert_eq!((count, line.lane_pitch(element_bytes)), expected, "{line:?}");
        }
    }

    #[test]
    fn channels_have_a_distance() {
        let count = |lanes, channels| {
            let line = line(lanes, channels, None);
            [ElementCount::PerLane, ElementCount::PerChannel].map(|elements| line.element_count(elements, 4))
        };
        assert_eq!(count(8, Some(0b1011)), [8, 40]);
        assert_eq!(count(8, Some(0b1000)), [8, 8]);
        assert_eq!(count(8, None), [8, 8]);
    }

    #[test]
    fn the_next_register_is_as_many_elements_later_as_it_holds() {
        // The access type, the size of an element, elements from one block to the next in registers of 64 bytes.
        for (access, channel_bytes, pitch) in [
            (ScalarType::Ud, 4, 16),
            (ScalarType::Ub, 4, 16),
            (ScalarType::Uq, 8, 8),
            (ScalarType::Uq, 4, 16),
        ] {
            let line = line(16, Some(0b11), None);
            let line = DataLayout { access, channel_bytes, blocks_may_overlap: true, ..line };
            assert_eq!(line.destination_blocks(), Blocks { count: 2, pitch }, "{line:?}");
            assert_eq!(line.element_count(ElementCount::PerChannel, channel_bytes), pitch + 16, "{line:?}");
        }
    }

    #[test]
    fn an_operation_is_as_wide_as_the_data() {
        let known = [
            (Ub, None, Ub),
            (Uq, None, Uq),
            (Ud, Some(Ud), Ud),
            (Ud, Some(D), D),
            (Ud, Some(F), F),
            (Uq, Some(Ud), Uq),
            (Uq, Some(D), Q),
            (Uq, Some(F), Df),
        ];
        for (data, op, expected) in known {
            assert_eq!(access_of_data(data, op.map(OpTypes::from_dword)), expected, "{data} {op:?}");
        }
    }
}
