//! The lower bound: the same additions in a plain Rust loop, with the same bytes and masks of defined bits.

use std::hint::black_box;

/// Bytes, each with a mask of its defined bits.
struct Memory {
    value: Vec<u8>,
    defined: Vec<u8>,
}

/// A 32-bit number with a mask of its defined bits.
#[derive(Clone, Copy)]
struct Dword {
    value: u32,
    defined: u32,
}

impl Memory {
    fn of(dwords: impl Iterator<Item = u32>) -> Self {
        let value: Vec<u8> = dwords.flat_map(u32::to_le_bytes).collect();
        Self { defined: vec![0xff; value.len()], value }
    }

    fn read(&self, at: usize) -> Option<Dword> {
        let word = |bytes: &[u8]| Some(u32::from_le_bytes(bytes.get(at..)?.first_chunk().copied()?));
        Some(Dword { value: word(&self.value)?, defined: word(&self.defined)? })
    }

    fn write(&mut self, at: usize, dword: Dword) {
        self.value[at..at + 4].copy_from_slice(&(dword.value & dword.defined).to_le_bytes());
        self.defined[at..at + 4].copy_from_slice(&dword.defined.to_le_bytes());
    }
}

/// Adds two numbers. The sum is defined below the lowest bit that is undefined in either number, since carries move upwards.
fn add(a: Dword, b: Dword) -> Dword {
    let undefined = !(a.defined & b.defined);
    let below = (undefined & undefined.wrapping_neg()).wrapping_sub(1);
    Dword { value: a.value.wrapping_add(b.value), defined: below }
}

/// Adds `times` times in each lane: reads the latched offset and value, and writes the old value to the destination.
pub fn run(lanes: u32, times: u32) {
    let offsets = black_box(Memory::of((0..lanes).map(|lane| 4 * lane)));
    let values = black_box(Memory::of((0..lanes).map(|_| 1)));
    let mut old = Memory::of((0..lanes).map(|_| 0));
    let mut surface = black_box(Memory::of(0..lanes));
    for _ in 0..times {
        for lane in (0..4 * lanes as usize).step_by(4) {
            let (Some(offset), Some(value)) = (offsets.read(lane), values.read(lane)) else { continue };
            if offset.defined != u32::MAX {
                continue;
            }
            let at = offset.value as usize;
            let Some(found) = surface.read(at) else { continue };
            surface.write(at, add(found, value));
            old.write(lane, found);
        }
        black_box(&mut surface);
    }
    black_box(old);
}
