//! The curves that arrows run along, from one rectangle to another.

use super::gesture::LegKind;

/// A length brought between two bounds, to the lower one where they cross, which the library's way does not allow.
pub fn between(length: f64, low: f64, high: f64) -> f64 {
    length.min(high).max(low)
}

/// A length with one decimal, rounded away from zero in the middle; never `-0.0`.
pub fn tenths(length: f64) -> String {
    format!("{:.1}", (length * 10.0).round() / 10.0 + 0.0)
}

/// A cubic curve in the coordinates of the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The start, two control points and the end, x and y of each.
    pub points: [(f64, f64); 4],
}

impl Curve {
    /// The curve as path data.
    pub fn path(&self) -> String {
        let [(x0, y0), (x1, y1), (x2, y2), (x3, y3)] = self.points;
        let [x0, y0, x1, y1, x2, y2, x3, y3] = [x0, y0, x1, y1, x2, y2, x3, y3].map(tenths);
        format!("M{x0} {y0}C{x1} {y1} {x2} {y2} {x3} {y3}")
    }

    /// The point at `t`, from 0 at the start to 1 at the end.
    pub fn at(&self, t: f64) -> (f64, f64) {
        let u = 1.0 - t;
        let weights = [u * u * u, 3.0 * u * u * t, 3.0 * u * t * t, t * t * t];
        let sum = |part: fn(&(f64, f64)) -> f64| {
            self.points.iter().zip(weights).map(|(point, weight)| part(point) * weight).sum()
        };
        (sum(|point| point.0), sum(|point| point.1))
    }
}

impl Curve {
    /// The point where the curve passes a height, as far as it does between its ends; near the middle otherwise.
    pub fn at_height(&self, y: f64) -> (f64, f64) {
        let steps = (10..=90).map(|percent| self.at(f64::from(percent) / 100.0));
        let away = |point: &(f64, f64)| (point.1 - y).abs();
        let nearest = steps.min_by(|a, b| away(a).total_cmp(&away(b)));
        nearest.filter(|point| away(point) < 6.0).unwrap_or_else(|| self.at(0.5))
    }
}

/// A rectangle in the coordinates of the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Rect {
    /// A point so far across its width and so far down from its upper edge.
    fn point(self, across: f64, down: f64) -> (f64, f64) {
        (self.x + self.width * across, self.y + down)
    }
}

/// The curve from one rectangle to another: from edge to edge where one lies below the other, round the side where
/// they stand in one column close together. It keeps off the middle, where the numbers are: requests go at the left, values
/// at the right.
pub fn curve(from: Rect, to: Rect, kind: LegKind) -> Curve {
    if kind == LegKind::Return {
        let start = (from.x + from.width - 3.0, from.y + from.height / 2.0);
        let end = (to.x + to.width - 3.0, to.y + to.height / 2.0);
        let bulge = 14.0;
        return Curve { points: [start, (start.0 + bulge, start.1), (end.0 + bulge, end.1), end] };
    }
    let side = if kind == LegKind::Request { 0.14 } else { 0.86 };
    let (start, end) = if from.y < to.y {
        (from.point(side, from.height - 2.0), to.point(side, 1.0))
    } else {
        (from.point(side, 1.0), to.point(side, to.height - 2.0))
    };
    let reach = (end.1 - start.1) * 0.5;
    Curve { points: [start, (start.0, start.1 + reach), (end.0, end.1 - reach), end] }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANE: Rect = Rect { x: 100.0, y: 50.0, width: 100.0, height: 24.0 };
    const CELL: Rect = Rect { x: 300.0, y: 200.0, width: 100.0, height: 48.0 };

    #[test]
    fn lengths_have_one_decimal() {
        let lengths = [0.0, -0.04, 0.05, 12.34, -0.96, 1e6];
        assert_eq!(lengths.map(tenths), ["0.0", "0.0", "0.1", "12.3", "-1.0", "1000000.0"]);
    }

    #[test]
    fn a_curve_runs_from_edge_to_edge() {
        let down = curve(LANE, CELL, LegKind::Write);
        assert_eq!((down.at(0.0), down.at(1.0)), ((186.0, 72.0), (386.0, 201.0)));
        let up = curve(CELL, LANE, LegKind::Read);
        assert_eq!((up.at(0.0), up.at(1.0)), ((386.0, 201.0), (186.0, 72.0)));
        let request = curve(LANE, CELL, LegKind::Request);
        assert_eq!((request.at(0.0), request.at(1.0)), ((114.0, 72.0), (314.0, 201.0)));
        assert!(down.path().starts_with("M186.0 72.0C186.0"));
    }

    #[test]
    fn a_label_stands_at_the_height_asked_for() {
        let curve = curve(LANE, CELL, LegKind::Write);
        assert!((curve.at_height(100.0).1 - 100.0).abs() < 6.0);
        assert_eq!(curve.at_height(900.0), curve.at(0.5));
    }

    #[test]
    fn a_return_goes_round_the_side_of_its_column() {
        let below = Rect { y: 98.0, ..LANE };
        let curve = curve(LANE, below, LegKind::Return);
        assert!(curve.at(0.5).0 > curve.at(0.0).0);
        assert_eq!(curve.at(1.0), (197.0, 110.0));
    }
}
