//! The surfaces of a figure: lines of cells with queues of lanes, and the out-of-bounds places.

use super::svg::{self, Face, SvgWriter};
use super::{Cell, Place, Places, Rect, WIDEST};
use crate::view::curve::between;
use crate::view::moment::Definedness;
use crate::view::queue::Badge;
use crate::view::route::Approach;
use crate::view::surface::{CellView, OutsideView, SurfaceView, Touch, cell_id};

/// The width of the column of line offsets.
const OFFSETS: f64 = 48.0;
/// The minimum width of a cell, unless the figure is too narrow.
const MIN_CELL: f64 = 84.0;
/// The maximum width of a cell.
const MAX_CELL: f64 = 152.0;
/// The distance between cells.
const GAP: f64 = 4.0;
/// The height of a cell without badges.
const CELL: f64 = 24.0;
/// The width and height of a badge.
const BADGE: (f64, f64) = (19.0, 16.0);
/// The maximum number of badges in a row for which a cell is widened.
const MOST_ABREAST: usize = 6;
/// A used surface with at most this many lines is drawn whole.
const WHOLE: usize = 8;
/// An unused surface with at most this many lines is drawn whole.
const WHOLE_UNUSED: usize = 2;
/// The maximum number of lines drawn of a larger surface.
const MOST_LINES: usize = 16;
/// The maximum number of surfaces drawn.
const MOST_SURFACES: usize = 12;
/// The maximum number of out-of-bounds places drawn for a surface.
const MOST_OUTSIDE: usize = 12;

/// The style of a surface's name.
const NAME: Face = Face::mono(13.0).bold(true).halo();
/// The style of captions and notes.
const SMALL: Face = Face::sans(11.5).colour(svg::MUTED);
/// The style of a line's offset.
const OFFSET: Face = Face::mono(11.0).colour(svg::MUTED).end();

/// The measured surfaces.
pub struct Memory<'a> {
    surfaces: Vec<Grid<'a>>,
    /// The number of surfaces that are not drawn.
    left_out: usize,
}

/// A measured surface.
struct Grid<'a> {
    view: &'a SurfaceView,
    per_line: usize,
    cell: f64,
    lines: Vec<Line<'a>>,
    outside: Vec<&'a OutsideView>,
}

/// A line of a surface.
enum Line<'a> {
    Cells(&'a [CellView]),
    /// The number of elements that are left out.
    LeftOut(usize),
}

impl<'a> Memory<'a> {
    /// Measures surfaces. `crowd` is the size of the longest queue at a cell.
    pub fn new(views: &'a [SurfaceView], crowd: usize) -> Self {
        let used = views.iter().filter(|view| view.in_use || view.cells.iter().any(|cell| cell.changed));
        let unused = views.iter().filter(|view| !view.in_use && view.cells.iter().all(|cell| !cell.changed));
        let mut surfaces: Vec<&SurfaceView> = used.chain(unused).collect();
        let left_out = surfaces.len().saturating_sub(MOST_SURFACES);
        surfaces.truncate(MOST_SURFACES);
        surfaces.sort_by_key(|view| view.index);
        Self { surfaces: surfaces.into_iter().map(|view| Grid::new(view, crowd)).collect(), left_out }
    }

    /// Returns the width of the widest surface.
    pub fn width(&self) -> f64 {
        self.surfaces.iter().map(Grid::width).fold(0.0, f64::max)
    }

    /// Draws the surfaces below `y`. Returns their lower edge. Names go to `late`, which is drawn on top of the arrows.
    pub fn draw(
        &self,
        out: &mut SvgWriter,
        late: &mut SvgWriter,
        mut y: f64,
        width: f64,
        places: &mut Places,
    ) -> f64 {
        for (at, grid) in self.surfaces.iter().enumerate() {
            let approach = if at == 0 { Approach::Columns } else { Approach::Margin };
            y = grid.draw(out, if at == 0 { y } else { y + 14.0 }, width, (approach, places));
            // The name is below the cells, so that no arrow from the lanes crosses it.
            y = grid.draw_name(late, y, width);
        }
        if self.left_out > 0 {
            y += 20.0;
            out.text((0.0, y - 4.0), SMALL, &format!("{} more surfaces are not drawn", self.left_out));
        }
        y
    }
}

impl<'a> Grid<'a> {
    fn new(view: &'a SurfaceView, crowd: usize) -> Self {
        let per_line = view.per_line(WIDEST).max(1);
        let room = (WIDEST - OFFSETS) / per_line as f64 - GAP;
        // A cell has the width of the longest value or of a queue, within limits.
        let longest = view.cells.iter().map(|cell| cell.text.chars().count()).max().unwrap_or(1);
        let wanted =
            (longest as f64 * 7.4 + 12.0).max(crowd.min(MOST_ABREAST) as f64 * (BADGE.0 + 2.0) + 8.0);
        let cell = between(wanted, MIN_CELL, MAX_CELL).min(room).floor();
        let touched: Vec<&OutsideView> =
            view.outside.iter().filter(|out| !out.badges.is_empty() || out.touched != Touch::None).collect();
        Self { view, per_line, cell, lines: lines(view, per_line), outside: touched }
    }

