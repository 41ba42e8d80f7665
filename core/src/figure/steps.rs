//! The steps of a run that a strip or an animation shows.

use super::drawing::{Figure, Look};
use crate::session::{
    run::{LaneId, Run},
    text::counted,
};
use crate::trace::Granularity;
use crate::view::moment::{Moment, RunSummary};
use std::rc::Rc;

/// The maximum number of figures in a strip or an animation.
pub const MOST_FIGURES: usize = 60;

/// The maximum number of micro-steps that are searched for the steps of one lane.
const MOST_SEARCHED: usize = 50_000;

/// The steps to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Steps {
    /// The moments after these numbers of micro-steps, in this order.
    At(Vec<u32>),
    /// Every step of a part of the run, up to [`MOST_FIGURES`].
    Every {
        /// The granularity of a step; `None` for the default of the run.
        granularity: Option<Granularity>,
        /// The lane whose steps are shown, as far as they are among the first 50,000; `None` for all lanes.
        lane: Option<LaneId>,
        /// The first figure shows the moment after this many micro-steps.
        from: u32,
        /// The last figure shows the moment after this many micro-steps; `None` for the end of the run.
        to: Option<u32>,
    },
}

/// Steps that a run has.
#[derive(Clone, Debug)]
pub struct ChosenSteps {
    /// The moments, each as the number of micro-steps before it.
    cursors: Vec<u32>,
    /// The part of the run that they show, without the end that is left out.
    description: String,
    /// The number of micro-steps that are left out at the end of the part, and the number of all its micro-steps. With a
    /// chosen lane, the first number counts the steps of that lane alone.
    left_out: (u32, u32),
}

impl Steps {
    /// Returns every step of a granularity, of one lane or of all.
    pub fn every(granularity: Granularity, lane: Option<LaneId>) -> Self {
        Self::Every { granularity: Some(granularity), lane, from: 0, to: None }
    }

    /// Looks the steps up in a run. If it does not have them, the error is a sentence without a full stop.
    pub fn of_run(&self, run: &Run) -> Result<ChosenSteps, String> {
        match self {
            Self::At(cursors) => at(run, cursors),
            Self::Every { granularity, lane, from, to } => {
                let granularity = granularity.unwrap_or_else(|| run.usual_granularity());
                every(run, granularity, *lane, (*from, to.unwrap_or(run.len())))
            }
        }
    }
}

/// Returns chosen moments of a run.
fn at(run: &Run, cursors: &[u32]) -> Result<ChosenSteps, String> {
    if cursors.is_empty() {
        return Err("no step is given".to_owned());
    }
    if cursors.len() > MOST_FIGURES {
        return Err(format!("at most {MOST_FIGURES} steps can be drawn, and {} are given", cursors.len()));
    }
    if let Some(step) = cursors.iter().find(|step| **step > run.len()) {
        return Err(no_step(*step, run.len()));
    }
    let (shown, len) = (cursors.len() as u32, run.len());
    let description = format!("{} of a run of {}.", counted(shown, "step"), counted(len, "micro-step"));
    Ok(ChosenSteps { cursors: cursors.to_vec(), description, left_out: (0, len) })
}

/// Returns every step of a part of a run.
fn every(
    run: &Run,
    granularity: Granularity,
    lane: Option<LaneId>,
    (from, to): (u32, u32),
) -> Result<ChosenSteps, String> {
    if let Some(step) = [from, to].into_iter().find(|step| *step > run.len()) {
        return Err(no_step(step, run.len()));
    }
    if from > to {
        return Err(format!("the strip begins at step {from}, which is after its last step {to}"));
    }
    let lanes = usize::from(run.scenario().largest_exec_size().unwrap_or(0));
    if let Some(lane) = lane.filter(|lane| lane.index() >= lanes) {
        return Err(format!("there is no lane {lane}; the run has {lanes}, from lane 0 on"));
    }
    let cursors = match lane {
        Some(lane) => cursors_of(run, granularity, lane, (from, to)),
        None => cursors(run, granularity, (from, to)),
    };
    let last = cursors.last().copied().unwrap_or(0);
    let left_out = if cursors.len() < MOST_FIGURES { 0 } else { to - last };
    let description = description(cursors.len(), granularity, (from, to), run.len());
    Ok(ChosenSteps { cursors, description, left_out: (left_out, to - from) })
}

