//! Figures to take away: a step, or a whole run as a strip, as SVG. They are drawn from what the stage is drawn from,
//! and never put into the page: its policy knows no styles of their own, and a figure has to do without the page's.

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

/// What a figure shows beside the run.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// What the scenario is called.
    title: &'a str,
    /// How numbers are shown.
    formats: Formats,
    /// Characters of the longest value of the lanes in the run, so that all its figures have the same columns.
    longest: usize,
    /// In which colours it is drawn.
    theme: Theme,
}

impl<'a> Look<'a> {
    /// The look of all figures of a run: `title` is what the scenario is called, `formats` how numbers are shown.
    pub fn new(run: &Run, title: &'a str, formats: Formats) -> Self {
        Self { title, formats, longest: widest_value(run, formats.lanes), theme: Theme::Light }
    }

    /// The same look in other colours.
    #[must_use]
    pub fn in_theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }
}

/// The step that led to a moment as an SVG document: heading, lanes, memory, arrows, and the sentence, which is its
/// description too. Lengths are in CSS pixels.
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

/// Room around a figure.
const MARGIN: f64 = 20.0;
/// The widest that lanes and memory get.
const WIDEST: f64 = 960.0;
/// The least width, so that sentences do not get too narrow.
const NARROWEST: f64 = 480.0;
/// Room between the lanes and memory, where the labels of arrows stand.
const GAP: f64 = 44.0;

/// The instruction's text.
const HEADING: Face = Face::mono(15.0).bold(true);
/// Where the step stands in the run.
const CAPTION: Face = Face::sans(12.0).colour(svg::MUTED);
/// What the step does.
const SENTENCE: Face = Face::sans(14.0);
/// More lines of a heading or a sentence are cut.
const MOST_LINES: usize = 8;

/// A drawn step.
struct Figure {
    width: f64,
    height: f64,
    body: String,
    cursor: u32,
    /// Where the step stands in the run, in words.
    position: String,
    /// What it does.
    sentence: String,
}

/// Where things stand, by the ids under which the stage knows them.
#[derive(Default)]
struct Places(Vec<(String, Place)>);

/// Where something stands.
#[derive(Clone, Copy)]
enum Place {
    /// A value of a lane.
    Lane(Rect),
    /// A cell of memory, or a place outside.
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

    /// Puts the figure somewhere.
    fn place(&self, out: &mut SvgWriter, (x, y): (f64, f64)) {
        let to = ["translate(", &svg::number(x), " ", &svg::number(y), ")"].concat();
        out.open("g", &[("transform", &to)]);
        out.raw("\n");
        out.raw(&self.body);
        out.close("g");
    }
}

/// The instruction as it stands in the text.
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

/// Draws a text below `y`, in lines that fit the width, each so much lower than the one before. Says how far it reaches.
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
