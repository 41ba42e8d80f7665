//! Paging of large surfaces.

use std::ops::Range;

/// The number of elements on a page.
const ELEMENTS: usize = 256;
/// The number of elements on a page of a narrow stage.
const NARROW_ELEMENTS: usize = 64;
/// The width, in CSS pixels, below which a stage is narrow.
const NARROW_PX: f64 = 480.0;

/// The page of a surface that the user chose, as a range of elements: the size of pages depends on the width of the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SurfacePage {
    /// The index of the surface.
    pub surface: usize,
    /// The first element.
    pub first: usize,
    /// The end of the range (exclusive).
    pub end: usize,
}

/// The division of a surface into pages of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pages {
    /// The number of elements of the surface.
    count: usize,
    /// The number of elements of a page.
    length: usize,
}

/// Returns whether a stage of that width is narrow.
pub fn is_narrow(width_px: f64) -> bool {
    width_px < NARROW_PX
}

impl Pages {
    /// Divides a surface of `count` elements. If it has rows, pages contain whole rows.
    pub fn new(count: usize, row_length: Option<usize>, is_narrow: bool) -> Self {
        let elements = if is_narrow { NARROW_ELEMENTS } else { ELEMENTS };
        Self { count, length: row_length.map_or(elements, |row| (elements / row).max(1) * row) }
    }

    /// Divides a surface into pages of at most `elements` elements. Longer rows are divided into equal parts.
    pub fn from_length(count: usize, row_length: Option<usize>, elements: usize) -> Self {
        let whole_rows = |row: usize| match elements / row {
            0 => (1..=elements).rev().find(|part| row.is_multiple_of(*part)).unwrap_or(1),
            rows => rows * row,
        };
        Self { count, length: row_length.map_or(elements, whole_rows) }
    }

    /// Returns the number of pages.
    pub fn number(self) -> usize {
        self.count.div_ceil(self.length).max(1)
    }

    /// Returns the page with an element.
    pub fn page_of(self, element: usize) -> usize {
        (element / self.length).min(self.number() - 1)
    }

    /// Returns the elements of a page. The last page starts early enough to be as long as the others, so that the layout below it
    /// does not shift when the page turns.
    pub fn elements(self, page: usize) -> Range<usize> {
        let first = (page * self.length).min(self.count.saturating_sub(self.length));
        first..self.count.min(first + self.length)
    }

    /// Returns a page as a user's choice.
    pub fn choice(self, surface: usize, page: usize) -> SurfacePage {
        let Range { start, end } = self.elements(page);
        SurfacePage { surface, first: start, end }
    }
}

impl SurfacePage {
    /// Chooses the page with an element.
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
        assert_eq!(Pages::from_length(32 * 3, Some(32), 20).elements(1), 16..32, "a part of a row");
        assert_eq!(Pages::from_length(12, Some(4), 9).elements(0), 0..8, "two rows");
        assert_eq!(Pages::new(5, None, false).elements(0), 0..5, "a small surface has one page");
        assert_eq!(Pages::new(0, None, true).elements(0), 0..0);
    }
}
