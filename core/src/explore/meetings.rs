//! The lanes that meet in each loop, and the effect of their order.

use super::arrival::Arrival;
use super::graph::Turns;
use super::group_end::GroupEnd;
use super::groups::{LaneReach, Sharing, place_bytes, sharing};
use super::loop_search::{GroupEnds, LoopSearch};
use super::number::Share;
use super::outcome::{Decides, Meeting, Seen};
use super::walk::Walk;
use super::witness::LoopId;
use crate::base::{Bits, LaneId, LaneMask};
use crate::exec::Scenario;
use crate::machine::{Layout, Place, SpaceKind};
use crate::spec::Overlap;
use num_bigint::BigUint;
use std::rc::Rc;

impl Meeting {
    /// Creates the meeting of lanes that all write the same cells. The order has the same effect on each byte of these.
    fn of_writers(id: LoopId, lanes: Vec<LaneId>, cells: Vec<Place>, decides: Decides) -> Self {
        let of_cell = |cell: &Place| vec![decides; cell.size_bytes.min(8) as usize];
        Self {
            instruction: id.0,
            loop_number: id.1,
            decides,
            visitors: vec![lanes.iter().copied().collect(); cells.len()],
            bytes: cells.iter().map(of_cell).collect(),
            lanes,
            cells,
            renamed: Vec::new(),
            seen: None,
            orders: 1u32.into(),
            reached: Share::whole(),
        }
    }

    /// Creates the meeting of a group of lanes with these ends, to which a walk has led or which the text shows.
    pub(super) fn of_group(turns: &Turns, walk: Option<Walk>, ends: &[GroupEnd], orders: BigUint) -> Self {
        let graph = &*turns.graph;
        let (instruction, loop_number) = graph.base.current_loop();
        let visitors = |cell: &Place| {
            graph.lanes.iter().filter(|lane| lane.touches(*cell)).map(|lane| lane.lane).collect()
        };
        let mut meeting = Self {
            instruction,
            loop_number,
            lanes: graph.lanes.iter().map(|lane| lane.lane).collect(),
            cells: graph.group.cells.clone(),
            decides: Decides::Nothing,
            visitors: graph.group.cells.iter().map(visitors).collect(),
            bytes: Vec::new(),
            renamed: walk.as_ref().map_or_else(Vec::new, |walk| walk.renamed(graph)),
            seen: walk.and_then(|walk| walk.lane_results),
            orders,
            reached: Share::whole(),
        };
        meeting.note_effects(&turns.scenario.layout, ends);
        meeting
    }

    /// Returns the cells that at least two of the lanes access.
    pub fn shared_cells(&self) -> impl Iterator<Item = Place> {
        self.cells
            .iter()
            .zip(&self.visitors)
            .filter(|(_, visitors)| visitors.count() > 1)
            .map(|(cell, _)| *cell)
    }

    /// Notes the effects of the order, which the ends of the lanes show.
    fn note_effects(&mut self, layout: &Layout, ends: &[GroupEnd]) {
        let is_result = |cell: usize| layout.space(self.cells[cell].space).kind != SpaceKind::Surface;
        let varying: Vec<u64> = (0..self.cells.len()).map(|cell| varying_bits(ends, cell)).collect();
        let varies =
            |result: bool| (0..self.cells.len()).any(|cell| is_result(cell) == result && varying[cell] != 0);
        let stops_vary = ends.iter().any(|end| end.how() != ends[0].how());
        let some_stop = ends.iter().any(|end| end.how() != (&[], false, LaneMask::default()));
        // In a run that stops, a lane may have no turn.
        let varies_for = |seen: &Seen| seen.count > 1 || seen.orders != self.orders;
        let results_vary = self.seen.as_ref().is_none_or(|seen| seen.iter().any(varies_for));
        let decides = if stops_vary || varies(false) {
            Decides::Memory
        } else if results_vary || varies(true) {
            Decides::Results
        } else {
            Decides::Nothing
        };
        let in_cell = |cell: usize| {
            let of_byte = |byte: u32| match (varying[cell] >> (8 * byte) & 0xff != 0, decides) {
                (true, _) if is_result(cell) => Decides::Results,
                _ if is_result(cell) || self.visitors[cell].count() < 2 => Decides::Nothing,
                (varies, Decides::Memory) if some_stop || varies => Decides::Memory,
                (_, Decides::Memory) if results_vary => Decides::Results,
                (_, Decides::Memory) => Decides::Nothing,
                _ => decides,
            };
            (0..self.cells[cell].size_bytes.min(8)).map(of_byte).collect()
        };
        self.bytes = (0..self.cells.len()).map(in_cell).collect();
        self.decides = decides;
    }

