//! The wires between lanes and memory: one for each access of the instruction on the stage.

use super::curve::{Path, Rect};
use super::gesture::{Leg, LegKind};
use super::layout::Cells;
use super::moment::Moment;
use super::place::StagePlace;
use super::route::Way;
use super::surface::SurfaceView;
use crate::session::run::{LaneId, outside_place};
use crate::trace::{Access, LaneStatus, Target};
use std::cmp::Reverse;

/// The number of wires above which wires of other steps are faded.
const MANY: usize = 64;

/// The number of places of one lane above which only the wire of its current access is drawn. A GATHER4 has one place for each of
/// four channels; a lane with more is in a loop.
const CHANNELS: usize = 4;

/// A wire from the column of a lane to a place in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wire {
    /// The lane.
    pub lane: u8,
    /// The place in memory: a cell, or an out-of-bounds place.
    pub to: StagePlace,
    /// The name of the place, in few words.
    pub name: String,
    /// The place on another page of its surface: its direction, and a cell of its column.
    pub elsewhere: Option<(Way, StagePlace)>,
    /// The position among the wires to the element, from 0, and their number. The lowest byte is on the right, as in the number.
    pub share: (usize, usize),
    /// The progress of the access.
    pub state: WireState,
    /// Whether the place is out of bounds. An undefined address has no place.
    pub is_outside: bool,
    /// Whether the stage is crowded and the current step does not concern the wire.
    pub is_faded: bool,
}

/// The progress of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireState {
    /// The lane has not accessed the place yet.
    Waiting,
    /// The last step belongs to the lane, and this is its access.
    Running,
    /// The lane has accessed the place.
    Done,
}

impl WireState {
    /// Returns the CSS class.
    pub fn class(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
        }
    }
}

/// Returns the wires of a moment, in the order of the places, for the parts of surfaces that are shown.
pub fn wires<'a>(
    moment: &Moment,
    shown: impl Iterator<Item = (&'a SurfaceView, &'a Cells)> + Clone,
) -> Vec<Wire> {
    let targets = moment.targets();
    let current = current(moment);
    let walks = walks(targets);
    // Each wire with the key of its position at its element.
    let mut keyed: Vec<(Reverse<u32>, Wire)> = Vec::new();
    for target in targets {
        let is_running = |lane: LaneId| {
            current.as_ref().is_some_and(|(own, access)| *own == lane && access.same_place(&target.access))
        };
        let is_drawn = |lane: LaneId, step| {
            let walk = &walks[lane.index()];
            walk.places <= CHANNELS || is_running(lane) || is_latest(moment, walk, target, lane, step)
        };
        let queue = target.visits.iter().filter_map(|visit| Some((visit.lane?, visit.step)));
        for (lane, step) in queue.filter(|&(lane, step)| is_drawn(lane, step)) {
            let Some(to) = StagePlace::new(moment, &target.access) else { continue };
            let (name, elsewhere) = named(moment, &target.access, shown.clone());
            let state = match step < moment.frame.cursor {
                _ if is_running(lane) => WireState::Running,
                true => WireState::Done,
                false => WireState::Waiting,
            };
            let is_outside = !target.access.inside && target.access.has_defined_address();
            let wire =
                Wire { lane: lane.0, to, name, elsewhere, share: (0, 1), state, is_outside, is_faded: false };
            keyed.push((Reverse(target.access.place.byte_offset), wire));
        }
    }
    let mut wires = shared(keyed);
    if wires.len() > MANY {
        let near = wires.iter().find(|wire| wire.state == WireState::Running).map(|wire| wire.to);
        for wire in &mut wires {
            wire.is_faded = near != Some(wire.to);
        }
    }
    wires
}

/// Returns the name of a place, and its direction with a cell of its column if it is on another page.
fn named<'a>(
    moment: &Moment,
    access: &Access,
    mut shown: impl Iterator<Item = (&'a SurfaceView, &'a Cells)>,
) -> (String, Option<(Way, StagePlace)>) {
    let layout = &moment.scenario().layout;
    let index = layout.surfaces.iter().position(|surface| surface.space == access.place.space);
    let inside = index.filter(|_| access.inside);
    let element = inside.and_then(|index| Some((index, layout.surfaces[index].element_at(access.place)?)));
    let Some((index, element)) = element else { return (outside_place(layout, access), None) };
    let name = format!("{}[{element}]", layout.surfaces[index].name);
    let part = shown.find(|(view, _)| view.index == index);
    (name, part.and_then(|(view, cells)| elsewhere(view, cells.per_line, element)))
}

