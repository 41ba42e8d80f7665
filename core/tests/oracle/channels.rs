//! SCATTER4_SCALED, after its page, and GATHER4_SCALED, its reverse.

use super::bits::{Memory, Value};
use super::dword_atomic::{find, misaligned, misaligned_first, offsets, raw_surface};
use super::gather::{GlobalOffset, write};
use super::kernel::{Head, Kernel, Operand};
use super::orders::Order;
use super::visa_ops::{End, Found, off_lanes};
use crate::common::Random;

/// A line of GATHER4_SCALED or SCATTER4_SCALED.
#[derive(Clone, Debug)]
pub struct Channels {
    head: Head,
    is_scatter: bool,
    /// Whether R, G, B and A are enabled.
    mask: [bool; 4],
    surface: usize,
    surface_name: &'static str,
    global_offset: GlobalOffset,
    element_offset: Operand,
    data: Operand,
}

impl Channels {
    pub fn draw(random: &mut Random, kernel: &Kernel) -> Option<Self> {
        let is_any = kernel.readings.is("scaled_exec", "any");
        let head = kernel.head(random, if is_any { &[1, 2, 4, 8, 16] } else { &[8, 16] }, true)?;
        let bits = 1 + random.below(15);
        let mask = [0, 1, 2, 3].map(|channel| bits >> channel & 1 == 1);
        let blocks = bits.count_ones() as usize;
        let elements =
            (blocks - 1) * pitch(kernel, head.exec_size) + head.exec_size.max(kernel.grf_bytes / 4);
        let (surface, surface_name) = raw_surface(random, kernel);
        let ty = ["ud", "d", "f"][random.below(3)];
        Some(Self {
            is_scatter: random.below(2) == 0,
            mask,
            surface,
            surface_name,
            global_offset: GlobalOffset::draw(random, kernel),
            element_offset: offsets(random, kernel, head.exec_size)?,
            data: kernel.operand(random, ty, 4 * elements)?,
            head,
        })
    }

    pub fn exec_size(&self) -> usize {
        self.head.exec_size
    }

    pub fn line(&self, kernel: &Kernel) -> String {
        let channels = ["R", "G", "B", "A"].iter().zip(self.mask).filter(|(_, is_on)| *is_on);
        format!(
            "{}{}4_scaled.{} {} {} {} {} {}\n",
            self.head.predicate_text(),
            if self.is_scatter { "scatter" } else { "gather" },
            channels.map(|(name, _)| *name).collect::<String>(),
            self.head.exec_text(),
            self.surface_name,
            self.global_offset.text(kernel),
            kernel.operand_text(Some(self.element_offset)),
            kernel.operand_text(Some(self.data)),
        )
    }

