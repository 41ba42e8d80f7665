//! Strips: one figure for each step of a run, in a grid in reading order.

use super::svg::{self, Face, SvgWriter};
use super::{Figure, Look, MARGIN};
use crate::session::{LaneId, Run};
use crate::trace::Granularity;
use crate::view::curve::between;
use crate::view::moment::Moment;
use crate::view::position::plural;
use crate::view::summary::RunSummary;
use std::ops::RangeInclusive;
use std::rc::Rc;

/// The maximum number of figures in a strip. A note in the strip says how much is left out.
pub const MOST_FIGURES: usize = 60;

/// The maximum number of micro-steps that are searched for those of one lane.
const MOST_SEARCHED: usize = 50_000;

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

/// Draws the steps of a range of micro-steps as an SVG document, up to [`MOST_FIGURES`] figures. Each figure has the number
/// of its step, its title and its description. With a `lane`, only that lane's steps are drawn, as far as they are among the
/// first 50,000 of the range. The range must lie in the run.
pub fn strip(
    (run, text): (&Rc<Run>, &Rc<str>),
    summary: &Rc<RunSummary>,
    (granularity, lane, range): (Granularity, Option<LaneId>, RangeInclusive<u32>),
    look: Look<'_>,
) -> String {
    let (figures, left_out, description) =
        figures_of_part((run, text), summary, (granularity, lane, &range), look);

    let outer_width = figures.iter().map(|figure| figure.width).fold(0.0, f64::max) + 2.0 * PADDING;
    let outer_height = figures.iter().map(|figure| figure.height).fold(0.0, f64::max) + 2.0 * PADDING;
    let columns = columns(figures.len(), outer_width, outer_height);
    let rows: Vec<f64> = figures
        .chunks(columns)
        .map(|row| row.iter().map(|figure| figure.height).fold(0.0, f64::max) + 2.0 * PADDING)
        .collect();
    let columns_here = columns.min(figures.len());
    let width = 2.0 * MARGIN + columns_here as f64 * (outer_width + BETWEEN) - BETWEEN;
    // A large strip is viewed at a smaller scale, so its texts are larger.
    let scale = between(width / 1200.0, 1.0, 4.0);
    let foot = if left_out > 0 { FOOT * scale } else { 0.0 };
    let height =
        2.0 * MARGIN + HEAD * scale + rows.iter().map(|row| row + BETWEEN).sum::<f64>() - BETWEEN + foot;

    let mut out = SvgWriter::default();
    svg::document(&mut out, (width, height), "group", look.title, &description);
    let room = width - 2.0 * MARGIN;
    let title = Face::sans(20.0 * scale).bold(true);
    out.text((MARGIN, MARGIN + 18.0 * scale), title, &svg::cut(look.title, title.fitting(room)));
    let small = Face::sans(13.0 * scale).colour(svg::MUTED);
    out.text((MARGIN, MARGIN + 38.0 * scale), small, &svg::cut(&description, small.fitting(room)));
    let mut y = MARGIN + HEAD * scale;
    for (row, height) in figures.chunks(columns).zip(&rows) {
        for (column, figure) in row.iter().enumerate() {
            let x = MARGIN + column as f64 * (outer_width + BETWEEN);
            bordered(&mut out, (x, y), (outer_width, *height), figure);
        }
        y += height + BETWEEN;
    }
    if left_out > 0 {
        out.text(
            (MARGIN, y + 10.0 * scale),
            small,
            &left_out_in_words(left_out, range.end() - range.start()),
        );
    }
    out.close("svg");
    super::theme::themed(out.out, look.theme)
}

/// Draws the steps of a part of a run, of one lane or of all lanes. Returns the figures, the number of micro-steps at the end of
/// the range that are left out, and a description of all this. Left-out steps of lanes other than `lane` do not count.
pub fn figures_of_part(
    (run, text): (&Rc<Run>, &Rc<str>),
    summary: &Rc<RunSummary>,
    (granularity, lane, range): (Granularity, Option<LaneId>, &RangeInclusive<u32>),
    look: Look<'_>,
) -> (Vec<Figure>, u32, String) {
    let cursors = match lane {
        Some(lane) => cursors_of(run, granularity, lane, range),
        None => cursors(run, granularity, range),
    };
    let figure = |cursor: &u32| Figure::new(&Moment::new(run, text, *cursor, Rc::clone(summary)), look);
    let figures: Vec<Figure> = cursors.iter().map(figure).collect();
    let last = cursors.last().copied().unwrap_or(0);
    let left_out = if cursors.len() < MOST_FIGURES { 0 } else { range.end() - last };
    let description = description(figures.len(), granularity, range, run.len(), left_out);
    (figures, left_out, description)
}

