//! The search over all orders of lanes that meet. The future of a state depends on the positions of the lanes and on
//! the contents of the cells, not on the order that led there. So orders are counted by state, and not run one by one.

use super::count::{Count, OrderCounts, factorial};
use super::interner::Interner;
use super::lanes::{Abort, MeetingLanes, TurnEffect, TurnEnd};
use super::seen::Seen;
use crate::base::{LaneId, LaneMask};
use crate::exec::{Position, Scenario};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A state between two turns: the positions of the lanes, the contents of the cells, and the results so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SearchState {
    pub positions: u32,
    pub contents: u32,
    returned: u32,
}

/// All lanes have had their turns.
const ALL: u32 = u32::MAX;

/// The number of known turns that cost as much time as one state. A turn that the machine runs costs as much time and
/// memory as a state.
const LOOKED_UP_PER_STATE: usize = 32;

/// The maximum number of lanes that are searched for interchangeable ones without any being found.
const RENAMED_ALONE: usize = 8;

/// An estimate of the bytes that one [`SearchEnd`] needs, with the outcome and the machine made from it.
pub(super) const END_BYTES: usize = 3000;

/// The lane does not repeat itself.
const NOT_WAITING: u32 = u32::MAX;

/// The states after a number of turns.
#[derive(Debug)]
pub(super) struct Layer<C> {
    pub states: Vec<SearchState>,
    /// The number of orders that lead to each state.
    pub counts: Vec<C>,
    /// A predecessor of each state: its index in the layer before, and the lane of the turn.
    from: Vec<(u32, u8)>,
}

/// The state after the last turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SearchEnd {
    /// The contents of the cells.
    pub contents: u32,
    /// The results of each lane in tracked destinations, by its number in [`MeetingLanes::returned`].
    pub returned: Box<[u32]>,
    /// The position of each lane, by its number in [`MeetingLanes::position`].
    pub positions: Box<[u32]>,
    /// Whether an access has stopped the machine.
    pub is_stopped: bool,
    /// The number of orders that lead there.
    pub orders: OrderCounts,
    /// The turns of one of these orders, by index in [`MeetingLanes::lanes`].
    pub witness: Vec<u8>,
    /// The number of ends that it represents. They differ in which of the interchangeable lanes has which result.
    pub renamings: BigUint,
}

/// How a state records the positions of the lanes.
#[derive(Debug)]
enum PositionRecord {
    /// A mask of the lanes that have had their turn, if each lane has one.
    TurnMask,
    /// The position of each lane. If the text has loops, a second number for each lane follows. For a waiting lane, it
    /// is the position at which the cells got their present contents and to which the lane returns. For other lanes, it
    /// is [`NOT_WAITING`].
    Each(Interner<Box<[u32]>>),
}

/// The assumptions about lanes. Each mode assumes less than the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Each lane has one turn. Lanes that do the same with the first contents always do the same.
    OneTurn,
    /// Each lane has one turn.
    EachForItself,
    /// Each lane has one turn, and may trap.
    Trapping,
    /// No assumption.
    Divisible,
}

/// A search for all ends.
#[derive(Debug)]
pub(super) struct Search<C> {
    pub lanes: MeetingLanes,
    /// For each lane, the first lane that is interchangeable with it. Of such lanes, the first that has had no turn has
    /// the next one.
    pub alike: Vec<usize>,
    /// For each lane, a mask of the lanes that are interchangeable with it.
    like: Vec<u32>,
    /// Whether interchangeable lanes have still to be found.
    may_be_alike: bool,
    record: PositionRecord,
    /// Whether each lane has one turn.
    is_one_turn: bool,
    /// For each lane, its results in tracked destinations, by number in [`MeetingLanes::returned`]. Interchangeable lanes that
    /// may swap their results have them as those of the first of them, in ascending order.
    returned: Interner<Box<[u32]>>,
    pub layers: Vec<Layer<C>>,
    next: Layer<C>,
    index: FxHashMap<SearchState, u32>,
    /// The number of states of the last layer whose turns have been taken.
    done: usize,
    ends: FxHashMap<(SearchState, bool), EndSoFar>,
    /// The number of states in all layers.
    states: usize,
    /// The number of turns that have been looked up.
    looked_up: usize,
    /// The results of each lane, after the search; `None` if they are not known.
    pub seen: Option<Vec<Seen>>,
}

