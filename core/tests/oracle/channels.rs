//! SCATTER4_SCALED, after its page, and GATHER4_SCALED, its reverse. Both also with 64-bit addresses.

use super::bits::{Memory, Value};
use super::dword_atomic::{find, is_misaligned, misaligned, misaligned_first, offsets, raw_surface};
use super::gather::{GlobalOffset, write};
use super::kernel::{Head, Kernel, Operand};
use super::orders::Order;
use super::svm_atomic::{find_at, outside_of_stateless, stateless};
use super::visa_ops::{End, Found, off_lanes};
use crate::common::Random;

/// A line of GATHER4_SCALED or SCATTER4_SCALED, or of their forms with 64-bit addresses.
#[derive(Clone, Debug)]
pub struct Channels {
    head: Head,
    is_scatter: bool,
    /// Whether R, G, B and A are enabled.
    mask: [bool; 4],
    surface: usize,
    /// The name of the surface; `None` for 64-bit addresses, whose memory no line names.
    surface_name: Option<&'static str>,
    global_offset: GlobalOffset,
    element_offset: Operand,
    data: Operand,
}

impl Channels {
    pub fn draw(random: &mut Random, kernel: &Kernel, is_wide: bool) -> Option<Self> {
        let is_any = kernel.readings.is("scaled_exec", "any");
        let head = kernel.head(random, if is_any { &[1, 2, 4, 8, 16] } else { &[8, 16] }, true)?;
        let bits = 1 + random.below(15);
        let mask = [0, 1, 2, 3].map(|channel| bits >> channel & 1 == 1);
        let blocks = bits.count_ones() as usize;
        let elements =
            (blocks - 1) * pitch(kernel, head.exec_size) + head.exec_size.max(kernel.grf_bytes / 4);
        let (surface, surface_name) = match is_wide {
            true => (stateless(kernel), None),
            false => {
                let (surface, name) = raw_surface(random, kernel);
                (surface, Some(name))
            }
        };
        let (global_offset, element_offset) = match is_wide {
            true => {
                let addresses = kernel.operand_in(random, kernel.named("A0"), 8 * head.exec_size);
                (GlobalOffset::draw_wide(random, kernel), addresses)
            }
            false => (GlobalOffset::draw(random, kernel), offsets(random, kernel, head.exec_size)?),
        };
        let ty = ["ud", "d", "f"][random.below(3)];
        Some(Self {
            is_scatter: random.below(2) == 0,
            mask,
            surface,
            surface_name,
            global_offset,
            element_offset,
            data: kernel.operand(random, ty, 4 * elements)?,
            head,
        })
    }

    pub fn exec_size(&self) -> usize {
        self.head.exec_size
    }

    pub fn line(&self, kernel: &Kernel) -> String {
        let channels = ["R", "G", "B", "A"].iter().zip(self.mask).filter(|(_, is_on)| *is_on);
        let direction = if self.is_scatter { "scatter" } else { "gather" };
        format!(
            "{}{}.{} {} {}{} {} {}\n",
            self.head.predicate_text(),
            match self.surface_name {
                Some(_) => format!("{direction}4_scaled"),
                None => format!("svm_{direction}4scaled"),
            },
            channels.map(|(name, _)| *name).collect::<String>(),
            self.head.exec_text(),
            self.surface_name.map_or(String::new(), |name| format!("{name} ")),
            self.global_offset.text(kernel),
            kernel.operand_text(Some(self.element_offset)),
            kernel.operand_text(Some(self.data)),
        )
    }

