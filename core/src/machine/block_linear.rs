//! Block-linear addressing as on Maxwell: rows of blocks, blocks of GOBs, and the byte swizzle inside a GOB.
//!
//! A GOB has 64 bytes in x and 8 rows: 512 bytes. A block is one GOB wide, `block_height` GOBs high and `block_depth`
//! slices deep. The addresses are those of physical memory: the page table hides the swizzle inside a GOB from
//! programs.
//!
//! Source: Tegra X1 Technical Reference Manual, pages 1187 and 1188.

/// The size of a GOB in bytes.
pub const GOB_BYTES: usize = 512;
/// The width of a GOB row in bytes.
pub const GOB_WIDTH: usize = 64;
const GOB_ROWS: usize = 8;

/// The shape of a block-linear surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockLinear {
    /// The number of bytes in a row that hold texels.
    pub row_bytes: usize,
    /// The number of rows in a slice.
    pub rows: usize,
    /// The height of a block in GOBs: 1, 2, 4, ... 32.
    pub block_height: usize,
    /// The depth of a block in slices: 1, 2, 4, ... 32.
    pub block_depth: usize,
}

impl BlockLinear {
    /// Returns the size of a block in bytes.
    fn block_bytes(&self) -> usize {
        GOB_BYTES * self.block_height * self.block_depth
    }

    /// Returns the size of a row of blocks in bytes.
    fn block_row_bytes(&self) -> usize {
        self.block_bytes() * self.row_bytes.div_ceil(GOB_WIDTH)
    }

    /// Returns the size in bytes of all blocks that cover the same slices.
    fn block_slice_bytes(&self) -> usize {
        self.block_row_bytes() * self.rows.div_ceil(GOB_ROWS * self.block_height)
    }

    /// Returns the size in bytes of `slices` slices, rounded up to whole blocks.
    pub fn size_bytes(&self, slices: usize) -> usize {
        self.block_slice_bytes() * slices.div_ceil(self.block_depth)
    }

    /// Returns the byte offset of byte `column` in row `row` of slice `slice`, by the formula of the source above.
    pub fn byte(&self, column: usize, row: usize, slice: usize) -> usize {
        let gob_row = row / GOB_ROWS;
        slice / self.block_depth * self.block_slice_bytes()
            + gob_row / self.block_height * self.block_row_bytes()
            + column / GOB_WIDTH * self.block_bytes()
            + slice % self.block_depth * self.block_height * GOB_BYTES
            + gob_row % self.block_height * GOB_BYTES
            + in_gob(column % GOB_WIDTH, row % GOB_ROWS)
    }

    /// Returns the column (in bytes), row and slice of a byte offset. In padding they exceed the extent of the
    /// surface.
    pub fn at(&self, byte: usize) -> (usize, usize, usize) {
        let across = self.row_bytes.div_ceil(GOB_WIDTH).max(1);
        let down = self.rows.div_ceil(GOB_ROWS * self.block_height).max(1);
        let (block, gob) = (self.block_of(byte), byte % self.block_bytes() / GOB_BYTES);
        let (column, row) = from_gob(byte % GOB_BYTES);
        (
            block % across * GOB_WIDTH + column,
            (block / across % down * self.block_height + gob % self.block_height) * GOB_ROWS + row,
            block / across / down * self.block_depth + gob / self.block_height,
        )
    }

    /// Returns the index of the block that contains a byte, in address order.
    pub fn block_of(&self, byte: usize) -> usize {
        byte / self.block_bytes()
    }
}

/// Returns the offset of a byte in its GOB. A GOB has two halves of 32 bytes in x. Each half has four pairs of
/// sectors, one pair below the other. A sector is 16 bytes wide and 2 rows high.
fn in_gob(column: usize, row: usize) -> usize {
    column % 64 / 32 * 256 + row % 8 / 2 * 64 + column % 32 / 16 * 32 + row % 2 * 16 + column % 16
}

