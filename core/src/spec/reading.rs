//! Readings: the named choices where the manual is silent or contradicts itself.

use crate::base::Clause;
use std::collections::BTreeMap;

/// One way to read the manual.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The word of `.reading NAME = word`.
    pub name: &'static str,
    /// What follows from this choice, one sentence.
    pub prose: &'static str,
}

/// A question that the manual leaves open. The first choice is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The name of `.reading name = ...`.
    pub name: &'static str,
    /// The question, one sentence.
    pub question: &'static str,
    /// The answers; the first holds unless the scenario says otherwise.
    pub choices: &'static [Choice],
    /// What is known: why the default is what it is.
    pub evidence: &'static str,
    /// Where the manual is silent or contradicts itself.
    pub source: Clause,
}

impl Reading {
    /// The choice that holds unless the scenario says otherwise.
    pub fn default_choice(&self) -> &'static str {
        self.choices[0].name
    }
}

/// The readings that a scenario chose; all others stand at their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadingSet {
    chosen: BTreeMap<&'static str, &'static str>,
}

impl ReadingSet {
    /// Chooses one way to read the manual.
    pub fn choose(&mut self, reading: &'static Reading, choice: &'static Choice) {
        self.chosen.insert(reading.name, choice.name);
    }

    /// The choice in force for a reading.
    pub fn get(&self, reading: &Reading) -> &'static str {
        self.chosen.get(reading.name).copied().unwrap_or_else(|| reading.default_choice())
    }

    /// Whether that choice is in force.
    pub fn is(&self, reading: &Reading, choice: &str) -> bool {
        debug_assert!(
            reading.choices.iter().any(|c| c.name == choice),
            "{}: no choice {choice}",
            reading.name
        );
        self.get(reading) == choice
    }
}
