//! All orders of the turns of lanes that meet, counted without going through them one by one: what is still to come depends
//! on where each lane stands and on what lies in the cells, and not on how that came about.

use super::count::{Count, Orders, factorial};
use super::interner::Interner;
use super::lanes::{Halt, Lanes, Turn, TurnEnd};
use super::seen::Seen;
use crate::base::{LaneId, LaneMask};
use crate::exec::{Position, Scenario};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// How far it has come: where the lanes stand, what lies in the cells, and what they have written to destinations that
/// matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub positions: u32,
    pub contents: u32,
    returned: u32,
}

/// All lanes have had their turns.
const ALL: u32 = u32::MAX;

/// How many turns that are looked up take as long as a state. One that the machine runs takes as long, and as much memory.
const LOOKED_UP_PER_STATE: usize = 32;

/// The most lanes that are gone through in search of some to rename, none of which does what another does.
const RENAMED_ALONE: usize = 8;

/// About the number of bytes of an end: here, as the end of a group, and as an outcome or a machine.
pub(super) const END_BYTES: usize = 3000;

/// The lane does not come round where it stands.
const NOT_WAITING: u32 = u32::MAX;

/// The states after a number of turns.
#[derive(Debug)]
pub(super) struct Layer<C> {
    pub states: Vec<State>,
    /// How many orders lead to each.
    pub counts: Vec<C>,
    /// One way to get to each: from a state of the layer before, by the turn of a lane.
    from: Vec<(u32, u8)>,
}

/// What the turns come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// What lies in the cells.
    pub contents: u32,
    /// What each lane has written to destinations that matter, by its number in [`Lanes::returned`].
    pub returned: Box<[u32]>,
    /// Where the lanes stand: [`Lanes::position`] for each.
    pub positions: Box<[u32]>,
    /// Whether an access has stopped the machine.
    pub is_stopped: bool,
    /// How many orders lead there.
    pub orders: Orders,
    /// The lanes whose turns they are in one of them, by their index in [`Lanes::lanes`].
    pub witness: Vec<u8>,
    /// How many ends it stands for, which differ in which of the lanes that do the same gets what.
    pub renamings: BigUint,
}

/// How the places of lanes are told apart.
#[derive(Debug)]
enum Stands {
    /// Each lane has one turn: the lanes that have had it, as a mask.
    OneTurn,
    /// The positions of all lanes. Where the text has loops, then for each lane since when it waits: where it stood when the
    /// cells first held what they hold, if from there it comes round; otherwise [`NOT_WAITING`].
    Anywhere(Interner<Box<[u32]>>),
}

/// What is taken for granted of lanes until the contrary is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Each has one turn, and those are alike that do the same in the beginning.
    OneTurn,
    /// Each has one turn, and none is like another.
    EachForItself,
    /// Nothing.
    Divisible,
}

/// A search for all ends.
#[derive(Debug)]
pub(super) struct Search<C> {
    pub lanes: Lanes,
    /// For each lane, the first of those that do what it does. Of them, only the first that has had no turn is looked at.
    pub alike: Vec<usize>,
    /// For each lane, those that do what it does, as a mask.
    like: Vec<u32>,
    /// Whether it has still to be found out which lanes are alike.
    may_be_alike: bool,
    stands: Stands,
    /// For each lane, by its number in [`Lanes::returned`], what it has written to destinations that matter. Where it does not
    /// matter which of the lanes that do the same gets what: as the first of them would, in ascending order.
    returned: Interner<Box<[u32]>>,
    pub layers: Vec<Layer<C>>,
    next: Layer<C>,
    index: FxHashMap<State, u32>,
    /// How many states of the last layer have been gone on from.
    done: usize,
    ends: FxHashMap<(State, bool), EndSoFar>,
    /// How many states there are in all layers.
    states: usize,
    /// How many turns have been looked up.
    looked_up: usize,
    /// What each lane can see, once all is done; `None` where that is not told.
    pub seen: Option<Vec<Seen>>,
}

#[derive(Debug)]
struct EndSoFar {
    orders: Orders,
    /// The layer and a state in it, and whose turn came last then; `None` where whoever is left changes nothing, or waits.
    from: (usize, u32, Option<u8>),
    positions: Box<[u32]>,
}

impl<C: Count> Layer<C> {
    fn new() -> Self {
        Self { states: Vec::new(), counts: Vec::new(), from: Vec::new() }
    }
}

