//! The figure of a part of a run, with the default number formats of the page.

use super::animated::animated;
use super::drawing::{Look, svg};
use super::steps::{Steps, no_step};
use super::strip::strip;
use super::theme::Theme;
use crate::session::run::Run;
use crate::trace::Phase;
use crate::view::example::title;
use crate::view::moment::{Moment, RunSummary};
use std::rc::Rc;

/// The part of a run to draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigurePart {
    /// The moment after this many micro-steps; `None` for the end of the run.
    Step(Option<u32>),
    /// Lanes, wires and memory alone, at an access in the middle of the run: a thumbnail.
    Picture,
    /// One figure for each of these steps.
    Strip(Steps),
    /// One figure that plays these steps.
    Animation(Steps),
}

/// Draws a part of a run as an SVG document. `text` is the run's scenario text. If the part does not exist, the error is a
/// sentence without a full stop.
pub fn figure(run: &Rc<Run>, text: &Rc<str>, part: FigurePart, theme: Theme) -> Result<String, String> {
    if run.is_empty() {
        return Err("no instruction runs, so there is nothing to draw".to_owned());
    }
    let summary = Rc::new(RunSummary::new(run));
    let title = title(text);
    let look = Look::new(run, &title, Default::default()).in_theme(theme);
    match part {
        FigurePart::Step(step) => {
            let cursor = step.unwrap_or(run.len());
            if cursor > run.len() {
                return Err(no_step(cursor, run.len()));
            }
            Ok(svg(&Moment::new(run, text, cursor, summary), look))
        }
        FigurePart::Picture => {
            Ok(svg(&Moment::new(run, text, middle_access(run), summary), look.without_words()))
        }
        FigurePart::Strip(steps) => Ok(strip((run, text), &summary, &steps.of_run(run)?, look)),
        FigurePart::Animation(steps) => Ok(animated((run, text), &summary, &steps.of_run(run)?, look)),
    }
}

/// Returns the moment after the access to memory in the middle of a run; the end of a run without accesses.
fn middle_access(run: &Run) -> u32 {
    let is_access = |phase: Phase| matches!(phase, Phase::Read | Phase::Write);
    let accesses: Vec<u32> =
        (1..).zip(run.steps()).filter(|(_, step)| is_access(step.phase)).map(|(cursor, _)| cursor).collect();
    accesses.get(accesses.len() / 2).copied().unwrap_or(run.len())
}
