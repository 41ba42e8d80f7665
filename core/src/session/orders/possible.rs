//! "Is this result possible?": tries a few orders, and then searches for one that ends as a claim says.

use super::claim::{ClaimedFacts, Fact};
use super::job::{Job, Part, Progress};
use super::words::share;
use crate::base::{NumberFormat, Schedule};
use crate::exec::Run;
use crate::explore::{Cell, Exploration, Explored, Observation, Question};
use crate::session::text::{Change, OrderReport, Session, cell_in_words, value_in_words};
use crate::spec::ExecutionUnit;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

/// The answer to the question whether an observed result is possible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Possibility {
    /// Some order ends with it.
    Possible {
        /// The number of orders that end with it.
        orders: BigUint,
        /// The number of all orders.
        of: BigUint,
        /// Their share of all orders.
        share: f64,
        /// One of the orders that end with the result.
        witness: Vec<OrderReport>,
    },
    /// Some order ends with it, but the budget ran out before the orders were counted.
    Shown {
        /// An order that ends with it, one of the few that are tried first.
        witness: Vec<OrderReport>,
    },
    /// No order ends with it.
    Impossible {
        /// The observations that contradict each other, as a sentence.
        because: String,
    },
    /// The budget ran out.
    Undecided,
}

/// The answer to a question about an observed result. `lanescope possible --json` prints it.
#[derive(Debug, Default, Serialize)]
pub struct PossibilityReport<'p> {
    /// `possible`, `impossible`, or `undecided` if the budget ran out.
    verdict: &'static str,
    /// The number of orders that produce the result, as a decimal text; absent if it is unknown.
    orders: Option<String>,
    /// The number of all orders, as a decimal text.
    of_orders: Option<String>,
    /// The share of all orders.
    share: Option<f64>,
    /// One of the orders that produce the result.
    witness: Option<&'p [OrderReport]>,
    /// Why the result is impossible, as a sentence.
    because: Option<&'p str>,
}

impl<'p> From<&'p Possibility> for PossibilityReport<'p> {
    fn from(possibility: &'p Possibility) -> Self {
        match possibility {
            Possibility::Possible { orders, of, share, witness } => Self {
                verdict: "possible",
                orders: Some(orders.to_string()),
                of_orders: Some(of.to_string()),
                share: Some(*share),
                witness: Some(witness),
                because: None,
            },
            Possibility::Shown { witness } => {
                Self { verdict: "possible", witness: Some(witness), ..Self::default() }
            }
            Possibility::Impossible { because } => Self {
                verdict: "impossible",
                orders: Some("0".to_owned()),
                because: Some(because),
                ..Self::default()
            },
            Possibility::Undecided => Self { verdict: "undecided", ..Self::default() },
        }
    }
}

/// The maximum number of states that are explored to decide whether some observations contradict each other.
const CONTRADICTION_STATES: usize = 20_000;

/// The maximum number of states that are explored to count the orders that produce a result, after a run has shown that
/// the result is possible.
pub(in crate::session) const COUNTED_STATES: usize = 100_000;

/// The maximum number of facts that are each tried alone, because a contradiction of one fact says most.
const MOST_ALONE: usize = 64;

/// A search for an order that ends as claimed. If there is none, the search looks for a contradiction: as few facts as
/// possible that no order produces together.
#[derive(Debug)]
pub(in crate::session) struct ClaimSearch {
    session: Session,
    /// The maximum number of states that are explored for the claim.
    most_states: usize,
    /// An order that ends as claimed, one of the few that are tried first.
    example: Option<Vec<OrderReport>>,
    /// The remaining facts. Once all of them have been tried, they contradict each other.
    claim: ClaimedFacts,
    selection: Selection,
    /// The current selection of facts, and its exploration.
    trial: Option<(ClaimedFacts, Box<Exploration>)>,
    answer: Option<Possibility>,
}

/// A selection of the remaining facts, to be tried next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Selection {
    All,
    /// The fact at this index, alone.
    Alone(usize),
    /// All facts except a block of `size` that ends before the index `end`.
    Without {
        end: usize,
        size: usize,
    },
}

impl Session {
    /// Returns whether some order ends as claimed. `None` if nothing can run.
    pub fn possible(&self, claim: &ClaimedFacts) -> Option<Possibility> {
        self.possible_within(claim, Question::memory().most_states, COUNTED_STATES)
    }

    /// Does the same as [`Session::possible`], with budgets of states. If a run shows that the claim is possible,
    /// `most_counted` also limits the count of the orders.
    pub fn possible_within(
        &self,
        claim: &ClaimedFacts,
        most_states: usize,
        most_counted: usize,
    ) -> Option<Possibility> {
        Some(ClaimSearch::new(self, claim.clone(), most_states, most_counted)?.complete())
    }

    /// Returns an order that ends as claimed; empty if any order does. `None` if none was found.
    pub(in crate::session) fn order_that_ends(
        &self,
        claim: &ClaimedFacts,
        most_states: usize,
    ) -> Option<Vec<OrderReport>> {
        example(self, claim).or_else(|| {
            let explored = self.explored(claim.question(most_states))?;
            Some(self.orders(self.scenario.as_ref()?, &explored.choose(|_| 0)?.witness))
        })
    }