/// Returns the cursors of a strip: the start of the range and the end of each step.
fn cursors(run: &Run, granularity: Granularity, range: &RangeInclusive<u32>) -> Vec<u32> {
    let mut cursors = vec![*range.start()];
    while let Some(&cursor) = cursors.last()
        && cursor < *range.end()
        && cursors.len() < MOST_FIGURES
    {
        cursors.push(run.seek(cursor, granularity, true).min(*range.end()));
    }
    cursors
}

/// Returns the cursors of a strip for one lane: the start of the range and the end of each of the lane's steps.
fn cursors_of(run: &Run, granularity: Granularity, lane: LaneId, range: &RangeInclusive<u32>) -> Vec<u32> {
    let steps = (1..=*range.end()).zip(run.steps()).skip(*range.start() as usize).take(MOST_SEARCHED);
    let own = steps.filter(|(_, step)| step.lane == Some(lane)).map(|(cursor, _)| cursor);
    let ends = own.filter(|&cursor| run.seek(cursor - 1, granularity, true) == cursor);
    std::iter::once(*range.start()).chain(ends).take(MOST_FIGURES).collect()
}

/// Returns the number of figures in a row that gives the strip about the shape of a sheet.
fn columns(count: usize, width: f64, height: f64) -> usize {
    let shape = |columns: usize| count.div_ceil(columns) as f64 * height / (columns as f64 * width);
    (1..=count).find(|&columns| shape(columns) <= SHEET).unwrap_or(1)
}

/// Describes a strip or an animation in a sentence.
fn description(
    figures: usize,
    granularity: Granularity,
    range: &RangeInclusive<u32>,
    len: u32,
    left_out: u32,
) -> String {
    let each = match granularity {
        Granularity::Phase => "a micro-step",
        Granularity::Memory => "a step to memory or back",
        Granularity::Lane => "a lane's turn",
        Granularity::Instruction => "an instruction",
    };
    let (first, last) = (*range.start(), *range.end());
    let micro_steps = format!("{len} micro-{}", plural(len, "step"));
    let (subject, start) = match first == 0 && last == len {
        true => (format!("A run of {micro_steps}"), "the start".to_owned()),
        false => (format!("Steps {first} to {last} of a run of {micro_steps}"), format!("step {first}")),
    };
    let mut words = match figures {
        1 if first == 0 => format!("{subject}, at its start."),
        1 => format!("{subject}, at {start}."),
        _ => format!("{subject} in {figures} figures: {start}, then {each} each."),
    };
    if left_out > 0 {
        words.push(' ');
        words.push_str(&left_out_in_words(left_out, last - first));
    }
    words
}

fn left_out_in_words(left_out: u32, len: u32) -> String {
    format!("The last {left_out} of {len} micro-steps are left out.")
}

/// Draws a figure with a border, and the number of its step in the corner.
fn bordered(out: &mut SvgWriter, (x, y): (f64, f64), (width, height): (f64, f64), figure: &Figure) {
    out.open("g", &[("role", "img")]);
    out.holding("title", &[], &figure.position);
    out.holding("desc", &[], &figure.sentence);
    let around = super::Rect { x, y, width, height };
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

    #[test]
    fn what_is_left_out_is_said() {
        let words = description(60, Granularity::Lane, &(0..=4800), 4800, 4000);
        assert!(
            words.starts_with("A run of 4800 micro-steps in 60 figures: the start, then a lane's turn each.")
        );
        assert!(words.ends_with("The last 4000 of 4800 micro-steps are left out."));
        assert_eq!(
            description(1, Granularity::Phase, &(0..=1), 1, 0),
            "A run of 1 micro-step, at its start."
        );
    }
}
