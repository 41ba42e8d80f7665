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

impl Bytes {
    /// Up to 8 bytes, lowest first. Bytes behind the end read as undefined.
    #[inline]
    pub fn read(&self, byte_offset: u32, size_bytes: u32) -> Bits {
        let size = size_bytes.min(8) as usize;
        let (value, defined) = (word(&self.value, byte_offset, size), word(&self.defined, byte_offset, size));
        Bits { value, defined: defined | u64::MAX.checked_shl(8 * size as u32).unwrap_or(0) }
    }

    /// Writes up to 8 bytes, lowest first. Bytes behind the end are dropped.
    fn write(&mut self, byte_offset: u32, size_bytes: u32, bits: Bits) {
        let size = size_bytes.min(8) as usize;
        set_word(&mut self.value, byte_offset, size, bits.value);
        set_word(&mut self.defined, byte_offset, size, bits.defined);
    }
}

/// The bytes from an offset on as a number, lowest first; 0 for those behind the end.
fn word(bytes: &[u8], byte_offset: u32, size: usize) -> u64 {
    let found = bytes.get(byte_offset as usize..).unwrap_or_default();
    // A dword is what most accesses have; it is read in one go.
    if let (4, Some(dword)) = (size, found.first_chunk()) {
        return u64::from(u32::from_le_bytes(*dword));
    }
    let mut word = [0; 8];
    for (to, from) in word.iter_mut().zip(&found[..size.min(found.len())]) {
        *to = *from;
    }
    u64::from_le_bytes(word)
}

/// Makes bytes from an offset on a number, lowest first; those behind the end are dropped.
fn set_word(bytes: &mut [u8], byte_offset: u32, size: usize, word: u64) {
    let found = bytes.get_mut(byte_offset as usize..).unwrap_or_default();
    let word = word.to_le_bytes();
    if let (4, Some(dword)) = (size, found.first_chunk_mut::<4>()) {
        dword.copy_from_slice(&word[..4]);
        return;
    }
    for (to, from) in found.iter_mut().zip(&word[..size]) {
        *to = *from;
    }
}

/// The contents of some spaces as they were at one moment.
#[derive(Clone, Debug, Default)]
pub struct Latch {
    spaces: Vec<(SpaceId, Rc<Bytes>)>,
}

impl Latch {
    /// Takes the contents of these spaces as they are now, and forgets what was taken before.
    pub fn take(&mut self, state: &State, spaces: impl Iterator<Item = SpaceId>) {
        self.spaces.clear();
        for id in spaces {
            if self.spaces.iter().all(|(known, _)| *known != id) {
                self.spaces.push((id, Rc::clone(&state.spaces[id.index()])));
            }
        }
    }

    /// The bytes of a space; `None` where they were not taken.
    pub fn space(&self, id: SpaceId) -> Option<&Bytes> {
        self.spaces.iter().find(|(known, _)| *known == id).map(|(_, bytes)| &**bytes)
    }

    /// Reads up to 8 bytes, lowest first. What was not taken reads as undefined.
    pub fn read(&self, place: Place) -> Bits {
        let found = self.space(place.space);
        found.map_or(Bits::UNDEFINED, |bytes| bytes.read(place.byte_offset, place.size_bytes))
    }
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

    /// Gives a space the contents that it has in another state.
    pub fn share(&mut self, id: SpaceId, other: &Self) {
        self.spaces[id.index()] = Rc::clone(&other.spaces[id.index()]);
    }

    /// The bytes of a space.
    pub fn space(&self, id: SpaceId) -> &Bytes {
        &self.spaces[id.index()]
    }

    /// Reads up to 8 bytes, lowest first. Bytes outside the space read as undefined.
    pub fn read(&self, place: Place) -> Bits {
        self.space(place.space).read(place.byte_offset, place.size_bytes)
    }

    /// Writes up to 8 bytes, lowest first. Bytes outside the space are dropped.
    pub fn write(&mut self, place: Place, bits: Bits) {
        Rc::make_mut(&mut self.spaces[place.space.index()]).write(place.byte_offset, place.size_bytes, bits);
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