    fn width(&self) -> f64 {
        OFFSETS + self.per_line as f64 * (self.cell + GAP) - GAP
    }

    fn draw_name(&self, out: &mut SvgWriter, mut y: f64, width: f64) -> f64 {
        y += 16.0;
        let name = svg::cut(&self.view.title, NAME.fitting(width / 2.0));
        out.text((0.0, y - 3.0), NAME, &name);
        let left = NAME.width(&name) + 10.0;
        let caption = svg::cut(&self.caption(), SMALL.fitting(width - left));
        out.text((left, y - 3.0), SMALL.halo(), &caption);
        y + 9.0
    }

    fn draw(
        &self,
        out: &mut SvgWriter,
        mut y: f64,
        width: f64,
        (approach, places): (Approach, &mut Places),
    ) -> f64 {
        for line in &self.lines {
            y = match line {
                Line::Cells(cells) => self.line(out, y, cells, (approach, places)),
                Line::LeftOut(count) => {
                    let dots = format!("⋯ {count} elements are not drawn");
                    out.text((OFFSETS, y + 13.0), SMALL, &dots);
                    y + 20.0
                }
            };
        }
        self.outside(out, y, width, places)
    }

    fn caption(&self) -> String {
        let mut caption = self.view.caption.clone();
        if self.view.pages.number() > 1
            && let (Some(first), Some(last)) = (self.view.cells.first(), self.view.cells.last())
        {
            caption.push_str(&format!(
                "; here part {} of {}, elements {} to {}",
                self.view.page + 1,
                self.view.pages.number(),
                first.element,
                last.element
            ));
        }
        caption
    }

    fn line(
        &self,
        out: &mut SvgWriter,
        y: f64,
        cells: &[CellView],
        (approach, places): (Approach, &mut Places),
    ) -> f64 {
        let per_row = self.badges_per_row();
        let badge_rows = cells.iter().map(|cell| cell.badges.len().div_ceil(per_row)).max().unwrap_or(0);
        let bytes = if cells.iter().any(|cell| cell.bytes.is_some()) { 6.0 } else { 0.0 };
        let height =
            CELL + bytes + badge_rows as f64 * (BADGE.1 + 2.0) + if badge_rows > 0 { 2.0 } else { 0.0 };
        // A line that starts inside a row of the surface shows its position in the row.
        let is_inside = self.view.row_length.is_some_and(|row| !cells[0].element.is_multiple_of(row));
        let (words, line) = (cells[0].spot.words(), cells[0].spot.line());
        let within = words.split(',').next().filter(|_| is_inside);
        out.text((OFFSETS - 8.0, y + 16.0), OFFSET, within.unwrap_or(&line));
        for (at, cell) in cells.iter().enumerate() {
            let x = OFFSETS + at as f64 * (self.cell + GAP);
            let place = Rect { x, y, width: self.cell, height };
            self.cell(out, place, cell, bytes);
            places
                .note(cell_id(self.view.index, cell.element), Place::Memory(Cell { rect: place, approach }));
        }
        y + height + GAP
    }

    fn badges_per_row(&self) -> usize {
        ((self.cell - 4.0) / (BADGE.0 + 2.0)).floor().max(1.0) as usize
    }

    fn cell(&self, out: &mut SvgWriter, place: Rect, cell: &CellView, bytes: f64) {
        let (edge, fill) = match cell.touched {
            Touch::Read => svg::READ,
            Touch::Written => svg::WRITE,
            Touch::None if cell.badges.is_empty() => (svg::LINE, "#ffffff"),
            Touch::None => (svg::EDGE, "#ffffff"),
        };
        let thick = if cell.badges.len() > 1 || cell.touched != Touch::None { "2" } else { "1" };
        let attributes = [("rx", "4"), ("fill", fill), ("stroke", edge), ("stroke-width", thick)];
        out.rect(place, &attributes);
        if cell.definedness != Definedness::Defined {
            out.rect(place, &[("rx", "4"), ("fill", svg::UNDEFINED)]);
        }
        if cell.changed {
            let (right, top) = (place.x + place.width, place.y);
            let corner = ["M", &svg::number(right - 10.0), " ", &svg::number(top + 1.0), "h9v9z"].concat();
            out.element("path", &[("d", &corner), ("fill", svg::WRITE.0)]);
            out.raw("\n");
        }
        let middle = place.x + place.width / 2.0;
        let face = Face::mono(12.0).bold(cell.touched == Touch::Written).middle();
        // Only long formats, such as patterns, exceed the width of a cell.
        out.text((middle, place.y + 16.0), face, &svg::cut(&cell.text, face.fitting(place.width - 2.0)));
        if let Some(touched) = &cell.bytes {
            let left = middle - touched.len() as f64 * 4.0;
            // The lowest byte is on the right, as in the number above.
            for (at, touched) in touched.iter().rev().enumerate() {
                let byte =
                    Rect { x: left + at as f64 * 8.0 + 1.0, y: place.y + 20.0, width: 6.0, height: 4.0 };
                out.rect(
                    byte,
                    &[("fill", if *touched { svg::INK } else { "#ffffff" }), ("stroke", svg::EDGE)],
                );
            }
        }
        let per_row = self.badges_per_row();
        for (row, badges) in cell.badges.chunks(per_row).enumerate() {
            let y = place.y + CELL + bytes + row as f64 * (BADGE.1 + 2.0);
            let width = badges.len() as f64 * (BADGE.0 + 2.0) - 2.0;
            draw_badges(out, (middle - width / 2.0, y), badges);
        }
    }

