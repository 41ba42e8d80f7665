//! Lengths, rectangles and curves.

/// Clamps a length. If the bounds cross, returns the lower one; `f64::clamp` would panic.
pub fn between(length: f64, low: f64, high: f64) -> f64 {
    length.min(high).max(low)
}

/// Formats a length with one decimal, rounded half away from zero; never `-0.0`.
pub fn tenths(length: f64) -> String {
    format!("{:.1}", (length * 10.0).round() / 10.0 + 0.0)
}

/// A cubic curve in the coordinates of the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The start, two control points and the end, as (x, y).
    pub points: [(f64, f64); 4],
}

impl Curve {
    /// Returns the curve as SVG path data.
    pub fn path(&self) -> String {
        let [(x0, y0), (x1, y1), (x2, y2), (x3, y3)] = self.points;
        let [x0, y0, x1, y1, x2, y2, x3, y3] = [x0, y0, x1, y1, x2, y2, x3, y3].map(tenths);
        format!("M{x0} {y0}C{x1} {y1} {x2} {y2} {x3} {y3}")
    }

    /// Returns the point of the curve that is nearest to a height.
    pub fn nearest(&self, y: f64) -> (f64, f64) {
        let points = (0..=40).map(|step| self.at(f64::from(step) / 40.0));
        points.min_by(|a, b| (a.1 - y).abs().total_cmp(&(b.1 - y).abs())).unwrap_or_default()
    }

    /// Returns the point at a part of the way, from 0 at the start to 1 at the end.
    pub fn at(&self, part: f64) -> (f64, f64) {
        let rest = 1.0 - part;
        let weights = [rest.powi(3), 3.0 * rest * rest * part, 3.0 * rest * part * part, part.powi(3)];
        let sum = |axis: fn(&(f64, f64)) -> f64| {
            self.points.iter().zip(weights).map(|(point, weight)| axis(point) * weight).sum()
        };
        (sum(|point| point.0), sum(|point| point.1))
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
}
