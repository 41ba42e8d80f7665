//! The contents of all spaces at one moment.

use super::layout::{Layout, Place, SpaceId};
use crate::base::Bits;
use std::hash::Hasher;
use std::rc::Rc;

/// Bytes, with a definedness bit for each bit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bytes {
    /// The values, one for each byte of the space; 0 where undefined.
    pub value: Vec<u8>,
    /// The masks of the defined bits, one for each byte of the space.
    pub defined: Vec<u8>,
}

impl Bytes {
    /// Reads up to 8 bytes, lowest first. Bytes past the end read as undefined.
    #[inline]
    pub fn read(&self, byte_offset: u32, size_bytes: u32) -> Bits {
        let size = size_bytes.min(8) as usize;
        let (value, defined) = (word(&self.value, byte_offset, size), word(&self.defined, byte_offset, size));
        Bits { value, defined: defined | u64::MAX.checked_shl(8 * size as u32).unwrap_or(0) }
    }

    /// Writes up to 8 bytes, lowest first. Bytes past the end are discarded.
    fn write(&mut self, byte_offset: u32, size_bytes: u32, bits: Bits) {
        let size = size_bytes.min(8) as usize;
        set_word(&mut self.value, byte_offset, size, bits.value);
        set_word(&mut self.defined, byte_offset, size, bits.defined);
    }
}

/// Returns the bytes at an offset as a little-endian number. Bytes past the end read as 0.
fn word(bytes: &[u8], byte_offset: u32, size: usize) -> u64 {
    let found = bytes.get(byte_offset as usize..).unwrap_or_default();
    // Most accesses are dwords, which have a fast path.
    if let (4, Some(dword)) = (size, found.first_chunk()) {
        return u64::from(u32::from_le_bytes(*dword));
    }
    let mut word = [0; 8];
    for (to, from) in word.iter_mut().zip(&found[..size.min(found.len())]) {
        *to = *from;
    }
    u64::from_le_bytes(word)
}

/// Stores a number in the bytes at an offset, little-endian. Bytes past the end are discarded.
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

/// A snapshot of the contents of some spaces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Latch {
    spaces: Vec<(SpaceId, Rc<Bytes>)>,
}

impl Latch {
    /// Replaces the snapshot with the current contents of these spaces.
    pub fn take(&mut self, state: &State, spaces: impl Iterator<Item = SpaceId>) {
        self.spaces.clear();
        for id in spaces {
            if self.spaces.iter().all(|(known, _)| *known != id) {
                self.spaces.push((id, Rc::clone(&state.spaces[id.index()])));
            }
        }
    }

    /// Returns the bytes of a space, if they are in the snapshot.
    pub fn space(&self, id: SpaceId) -> Option<&Bytes> {
        self.spaces.iter().find(|(known, _)| *known == id).map(|(_, bytes)| &**bytes)
    }

    /// Reads up to 8 bytes, lowest first. Spaces outside the snapshot read as undefined.
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
    /// Creates a state in which every byte of every space is undefined.
    pub fn undefined(layout: &Layout) -> Self {
        let bytes = |size| Rc::new(Bytes { value: vec![0; size], defined: vec![0; size] });
        Self { spaces: layout.spaces.iter().map(|space| bytes(space.size_bytes)).collect() }
    }

    /// Appends a space with every byte a defined 0.
    pub fn push_zeroed(&mut self, size_bytes: usize) {
        self.spaces.push(Rc::new(Bytes { value: vec![0; size_bytes], defined: vec![0xff; size_bytes] }));
    }

    /// Sets every byte of a space to a defined 0.
    pub fn clear(&mut self, id: SpaceId) {
        let bytes = Rc::make_mut(&mut self.spaces[id.index()]);
        bytes.value.fill(0);
        bytes.defined.fill(0xff);
    }

    /// Sets the contents of a space to those in another state.
    pub fn share(&mut self, id: SpaceId, other: &Self) {
        self.spaces[id.index()] = Rc::clone(&other.spaces[id.index()]);
    }

    /// Returns the number of bytes that it holds for spaces that it does not share with another state.
    pub fn own_bytes(&self, other: &Self) -> usize {
        let spaces = self.spaces.iter().zip(&other.spaces);
        spaces.filter(|(own, other)| !Rc::ptr_eq(own, other)).map(|(own, _)| 2 * own.value.len()).sum()
    }

    /// Returns the bytes of a space.
    pub fn space(&self, id: SpaceId) -> &Bytes {
        &self.spaces[id.index()]
    }

    /// Reads up to 8 bytes, lowest first. Bytes outside the space read as undefined.
    pub fn read(&self, place: Place) -> Bits {
        self.space(place.space).read(place.byte_offset, place.size_bytes)
    }

    /// Writes up to 8 bytes, lowest first. Bytes outside the space are discarded.
    pub fn write(&mut self, place: Place, bits: Bits) {
        Rc::make_mut(&mut self.spaces[place.space.index()]).write(place.byte_offset, place.size_bytes, bits);
    }

    /// Returns a fingerprint that is the same natively and in wasm (FNV-1a over values and definedness).
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        for bytes in &self.spaces {
            hasher.write(&bytes.value);
            hasher.write(&bytes.defined);
        }
        hasher.finish()
    }
}

/// The 64-bit FNV-1a hash: small, and independent of word size and byte order.
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
