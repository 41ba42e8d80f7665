//! SVM_GATHER and SVM_SCATTER, after their pages: blocks at 64-bit addresses.

use super::bits::Value;
use super::dword_atomic::{is_misaligned, misaligned, misaligned_first};
use super::kernel::{Head, Kernel, Operand};
use super::orders::Order;
use super::svm_atomic::{find_at, stateless};
use super::visa_ops::{End, Found};
use crate::common::Random;

/// A line of SVM_GATHER or SVM_SCATTER.
#[derive(Clone, Debug)]
pub struct SvmBlocks {
    head: Head,
    is_scatter: bool,
    block_bytes: usize,
    /// The number of neighbouring blocks of a lane.
    blocks: usize,
    addresses: Operand,
    data: Operand,
}

impl SvmBlocks {
    pub fn draw(random: &mut Random, kernel: &Kernel) -> Option<Self> {
        let block_bytes = [1, 4, 8][random.below(3)];
        let blocks = [1, 2, 4, 8][random.below(4)];
        let exec_sizes: &[usize] = match blocks {
            1 => &[1, 2, 4, 8, 16],
            8 if kernel.readings.is("svm_blocks", "listed") => &[8],
            _ => &[8, 16],
        };
        if blocks == 8 && block_bytes != 4 && kernel.readings.is("svm_blocks", "listed") {
            return None;
        }
        let head = kernel.head(random, exec_sizes, true)?;
        let addresses = kernel.operand_in(random, kernel.named("A0"), 8 * head.exec_size);
        let types: &[&str] = match block_bytes {
            1 => &["ub", "b"],
            4 => &["ud", "d", "f"],
            _ => &["uq", "q"],
        };
        let ty = types[random.below(types.len())];
        let elements = head.exec_size * if block_bytes == 1 { blocks.max(4) } else { blocks };
        let data = match random.below(8) {
            // Bytes of the addresses.
            0 if ty == "ud" && elements <= 48 => {
                kernel.operand_in(random, kernel.named("PARTA"), block_bytes * elements)
            }
            _ => kernel.operand(random, ty, block_bytes * elements)?,
        };
        Some(Self { head, is_scatter: random.below(2) == 0, block_bytes, blocks, addresses, data })
    }

    pub fn exec_size(&self) -> usize {
        self.head.exec_size
    }

    pub fn line(&self, kernel: &Kernel) -> String {
        let mnemonic = if self.is_scatter { "svm_scatter" } else { "svm_gather" };
        format!(
            "{}{mnemonic}.{}.{} {} {} {}\n",
            self.head.predicate_text(),
            self.block_bytes,
            self.blocks,
            self.head.exec_text(),
            kernel.operand_text(Some(self.addresses)),
            kernel.operand_text(Some(self.data)),
        )
    }