#[derive(Debug)]
struct EndSoFar {
    orders: OrderCounts,
    /// The layer, a state in it, and the lane of the last turn. `None` for the lane if the remaining lanes change
    /// nothing, or wait.
    from: (usize, u32, Option<u8>),
    positions: Box<[u32]>,
}

impl<C: Count> Layer<C> {
    fn new() -> Self {
        Self { states: Vec::new(), counts: Vec::new(), from: Vec::new() }
    }

    /// Frees the memory beyond its states. A vector that has grown may hold twice its length.
    fn shrink(&mut self) {
        self.states.shrink_to_fit();
        self.counts.shrink_to_fit();
        self.from.shrink_to_fit();
    }
}

impl<C: Count> Search<C> {
    /// Creates a search at its first state. In [`Mode::Divisible`], turns of lanes may interleave in any way. Lanes
    /// that seem interchangeable are compared when their results are counted.
    pub fn new(scenario: &Scenario, lanes: MeetingLanes, mode: Mode) -> Self {
        let mut all: Vec<u32> = (0..lanes.lanes.len() as u32).collect();
        if lanes.has_loops(scenario) {
            all.resize(2 * lanes.lanes.len(), NOT_WAITING);
        }
        let mut returned = Interner::new();
        returned.id(vec![0; lanes.lanes.len()].into());
        let record = if matches!(mode, Mode::Trapping | Mode::Divisible) {
            let mut positions = Interner::new();
            positions.id(all.into());
            PositionRecord::Each(positions)
        } else {
            PositionRecord::TurnMask
        };
        let start = SearchState { positions: 0, contents: MeetingLanes::BEFORE, returned: 0 };
        let first = Layer { states: vec![start], counts: vec![C::new(1)], from: vec![(0, 0)] };
        Self {
            alike: (0..lanes.lanes.len()).collect(),
            like: (0..lanes.lanes.len()).map(|lane| 1 << lane).collect(),
            lanes,
            may_be_alike: mode == Mode::OneTurn,
            record,
            is_one_turn: mode != Mode::Divisible,
            returned,
            layers: vec![first],
            next: Layer::new(),
            index: FxHashMap::default(),
            done: 0,
            ends: FxHashMap::default(),
            states: 1,
            looked_up: 0,
            seen: None,
        }
    }

    /// Searches at most that many states. Returns whether the search is over.
    pub fn advance(&mut self, scenario: &Scenario, states: usize) -> Result<bool, Abort> {
        if std::mem::take(&mut self.may_be_alike) {
            self.alike = self.lanes.alike(scenario)?;
            let is_each_alone = self.alike.iter().enumerate().all(|(at, first)| at == *first);
            if self.lanes.renames && is_each_alone && self.alike.len() > RENAMED_ALONE {
                // No lanes are interchangeable. Another question has covered lanes that are all different.
                return Err(Abort::Budget);
            }
            let mask = |lane: &usize| {
                let like = (0..self.alike.len()).filter(|other| self.alike[*other] == *lane);
                like.fold(0, |mask, other| mask | 1 << other)
            };
            self.like = self.alike.iter().map(mask).collect();
        }
        for _ in 0..states {
            let last = self.layers.last().expect("there is a first layer");
            if self.done < last.states.len() {
                self.go_on(scenario, self.done)?;
                self.done += 1;
                continue;
            }
            if self.next.states.is_empty() {
                self.seen = self.look(scenario)?;
                return Ok(true);
            }
            self.states += self.next.states.len();
            let mut layer = std::mem::replace(&mut self.next, Layer::new());
            layer.shrink();
            self.layers.push(layer);
            self.index.clear();
            self.done = 0;
        }
        Ok(false)
    }

    /// Returns the number of states, plus the cost of their turns as a number of states.
    pub fn states(&self) -> usize {
        self.states + self.looked_up / LOOKED_UP_PER_STATE + self.lanes.evaluated
    }

