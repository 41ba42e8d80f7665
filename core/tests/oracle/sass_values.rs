//! The operations of SUATOM, after the table of its page.

use super::bits::{low, signed};
use super::floats::{Format, HALF, SINGLE};
use super::readings::Readings;
use super::warp::Warp;
use crate::common::Random;

/// The sizes of data, each with its number of bytes. Both spellings of two halves are one size.
pub const SIZES: [(&str, usize); 9] = [
    ("U32", 4),
    ("S32", 4),
    ("U64", 8),
    ("S64", 8),
    ("F32.FTZ.RN", 4),
    ("F16x2.FTZ.RN", 4),
    ("F16x2.RN", 4),
    ("SD32", 4),
    ("SD64", 8),
];

/// Returns whether an operation has a size.
pub fn is_listed(op: &str, size: &str) -> bool {
    let size = size.split('.').next().unwrap_or(size);
    match op {
        "ADD" => ["U32", "S32", "SD32", "U64", "F32", "F16x2"].contains(&size),
        "MIN" | "MAX" => ["U32", "S32", "SD32", "U64", "S64", "SD64", "F16x2"].contains(&size),
        "INC" | "DEC" => size == "U32",
        "AND" | "OR" | "XOR" => ["U32", "S32", "SD32", "U64"].contains(&size),
        _ => ["U32", "S32", "U64"].contains(&size),
    }
}

pub const OPS: [&str; 10] = ["ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR", "EXCH", "CAS"];

/// Draws a size of an operation, with its number of bytes. Most often it is the one of the warp's texels.
pub fn draw_size(random: &mut Random, warp: &Warp, op: &str) -> (&'static str, usize) {
    let is_fitting = |(size, bytes): &(&str, usize)| {
        is_listed(op, size)
            && !(warp.sm == 50 && size.starts_with("F16x2"))
            && (*bytes == warp.texel_bytes || warp.texel_bytes < 4)
    };
    let listed = || {
        SIZES
            .into_iter()
            .filter(|(size, _)| is_listed(op, size) && !(warp.sm == 50 && size.starts_with("F16x2")))
    };
    let fitting: Vec<(&str, usize)> = match random.below(8) {
        0 => listed().collect(),
        _ => listed().filter(is_fitting).collect(),
    };
    let sizes = if fitting.is_empty() { listed().collect() } else { fitting };
    sizes[random.below(sizes.len())]
}

/// Corner cases: ends of the ranges, and special values of both float formats, also two halves at once.
const EDGES: [u64; 26] = [
    0,
    1,
    2,
    0xffff_ffff,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0x0040_0000,
    0x007f_ffff,
    0x0080_0000,
    0x8080_0001,
    0x3f80_0000,
    0x7f80_0000,
    0xff80_0000,
    0x7f7f_ffff,
    0x7fc0_0000,
    0xffc0_0001,
    0x7f80_0001,
    0x3c00_0001,
    0x8001_0400,
    0x7e01_7c01,
    0x7c00_fc00,
    0xfc01_8000,
    0x03ff_0400,
    0x8400_0401,
    0x7bff_3bff,
];

/// Draws 32 bits.
pub fn pattern(random: &mut Random) -> u64 {
    match random.below(4) {
        0 => random.below(6) as u64,
        1 => u64::from(random.bits()),
        _ => EDGES[random.below(EDGES.len())],
    }
}

/// An operation on data of a size.
#[derive(Clone, Copy, Debug)]
pub struct Operation<'a> {
    pub op: &'a str,
    pub size: &'a str,
    /// The format of the surface.
    pub format: &'a str,
    pub readings: &'a Readings,
}

