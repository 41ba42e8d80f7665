//! GATHER, after its page, and its relatives SCATTER, GATHER_SCALED and SCATTER_SCALED.

use super::bits::{Memory, Value};
use super::dword_atomic::{find, is_misaligned, misaligned, misaligned_first, offsets, raw_surface};
use super::kernel::{Head, Kernel, Operand, size_of_type};
use super::orders::Order;
use super::visa_ops::{End, Found, off_lanes, with_upper};
use crate::common::Random;

/// The offset that all lanes share.
#[derive(Clone, Copy, Debug)]
pub enum GlobalOffset {
    Immediate(u32),
    /// An immediate of 64 bits.
    Wide(u64),
    Scalar(Operand),
}

impl GlobalOffset {
    /// Draws an offset: most often a small one, sometimes one near 2^32.
    pub fn draw(random: &mut Random, kernel: &Kernel) -> Self {
        match random.below(8) {
            0 => Self::Immediate(random.bits()),
            1 => Self::Immediate(0u32.wrapping_sub(random.below(24) as u32)),
            2 | 3 => {
                let names = ["FEW", "NEAR", "OFF", "SMALL"];
                let variable = kernel.named(names[random.below(names.len())]);
                let element = random.below(kernel.variables[variable].elements);
                Self::Scalar(Operand { variable, byte: 4 * element })
            }
            4 | 5 => Self::Immediate(random.below(6) as u32 * 4),
            _ => Self::Immediate(random.below(8) as u32),
        }
    }

    /// Draws an offset of 64 bits: most often a small one, sometimes one near 2^64.
    pub fn draw_wide(random: &mut Random, kernel: &Kernel) -> Self {
        match random.below(8) {
            0 => Self::Wide(0u64.wrapping_sub(random.below(24) as u64)),
            1 => Self::Wide(u64::from(random.bits()) << 32),
            2 | 3 => {
                let variable = kernel.named("A0");
                Self::Scalar(Operand { variable, byte: 8 * random.below(24) })
            }
            _ => Self::Wide(random.below(6) as u64 * 4),
        }
    }

    pub fn text(self, kernel: &Kernel) -> String {
        match self {
            Self::Immediate(number) => format!("{number:#x}:ud"),
            Self::Wide(number) => format!("{number:#x}:uq"),
            Self::Scalar(Operand { variable, byte }) => {
                let size_bytes = size_of_type(kernel.variables[variable].ty);
                let (row, column) = (byte / kernel.grf_bytes, byte % kernel.grf_bytes / size_bytes);
                format!("{}({row},{column})<0;1,0>", kernel.variables[variable].name)
            }
        }
    }

    /// Returns the number of its first bytes, if they are defined.
    fn number(self, kernel: &Kernel, sources: &[Memory], bytes: usize) -> Option<u64> {
        match self {
            Self::Immediate(number) => Some(number.into()),
            Self::Wide(number) => Some(number),
            Self::Scalar(operand) => kernel.element(sources, operand, 0, bytes).number(8 * bytes as u32),
        }
    }

    /// Returns the sum of both offsets, if they are defined.
    pub fn sum(
        self,
        kernel: &Kernel,
        sources: &[Memory],
        element_offset: Operand,
        lane: usize,
    ) -> Option<u64> {
        let global = self.number(kernel, sources, 4)?;
        let sum = global + kernel.element(sources, element_offset, lane, 4).number(32)?;
        Some(if kernel.readings.is("address_sum", "exact") { sum } else { sum % (1 << 32) })
    }

    /// Returns the sum of both offsets modulo 2^64, if they are defined.
    pub fn wide_sum(
        self,
        kernel: &Kernel,
        sources: &[Memory],
        element_offset: Operand,
        lane: usize,
    ) -> Option<u64> {
        let global = self.number(kernel, sources, 8)?;
        Some(global.wrapping_add(kernel.element(sources, element_offset, lane, 8).number(64)?))
    }

    /// Returns the operand that is read for it.
    pub fn operand(self) -> Option<Operand> {
        match self {
            Self::Immediate(_) | Self::Wide(_) => None,
            Self::Scalar(operand) => Some(operand),
        }
    }
}

/// A line of one of these instructions.
#[derive(Clone, Debug)]
pub struct Gather {
    head: Head,
    is_scatter: bool,
    is_scaled: bool,
    width_bytes: usize,
    surface: usize,
    surface_name: &'static str,
    global_offset: GlobalOffset,
    element_offset: Operand,
    data: Operand,
}

