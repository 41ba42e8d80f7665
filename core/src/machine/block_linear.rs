//! Block-linear addressing as on Maxwell: rows of blocks, blocks of GOBs, and the shuffle of bytes inside a GOB.
//!
//! A GOB has 64 bytes in x and 8 rows; 512 bytes in all. A block is one GOB wide, `block_height` GOBs high and
//! `block_depth` slices deep. This is the address as the memory behind it sees it: the shuffle inside a GOB is hidden
//! from programs by the page table.

/// Bytes of a GOB.
pub const GOB_BYTES: usize = 512;
/// Bytes of a row of a GOB.
pub const GOB_WIDTH: usize = 64;
const GOB_ROWS: usize = 8;

/// The shape of a block-linear surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockLinear {
    /// Bytes of a row that hold texels.
    pub row_bytes: usize,
    /// Rows of a slice.
    pub rows: usize,
    /// GOBs of a block in y: 1, 2, 4, ... 32.
    pub block_height: usize,
    /// Slices of a block: 1, 2, 4, ... 32.
    pub block_depth: usize,
}

impl BlockLinear {
    /// Bytes of a block.
    fn block_bytes(&self) -> usize {
        GOB_BYTES * self.block_height * self.block_depth
    }

    /// Bytes of a row of blocks.
    fn block_row_bytes(&self) -> usize {
        self.block_bytes() * self.row_bytes.div_ceil(GOB_WIDTH)
    }

    /// Bytes of all blocks that hold the same slices.
    fn block_slice_bytes(&self) -> usize {
        self.block_row_bytes() * self.rows.div_ceil(GOB_ROWS * self.block_height)
    }

    /// Bytes of that many slices, up to the end of the last block.
    pub fn size_bytes(&self, slices: usize) -> usize {
        self.block_slice_bytes() * slices.div_ceil(self.block_depth)
    }

    /// Where byte `column` of row `row` of slice `slice` lies.
    pub fn byte(&self, column: usize, row: usize, slice: usize) -> usize {
        let gob_row = row / GOB_ROWS;
        slice / self.block_depth * self.block_slice_bytes()
            + gob_row / self.block_height * self.block_row_bytes()
            + column / GOB_WIDTH * self.block_bytes()
            + slice % self.block_depth * self.block_height * GOB_BYTES
            + gob_row % self.block_height * GOB_BYTES
            + in_gob(column % GOB_WIDTH, row % GOB_ROWS)
    }

    /// What lies at a byte: the byte in its row, the row, the slice. Where no texel lies they go on counting.
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

    /// Which block a byte lies in, in the order of addresses.
    pub fn block_of(&self, byte: usize) -> usize {
        byte / self.block_bytes()
    }
}

/// Where a byte lies in its GOB: sectors of 16 bytes by 2 rows, two of them side by side, four pairs down, and again
/// for the right half.
fn in_gob(column: usize, row: usize) -> usize {
    column % 64 / 32 * 256 + row % 8 / 2 * 64 + column % 32 / 16 * 32 + row % 2 * 16 + column % 16
}

/// The column and the row of a byte of a GOB: [`in_gob`] undone.
fn from_gob(byte: usize) -> (usize, usize) {
    (byte / 256 * 32 + byte % 64 / 32 * 16 + byte % 16, byte % 256 / 64 * 2 + byte % 32 / 16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::split_mix;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// The same map, written as moves of single bits and counters that are walked down from the largest unit.
    fn by_bits(shape: &BlockLinear, x: u64, y: u64, z: u64) -> u64 {
        let (log_height, log_depth) = (shape.block_height.ilog2(), shape.block_depth.ilog2());
        let bit = |word: u64, from: u32, to: u32| (word >> from & 1) << to;
        // x 0-3 stay, x4 goes to 5, x5 to 8; y0 goes to 4, y1 to 6, y2 to 7.
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
                // One block and a bit in each direction, up to whole blocks.
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
        // x = 16 is the second 16 bytes of a sector pair, x = 32 the right half of the GOB.
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
