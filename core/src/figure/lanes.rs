//! The lanes of a figure: banks of columns, as on the stage.

use super::positions::{Column, DrawnPositions};
use super::svg::{self, Face, SvgWriter};
use crate::session::run::lanes_in_words;
use crate::trace::LaneStatus;
use crate::view::curve::Rect;
use crate::view::lanes::{LaneCell, LaneHead, LaneTableView, Row, RowValue};
use crate::view::layout::{HEADING, StageLayout};
use crate::view::moment::Definedness;
use crate::view::place::StagePlace;

/// Heights relative to the size of text: a lane's head, a line of a value, the space around its lines, and between banks.
const HEAD: f64 = 2.6;
const LINE: f64 = 1.25;
const PADDING: f64 = 0.55;
const BETWEEN: f64 = 0.5;

/// The measured lanes.
pub struct Lanes<'a> {
    table: &'a LaneTableView,
    /// The lanes that have a column.
    shown: Vec<usize>,
    /// The lanes that are off from the start and have none.
    folded: Vec<usize>,
    layout: &'a StageLayout,
    /// The size of text.
    text: f64,
    column: f64,
    row: f64,
}

impl<'a> Lanes<'a> {
    /// Measures a table.
    pub fn new(table: &'a LaneTableView, layout: &'a StageLayout, width: f64) -> Self {
        let (shown, folded) = table.folded();
        let text = layout.text_px;
        let column = ((width - HEADING * text) / layout.per_bank as f64).min(layout.widest_lane_em * text);
        let row = (LINE + PADDING) * text;
        Self { table, shown, folded, layout, text, column, row }
    }

    /// Draws the lanes below `y`. Returns their lower edge.
    pub fn draw(&self, out: &mut SvgWriter, mut y: f64, places: &mut DrawnPositions) -> f64 {
        let head = HEAD * self.text;
        let rows: Vec<&Row> = self.table.rows.iter().filter(|row| !row.is_helper).collect();
        for (index, shown) in self.shown.chunks(self.layout.per_bank.max(1)).enumerate() {
            let lanes = || shown.iter().map(|at| &self.table.lanes[*at]);
            if index > 0 {
                y += BETWEEN * self.text;
            }
            if index == 0 && !self.folded.is_empty() {
                let face = Face::sans(self.text * 0.62).colour(svg::MUTED);
                let words = [&lanes_in_words(&self.folded), " off"].concat();
                let lines = svg::wrapped(&words, face, HEADING * self.text - 6.0);
                for (at, line) in lines.iter().enumerate() {
                    out.text((0.0, y + (1.2 + at as f64 * 0.8) * self.text), face, line);
                }
            }
            // A bank in which no lane takes part has no values to show.
            let is_idle = index > 0 && lanes().all(|lane| !lane.enabled);
            let rows = if is_idle { &[][..] } else { &rows };
            let bottom = y + head + rows.len() as f64 * self.row;
            for (at, lane) in lanes().enumerate() {
                let x = HEADING * self.text + at as f64 * self.column;
                self.column(out, Rect { x, y, width: self.column, height: bottom - y }, lane);
                let has_banks_below = (index + 1) * self.layout.per_bank.max(1) < self.shown.len();
                places.note_column(Column {
                    lane: lane.lane,
                    start: (x + self.column / 2.0, bottom),
                    border: has_banks_below.then_some(x + self.column),
                });
            }
            for (at, row) in rows.iter().enumerate() {
                let y = y + head + at as f64 * self.row;
                let cells = shown.iter().map(|at| &row.cells[*at]);
                self.row(out, y, row, lanes().zip(cells), places);
            }
            y = bottom;
        }
        y
    }

