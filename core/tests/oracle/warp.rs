//! A warp of Maxwell with its registers and its pool of headers, and random programs for it.

use super::bits::{Memory, Value};
use super::case::{Case, Contents, Left};
use super::orders::Order;
use super::plain::Plain;
use super::pool::PoolSurface;
use super::readings::Readings;
use super::sass_values::pattern;
use super::suatom::Suatom;
use super::surface_access::DIMS;
use super::surface_moves::SurfaceMove;
use crate::common::Random;
use std::fmt::Write;

#[derive(Clone, Debug)]
pub struct Warp {
    pub readings: Readings,
    pub sm: u32,
    pub lanes: usize,
    pub active: u32,
    pub helpers: u32,
    /// The registers from R0 on, each with an element for each lane.
    pub registers: Vec<Vec<Value>>,
    /// The predicates P0 to P3, a bit for each lane.
    pub predicates: [u32; 4],
    /// Words of the constant bank.
    pub constants: Vec<(usize, u32)>,
    pub pool_max: Option<u32>,
    pub surfaces: Vec<PoolSurface>,
    /// The kind of most surfaces, and the size of most texels.
    pub main_kind: &'static str,
    pub texel_bytes: usize,
}

/// The number of registers.
const REGISTERS: usize = 32;

impl Warp {
    fn draw(random: &mut Random) -> Self {
        let lanes = [2, 4, 8, 8, 16, 32][random.below(6)];
        let all = if lanes == 32 { u32::MAX } else { (1 << lanes) - 1 };
        let mask =
            |random: &mut Random, usual: u32| if random.below(2) == 0 { usual } else { random.bits() & all };
        let (_, main_kind) = DIMS[random.below(DIMS.len())];
        let mut surfaces: Vec<PoolSurface> = Vec::new();
        for index in 0..4 {
            let kind = if index == 3 { DIMS[random.below(DIMS.len())].1 } else { main_kind };
            surfaces.push(PoolSurface::draw(random, index * 2, kind));
        }
        let mut warp = Self {
            readings: Readings::draw(random, "sass"),
            sm: [50, 52, 52, 53][random.below(4)],
            lanes,
            active: mask(random, all),
            helpers: if random.below(3) == 0 { random.bits() & random.bits() & all } else { 0 },
            registers: vec![Vec::new(); REGISTERS],
            predicates: [0; 4],
            constants: Vec::new(),
            pool_max: (random.below(2) == 0).then(|| random.below(8) as u32),
            texel_bytes: surfaces[0].texel_bytes,
            surfaces,
            main_kind,
        };
        for predicate in &mut warp.predicates {
            *predicate = mask(random, all);
        }
        for word in [0, 1, 0x50, 0x100] {
            let handle = warp.handle(random);
            warp.constants.push((word, handle));
        }
        for register in 0..REGISTERS {
            warp.registers[register] =
                (0..lanes).map(|_| Value::known(warp.initial(random, register))).collect();
        }
        warp
    }

    /// Draws a header pointer: most often to a surface of the main kind, with any sampler pointer.
    fn handle(&self, random: &mut Random) -> u32 {
        let index = match random.below(24) {
            0 => random.bits() & 0xf_ffff,
            1 => random.below(10) as u32,
            2 => 6,
            _ => [0, 2, 4][random.below(3)],
        };
        let sampler = if random.below(2) == 0 { 0 } else { random.bits() & 0xfff };
        sampler << 20 | index
    }

    /// Draws an element of a register: coordinates in R0 to R15, data in R16 to R23, header pointers in R24 to R27.
    fn initial(&self, random: &mut Random, register: usize) -> u64 {
        let around =
            |random: &mut Random, end: usize| (random.below(end + 3) as i64 - 1) as u64 & 0xffff_ffff;
        let coordinate = match (register, register % 4) {
            (0..4, 0) => around(random, 20),
            (0..4, 1) => around(random, 10),
            (4..8, _) => random.below(3) as u64,
            (8..12, 0) => 8 * random.below(12) as u64,
            (12..16, 0) => random.below(40) as u64,
            _ => random.below(4) as u64,
        };
        match register {
            0..16 => match random.below(40) {
                0 => pattern(random),
                1 => coordinate | u64::from(random.bits() << 16),
                2 => around(random, 3),
                _ => coordinate,
            },
            24..28 => u64::from(self.handle(random)),
            _ => pattern(random),
        }
    }

