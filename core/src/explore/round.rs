//! All orders of one `foreach_active`: groups of lanes that meet, each searched by itself.

use super::count::{Count, FEW, Orders, factorial};
use super::dense::Dense;
use super::euler::observed_ends;
use super::lanes::{Contents, Halt, Lanes, Observed, Reach, Returned};
use super::meeting::{Group, Sharing, groups, sharing};
use super::outcome::{Decides, complete};
use super::search::{END_BYTES, End, Mode, Search};
use super::seen::Seen;
use super::shortcut::shortcut;
use crate::base::{Bits, LaneId, LaneMask};
use crate::exec::{Footprint, Fork, Position, Scenario};
use crate::machine::Place;
use crate::semantics::TrapReason;
use num_bigint::BigUint;
use rustc_hash::FxHashSet;

/// The most turns of a lane that is looked at alone.
const LANE_TURNS: usize = 10_000;

/// The most steps that a lane's turn has when it is looked at alone.
const TURN_STEPS: u32 = 100_000;

/// What the lanes of a group can come to.
#[derive(Clone, Debug)]
pub(super) struct GroupEnds {
    pub lanes: Vec<LaneId>,
    /// The cells that one of them writes.
    pub cells: Vec<Place>,
    /// For each cell, whether it is in a destination.
    pub is_shared: Vec<bool>,
    /// The lanes that go to each of them.
    pub visitors: Vec<LaneMask>,
    /// Every end; none where all contradict what was observed.
    pub ends: Vec<GroupEnd>,
    /// What each lane can see, where nothing was observed and none hands back one value after another.
    pub seen: Option<Vec<Seen>>,
    /// The lanes that do the same, where it does not matter which of them gets what.
    pub renamed: Vec<LaneMask>,
    /// The lanes with an access that can stop the machine.
    pub stopping: LaneMask,
}

/// One of the ends of a group.
#[derive(Clone, Debug)]
pub(super) struct GroupEnd {
    /// What lies in the cells.
    pub contents: Contents,
    /// What the lanes have written to destinations that matter.
    pub returned: Returned,
    /// The lanes that have trapped.
    pub trapped: Vec<(LaneId, TrapReason)>,
    /// Whether an access has stopped the machine.
    pub is_stopped: bool,
    /// The lanes that wait for what no lane will do.
    pub gave_up: LaneMask,
    /// The orders that lead there.
    pub orders: Orders,
    /// The turns of one of them.
    pub witness: Vec<u8>,
    /// How many ends it stands for, which differ in which of the lanes that do the same gets what.
    pub renamings: BigUint,
}

/// A `foreach_active` whose orders are being gone through.
#[derive(Debug)]
pub(super) struct Round {
    base: Fork,
    lanes: Vec<(LaneId, Reach)>,
    tracked: Vec<bool>,
    observed: Observed,
    renames: bool,
    groups: Vec<Group>,
    /// Of each group that is done.
    found: Vec<GroupEnds>,
    search: Option<Under>,
    /// How many states the searches had that are over.
    states: usize,
}

/// The ends of a group, what its lanes can see, and which of them are renamed.
type Found = (Vec<GroupEnd>, Option<Vec<Seen>>, Vec<LaneMask>);

/// The search that is under way.
#[derive(Debug)]
enum Under {
    /// Each lane has one turn, and they leave few contents.
    Dense(Dense),
    /// Each lane has one turn, and there are few.
    Few(Search<u64>),
    /// Each lane has one turn.
    OneTurn(Search<u128>),
    /// Lanes may have several.
    Divisible(Search<BigUint>),
}

impl Under {
    fn new(scenario: &Scenario, lanes: Lanes, mode: Mode) -> Self {
        match mode {
            Mode::Divisible => Self::Divisible(Search::new(scenario, lanes, mode)),
            _ if lanes.lanes.len() <= FEW => Self::Few(Search::new(scenario, lanes, mode)),
            _ => Self::OneTurn(Search::new(scenario, lanes, mode)),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Dense(_) => 0,
            Self::Few(search) => search.bytes(),
            Self::OneTurn(search) => search.bytes(),
            Self::Divisible(search) => search.bytes(),
        }
    }

    /// Returns where each lane goes.
    fn reach(&self) -> &[Reach] {
        match self {
            Self::Dense(dense) => &dense.lanes.reach,
            Self::Few(search) => &search.lanes.reach,
            Self::OneTurn(search) => &search.lanes.reach,
            Self::Divisible(search) => &search.lanes.reach,
        }
    }

    fn states(&self) -> usize {
        match self {
            Self::Dense(dense) => dense.states,
            Self::Few(search) => search.states(),
            Self::OneTurn(search) => search.states(),
            Self::Divisible(search) => search.states(),
        }
    }
}

