//! Marks an answer: which parts are right, the right answer, and the mistakes that lead to a wrong one.

use super::answer::Answered;
use super::misconception::MISCONCEPTIONS;
use super::truth::{Elements, Truth, moment, truth};
use crate::base::{Bits, Clause, ScalarType, Schedule};
use crate::check::{Asked, Expected};
use crate::exec::{Bound, Run};
use crate::explore::Question;
use crate::machine::{Place, State};
use crate::session::text::{Change, MOST_TRIED_STEPS, Session, VariantStart, judge, spelt};
use num_bigint::BigUint;

/// The largest number of states that are explored to count outcomes.
const MOST_STATES: usize = 100_000;

/// A marked answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marking {
    /// Whether the whole answer is right.
    pub is_right: bool,
    /// Whether each part is right: each element, each lane below the execution size, or the answer as a whole.
    pub parts: Vec<bool>,
    /// The right answer, spelled as an answer. For an order, one that ends so, if some was found.
    pub right: Option<String>,
    /// The number of micro-steps before the first one at which the run and the answer differ; `None` if the answer is right, or is
    /// not about one run.
    pub first_difference: Option<u32>,
    /// Mistakes that lead to this answer. Empty if the answer is right.
    pub mistakes: Vec<Mistake>,
}

/// A change of the text that makes a wrong answer right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The key of the misconception, or the name of the variant.
    pub key: String,
    /// One sentence.
    pub sentence: String,
    /// The rule that the answer breaks; `None` for a variant of the text.
    pub source: Option<Clause>,
    /// The variant to create; `None` if the text has it.
    pub start: Option<VariantStart>,
}

impl Session {
    /// Marks an answer to a question. The error is a message: the answer cannot be read, nothing can run, or the
    /// outcomes are too many to count.
    pub fn mark(&self, asked: &Asked, typed: &str) -> Result<Marking, String> {
        let (Some(run), Some(scenario)) = (&self.run, &self.scenario) else {
            return Err("the text has nothing that can run".to_owned());
        };
        let answered = Answered::read(typed, asked, scenario)?;
        let whole = |is_right: bool, right: Option<String>| {
            Ok(Marking { is_right, parts: vec![is_right], right, ..Marking::default() })
        };
        match (asked, &answered) {
            (Asked::Ends { .. }, Answered::Count(count)) => {
                let right = self.right_answer(asked).ok_or("there are too many orders to count")?;
                whole(right == count.to_string(), Some(right))
            }
            (Asked::Schedule { ends }, Answered::Order(order)) => {
                let is_right = self.ends_so(order, ends).ok_or("the run with this order is too long")?;
                whole(is_right, is_right.then(|| order.to_string()))
            }
            _ => {
                let found = truth(run, asked).ok_or("the run does not reach this question")?;
                let (right, parts) = (Some(found.in_words()), found.parts(&answered, &scenario.initial));
                if parts.iter().all(|part| *part) {
                    return Ok(Marking { is_right: true, parts, right, ..Marking::default() });
                }
                let first_difference = Some(found.first_difference(run, asked, &parts));
                let mistakes = self.mistakes(asked, &answered, &found);
                Ok(Marking { is_right: false, parts, right, first_difference, mistakes })
            }
        }
    }

    /// Returns the right answer to a question, spelled as an answer. `None` for an order, if nothing can run, and if the outcomes are
    /// too many to count.
    pub fn right_answer(&self, asked: &Asked) -> Option<String> {
        match asked {
            Asked::Ends { results } => self.outcome_count(*results).map(|count| count.to_string()),
            Asked::Schedule { .. } => None,
            _ => truth(self.run.as_ref()?, asked).map(|found| found.in_words()),
        }
    }

    /// Counts the outcomes of all orders. `None` if they are too many.
    fn outcome_count(&self, results: bool) -> Option<BigUint> {
        let count = |question: Question| {
            let most_states = question.most_states.min(MOST_STATES);
            self.explored(Question { most_states, ..question }).map(|explored| explored.outcomes())
        };
        match results {
            true => count(Question::results()).or_else(|| count(Question::renamed())),
            false => count(Question::memory()),
        }
    }

    /// Returns whether the run with another order ends so; `None` if it is too long.
    fn ends_so(&self, order: &Schedule, ends: &[Expected]) -> Option<bool> {
        let lines = format!("  .order {order}\n");
        let change = Change::NewVariant(VariantStart::Lines { name: "order", lines });
        let run = self.run_trial(&change, MOST_TRIED_STEPS)?;
        let judged = judge(ends, Some(&run), run.diagnostics());
        Some(judged.iter().all(|expectation| expectation.holds()))
    }

