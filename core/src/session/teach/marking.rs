//! Marks an answer: which parts are right, the right answer, and the mistakes that lead to a wrong one.

use super::answer::{Answered, lane_count};
use super::misconception::MISCONCEPTIONS;
use super::truth::{Elements, Truth, moment, truth};
use crate::base::{Bits, Clause, Schedule, counted};
use crate::check::{ClaimedEnd, QuestionContent, ReaderQuestion};
use crate::exec::{Bound, Run, Scenario};
use crate::machine::{Place, State};
use crate::semantics::FloatFormat;
use crate::session::orders::ClaimedFacts;
use crate::session::text::{Change, MOST_TRIED_STEPS, Session, VariantStart, spelt};
use crate::syntax::{Points, parse_order};

/// The largest number of states that are explored for the right answer to a question.
pub(super) const MOST_STATES: usize = 100_000;

/// A marked answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marking {
    /// Whether the whole answer is right.
    pub is_right: bool,
    /// Whether each part is right: each element, each lane below the execution size, or the answer as a whole.
    pub parts: Vec<bool>,
    /// The number of the first parts that count: elements of a variable after the last one that the run changes do not.
    pub counted: usize,
    /// The right answer, spelled as an answer. `None` for a wrong order: [`Session::right_answer`] searches for a right one.
    pub right: Option<String>,
    /// The first difference, as a sentence with the numbers of the run; `None` if the answer is right, and for an order.
    pub contrast: Option<String>,
    /// The number of micro-steps before the first one at which the run and the answer differ; `None` if the answer is right, is not
    /// about one run, or is wrong about a place that no step writes.
    pub first_difference: Option<u32>,
    /// Mistakes that lead to this answer. Empty if the answer is right.
    pub mistakes: Vec<Mistake>,
}

/// A change of the text that makes a wrong answer right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The key of the misconception, or the name of the variant.
    pub key: String,
    /// The fact that the answer contradicts, as a sentence.
    pub sentence: String,
    /// The rule that the answer breaks; `None` for a variant of the text, and for a question about all orders.
    pub source: Option<BrokenRule>,
    /// The variant to create; `None` if the text has it, and for a question about all orders.
    pub start: Option<VariantStart>,
}

/// The rule of an instruction that an answer breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRule {
    /// The place in the vendor's manual.
    pub clause: Clause,
    /// The page of the instruction in Lanescope's manual, without its ending: the folder of its set, and its mnemonic.
    pub page: String,
}

impl Marking {
    /// Returns the points of the answer to a question, and the points of a right answer.
    pub fn points(&self, ask: &ReaderQuestion) -> (u32, u32) {
        match ask.points {
            Points::OfAnswer(points) => (if self.is_right { points } else { 0 }, points),
            Points::OfValue(points) => {
                let right = self.parts.iter().take(self.counted).filter(|is_right| **is_right).count();
                (points.saturating_mul(right as u32), points.saturating_mul(self.counted as u32))
            }
        }
    }
}

