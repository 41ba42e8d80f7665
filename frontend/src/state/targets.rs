//! Where the lanes of an instruction go.

use lanescope_core::base::LaneId;
use lanescope_core::exec::Run;
use lanescope_core::trace::{Access, LaneStatus, MicroStep};

/// A place in shared memory and who goes there.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The access of the first lane in the queue; the others have the same place.
    pub access: Access,
    /// The lanes, in the order in which they get there.
    pub visits: Vec<Visit>,
}

/// A lane's first access to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The lane.
    pub lane: LaneId,
    /// The step; `None` where the run is too long to look at each.
    pub step: Option<u32>,
}

/// The targets of an instruction, gathered access by access.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Targets(pub Vec<Target>);

impl Targets {
    /// Takes note of what a step accesses.
    pub fn note(&mut self, step: &MicroStep) {
        for access in step.accesses() {
            if let Some(lane) = step.lane {
                self.visit(*access, Visit { lane, step: Some(step.index) });
            }
        }
    }

    /// The last access of each lane of an instruction that has ended.
    pub fn last_of(run: &Run, instruction: usize) -> Self {
        let end = run.instruction_starts().get(instruction + 1).copied().unwrap_or_else(|| run.len());
        let frame = run.frame(end);
        let mut targets = Self::default();
        for lane in frame.lanes.iter().filter(|lane| lane.status == LaneStatus::Done) {
            if let Some(access) = lane.access {
                targets.visit(access, Visit { lane: lane.lane, step: None });
            }
        }
        targets
    }

    fn visit(&mut self, access: Access, visit: Visit) {
        match self.0.iter_mut().find(|target| same_place(&target.access, &access)) {
            Some(target) if target.visits.iter().any(|known| known.lane == visit.lane) => {}
            Some(target) => target.visits.push(visit),
            None => self.0.push(Target { access, visits: vec![visit] }),
        }
    }
}

/// Whether two accesses go to one place. A texel outside has no bytes, but coordinates.
pub fn same_place(one: &Access, other: &Access) -> bool {
    one.place == other.place && (one.inside || one.texel == other.texel)
}
