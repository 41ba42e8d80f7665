//! The layout of the stage: the number of lanes next to each other, the number of cells in a line, and the room that they need.
//!
//! Lengths are in em, the size of a lane's value. The style sheet of the page derives that size from the room and from
//! [`StageLayout::width_em`] and [`StageLayout::height_em`], so the whole picture grows with the window. [`StageLayout::new`]
//! tries all sensible layouts and takes the one with the largest text in which all lanes are in sight. It depends on the run and on
//! the room, and not on the step, so that no step moves anything.

mod shape;

use super::digits::Digits;
use super::exits::STRIP_PX;

pub use self::shape::{BETWEEN_CELLS, HEADING, Shape, SurfaceShape};
use self::shape::{
    BETWEEN_SURFACES, CELL_EDGES_PX, CELL_PADDING, MOST_OUTSIDE, NARROWEST_OF_ROW, SMALLEST_PX,
};

/// The minimum width of a lane's column. It has room for the lane's state.
const NARROWEST_LANE: f64 = 2.3;
/// The minimum width of a column that has room for its state as a whole word.
const ROOMY_LANE: f64 = 2.8;
const ROOMY_LANE_PX: f64 = 52.0;
/// The maximum width of a lane's column, unless its value needs more.
const WIDEST_LANE: f64 = 7.0;
/// The space beside a lane's value.
const LANE_PADDING: f64 = 0.59;
/// The head of a column with number and state, and the switch below it.
const HEAD: f64 = 2.5;
const SWITCH: f64 = 1.0;
/// A row of values, and its minimum height in CSS pixels, because its heading has two lines of legible text.
const ROW: f64 = 1.7;
const ROW_PX: f64 = 20.0;
/// The space between banks of lanes.
const BETWEEN_BANKS: f64 = 0.5;
/// The minimum height of the gap between lanes and memory, through which wires pass.
const GAP: f64 = 3.0;
/// The minimum width of a cell.
const NARROWEST_CELL: f64 = 2.4;
/// The height of a cell without badges, if its text has the size of a lane's value, and if it is larger.
const CELL: f64 = 1.75;
const LARGE_CELL: f64 = 3.1;
/// The size of the text of a large cell.
pub const LARGE: f64 = 1.5;
/// The width of a badge with its gap, and its minimum width in CSS pixels.
const BADGE: f64 = 1.25;
const BADGE_PX: f64 = 15.5;
/// The height of a surface's name with its caption, and its minimum in CSS pixels; and that of the button below them.
const NAME: f64 = 1.95;
const NAME_PX: f64 = 28.0;
const NAME_BUTTON_PX: f64 = 22.0;
/// The height of a line below the cells of a surface, which holds its pager or, on a narrow stage, out-of-bounds places.
const FOOT: f64 = 2.0;
const FOOT_PX: f64 = 30.0;
/// The width of the column of out-of-bounds places to the right of the cells.
pub const OUTSIDE: f64 = 7.5;
/// The height of a line of out-of-bounds places below the cells, after the first one.
const PLACE_LINE: f64 = 1.7;
const PLACE_LINE_PX: f64 = 27.0;
/// The space below memory.
const END: f64 = 0.4;

/// The maximum number of cells in a line of large cells, and of lines of them.
const MOST_LARGE: (usize, usize) = (8, 2);
/// The maximum number of rows of badges in a cell.
const MOST_BADGE_ROWS: usize = 3;
/// The number of cells of a surface that are in sight, whatever the size of the text.
const CELLS_IN_SIGHT: usize = 32;
/// The minimum number of lines of cells in sight.
const LINES_IN_SIGHT: usize = 2;

/// The fraction of the largest text that is worth longer lines of cells.
const WORTH_A_LINE: f64 = 0.7;
/// An invisible difference in size, in CSS pixels.
const SAME_PX: f64 = 0.4;
/// The maximum number of times that the height is measured for one layout.
const MOST_MEASUREMENTS: usize = 8;
/// The maximum size of text without a fixed height.
const LARGEST_FREE_PX: f64 = 16.0;
/// The maximum size of text, as a fraction of the height.
const LARGEST_OF_HEIGHT: f64 = 0.042;
/// The size of comfortable text, as a fraction of the height.
const COMFORTABLE_OF_HEIGHT: f64 = 0.0248;
/// The fraction of that size from which on larger text is worth neither another bank of lanes nor another line of cells.
const ENOUGH: f64 = 0.84;

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

