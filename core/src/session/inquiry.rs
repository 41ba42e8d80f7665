//! Long-running inquiries about a text: questions about all orders, and sweeps over many values of an element. They are
//! answered in slices, so that a page or a worker can answer others in between.

use super::compare::{ComparedOutcomes, Limits, OutcomeComparison, SweepAnswer, SweepQuestion, Sweeping};
use super::orders::{
    Budget, COUNTED_STATES, ClaimSearch, GoalAnswer, GoalSearch, Job, KnownOrders, OutcomesReport,
    Possibility, Progress, Reported, Reporting,
};
use super::report::Versioned;
use super::text::{Session, Verdict};
use crate::base::NumberFormat;
use crate::check::SetsWithChecks;
use serde::{Deserialize, Serialize};

/// A question about a text. It goes to a worker as JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inquiry {
    /// The text.
    pub text: String,
    /// The variant that the question is about; `None` for the base text.
    pub variant: Option<String>,
    /// The question.
    pub wanted: Wanted,
    /// The budget for the answer.
    pub budget: Budget,
}

/// The kinds of questions. All except a sweep are about all orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    /// The outcomes, and the verdicts on `.expect` lines about all orders.
    Outcomes,
    /// Whether some order ends as claimed, in the form that [`Session::claim`] reads.
    Possible(String),
    /// The outcomes as JSON.
    Json,
    /// The outcomes, as a table in CSV.
    Csv,
    /// A comparison of the outcomes with those of the variant of this name.
    Beside(String),
    /// The results for many values of an element. With the name of a variant, whether the variant has the same results.
    Sweep(SweepQuestion, Option<String>),
    /// Whether the text meets the goal of a puzzle, given by the text that the puzzle starts with.
    Goal(String),
}

/// The answer to an inquiry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The outcomes of all orders. A factor with many outcomes lists the ones with the most orders.
    Outcomes {
        /// The outcomes.
        report: Box<OutcomesReport>,
        /// The `.expect` lines about all orders, with their verdicts.
        judged: Vec<Judged>,
    },
    /// Whether the claim is possible, or the error in the way it was written.
    Possible(Result<Possibility, String>),
    /// The contents of a file.
    File(String),
    /// The outcomes of the text compared with those of its variant. `None` if the budget ran out.
    Beside(Option<Box<ComparedOutcomes>>),
    /// The results of a sweep, or the reason why no values were tried.
    Swept(Result<Box<SweepAnswer>, String>),
    /// The verdict on the solution of a puzzle.
    Goal(GoalAnswer),
    /// The text has nothing that can run.
    NothingRuns,
}

/// An `.expect` line about all orders, with its verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// The text of the line.
    pub line: String,
    /// The verdict; [`Verdict::NotJudged`] if the budget ran out.
    pub verdict: Verdict,
    /// The differences from the expectation, one sentence each.
    pub differences: Vec<String>,
}

/// The maximum number of outcomes of a factor that a page gets. They are the ones with the most orders.
const MOST_LISTED: usize = 1000;

/// The maximum number of micro-steps of a run that is completed when its text is opened. Only such a run can be an
/// example of an outcome or of a claim.
const MOST_STEPS: u32 = 200_000;

/// The micro-steps that a sweep may run within the default budget.
const MOST_SWEPT_STEPS: u64 = 1_000_000_000;
const SWEPT_STEPS_PER_SLICE: usize = 32;

/// The maximum number of rows of a table that a page gets.
const MOST_ROWS: usize = 1024;

/// An inquiry that is being answered.
#[derive(Debug)]
pub struct Inquiring {
    session: Session,
    wanted: Wanted,
    budget: Budget,
    work: Work,
    /// The knowledge of all orders of the text that was asked about last, before the work and after it.
    known: KnownOrders,
}

#[derive(Debug)]
enum Work {
    Report(Box<Reporting>),
    Claim(Box<ClaimSearch>),
    Beside(Box<OutcomeComparison>),
    Sweep(Box<Sweeping>),
    Goal(Box<GoalSearch>),
    /// No job is needed.
    Over(Answer),
}

impl Inquiring {
    /// Begins an answer: parses the text, and runs it if the run is short.
    pub fn new(inquiry: &Inquiry, sets: &SetsWithChecks) -> Self {
        Self::with_known(inquiry, sets, KnownOrders::default())
    }

    /// Does the same as [`Inquiring::new`], with the knowledge from an earlier inquiry.
    pub fn with_known(inquiry: &Inquiry, sets: &SetsWithChecks, mut known: KnownOrders) -> Self {
        let (text, variant) = (&*inquiry.text, inquiry.variant.as_deref());
        let mut session = known.session_of(text, variant, || opened(text, variant, sets));
        if inquiry.wanted == Wanted::Json {
            session.value_format = NumberFormat::Hex;
        }
        let work = work(&session, inquiry, &mut known).unwrap_or_else(Work::Over);
        Self { session, wanted: inquiry.wanted.clone(), budget: inquiry.budget, work, known }
    }

