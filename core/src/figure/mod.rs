//! Figures for export: a step, or a whole run as a strip, as SVG. They are drawn from the same views as the stage.
//!
//! A figure is self-contained and uses no style sheet of the page. The page never embeds one inline, because its content security
//! policy forbids styles of a figure's own.

mod arrows;
mod lanes;
mod memory;
mod part;
mod strip;
mod svg;
mod theme;

use crate::session::{Run, narrate};
use crate::view::Formats;
use crate::view::curve::{Rect, between};
use crate::view::lanes::LaneTableView;
use crate::view::moment::Moment;
use crate::view::position::position_and_title;
use crate::view::route::{Cell, Gap};
use crate::view::summary::widest_value;
use crate::view::surface::{Shown, surfaces};
use svg::{Face, SvgWriter};

pub use part::{Part, StripSteps, figure};
pub use strip::{MOST_FIGURES, strip};
pub use theme::Theme;

/// The properties of a figure besides the run.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The name of the scenario.
    title: &'a str,
    /// The formats of numbers.
    formats: Formats,
    /// The number of characters of the longest lane value in the run. It gives all figures of a run the same columns.
    longest: usize,
    /// The colours.
    theme: Theme,
}

impl<'a> Look<'a> {
    /// Creates the look of all figures of a run.
    pub fn new(run: &Run, title: &'a str, formats: Formats) -> Self {
        Self { title, formats, longest: widest_value(run, formats.lanes), theme: Theme::Light }
    }

    /// Returns the same look in another theme.
    #[must_use]
    pub fn in_theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
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
const MARGIN: f64 = 20.0;
/// The maximum width of lanes and memory.
const WIDEST: f64 = 960.0;
/// The minimum width, which keeps sentences readable.
const NARROWEST: f64 = 480.0;
/// The height of the gap between lanes and memory, which has the labels of arrows.
const GAP: f64 = 44.0;

/// The style of the instruction's text.
const HEADING: Face = Face::mono(15.0).bold(true);
/// The style of the step's position.
const CAPTION: Face = Face::sans(12.0).colour(svg::MUTED);
/// The style of the step's sentence.
const SENTENCE: Face = Face::sans(14.0);
/// The maximum number of lines of a heading or a sentence; the rest is cut.
const MOST_LINES: usize = 8;

/// A drawn step.
struct Figure {
    width: f64,
    height: f64,
    body: String,
    cursor: u32,
    /// The position of the step in the run, in words.
    position: String,
    /// The sentence about the step.
    sentence: String,
}

/// The positions of drawn things, by their element ids on the stage.
#[derive(Default)]
struct Places(Vec<(String, Place)>);

/// The position of a drawn thing.
#[derive(Clone, Copy)]
enum Place {
    /// A value of a lane.
    Lane(Rect),
    /// A cell of memory, or an out-of-bounds place.
    Memory(Cell),
}

impl Places {
    fn note(&mut self, id: String, place: Place) {
        self.0.push((id, place));
    }

    fn of(&self, id: &str) -> Option<Place> {
        self.0.iter().find(|(known, _)| known == id).map(|(_, place)| *place)
    }
}

impl Figure {
    fn new(moment: &Moment, look: Look<'_>) -> Self {
        let table = LaneTableView::new(moment, look.formats.lanes);
        let shown = Shown { format: look.formats.surface, ..Default::default() };
        let views = surfaces(moment, shown);
        let lanes = lanes::Lanes::new(&table, look.longest);
        let memory = memory::Memory::new(&views, moment.summary.crowd);
        let widest = lanes.width().max(memory.width());
        let width = between(widest, NARROWEST, WIDEST);

        let (mut out, mut late, mut places) = (SvgWriter::default(), SvgWriter::default(), Places::default());
        let position = position_and_title(moment);
        let mut y = lines(&mut out, 0.0, HEADING, 20.0, &heading(moment), width) + 2.0;
        y = lines(&mut out, y, CAPTION, 16.0, &position, width) + 14.0;
        y = lanes.draw(&mut out, y, &mut places);
        let gap = Gap { top: y, bottom: y + GAP };
        y = memory.draw(&mut out, &mut late, y + GAP, width, &mut places) + 18.0;
        out.line((0.0, y), (width, y), svg::LINE);
        let sentence = sentence(moment);
        let height = lines(&mut out, y + 8.0, SENTENCE, 20.0, &sentence, width) + 4.0;
        arrows::draw(&mut out, moment, look.formats.inline(), &places, gap, width);
        out.raw(&late.out);
        Self { width, height, body: out.out, cursor: moment.frame.cursor, position, sentence }
    }

    /// Appends the figure at a position.
    fn place(&self, out: &mut SvgWriter, (x, y): (f64, f64)) {
        let to = ["translate(", &svg::number(x), " ", &svg::number(y), ")"].concat();
        out.open("g", &[("transform", &to)]);
        out.raw("\n");
        out.raw(&self.body);
        out.close("g");
    }
}

/// Returns the instruction as written, with its number if there are several.
fn heading(moment: &Moment) -> String {
    let count = moment.scenario().program.len();
    let text = moment.instruction_text();
    if count > 1 { format!("{text}  ({} of {count})", moment.instruction + 1) } else { text.to_owned() }
}

fn sentence(moment: &Moment) -> String {
    match &moment.frame.last {
        Some(step) => narrate(moment.scenario(), step),
        None => "The start: nothing has run yet.".to_owned(),
    }
}

/// Draws a text below `y` in lines that fit `width`, `leading` apart. Returns their lower edge.
fn lines(out: &mut SvgWriter, mut y: f64, face: Face, leading: f64, text: &str, width: f64) -> f64 {
    let lines = svg::wrapped(text, face.fitting(width));
    let is_cut = lines.len() > MOST_LINES;
    for (at, line) in lines.into_iter().take(MOST_LINES).enumerate() {
        y += leading;
        let tail = if is_cut && at + 1 == MOST_LINES { " …" } else { "" };
        out.text((0.0, y - leading * 0.28), face, &[&line, tail].concat());
    }
    y
}
