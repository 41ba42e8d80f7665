//! The machine that runs: one micro-step at a time, and nothing else changes its state.

use super::active::{Active, Passed, Stage, Thread, Turn, next};
use super::eval::{Eval, Outcome, Planned};
use super::mask::{self, Mask};
use super::record::{Brief, By, Done, Everything, Last, Nothing, Observer, Recorder, Wants};
use super::slots::Slots;
use super::{Bound, Scenario};
use crate::base::{Bits, LaneId, LaneMask};
use crate::machine::State;
use crate::semantics::{FlatKind, FlatStatement};
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
    slots: Slots<Bits>,
    plain_slots: Slots<u64>,
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
        Self {
            state: scenario.initial.clone(),
            steps: 0,
            work: 0,
            active: None,
            halted: None,
            slots: Slots::default(),
            plain_slots: Slots::default(),
        }
    }

    /// Goes on until so many micro-steps have been done, or so many expressions evaluated. Returns whether there was as much
    /// to do.
    pub fn go<O: Observer>(&mut self, scenario: &Scenario, until: u32, work: u64, observer: &mut O) -> bool {
        while self.steps < until && self.work < work {
            if !self.plain_steps(scenario, until, work, observer)
                && self.advance(scenario, observer).is_none()
            {
                return false;
            }
        }
        true
    }

    /// Does plain steps of the lane whose turn it is, as many as follow each other: those in which nothing rare happens and
    /// all that is computed with is defined. Returns whether there was any. These are most steps of most runs.
    pub fn plain_steps<O: Observer>(
        &mut self,
        scenario: &Scenario,
        until: u32,
        work: u64,
        observer: &mut O,
    ) -> bool {
        let first = self.steps;
        let is_running = self.halted.is_none();
        let in_body = |active: &&mut Active| is_running && active.stage == Stage::Body;
        let Some(active) = self.active.as_mut().filter(in_body) else { return false };
        let (instruction, enabled) = (active.instruction, active.enabled);
        let predicate = active.predicate.unwrap_or(LaneMask(u32::MAX));
        let id = active.current_lane();
        let Some(Turn { lane, locals, uniform, latched, foreach }) = active.turn() else { return false };
        let bound = &scenario.program[instruction];
        let code = &bound.code.flat;
        let slots = self.plain_slots.of(instruction, code);
        let latched = (!bound.memory.live_sources).then_some(latched);
        loop {
            let statement = code.statement(lane.pc);
            match foreach.pass(lane, statement) {
                Passed::Step => {}
                Passed::Statement => continue,
                Passed::Turn | Passed::Lane => break,
            }
            if !statement.is_plain || self.steps >= until || self.work >= work {
                break;
            }
            let (state, locals_now) = (&self.state, &*locals);
            let eval =
                Eval { scenario, bound, state, latched, enabled, predicate, locals: locals_now, uniform };
            let mut outcome = Outcome::new();
            let evaluated = eval.statement(statement, slots, &mut outcome, &mut Nothing);
            if evaluated.is_none() || outcome.is_rare {
                break;
            }
            let thread = Thread { lane: Some(&mut *lane), locals: &mut *locals };
            carry_out(&mut self.state, thread, bound, statement, &outcome, &mut Nothing);
            self.work += outcome.work;
            foreach.turns.accessed |= statement.accesses_memory;
            lane.pc = next(lane.pc, statement, outcome.value.value & 1 == 1);
            if O::WANTS != Wants::Nothing {
                // A program has at most 1,000 instructions.
                let (step, instruction) = (self.steps, instruction as u32);
                note(
                    observer,
                    By { step, instruction, lane: id, in_atomic: foreach.turns.in_atomic },
                    &outcome,
                );
            }
            self.steps += 1;
        }
        if self.steps > first {
            self.settle(bound, self.steps - 1);
        }
        self.steps > first
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
        if O::WANTS != Wants::Nothing {
            let (enabled, off, undefined) = (mask.enabled, mask.off.to_vec(), mask.undefined);
            everything.effect(|| Effect::Mask { enabled, off, undefined });
        }
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
        self.settle(bound, self.steps);
        let mut everything = Everything::default();
        if O::WANTS != Wants::Nothing {
            everything.effect(|| Effect::Latch);
        }
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
    #[inline]
    fn statement<O: Observer>(&mut self, scenario: &Scenario, bound: &Bound, observer: &mut O) -> Done {
        let active = self.active.as_ref().expect("an instruction is under way");
        let lane = active.current_lane();
        let pc = active.pc(lane);
        let statement = bound.code.flat.statement(pc);
        let by = By {
            step: self.steps,
            // A program has at most 1,000 instructions.
            instruction: active.instruction as u32,
            lane,
            in_atomic: active.foreach.as_ref().is_some_and(|foreach| foreach.turns.in_atomic),
        };
        let mut outcome = Outcome::new();
        if O::WANTS != Wants::Everything {
            self.evaluate(scenario, bound, lane, statement, &mut outcome, &mut Nothing);
            if O::WANTS == Wants::Nothing || !outcome.is_rare {
                let phase = self.conclude(bound, lane, statement, &outcome, &mut Nothing);
                if O::WANTS != Wants::Nothing {
                    note(observer, by, &outcome);
                }
                return Done { instruction: by.instruction, lane, phase };
            }
            outcome = Outcome::new();
        }
        let mut everything = Everything::default();
        self.evaluate(scenario, bound, lane, statement, &mut outcome, &mut everything);
        let phase = self.conclude(bound, lane, statement, &outcome, &mut everything);
        let site = bound.code.statement(pc).site;
        observer.whole(by, everything.micro_step(by, phase, Some(site)));
        Done { instruction: by.instruction, lane, phase }
    }

    /// What a statement comes to, and what it decides to store.
    #[inline]
    fn evaluate<R: Recorder>(
        &mut self,
        scenario: &Scenario,
        bound: &Bound,
        lane: Option<LaneId>,
        statement: &FlatStatement,
        outcome: &mut Outcome,
        recorder: &mut R,
    ) {
        let active = self.active.as_ref().expect("an instruction is under way");
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
        let evaluated = eval.statement(statement, slots, outcome, recorder);
        debug_assert!(evaluated.is_some(), "bits hold any value");
    }

    /// Carries out what a statement decided, and moves on. Returns the most telling thing that the statement did.
    fn conclude<R: Recorder>(
        &mut self,
        bound: &Bound,
        lane: Option<LaneId>,
        statement: &FlatStatement,
        outcome: &Outcome,
        recorder: &mut R,
    ) -> Phase {
        self.work += outcome.work;
        let active = self.active.as_mut().expect("an instruction is under way");
        let phase = carry_out(&mut self.state, active.thread(lane), bound, statement, outcome, recorder);
        active.go_on(lane, statement, outcome.value.value & 1 == 1);
        if outcome.is_misaligned && bound.memory.misaligned == Misaligned::Fault {
            self.halted = Some(Halt::Misaligned);
        } else {
            self.settle(bound, self.steps);
        }
        phase
    }

    /// Moves on over everything that is no micro-step, so that it is settled who does what next. That ends: only a loop
    /// jumps back, and its condition is a micro-step. `step` is the last that was done, by which drawn turns differ.
    pub fn settle(&mut self, bound: &Bound, step: u32) {
        let salt = u64::from(step);
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

/// Carries out what a statement of a thread decided. Returns the most telling thing that the statement did.
#[inline]
fn carry_out<R: Recorder>(
    state: &mut State,
    Thread { lane, locals }: Thread<'_>,
    bound: &Bound,
    statement: &FlatStatement,
    outcome: &Outcome,
    recorder: &mut R,
) -> Phase {
    if let (Some((_, result)), Some(local)) = (outcome.modified, bound.code.result) {
        locals[usize::from(local.0)] = Some(result);
    }
    let mut phase = outcome.phase;
    match &outcome.planned {
        Planned::Nothing => {
            if !statement.is_address {
                phase = phase.max(Phase::Compute);
            }
            if let FlatKind::Local(local) = statement.kind {
                let after = outcome.value;
                let before = locals[usize::from(local.0)].replace(after).unwrap_or(Bits::UNDEFINED);
                recorder.effect(|| {
                    let local = &bound.code.locals[usize::from(local.0)];
                    Effect::Local { name: local.name.clone(), ty: local.ty, before, after }
                });
            }
        }
        Planned::Write(access, value) => {
            phase = Phase::Write;
            write(state, *access, *value, recorder);
        }
        Planned::Return { operand, parts, ty, value } => {
            phase = Phase::Return;
            let (operand, ty) = (*operand, *ty);
            if parts[0].is_none() {
                let (before, after) = (Bits::UNDEFINED, *value);
                recorder.effect(|| Effect::Return { operand, place: None, ty, before, after });
            }
            for (place, after) in parts.iter().copied().flatten() {
                let before = state.read(place);
                state.write(place, after);
                recorder.effect(|| Effect::Return { operand, place: Some(place), ty, before, after });
            }
        }
    }
    if let Some(lane) = lane {
        lane.note(phase, outcome);
    }
    phase
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

/// Hands a statement over as the log of a run sees it, if it goes beyond the lane's own values.
#[inline]
fn note<O: Observer>(observer: &mut O, by: By, outcome: &Outcome) {
    let read = outcome.read.as_ref().map(|(access, _)| access);
    match &outcome.planned {
        Planned::Write(access, value) => {
            observer.brief(&Brief { by, read, written: Some((access, *value)), returned: None });
        }
        Planned::Return { parts, .. } => {
            observer.brief(&Brief { by, read, written: None, returned: Some(parts) });
        }
        _ if read.is_some() => observer.brief(&Brief { by, read, written: None, returned: None }),
        _ => {}
    }
}
