//! The surfaces of a figure: lines of cells with queues of lanes, and the out-of-bounds places.

use super::positions::{DrawnPositions, Note};
use super::svg::{self, Face, SvgWriter};
use crate::view::curve::Rect;
use crate::view::layout::{BETWEEN_CELLS, Cells, HEADING, LARGE, OUTSIDE, StageLayout};
use crate::view::moment::Definedness;
use crate::view::place::StagePlace;
use crate::view::queue::Badge;
use crate::view::route::Block;
use crate::view::ruler::Usage;
use crate::view::surface::{CellView, OutsideView, SurfaceView, Touch};

/// Lengths relative to the size of text: the distance between surfaces, a badge, and the text of notes.
const BETWEEN: f64 = 1.0;
const BADGE: f64 = 1.25;
const NOTE: f64 = 0.68;
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
/// The maximum number of badges drawn for an out-of-bounds place.
const MOST_BADGES: usize = 16;

/// Returns the surfaces to draw, in their order: first those that the run uses.
pub fn drawn(views: &[SurfaceView]) -> Vec<&SurfaceView> {
    let is_used = |view: &&SurfaceView| view.in_use || view.cells.iter().any(|cell| cell.changed);
    let (mut surfaces, unused): (Vec<_>, Vec<_>) = views.iter().partition(is_used);
    surfaces.extend(unused);
    surfaces.truncate(MOST_SURFACES);
    surfaces.sort_by_cached_key(|view| view.index);
    surfaces
}

/// The measured surfaces.
pub struct Memory<'a> {
    surfaces: Vec<Grid<'a>>,
    /// The number of surfaces that are not drawn.
    left_out: usize,
    text: f64,
}

/// A measured surface.
struct Grid<'a> {
    view: &'a SurfaceView,
    cells: Cells,
    /// The size of text.
    text: f64,
    /// The width of a cell.
    cell: f64,
    /// The right edge of the figure.
    right: f64,
    /// Whether out-of-bounds places are to the right of the cells, and not below them.
    is_outside_beside: bool,
    lines: Vec<GridLine<'a>>,
    outside: Vec<&'a OutsideView>,
}