    /// Runs the loops of the page: over channels, and inside over lanes.
    pub fn run(&self, kernel: &mut Kernel, order: &Order) -> End {
        let enabled = kernel.enabled(&self.head);
        let mut sources = kernel.roots.clone();
        let addresses = enabled.iter().map(|&lane| self.address(kernel, &sources, lane));
        if let Some(end) = misaligned_first(kernel, 4, addresses) {
            return end;
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
        let is_error = self.is_wide() && kernel.readings.is("svm_outside", "error");
        // No page says what a lane without an address does.
        let has_no_address = |lane: &usize| self.address(kernel, &sources, *lane).is_none();
        if is_error && enabled.iter().any(has_no_address) {
            return End::Unknown;
        }
        let mut stopped = vec![false; self.head.exec_size];
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
            if is_error {
                // If a lane is within bounds for some channels only, no page says which of them it accesses. Nor is it said which
                // error comes first, or what a lane that stops would have overwritten.
                let dwords = self.dwords(kernel, address.unwrap_or_default(), &blocks);
                let is_outside = |found: &Found| matches!(found, Found::Outside(_));
                if dwords.iter().any(is_outside) {
                    let is_clear = dwords.iter().all(is_outside)
                        && kernel.readings.is("misaligned", "mask")
                        && !kernel.readings.is("channel_overlap", "undefined");
                    if !is_clear {
                        return End::Unknown;
                    }
                    stopped[lane] = true;
                    continue;
                }
            }
            if is_misaligned(address, 4) && !kernel.readings.is("misaligned", "mask") {
                // A lane that is out of bounds as a whole may access nothing. Nor is it said which of two errors comes first.
                if is_error || kernel.readings.is("channel_bounds", "lane") {
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
        // Nor if it has by the end of a run in which a lane has stopped, or if lanes that are off have.
        let is_rest_unclear = !self.is_scatter
            && (self.head.exec_size < of_register || kernel.readings.is("off_lanes", "undefined"));
        match stopped.contains(&true) {
            true if is_rest_unclear => End::Unknown,
            true => End::Stopped("run-trap-outside"),
            false => End::Done,
        }
    }

    /// Returns whether addresses have 64 bits.
    fn is_wide(&self) -> bool {
        self.surface_name.is_none()
    }

    /// Returns the address of a lane in bytes; `None` if it is undefined.
    fn address(&self, kernel: &Kernel, sources: &[Memory], lane: usize) -> Option<u64> {
        match self.is_wide() {
            true => self.global_offset.wide_sum(kernel, sources, self.element_offset, lane),
            false => self.global_offset.sum(kernel, sources, self.element_offset, lane),
        }
    }

    /// Returns the address of a block's dword.
    fn place(&self, kernel: &Kernel, address: u64, block: usize, blocks: &[usize]) -> u64 {
        let place = if kernel.readings.is("channel_place", "packed") { block } else { blocks[block] };
        if self.is_wide() {
            return (address - address % 4).wrapping_add(4 * place as u64);
        }
        let byte = (address / 4 + place as u64) * 4;
        if kernel.readings.is("address_sum", "wraps_channels") { byte % (1 << 32) } else { byte }
    }

    /// Returns what a lane finds at the dwords of all blocks.
    fn dwords(&self, kernel: &Kernel, address: u64, blocks: &[usize]) -> Vec<Found> {
        let dword = |block: usize| {
            let byte = self.place(kernel, address, block, blocks);
            if self.is_wide() { find_at(kernel, byte, 4) } else { find(kernel, self.surface, byte, 4) }
        };
        (0..blocks.len()).map(dword).collect()
    }

    /// Returns what a lane finds at the dword of a block's channel, and the address of that dword.
    fn found(&self, kernel: &Kernel, address: Option<u64>, block: usize, blocks: &[usize]) -> (Found, u64) {
        let Some(address) = address else { return (Found::Nowhere, 0) };
        let dwords = self.dwords(kernel, address, blocks);
        let is_outside = dwords.iter().any(|found| matches!(found, Found::Outside(_)));
        let found = match is_outside && kernel.readings.is("channel_bounds", "lane") {
            true if self.is_wide() => outside_of_stateless(kernel),
            true => Found::Outside(Value::known(0)),
            false => dwords[block],
        };
        (found, self.place(kernel, address, block, blocks))
    }
}

/// Returns the distance of the channels' blocks in elements.
pub fn pitch(kernel: &Kernel, exec_size: usize) -> usize {
    let of_register = kernel.grf_bytes / 4;
    if kernel.readings.is("block_pitch", "next_register") { of_register } else { of_register.max(exec_size) }
}
