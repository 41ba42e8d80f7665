//! The layout of the stage: the number of lanes next to each other, the number of cells in a line, and the room that they need.
//!
//! Lengths are in em, the size of a lane's value. The style sheet of the page derives that size from the room and from
//! [`StageLayout::width_em`] and [`StageLayout::height_em`], so the whole picture grows with the window. [`StageLayout::new`]
//! tries all sensible layouts and takes the one with the largest text. It depends on the run and on the room, and not on the
//! step, so that no step moves anything.

/// The width of a digit.
const DIGIT: f64 = 0.61;
/// The column of row headings.
pub const HEADING: f64 = 5.8;
/// The minimum width of a lane's column. It has room for the lane's state.
const NARROWEST_LANE: f64 = 2.3;
/// The minimum width of a column that has room for its state as a whole word.
const ROOMY_LANE: f64 = 2.8;
const ROOMY_LANE_PX: f64 = 52.0;
/// The maximum width of a lane's column, unless its value needs more.
const WIDEST_LANE: f64 = 7.0;
/// The space beside a lane's value.
const LANE_PADDING: f64 = 0.6;
/// The head of a column: number, state and switch.
const HEAD: f64 = 3.5;
/// A line of a lane's value, and the space around its lines.
const VALUE_LINE: f64 = 1.25;
const ROW_PADDING: f64 = 0.45;
/// The minimum height of a row in CSS pixels, because its heading has two lines of legible text.
const ROW_PX: f64 = 20.0;
/// The space between banks of lanes.
const BETWEEN_BANKS: f64 = 0.4;
/// The minimum height of the gap between lanes and memory, through which wires pass.
const GAP: f64 = 3.6;
/// The minimum width of a cell.
const NARROWEST_CELL: f64 = 2.5;
/// The space beside a cell's value.
const CELL_PADDING: f64 = 0.6;
/// The height of a cell without badges, if its text has the size of a lane's value, and if it is larger.
const CELL: f64 = 1.75;
const LARGE_CELL: f64 = 3.1;
/// The size of the text of a large cell.
pub const LARGE: f64 = 1.5;
/// The width of a badge with its gap, and its minimum width in CSS pixels.
const BADGE: f64 = 1.4;
const BADGE_PX: f64 = 16.5;
/// The space between lines of cells, and between surfaces.
const BETWEEN_LINES: f64 = 0.2;
const BETWEEN_SURFACES: f64 = 0.9;
/// The height of a line below the cells of a surface, which holds its pager or, on a narrow stage, its out-of-bounds places.
const FOOT: f64 = 2.0;
/// The width of the column of out-of-bounds places to the right of the cells.
pub const OUTSIDE: f64 = 7.5;
/// The height of the heading of out-of-bounds places, and of one of them with a badge below its words.
const OUTSIDE_HEAD: f64 = 1.1;
const OUTSIDE_CELL: f64 = 2.8;
/// The maximum number of out-of-bounds places for which the picture has room without scrolling.
const MOST_OUTSIDE: usize = 4;
/// The space below memory.
const END: f64 = 0.4;

/// The maximum number of cells in a line of large cells, and of lines of them.
const MOST_LARGE: (usize, usize) = (8, 2);
/// The maximum number of rows of badges in a cell.
const MOST_BADGE_ROWS: usize = 3;
/// The length of the longest value that is never broken.
const SHORT: usize = 6;
/// The length of the longest 32-bit hex number, rounded up. Longer values take more than two lines.
const WORD: usize = 12;
/// The maximum number of lines of a lane's value.
const MOST_LINES: usize = 8;

/// The minimum size of text in CSS pixels. A picture that needs more room scrolls.
const SMALLEST_PX: f64 = 11.0;
/// The maximum size of text without a fixed height.
const LARGEST_FREE_PX: f64 = 16.0;
/// The limits of the size of text, as fractions of the height. A picture that is too high at the lower limit scrolls.
const LARGEST_OF_HEIGHT: f64 = 0.036;
const SMALLEST_OF_HEIGHT: f64 = 0.0235;