impl Operation<'_> {
    /// Returns the new value of memory. `None` if the pages do not say which.
    pub fn result(&self, memory: u64, data: u64, swap: u64) -> Option<u64> {
        let width = if self.size.contains("64") { 64 } else { 32 };
        match self.size.split('.').next() {
            Some("F32") => Some(self.sum(SINGLE, true, memory, data)),
            Some("F16x2") => {
                let half = |shift: u32| self.half(memory >> shift & 0xffff, data >> shift & 0xffff);
                Some(half(0)? | half(16)? << 16)
            }
            _ => Some(self.integer(width, memory, data, swap) & low(width)),
        }
    }

    fn integer(&self, width: u32, memory: u64, data: u64, swap: u64) -> u64 {
        let is_less = match self.is_signed() {
            true => signed(memory, width) < signed(data, width),
            false => memory < data,
        };
        match self.op {
            "ADD" => memory.wrapping_add(data),
            "MIN" if is_less => memory,
            "MIN" => data,
            "MAX" if is_less => data,
            "MAX" => memory,
            "INC" if memory >= data => 0,
            "INC" => memory + 1,
            "DEC" if memory == 0 || memory > data => data,
            "DEC" => memory - 1,
            "AND" => memory & data,
            "OR" => memory | data,
            "XOR" => memory ^ data,
            "EXCH" => data,
            "CAS" if memory != data => memory,
            "CAS" if self.readings.is("cas_swap", "register") => swap,
            "CAS" => data.wrapping_add(if width == 64 { 2 } else { 1 }),
            op => unreachable!("the table has no {op}"),
        }
    }

    /// SD32 and SD64 have the sign of the surface's format.
    fn is_signed(&self) -> bool {
        match self.size {
            "S32" | "S64" => true,
            "SD32" | "SD64" if self.format.ends_with("FLOAT") => self.readings.is("other_formats", "signed"),
            "SD32" | "SD64" => self.format.ends_with("SINT"),
            _ => false,
        }
    }

    /// Returns whether subnormal numbers are flushed.
    pub fn flushes(&self) -> bool {
        match self.size {
            "F16x2.FTZ.RN" => !self.readings.is("half_spelling", "keep"),
            "F16x2.RN" => self.readings.is("half_spelling", "flush"),
            _ => true,
        }
    }

    fn sum(&self, format: Format, flushes: bool, memory: u64, data: u64) -> u64 {
        let flushed = |x| if flushes { format.flushed(x) } else { x };
        let has_payload = self.readings.is("nan_result", "payload");
        match format.sum(flushed(memory), flushed(data)) {
            Some(sum) => flushed(sum),
            None if has_payload && format.is_nan(memory) => format.quiet(memory),
            None if has_payload && format.is_nan(data) => format.quiet(data),
            None => format.all_ones(),
        }
    }

    /// Computes an operation on one half.
    pub fn half(&self, memory: u64, data: u64) -> Option<u64> {
        let flushes = self.flushes();
        let flushed = |x| if flushes { HALF.flushed(x) } else { x };
        if self.op == "ADD" {
            return Some(self.sum(HALF, flushes, memory, data));
        }
        let stored = |x| if self.readings.is("minmax_subnormals", "flushed") { flushed(x) } else { x };
        let propagates = self.readings.is("nan_minmax", "propagate");
        Some(match (HALF.is_nan(memory), HALF.is_nan(data)) {
            (true, true) => HALF.all_ones(),
            (true, false) | (false, true) if propagates => HALF.all_ones(),
            (true, false) => stored(data),
            (false, true) => stored(memory),
            (false, false) => {
                let (ours, theirs) = (HALF.rank(flushed(memory)), HALF.rank(flushed(data)));
                // No page says which of two different numbers is stored if both count as the same zero.
                if ours == theirs && stored(memory) != stored(data) {
                    return None;
                }
                let is_data = if self.op == "MIN" { theirs < ours } else { theirs > ours };
                stored(if is_data { data } else { memory })
            }
        })
    }

    /// Returns what Rd gets of the old value.
    pub fn returned(&self, old: u64) -> u64 {
        if !self.readings.is("returned_float", "flushed") || !self.flushes() {
            return old;
        }
        match self.size.split('.').next() {
            Some("F32") => SINGLE.flushed(old),
            Some("F16x2") => HALF.flushed(old & 0xffff) | HALF.flushed(old >> 16) << 16,
            _ => old,
        }
    }
}
