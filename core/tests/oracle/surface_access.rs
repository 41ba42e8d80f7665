//! The part that the surface instructions of Maxwell share: the lanes that take part, and the place of each lane's element.

use super::pool::PoolSurface;
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

/// The words and operands of a line that name an element for each lane.
#[derive(Clone, Debug)]
pub struct SurfaceAccess {
    guard: Option<(usize, bool)>,
    is_byte_address: bool,
    dim: &'static str,
    clamp: &'static str,
    ra: usize,
    pub handle: Handle,
    /// The size of an element.
    pub size_bytes: usize,
}

/// The action of a lane.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
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

/// The actions of the lanes, and the codes of the traps.
#[derive(Clone, Debug)]
pub struct Turns {
    pub of_lanes: Vec<(usize, Turn)>,
    pub traps: Vec<&'static str>,
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

/// Returns the name of a register.
pub fn register_name(register: usize) -> String {
    if register == RZ { "RZ".to_owned() } else { format!("R{register}") }
}

/// Returns the name of a predicate.
pub fn predicate_name(predicate: usize) -> String {
    if predicate == PT { "PT".to_owned() } else { format!("P{predicate}") }
}

/// Draws the first of `count` registers in a range.
pub fn draw_register(random: &mut Random, first: usize, end: usize, count: usize) -> usize {
    first + count * random.below((end - first) / count)
}

impl SurfaceAccess {
    /// Draws an access, most often to surfaces of the warp's main kind.
    pub fn draw(random: &mut Random, warp: &Warp, size_bytes: usize) -> Self {
        let main = DIMS.iter().find(|(_, kind)| *kind == warp.main_kind).expect("it is a kind");
        let (dim, _) = if random.below(12) == 0 { DIMS[random.below(6)] } else { *main };
        Self {
            guard: (random.below(3) == 0).then(|| ([0, 1, 2, 3, PT][random.below(5)], random.below(3) == 0)),
            is_byte_address: random.below(3) == 0,
            dim,
            clamp: ["IGN", "IGN", "NEAR", "NEAR", "TRAP"][random.below(5)],
            ra: if axes(dim) == 1 { random.below(16) } else { 4 * random.below(4) },
            handle: match random.below(2) {
                0 => Handle::Constant(warp.constants[random.below(warp.constants.len())].0),
                _ => Handle::Register(24 + random.below(4)),
            },
            size_bytes,
        }
    }

    /// Returns the line. `words` are those between the dimension and the clamp, and `data` the operands besides the address:
    /// those before it and those after it.
    pub fn line(&self, mnemonic: &str, words: &str, (before, after): (&str, &str)) -> String {
        let guard = self.guard.map_or(String::new(), |(number, is_negated)| {
            format!("@{}{} ", if is_negated { "!" } else { "" }, predicate_name(number))
        });
        let byte_address = if self.is_byte_address { ".BA" } else { "" };
        let clamp = if self.clamp == "NEAR" { String::new() } else { format!(".{}", self.clamp) };
        let handle = match self.handle {
            Handle::Constant(word) => format!("{word:#x}"),
            Handle::Register(number) => register_name(number),
        };
        let (dim, ra) = (self.dim, register_name(self.ra));
        format!("{guard}{mnemonic}.D{byte_address}.{dim}{words}{clamp} {before}[{ra}], {after}{handle};\n")
    }

    /// Returns the helper lanes and the other lanes whose guard is true.
    pub fn executing(&self, warp: &Warp) -> (Vec<usize>, Vec<usize>) {
        let is_executing = |lane: &usize| {
            let bit = |bits: u32| bits >> lane & 1 == 1;
            let guard = |(number, is_negated): (usize, bool)| {
                (number == PT || bit(warp.predicates[number])) != is_negated
            };
            bit(warp.active) && self.guard.is_none_or(guard)
        };
        (0..warp.lanes).filter(is_executing).partition(|lane| warp.helpers >> lane & 1 == 1)
    }

    /// Returns what each lane does. `None` if that depends on undefined bits, or if the pages do not
    /// say it. If all lanes are checked before any of them does something, a trap leaves no turn.
    pub fn turns(&self, warp: &Warp, lanes: &[usize]) -> Option<Turns> {
        let of_lanes: Vec<(usize, Turn)> =
            lanes.iter().map(|&lane| Some((lane, self.turn(warp, lane)?))).collect::<Option<_>>()?;
        let mut traps = Vec::new();
        for (_, turn) in &of_lanes {
            if let Turn::Trap(codes) = turn {
                traps.extend(codes);
            }
        }
        let nothing_happens = !traps.is_empty() && warp.readings.is("trap_effects", "none");
        Some(Turns { of_lanes: if nothing_happens { Vec::new() } else { of_lanes }, traps })
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
                (is_misaligned && !readings.is("ba_misaligned", "mask"), "run-trap-misaligned"),
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
            return Some(Turn::Trap(vec!["run-trap-misaligned"]));
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
            return Some(Turn::Trap(vec!["run-trap-misaligned"]));
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
