//! Gathers and scatters compared with plain loops, on scenarios drawn from a seed: sizes, lanes, channels, offsets,
//! masks and register sizes. The loops are in this file and do not use the notation.
#![cfg(not(target_arch = "wasm32"))] // addresses are counted in usize, which is too narrow there

use crate::common::{Random, draws};
use lanescope_core::machine::Place;
use lanescope_core::session::Session;

const BYTES: usize = 96;

/// A drawn scenario.
struct Draw {
    lanes: usize,
    grf: usize,
    mask: u32,
    shared: u32,
    offsets: Vec<u32>,
    memory: Vec<u8>,
}

fn draw(random: &mut Random, sizes: &[usize], unit: u32) -> Draw {
    let lanes = sizes[random.below(sizes.len())];
    let mask = (random.below(1 << 16) as u32) & ((1u64 << lanes) - 1) as u32;
    // Mostly inside; sometimes past the end, or so far out that the sum wraps.
    let shared = [0, unit, 0u32.wrapping_sub(unit), 8 * unit][random.below(4)];
    let offset = |random: &mut Random| (random.below(BYTES / unit as usize + 3) as u32) * unit;
    let offsets = (0..lanes).map(|_| offset(random)).collect();
    let memory = (0..BYTES).map(|_| random.below(256) as u8).collect();
    Draw { lanes, grf: [32, 64][random.below(2)], mask, shared, offsets, memory }
}

impl Draw {
    /// Returns the scenario text. The `data` elements of `REG` hold 1000, 1001, and so on.
    fn text(&self, instruction: &str, data: usize) -> String {
        let list = |values: &mut dyn Iterator<Item = String>| values.collect::<Vec<_>>().join(" ");
        let width = self.lanes.max(16);
        let dispatched = if self.lanes <= 8 { 8 } else { self.lanes };
        format!(
            ".isa visa grf={}\n.lanes {dispatched} active={:#x}\n\
             .decl OFF v_type=G type=ud num_elts={width} align=GRF\n\
             .decl REG v_type=G type=ud num_elts={data} align=GRF\n.decl BUF v_type=T num_elts=1\n\
             .set OFF = {}\n.set REG = iota(1000, 1)\n.surface BUF buffer ub = {}\n{instruction}\n",
            self.grf,
            self.mask,
            list(&mut self.offsets.iter().map(u32::to_string)),
            list(&mut self.memory.iter().map(u8::to_string)),
        )
    }

    fn is_on(&self, lane: usize) -> bool {
        self.mask >> lane & 1 == 1
    }
}

/// Returns the final bytes of a variable or surface. Undefined bytes are `None`.
fn finals(text: &str, name: &str) -> Vec<Option<u8>> {
    let session = Session::open(text);
    let run = session.run.unwrap_or_else(|| panic!("{text}\n{:?}", session.diagnostics));
    let layout = &run.scenario().layout;
    let variable = layout.variable(name).map(|variable| variable.space);
    let space = variable.or(layout.surface(name).map(|surface| surface.space)).expect("it is declared");
    let state = run.state(run.len());
    let byte = |at: usize| {
        let bits = state.read(Place { space, byte_offset: at as u32, size_bytes: 1 });
        bits.is_defined(8).then_some(bits.value as u8)
    };
    (0..layout.space(space).size_bytes).map(byte).collect()
}

fn registers(count: usize) -> Vec<Option<u8>> {
    (1000..).take(count).flat_map(|value: u32| value.to_le_bytes()).map(Some).collect()
}

