//! All orders of one `foreach_active`. Lanes that meet form groups, and each group is searched by itself.

use super::count::{Count, OrderCounts, factorial};
use super::group_end::GroupEnd;
use super::lanes::{Abort, MeetingLanes, Observed, Reach, TURN_STEPS};
use super::meeting::{Group, Sharing, groups, sharing};
use super::outcome::Decides;
use super::search::{END_BYTES, Mode, Search, SearchEnd};
use super::seen::Seen;
use super::shortcut::shortcut;
use super::witness::complete;
use crate::base::{Bits, LaneId, LaneMask};
use crate::exec::{Footprint, Fork, Position, Scenario};
use crate::machine::{Place, SpaceKind};
use num_bigint::BigUint;
use rustc_hash::FxHashSet;

/// The maximum number of turns of a lane that runs alone to find the places that it accesses.
const LANE_TURNS: usize = 10_000;

/// The ends of a group of lanes that meet.
#[derive(Clone, Debug)]
pub(super) struct GroupEnds {
    pub lanes: Vec<LaneId>,
    /// The cells that one of them writes.
    pub cells: Vec<Place>,
    /// For each cell, whether it belongs to a variable or predicate rather than a surface.
    pub is_result: Vec<bool>,
    /// For each cell, the lanes that access it.
    pub visitors: Vec<LaneMask>,
    /// All ends; empty if no order leads to the observed results.
    pub ends: Vec<GroupEnd>,
    /// The results of each lane. `None` if results were observed, or a lane writes a destination twice.
    pub seen: Option<Vec<Seen>>,
    /// The classes of lanes that may swap their results.
    pub renamed: Vec<LaneMask>,
    /// The lanes with an access that can stop the machine.
    pub stopping: LaneMask,
    /// Whether a turn may have changed the contents of a cell.
    pub has_changed: bool,
}

/// The search over the orders of a `foreach_active`.
#[derive(Debug)]
pub(super) struct Round {
    base: Fork,
    lanes: Vec<(LaneId, Reach)>,
    tracked: Vec<bool>,
    observed: Observed,
    renames: bool,
    groups: Vec<Group>,
    /// The ends of the groups that have been searched.
    found: Vec<GroupEnds>,
    search: Option<GroupSearch>,
    /// The number of states of finished searches.
    states: usize,
}

/// The result of the search of a group.
struct GroupResult {
    ends: Vec<GroupEnd>,
    /// The results of its lanes.
    seen: Option<Vec<Seen>>,
    /// The classes of lanes that may swap their results.
    renamed: Vec<LaneMask>,
    /// Whether a turn may have changed the contents of a cell.
    has_changed: bool,
}

/// The search of a group.
#[derive(Debug)]
enum GroupSearch {
    /// Each lane has one turn.
    OneTurn(Search<u128>),
    /// Lanes may have several turns.
    Divisible(Search<BigUint>),
}

impl GroupSearch {
    fn new(scenario: &Scenario, lanes: MeetingLanes, mode: Mode) -> Self {
        match mode {
            Mode::Divisible => Self::Divisible(Search::new(scenario, lanes, mode)),
            _ => Self::OneTurn(Search::new(scenario, lanes, mode)),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::OneTurn(search) => search.bytes(),
            Self::Divisible(search) => search.bytes(),
        }
    }

    /// The accesses of each lane.
    fn reach(&self) -> &[Reach] {
        match self {
            Self::OneTurn(search) => &search.lanes.reach,
            Self::Divisible(search) => &search.lanes.reach,
        }
    }

    fn states(&self) -> usize {
        match self {
            Self::OneTurn(search) => search.states(),
            Self::Divisible(search) => search.states(),
        }
    }
}

impl GroupEnds {
    /// Returns the number of orders if each lane has one turn.
    pub fn orders_of_one_turn(&self) -> OrderCounts {
        OrderCounts::new(self.lanes.len(), BigUint::from(factorial(self.lanes.len())))
    }

    /// Returns whether some order has another number of turns than one for each lane.
    pub fn has_several_turns(&self) -> bool {
        self.ends.iter().any(|end| end.orders.turns() != Some(self.lanes.len()))
    }

    /// Returns the number of orders that lead to one of the ends.
    pub fn orders(&self) -> OrderCounts {
        let mut all = OrderCounts::default();
        self.ends.iter().for_each(|end| all.add(&end.orders));
        all
    }

    /// Returns the effect of the order.
    pub fn decides(&self) -> Decides {
        let first = self.ends.first();
        let same = |end: &GroupEnd| {
            first.is_some_and(|first| {
                let is_same = |at: usize| self.is_result[at] || first.contents[at] == end.contents[at];
                (first.is_stopped, first.gave_up) == (end.is_stopped, end.gave_up)
                    && (0..self.cells.len()).all(is_same)
            })
        };
        match self.results_vary() {
            _ if !self.ends.iter().all(same) => Decides::Memory,
            _ if self.cell_results_vary() => Decides::Results,
            false => Decides::Nothing,
            true => Decides::Results,
        }
    }

