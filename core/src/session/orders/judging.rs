//! Verdicts on the `.expect` lines about all orders.

use super::claim::ClaimedFacts;
use super::exploring::{Budget, Exploring, Found, OutcomeCount, WantedParts};
use super::invariants::InvariantOrders;
use super::job::{Job, Progress};
use super::possible::{COUNTED_STATES, ClaimSearch, Possibility};
use crate::base::counted;
use crate::check::{Claim, ClaimKind};
use crate::session::text::{Expectation, OrderReport, Session, Verdict, example_order};
use crate::syntax::OutcomeContents;
use num_bigint::BigUint;

/// The result of checking a claim about all orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) enum Judgement {
    Holds,
    Differs {
        difference: String,
        /// An order that shows it; empty if there is none, or if any order does.
        order: Vec<OrderReport>,
    },
    Undecided,
}

impl Judgement {
    /// Returns the verdict, and the differences from the expectation, one sentence each.
    pub fn verdict(&self) -> (Verdict, Vec<String>) {
        match self {
            Self::Holds => (Verdict::Holds, Vec::new()),
            Self::Differs { difference, .. } => (Verdict::Fails, vec![difference.clone()]),
            Self::Undecided => (Verdict::NotJudged, vec!["not decided: the budget ran out".to_owned()]),
        }
    }
}

/// An exploration of all orders that judges the `.expect` lines about them.
#[derive(Debug)]
pub(in crate::session) struct Judging {
    pub session: Session,
    budget: Budget,
    /// The exploration; `None` if the lines need none.
    exploring: Option<Exploring>,
    lines: usize,
    /// The answers to the first claims that a result is possible or impossible.
    answers: Vec<Possibility>,
    /// The search for the next answer, if it has begun.
    search: Option<Box<ClaimSearch>>,
}

/// The judgement of each `.expect` line, and what is known of all orders. A line that is not about all orders has none.
#[derive(Debug)]
pub struct Judgements {
    pub(in crate::session) by_line: Vec<Option<Judgement>>,
    pub(in crate::session) found: Found,
}

impl Judging {
    /// Begins a judgement that explores what the lines need. `None` if nothing can run.
    pub fn new(session: &Session, budget: Budget) -> Option<Self> {
        session.scenario.as_ref()?;
        let wants = WantedParts::of_lines(&session.claims);
        let exploring = wants.map(|wants| Exploring::new(session, budget, wants));
        Some(Self::with_exploring(session, budget, exploring, session.claims.len()))
    }

    /// Begins a judgement of the first `lines` lines, with this exploration.
    pub(super) fn with_exploring(
        session: &Session,
        budget: Budget,
        exploring: Option<Exploring>,
        lines: usize,
    ) -> Self {
        Self { session: session.clone(), budget, exploring, lines, answers: Vec::new(), search: None }
    }

    /// Returns what is known of all orders; `None` if nothing was explored.
    pub(super) fn found(&self) -> Option<&Found> {
        self.exploring.as_ref().map(|exploring| &exploring.found)
    }

    /// Ends the exploration. Lines that are not decided yet are judged by what is known.
    pub(super) fn end_early(&mut self) {
        self.exploring.iter_mut().for_each(Exploring::end_early);
        (self.budget.memory_states, self.search) = (0, None);
    }

    /// Explores at most that many states for the next claim. Returns whether no claim is left.
    fn answer_next(&mut self, states: usize) -> bool {
        let mut claims = self.session.claims[..self.lines].iter().filter_map(|line| match &line.kind {
            ClaimKind::Possible { is_possible, end } => Some((*is_possible, end)),
            _ => None,
        });
        let Some((is_possible, end)) = claims.nth(self.answers.len()) else { return true };
        let begin = || {
            // One order decides that a result is possible, so its orders are not counted.
            let most_counted = if is_possible { 0 } else { COUNTED_STATES };
            let (claim, most_states) = (ClaimedFacts::from_end(end), self.budget.memory_states);
            ClaimSearch::new(&self.session, claim, most_states, most_counted).map(Box::new)
        };
        let Some(mut search) = self.search.take().or_else(begin) else { return true };
        match search.advance(states) {
            true => self.answers.push(search.finish()),
            false => self.search = Some(search),
        }
        false
    }
}

impl Job for Judging {
    type Answer = Judgements;

    fn advance(&mut self, states: usize) -> bool {
        let is_explored = self.exploring.as_mut().is_none_or(|exploring| exploring.advance(states));
        is_explored && self.answer_next(states)
    }

    fn progress(&self) -> Progress {
        let exploring = self.exploring.as_ref().map_or(Progress::REASONS, Job::progress);
        self.search.as_ref().map_or(exploring, |search| search.progress())
    }

    fn finish(self) -> Judgements {
        let found = self.exploring.map(Job::finish).unwrap_or_default();
        let (counts, invariants) = (found.counts(), self.session.invariant_orders(&found.watched));
        let mut answers = self.answers.into_iter();
        let lines = self.session.claims[..self.lines].iter();
        let by_line = lines.map(|line| judge_line(line, &counts, &mut answers, &invariants)).collect();
        Judgements { by_line, found }
    }
}

