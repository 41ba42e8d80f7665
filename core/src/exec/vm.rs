//! The machine that runs: one micro-step at a time, and nothing else changes its state.

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
use crate::semantics::FlatStatement;
use crate::spec::Misaligned;
use crate::trace::{Effect, MicroStep, OffReason, Phase};

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
    pub plain_slots: Slots<u64>,
}

/// Why the machine stands still before the program's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// A misaligned access of one of these lanes, where readings make that an error.
    Misaligned(LaneMask),
    /// A lane stopped at a trap.
    Trap,
    /// These lanes wait for what none of them will ever do.
    GaveUp(LaneMask),
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
        let end = Until { steps: until, work };
        while self.steps < until && self.work < work {
            if !self.plain_steps(scenario, end, observer) && self.advance(scenario, observer).is_none() {
                return false;
            }
        }
        true
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

    /// Evaluates a statement, carries it out and moves on. Returns the most telling thing that it did; `None`, before anything is
    /// changed, where something rare is left alone.
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
            let lanes = lane.map_or(LaneMask::default(), |lane| LaneMask::default().with(lane.index(), true));
            self.halted = Some(Halt::Misaligned(lanes));
        } else {
            self.settle_or_stop(scenario, bound, self.steps);
        }
        Some(phase)
    }

    /// Settles. Where lanes have gone round often, it is looked whether each that is left waits for another: then nothing
    /// happens any more, whoever has the next turn.
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