    /// Returns the answer of an exploration that found orders.
    fn possibility(&self, explored: Explored) -> Option<Possibility> {
        let end = explored.choose(|_| 0)?;
        let witness = self.orders(self.scenario.as_ref()?, &end.witness);
        let share = share(&explored.fitting, &explored.orders);
        Some(Possibility::Possible { orders: explored.fitting, of: explored.orders, share, witness })
    }

    /// Describes facts that contradict each other.
    fn contradiction(&self, claim: &ClaimedFacts) -> String {
        let value = |seen: &Observation| {
            let layout = &self.scenario.as_ref()?.layout;
            let cell = Cell { place: seen.place, mask: seen.mask };
            let value = value_in_words(layout, cell, seen.bits, NumberFormat::Auto);
            Some(format!("{} = {value}", cell_in_words(layout, cell)))
        };
        let errors = claim.errors().into_iter().map(|error| format!("`{}`", error.code()));
        let facts: Vec<String> = errors.chain(claim.values().iter().filter_map(value)).collect();
        match facts.is_empty() {
            true => "no order reaches the end of the program".to_owned(),
            false => format!("no order ends with {}", facts.join(" and ")),
        }
    }
}

impl ClaimSearch {
    /// Begins a search, with the budgets of [`Session::possible_within`]. `None` if nothing can run.
    pub fn new(
        session: &Session,
        claim: ClaimedFacts,
        most_states: usize,
        most_counted: usize,
    ) -> Option<Self> {
        session.scenario.as_ref()?;
        let example = example(session, &claim);
        let most_states = if example.is_some() { most_states.min(most_counted) } else { most_states };
        let (session, selection) = (session.clone(), Selection::All);
        let mut search = Self { session, most_states, example, claim, selection, trial: None, answer: None };
        if search.example.is_some() && most_states == 0 {
            search.answer = Some(search.uncounted());
        }
        Some(search)
    }

    /// Explores at most that many states of the current trial. Returns the answer once it is known.
    fn advance_trial(&mut self, states: usize) -> Option<Possibility> {
        if self.trial.is_none() {
            let Some(tried) = self.selection.of(&self.claim.facts) else {
                return Some(Possibility::Impossible { because: self.session.contradiction(&self.claim) });
            };
            let is_whole = self.selection == Selection::All;
            let question = tried.question(if is_whole { self.most_states } else { CONTRADICTION_STATES });
            self.trial = self.session.explore(question).map(|exploration| (tried, Box::new(exploration)));
        }
        let (tried, mut exploration) = self.trial.take()?;
        if !exploration.advance(states) {
            self.trial = Some((tried, exploration));
            return None;
        }
        let found = exploration.finish();
        let contradicts = found.as_ref().is_some_and(|found| found.fitting == BigUint::ZERO);
        if self.selection == Selection::All && (!contradicts || self.example.is_some()) {
            let found = found.filter(|_| !contradicts);
            let counted = found.and_then(|found| self.session.possibility(found));
            return Some(counted.unwrap_or_else(|| self.uncounted()));
        }
        if contradicts {
            self.claim = tried;
        }
        self.selection = self.selection.after(contradicts, self.claim.facts.len());
        None
    }

    /// Returns the answer as long as the orders have not been counted.
    fn uncounted(&self) -> Possibility {
        match &self.example {
            Some(witness) => Possibility::Shown { witness: witness.clone() },
            None => Possibility::Undecided,
        }
    }
}

impl Job for ClaimSearch {
    type Answer = Possibility;

    fn advance(&mut self, states: usize) -> bool {
        if self.answer.is_none() {
            self.answer = self.advance_trial(states);
        }
        self.answer.is_some()
    }

    fn progress(&self) -> Progress {
        if self.selection != Selection::All || self.answer.is_some() {
            return Progress::REASONS;
        }
        let done = self.trial.as_ref().map_or(0, |(_, exploration)| exploration.states() as u64);
        Progress { part: Part::Claim, done, most: self.most_states as u64 }
    }

    fn finish(self) -> Possibility {
        let uncounted = self.uncounted();
        self.answer.unwrap_or(uncounted)
    }
}

impl Selection {
    /// Returns the selected facts; `None` if all selections were tried.
    fn of(self, facts: &[Fact]) -> Option<ClaimedFacts> {
        let facts = match self {
            Self::All => facts.to_vec(),
            Self::Alone(index) => vec![*facts.get(index)?],
            Self::Without { end: 0, .. } => return None,
            Self::Without { end, size } => [&facts[..end.saturating_sub(size)], &facts[end..]].concat(),
        };
        Some(ClaimedFacts { facts })
    }

