//! The walk over all orders of a group of lanes, state by state. The future of a state depends on the lanes that are left, on
//! their positions and on the contents of the cells, not on the order that led there. A lane whose
//! turn would lead it back to a position that it has had since the cells got their contents waits until the contents change.

use super::classes::Classes;
use super::graph::{Graph, Numbered, Turn, TurnEnd, Turns, number};
use super::kept::Kept;
use super::loop_text::LoopText;
use super::meter::Stuck;
use super::number::Number;
use super::outcome::Seen;
use crate::base::LaneMask;
use crate::exec::Position;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

const MOST_ENDS: usize = 100_000;

/// A state between two turns. All but `done` are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    /// A mask of the lanes without a further turn.
    pub done: u32,
    /// The lanes that have had a turn and have another, or have trapped. It is 0 if there are none.
    midway: u32,
    pub contents: u32,
    /// The results of lanes that are done, as far as they matter.
    pub kept: u32,
}

/// A lane that has had a turn and has another, or has trapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Midway {
    lane: u8,
    position: u32,
    /// For a lane that repeats itself, the position at which the cells got their contents. Otherwise [`NOT_WAITING`].
    since: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The lane, which represents its class.
    pub lane: usize,
    /// The number of lanes in its class that are left.
    pub ways: usize,
    pub turn: Turn,
}

/// The turns that can come next in a state.
#[derive(Clone, Debug)]
pub(super) struct Edges {
    pub edges: SmallVec<[Edge; 16]>,
    /// Whether no lane that is left changes anything, in any order, and each has one turn.
    pub is_fixed: bool,
}

/// The states after a number of turns.
#[derive(Debug, Default)]
pub(super) struct Layer {
    pub states: Vec<State>,
    /// The number of orders that lead to each state.
    pub counts: Vec<Number>,
    /// A predecessor of each state: its index in the layer before, and the lane of the turn.
    pub from: Vec<(u32, u8)>,
}

/// How a walk ends. Ends with equal keys are one end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct EndKey {
    pub contents: u32,
    pub kept: u32,
    /// The lanes that have trapped, by index, with their positions.
    pub trapped: SmallVec<[(u8, u32); 2]>,
    pub is_stopped: bool,
    /// The lanes that wait forever, by index.
    pub waiting: LaneMask,
}

/// How orders end, if not all lanes are done.
#[derive(Clone, Copy, Debug, Default)]
struct EndKind {
    /// The lanes that wait forever, by index.
    waiting: LaneMask,
    is_stopped: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LastTurn {
    /// The layer before it, and the index of the state there.
    pub layer: usize,
    pub state: u32,
    /// The lane; `None` if the lanes that are left change nothing, or wait.
    pub lane: Option<u8>,
}

/// An end of a walk that is not over.
#[derive(Debug)]
pub(super) struct OpenEnd {
    /// The number of orders by number of turns.
    pub counts: FxHashMap<usize, Number>,
    /// The last turn of one of them.
    pub last: LastTurn,
}

#[derive(Debug)]
pub(super) struct Walk {
    pub classes: Classes,
    pub kept: Kept,
    /// The rule by which lanes wait, if the text jumps back.
    wait_rule: Option<WaitRule>,
    midways: Numbered<Box<[Midway]>>,
    pub layers: Vec<Layer>,
    next: Layer,
    /// The index of each state of the next layer.
    index: FxHashMap<State, u32>,
    /// The number of states of the last layer whose turns have been taken.
    taken: usize,
    pub open_ends: IndexMap<EndKey, OpenEnd, FxBuildHasher>,
    /// Whether a lane has a further turn after its first.
    pub has_second_turns: bool,
    /// Whether an order was left out because it contradicts the observation.
    pub is_pruned: bool,
    /// The results of each lane, after the walk; `None` if they are not known.
    pub lane_results: Option<Vec<Seen>>,
}

impl Layer {
    /// Adds a state, to which no order leads so far. Returns its index.
    fn add(&mut self, state: State, from: (u32, u8)) -> u32 {
        self.states.push(state);
        self.counts.push(Number::ZERO);
        self.from.push(from);
        // A layer has fewer states than 2^32.
        self.states.len() as u32 - 1
    }

