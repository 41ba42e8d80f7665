//! Strips: one figure for each step of a run, in a grid in reading order.

use super::drawing::{Figure, Look, MARGIN, largest_size};
use super::steps::ChosenSteps;
use super::svg::{self, Face, SvgWriter};
use super::theme::themed;
use crate::session::run::Run;
use crate::view::curve::Rect;
use crate::view::curve::between;
use crate::view::moment::RunSummary;
use std::rc::Rc;

/// The padding inside a figure's border.
const PADDING: f64 = 14.0;
/// The distance between figures.
const BETWEEN: f64 = 16.0;
/// The height of the title and description above the figures.
const HEAD: f64 = 54.0;
/// The height of the note below the figures.
const FOOT: f64 = 28.0;
/// The target ratio of height to width, as on a sheet of paper.
const SHEET: f64 = 1.4;

/// Draws steps of a run as an SVG document. Each figure has the number of its step, its title and its description.
pub fn strip(
    (run, text): (&Rc<Run>, &Rc<str>),
    summary: &Rc<RunSummary>,
    steps: &ChosenSteps,
    look: Look<'_>,
) -> String {
    let figures = steps.figures((run, text), summary, look);
    let description = steps.description();

    let (largest_width, largest_height) = largest_size(&figures);
    let (outer_width, outer_height) = (largest_width + 2.0 * PADDING, largest_height + 2.0 * PADDING);
    let columns = columns(figures.len(), outer_width, outer_height);
    let rows: Vec<f64> = figures.chunks(columns).map(|row| largest_size(row).1 + 2.0 * PADDING).collect();
    let columns_here = columns.min(figures.len());
    let width = 2.0 * MARGIN + columns_here as f64 * (outer_width + BETWEEN) - BETWEEN;
    // A large strip is viewed at a smaller scale, so its texts are larger.
    let scale = between(width / 1200.0, 1.0, 4.0);
    let foot = if steps.left_out_in_words().is_some() { FOOT * scale } else { 0.0 };
    let height =
        2.0 * MARGIN + HEAD * scale + rows.iter().map(|row| row + BETWEEN).sum::<f64>() - BETWEEN + foot;

    let mut out = SvgWriter::default();
    svg::document(&mut out, (width, height), "group", look.title, &description);
    let room = width - 2.0 * MARGIN;
    let title = Face::sans(20.0 * scale).bold(true);
    out.text((MARGIN, MARGIN + 18.0 * scale), title, &svg::cut(look.title, title, room));
    let small = Face::sans(13.0 * scale).colour(svg::MUTED);
    out.text((MARGIN, MARGIN + 38.0 * scale), small, &svg::cut(&description, small, room));
    let mut y = MARGIN + HEAD * scale;
    for (row, height) in figures.chunks(columns).zip(&rows) {
        for (column, figure) in row.iter().enumerate() {
            let x = MARGIN + column as f64 * (outer_width + BETWEEN);
            bordered(&mut out, (x, y), (outer_width, *height), figure);
        }
        y += height + BETWEEN;
    }
    if let Some(words) = steps.left_out_in_words() {
        out.text((MARGIN, y + 10.0 * scale), small, &words);
    }
    out.close("svg");
    themed(out.out, look.theme)
}

/// Returns the number of figures in a row that gives the strip about the shape of a sheet.
fn columns(count: usize, width: f64, height: f64) -> usize {
    let shape = |columns: usize| count.div_ceil(columns) as f64 * height / (columns as f64 * width);
    (1..=count).find(|&columns| shape(columns) <= SHEET).unwrap_or(1)
}

/// Draws a figure with a border, and the number of its step in the corner.
fn bordered(out: &mut SvgWriter, (x, y): (f64, f64), (width, height): (f64, f64), figure: &Figure) {
    out.open("g", &[("role", "img")]);
    out.holding("title", &[], &figure.position);
    out.holding("desc", &[], &figure.sentence);
    let around = Rect { x, y, width, height };
    out.rect(around, &[("rx", "6"), ("fill", "none"), ("stroke", svg::EDGE)]);
    let corner = Face::sans(18.0).bold(true).end();
    out.text((x + width - PADDING, y + PADDING + 35.0), corner, &figure.cursor.to_string());
    figure.place(out, (x + PADDING, y + PADDING));
    out.close("g");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_have_about_the_shape_of_a_sheet() {
        assert_eq!(columns(1, 1000.0, 600.0), 1);
        assert_eq!(columns(2, 1000.0, 600.0), 1);
        assert_eq!(columns(60, 1000.0, 600.0), 6, "12 rows of 5 would be 1.44 times as high as wide");
        assert_eq!(columns(1, 100.0, 600.0), 1);
    }
}
