//! Choices that the bytes of an input make.

/// The bytes of an input that have not made a choice yet.
pub struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    /// Reads the choices from an input.
    pub fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    /// Returns whether no byte is left. All further choices are the first.
    pub fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the next byte.
    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.0.split_first().map_or((0, self.0), |(first, rest)| (*first, rest));
        self.0 = rest;
        first
    }

    /// Takes the next four bytes as a number.
    pub fn number(&mut self) -> u32 {
        u32::from_le_bytes([(); 4].map(|()| self.byte()))
    }

    /// Chooses a number from 0 to `end - 1`; 0 if there is none.
    pub fn below(&mut self, end: usize) -> usize {
        let number = if end <= 256 { u32::from(self.byte()) } else { self.number() };
        number as usize % end.max(1)
    }

    /// Chooses yes or no.
    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// Chooses an item.
    pub fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// Chooses an index of a list with `count` items. Sometimes it is past the end.
    pub fn index(&mut self, count: usize) -> usize {
        match self.byte() {
            255 => self.number() as usize,
            254 => count,
            byte => usize::from(byte) % count.max(1),
        }
    }
}