    /// Returns an estimate of the bytes held.
    pub fn bytes(&self) -> usize {
        let each = size_of::<SearchState>() + size_of::<C>() + C::HEAP_BYTES + size_of::<(u32, u8)>();
        let positions = match &self.record {
            PositionRecord::TurnMask => 0,
            PositionRecord::Each(positions) => positions.bytes(2 * self.lanes.lanes.len()),
        };
        (self.states + self.next.states.capacity()) * each
            + self.index.capacity() * size_of::<(SearchState, u32)>()
            + self.ends.len() * END_BYTES
            + positions
            + self.returned.bytes(self.lanes.lanes.len())
            + self.lanes.bytes()
    }

    /// Returns the number of lanes interchangeable with one that have had no turn.
    pub fn left_like(&self, state: SearchState, lane: usize) -> u32 {
        match &self.record {
            PositionRecord::TurnMask => (self.like[lane] & !state.positions).count_ones(),
            PositionRecord::Each(_) => 1,
        }
    }

    /// Returns the lanes that are interchangeable with one, including itself.
    pub fn like(&self, lane: usize) -> LaneMask {
        LaneMask(self.like[lane])
    }

    /// Returns the turns that can come next in a state, each with its lane. One of the interchangeable lanes represents
    /// the others.
    pub fn turns(
        &mut self,
        scenario: &Scenario,
        state: SearchState,
    ) -> Result<SmallVec<[(usize, TurnEffect); 32]>, Abort> {
        let mut turns = SmallVec::new();
        let mut taken = 0u32;
        for lane in 0..self.lanes.lanes.len() {
            if taken >> self.alike[lane] & 1 == 1 {
                continue;
            }
            let position = match &self.record {
                PositionRecord::TurnMask if state.positions >> lane & 1 == 1 => continue,
                PositionRecord::TurnMask => lane as u32,
                PositionRecord::Each(positions) => positions.get(state.positions)[lane],
            };
            if self.lanes.is_last(position) {
                continue;
            }
            taken |= 1 << self.alike[lane];
            self.looked_up += 1;
            let turn = self.lanes.turn(scenario, position, state.contents)?;
            if turn.end != TurnEnd::Contradicts && !self.waits(scenario, state, lane, turn)? {
                turns.push((lane, turn));
            }
        }
        Ok(turns)
    }

    /// Returns whether a turn leads a lane back to a position that it has had since the cells got their contents. Such
    /// a lane waits: it has its next turn after the contents change.
    fn waits(
        &mut self,
        scenario: &Scenario,
        state: SearchState,
        lane: usize,
        turn: TurnEffect,
    ) -> Result<bool, Abort> {
        let PositionRecord::Each(positions) = &self.record else { return Ok(false) };
        if turn.end != TurnEnd::GoesOn || turn.contents != state.contents {
            return Ok(false);
        }
        let returned = self.returned.get(state.returned)[lane];
        if self.lanes.joined(returned, turn.returned) != returned {
            return Ok(false);
        }
        let all = positions.get(state.positions);
        let position = all[lane];
        let since = all.get(self.lanes.lanes.len() + lane).copied().filter(|since| *since != NOT_WAITING);
        let way = (since.unwrap_or(position), position);
        self.lanes.comes_by(scenario, way, state.contents, turn.position)
    }

