//! The machine: it executes one micro-step at a time, and nothing else changes its state.

use super::active::{Active, Stage};
use super::evaluate::{Evaluator, Inputs};
use super::mask::{self, Mask};
use super::scenario::{Bound, Scenario};
use super::step::{Recording, StepId, StepOutcome};
use crate::base::{Bits, LaneId, LaneMask};
use crate::machine::{Place, State};
use crate::semantics::Pc;
use crate::spec::Misaligned;
use crate::trace::{AccessKind, Effect, MicroStep, OffReason, Phase};
use smallvec::SmallVec;

/// The maximum number of turns, and of steps in one turn, in which a lane's waiting loop is recognized.
const WAITING_TURNS: usize = 64;
const WAITING_STEPS: u32 = 1000;

/// The machine between two micro-steps.
#[derive(Clone, Debug)]
pub(super) struct Vm {
    pub state: State,
    pub steps: u32,
    /// The number of evaluated expressions.
    pub work: u64,
    /// The current instruction, or the last one if it is done.
    pub active: Option<Active>,
    /// Why the machine has stopped before the end of the program.
    pub halted: Option<Halt>,
    pub last: StepOutcome,
}

/// The reason why a machine stops before the end of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// A misaligned access of one of these lanes, under an interpretation that makes it an error.
    Misaligned(LaneMask),
    Trap,
    /// These lanes wait forever: no remaining lane can change what they read.
    GaveUp(LaneMask),
}

impl Vm {
    pub fn new(scenario: &Scenario) -> Self {
        Self {
            state: scenario.initial.clone(),
            steps: 0,
            work: 0,
            active: None,
            halted: None,
            last: StepOutcome::default(),
        }
    }

    /// Executes micro-steps up to the total `steps`, or up to `work` evaluated expressions. Returns `false` at the end of the
    /// program.
    pub fn run_to(&mut self, scenario: &Scenario, steps: u32, work: u64) -> bool {
        while self.steps < steps && self.work < work {
            if !self.advance(scenario, Recording::Nothing) {
                return false;
            }
        }
        true
    }

    /// Executes the next micro-step and returns its full record; `None` at the end.
    pub fn record_step(&mut self, scenario: &Scenario) -> Option<MicroStep> {
        let has_advanced = self.advance(scenario, Recording::Everything);
        let record = self.last.record.take().filter(|_| has_advanced)?;
        Some(*record)
    }

    /// Executes the next micro-step. Returns `false` at the end.
    pub fn advance(&mut self, scenario: &Scenario, recording: Recording) -> bool {
        if self.halted.is_some() {
            return false;
        }
        match &self.active {
            Some(active) if active.stage != Stage::Done => {
                let bound = &scenario.program[active.instruction];
                match active.stage {
                    Stage::Masked => self.latch_sources(bound, recording),
                    _ => self.execute_statement(scenario, bound, recording),
                }
            }
            active => {
                let next = active.as_ref().map_or(0, |active| active.instruction + 1);
                let Some(bound) = scenario.program.get(next) else { return false };
                self.begin_instruction(scenario, bound, next, recording);
            }
        }
        self.steps += 1;
        true
    }

    /// Executes the first step of an instruction, which computes the mask.
    #[cold]
    fn begin_instruction(
        &mut self,
        scenario: &Scenario,
        bound: &Bound,
        instruction: usize,
        recording: Recording,
    ) {
        let mask = Mask::new(&self.state, scenario, bound);
        self.begin_whole_step(instruction, Phase::Mask, recording);
        let (enabled, undefined) = (mask.enabled, mask.undefined);
        self.last.is_undefined = !undefined.is_empty();
        self.last.add_effect(|| Effect::Mask { enabled, off: mask.off.to_vec(), undefined });
        // Copies the sources before elements of a destination among them become undefined.
        let active = self.active.get_or_insert_with(Active::default);
        active.begin(instruction, bound, &mask, &self.state);
        let is_predicated_off =
            |lane: LaneId| mask.predicate.is_some_and(|bits| !bits.contains(lane.index()));
        let forgets = |&&(lane, reason): &&(LaneId, OffReason)| {
            bound.memory.off_lanes_undefined
                || bound.memory.helper_lanes_undefined
                    && reason == OffReason::Helper
                    && !is_predicated_off(lane)
        };
        for &off in mask.off.iter().filter(forgets) {
            mask::forget(&mut self.state, bound, off, &mut self.last);
        }
    }