    /// Draws the head of a lane and the background of its column.
    fn column(&self, out: &mut SvgWriter, column: Rect, lane: &LaneHead) {
        let text = self.text;
        let is_off = matches!(lane.status, LaneStatus::Off(_));
        let inside = Rect { x: column.x + 1.0, width: column.width - 2.0, ..column };
        if is_off {
            out.rect(inside, &[("rx", "4"), ("fill", svg::OFF)]);
        }
        if lane.current {
            let edge =
                [("rx", "6"), ("fill", svg::ACCENT_SOFT), ("stroke", svg::ACCENT), ("stroke-width", "2")];
            out.rect(inside, &edge);
            out.rect(Rect { height: HEAD * text, ..inside }, &[("rx", "6"), ("fill", svg::ACCENT)]);
        }
        let ink = match lane.status {
            _ if lane.current => "#ffffff",
            LaneStatus::Off(_) => svg::MUTED,
            _ => svg::INK,
        };
        let state = match lane.status {
            _ if lane.current => "#ffffff",
            LaneStatus::Trapped(_) => svg::DANGER.0,
            LaneStatus::Done if lane.dropped => svg::DANGER.0,
            LaneStatus::Done => svg::GOOD,
            _ => svg::MUTED,
        };
        let middle = column.x + column.width / 2.0;
        let number = Face::sans(1.15 * text).bold(true).colour(ink).middle();
        out.text((middle, column.y + 1.25 * text), number, &lane.lane.to_string());
        let word = Face::sans(0.64 * text).colour(state).middle();
        let words = lane.word(self.layout.is_roomy);
        out.text((middle, column.y + 2.1 * text), word, &svg::cut(words, word, column.width));
    }

    fn row<'b>(
        &self,
        out: &mut SvgWriter,
        y: f64,
        row: &Row,
        cells: impl Iterator<Item = (&'b LaneHead, &'b LaneCell)>,
        places: &mut DrawnPositions,
    ) {
        let (text, heading) = (self.text, HEADING * self.text);
        let right = heading + self.column * self.layout.per_bank as f64;
        out.line((heading, y), (right, y), svg::LINE);
        let middle = y + self.row / 2.0;
        let (name, role) = match &row.variable {
            Some(variable) => (variable.as_str(), Some(row.label.as_str())),
            None => (row.label.as_str(), None),
        };
        let face = Face::mono(0.8 * text).bold(true);
        let down = if role.is_some() { 0.0 } else { 0.3 * text };
        out.text((0.0, middle + down), face, &svg::cut(name, face, heading - 4.0));
        if let Some(role) = role {
            let face = Face::sans(0.62 * text).colour(svg::MUTED);
            out.text((0.0, middle + 0.72 * text), face, &svg::cut(role, face, heading - 4.0));
        }
        for (at, (lane, cell)) in cells.enumerate() {
            let x = heading + at as f64 * self.column;
            let place = Rect { x, y, width: self.column, height: self.row };
            self.cell(out, place, row.slot, lane, cell);
            places.note(StagePlace::Value { lane: lane.lane, row: row.slot }, place);
        }
    }

    fn cell(&self, out: &mut SvgWriter, place: Rect, slot: RowValue, lane: &LaneHead, cell: &LaneCell) {
        let inside =
            Rect { x: place.x + 1.5, y: place.y + 1.5, width: place.width - 3.0, height: place.height - 3.0 };
        let (edge, soft) = match slot {
            RowValue::Old | RowValue::Read(_) => svg::READ,
            RowValue::New => svg::WRITE,
            RowValue::Output(_) => svg::RETURN,
            _ => (svg::ACCENT, "none"),
        };
        let is_fresh = cell.fresh && !cell.text.is_empty();
        if is_fresh {
            out.rect(inside, &[("rx", "4"), ("fill", soft), ("stroke", edge), ("stroke-width", "1.5")]);
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
        let (text, size) = self.layout.digits.fitted(&cell.text);
        let face = Face::mono(size.px(self.text)).bold(is_fresh).colour(colour).middle();
        let (x, y) = (place.x + place.width / 2.0, place.y + place.height / 2.0 + 0.35 * self.text);
        out.text((x, y), face, &text);
        if cell.dropped {
            let half = face.width(&text) / 2.0 + 2.0;
            let y = y - 0.32 * self.text;
            out.line((x - half, y), (x + half, y), svg::DANGER.0);
        }
    }
}
