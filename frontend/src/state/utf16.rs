//! Positions in a text: `core` counts UTF-8 bytes, the browser counts UTF-16 units.

use lanescope_core::session::text::Span;

/// A converter between the two for one text. Creating it reads the text once. A conversion is a binary search over the
/// non-ASCII characters.
#[derive(Clone, Debug, Default)]
pub struct Utf16Map {
    wide: Vec<Wide>,
    end: Offset,
}

/// A position in both units.
#[derive(Clone, Copy, Debug, Default)]
struct Offset {
    bytes: usize,
    units: usize,
}

/// A non-ASCII character.
#[derive(Clone, Copy, Debug)]
struct Wide {
    start: Offset,
    end: Offset,
}

impl Utf16Map {
    /// Creates the converter for a text.
    pub fn new(text: &str) -> Self {
        let mut map = Self::default();
        for (at, character) in text.char_indices().filter(|(_, character)| !character.is_ascii()) {
            let start = Offset { bytes: at, units: map.end.units + at - map.end.bytes };
            let end = Offset { bytes: at + character.len_utf8(), units: start.units + character.len_utf16() };
            map.wide.push(Wide { start, end });
            map.end = end;
        }
        map.end = Offset { bytes: text.len(), units: map.end.units + text.len() - map.end.bytes };
        map
    }

    /// Converts a byte offset to a UTF-16 offset. Rounds down to the start of a character, and limits to the end of the
    /// text.
    pub fn to_utf16(&self, byte_offset: usize) -> usize {
        let at = byte_offset.min(self.end.bytes);
        match self.wide.partition_point(|wide| wide.start.bytes <= at) {
            0 => at,
            n => match self.wide[n - 1] {
                wide if at < wide.end.bytes => wide.start.units,
                wide => wide.end.units + at - wide.end.bytes,
            },
        }
    }

    /// Converts a UTF-16 offset to a byte offset. Rounds down to the start of a surrogate pair, and limits to the end
    /// of the text.
    pub fn to_byte(&self, utf16_offset: usize) -> usize {
        let at = utf16_offset.min(self.end.units);
        match self.wide.partition_point(|wide| wide.start.units <= at) {
            0 => at,
            n => match self.wide[n - 1] {
                wide if at < wide.end.units => wide.start.bytes,
                wide => wide.end.bytes + at - wide.end.units,
            },
        }
    }

    /// Converts a span to a range of UTF-16 offsets.
    pub fn range(&self, span: Span) -> (usize, usize) {
        (self.to_utf16(span.range().start), self.to_utf16(span.range().end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_is_one_to_one() {
        let map = Utf16Map::new("abc");
        assert_eq!([0, 1, 3, 9].map(|at| map.to_utf16(at)), [0, 1, 3, 3]);
        assert_eq!([0, 1, 3, 9].map(|at| map.to_byte(at)), [0, 1, 3, 3]);
    }

    #[test]
    fn accents_and_emoji_shift_what_follows() {
        // Bytes: a 0, é 1..3, b 3, 😀 4..8, c 8. Units: a 0, é 1, b 2, 😀 3..5, c 5.
        let map = Utf16Map::new("aéb😀c");
        assert_eq!([0, 1, 3, 4, 8, 9].map(|at| map.to_utf16(at)), [0, 1, 2, 3, 5, 6]);
        assert_eq!([0, 1, 2, 3, 5, 6].map(|at| map.to_byte(at)), [0, 1, 3, 4, 8, 9]);
        assert_eq!(map.range(Span::new(4, 8)), (3, 5));
    }

    #[test]
    fn inside_a_character_is_its_start() {
        let map = Utf16Map::new("é😀");
        assert_eq!(map.to_utf16(1), 0);
        assert_eq!(map.to_utf16(5), 1);
        assert_eq!(map.to_byte(2), 2);
    }

    #[test]
    fn every_boundary_goes_there_and_back() {
        let text = "é\n// 😀 ok — ñ\n😀😀x";
        let map = Utf16Map::new(text);
        for (at, _) in text.char_indices() {
            assert_eq!(map.to_byte(map.to_utf16(at)), at);
            assert_eq!(map.to_utf16(at), text[..at].encode_utf16().count());
        }
    }
}
