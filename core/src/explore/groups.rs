//! Groups of lanes that meet: lanes that access a byte that one of them writes, and lanes that write the same element
//! of a destination.

use crate::base::LaneId;
use crate::exec::Footprint;
use crate::machine::{Place, SpaceId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The places that a lane accesses, over all turns that have run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LaneReach {
    pub lane: LaneId,
    reads: BTreeSet<Place>,
    pub writes: BTreeSet<Place>,
    /// The places in destinations that it writes, each with a mask of the bits.
    pub results: BTreeSet<(Place, u64)>,
    /// Whether an access of the lane can stop the machine while other lanes still have turns.
    pub stops: bool,
}

/// Lanes that meet each other and no other lanes, and the cells that one of them writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// Indices into the list of lanes.
    pub members: Vec<usize>,
    /// The places that they write in shared memory, and the destinations that several of them write and that matter. No two
    /// share a byte.
    pub cells: Vec<Place>,
    /// The destinations that several lanes write. The contents of those that matter are in cells.
    pub shared: Vec<Place>,
}

/// Lanes that write the same elements of destinations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sharing {
    /// Indices into the list of lanes.
    pub members: Vec<usize>,
    pub places: Vec<Place>,
}

impl LaneReach {
    pub fn new(lane: LaneId) -> Self {
        let (reads, writes, results) = Default::default();
        Self { lane, reads, writes, results, stops: false }
    }

    /// Adds a footprint. Returns whether any of it is new.
    pub fn add(&mut self, footprint: &Footprint) -> bool {
        let mut is_new = false;
        for place in &footprint.reads {
            is_new |= self.reads.insert(*place);
        }
        for place in &footprint.writes {
            is_new |= self.writes.insert(*place);
        }
        for returned in &footprint.returned {
            is_new |= self.results.insert(*returned);
        }
        is_new
    }

    /// Returns all places that the lane reads or writes.
    pub fn touched(&self) -> impl Iterator<Item = Place> {
        let results = self.results.iter().map(|(place, _)| place);
        self.reads.iter().chain(&self.writes).chain(results).copied()
    }

    /// Returns whether the lane reads or writes a byte of that cell.
    pub fn touches(&self, cell: Place) -> bool {
        self.touched().any(|place| place.overlaps(cell))
    }

    /// Returns whether the lane reads and writes that cell, and no other.
    pub fn is_only(&self, cell: Place) -> bool {
        self.reads.iter().eq([&cell]) && self.writes.iter().eq([&cell])
    }
}

/// Disjoint sets of lanes, by index.
struct LaneSets(Vec<usize>);

impl LaneSets {
    fn first_of(&self, mut lane: usize) -> usize {
        while self.0[lane] != lane {
            lane = self.0[lane];
        }
        lane
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.first_of(a), self.first_of(b));
        self.0[a.max(b)] = a.min(b);
    }

    /// Returns the sets, by their first lanes.
    fn sets(&self) -> Vec<Vec<usize>> {
        let mut sets: Vec<Vec<usize>> = vec![Vec::new(); self.0.len()];
        (0..self.0.len()).for_each(|lane| sets[self.first_of(lane)].push(lane));
        sets.retain(|set| !set.is_empty());
        sets
    }
}

/// Returns the groups of lanes that meet. A lane that can stop the machine meets all others. Destinations count if they satisfy
/// `is_cell`.
pub(super) fn groups(lanes: &[LaneReach], is_cell: impl Fn(&Place) -> bool) -> Vec<Group> {
    let mut sets = LaneSets((0..lanes.len()).collect());
    let sharing = sharing(lanes);
    for Sharing { members, .. } in sharing.iter().filter(|sharing| sharing.places.iter().any(&is_cell)) {
        members.windows(2).for_each(|pair| sets.join(pair[0], pair[1]));
    }
    let mut first_writer = FxHashMap::<(SpaceId, u32), usize>::default();
    for (lane, reach) in lanes.iter().enumerate() {
        for byte in reach.writes.iter().flat_map(place_bytes) {
            sets.join(lane, *first_writer.entry(byte).or_insert(lane));
        }
    }
    for (lane, reach) in lanes.iter().enumerate() {
        for read in &reach.reads {
            if (read.size_bytes as usize) < first_writer.len() {
                let writers = place_bytes(read).filter_map(|byte| first_writer.get(&byte));
                writers.for_each(|writer| sets.join(lane, *writer));
            } else {
                // A turn can read a whole space.
                let is_read = |(space, byte): &(SpaceId, u32)| {
                    *space == read.space
                        && (read.byte_offset..read.byte_offset.saturating_add(read.size_bytes)).contains(byte)
                };
                let written = first_writer.iter().filter(|(byte, _)| is_read(byte));
                written.for_each(|(_, writer)| sets.join(lane, *writer));
            }
        }
        if reach.stops {
            (0..lanes.len()).for_each(|other| sets.join(lane, other));
        }
    }
    let group = |members: Vec<usize>| {
        let is_member = |lane: &usize| members.contains(lane);
        let of_group = sharing.iter().filter(|sharing| sharing.members.iter().any(is_member));
        let shared: Vec<Place> = of_group.flat_map(|sharing| &sharing.places).copied().collect();
        let writes = members.iter().flat_map(|&lane| &lanes[lane].writes);
        let cells = cells(writes.chain(shared.iter().filter(|place| is_cell(place))));
        Group { members, cells, shared }
    };
    sets.sets().into_iter().map(group).collect()
}

