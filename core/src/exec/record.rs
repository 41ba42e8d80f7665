//! What is kept of a micro-step: nothing, or everything. The machine that runs is the same.

use crate::base::{Bits, LaneId};
use crate::machine::Place;
use crate::semantics::{Site, Type};
use crate::trace::{Access, Effect, Input, MicroStep, OpLine, Phase};

/// What takes down how a micro-step comes about.
pub(super) trait Recorder {
    /// A value goes into a computation, which stands in the text there and has that type.
    fn input(&mut self, origin: impl FnOnce() -> (Site, Type), value: Bits);
    /// An operation assigns a variable of that type.
    fn line(&mut self, origin: impl FnOnce() -> (Site, Type), value: Bits);
    /// Something happens.
    fn effect(&mut self, effect: impl FnOnce() -> Effect);
}

/// Takes nothing down.
pub(super) struct Nothing;

impl Recorder for Nothing {
    fn input(&mut self, _: impl FnOnce() -> (Site, Type), _: Bits) {}
    fn line(&mut self, _: impl FnOnce() -> (Site, Type), _: Bits) {}
    fn effect(&mut self, _: impl FnOnce() -> Effect) {}
}

/// Takes down all that a step can show.
#[derive(Default)]
pub(super) struct Everything {
    inputs: Vec<Input>,
    effects: Vec<Effect>,
    op_site: Option<Site>,
    op_lines: Vec<OpLine>,
}

impl Everything {
    /// The step that was taken down.
    pub fn micro_step(self, by: By, phase: Phase, site: Option<Site>) -> MicroStep {
        let Self { inputs, effects, op_site, op_lines } = self;
        let (index, instruction, lane) = (by.step, by.instruction, by.lane);
        MicroStep { index, instruction, lane, phase, site, op_site, op_lines, effects, inputs }
    }
}

/// How many inputs of a step are noted. Beyond some dozens nobody can read them anyway.
const MOST_INPUTS: usize = 64;

impl Recorder for Everything {
    /// Each piece of text is noted once.
    fn input(&mut self, origin: impl FnOnce() -> (Site, Type), value: Bits) {
        let (site, ty) = origin();
        if self.inputs.len() < MOST_INPUTS && !self.inputs.iter().any(|input| input.site == site) {
            self.inputs.push(Input { site, value, ty });
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

/// Whoever looks on while the machine runs.
pub(super) trait Observer {
    /// Which micro-steps it wants whole.
    const WANTS: Wants;

    /// A step that it wants whole.
    fn whole(&mut self, by: By, step: MicroStep);

    /// Any other step reads shared memory, and all that it reads lies inside.
    fn read(&mut self, by: By, access: &Access);

    /// Any other step writes to shared memory, inside.
    fn written(&mut self, by: By, access: &Access, value: Bits);

    /// Any other step writes to a variable, or one bit of a predicate.
    fn returned(&mut self, by: By, place: Place, bit: Option<u8>);
}

/// Which micro-steps somebody wants whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wants {
    /// None.
    Nothing,
    /// Those in which something rare happens: undefined bits, an access outside or misaligned, a trap. Those of a whole
    /// instruction, too.
    Rare,
    /// All of them.
    Everything,
}

/// Whose step it is, and which.
#[derive(Clone, Copy, Debug)]
pub(super) struct By {
    /// Position in the trace, from 0.
    pub step: u32,
    /// Position of the instruction in the program, from 0.
    pub instruction: u32,
    /// The lane; `None` for steps of the whole instruction.
    pub lane: Option<LaneId>,
    /// Whether no other lane comes between this step and the end of a block of several.
    pub in_atomic: bool,
}

/// A step that was done, in the fewest words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Done {
    pub instruction: u32,
    pub lane: Option<LaneId>,
    pub phase: Phase,
}

/// Nobody looks on.
pub(super) struct Nobody;

impl Observer for Nobody {
    const WANTS: Wants = Wants::Nothing;
    fn whole(&mut self, _: By, _: MicroStep) {}
    fn read(&mut self, _: By, _: &Access) {}
    fn written(&mut self, _: By, _: &Access, _: Bits) {}
    fn returned(&mut self, _: By, _: Place, _: Option<u8>) {}
}

/// Keeps the last step.
#[derive(Default)]
pub(super) struct Last(pub Option<MicroStep>);

impl Observer for Last {
    const WANTS: Wants = Wants::Everything;

    fn whole(&mut self, _: By, step: MicroStep) {
        self.0 = Some(step);
    }

    fn read(&mut self, _: By, _: &Access) {}
    fn written(&mut self, _: By, _: &Access, _: Bits) {}
    fn returned(&mut self, _: By, _: Place, _: Option<u8>) {}
}
