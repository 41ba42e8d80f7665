//! Groups of lanes that meet: lanes that access a byte that one of them writes, and lanes that write the same element
//! of a destination.

use crate::base::LaneId;
use crate::exec::Footprint;
use crate::machine::{Place, SpaceId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A place as a sorted set holds it: its space, first byte and size.
type PlaceKey = (SpaceId, u32, u32);

/// The places that a lane accesses, over all turns that have run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reach {
    /// The places in shared memory that it reads.
    reads: BTreeSet<PlaceKey>,
    /// The places in shared memory that it writes.
    writes: BTreeSet<PlaceKey>,
    /// The places in destinations that it writes, each with a mask of the bits.
    results: BTreeSet<(SpaceId, u32, u32, u64)>,
    /// Whether an access of the lane can stop the machine while other lanes still have turns.
    pub stops: bool,
}

/// A lane and the places that it accesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LaneReach {
    pub lane: LaneId,
    pub reach: Reach,
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
    /// The elements.
    pub places: Vec<Place>,
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
            is_new |= self.results.insert((place.space, place.byte_offset, place.size_bytes, *mask));
        }
        is_new
    }

    /// Returns all places that the lane reads or writes.
    pub fn touched(&self) -> impl Iterator<Item = Place> {
        self.met().chain(self.results().map(|(place, _)| place))
    }

    /// Returns the places in shared memory that the lane reads or writes.
    pub fn met(&self) -> impl Iterator<Item = Place> {
        self.reads.iter().chain(&self.writes).map(place)
    }

    /// Returns the places in shared memory that the lane writes.
    pub fn written(&self) -> impl Iterator<Item = Place> {
        self.writes.iter().map(place)
    }

    /// Returns the places in destinations that the lane writes, each with a mask of the bits.
    pub fn results(&self) -> impl Iterator<Item = (Place, u64)> {
        self.results.iter().map(|&(space, byte, size, mask)| (place(&(space, byte, size)), mask))
    }

    /// Returns whether the lane reads and writes that cell, and no other.
    pub fn is_only(&self, cell: Place) -> bool {
        let only = [(cell.space, cell.byte_offset, cell.size_bytes)];
        self.reads.iter().eq(&only) && self.writes.iter().eq(&only)
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

/// Returns the groups of lanes that meet. A lane that can stop the machine meets all others. Destinations count in the
/// spaces that `matters` names.
pub(super) fn groups(lanes: &[LaneReach], matters: &[bool]) -> Vec<Group> {
    let mut sets = LaneSets((0..lanes.len()).collect());
    let sharing = sharing(lanes);
    let is_cell = |place: &Place| matters[place.space.index()];
    for Sharing { members, .. } in sharing.iter().filter(|sharing| sharing.places.iter().any(is_cell)) {
        members.windows(2).for_each(|pair| sets.join(pair[0], pair[1]));
    }
    let mut first_writer = FxHashMap::<(SpaceId, u32), usize>::default();
    for (lane, LaneReach { reach, .. }) in lanes.iter().enumerate() {
        for byte in bytes(&reach.writes) {
            sets.join(lane, *first_writer.entry(byte).or_insert(lane));
        }
    }
    for (lane, LaneReach { reach, .. }) in lanes.iter().enumerate() {
        for read in reach.reads.iter().map(place) {
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
        let writes = members.iter().flat_map(|&lane| lanes[lane].reach.written());
        let cells = cells(writes.chain(shared.iter().filter(|place| is_cell(place)).copied()));
        Group { members, cells, shared }
    };
    sets.sets().into_iter().map(group).collect()
}

/// Returns the lanes that write the same elements of destinations, and these elements.
pub(super) fn sharing(lanes: &[LaneReach]) -> Vec<Sharing> {
    let mut writers = FxHashMap::<(SpaceId, u32), Vec<(usize, u64)>>::default();
    for (lane, LaneReach { reach, .. }) in lanes.iter().enumerate() {
        for (place, mask) in reach.results() {
            for byte in place_bytes(place) {
                writers.entry(byte).or_default().push((lane, mask));
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
        let written = members.iter().flat_map(|&lane| lanes[lane].reach.results());
        let is_shared = |place: &Place| place_bytes(*place).any(|byte| writers.contains_key(&byte));
        let places = cells(written.map(|(place, _)| place).filter(is_shared));
        Sharing { members, places }
    });
    found.collect()
}

/// Returns each place once. If two share a byte, returns single bytes instead.
fn cells(places: impl Iterator<Item = Place>) -> Vec<Place> {
    let keys: BTreeSet<PlaceKey> = places.map(|at| (at.space, at.byte_offset, at.size_bytes)).collect();
    let overlap = |(one, next): (&PlaceKey, &PlaceKey)| one.0 == next.0 && next.1 - one.1 < one.2;
    if !keys.iter().zip(keys.iter().skip(1)).any(overlap) {
        return keys.iter().map(place).collect();
    }
    let covered: BTreeSet<(SpaceId, u32)> = bytes(&keys).collect();
    covered.into_iter().map(|(space, byte)| place(&(space, byte, 1))).collect()
}

fn place(&(space, byte_offset, size_bytes): &PlaceKey) -> Place {
    Place { space, byte_offset, size_bytes }
}

fn bytes(places: &BTreeSet<PlaceKey>) -> impl Iterator<Item = (SpaceId, u32)> {
    places.iter().flat_map(|key| place_bytes(place(key)))
}

/// Returns the bytes of a place.
pub(super) fn place_bytes(place: Place) -> impl Iterator<Item = (SpaceId, u32)> {
    let end = place.byte_offset.saturating_add(place.size_bytes);
    (place.byte_offset..end).map(move |byte| (place.space, byte))
}

#[cfg(test)]
mod tests {
    use super::{LaneReach, Reach, cells, groups, place};
    use crate::base::LaneId;
    use crate::exec::Footprint;
    use crate::machine::{Place, SpaceId};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn at(byte: u32, size: u32) -> Place {
        place(&(SpaceId(0), byte, size))
    }

    fn lane(id: u8, reads: &[Place], writes: &[Place], results: &[(Place, u64)]) -> LaneReach {
        let mut reach = Reach::default();
        let (reads, writes, returned) = (reads.to_vec(), writes.to_vec(), results.to_vec());
        assert!(reach.add(&Footprint { reads, writes, returned }));
        LaneReach { lane: LaneId(id), reach }
    }

    fn members(lanes: &[LaneReach], matters: bool) -> Vec<Vec<usize>> {
        groups(lanes, &[matters]).into_iter().map(|group| group.members).collect()
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
        lanes[2].reach.stops = true;
        assert_eq!(members(&lanes, true), [vec![0, 1, 2, 3]]);
    }

    /// Lanes 0 and 1 return to one element, lanes 2 and 3 to different bits of another.
    #[test]
    fn an_element_of_several_lanes_joins_them_if_it_matters() {
        let results = |id: u8, byte: u32, mask: u64| lane(id, &[], &[], &[(at(byte, 4), mask)]);
        let lanes = [results(0, 0, u64::MAX), results(1, 0, u64::MAX), results(2, 4, 1), results(3, 4, 2)];
        assert_eq!(members(&lanes, true), [vec![0, 1], vec![2], vec![3]]);
        assert_eq!(members(&lanes, false), [vec![0], vec![1], vec![2], vec![3]]);
        assert_eq!(groups(&lanes, &[true])[0].cells, [at(0, 4)]);
    }

    #[test]
    fn cells_that_overlap_are_cut_into_bytes() {
        assert_eq!(cells([at(4, 4), at(0, 4), at(4, 4)].into_iter()), [at(0, 4), at(4, 4)]);
        assert_eq!(cells([at(0, 2), at(1, 2)].into_iter()), [at(0, 1), at(1, 1), at(2, 1)]);
    }
}
