//! Long-running inquiries about a text: questions about all orders, and sweeps over many values of an element. They are
//! answered in slices, so that a page or a worker can answer others in between.

use super::compare::{ComparedOutcomes, Limits, OutcomesBeside, SweepAnswer, SweepQuestion, Sweeping};
use super::orders::{
    Budget, COUNTED_STATES, Exploring, ExploringProgress, FactorReport, Found, GoalAnswer, GoalSearch,
    Judgement, Judging, JudgingSlice, Looking, OutcomesReport, Possibility, observed, observed_ends,
};
use super::report::Versioned;
use super::text::{Session, Verdict};
use crate::base::NumberFormat;
use crate::diag::Severity;
use crate::exec::Scenario;
use crate::spec::RollCall;
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
    /// Whether an observed result is possible. It has the form of the claims between the braces of `.expect possible`,
    /// or of `.expect` lines.
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
    /// Whether the observed result is possible, or an error in the way it was written.
    Possible(Result<Possibility, String>),
    /// The contents of a file.
    File(String),
    /// The outcomes of the text compared with those of its variant. `None` if the budget ran out.
    Beside(Option<ComparedOutcomes>),
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

/// The progress of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// All orders are explored.
    Exploring(ExploringProgress),
    /// A search for an order that ends with the observed result.
    Looking {
        /// The number of states that have been found.
        states: u64,
        /// The budget of states.
        most: u64,
    },
    /// Outcomes are explained, `.expect` lines are judged, or observations that contradict each other are searched.
    Reasons,
    /// The scenario runs with one value after another.
    Sweeping {
        /// The number of runs that are done.
        done: u64,
        /// The number of all runs.
        most: u64,
    },
}

/// The maximum number of outcomes of a factor that a page gets. They are the ones with the most orders.
const MOST_LISTED: usize = 1000;

/// The maximum number of micro-steps of a run that is completed when its text is opened. Outcomes of longer runs get no
/// explanation.
const MOST_STEPS: u32 = 200_000;

/// The micro-steps that may be run to explain a factor, for each state of the budget.
const STEPS_PER_STATE: u64 = 10;

/// The micro-steps that a sweep may run: in all, for each state of the budget, and in a slice, for each state of the
/// slice.
const SWEPT_STEPS_PER_STATE: u64 = 250;
const SWEPT_STEPS_PER_SLICE: usize = 32;

/// The maximum number of rows of a table that a page gets.
const MOST_ROWS: usize = 1024;

/// An inquiry that is being answered.
#[derive(Debug)]
pub struct Inquiring {
    session: Session,
    wanted: Wanted,
    budget: Budget,
    stage: AnswerStage,
    found: Found,
    /// The reports of the factors of memory and of results that have been explained.
    factors: [Vec<FactorReport>; 2],
    judged: Vec<Judged>,
}

/// The stages of an answer.
#[derive(Debug)]
enum AnswerStage {
    Exploring(Box<Exploring>),
    Explaining,
    Judging(Judging),
    Looking(Box<Looking>),
    Beside(Box<OutcomesBeside>),
    Sweeping(Box<Sweeping>),
    Goal(Box<GoalSearch>),
    Over(Answer),
}