    /// Returns the effect of the order on each byte of each cell.
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
                _ if self.is_result[at] && varies >> (8 * byte) & 0xff != 0 => Decides::Results,
                _ if self.is_result[at] => Decides::Nothing,
                _ if lanes.count() < 2 => Decides::Nothing,
                Decides::Memory if stops || varies >> (8 * byte) & 0xff != 0 => Decides::Memory,
                Decides::Memory if self.results_vary() => Decides::Results,
                Decides::Memory => Decides::Nothing,
                decides => decides,
            };
            (0..cell.size_bytes.min(8)).map(of_byte).collect()
        };
        self.cells.iter().zip(&self.visitors).enumerate().map(in_cell).collect()
    }

    /// Returns whether the order decides the contents of a cell in a variable or predicate.
    fn cell_results_vary(&self) -> bool {
        let varies = |at: usize| self.ends.iter().any(|end| end.contents[at] != self.ends[0].contents[at]);
        (0..self.cells.len()).any(|at| self.is_result[at] && varies(at))
    }

    /// Returns whether the results of some lane depend on the order, or are not known.
    fn results_vary(&self) -> bool {
        let orders = self.orders().total();
        // In a run that stops, a lane may have no turn.
        self.seen.as_ref().is_none_or(|seen| seen.iter().any(|seen| seen.count > 1 || seen.orders != orders))
    }

    /// Returns whether the ends are independent of other groups: all orders have the same number of turns, and the same
    /// lanes stop in all ends.
    pub fn is_independent(&self) -> bool {
        let how = |end: &GroupEnd| (end.trapped.clone(), end.is_stopped, end.gave_up);
        let first = self.ends.first().map(how);
        let alike = self.ends.iter().all(|end| Some(how(end)) == first);
        alike && self.orders().turns().is_some()
    }
}

impl Round {
    /// Creates the search at a machine between turns. `tracked` says for each space whether results there matter.
    /// `observed` holds the results that lanes must return. `renames` says whether interchangeable lanes may swap their
    /// results.
    pub fn new(
        scenario: &Scenario,
        base: Fork,
        tracked: Vec<bool>,
        observed: Observed,
        renames: bool,
    ) -> Result<Self, Abort> {
        let LaneMask(waiting) = base.waiting();
        let lanes = LaneMask(waiting).lanes().map(|lane| Ok((lane, alone(scenario, &base, lane)?)));
        let lanes: Vec<(LaneId, Reach)> = lanes.collect::<Result<_, Abort>>()?;
        let groups = groups(&lanes, &tracked);
        let (found, search, states) = (Vec::new(), None, 0);
        Ok(Self { base, lanes, tracked, observed, renames, groups, found, search, states })
    }

    /// Returns all places that lanes are known to read or write in some order.
    pub fn touched(&self) -> impl Iterator<Item = Place> {
        self.lanes.iter().flat_map(|(_, reach)| reach.touched())
    }

