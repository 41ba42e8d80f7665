//! The machine that runs: one micro-step at a time, and nothing else changes its state.

use super::eval::Eval;
use super::memory;
use super::turns::Turns;
use super::{Bound, BoundOperand, PredicateMode, Scenario};
use crate::base::{Bits, LaneId, LaneMask};
use crate::machine::{Place, State};
use crate::semantics::{Code, LocalId, Pc, Statement, StatementKind, Target};
use crate::spec::{Direction, Misaligned, PredicateUse};
use crate::trace::{Access, Effect, LaneStatus, MicroStep, OffReason, Phase};

/// How many statements without a micro-step (jumps and the like) may follow each other. More is an empty loop.
const HOP_LIMIT: u32 = 100_000;

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
    /// Too many statements without a micro-step.
    EmptyLoop,
}

/// An instruction under way.
#[derive(Clone, Debug)]
pub(super) struct Active {
    pub instruction: usize,
    pub stage: Stage,
    pub enabled: LaneMask,
    /// Each lane's predicate as it counts.
    pub predicate: Option<LaneMask>,
    /// The contents from which sources are read once they are latched.
    pub latched: State,
    /// Lanes that stopped at a trap.
    pub trapped: LaneMask,
    /// Locals of the uniform thread.
    pub uniform: Vec<Option<Bits>>,
    /// Where the uniform thread is.
    pub pc: Pc,
    pub lanes: Vec<Lane>,
    pub foreach: Option<Foreach>,
}

/// How far an instruction has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The mask is known, the sources are not latched.
    Masked,
    /// Its statements run.
    Body,
    /// It is over.
    Done,
}

/// A `foreach_active` under way.
#[derive(Clone, Debug)]
pub(super) struct Foreach {
    pub end: Pc,
    pub turns: Turns,
    /// Whether the `atomic` block that the current lane is in accesses memory.
    pub atomic_accesses: bool,
}