/// The rows of a bank of lanes whose lanes are not running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// All rows.
    None,
    /// Operands and results.
    Operands,
    /// One row: an operand, or a result once a lane has run.
    OneRow,
}

impl Fold {
    /// Returns whether the lanes of a folded bank have switches. In little room, the menu of the lanes has them.
    pub fn has_switches(self) -> bool {
        self != Self::OneRow
    }

    /// Returns the number of rows of a folded bank.
    fn rows(self, shape: &Shape) -> usize {
        match self {
            Self::None => shape.rows,
            Self::Operands => shape.operand_rows.min(shape.rows),
            Self::OneRow => shape.rows.min(1),
        }
    }
}

/// The layout of the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StageLayout {
    /// The number of lanes in a bank. Further banks follow below.
    pub per_bank: usize,
    /// The height of the heads of all banks and of the space between them, in em.
    pub heads_em: f64,
    /// The rows of banks whose lanes are not running.
    pub fold: Fold,
    /// The numbers that fit in a lane's column.
    pub digits: Digits,
    /// The maximum width of a lane's column, in em.
    pub widest_lane_em: f64,
    /// Whether out-of-bounds places are to the right of the cells, and not below them.
    pub is_outside_beside: bool,
    /// The number of rows of lanes, over all banks. Rows and lines of cells share the height that the picture leaves.
    pub rows: usize,
    /// The number of lines of cells, over all surfaces.
    pub cell_lines: usize,
    /// The height of the highest cell or out-of-bounds place in em.
    pub cell_em: f64,
    /// The cells of each surface.
    pub cells: Vec<Cells>,
    /// The width of the picture in em.
    pub width_em: f64,
    /// The height of the picture in em.
    pub height_em: f64,
    /// The height of the part of it that is in sight, whatever the size of the text.
    pub least_em: f64,
    /// The size of the text in CSS pixels.
    pub text_px: f64,
    /// Whether memory scrolls.
    pub scrolls: bool,
    /// Whether a lane's column has room for its state as a whole word.
    pub is_roomy: bool,
    /// Whether memory is one line of cells and nothing else. It is always in sight.
    pub is_one_line: bool,
}

/// The layout of a surface's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// The number of cells in a line.
    pub per_line: usize,
    /// The numbers that fit in a cell.
    pub digits: Digits,
    /// The number of rows of badges that a cell has room for.
    pub badge_rows: usize,
    /// The number of badges that a cell has room for.
    pub badges: usize,
    /// Whether values are larger than those of lanes.
    pub is_large: bool,
}

/// A combination that the search for a layout tries: lanes in a bank, cells in a line of a surface without rows, folded banks.
#[derive(Clone, Copy)]
struct Try {
    per_bank: usize,
    most_cells: usize,
    fold: Fold,
}

impl StageLayout {
    /// Computes the layout for a room in CSS pixels.
    pub fn new(shape: &Shape, width_px: f64, height: Height) -> Self {
        let folds = match height {
            Height::Fixed(_) | Height::Reserved(_) if !shape.is_unfolded => {
                &[Fold::None, Fold::Operands, Fold::OneRow][..]
            }
            _ => &[Fold::None],
        };
        let mut best: Option<Self> = None;
        for fold in folds {
            let layout = Self::folded(shape, (width_px, height), *fold);
            let is_legible = layout.text_px >= SMALLEST_PX;
            if best.as_ref().is_none_or(|best| layout.text_px > best.text_px + SAME_PX) {
                best = Some(layout);
            }
            if is_legible {
                break;
            }
        }
        let best = best.expect("there is at least one layout");
        Self { text_px: best.text_px.max(SMALLEST_PX), ..best }
    }