impl Session {
    /// Marks an answer to a question. The error is a message: the answer cannot be read, nothing can run, or the
    /// outcomes are too many to count.
    pub fn mark(&self, asked: &QuestionContent, typed: &str) -> Result<Marking, String> {
        let (Some(run), Some(scenario)) = (&self.run, &self.scenario) else {
            return Err("the text has nothing that can run".to_owned());
        };
        let answered = Answered::read(typed, asked, scenario)?;
        let whole = |is_right: bool, right: Option<String>| Marking {
            is_right,
            parts: vec![is_right],
            counted: 1,
            right,
            ..Marking::default()
        };
        match (asked, &answered) {
            (QuestionContent::Outcomes(contents), Answered::Count(count)) => {
                let explored =
                    self.explored_outcomes(*contents).ok_or("there are too many orders to count")?;
                let outcomes = explored.outcomes();
                let right = outcomes.to_string();
                if outcomes == *count {
                    return Ok(whole(true, Some(right)));
                }
                let contrast = format!("You expected {}; there {}.", counted(count, "outcome"), are(&right));
                let mistakes = self.mistaken_count(explored, *contents, count);
                Ok(Marking { contrast: Some(contrast), mistakes, ..whole(false, Some(right)) })
            }
            (QuestionContent::Schedule(end), Answered::Order(order)) => {
                let is_right = self.ends_so(order, end).ok_or("the run with this order is too long")?;
                Ok(whole(is_right, is_right.then(|| order.to_string())))
            }
            _ => {
                let found = truth(run, asked).ok_or("the run does not reach this question")?;
                let parts = found.parts(&answered, asked, scenario);
                let right = Some(found.in_short(scenario));
                let counted = found.counted(scenario).unwrap_or(parts.len());
                if parts.iter().all(|part| *part) {
                    return Ok(Marking { is_right: true, parts, counted, right, ..Marking::default() });
                }
                let first_difference = found.first_difference(run, asked, &parts);
                let mistakes = self.mistakes(asked, &answered, &found);
                let contrast = found.contrast(run, asked, &answered, &parts);
                Ok(Marking { is_right: false, parts, counted, right, contrast, first_difference, mistakes })
            }
        }
    }

    /// Returns the right answer to a question, spelled as an answer. `None` if nothing can run, if the outcomes are too many to count,
    /// and if no order was found that ends so.
    pub fn right_answer(&self, asked: &QuestionContent) -> Option<String> {
        match asked {
            QuestionContent::Outcomes(contents) => {
                self.outcome_count(*contents).map(|count| count.to_string())
            }
            QuestionContent::Schedule(end) => self.right_order(end).map(|order| order.to_string()),
            _ => {
                let run = self.run.as_ref()?;
                truth(run, asked).map(|found| found.in_short(run.scenario()))
            }
        }
    }

    /// Returns the points of a right answer to a question.
    pub fn points_of(&self, ask: &ReaderQuestion) -> u32 {
        match ask.points {
            Points::OfAnswer(points) => points,
            Points::OfValue(points) => {
                let right = self.right_answer(&ask.content);
                let marked = right.and_then(|right| self.mark(&ask.content, &right).ok());
                marked.map_or(points, |marking| marking.points(ask).1)
            }
        }
    }

    /// Searches for an order of all instructions that ends so.
    fn right_order(&self, end: &ClaimedEnd) -> Option<Schedule> {
        let found = self.order_that_ends(&ClaimedFacts::from_end(end), MOST_STATES)?;
        let orders = found.iter().filter_map(|order| parse_order(&order.order).ok());
        // If no instruction has an order, any one is right.
        orders.chain([Schedule::Ascending]).find(|order| self.ends_so(order, end) == Some(true))
    }

    /// Returns whether the run with another order ends so; `None` if it is too long.
    fn ends_so(&self, order: &Schedule, end: &ClaimedEnd) -> Option<bool> {
        let lines = format!("  .order {order}\n");
        let change = Change::NewVariant(VariantStart::Lines { name: "order", lines });
        let run = self.run_trial(&change, MOST_TRIED_STEPS)?;
        Some(ClaimedFacts::from_end(end).holds(&run))
    }