/// The height of a room in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Height {
    /// The picture fills this height.
    Fixed(f64),
    /// The picture should not be higher than this, as in an embed that reserves a height and grows if it must.
    Reserved(f64),
    /// The picture is as high as it needs to be.
    Free,
}

/// The content of a stage, over the whole run.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The number of columns of lanes.
    pub lanes: usize,
    /// The maximum number of rows of an instruction.
    pub rows: usize,
    /// The number of characters of the longest value of a lane.
    pub longest: usize,
    /// The maximum number of lanes at one place.
    pub crowd: usize,
    /// The surfaces, from top to bottom.
    pub surfaces: Vec<SurfaceShape>,
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

/// The layout of the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StageLayout {
    /// The number of lanes in a bank. Further banks follow below.
    pub per_bank: usize,
    /// The number of lines of a lane's value.
    pub lines: usize,
    /// The number of characters on such a line.
    pub per_line: usize,
    /// The maximum width of a lane's column, in em.
    pub widest_lane_em: f64,
    /// Whether only the bank with the running lane shows values.
    pub is_folded: bool,
    /// Whether out-of-bounds places are to the right of the cells, and not below them.
    pub is_outside_beside: bool,
    /// The number of rows of lanes, over all banks that show values.
    pub rows: usize,
    /// The number of lines of cells, over all surfaces. Rows and lines share the height that the picture leaves.
    pub cell_lines: usize,
    /// The height of the highest cell or out-of-bounds place in em.
    pub cell_em: f64,
    /// The cells of each surface.
    pub cells: Vec<Cells>,
    /// The width of the picture in em.
    pub width_em: f64,
    /// The height of the picture in em.
    pub height_em: f64,
    /// The size of the text in CSS pixels.
    pub text_px: f64,
    /// Whether a lane's column has room for its state as a whole word.
    pub is_roomy: bool,
}

/// The layout of a surface's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// The number of cells in a line.
    pub per_line: usize,
    /// The number of rows of badges that a cell has room for.
    pub badge_rows: usize,
    /// The number of badges that a cell has room for.
    pub badges: usize,
    /// Whether values are larger than those of lanes.
    pub is_large: bool,
}

impl StageLayout {
    /// Computes the layout for a room in CSS pixels.
    pub fn new(shape: &Shape, width_px: f64, height: Height) -> Self {
        let lanes = shape.lanes.max(1);
        let most_lines = match shape.longest {
            longest if longest <= SHORT => 1,
            longest if longest <= WORD => 2,
            longest => MOST_LINES.min(longest / SHORT),
        };
        let per_bank = || [lanes, 32, 16, 8, 4, 2].into_iter().filter(move |count| *count <= lanes);
        let ways = move |is_folded: bool| {
            per_bank().flat_map(move |count| (1..=most_lines).map(move |lines| (count, lines, is_folded)))
        };
        let room = (width_px, height);
        // Text of this size is comfortable, so it is not worth another bank of lanes, or lines that divide a row of an image.
        let comfortable_px = match height {
            Height::Fixed(height) => (SMALLEST_OF_HEIGHT * height.min(1.3 * width_px)).max(SMALLEST_PX),
            Height::Reserved(_) | Height::Free => SMALLEST_PX,
        };
        let mut best: Option<Self> = None;
        // Folded banks are tried last, so they are taken only if text in the others is too small.
        for way in ways(false).chain(ways(true)) {
            let layout = Self::with_cells(shape, room, way, comfortable_px);
            let is_comfortable = layout.text_px >= comfortable_px;
            let is_better = |best: &Self| match layout.fit(width_px) - best.fit(width_px) {
                less if less < -0.4 => false,
                more if more > 0.4 => true,
                _ => layout.text_px > best.text_px + 0.4,
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some(layout);
            }
            let is_large_enough = best.as_ref().is_some_and(|best| best.text_px >= SMALLEST_PX);
            if is_comfortable || (way == (2.min(lanes), most_lines, false) && is_large_enough) {
                break;
            }
        }
        best.expect("there is at least one layout")
    }

