//! The figure of a part of a run, with the default number formats of the page.

use super::{Look, Theme, animated, strip, svg};
use crate::session::{LaneId, Run};
use crate::trace::Granularity;
use crate::view::example::title;
use crate::view::moment::Moment;
use crate::view::summary::RunSummary;
use std::rc::Rc;

/// The part of a run to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The moment after this many micro-steps; `None` for the end of the run.
    Step(Option<u32>),
    /// One figure for each of these steps.
    Strip(StripSteps),
    /// One figure that plays these steps.
    Animation(StripSteps),
}

/// The steps of a strip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StripSteps {
    /// The granularity of a step; `None` for the default of the run.
    pub granularity: Option<Granularity>,
    /// The lane whose steps are shown; `None` for all lanes.
    pub lane: Option<u8>,
    /// The first figure shows the moment after this many micro-steps.
    pub from: u32,
    /// The last figure shows the moment after this many micro-steps; `None` for the end of the run.
    pub to: Option<u32>,
}

/// Draws a part of a run as an SVG document. `text` is the run's scenario text. If the part does not exist, the error is a
/// sentence without a full stop.
pub fn figure(run: &Rc<Run>, text: &Rc<str>, part: Part, theme: Theme) -> Result<String, String> {
    if run.is_empty() {
        return Err("no instruction runs, so there is nothing to draw".to_owned());
    }
    let summary = Rc::new(RunSummary::new(run));
    let title = title(text);
    let look = Look::new(run, &title, Default::default()).in_theme(theme);
    match part {
        Part::Step(step) => {
            let cursor = step.unwrap_or(run.len());
            if cursor > run.len() {
                return Err(no_step(cursor, run.len()));
            }
            Ok(svg(&Moment::new(run, text, cursor, summary), look))
        }
        Part::Strip(steps) | Part::Animation(steps) => {
            let StripSteps { granularity, lane, from, to } = steps;
            let (last, lanes) = (to.unwrap_or(run.len()), run.frame(0).lanes.len());
            if let Some(step) = [from, last].into_iter().find(|step| *step > run.len()) {
                return Err(no_step(step, run.len()));
            }
            if from > last {
                return Err(format!("the strip begins at step {from}, which is after its last step {last}"));
            }
            if let Some(lane) = lane.filter(|lane| usize::from(*lane) >= lanes) {
                return Err(format!(
                    "there is no lane {lane}; the first instruction has {lanes}, from lane 0 on"
                ));
            }
            let granularity = granularity.unwrap_or_else(|| run.usual_granularity());
            let draw = if matches!(part, Part::Strip(_)) { strip } else { animated };
            Ok(draw((run, text), &summary, (granularity, lane.map(LaneId), from..=last), look))
        }
    }
}

fn no_step(step: u32, len: u32) -> String {
    format!("there is no step {step}; the run has steps 0 to {len}")
}