#[test]
fn gathered_and_scattered_elements_match_a_plain_loop() {
    let mut random = Random::new(1);
    for _ in 0..draws(150) {
        let size = [1usize, 2, 4][random.below(3)];
        let by_elements = random.below(2) == 0;
        let sizes: &[usize] = if by_elements { &[1, 8, 16] } else { &[1, 2, 4, 8, 16, 32] };
        let draw = draw(&mut random, sizes, if by_elements { 1 } else { size as u32 });
        let address = |lane: usize| {
            let sum = draw.shared.wrapping_add(draw.offsets[lane]);
            if by_elements { sum.wrapping_mul(size as u32) as usize } else { sum as usize }
        };
        let suffix = if by_elements { "" } else { "_scaled" };
        let line = |word: &str| {
            format!("{word}{suffix}.{size} (M1, {}) BUF {:#x}:ud OFF.0 REG.0", draw.lanes, draw.shared)
        };
        let count = draw.lanes.max(16);
        let (mut wanted, mut memory) = (registers(count), draw.memory.clone());
        for lane in (0..draw.lanes).filter(|&lane| draw.is_on(lane)) {
            let at = address(lane);
            let is_inside = at + size <= BYTES;
            for byte in 0..4 {
                wanted[4 * lane + byte] = match byte < size {
                    true if is_inside => Some(draw.memory[at + byte]),
                    true => Some(0),
                    false => None,
                };
            }
            let value = (1000 + lane as u32).to_le_bytes();
            if is_inside {
                memory[at..at + size].copy_from_slice(&value[..size]);
            }
        }
        let text = draw.text(&line("gather"), count);
        assert_eq!(finals(&text, "REG"), wanted, "{text}");
        let text = draw.text(&line("scatter"), count);
        assert_eq!(finals(&text, "BUF"), memory.into_iter().map(Some).collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn gathered_and_scattered_channels_match_a_plain_loop() {
    let mut random = Random::new(2);
    for _ in 0..draws(150) {
        let draw = draw(&mut random, &[1, 2, 4, 8, 16], 4);
        let channels = 1 + random.below(15);
        let letters: String =
            "RGBA".chars().enumerate().filter(|(n, _)| channels >> n & 1 == 1).map(|(_, c)| c).collect();
        let pitch = draw.lanes.max(draw.grf / 4);
        let count = pitch * letters.len();
        let line = |word: &str| {
            format!("{word}4_scaled.{letters} (M1, {}) BUF {:#x}:ud OFF.0 REG.0", draw.lanes, draw.shared)
        };
        let (mut wanted, mut memory) = (registers(count), draw.memory.clone());
        let enabled = (0..4).filter(|channel| channels >> channel & 1 == 1);
        for (block, channel) in enabled.enumerate() {
            // The rest of the register is undefined.
            wanted[4 * (block * pitch + draw.lanes)..4 * (block + 1) * pitch].fill(None);
            for lane in (0..draw.lanes).filter(|&lane| draw.is_on(lane)) {
                let at = draw.shared.wrapping_add(draw.offsets[lane]) as usize + 4 * channel;
                let element = block * pitch + lane;
                let value = (1000 + element as u32).to_le_bytes();
                let found = draw.memory.get(at..at + 4);
                for byte in 0..4 {
                    wanted[4 * element + byte] = Some(found.map_or(0, |found| found[byte]));
                }
                if let Some(place) = memory.get_mut(at..at + 4) {
                    place.copy_from_slice(&value);
                }
            }
        }
        let text = draw.text(&line("gather"), count);
        assert_eq!(finals(&text, "REG"), wanted, "{text}");
        let text = draw.text(&line("scatter"), count);
        assert_eq!(finals(&text, "BUF"), memory.into_iter().map(Some).collect::<Vec<_>>(), "{text}");
    }
}

#[test]
fn gathered_and_scattered_blocks_match_a_plain_loop() {
    let mut random = Random::new(3);
    for _ in 0..draws(150) {
        let (size, ty) = [(1usize, "ub"), (4, "ud"), (8, "uq")][random.below(3)];
        let blocks = [1usize, 2, 4, 8][random.below(if size == 8 { 3 } else { 4 })];
        let sizes: &[usize] = if blocks > 1 { &[8, 16] } else { &[1, 2, 4, 8, 16] };
        let Draw { lanes, grf, mask, offsets, memory, .. } = draw(&mut random, sizes, size as u32);
        // The distance between the data of two lanes and between two blocks, in bytes.
        let (lane_bytes, block_bytes) = if size == 1 { (blocks.max(4), 1) } else { (size, size * lanes) };
        let count = if size == 1 { lanes * blocks.max(4) } else { lanes * blocks };
        let addresses: Vec<u64> = offsets
            .iter()
            .map(|offset| u64::from(*offset).wrapping_add([0, 0, 0, 1 << 32, u64::MAX - 7][random.below(5)]))
            .map(|address| address - address % size as u64)
            .collect();
        let list = |values: &mut dyn Iterator<Item = String>| values.collect::<Vec<_>>().join(" ");
        let text = |word: &str| {
            format!(
                ".isa visa grf={grf}\n.lanes 16 active={mask:#x}\n\
                 .decl A v_type=G type=uq num_elts={} align=GRF\n.decl REG v_type=G type={ty} num_elts={} align=GRF\n\
                 .set A = {}\n.set REG = iota(1, 1)\n.surface %scratch stateless ub = {}\n\
                 svm_{word}.{size}.{blocks} (M1, {lanes}) A.0 REG.0\n",
                lanes.max(8),
                count.max(64),
                list(&mut addresses.iter().map(u64::to_string)),
                list(&mut memory.iter().map(u8::to_string)),
            )
        };
        let before: Vec<u8> =
            (1..=count.max(64)).flat_map(|value| value.to_le_bytes()[..size].to_vec()).collect();
        let (mut wanted, mut after) = (before.iter().copied().map(Some).collect::<Vec<_>>(), memory.clone());
        for block in 0..blocks {
            for lane in (0..lanes).filter(|lane| mask >> lane & 1 == 1) {
                let place = lane * lane_bytes + block * block_bytes;
                let address = addresses[lane].wrapping_add((block * size) as u64);
                let at = usize::try_from(address).ok().filter(|at| *at <= BYTES - size);
                for byte in 0..size {
                    wanted[place + byte] = Some(at.map_or(0, |at| memory[at + byte]));
                }
                if let Some(at) = at {
                    after[at..at + size].copy_from_slice(&before[place..place + size]);
                }
                // A lane with fewer than four bytes has undefined bytes after them.
                if size == 1 && block == 0 {
                    wanted[place + blocks..place + lane_bytes].fill(None);
                }
            }
        }
        assert_eq!(finals(&text("gather"), "REG"), wanted, "{}", text("gather"));
        let after: Vec<_> = after.into_iter().map(Some).collect();
        assert_eq!(finals(&text("scatter"), "%scratch"), after, "{}", text("scatter"));
    }
}