    fn text(&self) -> String {
        let Self { sm, lanes, active, helpers, .. } = self;
        let mut text = format!(".isa sass sm={sm}\n.lanes {lanes} active={active:#x} helpers={helpers:#x}\n");
        text += &self.readings.lines();
        if let Some(max) = self.pool_max {
            let _ = writeln!(text, ".pool max={max}");
        }
        for (word, handle) in &self.constants {
            let _ = writeln!(text, ".const {:#x} = {handle:#x}", 4 * word);
        }
        for (number, elements) in self.registers.iter().enumerate() {
            let values: Vec<String> = elements.iter().map(|element| format!("{:#x}", element.bits)).collect();
            let _ = writeln!(text, ".set R{number} = {}", values.join(" "));
        }
        for (number, bits) in self.predicates.iter().enumerate() {
            let _ = writeln!(text, ".set P{number} = {bits:#x}");
        }
        text + &self.surfaces.iter().map(PoolSurface::text).collect::<String>()
    }

    fn contents(self) -> Vec<Contents> {
        let mut all = Vec::new();
        for (number, elements) in self.registers.iter().enumerate() {
            let mut memory = Memory::undefined(4 * self.lanes);
            for (lane, element) in elements.iter().enumerate() {
                memory.write(4 * lane, 4, *element);
            }
            all.push(Contents::whole(Left::Variable(format!("R{number}")), memory));
        }
        for (number, bits) in self.predicates.iter().enumerate() {
            let mut memory = Memory::undefined(4);
            memory.write(0, 4, Value::known((*bits).into()));
            let mask = if self.lanes == 32 { u32::MAX } else { (1 << self.lanes) - 1 };
            let changing = mask.to_le_bytes().to_vec();
            all.push(Contents { left: Left::Predicate(format!("P{number}")), memory, changing });
        }
        for surface in self.surfaces {
            let mut changing = vec![0; surface.memory.size_bytes()];
            for byte in surface.texels() {
                changing[byte..byte + surface.texel_bytes].fill(0xff);
            }
            let left = Left::Surface(surface.index.to_string());
            all.push(Contents { left, memory: surface.memory, changing });
        }
        all
    }
}

/// An instruction of Maxwell.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Suatom,
    Sured,
    Load,
    Store,
    Plain,
}

/// A line with its run on a warp. The run returns the codes of the traps that end it; `None` if the pages do not say what happens.
struct Line {
    text: String,
    after: Option<(Warp, Vec<&'static str>)>,
}

impl Line {
    /// Draws a line of a kind and runs it on a copy of the warp.
    fn draw(random: &mut Random, warp: &Warp, kind: Kind) -> Self {
        let mut after = warp.clone();
        // A store of 128 bits has one loop, and a search for traps may be a loop of its own, with its own list.
        let (text, order, codes) = match kind {
            Kind::Suatom | Kind::Sured => {
                let line = Suatom::draw(random, warp, matches!(kind, Kind::Sured));
                let order = Order::draw(random, warp.lanes, 1);
                let codes = line.run(&mut after, &order);
                (line.line(), order, codes)
            }
            Kind::Load | Kind::Store => {
                let line = SurfaceMove::draw(random, warp, matches!(kind, Kind::Load));
                let order = Order::draw(random, warp.lanes, 1);
                let codes = line.run(&mut after, &order);
                (line.line(), order, codes)
            }
            Kind::Plain => {
                let line = Plain::draw(random, warp);
                let codes = line.run(&mut after).map(|()| Vec::new());
                (line.line(), Order::draw(random, warp.lanes, 1), codes)
            }
        };
        Self { text: order.line() + &text, after: codes.map(|codes| (after, codes)) }
    }
}

/// Draws a program of instructions of these kinds.
pub fn case(random: &mut Random, count: usize, kinds: &[Kind]) -> Case {
    let mut warp = Warp::draw(random);
    let initial = warp.clone();
    let mut program = String::new();
    let (mut instructions, mut stops) = (0, Vec::new());
    for _ in 0..20 * count {
        if instructions == count || !stops.is_empty() {
            break;
        }
        let kind = kinds[random.below(kinds.len())];
        let line = Line::draw(random, &warp, kind);
        let Some((after, codes)) = line.after else { continue };
        program += &line.text;
        (warp, stops) = (after, codes);
        instructions += 1;
    }
    Case { text: initial.text() + &program, instructions, contents: warp.contents(), stops }
}