    /// Frees the memory beyond its states. A vector that has grown may hold twice its length.
    fn shrink(&mut self) {
        self.states.shrink_to_fit();
        self.counts.shrink_to_fit();
        self.from.shrink_to_fit();
    }
}

impl Walk {
    pub fn new(text: &LoopText, classes: Classes, kept: Kept) -> Self {
        let start = State { done: 0, midway: 0, contents: Graph::START, kept: Kept::NOTHING };
        let first = Layer { states: vec![start], counts: vec![Number::ONE], from: vec![(0, 0)] };
        Self {
            classes,
            kept,
            wait_rule: text.has_loops.then(WaitRule::default),
            midways: [Box::default()].into_iter().collect(),
            layers: vec![first],
            next: Layer::default(),
            index: FxHashMap::default(),
            taken: 0,
            open_ends: IndexMap::default(),
            has_second_turns: false,
            is_pruned: false,
            lane_results: None,
        }
    }

    /// Takes the turns of at most that many states. Returns whether the walk is over.
    pub fn advance(&mut self, turns: &mut Turns, states: usize) -> Result<bool, Stuck> {
        for _ in 0..states {
            let last = &self.layers[self.layers.len() - 1];
            if self.taken < last.states.len() {
                self.expand(turns, self.taken)?;
                self.taken += 1;
            } else if self.next.states.is_empty() {
                return Ok(true);
            } else {
                let mut layer = std::mem::take(&mut self.next);
                layer.shrink();
                turns.meter.charge_bytes(layer.counts.iter().map(Number::heap_bytes).sum())?;
                self.layers.push(layer);
                self.index.clear();
                self.taken = 0;
            }
        }
        Ok(false)
    }

    /// Returns the position of a lane that has a further turn, and since when it waits.
    fn position(&self, state: State, lane: usize) -> (u32, u32) {
        let midway =
            self.midways[state.midway as usize].iter().find(|midway| usize::from(midway.lane) == lane);
        // The number of a lane is that of its first position.
        midway.map_or((lane as u32, NOT_WAITING), |midway| (midway.position, midway.since))
    }

    /// Returns the turns that can come next in a state. One of the interchangeable lanes represents the others.
    pub fn edges(&self, turns: &mut Turns, state: State) -> Result<Edges, Stuck> {
        let mut edges = SmallVec::new();
        let mut is_fixed = true;
        let mut represented = state.done;
        for lane in 0..turns.graph.lanes.len() {
            if represented >> lane & 1 == 1 {
                continue;
            }
            represented |= self.classes.members(lane).0;
            let (position, since) = self.position(state, lane);
            let turn = turns.take(position, state.contents)?;
            is_fixed &= turn.contents == state.contents && turn.end == TurnEnd::Done;
            if let Some(rule) = &self.wait_rule
                && rule.waits(turns, (position, since), state.contents, &turn)?
            {
                continue;
            }
            edges.push(Edge { lane, ways: self.classes.unused_in_class(lane, state.done), turn });
        }
        Ok(Edges { edges, is_fixed })
    }

    /// Returns the state after a turn; `None` if it contradicts the observation.
    pub fn after(&mut self, turns: &mut Turns, state: State, edge: &Edge) -> Result<Option<State>, Stuck> {
        let Edge { lane, turn, .. } = *edge;
        let (mut kept, mut done) = (state.kept, state.done);
        if turn.end != TurnEnd::GoesOn {
            let Some(value) = self.kept.add(turns, kept, (lane, 1), turn.results)? else { return Ok(None) };
            (kept, done) = (value, done | 1 << lane);
        }
        let midway = match turn.end {
            TurnEnd::Done | TurnEnd::Stops if state.midway == 0 => 0,
            _ => self.midway_after(turns, state, lane, &turn)?,
        };
        Ok(Some(State { done, midway, contents: turn.contents, kept }))
    }

