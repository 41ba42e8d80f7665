//! The wires between lanes and memory: one for each access of the instruction on the stage.

use super::curve::{Curve, Rect};
use super::gesture::{Leg, LegKind, place_id, upcoming};
use super::moment::Moment;
use crate::session::{LaneId, LaneMask};
use crate::trace::{Access, LaneStatus, Target};

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
    /// The id of the element that shows the place: a cell, or an out-of-bounds place.
    pub to: String,
    /// The lane's position in the queue at the place, from 0, and the length of the queue. Wires of a queue end next to each other.
    pub queue: (usize, usize),
    /// The progress of the access.
    pub state: WireState,
    /// Whether the place is out of bounds.
    pub is_outside: bool,
    /// The first and the last lane of the request of its access, if the text names a cost model. The wires of a request are bundled.
    pub request: Option<(u8, u8)>,
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

/// Returns the wires of a moment, in the order of the places.
pub fn wires(moment: &Moment) -> Vec<Wire> {
    let targets = moment.targets();
    let current = current(moment);
    let walks = walks(targets);
    let mut wires: Vec<Wire> = Vec::new();
    for target in targets {
        let queue = target.visits.iter().filter_map(|visit| Some((visit.lane?, visit.step)));
        let length = queue.clone().count();
        let is_running = |lane: LaneId| {
            current.as_ref().is_some_and(|(own, access)| *own == lane && access.same_place(&target.access))
        };
        let is_drawn = |lane: LaneId, step| {
            let walk = &walks[lane.index()];
            walk.places <= CHANNELS || is_running(lane) || is_latest(moment, walk, target, lane, step)
        };
        for (place, (lane, step)) in queue.enumerate().filter(|&(_, (lane, step))| is_drawn(lane, step)) {
            let Some(to) = place_id(moment, &target.access) else { continue };
            wires.push(Wire {
                lane: lane.0,
                to,
                queue: (place, length),
                state: match step < moment.frame.cursor {
                    _ if is_running(lane) => WireState::Running,
                    true => WireState::Done,
                    false => WireState::Waiting,
                },
                is_outside: !target.access.inside,
                request: moment.request_of(lane.index()).and_then(ends),
                is_faded: false,
            });
        }
    }
    if wires.len() > MANY {
        let near = wires.iter().find(|wire| wire.state == WireState::Running).map(|wire| wire.to.clone());
        for wire in &mut wires {
            wire.is_faded = near.as_ref() != Some(&wire.to);
        }
    }
    wires
}

/// Returns the first and the last lane of a set.
fn ends(lanes: LaneMask) -> Option<(u8, u8)> {
    Some((lanes.lanes().next()?.0, lanes.lanes().last()?.0))
}

/// Returns the lane of the last step, with its access in that step, in the next step, or else in an earlier step.
fn current(moment: &Moment) -> Option<(LaneId, Access)> {
    let last = moment.frame.last.as_ref()?;
    let lane = last.lane?;
    let view = moment.frame.lanes.get(lane.index())?;
    let access = last.accesses().next().or_else(|| upcoming(moment, last));
    let before = || view.access.as_ref().filter(|_| view.status != LaneStatus::Done);
    Some((lane, *access.or_else(before)?))
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

/// Returns the horizontal position at which a wire meets a cell: the wires of a queue share its upper edge.
pub fn end_x(cell: Rect, (place, length): (usize, usize)) -> f64 {
    cell.x + cell.width * (place as f64 + 1.0) / (length as f64 + 1.0)
}

/// Returns the curve of a wire from the lower edge of a lane's column to the upper edge of a cell. Both ends are vertical, unless
/// wires are bundled near the horizontal position `bundle`.
pub fn wire(from: (f64, f64), to: (f64, f64), bundle: Option<f64>) -> Curve {
    let bend = ((to.1 - from.1) * 0.55).max(18.0);
    let towards = |x: f64| bundle.map_or(x, |bundle| 0.25 * x + 0.75 * bundle);
    Curve { points: [from, (towards(from.0), from.1 + bend), (towards(to.0), to.1 - bend), to] }
}

/// Returns the curve of a transfer between a lane and memory: that of the running wire at its place, as `curve` returns it.
pub fn along(leg: &Leg, wires: &[Wire], curve: impl Fn(&Wire) -> Option<Curve>) -> Option<Curve> {
    let is_read = leg.kind == LegKind::Read;
    let to = if is_read { &leg.from } else { &leg.to };
    let mut curve = curve(wires.iter().find(|wire| wire.to == *to && wire.state == WireState::Running)?)?;
    if is_read {
        curve.points.reverse();
    }
    Some(curve)
}

/// Returns the curve between two values of a lane, along the right border of its column.
pub fn within(from: Rect, to: Rect) -> Curve {
    let middle = |rect: Rect| rect.y + rect.height / 2.0;
    let (x, start, end) = (from.x + from.width - 4.0, middle(from), middle(to));
    let out = x + 12.0;
    Curve { points: [(x, start), (out, start), (out, end), (x, end)] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wires_of_a_queue_share_the_edge_of_their_cell() {
        let cell = Rect { x: 100.0, y: 0.0, width: 80.0, height: 20.0 };
        assert_eq!(end_x(cell, (0, 1)), 140.0);
        assert_eq!((0..3).map(|place| end_x(cell, (place, 3))).collect::<Vec<_>>(), [120.0, 140.0, 160.0]);
    }

    #[test]
    fn a_wire_begins_and_ends_vertically() {
        let curve = wire((10.0, 0.0), (60.0, 100.0), None);
        assert_eq!((curve.at(0.0), curve.at(1.0)), ((10.0, 0.0), (60.0, 100.0)));
        assert_eq!((curve.points[1].0, curve.points[2].0), (10.0, 60.0));
        assert_eq!(curve.at(0.5), (35.0, 50.0));
    }

    #[test]
    fn bundled_wires_meet_between_their_ends() {
        let middle = |from: f64, to: f64| wire((from, 0.0), (to, 100.0), Some(50.0)).at(0.5).0;
        // A quarter of the distance is left at the control points, and 7/16 in the middle: 50 +- 7/16 x 40.
        assert_eq!((middle(10.0, 10.0), middle(90.0, 90.0)), (32.5, 67.5));
        assert_eq!(middle(10.0, 90.0), 50.0);
    }
}
