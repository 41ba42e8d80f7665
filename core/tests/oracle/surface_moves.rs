//! SULD and SUST of Maxwell: loads and stores of elements without an operation.

use super::bits::{Value, low, signed};
use super::orders::Order;
use super::surface_access::{
    PT, RZ, SurfaceAccess, Turn, Turns, draw_register, predicate_name, register_name,
};
use super::warp::Warp;
use crate::common::Random;

/// The sizes, each with its number of bytes and whether a load repeats the sign.
const SIZES: [(&str, usize, bool); 7] = [
    (".U8", 1, false),
    (".S8", 1, true),
    (".U16", 2, false),
    (".S16", 2, true),
    ("", 4, false),
    (".64", 8, false),
    (".128", 16, false),
];

/// A line of SULD or SUST.
#[derive(Clone, Debug)]
pub struct SurfaceMove {
    is_load: bool,
    access: SurfaceAccess,
    cache: &'static str,
    size: &'static str,
    has_sign: bool,
    status: Option<usize>,
    /// The first register of the result or the data.
    register: usize,
}

impl SurfaceMove {
    /// Draws a line.
    pub fn draw(random: &mut Random, warp: &Warp, is_load: bool) -> Self {
        let (size, size_bytes, has_sign) = SIZES[random.below(SIZES.len())];
        let caches = if is_load { ["", ".CG", ".CI", ".CV"] } else { ["", ".CG", ".CS", ".WT"] };
        let count = size_bytes.div_ceil(4);
        let (first, end) = match random.below(4) {
            0 if is_load => (0, 32),
            _ if is_load => (28, 32),
            _ => (16, 24),
        };
        let may_have_status = is_load && warp.sm > 50;
        Self {
            is_load,
            access: SurfaceAccess::draw(random, warp, size_bytes),
            cache: caches[random.below(caches.len())],
            size,
            has_sign,
            status: (may_have_status && random.below(3) == 0).then(|| [0, 1, 2, 3, PT][random.below(5)]),
            register: if random.below(12) == 0 { RZ } else { draw_register(random, first, end, count) },
        }
    }

    pub fn line(&self) -> String {
        let words = format!("{}{}", self.cache, self.size);
        let register = register_name(self.register) + ", ";
        let status = self.status.map_or(String::new(), |status| format!("{}, ", predicate_name(status)));
        match self.is_load {
            true => self.access.line("SULD", &words, (&(status + &register), "")),
            false => self.access.line("SUST", &words, ("", &register)),
        }
    }

    /// Runs the line. Returns the codes of the traps that end the run; `None` if the pages do not say what happens.
    pub fn run(&self, warp: &mut Warp, order: &Order) -> Option<Vec<&'static str>> {
        let (helpers, mut lanes) = self.access.executing(warp);
        if self.is_load {
            // Helper lanes load.
            lanes.extend(helpers);
            lanes.sort_unstable();
        }
        let Turns { of_lanes: turns, traps } = self.access.turns(warp, &lanes)?;
        if self.is_load {
            turns.iter().for_each(|(lane, turn)| self.load(warp, *lane, turn));
        } else {
            self.store(warp, order, &turns)?;
        }
        Some(traps)
    }

    fn load(&self, warp: &mut Warp, lane: usize, turn: &Turn) {
        if matches!(turn, Turn::Trap(_)) {
            return;
        }
        if let Some(status) = self.status.filter(|status| *status != PT) {
            let is_missing = *turn == Turn::Dropped { is_missing: true };
            warp.predicates[status] &= !(1 << lane);
            warp.predicates[status] |= u32::from(is_missing) << lane;
        }
        if self.register == RZ {
            return;
        }
        let size_bytes = self.access.size_bytes;
        for word in 0..size_bytes.div_ceil(4) {
            let value = match *turn {
                Turn::Access { surface, byte } => {
                    warp.surfaces[surface].memory.read(byte + 4 * word, size_bytes.min(4))
                }
                _ => Value::known(0),
            };
            warp.registers[self.register + word][lane] = self.extended(value);
        }
    }

    /// Extends a narrow value to 32 bits.
    fn extended(&self, value: Value) -> Value {
        let width = 8 * self.access.size_bytes as u32;
        match value.number(width.min(32)) {
            Some(number) if self.has_sign => Value::known(signed(number, width) as u64 & low(32)),
            Some(number) => Value::known(number),
            None => value,
        }
    }

    /// Stores in the order of the lanes. 128 bits are two accesses of a lane.
    fn store(&self, warp: &mut Warp, order: &Order, turns: &[(usize, Turn)]) -> Option<()> {
        let accessing: Vec<(usize, usize, usize)> = turns
            .iter()
            .filter_map(|(lane, turn)| match *turn {
                Turn::Access { surface, byte } => Some((*lane, surface, byte)),
                _ => None,
            })
            .collect();
        let lanes: Vec<usize> = accessing.iter().map(|(lane, ..)| *lane).collect();
        let size_bytes = self.access.size_bytes;
        let words_each = size_bytes.min(8).div_ceil(4);
        let mut written = vec![0; warp.lanes];
        for lane in order.turns(0, &lanes, size_bytes.div_ceil(8)) {
            let (_, surface, byte) = *accessing.iter().find(|(accessing, ..)| *accessing == lane)?;
            for word in written[lane]..written[lane] + words_each {
                let data = match self.register {
                    RZ => 0,
                    first => warp.registers[first + word][lane].number(32)?,
                };
                let memory = &mut warp.surfaces[surface].memory;
                memory.write(byte + 4 * word, size_bytes.min(4), Value::known(data));
            }
            written[lane] += words_each;
        }
        Some(())
    }
}
