//! The positions of drawn things, for the arrows between them.

use crate::view::curve::Rect;

/// The positions of drawn things.
#[derive(Default)]
pub(super) struct DrawnPositions {
    /// The rectangles of lane values, memory cells and out-of-bounds places, by element id on the stage.
    things: Vec<(String, Rect)>,
    /// The horizontal middle of each lane's column.
    pub columns: Vec<(u8, f64)>,
    /// The gap between lanes and memory.
    pub gap: (f64, f64),
}

impl DrawnPositions {
    pub fn note(&mut self, id: String, place: Rect) {
        self.things.push((id, place));
    }

    pub fn get(&self, id: &str) -> Option<Rect> {
        self.things.iter().find(|(known, _)| known == id).map(|(_, place)| *place)
    }

    pub fn column(&self, lane: u8) -> Option<f64> {
        self.columns.iter().find(|(known, _)| *known == lane).map(|(_, x)| *x)
    }
}
