//! The turns of lanes that meet. Each turn runs once for each contents of the cells where the lanes meet.

use super::interner::{ALLOCATION, Interner};
use crate::base::{Bits, LaneId};
use crate::exec::{Footprint, Fork, Position, Scenario};
use crate::machine::{Place, SpaceId};
use crate::semantics::{Statement, StatementKind};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// The number of memory contents on which lanes are compared to find interchangeable ones.
const SOME_CONTENTS: usize = 64;

/// The maximum number of micro-steps of one turn.
pub(super) const TURN_STEPS: u32 = 100_000;

/// The values of some cells.
pub(super) type CellValues = Box<[Bits]>;

/// Results of a lane in destinations: the place, the bits of it that were written, and their values.
pub(super) type DestinationResults = Box<[(Place, u64, Bits)]>;

/// The reason why a search cannot go on with its assumptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Abort {
    /// A lane accesses a place that was not known, so the lanes have to be grouped again.
    Grown,
    /// A lane has more than one turn.
    Divisible,
    /// A lane has stopped at a trap.
    Trapped,
    /// Lanes that seemed interchangeable are not.
    Unlike,
    /// The budget ran out.
    Budget,
}

/// The places that a lane accesses, over all turns that have run.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    /// The places in shared memory that it reads.
    pub reads: BTreeSet<(SpaceId, u32, u32)>,
    /// The places in shared memory that it writes.
    pub writes: BTreeSet<(SpaceId, u32, u32)>,
    /// The places in destinations that it writes, each with a mask of the bits.
    pub returned: BTreeSet<(SpaceId, u32, u32, u64)>,
    /// Whether an access of the lane can stop the machine while other lanes still have turns.
    pub stops: bool,
}

impl Reach {
    /// Adds a footprint. Returns whether any of it is new.
    pub fn add(&mut self, footprint: &Footprint) -> bool {
        let key = |place: &Place| (place.space, place.byte_offset, place.size_bytes);
        let mut is_new = false;
        for place in &footprint.reads {
            is_new |= self.reads.insert(key(place));
        }
        for place in &footprint.writes {
            is_new |= self.writes.insert(key(place));
        }
        for (place, mask) in &footprint.returned {
            is_new |= self.returned.insert((place.space, place.byte_offset, place.size_bytes, *mask));
        }
        is_new
    }

    /// Returns all places that the lane reads or writes.
    pub fn touched(&self) -> impl Iterator<Item = Place> {
        self.met().chain(self.returned().map(|(place, _)| place))
    }

    /// Returns the places in shared memory that the lane reads or writes.
    pub fn met(&self) -> impl Iterator<Item = Place> {
        let met = self.reads.iter().chain(&self.writes);
        met.map(|&(space, byte_offset, size_bytes)| Place { space, byte_offset, size_bytes })
    }

    /// Returns the places in shared memory that the lane writes.
    pub fn written(&self) -> impl Iterator<Item = Place> {
        self.writes.iter().map(|&(space, byte_offset, size_bytes)| Place { space, byte_offset, size_bytes })
    }

    /// Returns the places in destinations that the lane writes, each with a mask of the bits.
    pub fn returned(&self) -> impl Iterator<Item = (Place, u64)> {
        let place =
            |&(space, byte_offset, size_bytes, mask)| (Place { space, byte_offset, size_bytes }, mask);
        self.returned.iter().map(place)
    }
}

/// The effect of a turn. The numbers are those of the interners of [`MeetingLanes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TurnEffect {
    /// The contents of the cells after the turn.
    pub contents: u32,
    /// The position of the lane after the turn.
    pub position: u32,
    /// Its results in tracked destinations.
    pub returned: u32,
    /// All its results.
    pub handed: u32,
    /// How it ended.
    pub end: TurnEnd,
}

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnEnd {
    /// The lane has further turns.
    GoesOn,
    /// The lane has no further turn.
    Done,
    /// No lane has a further turn.
    Stops,
    /// The lane returns something else than was observed.
    Contradicts,
}

/// The observed contents of destinations: the place, the observed bits, and their values.
pub(super) type Observed = Vec<(Place, u64, Bits)>;