    /// Returns the state after a turn, and whether that turn was the last.
    pub fn after(
        &mut self,
        scenario: &Scenario,
        state: SearchState,
        lane: usize,
        turn: TurnEffect,
    ) -> Result<(SearchState, bool), Abort> {
        let mut returned = state.returned;
        if turn.end == TurnEnd::Stops && (0..self.alike.len()).any(|lane| self.is_renamed(lane)) {
            // A lane without a turn leaves its destination unchanged, and destinations may hold different values.
            return Err(Abort::Unlike);
        }
        if turn.returned != 0 {
            let mut all = self.returned.get(returned).clone();
            self.hand(&mut all, lane, turn.returned)?;
            returned = self.returned.id(all);
        }
        if turn.end == TurnEnd::GoesOn && self.is_one_turn {
            return Err(Abort::Divisible);
        }
        let (positions, is_over) = match &mut self.record {
            PositionRecord::TurnMask => {
                // A mask cannot say that a lane has stopped at a trap.
                if matches!(self.lanes.position(turn.position), Position::Trapped(_)) {
                    return Err(Abort::Trapped);
                }
                let mask = state.positions | 1 << lane;
                let is_last = mask.count_ones() as usize == self.lanes.lanes.len();
                (if is_last { ALL } else { mask }, is_last)
            }
            PositionRecord::Each(positions) => {
                let mut all = positions.get(state.positions).clone();
                let (stand, since) = all.split_at_mut(self.lanes.lanes.len());
                let before = std::mem::replace(&mut stand[lane], turn.position);
                if turn.contents != state.contents {
                    since.fill(NOT_WAITING);
                } else if turn.end != TurnEnd::GoesOn {
                    since.iter_mut().skip(lane).take(1).for_each(|since| *since = NOT_WAITING);
                } else if since.get(lane) == Some(&NOT_WAITING)
                    && self.lanes.comes_round(scenario, before, state.contents)?
                {
                    since[lane] = before;
                }
                let is_over = stand.iter().all(|&position| self.lanes.is_last(position));
                (positions.id(all), is_over)
            }
        };
        let next = SearchState { positions, contents: turn.contents, returned };
        Ok((next, is_over || turn.end == TurnEnd::Stops))
    }

    /// Returns whether a lane may swap its results with another.
    fn is_renamed(&self, lane: usize) -> bool {
        self.lanes.renames && self.lanes.is_tracked() && self.like[lane].count_ones() > 1
    }

    /// Adds the results of a turn of a lane to `all`.
    fn hand(&mut self, all: &mut [u32], lane: usize, returned: u32) -> Result<(), Abort> {
        if !self.is_renamed(lane) {
            all[lane] = self.lanes.joined(all[lane], returned);
            return Ok(());
        }
        all[lane] = self.lanes.renamed(returned, lane, self.alike[lane]).ok_or(Abort::Unlike)?;
        // The first lanes of a class have had their turns.
        let members = || self.like(lane).lanes().map(LaneId::index);
        let mut handed: SmallVec<[u32; 32]> = members().map(|at| all[at]).filter(|id| *id != 0).collect();
        handed.sort_unstable();
        members().zip(handed).for_each(|(at, id)| all[at] = id);
        Ok(())
    }

    /// Adds the states that follow a state of the last layer.
    fn go_on(&mut self, scenario: &Scenario, at: usize) -> Result<(), Abort> {
        let depth = self.layers.len() - 1;
        let state = self.layers[depth].states[at];
        // The budget of states is below 2^32.
        let from = at as u32;
        let turns = self.turns(scenario, state)?;
        if self.is_fixed(state, &turns) {
            self.end_fixed(state, from, &turns)?;
            return Ok(());
        }
        if turns.is_empty() && matches!(self.record, PositionRecord::Each(_)) {
            self.end_waiting(state, from);
            return Ok(());
        }
        for (lane, turn) in turns {
            let ways = C::new(u128::from(self.left_like(state, lane)));
            let (next, is_over) = self.after(scenario, state, lane, turn)?;
            if is_over {
                self.end(next, turn.end == TurnEnd::Stops, (from, lane as u8), &ways);
                continue;
            }
            let known = *self.index.entry(next).or_insert_with(|| {
                self.next.states.push(next);
                self.next.counts.push(C::new(0));
                self.next.from.push((from, lane as u8));
                self.next.states.len() as u32 - 1
            });
            self.next.counts[known as usize].add_product(&self.layers[depth].counts[at], &ways);
        }
        Ok(())
    }

    /// Returns whether no remaining turn changes anything, in any order.
    pub fn is_fixed(&self, state: SearchState, turns: &[(usize, TurnEffect)]) -> bool {
        let stays = |(_, turn): &(usize, TurnEffect)| {
            turn.contents == state.contents
                && turn.end == TurnEnd::Done
                && *self.lanes.position(turn.position) == Position::Done
        };
        matches!(self.record, PositionRecord::TurnMask)
            && !self.lanes.is_observed()
            && turns.iter().all(stays)
    }

