//! A session in parts: for whoever has to answer others while a long run is made.

use super::{Session, judge, orders, told};
use crate::check;
use crate::diag::Diagnostic;
use crate::exec::{Run, Running};
use crate::spec::RollCall;
use crate::syntax::parse;
use std::rc::Rc;

/// A session whose run is being made.
#[derive(Debug)]
pub struct PendingSession {
    session: Session,
    /// What parser and checker found, all of it.
    found: Vec<Diagnostic>,
    /// What is left to run; `None` where nothing is.
    running: Option<Running>,
}

impl PendingSession {
    /// The session as far as it is known. Until the run is over it lacks the run, what that finds, and whether
    /// expectations hold.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Goes on for at most that many micro-steps. Returns whether the session is whole.
    pub fn advance(&mut self, steps: u32) -> bool {
        let Some(running) = &mut self.running else { return true };
        let is_over = running.advance(steps);
        if is_over {
            let run = self.running.take().map(|running| Rc::new(running.finish()));
            self.complete(run);
        }
        is_over
    }

    /// How many micro-steps have been done.
    pub fn steps(&self) -> u32 {
        let len = || self.session.run.as_ref().map_or(0, |run| run.len());
        self.running.as_ref().map_or_else(len, Running::steps)
    }

    fn complete(&mut self, run: Option<Rc<Run>>) {
        let session = &mut self.session;
        if let Some(run) = &run {
            let in_vain = orders::in_vain(&session.document, run);
            session.diagnostics = told([&self.found, run.diagnostics(), &in_vain].concat());
        }
        let end = run.as_ref().map(|run| run.state(run.len()));
        session.expectations = judge::judge(&session.expected, end.as_ref(), &session.diagnostics);
        session.run = run;
    }
}

impl Session {
    /// Reads and checks a text. Whoever is given the result makes the run, in slices of their own.
    pub fn begin(text: &str, roll_call: &RollCall) -> PendingSession {
        let (document, mut found) = parse(text, roll_call);
        let in_force = check::in_force(&document, roll_call);
        let checked = check::check(text, &document, &in_force, &found);
        found.extend(checked.diagnostics);
        let scenario = checked.scenario.map(Rc::new);
        let session = Self {
            text: Rc::from(text),
            roll_call: roll_call.clone(),
            in_force,
            document: Rc::new(document),
            diagnostics: told(found.clone()),
            scenario: scenario.clone(),
            setup: checked.setup.map(Rc::new),
            run: None,
            readings: checked.readings,
            expected: checked.expected.into(),
            expectations: Vec::new(),
        };
        let running = scenario.map(Run::begin);
        let mut pending = PendingSession { session, found, running };
        if pending.running.is_none() {
            pending.complete(None);
        }
        pending
    }

    /// Reads, checks and runs a text, with the instruction sets of that roll call.
    pub fn open_with(text: &str, roll_call: &RollCall) -> Self {
        let mut pending = Self::begin(text, roll_call);
        // The budget of a run is less.
        pending.advance(u32::MAX);
        pending.session
    }
}