/// One lane's thread.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub status: LaneStatus,
    pub pc: Pc,
    pub locals: Vec<Option<Bits>>,
    pub phase: Option<Phase>,
    pub access: Option<Access>,
    pub old: Option<Bits>,
    pub new: Option<Bits>,
    pub returned: Option<(Option<Place>, Bits, crate::base::ScalarType)>,
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
        let before = self.state.clone();
        let predicate = predicate_lanes(&before, bound);
        let exited = scenario.exited.map_or(LaneMask::default(), |space| lane_bits(&before, space));
        let (mut enabled, mut off) = (LaneMask::default(), Vec::new());
        for lane in 0..bound.exec_size {
            let dispatched = scenario.dispatch_mask.contains(usize::from(lane + bound.mask_offset));
            if !bound.no_mask && !dispatched {
                off.push((LaneId(lane), OffReason::Mask));
            } else if exited.contains(usize::from(lane)) {
                off.push((LaneId(lane), OffReason::Exited));
            } else if bound.skips_helpers && scenario.helpers.contains(usize::from(lane)) {
                off.push((LaneId(lane), OffReason::Helper));
            } else if bound.row.predicate_use == PredicateUse::TurnsOff
                && predicate.is_some_and(|bits| !bits.contains(usize::from(lane)))
            {
                off.push((LaneId(lane), OffReason::Predicate));
            } else {
                enabled = enabled.with(usize::from(lane), true);
            }
        }
        let code = &bound.code;
        let lane = |id: u8| Lane {
            status: match off.iter().find(|(off, _)| off.0 == id) {
                Some((_, reason)) => LaneStatus::Off(*reason),
                None => LaneStatus::Waiting,
            },
            pc: Pc(0),
            locals: vec![None; code.locals.len()],
            phase: None,
            access: None,
            old: None,
            new: None,
            returned: None,
        };
        let lanes = (0..bound.exec_size).map(lane).collect();
        let mut effects = Vec::new();
        let forgets = |reason: OffReason| {
            bound.memory.off_lanes_undefined
                || bound.memory.helper_lanes_undefined && reason == OffReason::Helper
        };
        for &(lane, _) in off.iter().filter(|(_, reason)| forgets(*reason)) {
            effects.extend(forget(&mut self.state, bound, lane));
        }
        let undefined = undefined_predicate(&before, bound);
        effects.insert(0, Effect::Mask { enabled, off, undefined });
        self.active = Some(Active {
            instruction,
            stage: Stage::Masked,
            enabled,
            predicate,
            latched: self.state.clone(),
            trapped: LaneMask::default(),
            uniform: vec![None; code.locals.len()],
            pc: Pc(0),
            lanes,
            foreach: None,
        });
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

    /// Moves on over everything that is no micro-step, so that it is settled who does what next.
    fn settle(&mut self, bound: &Bound) {
        let salt = u64::from(self.steps);
        let active = self.active.as_mut().expect("an instruction is under way");
        for _ in 0..HOP_LIMIT {
            let is_settled = active.hop(bound, salt);
            if active.foreach.is_none() && active.trapped.count() > 0 {
                self.halted = Some(Halt::Trap);
                return;
            }
            if is_settled {
                return;
            }
        }
        self.halted = Some(Halt::EmptyLoop);
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

/// Where a value goes.
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

/// The bits of a predicate's space.
fn lane_bits(state: &State, space: crate::machine::SpaceId) -> LaneMask {
    LaneMask(state.read(Place { space, byte_offset: 0, size_bytes: 4 }).value as u32)
}

/// The lanes whose predicate depends on undefined bits.
fn undefined_predicate(state: &State, bound: &Bound) -> LaneMask {
    let Some(predicate) = bound.predicate else { return LaneMask::default() };
    let bits = state.read(Place { space: predicate.space, byte_offset: 0, size_bytes: 4 });
    let undefined = !bits.defined as u32;
    let all = LaneMask::first(usize::from(bound.exec_size)).0;
    let group = LaneMask::first(usize::from(predicate.bit_count)).0;
    LaneMask(match predicate.mode {
        PredicateMode::PerLane => undefined.checked_shr(u32::from(bound.mask_offset)).unwrap_or(0) & all,
        _ if undefined.checked_shr(u32::from(predicate.first_bit)).unwrap_or(0) & group != 0 => all,
        _ => 0,
    })
}

/// The predicate's bits by lane, after `.any`, `.all` and `!`.
fn predicate_lanes(state: &State, bound: &Bound) -> Option<LaneMask> {
    let predicate = bound.predicate?;
    let LaneMask(bits) = lane_bits(state, predicate.space);
    let group = LaneMask::first(usize::from(predicate.bit_count)).0;
    let looked_at = bits.checked_shr(u32::from(predicate.first_bit)).unwrap_or(0) & group;
    let lanes = match predicate.mode {
        PredicateMode::PerLane => bits.checked_shr(u32::from(bound.mask_offset)).unwrap_or(0),
        PredicateMode::Any if looked_at != 0 => u32::MAX,
        PredicateMode::All if looked_at == group => u32::MAX,
        PredicateMode::Any | PredicateMode::All => 0,
    };
    let lanes = if predicate.inverted { !lanes } else { lanes };
    Some(LaneMask(lanes & LaneMask::first(usize::from(bound.exec_size)).0))
}

/// Makes a lane's destination elements undefined.
fn forget(state: &mut State, bound: &Bound, lane: LaneId) -> Vec<Effect> {
    let mut effects = Vec::new();
    for (operand, (row, place)) in bound.row.operands.iter().zip(&bound.operands).enumerate() {
        if row.kind.direction() != Some(Direction::Out) {
            continue;
        }
        let written = (Bits::UNDEFINED, bound.access);
        let (parts, ty) = memory::output(state, *place, lane.index(), written, bound.memory);
        let whole = matches!(place, BoundOperand::Elements { .. });
        for (place, after) in parts {
            // Of an element wider than the data, the upper part is forgotten as well.
            let after = if whole { Bits::UNDEFINED } else { after };
            let before = state.read(place);
            state.write(place, after);
            effects.push(Effect::Return { operand: operand as u8, place: Some(place), ty, before, after });
        }
    }
    effects
}

impl Active {
    /// The lane whose turn it is; `None` while the uniform thread runs.
    pub fn current_lane(&self) -> Option<LaneId> {
        self.foreach.as_ref().and_then(|foreach| foreach.turns.current).map(LaneId)
    }

    /// Notes what a thread's statement did and where the thread goes on.
    fn went(
        &mut self,
        lane: Option<LaneId>,
        statement: &Statement,
        next: Pc,
        phase: Phase,
        effects: &[Effect],
    ) {
        let Some(id) = lane else {
            self.pc = next;
            return;
        };
        if let Some(foreach) = &mut self.foreach {
            foreach.turns.accessed |= statement.accesses_memory;
        }
        let (mut has_returned, mut has_trapped) = (false, false);
        let lane = &mut self.lanes[id.index()];
        lane.pc = next;
        lane.status = LaneStatus::Running;
        lane.phase = Some(phase);
        for effect in effects {
            match effect {
                Effect::Read { access, value } => (lane.access, lane.old) = (Some(*access), Some(*value)),
                Effect::Modify { new, .. } => lane.new = Some(*new),
                Effect::Write { access, value, .. } => {
                    (lane.access, lane.new) = (Some(*access), Some(*value))
                }
                Effect::Return { place, after, ty, .. } => {
                    // Of a pair of registers the low half tells.
                    if !std::mem::replace(&mut has_returned, true) {
                        lane.returned = Some((*place, *after, *ty));
                    }
                }
                Effect::Trap { .. } => has_trapped = true,
                Effect::Mask { .. } | Effect::Latch | Effect::Local { .. } | Effect::Decide { .. } => {}
            }
        }
        if has_trapped && let Some(foreach) = &self.foreach {
            self.trapped = self.trapped.with(id.index(), true);
            // Its thread goes on where it ends: at the last statement of the loop.
            lane.pc = Pc(foreach.end.0 - 1);
        }
    }

    /// Passes one statement that is no micro-step, or hands the turn on. Returns whether the machine is settled.
    fn hop(&mut self, bound: &Bound, salt: u64) -> bool {
        let Some(foreach) = &mut self.foreach else { return self.hop_uniform(bound, salt) };
        let Some(id) = foreach.turns.current else {
            if foreach.turns.next().is_none() {
                self.pc = foreach.end;
                self.foreach = None;
            }
            return false;
        };
        let lane = &mut self.lanes[usize::from(id)];
        let statement = bound.code.statement(lane.pc);
        let turn_is_over = statement.accesses_memory && foreach.turns.accessed && !foreach.turns.in_atomic;
        match statement.kind {
            StatementKind::Jump(to) => lane.pc = to,
            StatementKind::EndLane => {
                lane.status = LaneStatus::Done;
                foreach.turns.finish_current();
            }
            StatementKind::LeaveAtomic => {
                foreach.turns.in_atomic = false;
                foreach.turns.accessed |= foreach.atomic_accesses;
                lane.pc.0 += 1;
            }
            _ if turn_is_over => foreach.turns.current = None,
            StatementKind::EnterAtomic => {
                foreach.turns.in_atomic = true;
                foreach.atomic_accesses = statement.accesses_memory;
                lane.pc.0 += 1;
            }
            StatementKind::Assign { .. } | StatementKind::Branch { .. } | StatementKind::Trap { .. } => {
                return true;
            }
            StatementKind::Foreach { .. } | StatementKind::Halt => {
                unreachable!("lowering ends each lane with EndLane and does not nest foreach_active")
            }
        }
        false
    }

    fn hop_uniform(&mut self, bound: &Bound, salt: u64) -> bool {
        match bound.code.statement(self.pc).kind {
            StatementKind::Jump(to) => self.pc = to,
            StatementKind::Foreach { variable, end } => self.start_lanes(bound, variable, end, salt),
            StatementKind::Halt => {
                self.stage = Stage::Done;
                return true;
            }
            StatementKind::Assign { .. } | StatementKind::Branch { .. } | StatementKind::Trap { .. } => {
                return true;
            }
            StatementKind::EnterAtomic | StatementKind::LeaveAtomic | StatementKind::EndLane => {
                unreachable!("lowering allows `atomic` only inside foreach_active")
            }
        }
        false
    }

    /// Starts a thread for each enabled lane.
    fn start_lanes(&mut self, bound: &Bound, variable: LocalId, end: Pc, salt: u64) {
        let body = Pc(self.pc.0 + 1);
        for id in self.enabled.lanes() {
            let lane = &mut self.lanes[id.index()];
            lane.pc = body;
            lane.status = LaneStatus::Waiting;
            lane.locals.fill(None);
            lane.locals[usize::from(variable.0)] = Some(Bits::known(u64::from(id.0)));
        }
        let turns = Turns::new(&bound.schedule, self.enabled, salt);
        self.foreach = Some(Foreach { end, turns, atomic_accesses: false });
    }
}
