//! Exports of the page as files.

use super::by_identity::ByIdentity;
use super::stage::StagedRun;
use lanescope_core::figure::{ChosenSteps, Look, Steps, animated, strip, svg};
use lanescope_core::session::{Session, SetsWithChecks, report::Report, run::LaneId};
use lanescope_core::trace::Granularity;
use lanescope_core::view::Formats;
use lanescope_core::view::moment::Moment;
use lanescope_core::view::position::position_and_title;
use std::rc::Rc;

/// A kind of exported file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// The current step as an SVG drawing.
    StepSvg,
    /// The current step as a PNG image.
    StepPng,
    /// The whole run as an SVG drawing.
    StripSvg,
    /// The whole run as a PNG image.
    StripPng,
    /// The same steps as a strip, as an SVG drawing that plays them.
    Animation,
    /// The report of the command line, as JSON.
    Json,
    /// The table of the command line, as CSV.
    Csv,
    /// The scenario text.
    Text,
}

impl Export {
    /// Returns the file extension.
    pub fn ending(self) -> &'static str {
        match self {
            Self::StepSvg | Self::StripSvg | Self::Animation => "svg",
            Self::StepPng | Self::StripPng => "png",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Text => "lane",
        }
    }

    pub fn media_type(self) -> &'static str {
        match self {
            Self::StepSvg | Self::StripSvg | Self::Animation => "image/svg+xml",
            Self::StepPng | Self::StripPng => "image/png",
            Self::Json => "application/json",
            Self::Csv => "text/csv;charset=utf-8",
            Self::Text => "text/plain;charset=utf-8",
        }
    }

    /// Returns whether it is an image. If so, [`Source::content`] returns the drawing to convert.
    pub fn is_image(self) -> bool {
        matches!(self, Self::StepPng | Self::StripPng)
    }
}

/// The most micro-steps of an exported trace. The page would need hundreds of megabytes for a longer one; the command
/// line can write it.
pub const MOST_TRACED: u32 = 50_000;
/// The most pixels of an image, and the most of its height or width. Browsers support images of this size reliably.
const MOST_PIXELS: f64 = 48e6;
const LONGEST_PX: f64 = 16_000.0;
/// The preferred number of image pixels per CSS pixel of the drawing.
const SCALE: f64 = 2.0;
/// The most characters of a file name without its extension.
const LONGEST_NAME: usize = 48;

/// The steps of a strip or an animation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StepChoice {
    /// Every step of the page's step size.
    #[default]
    All,
    /// Every step of one lane.
    Lane(LaneId),
    /// The steps in a list, as typed.
    Typed(String),
}

/// The data for exports.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The title of the scenario.
    pub title: String,
    /// The instruction sets that it may name.
    pub sets: SetsWithChecks,
    pub text: Rc<str>,
    /// The run on the stage.
    pub staged: Option<StagedRun>,
    /// The variant, if it is the active side.
    pub variant: Option<Rc<str>>,
    /// The moment on the stage.
    pub moment: Option<ByIdentity<Moment>>,
    /// The number formats.
    pub formats: Formats,
    pub granularity: Granularity,
    /// The steps of a strip or an animation.
    pub steps: StepChoice,
}

impl Source {
    /// Returns the content of a text file, or the drawing for an image. `None` without a run.
    pub fn content(&self, export: Export) -> Option<String> {
        if export == Export::Text {
            return Some(self.text.to_string());
        }
        let (staged, moment) = (self.staged.as_ref()?, self.moment.as_ref()?);
        let look = || Look::new(&staged.run, &self.title, &self.formats);
        Some(match export {
            Export::StepSvg | Export::StepPng => svg(moment, look()),
            Export::StripSvg | Export::StripPng => {
                strip((&staged.run.0, &staged.text), &moment.summary, &self.chosen()?.ok()?, look())
            }
            Export::Animation => {
                animated((&staged.run.0, &staged.text), &moment.summary, &self.chosen()?.ok()?, look())
            }
            // The current text may not run, so the trace is of the last valid run.
            Export::Json => Report::from_session(&self.session(&staged.text)).to_json(),
            Export::Csv => self.session(&staged.text).csv(),
            Export::Text => return None,
        })
    }

    /// Runs a text, or the variant of it that is the active side.
    fn session(&self, text: &str) -> Session {
        let mut pending = Session::begin_as(text, &self.sets, self.variant.as_deref());
        pending.advance(u32::MAX);
        pending.session().clone()
    }