/// Lanes that meet, the cells where they meet, and the effects of their turns.
#[derive(Debug)]
pub(super) struct MeetingLanes {
    /// The machine before the first turn.
    pub base: Fork,
    /// The lanes, ascending.
    pub lanes: Vec<LaneId>,
    /// The places that each of them accesses.
    pub reach: Vec<Reach>,
    /// Every cell that one of them writes.
    pub cells: Vec<Place>,
    /// The destinations that several lanes write. These count as cells, and not as results of a lane.
    shared: Vec<Place>,
    /// For each space, whether results in it are tracked.
    tracked: Vec<bool>,
    observed: Observed,
    /// Whether interchangeable lanes may swap their results.
    pub renames: bool,
    /// For each lane before its first turn, a machine at its first access to memory.
    machines: Vec<Option<Box<Machine>>>,
    /// The places that the last turn accessed.
    footprint: Footprint,
    pub contents: Interner<CellValues>,
    /// Positions of lanes. The first numbers are those of the lanes before their first turns.
    positions: Interner<(u8, Position)>,
    pub returned: Interner<DestinationResults>,
    /// Turns by contents, then by position. Only lists that were needed have elements.
    turns: Vec<Vec<Option<TurnEffect>>>,
    /// The number of elements in all of these lists.
    turns_held: usize,
    /// The number of turns that the machine has run.
    pub evaluated: usize,
    /// Whether a lane repeats itself, by position and contents.
    rounds: FxHashMap<(u32, u32), bool>,
    /// Whether a lane writes to a destination before its last turn.
    pub hands_early: bool,
}

/// A machine in which a lane takes its first turn again and again.
#[derive(Debug)]
struct Machine {
    now: Fork,
    /// The machine before the turn.
    before: Fork,
}

impl MeetingLanes {
    /// Creates the table of turns for a machine before the first turn.
    pub fn new(
        base: Fork,
        lanes: Vec<(LaneId, Reach)>,
        (cells, shared): (Vec<Place>, Vec<Place>),
        tracked: Vec<bool>,
        observed: Observed,
        renames: bool,
    ) -> Self {
        let mut positions = Interner::new();
        for index in 0..lanes.len() {
            positions.id((index as u8, Position::Start));
        }
        let machines = lanes.iter().map(|_| None).collect();
        let (lanes, reach) = lanes.into_iter().unzip();
        let mut contents = Interner::new();
        contents.id(cells.iter().map(|cell| base.state().read(*cell)).collect());
        let mut returned = Interner::new();
        returned.id(DestinationResults::default());
        let (turns, turns_held, rounds, hands_early) = (Vec::new(), 0, FxHashMap::default(), false);
        Self {
            base,
            lanes,
            reach,
            cells,
            shared,
            tracked,
            observed,
            renames,
            machines,
            footprint: Footprint::default(),
            contents,
            positions,
            returned,
            turns,
            turns_held,
            evaluated: 0,
            rounds,
            hands_early,
        }
    }

    /// Returns an estimate of the bytes held for contents, positions and turns.
    pub fn bytes(&self) -> usize {
        let locals = self.base.locals_each() * size_of::<Option<Bits>>();
        let position = 2 * (size_of::<(u8, Position)>() + locals + ALLOCATION);
        self.contents.bytes(self.cells.len())
            // Most lanes write to one destination.
            + self.returned.bytes(1)
            + self.positions.len() * position
            + self.turns.capacity() * size_of::<Vec<TurnEffect>>()
            + self.turns.len() * ALLOCATION
            + self.turns_held * size_of::<Option<TurnEffect>>()
            + self.rounds.capacity() * size_of::<((u32, u32), bool)>()
    }

    /// Returns the position with that number.
    pub fn position(&self, id: u32) -> &Position {
        &self.positions.get(id).1
    }

    /// Returns whether only orders count that lead to an observed result.
    pub fn is_observed(&self) -> bool {
        !self.observed.is_empty()
    }

    /// Returns whether later instructions read results of these lanes, or the question asks for them.
    pub fn hands_on(&self) -> bool {
        self.reach.iter().any(|reach| reach.returned().any(|(place, _)| self.tracked[place.space.index()]))
    }

    /// Returns whether results of these lanes matter at all.
    pub fn is_tracked(&self) -> bool {
        self.is_observed() || self.hands_on()
    }

    /// Returns whether a lane at that position has no further turn.
    pub fn is_last(&self, position: u32) -> bool {
        matches!(self.position(position), Position::Done | Position::Trapped(_) | Position::GaveUp)
    }

    /// Returns the number of the position of a lane that waits forever.
    pub fn gave_up(&mut self, lane: usize) -> u32 {
        // There are at most 32 lanes.
        self.positions.id((lane as u8, Position::GaveUp))
    }

    /// Returns whether the text jumps back, so that a lane can return to an earlier position.
    pub fn has_loops(&self, scenario: &Scenario) -> bool {
        let statements = &scenario.program[self.base.place().0].code.statements;
        let is_loop =
            |statement: &Statement| matches!(statement.kind, StatementKind::Branch { is_loop: true, .. });
        statements.iter().any(is_loop)
    }

