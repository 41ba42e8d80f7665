//! The readings that a step depends on: with another choice it would be a different step.

use crate::check;
use crate::diag::{Diagnostic, Severity};
use crate::exec::{Bound, Run, Scenario};
use crate::session::text::Session;
use crate::spec::{Choice, Reading};
use crate::trace::{MicroStep, Phase};

/// The effects of other choices on a program, one reading at a time. They are found choice by choice, at the cost of
/// one check of the text each.
#[derive(Clone, Debug, Default)]
pub struct OtherReadings {
    left: Vec<(&'static Reading, &'static Choice)>,
    found: Vec<Other>,
}

/// A choice that changes some instructions of the program.
#[derive(Clone, Debug)]
struct Other {
    reading: &'static Reading,
    /// The instructions that would be refused or take different steps.
    replaced: Vec<usize>,
    /// The instructions whose steps can be tried one by one, and the scenario to try them in.
    tried: Option<(Vec<usize>, Scenario)>,
}

impl Session {
    /// Lists the other choices of the readings that affect the program. None of them has been tried.
    pub fn other_readings(&self) -> OtherReadings {
        let views = self.reading_views().into_iter().filter(|view| view.touches_program);
        let others = views.flat_map(|view| {
            let choices = view.reading.choices.iter().filter(move |choice| choice.name != view.choice);
            choices.map(move |choice| (view.reading, choice))
        });
        OtherReadings { left: others.collect(), found: Vec::new() }
    }

    fn other(&self, now: &Scenario, reading: &'static Reading, choice: &'static Choice) -> Other {
        let checked =
            check::check_as(&self.text, &self.document, &self.in_force, &[], Some((reading, choice)));
        let program = || now.program.iter().enumerate();
        let numbers = |is_it: &dyn Fn(usize, &Bound) -> bool| -> Vec<usize> {
            program().filter(|(at, bound)| is_it(*at, bound)).map(|(at, _)| at).collect()
        };
        let touched = || numbers(&|_, bound| bound.row.readings.contains(&reading));
        let Some(then) = checked.scenario else {
            let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
            let errors: Vec<_> =
                checked.diagnostics.iter().filter(is_error).map(|found| found.span).collect();
            let is_refused = |bound: &Bound| {
                let line = bound.span.range();
                errors.iter().any(|error| line.contains(&error.range().start))
            };
            let refused = numbers(&|_, bound| is_refused(bound));
            // If no instruction is refused, the error is elsewhere, for instance in a declaration.
            let replaced = if refused.is_empty() { touched() } else { refused };
            return Other { reading, replaced, tried: None };
        };
        let is_other = |at: usize, bound: &Bound| then.program.get(at).is_none_or(|it| !bound.does_as(it));
        let others = numbers(&is_other);
        if then.layout != now.layout {
            let replaced = if others.is_empty() { touched() } else { others };
            return Other { reading, replaced, tried: None };
        }
        let (tried, replaced): (Vec<usize>, Vec<usize>) = others
            .into_iter()
            .partition(|at| then.program.get(*at).is_some_and(|it| now.program[*at].is_shaped_as(it)));
        // If the notation asks for the reading, `decided` says which steps depend on it.
        let is_asked = |at: &usize| {
            let decided = &now.program[*at].code.decided;
            decided.iter().any(|decided| decided.readings.contains(&reading.name))
        };
        let replaced = replaced.into_iter().filter(|at| !is_asked(at)).collect();
        // Each step is tried with the run's own memory, wherever it is tried.
        let then = Scenario { initial: now.initial.clone(), ..then };
        let tried = if tried.is_empty() { None } else { Some((tried, then)) };
        Other { reading, replaced, tried }
    }
}

impl OtherReadings {
    /// Finds the effect of one more choice on the program of `session`. Returns true once all choices are known.
    pub fn advance(&mut self, session: &Session) -> bool {
        if let (Some((reading, choice)), Some(now)) = (self.left.pop(), &session.scenario) {
            let other = session.other(now, reading, choice);
            if !other.replaced.is_empty() || other.tried.is_some() {
                self.found.push(other);
            }
        }
        self.left.is_empty()
    }

    /// Returns the readings that a step of the run depends on, by name, each with the choice in force. A step depends
    /// on a reading if its notation asks for the reading, or if another choice would make it a different step. The
    /// first step of an instruction also has the readings that would change the whole instruction.
    pub fn of_step(&self, run: &Run, step: &MicroStep) -> Vec<(&'static str, &'static str)> {
        let scenario = run.scenario();
        let at = step.instruction as usize;
        let Some(bound) = scenario.program.get(at) else { return Vec::new() };
        let mut names = bound.readings_of(step);
        let replaced =
            self.found.iter().filter(|other| step.phase == Phase::Mask && other.replaced.contains(&at));
        names.extend(replaced.map(|other| other.reading.name));
        let tried = |other: &Other| other.tried.as_ref().is_some_and(|(tried, _)| tried.contains(&at));
        let others: Vec<&Other> = self.found.iter().filter(|other| tried(other)).collect();
        let then = others.iter().filter_map(|other| other.tried.as_ref().map(|(_, then)| then));
        let is_same = run.does_step_as(step.index, then);
        let differ = others.iter().zip(is_same).filter(|(_, is_same)| !is_same);
        names.extend(differ.map(|(other, _)| other.reading.name));
        let all = scenario.set.readings.iter().filter(|reading| names.contains(&reading.name));
        all.map(|reading| (reading.name, scenario.readings.get(reading))).collect()
    }
}
