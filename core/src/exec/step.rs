//! The outcome of a micro-step.

use crate::base::{Bits, LaneId};
use crate::machine::Place;
use crate::semantics::{Pc, Site};
use crate::trace::{Access, AccessKind, Effect, MicroStep, Phase};
use smallvec::SmallVec;

/// The micro-steps that the machine records in full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Recording {
    Nothing,
    /// Steps of a whole instruction, and steps with something to report: undefined bits, an access out of bounds or misaligned, a
    /// trap.
    Reportable,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StepId {
    /// Position in the trace, from 0.
    pub step: u32,
    /// Position of the instruction in the program, from 0.
    pub instruction: u32,
    /// The lane; `None` for steps of the whole instruction.
    pub lane: Option<LaneId>,
    /// The statement, for steps that have one.
    pub pc: Pc,
    /// The first statement of the `atomic` block that the step lies in. No other lane comes between it and the block's end.
    pub block: Option<Pc>,
}

impl StepId {
    #[cold]
    fn record(self, site: Option<Site>) -> MicroStep {
        let Self { step: index, instruction, lane, pc, .. } = self;
        MicroStep { index, instruction, lane, pc: site.map(|_| pc), site, ..MicroStep::default() }
    }
}

/// The outcome of a micro-step: what it did, and what the machine has to know of it.
#[derive(Clone, Debug, Default)]
pub(super) struct StepOutcome {
    pub by: StepId,
    /// The most significant phase of what it did.
    pub phase: Phase,
    pub accesses: SmallVec<[StepAccess; 1]>,
    /// The access out of bounds that a trap prevented.
    pub prevented: Option<Access>,
    /// The places of variables that it wrote, and the bit of a predicate if it wrote only that.
    pub returned: SmallVec<[(Place, Option<u8>); 1]>,
    /// The elements that it read of input operands with several elements for each lane: operand and index.
    pub sources: SmallVec<[(u8, u32); 1]>,
    /// The new value and the result of the operation.
    pub modified: Option<(Bits, Bits)>,
    /// Whether something happened that a run reports or marks besides undefined bits: an access out of bounds or misaligned, a trap.
    pub is_reportable: bool,
    /// Whether it read undefined bits, or one decided a condition or the mask.
    pub is_undefined: bool,
    pub is_misaligned: bool,
    /// Whether something changed that lanes read.
    pub has_changed: bool,
    /// The number of evaluated expressions.
    pub work: u64,
    /// The full record, if the caller wants it.
    pub record: Option<Box<MicroStep>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StepAccess {
    pub kind: AccessKind,
    pub access: Access,
    /// The value that was read or written.
    pub value: Bits,
    /// Whether it reached memory: it is within bounds, and no error drops it.
    pub takes_effect: bool,
}

impl StepOutcome {
    /// Begins a step, before anything is done. `site` is its statement.
    pub fn begin(&mut self, by: StepId, site: Option<Site>, is_recorded: bool) {
        self.by = by;
        self.accesses.clear();
        self.returned.clear();
        self.sources.clear();
        (self.prevented, self.modified, self.work) = (None, None, 0);
        (self.is_reportable, self.is_undefined, self.is_misaligned, self.has_changed) =
            (false, false, false, false);
        self.record = is_recorded.then(|| Box::new(by.record(site)));
    }

    pub fn set_phase(&mut self, phase: Phase) {
        self.phase = phase;
        if let Some(record) = &mut self.record {
            record.phase = phase;
        }
    }

    pub fn add_effect(&mut self, effect: impl FnOnce() -> Effect) {
        if let Some(record) = &mut self.record {
            record.effects.push(effect());
        }
    }

    /// Returns the accesses of one kind that reached memory.
    pub fn effective(&self, kind: AccessKind) -> impl Iterator<Item = &Access> {
        let wanted = self.accesses.iter().filter(move |found| found.kind == kind && found.takes_effect);
        wanted.map(|found| &found.access)
    }
}
