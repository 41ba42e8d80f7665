//! Readings: the named choices where the manual is silent or contradicts itself.

use crate::base::Clause;
use std::collections::BTreeMap;

/// What a text says that a reading is about, in our words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saying {
    /// Its page and heading.
    pub source: Clause,
    /// What stands there, or that nothing does; a sentence.
    pub says: &'static str,
}

/// Whoever has to read the manual one way or another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// What makes the instruction from another language.
    Compilers,
    /// What reads or prints its text.
    Assemblers,
    /// What executes it.
    Hardware,
}

impl Reader {
    /// Every one of them, in the order in which they are told.
    pub const ALL: [Self; 3] = [Self::Compilers, Self::Assemblers, Self::Hardware];

    /// Their name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Compilers => "compilers",
            Self::Assemblers => "assemblers",
            Self::Hardware => "hardware",
        }
    }
}

/// What somebody is known to do about an open question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Practice {
    /// Who.
    pub reader: Reader,
    /// What they do, a sentence.
    pub does: &'static str,
    /// From where that is known.
    pub source: &'static str,
}

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
    /// What the texts say: where they are silent or contradict each other. The first is the one that the question is about.
    pub texts: &'static [Saying],
    /// What is known of compilers, assemblers and hardware; of whom nothing stands here, nothing is known.
    pub practices: &'static [Practice],
    /// Why the default is what it is.
    pub because: &'static str,
    /// A scenario that ends otherwise, or is refused, with another choice.
    pub example: &'static str,
}

impl Reading {
    /// The choice that holds unless the scenario says otherwise.
    pub fn default_choice(&self) -> &'static str {
        self.choices[0].name
    }

    /// What is known of somebody; nothing where it is not known.
    pub fn practices_of(&self, reader: Reader) -> impl Iterator<Item = &'static Practice> {
        self.practices.iter().filter(move |practice| practice.reader == reader)
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
