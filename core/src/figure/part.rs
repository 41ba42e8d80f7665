//! The figure of a part of a run, as the page draws it where nobody has changed how numbers are shown.

use super::{Look, Theme, strip, svg};
use crate::session::{LaneId, Run};
use crate::view::Formats;
use crate::view::example::title;
use crate::view::moment::Moment;
use crate::view::summary::RunSummary;
use std::rc::Rc;

/// What is drawn of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The moment after so many steps; `None` for the last.
    Step(Option<u32>),
    /// All of it step by step, or the steps of one lane.
    Strip(Option<u8>),
}

/// The figure of a part of a run as an SVG document; `text` is what the run belongs to. `Err` says, as a sentence without a
/// full stop, why there is no such part.
pub fn figure(run: &Rc<Run>, text: &Rc<str>, part: Part, theme: Theme) -> Result<String, String> {
    if run.is_empty() {
        return Err("no instruction runs, so there is nothing to draw".to_owned());
    }
    let summary = Rc::new(RunSummary::new(run));
    let title = title(text);
    let look = Look::new(run, &title, Formats::default()).in_theme(theme);
    match part {
        Part::Step(step) => {
            let cursor = step.unwrap_or(run.len());
            if cursor > run.len() {
                return Err(format!("there is no step {cursor}; the run has steps 0 to {}", run.len()));
            }
            Ok(svg(&Moment::new(run, text, cursor, summary), look))
        }
        Part::Strip(lane) => {
            let lanes = run.frame(0).lanes.len();
            if let Some(lane) = lane.filter(|lane| usize::from(*lane) >= lanes) {
                return Err(format!(
                    "there is no lane {lane}; the first instruction has {lanes}, from lane 0 on"
                ));
            }
            Ok(strip((run, text), &summary, (run.usual_granularity(), lane.map(LaneId)), look))
        }
    }
}
