//! The machine that runs: one micro-step at a time, and nothing else changes its state.

use super::active::{Active, Stage};
use super::eval::Eval;
use super::mask::{self, Mask};
use super::memory;
use super::{Bound, Scenario};
use crate::base::{Bits, LaneId, LaneMask};
use crate::machine::{Place, State};
use crate::semantics::{Code, LocalId, Pc, Statement, StatementKind, Target};
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
        Self { state: scenario.initial.clone(), steps: 0, work: 0, active: None, halted: None }
    }

    /// Does the next micro-step; `None` when there is none.
    pub fn advance(&mut self, scenario: &Scenario) -> Option<MicroStep> {
        if self.halted.is_some() {
            return None;
        }
        let next = match &self.active {
            None => 0,
            Some(active) if active.stage == Stage::Done => active.instruction + 1,
            Some(active) => {
                let bound = &scenario.program[active.instruction];
                let step = match active.stage {
                    Stage::Masked => self.latch(bound),
                    _ => self.statement(scenario, bound),
                };
                return Some(self.count(step));
            }
        };
        let bound = scenario.program.get(next)?;
        let step = self.begin(scenario, bound, next);
        Some(self.count(step))
    }

    fn count(&mut self, mut step: MicroStep) -> MicroStep {
        step.index = self.steps;
        self.steps += 1;
        step
    }

    /// The first step of an instruction: which lanes take part.
    fn begin(&mut self, scenario: &Scenario, bound: &Bound, instruction: usize) -> MicroStep {
        let mask = Mask::of(&self.state, scenario, bound);
        let forgets = |reason: OffReason| {
            bound.memory.off_lanes_undefined
                || bound.memory.helper_lanes_undefined && reason == OffReason::Helper
        };
        let mut forgotten = Vec::new();
        for &(lane, _) in mask.off.iter().filter(|(_, reason)| forgets(*reason)) {
            forgotten.extend(mask::forget(&mut self.state, bound, lane));
        }
        self.active = Some(Active::new(instruction, bound, &mask, self.state.clone()));
        let Mask { enabled, off, undefined, .. } = mask;
        let mut effects = vec![Effect::Mask { enabled, off, undefined }];
        effects.extend(forgotten);
        whole_step(instruction, Phase::Mask, effects)
    }

    /// The second step: every enabled lane's sources are read.
    fn latch(&mut self, bound: &Bound) -> MicroStep {
        let state = self.state.clone();
        let active = self.active.as_mut().expect("an instruction is under way");
        active.latched = state;
        active.stage = Stage::Body;
        let instruction = active.instruction;
        self.settle(bound);
        whole_step(instruction, Phase::Latch, vec![Effect::Latch])
    }

    /// A step of the body: the statement at which the machine has settled.
    fn statement(&mut self, scenario: &Scenario, bound: &Bound) -> MicroStep {
        let active = self.active.as_ref().expect("an instruction is under way");
        let lane = active.current_lane();
        let pc = lane.map_or(active.pc, |lane| active.lanes[lane.index()].pc);
        let statement = bound.code.statement(pc);
        let mut eval = Eval {
            scenario,
            bound,
            state: &self.state,
            sources: if bound.memory.live_sources { &self.state } else { &active.latched },
            enabled: active.enabled,
            predicate: active.predicate.unwrap_or(LaneMask(u32::MAX)),
            locals: lane.map_or(&active.uniform, |lane| &active.lanes[lane.index()].locals),
            uniform: &active.uniform,
            inputs: Vec::new(),
            effects: Vec::new(),
            result: None,
            op_site: None,
            op_lines: Vec::new(),
            work: 0,
        };
        let mut next = Pc(pc.0 + 1);
        let planned = match &statement.kind {
            StatementKind::Assign { target, value } => {
                let value = eval.value(*value);
                Some(plan(&mut eval, target, value))
            }
            StatementKind::Branch { condition, otherwise } => {
                let bits = eval.value(*condition);
                let holds = bits.value & 1 == 1;
                eval.effects.push(Effect::Decide { holds, defined: bits.is_defined(1) });
                if !holds {
                    next = *otherwise;
                }
                None
            }
            StatementKind::Trap { reason, condition } => {
                let bits = eval.value(*condition);
                let holds = bits.value & 1 == 1;
                eval.effects.push(Effect::Decide { holds, defined: bits.is_defined(1) });
                if holds {
                    eval.effects.push(Effect::Trap { reason: *reason });
                }
                None
            }
            _ => unreachable!("settling stops only at statements with a micro-step"),
        };
        let Eval { inputs, mut effects, result, op_site, op_lines, work, .. } = eval;
        self.work += work;
        if let Some(planned) = planned {
            self.store(&bound.code, lane, planned, result, &mut effects);
        }
        let active = self.active.as_mut().expect("an instruction is under way");
        let phase = phase_of(statement, &effects);
        active.went(lane, statement, next, phase, &effects);
        let step = MicroStep {
            index: 0,
            instruction: active.instruction as u32,
            lane,
            phase,
            site: Some(statement.site),
            op_site,
            op_lines,
            effects,
            inputs,
        };
        if bound.memory.misaligned == Misaligned::Fault && step.accesses().any(memory::is_misaligned) {
            self.halted = Some(Halt::Misaligned);
        } else {
            self.settle(bound);
        }
        step
    }

    /// Carries out what a statement decided to store.
    fn store(
        &mut self,
        code: &Code,
        lane: Option<LaneId>,
        planned: Planned,
        result: Option<Bits>,
        effects: &mut Vec<Effect>,
    ) {
        let active = self.active.as_mut().expect("an instruction is under way");
        let locals = match lane {
            Some(lane) => &mut active.lanes[lane.index()].locals,
            None => &mut active.uniform,
        };
        if let (Some(result), Some(local)) = (result, code.result) {
            locals[usize::from(local.0)] = Some(result);
        }
        match planned {
            Planned::Local(id, after) => {
                let local = &code.locals[usize::from(id.0)];
                let slot = &mut locals[usize::from(id.0)];
                let before = slot.replace(after).unwrap_or(Bits::UNDEFINED);
                effects.push(Effect::Local { name: local.name.clone(), ty: local.ty, before, after });
            }
            Planned::Write(access, value) => {
                let before = if access.inside { self.state.read(access.place) } else { Bits::UNDEFINED };
                if access.inside {
                    self.state.write(access.place, value);
                }
                let after = if access.inside { self.state.read(access.place) } else { before };
                effects.push(Effect::Write { access, before, after, value, dropped: !access.inside });
            }
            Planned::Return { operand, parts, ty, value } => {
                if parts.is_empty() {
                    let before = Bits::UNDEFINED;
                    effects.push(Effect::Return { operand, place: None, ty, before, after: value });
                }
                for (place, after) in parts {
                    let before = self.state.read(place);
                    self.state.write(place, after);
                    effects.push(Effect::Return { operand, place: Some(place), ty, before, after });
                }
            }
        }
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
enum Planned {
    Local(LocalId, Bits),
    Write(Access, Bits),
    /// The places of a destination element, with what goes there; none where it is thrown away.
    Return {
        operand: u8,
        parts: Vec<(Place, Bits)>,
        ty: crate::base::ScalarType,
        value: Bits,
    },
}

/// Decides what storing a value in a target means.
fn plan(eval: &mut Eval<'_>, target: &Target, value: Bits) -> Planned {
    match target {
        Target::Local(local) => Planned::Local(*local, value),
        Target::Surface { operand, at } => match eval.target(*operand, at) {
            Some(access) => Planned::Write(access, value),
            None => {
                Planned::Return { operand: *operand as u8, parts: Vec::new(), ty: eval.bound.access, value }
            }
        },
        Target::Element { operand, index } => {
            let index = eval.value(*index);
            let bound = eval.bound.operands[*operand];
            let in_range = index.is_defined(32) && index.value < 1 << 16;
            let (index, written) = (index.value as usize, (value, eval.bound.access));
            let (mut parts, ty) = memory::output(eval.state, bound, index, written, eval.bound.memory);
            if !in_range {
                parts.clear();
            }
            let value = parts.first().filter(|_| parts.len() == 1).map_or(value, |(_, after)| *after);
            Planned::Return { operand: *operand as u8, parts, ty, value }
        }
    }
}

/// The most telling thing that a statement did.
fn phase_of(statement: &Statement, effects: &[Effect]) -> Phase {
    let of = |effect: &Effect| match effect {
        Effect::Mask { .. } => Phase::Mask,
        Effect::Latch => Phase::Latch,
        Effect::Local { .. } if statement.is_address => Phase::Address,
        Effect::Local { .. } | Effect::Decide { .. } | Effect::Trap { .. } => Phase::Compute,
        Effect::Read { .. } => Phase::Read,
        Effect::Modify { .. } => Phase::Modify,
        Effect::Write { .. } => Phase::Write,
        Effect::Return { .. } => Phase::Return,
    };
    // The phases are declared in the order of how much they tell.
    effects.iter().map(of).max().unwrap_or(Phase::Compute)
}

/// A step of the whole instruction.
fn whole_step(instruction: usize, phase: Phase, effects: Vec<Effect>) -> MicroStep {
    let instruction = instruction as u32;
    MicroStep {
        index: 0,
        instruction,
        lane: None,
        phase,
        site: None,
        op_site: None,
        op_lines: Vec::new(),
        effects,
        inputs: Vec::new(),
    }
}
