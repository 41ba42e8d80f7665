//! SUATOM of Maxwell, after its page.

use super::bits::{Value, low};
use super::orders::Order;
use super::pool::PoolSurface;
use super::sass_values::{OPS, Operation, SIZES, is_listed};
use super::warp::Warp;
use crate::common::Random;

/// The number of RZ.
pub const RZ: usize = 255;
/// The number of PT.
pub const PT: usize = 7;

/// The place of the header pointer.
#[derive(Clone, Copy, Debug)]
pub enum Handle {
    /// A word of the constant bank.
    Constant(usize),
    Register(usize),
}

/// A line of SUATOM.
#[derive(Clone, Debug)]
pub struct Suatom {
    guard: Option<(usize, bool)>,
    is_byte_address: bool,
    dim: &'static str,
    op: &'static str,
    is_op_written: bool,
    size: &'static str,
    size_bytes: usize,
    clamp: &'static str,
    status: Option<usize>,
    rd: usize,
    ra: usize,
    rb: usize,
    handle: Handle,
}

/// The action of a lane.
#[derive(Clone, Debug, PartialEq)]
enum Turn {
    /// The lane stops, for one of these reasons.
    Trap(Vec<&'static str>),
    Dropped {
        is_missing: bool,
    },
    Access {
        surface: usize,
        byte: usize,
    },
}

/// The dimensions, each with the kind of surface that it names.
pub const DIMS: [(&str, &str); 6] = [
    ("1D", "1d"),
    ("1D_BUFFER", "1d_buffer"),
    ("1D_ARRAY", "1d_array"),
    ("2D", "2d"),
    ("2D_ARRAY", "2d_array"),
    ("3D", "3d"),
];

impl Suatom {
    /// Draws a line, most often for surfaces of the warp's main kind.
    pub fn draw(random: &mut Random, warp: &Warp) -> Self {
        let main = DIMS.iter().find(|(_, kind)| *kind == warp.main_kind).expect("it is a kind");
        let (dim, _) = if random.below(12) == 0 { DIMS[random.below(6)] } else { *main };
        let op = OPS[random.below(OPS.len())];
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
        let (size, size_bytes) = sizes[random.below(sizes.len())];
        let handle = match random.below(2) {
            0 => Handle::Constant(warp.constants[random.below(warp.constants.len())].0),
            _ => Handle::Register(24 + random.below(4)),
        };
        let may_have_status = warp.sm > 50 && (op == "CAS" || matches!(handle, Handle::Register(_)));
        let data_count = if op == "CAS" { 2 } else { 1 } * size_bytes / 4;
        let result_count = size_bytes / 4;
        let register = |random: &mut Random, first: usize, end: usize, count: usize| {
            first + count * random.below((end - first) / count)
        };
        Self {
            guard: (random.below(3) == 0).then(|| ([0, 1, 2, 3, PT][random.below(5)], random.below(3) == 0)),
            is_byte_address: random.below(3) == 0,
            dim,
            op,
            is_op_written: !(op == "ADD" && warp.readings.is("missing_op", "add") && random.below(8) == 0),
            size,
            size_bytes,
            clamp: ["IGN", "IGN", "NEAR", "NEAR", "TRAP"][random.below(5)],
            status: (may_have_status && random.below(3) == 0).then(|| [0, 1, 2, 3, PT][random.below(5)]),
            rd: match random.below(8) {
                0 => RZ,
                1..=3 => register(random, 0, 32, result_count),
                _ => register(random, 28, 32, result_count),
            },
            ra: if axes(dim) == 1 { random.below(16) } else { 4 * random.below(4) },
            rb: if random.below(12) == 0 { RZ } else { register(random, 16, 24, data_count) },
            handle,
        }
    }

    pub fn line(&self) -> String {
        let register =
            |register: usize| if register == RZ { "RZ".to_owned() } else { format!("R{register}") };
        let predicate =
            |predicate: usize| if predicate == PT { "PT".to_owned() } else { format!("P{predicate}") };
        let guard = self.guard.map_or(String::new(), |(number, is_negated)| {
            format!("@{}{} ", if is_negated { "!" } else { "" }, predicate(number))
        });
        let byte_address = if self.is_byte_address { ".BA" } else { "" };
        let op = if self.is_op_written { format!(".{}", self.op) } else { String::new() };
        let size = if self.size == "U32" { String::new() } else { format!(".{}", self.size) };
        let clamp = if self.clamp == "NEAR" { String::new() } else { format!(".{}", self.clamp) };
        let status = self.status.map_or(String::new(), |status| format!("{}, ", predicate(status)));
        let handle = match self.handle {
            Handle::Constant(word) => format!("{word:#x}"),
            Handle::Register(number) => register(number),
        };
        format!(
            "{guard}SUATOM.D{byte_address}.{}{op}{size}{clamp} {status}{}, [{}], {}, {handle};\n",
            self.dim,
            register(self.rd),
            register(self.ra),
            register(self.rb),
        )
    }

