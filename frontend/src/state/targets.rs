//! Where the lanes of an instruction go.

use lanescope_core::base::LaneId;
use lanescope_core::exec::Run;
use lanescope_core::trace::Access;

/// A place in shared memory and who goes there.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The access of the first lane in the queue; the others have the same place.
    pub access: Access,
    /// The lanes, in the order in which they get there.
    pub lanes: Vec<LaneId>,
}

/// The places that the lanes of an instruction touch, by address. Lanes that meet stand in the order of their queue.
pub fn targets(run: &Run, instruction: usize) -> Vec<Target> {
    let frame = run.frame(end_of(run, instruction));
    let mut found: Vec<Target> = Vec::new();
    for lane in &frame.lanes {
        let Some(access) = lane.access else { continue };
        let at = |target: &Target| (target.access.place.space, target.access.place.byte_offset);
        let behind =
            found.partition_point(|target| at(target) <= (access.place.space, access.place.byte_offset));
        match found.iter_mut().find(|target| target.access.place == access.place) {
            Some(target) => target.lanes.push(lane.lane),
            None => found.insert(behind, Target { access, lanes: vec![lane.lane] }),
        }
    }
    for target in &mut found {
        if let Some(queue) = frame.queues.iter().find(|queue| queue.place == target.access.place) {
            target.lanes.clone_from(&queue.lanes);
        }
    }
    found
}

/// The cursor at which an instruction has ended.
pub fn end_of(run: &Run, instruction: usize) -> u32 {
    run.instruction_starts().get(instruction + 1).copied().unwrap_or_else(|| run.len())
}

/// Why an access lies outside, with its numbers: `byte 64 + 4 > 64`.
pub fn outside_sentence(access: &Access) -> String {
    format!("byte {} + {} > {}", access.place.byte_offset, access.place.size_bytes, access.extent_bytes)
}