/// A line of a surface.
enum GridLine<'a> {
    Cells(&'a [CellView]),
    /// Cells that are left out.
    LeftOut(&'a [CellView]),
}

impl<'a> Memory<'a> {
    /// Measures surfaces. `left_out` is the number of further ones.
    pub fn new(views: &[&'a SurfaceView], layout: &StageLayout, width: f64, left_out: usize) -> Self {
        let surfaces =
            views.iter().zip(&layout.cells).map(|(view, cells)| Grid::new(view, *cells, layout, width));
        Self { surfaces: surfaces.collect(), left_out, text: layout.text_px }
    }

    /// Draws the surfaces below `y`. Returns their lower edge.
    pub fn draw(&self, out: &mut SvgWriter, mut y: f64, places: &mut DrawnPositions) -> f64 {
        for (at, grid) in self.surfaces.iter().enumerate() {
            let top = if at == 0 { y } else { y + BETWEEN * self.text };
            y = grid.draw(out, top, places);
        }
        if self.left_out > 0 {
            y += 1.2 * self.text;
            let note = format!("{} more surfaces are not drawn", self.left_out);
            out.text((0.0, y), Face::sans(NOTE * self.text).colour(svg::MUTED), &note);
        }
        y
    }
}

impl<'a> Grid<'a> {
    fn new(view: &'a SurfaceView, cells: Cells, layout: &StageLayout, width: f64) -> Self {
        let text = layout.text_px;
        let outside: Vec<&OutsideView> =
            view.outside.iter().filter(|out| !out.badges.is_empty() || out.touched != Touch::None).collect();
        let is_outside_beside = layout.is_outside_beside;
        let taken = if is_outside_beside && !view.outside.is_empty() { OUTSIDE * text } else { 0.0 };
        let room = width - HEADING * text - taken;
        let cell = room / cells.per_line.max(1) as f64 - BETWEEN_CELLS * text;
        let lines = lines(view, cells.per_line.max(1));
        Self { view, cells, text, cell, right: width, is_outside_beside, lines, outside }
    }

    fn draw(&self, out: &mut SvgWriter, y: f64, places: &mut DrawnPositions) -> f64 {
        let named = self.name(out, y);
        let mut bottom = y;
        let mut follows_line = false;
        for line in &self.lines {
            bottom = match line {
                GridLine::Cells(cells) => {
                    self.offset(out, bottom, cells, follows_line);
                    self.line(out, bottom, cells, places)
                }
                GridLine::LeftOut(cells) => self.left_out(bottom, cells, places),
            };
            follows_line = matches!(line, GridLine::Cells(_));
        }
        let left = |column: usize| self.left_of(column);
        let columns = (0..self.cells.per_line).map(|at| (left(at), left(at) + self.cell)).collect();
        places.room.blocks.push(Block { top: y, bottom, columns });
        let part = self.part(out, bottom);
        let outside_top = if self.is_outside_beside { y } else { part + BETWEEN_CELLS * self.text };
        let outside = self.outside(out, outside_top, places);
        named.max(part).max(outside)
    }

    fn place_of(&self, cell: &CellView) -> StagePlace {
        StagePlace::Cell { surface: self.view.index, element: cell.element }
    }

    /// Returns the left edge of a column of cells.
    fn left_of(&self, column: usize) -> f64 {
        HEADING * self.text + column as f64 * (self.cell + BETWEEN_CELLS * self.text)
    }

    /// Draws a note on cells that are left out. Wires to them end at the note. Returns its lower edge.
    fn left_out(&self, y: f64, cells: &[CellView], places: &mut DrawnPositions) -> f64 {
        let text = format!("⋯ {} elements are not drawn", cells.len());
        let (at, height) = ((HEADING * self.text, y + 0.9 * self.text), 1.3 * self.text);
        places.notes.push(Note { at, face: Face::sans(NOTE * self.text).colour(svg::MUTED), text });
        for cell in cells.iter().filter(|cell| !cell.badges.is_empty()) {
            let x = self.left_of(self.view.column(cell.element, self.cells.per_line));
            places.note(self.place_of(cell), Rect { x, y, width: self.cell, height });
        }
        y + height
    }

    /// Draws the name to the left of the cells. Returns its lower edge.
    fn name(&self, out: &mut SvgWriter, y: f64) -> f64 {
        let (text, width) = (self.text, HEADING * self.text - 6.0);
        let face = Face::mono(0.8 * text).bold(true);
        let small = Face::sans(NOTE * text).colour(svg::MUTED);
        let name = svg::wrapped(&self.view.title, face, width).into_iter().map(|line| (face, line));
        let short = svg::wrapped(&self.view.short, small, width).into_iter().map(|line| (small, line));
        let mut bottom = y;
        for (face, line) in name.chain(short) {
            bottom += text;
            out.text((0.0, bottom), face, &line);
        }
        bottom + 0.3 * text
    }

    /// Draws a note on the part of a large surface. Returns its lower edge.
    fn part(&self, out: &mut SvgWriter, y: f64) -> f64 {
        let ends = self.view.cells.first().zip(self.view.cells.last());
        let Some((first, last)) = ends.filter(|_| self.view.pages.number() > 1) else { return y };
        let (part, parts) = (self.view.page + 1, self.view.pages.number());
        let note = format!("part {part} of {parts}, elements {} to {}", first.element, last.element);
        out.text(
            (HEADING * self.text, y + 0.9 * self.text),
            Face::sans(NOTE * self.text).colour(svg::MUTED),
            &note,
        );
        y + 1.2 * self.text
    }

    fn line(&self, out: &mut SvgWriter, y: f64, cells: &[CellView], places: &mut DrawnPositions) -> f64 {
        let text = self.text;
        let bytes = if cells.iter().any(|cell| cell.bytes.is_some()) { 0.4 * text } else { 0.0 };
        let badges = cells.iter().map(|cell| cell.badges.len().min(self.cells.badges)).max().unwrap_or(0);
        // The cells of a figure may be narrower than those of the page.
        let badge_rows = self.cells.badge_rows.max(badges.div_ceil(self.badges_per_row()));
        let height = (self.cells.base_em() + badge_rows as f64 * BADGE) * text + bytes;
        for (at, cell) in cells.iter().enumerate() {
            let place = Rect { x: self.left_of(at), y, width: self.cell, height };
            self.cell(out, place, cell, bytes);
            self.ruler(out, place, cell);
            places.note(self.place_of(cell), place);
        }
        y + height + BETWEEN_CELLS * text
    }

    /// Draws the label of a line to the left of its cells. If the line before it is left out, the label names its row too.
    fn offset(&self, out: &mut SvgWriter, y: f64, cells: &[CellView], follows_line: bool) {
        if self.cells.is_large {
            return;
        }
        let (text, spot) = (self.text, cells[0].spot);
        let face = Face::mono(0.66 * text).colour(svg::MUTED).end();
        let mut labels = vec![spot.row(), spot.line()];
        labels.dedup();
        let skipped = if follows_line { labels.len() - 1 } else { 0 };
        for (at, label) in labels[skipped..].iter().enumerate() {
            out.text((HEADING * text - 6.0, y + (1.1 + 0.8 * at as f64) * text), face, label);
        }
    }

    fn badges_per_row(&self) -> usize {
        ((self.cell - 0.3 * self.text) / (BADGE * self.text)).floor().max(1.0) as usize
    }

    fn cell(&self, out: &mut SvgWriter, place: Rect, cell: &CellView, bytes: f64) {
        let text = self.text;
        let (edge, fill) = match cell.touched {
            Touch::Read => svg::READ,
            Touch::Written => svg::WRITE,
            Touch::None if cell.badges.is_empty() => (svg::LINE, svg::CELL),
            Touch::None => (svg::EDGE, svg::CELL),
        };
        let thick = if cell.badges.len() > 1 || cell.touched != Touch::None { "2" } else { "1" };
        let rx = if self.cells.is_large { "8" } else { "5" };
        out.rect(place, &[("rx", rx), ("fill", fill), ("stroke", edge), ("stroke-width", thick)]);
        if cell.definedness != Definedness::Defined {
            out.rect(place, &[("rx", rx), ("fill", svg::UNDEFINED)]);
        }
        if cell.changed {
            let (right, top) = (place.x + place.width, place.y);
            let corner = ["M", &svg::number(right - 10.0), " ", &svg::number(top + 1.0), "h9v9z"].concat();
            out.element("path", &[("d", &corner), ("fill", svg::WRITE.0)]);
            out.raw("\n");
        }
        let middle = place.x + place.width / 2.0;
        let (size, baseline) = if self.cells.is_large { (LARGE * text, 2.5) } else { (text, 1.3) };
        if self.cells.is_large {
            let face = Face::mono(0.62 * text).colour(svg::MUTED);
            out.text((place.x + 0.5 * text, place.y + text), face, &cell.spot.short());
        }
        let ink = if cell.touched == Touch::Written { svg::WRITE.0 } else { svg::INK };
        let (value, digits) = self.cells.digits.fitted(&cell.text);
        let face = Face::mono(digits.px(size)).bold(cell.touched == Touch::Written).colour(ink).middle();
        out.text((middle, place.y + baseline * text), face, &value);
        let below = place.y + (self.cells.base_em() - 0.1) * text;
        if let Some(touched) = &cell.bytes {
            let left = middle - touched.len() as f64 * 4.0;
            // The lowest byte is on the right, as in the number above.
            for (at, touched) in touched.iter().rev().enumerate() {
                let byte = Rect { x: left + at as f64 * 8.0 + 1.0, y: below, width: 6.0, height: 4.0 };
                let fill = if *touched { svg::INK } else { "#ffffff" };
                out.rect(byte, &[("fill", fill), ("stroke", svg::EDGE)]);
            }
        }
        let (shown, more) = match cell.badges.len() > self.cells.badges {
            true => cell.badges.split_at(self.cells.badges.saturating_sub(1)),
            false => (&cell.badges[..], &[][..]),
        };
        for (row, badges) in shown.chunks(self.badges_per_row()).enumerate() {
            let y = below + bytes + row as f64 * BADGE * text;
            let width = badges.len() as f64 * BADGE * text;
            draw_badges(out, (middle - width / 2.0, y), badges, text);
        }
        if !more.is_empty() {
            let face = Face::mono(0.66 * text).colour(svg::MUTED).end();
            let corner = (place.x + place.width - 0.3 * text, place.y + place.height - 0.4 * text);
            out.text(corner, face, &format!("+{}", more.len()));
        }
    }

    /// Draws the part of the ruler below a cell, in the gap between two lines.
    fn ruler(&self, out: &mut SvgWriter, place: Rect, cell: &CellView) {
        let Some(mark) = &cell.ruler else { return };
        let fill = match mark.usage {
            Usage::None => svg::LINE,
            Usage::Even => svg::ACCENT,
            Usage::Odd => svg::RETURN.0,
            Usage::Several => svg::WRITE.0,
        };
        let gap = BETWEEN_CELLS * self.text;
        // The bars of one sector touch each other.
        let start = if mark.starts_sector { 0.0 } else { -gap };
        let y = place.y + place.height + 0.2 * gap;
        let bar = Rect { x: place.x + start, y, width: place.width - start, height: 0.6 * gap };
        out.rect(bar, &[("fill", fill)]);
    }

    /// Draws the out-of-bounds places in one column to the right of the cells, or in lines below them. Returns their lower edge.
    fn outside(&self, out: &mut SvgWriter, mut y: f64, places: &mut DrawnPositions) -> f64 {
        if self.outside.is_empty() {
            return y;
        }
        let text = self.text;
        let face = Face::sans(NOTE * text).colour(svg::DANGER.0);
        let width = (OUTSIDE - 0.5) * text;
        let left = if self.is_outside_beside { self.right - width } else { HEADING * text };
        let per_line = (((self.right - left) / (OUTSIDE * text)) as usize).max(1);
        let heading = self.view.outside_heading().to_owned();
        places.notes.push(Note { at: (left, y + 0.6 * text), face, text: heading });
        y += 1.1 * text;
        let shown = &self.outside[..self.outside.len().min(MOST_OUTSIDE)];
        let columns: Vec<f64> = (0..per_line).map(|column| left + column as f64 * OUTSIDE * text).collect();
        let top = y;
        for line in shown.chunks(per_line) {
            let boxes: Vec<OutsideBox> =
                line.iter().map(|outside| OutsideBox::new(outside, face, width, text)).collect();
            let height = boxes.iter().map(OutsideBox::height).fold(0.0, f64::max);
            for (outside_box, x) in boxes.iter().zip(&columns) {
                let place = Rect { x: *x, y, width, height };
                outside_box.draw(out, place);
                places.note(outside_box.outside.on_stage, place);
            }
            y += height + 0.3 * text;
        }
        let columns = columns.iter().take(shown.len()).map(|x| (*x, x + width)).collect();
        places.room.blocks.push(Block { top, bottom: y, columns });
        if self.outside.len() > MOST_OUTSIDE {
            y += text;
            out.text((left, y), face, &format!("and {} more", self.outside.len() - MOST_OUTSIDE));
        }
        y
    }
}

/// The measured box of an out-of-bounds place.
struct OutsideBox<'a> {
    outside: &'a OutsideView,
    words: Vec<String>,
    badges: &'a [Badge],
    badges_per_row: usize,
    text: f64,
}

impl<'a> OutsideBox<'a> {
    fn new(outside: &'a OutsideView, face: Face, width: f64, text: f64) -> Self {
        let words = svg::wrapped(&outside.place, face, width - 14.0);
        let badges = &outside.badges[..outside.badges.len().min(MOST_BADGES)];
        let badges_per_row = ((width - 10.0) / (BADGE * text)).floor().max(1.0) as usize;
        Self { outside, words, badges, badges_per_row, text }
    }

    fn height(&self) -> f64 {
        let rows = self.badges.len().div_ceil(self.badges_per_row);
        (self.words.len() as f64 * 0.85 + rows as f64 * BADGE + 0.5) * self.text
    }

    fn draw(&self, out: &mut SvgWriter, place: Rect) {
        let Self { outside, words, badges, badges_per_row, text } = self;
        let Rect { x, y, .. } = place;
        let fill = match outside.touched {
            Touch::None => "#ffffff",
            _ if outside.is_undefined => svg::OFF,
            _ => svg::DANGER.1,
        };
        let dashes = [("stroke-width", "2"), ("stroke-dasharray", "5 3")];
        let colour = if outside.is_undefined { svg::MUTED } else { svg::DANGER.0 };
        let face = Face::sans(NOTE * text).colour(colour);
        out.rect(place, &[&[("rx", "5"), ("fill", fill), ("stroke", colour)][..], &dashes].concat());
        for (at, line) in words.iter().enumerate() {
            out.text((x + 7.0, y + (0.9 + at as f64 * 0.85) * text), face, line);
        }
        for (row, badges) in badges.chunks(*badges_per_row).enumerate() {
            let top = y + (words.len() as f64 * 0.85 + 0.35 + row as f64 * BADGE) * text;
            draw_badges(out, (x + 6.0, top), badges, *text);
        }
    }
}

/// Returns the lines to draw: all of a small surface, or those with activity of a larger one.
fn lines(view: &SurfaceView, per_line: usize) -> Vec<GridLine<'_>> {
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
                lines.push(GridLine::Cells(cells));
            }
            // Lines follow each other in the view.
            Some(GridLine::LeftOut(before)) => {
                let first = cells[0].element - view.cells[0].element - before.len();
                *before = &view.cells[first..first + before.len() + cells.len()];
            }
            _ => lines.push(GridLine::LeftOut(cells)),
        }
    }
    lines
}

