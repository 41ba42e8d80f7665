//! The fast path: *plain* steps, in which nothing rare happens and all values are fully defined. These are most steps of most
//! runs.
//!
//! Plain steps compute with `u64` and record nothing. A statement leaves the fast path if a value has undefined bits, or if
//! something rare happens: an access out of bounds or misaligned, or a trap. Nothing has changed by then, so the machine
//! evaluates the statement again with [`Bits`] and, for the log and the findings, with a full record.

use super::Scenario;
use super::active::{Active, Passed, Stage, Turn, next};
use super::carry_out::{Changes, Looks};
use super::eval::{Eval, Evaluation, Now, Outcome};
use super::record::{By, Nothing, Observer};
use super::vm::Vm;
use crate::base::Bits;
use crate::machine::State;
use crate::semantics::FlatKind;
use crate::trace::{LaneStatus, Phase};

/// Limits for a batch of plain steps.
#[derive(Clone, Copy)]
pub(super) struct Until {
    /// The number of micro-steps since the start of the run.
    pub steps: u32,
    /// The number of evaluated expressions since the start of the run.
    pub work: u64,
}

/// The fast path of one instruction, for all lanes.
struct Plain<'a, O> {
    evaluation: Evaluation<'a, u64, Nothing>,
    state: &'a mut State,
    observer: &'a mut O,
    instruction: u32,
    steps: u32,
    work: u64,
    until: Until,
}

impl Vm {
    /// Executes plain steps: the rest of the current turn and the turns after it, up to a step that is not plain. Returns whether
    /// there was one.
    pub(super) fn plain_steps<O: Observer>(
        &mut self,
        scenario: &Scenario,
        until: Until,
        observer: &mut O,
    ) -> bool {
        let first = self.steps;
        let is_running = self.halted.is_none();
        let in_body = |active: &&mut Active| is_running && active.stage == Stage::Body;
        let Some(active) = self.active.as_mut().filter(in_body) else { return false };
        let bound = &scenario.program[active.instruction];
        // The latched sources do not change during an instruction, so they can be moved out for the batch.
        let latched = std::mem::take(&mut active.latched);
        let eval = Eval::of(scenario, bound, active, &latched);
        let slots = self.plain_slots.of(&scenario.layout, active.instruction, bound);
        let mut plain = Plain {
            evaluation: Evaluation { eval, slots, outcome: Outcome::new(0), recorder: &mut Nothing },
            state: &mut self.state,
            observer,
            // A program has at most 1,000 instructions.
            instruction: active.instruction as u32,
            steps: first,
            work: self.work,
            until,
        };
        while let Some(turn) = active.turn() {
            let Some(is_done) = plain.turn(turn) else { break };
            active.end_turn(is_done);
            if active.is_open || active.is_look_due() || !active.give_turn() {
                break;
            }
        }
        (self.steps, self.work) = (plain.steps, plain.work);
        active.latched = latched;
        if self.steps > first {
            self.settle_or_stop(scenario, bound, self.steps - 1);
        }
        self.steps > first
    }
}

impl<O: Observer> Plain<'_, O> {
    /// Executes plain steps of the lane whose turn it is. Returns whether the lane is done if its turn is over, and `None` if
    /// the next step is not plain or a limit is reached.
    fn turn(&mut self, Turn { id, lane, locals, foreach }: Turn<'_>) -> Option<bool> {
        let Self { evaluation, state, observer, until, .. } = self;
        let code = &evaluation.eval.bound.code.flat;
        loop {
            let statement = code.statement(lane.pc);
            match foreach.pass(lane, statement) {
                Passed::Step => {}
                Passed::Statement => continue,
                passed => return Some(passed == Passed::Lane),
            }
            if !statement.is_plain || self.steps >= until.steps || self.work >= until.work {
                return None;
            }
            if !statement.is_quiet {
                evaluation.outcome = Outcome::new(statement.work);
            }
            let value = evaluation.value_here(statement, Now { state, locals })?;
            if statement.is_quiet {
                if let FlatKind::Local(local) = statement.kind {
                    locals[usize::from(local.0)] = Some(Bits::known(value));
                }
                lane.status = LaneStatus::Running;
                lane.phase = Some(if statement.is_address { Phase::Address } else { Phase::Compute });
                self.work += u64::from(statement.work);
            } else {
                let pc = lane.pc;
                let changes = Changes { state, lane: Some(&mut *lane), locals: &mut *locals };
                let (step, instruction, in_atomic) = (self.steps, self.instruction, foreach.turns.in_atomic);
                let by = By { step, instruction, lane: Some(id), pc, in_atomic };
                let looks = Looks { observer: &mut **observer, by, leaves_rare: true };
                evaluation.carry_out(statement, value, changes, looks)?;
                foreach.turns.accessed |= statement.accesses_memory;
                self.work += evaluation.outcome.work;
            }
            lane.pc = next(lane.pc, statement, value & 1 == 1);
            self.steps += 1;
        }
    }
}
