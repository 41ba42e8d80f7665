//! What each lane can see: the values that it can hand back, each with the orders in which it does.

use super::count::Count;
use super::lanes::{Halt, Lanes, Turn};
use super::search::{Search, State};
use crate::base::{Bits, LaneId};
use crate::exec::Scenario;
use crate::machine::Place;
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// The most values of a lane that are told.
pub(super) const MOST_VALUES: usize = 256;

/// What a lane can leave in one of its destinations. Lanes do not see independently of each other: values of two lanes need
/// not go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The lane.
    pub lane: LaneId,
    /// The destination.
    pub place: Place,
    /// Which of its bits.
    pub mask: u64,
    /// The values, ascending, each with the number of orders of the lanes that meet in which it is that; of more than 256
    /// the first.
    pub values: Vec<(Bits, BigUint)>,
    /// How many values there are.
    pub count: usize,
    /// In how many orders the lane gets one of them.
    pub orders: BigUint,
}

impl<C: Count> Search<C> {
    /// What each lane can see, once all orders have been gone through. `None` where a lane may hand back a value and then
    /// another, and where only orders were gone through that lead to what was observed.
    pub(super) fn look(&mut self, scenario: &Scenario) -> Result<Option<Vec<Seen>>, Halt> {
        if self.lanes.hands_early || self.lanes.is_observed() {
            return Ok(None);
        }
        let mut found: Vec<FxHashMap<u32, C>> = vec![FxHashMap::default(); self.lanes.lanes.len()];
        // How many orders lead on from each state of the layer behind, where that is not the same for all.
        let mut behind: Vec<C> = Vec::new();
        for depth in (0..self.layers.len()).rev() {
            let index = self.index_of(depth + 1);
            let permutations = self.permutations_behind(depth + 1).map(C::new);
            let permutations_here = self.permutations_behind(depth).map(C::new);
            let mut completions = Vec::new();
            for at in 0..self.layers[depth].states.len() {
                let state = self.layers[depth].states[at];
                let turns = self.turns(scenario, state)?;
                // Where all that are left wait, the order is at its end.
                let mut all = C::new(u128::from(turns.is_empty()));
                // Where nothing changes any more, a lane finds the same whenever its turn comes.
                let is_fixed = self.is_fixed(state, &turns);
                let permutations = if is_fixed { &permutations_here } else { &permutations };
                for (lane, turn) in turns {
                    let rest = match permutations {
                        Some(rest) => rest.clone(),
                        None => match self.behind(scenario, state, lane, turn)? {
                            (_, true) => C::new(1),
                            (next, false) => behind[index[&next]].clone(),
                        },
                    };
                    all.add_product(&rest, &C::new(1));
                    let (left, like) = (self.left_like(state, lane), self.like(lane));
                    // A lane has had no turn in as large a part of the orders that lead here as of those like it.
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
        Ok(Some(told(&self.lanes, &found)))
    }

    /// What a lane hands back whose turn has to come to the same as that of another like it.
    fn same_turn(
        &mut self,
        scenario: &Scenario,
        state: State,
        lane: usize,
        (of, wanted): (usize, Turn),
    ) -> Result<u32, Halt> {
        let turn = self.lanes.turn(scenario, lane as u32, state.contents)?;
        let mut is_same = (turn.contents, turn.end) == (wanted.contents, wanted.end);
        if self.lanes.renames && self.lanes.is_tracked() {
            // The first of them is as good as any.
            let first = self.alike[lane];
            let handed =
                |search: &mut Self, turn: Turn, of: usize| search.lanes.renamed(turn.handed, of, first);
            let (own, other) = (handed(self, turn, lane), handed(self, wanted, of));
            is_same &= own.is_some() && own == other;
        }
        if is_same { Ok(turn.handed) } else { Err(Halt::Unlike) }
    }
}

/// What lanes can see: for each of them, in how many orders it hands back what, by the numbers of [`Lanes::returned`].
pub(super) fn told<C: Count>(lanes: &Lanes, found: &[FxHashMap<u32, C>]) -> Vec<Seen> {
    lanes.lanes.iter().zip(found).flat_map(|(lane, found)| of_lane(lanes, *lane, found)).collect()
}

/// What a lane can see in each of its destinations, of all that it can hand back at once.
fn of_lane<C: Count>(lanes: &Lanes, lane: LaneId, found: &FxHashMap<u32, C>) -> Vec<Seen> {
    // By the value's pattern and which of its bits are defined.
    type Values<C> = Vec<((u64, u64), C)>;
    let mut places = FxHashMap::<(Place, u64), Values<C>>::default();
    for (handed, ways) in found {
        for &(place, mask, bits) in lanes.returned.get(*handed) {
            places.entry((place, mask)).or_default().push(((bits.value, bits.defined), ways.clone()));
        }
    }
    let seen = |((place, mask), mut values): ((Place, u64), Values<C>)| {
        values.sort_unstable_by_key(|(bits, _)| *bits);
        values.dedup_by(|(bits, ways), (known, all)| {
            let is_same = bits == known;
            if is_same {
                all.add_product(ways, &C::new(1));
            }
            is_same
        });
        let first = values.iter().take(MOST_VALUES);
        let told = first.map(|&((value, defined), ref ways)| (Bits { value, defined }, ways.big()));
        let mut orders = C::new(0);
        values.iter().for_each(|(_, ways)| orders.add_product(ways, &C::new(1)));
        Seen { lane, place, mask, values: told.collect(), count: values.len(), orders: orders.big() }
    };
    let mut all: Vec<Seen> = places.into_iter().map(seen).collect();
    all.sort_by_key(|seen| (seen.place.space, seen.place.byte_offset));
    all
}