    /// Returns the layout with the best number of cells in a line: the largest comfortable one for surfaces with rows, otherwise the
    /// one with the largest text.
    fn with_cells(
        shape: &Shape,
        room: (f64, Height),
        way: (usize, usize, bool),
        comfortable_px: f64,
    ) -> Self {
        let has_rows = shape.surfaces.iter().any(|surface| surface.row_length.is_some());
        let layouts = [64, 32, 16, 8, 4, 2, 1].map(|most| Self::with(shape, room, way, most));
        let first = layouts.iter().find(|layout| has_rows && layout.text_px >= comfortable_px);
        let by_size = |a: &&Self, b: &&Self| {
            a.fit(room.0).total_cmp(&b.fit(room.0)).then(a.text_px.total_cmp(&b.text_px))
        };
        let largest = || layouts.iter().rev().max_by(by_size);
        first.or_else(largest).expect("there is at least one layout").clone()
    }

    /// Returns the size of text at which the picture is as wide as the room, up to the smallest size of text. Below that, values
    /// would be too wide. A picture that is too high scrolls.
    fn fit(&self, width_px: f64) -> f64 {
        (width_px / self.width_em).min(SMALLEST_PX)
    }

    fn with(
        shape: &Shape,
        (width_px, height): (f64, Height),
        (per_bank, lines, is_folded): (usize, usize, bool),
        most_cells: usize,
    ) -> Self {
        let per_line = shape.longest.div_ceil(lines).max(1);
        let column = (per_line as f64 * DIGIT + LANE_PADDING).max(NARROWEST_LANE);
        let banks = shape.lanes.div_ceil(per_bank.max(1)).max(1);
        // A length that small text does not make smaller than `px`.
        let at_least = |em: f64, px: f64, text_px: f64| em.max(px / text_px.max(SMALLEST_PX));
        let badge_em = |text_px: f64| at_least(BADGE, BADGE_PX, text_px);
        let rows = shape.rows * if is_folded { 1 } else { banks };
        let lanes_em = |text_px: f64| {
            let row = at_least(lines as f64 * VALUE_LINE + ROW_PADDING, ROW_PX, text_px);
            banks as f64 * HEAD + rows as f64 * row + (banks - 1) as f64 * BETWEEN_BANKS
        };
        let counts: Vec<usize> = shape.surfaces.iter().map(|surface| surface.per_line(most_cells)).collect();
        let cell_lines = |(surface, count): (&SurfaceShape, &usize)| surface.lines(*count);
        let all_lines: usize = shape.surfaces.iter().zip(&counts).map(cell_lines).sum();
        let is_large = |(surface, count): (&SurfaceShape, &usize)| {
            *count <= MOST_LARGE.0 && all_lines <= MOST_LARGE.1 && surface.longest <= WORD
        };
        let cell_em = |(surface, count): (&SurfaceShape, &usize)| {
            let scale = if is_large((surface, count)) { LARGE } else { 1.0 };
            (surface.longest as f64 * DIGIT * scale + CELL_PADDING).max(NARROWEST_CELL)
        };
        // Places beside the cells have many lines.
        let is_low = matches!(height, Height::Fixed(height) if height < 320.0);
        let is_outside_beside = width_px >= 560.0 && !is_low;
        let outside_em = |surface: &SurfaceShape| {
            if surface.outside > 0 && is_outside_beside { OUTSIDE } else { 0.0 }
        };
        let outside_height_em = |surface: &SurfaceShape| match surface.outside.min(MOST_OUTSIDE) {
            0 => 0.0,
            count => OUTSIDE_HEAD + count as f64 * OUTSIDE_CELL,
        };
        // The text is limited by the lanes and by each surface.
        let lanes_width = HEADING + per_bank as f64 * column;
        let surface_px = |(surface, count): (&SurfaceShape, &usize)| {
            let em = HEADING + *count as f64 * cell_em((surface, count)) + outside_em(surface);
            (width_px - surface.taken_px) / em
        };
        let surfaces = || shape.surfaces.iter().zip(&counts);
        let by_width = surfaces().map(surface_px).fold(width_px / lanes_width, f64::min);
        let width_em = width_px / by_width;

        let largest = match height {
            Height::Fixed(height) => height * LARGEST_OF_HEIGHT,
            Height::Reserved(_) | Height::Free => LARGEST_FREE_PX,
        };
        let largest_px = by_width.min(largest).max(1.0);
        let cells: Vec<Cells> = surfaces()
            .map(|(surface, count)| {
                // At least this wide, whatever the size of the text, so that the height in em does not depend on it.
                let room = (width_px - surface.taken_px) / by_width - HEADING - outside_em(surface);
                let cell = room / (*count).max(1) as f64;
                let abreast = ((cell - 0.3) / badge_em(by_width)).floor().max(1.0) as usize;
                let badge_rows = shape.crowd.div_ceil(abreast).clamp(1, MOST_BADGE_ROWS);
                let is_large = is_large((surface, count));
                Cells { per_line: *count, badge_rows, badges: abreast * badge_rows, is_large }
            })
            .collect();
        let cell_em =
            |cells: &Cells, text_px: f64| cells.base_em() + cells.badge_rows as f64 * badge_em(text_px);
        let surface_em = |(surface, cells): (&SurfaceShape, &Cells), text_px: f64| {
            let cell = cell_em(cells, text_px);
            let lines_em = surface.lines(cells.per_line) as f64 * (cell + BETWEEN_LINES);
            let foot_em = if surface.has_foot { FOOT } else { 0.0 };
            foot_em
                + match (surface.outside, is_outside_beside) {
                    (0, _) => lines_em,
                    (_, true) => lines_em.max(outside_height_em(surface)),
                    (_, false) => lines_em + FOOT,
                }
        };
        let between = shape.surfaces.len().saturating_sub(1) as f64 * BETWEEN_SURFACES;
        // The height in em for about this size of text, and the size of text that it leaves.
        let measured = |text_px: f64| {
            let memory_em: f64 = shape.surfaces.iter().zip(&cells).map(|of| surface_em(of, text_px)).sum();
            let height_em = lanes_em(text_px) + GAP + memory_em + between + END;
            let by_height = match height {
                Height::Fixed(height) => (height / height_em).max(height * SMALLEST_OF_HEIGHT),
                Height::Reserved(height) => (height / height_em).max(SMALLEST_PX),
                Height::Free => f64::INFINITY,
            };
            (height_em, largest_px.min(by_height))
        };
        let (height_em, text_px) = measured(measured(largest_px).1);
        let column_px = (width_px - HEADING * text_px) / per_bank as f64;
        let is_roomy = column_px >= (ROOMY_LANE * text_px).max(ROOMY_LANE_PX);
        let (rows, cell_lines) = (rows.max(1), all_lines.max(1));
        let outside = shape.surfaces.iter().map(outside_height_em).fold(0.0, f64::max);
        let outside = if is_outside_beside { outside } else { 0.0 };
        let cell_em = cells.iter().map(|cells| cell_em(cells, text_px)).fold(CELL.max(outside), f64::max);
        Self {
            cell_em,
            rows,
            cell_lines,
            per_bank,
            lines,
            per_line,
            widest_lane_em: column.max(WIDEST_LANE),
            is_folded,
            is_outside_beside,
            cells,
            width_em,
            height_em,
            text_px,
            is_roomy,
        }
    }
}

