//! Lengths, rectangles and paths.

/// Clamps a length. If the bounds cross, returns the lower one; `f64::clamp` would panic.
pub fn between(length: f64, low: f64, high: f64) -> f64 {
    length.min(high).max(low)
}

/// Formats a length with one decimal, rounded half away from zero; never `-0.0`.
pub fn tenths(length: f64) -> String {
    format!("{:.1}", (length * 10.0).round() / 10.0 + 0.0)
}

/// A path in the coordinates of the stage: cubic curves, each of which starts at the end of the one before.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The start.
    start: Point,
    /// For each curve, its two control points and its end.
    curves: Vec<[Point; 3]>,
}

/// A point, as (x, y).
pub type Point = (f64, f64);

/// The number of points that are taken of each curve.
const POINTS_PER_CURVE: usize = 12;

impl Path {
    /// Creates an empty path.
    pub fn from_point(start: Point) -> Self {
        Self { start, curves: Vec::new() }
    }

    /// Returns the end.
    pub fn end(&self) -> Point {
        self.curves.last().map_or(self.start, |curve| curve[2])
    }

    /// Appends a curve with its two control points and its end.
    pub fn curve_to(&mut self, first: Point, second: Point, end: Point) {
        self.curves.push([first, second, end]);
    }

    /// Appends a curve that is vertical at both ends. Does nothing if the path ends there already.
    pub fn descend_to(&mut self, end: Point) {
        let from = self.end();
        if from == end {
            return;
        }
        let bend = (end.1 - from.1) * 0.55;
        self.curve_to((from.0, from.1 + bend), (end.0, end.1 - bend), end);
    }

    /// Returns the path from its end to its start.
    pub fn reversed(&self) -> Self {
        let mut reversed = Self::from_point(self.end());
        for (index, [first, second, _]) in self.curves.iter().enumerate().rev() {
            let start = index.checked_sub(1).map_or(self.start, |before| self.curves[before][2]);
            reversed.curve_to(*second, *first, start);
        }
        reversed
    }

    /// Returns the path as SVG path data.
    pub fn svg(&self) -> String {
        let point = |(x, y): Point| format!("{} {}", tenths(x), tenths(y));
        let mut data = format!("M{}", point(self.start));
        for [first, second, end] in &self.curves {
            data.push_str(&format!("C{} {} {}", point(*first), point(*second), point(*end)));
        }
        data
    }

    /// Returns the point of the path that is nearest to a height.
    pub fn nearest(&self, y: f64) -> Point {
        let points = self.points().into_iter();
        points.min_by(|a, b| (a.1 - y).abs().total_cmp(&(b.1 - y).abs())).unwrap_or(self.start)
    }

    /// Returns the point at a fraction of the length, from 0 at the start to 1 at the end.
    pub fn at(&self, fraction: f64) -> Point {
        let points = self.points();
        let length = |pair: &[Point]| (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
        let mut rest = fraction * points.windows(2).map(length).sum::<f64>();
        for pair in points.windows(2) {
            let long = length(pair);
            if rest <= long && long > 0.0 {
                let part = rest / long;
                return (
                    pair[0].0 + (pair[1].0 - pair[0].0) * part,
                    pair[0].1 + (pair[1].1 - pair[0].1) * part,
                );
            }
            rest -= long;
        }
        self.end()
    }

    /// Returns points along the path.
    fn points(&self) -> Vec<Point> {
        let mut points = vec![self.start];
        for [first, second, end] in &self.curves {
            let start = points[points.len() - 1];
            points.extend((1..=POINTS_PER_CURVE).map(|step| {
                let part = step as f64 / POINTS_PER_CURVE as f64;
                let rest = 1.0 - part;
                let weights =
                    [rest.powi(3), 3.0 * rest * rest * part, 3.0 * rest * part * part, part.powi(3)];
                let weighted = |axis: fn(Point) -> f64| {
                    [start, *first, *second, *end].map(axis).iter().zip(weights).map(|(at, by)| at * by).sum()
                };
                (weighted(|point| point.0), weighted(|point| point.1))
            }));
        }
        points
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_one_decimal() {
        let lengths = [0.0, -0.04, 0.05, 12.34, -0.96, 1e6];
        assert_eq!(lengths.map(tenths), ["0.0", "0.0", "0.1", "12.3", "-1.0", "1000000.0"]);
    }

    /// A path that goes 10 down, then 20 to the right and 40 down.
    fn path() -> Path {
        let mut path = Path::from_point((0.0, 0.0));
        path.descend_to((0.0, 10.0));
        path.descend_to((20.0, 50.0));
        path
    }

    #[test]
    fn a_path_begins_and_ends_vertically() {
        assert_eq!(path().svg(), "M0.0 0.0C0.0 5.5 0.0 4.5 0.0 10.0C0.0 32.0 20.0 28.0 20.0 50.0");
        assert_eq!(path().nearest(30.0), (10.0, 30.0), "the middle of the second curve");
        let mut same = path();
        same.descend_to((20.0, 50.0));
        assert_eq!(same, path(), "a path that is there already");
    }

    #[test]
    fn a_fraction_of_the_length_is_a_point_of_the_path() {
        let straight = Path { curves: path().curves[..1].to_vec(), ..path() };
        assert_eq!((straight.at(0.0), straight.at(1.0)), ((0.0, 0.0), (0.0, 10.0)));
        assert!((straight.at(0.5).1 - 5.0).abs() < 0.5);
        assert_eq!((path().at(0.0), path().at(1.0)), ((0.0, 0.0), (20.0, 50.0)));
        assert_eq!(path().reversed().reversed(), path());
        assert_eq!(path().reversed().end(), (0.0, 0.0));
    }
}
