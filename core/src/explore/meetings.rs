//! The lanes that meet in each loop, and the effect of their order.

use super::arrival::Arrival;
use super::group_end::GroupEnd;
use super::groups::place_bytes;
use super::loop_search::{GroupEnds, LoopSearch};
use super::number::Share;
use super::outcome::{Decides, Meeting};
use crate::base::{Bits, LaneId, LaneMask};
use crate::exec::Scenario;
use crate::machine::Place;
use crate::spec::Overlap;
use std::rc::Rc;

/// A loop: its instruction, and its number there, from 0.
type LoopId = (usize, usize);

impl Meeting {
    /// Creates a meeting of lanes, without cells.
    fn empty((instruction, loop_number): LoopId, lanes: Vec<LaneId>, decides: Decides) -> Self {
        Self {
            instruction,
            loop_number,
            lanes,
            cells: Vec::new(),
            decides,
            visitors: Vec::new(),
            bytes: Vec::new(),
            renamed: Vec::new(),
            seen: None,
            orders: 1u32.into(),
            reached: Share::whole(),
        }
    }

    /// Creates the meeting of a group of lanes. A share of all orders reaches their loop.
    fn of_group((instruction, loop_number): LoopId, group: &GroupEnds, reached: &Share) -> Self {
        Self {
            instruction,
            loop_number,
            lanes: group.lanes.clone(),
            cells: group.cells.clone(),
            decides: group.decides(),
            visitors: group.visitors.clone(),
            bytes: group.bytes(),
            seen: group.seen.clone(),
            orders: group.orders.total(),
            reached: reached.clone(),
            renamed: group.renamed.clone(),
        }
    }