    /// Returns whether a lane would return to a position of its own if it alone had turns and changed nothing.
    pub fn comes_round(&mut self, scenario: &Scenario, position: u32, contents: u32) -> Result<bool, Abort> {
        let mut way = Vec::new();
        let mut at = position;
        let comes_round = loop {
            if let Some(&known) = self.rounds.get(&(at, contents)) {
                break known;
            }
            if way.contains(&at) {
                break true;
            }
            way.push(at);
            let turn = self.turn(scenario, at, contents)?;
            if turn.end != TurnEnd::GoesOn || turn.contents != contents {
                break false;
            }
            at = turn.position;
        };
        self.rounds.extend(way.into_iter().map(|at| ((at, contents), comes_round)));
        Ok(comes_round)
    }

    /// Returns whether a lane passes `place` on its way from one position to another. It changes nothing on that way.
    pub fn comes_by(
        &mut self,
        scenario: &Scenario,
        (from, to): (u32, u32),
        contents: u32,
        place: u32,
    ) -> Result<bool, Abort> {
        let mut at = from;
        loop {
            if at == place {
                return Ok(true);
            }
            if at == to {
                return Ok(false);
            }
            at = self.turn(scenario, at, contents)?.position;
        }
    }

    /// Returns the turn of the lane at that position, with these contents of the cells.
    #[inline]
    pub fn turn(&mut self, scenario: &Scenario, position: u32, contents: u32) -> Result<TurnEffect, Abort> {
        let known = self.turns.get(contents as usize).and_then(|turns| turns.get(position as usize));
        match known {
            Some(Some(turn)) => Ok(*turn),
            _ => self.evaluate(scenario, position, contents),
        }
    }

    fn evaluate(&mut self, scenario: &Scenario, position: u32, contents: u32) -> Result<TurnEffect, Abort> {
        self.evaluated += 1;
        let (index, stands) = self.positions.get(position).clone();
        let at = usize::from(index);
        let lane = self.lanes[at];
        // The only lane of a loop ends the loop with its last turn.
        let is_first = stands == Position::Start && self.base.waiting().count() > 1;
        let known = if is_first { self.machines[at].take() } else { None };
        let mut machine = known.unwrap_or_else(|| {
            let mut before = self.base.clone();
            if is_first {
                before.approach(scenario, lane);
            } else {
                before.put_lane(lane, &stands);
            }
            Box::new(Machine { now: before.clone(), before })
        });
        let fork = &mut machine.now;
        for (cell, bits) in self.cells.iter().zip(self.contents.get(contents)) {
            fork.write(*cell, u64::MAX, *bits);
        }
        let mut footprint = std::mem::take(&mut self.footprint);
        footprint.clear();
        let after = fork.turn(scenario, lane, TURN_STEPS, &mut footprint).ok_or(Abort::Budget)?;
        let reach = &mut self.reach[at];
        let stops = fork.is_stopped() && !std::mem::replace(&mut reach.stops, fork.is_stopped());
        if reach.add(&footprint) || stops {
            return Err(Abort::Grown);
        }
        let mut end = match after {
            _ if fork.is_stopped() => TurnEnd::Stops,
            Position::At { .. } | Position::Start => TurnEnd::GoesOn,
            Position::Done | Position::Trapped(_) | Position::GaveUp => TurnEnd::Done,
        };
        let fork = &machine.now;
        if end == TurnEnd::Done && self.contradicts(at, fork) {
            end = TurnEnd::Contradicts;
        }
        let mut handed: SmallVec<[(Place, u64, Bits); 2]> = SmallVec::new();
        for &(place, mask) in &footprint.returned {
            if self.shared.iter().any(|shared| shared.overlaps(place)) {
                continue;
            }
            let bits = fork.state().read(place);
            handed.retain(|(known, known_mask, _)| (*known, *known_mask) != (place, mask));
            handed.push((place, mask, Bits::new(bits.value & mask, bits.defined & mask)));
        }
        handed.sort_unstable_by_key(|(place, mask, _)| (place.space, place.byte_offset, *mask));
        self.hands_early |= end == TurnEnd::GoesOn && !handed.is_empty();
        let is_tracked = |(place, ..): &&(Place, u64, Bits)| self.tracked[place.space.index()];
        let returned: SmallVec<[(Place, u64, Bits); 2]> = handed.iter().filter(is_tracked).copied().collect();
        let left: SmallVec<[Bits; 4]> = self.cells.iter().map(|cell| fork.state().read(*cell)).collect();
        let turn = TurnEffect {
            contents: self.contents.id_of(&left),
            position: self.positions.id((index, after)),
            returned: self.returned.id_of(&returned),
            handed: self.returned.id_of(&handed),
            end,
        };
        if is_first {
            machine.now.put_back(lane, &machine.before, &footprint);
            self.machines[at] = Some(machine);
        }
        self.footprint = footprint;
        let (at, position) = (contents as usize, position as usize);
        if self.turns.len() <= at {
            self.turns.resize_with(at + 1, Vec::new);
        }
        let turns = &mut self.turns[at];
        if turns.len() <= position {
            let held = turns.capacity();
            // All lanes before their first turns are likely to meet these contents.
            turns.resize(self.lanes.len().max(position + 1), None);
            self.turns_held += turns.capacity() - held;
        }
        turns[position] = Some(turn);
        Ok(turn)
    }

