//! Which lanes meet: those that go to a byte that one of them writes.

use super::lanes::Reach;
use crate::base::LaneId;
use crate::machine::{Place, SpaceId};
use rustc_hash::FxHashMap;

/// Lanes that meet each other and nobody else, and the cells that one of them writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// By index among the lanes that were given.
    pub members: Vec<usize>,
    /// Where they write, in no order that matters; no two share a byte.
    pub cells: Vec<Place>,
}

/// The groups of lanes that meet. A lane that can stop the others meets them all.
pub(super) fn groups(lanes: &[(LaneId, Reach)]) -> Vec<Group> {
    let mut leader: Vec<usize> = (0..lanes.len()).collect();
    // By byte: the first who goes there, and the first who writes.
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
            groups.push(Group { members: Vec::new(), cells: Vec::new() });
            groups.len() - 1
        });
        groups[group].members.push(at);
    }
    for group in &mut groups {
        let writes = group.members.iter().flat_map(|&at| &lanes[at].1.writes);
        group.cells = cells(writes.copied().collect());
    }
    groups
}

/// Places without those that stand there twice. Where two share a byte, the runs of bytes that are covered.
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