impl<C: Count> Search<C> {
    /// A search of which nothing is done. Where lanes may have several turns, they take them in any interleaving. Lanes
    /// that seem alike are held against each other when it is told what they see.
    pub fn new(scenario: &Scenario, lanes: Lanes, mode: Mode) -> Self {
        let mut all: Vec<u32> = (0..lanes.lanes.len() as u32).collect();
        if lanes.has_loops(scenario) {
            all.resize(2 * lanes.lanes.len(), NOT_WAITING);
        }
        let mut returned = Interner::new();
        returned.id(vec![0; lanes.lanes.len()].into());
        let stands = if mode == Mode::Divisible {
            let mut positions = Interner::new();
            positions.id(all.into());
            Stands::Anywhere(positions)
        } else {
            Stands::OneTurn
        };
        let start = State { positions: 0, contents: Lanes::BEFORE, returned: 0 };
        let first = Layer { states: vec![start], counts: vec![C::new(1)], from: vec![(0, 0)] };
        Self {
            alike: (0..lanes.lanes.len()).collect(),
            like: (0..lanes.lanes.len()).map(|lane| 1 << lane).collect(),
            lanes,
            may_be_alike: mode == Mode::OneTurn,
            stands,
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

    /// Goes on from at most so many states. Returns whether all is done.
    pub fn advance(&mut self, scenario: &Scenario, states: usize) -> Result<bool, Halt> {
        if std::mem::take(&mut self.may_be_alike) {
            self.alike = self.lanes.alike(scenario)?;
            let is_each_alone = self.alike.iter().enumerate().all(|(at, first)| at == *first);
            if self.lanes.renames && is_each_alone && self.alike.len() > RENAMED_ALONE {
                // There is nothing to rename, and so many lanes have been gone through before.
                return Err(Halt::Budget);
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
            self.layers.push(std::mem::replace(&mut self.next, Layer::new()));
            self.index.clear();
            self.done = 0;
        }
        Ok(false)
    }

    /// How many states have been gone through, and as many more as their turns have taken in time: of 32 lanes, a state takes more
    /// than of two.
    pub fn states(&self) -> usize {
        self.states + self.looked_up / LOOKED_UP_PER_STATE + self.lanes.evaluated
    }

    /// Returns about the number of bytes that are held.
    pub fn bytes(&self) -> usize {
        let each = size_of::<State>() + size_of::<C>() + C::HEAP_BYTES + size_of::<(u32, u8)>();
        let positions = match &self.stands {
            Stands::OneTurn => 0,
            Stands::Anywhere(positions) => positions.bytes(2 * self.lanes.lanes.len()),
        };
        (self.states + self.next.states.capacity()) * each
            + self.index.capacity() * size_of::<(State, u32)>()
            + self.ends.len() * END_BYTES
            + positions
            + self.returned.bytes(self.lanes.lanes.len())
            + self.lanes.bytes()
    }

    /// How many lanes like one have had no turn.
    pub fn left_like(&self, state: State, lane: usize) -> u32 {
        match &self.stands {
            Stands::OneTurn => (self.like[lane] & !state.positions).count_ones(),
            Stands::Anywhere(_) => 1,
        }
    }

    /// The lanes that are like one, with that one.
    pub fn like(&self, lane: usize) -> LaneMask {
        LaneMask(self.like[lane])
    }

    /// The turns that can come next in a state, each with its lane. Of lanes that are alike, one stands for all.
    pub fn turns(
        &mut self,
        scenario: &Scenario,
        state: State,
    ) -> Result<SmallVec<[(usize, Turn); 32]>, Halt> {
        let mut turns = SmallVec::new();
        let mut taken = 0u32;
        for lane in 0..self.lanes.lanes.len() {
            if taken >> self.alike[lane] & 1 == 1 {
                continue;
            }
            let position = match &self.stands {
                Stands::OneTurn if state.positions >> lane & 1 == 1 => continue,
                Stands::OneTurn => lane as u32,
                Stands::Anywhere(positions) => positions.get(state.positions)[lane],
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

    /// Whether a turn brings a lane back to where it has stood since the cells hold what they hold. Then the lane waits: it
    /// has its next turn when they hold something else.
    fn waits(&mut self, scenario: &Scenario, state: State, lane: usize, turn: Turn) -> Result<bool, Halt> {
        let Stands::Anywhere(positions) = &self.stands else { return Ok(false) };
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

    /// The state behind a turn, and whether that was the last.
    pub fn behind(
        &mut self,
        scenario: &Scenario,
        state: State,
        lane: usize,
        turn: Turn,
    ) -> Result<(State, bool), Halt> {
        let mut returned = state.returned;
        if turn.end == TurnEnd::Stops && (0..self.alike.len()).any(|lane| self.is_renamed(lane)) {
            // A lane without a turn leaves its destination as it was, and each destination may hold another value.
            return Err(Halt::Unlike);
        }
        if turn.returned != 0 {
            let mut all = self.returned.get(returned).clone();
            self.hand(&mut all, lane, turn.returned)?;
            returned = self.returned.id(all);
        }
        let (positions, is_over) = match &mut self.stands {
            Stands::OneTurn => {
                // A mask does not tell that a lane has stopped at a trap.
                let is_trap = matches!(self.lanes.position(turn.position), Position::Trapped(_));
                if turn.end == TurnEnd::GoesOn || is_trap {
                    return Err(Halt::Divisible);
                }
                let mask = state.positions | 1 << lane;
                let is_last = mask.count_ones() as usize == self.lanes.lanes.len();
                (if is_last { ALL } else { mask }, is_last)
            }
            Stands::Anywhere(positions) => {
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
        let next = State { positions, contents: turn.contents, returned };
        Ok((next, is_over || turn.end == TurnEnd::Stops))
    }

    /// Whether it does not matter which of the lanes like one gets what.
    fn is_renamed(&self, lane: usize) -> bool {
        self.lanes.renames && self.lanes.is_tracked() && self.like[lane].count_ones() > 1
    }

    /// Notes what a lane hands back.
    fn hand(&mut self, all: &mut [u32], lane: usize, returned: u32) -> Result<(), Halt> {
        if !self.is_renamed(lane) {
            all[lane] = self.lanes.joined(all[lane], returned);
            return Ok(());
        }
        all[lane] = self.lanes.renamed(returned, lane, self.alike[lane]).ok_or(Halt::Unlike)?;
        // The first of them have had their turns.
        let members = || self.like(lane).lanes().map(LaneId::index);
        let mut handed: SmallVec<[u32; 32]> = members().map(|at| all[at]).filter(|id| *id != 0).collect();
        handed.sort_unstable();
        members().zip(handed).for_each(|(at, id)| all[at] = id);
        Ok(())
    }

    /// Lets each lane have the next turn in a state of the last layer.
    fn go_on(&mut self, scenario: &Scenario, at: usize) -> Result<(), Halt> {
        let depth = self.layers.len() - 1;
        let state = self.layers[depth].states[at];
        // The budget of states is below 2^32.
        let from = at as u32;
        let turns = self.turns(scenario, state)?;
        if self.is_fixed(state, &turns) {
            self.end_fixed(state, from, &turns)?;
            return Ok(());
        }
        if turns.is_empty() && matches!(self.stands, Stands::Anywhere(_)) {
            self.end_waiting(state, from);
            return Ok(());
        }
        for (lane, turn) in turns {
            let ways = C::new(u128::from(self.left_like(state, lane)));
            let (next, is_over) = self.behind(scenario, state, lane, turn)?;
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

    /// Whether none of the lanes that have had no turn changes anything, whichever comes next.
    pub fn is_fixed(&self, state: State, turns: &[(usize, Turn)]) -> bool {
        let stays = |(_, turn): &(usize, Turn)| {
            turn.contents == state.contents
                && turn.end == TurnEnd::Done
                && *self.lanes.position(turn.position) == Position::Done
        };
        matches!(self.stands, Stands::OneTurn) && !self.lanes.is_observed() && turns.iter().all(stays)
    }

    /// The end behind a state in which the turns that are left change nothing.
    fn end_fixed(&mut self, state: State, at: u32, turns: &[(usize, Turn)]) -> Result<(), Halt> {
        let depth = self.layers.len() - 1;
        let mut all = self.returned.get(state.returned).clone();
        for &(lane, turn) in turns.iter().filter(|(_, turn)| turn.returned != 0) {
            // All that are like it and have had no turn get the same.
            let others =
                if self.is_renamed(lane) { self.like[lane] & !state.positions & !(1 << lane) } else { 0 };
            self.hand(&mut all, lane, turn.returned)?;
            for other in LaneMask(others).lanes().map(LaneId::index) {
                let returned = self.lanes.renamed(turn.returned, lane, other).ok_or(Halt::Unlike)?;
                self.hand(&mut all, other, returned)?;
            }
        }
        let returned = self.returned.id(all);
        let end = State { positions: ALL, returned, ..state };
        let mut count = C::new(0);
        let rest = C::new(self.permutations_behind(depth).unwrap_or(1));
        count.add_product(&self.layers[depth].counts[at as usize], &rest);
        let orders = Orders::of(self.lanes.lanes.len(), count.big());
        let new = EndSoFar { orders: Orders::default(), from: (depth, at, None), positions: Box::default() };
        self.ends.entry((end, false)).or_insert(new).orders.add(&orders);
        Ok(())
    }

    /// The end in a state in which each lane that is left waits for another.
    fn end_waiting(&mut self, state: State, at: u32) {
        let depth = self.layers.len() - 1;
        let Stands::Anywhere(positions) = &mut self.stands else { return };
        let mut all: Box<[u32]> = positions.get(state.positions)[..self.lanes.lanes.len()].into();
        for (lane, position) in all.iter_mut().enumerate() {
            if !self.lanes.is_last(*position) {
                *position = self.lanes.gave_up(lane);
            }
        }
        let end = State { positions: positions.id(all.clone()), ..state };
        let orders = Orders::of(depth, self.layers[depth].counts[at as usize].big());
        let new = EndSoFar { orders: Orders::default(), from: (depth, at, None), positions: all };
        self.ends.entry((end, false)).or_insert(new).orders.add(&orders);
    }

    fn end(&mut self, mut state: State, is_stopped: bool, (at, lane): (u32, u8), ways: &C) {
        let depth = self.layers.len() - 1;
        let mut positions = match &self.stands {
            Stands::Anywhere(positions) => positions.get(state.positions)[..self.lanes.lanes.len()].into(),
            Stands::OneTurn => Box::default(),
        };
        if is_stopped {
            let like = self.like(usize::from(lane));
            like.lanes().for_each(|lane| self.lanes.reach[lane.index()].stops = true);
            // No lane goes on from where it is.
            (state.positions, positions) = (ALL, Box::default());
        }
        let turns = match &self.stands {
            Stands::OneTurn => self.lanes.lanes.len(),
            Stands::Anywhere(_) => depth + 1,
        };
        let mut count = C::new(0);
        // Whoever would have had a turn behind a stop has none.
        let mut rest = C::new(0);
        rest.add_product(&C::new(self.permutations_behind(depth + 1).unwrap_or(1)), ways);
        count.add_product(&self.layers[depth].counts[at as usize], &rest);
        let orders = Orders::of(turns, count.big());
        let new = EndSoFar { orders: Orders::default(), from: (depth, at, Some(lane)), positions };
        self.ends.entry((state, is_stopped)).or_insert(new).orders.add(&orders);
    }

    /// Where each state of a layer stands in it; nothing where each lane has one turn, since that is not asked for then.
    pub fn index_of(&self, depth: usize) -> FxHashMap<State, usize> {
        match (&self.stands, self.layers.get(depth)) {
            (Stands::Anywhere(_), Some(layer)) => layer.states.iter().copied().zip(0..).collect(),
            _ => FxHashMap::default(),
        }
    }

    /// How many orders there are of the turns behind a state of a layer, where any is possible.
    pub fn permutations_behind(&self, depth: usize) -> Option<u128> {
        matches!(self.stands, Stands::OneTurn).then(|| factorial(self.lanes.lanes.len() - depth))
    }

    /// The ends that were found, by what they are.
    pub fn ends(&mut self, scenario: &Scenario) -> Result<Vec<End>, Halt> {
        let mut ends: Vec<End> = self
            .ends
            .iter()
            .map(|((state, is_stopped), end)| End {
                contents: state.contents,
                returned: self.returned.get(state.returned).clone(),
                positions: end.positions.clone(),
                is_stopped: *is_stopped,
                orders: end.orders.clone(),
                witness: self.way(end.from),
                renamings: self.renamings(self.returned.get(state.returned)),
            })
            .collect();
        // Where lanes are renamed, it is told as its witness brings it about.
        let is_renamed = (0..self.alike.len()).any(|lane| self.is_renamed(lane));
        for end in ends.iter_mut().filter(|_| is_renamed) {
            let mut contents = Lanes::BEFORE;
            for &lane in &end.witness {
                let turn = self.lanes.turn(scenario, lane.into(), contents)?;
                (contents, end.returned[usize::from(lane)]) = (turn.contents, turn.returned);
            }
        }
        // The outcomes are told by their values; this makes which witness is found the same everywhere.
        ends.sort_by(|a, b| {
            (a.contents, &a.returned, &a.positions).cmp(&(b.contents, &b.returned, &b.positions))
        });
        Ok(ends)
    }

    /// In how many ways lanes that do the same can get what they get.
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

    /// The lanes of which it does not matter which gets what.
    pub fn renamed(&self) -> Vec<LaneMask> {
        let firsts = (0..self.alike.len()).filter(|&lane| self.alike[lane] == lane && self.is_renamed(lane));
        let named = |first: usize| {
            let lanes = self.like(first).lanes().map(|at| self.lanes.lanes[at.index()]);
            lanes.fold(LaneMask::default(), |mask, lane| mask.with(lane.index(), true))
        };
        firsts.map(named).collect()
    }

    /// The turns of one order that leads to a state, and one more or all that are left.
    fn way(&self, (mut depth, mut at, last): (usize, u32, Option<u8>)) -> Vec<u8> {
        let taken = self.layers[depth].states[at as usize].positions;
        // There are at most 32 lanes.
        let left = || (0..self.lanes.lanes.len() as u8).rev().filter(|lane| taken >> lane & 1 == 0);
        let mut way: Vec<u8> = match (last, &self.stands) {
            (Some(lane), _) => vec![lane],
            (None, Stands::OneTurn) => left().collect(),
            (None, Stands::Anywhere(_)) => Vec::new(),
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