    /// Runs the loops of the page: over channels, and inside over lanes.
    pub fn run(&self, kernel: &mut Kernel, order: &Order) -> End {
        let enabled = kernel.enabled(&self.head);
        let mut sources = kernel.roots.clone();
        let is_misaligned = |address: Option<u64>| address.is_some_and(|address| address % 4 != 0);
        if kernel.readings.is("misaligned", "error_first")
            && enabled.iter().any(|&lane| is_misaligned(self.address(kernel, &sources, lane)))
        {
            return misaligned_first(kernel);
        }
        let blocks: Vec<usize> = (0..4).filter(|&channel| self.mask[channel]).collect();
        let pitch = pitch(kernel, self.head.exec_size);
        let of_register = kernel.grf_bytes / 4;
        if !self.is_scatter {
            // Blocks that overlap: no page says if a lane that is off comes before one of the block before.
            if pitch < self.head.exec_size && kernel.readings.is("off_lanes", "undefined") {
                return End::Unknown;
            }
            // Nor if a lane reads its offset before the rest of a register becomes undefined.
            let is_rest_read = self.head.exec_size < of_register && kernel.readings.is("sources", "live");
            let operands = [Some(self.element_offset), self.global_offset.operand()];
            for block in 0..blocks.len() {
                let first = Operand { byte: self.data.byte + 4 * block * pitch, ..self.data };
                if is_rest_read
                    && operands.iter().flatten().any(|operand| kernel.share_a_root(*operand, first))
                {
                    return End::Unknown;
                }
                if !off_lanes(kernel, Some(first), &operands, 4, self.head.exec_size, &enabled) {
                    return End::Unknown;
                }
                // The rest of a register is undefined.
                for rest in self.head.exec_size..of_register {
                    kernel.set_element(first, rest, 4, Value::UNDEFINED);
                }
            }
        }
        // The lanes and blocks in their order.
        let mut turns = Vec::new();
        if self.is_scatter && kernel.readings.is("channel_overlap", "by_lane") {
            for lane in order.turns(0, &enabled, 1) {
                turns.extend((0..blocks.len()).map(|block| (block, lane)));
            }
        } else {
            for block in 0..blocks.len() {
                turns.extend(order.turns(block, &enabled, 1).into_iter().map(|lane| (block, lane)));
            }
        }
        let mut writers = vec![None; kernel.surfaces[self.surface].memory.size_bytes()];
        for (block, lane) in turns {
            if kernel.readings.is("sources", "live") {
                sources = kernel.roots.clone();
            }
            let address = self.address(kernel, &sources, lane);
            if is_misaligned(address) && !kernel.readings.is("misaligned", "mask") {
                // A lane that is out of bounds as a whole may access nothing.
                if kernel.readings.is("channel_bounds", "lane") {
                    return End::Unknown;
                }
                // No page says if the rest of a register has become undefined by then.
                if !self.is_scatter && self.head.exec_size < of_register {
                    return End::Unknown;
                }
                return misaligned(kernel, &["channel_overlap"]);
            }
            let found = self.found(kernel, address, block, &blocks);
            if !self.is_scatter {
                let value = match found {
                    (Found::Inside(value) | Found::Outside(value), _) => value,
                    (Found::Nowhere, _) => Value::UNDEFINED,
                };
                kernel.set_element(self.data, block * pitch + lane, 4, value);
            } else if let (Found::Inside(_), byte) = found {
                let value = kernel.element(&sources, self.data, block * pitch + lane, 4);
                let mut written: Vec<bool> = writers.iter().map(|by: &Option<usize>| by.is_some()).collect();
                write(kernel, self.surface, byte as usize, 4, value, "channel_overlap", &mut written);
                let size_bytes = writers.len();
                writers[byte as usize..size_bytes.min(byte as usize + 4)].fill(Some(lane));
            }
        }
        End::Done
    }

    /// Returns the address of a lane in bytes; `None` if it is undefined.
    fn address(&self, kernel: &Kernel, sources: &[Memory], lane: usize) -> Option<u64> {
        self.global_offset.sum(kernel, sources, self.element_offset, lane)
    }

    /// Returns what a lane finds at the dword of a block's channel, and the address of that dword.
    fn found(&self, kernel: &Kernel, address: Option<u64>, block: usize, blocks: &[usize]) -> (Found, u64) {
        let Some(address) = address else { return (Found::Nowhere, 0) };
        let byte = |block: usize| {
            let place = if kernel.readings.is("channel_place", "packed") { block } else { blocks[block] };
            let byte = (address / 4 + place as u64) * 4;
            if kernel.readings.is("address_sum", "wraps_channels") { byte % (1 << 32) } else { byte }
        };
        let dwords: Vec<Found> =
            (0..blocks.len()).map(|block| find(kernel, self.surface, byte(block), 4)).collect();
        let is_outside = dwords.iter().any(|found| matches!(found, Found::Outside(_)));
        let found = match is_outside && kernel.readings.is("channel_bounds", "lane") {
            true => Found::Outside(Value::known(0)),
            false => dwords[block],
        };
        (found, byte(block))
    }
}

/// Returns the distance of the channels' blocks in elements.
fn pitch(kernel: &Kernel, exec_size: usize) -> usize {
    let of_register = kernel.grf_bytes / 4;
    if kernel.readings.is("block_pitch", "next_register") { of_register } else { of_register.max(exec_size) }
}