    /// Returns the places in destinations that lanes write, each with a mask of the bits.
    pub fn returned(&self) -> impl Iterator<Item = (Place, u64)> {
        self.lanes.iter().flat_map(|(_, reach)| reach.returned())
    }

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.states + self.search.as_ref().map_or(0, GroupSearch::states)
    }

    /// Returns an estimate of the bytes held.
    pub fn bytes(&self) -> usize {
        let ends: usize = self.found.iter().map(|group| group.ends.len()).sum();
        ends * END_BYTES + self.search.as_ref().map_or(0, GroupSearch::bytes)
    }

    /// Searches at most that many states. Returns whether the search is over.
    pub fn advance(&mut self, scenario: &Scenario, states: usize) -> Result<bool, Abort> {
        let Some(group) = self.groups.get(self.found.len()) else { return Ok(true) };
        if !group.shared.is_empty() && !self.observed.is_empty() {
            // Another lane may overwrite the result of one.
            return Err(Abort::Divisible);
        }
        let mut search = match self.search.take() {
            Some(search) => search,
            None => match shortcut(scenario, self.lanes_of(group)) {
                Some((ends, seen)) => {
                    let result = GroupResult { ends, seen, renamed: Vec::new(), has_changed: true };
                    self.found.push(self.group_ends(scenario, group, result));
                    return Ok(self.found.len() == self.groups.len());
                }
                None => GroupSearch::new(scenario, self.lanes_of(group), Mode::OneTurn),
            },
        };
        let advanced = match &mut search {
            GroupSearch::OneTurn(search) => search.advance(scenario, states),
            GroupSearch::Divisible(search) => search.advance(scenario, states),
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
                let result = match search {
                    GroupSearch::OneTurn(search) => self.of_search(scenario, search)?,
                    GroupSearch::Divisible(search) => self.of_search(scenario, search)?,
                };
                self.found.push(self.group_ends(scenario, group, result));
            }
            Err(Abort::Unlike) => {
                self.search = Some(GroupSearch::new(scenario, self.lanes_of(group), Mode::EachForItself));
            }
            Err(Abort::Divisible | Abort::Trapped) if !self.observed.is_empty() => {
                return Err(Abort::Divisible);
            }
            Err(Abort::Trapped) => {
                self.search = Some(GroupSearch::new(scenario, self.lanes_of(group), Mode::Trapping));
            }
            Err(Abort::Divisible) => {
                self.search = Some(GroupSearch::new(scenario, self.lanes_of(group), Mode::Divisible));
            }
            Err(Abort::Grown) => {
                for (&at, reach) in group.members.iter().zip(search.reach()) {
                    self.lanes[at].1 = reach.clone();
                }
                self.regroup();
            }
            Err(Abort::Budget) => return Err(Abort::Budget),
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

    /// Returns the places in shared memory that each lane writes.
    pub fn writes(&self) -> impl Iterator<Item = (LaneId, Place)> {
        self.lanes.iter().flat_map(|(lane, reach)| reach.written().map(|place| (*lane, place)))
    }

    /// Returns the ends of each group.
    pub fn finish(self) -> Vec<GroupEnds> {
        self.found
    }

    /// Converts the result of a search.
    fn of_search<C: Count>(&self, scenario: &Scenario, mut search: Search<C>) -> Result<GroupResult, Abort> {
        let (ends, renamed) = (search.ends(scenario)?, search.renamed());
        let has_changed = search.lanes.contents.len() > 1;
        Ok(GroupResult { ends: self.ends(&search.lanes, ends), seen: search.seen, renamed, has_changed })
    }

    fn group_ends(&self, scenario: &Scenario, group: &Group, result: GroupResult) -> GroupEnds {
        let GroupResult { ends, seen, renamed, has_changed } = result;
        let members = || group.members.iter().map(|&at| &self.lanes[at]);
        let visitors = |cell: &Place| {
            let goes_there =
                members().filter(|(_, reach)| reach.touched().any(|place| place.overlaps(*cell)));
            goes_there.map(|(lane, _)| *lane).collect()
        };
        let is_result = |cell: &Place| scenario.layout.space(cell.space).kind != SpaceKind::Surface;
        let stopping = members().filter(|(_, reach)| reach.stops);
        let stopping = stopping.map(|(lane, _)| *lane).collect();
        GroupEnds {
            lanes: members().map(|(lane, _)| *lane).collect(),
            cells: group.cells.clone(),
            is_result: group.cells.iter().map(is_result).collect(),
            visitors: group.cells.iter().map(visitors).collect(),
            ends,
            seen,
            renamed,
            stopping,
            has_changed,
        }
    }

    fn lanes_of(&self, group: &Group) -> MeetingLanes {
        let members = group.members.iter().map(|&at| self.lanes[at].clone()).collect();
        let (base, cells) = (self.base.clone(), (group.cells.clone(), group.shared.clone()));
        MeetingLanes::new(base, members, cells, self.tracked.clone(), self.observed.clone(), self.renames)
    }

    /// Groups the lanes again. Ends of groups that stay the same are kept.
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

    fn ends(&self, lanes: &MeetingLanes, ends: Vec<SearchEnd>) -> Vec<GroupEnd> {
        let end = |end: SearchEnd| {
            let trapped =
                lanes.lanes.iter().zip(&end.positions).filter_map(|(&lane, &id)| match lanes.position(id) {
                    Position::Trapped(reason) => Some((lane, *reason)),
                    _ => None,
                });
            let gave_up =
                |(lane, id): (&LaneId, &u32)| (*lanes.position(*id) == Position::GaveUp).then_some(*lane);
            let gave_up = lanes.lanes.iter().zip(&end.positions).filter_map(gave_up);
            let gave_up = gave_up.collect();
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

/// Returns the places that a lane accesses if it has all its turns before any other lane, or until it
/// has had [`LANE_TURNS`] turns and is likely to wait for another lane.
fn alone(scenario: &Scenario, base: &Fork, lane: LaneId) -> Result<Reach, Abort> {
    let (mut fork, mut reach, mut footprint) = (base.clone(), Reach::default(), Footprint::default());
    let mut stood = FxHashSet::default();
    for _ in 0..LANE_TURNS {
        footprint.clear();
        let after = fork.turn(scenario, lane, TURN_STEPS, &mut footprint).ok_or(Abort::Budget)?;
        reach.add(&footprint);
        reach.stops = fork.is_stopped();
        if reach.stops || !matches!(after, Position::At { .. }) {
            return Ok(reach);
        }
        if !footprint.writes.is_empty() {
            stood.clear();
        }
        if !stood.insert(after) {
            // The lane repeats itself.
            return Ok(reach);
        }
    }
    // Places that it accesses later are added when a search reaches them.
    Ok(reach)
}