impl GroupEnds {
    /// How many orders there are where each lane has one turn.
    pub fn orders_of_one_turn(&self) -> Orders {
        Orders::of(self.lanes.len(), BigUint::from(factorial(self.lanes.len())))
    }

    /// Whether some order leads to one of the ends in another number of turns than one for each lane.
    pub fn has_several_turns(&self) -> bool {
        self.ends.iter().any(|end| end.orders.turns() != Some(self.lanes.len()))
    }

    /// How many orders lead to one of the ends.
    pub fn orders(&self) -> Orders {
        let mut all = Orders::default();
        self.ends.iter().for_each(|end| all.add(&end.orders));
        all
    }

    /// What the order decides.
    pub fn decides(&self) -> Decides {
        let first = self.ends.first();
        let same = |end: &GroupEnd| {
            first.is_some_and(|first| {
                let is_same = |at: usize| self.is_shared[at] || first.contents[at] == end.contents[at];
                (first.is_stopped, first.gave_up) == (end.is_stopped, end.gave_up)
                    && (0..self.cells.len()).all(is_same)
            })
        };
        match self.hands_back_various() {
            _ if !self.ends.iter().all(same) => Decides::Memory,
            _ if self.shared_varies() => Decides::Results,
            false => Decides::Nothing,
            true => Decides::Results,
        }
    }

    /// For each cell, what the order decides in each of its bytes.
    pub fn bytes(&self) -> Vec<Vec<Decides>> {
        let stops = self.ends.iter().any(|end| end.is_stopped || end.gave_up.count() > 0);
        let decides = self.decides();
        let in_cell = |(at, (cell, lanes)): (usize, (&Place, &LaneMask))| {
            let first = self.ends.first().map_or(Bits::UNDEFINED, |end| end.contents[at]);
            let varies = self.ends.iter().fold(0, |mask, end| {
                let bits = end.contents[at];
                mask | (bits.value ^ first.value) | (bits.defined ^ first.defined)
            });
            let of_byte = |byte: u32| match decides {
                _ if self.is_shared[at] && varies >> (8 * byte) & 0xff != 0 => Decides::Results,
                _ if self.is_shared[at] => Decides::Nothing,
                _ if lanes.count() < 2 => Decides::Nothing,
                Decides::Memory if stops || varies >> (8 * byte) & 0xff != 0 => Decides::Memory,
                Decides::Memory if self.hands_back_various() => Decides::Results,
                Decides::Memory => Decides::Nothing,
                decides => decides,
            };
            (0..cell.size_bytes.min(8)).map(of_byte).collect()
        };
        self.cells.iter().zip(&self.visitors).enumerate().map(in_cell).collect()
    }

    /// Returns whether the order decides the contents of a destination that several lanes write.
    fn shared_varies(&self) -> bool {
        let varies = |at: usize| self.ends.iter().any(|end| end.contents[at] != self.ends[0].contents[at]);
        (0..self.cells.len()).any(|at| self.is_shared[at] && varies(at))
    }

    /// Whether some lane can get back different things, as far as is known.
    fn hands_back_various(&self) -> bool {
        let orders = self.orders().total();
        // Where a run stops, not every order has a lane's turn.
        self.seen.as_ref().is_none_or(|seen| seen.iter().any(|seen| seen.count > 1 || seen.orders != orders))
    }

    /// Whether its ends have nothing to do with what other lanes do: each order has as many turns, and what comes next does
    /// not depend on who has stopped.
    pub fn is_independent(&self) -> bool {
        let how = |end: &GroupEnd| (end.trapped.clone(), end.is_stopped, end.gave_up);
        let first = self.ends.first().map(how);
        let alike = self.ends.iter().all(|end| Some(how(end)) == first);
        alike && self.orders().turns().is_some()
    }
}

impl Round {
    /// The orders of a machine that stands between turns. `tracked` says of each space whether what is returned there
    /// matters, `observed` what must be returned, and `renames` whether it does not matter which of the lanes that do the same
    /// gets what.
    pub fn new(
        scenario: &Scenario,
        base: Fork,
        tracked: Vec<bool>,
        observed: Observed,
        renames: bool,
    ) -> Result<Self, Halt> {
        let LaneMask(waiting) = base.waiting();
        let lanes = LaneMask(waiting).lanes().map(|lane| Ok((lane, alone(scenario, &base, lane)?)));
        let lanes: Vec<(LaneId, Reach)> = lanes.collect::<Result<_, Halt>>()?;
        let groups = groups(&lanes, &tracked);
        let (found, search, states) = (Vec::new(), None, 0);
        Ok(Self { base, lanes, tracked, observed, renames, groups, found, search, states })
    }

    /// Everything that a lane reads or writes in some order, as far as it is known.
    pub fn touched(&self) -> impl Iterator<Item = Place> {
        self.lanes.iter().flat_map(|(_, reach)| reach.touched())
    }

