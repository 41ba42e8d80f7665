//! Routes of arrows on the stage. They follow the borders of columns, the gap between lanes and memory, and the spaces between
//! cells, so that they cover no values, queues or controls.

use super::curve::{Rect, tenths};
use super::gesture::LegKind;

/// The gap between lanes and memory, in the coordinates of the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The lower edge of the lanes.
    pub top: f64,
    /// The upper edge of memory.
    pub bottom: f64,
}

/// The way in which an arrow reaches a cell of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approach {
    /// Between the columns of the cells above it.
    Columns,
    /// Through the right margin, past everything above it.
    Margin,
}

/// An end of a route in memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The rectangle of the cell.
    pub rect: Rect,
    /// The way in which the arrow reaches it.
    pub approach: Approach,
}

/// A route: a polyline with rounded corners.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// The start, the corners and the end.
    pub points: Vec<(f64, f64)>,
    /// The position of the label.
    pub rest: (f64, f64),
}

/// The distance between cells.
const BETWEEN_PX: f64 = 3.0;
/// The length of an arrow inside the cell where it starts or ends.
const INTO_PX: f64 = 5.0;
/// The radius of corners.
const CORNER_PX: f64 = 5.0;

impl Route {
    /// Returns the route between two rows of a lane, along the border of its column.
    pub fn within(from: Rect, to: Rect) -> Self {
        let x = from.x + from.width;
        let (start, end) = (middle(from), middle(to));
        Self {
            points: vec![(x - INTO_PX, start), (x, start), (x, end), (x - INTO_PX, end)],
            rest: (x, start),
        }
    }

    /// Returns the route between a lane's value and a cell of memory. Requests take the left borders, values the right ones.
    /// `right` is the right edge of the stage.
    pub fn between(lane: Rect, cell: Cell, kind: LegKind, gap: Gap, right: f64) -> Self {
        let is_request = kind == LegKind::Request;
        let (border, inside) = if is_request { (lane.x, INTO_PX) } else { (lane.x + lane.width, -INTO_PX) };
        let level = gap.top + (gap.bottom - gap.top) * if is_request { 0.25 } else { 0.55 };
        let row = middle(lane);
        let mut points = vec![(border + inside, row), (border, row), (border, level)];
        let Rect { x, y, width, .. } = cell.rect;
        let door = x + width * if is_request { 0.14 } else { 0.86 };
        let column = match cell.approach {
            Approach::Margin => right - if is_request { 8.0 } else { 5.0 },
            Approach::Columns if y - gap.bottom < 2.0 * BETWEEN_PX => door,
            Approach::Columns if is_request => x - BETWEEN_PX / 2.0,
            Approach::Columns => x + width + BETWEEN_PX / 2.0,
        };
        points.push((column, level));
        if column != door {
            let above = y - BETWEEN_PX / 2.0;
            points.extend([(column, above), (door, above)]);
        }
        points.push((door, y + INTO_PX));
        points.dedup();
        if kind == LegKind::Read {
            points.reverse();
        }
        Self { points, rest: ((border + column) / 2.0, level) }
    }

    /// Returns the route as SVG path data, with rounded corners.
    pub fn path(&self) -> String {
        let point = |(x, y): (f64, f64)| format!("{} {}", tenths(x), tenths(y));
        let mut path = format!("M{}", point(self.points[0]));
        for corner in self.points.windows(3) {
            let radius =
                CORNER_PX.min(length(corner[0], corner[1]) / 2.0).min(length(corner[1], corner[2]) / 2.0);
            let (into, out) = (toward(corner[1], corner[0], radius), toward(corner[1], corner[2], radius));
            path.push_str(&format!("L{}Q{} {}", point(into), point(corner[1]), point(out)));
        }
        path.push_str(&format!("L{}", point(self.points[self.points.len() - 1])));
        path
    }

    /// Returns the point at a fraction of the route's length: 0 is the start, 1 the end.
    pub fn at(&self, part: f64) -> (f64, f64) {
        let all: f64 = self.points.windows(2).map(|ends| length(ends[0], ends[1])).sum();
        let mut left = all * part;
        for ends in self.points.windows(2) {
            let length = length(ends[0], ends[1]);
            if left <= length {
                return toward(ends[0], ends[1], left);
            }
            left -= length;
        }
        self.points[self.points.len() - 1]
    }
}

fn middle(rect: Rect) -> f64 {
    rect.y + rect.height / 2.0
}

fn length(from: (f64, f64), to: (f64, f64)) -> f64 {
    (to.0 - from.0).hypot(to.1 - from.1)
}

/// Returns the point at distance `by` from `from` towards `to`.
fn toward(from: (f64, f64), to: (f64, f64), by: f64) -> (f64, f64) {
    let part = by / length(from, to).max(f64::MIN_POSITIVE);
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANE: Rect = Rect { x: 100.0, y: 50.0, width: 40.0, height: 20.0 };
    const GAP: Gap = Gap { top: 120.0, bottom: 160.0 };
    const RIGHT: f64 = 700.0;

    fn cell(y: f64, approach: Approach) -> Cell {
        Cell { rect: Rect { x: 300.0, y, width: 100.0, height: 46.0 }, approach }
    }

    #[test]
    fn the_first_line_is_reached_straight_from_the_gap() {
        let route = Route::between(LANE, cell(161.0, Approach::Columns), LegKind::Write, GAP, RIGHT);
        assert_eq!(
            route.points,
            [(135.0, 60.0), (140.0, 60.0), (140.0, 142.0), (386.0, 142.0), (386.0, 166.0)]
        );
        assert_eq!(route.rest, (263.0, 142.0));
        let back = Route::between(LANE, cell(161.0, Approach::Columns), LegKind::Read, GAP, RIGHT);
        assert!(back.points.iter().eq(route.points.iter().rev()), "a value comes back the same way");
    }

    #[test]
    fn lower_lines_are_reached_between_columns_and_lines() {
        let route = Route::between(LANE, cell(260.0, Approach::Columns), LegKind::Request, GAP, RIGHT);
        let expected = [
            (105.0, 60.0),
            (100.0, 60.0),
            (100.0, 130.0),
            (298.5, 130.0),
            (298.5, 258.5),
            (314.0, 258.5),
            (314.0, 265.0),
        ];
        assert_eq!(route.points, expected);
        let past = Route::between(LANE, cell(260.0, Approach::Margin), LegKind::Write, GAP, RIGHT);
        assert!(past.points.contains(&(695.0, 142.0)), "{:?}", past.points);
    }

    #[test]
    fn a_return_stays_in_its_column() {
        let route = Route::within(LANE, Rect { y: 90.0, ..LANE });
        assert_eq!(route.points, [(135.0, 60.0), (140.0, 60.0), (140.0, 100.0), (135.0, 100.0)]);
    }

    #[test]
    fn the_way_is_gone_by_its_length() {
        let route = Route { points: vec![(0.0, 0.0), (30.0, 0.0), (30.0, 10.0)], rest: (0.0, 0.0) };
        assert_eq!((route.at(0.0), route.at(0.5), route.at(1.0)), ((0.0, 0.0), (20.0, 0.0), (30.0, 10.0)));
        assert_eq!(route.path(), "M0.0 0.0L25.0 0.0Q30.0 0.0 30.0 5.0L30.0 10.0");
    }
}