    /// Merges the effect of the order that the same lanes have in the same cells when these begin with other contents.
    fn join(&mut self, other: &Self) {
        self.decides = self.decides.max(other.decides);
        for (visitors, others) in self.visitors.iter_mut().zip(&other.visitors) {
            visitors.0 |= others.0;
        }
        let bytes = self.bytes.iter_mut().flatten();
        bytes.zip(other.bytes.iter().flatten()).for_each(|(known, new)| *known = (*known).max(*new));
        // Results depend on the initial contents, and are not listed if these differ.
        let is_same = self.orders == other.orders && self.seen == other.seen;
        self.seen = self.seen.take().filter(|_| is_same);
        self.reached.add(&other.reached);
    }

    fn is_in(&self, id: LoopId) -> bool {
        (self.instruction, self.loop_number) == id
    }
}

pub(super) fn note_loop(
    meetings: &mut Vec<Meeting>,
    scenario: &Scenario,
    arrival: &mut Arrival,
    search: &LoopSearch,
) {
    let id = arrival.fork.current_loop();
    note_groups(meetings, id, &arrival.share, &search.found);
    note_sharing(meetings, id, search);
    if scenario.program[id.0].row.overlap == Overlap::Undefined {
        note_undefined(meetings, id, arrival, &search.lanes());
    }
}

/// Returns the meetings in a loop. They are the last ones, because the loops are explored in order.
fn of_loop(meetings: &mut [Meeting], id: LoopId) -> &mut [Meeting] {
    let earlier = meetings.iter().rposition(|known| !known.is_in(id));
    &mut meetings[earlier.map_or(0, |last| last + 1)..]
}

/// Notes the groups. If several machines reach the loop, the effects of all their orders are joined.
fn note_groups(meetings: &mut Vec<Meeting>, id: LoopId, reached: &Share, groups: &[GroupEnds]) {
    // A lane that can stop the run meets all others, even if no two of them access one cell.
    let matters = |group: &Meeting| !group.cells.is_empty() || group.decides != Decides::Nothing;
    let meetings_of_groups = groups.iter().map(|group| &group.meeting);
    for group in meetings_of_groups.filter(|group| group.lanes.len() > 1 && matters(group)) {
        // Several rounds of a loop can share the turns of a group.
        let new = Meeting { loop_number: id.1, reached: reached.clone(), ..group.clone() };
        let same = |known: &&mut Meeting| (&known.lanes, &known.cells) == (&new.lanes, &new.cells);
        match of_loop(meetings, id).iter_mut().find(same) {
            Some(known) => known.join(&new),
            None => meetings.push(new),
        }
    }
}

/// Notes the lanes that write the same elements of destinations. For elements that the search does not cover, the order is assumed
/// to decide their contents.
fn note_sharing(meetings: &mut Vec<Meeting>, id: LoopId, search: &LoopSearch) {
    let all_lanes = search.lanes();
    for Sharing { members, mut places } in sharing(&all_lanes) {
        places.retain(|place| !search.keeps(*place));
        if places.is_empty() {
            continue;
        }
        let lanes: Vec<LaneId> = members.iter().map(|&member| all_lanes[member].lane).collect();
        for known in of_loop(meetings, id) {
            if known.lanes.iter().any(|lane| lanes.contains(lane)) {
                known.decides = known.decides.max(Decides::Results);
            }
        }
        let new = Meeting::of_writers(id, lanes, places, Decides::Results);
        if !of_loop(meetings, id).contains(&new) {
            meetings.push(new);
        }
    }
}

/// Notes lanes that write bytes which another lane has written in an earlier loop of the instruction. The manual leaves the
/// result undefined.
fn note_undefined(meetings: &mut Vec<Meeting>, id: LoopId, arrival: &mut Arrival, lanes: &[LaneReach]) {
    let writes = || lanes.iter().flat_map(|reach| reach.writes.iter().map(|place| (reach.lane, place)));
    let mut lanes = LaneMask::default();
    let mut cells = Vec::new();
    for (lane, place) in writes() {
        let earlier = place_bytes(place).filter_map(|byte| arrival.written.get(&byte));
        let earlier = earlier.fold(LaneMask::default(), |all, mask| LaneMask(all.0 | mask.0));
        let others = earlier.with(lane.index(), false);
        if others.count() > 0 {
            lanes = LaneMask(lanes.0 | others.0).with(lane.index(), true);
            if !cells.contains(place) {
                cells.push(*place);
            }
        }
    }
    if lanes.count() > 0 && !of_loop(meetings, id).iter().any(|known| known.cells == cells) {
        meetings.push(Meeting::of_writers(id, lanes.lanes().collect(), cells, Decides::Nothing));
    }
    let written = Rc::make_mut(&mut arrival.written);
    for (lane, place) in writes() {
        for byte in place_bytes(place) {
            let known = written.entry(byte).or_default();
            *known = known.with(lane.index(), true);
        }
    }
}

fn varying_bits(ends: &[GroupEnd], cell: usize) -> u64 {
    let first = ends.first().map_or(Bits::UNDEFINED, |end| end.written[cell].2);
    ends.iter().fold(0, |mask, end| {
        let bits = end.written[cell].2;
        mask | (bits.value ^ first.value) | (bits.defined ^ first.defined)
    })
}