    /// The destinations that lanes write, and which of their bits.
    pub fn returned(&self) -> impl Iterator<Item = (Place, u64)> {
        self.lanes.iter().flat_map(|(_, reach)| reach.returned())
    }

    /// How many states have been found.
    pub fn states(&self) -> usize {
        self.states + self.search.as_ref().map_or(0, Under::states)
    }

    /// Returns about the number of bytes that are held.
    pub fn bytes(&self) -> usize {
        let ends: usize = self.found.iter().map(|group| group.ends.len()).sum();
        ends * END_BYTES + self.search.as_ref().map_or(0, Under::bytes)
    }

    /// Goes on from at most so many states. Returns whether all is done.
    pub fn advance(&mut self, scenario: &Scenario, states: usize) -> Result<bool, Halt> {
        let Some(group) = self.groups.get(self.found.len()) else { return Ok(true) };
        if !group.shared.is_empty() && !self.observed.is_empty() {
            // Another lane may overwrite what one has handed back.
            return Err(Halt::Divisible);
        }
        let search = match self.search.take() {
            Some(search) => search,
            None => match known(scenario, || self.lanes_of(group)) {
                Some((ends, seen)) => {
                    self.found.push(self.group_ends(group, ends, seen, Vec::new()));
                    return Ok(self.found.len() == self.groups.len());
                }
                None => match Dense::new(scenario, self.lanes_of(group)) {
                    Some(dense) => Under::Dense(dense),
                    None => Under::new(scenario, self.lanes_of(group), Mode::OneTurn),
                },
            },
        };
        let (search, advanced) = match search {
            Under::Dense(mut dense) => {
                let advanced = dense.advance(states);
                (Under::Dense(dense), Ok(advanced))
            }
            Under::Few(mut search) => {
                let advanced = search.advance(scenario, states);
                (Under::Few(search), advanced)
            }
            Under::OneTurn(mut search) => {
                let advanced = search.advance(scenario, states);
                (Under::OneTurn(search), advanced)
            }
            Under::Divisible(mut search) => {
                let advanced = search.advance(scenario, states);
                (Under::Divisible(search), advanced)
            }
        };
        if advanced != Ok(false) {
            self.states += search.states();
        }
        match advanced {
            Ok(false) => self.search = Some(search),
            Ok(true) => {
                for (&at, reach) in group.members.iter().zip(search.reach()) {
                    self.lanes[at].1.stops |= reach.stops;
                }
                let (ends, seen, renamed) = match search {
                    Under::Dense(dense) => {
                        let (ends, seen) = dense.finish(scenario).ok_or(Halt::Budget)?;
                        (ends, Some(seen), Vec::new())
                    }
                    Under::Few(search) => self.of_search(scenario, search)?,
                    Under::OneTurn(search) => self.of_search(scenario, search)?,
                    Under::Divisible(search) => self.of_search(scenario, search)?,
                };
                self.found.push(self.group_ends(group, ends, seen, renamed));
            }
            Err(Halt::Unlike) => {
                self.search = Some(Under::new(scenario, self.lanes_of(group), Mode::EachForItself));
            }
            Err(Halt::Divisible) if !self.observed.is_empty() => return Err(Halt::Divisible),
            Err(Halt::Divisible) => {
                self.search = Some(Under::new(scenario, self.lanes_of(group), Mode::Divisible));
            }
            Err(Halt::Grown) => {
                for (&at, reach) in group.members.iter().zip(search.reach()) {
                    self.lanes[at].1 = reach.clone();
                }
                self.regroup();
            }
            Err(Halt::Budget) => return Err(Halt::Budget),
        }
        Ok(self.found.len() == self.groups.len())
    }

    /// Returns the lanes that write the same elements of destinations.
    pub fn sharing(&self) -> Vec<(Vec<LaneId>, Vec<Place>)> {
        let named = |Sharing { members, places }| {
            (members.iter().map(|&at: &usize| self.lanes[at].0).collect(), places)
        };
        sharing(&self.lanes).into_iter().map(named).collect()
    }

    /// Returns what each lane writes where several lanes can meet.
    pub fn writes(&self) -> impl Iterator<Item = (LaneId, Place)> {
        self.lanes.iter().flat_map(|(lane, reach)| reach.written().map(|place| (*lane, place)))
    }

    /// What was found of each group.
    pub fn finish(self) -> Vec<GroupEnds> {
        self.found
    }

    /// What a search has found: the ends, what lanes can see, and which of them are renamed.
    fn of_search<C: Count>(&self, scenario: &Scenario, mut search: Search<C>) -> Result<Found, Halt> {
        let (ends, renamed) = (search.ends(scenario)?, search.renamed());
        Ok((self.ends(&search.lanes, ends), search.seen, renamed))
    }