    /// Returns the layout with the fewest banks and comfortable text, or else the one with the largest text. Layouts that shorten
    /// numbers count only if no layout shows all of them.
    fn folded(shape: &Shape, room: (f64, Height), fold: Fold) -> Self {
        let lanes = shape.lanes.max(1);
        let enough_px = ENOUGH * comfortable_px(room);
        let mut best: Option<(bool, Self)> = None;
        for per_bank in [lanes, 32, 16, 8, 4, 2].into_iter().filter(|count| *count <= lanes) {
            let tries = [64, 32, 16, 8, 4, 2, 1].map(|most_cells| Try { per_bank, most_cells, fold });
            let mut layouts = tries.map(|way| Self::with(shape, room, way)).to_vec();
            let is_whole = layouts.iter().any(|layout| layout.shows_all_digits(shape));
            layouts.retain(|layout| layout.shows_all_digits(shape) == is_whole);
            let largest_px = layouts.iter().map(|layout| layout.text_px).fold(0.0, f64::max);
            // Long lines are worth smaller text, as long as it is comfortable.
            let least_px = (WORTH_A_LINE * largest_px).max(enough_px.min(largest_px - SAME_PX));
            let longest = layouts.into_iter().find(|layout| layout.text_px >= least_px);
            let layout = longest.expect("there is at least one layout");
            if is_whole && layout.text_px >= enough_px {
                return layout;
            }
            let is_better = |(is_best_whole, best): &(bool, Self)| match is_whole == *is_best_whole {
                true => layout.text_px > best.text_px + SAME_PX,
                false => is_whole,
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((is_whole, layout));
            }
        }
        best.expect("there is at least one layout").1
    }

    /// Returns whether no number is shortened, except for those longer than a word.
    fn shows_all_digits(&self, shape: &Shape) -> bool {
        let mut surfaces = shape.surfaces.iter().zip(&self.cells);
        self.digits.has_room_for(shape.longest)
            && surfaces.all(|(surface, cells)| cells.digits.has_room_for(surface.longest))
    }