    /// Adds cells that all of the lanes write. The order has the same effect on each of their bytes.
    fn add_cells(&mut self, places: &[Place], decides: Decides) {
        let all: LaneMask = self.lanes.iter().copied().collect();
        for place in places {
            self.cells.push(*place);
            self.visitors.push(all);
            self.bytes.push(vec![decides; place.size_bytes.min(8) as usize]);
        }
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

/// Notes the lanes that meet in a loop. `matters` says for each space whether a search covers results there.
pub(super) fn note_loop(
    meetings: &mut Vec<Meeting>,
    scenario: &Scenario,
    arrival: &mut Arrival,
    search: &LoopSearch,
    matters: &[bool],
) {
    let id = arrival.fork.place();
    note_groups(meetings, id, &arrival.share, search.found());
    note_sharing(meetings, id, search.sharing(), matters);
    if scenario.program[id.0].row.overlap == Overlap::Undefined {
        note_undefined(meetings, id, arrival, search.writes());
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
    let decides = |group: &GroupEnds| !group.cells.is_empty() || group.decides() != Decides::Nothing;
    for group in groups.iter().filter(|group| group.lanes.len() > 1 && decides(group)) {
        let new = Meeting::of_group(id, group, reached);
        let same = |known: &&mut Meeting| (&known.lanes, &known.cells) == (&new.lanes, &new.cells);
        match of_loop(meetings, id).iter_mut().find(same) {
            Some(known) => known.join(&new),
            None => meetings.push(new),
        }
    }
}

/// Notes the lanes that write the same elements of destinations. For elements that the search does not cover, the order is assumed
/// to decide their contents.
fn note_sharing(
    meetings: &mut Vec<Meeting>,
    id: LoopId,
    sharing: Vec<(Vec<LaneId>, Vec<Place>)>,
    matters: &[bool],
) {
    for (lanes, mut places) in sharing {
        places.retain(|place| !matters[place.space.index()]);
        if places.is_empty() {
            continue;
        }
        for known in of_loop(meetings, id) {
            if known.lanes.iter().any(|lane| lanes.contains(lane)) {
                known.decides = known.decides.max(Decides::Results);
            }
        }
        let mut new = Meeting::empty(id, lanes, Decides::Results);
        new.add_cells(&places, Decides::Results);
        if !of_loop(meetings, id).contains(&new) {
            meetings.push(new);
        }
    }
}

/// Notes lanes that write bytes which another lane has written in an earlier loop of the instruction. The manual leaves the
/// result undefined.
fn note_undefined(
    meetings: &mut Vec<Meeting>,
    id: LoopId,
    arrival: &mut Arrival,
    writes: Vec<(LaneId, Place)>,
) {
    let mut lanes = LaneMask::default();
    let mut cells = Vec::new();
    for &(lane, place) in &writes {
        let earlier = place_bytes(&place).filter_map(|byte| arrival.written.get(&byte));
        let earlier = earlier.fold(LaneMask::default(), |all, mask| LaneMask(all.0 | mask.0));
        let others = earlier.with(lane.index(), false);
        if others.count() > 0 {
            lanes = LaneMask(lanes.0 | others.0).with(lane.index(), true);
            if !cells.contains(&place) {
                cells.push(place);
            }
        }
    }
    if lanes.count() > 0 && !of_loop(meetings, id).iter().any(|known| known.cells == cells) {
        let mut new = Meeting::empty(id, lanes.lanes().collect(), Decides::Nothing);
        new.add_cells(&cells, Decides::Nothing);
        meetings.push(new);
    }
    let written = Rc::make_mut(&mut arrival.written);
    for (lane, place) in writes {
        for byte in place_bytes(&place) {
            let known = written.entry(byte).or_default();
            *known = known.with(lane.index(), true);
        }
    }
}

impl GroupEnds {
    /// Returns the effect of the order.
    fn decides(&self) -> Decides {
        let first = self.ends.first();
        let same = |end: &GroupEnd| {
            first.is_some_and(|first| {
                let is_same =
                    |cell: usize| self.is_result[cell] || first.contents[cell] == end.contents[cell];
                (first.is_stopped, first.waiting) == (end.is_stopped, end.waiting)
                    && (0..self.cells.len()).all(is_same)
            })
        };
        if !self.ends.iter().all(same) {
            Decides::Memory
        } else if self.results_vary() || self.cell_results_vary() {
            Decides::Results
        } else {
            Decides::Nothing
        }
    }

    /// Returns the effect of the order on each byte of each cell.
    fn bytes(&self) -> Vec<Vec<Decides>> {
        let stops = self.ends.iter().any(|end| end.is_stopped || !end.waiting.is_empty());
        let decides = self.decides();
        let in_cell = |cell: usize| {
            let varies = self.varying_bits(cell);
            let of_byte = |byte: u32| match decides {
                _ if self.is_result[cell] && varies >> (8 * byte) & 0xff != 0 => Decides::Results,
                _ if self.is_result[cell] => Decides::Nothing,
                _ if self.visitors[cell].count() < 2 => Decides::Nothing,
                Decides::Memory if stops || varies >> (8 * byte) & 0xff != 0 => Decides::Memory,
                Decides::Memory if self.results_vary() => Decides::Results,
                Decides::Memory => Decides::Nothing,
                decides => decides,
            };
            (0..self.cells[cell].size_bytes.min(8)).map(of_byte).collect()
        };
        (0..self.cells.len()).map(in_cell).collect()
    }

    /// Returns the bits of a cell that differ between ends.
    fn varying_bits(&self, cell: usize) -> u64 {
        let first = self.ends.first().map_or(Bits::UNDEFINED, |end| end.contents[cell]);
        self.ends.iter().fold(0, |mask, end| {
            let bits = end.contents[cell];
            mask | (bits.value ^ first.value) | (bits.defined ^ first.defined)
        })
    }

    /// Returns whether the order decides the contents of a cell in a variable or predicate.
    fn cell_results_vary(&self) -> bool {
        (0..self.cells.len()).any(|cell| self.is_result[cell] && self.varying_bits(cell) != 0)
    }

    /// Returns whether the results of some lane depend on the order, or are not known.
    fn results_vary(&self) -> bool {
        let orders = self.orders.total();
        // In a run that stops, a lane may have no turn.
        self.seen.as_ref().is_none_or(|seen| seen.iter().any(|seen| seen.count > 1 || seen.orders != orders))
    }
}