    /// Draws the out-of-bounds places, side by side as far as they fit.
    fn outside(&self, out: &mut SvgWriter, mut y: f64, width: f64, places: &mut Places) -> f64 {
        let face = Face::sans(11.5);
        let mut x = OFFSETS;
        for (at, outside) in self.outside.iter().take(MOST_OUTSIDE).enumerate() {
            let badges = outside.badges.len().min(16);
            let around = 24.0 + badges as f64 * (BADGE.0 + 2.0);
            let words = ["out of bounds: ", &outside.sentence].concat();
            let words = svg::cut(&words, face.fitting(width - OFFSETS - around));
            let box_width = face.width(&words) + around;
            if at > 0 && x + box_width > width {
                x = OFFSETS;
                y += 30.0;
            }
            let place = Rect { x, y: y + 4.0, width: box_width, height: 26.0 };
            let fill = if outside.touched == Touch::None { "#ffffff" } else { svg::DANGER.1 };
            let dashes = [("stroke-width", "2"), ("stroke-dasharray", "5 3")];
            out.rect(
                place,
                &[&[("rx", "4"), ("fill", fill), ("stroke", svg::DANGER.0)][..], &dashes].concat(),
            );
            out.text((x + 8.0, y + 21.0), face, &words);
            draw_badges(out, (x + face.width(&words) + 14.0, y + 9.0), &outside.badges[..badges]);
            let cell = Cell { rect: place, approach: Approach::Margin };
            places.note(outside.id.clone(), Place::Memory(cell));
            x += box_width + 8.0;
        }
        if !self.outside.is_empty() {
            y += 32.0;
        }
        if self.outside.len() > MOST_OUTSIDE {
            y += 18.0;
            let words = format!("and {} more out-of-bounds places", self.outside.len() - MOST_OUTSIDE);
            out.text((OFFSETS, y - 4.0), SMALL, &words);
        }
        y
    }
}

/// Returns the lines to draw: all of a small surface, or those with activity of a larger one.
fn lines(view: &SurfaceView, per_line: usize) -> Vec<Line<'_>> {
    let all: Vec<&[CellView]> = view.lines(per_line).collect();
    let is_used = |cells: &[CellView]| {
        cells.iter().any(|cell| cell.changed || cell.touched != Touch::None || !cell.badges.is_empty())
    };
    let any_used = all.iter().any(|cells| is_used(cells));
    let whole = if any_used { WHOLE } else { WHOLE_UNUSED };
    let mut drawn = 0;
    let mut lines = Vec::new();
    let is_whole = all.len() <= whole;
    for (at, cells) in all.iter().enumerate() {
        let is_drawn = is_whole || (drawn < MOST_LINES && (is_used(cells) || (!any_used && at < whole)));
        match lines.last_mut() {
            _ if is_drawn => {
                drawn += 1;
                lines.push(Line::Cells(cells));
            }
            Some(Line::LeftOut(count)) => *count += cells.len(),
            _ => lines.push(Line::LeftOut(cells.len())),
        }
    }
    lines
}

/// Draws badges in queue order: dashed for lanes that have accessed the cell, filled for the current lane.
fn draw_badges(out: &mut SvgWriter, (x, y): (f64, f64), badges: &[Badge]) {
    for (at, badge) in badges.iter().enumerate() {
        let x = x + at as f64 * (BADGE.0 + 2.0);
        let place = Rect { x, y, width: BADGE.0, height: BADGE.1 };
        let (fill, edge, ink) = match (badge.current, badge.served) {
            (true, _) => (svg::ACCENT, svg::ACCENT, "#ffffff"),
            (false, true) => ("#f1f3f6", svg::EDGE, svg::MUTED),
            (false, false) => ("#ffffff", svg::INK, svg::INK),
        };
        let mut attributes = vec![("rx", "8"), ("fill", fill), ("stroke", edge)];
        if badge.served && !badge.current {
            attributes.push(("stroke-dasharray", "2 2"));
        }
        out.rect(place, &attributes);
        let face = Face::mono(10.5).bold(badge.current).colour(ink).middle();
        out.text((x + BADGE.0 / 2.0, y + 11.8), face, &badge.lane.to_string());
    }
}