impl Gather {
    pub fn draw(random: &mut Random, kernel: &Kernel) -> Option<Self> {
        let is_scaled = random.below(2) == 0;
        let may_be_predicated = is_scaled || kernel.readings.is("gather_predicate", "turns_off");
        let head = kernel.head(random, &[1, 8, 16], may_be_predicated)?;
        let (surface, surface_name) = raw_surface(random, kernel);
        let element_offset = match random.below(2) {
            0 => kernel.operand_in(random, kernel.named("FEW"), 4 * head.exec_size),
            _ => offsets(random, kernel, head.exec_size)?,
        };
        let ty = ["ud", "d", "f"][random.below(3)];
        Some(Self {
            is_scatter: random.below(2) == 0,
            is_scaled,
            width_bytes: [1, 2, 4][random.below(3)],
            surface,
            surface_name,
            global_offset: GlobalOffset::draw(random, kernel),
            element_offset,
            data: kernel.operand(random, ty, 4 * head.exec_size)?,
            head,
        })
    }

    pub fn exec_size(&self) -> usize {
        self.head.exec_size
    }

    pub fn line(&self, kernel: &Kernel) -> String {
        format!(
            "{}{}{}.{} {} {} {} {} {}\n",
            self.head.predicate_text(),
            if self.is_scatter { "scatter" } else { "gather" },
            if self.is_scaled { "_scaled" } else { "" },
            self.width_bytes,
            self.head.exec_text(),
            self.surface_name,
            self.global_offset.text(kernel),
            kernel.operand_text(Some(self.element_offset)),
            kernel.operand_text(Some(self.data)),
        )
    }

    /// Runs `dst[i] = surface[global_offset + element_offset[i]]` for each enabled lane, or the reverse.
    pub fn run(&self, kernel: &mut Kernel, order: &Order) -> End {
        let enabled = kernel.enabled(&self.head);
        let mut sources = kernel.roots.clone();
        let width = self.width_bytes;
        let addresses = enabled.iter().map(|&lane| self.address(kernel, &sources, lane));
        if let Some(end) = misaligned_first(kernel, width, addresses) {
            return end;
        }
        if !self.is_scatter {
            let operands = [Some(self.element_offset), self.global_offset.operand()];
            if !off_lanes(kernel, Some(self.data), &operands, 4, self.head.exec_size, &enabled) {
                return End::Unknown;
            }
        }
        let mut written = vec![false; kernel.surfaces[self.surface].memory.size_bytes()];
        for lane in order.turns(0, &enabled, 1) {
            if kernel.readings.is("sources", "live") {
                sources = kernel.roots.clone();
            }
            let address = self.address(kernel, &sources, lane);
            if is_misaligned(address, width) && !kernel.readings.is("misaligned", "mask") {
                return misaligned(kernel, &["scatter_overlap"]);
            }
            let address = address.map(|address| address - address % width as u64);
            let found = address.map_or(Found::Nowhere, |address| find(kernel, self.surface, address, width));
            if !self.is_scatter {
                let (value, is_outside) = match found {
                    Found::Inside(value) => (value, false),
                    Found::Outside(value) => (value, true),
                    Found::Nowhere => (Value::UNDEFINED, false),
                };
                let Some(value) = with_upper(&kernel.readings, value, 8 * width as u32, is_outside, false)
                else {
                    return End::Unknown;
                };
                kernel.set_element(self.data, lane, 4, value);
            } else if let (Found::Inside(_), Some(address)) = (found, address) {
                let value = kernel.element(&sources, self.data, lane, 4);
                write(kernel, self.surface, address as usize, width, value, "scatter_overlap", &mut written);
            }
        }
        End::Done
    }

    /// Returns the address of a lane in bytes; `None` if it is undefined.
    fn address(&self, kernel: &Kernel, sources: &[Memory], lane: usize) -> Option<u64> {
        let sum = self.global_offset.sum(kernel, sources, self.element_offset, lane)?;
        let is_in_bytes = self.is_scaled || kernel.readings.is("gather_unit", "bytes");
        let address = if is_in_bytes { sum } else { sum * self.width_bytes as u64 };
        Some(if kernel.readings.is("address_sum", "exact") { address } else { address % (1 << 32) })
    }
}

/// Writes to a surface. Bytes that were `written` before become undefined, if the reading with that name says so.
pub fn write(
    kernel: &mut Kernel,
    surface: usize,
    byte: usize,
    width_bytes: usize,
    value: Value,
    overlap_reading: &str,
    written: &mut [bool],
) {
    let is_undefined = kernel.readings.is(overlap_reading, "undefined");
    for k in (0..width_bytes).filter(|k| byte + k < written.len()).collect::<Vec<_>>() {
        let shifted = Value { bits: value.bits >> (8 * k), defined: value.defined >> (8 * k) };
        let value = if is_undefined && written[byte + k] { Value::UNDEFINED } else { shifted };
        kernel.surfaces[surface].memory.write(byte + k, 1, value);
        written[byte + k] = true;
    }
}