/// Returns the moments of a part: its start and the end of each step.
fn cursors(run: &Run, granularity: Granularity, (from, to): (u32, u32)) -> Vec<u32> {
    let mut cursors = vec![from];
    while let Some(&cursor) = cursors.last()
        && cursor < to
        && cursors.len() < MOST_FIGURES
    {
        cursors.push(run.seek(cursor, granularity, true).min(to));
    }
    cursors
}

/// Returns the moments of a part for one lane: its start and the end of each of the lane's steps.
fn cursors_of(run: &Run, granularity: Granularity, lane: LaneId, (from, to): (u32, u32)) -> Vec<u32> {
    let steps = (1..=to).zip(run.steps()).skip(from as usize).take(MOST_SEARCHED);
    let own = steps.filter(|(_, step)| step.lane == Some(lane)).map(|(cursor, _)| cursor);
    let ends = own.filter(|&cursor| run.seek(cursor - 1, granularity, true) == cursor);
    std::iter::once(from).chain(ends).take(MOST_FIGURES).collect()
}

/// Describes the steps from `from` to `to` in a sentence. The run has `len` micro-steps.
fn description(figures: usize, granularity: Granularity, (from, to): (u32, u32), len: u32) -> String {
    let each = match granularity {
        Granularity::Phase => "a micro-step",
        Granularity::Memory => "a step to memory or back",
        Granularity::Lane => "a lane's turn",
        Granularity::Instruction => "an instruction",
    };
    let micro_steps = counted(len, "micro-step");
    let (subject, start) = match from == 0 && to == len {
        true => (format!("A run of {micro_steps}"), "the start".to_owned()),
        false => (format!("Steps {from} to {to} of a run of {micro_steps}"), format!("step {from}")),
    };
    match figures {
        1 if from == 0 => format!("{subject}, at its start."),
        1 => format!("{subject}, at {start}."),
        _ => format!("{subject} in {figures} figures: {start}, then {each} each."),
    }
}

/// Returns the error for a step that a run does not have.
pub fn no_step(step: u32, len: u32) -> String {
    format!("there is no step {step}; the run has steps 0 to {len}")
}

impl ChosenSteps {
    /// Draws a figure for each step.
    pub(super) fn figures(
        &self,
        (run, text): (&Rc<Run>, &Rc<str>),
        summary: &Rc<RunSummary>,
        look: Look<'_>,
    ) -> Vec<Figure> {
        let figure = |cursor: &u32| Figure::new(&Moment::new(run, text, *cursor, Rc::clone(summary)), look);
        self.cursors.iter().map(figure).collect()
    }

    /// Describes the steps, and the number of those that are left out, if there are any.
    pub(super) fn description(&self) -> String {
        match self.left_out_in_words() {
            Some(words) => format!("{} {words}", self.description),
            None => self.description.clone(),
        }
    }

    /// Says how many micro-steps are left out, if there are any.
    pub(super) fn left_out_in_words(&self) -> Option<String> {
        let (left_out, len) = self.left_out;
        (left_out > 0).then(|| format!("The last {left_out} of {len} micro-steps are left out."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_name_the_part_and_what_is_left_out() {
        let description = description(60, Granularity::Lane, (0, 4800), 4800);
        let steps = ChosenSteps { cursors: Vec::new(), description, left_out: (4000, 4800) };
        assert_eq!(
            steps.description(),
            "A run of 4800 micro-steps in 60 figures: the start, then a lane's turn each. \
             The last 4000 of 4800 micro-steps are left out."
        );
        assert_eq!(
            super::description(1, Granularity::Phase, (0, 1), 1),
            "A run of 1 micro-step, at its start."
        );
    }
}