/// Returns the direction of an element on another page, and the nearest cell in its column.
fn elsewhere(view: &SurfaceView, per_line: usize, element: usize) -> Option<(Way, StagePlace)> {
    let (first, last) = (view.cells.first()?.element, view.cells.last()?.element);
    let is_in_column = |cell: usize| view.column(cell, per_line) == view.column(element, per_line);
    let (way, cell) = match element {
        _ if element < first => (Way::Up, (first..=last).find(|cell| is_in_column(*cell))?),
        _ if element > last => (Way::Down, (first..=last).rev().find(|cell| is_in_column(*cell))?),
        _ => return None,
    };
    Some((way, StagePlace::Cell { surface: view.index, element: cell }))
}

/// Sets the position of each wire among those to the same element.
fn shared<K: Ord + Copy>(keyed: Vec<(K, Wire)>) -> Vec<Wire> {
    let shares: Vec<(usize, usize)> = keyed
        .iter()
        .enumerate()
        .map(|(index, (key, wire))| {
            let others = || keyed.iter().enumerate().filter(|(_, (_, other))| other.to == wire.to);
            let before = others().filter(|(at, (other, _))| (*other, *at) < (*key, index)).count();
            (before, others().count())
        })
        .collect();
    keyed.into_iter().zip(shares).map(|((_, wire), share)| Wire { share, ..wire }).collect()
}

/// Returns the lane of the last step with [`Moment::access_at_hand`]. A lane that is done has one only in a step that accesses memory.
fn current(moment: &Moment) -> Option<(LaneId, Access)> {
    let last = moment.frame.last.as_ref()?;
    let lane = last.lane?;
    let is_done = moment.frame.lanes.get(lane.index())?.status == LaneStatus::Done;
    let access = moment.access_at_hand().filter(|_| !is_done || last.accesses().next().is_some());
    Some((lane, *access?))
}

/// The places that a lane accesses during the instruction.
#[derive(Clone, Copy, Default)]
struct Walk {
    places: usize,
    /// The step of its first access.
    first: Option<u32>,
}

/// Returns the walk of each lane.
fn walks(targets: &[Target]) -> [Walk; 32] {
    let mut walks = [Walk::default(); 32];
    for visit in targets.iter().flat_map(|target| &target.visits) {
        let Some(lane) = visit.lane else { continue };
        let walk = &mut walks[lane.index()];
        walk.places += 1;
        walk.first = Some(walk.first.map_or(visit.step, |first| first.min(visit.step)));
    }
    walks
}

/// Returns whether a target is the last one that a lane has accessed, or its first one before it has accessed any.
fn is_latest(moment: &Moment, walk: &Walk, target: &Target, lane: LaneId, step: u32) -> bool {
    let accessed = moment.frame.lanes.get(lane.index()).and_then(|view| view.access.as_ref());
    match accessed {
        Some(access) => target.access.same_place(access),
        None => walk.first == Some(step),
    }
}

/// Returns the path of a transfer between a lane and memory: that of the running wire at its place. `path` returns the path of the
/// wire with an index.
pub fn along(leg: &Leg, wires: &[Wire], path: impl Fn(usize) -> Option<Path>) -> Option<Path> {
    let is_read = leg.kind == LegKind::Read;
    let to = if is_read { leg.from } else { leg.to };
    let is_running = |wire: &Wire| wire.to == to && wire.state == WireState::Running;
    let path = path(wires.iter().position(is_running)?)?;
    Some(if is_read { path.reversed() } else { path })
}

/// Returns the path between two values of a lane, along the right border of its column.
pub fn within(from: Rect, to: Rect) -> Path {
    let middle = |rect: Rect| rect.y + rect.height / 2.0;
    let (x, start, end) = (from.x + from.width - 4.0, middle(from), middle(to));
    let mut path = Path::from_point((x, start));
    path.curve_to((x + 12.0, start), (x + 12.0, end), (x, end));
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wire(lane: u8, element: usize) -> Wire {
        let (to, name) = (StagePlace::Cell { surface: 0, element }, String::new());
        let state = WireState::Waiting;
        Wire { lane, to, name, elsewhere: None, share: (0, 1), state, is_outside: false, is_faded: false }
    }

    #[test]
    fn wires_to_one_element_share_its_edge_from_the_highest_byte_on() {
        // Two lanes at byte 4, one at byte 5, one at another element.
        let keyed = [(4, wire(0, 1)), (4, wire(1, 1)), (5, wire(2, 1)), (8, wire(3, 2))];
        let shares = shared(keyed.map(|(byte, wire)| (Reverse(byte), wire)).into());
        assert_eq!(
            shares.iter().map(|wire| wire.share).collect::<Vec<_>>(),
            [(1, 3), (2, 3), (0, 3), (0, 1)]
        );
    }
}