    /// Executes the second step, which latches the sources. They were copied when the instruction began, and the mask step is the
    /// only step since.
    #[cold]
    fn latch_sources(&mut self, bound: &Bound, recording: Recording) {
        let active = self.active.as_mut().expect("an instruction is under way");
        active.stage = Stage::Body;
        let (instruction, enabled) = (active.instruction, active.enabled);
        self.advance_to_step(bound);
        self.begin_whole_step(instruction, Phase::Latch, recording);
        self.last.add_effect(|| Effect::Latch { enabled });
    }

    /// Begins a step of the whole instruction, which is always reportable.
    fn begin_whole_step(&mut self, instruction: usize, phase: Phase, recording: Recording) {
        let by = StepId {
            step: self.steps,
            // A program has at most 1,000 instructions.
            instruction: instruction as u32,
            lane: None,
            pc: Pc::default(),
            block: None,
        };
        self.last.begin(by, None, recording.includes(true));
        self.last.set_phase(phase);
    }

    /// Executes a step of the body: the next statement of the current thread. A statement to be recorded is evaluated a second
    /// time; evaluation changes nothing.
    fn execute_statement(&mut self, scenario: &Scenario, bound: &Bound, recording: Recording) {
        let active = self.active.as_ref().expect("an instruction is under way");
        let lane = active.current_lane();
        let pc = active.pc(lane);
        let statement = bound.code.statement(pc);
        let by = StepId {
            step: self.steps,
            // A program has at most 1,000 instructions.
            instruction: active.instruction as u32,
            lane,
            pc,
            block: active.block(),
        };
        let thread = Some(active.inputs(lane, bound));
        let inputs = Inputs { scenario, state: &self.state, operands: &bound.operands, thread };
        let outcome = &mut self.last;
        outcome.begin(by, Some(statement.site), recording.includes(false));
        let mut change = Evaluator::for_statement(&bound.code, &inputs, outcome).plan_change(statement);
        if outcome.record.is_none() && recording.includes(outcome.is_reportable || outcome.is_undefined) {
            outcome.begin(by, Some(statement.site), true);
            change = Evaluator::for_statement(&bound.code, &inputs, outcome).plan_change(statement);
        }
        let active = self.active.as_mut().expect("an instruction is under way");
        let mut thread = active.thread_mut(lane, &mut self.state);
        thread.apply_change(bound, statement, change, outcome);
        self.work += outcome.work;
        active.rounds.has_changed |= outcome.has_changed;
        if lane.is_none() {
            active.rounds.reads.extend(outcome.effective(AccessKind::Read).map(|access| access.place));
        }
        active.pass_step(lane, statement, change.holds());
        if outcome.is_misaligned && bound.memory.misaligned == Misaligned::Fault {
            self.halted = Some(Halt::Misaligned(lane.into_iter().collect()));
        } else {
            self.advance_or_halt(scenario, bound);
        }
    }

    /// Advances to the next micro-step. If a check is due, halts if every remaining lane waits for another: then no order of turns
    /// changes anything.
    fn advance_or_halt(&mut self, scenario: &Scenario, bound: &Bound) {
        self.advance_to_step(bound);
        if !self.active.as_ref().is_some_and(Active::is_wait_check_due) {
            return;
        }
        if self.all_wait(scenario) {
            self.halted = Some(Halt::GaveUp(self.running_lanes()));
            return;
        }
        if let Some(scheduler) = self.active.as_mut().and_then(|active| active.scheduler.as_mut()) {
            scheduler.postpone_wait_check();
        }
        self.advance_to_step(bound);
    }

