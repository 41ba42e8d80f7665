//! The content of a stage, from which its layout is computed.

use crate::view::digits::Digits;
use crate::view::sizes::NARROWEST_PLACE_PX;

/// The column of row headings.
pub const HEADING: f64 = 5.8;
/// The minimum width of a cell of a row that is kept in one line: in em, and in CSS pixels. It has room for a badge.
pub(super) const NARROWEST_OF_ROW: f64 = 1.5;
const NARROWEST_OF_ROW_PX: f64 = 18.0;
/// The space beside a cell's value with the space between cells, and the part of it that does not shrink with the text, in CSS pixels.
pub(super) const CELL_PADDING: f64 = 0.59;
pub(super) const CELL_EDGES_PX: f64 = 4.0;
/// The space between lines and columns of cells, and between surfaces.
pub const BETWEEN_CELLS: f64 = 0.3;
pub(super) const BETWEEN_SURFACES: f64 = 0.9;
/// The maximum number of out-of-bounds places for which the picture has room without scrolling, and of those that are always beside
/// the cells of a wide stage.
pub(super) const MOST_OUTSIDE: usize = 4;
/// The minimum size of text in CSS pixels. A picture that needs more room scrolls.
pub(super) const SMALLEST_PX: f64 = 11.0;
/// The height of the heading of out-of-bounds places beside the cells, and of one of them with a badge below its words.
const OUTSIDE_HEAD: f64 = 1.1;
const OUTSIDE_CELL: f64 = 2.8;
/// The minimum width of an out-of-bounds place below the cells, if the text is large, and the space between two of them.
const PLACE: f64 = 8.0;
const BETWEEN_PLACES: f64 = 0.4;

/// The content of a stage, over the whole run.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The number of columns of lanes.
    pub lanes: usize,
    /// Whether lanes have switches.
    pub has_switches: bool,
    /// The maximum number of rows of an instruction.
    pub rows: usize,
    /// The maximum number of rows with operands and results of an instruction.
    pub operand_rows: usize,
    /// The number of characters of the longest value of a lane.
    pub longest: usize,
    /// The maximum number of lanes at one place.
    pub crowd: usize,
    /// The surfaces, from top to bottom.
    pub surfaces: Vec<SurfaceShape>,
    /// Whether all banks of lanes show all rows, whatever room that takes.
    pub is_unfolded: bool,
}

/// The content of a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceShape {
    /// The number of elements that are shown.
    pub cells: usize,
    /// The number of elements in a row, if the surface has rows.
    pub row_length: Option<usize>,
    /// The number of characters of the longest value.
    pub longest: usize,
    /// The number of out-of-bounds places that lanes access.
    pub outside: usize,
    /// Whether controls are below its cells.
    pub has_foot: bool,
    /// The width in CSS pixels that something next to the cells takes.
    pub taken_px: f64,
}

impl Shape {
    /// Returns a content with at least the parts of both. Two pictures with its layout have their columns at the same places.
    #[must_use]
    pub fn joined(self, other: &Self) -> Self {
        let mut surfaces: Vec<SurfaceShape> =
            self.surfaces.iter().zip(&other.surfaces).map(|(own, other)| own.joined(other)).collect();
        let longer = if surfaces.len() < self.surfaces.len() { &self.surfaces } else { &other.surfaces };
        surfaces.extend_from_slice(&longer[surfaces.len()..]);
        Self {
            lanes: self.lanes.max(other.lanes),
            has_switches: self.has_switches || other.has_switches,
            rows: self.rows.max(other.rows),
            operand_rows: self.operand_rows.max(other.operand_rows),
            longest: self.longest.max(other.longest),
            crowd: self.crowd.max(other.crowd),
            surfaces,
            is_unfolded: self.is_unfolded || other.is_unfolded,
        }
    }
}

impl SurfaceShape {
    /// Returns a content with at least the parts of both.
    fn joined(&self, other: &Self) -> Self {
        Self {
            cells: self.cells.max(other.cells),
            row_length: self.row_length.max(other.row_length),
            longest: self.longest.max(other.longest),
            outside: self.outside.max(other.outside),
            has_foot: self.has_foot || other.has_foot,
            taken_px: self.taken_px.max(other.taken_px),
        }
    }

    /// Returns the number of cells in a line: a whole row if the room has that many cells, otherwise a half, a quarter and so on. A
    /// line of a surface without rows has at most `most` cells.
    pub(super) fn per_line(&self, most: usize, width_px: f64) -> usize {
        let Some(row) = self.row_length else { return most.min(self.cells).max(1) };
        let room_px = width_px - self.taken_px - HEADING * SMALLEST_PX;
        let narrowest_px = Digits::least_px(self.longest) + CELL_EDGES_PX + BETWEEN_CELLS * SMALLEST_PX;
        let narrowest_px = narrowest_px.max(NARROWEST_OF_ROW_PX);
        let fits = |count: usize| count as f64 * narrowest_px <= room_px;
        let mut count = row.max(1);
        while count > 1 && !fits(count) {
            count = count.div_ceil(2);
        }
        count
    }

    /// Returns whether the surface has rows, and a line has this many cells of them.
    pub(super) fn has_whole_rows(&self, count: usize) -> bool {
        self.row_length.is_some_and(|row| row == count)
    }

    /// Returns the number of lines of cells. A line never spans two rows of the surface.
    pub(super) fn lines(&self, per_line: usize) -> usize {
        let row = self.row_length.unwrap_or(self.cells).max(1);
        let (rows, rest) = (self.cells / row, self.cells % row);
        rows * row.div_ceil(per_line) + rest.div_ceil(per_line)
    }

    /// Returns the height of the out-of-bounds places beside the cells.
    pub(super) fn outside_em(&self) -> f64 {
        match self.outside.min(MOST_OUTSIDE) {
            0 => 0.0,
            count => OUTSIDE_HEAD + count as f64 * OUTSIDE_CELL,
        }
    }

    /// Returns the number of lines of out-of-bounds places below the cells, which begin with their heading.
    pub(super) fn place_lines(&self, width_px: f64, text_px: f64) -> usize {
        let room_px = width_px - self.taken_px - HEADING * text_px;
        let place_px = (PLACE * text_px).max(NARROWEST_PLACE_PX) + BETWEEN_PLACES * text_px;
        let per_line = (room_px / place_px) as usize;
        (self.outside + 1).div_ceil(per_line.max(1))
    }
}