    /// Returns the number of the lanes midway after a turn.
    fn midway_after(
        &mut self,
        turns: &mut Turns,
        state: State,
        lane: usize,
        turn: &Turn,
    ) -> Result<u32, Stuck> {
        let (position, since) = self.position(state, lane);
        let others =
            self.midways[state.midway as usize].iter().filter(|midway| usize::from(midway.lane) != lane);
        let mut all: SmallVec<[Midway; 8]> = others.copied().collect();
        // There are at most 32 lanes.
        let own = |since: u32| Midway { lane: lane as u8, position: turn.position, since };
        match (turn.end, &mut self.wait_rule) {
            (TurnEnd::Done | TurnEnd::Stops, _) => {}
            (TurnEnd::GoesOn, Some(rule)) if turn.contents == state.contents && since == NOT_WAITING => {
                let repeats = rule.repeats(turns, position, state.contents)?;
                all.push(own(if repeats { position } else { NOT_WAITING }));
            }
            (TurnEnd::GoesOn, _) => all.push(own(since)),
            (TurnEnd::Trapped, _) => all.push(own(NOT_WAITING)),
        }
        if turn.contents != state.contents {
            all.iter_mut().for_each(|midway| midway.since = NOT_WAITING);
        }
        all.sort_unstable_by_key(|midway| midway.lane);
        let known = self.midways.len();
        let midway = number(&mut self.midways, all.to_vec().into());
        if self.midways.len() > known {
            turns.meter.charge_bytes(size_of_val(&*all))?;
        }
        Ok(midway)
    }

    /// Adds the states that follow a state of the last layer.
    fn expand(&mut self, turns: &mut Turns, index: usize) -> Result<(), Stuck> {
        let depth = self.layers.len() - 1;
        let state = self.layers[depth].states[index];
        let count = self.layers[depth].counts[index].clone();
        // The budget of states is below 2^32.
        let from = index as u32;
        let Edges { edges, is_fixed } = self.edges(turns, state)?;
        let all = LaneMask::first(turns.graph.lanes.len()).0;
        if is_fixed {
            return self.end_fixed(turns, state, from, &edges);
        }
        if edges.is_empty() {
            let kind = EndKind { waiting: LaneMask(all & !state.done), is_stopped: false };
            let last = LastTurn { layer: depth, state: from, lane: None };
            return self.end(turns, state, kind, last, (depth, count));
        }
        for edge in &edges {
            self.has_second_turns |= edge.turn.end == TurnEnd::GoesOn;
            let Some(next) = self.after(turns, state, edge)? else {
                self.is_pruned = true;
                continue;
            };
            let orders = count.times(&Number::Small(edge.ways as u128));
            let is_stopped = edge.turn.end == TurnEnd::Stops;
            // There are at most 32 lanes.
            let lane = edge.lane as u8;
            if is_stopped || next.done == all {
                let last = LastTurn { layer: depth, state: from, lane: Some(lane) };
                let kind = EndKind { waiting: LaneMask::default(), is_stopped };
                self.end(turns, next, kind, last, (depth + 1, orders))?;
                continue;
            }
            let known = match self.index.get(&next) {
                Some(known) => *known,
                None => {
                    turns.meter.charge(1)?;
                    let new = self.next.add(next, (from, lane));
                    self.index.insert(next, new);
                    new
                }
            };
            self.next.counts[known as usize].add(&orders);
        }
        Ok(())
    }

    /// Adds the end that follows a state whose remaining turns change nothing and can come in any order.
    fn end_fixed(&mut self, turns: &mut Turns, state: State, from: u32, edges: &[Edge]) -> Result<(), Stuck> {
        let depth = self.layers.len() - 1;
        let (mut end, mut left) = (state, 0);
        for Edge { lane, ways, turn } in edges {
            let Some(kept) = self.kept.add(turns, end.kept, (*lane, *ways), turn.results)? else {
                self.is_pruned = true;
                return Ok(());
            };
            (end.kept, left) = (kept, left + ways);
        }
        let is_over = |midway: &&Midway| is_trapped(turns.graph, midway);
        let trapped = self.midways[state.midway as usize].iter().filter(is_over).copied().collect();
        end.midway = number(&mut self.midways, trapped);
        let orders = self.layers[depth].counts[from as usize].times(&Number::factorial(left));
        let last = LastTurn { layer: depth, state: from, lane: None };
        self.end(turns, end, EndKind::default(), last, (depth + left, orders))
    }