    /// Returns the misconceptions and the variants of the text that make a wrong answer right. Each is a trial.
    fn mistakes(&self, asked: &QuestionContent, answered: &Answered, found: &Truth) -> Vec<Mistake> {
        let program = self.scenario.as_ref().map_or(&[][..], |scenario| &scenario.program);
        let has_operation = |bound: &&Bound| bound.row.op_table().is_some();
        let first = program.iter().find(has_operation).or(program.first());
        let source = self.scenario.as_ref().zip(first).map(|(scenario, bound)| BrokenRule {
            clause: bound.row.source,
            page: format!("isa/{}/{}", scenario.set.key, scenario.set.spelled(&bound.row.mnemonic)),
        });
        let misconceptions = MISCONCEPTIONS.iter().filter_map(|misconception| {
            let start = Some(misconception.start(self)?);
            let (key, sentence) = (misconception.key.to_owned(), misconception.fact_in(self));
            Some(Mistake { key, sentence, source: source.clone(), start })
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
            let Some(run) = self.run_trial(&change, MOST_TRIED_STEPS) else { return false };
            let Some(there) = truth(&run, asked) else { return false };
            there.explains(&there.complete(answered.clone(), &run.scenario().initial), found)
        };
        misconceptions.chain(variants).filter(explains).collect()
    }
}

impl Truth {
    /// Returns whether each part of an answer is right. A value that was left out means that the initial one is unchanged.
    fn parts(&self, answered: &Answered, asked: &QuestionContent, scenario: &Scenario) -> Vec<bool> {
        match (self, answered) {
            (Self::Values(elements, values), Answered::Values(given)) => {
                let given = given.iter().copied().chain(std::iter::repeat(None));
                let initial = elements.read(&scenario.initial);
                let is_right = |((found, initial), given): ((&Bits, Bits), Option<Bits>)| {
                    elements.fits(given, *found) || given.is_none() && initial == *found
                };
                values.iter().zip(initial).zip(given).map(is_right).collect()
            }
            (Self::Lanes(found), Answered::Lanes(given)) => {
                let is_right = |lane| found.contains(lane) == given.contains(lane);
                (0..lane_count(asked, scenario)).map(is_right).collect()
            }
            _ => vec![false],
        }
    }

    /// Returns an answer with the initial value for each value that was left out.
    fn complete(&self, answered: Answered, initial: &State) -> Answered {
        match (self, answered) {
            (Self::Values(elements, values), Answered::Values(given)) => {
                let given = given.into_iter().chain(std::iter::repeat(None)).take(values.len());
                let initial = elements.read(initial);
                Answered::Values(given.zip(initial).map(|(given, initial)| given.or(Some(initial))).collect())
            }
            (_, answered) => answered,
        }
    }

    /// Returns the first difference from an answer, as a sentence.
    fn contrast(
        &self,
        run: &Run,
        asked: &QuestionContent,
        answered: &Answered,
        parts: &[bool],
    ) -> Option<String> {
        match (self, answered, asked) {
            (
                Self::Values(elements, values),
                Answered::Values(given),
                QuestionContent::Contents { name, index, step },
            ) => {
                let at = parts.iter().position(|is_right| !is_right)?;
                let found = elements.spell(values[at]);
                let place = format!("{name}[{}]", index.unwrap_or(at));
                let Some(wanted) = given.get(at).copied().flatten() else {
                    return Some(format!(
                        "{place} has no answer, so it counts as unchanged; it becomes {found}."
                    ));
                };
                let wanted = elements.spell(wanted);
                let (cell, end) = (&elements.cells[at], moment(run, *step));
                let writer = run.last_writers(&[cell.place], end).into_iter().next().flatten();
                let is_memory = run.scenario().layout.surface(name).is_some();
                Some(match writer.and_then(|(_, lane)| lane) {
                    Some(lane) if is_memory => {
                        format!("You expected lane {lane} to write {wanted} to {place}; it writes {found}.")
                    }
                    Some(lane) => {
                        format!("You expected lane {lane} to get {wanted} in {place}; it gets {found}.")
                    }
                    None if writer.is_some() => {
                        format!("You expected {wanted} in {place}; it becomes {found}.")
                    }
                    None => format!("You expected {wanted} in {place}; it keeps {found}."),
                })
            }
            (Self::Lanes(_), Answered::Lanes(given), QuestionContent::Next { .. }) => {
                let given = Self::Lanes(*given).in_words();
                Some(format!("You expected lane {given} to come next; lane {} does.", self.in_words()))
            }
            (Self::Lanes(found), Answered::Lanes(given), _) => {
                let lane = parts.iter().position(|is_right| !is_right)?;
                let (wanted, found) = (given.contains(lane), found.contains(lane));
                let expected = if wanted { "to take part" } else { "not to take part" };
                let does = if found { "does" } else { "does not" };
                Some(format!("You expected lane {lane} {expected}; it {does}."))
            }
            _ => None,
        }
    }

