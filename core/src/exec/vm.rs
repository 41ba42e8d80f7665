//! The machine that runs: one micro-step at a time, and nothing else changes its state.

use super::active::{Active, Stage};
use super::eval::{Eval, Outcome, Where};
use super::mask::{self, Mask};
use super::memory::{self, Parts};
use super::record::{Brief, By, Done, Everything, Last, Nothing, Observer, Recorder, Wants};
use super::slots::Slots;
use super::{Bound, Scenario};
use crate::base::{Bits, LaneId, LaneMask, ScalarType};
use crate::machine::State;
use crate::semantics::{Address, LocalId, Statement, StatementKind, Target};
use crate::spec::Misaligned;
use crate::trace::{Access, Effect, MicroStep, OffReason, Phase};

/// The machine between two micro-steps.
#[derive(Clone, Debug)]
pub(super) struct Vm {
    /// The contents of memory.
    pub state: State,
    /// How many micro-steps have been done.
    pub steps: u32,
    /// How many expressions have been evaluated.
    pub work: u64,
    /// The instruction under way, or the last one when it is done.
    pub active: Option<Active>,
    /// Why nothing more can happen, when it is not the end of the program.
    pub halted: Option<Halt>,
    slots: Slots,
}

/// Why the machine stands still before the program's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// A misaligned access where readings make that an error.
    Misaligned,
    /// A lane stopped at a trap.
    Trap,
}

impl Vm {
    /// The machine before the first micro-step.
    pub fn new(scenario: &Scenario) -> Self {
        let (state, slots) = (scenario.initial.clone(), Slots::default());
        Self { state, steps: 0, work: 0, active: None, halted: None, slots }
    }

    /// Does the next micro-step, and hands it over; `None` when there is none.
    pub fn step(&mut self, scenario: &Scenario) -> Option<MicroStep> {
        let mut last = Last::default();
        self.advance(scenario, &mut last)?;
        last.0
    }

    /// Does the next micro-step; `None` when there is none.
    pub fn advance<O: Observer>(&mut self, scenario: &Scenario, observer: &mut O) -> Option<Done> {
        if self.halted.is_some() {
            return None;
        }
        let done = match &self.active {
            Some(active) if active.stage != Stage::Done => {
                let bound = &scenario.program[active.instruction];
                match active.stage {
                    Stage::Masked => self.latch(bound, observer),
                    _ => self.statement(scenario, bound, observer),
                }
            }
            active => {
                let next = active.as_ref().map_or(0, |active| active.instruction + 1);
                self.begin(scenario, scenario.program.get(next)?, next, observer)
            }
        };
        self.steps += 1;
        Some(done)
    }

    /// The first step of an instruction: which lanes take part.
    fn begin<O: Observer>(
        &mut self,
        scenario: &Scenario,
        bound: &Bound,
        instruction: usize,
        observer: &mut O,
    ) -> Done {
        let mask = Mask::of(&self.state, scenario, bound);
        let mut everything = Everything::default();
        everything.effect(|| {
            let (enabled, off, undefined) = (mask.enabled, mask.off.to_vec(), mask.undefined);
            Effect::Mask { enabled, off, undefined }
        });
        let forgets = |reason: OffReason| {
            bound.memory.off_lanes_undefined
                || bound.memory.helper_lanes_undefined && reason == OffReason::Helper
        };
        for &(lane, _) in mask.off.iter().filter(|(_, reason)| forgets(*reason)) {
            mask::forget(&mut self.state, bound, lane, &mut everything);
        }
        match &mut self.active {
            Some(active) => active.begin(instruction, bound, &mask, &self.state),
            none => none.insert(Active::default()).begin(instruction, bound, &mask, &self.state),
        }
        self.whole_step(instruction, Phase::Mask, everything, observer)
    }

    /// The second step: every enabled lane's sources are read. They were taken when the instruction began, and nothing has
    /// happened since.
    fn latch<O: Observer>(&mut self, bound: &Bound, observer: &mut O) -> Done {
        let active = self.active.as_mut().expect("an instruction is under way");
        active.stage = Stage::Body;
        let instruction = active.instruction;
        self.settle(bound);
        let mut everything = Everything::default();
        everything.effect(|| Effect::Latch);
        self.whole_step(instruction, Phase::Latch, everything, observer)
    }

