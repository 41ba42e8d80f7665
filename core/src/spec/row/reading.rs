//! Readings: named interpretations of rules on which the manual is silent or contradicts itself.

use crate::base::Clause;
use serde::Serialize;
use std::collections::BTreeMap;

/// The statement of a source about the subject of a reading, in our words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Statement {
    /// The page and heading.
    #[serde(flatten)]
    pub source: Clause,
    /// The statement in one sentence, or a sentence that says that the manual has none.
    pub says: &'static str,
}

/// A group of products that must settle on an interpretation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProductGroup {
    /// Compilers that generate the instruction.
    Compilers,
    /// Assemblers, and tools that print assembly text.
    Assemblers,
    /// Hardware that executes the instruction.
    Hardware,
}

impl ProductGroup {
    /// All groups, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::Compilers, Self::Assemblers, Self::Hardware];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Compilers => "compilers",
            Self::Assemblers => "assemblers",
            Self::Hardware => "hardware",
        }
    }
}

/// The known behaviour of a group of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Practice {
    /// The group.
    #[serde(skip)]
    pub group: ProductGroup,
    /// The behaviour, in one sentence.
    pub does: &'static str,
    /// The source of this knowledge.
    pub source: &'static str,
}

/// A choice of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The word in `.reading NAME = word`.
    pub name: &'static str,
    /// The consequence of this choice, in one sentence.
    pub prose: &'static str,
}

/// A question that the manual leaves open. The first choice is the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The name in `.reading name = ...`.
    pub name: &'static str,
    /// The question, in one sentence.
    pub question: &'static str,
    /// The answers. The first one is in force unless the scenario chooses another.
    pub choices: &'static [Choice],
    /// The statements of the sources. The first source is the one that the question is about.
    pub statements: &'static [Statement],
    /// The known behaviour of compilers, assemblers and hardware. Nothing is known of groups that are missing.
    pub practices: &'static [Practice],
    /// The reason for the default.
    pub because: &'static str,
    /// A scenario that has another result, or is rejected, with another choice.
    pub example: &'static str,
}

/// A condition of a rule: a choice of a reading is in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadingCondition {
    /// The reading.
    pub reading: &'static Reading,
    /// The name of the choice.
    pub choice: &'static str,
}

impl ReadingCondition {
    /// Creates the condition. A constant does not compile if the reading lacks the choice.
    pub const fn new(reading: &'static Reading, choice: &'static str) -> Self {
        assert!(reading.has_choice(choice), "the reading has no such choice");
        Self { reading, choice }
    }

    /// Returns whether the choice is in force.
    pub fn holds(self, readings: &ChosenReadings) -> bool {
        readings.is(self.reading, self.choice)
    }
}

impl Reading {
    /// Returns whether the reading has a choice with this name.
    const fn has_choice(&self, name: &str) -> bool {
        let mut index = 0;
        while index < self.choices.len() {
            if is_same(self.choices[index].name.as_bytes(), name.as_bytes()) {
                return true;
            }
            index += 1;
        }
        false
    }

    /// Returns the default choice.
    pub fn default_choice(&self) -> &'static str {
        self.choices[0].name
    }

    /// Returns the known behaviour of a group.
    pub fn practices_of(&self, group: ProductGroup) -> impl Iterator<Item = &'static Practice> {
        self.practices.iter().filter(move |practice| practice.group == group)
    }
}

/// The choices of a scenario. All other readings have their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChosenReadings {
    chosen: BTreeMap<&'static str, &'static str>,
}

impl ChosenReadings {
    /// Sets the choice of a reading.
    pub fn choose(&mut self, reading: &'static Reading, choice: &'static Choice) {
        self.chosen.insert(reading.name, choice.name);
    }

    /// Returns the choice in force for a reading.
    pub fn get(&self, reading: &Reading) -> &'static str {
        self.chosen.get(reading.name).copied().unwrap_or_else(|| reading.default_choice())
    }

    /// Returns whether a choice is in force.
    pub fn is(&self, reading: &Reading, choice: &str) -> bool {
        debug_assert!(reading.has_choice(choice), "{}: no choice {choice}", reading.name);
        self.get(reading) == choice
    }
}

/// Returns whether two texts are the same. Constants cannot compare them with `==`.
const fn is_same(one: &[u8], other: &[u8]) -> bool {
    match (one, other) {
        ([], []) => true,
        ([first, one @ ..], [second, other @ ..]) => *first == *second && is_same(one, other),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn a_reading_has_the_choices_of_its_list_alone() {
        const READING: Reading = Reading {
            name: "end",
            question: "",
            choices: &[Choice { name: "first", prose: "" }, Choice { name: "last", prose: "" }],
            statements: &[],
            practices: &[],
            because: "",
            example: "",
        };
        for (name, expected) in
            [("first", true), ("last", true), ("las", false), ("lasts", false), ("", false)]
        {
            assert_eq!(READING.has_choice(name), expected, "{name}");
        }
    }
}
