//! SUATOM of Maxwell, after its page, and SURED: the same without a result.

use super::bits::{Value, low};
use super::orders::Order;
use super::sass_values::{OPS, Operation, draw_size};
use super::surface_access::{
    Handle, PT, RZ, SurfaceAccess, Turn, Turns, draw_register, predicate_name, register_name,
};
use super::warp::Warp;
use crate::common::Random;

/// A line of SUATOM or SURED.
#[derive(Clone, Debug)]
pub struct Suatom {
    is_reduction: bool,
    access: SurfaceAccess,
    op: &'static str,
    is_op_written: bool,
    size: &'static str,
    status: Option<usize>,
    rd: usize,
    rb: usize,
}

impl Suatom {
    /// Draws a line, most often for surfaces of the warp's main kind.
    pub fn draw(random: &mut Random, warp: &Warp, is_reduction: bool) -> Self {
        // EXCH and CAS come last, and a reduction has neither.
        let op = OPS[random.below(OPS.len() - if is_reduction { 2 } else { 0 })];
        let (size, size_bytes) = draw_size(random, warp, op);
        let access = SurfaceAccess::draw(random, warp, size_bytes);
        let may_have_status =
            !is_reduction && warp.sm > 50 && (op == "CAS" || matches!(access.handle, Handle::Register(_)));
        let data_count = if op == "CAS" { 2 } else { 1 } * size_bytes / 4;
        let result_count = size_bytes / 4;
        let may_have_no_op = !is_reduction && op == "ADD";
        Self {
            is_reduction,
            access,
            op,
            is_op_written: !(may_have_no_op && warp.readings.is("missing_op", "add") && random.below(8) == 0),
            size,
            status: (may_have_status && random.below(3) == 0).then(|| [0, 1, 2, 3, PT][random.below(5)]),
            rd: match random.below(8) {
                _ if is_reduction => RZ,
                0 => RZ,
                1..=3 => draw_register(random, 0, 32, result_count),
                _ => draw_register(random, 28, 32, result_count),
            },
            rb: if random.below(12) == 0 { RZ } else { draw_register(random, 16, 24, data_count) },
        }
    }

    pub fn line(&self) -> String {
        let op = if self.is_op_written { format!(".{}", self.op) } else { String::new() };
        let size = if self.size == "U32" { String::new() } else { format!(".{}", self.size) };
        let status = self.status.map_or(String::new(), |status| format!("{}, ", predicate_name(status)));
        let result = format!("{status}{}, ", register_name(self.rd));
        let (mnemonic, result) = if self.is_reduction { ("SURED", "") } else { ("SUATOM", &*result) };
        self.access.line(mnemonic, &(op + &size), (result, &format!("{}, ", register_name(self.rb))))
    }

    /// Runs the line. Returns the codes of the traps that end the run; `None` if the pages do not say what happens.
    pub fn run(&self, warp: &mut Warp, order: &Order) -> Option<Vec<&'static str>> {
        let (helpers, lanes) = self.access.executing(warp);
        let Turns { of_lanes: turns, traps } = self.access.turns(warp, &lanes)?;
        let forgets = !self.is_reduction && warp.readings.is("helper_result", "undefined");
        // Whether Rd of a helper lane becomes undefined if another lane traps, no interpretation says.
        if !traps.is_empty() && !helpers.is_empty() && forgets {
            return None;
        }
        if forgets {
            for lane in helpers {
                self.set_result(warp, lane, Value::UNDEFINED);
            }
        }
        let mut accessing = Vec::new();
        let sources = warp.registers.clone();
        for (lane, turn) in turns {
            if let Turn::Dropped { .. } = turn
                && warp.readings.is("dropped_result", "zero")
            {
                self.set_result(warp, lane, Value::known(0));
            }
            if let (Some(status), false) =
                (self.status.filter(|status| *status != PT), matches!(turn, Turn::Trap(_)))
            {
                let is_missing = turn == Turn::Dropped { is_missing: true };
                warp.predicates[status] &= !(1 << lane);
                warp.predicates[status] |= u32::from(is_missing) << lane;
            }
            if let Turn::Access { surface, byte } = turn {
                accessing.push((lane, surface, byte));
            }
        }
        self.access(warp, order, &accessing, &sources)?;
        Some(traps)
    }

    /// Lanes read, modify and write memory in their order: all at once, or one half after the other.
    fn access(
        &self,
        warp: &mut Warp,
        order: &Order,
        accessing: &[(usize, usize, usize)],
        sources: &[Vec<Value>],
    ) -> Option<()> {
        let in_halves = self.size.starts_with("F16x2") && warp.readings.is("half_atomicity", "each");
        let lanes: Vec<usize> = accessing.iter().map(|(lane, ..)| *lane).collect();
        let mut returned = vec![0; warp.lanes];
        let mut had_a_turn = vec![false; warp.lanes];
        for lane in order.turns(0, &lanes, if in_halves { 2 } else { 1 }) {
            let (_, surface, byte) = *accessing.iter().find(|(accessing, ..)| *accessing == lane)?;
            let data = self.data(sources, lane, 0)?;
            let swap =
                if self.op == "CAS" { self.data(sources, lane, self.access.size_bytes / 4)? } else { 0 };
            let readings = warp.readings.clone();
            let surface = &mut warp.surfaces[surface];
            let operation =
                Operation { op: self.op, size: self.size, format: surface.format, readings: &readings };
            let width = 8 * self.access.size_bytes as u32;
            let old = surface.memory.read(byte, self.access.size_bytes).number(width)?;
            if in_halves {
                let shift = if had_a_turn[lane] { 16 } else { 0 };
                let half = |x: u64| x >> shift & 0xffff;
                let new = operation.half(half(old), half(data))?;
                surface.memory.write(byte + shift / 8, 2, Value::known(new));
                returned[lane] |= half(old) << shift;
                had_a_turn[lane] = true;
            } else {
                let new = operation.result(old, data, swap)?;
                surface.memory.write(byte, self.access.size_bytes, Value::known(new));
                returned[lane] = old;
            }
            let result = operation.returned(returned[lane]);
            self.set_result(warp, lane, Value::known(result));
        }
        Some(())
    }

    /// Reads the data of a lane, `skipped` registers after Rb.
    fn data(&self, sources: &[Vec<Value>], lane: usize, skipped: usize) -> Option<u64> {
        let mut data = 0;
        for k in 0..self.access.size_bytes / 4 {
            let word = if self.rb == RZ { 0 } else { sources[self.rb + skipped + k][lane].number(32)? };
            data |= word << (32 * k);
        }
        Some(data)
    }

    fn set_result(&self, warp: &mut Warp, lane: usize, value: Value) {
        if self.rd != RZ {
            for k in 0..self.access.size_bytes / 4 {
                let word =
                    Value { bits: value.bits >> (32 * k) & low(32), defined: value.defined >> (32 * k) };
                warp.registers[self.rd + k][lane] = word;
            }
        }
    }
}