    /// Returns whether a lane has left other values in its destinations than were observed.
    fn contradicts(&self, lane: usize, fork: &Fork) -> bool {
        self.reach[lane].returned().any(|(place, mask)| {
            let of_place = self.observed.iter().filter(|(seen, ..)| *seen == place);
            let found = fork.state().read(place);
            of_place.into_iter().any(|(_, seen, wanted)| differ(found, *wanted, mask & seen))
        })
    }

    /// Returns the results that a lane has written to destinations after two turns. `first` and `then` are the results of each turn.
    pub fn joined(&mut self, first: u32, then: u32) -> u32 {
        if first == 0 || then == 0 {
            return first + then;
        }
        let later = self.returned.get(then).clone();
        let stays = |(place, mask, _): &&(Place, u64, Bits)| {
            !later.iter().any(|(known, known_mask, _)| (known, known_mask) == (place, mask))
        };
        let mut all: Vec<_> = self.returned.get(first).iter().filter(stays).copied().collect();
        all.extend(later.iter().copied());
        all.sort_unstable_by_key(|(place, mask, _)| (place.space, place.byte_offset, *mask));
        self.returned.id(all.into())
    }

    /// Returns the results of the lane `from` as results of the lane `to`, in the destinations of that. `None` if the
    /// two lanes do not write destinations of the same shape.
    pub fn renamed(&mut self, returned: u32, from: usize, to: usize) -> Option<u32> {
        if from == to {
            return Some(returned);
        }
        let all = self.returned.get(returned);
        let own = || self.reach[from].returned();
        let (mut places, mut renamed) =
            (self.reach[to].returned(), SmallVec::<[(Place, u64, Bits); 2]>::new());
        if !all.iter().map(|(place, mask, _)| (*place, *mask)).eq(own()) {
            return None;
        }
        for (place, mask, bits) in all {
            let (to, to_mask) = places.next()?;
            if to.size_bytes != place.size_bytes || (*mask, to_mask) != (u64::MAX, u64::MAX) {
                return None;
            }
            renamed.push((to, to_mask, *bits));
        }
        if places.next().is_some() { None } else { Some(self.returned.id_of(&renamed)) }
    }

    /// Returns whether no two lanes share a destination.
    fn have_own_destinations(&self) -> bool {
        let places = || {
            self.reach
                .iter()
                .enumerate()
                .flat_map(|(at, reach)| reach.returned().map(move |returned| (at, returned.0)))
        };
        places()
            .all(|(at, place)| places().all(|(other, elsewhere)| at == other || !place.overlaps(elsewhere)))
    }

    /// Returns for each lane the first lane that is interchangeable with it, judged by some of the contents that occur.
    /// If results matter and may not be swapped, each lane is the first of its own.
    pub fn alike(&mut self, scenario: &Scenario) -> Result<Vec<usize>, Abort> {
        let renames = self.renames && !self.is_observed() && self.have_own_destinations();
        if self.is_tracked() && !renames {
            return Ok((0..self.lanes.len()).collect());
        }
        let mut some = vec![Self::BEFORE];
        let mut does: Vec<Vec<(u32, TurnEnd, u32)>> = vec![Vec::new(); self.lanes.len()];
        let mut at = 0;
        while let Some(&contents) = some.get(at) {
            for (lane, does) in does.iter_mut().enumerate() {
                let turn = self.turn(scenario, lane as u32, contents)?;
                let handed = if renames { self.renamed(turn.handed, lane, 0) } else { Some(0) };
                // No number of results is that high.
                does.push((turn.contents, turn.end, handed.unwrap_or(u32::MAX - lane as u32)));
                if some.len() < SOME_CONTENTS && !some.contains(&turn.contents) {
                    some.push(turn.contents);
                }
            }
            at += 1;
        }
        let first = |lane: &Vec<_>| does.iter().position(|other| other == lane).expect("it is one of them");
        Ok(does.iter().map(first).collect())
    }

    /// The number of the contents before the first turn.
    pub const BEFORE: u32 = 0;
}

/// Returns whether two values differ in the bits of a mask.
pub(super) fn differ(a: Bits, b: Bits, mask: u64) -> bool {
    (a.value ^ b.value) & mask != 0 || (a.defined ^ b.defined) & mask != 0
}
