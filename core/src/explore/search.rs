//! All orders of the turns of lanes that meet, counted without going through them one by one: what is still to come depends
//! on where each lane stands and on what lies in the cells, and not on how that came about.

use super::count::{Count, Orders, factorial};
use super::interner::Interner;
use super::lanes::{Halt, Lanes, Turn, TurnEnd};
use crate::exec::{Position, Scenario};
use rustc_hash::FxHashMap;

/// How far it has come: where the lanes stand, what lies in the cells, and what they have written to destinations that
/// matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    positions: u32,
    contents: u32,
    returned: u32,
}

/// The states after a number of turns.
#[derive(Debug)]
struct Layer<C> {
    states: Vec<State>,
    /// How many orders lead to each.
    counts: Vec<C>,
    /// One way to get to each: from a state of the layer before, by the turn of a lane.
    from: Vec<(u32, u8)>,
}

/// What the turns come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct End {
    /// What lies in the cells.
    pub contents: u32,
    /// What the lanes have written to destinations that matter.
    pub returned: u32,
    /// Where the lanes stand: [`Lanes::position`] for each.
    pub positions: Box<[u32]>,
    /// Whether an access has stopped the machine.
    pub is_stopped: bool,
    /// How many orders lead there.
    pub orders: Orders,
    /// The lanes whose turns they are in one of them, by their index in [`Lanes::lanes`].
    pub witness: Vec<u8>,
}

/// How the places of lanes are told apart.
#[derive(Debug)]
enum Stands {
    /// Each lane has one turn: the lanes that have had it, as a mask.
    OneTurn,
    /// The positions of all lanes.
    Anywhere(Interner<Box<[u32]>>),
}

/// A search for all ends.
#[derive(Debug)]
pub(super) struct Search<C> {
    pub lanes: Lanes,
    stands: Stands,
    layers: Vec<Layer<C>>,
    next: Layer<C>,
    index: FxHashMap<State, u32>,
    /// How many states of the last layer have been gone on from.
    done: usize,
    ends: FxHashMap<(State, bool), EndSoFar>,
    /// How many states there are in all layers.
    pub states: usize,
}

#[derive(Debug)]
struct EndSoFar {
    orders: Orders,
    /// The layer and the state before the last turn, and whose turn that was.
    from: (usize, u32, u8),
    positions: Box<[u32]>,
}

impl<C: Count> Layer<C> {
    fn new() -> Self {
        Self { states: Vec::new(), counts: Vec::new(), from: Vec::new() }
    }
}

impl<C: Count> Search<C> {
    /// A search of which nothing is done. Where lanes may have several turns, they take them in any interleaving.
    pub fn new(lanes: Lanes, is_divisible: bool) -> Self {
        let all: Box<[u32]> = (0..lanes.lanes.len() as u32).collect();
        let stands = if is_divisible {
            let mut positions = Interner::new();
            positions.id(all);
            Stands::Anywhere(positions)
        } else {
            Stands::OneTurn
        };
        let start = State { positions: 0, contents: Lanes::BEFORE, returned: 0 };
        let first = Layer { states: vec![start], counts: vec![C::new(1)], from: vec![(0, 0)] };
        Self {
            lanes,
            stands,
            layers: vec![first],
            next: Layer::new(),
            index: FxHashMap::default(),
            done: 0,
            ends: FxHashMap::default(),
            states: 1,
        }
    }

    /// Goes on from at most so many states. Returns whether all is done.
    pub fn advance(&mut self, scenario: &Scenario, states: usize) -> Result<bool, Halt> {
        for _ in 0..states {
            let last = self.layers.last().expect("there is a first layer");
            if self.done < last.states.len() {
                self.go_on(scenario, self.done)?;
                self.done += 1;
                continue;
            }
            if self.next.states.is_empty() {
                return Ok(true);
            }
            self.states += self.next.states.len();
            self.layers.push(std::mem::replace(&mut self.next, Layer::new()));
            self.index.clear();
            self.done = 0;
        }
        Ok(false)
    }

    /// Lets each lane have the next turn in a state of the last layer.
    fn go_on(&mut self, scenario: &Scenario, at: usize) -> Result<(), Halt> {
        let depth = self.layers.len() - 1;
        let state = self.layers[depth].states[at];
        for lane in 0..self.lanes.lanes.len() {
            let position = match &self.stands {
                Stands::OneTurn if state.positions >> lane & 1 == 1 => continue,
                Stands::OneTurn => lane as u32,
                Stands::Anywhere(positions) => positions.get(state.positions)[lane],
            };
            if matches!(self.lanes.position(position), Position::Done | Position::Trapped(_)) {
                continue;
            }
            let turn = self.lanes.turn(scenario, position, state.contents)?;
            if turn.end != TurnEnd::Contradicts {
                self.take(state, at as u32, lane, turn)?;
            }
        }
        Ok(())
    }

