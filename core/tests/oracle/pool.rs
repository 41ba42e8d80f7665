//! Surfaces of NVIDIA's header pool: extents, pages, and the pitch and block-linear layouts.

use super::bits::{Memory, Value};
use super::sass_values::pattern;
use crate::common::Random;

/// The size of a page of a sparse surface in bytes.
const PAGE_BYTES: usize = 512;

/// A surface with its header.
#[derive(Clone, Debug)]
pub struct PoolSurface {
    /// The index of the header.
    pub index: u32,
    pub kind: &'static str,
    pub format: &'static str,
    pub texel_bytes: usize,
    /// Width, height and depth. Layers of a 1D array are its height, those of a 2D array its depth.
    pub extent: [usize; 3],
    pub layout: Layout,
    pub is_disabled: bool,
    pub missing_pages: Vec<usize>,
    pub memory: Memory,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layout {
    Pitch(usize),
    /// Height and depth of a block in GOBs.
    BlockLinear(usize, usize),
}

/// The formats of texels, each with its size in bytes.
const FORMATS: [(&str, usize); 12] = [
    ("R32_UINT", 4),
    ("R32_UINT", 4),
    ("R32_SINT", 4),
    ("R32_FLOAT", 4),
    ("R16G16_FLOAT", 4),
    ("R16G16_UINT", 4),
    ("R64_UINT", 8),
    ("R64_SINT", 8),
    ("R32G32_UINT", 8),
    ("R32G32_SINT", 8),
    ("R16_SINT", 2),
    ("R8_UINT", 1),
];

impl PoolSurface {
    /// Draws a surface of a kind.
    pub fn draw(random: &mut Random, index: u32, kind: &'static str) -> Self {
        let (format, texel_bytes) = FORMATS[random.below(FORMATS.len())];
        let mut size = |end: usize| 1 + random.below(end);
        let extent = match kind {
            "1d" | "1d_buffer" => [size(40), 1, 1],
            "1d_array" => [size(20), size(4), 1],
            "2d" => [size(20), size(12), 1],
            _ => [size(12), size(9), size(4)],
        };
        let row_bytes = extent[0] * texel_bytes;
        let is_flat = matches!(kind, "1d" | "1d_buffer" | "2d");
        let layout = if is_flat && random.below(3) > 0 {
            Layout::Pitch(row_bytes.next_multiple_of(32) + 32 * random.below(2))
        } else {
            Layout::BlockLinear(
                [1, 1, 2, 4][random.below(4)],
                if kind == "3d" { [1, 2, 4][random.below(3)] } else { 1 },
            )
        };
        let mut surface = Self {
            index,
            kind,
            format,
            texel_bytes,
            extent,
            layout,
            is_disabled: random.below(10) == 0,
            missing_pages: Vec::new(),
            memory: Memory::undefined(0),
        };
        let end = surface.texels().into_iter().max().expect("there is a texel") + texel_bytes;
        surface.memory = Memory::undefined(end);
        if random.below(4) == 0 {
            surface.missing_pages = vec![random.below(end.div_ceil(PAGE_BYTES)), 1 + random.below(3)];
        }
        for byte in surface.texels() {
            let value = pattern(random) | pattern(random) << 32;
            surface.memory.write(byte, texel_bytes, Value::known(value));
        }
        surface
    }

    pub fn row_bytes(&self) -> usize {
        self.extent[0] * self.texel_bytes
    }

    /// Returns the first byte of each texel, x first.
    pub fn texels(&self) -> Vec<usize> {
        let [width, height, depth] = self.extent;
        let mut bytes = Vec::new();
        for z in 0..depth {
            for y in 0..height {
                bytes.extend((0..width).map(|x| self.byte(x * self.texel_bytes, y, z)));
            }
        }
        bytes
    }

    /// Returns the place of byte `x` of a row.
    pub fn byte(&self, x: usize, y: usize, z: usize) -> usize {
        let (block_height, block_depth) = match self.layout {
            Layout::Pitch(pitch) => return x + y * pitch,
            Layout::BlockLinear(height, depth) => (height, depth),
        };
        // Layers of a 1D array follow each other like slices of one row.
        let (y, z, rows) = if self.kind == "1d_array" { (0, y, 1) } else { (y, z, self.extent[1]) };
        let block_row = 512 * block_height * block_depth * self.row_bytes().div_ceil(64);
        let slice = rows.div_ceil(8 * block_height) * block_row;
        let in_gob = x % 64 / 32 * 256 + y % 8 / 2 * 64 + x % 32 / 16 * 32 + y % 2 * 16 + x % 16;
        z / block_depth * slice
            + y / 8 / block_height * block_row
            + x / 64 * 512 * block_height * block_depth
            + z % block_depth * 512 * block_height
            + y / 8 % block_height * 512
            + in_gob
    }

    /// Returns whether a page of these bytes has no memory.
    pub fn is_missing(&self, byte: usize, size_bytes: usize) -> bool {
        (byte..byte + size_bytes).any(|byte| self.missing_pages.contains(&(byte / PAGE_BYTES)))
    }

    pub fn text(&self) -> String {
        let Self { index, kind, format, extent, missing_pages, .. } = self;
        let [width, height, depth] = extent;
        let shape = match *kind {
            "1d" | "1d_buffer" => format!("{width}"),
            "1d_array" | "2d" => format!("{width}x{height}"),
            _ => format!("{width}x{height}x{depth}"),
        };
        let layout = match self.layout {
            Layout::Pitch(pitch) => format!("pitch={pitch}"),
            Layout::BlockLinear(height, depth) => format!("layout=blocklinear block={height}x{depth}"),
        };
        let state = if self.is_disabled { " state=disabled" } else { "" };
        let pages: Vec<String> = missing_pages.iter().map(usize::to_string).collect();
        let sparse = if pages.is_empty() { String::new() } else { format!(" sparse=({})", pages.join(",")) };
        let value = |byte: usize| format!("{:#x}", self.memory.read(byte, self.texel_bytes).bits);
        let values: Vec<String> = self.texels().into_iter().map(value).collect();
        format!(".surface {index} {kind} {format} {shape} {layout}{state}{sparse} = {}\n", values.join(" "))
    }
}
