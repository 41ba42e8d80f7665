//! The graph of the turns of a group of lanes. What a turn does depends on the lane, its position and the contents of the cells
//! that it touches, so the machine runs each turn once.

use super::groups::{Group, LaneReach};
use super::meter::{Meter, Stuck, states_for};
use crate::base::{Bits, LaneId};
use crate::exec::{Footprint, Fork, Position, Scenario};
use crate::machine::Place;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// The maximum number of micro-steps of one turn.
pub(super) const TURN_STEPS: u32 = 100_000;

/// Values with numbers from 0 up.
pub(super) type Numbered<T> = IndexSet<T, FxBuildHasher>;

/// Values of the cells of a group.
pub(super) type Contents = Box<[Bits]>;

/// Bits of places: the place, a mask of the bits, and their values.
pub(super) type Results = Box<[(Place, u64, Bits)]>;

/// The position of a lane between two of its turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct LanePosition {
    lane: u8,
    position: Position,
    /// The number of the results of its turns so far. So a lane that has returned something new is not where it was.
    results: u32,
}

/// A turn. Contents, positions and results are numbers in the [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub contents: u32,
    pub position: u32,
    /// The results of the lane in this turn and those before it.
    pub results: u32,
    pub end: TurnEnd,
    /// The number of states that pay for its micro-steps.
    cost: u32,
    /// The number of the last question that asked for it.
    question: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnEnd {
    /// The lane has further turns.
    GoesOn,
    /// The lane has no further turn.
    Done,
    Trapped,
    /// No lane has a further turn.
    Stops,
}

/// The turns of a group of lanes in a loop.
#[derive(Debug)]
pub(super) struct Graph {
    /// The machine before the first turn.
    pub base: Fork,
    pub group: Group,
    /// The lanes of the group, ascending. Other indices of lanes are indices into this list.
    pub lanes: Vec<LaneReach>,
    /// For each lane, the indices of the cells that it does not touch.
    untouched: Vec<Vec<usize>>,
    /// For each lane before its first turn, a machine at its first access to memory.
    machines: Vec<Option<Box<Machine>>>,
    /// The places that the last turn accessed.
    footprint: Footprint,
    contents: Numbered<Contents>,
    /// The first numbers are those of the lanes before their first turns.
    positions: Numbered<LanePosition>,
    /// Results as those of any lane: each with the index of its place in `destinations`.
    results: Numbered<Box<[(u32, Bits)]>>,
    /// For each lane, the places in destinations that it writes, each with a mask of the bits.
    destinations: Vec<Vec<(Place, u64)>>,
    /// Turns by contents and position, the first in the upper half of the key.
    turns: FxHashMap<u64, Turn>,
    pub machine_turns: usize,
}

/// A machine in which a lane takes its first turn again and again.
#[derive(Debug)]
struct Machine {
    now: Fork,
    before: Fork,
}

impl Graph {
    /// The number of the contents before the first turn.
    pub const START: u32 = 0;

    /// The number of no results.
    pub const NO_RESULTS: u32 = 0;

    /// Creates the graph of a group, at a machine before the first turn.
    pub fn new(base: Fork, group: Group, all_lanes: &[LaneReach]) -> Self {
        let lanes: Vec<LaneReach> = group.members.iter().map(|&lane| all_lanes[lane].clone()).collect();
        let untouched = |reach: &LaneReach| {
            (0..group.cells.len()).filter(|cell| !reach.touches(group.cells[*cell])).collect()
        };
        let start = |lane: u8| LanePosition { lane, position: Position::Start, results: Self::NO_RESULTS };
        Self {
            untouched: lanes.iter().map(untouched).collect(),
            machines: lanes.iter().map(|_| None).collect(),
            footprint: Footprint::default(),
            contents: [group.cells.iter().map(|cell| base.state().read(*cell)).collect()]
                .into_iter()
                .collect(),
            // There are at most 32 lanes.
            positions: (0..lanes.len() as u8).map(start).collect(),
            results: [Box::default()].into_iter().collect(),
            destinations: lanes.iter().map(|lane| lane.results.iter().copied().collect()).collect(),
            turns: FxHashMap::default(),
            machine_turns: 0,
            base,
            group,
            lanes,
        }
    }

