//! Questions about a text that take long, answered in slices: by a page that must not wait, or by a worker that it asks. They
//! are about all orders of its lanes, or about many values of an element.

use super::comparing::{ComparedOutcomes, Limits, OutcomesBeside};
use super::exploring::{Budget, Exploring, ExploringPart, ExploringProgress, Found};
use super::judge::Judgement;
use super::outcomes::{FactorReport, OutcomesReport};
use super::possible::observations;
use super::sweep::{SweepAnswer, SweepQuestion, Sweeping};
use super::{Possibility, Session, Verdict};
use crate::check::Expected;
use crate::diag::Severity;
use crate::exec::Scenario;
use crate::explore::{Exploration, Explored, Observation, Question};
use crate::spec::RollCall;
use serde::{Deserialize, Serialize};

/// A question about a text. It goes to a worker as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inquiry {
    /// The text.
    pub text: String,
    /// The variant of it that is meant; `None` for the text itself.
    pub variant: Option<String>,
    /// What is asked.
    pub wanted: Wanted,
    /// How much may be gone through.
    pub budget: Budget,
}

/// What is asked: of all orders, but for a sweep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    /// What they come to, and whether the `.expect` lines hold that speak of all orders.
    Outcomes,
    /// Whether one of them ends so, in the words that `.expect possible` has between its braces, or as `.expect` lines.
    Possible(String),
    /// All that they come to, as a file.
    Json,
    /// The same as a table.
    Csv,
    /// What they can leave in memory that those of a variant of that name cannot, and the other way round.
    Beside(String),
    /// What comes of many values of an element; or, with the name of a variant, whether that makes the same of them.
    Sweep(SweepQuestion, Option<String>),
}

/// What was asked, answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// What all orders come to; of each factor, no more outcomes than a person looks at.
    Outcomes {
        /// What they come to.
        report: Box<OutcomesReport>,
        /// The lines that speak of all orders.
        judged: Vec<Judged>,
    },
    /// Whether something can be; or what is wrong with how it was written.
    Possible(Result<Possibility, String>),
    /// A file.
    File(String),
    /// What the text and its variant can leave in memory. `None` where the budget is spent.
    Beside(Option<ComparedOutcomes>),
    /// What came of many values; or why none were tried.
    Swept(Result<Box<SweepAnswer>, String>),
    /// The text does not run.
    NothingRuns,
}

/// An `.expect` line that speaks of all orders, judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// The line, as it is written.
    pub line: String,
    /// Whether it holds; left open where the budget was spent.
    pub verdict: Verdict,
    /// What was found instead.
    pub differences: Vec<String>,
}

/// How far the answer has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// All orders are gone through.
    Exploring(ExploringProgress),
    /// It is looked for an order that ends as was seen.
    Looking {
        /// How many states have been found.
        states: u64,
        /// After so many the budget is spent.
        most: u64,
    },
    /// It is looked for why outcomes come about, and for what was expected.
    Reasons,
    /// The scenario is run with one value after another.
    Sweeping {
        /// How many runs are done.
        done: u64,
        /// How many there are.
        most: u64,
    },
}

/// The most outcomes of a factor that are listed for a page: those of the most orders.
const MOST_LISTED: usize = 1000;

/// The most micro-steps of a run whose orders are run for an explanation.
const MOST_STEPS: u32 = 200_000;

/// For each state of the budget, so many micro-steps may be run to explain a factor.
const STEPS_PER_STATE: u64 = 10;

/// For each state of the budget, so many micro-steps may be run for a sweep; and for each that is asked for, in a slice.
const SWEPT_STEPS_PER_STATE: u64 = 250;
const SWEPT_STEPS_PER_SLICE: usize = 32;

/// The most rows of a table that a page gets.
const MOST_ROWS: usize = 1024;

/// An answer that is being made.
#[derive(Debug)]
pub struct Inquiring {
    session: Session,
    wanted: Wanted,
    budget: Budget,
    stage: Stage,
    found: Found,
    /// The factors of memory and of results that have been explained.
    factors: [Vec<FactorReport>; 2],
    judged: Vec<Judged>,
}

/// What is under way.
#[derive(Debug)]
enum Stage {
    Exploring(Box<Exploring>),
    Explaining,
    Judging(usize),
    Looking(Box<Exploration>, Vec<Observation>),
    Beside(Box<OutcomesBeside>),
    Sweeping(Box<Sweeping>),
    Over(Answer),
}

