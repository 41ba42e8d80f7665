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

impl Walk {
    /// Returns the results of each lane after the walk; `None` if only orders were walked that lead to an observed result.
    pub(super) fn results_of_lanes(&mut self, turns: &mut Turns) -> Result<Option<Vec<Seen>>, Stuck> {
        if self.kept.is_observed() {
            return Ok(None);
        }
        let lanes = turns.graph.lanes.len();
        // For each lane, the number of orders by its results, which are a number in the graph.
        let mut found = vec![FxHashMap::<u32, Number>::default(); lanes];
        let mut add = |lane: usize, results: u32, orders: &Number| {
            if results != Graph::NO_RESULTS {
                found[lane].entry(results).or_insert(Number::ZERO).add(orders);
            }
        };
        // The number of orders of the turns that are left after each state of the following layer.
        let mut following: Vec<Number> = Vec::new();
        for depth in (0..self.layers.len()).rev() {
            let index: FxHashMap<State, usize> = match self.layers.get(depth + 1) {
                Some(layer) if self.has_second_turns => layer.states.iter().copied().zip(0..).collect(),
                _ => FxHashMap::default(),
            };
            let mut completions = Vec::new();
            for number in 0..self.layers[depth].states.len() {
                let (state, count) =
                    (self.layers[depth].states[number], self.layers[depth].counts[number].clone());
                let Edges { edges, is_fixed } = self.edges(turns, state)?;
                let left = edges.iter().map(|edge| edge.ways).sum();
                let mut all = Number::ZERO;
                if edges.is_empty() {
                    // The lanes that are left wait, and the order has ended.
                    all = Number::ONE;
                    self.results_midway(turns.graph, state)
                        .iter()
                        .for_each(|(lane, so_far)| add(*lane, *so_far, &count));
                }
                for edge in &edges {
                    let is_stopped = edge.turn.end == TurnEnd::Stops;
                    let rest = if is_fixed {
                        // A lane finds the same contents whenever its turn comes.
                        Number::factorial(left)
                    } else if !self.has_second_turns {
                        Number::factorial(lanes - depth - 1)
                    } else {
                        let next = self.after(turns, state, edge)?.filter(|_| !is_stopped);
                        next.and_then(|next| index.get(&next))
                            .map_or(Number::ONE, |next| following[*next].clone())
                    };
                    all.add(&rest);
                    // The share of orders in which a lane has had no turn is the same for all interchangeable lanes.
                    let members = self.classes.members(edge.lane);
                    let orders = count.fraction(edge.ways, members.count()).times(&rest);
                    if edge.turn.end == TurnEnd::GoesOn {
                        continue;
                    }
                    for other in members.lanes().map(LaneId::index) {
                        // Interchangeable lanes have one turn, so their numbers are their positions.
                        let is_other = other != edge.lane;
                        let turn =
                            if is_other { turns.take(other as u32, state.contents)? } else { edge.turn };
                        add(other, turn.results, &orders);
                    }
                    if is_stopped {
                        let midway = self.results_midway(turns.graph, state);
                        let others = midway.iter().filter(|(lane, _)| *lane != edge.lane);
                        others.for_each(|(lane, so_far)| add(*lane, *so_far, &orders));
                    }
                }
                completions.push(if is_fixed { Number::factorial(left) } else { all });
            }
            following = completions;
        }
        let graph = &*turns.graph;
        Ok(Some((0..lanes).flat_map(|lane| seen(graph, lane, &found[lane])).collect()))
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