    /// Takes the knowledge of all orders, for the next inquiry. It is there once the answer is complete.
    pub fn take_known(&mut self) -> KnownOrders {
        std::mem::take(&mut self.known)
    }

    fn reported(&mut self, reported: Reported) -> Answer {
        let Reported { report, judgements } = reported;
        self.known.keep(self.budget, judgements.found);
        match self.wanted {
            Wanted::Json => {
                Answer::File(serde_json::to_string_pretty(&Versioned::new(report)).unwrap_or_default())
            }
            Wanted::Csv => Answer::File(report.csv()),
            _ => {
                let lines = self.session.claims.iter().zip(judgements.by_line);
                let lines = lines.filter_map(|(expected, judgement)| Some((expected.span, judgement?)));
                let judged = lines.map(|(span, judgement)| {
                    let (verdict, differences) = judgement.verdict();
                    let line = span.of(&self.session.text).trim().to_owned();
                    Judged { line, verdict, differences }
                });
                Answer::Outcomes { report: Box::new(report), judged: judged.collect() }
            }
        }
    }
}

impl Job for Inquiring {
    /// `None` before the answer is complete.
    type Answer = Option<Answer>;

    fn advance(&mut self, states: usize) -> bool {
        let is_over = match &mut self.work {
            Work::Report(job) => job.advance(states),
            Work::Claim(job) => job.advance(states),
            Work::Beside(job) => job.advance(states),
            Work::Sweep(job) => job.advance(states * SWEPT_STEPS_PER_SLICE),
            Work::Goal(job) => job.advance(states),
            Work::Over(_) => return true,
        };
        if is_over {
            self.work =
                Work::Over(match std::mem::replace(&mut self.work, Work::Over(Answer::NothingRuns)) {
                    Work::Report(job) => self.reported(job.finish()),
                    Work::Claim(job) => Answer::Possible(Ok(job.finish())),
                    Work::Beside(job) => Answer::Beside(job.finish().map(Box::new)),
                    Work::Sweep(job) => Answer::Swept(Ok(Box::new(job.finish()))),
                    Work::Goal(job) => job.finish().map_or(Answer::NothingRuns, Answer::Goal),
                    Work::Over(answer) => answer,
                });
        }
        is_over
    }

    fn progress(&self) -> Progress {
        match &self.work {
            Work::Report(job) => job.progress(),
            Work::Claim(job) => job.progress(),
            Work::Beside(job) => job.progress(),
            Work::Sweep(job) => job.progress(),
            Work::Goal(job) => job.progress(),
            Work::Over(_) => Progress::REASONS,
        }
    }

    fn finish(self) -> Option<Answer> {
        match self.work {
            Work::Over(answer) => Some(answer),
            _ => None,
        }
    }
}

/// Parses a text, and runs it if the run is short.
fn opened(text: &str, variant: Option<&str>, sets: &SetsWithChecks) -> Session {
    let mut pending = Session::begin_as(text, sets, variant);
    pending.advance(MOST_STEPS);
    pending.session().clone()
}

/// Returns the job that answers an inquiry. Fails with an answer that needs none.
fn work(session: &Session, inquiry: &Inquiry, known: &mut KnownOrders) -> Result<Work, Answer> {
    let Inquiry { wanted, budget, .. } = inquiry;
    let as_variant = |name: &String| opened(&session.text, Some(name), &session.sets);
    match wanted {
        Wanted::Goal(puzzle) => {
            let search = GoalSearch::new(&session.text, puzzle, &session.sets, *budget);
            Ok(Work::Goal(Box::new(search)))
        }
        Wanted::Sweep(question, variant) => {
            let other = variant.as_ref().map(as_variant);
            let job = Sweeping::new(session, other.as_ref(), question, budget.steps(MOST_SWEPT_STEPS));
            job.map(|job| Work::Sweep(Box::new(job.with_rows(MOST_ROWS))))
                .map_err(|why| Answer::Swept(Err(why)))
        }
        _ if session.scenario.is_none() => Err(Answer::NothingRuns),
        Wanted::Outcomes | Wanted::Json | Wanted::Csv => {
            // A file has all outcomes, and no verdicts.
            let (most_listed, lines) = match wanted {
                Wanted::Outcomes => (MOST_LISTED, session.claims.len()),
                _ => (usize::MAX, 0),
            };
            let job = Reporting::new(session, *budget, most_listed, lines, known.take_found(*budget));
            job.map(|job| Work::Report(Box::new(job))).ok_or(Answer::NothingRuns)
        }
        Wanted::Possible(seen) => {
            let claim = session.claim(seen).map_err(|why| Answer::Possible(Err(why)))?;
            let job = ClaimSearch::new(session, claim, budget.memory_states, COUNTED_STATES);
            job.map(|job| Work::Claim(Box::new(job))).ok_or(Answer::NothingRuns)
        }
        Wanted::Beside(variant) => {
            let limits = Limits { states: budget.memory_states, ..Limits::default() };
            let job = OutcomeComparison::new(session, &as_variant(variant), limits);
            job.map(|job| Work::Beside(Box::new(job))).ok_or(Answer::NothingRuns)
        }
    }
}
