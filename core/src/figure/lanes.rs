//! The lanes of a figure: banks of columns, as on the stage.

use super::svg::{self, Face, SvgWriter};
use super::{Place, Places, Rect, WIDEST};
use crate::trace::LaneStatus;
use crate::view::lanes::{Arrangement, Cell, LaneHead, LaneTableView, Row, Slot, broken, lanes_in_words};
use crate::view::moment::Definedness;
use crate::view::sizes::{HEADING_PX, WIDEST_LANE_PX};

/// The width of the column of headings.
const HEADINGS: f64 = 104.0;
/// The height of a lane's head.
const HEAD: f64 = 36.0;
/// The height of a line of a value.
const LINE: f64 = 14.0;
/// The height of a row in addition to its lines.
const PADDING: f64 = 16.0;
/// The height of the line for lanes that are masked off from the start.
const FOLDED: f64 = 22.0;
/// The distance between banks.
const BETWEEN: f64 = 10.0;

/// The style of a row's label.
const NAME: Face = Face::sans(11.0);
/// The style of the variable's name below the label.
const VARIABLE: Face = Face::mono(10.0).colour(svg::MUTED);

/// The measured lanes.
pub struct Lanes<'a> {
    table: &'a LaneTableView,
    /// The lanes that have a column.
    shown: Vec<usize>,
    /// The lanes that are off from the start and share one line.
    folded: Vec<usize>,
    arrangement: Arrangement,
    column: f64,
    row: f64,
}

impl<'a> Lanes<'a> {
    /// Measures a table. `longest` is the number of characters of the longest value in the run.
    pub fn new(table: &'a LaneTableView, longest: usize) -> Self {
        let room = WIDEST - HEADINGS;
        let (shown, folded) = table.folded();
        let arrangement = Arrangement::new(room + HEADING_PX, shown.len(), longest);
        let column = (room / arrangement.per_bank as f64).min(WIDEST_LANE_PX).floor();
        Self { table, shown, folded, arrangement, column, row: arrangement.lines as f64 * LINE + PADDING }
    }

    /// Returns the width.
    pub fn width(&self) -> f64 {
        HEADINGS + self.column * self.arrangement.per_bank as f64
    }

    /// Draws the lanes below `y`. Returns their lower edge.
    pub fn draw(&self, out: &mut SvgWriter, mut y: f64, places: &mut Places) -> f64 {
        if !self.folded.is_empty() {
            let band = Rect { x: 0.0, y: y + 1.0, width: self.width(), height: FOLDED - 2.0 };
            out.rect(
                band,
                &[("rx", "4"), ("fill", svg::OFF), ("stroke", svg::EDGE), ("stroke-dasharray", "3 2")],
            );
            let words = [&lanes_in_words(&self.folded), ": masked off"].concat();
            let face = NAME.colour(svg::MUTED);
            out.text((8.0, y + FOLDED - 7.0), face, &svg::cut(&words, face.fitting(self.width() - 16.0)));
            y += FOLDED + BETWEEN;
        }
        for (index, shown) in self.shown.chunks(self.arrangement.per_bank.max(1)).enumerate() {
            let lanes = || shown.iter().map(|at| &self.table.lanes[*at]);
            if index > 0 {
                y += BETWEEN;
            }
            out.text((0.0, y + HEAD - 6.0), NAME.colour(svg::MUTED), "lane");
            // A bank in which no lane takes part has no values to show.
            let is_idle = index > 0 && lanes().all(|lane| !lane.enabled);
            let rows = if is_idle { &[][..] } else { &self.table.rows };
            let bottom = y + HEAD + rows.len() as f64 * self.row;
            for (at, lane) in lanes().enumerate() {
                let x = HEADINGS + at as f64 * self.column;
                self.column(out, Rect { x, y, width: self.column, height: bottom - y }, lane);
            }
            for (at, row) in rows.iter().enumerate() {
                let y = y + HEAD + at as f64 * self.row;
                let cells = shown.iter().map(|at| &row.cells[*at]);
                self.row(out, y, row, lanes().zip(cells), places);
            }
            y = bottom;
        }
        y
    }

