//! Values under small numbers.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// About the number of bytes that an allocator adds to each piece of memory.
pub(super) const ALLOCATION: usize = 16;

/// Values, each of which has a number from 0.
#[derive(Debug)]
pub(super) struct Interner<T> {
    ids: FxHashMap<T, u32>,
    values: Vec<T>,
}

impl<T: Clone + Eq + Hash> Interner<T> {
    /// No values.
    pub fn new() -> Self {
        Self { ids: FxHashMap::default(), values: Vec::new() }
    }

    /// The number of a value, which it has from now on.
    pub fn id(&mut self, value: T) -> u32 {
        if let Some(&id) = self.ids.get(&value) {
            return id;
        }
        // A search has fewer states than 2^32.
        let id = self.values.len() as u32;
        self.values.push(value.clone());
        self.ids.insert(value, id);
        id
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// The value of a number.
    pub fn get(&self, id: u32) -> &T {
        &self.values[id as usize]
    }
}

impl<T: Clone + Eq + Hash> Interner<Box<[T]>> {
    /// Returns about the number of bytes that are held for values of `each` elements. Each value is held twice.
    pub fn bytes(&self, each: usize) -> usize {
        let slots = self.values.capacity() * size_of::<Box<[T]>>();
        let table = self.ids.capacity() * (size_of::<(Box<[T]>, u32)>() + 1) * 8 / 7;
        slots + table + 2 * self.values.len() * (each * size_of::<T>() + ALLOCATION)
    }

    /// The number of some values, which they have from now on.
    pub fn id_of(&mut self, values: &[T]) -> u32 {
        let known = self.ids.get(values).copied();
        known.unwrap_or_else(|| self.id(values.into()))
    }
}