impl Inquiring {
    /// An answer of which nothing is done, but that the text is read and, where that is short, run.
    pub fn new(inquiry: &Inquiry, roll_call: &RollCall) -> Self {
        let Inquiry { text, variant, wanted, budget } = inquiry;
        let claim = match wanted {
            Wanted::Possible(seen) => format!("\n{}\n", claim(seen)),
            _ => String::new(),
        };
        let session = opened(&[text, &*claim].concat(), variant.as_deref(), roll_call);
        let stage = first_stage(&session, wanted, *budget, text.len());
        let (wanted, budget) = (wanted.clone(), *budget);
        Self {
            session,
            wanted,
            budget,
            stage,
            found: Found::default(),
            factors: Default::default(),
            judged: Vec::new(),
        }
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        match &self.stage {
            Stage::Exploring(exploring) => {
                exploring.progress().map_or(Progress::Reasons, Progress::Exploring)
            }
            Stage::Looking(exploration, _) => {
                let (states, most) = (exploration.states() as u64, self.budget.memory_states as u64);
                Progress::Looking { states, most }
            }
            Stage::Beside(beside) => {
                let most = self.budget.memory_states as u64;
                Progress::Exploring(ExploringProgress {
                    part: ExploringPart::Memory,
                    done: beside.states(),
                    most,
                })
            }
            Stage::Sweeping(sweeping) => {
                let (done, most) = sweeping.progress();
                Progress::Sweeping { done, most }
            }
            Stage::Explaining | Stage::Judging(_) | Stage::Over(_) => Progress::Reasons,
        }
    }

    /// Goes on from at most so many states, or explains one factor, or judges one line. Returns whether the answer is there.
    pub fn advance(&mut self, states: usize) -> bool {
        let stage = std::mem::replace(&mut self.stage, Stage::Explaining);
        self.stage = match self.session.scenario.clone() {
            Some(scenario) => self.behind(stage, &scenario, states),
            None => stage,
        };
        matches!(self.stage, Stage::Over(_))
    }

    /// What is under way behind a slice of a stage.
    fn behind(&mut self, stage: Stage, scenario: &Scenario, states: usize) -> Stage {
        match stage {
            Stage::Exploring(mut exploring) => {
                if !exploring.advance(states) {
                    return Stage::Exploring(exploring);
                }
                self.found = exploring.into_found();
                Stage::Explaining
            }
            Stage::Looking(mut exploration, seen) => {
                if !exploration.advance(states) {
                    return Stage::Looking(exploration, seen);
                }
                let possibility = self.session.possibility(scenario, exploration.finish(), seen);
                Stage::Over(Answer::Possible(Ok(possibility)))
            }
            Stage::Explaining => match self.explain(scenario) {
                true => Stage::Judging(0),
                false => Stage::Explaining,
            },
            Stage::Judging(at) => match self.judge(at) {
                true => Stage::Over(self.told()),
                false => Stage::Judging(at + 1),
            },
            Stage::Beside(mut beside) => match beside.advance(states) {
                true => Stage::Over(Answer::Beside(beside.finish(Limits::default().outcomes))),
                false => Stage::Beside(beside),
            },
            Stage::Sweeping(mut sweeping) => match sweeping.advance(states * SWEPT_STEPS_PER_SLICE) {
                true => Stage::Over(Answer::Swept(Ok(Box::new(sweeping.finish(MOST_ROWS))))),
                false => Stage::Sweeping(sweeping),
            },
            Stage::Over(answer) => Stage::Over(answer),
        }
    }

    /// The answer, once it is there.
    pub fn answer(self) -> Option<Answer> {
        match self.stage {
            Stage::Over(answer) => Some(answer),
            _ => None,
        }
    }

    /// The most outcomes of a factor that are told.
    fn most_listed(&self) -> usize {
        if self.wanted == Wanted::Outcomes { MOST_LISTED } else { usize::MAX }
    }

    /// Explains the next factor. Returns whether there is none.
    fn explain(&mut self, scenario: &Scenario) -> bool {
        let most_listed = self.most_listed();
        let run_steps = self.session.run.as_ref().map(|run| u64::from(run.len()));
        let most_steps = STEPS_PER_STATE * self.budget.memory_states as u64;
        for (explored, told) in [&self.found.memory, &self.found.results].into_iter().zip(&mut self.factors) {
            let mut factors = explored.iter().flat_map(|explored| &explored.factors);
            let Some(factor) = factors.nth(told.len()) else { continue };
            let orders = factor.orders.iter_u64_digits().next().filter(|_| factor.orders.bits() < 64);
            let steps = run_steps.zip(orders).map(|(run, orders)| run.saturating_mul(orders));
            let is_cheap = steps.is_some_and(|steps| steps <= most_steps);
            let explanations = if is_cheap { factor.explanations(scenario) } else { None };
            told.push(self.session.factor(scenario, factor, explanations.unwrap_or_default(), most_listed));
            return false;
        }
        true
    }