    pub fn contents(&self, contents: u32) -> &Contents {
        &self.contents[contents as usize]
    }

    /// Returns the contents with that number, each at its cell, and results.
    pub fn written(&self, contents: u32, results: Results) -> Results {
        let cells = self.group.cells.iter().zip(self.contents(contents));
        cells.map(|(cell, bits)| (*cell, u64::MAX, *bits)).chain(results).collect()
    }

    /// Returns whether some turn has changed the contents of the cells.
    pub fn has_changed(&self) -> bool {
        self.contents.len() > 1
    }

    /// Returns the results with that number as those of a lane.
    pub fn results(&self, lane: usize, results: u32) -> Results {
        let result = |&(destination, bits): &(u32, Bits)| {
            let (place, mask) = self.destinations[lane][destination as usize];
            (place, mask, bits)
        };
        self.results[results as usize].iter().map(result).collect()
    }

    pub fn position(&self, position: u32) -> &Position {
        &self.positions[position as usize].position
    }

    /// Returns what a lane at that position has returned so far.
    pub fn results_at(&self, position: u32) -> u32 {
        self.positions[position as usize].results
    }

    pub fn lane(&self, lane: usize) -> LaneId {
        self.lanes[lane].lane
    }

    /// Returns the turn of the lane at that position, with these contents of the cells.
    pub fn turn(
        &mut self,
        scenario: &Scenario,
        position: u32,
        contents: u32,
        meter: &mut Meter,
    ) -> Result<Turn, Stuck> {
        let key = u64::from(contents) << 32 | u64::from(position);
        let known = self.turns.get(&key).copied();
        if let Some(turn) = known
            && turn.question == meter.question
        {
            return Ok(turn);
        }
        let lane = usize::from(self.positions[position as usize].lane);
        // The cells that the lane does not touch are as before the first turn.
        let touched = self.with_untouched(lane, contents, Self::START);
        let mut turn = if touched == contents {
            let turn = known.map_or_else(|| self.run(scenario, position, contents), Ok)?;
            meter.charge(turn.cost as usize)?;
            turn
        } else {
            let turn = self.turn(scenario, position, touched, meter)?;
            Turn { contents: self.with_untouched(lane, turn.contents, contents), ..turn }
        };
        turn.question = meter.question;
        self.turns.insert(key, turn);
        meter.charge_bytes(self.bytes_of(&turn))?;
        Ok(turn)
    }

    /// Frees the machines that are kept for turns still to come.
    pub fn release_machines(&mut self) {
        self.machines.iter_mut().for_each(|machine| *machine = None);
    }

    /// Returns some contents with the cells that a lane does not touch as in `others`.
    fn with_untouched(&mut self, lane: usize, contents: u32, others: u32) -> u32 {
        if self.untouched[lane].is_empty() || contents == others {
            return contents;
        }
        let mut values = self.contents[contents as usize].clone();
        for &cell in &self.untouched[lane] {
            values[cell] = self.contents[others as usize][cell];
        }
        number(&mut self.contents, values)
    }

    /// Returns the number of bytes that a turn adds, beyond those of one state.
    fn bytes_of(&self, turn: &Turn) -> usize {
        let locals = if turn.end == TurnEnd::GoesOn { self.base.locals_each() } else { 0 };
        size_of_val(&*self.contents[turn.contents as usize])
            + size_of_val(&*self.results[turn.results as usize])
            + locals * size_of::<Option<Bits>>()
    }