    /// Adds the end that follows a state whose remaining turns change nothing.
    fn end_fixed(&mut self, state: SearchState, at: u32, turns: &[(usize, TurnEffect)]) -> Result<(), Abort> {
        let depth = self.layers.len() - 1;
        let mut all = self.returned.get(state.returned).clone();
        for &(lane, turn) in turns.iter().filter(|(_, turn)| turn.returned != 0) {
            // All interchangeable lanes that have had no turn have the same results.
            let others =
                if self.is_renamed(lane) { self.like[lane] & !state.positions & !(1 << lane) } else { 0 };
            self.hand(&mut all, lane, turn.returned)?;
            for other in LaneMask(others).lanes().map(LaneId::index) {
                let returned = self.lanes.renamed(turn.returned, lane, other).ok_or(Abort::Unlike)?;
                self.hand(&mut all, other, returned)?;
            }
        }
        let returned = self.returned.id(all);
        let end = SearchState { positions: ALL, returned, ..state };
        let mut count = C::new(0);
        let rest = C::new(self.permutations_after(depth).unwrap_or(1));
        count.add_product(&self.layers[depth].counts[at as usize], &rest);
        let orders = OrderCounts::new(self.lanes.lanes.len(), count.big());
        let new =
            EndSoFar { orders: OrderCounts::default(), from: (depth, at, None), positions: Box::default() };
        self.ends.entry((end, false)).or_insert(new).orders.add(&orders);
        Ok(())
    }

    /// Adds the end in which all remaining lanes wait.
    fn end_waiting(&mut self, state: SearchState, at: u32) {
        let depth = self.layers.len() - 1;
        let PositionRecord::Each(positions) = &mut self.record else { return };
        let mut all: Box<[u32]> = positions.get(state.positions)[..self.lanes.lanes.len()].into();
        for (lane, position) in all.iter_mut().enumerate() {
            if !self.lanes.is_last(*position) {
                *position = self.lanes.gave_up(lane);
            }
        }
        let end = SearchState { positions: positions.id(all.clone()), ..state };
        let orders = OrderCounts::new(depth, self.layers[depth].counts[at as usize].big());
        let new = EndSoFar { orders: OrderCounts::default(), from: (depth, at, None), positions: all };
        self.ends.entry((end, false)).or_insert(new).orders.add(&orders);
    }

    fn end(&mut self, mut state: SearchState, is_stopped: bool, (at, lane): (u32, u8), ways: &C) {
        let depth = self.layers.len() - 1;
        let mut positions: Box<[u32]> = match &self.record {
            PositionRecord::Each(positions) => {
                positions.get(state.positions)[..self.lanes.lanes.len()].into()
            }
            PositionRecord::TurnMask => Box::default(),
        };
        if is_stopped {
            let like = self.like(usize::from(lane));
            like.lanes().for_each(|lane| self.lanes.reach[lane.index()].stops = true);
            // No lane continues from its position, so only traps count. The number of a lane is also that of its first position.
            for (lane, position) in (0..).zip(&mut positions) {
                if !matches!(self.lanes.position(*position), Position::Trapped(_)) {
                    *position = lane;
                }
            }
            state.positions = match &mut self.record {
                PositionRecord::Each(all) => all.id(positions.clone()),
                PositionRecord::TurnMask => ALL,
            };
        }
        let turns = if self.is_one_turn { self.lanes.lanes.len() } else { depth + 1 };
        let mut count = C::new(0);
        // Lanes without a turn before a stop have none after it. Their orders count all the same.
        let mut rest = C::new(0);
        rest.add_product(&C::new(self.permutations_after(depth + 1).unwrap_or(1)), ways);
        count.add_product(&self.layers[depth].counts[at as usize], &rest);
        let orders = OrderCounts::new(turns, count.big());
        let new = EndSoFar { orders: OrderCounts::default(), from: (depth, at, Some(lane)), positions };
        self.ends.entry((state, is_stopped)).or_insert(new).orders.add(&orders);
    }

