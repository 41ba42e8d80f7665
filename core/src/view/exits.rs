//! The marks of places out of sight, at the edges of memory. A mark names its first place and counts the others. Marks never overlap.

use super::curve::{Point, between};
use super::digits::{DIGIT, shortened};
use super::route::Way;

/// The size of a mark's text in CSS pixels.
const TEXT_PX: f64 = 11.0;
/// The distance from the left edge of a mark to its wires.
const BEFORE_WIRE_PX: f64 = 5.0;
/// The minimum distance between two marks.
const BETWEEN_PX: f64 = 6.0;
/// The baseline of a mark: above the upper edge of memory, or below its lower edge.
const ABOVE_PX: f64 = 4.0;
const BELOW_PX: f64 = 13.0;
/// The height of the strip below memory that has room for marks.
pub const STRIP_PX: f64 = 18.0;

/// A mark of places out of sight.
#[derive(Clone, Debug, PartialEq)]
pub struct ExitMark {
    /// The left end of the baseline.
    pub at: Point,
    /// An arrow, the first place, and the number of the others.
    pub text: String,
}

/// The places that share a mark.
struct Exit<'a> {
    way: Way,
    /// The end of the first wire.
    end: Point,
    names: Vec<&'a str>,
}

impl Exit<'_> {
    fn text(&self, right: f64) -> String {
        let arrow = match self.way {
            Way::Up => '▲',
            Way::Down => '▼',
        };
        let more = match self.names.len() {
            1 => String::new(),
            count => format!(" +{}", count - 1),
        };
        // The arrow and the space after it are two characters.
        let most = ((right / (DIGIT * TEXT_PX)) as usize).saturating_sub(more.len() + 2);
        format!("{arrow} {}{more}", shortened(self.names[0], most.max(2)))
    }

    /// Returns the left and the right edge of the mark, in a stage with the right edge `right`.
    fn edges(&self, right: f64) -> (f64, f64) {
        let width = self.text(right).chars().count() as f64 * DIGIT * TEXT_PX;
        let left = between(self.end.0 - BEFORE_WIRE_PX, 0.0, right - width);
        (left, left + width)
    }
}

/// Returns the marks of wires to places out of sight, each with its direction, its end and the name of its place. Marks that would
/// overlap are merged.
pub fn exit_marks(mut wires: Vec<(Way, Point, &str)>, right: f64) -> Vec<ExitMark> {
    wires.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.0.total_cmp(&b.1.0)));
    let mut exits: Vec<Exit> = Vec::new();
    for (way, end, name) in wires {
        exits.push(Exit { way, end, names: vec![name] });
        // A merged mark is wider, so it may reach the mark before it.
        while let [.., before, last] = &mut exits[..]
            && before.way == last.way
            && (last.edges(right).0 < before.edges(right).1 + BETWEEN_PX)
        {
            for name in std::mem::take(&mut last.names) {
                if !before.names.contains(&name) {
                    before.names.push(name);
                }
            }
            exits.pop();
        }
    }
    let mark = |exit: &Exit| {
        let y = exit.end.1 + if exit.way == Way::Up { -ABOVE_PX } else { BELOW_PX };
        ExitMark { at: (exit.edges(right).0, y), text: exit.text(right) }
    };
    exits.iter().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the marks of wires to the elements of `A`, which end at these positions, in a stage 300 wide.
    #[track_caller]
    fn check(ends: &[(usize, f64)], expected: &[(f64, &str)]) {
        let names: Vec<String> = ends.iter().map(|(element, _)| format!("A[{element}]")).collect();
        let wires = ends.iter().zip(&names).map(|((_, x), name)| (Way::Up, (*x, 50.0), &**name)).collect();
        let marks = exit_marks(wires, 300.0);
        let marks: Vec<(f64, &str)> = marks.iter().map(|mark| (mark.at.0.round(), &*mark.text)).collect();
        assert_eq!(marks, expected);
    }

    #[test]
    fn marks_are_merged_rather_than_cut_or_overlapped() {
        check(&[(0, 20.0), (1, 100.0)], &[(15.0, "▲ A[0]"), (95.0, "▲ A[1]")]);
        check(&[(1, 60.0), (0, 20.0)], &[(15.0, "▲ A[0] +1")]);
        // Two wires of one place.
        check(&[(0, 20.0), (0, 22.0)], &[(15.0, "▲ A[0]")]);
        // The last mark does not fit at its wire: it moves to the left.
        check(&[(0, 200.0), (1, 299.0)], &[(195.0, "▲ A[0]"), (260.0, "▲ A[1]")]);
        // There it would reach the mark before it.
        check(&[(0, 235.0), (1, 299.0)], &[(230.0, "▲ A[0] +1")]);
        // All of many marks in the corner, with the whole number.
        let corner: Vec<(usize, f64)> = (0..18).map(|element| (element, 290.0)).collect();
        check(&corner, &[(233.0, "▲ A[0] +17")]);
        // A merged mark is wider, moves to the left, and takes the mark before it.
        check(&[(0, 200.0), (1, 250.0), (2, 290.0)], &[(195.0, "▲ A[0] +2")]);
    }

    #[test]
    fn a_name_that_is_too_long_keeps_its_end() {
        let name = format!("{}[12]", "a".repeat(60));
        let wires = vec![(Way::Down, (20.0, 50.0), &*name), (Way::Down, (24.0, 50.0), "b")];
        let texts: Vec<String> = exit_marks(wires, 100.0).into_iter().map(|mark| mark.text).collect();
        assert_eq!(texts, ["▼ aa…aa[12] +1"]);
    }

    #[test]
    fn marks_above_and_below_are_apart() {
        let marks = exit_marks(vec![(Way::Down, (20.0, 90.0), "b"), (Way::Up, (20.0, 50.0), "a")], 300.0);
        let marks: Vec<(Point, &str)> = marks.iter().map(|mark| (mark.at, &*mark.text)).collect();
        assert_eq!(marks, [((15.0, 46.0), "▲ a"), ((15.0, 103.0), "▼ b")]);
    }
}