    fn run(&mut self, scenario: &Scenario, position: u32, contents: u32) -> Result<Turn, Stuck> {
        self.machine_turns += 1;
        let LanePosition { lane: index, position: from, results } = self.positions[position as usize].clone();
        let lane = usize::from(index);
        let id = self.lanes[lane].lane;
        // The only lane of a loop ends the loop with its last turn.
        let is_first = from == Position::Start && self.base.waiting().count() > 1;
        let kept = if is_first { self.machines[lane].take() } else { None };
        let mut machine = kept.unwrap_or_else(|| {
            let mut before = self.base.clone();
            if is_first {
                before.approach(scenario, id);
            } else {
                before.put_lane(id, &from);
            }
            Box::new(Machine { now: before.clone(), before })
        });
        for (cell, bits) in self.group.cells.iter().zip(&self.contents[contents as usize]) {
            machine.now.write(*cell, u64::MAX, *bits);
        }
        self.footprint.clear();
        let taken = machine.now.turn(scenario, id, TURN_STEPS, &mut self.footprint);
        let after = taken.ok_or(Stuck::Spent)?;
        let (fork, reach) = (&machine.now, &mut self.lanes[lane]);
        let stops = fork.is_stopped() && !std::mem::replace(&mut reach.stops, fork.is_stopped());
        if reach.add(&self.footprint) || stops {
            return Err(Stuck::Grown);
        }
        let end = match after {
            _ if fork.is_stopped() => TurnEnd::Stops,
            Position::At { .. } | Position::Start => TurnEnd::GoesOn,
            Position::Trapped(_) => TurnEnd::Trapped,
            Position::Done => TurnEnd::Done,
        };
        let left = self.group.cells.iter().map(|cell| fork.state().read(*cell)).collect();
        let returned = self.results_after(fork, lane, results);
        let results = number(&mut self.results, returned);
        let position = match end {
            TurnEnd::GoesOn => {
                number(&mut self.positions, LanePosition { lane: index, position: after, results })
            }
            TurnEnd::Trapped => {
                let results = Self::NO_RESULTS;
                number(&mut self.positions, LanePosition { lane: index, position: after, results })
            }
            // Nothing asks for the position of a lane without a further turn.
            TurnEnd::Done | TurnEnd::Stops => position,
        };
        let contents = number(&mut self.contents, left);
        // The machine limits the cost of a turn.
        let cost = states_for(self.footprint.steps) as u32;
        let turn = Turn { contents, position, results, end, cost, question: 0 };
        if is_first {
            machine.now.put_back(id, &machine.before, &self.footprint);
            self.machines[lane] = Some(machine);
        }
        Ok(turn)
    }

    /// Returns the results of a lane after a turn that left this machine, given those before it.
    fn results_after(&self, fork: &Fork, lane: usize, before: u32) -> Box<[(u32, Bits)]> {
        let mut results = self.results[before as usize].to_vec();
        for &(place, mask) in &self.footprint.returned {
            if self.group.shared.iter().any(|shared| shared.overlaps(place)) {
                continue;
            }
            let mut destinations = (0..).zip(&self.destinations[lane]);
            let Some((destination, _)) = destinations.find(|(_, known)| **known == (place, mask)) else {
                unreachable!("the lane is known to write there");
            };
            let bits = fork.state().read(place);
            results.retain(|(known, _)| *known != destination);
            results.push((destination, bits.masked(mask)));
        }
        results.sort_unstable_by_key(|(destination, _)| *destination);
        results.into()
    }
}

/// Returns the number of a value. A new value gets the next number.
pub(super) fn number<T: Eq + std::hash::Hash>(values: &mut Numbered<T>, value: T) -> u32 {
    // An exploration has fewer states than 2^32.
    values.insert_full(value).0 as u32
}

/// Access to the turns of a group during a search.
pub(super) struct Turns<'a> {
    pub scenario: &'a Scenario,
    pub graph: &'a mut Graph,
    pub meter: &'a mut Meter,
}

impl Turns<'_> {
    /// Returns the turn of the lane at that position, with these contents of the cells.
    pub fn take(&mut self, position: u32, contents: u32) -> Result<Turn, Stuck> {
        self.graph.turn(self.scenario, position, contents, self.meter)
    }
}