impl Session {
    /// Runs a text and each of its variants, in order, and judges their expectations, including those about all orders.
    pub fn judged(text: &str, budget: Budget) -> Vec<Self> {
        let mut sides = vec![Self::open(text)];
        sides.extend(sides[0].each_variant().collect::<Vec<_>>());
        sides.iter_mut().for_each(|side| side.judge_orders(budget));
        sides
    }

    /// Explores all orders within a budget, and judges the `.expect` lines about them.
    pub fn judge_orders(&mut self, budget: Budget) {
        if let Some(judging) = Judging::new(self, budget) {
            self.take_verdicts(&judging.complete());
        }
    }

    /// Gives the `.expect` lines about all orders their verdicts.
    pub fn take_verdicts(&mut self, judgements: &Judgements) {
        for (expectation, judgement) in self.expectations.iter_mut().zip(&judgements.by_line) {
            if let Some(judgement) = judgement {
                (expectation.verdict, expectation.differences) = judgement.verdict();
            }
        }
    }

    /// Returns the `.expect` lines about all orders, with their verdicts.
    pub fn about_orders(&self) -> Vec<Expectation> {
        let lines = self.claims.iter().zip(&self.expectations);
        let lines = lines.filter(|(claim, _)| claim.kind.is_about_orders());
        lines.map(|(_, expectation)| expectation.clone()).collect()
    }
}

/// Judges a claim about all orders; `None` for any other claim. The counts are the numbers of outcomes of memory and of
/// results. `answers` has the answer to each claim that a result is possible or impossible, from this one on.
/// `invariants` are those of the scenario.
fn judge_line(
    claim: &Claim,
    [memory, results]: &[OutcomeCount; 2],
    answers: &mut impl Iterator<Item = Possibility>,
    invariants: &[InvariantOrders],
) -> Option<Judgement> {
    Some(match &claim.kind {
        ClaimKind::Outcomes { contents: OutcomeContents::Results, number } => judge_count(results, *number),
        ClaimKind::Outcomes { contents: OutcomeContents::Memory, number } => judge_count(memory, *number),
        ClaimKind::OrderIndependent => judge_count(results, 1),
        ClaimKind::Possible { is_possible, .. } => judge_claim(*is_possible, answers.next()?),
        ClaimKind::Invariant(name) => match invariants.iter().find(|invariant| invariant.name == *name) {
            Some(invariant) if invariant.can_break() => {
                let example = example_order(&invariant.witness);
                let difference = format!("`{name}` {}{example}", invariant.in_words());
                Judgement::Differs { difference, order: invariant.witness.clone() }
            }
            Some(invariant) if invariant.is_known => Judgement::Holds,
            _ => Judgement::Undecided,
        },
        ClaimKind::Contents(_)
        | ClaimKind::Diagnostic { .. }
        | ClaimKind::Cost { .. }
        | ClaimKind::Limit { .. } => return None,
    })
}

fn judge_claim(is_possible: bool, answer: Possibility) -> Judgement {
    match (answer, is_possible) {
        (Possibility::Possible { orders, of, witness, .. }, false) => {
            let example = example_order(&witness);
            let difference = format!("it is possible in {orders} of {}{example}", counted(of, "order"));
            Judgement::Differs { difference, order: witness }
        }
        (Possibility::Shown { witness }, false) => {
            let difference = format!("it is possible{}", example_order(&witness));
            Judgement::Differs { difference, order: witness }
        }
        (Possibility::Impossible { because }, true) => differs(format!("it is impossible: {because}")),
        (Possibility::Undecided, _) => Judgement::Undecided,
        _ => Judgement::Holds,
    }
}

/// Judges a claim about the number of outcomes. A sample with more outcomes refutes it.
fn judge_count(found: &OutcomeCount, expected: u64) -> Judgement {
    let found = match found {
        OutcomeCount::Exactly(found) => found,
        OutcomeCount::AtLeast(found) if *found as u64 > expected => {
            let all = counted(found, "outcome");
            return differs(format!("there are at least {all}, expected {expected}"));
        }
        OutcomeCount::AtLeast(_) => return Judgement::Undecided,
    };
    match found {
        found if *found == BigUint::from(expected) => Judgement::Holds,
        found if *found == BigUint::from(1u32) => {
            differs(format!("there is one outcome, expected {expected}"))
        }
        found => differs(format!("there are {found} outcomes, expected {expected}")),
    }
}

fn differs(difference: String) -> Judgement {
    Judgement::Differs { difference, order: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_outcomes_holds_differs_or_is_open() {
        let exactly = |count: u32| OutcomeCount::Exactly(count.into());
        let rows = [
            (exactly(4), 4, Judgement::Holds),
            (exactly(1), 4, differs("there is one outcome, expected 4".to_owned())),
            (exactly(5), 4, differs("there are 5 outcomes, expected 4".to_owned())),
            // A sample can show that there are more outcomes. It cannot show that there are fewer.
            (OutcomeCount::AtLeast(5), 4, differs("there are at least 5 outcomes, expected 4".to_owned())),
            (OutcomeCount::AtLeast(4), 4, Judgement::Undecided),
            (OutcomeCount::AtLeast(0), 4, Judgement::Undecided),
        ];
        for (found, expected, judgement) in rows {
            assert_eq!(judge_count(&found, expected), judgement, "{found:?}");
        }
    }
}
