//! A session in parts: for whoever has to answer others while a long run is made.

use super::{NumberFormat, Session, judge, orders, told};
use crate::check;
use crate::diag::{Diagnostic, Severity, has_errors};
use crate::exec::{Run, Running};
use crate::spec::RollCall;
use crate::syntax::{Document, parse};
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

/// What is wrong with what variants say, each as it is in force there.
fn in_variants(
    text: &str,
    written: &Document,
    roll_call: &RollCall,
    known: &[Diagnostic],
) -> Vec<Diagnostic> {
    if has_errors(known) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, variant) in written.variants.iter().enumerate() {
        let document = written.as_variant(at);
        let checked = check::check(text, &document, &check::in_force(&document, roll_call), &[]);
        let (start, end) = (variant.span.start, variant.span.end);
        let is_inside = |it: &Diagnostic| start <= it.span.start && it.span.end <= end;
        let (inside, outside): (Vec<Diagnostic>, Vec<Diagnostic>) =
            checked.diagnostics.into_iter().partition(is_inside);
        // What it breaks elsewhere is told where it stands itself.
        let elsewhere = outside.into_iter().filter(|it| it.severity == Severity::Error).map(|mut it| {
            it.message = format!("in the variant `{}`: {}", variant.name.text, it.message);
            (it.span, it.fix) = (variant.name.span, None);
            it
        });
        found.extend(inside.into_iter().chain(elsewhere));
    }
    found
}

impl Session {
    /// Reads and checks a text. Whoever is given the result makes the run, in slices of their own.
    pub fn begin(text: &str, roll_call: &RollCall) -> PendingSession {
        Self::begin_as(text, roll_call, None)
    }

    /// The same as one of its variants has it; as the text itself has it where there is none of that name.
    pub fn begin_as(text: &str, roll_call: &RollCall, variant: Option<&str>) -> PendingSession {
        let (written, mut found) = parse(text, roll_call);
        let named = |name: &str| written.variants.iter().position(|it| it.name.text == name);
        let variant = variant.and_then(named);
        let document = variant.map_or_else(|| written.clone(), |at| written.as_variant(at));
        let in_force = check::in_force(&document, roll_call);
        let checked = check::check(text, &document, &in_force, &found);
        found.extend(checked.diagnostics);
        if variant.is_none() {
            let of_variants = in_variants(text, &written, roll_call, &found);
            found.extend(of_variants);
        }
        let scenario = checked.scenario.map(Rc::new);
        let session = Self {
            text: Rc::from(text),
            variant: variant.map(|at| Rc::from(&*written.variants[at].name.text)),
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
            value_format: NumberFormat::Auto,
        };
        let running = scenario.map(Run::begin);
        let mut pending = PendingSession { session, found, running };
        if pending.running.is_none() {
            pending.complete(None);
        }
        pending
    }

    /// Reads, checks and runs a text as one of its variants has it.
    pub fn open_as(text: &str, variant: Option<&str>) -> Self {
        let mut pending = Self::begin_as(text, &super::roll_call(), variant);
        pending.advance(u32::MAX);
        pending.session
    }

    /// The names of the variants of the text.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.document.variants.iter().map(|variant| &*variant.name.text)
    }

    /// Reads, checks and runs a text, with the instruction sets of that roll call.
    pub fn open_with(text: &str, roll_call: &RollCall) -> Self {
        let mut pending = Self::begin(text, roll_call);
        // The budget of a run is less.
        pending.advance(u32::MAX);
        pending.session
    }
}