/// Draws badges in queue order: dashed for lanes that have accessed the cell, filled for the current lane.
fn draw_badges(out: &mut SvgWriter, (x, y): (f64, f64), badges: &[Badge], text: f64) {
    for (at, badge) in badges.iter().enumerate() {
        let (radius, step) = (0.6 * text, BADGE * text);
        let centre = (x + (at as f64 + 0.5) * step, y + radius);
        let (fill, edge, ink) = match (badge.current, badge.served) {
            (true, _) => (svg::ACCENT, svg::ACCENT, "#ffffff"),
            (false, true) => ("#f1f3f6", svg::EDGE, svg::MUTED),
            (false, false) => ("#ffffff", svg::INK, svg::INK),
        };
        let (cx, cy, r) = (svg::number(centre.0), svg::number(centre.1), svg::number(radius));
        let mut attributes =
            vec![("cx", cx.as_str()), ("cy", &cy), ("r", &r), ("fill", fill), ("stroke", edge)];
        if badge.served && !badge.current {
            attributes.push(("stroke-dasharray", "2 2"));
        }
        out.element("circle", &attributes);
        let face = Face::mono(0.66 * text).bold(badge.current).colour(ink).middle();
        out.text((centre.0, centre.1 + 0.24 * text), face, &badge.label());
    }
}