    fn with(shape: &Shape, (width_px, height): (f64, Height), way: Try) -> Self {
        let Try { per_bank, most_cells, fold } = way;
        let banks = shape.lanes.div_ceil(per_bank.max(1)).max(1);
        // A length that small text does not make smaller than `px`.
        let at_least = |em: f64, px: f64, text_px: f64| em.max(px / text_px.max(SMALLEST_PX));
        let badge_em = |text_px: f64| at_least(BADGE, BADGE_PX, text_px);
        let rows = shape.rows + (banks - 1) * fold.rows(shape);
        let switches = if fold.has_switches() { banks } else { 1 };
        let switches_em = if shape.has_switches { switches as f64 * SWITCH } else { 0.0 };
        let heads_em = banks as f64 * HEAD + switches_em + (banks - 1) as f64 * BETWEEN_BANKS;
        let lanes_em = |text_px: f64| heads_em + rows as f64 * at_least(ROW, ROW_PX, text_px);
        let counts: Vec<usize> =
            shape.surfaces.iter().map(|surface| surface.per_line(most_cells, width_px)).collect();
        let surfaces = || shape.surfaces.iter().zip(&counts);
        let all_lines: usize = surfaces().map(|(surface, count)| surface.lines(*count)).sum();
        let is_large = |surface: &SurfaceShape, count: usize| {
            count <= MOST_LARGE.0 && all_lines <= MOST_LARGE.1 && surface.longest <= Digits::WORD
        };
        // Places beside the cells have many lines. More of them than lines of cells would push the cells out of sight.
        let is_low = matches!(height, Height::Fixed(height) if height < 320.0);
        let mut places = surfaces().map(|(surface, count)| (surface.outside, surface.lines(*count)));
        let is_short = places.all(|(outside, lines)| outside <= lines.max(MOST_OUTSIDE));
        let is_outside_beside = width_px >= 560.0 && !is_low && is_short;
        let outside_em =
            |surface: &SurfaceShape| if surface.outside > 0 && is_outside_beside { OUTSIDE } else { 0.0 };
        // The text is limited by the lanes and by each surface.
        let column = (Digits::needed_em(shape.longest) + LANE_PADDING).max(NARROWEST_LANE);
        let surface_px = |(surface, count): (&SurfaceShape, &usize)| {
            let scale = if is_large(surface, *count) { LARGE } else { 1.0 };
            let (digits, narrowest) = match surface.has_whole_rows(*count) {
                true => (Digits::least_em(surface.longest), NARROWEST_OF_ROW),
                false => (Digits::needed_em(surface.longest) * scale, NARROWEST_CELL),
            };
            let (room_px, beside, count) =
                (width_px - surface.taken_px, HEADING + outside_em(surface), *count as f64);
            let by_digits = (room_px - count * CELL_EDGES_PX) / (beside + count * (digits + BETWEEN_CELLS));
            let cell = (digits + CELL_PADDING).max(narrowest);
            (room_px / (beside + count * cell)).min(by_digits.max(1.0))
        };
        let lanes_px = width_px / (HEADING + per_bank as f64 * column);
        let by_width = surfaces().map(surface_px).fold(lanes_px, f64::min);
        let largest = match height {
            Height::Fixed(height) => height * LARGEST_OF_HEIGHT,
            Height::Reserved(_) | Height::Free => LARGEST_FREE_PX,
        };
        let largest_px = by_width.min(largest).max(1.0);
        // The width of a cell in CSS pixels.
        let cell_px = |surface: &SurfaceShape, count: usize, text_px: f64| {
            let room = width_px - surface.taken_px - (HEADING + outside_em(surface)) * text_px;
            room / count.max(1) as f64 - BETWEEN_CELLS * text_px
        };
        // The number of badges next to each other in a cell.
        let badges_abreast =
            |cell_em: f64, text_px: f64| ((cell_em - 0.1) / badge_em(text_px)).floor().max(1.0) as usize;
        // The number in the narrowest cell: that of the largest text that the width allows.
        let least_abreast = |surface: &SurfaceShape, count: usize| {
            let largest_px = by_width.max(SMALLEST_PX);
            badges_abreast(cell_px(surface, count, largest_px) / largest_px, largest_px)
        };
        let cells = |text_px: f64| -> Vec<Cells> {
            let cells = surfaces().map(|(surface, count)| {
                let cell_px = cell_px(surface, *count, text_px);
                let abreast = badges_abreast(cell_px / text_px, text_px);
                let is_large = is_large(surface, *count);
                // The height of large cells does not depend on the room: the first picture is drawn before the stage is measured,
                // and stays as it is.
                let counted = if is_large { least_abreast(surface, *count) } else { abreast };
                let badge_rows = shape.crowd.div_ceil(counted).clamp(1, MOST_BADGE_ROWS);
                let scale = if is_large { LARGE } else { 1.0 };
                let digits = Digits::in_px(cell_px - CELL_EDGES_PX, scale * text_px);
                Cells { per_line: *count, digits, badge_rows, badges: abreast * badge_rows, is_large }
            });
            cells.collect()
        };
        let cell_em =
            |cells: &Cells, text_px: f64| cells.base_em() + cells.badge_rows as f64 * badge_em(text_px);
        // The height of memory, and of the part that is in sight whatever the size of the text.
        let memory_em = |cells: &[Cells], text_px: f64, most_cells: usize| -> f64 {
            let surface_em = |(surface, cells): (&SurfaceShape, &Cells)| {
                let most_lines = most_cells.div_ceil(cells.per_line.max(1)).max(LINES_IN_SIGHT);
                let lines = surface.lines(cells.per_line).min(most_lines);
                let button_px = if surface.cells > 0 { NAME_BUTTON_PX } else { 0.0 };
                let name_em = at_least(NAME, NAME_PX, text_px) + at_least(0.0, button_px, text_px);
                let lines_em = (lines as f64 * (cell_em(cells, text_px) + BETWEEN_CELLS)).max(name_em);
                let foot_em = at_least(FOOT, FOOT_PX, text_px);
                let pager_em = if surface.has_foot { foot_em } else { 0.0 };
                pager_em
                    + match (surface.outside, is_outside_beside) {
                        (0, _) => lines_em,
                        (_, true) => lines_em.max(surface.outside_em()),
                        (_, false) => {
                            let more = surface.place_lines(width_px, text_px).min(most_lines) - 1;
                            lines_em + foot_em + more as f64 * at_least(PLACE_LINE, PLACE_LINE_PX, text_px)
                        }
                    }
            };
            let between = shape.surfaces.len().saturating_sub(1) as f64 * BETWEEN_SURFACES;
            // Places on other pages have marks below memory.
            let has_marks = shape.surfaces.iter().any(|surface| surface.has_foot);
            let strip_em = if has_marks { at_least(0.0, STRIP_PX, text_px) } else { 0.0 };
            shape.surfaces.iter().zip(cells).map(surface_em).sum::<f64>() + between + strip_em + END
        };
        // The height in em for about this size of text, and the size of text that it leaves.
        let measured = |text_px: f64| {
            let cells = cells(text_px);
            let above_em = lanes_em(text_px) + GAP;
            let height_em = above_em + memory_em(&cells, text_px, usize::MAX);
            let least_em = above_em + memory_em(&cells, text_px, CELLS_IN_SIGHT);
            let by_height = match height {
                Height::Fixed(px) => {
                    (px / height_em).max((px / least_em).min(comfortable_px((width_px, height))))
                }
                Height::Reserved(px) => px / height_em,
                Height::Free => f64::INFINITY,
            };
            (height_em, least_em, largest_px.min(by_height))
        };
        let (mut height_em, mut least_em, mut text_px) = measured(largest_px);
        // Small text leaves some lengths as they are, so a smaller size may need more height in em.
        for _ in 0..MOST_MEASUREMENTS {
            let before_px = text_px;
            (height_em, least_em, text_px) = measured(text_px);
            if (text_px - before_px).abs() < 0.01 {
                break;
            }
        }
        let drawn_px = text_px.max(SMALLEST_PX);
        let cells = cells(drawn_px);
        let column_px = (width_px - HEADING * drawn_px) / per_bank as f64;
        let is_roomy = column_px >= (ROOMY_LANE * drawn_px).max(ROOMY_LANE_PX);
        let widest_lane_em = column.max(WIDEST_LANE);
        let lane_px = column_px.min(widest_lane_em * drawn_px);
        let outside = shape.surfaces.iter().map(SurfaceShape::outside_em).fold(0.0, f64::max);
        let outside = if is_outside_beside { outside } else { 0.0 };
        Self {
            per_bank,
            heads_em,
            fold,
            digits: Digits::in_px(lane_px - 4.0, drawn_px),
            widest_lane_em,
            is_outside_beside,
            rows: rows.max(1),
            cell_lines: all_lines.max(1),
            cell_em: cells.iter().map(|cells| cell_em(cells, text_px)).fold(CELL.max(outside), f64::max),
            cells,
            width_em: width_px / by_width,
            height_em,
            least_em,
            text_px,
            scrolls: matches!(height, Height::Fixed(px) if height_em * drawn_px > px + 1.0),
            is_roomy,
            is_one_line: all_lines == 1
                && shape.surfaces.len() == 1
                && shape.surfaces.iter().all(|surface| surface.outside == 0 && !surface.has_foot),
        }
    }
}

/// Returns the size of comfortable text in a room in CSS pixels.
fn comfortable_px((width_px, height): (f64, Height)) -> f64 {
    match height {
        Height::Fixed(px) => (COMFORTABLE_OF_HEIGHT * px.min(1.3 * width_px)).max(SMALLEST_PX),
        Height::Reserved(_) | Height::Free => SMALLEST_PX,
    }
}

impl Cells {
    /// Returns the height of a cell without badges in em.
    pub fn base_em(self) -> f64 {
        if self.is_large { LARGE_CELL } else { CELL }
    }
}

#[cfg(test)]
mod tests;
