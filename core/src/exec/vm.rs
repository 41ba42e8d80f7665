//! The machine: it executes one micro-step at a time, and nothing else changes its state.

use super::active::{Active, Stage};
use super::carry_out::Looks;
use super::eval::{Eval, Evaluation, Outcome};
use super::fork::Fork;
use super::mask::{self, Mask};
use super::plain::Until;
use super::record::{By, Done, Everything, Last, Nobody, Nothing, Observer, Recorder, Wants};
use super::slots::Slots;
use super::{Bound, Scenario};
use crate::base::{Bits, LaneMask};
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
    /// The instruction under way, or the last one if it is done.
    pub active: Option<Active>,
    /// Why the machine has stopped before the end of the program.
    pub halted: Option<Halt>,
    slots: Slots<Bits>,
    pub plain_slots: Slots<u64>,
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
            slots: Slots::default(),
            plain_slots: Slots::default(),
        }
    }

    /// Executes micro-steps up to the total `until`, or up to `work` evaluated expressions. Returns `false` at the end of the
    /// program.
    pub fn go<O: Observer>(&mut self, scenario: &Scenario, until: u32, work: u64, observer: &mut O) -> bool {
        let end = Until { steps: until, work };
        while self.steps < until && self.work < work {
            if !self.plain_steps(scenario, end, observer) && self.advance(scenario, observer).is_none() {
                return false;
            }
        }
        true
    }

    /// Executes the next micro-step and returns its full record; `None` at the end.
    pub fn step(&mut self, scenario: &Scenario) -> Option<MicroStep> {
        let mut last = Last::default();
        self.advance(scenario, &mut last)?;
        last.0
    }

    /// Executes the next micro-step; `None` at the end.
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

    /// Executes the first step of an instruction, which computes the mask.
    fn begin<O: Observer>(
        &mut self,
        scenario: &Scenario,
        bound: &Bound,
        instruction: usize,
        observer: &mut O,
    ) -> Done {
        self.slots.begin();
        self.plain_slots.begin();
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

    /// Executes the second step, which latches the sources. They were copied when the instruction began, and the mask step is the
    /// only step since.
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

    /// Reports a step of the whole instruction.
    fn whole_step<O: Observer>(
        &self,
        instruction: usize,
        phase: Phase,
        everything: Everything,
        observer: &mut O,
    ) -> Done {
        // A program has at most 1,000 instructions.
        let (step, instruction, pc) = (self.steps, instruction as u32, Pc::default());
        let by = By { step, instruction, lane: None, pc, in_atomic: false };
        if O::WANTS != Wants::Nothing {
            observer.whole(by, everything.micro_step(by, phase, None));
        }
        Done { instruction: by.instruction, lane: None, phase }
    }

    /// Executes a step of the body: the statement at which the machine has settled. If the observer wants rare steps, a statement
    /// in which something rare happens is evaluated again with a full record, before anything has changed.
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
            pc,
            in_atomic: active.foreach.as_ref().is_some_and(|foreach| foreach.turns.in_atomic),
        };
        if O::WANTS != Wants::Everything {
            let leaves_rare = O::WANTS == Wants::Rare;
            let looks = Looks { observer: &mut *observer, by, leaves_rare };
            if let Some(phase) = self.carry_out(scenario, bound, statement, &mut Nothing, looks) {
                return Done { instruction: by.instruction, lane, phase };
            }
        }
        let mut everything = Everything::default();
        let looks = Looks { observer: &mut Nobody, by, leaves_rare: false };
        let phase = self.carry_out(scenario, bound, statement, &mut everything, looks);
        let phase = phase.expect("bits hold any value, and nothing is left alone");
        let site = bound.code.statement(pc).site;
        observer.whole(by, everything.micro_step(by, phase, Some(site)));
        Done { instruction: by.instruction, lane, phase }
    }

    /// Evaluates a statement, carries it out and moves the thread on. Returns the most significant phase of what it did; `None`,
    /// before anything changes, if something rare happens and `looks.leaves_rare` is set.
    fn carry_out<R: Recorder, O: Observer>(
        &mut self,
        scenario: &Scenario,
        bound: &Bound,
        statement: &FlatStatement,
        recorder: &mut R,
        looks: Looks<'_, O>,
    ) -> Option<Phase> {
        let lane = looks.by.lane;
        let active = self.active.as_mut().expect("an instruction is under way");
        let latched = std::mem::take(&mut active.latched);
        let eval = Eval::of(scenario, bound, active, &latched);
        let slots = self.slots.of(&scenario.layout, active.instruction, bound);
        let mut evaluation = Evaluation { eval, slots, outcome: Outcome::new(statement.work), recorder };
        let changes = active.changes(lane, &mut self.state);
        let value = evaluation.value(statement, changes.now());
        let value = value.expect("bits hold any value");
        let phase = evaluation.carry_out(statement, value, changes, looks);
        let Outcome { work, is_misaligned, .. } = evaluation.outcome;
        active.latched = latched;
        let phase = phase?;
        self.work += work;
        active.go_on(lane, statement, value.value & 1 == 1);
        if is_misaligned && bound.memory.misaligned == Misaligned::Fault {
            self.halted = Some(Halt::Misaligned(lane.into_iter().collect()));
        } else {
            self.settle_or_stop(scenario, bound, self.steps);
        }
        Some(phase)
    }

    /// Settles the machine. If a check is due, stops it if every remaining lane waits for another: then no order of turns changes
    /// anything.
    pub fn settle_or_stop(&mut self, scenario: &Scenario, bound: &Bound, step: u32) {
        self.settle(bound, step);
        if !self.active.as_ref().is_some_and(Active::is_look_due) {
            return;
        }
        let fork = Fork::between_turns(self.clone());
        if fork.all_wait(scenario) {
            self.halted = Some(Halt::GaveUp(fork.waiting()));
            return;
        }
        if let Some(foreach) = self.active.as_mut().and_then(|active| active.foreach.as_mut()) {
            foreach.turns.look_later();
        }
        self.settle(bound, step);
    }

    /// Moves past everything that is not a micro-step, up to the next micro-step. This terminates: only a loop jumps back, and its
    /// condition is a micro-step. `step` is the last executed step, which salts seeded turns.
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