    /// Returns the misconceptions and the variants of the text that make a wrong answer right. Each is a trial.
    fn mistakes(&self, asked: &Asked, answered: &Answered, found: &Truth) -> Vec<Mistake> {
        let program = self.scenario.as_ref().map_or(&[][..], |scenario| &scenario.program);
        let has_operation = |bound: &&Bound| bound.row.op_table().is_some();
        let source = program.iter().find(has_operation).or(program.first()).map(|bound| bound.row.source);
        let misconceptions = MISCONCEPTIONS.iter().filter_map(|misconception| {
            let start = Some(misconception.start(self)?);
            let (key, sentence) = (misconception.key.to_owned(), misconception.sentence());
            Some(Mistake { key, sentence, source, start })
        });
        let variants = self.variants().map(|name| Mistake {
            key: name.to_owned(),
            sentence: format!("This is the result of the variant `{name}`, not of this text."),
            source: None,
            start: None,
        });
        let explains = |mistake: &Mistake| {
            let own = || Change::Variant((*mistake.key).into());
            let change = mistake.start.clone().map_or_else(own, Change::NewVariant);
            let there = self.run_trial(&change, MOST_TRIED_STEPS).and_then(|run| truth(&run, asked));
            there.is_some_and(|there| there.explains(answered, found))
        };
        misconceptions.chain(variants).filter(explains).collect()
    }
}

impl Truth {
    /// Returns whether each part of an answer is right. A value that was left out means that the initial one is unchanged.
    fn parts(&self, answered: &Answered, initial: &State) -> Vec<bool> {
        match (self, answered) {
            (Self::Values(elements, values), Answered::Values(given)) => {
                let given = given.iter().copied().chain(std::iter::repeat(None));
                let initial = elements.read(initial);
                let is_right = |((found, initial), given): ((&Bits, Bits), Option<Bits>)| {
                    elements.fits(given, *found) || given.is_none() && initial == *found
                };
                values.iter().zip(initial).zip(given).map(is_right).collect()
            }
            (Self::Lanes(found), Answered::Lanes(given)) => {
                let last = (found.0 | given.0).checked_ilog2().map_or(0, |last| last as usize);
                (0..=last).map(|lane| found.contains(lane) == given.contains(lane)).collect()
            }
            _ => vec![false],
        }
    }

    /// Returns whether this would make an answer right that is wrong by `found`. A wrong bit that is undefined here explains nothing.
    fn explains(&self, answered: &Answered, found: &Self) -> bool {
        match (self, answered, found) {
            (Self::Values(elements, there), Answered::Values(given), Self::Values(_, here)) => {
                let given = given.iter().copied().chain(std::iter::repeat(None));
                let mut is_wrong = false;
                let fits_all = there.len() == here.len()
                    && there.iter().zip(here).zip(given).all(|((there, here), given)| {
                        let Some(value) = given else { return true };
                        if elements.fits(given, *here) {
                            return elements.fits(given, *there);
                        }
                        is_wrong = true;
                        // Bits that are undefined there fit any answer, so they explain nothing.
                        let contradicted = (value.value ^ here.value) & here.defined;
                        contradicted & there.defined != 0 && elements.fits(given, *there)
                    });
                fits_all && is_wrong
            }
            (Self::Lanes(there), Answered::Lanes(given), Self::Lanes(here)) => {
                there == given && given != here
            }
            _ => false,
        }
    }

    /// Returns the number of micro-steps before the first one at which the run departs from the answer.
    fn first_difference(&self, run: &Run, asked: &Asked, parts: &[bool]) -> u32 {
        match (self, asked) {
            (Self::Values(elements, _), Asked::Contents { step, .. }) => {
                let wrong = elements.cells.iter().zip(parts).filter(|(_, is_right)| !**is_right);
                let places: Vec<Place> = wrong.map(|(cell, _)| cell.place).collect();
                let writers = run.last_writers(&places, moment(run, *step)).into_iter();
                writers.map(|writer| writer.map_or(0, |(step, _)| step)).min().unwrap_or(0)
            }
            (_, Asked::Lanes { instruction }) => {
                run.instruction_starts().get(*instruction).copied().unwrap_or(0)
            }
            (_, Asked::Next { step }) => *step,
            _ => 0,
        }
    }

    /// Returns the right answer, spelled as an answer.
    pub(super) fn in_words(&self) -> String {
        let words: Vec<String> = match self {
            Self::Values(elements, values) => {
                let spell = |value: &Bits| match value.is_undefined(elements.width_bits) {
                    true => "?".to_owned(),
                    // Undefined bits may have any value, so zeros are right.
                    false => spelt(Bits::known(value.value), elements.ty),
                };
                values.iter().map(spell).collect()
            }
            Self::Lanes(lanes) if lanes.is_empty() => return "none".to_owned(),
            Self::Lanes(lanes) => lanes.lanes().map(|lane| lane.to_string()).collect(),
        };
        words.join(" ")
    }
}

impl Elements {
    /// Returns whether a given value is right. Undefined bits may have any value, and every NaN is one.
    fn fits(&self, given: Option<Bits>, found: Bits) -> bool {
        let width_bits = self.width_bits;
        let Some(given) = given.map(|given| given.truncate(width_bits)) else {
            return found.is_undefined(width_bits);
        };
        if !given.is_defined(width_bits) {
            return found.is_undefined(width_bits);
        }
        let is_nan = |bits: Bits| bits.is_defined(width_bits) && is_nan(self.ty, bits.value);
        (given.value ^ found.value) & found.defined == 0 || is_nan(given) && is_nan(found)
    }
}

fn is_nan(ty: ScalarType, value: u64) -> bool {
    match ty {
        ScalarType::Hf => value & 0x7fff > 0x7c00,
        ScalarType::F => f32::from_bits(value as u32).is_nan(), // 32 bits wide
        ScalarType::Df => f64::from_bits(value).is_nan(),
        _ => false,
    }
}
