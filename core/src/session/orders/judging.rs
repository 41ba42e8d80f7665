//! Verdicts on the `.expect` lines about all orders, in slices.

use super::exploring::{Budget, Found};
use super::facts::observed;
use super::judge::{Judgement, judge_order, most_counted};
use super::possible::Looking;
use crate::base::Span;
use crate::session::text::Session;

/// The `.expect` lines of a session, judged one after the other by the results of an exploration.
#[derive(Debug, Default)]
pub(in crate::session) struct Judging {
    /// The index of the current line.
    at: usize,
    /// The search for an order, if the line needs one.
    looking: Option<Box<Looking>>,
}

/// The result of a slice of [`Judging`].
pub(in crate::session) enum JudgingSlice {
    /// The current line is not decided yet, or it is not about all orders.
    Nothing,
    /// A line is judged: its index and its place.
    Line(usize, Span, Judgement),
    /// No line is left.
    Over,
}

impl Judging {
    /// Judges the current line, or explores at most that many states for it.
    pub fn advance(
        &mut self,
        session: &Session,
        found: &Found,
        budget: Budget,
        states: usize,
    ) -> JudgingSlice {
        let at = self.at;
        let Some(expected) = session.expected.get(at) else { return JudgingSlice::Over };
        let begin = |observed| {
            Looking::new(session, observed, budget.memory_states, most_counted(expected)).map(Box::new)
        };
        let mut looking = self.looking.take().or_else(|| observed(expected).and_then(begin));
        if looking.as_mut().is_some_and(|looking| !looking.advance(states)) {
            self.looking = looking;
            return JudgingSlice::Nothing;
        }
        self.at += 1;
        let possible = looking.and_then(|looking| looking.finish());
        let invariants = session.invariant_orders(&found.watched);
        match judge_order(expected, found.counts(), possible, &invariants) {
            Some((span, judgement)) => JudgingSlice::Line(at, span, judgement),
            None => JudgingSlice::Nothing,
        }
    }
}
