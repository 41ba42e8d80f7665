//! The results of each lane: the values that it can return, each with the number of orders in which it does. After a walk, they
//! follow from its layers, from the last to the first.

use super::graph::{Graph, TurnEnd, Turns};
use super::meter::Stuck;
use super::number::Number;
use super::outcome::Seen;
use super::walk::{Edges, State, Walk};
use crate::base::{Bits, LaneId};
use crate::machine::Place;
use rustc_hash::FxHashMap;

/// The maximum number of values of a lane that are listed.
const MOST_VALUES: usize = 256;

/// A search for the results of lanes, state by state.
#[derive(Debug, Default)]
pub(super) struct LaneResults {
    /// For each lane, the number of orders by its results, which are a number in the graph.
    found: Vec<FxHashMap<u32, Number>>,
    /// The current layer; `None` before the last one.
    depth: Option<usize>,
    /// The number of orders of the turns that are left after each state of the layer, as far as they are known.
    completions: Vec<Number>,
    /// The same of the layer after it, and the indices of its states.
    following: Vec<Number>,
    index: FxHashMap<State, usize>,
}

impl LaneResults {
    /// Adds the results of the turns that follow at most that many states of a walk that is over. Returns whether all are found. If
    /// only orders were walked that lead to an observed result, they are not known.
    pub fn advance(&mut self, walk: &mut Walk, turns: &mut Turns, states: usize) -> Result<bool, Stuck> {
        if walk.kept.is_observed() {
            return Ok(true);
        }
        for _ in 0..states {
            if !self.add_next(walk, turns)? {
                walk.lane_results = Some(self.results(turns.graph));
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the results of the turns that follow the next state. Returns whether there was one.
    fn add_next(&mut self, walk: &mut Walk, turns: &mut Turns) -> Result<bool, Stuck> {
        let depth = *self.depth.get_or_insert_with(|| walk.layers.len() - 1);
        self.found.resize_with(turns.graph.lanes.len(), FxHashMap::default);
        if self.completions.len() < walk.layers[depth].states.len() {
            let completions = self.add_state(walk, turns, depth)?;
            self.completions.push(completions);
            return Ok(true);
        }
        self.following = std::mem::take(&mut self.completions);
        self.index.clear();
        if walk.has_second_turns {
            self.index.extend(walk.layers[depth].states.iter().copied().zip(0..));
        }
        self.depth = Some(depth.saturating_sub(1));
        Ok(depth > 0)
    }

    /// Adds the results of the turns that follow the next state of a layer. Returns the number of orders of the turns that are left
    /// there.
    fn add_state(&mut self, walk: &mut Walk, turns: &mut Turns, depth: usize) -> Result<Number, Stuck> {
        let layer = &walk.layers[depth];
        let number = self.completions.len();
        let (state, count) = (layer.states[number], layer.counts[number].clone());
        let Edges { edges, is_fixed } = walk.edges(turns, state)?;
        let left = edges.iter().map(|edge| edge.ways).sum();
        if edges.is_empty() {
            // The lanes that are left wait, and the order has ended.
            for (lane, so_far) in walk.results_midway(turns.graph, state) {
                self.add(lane, so_far, &count);
            }
            return Ok(Number::ONE);
        }
        let mut all = Number::ZERO;
        for edge in &edges {
            let is_stopped = edge.turn.end == TurnEnd::Stops;
            let rest = if is_fixed {
                // A lane finds the same contents whenever its turn comes.
                Number::factorial(left)
            } else if !walk.has_second_turns {
                Number::factorial(turns.graph.lanes.len() - depth - 1)
            } else {
                let next = walk.after(turns, state, edge)?.filter(|_| !is_stopped);
                next.and_then(|next| self.index.get(&next))
                    .map_or(Number::ONE, |next| self.following[*next].clone())
            };
            all.add(&rest);
            // The share of orders in which a lane has had no turn is the same for all interchangeable lanes.
            let members = walk.classes.members(edge.lane);
            let orders = count.fraction(edge.ways, members.count()).times(&rest);
            if edge.turn.end == TurnEnd::GoesOn {
                continue;
            }
            for other in members.lanes().map(LaneId::index) {
                // Interchangeable lanes have one turn, so their numbers are their positions.
                let is_other = other != edge.lane;
                let turn = if is_other { turns.take(other as u32, state.contents)? } else { edge.turn };
                self.add(other, turn.results, &orders);
            }
            if is_stopped {
                let midway = walk.results_midway(turns.graph, state);
                let others = midway.into_iter().filter(|(lane, _)| *lane != edge.lane);
                others.for_each(|(lane, so_far)| self.add(lane, so_far, &orders));
            }
        }
        Ok(if is_fixed { Number::factorial(left) } else { all })
    }

    fn add(&mut self, lane: usize, results: u32, orders: &Number) {
        if results != Graph::NO_RESULTS {
            self.found[lane].entry(results).or_insert(Number::ZERO).add(orders);
        }
    }

    fn results(&self, graph: &Graph) -> Vec<Seen> {
        self.found.iter().enumerate().flat_map(|(lane, found)| seen(graph, lane, found)).collect()
    }
}

/// Returns the results of a lane in each of its destinations.
fn seen(graph: &Graph, lane: usize, found: &FxHashMap<u32, Number>) -> Vec<Seen> {
    // Values with their defined bits, each with its number of orders.
    type Values = Vec<((u64, u64), Number)>;
    let mut places = FxHashMap::<(Place, u64), Values>::default();
    for (results, orders) in found {
        for (place, mask, bits) in graph.results(lane, *results) {
            places.entry((place, mask)).or_default().push(((bits.value, bits.defined), orders.clone()));
        }
    }
    let seen = |((place, mask), mut values): ((Place, u64), Values)| {
        values.sort_unstable_by_key(|(bits, _)| *bits);
        values.dedup_by(|(bits, orders), (known, all)| {
            let is_same = bits == known;
            if is_same {
                all.add(orders);
            }
            is_same
        });
        let first = values.iter().take(MOST_VALUES);
        let listed = first.map(|&((value, defined), ref orders)| (Bits { value, defined }, orders.to_big()));
        let orders = values.iter().map(|(_, orders)| orders.to_big()).sum();
        Seen { lane: graph.lane(lane), place, mask, values: listed.collect(), count: values.len(), orders }
    };
    let mut all: Vec<Seen> = places.into_iter().map(seen).collect();
    all.sort_by_key(|seen| (seen.place.space, seen.place.byte_offset, seen.mask));
    all
}