/// Returns the column and the row of a byte of a GOB; the inverse of [`in_gob`].
fn from_gob(byte: usize) -> (usize, usize) {
    (byte / 256 * 32 + byte % 64 / 32 * 16 + byte % 16, byte % 256 / 64 * 2 + byte % 32 / 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::split_mix;
    use crate::test;

    /// Computes the same offset independently: moves single bits inside the block, then counts blocks.
    fn by_bits(shape: &BlockLinear, x: u64, y: u64, z: u64) -> u64 {
        let (log_height, log_depth) = (shape.block_height.ilog2(), shape.block_depth.ilog2());
        let bit = |word: u64, from: u32, to: u32| (word >> from & 1) << to;
        // x bits 0-3 stay, x4 moves to 5, x5 to 8, y0 to 4, y1 to 6, y2 to 7.
        let mut offset = (x & 15) | bit(x, 4, 5) | bit(x, 5, 8) | bit(y, 0, 4) | bit(y, 1, 6) | bit(y, 2, 7);
        let mut at = 9;
        for k in 0..log_height {
            offset |= bit(y, 3 + k, at);
            at += 1;
        }
        for k in 0..log_depth {
            offset |= bit(z, k, at);
            at += 1;
        }
        let blocks_x = (shape.row_bytes as u64 + 63) >> 6;
        let blocks_y = (shape.rows as u64 + (8 << log_height) - 1) >> (3 + log_height);
        let block = ((z >> log_depth) * blocks_y + (y >> (3 + log_height))) * blocks_x + (x >> 6);
        offset | block << at
    }

    #[test]
    fn two_formulas_agree_on_random_points() {
        let mut seed = 0x5eed;
        let mut below = |n: usize| split_mix(&mut seed) as usize % n;
        for _ in 0..20_000 {
            let shape = BlockLinear {
                row_bytes: 1 + below(1000),
                rows: 1 + below(300),
                block_height: 1 << below(6),
                block_depth: 1 << below(6),
            };
            let (x, y, z) = (below(shape.row_bytes), below(shape.rows), below(100));
            let expected = by_bits(&shape, x as u64, y as u64, z as u64);
            assert_eq!(shape.byte(x, y, z) as u64, expected, "{shape:?} {x} {y} {z}");
            assert_eq!(shape.at(shape.byte(x, y, z)), (x, y, z), "{shape:?}");
        }
    }

    #[test]
    fn every_block_shape_is_a_bijection() {
        for block_height in (0..6).map(|log| 1 << log) {
            for block_depth in (0..6).map(|log| 1 << log) {
                // At least one block in each direction, with no partial block.
                let shape =
                    BlockLinear { row_bytes: 128, rows: 16 * block_height, block_height, block_depth };
                let slices = block_depth;
                let mut seen = vec![false; shape.size_bytes(slices)];
                for z in 0..slices {
                    for y in 0..shape.rows {
                        for x in 0..shape.row_bytes {
                            let at = shape.byte(x, y, z);
                            assert!(!seen[at], "{shape:?} {x} {y} {z}");
                            seen[at] = true;
                        }
                    }
                }
                assert!(seen.iter().all(|&hit| hit), "{shape:?} leaves bytes out");
            }
        }
    }

    #[test]
    fn points_by_hand() {
        let shape = BlockLinear { row_bytes: 128, rows: 32, block_height: 2, block_depth: 1 };
        assert_eq!(shape.byte(0, 0, 0), 0);
        // x = 16 is the right sector of a pair, x = 32 the right half of the GOB.
        assert_eq!(shape.byte(16, 0, 0), 32);
        assert_eq!(shape.byte(32, 0, 0), 256);
        assert_eq!(shape.byte(0, 1, 0), 16);
        assert_eq!(shape.byte(0, 2, 0), 64);
        assert_eq!(shape.byte(0, 7, 0), 3 * 64 + 16);
        // Row 8 is the second GOB of the block, x = 64 the next block, row 16 the next row of blocks.
        assert_eq!(shape.byte(0, 8, 0), 512);
        assert_eq!(shape.byte(64, 0, 0), 1024);
        assert_eq!(shape.byte(0, 16, 0), 2048);
        assert_eq!(shape.size_bytes(1), 4096);
    }
}
