//! The fast path: executes the statements of lanes with `u64` values and without a record, many steps at a time.
//!
//! # Invariant
//!
//! A fast step has the same effect on the machine as [`super::vm::Vm::advance`], and the observer receives the same reads and writes.
//! The fast path executes a statement only if all its values are fully defined, and if it has nothing to report: no access out
//! of bounds or misaligned, no trap. Until that is certain it changes scratch values only, so the general path can execute any
//! other statement from the start, with [`Bits`].
//!
//! The general path alone is complete. `core/tests/cases.rs` compares both, and `cargo xtask bench` prints what the fast path
//! gains.

use super::active::{CurrentTurn, Passed, next};
use super::effects::ObservedStatement;
use super::eval::{Evaluator, StatementOutcome};
use super::recorder::{NoRecord, Observer, StepId};
use super::thread::{ThreadMut, ThreadView};
use super::value::SlotValue;
use crate::base::Bits;
use crate::machine::State;
use crate::semantics::{BinaryOp, FlatCode, FlatKind, FlatStatement, IntegerFormat, Operation, arithmetic};
use crate::trace::{LaneStatus, Phase};

/// Limits for a batch of fast steps.
#[derive(Clone, Copy)]
pub(super) struct StepLimits {
    /// The number of micro-steps since the start of the run.
    pub steps: u32,
    /// The number of evaluated expressions since the start of the run.
    pub work: u64,
}

/// The fast path of one instruction, for all lanes.
pub(super) struct FastPath<'a, O> {
    pub evaluator: Evaluator<'a, u64, NoRecord>,
    pub state: &'a mut State,
    pub observer: &'a mut O,
    pub instruction: u32,
    pub steps: u32,
    pub work: u64,
    /// Whether a statement changed something that lanes read.
    pub has_changed: bool,
    pub until: StepLimits,
}

impl<O: Observer> FastPath<'_, O> {
    /// Executes steps of the lane whose turn it is. Returns whether the lane is done if its turn is over, and `None` if the next
    /// step is for the general path or a limit is reached.
    pub fn turn(&mut self, CurrentTurn { id, lane, locals, foreach }: CurrentTurn<'_>) -> Option<bool> {
        let Self { evaluator, state, observer, until, .. } = self;
        let code = &evaluator.eval.bound.code.flat;
        loop {
            let statement = code.statement(lane.pc);
            match foreach.pass(lane, statement) {
                Passed::Step => {}
                Passed::Statement => continue,
                passed => return Some(passed == Passed::Lane),
            }
            if !statement.is_fast || self.steps >= until.steps || self.work >= until.work {
                return None;
            }
            if !statement.is_local {
                evaluator.outcome = StatementOutcome::new(statement.work);
            }
            let value = evaluator.value_here(statement, ThreadView { state, locals })?;
            if statement.is_local {
                if let FlatKind::Local(local) = statement.kind {
                    locals[usize::from(local.0)] = Some(Bits::known(value));
                }
                lane.status = LaneStatus::Running;
                lane.phase = Some(if statement.is_address { Phase::Address } else { Phase::Compute });
                self.work += u64::from(statement.work);
            } else {
                let pc = lane.pc;
                let changes = ThreadMut { state, lane: Some(&mut *lane), locals: &mut *locals };
                let (step, instruction, in_atomic) =
                    (self.steps, self.instruction, foreach.scheduler.in_atomic);
                let by = StepId { step, instruction, lane: Some(id), pc, in_atomic };
                let observation =
                    ObservedStatement { observer: &mut **observer, by, declines_reportable: true };
                evaluator.apply(statement, value, changes, observation)?;
                foreach.scheduler.accessed |= statement.accesses_memory;
                self.work += evaluator.outcome.work;
                self.has_changed |= evaluator.outcome.has_changed;
            }
            lane.pc = next(lane.pc, statement, value & 1 == 1);
            self.steps += 1;
        }
    }
}

impl SlotValue for u64 {
    #[inline]
    fn hold(bits: Bits) -> Option<Self> {
        (bits.defined == u64::MAX).then_some(bits.value)
    }

    #[inline]
    fn bits(self) -> Bits {
        Bits::known(self)
    }

    #[inline]
    fn cut(self, mask: u64) -> Self {
        self & mask
    }

    #[inline]
    fn extended(self, format: IntegerFormat) -> Self {
        arithmetic::extend(format, self.bits()).value
    }

    #[inline]
    fn operations<'a>(code: &'a FlatCode, statement: &FlatStatement) -> (&'a [Operation], u32) {
        (&code.fast_operations[statement.fast_operations.range()], statement.fast_operations.first)
    }

    #[inline]
    fn integer(op: BinaryOp, format: IntegerFormat, a: Self, b: Self) -> Option<Self> {
        arithmetic::defined_integer(op, format, a, b)
            .or_else(|| Self::hold(arithmetic::integer(op, format, a.bits(), b.bits())))
    }
}
