//! The results of each lane: the values that it can return, each with the number of orders in which it does.

use super::count::Count;
use super::lanes::{Abort, MeetingLanes, TurnEffect};
use super::search::{Search, SearchState};
use crate::base::{Bits, LaneId};
use crate::exec::Scenario;
use crate::machine::Place;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// The maximum number of values of a lane that are listed.
pub(super) const MOST_VALUES: usize = 256;

/// The values that a lane can leave in one of its destinations. Values of two lanes need not occur together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The lane.
    pub lane: LaneId,
    /// The destination.
    pub place: Place,
    /// A mask of its bits.
    pub mask: u64,
    /// The values, ascending, each with the number of orders of the group in which the lane returns it. Only the first
    /// 256.
    pub values: Vec<(Bits, BigUint)>,
    /// The number of values.
    pub count: usize,
    /// The number of orders in which the lane returns one of them.
    pub orders: BigUint,
}

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
        let mut behind: Vec<C> = Vec::new();
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
                            (next, false) => behind[index[&next]].clone(),
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
            behind = completions;
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

/// Returns the results of each lane, given the number of orders for each number in [`MeetingLanes::returned`].
pub(super) fn listed_results<C: Count>(lanes: &MeetingLanes, found: &[FxHashMap<u32, C>]) -> Vec<Seen> {
    lanes.lanes.iter().zip(found).flat_map(|(lane, found)| of_lane(lanes, *lane, found)).collect()
}

/// Returns the results of a lane in each of its destinations.
fn of_lane<C: Count>(lanes: &MeetingLanes, lane: LaneId, found: &FxHashMap<u32, C>) -> Vec<Seen> {
    // Values with their defined bits, each with its number of orders.
    type Results<C> = Vec<((u64, u64), C)>;
    let mut places = FxHashMap::<(Place, u64), Results<C>>::default();
    for (handed, ways) in found {
        for &(place, mask, bits) in lanes.returned.get(*handed) {
            places.entry((place, mask)).or_default().push(((bits.value, bits.defined), ways.clone()));
        }
    }
    let seen = |((place, mask), mut values): ((Place, u64), Results<C>)| {
        values.sort_unstable_by_key(|(bits, _)| *bits);
        values.dedup_by(|(bits, ways), (known, all)| {
            let is_same = bits == known;
            if is_same {
                all.add_product(ways, &C::new(1));
            }
            is_same
        });
        let first = values.iter().take(MOST_VALUES);
        let listed = first.map(|&((value, defined), ref ways)| (Bits { value, defined }, ways.big()));
        let mut orders = C::new(0);
        values.iter().for_each(|(_, ways)| orders.add_product(ways, &C::new(1)));
        Seen { lane, place, mask, values: listed.collect(), count: values.len(), orders: orders.big() }
    };
    let mut all: Vec<Seen> = places.into_iter().map(seen).collect();
    all.sort_by_key(|seen| (seen.place.space, seen.place.byte_offset));
    all
}