    /// Returns the steps of a strip or an animation, or a message that says why there are none. `None` without a run.
    pub fn chosen(&self) -> Option<Result<ChosenSteps, String>> {
        let run = &self.staged.as_ref()?.run;
        let steps = match &self.steps {
            StepChoice::All => Ok(Steps::every(self.granularity, None)),
            StepChoice::Lane(lane) => Ok(Steps::every(self.granularity, Some(*lane))),
            StepChoice::Typed(text) => numbers(text).map(Steps::At),
        };
        Some(steps.and_then(|steps| steps.of_run(run)))
    }

    /// Returns whether there is a step to draw.
    pub fn has_run(&self) -> bool {
        self.moment.as_ref().is_some_and(|moment| moment.bound().is_some())
    }

    /// Returns whether there is a trace that is short enough for the page to write.
    pub fn has_trace(&self) -> bool {
        self.has_run() && self.staged.as_ref().is_some_and(|staged| staged.run.len() <= MOST_TRACED)
    }

    /// Returns the number of lanes on the stage.
    pub fn lanes(&self) -> usize {
        self.moment.as_ref().map_or(0, |moment| moment.frame.lanes.len())
    }

    /// Returns the position in the run, in words.
    pub fn position(&self) -> String {
        self.moment.as_ref().map_or_else(String::new, |moment| position_and_title(moment))
    }

    /// Returns the number of micro-steps before the moment on the stage.
    pub fn cursor(&self) -> u32 {
        self.moment.as_ref().map_or(0, |moment| moment.frame.cursor)
    }

    pub fn file_name(&self, export: Export) -> String {
        let cursor = self.cursor();
        let part = match export {
            Export::StepSvg | Export::StepPng => format!("-step-{cursor}"),
            Export::StripSvg | Export::StripPng => self.steps.name(),
            Export::Animation => self.steps.name() + "-animated",
            Export::Json | Export::Csv => "-trace".to_owned(),
            Export::Text => String::new(),
        };
        format!("{}{part}.{}", slug(&self.title), export.ending())
    }
}

impl StepChoice {
    /// Returns the part of a file name that tells the steps.
    fn name(&self) -> String {
        match self {
            Self::All => "-run".to_owned(),
            Self::Lane(lane) => format!("-lane-{lane}"),
            Self::Typed(_) => "-steps".to_owned(),
        }
    }
}

/// Reads a list of numbers with commas or blanks between them.
fn numbers(text: &str) -> Result<Vec<u32>, String> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    words.map(|word| word.parse().map_err(|_| format!("`{word}` is not the number of a step"))).collect()
}

/// Converts a title to a file name of lower-case letters, digits and hyphens.
pub fn slug(title: &str) -> String {
    let mut slug = String::new();
    for character in title.chars() {
        if slug.len() >= LONGEST_NAME {
            break;
        }
        match character.to_ascii_lowercase() {
            c if c.is_ascii_alphanumeric() => slug.push(c),
            _ if slug.is_empty() || slug.ends_with('-') => {}
            _ => slug.push('-'),
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "scenario".to_owned() } else { slug.to_owned() }
}

/// Returns the image size in pixels of a drawing, whose size is in CSS pixels.
pub fn image_size(width: f64, height: f64) -> (u32, u32) {
    let longest = width.max(height).max(1.0);
    let scale = SCALE.min((MOST_PIXELS / (width * height).max(1.0)).sqrt()).min(LONGEST_PX / longest);
    let pixels = |length: f64| (length * scale).floor().max(1.0) as u32;
    (pixels(width), pixels(height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_names_of_files() {
        assert_eq!(slug("Eight lanes, four counters"), "eight-lanes-four-counters");
        assert_eq!(slug("  Without `atomic`: lost updates!"), "without-atomic-lost-updates");
        assert_eq!(slug("../../etc/passwd"), "etc-passwd");
        assert_eq!(slug("日本"), "scenario");
        assert_eq!(slug(&"ab ".repeat(100)).len(), 47, "48 characters end with a hyphen, which goes");
    }

    #[test]
    fn lists_of_steps_have_commas_or_blanks() {
        assert_eq!(numbers("3, 7,12 40"), Ok(vec![3, 7, 12, 40]));
        assert_eq!(numbers(" "), Ok(vec![]));
        assert_eq!(numbers("3, x"), Err("`x` is not the number of a step".to_owned()));
        assert_eq!(numbers("-1"), Err("`-1` is not the number of a step".to_owned()));
    }

    #[test]
    fn images_are_twice_as_large_unless_that_is_too_much() {
        assert_eq!(image_size(1000.0, 476.0), (2000, 952));
        let (width, height) = image_size(7000.0, 7800.0);
        assert!(f64::from(width) * f64::from(height) <= MOST_PIXELS && width > 6500);
        assert_eq!(image_size(100.0, 80_000.0), (20, 16_000));
    }
}
