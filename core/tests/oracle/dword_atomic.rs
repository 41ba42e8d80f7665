//! DWORD_ATOMIC, after its page.

use super::bits::{Memory, Value};
use super::kernel::{Head, Kernel, Operand};
use super::orders::Order;
use super::visa_ops::{Atomic, End, Found, off_lanes};
use crate::common::Random;

/// A line of DWORD_ATOMIC.
#[derive(Clone, Debug)]
pub struct DwordAtomic {
    head: Head,
    surface: usize,
    surface_name: &'static str,
    offset: Operand,
    atomic: Atomic,
}

impl DwordAtomic {
    pub fn draw(random: &mut Random, kernel: &Kernel) -> Option<Self> {
        let exec_sizes: &[usize] = match kernel.readings.is("exec_32", "first_16") {
            true => &[1, 2, 4, 8, 16, 32],
            false => &[1, 2, 4, 8, 16],
        };
        let head = kernel.head(random, exec_sizes, true)?;
        let (surface, surface_name) = raw_surface(random, kernel);
        let offset = offsets(random, kernel, head.exec_size)?;
        let atomic = Atomic::draw(random, kernel, head.exec_size, &[2, 4])?;
        Some(Self { head, surface, surface_name, offset, atomic })
    }

    pub fn exec_size(&self) -> usize {
        self.head.exec_size
    }

    pub fn line(&self, kernel: &Kernel) -> String {
        let operand = |operand| kernel.operand_text(operand);
        let Self { head, surface_name, offset, atomic, .. } = self;
        format!(
            "{}dword_atomic{} {} {surface_name} {} {} {} {}\n",
            head.predicate_text(),
            atomic.suffix(),
            head.exec_text(),
            operand(Some(*offset)),
            operand(atomic.src0),
            operand(atomic.src1),
            operand(atomic.dst),
        )
    }

    /// Runs the loop of the page: `for (i = 0; i < exec_size; ++i) if (ChEn[i]) ...`.
    pub fn run(&self, kernel: &mut Kernel, order: &Order) -> End {
        // The lanes past the first 16 do not run. No interpretation says if they lose their destination.
        if self.head.exec_size == 32 && kernel.readings.is("off_lanes", "undefined") {
            return End::Unknown;
        }
        // An execution size of 32 runs the first 16 lanes, where it is accepted.
        let mut enabled = kernel.enabled(&self.head);
        enabled.retain(|&lane| lane < 16);
        let mut sources = kernel.roots.clone();
        let width = self.atomic.width_bytes;
        let addresses = enabled.iter().map(|&lane| self.address(kernel, &sources, lane));
        if let Some(end) = misaligned_first(kernel, width, addresses) {
            return end;
        }
        let (dst, element_bytes) = (self.atomic.dst, self.atomic.element_bytes);
        let operands = &[Some(self.offset), self.atomic.src0, self.atomic.src1];
        if !off_lanes(kernel, dst, operands, element_bytes, self.head.exec_size, &enabled) {
            return End::Unknown;
        }
        for lane in order.turns(0, &enabled, 1) {
            if kernel.readings.is("sources", "live") {
                sources = kernel.roots.clone();
            }
            let address = self.address(kernel, &sources, lane);
            if is_misaligned(address, width) && !kernel.readings.is("misaligned", "mask") {
                return misaligned(kernel, &[]);
            }
            let address = address.map(|address| address - address % width as u64);
            let found = address.map_or(Found::Nowhere, |address| find(kernel, self.surface, address, width));
            let Some((new, returned)) = self.atomic.compute(kernel, &sources, lane, found) else {
                return End::Unknown;
            };
            if let (Found::Inside(_), Some(address)) = (found, address) {
                kernel.surfaces[self.surface].memory.write(address as usize, width, new);
            }
            if let Some(dst) = self.atomic.dst {
                kernel.set_element(dst, lane, self.atomic.element_bytes, returned);
            }
        }
        End::Done
    }

    /// Returns the address of a lane in bytes; `None` if it is undefined.
    fn address(&self, kernel: &Kernel, sources: &[Memory], lane: usize) -> Option<u64> {
        let offset = kernel.element(sources, self.offset, lane, 4).number(32)?;
        let unit =
            if kernel.readings.is("offset_unit", "elements") { self.atomic.width_bytes as u64 } else { 1 };
        Some(offset * unit % (1 << 32))
    }
}

/// Draws a surface of bytes, and one of its names.
pub fn raw_surface(random: &mut Random, kernel: &Kernel) -> (usize, &'static str) {
    let raw: Vec<usize> =
        (0..kernel.surfaces.len()).filter(|&index| kernel.surfaces[index].is_raw()).collect();
    let surface = raw[random.below(raw.len())];
    let names = &kernel.surfaces[surface].names;
    (surface, names[random.below(names.len())])
}

/// Draws an operand of offsets, most often in the variable for them.
pub fn offsets(random: &mut Random, kernel: &Kernel, exec_size: usize) -> Option<Operand> {
    match random.below(8) {
        0 => kernel.operand(random, "ud", 4 * exec_size),
        _ => {
            let names = ["OFF", "OFF", "NEAR"];
            let variable = kernel.named(names[random.below(names.len())]);
            let bytes = 4 * kernel.variables[variable].elements;
            (bytes >= 4 * exec_size).then(|| kernel.operand_in(random, variable, 4 * exec_size))
        }
    }
}

/// Reads an element of a surface of bytes. Reads out of bounds return zero, or an undefined value in shared local memory.
pub fn find(kernel: &Kernel, surface: usize, address: u64, width_bytes: usize) -> Found {
    let surface = &kernel.surfaces[surface];
    let needed = if kernel.readings.is("bounds", "first_byte") { 1 } else { width_bytes as u64 };
    if address + needed <= surface.memory.size_bytes() as u64 {
        return Found::Inside(surface.memory.read(address as usize, width_bytes));
    }
    let is_undefined = surface.kind == "slm" && kernel.readings.is("slm_outside", "undefined");
    Found::Outside(if is_undefined { Value::UNDEFINED } else { Value::known(0) })
}

/// Returns the end at a misaligned address. Lanes that are off, and lanes that meet, may have become undefined by then or not:
/// no interpretation says, and none says what a lane does that became misaligned after the search.
pub fn misaligned(kernel: &Kernel, overlaps: &[&str]) -> End {
    let undefined = ["off_lanes"].iter().chain(overlaps);
    let is_unclear = undefined.into_iter().any(|name| kernel.readings.is(name, "undefined"));
    match kernel.readings.is("misaligned", "error") && !is_unclear {
        true => End::Stopped("run-misaligned"),
        false => End::Unknown,
    }
}

/// Returns whether an address is not a multiple of the width of an access.
pub fn is_misaligned(address: Option<u64>, width_bytes: usize) -> bool {
    address.is_some_and(|address| address % width_bytes as u64 != 0)
}

/// Returns the end if misaligned lanes are searched before any lane runs, and one of these addresses is misaligned. No interpretation
/// says if lanes that are off have become undefined.
pub fn misaligned_first(
    kernel: &Kernel,
    width_bytes: usize,
    mut addresses: impl Iterator<Item = Option<u64>>,
) -> Option<End> {
    let is_first = kernel.readings.is("misaligned", "error_first");
    let is_found = is_first && addresses.any(|address| is_misaligned(address, width_bytes));
    is_found.then(|| match kernel.readings.is("off_lanes", "undefined") {
        true => End::Unknown,
        false => End::Stopped("run-misaligned"),
    })
}