    /// Returns whether this would make a complete answer right that is wrong by `found`. A wrong bit that is undefined here explains
    /// nothing.
    fn explains(&self, answered: &Answered, found: &Self) -> bool {
        match (self, answered, found) {
            (Self::Values(elements, there), Answered::Values(given), Self::Values(_, here)) => {
                let given = given.iter().copied();
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

    /// Returns the number of micro-steps before the first one at which the run departs from the answer. `None` if no step writes
    /// there.
    fn first_difference(&self, run: &Run, asked: &QuestionContent, parts: &[bool]) -> Option<u32> {
        match (self, asked) {
            (Self::Values(elements, _), QuestionContent::Contents { step, .. }) => {
                let wrong = elements.cells.iter().zip(parts).filter(|(_, is_right)| !**is_right);
                let places: Vec<Place> = wrong.map(|(cell, _)| cell.place).collect();
                let writers = run.last_writers(&places, moment(run, *step)).into_iter();
                writers.flatten().map(|(step, _)| step).min()
            }
            (_, QuestionContent::Lanes { instruction }) => {
                run.instruction_starts().get(*instruction).copied()
            }
            (_, QuestionContent::Next { step }) => Some(*step),
            _ => None,
        }
    }

    /// Returns the number of the first elements that count: in a variable, up to the last one that the run changes. `None` if all
    /// parts count.
    fn counted(&self, scenario: &Scenario) -> Option<usize> {
        let Self::Values(elements, values) = self else { return None };
        let is_variable = elements.cells.first().is_some_and(|cell| {
            scenario.layout.variables.iter().any(|variable| variable.space == cell.place.space)
        });
        let initial = elements.read(&scenario.initial);
        let last = values.iter().zip(initial).rposition(|(value, initial)| *value != initial);
        is_variable.then(|| last.map_or(1, |last| last + 1))
    }

    /// Returns the right answer with the elements that count, spelled as an answer.
    fn in_short(&self, scenario: &Scenario) -> String {
        match (self, self.counted(scenario)) {
            (Self::Values(elements, values), Some(counted)) => {
                Self::Values(elements.clone(), values[..counted].to_vec()).in_words()
            }
            _ => self.in_words(),
        }
    }

    /// Returns the right answer, spelled as an answer.
    pub(super) fn in_words(&self) -> String {
        let words: Vec<String> = match self {
            Self::Values(elements, values) => values.iter().map(|value| elements.spell(*value)).collect(),
            Self::Lanes(lanes) if lanes.is_empty() => return "none".to_owned(),
            Self::Lanes(lanes) => lanes.lanes().map(|lane| lane.to_string()).collect(),
        };
        words.join(" ")
    }
}

/// Returns "is 1" or "are 24".
fn are(count: &str) -> String {
    format!("{} {count}", if count == "1" { "is" } else { "are" })
}

impl Elements {
    /// Returns a value, spelled as in an answer.
    fn spell(&self, value: Bits) -> String {
        match value.is_undefined(self.width_bits) {
            true => "?".to_owned(),
            // Undefined bits may have any value, so zeros are right.
            false => spelt(Bits::known(value.value), self.ty),
        }
    }

    /// Returns whether a given value is right. Undefined bits may have any value, and every NaN is one.
    fn fits(&self, given: Option<Bits>, found: Bits) -> bool {
        let width_bits = self.width_bits;
        let Some(given) = given.map(|given| given.truncate(width_bits)) else {
            return found.is_undefined(width_bits);
        };
        if !given.is_defined(width_bits) {
            return found.is_undefined(width_bits);
        }
        let is_nan = |bits: Bits| {
            self.ty.is_float()
                && bits.is_defined(width_bits)
                && FloatFormat::from_type(self.ty).is_nan(bits.value)
        };
        (given.value ^ found.value) & found.defined == 0 || is_nan(given) && is_nan(found)
    }
}
