//! The positions of drawn things, for the arrows between them.

use super::svg::Face;
use crate::view::curve::{Point, Rect};
use crate::view::place::StagePlace;
use crate::view::route::{Ends, Room};
use crate::view::wires::Wire;

/// The positions of drawn things.
#[derive(Default)]
pub(super) struct DrawnPositions {
    /// The rectangles of lane values, memory cells and out-of-bounds places, by place.
    things: Vec<(StagePlace, Rect)>,
    /// The columns of lanes.
    columns: Vec<Column>,
    /// The parts that wires pass.
    pub room: Room,
    /// Notes between cells, which lie over wires.
    pub notes: Vec<Note>,
}

/// A line of text that lies over wires.
pub(super) struct Note {
    /// The left end of the baseline.
    pub at: Point,
    pub face: Face,
    pub text: String,
}

/// The column of a lane.
pub(super) struct Column {
    pub lane: u8,
    /// The middle of its lower edge.
    pub start: Point,
    /// Its right edge, if further banks of lanes are below it.
    pub border: Option<f64>,
}

impl DrawnPositions {
    pub fn note(&mut self, place: StagePlace, rect: Rect) {
        self.things.push((place, rect));
    }

    pub fn note_column(&mut self, column: Column) {
        self.columns.push(column);
    }

    pub fn get(&self, place: StagePlace) -> Option<Rect> {
        self.things.iter().find(|(known, _)| *known == place).map(|(_, rect)| *rect)
    }

    /// Returns the ends of a wire, if both are drawn.
    pub fn ends(&self, wire: &Wire) -> Option<Ends> {
        let column = self.columns.iter().find(|column| column.lane == wire.lane)?;
        let (page, place) = match &wire.elsewhere {
            None => (None, self.get(wire.to)?),
            Some((way, cell)) => (Some(*way), self.get(*cell)?),
        };
        let Column { start, border, .. } = *column;
        Some(Ends { start, border, place, page, share: wire.share })
    }
}