/// Returns the lanes that write the same elements of destinations, and these elements.
pub(super) fn sharing(lanes: &[LaneReach]) -> Vec<Sharing> {
    let mut writers = FxHashMap::<(SpaceId, u32), Vec<(usize, u64)>>::default();
    for (lane, reach) in lanes.iter().enumerate() {
        for (place, mask) in &reach.results {
            for byte in place_bytes(place) {
                writers.entry(byte).or_default().push((lane, *mask));
            }
        }
    }
    // Lanes that write different bits of a byte do not share it.
    let is_shared = |all: &Vec<(usize, u64)>| {
        let mut pairs =
            all.iter().enumerate().flat_map(|(n, one)| all[..n].iter().map(move |other| (one, other)));
        pairs.any(|(one, other)| one.0 != other.0 && one.1 & other.1 != 0)
    };
    writers.retain(|_, all| is_shared(all));
    // In most instructions each lane has a destination of its own.
    if writers.is_empty() {
        return Vec::new();
    }
    let mut sets = LaneSets((0..lanes.len()).collect());
    for all in writers.values() {
        all.windows(2).for_each(|pair| sets.join(pair[0].0, pair[1].0));
    }
    let found = sets.sets().into_iter().filter(|members| members.len() > 1).map(|members| {
        let written = members.iter().flat_map(|&lane| &lanes[lane].results);
        let is_shared = |place: &&Place| place_bytes(place).any(|byte| writers.contains_key(&byte));
        let places = cells(written.map(|(place, _)| place).filter(is_shared));
        Sharing { members, places }
    });
    found.collect()
}

/// Returns each place once. If two share a byte, returns single bytes instead.
fn cells<'a>(places: impl Iterator<Item = &'a Place>) -> Vec<Place> {
    let places: BTreeSet<Place> = places.copied().collect();
    if !places.iter().zip(places.iter().skip(1)).any(|(one, next)| one.overlaps(*next)) {
        return places.into_iter().collect();
    }
    let covered: BTreeSet<(SpaceId, u32)> = places.iter().flat_map(place_bytes).collect();
    let byte = |(space, byte_offset)| Place { space, byte_offset, size_bytes: 1 };
    covered.into_iter().map(byte).collect()
}

pub(super) fn place_bytes(place: &Place) -> impl Iterator<Item = (SpaceId, u32)> + use<> {
    let Place { space, byte_offset, size_bytes } = *place;
    (byte_offset..byte_offset.saturating_add(size_bytes)).map(move |byte| (space, byte))
}

#[cfg(test)]
mod tests {
    use super::{LaneReach, cells, groups};
    use crate::base::LaneId;
    use crate::exec::Footprint;
    use crate::machine::{Place, SpaceId};
    use crate::test;

    fn at(byte: u32, size: u32) -> Place {
        Place { space: SpaceId(0), byte_offset: byte, size_bytes: size }
    }

    fn lane(id: u8, reads: &[Place], writes: &[Place], results: &[(Place, u64)]) -> LaneReach {
        let mut reach = LaneReach::new(LaneId(id));
        let (reads, writes, returned) = (reads.to_vec(), writes.to_vec(), results.to_vec());
        assert!(reach.add(&Footprint { reads, writes, returned, steps: 0 }));
        reach
    }

    fn members(lanes: &[LaneReach], matters: bool) -> Vec<Vec<usize>> {
        groups(lanes, |_| matters).into_iter().map(|group| group.members).collect()
    }

    /// Lanes 0 and 1 touch bytes 0 to 3, and lane 0 writes there. Lane 2 only reads what lane 3 only reads.
    #[test]
    fn a_byte_that_one_lane_writes_joins_the_lanes_that_touch_it() {
        let mut lanes = vec![
            lane(0, &[], &[at(0, 4)], &[]),
            lane(1, &[at(2, 2)], &[], &[]),
            lane(2, &[at(8, 4)], &[], &[]),
            lane(3, &[at(8, 4)], &[], &[]),
        ];
        assert_eq!(members(&lanes, true), [vec![0, 1], vec![2], vec![3]]);
        lanes[2].stops = true;
        assert_eq!(members(&lanes, true), [vec![0, 1, 2, 3]]);
    }

    /// Lanes 0 and 1 return to one element, lanes 2 and 3 to different bits of another.
    #[test]
    fn an_element_of_several_lanes_joins_them_if_it_matters() {
        let results = |id: u8, byte: u32, mask: u64| lane(id, &[], &[], &[(at(byte, 4), mask)]);
        let lanes = [results(0, 0, u64::MAX), results(1, 0, u64::MAX), results(2, 4, 1), results(3, 4, 2)];
        assert_eq!(members(&lanes, true), [vec![0, 1], vec![2], vec![3]]);
        assert_eq!(members(&lanes, false), [vec![0], vec![1], vec![2], vec![3]]);
        assert_eq!(groups(&lanes, |_| true)[0].cells, [at(0, 4)]);
    }

    #[test]
    fn cells_that_overlap_are_cut_into_bytes() {
        assert_eq!(cells([at(4, 4), at(0, 4), at(4, 4)].iter()), [at(0, 4), at(4, 4)]);
        assert_eq!(cells([at(0, 2), at(1, 2)].iter()), [at(0, 1), at(1, 1), at(2, 1)]);
    }
}
