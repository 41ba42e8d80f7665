//! The drawing of one step: heading, lanes, memory, arrows and sentence.

use super::positions::{DrawnPositions, Note};
use super::svg::{self, Face, SvgWriter};
use super::theme::{self, Theme};
use super::{arrows, lanes, memory};
use crate::session::run::{Caption, Run, caption, narrate};
use crate::view::Formats;
use crate::view::curve::Rect;
use crate::view::lanes::LaneTableView;
use crate::view::layout::{Height, Shape, StageLayout};
use crate::view::moment::Moment;
use crate::view::position::position_and_title;
use crate::view::summary::widest_value;
use crate::view::surface::{SurfaceOptions, SurfaceView, surfaces};
use crate::view::wires::wires;

/// The properties of a figure besides the run.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The name of the scenario.
    pub(super) title: &'a str,
    /// The formats of numbers.
    formats: &'a Formats,
    /// The number of characters of the longest lane value in the run. It gives all figures of a run the same layout.
    longest: usize,
    /// The colours.
    pub(super) theme: Theme,
    /// Whether a figure has a heading and a caption.
    has_words: bool,
}

impl<'a> Look<'a> {
    /// Creates the look of all figures of a run.
    pub fn new(run: &Run, title: &'a str, formats: &'a Formats) -> Self {
        Self { title, formats, longest: widest_value(run, formats), theme: Theme::Light, has_words: true }
    }

    /// Returns the same look in another theme.
    #[must_use]
    pub fn in_theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// Returns the same look without heading and caption.
    #[must_use]
    pub fn without_words(self) -> Self {
        Self { has_words: false, ..self }
    }
}

/// Draws the step before a moment as an SVG document: heading, lanes, memory, arrows and sentence. The sentence is also the
/// document's description. Lengths are in CSS pixels.
pub fn svg(moment: &Moment, look: Look<'_>) -> String {
    let figure = Figure::new(moment, look);
    let title = [look.title, ": ", &figure.position].concat();
    let size = (figure.width + 2.0 * MARGIN, figure.height + 2.0 * MARGIN);
    let mut out = SvgWriter::default();
    svg::document(&mut out, size, "img", &title, &figure.sentence);
    figure.place(&mut out, (MARGIN, MARGIN));
    out.close("svg");
    theme::themed(out.out, look.theme)
}

/// The margin around a figure.
pub(super) const MARGIN: f64 = 20.0;
/// The widths of a figure. The narrower one is taken if its text is large enough.
const WIDTHS: [f64; 2] = [680.0, 960.0];
/// The size of text at which a figure need not be wider.
const COMFORTABLE: f64 = 15.0;
/// The height of the gap between lanes and memory, through which wires pass, relative to the size of text.
const GAP: f64 = 5.5;

/// The style of the instruction's text.
const HEADING: Face = Face::mono(15.0).bold(true);
/// The style of the step's position.
const CAPTION: Face = Face::sans(12.0).colour(svg::MUTED);
/// The styles of the step's sentence and of its computation.
const SENTENCE: Face = Face::sans(17.0).bold(true);
const COMPUTATION: Face = Face::sans(14.0).colour(svg::MUTED);
/// The maximum number of lines of a heading or a sentence; the rest is cut.
const MOST_LINES: usize = 8;

/// A drawn step.
pub(super) struct Figure {
    pub width: f64,
    pub height: f64,
    pub body: String,
    pub cursor: u32,
    /// The position of the step in the run, in words.
    pub position: String,
    /// The sentence about the step.
    pub sentence: String,
}

/// Returns the largest width and the largest height of figures.
pub(super) fn largest_size(figures: &[Figure]) -> (f64, f64) {
    let largest = |length: fn(&Figure) -> f64| figures.iter().map(length).fold(0.0, f64::max);
    (largest(|figure| figure.width), largest(|figure| figure.height))
}

