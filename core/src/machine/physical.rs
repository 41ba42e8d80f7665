//! The physical view of a block-linear surface: its GOBs in address order.

use super::block_linear::{GOB_BYTES, GOB_WIDTH};
use super::layout::{Surface, SurfaceLayout};

/// A GOB: 512 contiguous bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gob {
    /// The index among the GOBs of the surface, in address order.
    pub index: usize,
    /// The index of its block, in address order.
    pub block: usize,
    /// The 8 rows of [`GOB_WIDTH`] bytes, each split into slots of an element's size: 8 x (64 / element size).
    pub rows: Vec<Vec<ElementSlot>>,
}

/// The bytes of an element, or padding of the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementSlot {
    /// The offset of the first byte.
    pub byte_offset: usize,
    /// The element; `None` for padding.
    pub element: Option<usize>,
}

impl Surface {
    /// Returns the number of GOBs in `size_bytes` bytes of the surface; 0 if it is not block-linear.
    pub fn gobs(&self, size_bytes: usize) -> usize {
        match self.layout {
            SurfaceLayout::BlockLinear(_) => size_bytes / GOB_BYTES,
            SurfaceLayout::Linear { .. } => 0,
        }
    }

    /// Returns GOB `index`; `None` if the surface is not block-linear. Past the last texel, every slot is padding.
    pub fn gob(&self, index: usize) -> Option<Gob> {
        let SurfaceLayout::BlockLinear(blocks) = self.layout else { return None };
        let first = index * GOB_BYTES;
        let size = self.ty.size_bytes();
        let slot = |byte_offset| ElementSlot { byte_offset, element: self.element_of(byte_offset) };
        let row = |row: usize| (row..row + GOB_WIDTH).step_by(size).map(slot).collect();
        let rows = (first..first + GOB_BYTES).step_by(GOB_WIDTH).map(row).collect();
        Some(Gob { index, block: blocks.block_of(first), rows })
    }

    /// Returns the index of the GOB that contains an element; `None` if the surface is not block-linear.
    pub fn gob_of(&self, element: usize) -> Option<usize> {
        let is_blocks = matches!(self.layout, SurfaceLayout::BlockLinear(_));
        is_blocks.then(|| self.texel_byte(self.coordinates(element)) / GOB_BYTES)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BlockLinear, SpaceId};
    use super::*;
    use crate::base::{ScalarType, SurfaceKind};
    use crate::test;

    /// Creates a surface of dwords in blocks of `block_height` GOBs.
    fn dwords(kind: SurfaceKind, extent: [usize; 3], block_height: usize) -> Surface {
        let rows = if kind == SurfaceKind::Array1d { 1 } else { extent[1] };
        let blocks = BlockLinear { row_bytes: 4 * extent[0], rows, block_height, block_depth: 1 };
        let layout = SurfaceLayout::BlockLinear(blocks);
        let (name, ty, space) = (String::new(), ScalarType::Ud, SpaceId(0));
        Surface { name, kind, ty, extent, layout, space, header: None }
    }

    /// Returns the elements of a row in groups of four. A group is 16 bytes, in which neighbours in x are adjacent.
    fn runs(gob: &Gob, row: usize) -> Vec<[Option<usize>; 4]> {
        let slots = gob.rows[row].chunks(4);
        slots.map(|run| [run[0].element, run[1].element, run[2].element, run[3].element]).collect()
    }

    /// Returns four neighbours in x.
    fn four(first: usize) -> [Option<usize>; 4] {
        [0, 1, 2, 3].map(|k| Some(first + k))
    }

    const NONE: [Option<usize>; 4] = [None; 4];

    #[test]
    fn texels_lie_in_memory_as_the_gob_shuffles_them() {
        // 32 by 16 dwords: rows of 128 bytes, two GOBs side by side and two below each other.
        let surface = dwords(SurfaceKind::Image2d, [32, 16, 1], 2);
        let gob = |index| surface.gob(index).expect("it is block-linear");
        // Byte bits 0-3 are x, bit 4 is the lowest of y, bit 5 is x again. So y 0 and y 1 alternate in runs of 16
        // bytes, followed by the next 16 bytes in x (x 4) of both.
        assert_eq!(runs(&gob(0), 0), [four(0), four(32), four(4), four(36)]);
        // Bits 6 and 7 are y: rows 2 and 3 begin at byte 64, rows 6 and 7 at byte 192.
        assert_eq!(runs(&gob(0), 1), [four(64), four(96), four(68), four(100)]);
        assert_eq!(runs(&gob(0), 3), [four(192), four(224), four(196), four(228)]);
        // Bit 8 is the right half of the GOB, 32 bytes in x: x 8.
        assert_eq!(runs(&gob(0), 4), [four(8), four(40), four(12), four(44)]);
        // The second GOB of the block starts at y 8; the second block starts at x 16.
        assert_eq!(runs(&gob(1), 0)[0], four(8 * 32));
        assert_eq!(runs(&gob(2), 0)[0], four(16));
        assert_eq!(
            runs(&gob(3), 7),
            [four(14 * 32 + 24), four(15 * 32 + 24), four(14 * 32 + 28), four(15 * 32 + 28)]
        );
        assert_eq!([0, 1, 2, 3].map(|index| gob(index).block), [0, 0, 1, 1]);
        let bytes = gob(1).rows.iter().map(|row| row[0].byte_offset).collect::<Vec<_>>();
        assert_eq!(bytes, [512, 576, 640, 704, 768, 832, 896, 960]);
        assert_eq!((surface.gobs(2048), surface.gob_of(8 * 32), surface.gob_of(16)), (4, Some(1), Some(2)));
    }

    #[test]
    fn bytes_without_a_texel_are_padding() {
        // 5 by 3 dwords fill a corner of a GOB: 20 of 64 bytes in x, 3 of 8 rows.
        let surface = dwords(SurfaceKind::Image2d, [5, 3, 1], 1);
        let gob = surface.gob(0).expect("it is block-linear");
        let one = |element| [Some(element), None, None, None];
        assert_eq!(runs(&gob, 0), [four(0), four(5), one(4), one(9)]);
        assert_eq!(runs(&gob, 1), [four(10), NONE, one(14), NONE]);
        assert!((2..8).all(|row| runs(&gob, row) == [NONE; 4]));
        assert_eq!(surface.element_of(35), Some(4), "its last byte");
        assert_eq!(surface.element_of(36), None);
    }

    #[test]
    fn layers_of_an_array_lie_behind_one_another() {
        // Each layer is one row and occupies a GOB.
        let surface = dwords(SurfaceKind::Array1d, [4, 3, 1], 1);
        let gob = |index| surface.gob(index).expect("it is block-linear");
        assert_eq!(runs(&gob(2), 0), [four(8), NONE, NONE, NONE]);
        assert_eq!((surface.gob_of(8), surface.gobs(1536)), (Some(2), 3));
    }

    #[test]
    fn each_element_is_found_by_each_of_its_bytes() {
        let surface = dwords(SurfaceKind::Image3d, [20, 18, 3], 2);
        for element in 0..surface.count() {
            let first = surface.element(element).byte_offset as usize;
            assert!((first..first + 4).all(|byte| surface.element_of(byte) == Some(element)));
        }
    }
}