impl Cells {
    /// Returns the height of a cell without badges in em.
    pub fn base_em(self) -> f64 {
        if self.is_large { LARGE_CELL } else { CELL }
    }
}

impl SurfaceShape {
    /// Returns the number of cells in a line that has room for `most`: a whole row if possible.
    fn per_line(&self, most: usize) -> usize {
        let row = self.row_length.unwrap_or(self.cells).max(1);
        let whole = self.row_length.is_some() && row <= most;
        if whole { row } else { most.min(self.cells).min(row).max(1) }
    }

    /// Returns the number of lines of cells. A line never spans two rows of the surface.
    fn lines(&self, per_line: usize) -> usize {
        let row = self.row_length.unwrap_or(self.cells).max(1);
        let (rows, rest) = (self.cells / row, self.cells % row);
        rows * row.div_ceil(per_line) + rest.div_ceil(per_line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface(cells: usize, row_length: Option<usize>, longest: usize) -> SurfaceShape {
        SurfaceShape { cells, row_length, longest, outside: 0, has_foot: false, taken_px: 0.0 }
    }

    fn shape(lanes: usize, rows: usize, longest: usize, surface: SurfaceShape) -> Shape {
        Shape { lanes, rows, longest, crowd: 2, surfaces: vec![surface] }
    }

    /// Checks banks and cells: (lanes in a bank, lines of a value, cells in a line), and the size of the text in whole pixels.
    #[track_caller]
    fn check(
        shape: &Shape,
        (width_px, height_px): (f64, f64),
        expected: (usize, usize, usize),
        text_px: f64,
    ) {
        let layout = StageLayout::new(shape, width_px, Height::Fixed(height_px));
        assert_eq!((layout.per_bank, layout.lines, layout.cells[0].per_line), expected, "{layout:?}");
        assert_eq!(layout.text_px.floor(), text_px, "{layout:?}");
    }

    #[test]
    fn lanes_are_in_one_bank_while_text_is_comfortable() {
        let four = surface(4, None, 2);
        check(&shape(8, 5, 2, four.clone()), (690.0, 640.0), (8, 1, 4), 23.0);
        check(&shape(16, 5, 3, four.clone()), (690.0, 640.0), (16, 1, 4), 15.0);
        check(&shape(32, 5, 3, four.clone()), (690.0, 640.0), (16, 1, 4), 15.0);
        check(&shape(32, 5, 3, four.clone()), (1240.0, 700.0), (16, 1, 4), 21.0);
        // A phone and a narrow column of a tablet.
        check(&shape(8, 5, 2, four.clone()), (370.0, 520.0), (8, 1, 4), 15.0);
        check(&shape(8, 5, 2, four), (420.0, 850.0), (8, 1, 4), 17.0);
    }

    #[test]
    fn long_values_are_broken_or_go_to_another_bank() {
        let four = surface(4, None, 10);
        check(&shape(16, 4, 10, four.clone()), (690.0, 640.0), (8, 2, 4), 15.0);
        // 34 characters are a pattern of 32 bits.
        check(&shape(8, 4, 34, four), (690.0, 640.0), (8, 5, 4), 15.0);
    }

    #[test]
    fn a_row_of_an_image_is_divided_only_if_its_text_would_be_too_small() {
        check(&shape(8, 5, 2, surface(64, Some(8), 2)), (690.0, 640.0), (8, 1, 8), 15.0);
        check(&shape(8, 5, 2, surface(32, Some(32), 3)), (690.0, 640.0), (8, 1, 16), 15.0);
        check(&shape(8, 5, 2, surface(32, Some(32), 3)), (1900.0, 640.0), (8, 1, 32), 22.0);
    }

    #[test]
    fn no_room_is_too_small() {
        let layout =
            StageLayout::new(&shape(32, 9, 34, surface(1024, Some(32), 34)), 1.0, Height::Fixed(1.0));
        assert!(layout.per_bank >= 1 && layout.text_px >= 0.0, "{layout:?}");
        let empty = Shape { lanes: 0, rows: 0, longest: 0, crowd: 0, surfaces: vec![surface(0, None, 0)] };
        assert_eq!(StageLayout::new(&empty, 690.0, Height::Free).cells[0].per_line, 1);
    }
}
