//! The machine: it executes one micro-step at a time, and nothing else changes its state.

use super::active::{Active, Stage};
use super::effects::ObservedStatement;
use super::eval::{Evaluator, InstructionContext, StatementOutcome};
use super::fast_path::{FastPath, StepLimits};
use super::fork::Fork;
use super::mask::{self, Mask};
use super::recorder::{
    FullRecord, LastStep, NoObserver, NoRecord, Observer, Recorder, StepId, StepSummary, Wants,
};
use super::scenario::{Bound, Scenario};
use super::scratch::Scratch;
use crate::base::{Bits, LaneId, LaneMask};
use crate::machine::State;
use crate::semantics::{FlatStatement, Pc};
use crate::spec::Misaligned;
use crate::trace::{Effect, MicroStep, OffReason, Phase};

/// The machine between two micro-steps.
#[derive(Clone, Debug)]
pub(super) struct Vm {
    /// The contents of memory.
    pub state: State,
    /// The number of executed micro-steps.
    pub steps: u32,
    /// The number of evaluated expressions.
    pub work: u64,
    /// The current instruction, or the last one if it is done.
    pub active: Option<Active>,
    /// Why the machine has stopped before the end of the program.
    pub halted: Option<Halt>,
    /// Whether steps may take the fast path, which changes no result.
    pub has_fast_path: bool,
    scratch: Scratch<Bits>,
    pub fast_scratch: Scratch<u64>,
}

/// The reason why a machine stops before the end of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// A misaligned access of one of these lanes, under an interpretation that makes it an error.
    Misaligned(LaneMask),
    /// A trap.
    Trap,
    /// These lanes wait forever: no remaining lane can change what they read.
    GaveUp(LaneMask),
}

impl Vm {
    /// Creates a machine before the first micro-step.
    pub fn new(scenario: &Scenario) -> Self {
        Self {
            state: scenario.initial.clone(),
            steps: 0,
            work: 0,
            active: None,
            halted: None,
            has_fast_path: true,
            scratch: Scratch::default(),
            fast_scratch: Scratch::default(),
        }
    }

    /// Executes micro-steps up to the total `until`, or up to `work` evaluated expressions. Returns `false` at the end of the
    /// program.
    pub fn go<O: Observer>(&mut self, scenario: &Scenario, until: u32, work: u64, observer: &mut O) -> bool {
        let end = StepLimits { steps: until, work };
        while self.steps < until && self.work < work {
            if !self.fast_steps(scenario, end, observer) && self.advance(scenario, observer).is_none() {
                return false;
            }
        }
        true
    }

    /// Executes the next micro-step and returns its full record; `None` at the end.
    pub fn step(&mut self, scenario: &Scenario) -> Option<MicroStep> {
        let mut last = LastStep::default();
        self.advance(scenario, &mut last)?;
        last.0
    }

