//! The results of the `.invariant` lines in the current run and at the current moment.

use super::model::Model;
use lanescope_core::session::run::{Breach, Run};

/// An `.invariant` line with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvariantLine {
    /// The line, as written.
    pub line: String,
    /// The first violation. `None` if the invariant always holds.
    pub broken: Option<Broken>,
}

/// A violation of an invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The cursor after the step that violates it, or 0 if it does not hold at the start.
    pub cursor: u32,
    /// The values at that cursor, in words.
    pub values: String,
}

impl Model {
    /// Returns the `.invariant` lines, in text order.
    pub fn invariants(&self) -> Vec<InvariantLine> {
        let Some(run) = self.run().filter(|_| !self.is_stale() && !self.is_hiding()) else {
            return Vec::new();
        };
        let line = |(at, invariant): (usize, &lanescope_core::session::run::Invariant)| InvariantLine {
            line: invariant.span.of(&self.document.session.text).trim().to_owned(),
            broken: run.breaches().iter().find(|breach| breach.invariant == at).map(broken),
        };
        run.scenario().invariants.iter().enumerate().map(line).collect()
    }
}

fn broken(breach: &Breach) -> Broken {
    Broken { cursor: cursor(breach), values: breach.values_in_words() }
}

fn cursor(breach: &Breach) -> u32 {
    breach.step.map_or(0, |step| step + 1)
}

/// Returns a sentence about the invariants that the last step violated.
pub fn broken_here(run: &Run, at: u32) -> Option<String> {
    let here = run.breaches().iter().filter(|breach| cursor(breach) == at);
    let sentence = |breach: &Breach| {
        let name = &run.scenario().invariants[breach.invariant].name;
        format!("Invariant `{name}` is broken: {}.", breach.values_in_words())
    };
    let all: Vec<String> = here.map(sentence).collect();
    (at > 0 && !all.is_empty()).then(|| all.join(" "))
}