    /// Adds orders that end in a state, given the number of their turns.
    fn end(
        &mut self,
        turns: &mut Turns,
        state: State,
        EndKind { waiting, is_stopped }: EndKind,
        last: LastTurn,
        (length, orders): (usize, Number),
    ) -> Result<(), Stuck> {
        let mut kept = state.kept;
        let mut trapped = SmallVec::new();
        for midway in self.midways[state.midway as usize].clone() {
            if is_trapped(turns.graph, &midway) {
                trapped.push((midway.lane, midway.position));
                continue;
            }
            // The results of a lane whose further turns are prevented stay.
            let (lane, results) = (usize::from(midway.lane), turns.graph.results_at(midway.position));
            let Some(value) = self.kept.add(turns, kept, (lane, 1), results)? else {
                self.is_pruned = true;
                return Ok(());
            };
            kept = value;
        }
        let key = EndKey { contents: state.contents, kept, trapped, is_stopped, waiting };
        let new = || OpenEnd { counts: FxHashMap::default(), last };
        let counts = &mut self.open_ends.entry(key).or_insert_with(new).counts;
        counts.entry(length).or_insert(Number::ZERO).add(&orders);
        if self.open_ends.len() > MOST_ENDS { Err(Stuck::Spent) } else { Ok(()) }
    }

    /// Returns the results so far of the lanes that have a further turn, each with the lane's index.
    pub fn results_midway(&self, graph: &Graph, state: State) -> SmallVec<[(usize, u32); 8]> {
        let midways = self.midways[state.midway as usize].iter().filter(|midway| !is_trapped(graph, midway));
        midways.map(|midway| (usize::from(midway.lane), graph.results_at(midway.position))).collect()
    }
}

fn is_trapped(graph: &Graph, midway: &Midway) -> bool {
    matches!(graph.position(midway.position), Position::Trapped(_))
}

/// The lane does not repeat itself.
pub(super) const NOT_WAITING: u32 = u32::MAX;

#[derive(Debug, Default)]
pub(super) struct WaitRule {
    /// Whether a lane repeats itself, by position and contents.
    repeats: FxHashMap<(u32, u32), bool>,
}

impl WaitRule {
    /// Returns whether a lane would wait instead of taking a turn. `since` is the position at which the cells got their
    /// contents, if the lane repeats itself.
    pub fn waits(
        &self,
        turns: &mut Turns,
        (position, since): (u32, u32),
        contents: u32,
        turn: &Turn,
    ) -> Result<bool, Stuck> {
        if turn.end != TurnEnd::GoesOn || turn.contents != contents {
            return Ok(false);
        }
        let mut passed = if since == NOT_WAITING { position } else { since };
        // The lane changes nothing on its way from there to its position.
        while passed != turn.position && passed != position {
            passed = turns.take(passed, contents)?.position;
        }
        Ok(passed == turn.position)
    }

    /// Returns whether a lane would come back to a position of its own if it alone had turns and changed nothing.
    pub fn repeats(&mut self, turns: &mut Turns, position: u32, contents: u32) -> Result<bool, Stuck> {
        let mut way = Numbered::default();
        let mut next = position;
        let repeats = loop {
            if let Some(&known) = self.repeats.get(&(next, contents)) {
                break known;
            }
            if !way.insert(next) {
                break true;
            }
            let turn = turns.take(next, contents)?;
            if turn.end != TurnEnd::GoesOn || turn.contents != contents {
                break false;
            }
            next = turn.position;
        };
        self.repeats.extend(way.into_iter().map(|passed| ((passed, contents), repeats)));
        Ok(repeats)
    }
}