    /// Returns the next selection. `count` facts remain; if the last selection contradicts itself, they are those of
    /// it.
    fn after(self, contradicts: bool, count: usize) -> Self {
        match self {
            Self::All if count <= MOST_ALONE => Self::Alone(0),
            Self::Alone(index) if !contradicts && index + 1 < count => Self::Alone(index + 1),
            // Large blocks come first, because only few of thousands of facts contradict each other.
            Self::All | Self::Alone(_) => {
                Self::Without { end: count, size: (count / 2).max(1).next_power_of_two() }
            }
            Self::Without { end, size } if end > size => Self::Without { end: end - size, size },
            Self::Without { size: 1, .. } => Self::Without { end: 0, size: 1 },
            Self::Without { size, .. } => Self::Without { end: count, size: size / 2 },
        }
    }
}

/// The maximum number of micro-steps of a run whose program is tried in other orders.
const MOST_STEPS: u32 = 20_000;

/// Returns an order that ends as claimed: that of the run, one in which lanes take turns in ascending or descending
/// order, or one in which each lane takes all its turns before the next lane. `None` if none of them does.
pub(super) fn example(session: &Session, claim: &ClaimedFacts) -> Option<Vec<OrderReport>> {
    let run = session.run.as_ref()?;
    if claim.holds(run) {
        return Some(orders_of_run(session, run));
    }
    if run.len() > MOST_STEPS {
        return None;
    }
    let turns: Vec<Schedule> = (0..run.instruction_starts().len()).map(|at| run.turns(at)).collect();
    let has_second_turns = turns.iter().any(|turns| turns.first_repeated().is_some());
    let tries = [(false, false), (false, true), (true, false), (true, true)];
    let tries = tries.into_iter().filter(|(is_whole, _)| !is_whole || has_second_turns);
    tries.into_iter().find_map(|(is_whole, is_descending)| {
        let order = |turns: &Schedule| match turns {
            Schedule::Explicit(lists) if is_whole => lane_by_lane(lists.clone(), is_descending),
            _ if is_descending => Schedule::Descending,
            _ => Schedule::Ascending,
        };
        let run = session.run_trial(&Change::Orders(turns.iter().map(order).collect()), u32::MAX)?;
        claim.holds(&run).then(|| orders_of_run(session, &run))
    })
}

/// Groups the turns of each lane, with the lanes ascending or descending.
fn lane_by_lane(mut lists: Vec<Vec<u8>>, is_descending: bool) -> Schedule {
    for list in &mut lists {
        list.sort_unstable();
        if is_descending {
            list.reverse();
        }
    }
    Schedule::Explicit(lists)
}

/// Returns the order of each memory instruction that a run has begun.
pub(super) fn orders_of_run(session: &Session, run: &Run) -> Vec<OrderReport> {
    let begun = run.instruction_starts().len();
    let program = run.scenario().program.iter().enumerate().take(begun);
    let of_memory =
        program.filter(|(_, bound)| bound.row.unit == ExecutionUnit::Memory && bound.exec_size > 1);
    of_memory.map(|(at, bound)| session.order_report(at, bound.span, run.turn_lists(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exec::RunError;

    /// Removes facts from those at the indices 0 to `count - 1`. The last of these contradict each other.
    /// Returns what is left, and the number of trials.
    fn contradiction_of(count: usize, contradicting: &[usize]) -> (Vec<usize>, usize) {
        let fact = Fact::Error(RunError::ALL[0]);
        let (mut left, mut selection, mut trials): (Vec<usize>, _, _) =
            ((0..count).collect(), Selection::All, 0);
        while let Some(tried) = selection.of(&vec![fact; left.len()]) {
            let chosen: Vec<usize> = match selection {
                Selection::All => left.clone(),
                Selection::Alone(index) => vec![left[index]],
                Selection::Without { end, size } => {
                    let is_out = |index: usize| (end.saturating_sub(size)..end).contains(&index);
                    left.iter()
                        .enumerate()
                        .filter(|(index, _)| !is_out(*index))
                        .map(|(_, fact)| *fact)
                        .collect()
                }
            };
            assert_eq!(tried.facts.len(), chosen.len(), "{selection:?}");
            let contradicts = contradicting.iter().all(|fact| chosen.contains(fact));
            if contradicts {
                left = chosen;
            }
            selection = selection.after(contradicts, left.len());
            trials += 1;
        }
        (left, trials)
    }

    #[test]
    fn a_contradiction_is_reduced_to_its_facts() {
        // A single fact is found by a trial of all facts, by those of facts alone, and then by one without any fact.
        assert_eq!(contradiction_of(3, &[1]), (vec![1], 4));
        assert_eq!(contradiction_of(1, &[0]), (vec![0], 3));
        for (count, facts) in [(2, &[0, 1][..]), (4, &[0, 1]), (5, &[0, 2, 4]), (100, &[3, 50, 99])] {
            assert_eq!(contradiction_of(count, facts).0, facts, "{count}");
        }
        // Many facts are not tried alone: at most four trials for each halving of the blocks.
        for facts in [&[0, 65_535][..], &[40_000]] {
            let (left, trials) = contradiction_of(65_536, facts);
            assert_eq!(left, facts);
            assert!(trials <= 4 * 17, "{trials}");
        }
    }
}
