//! The contents of every space at one moment.

use super::{Layout, Place, SpaceId};
use crate::base::Bits;
use std::hash::Hasher;
use std::rc::Rc;

/// Bytes with a definedness bit for each bit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bytes {
    /// The values; 0 where not defined.
    pub value: Vec<u8>,
    /// 1 for each bit that is defined.
    pub defined: Vec<u8>,
}

/// The contents of every space of a [`Layout`]. Cloning is cheap: spaces are shared until one is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct State {
    spaces: Vec<Rc<Bytes>>,
}

impl State {
    /// Every byte of every space undefined.
    pub fn undefined(layout: &Layout) -> Self {
        let bytes = |size| Rc::new(Bytes { value: vec![0; size], defined: vec![0; size] });
        Self { spaces: layout.spaces.iter().map(|space| bytes(space.size_bytes)).collect() }
    }

    /// Adds a space behind the last, every byte a defined 0.
    pub fn push_zeroed(&mut self, size_bytes: usize) {
        self.spaces.push(Rc::new(Bytes { value: vec![0; size_bytes], defined: vec![0xff; size_bytes] }));
    }

    /// Makes every byte of a space a defined 0.
    pub fn clear(&mut self, id: SpaceId) {
        let bytes = Rc::make_mut(&mut self.spaces[id.index()]);
        bytes.value.fill(0);
        bytes.defined.fill(0xff);
    }

    /// The bytes of a space.
    pub fn space(&self, id: SpaceId) -> &Bytes {
        &self.spaces[id.index()]
    }

    /// Reads up to 8 bytes, lowest first. Bytes outside the space read as undefined.
    pub fn read(&self, place: Place) -> Bits {
        let bytes = self.space(place.space);
        let mut bits = Bits::known(0);
        for k in 0..place.size_bytes.min(8) as usize {
            let at = place.byte_offset as usize + k;
            let byte = |from: &[u8]| u64::from(from.get(at).copied().unwrap_or(0)) << (8 * k);
            bits = Bits::new(
                bits.value | byte(&bytes.value),
                bits.defined & !(0xff << (8 * k)) | byte(&bytes.defined),
            );
        }
        bits
    }

    /// Writes up to 8 bytes, lowest first. Bytes outside the space are dropped.
    pub fn write(&mut self, place: Place, bits: Bits) {
        let bytes = Rc::make_mut(&mut self.spaces[place.space.index()]);
        for k in 0..place.size_bytes.min(8) as usize {
            let at = place.byte_offset as usize + k;
            if at < bytes.value.len() {
                bytes.value[at] = (bits.value >> (8 * k)) as u8;
                bytes.defined[at] = (bits.defined >> (8 * k)) as u8;
            }
        }
    }

    /// A fingerprint that is the same natively and in wasm (FNV-1a over values and definedness).
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        for bytes in &self.spaces {
            hasher.write(&bytes.value);
            hasher.write(&bytes.defined);
        }
        hasher.finish()
    }
}

/// FNV-1a with 64 bits: small, and independent of word size and byte order.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}