    /// Moves the blocks of each enabled lane. Each block is an access, and so a turn of its lane.
    pub fn run(&self, kernel: &mut Kernel, order: &Order) -> End {
        let Self { block_bytes, blocks, .. } = *self;
        let enabled = kernel.enabled(&self.head);
        let sources = kernel.roots.clone();
        let address = |lane: usize| kernel.element(&sources, self.addresses, lane, 8).number(64);
        let addresses: Vec<Option<u64>> = (0..self.head.exec_size).map(address).collect();
        let of_enabled = enabled.iter().map(|&lane| addresses[lane]);
        if let Some(end) = misaligned_first(kernel, block_bytes, of_enabled) {
            return end;
        }
        // No page says which blocks see an address that an earlier block of the destination has replaced.
        let is_own_source = !self.is_scatter && kernel.share_a_root(self.addresses, self.data);
        if is_own_source && kernel.readings.is("sources", "live") {
            return End::Unknown;
        }
        let is_error = kernel.readings.is("svm_outside", "error");
        let forgets_overlaps = self.is_scatter && kernel.readings.is("scatter_overlap", "undefined");
        // No page says what a lane without an address does in these cases.
        if (is_error || forgets_overlaps) && enabled.iter().any(|&lane| addresses[lane].is_none()) {
            return End::Unknown;
        }
        if !self.is_scatter && kernel.readings.is("off_lanes", "undefined") {
            for lane in (0..self.head.exec_size).filter(|lane| !enabled.contains(lane)) {
                for row in 0..self.rows() {
                    kernel.set_element(self.data, self.element(lane, row), block_bytes, Value::UNDEFINED);
                }
            }
        }
        let (mut done, mut stopped) = (vec![0; self.head.exec_size], vec![false; self.head.exec_size]);
        let mut writers: Vec<Option<usize>> =
            vec![None; kernel.surfaces[stateless(kernel)].memory.size_bytes()];
        for lane in order.turns(0, &enabled, blocks) {
            if stopped[lane] {
                continue;
            }
            if is_misaligned(addresses[lane], block_bytes) && !kernel.readings.is("misaligned", "mask") {
                // No interpretation says which of two errors comes first.
                let overlaps: &[&str] = if self.is_scatter { &["scatter_overlap"] } else { &[] };
                return if is_error { End::Unknown } else { misaligned(kernel, overlaps) };
            }
            let block = done[lane];
            done[lane] += 1;
            let aligned = addresses[lane].map(|address| address - address % block_bytes as u64);
            let place = aligned.map(|address| address.wrapping_add((block * block_bytes) as u64));
            let found = place.map_or(Found::Nowhere, |place| find_at(kernel, place, block_bytes));
            if is_error && matches!(found, Found::Outside(_)) {
                stopped[lane] = true;
                // Nor which errors end a run in which lanes that stop were to overwrite others.
                if forgets_overlaps {
                    return End::Unknown;
                }
                continue;
            }
            let element = self.element(lane, block);
            if self.is_scatter {
                let value = kernel.element(&sources, self.data, element, block_bytes);
                if let (Found::Inside(_), Some(place)) = (found, place) {
                    self.write(kernel, lane, place as usize, value, &mut writers);
                }
            } else {
                let value = match found {
                    Found::Inside(value) | Found::Outside(value) => value,
                    Found::Nowhere => Value::UNDEFINED,
                };
                kernel.set_element(self.data, element, block_bytes, value);
                if block + 1 == blocks {
                    // The rest of a dword of bytes.
                    for rest in blocks..self.rows() {
                        let element = self.element(lane, rest);
                        kernel.set_element(self.data, element, block_bytes, Value::UNDEFINED);
                    }
                }
            }
        }
        if stopped.contains(&true) { End::Stopped("run-trap-outside") } else { End::Done }
    }

    /// Writes a block. Bytes that another lane has written become undefined, if the interpretation says so.
    fn write(
        &self,
        kernel: &mut Kernel,
        lane: usize,
        place: usize,
        value: Value,
        writers: &mut [Option<usize>],
    ) {
        let memory = stateless(kernel);
        let is_undefined = kernel.readings.is("scatter_overlap", "undefined");
        let end = writers.len().min(place + self.block_bytes);
        for (k, writer) in writers[place..end].iter_mut().enumerate() {
            let shifted = Value { bits: value.bits >> (8 * k), defined: value.defined >> (8 * k) };
            let is_others = writer.is_some_and(|writer| writer != lane);
            let value = if is_undefined && is_others { Value::UNDEFINED } else { shifted };
            kernel.surfaces[memory].memory.write(place + k, 1, value);
            *writer = Some(lane);
        }
    }

    /// Returns the number of elements of a lane: blocks of one byte fill at least a dword.
    fn rows(&self) -> usize {
        if self.block_bytes == 1 { self.blocks.max(4) } else { self.blocks }
    }

    /// Returns the element of a lane's block. Blocks of one byte are packed, in a dword or qword for each lane. Otherwise the first
    /// blocks of all lanes come first, then the second blocks.
    fn element(&self, lane: usize, block: usize) -> usize {
        if self.block_bytes == 1 { lane * self.rows() + block } else { block * self.head.exec_size + lane }
    }
}
