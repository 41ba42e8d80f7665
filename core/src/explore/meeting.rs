//! Groups of lanes that meet: lanes that access a byte that one of them writes, and lanes that write the same element
//! of a destination.

use super::lanes::Reach;
use crate::base::LaneId;
use crate::machine::{Place, SpaceId};
use rustc_hash::FxHashMap;

/// Lanes that meet each other and no other lanes, and the cells that one of them writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// Indices into the list of lanes.
    pub members: Vec<usize>,
    /// The places that they write. No two share a byte.
    pub cells: Vec<Place>,
    /// The destinations that several lanes write. Tracked ones are also cells.
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

/// Returns the lanes that write the same elements of destinations, and these elements.
pub(super) fn sharing(lanes: &[(LaneId, Reach)]) -> Vec<Sharing> {
    // In most instructions each lane has a destination of its own. Then there is nothing to compare.
    let mut writers = FxHashMap::<(SpaceId, u32), Vec<(usize, u64)>>::default();
    for (at, (_, reach)) in lanes.iter().enumerate() {
        for &(space, first, size, mask) in &reach.returned {
            for byte in first..first.saturating_add(size) {
                writers.entry((space, byte)).or_default().push((at, mask));
            }
        }
    }
    let is_shared = |all: &Vec<(usize, u64)>| {
        let mut pairs =
            all.iter().enumerate().flat_map(|(at, one)| all[..at].iter().map(move |other| (one, other)));
        pairs.any(|(one, other)| one.0 != other.0 && one.1 & other.1 != 0)
    };
    writers.retain(|_, all| is_shared(all));
    if writers.is_empty() {
        return Vec::new();
    }
    let mut leader: Vec<usize> = (0..lanes.len()).collect();
    for all in writers.values() {
        all.windows(2).for_each(|pair| join(&mut leader, pair[0].0, pair[1].0));
    }
    let mut found: Vec<Sharing> = Vec::new();
    for first in (0..lanes.len()).filter(|at| find(&leader, *at) == *at) {
        let members: Vec<usize> = (0..lanes.len()).filter(|at| find(&leader, *at) == first).collect();
        let written = members.iter().flat_map(|&at| &lanes[at].1.returned);
        let places = written.filter(|(space, byte, size, _)| {
            (*byte..byte.saturating_add(*size)).any(|byte| writers.contains_key(&(*space, byte)))
        });
        let places = cells(places.map(|&(space, byte, size, _)| (space, byte, size)).collect());
        if members.len() > 1 {
            found.push(Sharing { members, places });
        }
    }
    found
}

/// Returns the groups of lanes that meet. A lane that can stop the machine meets all others. Destinations count in the
/// spaces that are `tracked`.
pub(super) fn groups(lanes: &[(LaneId, Reach)], tracked: &[bool]) -> Vec<Group> {
    let mut leader: Vec<usize> = (0..lanes.len()).collect();
    let sharing = sharing(lanes);
    let matters = |place: &Place| tracked[place.space.index()];
    for Sharing { members, .. } in sharing.iter().filter(|sharing| sharing.places.iter().any(matters)) {
        members.windows(2).for_each(|pair| join(&mut leader, pair[0], pair[1]));
    }
    // The first lane that writes each byte.
    let mut written = FxHashMap::<(SpaceId, u32), usize>::default();
    for (at, (_, reach)) in lanes.iter().enumerate() {
        for byte in bytes(&reach.writes) {
            match written.get(&byte) {
                Some(&other) => join(&mut leader, at, other),
                None => _ = written.insert(byte, at),
            }
        }
    }
    for (at, (_, reach)) in lanes.iter().enumerate() {
        for byte in bytes(&reach.reads) {
            if let Some(&other) = written.get(&byte) {
                join(&mut leader, at, other);
            }
        }
        if reach.stops {
            (0..lanes.len()).for_each(|other| join(&mut leader, at, other));
        }
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut of_leader = FxHashMap::<usize, usize>::default();
    for at in 0..lanes.len() {
        let first = find(&leader, at);
        let group = *of_leader.entry(first).or_insert_with(|| {
            groups.push(Group { members: Vec::new(), cells: Vec::new(), shared: Vec::new() });
            groups.len() - 1
        });
        groups[group].members.push(at);
    }
    for group in &mut groups {
        let is_member = |at: &usize| group.members.contains(at);
        let of_group = sharing.iter().filter(|sharing| sharing.members.iter().any(is_member));
        group.shared = of_group.flat_map(|sharing| &sharing.places).copied().collect();
        let writes = group.members.iter().flat_map(|&at| &lanes[at].1.writes).copied();
        let shared = group
            .shared
            .iter()
            .filter(|place| matters(place))
            .map(|place| (place.space, place.byte_offset, place.size_bytes));
        group.cells = cells(writes.chain(shared).collect());
    }
    groups
}

/// Returns each place once. If two share a byte, returns single bytes instead.
fn cells(mut places: Vec<(SpaceId, u32, u32)>) -> Vec<Place> {
    places.sort_unstable();
    places.dedup();
    let overlap = |pair: &[(SpaceId, u32, u32)]| pair[0].0 == pair[1].0 && pair[1].1 - pair[0].1 < pair[0].2;
    if places.windows(2).any(overlap) {
        let mut covered: Vec<(SpaceId, u32)> = bytes(&places).collect();
        covered.sort_unstable();
        covered.dedup();
        places = covered.into_iter().map(|(space, byte)| (space, byte, 1)).collect();
    }
    let place = |(space, byte_offset, size_bytes)| Place { space, byte_offset, size_bytes };
    places.into_iter().map(place).collect()
}

fn bytes<'a>(
    places: impl IntoIterator<Item = &'a (SpaceId, u32, u32)>,
) -> impl Iterator<Item = (SpaceId, u32)> {
    places
        .into_iter()
        .flat_map(|&(space, first, size)| (first..first.saturating_add(size)).map(move |byte| (space, byte)))
}

fn find(leader: &[usize], mut at: usize) -> usize {
    while leader[at] != at {
        at = leader[at];
    }
    at
}

fn join(leader: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(leader, a), find(leader, b));
    let (first, second) = (a.min(b), a.max(b));
    leader[second] = first;
}
