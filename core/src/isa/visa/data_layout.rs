//! The layout of a line's data.

use crate::base::{ScalarType, SurfaceKind};
use crate::exec::Blocks;
use crate::spec::ElementCount;
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

impl DataLayout {
    /// Returns the size of an element in the block of a channel. Each channel of a texel is a dword, and narrow data fill
    /// one.
    pub fn bytes_of_a_channel(access: ScalarType, takes_texels: bool) -> usize {
        if takes_texels { 4 } else { access.size_bytes().max(4) }
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

    /// Returns the elements of a lane in a destination: a block for each channel.
    pub fn blocks_of_channels(&self) -> Blocks {
        let pitch = self.channel_pitch();
        self.channels.map_or(Blocks::ONE, |mask| Blocks { count: mask.count_ones() as usize, pitch })
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
            (ElementCount::PerBlock, _) => {
                let blocks = self.blocks.map_or(1, usize::from);
                self.lanes * blocks.max(self.lane_pitch(element_bytes))
            }
            _ => self.lanes,
        }
    }

    /// Returns the distance between the first elements of neighbouring lanes, in elements, if an operand has blocks.
    pub fn lane_pitch(&self, element_bytes: usize) -> usize {
        if element_bytes == 1 { self.blocks.map_or(1, usize::from).max(4) } else { 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

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
            assert_eq!(line.blocks_of_channels(), Blocks { count: 2, pitch }, "{line:?}");
            assert_eq!(line.element_count(ElementCount::PerChannel, channel_bytes), pitch + 16, "{line:?}");
        }
    }
}
