//! SVM_ATOMIC, after its page.

use super::bits::{Memory, Value};
use super::dword_atomic::{find, is_misaligned, misaligned, misaligned_first};
use super::kernel::{Head, Kernel, Operand};
use super::orders::Order;
use super::visa_ops::{Atomic, End, Found, off_lanes};
use crate::common::Random;

/// A line of SVM_ATOMIC.
#[derive(Clone, Debug)]
pub struct SvmAtomic {
    head: Head,
    addresses: Operand,
    atomic: Atomic,
    /// Whether the destination is the last operand of the line.
    has_last_dst: bool,
}

impl SvmAtomic {
    pub fn draw(random: &mut Random, kernel: &Kernel) -> Option<Self> {
        let takes_16 = kernel.readings.is("svm_atomic_exec", "sixteen");
        let head = kernel.head(random, if takes_16 { &[1, 2, 4, 8, 16] } else { &[1, 2, 4, 8] }, true)?;
        let addresses = match random.below(8) {
            0 => kernel.operand(random, "uq", 8 * head.exec_size)?,
            _ => kernel.operand_in(random, kernel.named("A0"), 8 * head.exec_size),
        };
        let atomic = Atomic::draw(random, kernel, head.exec_size, &[2, 4, 8])?;
        // A null source shows which order a line has, unless all operands are null that could.
        let takes_src1 = atomic.src1.is_some();
        let has_last_dst = match () {
            () if kernel.readings.is("svm_atomic_order", "after_sources") => true,
            () if kernel.readings.is("svm_atomic_order", "before_sources") => false,
            () => !takes_src1 && atomic.dst.is_some() && random.below(3) == 0,
        };
        // A source that PREDEC ignores shows nothing.
        let shows_nothing = atomic.op == "predec" && kernel.readings.is("predec_src0", "ignored");
        if has_last_dst && shows_nothing && kernel.readings.is("svm_atomic_order", "nulls_tell") {
            return None;
        }
        Some(Self { head, addresses, atomic, has_last_dst })
    }

    pub fn exec_size(&self) -> usize {
        self.head.exec_size
    }

    pub fn line(&self, kernel: &Kernel) -> String {
        let operand = |operand| kernel.operand_text(operand);
        let Self { head, addresses, atomic, has_last_dst } = self;
        let (src0, src1, dst) = (operand(atomic.src0), operand(atomic.src1), operand(atomic.dst));
        let rest = if *has_last_dst { [src0, src1, dst] } else { [dst, src0, src1] };
        format!(
            "{}svm_atomic{} {} {} {}\n",
            head.predicate_text(),
            atomic.suffix(),
            head.exec_text(),
            operand(Some(*addresses)),
            rest.join(" "),
        )
    }

    /// Runs the loop of the page: `for (i = 0; i < exec_size; ++i) if (ChEn[i]) ...`.
    pub fn run(&self, kernel: &mut Kernel, order: &Order) -> End {
        let enabled = kernel.enabled(&self.head);
        let mut sources = kernel.roots.clone();
        let width = self.atomic.width_bytes;
        let addresses = enabled.iter().map(|&lane| self.address(kernel, &sources, lane));
        if let Some(end) = misaligned_first(kernel, width, addresses) {
            return end;
        }
        let (dst, element_bytes) = (self.atomic.dst, self.atomic.element_bytes);
        let operands = &[Some(self.addresses), self.atomic.src0, self.atomic.src1];
        if !off_lanes(kernel, dst, operands, element_bytes, self.head.exec_size, &enabled) {
            return End::Unknown;
        }
        let mut has_stopped = false;
        for lane in order.turns(0, &enabled, 1) {
            if kernel.readings.is("sources", "live") {
                sources = kernel.roots.clone();
            }
            let address = self.address(kernel, &sources, lane);
            let aligned = address.map(|address| address - address % width as u64);
            let found = aligned.map_or(Found::Nowhere, |address| find_at(kernel, address, width));
            if kernel.readings.is("svm_outside", "error") {
                match found {
                    Found::Inside(_) => {}
                    Found::Outside(_) => {
                        has_stopped = true;
                        continue;
                    }
                    // No page says if a lane without an address is out of bounds.
                    Found::Nowhere => return End::Unknown,
                }
            }
            if is_misaligned(address, width) && !kernel.readings.is("misaligned", "mask") {
                // No interpretation says which of the two errors comes first.
                let may_be_both = kernel.readings.is("svm_outside", "error");
                return if may_be_both { End::Unknown } else { misaligned(kernel, &[]) };
            }
            let Some((new, returned)) = self.atomic.compute(kernel, &sources, lane, found) else {
                return End::Unknown;
            };
            if let (Found::Inside(_), Some(address)) = (found, aligned) {
                let memory = stateless(kernel);
                kernel.surfaces[memory].memory.write(address as usize, width, new);
            }
            if let Some(dst) = self.atomic.dst {
                kernel.set_element(dst, lane, element_bytes, returned);
            }
        }
        if has_stopped { End::Stopped("run-trap-outside") } else { End::Done }
    }

    /// Returns the address of a lane in bytes; `None` if it is undefined.
    fn address(&self, kernel: &Kernel, sources: &[Memory], lane: usize) -> Option<u64> {
        kernel.element(sources, self.addresses, lane, 8).number(64)
    }
}

/// Returns the index of stateless memory.
pub fn stateless(kernel: &Kernel) -> usize {
    let found = kernel.surfaces.iter().position(|surface| surface.kind == "stateless");
    found.expect("every kernel has stateless memory")
}

/// Reads an element of stateless memory at a 64-bit address.
pub fn find_at(kernel: &Kernel, address: u64, width_bytes: usize) -> Found {
    let outside = outside_of_stateless(kernel);
    if address > u64::from(u32::MAX) {
        return outside;
    }
    match find(kernel, stateless(kernel), address, width_bytes) {
        Found::Outside(_) => outside,
        found => found,
    }
}

/// Returns what a read past the end of stateless memory finds.
pub fn outside_of_stateless(kernel: &Kernel) -> Found {
    let is_undefined = kernel.readings.is("svm_outside", "undefined");
    Found::Outside(if is_undefined { Value::UNDEFINED } else { Value::known(0) })
}
