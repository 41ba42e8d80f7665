//! The results of each lane after a search: a walk over its layers, from the last to the first.

use super::count::Count;
use super::lanes::{Abort, TurnEffect};
use super::search::{Search, SearchState};
use super::seen::{Seen, listed_results};
use crate::base::LaneId;
use crate::exec::Scenario;
use rustc_hash::FxHashMap;

impl<C: Count> Search<C> {
    /// Returns the results of each lane, after the search. `None` if a lane may write a destination twice, or if only
    /// orders were searched that lead to observed results.
    pub(super) fn look(&mut self, scenario: &Scenario) -> Result<Option<Vec<Seen>>, Abort> {
        if self.lanes.hands_early || self.lanes.is_observed() {
            return Ok(None);
        }
        let mut found: Vec<FxHashMap<u32, C>> = vec![FxHashMap::default(); self.lanes.lanes.len()];
        // The number of orders of the remaining turns after each state of the following layer, if it differs between
        // states.
        let mut following: Vec<C> = Vec::new();
        for depth in (0..self.layers.len()).rev() {
            let index = self.index_of(depth + 1);
            let permutations = self.permutations_after(depth + 1).map(C::new);
            let permutations_here = self.permutations_after(depth).map(C::new);
            let mut completions = Vec::new();
            for at in 0..self.layers[depth].states.len() {
                let state = self.layers[depth].states[at];
                let turns = self.turns(scenario, state)?;
                // If all remaining lanes wait, the order has ended.
                let mut all = C::new(u128::from(turns.is_empty()));
                // If nothing changes any more, a lane finds the same contents whenever its turn comes.
                let is_fixed = self.is_fixed(state, &turns);
                let permutations = if is_fixed { &permutations_here } else { &permutations };
                for (lane, turn) in turns {
                    let rest = match permutations {
                        Some(rest) => rest.clone(),
                        None => match self.after(scenario, state, lane, turn)? {
                            (_, true) => C::new(1),
                            (next, false) => following[index[&next]].clone(),
                        },
                    };
                    all.add_product(&rest, &C::new(1));
                    let (left, like) = (self.left_like(state, lane), self.like(lane));
                    // The share of orders in which a lane has had no turn is the same for all interchangeable lanes.
                    let ways = self.layers[depth].counts[at].parts(left, like.count() as u32);
                    for other in like.lanes().map(LaneId::index) {
                        let handed = if other == lane {
                            turn.handed
                        } else {
                            self.same_turn(scenario, state, other, (lane, turn))?
                        };
                        if handed != 0 {
                            let known = found[other].entry(handed).or_insert_with(|| C::new(0));
                            known.add_product(&ways, &rest);
                        }
                    }
                }
                completions.push(all);
            }
            following = completions;
        }
        Ok(Some(listed_results(&self.lanes, &found)))
    }

    /// Returns the results of a lane whose turn must have the same effect as that of an interchangeable lane.
    fn same_turn(
        &mut self,
        scenario: &Scenario,
        state: SearchState,
        lane: usize,
        (of, wanted): (usize, TurnEffect),
    ) -> Result<u32, Abort> {
        let turn = self.lanes.turn(scenario, lane as u32, state.contents)?;
        let mut is_same = (turn.contents, turn.end) == (wanted.contents, wanted.end);
        if self.lanes.renames && self.lanes.is_tracked() {
            // The first of the class represents it.
            let first = self.alike[lane];
            let handed =
                |search: &mut Self, turn: TurnEffect, of: usize| search.lanes.renamed(turn.handed, of, first);
            let (own, other) = (handed(self, turn, lane), handed(self, wanted, of));
            is_same &= own.is_some() && own == other;
        }
        if is_same { Ok(turn.handed) } else { Err(Abort::Unlike) }
    }
}