    /// Runs the line. Returns the codes of the traps that end the run; `None` if the pages do not say what happens.
    pub fn run(&self, warp: &mut Warp, order: &Order) -> Option<Vec<&'static str>> {
        let is_executing = |lane: &usize| {
            let bit = |bits: u32| bits >> lane & 1 == 1;
            let guard = |(number, is_negated): (usize, bool)| {
                (number == PT || bit(warp.predicates[number])) != is_negated
            };
            bit(warp.active) && self.guard.is_none_or(guard)
        };
        let (helpers, lanes): (Vec<usize>, Vec<usize>) =
            (0..warp.lanes).filter(is_executing).partition(|lane| warp.helpers >> lane & 1 == 1);
        let turns: Vec<(usize, Turn)> =
            lanes.iter().map(|&lane| Some((lane, self.turn(warp, lane)?))).collect::<Option<_>>()?;
        let mut traps = Vec::new();
        for (_, turn) in &turns {
            if let Turn::Trap(codes) = turn {
                traps.extend(codes);
            }
        }
        // Whether Rd of a helper lane becomes undefined if another lane traps, no interpretation says.
        if !traps.is_empty() && !helpers.is_empty() && warp.readings.is("helper_result", "undefined") {
            return None;
        }
        if !traps.is_empty() && warp.readings.is("trap_effects", "none") {
            return Some(traps);
        }
        if warp.readings.is("helper_result", "undefined") {
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
            let swap = if self.op == "CAS" { self.data(sources, lane, self.size_bytes / 4)? } else { 0 };
            let readings = warp.readings.clone();
            let surface = &mut warp.surfaces[surface];
            let operation =
                Operation { op: self.op, size: self.size, format: surface.format, readings: &readings };
            let width = 8 * self.size_bytes as u32;
            let old = surface.memory.read(byte, self.size_bytes).number(width)?;
            if in_halves {
                let shift = if had_a_turn[lane] { 16 } else { 0 };
                let half = |x: u64| x >> shift & 0xffff;
                let new = operation.half(half(old), half(data))?;
                surface.memory.write(byte + shift / 8, 2, Value::known(new));
                returned[lane] |= half(old) << shift;
                had_a_turn[lane] = true;
            } else {
                let new = operation.result(old, data, swap)?;
                surface.memory.write(byte, self.size_bytes, Value::known(new));
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
        for k in 0..self.size_bytes / 4 {
            let word = if self.rb == RZ { 0 } else { sources[self.rb + skipped + k][lane].number(32)? };
            data |= word << (32 * k);
        }
        Some(data)
    }

    fn set_result(&self, warp: &mut Warp, lane: usize, value: Value) {
        if self.rd != RZ {
            for k in 0..self.size_bytes / 4 {
                let word =
                    Value { bits: value.bits >> (32 * k) & low(32), defined: value.defined >> (32 * k) };
                warp.registers[self.rd + k][lane] = word;
            }
        }
    }

    /// Returns what a lane does. `None` if that depends on undefined bits, or if the pages do not say it.
    fn turn(&self, warp: &Warp, lane: usize) -> Option<Turn> {
        let readings = &warp.readings;
        let handle = match self.handle {
            Handle::Constant(word) => warp.constants.iter().find(|(known, _)| *known == word)?.1.into(),
            Handle::Register(number) => warp.registers[number][lane].number(32)?,
        };
        let index = (handle & 0xf_ffff) as u32;
        let is_in_pool = warp.pool_max.is_none_or(|max| {
            if readings.is("pool_limit", "exclusive") { index < max } else { index <= max }
        });
        let described = warp.surfaces.iter().position(|surface| surface.index == index);
        let usable = described.filter(|&surface| is_in_pool && !warp.surfaces[surface].is_disabled);
        let Some(number) = usable else {
            let traps = self.clamp == "TRAP" && readings.is("trap_header", "trap");
            return Some(if traps {
                Turn::Trap(vec!["run-trap-no-surface"])
            } else {
                Turn::Dropped { is_missing: false }
            });
        };
        let surface = &warp.surfaces[number];
        let kind = DIMS.iter().find(|(dim, _)| *dim == self.dim)?.1;
        let is_size_wrong = surface.texel_bytes != self.size_bytes && readings.is("size_mismatch", "fault");
        if kind != surface.kind && readings.is("dim_mismatch", "fault") || is_size_wrong {
            // If a lane breaks several rules, no page says which of them stops it.
            let x = warp.registers[self.ra][lane].number(32)?;
            let is_misaligned = self.is_byte_address && x % self.size_bytes as u64 != 0;
            let rules = [
                (kind != surface.kind && readings.is("dim_mismatch", "fault"), "run-trap-header-type"),
                (is_size_wrong, "run-trap-texel-size"),
                (is_misaligned && !readings.is("ba_misaligned", "mask"), "run-misaligned"),
                (self.clamp == "TRAP", "run-trap-outside"),
            ];
            return Some(Turn::Trap(
                rules.iter().filter(|(is_broken, _)| *is_broken).map(|(_, code)| *code).collect(),
            ));
        }
        // The second coordinate of a 1D array is a layer, for which other headers have no extent in that place.
        if kind != surface.kind && (kind == "1d_array" || surface.kind == "1d_array") {
            return None;
        }
        self.place(warp, lane, number, surface)
    }

    /// Returns the place that a lane accesses in its surface, after bounds, clamp and alignment.
    fn place(&self, warp: &Warp, lane: usize, number: usize, surface: &PoolSurface) -> Option<Turn> {
        let readings = &warp.readings;
        let size = self.size_bytes as i64;
        let mut coordinates = [0; 3];
        for (axis, coordinate) in coordinates.iter_mut().enumerate().take(axes(self.dim)) {
            let bits = warp.registers[self.ra + axis][lane].number(32)?;
            let is_layer = self.dim.ends_with("ARRAY") && axis + 1 == axes(self.dim);
            let is_unsigned = self.dim == "1D_BUFFER" && self.clamp != "NEAR";
            *coordinate = match () {
                () if is_layer => (bits & 0xffff) as i64,
                () if is_unsigned => bits as i64,
                () => i64::from(bits as u32 as i32),
            };
        }
        let [x, y, z] = coordinates;
        let mut x = if self.is_byte_address { x } else { x * size };
        let is_misaligned = x.rem_euclid(size) != 0;
        if is_misaligned && readings.is("ba_misaligned", "fault") {
            return Some(Turn::Trap(vec!["run-misaligned"]));
        }
        if readings.is("ba_misaligned", "mask") {
            x -= x.rem_euclid(size);
        }
        // The last place in a row at which an element lies inside.
        let last = (surface.row_bytes() as i64 / size - 1) * size;
        let last_inside = surface.row_bytes() as i64 - size;
        let ends = [
            if is_misaligned { last_inside } else { last },
            surface.extent[1] as i64 - 1,
            surface.extent[2] as i64 - 1,
        ];
        let is_outside = |axis: usize| !(0..=ends[axis]).contains(&[x, y, z][axis]);
        let layer_axis = axes(self.dim) - 1;
        let is_layer_ignored =
            self.dim.ends_with("ARRAY") && is_outside(layer_axis) && readings.is("array_index", "outside");
        let is_any_outside = (0..3).any(is_outside);
        let mut place = [x, y, z];
        match self.clamp {
            "TRAP" if is_any_outside => return Some(Turn::Trap(vec!["run-trap-outside"])),
            // A misaligned element may lie inside and still begin beyond the last aligned one.
            "NEAR" if !is_layer_ignored && last >= 0 => {
                place[0] = x.clamp(0, last);
                place[1] = y.clamp(0, ends[1]);
                place[2] = z.clamp(0, ends[2]);
            }
            _ if is_any_outside => return Some(Turn::Dropped { is_missing: false }),
            _ => {}
        }
        if place[0] % size != 0 {
            return Some(Turn::Trap(vec!["run-misaligned"]));
        }
        let [x, y, z] = place.map(|coordinate| coordinate as usize);
        let byte = surface.byte(x, y, z);
        Some(match surface.is_missing(byte, self.size_bytes) {
            true => Turn::Dropped { is_missing: true },
            false => Turn::Access { surface: number, byte },
        })
    }
}

/// Returns the number of coordinates.
fn axes(dim: &str) -> usize {
    match dim {
        "1D" | "1D_BUFFER" => 1,
        "1D_ARRAY" | "2D" => 2,
        _ => 3,
    }
}
