//! What became of the `.invariant` lines: in the run at hand, and at the moment at hand.

use super::Model;
use lanescope_core::session::{Breach, Run};

/// An `.invariant` line, and where the run breaks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvariantLine {
    /// The line, as it is written.
    pub line: String,
    /// Where; `None` where it holds all along.
    pub broken: Option<Broken>,
}

/// Where an invariant is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The cursor behind the step that breaks it; 0 where it does not even hold at the start.
    pub cursor: u32,
    /// The values there, in words.
    pub values: String,
}

impl Model {
    /// The `.invariant` lines, in their order.
    pub fn invariants(&self) -> Vec<InvariantLine> {
        let Some(run) = self.run().filter(|_| !self.is_stale()) else { return Vec::new() };
        let line = |(at, invariant): (usize, &lanescope_core::session::Invariant)| InvariantLine {
            line: invariant.span.of(&self.text).trim().to_owned(),
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

/// What the last step has broken, as a sentence.
pub fn broken_here(run: &Run, at: u32) -> Option<String> {
    let here = run.breaches().iter().filter(|breach| cursor(breach) == at);
    let sentence = |breach: &Breach| {
        let name = &run.scenario().invariants[breach.invariant].name;
        format!("The invariant `{name}` does not hold any longer: {}.", breach.values_in_words())
    };
    let all: Vec<String> = here.map(sentence).collect();
    (at > 0 && !all.is_empty()).then(|| all.join(" "))
}