impl Inquiring {
    /// Begins an answer: parses the text, and runs it if the run is short.
    pub fn new(inquiry: &Inquiry, roll_call: &RollCall) -> Self {
        let Inquiry { text, variant, wanted, budget } = inquiry;
        let claim = match wanted {
            Wanted::Possible(seen) => {
                let read = Session::begin_as(text, roll_call, variant.as_deref());
                let scenario = read.session().scenario.as_ref();
                observed_ends(seen, scenario.map(|scenario| &scenario.layout))
                    .map(|ends| format!("\n.expect possible {{ {ends} }}\n"))
            }
            _ => Ok(String::new()),
        };
        let written = claim.as_deref().unwrap_or_default();
        let mut pending = Session::begin_asking(text, written, roll_call, variant.as_deref());
        pending.advance(MOST_STEPS);
        let mut session = pending.session().clone();
        if *wanted == Wanted::Json {
            session.value_format = NumberFormat::Hex;
        }
        let stage = match &claim {
            Ok(_) if let Wanted::Goal(puzzle) = wanted => {
                AnswerStage::Goal(Box::new(GoalSearch::new(text, puzzle, roll_call, *budget)))
            }
            Ok(_) => first_stage(&session, wanted, *budget, text.len()),
            Err(why) => AnswerStage::Over(Answer::Possible(Err(why.clone()))),
        };
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

    /// Returns the progress.
    pub fn progress(&self) -> Progress {
        match &self.stage {
            AnswerStage::Exploring(exploring) => {
                exploring.progress().map_or(Progress::Reasons, Progress::Exploring)
            }
            AnswerStage::Looking(looking) => {
                let most = self.budget.memory_states as u64;
                looking.states().map_or(Progress::Reasons, |states| Progress::Looking { states, most })
            }
            AnswerStage::Beside(beside) => Progress::Exploring(beside.progress()),
            AnswerStage::Goal(search) => search.progress().map_or(Progress::Reasons, Progress::Exploring),
            AnswerStage::Sweeping(sweeping) => {
                let (done, most) = sweeping.progress();
                Progress::Sweeping { done, most }
            }
            AnswerStage::Explaining | AnswerStage::Judging(..) | AnswerStage::Over(_) => Progress::Reasons,
        }
    }

    /// Explores at most that many states, explains one factor, or judges one line. Returns whether the answer is
    /// complete.
    pub fn advance(&mut self, states: usize) -> bool {
        let stage = std::mem::replace(&mut self.stage, AnswerStage::Explaining);
        self.stage = match (stage, self.session.scenario.clone()) {
            (AnswerStage::Goal(mut search), _) => match search.advance(states) {
                true => AnswerStage::Over(search.finish().map_or(Answer::NothingRuns, Answer::Goal)),
                false => AnswerStage::Goal(search),
            },
            (stage, Some(scenario)) => self.next_stage(stage, &scenario, states),
            (stage, None) => stage,
        };
        matches!(self.stage, AnswerStage::Over(_))
    }

    /// Returns the stage after a slice of this one.
    fn next_stage(&mut self, stage: AnswerStage, scenario: &Scenario, states: usize) -> AnswerStage {
        match stage {
            AnswerStage::Exploring(mut exploring) => {
                if !exploring.advance(states) {
                    return AnswerStage::Exploring(exploring);
                }
                self.found = exploring.into_found();
                AnswerStage::Explaining
            }
            AnswerStage::Looking(mut looking) => {
                if !looking.advance(states) {
                    return AnswerStage::Looking(looking);
                }
                let possibility = looking.finish().unwrap_or(Possibility::Undecided);
                AnswerStage::Over(Answer::Possible(Ok(possibility)))
            }
            AnswerStage::Explaining => match self.explain(scenario) {
                true => AnswerStage::Judging(Judging::default()),
                false => AnswerStage::Explaining,
            },
            AnswerStage::Judging(judging) => self.judge(judging, states),
            AnswerStage::Beside(mut beside) => match beside.advance(states) {
                true => AnswerStage::Over(Answer::Beside(beside.finish(Limits::default().outcomes))),
                false => AnswerStage::Beside(beside),
            },
            AnswerStage::Sweeping(mut sweeping) => match sweeping.advance(states * SWEPT_STEPS_PER_SLICE) {
                true => AnswerStage::Over(Answer::Swept(Ok(Box::new(sweeping.finish(MOST_ROWS))))),
                false => AnswerStage::Sweeping(sweeping),
            },
            AnswerStage::Goal(_) | AnswerStage::Over(_) => stage,
        }
    }

    /// Returns the answer; `None` before it is complete.
    pub fn answer(self) -> Option<Answer> {
        match self.stage {
            AnswerStage::Over(answer) => Some(answer),
            _ => None,
        }
    }

    /// Returns the most outcomes of a factor that the report lists.
    fn most_listed(&self) -> usize {
        if self.wanted == Wanted::Outcomes { MOST_LISTED } else { usize::MAX }
    }

    /// Explains the next factor. Returns whether none is left.
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

    /// Judges the next expectation about all orders, and returns the next stage.
    fn judge(&mut self, mut judging: Judging, states: usize) -> AnswerStage {
        if self.wanted != Wanted::Outcomes {
            return AnswerStage::Over(self.told());
        }
        match judging.advance(&self.session, &self.found, self.budget, states) {
            JudgingSlice::Over => return AnswerStage::Over(self.told()),
            JudgingSlice::Nothing => {}
            JudgingSlice::Line(_, span, judgement) => {
                let (verdict, differences) = match judgement {
                    Judgement::Undecided => (Verdict::NotJudged, Vec::new()),
                    Judgement::Differs { difference, .. } => (Verdict::Fails, vec![difference]),
                    Judgement::Holds => (Verdict::Holds, Vec::new()),
                };
                let line = span.of(&self.session.text).trim().to_owned();
                self.judged.push(Judged { line, verdict, differences });
            }
        }
        AnswerStage::Judging(judging)
    }

    fn told(&mut self) -> Answer {
        let factors = std::mem::take(&mut self.factors);
        let report = self.session.outcomes_report(&self.found, factors, self.most_listed());
        match self.wanted {
            Wanted::Json => {
                Answer::File(serde_json::to_string_pretty(&Versioned::new(report)).unwrap_or_default())
            }
            Wanted::Csv => Answer::File(report.csv()),
            Wanted::Outcomes
            | Wanted::Possible(_)
            | Wanted::Beside(_)
            | Wanted::Sweep(..)
            | Wanted::Goal(_) => {
                Answer::Outcomes { report: Box::new(report), judged: std::mem::take(&mut self.judged) }
            }
        }
    }
}

/// Parses a text, and runs it if the run is short.
fn opened(text: &str, variant: Option<&str>, roll_call: &RollCall) -> Session {
    let mut pending = Session::begin_as(text, roll_call, variant);
    pending.advance(MOST_STEPS);
    pending.session().clone()
}

/// Returns the first stage. In a question about an observed result, the claim was added to the text after `text_bytes`
/// bytes.
fn first_stage(session: &Session, wanted: &Wanted, budget: Budget, text_bytes: usize) -> AnswerStage {
    let is_claim = matches!(wanted, Wanted::Possible(_));
    let mut in_claim = session
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error && found.span.range().start >= text_bytes);
    if let Some(found) = in_claim.next().filter(|_| is_claim) {
        return AnswerStage::Over(Answer::Possible(Err(found.message.clone())));
    }
    let seen = session.expected.last().filter(|_| is_claim).and_then(observed);
    if let Some(looking) =
        seen.and_then(|seen| Looking::new(session, seen, budget.memory_states, COUNTED_STATES))
    {
        return AnswerStage::Looking(Box::new(looking));
    }
    let as_variant = |name: &String| opened(&session.text, Some(name), &session.roll_call);
    match wanted {
        Wanted::Beside(variant) => {
            let beside = OutcomesBeside::new(session, &as_variant(variant), budget.memory_states);
            return beside.map_or(AnswerStage::Over(Answer::NothingRuns), |beside| {
                AnswerStage::Beside(Box::new(beside))
            });
        }
        Wanted::Sweep(question, variant) => {
            let other = variant.as_ref().map(as_variant);
            let most_steps = SWEPT_STEPS_PER_STATE * budget.memory_states as u64;
            return match Sweeping::new(session, other.as_ref(), question, most_steps) {
                Ok(sweeping) => AnswerStage::Sweeping(Box::new(sweeping)),
                Err(why) => AnswerStage::Over(Answer::Swept(Err(why))),
            };
        }
        _ => {}
    }
    match session.begin_outcomes(budget) {
        Some(exploring) => AnswerStage::Exploring(Box::new(exploring)),
        None => AnswerStage::Over(Answer::NothingRuns),
    }
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
            (".expect error run-misaligned\n.expect BUF = 3", "error run-misaligned; BUF = 3"),
            ("BUF = 3\nerror run-gave-up", "BUF = 3; error run-gave-up"),
            (".expect possible error run-gave-up", "error run-gave-up"),
            ("note = 3", "note = 3"),
        ] {
            assert_eq!(observed_ends(seen, None).as_deref(), Ok(ends), "{seen}");
        }
    }

    #[test]
    fn what_cannot_be_asked_of_one_order_is_refused() {
        for (seen, form) in [
            (".expect BUF = 13\n.expect outcomes memory 1", "outcomes"),
            (".expect order-independent", "order-independent"),
            (".expect impossible { BUF = 3 }", "impossible"),
            (".expect invariant total", "invariant"),
            ("BUF = 13\nwarning run-race", "warning"),
            (".expect note run-out-of-bounds", "note"),
        ] {
            let why = answer(seen).expect_err("it is refused");
            assert!(
                why.starts_with(&format!("`.expect {form}` ")) && why.contains("leave the line out"),
                "{why}"
            );
        }
        // No run ends with these errors.
        for code in ["text-isa", "run-invariant", "run-misalignt"] {
            let why = answer(&format!("error {code}")).expect_err("it is refused");
            assert!(why.starts_with(&format!("no order ends with `{code}`; ")), "{why}");
        }
    }

    /// The addresses of both lanes are multiples of 4, so no order ends with an error.
    #[test]
    fn an_error_is_asked_of_orders() {
        for (seen, because) in [
            ("error run-misaligned", "no order ends with `run-misaligned`"),
            ("OLD[1] = 10\n.expect error run-misaligned", "no order ends with `run-misaligned`"),
            ("BUF = 12\nerror run-misaligned", "no order ends with BUF[0] = 12"),
        ] {
            let because = because.to_owned();
            assert_eq!(answer(seen), Ok(Possibility::Impossible { because }), "{seen}");
        }
        let stopping =
            TWO.replace("[0; 8]", "0 2").replace(".lanes 8", ".reading misaligned = error\n.lanes 8");
        // Lane 1 stops the run before lane 0 adds 1, or after it.
        for (seen, orders) in [("error run-misaligned", 2u32), ("BUF = 11\nerror run-misaligned", 1)] {
            match answer_of(&stopping, seen) {
                Ok(Possibility::Possible { orders: found, of, .. }) => {
                    assert_eq!((found, of), (orders.into(), 2u32.into()), "{seen}");
                }
                other => panic!("{seen}: {other:?}"),
            }
        }
    }

    /// Two lanes add 1 and 2 to a cell that holds 10.
    const TWO: &str = "\
.lanes 8 active=0b11
.decl OFF v_type=G type=ud num_elts=8
.set OFF = [0; 8]
.decl VAL v_type=G type=ud num_elts=8
.set VAL = 1 2 3 4 5 6 7 8
.decl OLD v_type=G type=ud num_elts=8
.decl P1 v_type=P num_elts=8
.decl BUF v_type=T num_elts=1
.surface BUF buffer ud = 10
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0
";

    fn answer(seen: &str) -> Result<Possibility, String> {
        answer_of(TWO, seen)
    }

    fn answer_of(text: &str, seen: &str) -> Result<Possibility, String> {
        let wanted = Wanted::Possible(seen.to_owned());
        let inquiry = Inquiry { text: text.to_owned(), variant: None, wanted, budget: Budget::default() };
        let mut inquiring = Inquiring::new(&inquiry, &crate::session::roll_call());
        while !inquiring.advance(1000) {}
        match inquiring.answer() {
            Some(Answer::Possible(answer)) => answer,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_element_is_taken_as_the_page_names_it() {
        // Lane 1 returns 10 if it is first and 10 + 1 if it is second: one order each.
        for seen in
            ["OLD[1] = 10", "OLD[1]=11", "OLD [ 1 ] = 10; OLD[0] = 12", "BUF[0] = 13", "OLD[0] = 10 11"]
        {
            assert!(matches!(answer(seen), Ok(Possibility::Possible { .. })), "{seen}: {:?}", answer(seen));
        }
        for seen in ["OLD[1] = 12", "OLD[1] = 10; OLD[0] = 10", "BUF[0] = 10"] {
            assert!(matches!(answer(seen), Ok(Possibility::Impossible { .. })), "{seen}: {:?}", answer(seen));
        }
    }

    #[test]
    fn an_element_that_does_not_exist_is_named() {
        for index in ["8", "99999999999999999999", "x", "-1", ""] {
            let why = format!("`OLD[{index}]` does not exist; `OLD` has elements 0 to 7");
            assert_eq!(answer(&format!("OLD[{index}] = 1")), Err(why));
        }
        assert!(answer("NEW[1] = 1").is_err_and(|why| why.contains("NEW")));
    }

    /// The claim is added to a text that is as long as it may be, and that lists as many elements as it may.
    #[test]
    fn a_text_of_any_length_can_be_asked() {
        let filled = format!("{TWO}{}", "/".repeat(crate::session::MAX_TEXT_BYTES - TWO.len()));
        assert!(matches!(answer_of(&filled, "BUF = 13"), Ok(Possibility::Possible { .. })));
        let lists = ".expect OLD = [_; 8]\n".repeat(10_000);
        assert!(matches!(
            answer_of(&format!("{TWO}{lists}"), "BUF = 12"),
            Ok(Possibility::Impossible { .. })
        ));
    }

    #[test]
    fn an_answer_is_about_the_variant_that_is_asked() {
        let text = format!(
            "{TWO}.variant more {{\n  .surface BUF buffer ud = 20\n  .expect possible {{ BUF = 1 }}\n}}\n"
        );
        let wanted = Wanted::Possible("BUF = 23".to_owned());
        let variant = Some("more".to_owned());
        let inquiry = Inquiry { text, variant, wanted, budget: Budget::default() };
        let mut inquiring = Inquiring::new(&inquiry, &crate::session::roll_call());
        while !inquiring.advance(1000) {}
        // 20 + 1 + 2 = 23, in both orders.
        match inquiring.answer() {
            Some(Answer::Possible(Ok(Possibility::Possible { orders, of, .. }))) => {
                assert_eq!((orders, of), (2u32.into(), 2u32.into()));
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_bit_of_a_predicate_is_not_read_as_its_mask() {
        let opened = Session::open(TWO);
        let layout = opened.scenario.as_ref().map(|scenario| &scenario.layout);
        assert_eq!(observed_ends("P1[0] = 1", layout).as_deref(), Ok("P1 = 1 _"));
        assert_eq!(observed_ends("P1[2] = 1", layout).as_deref(), Ok("P1 = _ _ 1"));
    }
}