    /// Moves past everything that is not a micro-step, up to the next micro-step. Halts if the uniform thread goes round for ever.
    /// This terminates: only a loop jumps back, and its condition is a micro-step.
    pub fn advance_to_step(&mut self, bound: &Bound) {
        // The last executed step, which salts seeded turns.
        let salt = u64::from(self.steps);
        let active = self.active.as_mut().expect("an instruction is under way");
        loop {
            let is_at_step = active.pass_statement(bound, salt);
            if active.scheduler.is_none() && active.has_trapped() {
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

/// Turns of chosen lanes.
impl Vm {
    /// Lets the caller choose the lane of each turn from now on. The machine then pauses between two turns.
    pub fn open_turns(&mut self) {
        if let Some(active) = &mut self.active {
            active.is_open = true;
        }
    }

    /// Returns the lanes that are not done in the current `foreach_active`.
    pub fn running_lanes(&self) -> LaneMask {
        let scheduler = self.active.as_ref().and_then(|active| active.scheduler.as_ref());
        scheduler.map_or(LaneMask::default(), |scheduler| scheduler.running)
    }

    /// Gives a lane the next turn, unless it has the turn already.
    pub fn give_turn_to(&mut self, bound: &Bound, lane: LaneId) {
        let Some(active) = self.active.as_mut().filter(|active| active.current_lane() != Some(lane)) else {
            return;
        };
        if let Some(scheduler) = &mut active.scheduler {
            scheduler.give_turn_to(lane.0);
        }
        self.advance_to_step(bound);
    }

    /// Returns whether a lane has the turn, and the machine can continue.
    pub fn is_in_turn(&self) -> bool {
        self.halted.is_none() && self.active.as_ref().is_some_and(|active| active.current_lane().is_some())
    }

    /// Returns whether every lane that is not done returns to an earlier position without changing memory. If so, no order of
    /// turns ever changes anything.
    pub fn all_wait(&self, scenario: &Scenario) -> bool {
        let mut open = self.clone();
        open.open_turns();
        let mut reads = Vec::new();
        self.running_lanes().lanes().all(|lane| open.clone().returns_to_position(scenario, lane, &mut reads))
    }

    /// Returns the places that lanes read which wait forever. The machine has stopped because of them.
    pub fn waited_for(&self, scenario: &Scenario) -> Vec<Place> {
        let Some(active) = self.active.as_ref() else { return Vec::new() };
        if active.scheduler.is_none() {
            return active.rounds.reads.to_vec();
        }
        let mut open = Self { halted: None, ..self.clone() };
        open.open_turns();
        let mut reads = Vec::new();
        for lane in self.running_lanes().lanes() {
            open.clone().returns_to_position(scenario, lane, &mut reads);
        }
        reads
    }

    /// Returns whether a lane returns to an earlier position without changing memory. Adds the places that it reads until then.
    fn returns_to_position(mut self, scenario: &Scenario, lane: LaneId, reads: &mut Vec<Place>) -> bool {
        let Some(active) = &self.active else { return false };
        let (before, loops, bound) =
            (self.state.clone(), active.loops, &scenario.program[active.instruction]);
        // The lane's position after 1, 2, 4, 8, ... turns: Brent's cycle detection.
        let mut earlier: Option<(Pc, SmallVec<[Option<Bits>; 16]>)> = None;
        for turns in 1..=WAITING_TURNS {
            self.give_turn_to(bound, lane);
            let end = self.steps.saturating_add(WAITING_STEPS);
            while self.is_in_turn() {
                if self.steps >= end {
                    return false;
                }
                self.advance(scenario, Recording::Nothing);
                reads.extend(self.last.effective(AccessKind::Read).map(|access| access.place));
            }
            let Some(active) = self.active.as_ref().filter(|active| active.loops == loops) else {
                return false;
            };
            let has_more_turns = self.running_lanes().contains(lane.index());
            if !has_more_turns || self.halted.is_some() || self.state != before {
                return false;
            }
            let (pc, locals) = (active.pc(Some(lane)), active.locals(Some(lane)));
            if earlier.as_ref().is_some_and(|(at, known)| *at == pc && known[..] == *locals) {
                return true;
            }
            if turns.is_power_of_two() {
                earlier = Some((pc, locals.into()));
            }
        }
        false
    }
}
