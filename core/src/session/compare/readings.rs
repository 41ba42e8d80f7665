//! The readings of a program as data, each choice with its effect on the run if it was tried.

use super::shared::EndDifference;
use crate::base::Clause;
use crate::spec::{Choice, Practice, Reader, Reading, Saying};
use serde::Serialize;

/// The most micro-steps of a run that is repeated with other choices.
pub(in crate::session) const MOST_STEPS: u32 = 5000;

/// The effect of another choice on a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ChoiceEffect {
    /// The run is the same.
    Nothing,
    /// The run takes other steps and ends the same.
    Course,
    /// The run ends differently.
    End {
        /// The first places that differ.
        places: Vec<EndDifference>,
        /// The number of further places.
        more: usize,
    },
    /// The layout of memory or registers differs.
    Layout,
    /// The text is refused.
    Refused {
        /// The first error.
        why: String,
    },
    /// The effect is not known: one of the two runs is too long to try, or the text has no run.
    Untried,
}

impl ChoiceEffect {
    /// Returns the effect as half a sentence about the run with that choice.
    pub fn in_words(&self) -> String {
        match self {
            Self::Nothing => "does the same".to_owned(),
            Self::Course => "takes other steps and ends the same".to_owned(),
            Self::End { places, more } => {
                let place =
                    |end: &EndDifference| format!("{} = {} instead of {}", end.place, end.then, end.now);
                let places: Vec<String> = places.iter().map(place).collect();
                let more = if *more == 0 { String::new() } else { format!(", and {more} more") };
                format!("ends with {}{more}", places.join(", "))
            }
            Self::Layout => "has another memory layout".to_owned(),
            Self::Refused { why } => format!("is refused: {why}"),
            Self::Untried => format!("was not tried: only runs of up to {MOST_STEPS} micro-steps are"),
        }
    }

    /// Returns true if the effect shows at the end of the run.
    pub fn is_seen(&self) -> bool {
        matches!(self, Self::End { .. } | Self::Layout | Self::Refused { .. })
    }
}

/// A question that the manual leaves open.
#[derive(Clone, Debug, Serialize)]
pub struct ReadingEntry {
    /// The name, as after `.reading`.
    pub name: &'static str,
    /// The question, one sentence.
    pub question: &'static str,
    /// The choices. The first is the default.
    pub choices: Vec<ChoiceEntry>,
    /// The choice in force.
    pub choice: &'static str,
    /// The passages of the manuals about the question, by page and heading.
    pub texts: Vec<TextEntry>,
    /// The known practice of compilers, assemblers and hardware.
    pub known: Vec<KnownEntry>,
    /// The reason for the default.
    pub because: &'static str,
    /// A scenario that ends differently, or is refused, with another choice.
    pub example: &'static str,
}

/// A passage of a manual about an open question.
#[derive(Clone, Debug, Serialize)]
pub struct TextEntry {
    /// The page.
    pub page: &'static str,
    /// The heading.
    pub heading: &'static str,
    /// A paraphrase of the passage.
    pub says: &'static str,
}

/// The known practice of compilers, assemblers or hardware for an open question.
#[derive(Clone, Debug, Serialize)]
pub struct KnownEntry {
    /// `compilers`, `assemblers` or `hardware`.
    pub who: &'static str,
    /// The practices; empty if none is known.
    pub practices: Vec<PracticeEntry>,
}

/// A practice, with its source.
#[derive(Clone, Debug, Serialize)]
pub struct PracticeEntry {
    /// The practice, a sentence.
    pub does: &'static str,
    /// The source of that knowledge.
    pub source: &'static str,
}

/// A choice for an open question.
#[derive(Clone, Debug, Serialize)]
pub struct ChoiceEntry {
    /// The name, as in `.reading NAME = name`.
    pub name: &'static str,
    /// The consequence, one sentence.
    pub prose: &'static str,
    /// The effect on the run of a text, if the choice was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<ChoiceEffect>,
}

impl ReadingEntry {
    /// Creates the entry of a reading with its default choice.
    pub fn by_default(reading: &'static Reading) -> Self {
        Self::new(reading, reading.default_choice())
    }

    /// Creates the entry of a reading with the choice in force.
    pub fn new(reading: &'static Reading, choice: &'static str) -> Self {
        let Reading { name, question, choices, texts, because, example, practices: _ } = *reading;
        let entry = |&Choice { name, prose }: &Choice| ChoiceEntry { name, prose, effect: None };
        let choices = choices.iter().map(entry).collect();
        let text =
            |&Saying { source: Clause { page, heading }, says }: &Saying| TextEntry { page, heading, says };
        let practice = |&Practice { does, source, .. }: &Practice| PracticeEntry { does, source };
        let known = Reader::ALL.map(|reader| KnownEntry {
            who: reader.name(),
            practices: reading.practices_of(reader).map(practice).collect(),
        });
        Self {
            name,
            question,
            choices,
            choice,
            texts: texts.iter().map(text).collect(),
            known: known.to_vec(),
            because,
            example,
        }
    }
}