    /// A step of the whole instruction.
    fn whole_step<O: Observer>(
        &self,
        instruction: usize,
        phase: Phase,
        everything: Everything,
        observer: &mut O,
    ) -> Done {
        // A program has at most 1,000 instructions.
        let by = By { step: self.steps, instruction: instruction as u32, lane: None, in_atomic: false };
        if O::WANTS != Wants::Nothing {
            observer.whole(by, everything.micro_step(by, phase, None));
        }
        Done { instruction: by.instruction, lane: None, phase }
    }

    /// A step of the body: the statement at which the machine has settled. Where somebody wants to see what is rare, a
    /// statement in which something rare happens is evaluated again before anything is changed, with everything taken down.
    fn statement<O: Observer>(&mut self, scenario: &Scenario, bound: &Bound, observer: &mut O) -> Done {
        let active = self.active.as_ref().expect("an instruction is under way");
        let lane = active.current_lane();
        let statement = bound.code.statement(active.pc(lane));
        let by = By {
            step: self.steps,
            // A program has at most 1,000 instructions.
            instruction: active.instruction as u32,
            lane,
            in_atomic: active.foreach.as_ref().is_some_and(|foreach| foreach.turns.in_atomic),
        };
        if O::WANTS != Wants::Everything {
            let (outcome, planned) = self.evaluate(scenario, bound, lane, &mut Nothing);
            if O::WANTS == Wants::Nothing || !outcome.is_rare {
                let phase = self.carry_out(bound, lane, statement, &outcome, &planned, &mut Nothing);
                observer.brief(&brief(by, &outcome, &planned));
                return Done { instruction: by.instruction, lane, phase };
            }
        }
        let mut everything = Everything::default();
        let (outcome, planned) = self.evaluate(scenario, bound, lane, &mut everything);
        let phase = self.carry_out(bound, lane, statement, &outcome, &planned, &mut everything);
        observer.whole(by, everything.micro_step(by, phase, Some(statement.site)));
        Done { instruction: by.instruction, lane, phase }
    }

    /// What a statement comes to, and what it decides to store.
    fn evaluate<R: Recorder>(
        &mut self,
        scenario: &Scenario,
        bound: &Bound,
        lane: Option<LaneId>,
        recorder: &mut R,
    ) -> (Outcome, Planned) {
        let active = self.active.as_ref().expect("an instruction is under way");
        let pc = active.pc(lane);
        let slots = self.slots.of(active.instruction, &bound.code.flat);
        let eval = Eval {
            scenario,
            bound,
            state: &self.state,
            latched: (!bound.memory.live_sources).then_some(&active.latched),
            enabled: active.enabled,
            predicate: active.predicate.unwrap_or(LaneMask(u32::MAX)),
            locals: active.locals(lane),
            uniform: active.locals(None),
        };
        let mut outcome = eval.statement(pc, slots, recorder);
        let planned = match &bound.code.statement(pc).kind {
            StatementKind::Assign { target, .. } => plan(
                &eval,
                target,
                bound.code.flat.statement(pc).at.map(|slot| slots[slot.index()]),
                &mut outcome,
            ),
            kind => {
                let holds = outcome.value.value & 1 == 1;
                let defined = outcome.value.is_defined(1);
                outcome.is_rare |= !defined;
                recorder.effect(|| Effect::Decide { holds, defined });
                if let (StatementKind::Trap { reason, .. }, true) = (kind, holds) {
                    outcome.is_rare = true;
                    recorder.effect(|| Effect::Trap { reason: *reason });
                }
                Planned::Nothing
            }
        };
        (outcome, planned)
    }

