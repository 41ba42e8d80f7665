//! Recorders and observers. A recorder keeps everything about a micro-step, or nothing. An observer receives the steps of a
//! running machine. Neither changes what the machine does.

use crate::base::{Bits, LaneId};
use crate::machine::Place;
use crate::semantics::{Pc, Site, Type};
use crate::trace::{Access, Effect, Input, MicroStep, OpLine, Phase};

/// A recorder of how a micro-step comes about. By default, it keeps nothing.
pub(super) trait Recorder {
    /// Records an input of a computation. `origin` is its place in the text, and its type. `is_source` says whether it is an element
    /// of an operand.
    fn input(&mut self, _origin: impl FnOnce() -> (Site, Type), _value: Bits, _is_source: bool) {}
    /// Records an assignment in an operation's body. `origin` is its place in the text, and the type of the variable.
    fn line(&mut self, _origin: impl FnOnce() -> (Site, Type), _value: Bits) {}
    /// Records an effect.
    fn effect(&mut self, _effect: impl FnOnce() -> Effect) {}
}

/// A recorder that keeps nothing.
pub(super) struct NoRecord;

impl Recorder for NoRecord {}

/// A recorder that keeps everything that a step can show.
#[derive(Default)]
pub(super) struct FullRecord {
    inputs: Vec<Input>,
    effects: Vec<Effect>,
    op_site: Option<Site>,
    op_lines: Vec<OpLine>,
}

impl FullRecord {
    /// Returns the recorded step.
    pub fn micro_step(self, by: StepId, phase: Phase, site: Option<Site>) -> MicroStep {
        let Self { inputs, effects, op_site, op_lines } = self;
        let (index, instruction, lane) = (by.step, by.instruction, by.lane);
        MicroStep { index, instruction, lane, phase, site, op_site, op_lines, effects, inputs }
    }
}

/// The maximum number of recorded inputs of a step. More than some dozens are not readable.
const MOST_INPUTS: usize = 64;

impl Recorder for FullRecord {
    /// Records each piece of text once.
    fn input(&mut self, origin: impl FnOnce() -> (Site, Type), value: Bits, is_source: bool) {
        let (site, ty) = origin();
        if self.inputs.len() < MOST_INPUTS && !self.inputs.iter().any(|input| input.site == site) {
            self.inputs.push(Input { site, value, ty, is_source });
        }
    }

    fn line(&mut self, origin: impl FnOnce() -> (Site, Type), value: Bits) {
        let (site, ty) = origin();
        if self.op_lines.len() < MOST_INPUTS {
            self.op_lines.push(OpLine { site, value, ty });
        }
        self.op_site = Some(self.op_site.map_or(site, |all| Site { span: all.span.to(site.span), ..all }));
    }

    fn effect(&mut self, effect: impl FnOnce() -> Effect) {
        self.effects.push(effect());
    }
}

/// An observer of a running machine. By default, it ignores what it receives.
pub(super) trait Observer {
    /// The micro-steps that it receives as full records, through `full_record`. The other methods report all other steps.
    const WANTS: Wants;

    /// Receives the full record of a step.
    fn full_record(&mut self, _by: StepId, _step: MicroStep) {}

    /// Receives a read of shared memory within bounds.
    fn read(&mut self, _by: StepId, _access: &Access) {}

    /// Receives a write to shared memory within bounds.
    fn written(&mut self, _by: StepId, _access: &Access, _value: Bits) {}

    /// Receives a write to a variable, or to one bit of a predicate.
    fn returned(&mut self, _by: StepId, _place: Place, _bit: Option<u8>) {}
}

/// The micro-steps that an observer receives as full records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wants {
    /// None.
    Nothing,
    /// Steps of a whole instruction, and steps with something to report: undefined bits, an access out of bounds or misaligned, a
    /// trap.
    Reportable,
    /// All steps.
    Everything,
}

/// The identity of a step: index, instruction and lane.
#[derive(Clone, Copy, Debug)]
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

/// A summary of an executed step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StepSummary {
    pub instruction: u32,
    pub lane: Option<LaneId>,
    pub phase: Phase,
}

/// An observer that ignores everything.
pub(super) struct NoObserver;

impl Observer for NoObserver {
    const WANTS: Wants = Wants::Nothing;
}

/// An observer that keeps the last step.
#[derive(Default)]
pub(super) struct LastStep(pub Option<MicroStep>);

impl Observer for LastStep {
    const WANTS: Wants = Wants::Everything;

    fn full_record(&mut self, _: StepId, step: MicroStep) {
        self.0 = Some(step);
    }
}