    /// A turn leads on from a state of the last layer.
    fn take(&mut self, state: State, at: u32, lane: usize, turn: Turn) -> Result<(), Halt> {
        let count = self.lanes.lanes.len();
        let returned = self.lanes.joined(state.returned, turn.returned);
        let (positions, is_over) = match &mut self.stands {
            Stands::OneTurn => {
                // A lane that stops at a trap has had its turn, and where it stands is of no more use than that.
                let is_trap = matches!(self.lanes.position(turn.position), Position::Trapped(_));
                if turn.end == TurnEnd::GoesOn || is_trap {
                    return Err(Halt::Divisible);
                }
                let mask = state.positions | 1 << lane;
                (mask, mask.count_ones() as usize == count)
            }
            Stands::Anywhere(positions) => {
                let mut all = positions.get(state.positions).clone();
                all[lane] = turn.position;
                let is_last =
                    |&id: &u32| matches!(self.lanes.position(id), Position::Done | Position::Trapped(_));
                let is_over = all.iter().all(is_last);
                (positions.id(all), is_over)
            }
        };
        let next = State { positions, contents: turn.contents, returned };
        let is_stopped = turn.end == TurnEnd::Stops;
        if is_over || is_stopped {
            self.end(next, is_stopped, (at, lane as u8));
            return Ok(());
        }
        let layer = self.layers.last().expect("there is a first layer");
        let known = *self.index.entry(next).or_insert_with(|| {
            self.next.states.push(next);
            self.next.counts.push(C::new(0));
            self.next.from.push((at, lane as u8));
            // The budget of states is below 2^32.
            self.next.states.len() as u32 - 1
        });
        self.next.counts[known as usize].add_times(&layer.counts[at as usize], 1);
        Ok(())
    }

    fn end(&mut self, state: State, is_stopped: bool, (at, lane): (u32, u8)) {
        let depth = self.layers.len() - 1;
        let left = self.lanes.lanes.len() - (depth + 1).min(self.lanes.lanes.len());
        // Whoever would have had a turn behind a stop has none: those orders are one.
        let factor = match &self.stands {
            Stands::OneTurn => factorial(left),
            Stands::Anywhere(_) => 1,
        };
        let turns = match &self.stands {
            Stands::OneTurn => self.lanes.lanes.len(),
            Stands::Anywhere(_) => depth + 1,
        };
        let mut count = C::new(0);
        count.add_times(&self.layers[depth].counts[at as usize], factor);
        let orders = Orders::of(turns, count.big());
        let positions = match &self.stands {
            Stands::Anywhere(positions) => positions.get(state.positions).clone(),
            Stands::OneTurn => Box::default(),
        };
        let new = EndSoFar { orders: Orders::default(), from: (depth, at, lane), positions };
        self.ends.entry((state, is_stopped)).or_insert(new).orders.add(&orders);
    }

    /// The ends that were found, by what they are.
    pub fn ends(&self) -> Vec<End> {
        let mut ends: Vec<End> = self
            .ends
            .iter()
            .map(|((state, is_stopped), end)| End {
                contents: state.contents,
                returned: state.returned,
                positions: end.positions.clone(),
                is_stopped: *is_stopped,
                orders: end.orders.clone(),
                witness: self.way(end.from),
            })
            .collect();
        ends.sort_by_cached_key(|end| {
            let contents: Vec<u64> =
                self.lanes.contents.get(end.contents).iter().map(|bits| bits.value).collect();
            let returned: Vec<u64> =
                self.lanes.returned.get(end.returned).iter().map(|(.., bits)| bits.value).collect();
            (contents, returned, end.witness.clone())
        });
        ends
    }

    /// The turns of one order that leads to a state, and one more.
    fn way(&self, (mut depth, mut at, last): (usize, u32, u8)) -> Vec<u8> {
        let mut way = vec![last];
        while depth > 0 {
            let (before, lane) = self.layers[depth].from[at as usize];
            way.push(lane);
            (depth, at) = (depth - 1, before);
        }
        way.reverse();
        way
    }
}