    /// Returns the index of each state of a layer; empty if each lane has one turn, where it is not needed.
    pub fn index_of(&self, depth: usize) -> FxHashMap<SearchState, usize> {
        match self.layers.get(depth) {
            Some(layer) if !self.is_one_turn => layer.states.iter().copied().zip(0..).collect(),
            _ => FxHashMap::default(),
        }
    }

    /// Returns the number of orders of the turns after a layer, if these can come in any order.
    pub fn permutations_after(&self, depth: usize) -> Option<u128> {
        self.is_one_turn.then(|| factorial(self.lanes.lanes.len() - depth))
    }

    /// Returns the ends, sorted by contents.
    pub fn ends(&mut self, scenario: &Scenario) -> Result<Vec<SearchEnd>, Abort> {
        let mut ends: Vec<SearchEnd> = self
            .ends
            .iter()
            .map(|((state, is_stopped), end)| SearchEnd {
                contents: state.contents,
                returned: self.returned.get(state.returned).clone(),
                positions: end.positions.clone(),
                is_stopped: *is_stopped,
                orders: end.orders.clone(),
                witness: self.way(end.from),
                renamings: self.renamings(self.returned.get(state.returned)),
            })
            .collect();
        // The results of lanes that may swap them are replaced by those of the example order.
        let is_renamed = (0..self.alike.len()).any(|lane| self.is_renamed(lane));
        for end in ends.iter_mut().filter(|_| is_renamed) {
            let mut contents = MeetingLanes::BEFORE;
            for &lane in &end.witness {
                let turn = self.lanes.turn(scenario, lane.into(), contents)?;
                (contents, end.returned[usize::from(lane)]) = (turn.contents, turn.returned);
            }
        }
        // A fixed order of the ends makes the example orders the same on all platforms.
        ends.sort_by(|a, b| {
            (a.contents, &a.returned, &a.positions).cmp(&(b.contents, &b.returned, &b.positions))
        });
        Ok(ends)
    }

    /// Returns in how many ways interchangeable lanes can have these results.
    fn renamings(&self, returned: &[u32]) -> BigUint {
        let firsts = (0..self.alike.len()).filter(|&lane| self.alike[lane] == lane && self.is_renamed(lane));
        let of_class = |first: usize| {
            let mut times = FxHashMap::<u32, usize>::default();
            self.like(first).lanes().for_each(|lane| *times.entry(returned[lane.index()]).or_default() += 1);
            let same: u128 = times.values().map(|&times| factorial(times)).product();
            BigUint::from(factorial(self.like(first).count()) / same)
        };
        firsts.map(of_class).product()
    }

    /// Returns the classes of lanes that may swap their results.
    pub fn renamed(&self) -> Vec<LaneMask> {
        let firsts = (0..self.alike.len()).filter(|&lane| self.alike[lane] == lane && self.is_renamed(lane));
        let named = |first: usize| {
            let lanes = self.like(first).lanes().map(|at| self.lanes.lanes[at.index()]);
            lanes.collect()
        };
        firsts.map(named).collect()
    }

    /// Returns the turns of one order that leads to a state and, if no lane is given, all remaining turns.
    fn way(&self, (mut depth, mut at, last): (usize, u32, Option<u8>)) -> Vec<u8> {
        let taken = self.layers[depth].states[at as usize].positions;
        // There are at most 32 lanes.
        let left = || (0..self.lanes.lanes.len() as u8).rev().filter(|lane| taken >> lane & 1 == 0);
        let mut way: Vec<u8> = match (last, &self.record) {
            (Some(lane), _) => vec![lane],
            (None, PositionRecord::TurnMask) => left().collect(),
            (None, PositionRecord::Each(_)) => Vec::new(),
        };
        while depth > 0 {
            let (before, lane) = self.layers[depth].from[at as usize];
            way.push(lane);
            (depth, at) = (depth - 1, before);
        }
        way.reverse();
        way
    }
}