    /// Draws the head of a lane and the background of its column.
    fn column(&self, out: &mut SvgWriter, column: Rect, lane: &LaneHead) {
        let is_off = matches!(lane.status, LaneStatus::Off(_));
        let body = Rect { y: column.y + HEAD, height: column.height - HEAD, ..column };
        if body.height > 0.0 && (is_off || lane.current) {
            out.rect(body, &[("fill", if is_off { svg::OFF } else { svg::ACCENT_SOFT })]);
        }
        let head = Rect { x: column.x + 1.5, y: column.y, width: column.width - 3.0, height: HEAD };
        let (fill, edge, ink) = match lane.status {
            _ if lane.current => (svg::ACCENT, svg::ACCENT, "#ffffff"),
            LaneStatus::Off(_) => (svg::OFF, svg::EDGE, svg::MUTED),
            _ => ("#ffffff", svg::LINE, svg::INK),
        };
        let mut attributes = vec![("rx", "4"), ("fill", fill), ("stroke", edge)];
        if is_off {
            attributes.push(("stroke-dasharray", "3 2"));
        }
        out.rect(head, &attributes);
        let foot = match lane.status {
            _ if lane.dropped => Some(svg::DANGER.0),
            LaneStatus::Running => Some(svg::ACCENT),
            LaneStatus::Done => Some(svg::GOOD),
            LaneStatus::Trapped(_) => Some(svg::DANGER.0),
            _ => None,
        };
        if let Some(foot) = foot {
            out.rect(Rect { y: head.y + HEAD - 3.0, height: 3.0, ..head }, &[("fill", foot)]);
        }
        let middle = column.x + column.width / 2.0;
        let number = Face::sans(13.0).bold(true).colour(ink).middle();
        out.text((middle, column.y + 15.0), number, &lane.lane.to_string());
        let word = Face::sans(10.5).colour(if lane.current { ink } else { svg::MUTED }).middle();
        out.text((middle, column.y + 28.0), word, lane.word(self.arrangement.roomy));
    }

    fn row<'b>(
        &self,
        out: &mut SvgWriter,
        y: f64,
        row: &Row,
        cells: impl Iterator<Item = (&'b LaneHead, &'b Cell)>,
        places: &mut Places,
    ) {
        let width = self.width();
        out.line((0.0, y), (width, y), svg::LINE);
        let middle = y + self.row / 2.0;
        let name = svg::cut(&row.label, NAME.fitting(HEADINGS - 4.0));
        let down = if row.variable.is_some() { -1.5 } else { 4.0 };
        out.text((0.0, middle + down), NAME, &name);
        if let Some(variable) = &row.variable {
            let variable = svg::cut(variable, VARIABLE.fitting(HEADINGS - 4.0));
            out.text((0.0, middle + 10.0), VARIABLE, &variable);
        }
        for (at, (lane, cell)) in cells.enumerate() {
            let x = HEADINGS + at as f64 * self.column;
            let place = Rect { x, y, width: self.column, height: self.row };
            self.cell(out, place, row.slot, lane, cell);
            places.note(row.slot.element_id(lane.lane), Place::Lane(place));
        }
    }

    fn cell(&self, out: &mut SvgWriter, place: Rect, slot: Slot, lane: &LaneHead, cell: &Cell) {
        let inside =
            Rect { x: place.x + 1.5, y: place.y + 1.5, width: place.width - 3.0, height: place.height - 3.0 };
        let (edge, soft) = match slot {
            Slot::Old => svg::READ,
            Slot::New => svg::WRITE,
            Slot::Output(_) => svg::RETURN,
            _ => (svg::ACCENT, "none"),
        };
        let is_fresh = cell.fresh && !cell.text.is_empty();
        if is_fresh {
            out.rect(inside, &[("rx", "3"), ("fill", soft), ("stroke", edge), ("stroke-width", "1.5")]);
        }
        if cell.definedness != Definedness::Defined && !cell.text.is_empty() {
            out.rect(inside, &[("fill", svg::UNDEFINED)]);
        }
        let is_off = matches!(lane.status, LaneStatus::Off(_));
        let colour = match is_fresh {
            true => edge,
            false if is_off => svg::MUTED,
            false => svg::INK,
        };
        let size = if self.arrangement.roomy { 13.0 } else { 11.3 };
        let face = Face::mono(size).bold(is_fresh).colour(colour).middle();
        let pieces = broken(&cell.text, self.arrangement.per_line);
        let top = place.y + (place.height - pieces.len() as f64 * LINE) / 2.0;
        for (at, piece) in pieces.iter().enumerate() {
            let (x, y) = (place.x + place.width / 2.0, top + at as f64 * LINE + LINE * 0.78);
            out.text((x, y), face, piece);
            if cell.dropped {
                let half = face.width(piece) / 2.0 + 2.0;
                out.line((x - half, y - 4.0), (x + half, y - 4.0), svg::DANGER.0);
            }
        }
    }
}