    /// Judges the expectation of that number, if it speaks of all orders. Returns whether there is none of that number.
    fn judge(&mut self, at: usize) -> bool {
        let Some(expected) = self.session.expected.get(at).filter(|_| self.wanted == Wanted::Outcomes) else {
            return true;
        };
        let Found { memory, results, renamed, .. } = &self.found;
        let counts = [memory.as_ref(), results.as_ref().or(renamed.as_ref())]
            .map(|found| found.map(Explored::outcomes));
        if let Some((span, judgement)) = self.session.judge_order(expected, counts, self.budget.memory_states)
        {
            let (verdict, differences) = match judgement {
                Judgement::Undecided => (Verdict::NotJudged, Vec::new()),
                Judgement::Differs(difference) => (Verdict::Fails, vec![difference]),
                Judgement::Holds => (Verdict::Holds, Vec::new()),
            };
            let line = span.of(&self.session.text).trim().to_owned();
            self.judged.push(Judged { line, verdict, differences });
        }
        false
    }

    fn told(&mut self) -> Answer {
        let factors = std::mem::take(&mut self.factors);
        let report = self.session.outcomes_report(&self.found, factors, self.most_listed());
        match self.wanted {
            Wanted::Json => Answer::File(serde_json::to_string_pretty(&report).unwrap_or_default()),
            Wanted::Csv => Answer::File(report.csv()),
            Wanted::Outcomes | Wanted::Possible(_) | Wanted::Beside(_) | Wanted::Sweep(..) => {
                Answer::Outcomes { report: Box::new(report), judged: std::mem::take(&mut self.judged) }
            }
        }
    }
}

/// A text read and, where that is short, run.
fn opened(text: &str, variant: Option<&str>, roll_call: &RollCall) -> Session {
    let mut pending = Session::begin_as(text, roll_call, variant);
    pending.advance(MOST_STEPS);
    pending.session().clone()
}

/// What is done first. A claim that was added to the text stands behind `text_bytes` of it.
fn first_stage(session: &Session, wanted: &Wanted, budget: Budget, text_bytes: usize) -> Stage {
    let is_claim = matches!(wanted, Wanted::Possible(_));
    let mut in_claim = session
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error && found.span.range().start >= text_bytes);
    if let Some(found) = in_claim.next().filter(|_| is_claim) {
        return Stage::Over(Answer::Possible(Err(found.message.clone())));
    }
    if is_claim && let Some(Expected::Possible { ends, .. }) = session.expected.last() {
        let seen: Vec<Observation> = ends.iter().flat_map(observations).collect();
        let question = Question { most_states: budget.memory_states, ..Question::possible(seen.clone()) };
        if let Some(exploration) = session.explore(question) {
            return Stage::Looking(Box::new(exploration), seen);
        }
    }
    let as_variant = |name: &String| opened(&session.text, Some(name), &session.roll_call);
    match wanted {
        Wanted::Beside(variant) => {
            let beside = OutcomesBeside::new(session, &as_variant(variant), budget.memory_states);
            return beside.map_or(Stage::Over(Answer::NothingRuns), |it| Stage::Beside(Box::new(it)));
        }
        Wanted::Sweep(question, variant) => {
            let other = variant.as_ref().map(as_variant);
            let most_steps = SWEPT_STEPS_PER_STATE * budget.memory_states as u64;
            return match Sweeping::new(session, other.as_ref(), question, most_steps) {
                Ok(sweeping) => Stage::Sweeping(Box::new(sweeping)),
                Err(why) => Stage::Over(Answer::Swept(Err(why))),
            };
        }
        _ => {}
    }
    match session.begin_outcomes(budget) {
        Some(exploring) => Stage::Exploring(Box::new(exploring)),
        None => Stage::Over(Answer::NothingRuns),
    }
}

/// What somebody typed or pasted as seen, as one `.expect possible` line. Whole `.expect` lines are taken as well, and lines
/// that follow each other without a semicolon.
fn claim(seen: &str) -> String {
    let ends = |line: &str| {
        let line = line.trim();
        let line = line.strip_prefix(".expect").unwrap_or(line).trim_start();
        let line = line.strip_prefix("possible").unwrap_or(line).trim_start();
        line.trim_start_matches('{').trim_end_matches('}').trim().trim_end_matches(';').to_owned()
    };
    let mut all = String::new();
    for line in seen.lines().map(ends).filter(|line| !line.is_empty()) {
        // A line without a sign of its own goes on with the values of the one before.
        let separator = match (all.is_empty(), line.contains('=')) {
            (true, _) => "",
            (false, true) => "; ",
            (false, false) => " ",
        };
        all.extend([separator, &line]);
    }
    format!(".expect possible {{ {all} }}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_is_taken_as_it_comes() {
        for (seen, ends) in [
            ("BUF = 3 _; OLD = 1", "BUF = 3 _; OLD = 1"),
            (".expect BUF = 3\n\n  .expect OLD = 1 2\n", "BUF = 3; OLD = 1 2"),
            (".expect possible { BUF = 3; }", "BUF = 3"),
            ("BUF = 3\n4 5\nOLD = 1", "BUF = 3 4 5; OLD = 1"),
        ] {
            assert_eq!(claim(seen), format!(".expect possible {{ {ends} }}"), "{seen}");
        }
    }
}
