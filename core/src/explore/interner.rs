//! Values by number.

use rustc_hash::FxHashMap;
use std::hash::Hash;

/// An estimate of the bytes that an allocator adds to each allocation.
pub(super) const ALLOCATION: usize = 16;

/// Values with numbers from 0 up.
#[derive(Debug)]
pub(super) struct Interner<T> {
    ids: FxHashMap<T, u32>,
    values: Vec<T>,
}

impl<T: Clone + Eq + Hash> Interner<T> {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self { ids: FxHashMap::default(), values: Vec::new() }
    }

    /// Returns the number of a value. A new value gets the next number.
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

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns the value with that number.
    pub fn get(&self, id: u32) -> &T {
        &self.values[id as usize]
    }
}

impl<T: Clone + Eq + Hash> Interner<Box<[T]>> {
    /// Returns an estimate of the bytes held for values of `each` elements. Each value is held twice.
    pub fn bytes(&self, each: usize) -> usize {
        let slots = self.values.capacity() * size_of::<Box<[T]>>();
        let table = self.ids.capacity() * (size_of::<(Box<[T]>, u32)>() + 1) * 8 / 7;
        slots + table + 2 * self.values.len() * (each * size_of::<T>() + ALLOCATION)
    }

    /// Returns the number of a value. A new value gets the next number.
    pub fn id_of(&mut self, values: &[T]) -> u32 {
        let known = self.ids.get(values).copied();
        known.unwrap_or_else(|| self.id(values.into()))
    }
}
