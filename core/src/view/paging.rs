//! Large surfaces are shown a page at a time.

use std::ops::Range;

/// Elements that are drawn at once.
const ELEMENTS: usize = 256;
/// Elements that are drawn at once where few of them stand side by side.
const NARROW_ELEMENTS: usize = 64;
/// Stages narrower than this, in CSS pixels, have room for few.
const NARROW_PX: f64 = 480.0;

/// A page of a surface that a person chose to see, by its elements: how many they are depends on the width of the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfacePage {
    /// Index among the surfaces.
    pub surface: usize,
    /// Its first element.
    pub first: usize,
    /// The element behind its last.
    pub end: usize,
}

/// How a surface is cut into pages of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pages {
    /// Elements of the surface.
    count: usize,
    /// Elements of a page.
    length: usize,
}

/// Whether a stage of that width has pages of fewer elements.
pub fn is_narrow(width_px: f64) -> bool {
    width_px < NARROW_PX
}

impl Pages {
    /// The pages of a surface of `count` elements. Where it has rows, a page ends with one.
    pub fn new(count: usize, row_length: Option<usize>, is_narrow: bool) -> Self {
        let elements = if is_narrow { NARROW_ELEMENTS } else { ELEMENTS };
        Self { count, length: row_length.map_or(elements, |row| (elements / row).max(1) * row) }
    }

    /// The pages of such a surface with at most so many elements each. Rows that are longer are cut into equal parts.
    pub fn of_length(count: usize, row_length: Option<usize>, elements: usize) -> Self {
        let of_rows = |row: usize| match elements / row {
            0 => (1..=elements).rev().find(|part| row.is_multiple_of(*part)).unwrap_or(1),
            rows => rows * row,
        };
        Self { count, length: row_length.map_or(elements, of_rows) }
    }

    /// How many pages there are.
    pub fn number(self) -> usize {
        self.count.div_ceil(self.length).max(1)
    }

    /// The page with an element.
    pub fn page_of(self, element: usize) -> usize {
        (element / self.length).min(self.number() - 1)
    }

    /// The elements of a page. The last begins early enough to be as long as the others, so that nothing below it moves
    /// when the page turns.
    pub fn elements(self, page: usize) -> Range<usize> {
        let first = (page * self.length).min(self.count.saturating_sub(self.length));
        first..self.count.min(first + self.length)
    }

    /// A page as a person chooses it.
    pub fn choice(self, surface: usize, page: usize) -> SurfacePage {
        let Range { start, end } = self.elements(page);
        SurfacePage { surface, first: start, end }
    }
}

impl SurfacePage {
    /// Whichever page holds that element.
    pub fn with(surface: usize, element: usize) -> Self {
        Self { surface, first: element, end: element + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_of_one_size_and_hold_every_element() {
        for (count, row, narrow, length, number) in [
            (300, None, false, 256, 2),
            (1024, None, false, 256, 4),
            (300, None, true, 64, 5),
            (96 * 10, Some(96), false, 192, 5),
            (96 * 9, Some(96), false, 192, 5),
            (100 * 3, Some(100), true, 100, 3),
        ] {
            let pages = Pages::new(count, row, narrow);
            assert_eq!(pages.number(), number);
            for page in 0..number {
                let elements = pages.elements(page);
                assert_eq!(elements.len(), length, "{count} in rows of {row:?}, page {page}");
                assert_eq!(pages.page_of(elements.end - 1), page);
                assert!(elements.end <= count && elements.start.is_multiple_of(row.unwrap_or(1)));
            }
            assert!((0..count).all(|element| pages.elements(pages.page_of(element)).contains(&element)));
        }
        assert_eq!(Pages::of_length(32 * 3, Some(32), 20).elements(1), 16..32, "a part of a row");
        assert_eq!(Pages::of_length(12, Some(4), 9).elements(0), 0..8, "two rows");
        assert_eq!(Pages::new(5, None, false).elements(0), 0..5, "a small surface has one page");
        assert_eq!(Pages::new(0, None, true).elements(0), 0..0);
    }
}