impl Figure {
    pub fn new(moment: &Moment, look: Look<'_>) -> Self {
        let table = LaneTableView::new(moment, look.formats);
        let shown = SurfaceOptions { formats: look.formats, ..Default::default() };
        let all = surfaces(moment, shown);
        let views = memory::drawn(&all);
        let (layout, width) = layout(&table, &views, moment, look);
        let lanes = lanes::Lanes::new(&table, &layout, width);
        let memory = memory::Memory::new(&views, &layout, width, all.len() - views.len());

        let (mut out, mut places) = (SvgWriter::default(), DrawnPositions::default());
        let position = position_and_title(moment);
        let mut y = 0.0;
        if look.has_words {
            y = lines(&mut out, y, HEADING, 20.0, &heading(moment), width) + 2.0;
            y = lines(&mut out, y, CAPTION, 16.0, &position, width) + 12.0;
        }
        y = lanes.draw(&mut out, y, &mut places);
        let bottom = y + GAP * layout.text_px;
        places.room.gap = (y, bottom);
        y = memory.draw(&mut out, bottom, &mut places) + 12.0;
        (places.room.floor, places.room.text_px) = (y, layout.text_px);
        let said = said(moment);
        let mut height = y;
        if look.has_words {
            height = lines(&mut out, y, SENTENCE, 23.0, &said.sentence, width);
            if let Some(detail) = &said.detail {
                height = lines(&mut out, height, COMPUTATION, 20.0, detail, width);
            }
        }
        let wires = wires(moment, views.iter().copied().zip(&layout.cells));
        arrows::draw(&mut out, moment, look.formats, &wires, &places, (layout.text_px, width));
        notes(&mut out, &places.notes);
        let sentence = match &moment.frame.last {
            Some(step) => narrate(moment.scenario(), step),
            None => said.sentence,
        };
        Self { width, height: height + 4.0, body: out.out, cursor: moment.frame.cursor, position, sentence }
    }

    /// Appends the figure at a position.
    pub fn place(&self, out: &mut SvgWriter, at: (f64, f64)) {
        place(out, at, &self.body);
    }
}

/// Appends elements at a position.
pub(super) fn place(out: &mut SvgWriter, (x, y): (f64, f64), body: &str) {
    let to = ["translate(", &svg::number(x), " ", &svg::number(y), ")"].concat();
    out.open("g", &[("transform", &to)]);
    out.raw("\n");
    out.raw(body);
    out.close("g");
}

/// Returns the instruction as written, with its number if there are several.
fn heading(moment: &Moment) -> String {
    let count = moment.scenario().program.len();
    let text = moment.instruction_text();
    if count > 1 { format!("{text}  ({} of {count})", moment.instruction + 1) } else { text.to_owned() }
}

/// Returns the layout of lanes and memory, and the width of the figure.
fn layout(
    table: &LaneTableView,
    views: &[&SurfaceView],
    moment: &Moment,
    look: Look<'_>,
) -> (StageLayout, f64) {
    let shape = Shape {
        lanes: table.folded().0.len().max(moment.summary.most_columns),
        has_switches: false,
        rows: moment.summary.most_rows,
        operand_rows: moment.summary.most_operand_rows,
        longest: look.longest,
        crowd: moment.summary.crowd,
        surfaces: views.iter().map(|view| view.shape()).collect(),
        is_unfolded: false,
    };
    let [narrow, wide] = WIDTHS.map(|width| (StageLayout::new(&shape, width, Height::Free), width));
    if narrow.0.text_px >= COMFORTABLE { narrow } else { wide }
}

/// Returns the caption of the step.
fn said(moment: &Moment) -> Caption {
    let start = || Caption { sentence: "The start: nothing has run yet.".to_owned(), detail: None };
    moment.frame.last.as_ref().map_or_else(start, |step| caption(moment.scenario(), step))
}

/// Draws notes over the wires that pass them.
fn notes(out: &mut SvgWriter, notes: &[Note]) {
    for Note { at, face, text } in notes {
        // Notes have no descenders, and wires turn to their cells below them.
        let (width, height) = (face.width(text) + 4.0, 1.05 * face.size);
        let plate = Rect { x: at.0 - 2.0, y: at.1 - face.size, width, height };
        out.rect(plate, &[("fill", "#ffffff")]);
        out.text(*at, *face, text);
    }
}

/// Draws a text below `y` in lines that fit `width`, `leading` apart. Returns their lower edge.
fn lines(out: &mut SvgWriter, mut y: f64, face: Face, leading: f64, text: &str, width: f64) -> f64 {
    let lines = svg::wrapped(text, face, width);
    let is_cut = lines.len() > MOST_LINES;
    for (at, line) in lines.into_iter().take(MOST_LINES).enumerate() {
        y += leading;
        let tail = if is_cut && at + 1 == MOST_LINES { " …" } else { "" };
        out.text((0.0, y - leading * 0.28), face, &[&line, tail].concat());
    }
    y
}
