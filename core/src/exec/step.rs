//! An executed micro-step: what the machine returns, and the full record of it.

use crate::base::{Bits, LaneId};
use crate::machine::Place;
use crate::semantics::{ExprId, Pc, Site};
use crate::trace::{Access, AccessKind, Effect, MicroStep, Phase};
use smallvec::SmallVec;

/// The micro-steps that the machine records in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recording {
    /// None.
    Nothing,
    /// Steps of a whole instruction, and steps with something to report: undefined bits, an access out of bounds or misaligned, a
    /// trap.
    Reportable,
    /// All steps.
    Everything,
}

impl Recording {
    /// Returns whether a step is recorded, given whether it has something to report.
    pub fn includes(self, is_reportable: bool) -> bool {
        match self {
            Self::Nothing => false,
            Self::Reportable => is_reportable,
            Self::Everything => true,
        }
    }
}

/// The identity of a step: index, instruction and lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StepId {
    /// Position in the trace, from 0.
    pub step: u32,
    /// Position of the instruction in the program, from 0.
    pub instruction: u32,
    /// The lane; `None` for steps of the whole instruction.
    pub lane: Option<LaneId>,
    /// The statement, for steps that have one.
    pub pc: Pc,
    /// Whether the step lies in an `atomic` block, so that no other lane comes between it and the block's end.
    pub in_atomic: bool,
}

/// A micro-step that the machine has executed.
#[derive(Debug)]
pub(super) struct ExecutedStep {
    pub by: StepId,
    /// The most significant phase of what it did.
    pub phase: Phase,
    /// Its accesses to shared memory, in order.
    pub accesses: SmallVec<[ExecutedAccess; 2]>,
    /// The places of variables that it wrote, and the bit of a predicate if it wrote only that.
    pub returned: SmallVec<[(Place, Option<u8>); 2]>,
    /// The full record, if the caller wants it.
    pub record: Option<MicroStep>,
}

/// An access to shared memory in an executed step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ExecutedAccess {
    pub kind: AccessKind,
    pub access: Access,
    /// The value that was read or written.
    pub value: Bits,
    /// Whether it reached memory: it is within bounds, and no error drops it.
    pub takes_effect: bool,
}

impl ExecutedStep {
    /// Returns the accesses of one kind that reached memory, each with its value.
    pub fn effective(&self, kind: AccessKind) -> impl Iterator<Item = (&Access, Bits)> {
        let wanted = self.accesses.iter().filter(move |found| found.kind == kind && found.takes_effect);
        wanted.map(|found| (&found.access, found.value))
    }
}

/// The parts of a full record, while the step is executed.
#[derive(Clone, Debug, Default)]
pub(super) struct StepRecord {
    /// The expressions that were evaluated, in that order, each with its value.
    pub values: Vec<(ExprId, Bits)>,
    pub effects: Vec<Effect>,
    /// The stretch of the operation's text from the first to the last assignment that ran.
    pub op_site: Option<Site>,
}

impl StepRecord {
    /// Returns the recorded step.
    pub fn micro_step(self, by: StepId, phase: Phase, site: Option<Site>) -> MicroStep {
        let Self { values, effects, op_site } = self;
        let (index, instruction, lane) = (by.step, by.instruction, by.lane);
        MicroStep { index, instruction, lane, phase, site, op_site, effects, values }
    }
}