    /// Carries out what a statement decided, and moves on. Returns the most telling thing that the statement did.
    fn carry_out<R: Recorder>(
        &mut self,
        bound: &Bound,
        lane: Option<LaneId>,
        statement: &Statement,
        outcome: &Outcome,
        planned: &Planned,
        recorder: &mut R,
    ) -> Phase {
        self.work += outcome.work;
        let active = self.active.as_mut().expect("an instruction is under way");
        if let (Some((_, result)), Some(local)) = (outcome.modified, bound.code.result) {
            active.locals_mut(lane)[usize::from(local.0)] = Some(result);
        }
        let phase = outcome.phase.max(match planned {
            Planned::Nothing => Phase::Compute,
            Planned::Local(..) if statement.is_address => Phase::Address,
            Planned::Local(..) => Phase::Compute,
            Planned::Write(..) => Phase::Write,
            Planned::Return { .. } => Phase::Return,
        });
        match planned {
            Planned::Nothing => {}
            Planned::Local(id, after) => {
                let slot = &mut active.locals_mut(lane)[usize::from(id.0)];
                let before = slot.replace(*after).unwrap_or(Bits::UNDEFINED);
                let local = &bound.code.locals[usize::from(id.0)];
                let after = *after;
                recorder.effect(|| Effect::Local { name: local.name.clone(), ty: local.ty, before, after });
            }
            Planned::Write(access, value) => write(&mut self.state, *access, *value, recorder),
            Planned::Return { operand, parts, ty, value } => {
                let (operand, ty) = (*operand, *ty);
                if parts.is_empty() {
                    let (before, after) = (Bits::UNDEFINED, *value);
                    recorder.effect(|| Effect::Return { operand, place: None, ty, before, after });
                }
                for &(place, after) in parts {
                    let before = self.state.read(place);
                    self.state.write(place, after);
                    recorder.effect(|| Effect::Return { operand, place: Some(place), ty, before, after });
                }
            }
        }
        active.went(lane, statement, phase, outcome, planned);
        if bound.memory.misaligned == Misaligned::Fault && outcome.is_misaligned {
            self.halted = Some(Halt::Misaligned);
        } else {
            self.settle(bound);
        }
        phase
    }

    /// Moves on over everything that is no micro-step, so that it is settled who does what next. That ends: only a loop
    /// jumps back, and its condition is a micro-step.
    fn settle(&mut self, bound: &Bound) {
        let salt = u64::from(self.steps);
        let active = self.active.as_mut().expect("an instruction is under way");
        loop {
            let is_settled = active.hop(bound, salt);
            if active.foreach.is_none() && active.has_trapped() {
                self.halted = Some(Halt::Trap);
                return;
            }
            if is_settled {
                return;
            }
        }
    }
}

/// What a statement decided to store, before it is stored.
pub(super) enum Planned {
    Nothing,
    Local(LocalId, Bits),
    Write(Access, Bits),
    /// The places of a destination element, with what goes there; none where it is thrown away.
    Return {
        operand: u8,
        parts: Parts,
        ty: ScalarType,
        value: Bits,
    },
}

/// Decides what storing a statement's value in its target means. `at` is its index or address.
fn plan(eval: &Eval<'_>, target: &Target, at: [Bits; 4], outcome: &mut Outcome) -> Planned {
    let value = outcome.value;
    match target {
        Target::Local(local) => Planned::Local(*local, value),
        Target::Surface { operand, at: address } => {
            let at = match address {
                Address::Byte(_) => Where::Byte(at[0]),
                Address::Texel(_) => Where::Texel(at),
            };
            match eval.access(*operand, at, outcome) {
                Some(access) => Planned::Write(access, value),
                None => {
                    let ty = eval.bound.access;
                    Planned::Return { operand: *operand as u8, parts: Parts::new(), ty, value }
                }
            }
        }
        Target::Element { operand, .. } => {
            let [index, ..] = at;
            let bound = eval.bound.operands[*operand];
            let in_range = index.is_defined(32) && index.value < 1 << 16;
            let (index, written) = (index.value as usize, (value, eval.bound.access));
            let (mut parts, ty) = memory::output(eval.state, bound, index, written, eval.bound.memory);
            if !in_range {
                parts.clear();
            }
            Planned::Return { operand: *operand as u8, parts, ty, value }
        }
    }
}

/// Writes to shared memory what lies inside.
fn write<R: Recorder>(state: &mut State, access: Access, value: Bits, recorder: &mut R) {
    let dropped = !access.inside;
    if dropped {
        let (before, after) = (Bits::UNDEFINED, Bits::UNDEFINED);
        recorder.effect(|| Effect::Write { access, before, after, value, dropped });
        return;
    }
    let before = state.read(access.place);
    state.write(access.place, value);
    recorder.effect(|| Effect::Write { access, before, after: state.read(access.place), value, dropped });
}

/// A statement as the log of a run sees it.
fn brief<'a>(by: By, outcome: &'a Outcome, planned: &'a Planned) -> Brief<'a> {
    Brief {
        by,
        read: outcome.read.as_ref().map(|(access, _)| access),
        written: match planned {
            Planned::Write(access, value) => Some((access, *value)),
            _ => None,
        },
        returned: match planned {
            Planned::Return { parts, .. } => parts,
            _ => &[],
        },
    }
}
