//! `render`: a step of a run, a strip of its steps or an animation, drawn as the page exports them.

use super::arguments::{Colours, Render, StepSize};
use super::{UNUSABLE, VerbResult, complain, files, open, status, tell_findings};
use lanescope_core::diag::Severity;
use lanescope_core::figure::{FigurePart, Steps, Theme, figure};
use lanescope_core::session::{Session, run::LaneId};
use lanescope_core::trace::Granularity;
use std::io::Write;

/// Draws the requested figure, to a file or to `out`.
pub fn render(asked: &Render, out: &mut impl Write) -> VerbResult {
    let file = &asked.scenario.file;
    let Some(session) = open(&asked.scenario) else { return Ok(UNUSABLE) };
    tell_findings(file, &session, Severity::Error);
    let Some(run) = &session.run else { return Ok(UNUSABLE) };
    let theme = match asked.theme {
        Colours::Light => Theme::Light,
        Colours::Dark => Theme::Dark,
        Colours::Auto => Theme::Auto,
    };
    let figure = match figure(run, &session.text, part(asked, &session), theme) {
        Ok(figure) => figure,
        Err(problem) => {
            complain(format_args!("error: {file}: {problem}"));
            return Ok(UNUSABLE);
        }
    };
    let to = asked.output.as_deref().unwrap_or(files::STANDARD_OUTPUT);
    let written = files::write(to, &figure, out)?;
    Ok(written.max(status(&session)))
}

/// Returns the part of the run that the arguments select.
fn part(asked: &Render, session: &Session) -> FigurePart {
    let Render { granularity, lane, from, to, .. } = *asked;
    let granularity = granularity.map(|size| match size {
        StepSize::Step => Granularity::Phase,
        StepSize::Memory => Granularity::Memory,
        StepSize::Lane => Granularity::Lane,
        StepSize::Instruction => Granularity::Instruction,
    });
    let is_part = lane.is_some() || from.is_some() || to.is_some() || granularity.is_some();
    let is_strip = asked.strip || is_part || asked.steps.is_some();
    let steps = match &asked.steps {
        Some(steps) => Steps::At(steps.clone()),
        None => Steps::Every { granularity, lane: lane.map(LaneId), from: from.unwrap_or(0), to },
    };
    match (asked.animate, is_strip) {
        (true, _) => FigurePart::Animation(steps),
        (false, true) => FigurePart::Strip(steps),
        (false, false) => FigurePart::Step(asked.step.or(session.default_figure_step())),
    }
}