    /// Executes the next micro-step; `None` at the end.
    pub fn advance<O: Observer>(&mut self, scenario: &Scenario, observer: &mut O) -> Option<StepSummary> {
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

    /// Executes the first step of an instruction, which computes the mask.
    fn begin<O: Observer>(
        &mut self,
        scenario: &Scenario,
        bound: &Bound,
        instruction: usize,
        observer: &mut O,
    ) -> StepSummary {
        self.scratch.begin();
        self.fast_scratch.begin();
        let mask = Mask::new(&self.state, scenario, bound);
        let mut record = FullRecord::default();
        if O::WANTS != Wants::Nothing {
            let (enabled, off, undefined) = (mask.enabled, mask.off.to_vec(), mask.undefined);
            record.effect(|| Effect::Mask { enabled, off, undefined });
        }
        // Copies the sources before elements of a destination among them become undefined.
        match &mut self.active {
            Some(active) => active.begin(instruction, bound, &mask, &self.state),
            none => none.insert(Active::default()).begin(instruction, bound, &mask, &self.state),
        }
        let is_predicated_off =
            |lane: LaneId| mask.predicate.is_some_and(|bits| !bits.contains(lane.index()));
        let forgets = |&&(lane, reason): &&(LaneId, OffReason)| {
            bound.memory.off_lanes_undefined
                || bound.memory.helper_lanes_undefined
                    && reason == OffReason::Helper
                    && !is_predicated_off(lane)
        };
        for &off in mask.off.iter().filter(forgets) {
            mask::forget(&mut self.state, bound, off, &mut record);
        }
        self.whole_step(instruction, Phase::Mask, record, observer)
    }

    /// Executes the second step, which latches the sources. They were copied when the instruction began, and the mask step is the
    /// only step since.
    fn latch<O: Observer>(&mut self, bound: &Bound, observer: &mut O) -> StepSummary {
        let active = self.active.as_mut().expect("an instruction is under way");
        active.stage = Stage::Body;
        let (instruction, enabled) = (active.instruction, active.enabled);
        self.advance_to_step(bound, self.steps);
        let mut record = FullRecord::default();
        if O::WANTS != Wants::Nothing {
            record.effect(|| Effect::Latch { enabled });
        }
        self.whole_step(instruction, Phase::Latch, record, observer)
    }

    /// Reports a step of the whole instruction.
    fn whole_step<O: Observer>(
        &self,
        instruction: usize,
        phase: Phase,
        record: FullRecord,
        observer: &mut O,
    ) -> StepSummary {
        // A program has at most 1,000 instructions.
        let (step, instruction, pc) = (self.steps, instruction as u32, Pc::default());
        let by = StepId { step, instruction, lane: None, pc, in_atomic: false };
        if O::WANTS != Wants::Nothing {
            observer.full_record(by, record.micro_step(by, phase, None));
        }
        StepSummary { instruction: by.instruction, lane: None, phase }
    }

    /// Executes a step of the body: the next statement of the current thread. If the observer wants reportable steps only, such a
    /// statement is executed a second time, with a full record. The first time changed nothing.
    #[inline]
    fn statement<O: Observer>(
        &mut self,
        scenario: &Scenario,
        bound: &Bound,
        observer: &mut O,
    ) -> StepSummary {
        let active = self.active.as_ref().expect("an instruction is under way");
        let lane = active.current_lane();
        let pc = active.pc(lane);
        let statement = bound.code.flat.statement(pc);
        let by = StepId {
            step: self.steps,
            // A program has at most 1,000 instructions.
            instruction: active.instruction as u32,
            lane,
            pc,
            in_atomic: active.foreach.as_ref().is_some_and(|foreach| foreach.scheduler.in_atomic),
        };
        if O::WANTS != Wants::Everything {
            let declines_reportable = O::WANTS == Wants::Reportable;
            let observation = ObservedStatement { observer: &mut *observer, by, declines_reportable };
            if let Some(phase) = self.execute(scenario, bound, statement, &mut NoRecord, observation) {
                return StepSummary { instruction: by.instruction, lane, phase };
            }
        }
        let mut record = FullRecord::default();
        let observation = ObservedStatement { observer: &mut NoObserver, by, declines_reportable: false };
        let phase = self.execute(scenario, bound, statement, &mut record, observation);
        let phase = phase.expect("bits hold any value, and nothing is left alone");
        let site = bound.code.statement(pc).site;
        observer.full_record(by, record.micro_step(by, phase, Some(site)));
        StepSummary { instruction: by.instruction, lane, phase }
    }

    /// Evaluates a statement, applies its effects and moves the thread on. Returns the most significant phase of what it did.
    /// Changes nothing and returns `None` if the observation declines reportable statements and this is one.
    fn execute<R: Recorder, O: Observer>(
        &mut self,
        scenario: &Scenario,
        bound: &Bound,
        statement: &FlatStatement,
        recorder: &mut R,
        observation: ObservedStatement<'_, O>,
    ) -> Option<Phase> {
        let lane = observation.by.lane;
        let active = self.active.as_mut().expect("an instruction is under way");
        let latched = std::mem::take(&mut active.latched);
        let eval = InstructionContext::new(scenario, bound, active, &latched);
        let scratch = self.scratch.for_instruction(&scenario.layout, active.instruction, bound);
        let mut evaluator =
            Evaluator { eval, scratch, outcome: StatementOutcome::new(statement.work), recorder };
        let changes = active.changes(lane, &mut self.state);
        let value = evaluator.value(statement, changes.now());
        let value = value.expect("bits hold any value");
        let phase = evaluator.apply(statement, value, changes, observation);
        let StatementOutcome { work, is_misaligned, has_changed, .. } = evaluator.outcome;
        active.latched = latched;
        active.rounds.has_changed |= has_changed;
        let phase = phase?;
        self.work += work;
        active.go_on(lane, statement, value.value & 1 == 1);
        if is_misaligned && bound.memory.misaligned == Misaligned::Fault {
            self.halted = Some(Halt::Misaligned(lane.into_iter().collect()));
        } else {
            self.advance_or_halt(scenario, bound, self.steps);
        }
        Some(phase)
    }

    /// Advances to the next micro-step. If a check is due, halts if every remaining lane waits for another: then no order of turns
    /// changes anything.
    pub fn advance_or_halt(&mut self, scenario: &Scenario, bound: &Bound, step: u32) {
        self.advance_to_step(bound, step);
        if !self.active.as_ref().is_some_and(Active::is_wait_check_due) {
            return;
        }
        let fork = Fork::between_turns(self.clone());
        if fork.all_wait(scenario) {
            self.halted = Some(Halt::GaveUp(fork.waiting()));
            return;
        }
        if let Some(foreach) = self.active.as_mut().and_then(|active| active.foreach.as_mut()) {
            foreach.scheduler.postpone_wait_check();
        }
        self.advance_to_step(bound, step);
    }

    /// Moves past everything that is not a micro-step, up to the next micro-step. Halts if the uniform thread goes round for ever.
    /// This terminates: only a loop jumps back, and its condition is a micro-step. `step` is the last executed step, which salts
    /// seeded turns.
    pub fn advance_to_step(&mut self, bound: &Bound, step: u32) {
        let salt = u64::from(step);
        let active = self.active.as_mut().expect("an instruction is under way");
        loop {
            let is_at_step = active.pass_statement(bound, salt);
            if active.foreach.is_none() && active.has_trapped() {
                self.halted = Some(Halt::Trap);
                return;
            }
            if active.rounds.is_endless {
                self.halted = Some(Halt::GaveUp(active.enabled));
                return;
            }
            if is_at_step {
                return;
            }
        }
    }
}

impl Vm {
    /// Executes the rest of the current turn and the turns after it, up to a step for the general path. Returns whether there was
    /// a fast step.
    pub(super) fn fast_steps<O: Observer>(
        &mut self,
        scenario: &Scenario,
        until: StepLimits,
        observer: &mut O,
    ) -> bool {
        let first = self.steps;
        let is_running = self.halted.is_none() && self.has_fast_path;
        let in_body = |active: &&mut Active| is_running && active.stage == Stage::Body;
        let Some(active) = self.active.as_mut().filter(in_body) else { return false };
        let bound = &scenario.program[active.instruction];
        // The latched sources do not change during an instruction, so they can be moved out for the batch.
        let latched = std::mem::take(&mut active.latched);
        let eval = InstructionContext::new(scenario, bound, active, &latched);
        let scratch = self.fast_scratch.for_instruction(&scenario.layout, active.instruction, bound);
        let mut fast = FastPath {
            evaluator: Evaluator {
                eval,
                scratch,
                outcome: StatementOutcome::new(0),
                recorder: &mut NoRecord,
            },
            state: &mut self.state,
            observer,
            // A program has at most 1,000 instructions.
            instruction: active.instruction as u32,
            steps: first,
            work: self.work,
            has_changed: false,
            until,
        };
        while let Some(turn) = active.turn() {
            let Some(is_done) = fast.turn(turn) else { break };
            active.end_turn(is_done);
            if active.is_open || active.is_wait_check_due() || !active.give_turn() {
                break;
            }
        }
        (self.steps, self.work) = (fast.steps, fast.work);
        active.rounds.has_changed |= fast.has_changed;
        active.latched = latched;
        if self.steps > first {
            self.advance_or_halt(scenario, bound, self.steps - 1);
        }
        self.steps > first
    }
}