    fn group_ends(
        &self,
        group: &Group,
        ends: Vec<GroupEnd>,
        seen: Option<Vec<Seen>>,
        renamed: Vec<LaneMask>,
    ) -> GroupEnds {
        let members = || group.members.iter().map(|&at| &self.lanes[at]);
        let visitors = |cell: &Place| {
            let goes_there =
                members().filter(|(_, reach)| reach.touched().any(|place| place.overlaps(*cell)));
            goes_there.fold(LaneMask::default(), |mask, (lane, _)| mask.with(lane.index(), true))
        };
        let is_shared = |cell: &Place| group.shared.iter().any(|place| place.overlaps(*cell));
        let stopping = members().filter(|(_, reach)| reach.stops);
        let stopping = stopping.fold(LaneMask::default(), |mask, (lane, _)| mask.with(lane.index(), true));
        GroupEnds {
            lanes: members().map(|(lane, _)| *lane).collect(),
            cells: group.cells.clone(),
            is_shared: group.cells.iter().map(is_shared).collect(),
            visitors: group.cells.iter().map(visitors).collect(),
            ends,
            seen,
            renamed,
            stopping,
        }
    }

    fn lanes_of(&self, group: &Group) -> Lanes {
        let members = group.members.iter().map(|&at| self.lanes[at].clone()).collect();
        let (base, cells) = (self.base.clone(), (group.cells.clone(), group.shared.clone()));
        Lanes::new(base, members, cells, self.tracked.clone(), self.observed.clone(), self.renames)
    }

    /// Finds the groups anew. What was found of one that is as it was still holds.
    fn regroup(&mut self) {
        let mut new = groups(&self.lanes, &self.tracked);
        let old = std::mem::take(&mut self.groups);
        let found = std::mem::take(&mut self.found);
        let mut known: Vec<(Group, GroupEnds)> = old.into_iter().zip(found).collect();
        known.retain(|(group, _)| new.contains(group));
        new.retain(|group| known.iter().all(|(old, _)| old != group));
        for (group, ends) in known {
            self.groups.push(group);
            self.found.push(ends);
        }
        self.groups.extend(new);
    }

    fn ends(&self, lanes: &Lanes, ends: Vec<End>) -> Vec<GroupEnd> {
        let end = |end: End| {
            let trapped =
                lanes.lanes.iter().zip(&end.positions).filter_map(|(&lane, &id)| match lanes.position(id) {
                    Position::Trapped(reason) => Some((lane, *reason)),
                    _ => None,
                });
            let gave_up =
                |(lane, id): (&LaneId, &u32)| (*lanes.position(*id) == Position::GaveUp).then_some(*lane);
            let gave_up = lanes.lanes.iter().zip(&end.positions).filter_map(gave_up);
            let gave_up = gave_up.fold(LaneMask::default(), |mask, lane| mask.with(lane.index(), true));
            let mut witness = end.witness.iter().map(|&at| lanes.lanes[usize::from(at)].0).collect();
            complete(&mut witness, lanes.lanes.iter().copied());
            GroupEnd {
                contents: lanes.contents.get(end.contents).clone(),
                returned: end.returned.iter().flat_map(|&id| lanes.returned.get(id)).copied().collect(),
                trapped: trapped.collect(),
                is_stopped: end.is_stopped,
                gave_up,
                orders: end.orders,
                renamings: end.renamings,
                witness,
            }
        };
        ends.into_iter().map(end).collect()
    }
}

/// Where a lane goes that has all its turns before any other, or so many that it is likely to wait for another.
fn alone(scenario: &Scenario, base: &Fork, lane: LaneId) -> Result<Reach, Halt> {
    let (mut fork, mut reach, mut footprint) = (base.clone(), Reach::default(), Footprint::default());
    let mut stood = FxHashSet::default();
    for _ in 0..LANE_TURNS {
        footprint.clear();
        let after = fork.turn(scenario, lane, TURN_STEPS, &mut footprint).ok_or(Halt::Budget)?;
        reach.add(&footprint);
        reach.stops = fork.is_stopped();
        if reach.stops || !matches!(after, Position::At { .. }) {
            return Ok(reach);
        }
        if !footprint.writes.is_empty() {
            stood.clear();
        }
        if !stood.insert(after) {
            // It comes round.
            return Ok(reach);
        }
    }
    // Where it goes beyond that is found when it goes there.
    Ok(reach)
}

/// What needs no search.
fn known(scenario: &Scenario, lanes: impl Fn() -> Lanes) -> Option<(Vec<GroupEnd>, Option<Vec<Seen>>)> {
    let observed = observed_ends(scenario, lanes()).map(|ends| (ends, None));
    observed.or_else(|| shortcut(scenario, lanes()))
}
