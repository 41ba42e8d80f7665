//! The effects of a statement on locals, memory and operands, after its operations are evaluated.

use super::eval::{Evaluator, InstructionContext, SurfaceIndex};
use super::headers;
use super::memory;
use super::recorder::{Observer, Recorder, StepId};
use super::thread::ThreadMut;
use super::value::SlotValue;
use crate::base::Bits;
use crate::semantics::{FlatKind, FlatStatement, LocalId};
use crate::spec::{Misaligned, UpperPart};
use crate::trace::{Access, Effect, LaneStatus, Phase, Returned};

/// The observer of a statement, and how the statement is observed.
pub(super) struct ObservedStatement<'a, O> {
    pub observer: &'a mut O,
    pub by: StepId,
    /// Whether [`Evaluator::apply`] changes nothing and returns `None` if the statement has something to report.
    pub declines_reportable: bool,
}

impl<V: SlotValue, R: Recorder> Evaluator<'_, V, R> {
    /// Applies the effects of a statement whose operations yielded `value`. Returns the most significant phase of what it did.
    /// Changes nothing and returns `None` if a value does not fit `V`, or if the observation declines reportable statements and
    /// this is one.
    #[inline(always)]
    pub fn apply<O: Observer>(
        &mut self,
        statement: &FlatStatement,
        value: V,
        mut changes: ThreadMut<'_>,
        mut observation: ObservedStatement<'_, O>,
    ) -> Option<Phase> {
        let bits = value.bits();
        let phase = match statement.kind {
            FlatKind::Memory { operand } => {
                let at = SurfaceIndex::Byte(self.bits(changes.now(), statement.at[0])?);
                let access = self.access(operand as usize, at);
                self.commit(&mut changes, &mut observation)?;
                self.write(operand, access, bits, &mut changes, &mut observation)
            }
            FlatKind::Texel { operand } => {
                let at = self.texel(changes.now(), statement.at)?;
                let access = self.access(operand as usize, at);
                self.commit(&mut changes, &mut observation)?;
                self.write(operand, access, bits, &mut changes, &mut observation)
            }
            FlatKind::Drop => {
                let [header, column, row, slice] = statement.at;
                let header = self.bits(changes.now(), header)?;
                let bits = |slot| self.bits(changes.now(), slot);
                let element = [bits(column)?, bits(row)?, bits(slice)?];
                self.outcome.is_reportable = true;
                self.commit(&mut changes, &mut observation)?;
                self.drop_access(header, element, &mut changes);
                Phase::Address
            }
            FlatKind::Element { operand } => {
                let index = self.bits(changes.now(), statement.at[0])?;
                self.commit(&mut changes, &mut observation)?;
                if self.faults() {
                    self.outcome.phase
                } else {
                    self.write_output(operand, index, bits, &mut changes, &mut observation);
                    Phase::Return
                }
            }
            kind => {
                if let FlatKind::Branch { .. } | FlatKind::Trap { .. } = kind {
                    self.decide(kind, bits);
                }
                self.commit(&mut changes, &mut observation)?;
                if let FlatKind::Local(local) = kind {
                    self.assign(local, bits, changes.locals);
                }
                let least = if statement.is_address { Phase::Address } else { Phase::Compute };
                self.outcome.phase.max(least)
            }
        };
        if let Some(lane) = changes.lane {
            lane.status = LaneStatus::Running;
            lane.phase = Some(phase);
        }
        Some(phase)
    }

    /// Stores the results of the operations. Returns `None` if the observation declines the statement.
    #[inline(always)]
    fn commit<O: Observer>(
        &mut self,
        changes: &mut ThreadMut<'_>,
        observation: &mut ObservedStatement<'_, O>,
    ) -> Option<()> {
        let outcome = &self.outcome;
        if observation.declines_reportable && outcome.is_reportable {
            return None;
        }
        if let (Some((_, result)), Some(local)) = (outcome.modified, self.eval.bound.code.result) {
            changes.locals[usize::from(local.0)] = Some(result);
        }
        if let Some((access, _)) = &outcome.read {
            observation.observer.read(observation.by, access);
        }
        if let Some(lane) = &mut changes.lane {
            if let Some((access, value)) = outcome.read {
                (lane.access, lane.old) = (Some(access), Some(value));
            }
            if let Some((new, _)) = outcome.modified {
                lane.new = Some(new);
            }
        }
        Some(())
    }

    /// Returns whether a misaligned access of the statement ends the run. The statement then writes nothing.
    #[inline(always)]
    fn faults(&self) -> bool {
        self.outcome.is_misaligned && self.eval.bound.memory.misaligned == Misaligned::Fault
    }

    fn decide(&mut self, kind: FlatKind, value: Bits) {
        let (holds, defined) = (value.value & 1 == 1, value.is_defined(1));
        self.outcome.is_reportable |= !defined;
        self.recorder.effect(|| Effect::Decide { holds, defined });
        if let (FlatKind::Trap { reason }, true) = (kind, holds) {
            self.outcome.is_reportable = true;
            self.recorder.effect(|| Effect::Trap { reason });
        }
    }

    #[inline(always)]
    fn assign(&mut self, local: LocalId, after: Bits, locals: &mut [Option<Bits>]) {
        let before = locals[usize::from(local.0)].replace(after).unwrap_or(Bits::UNDEFINED);
        let code = &self.eval.bound.code;
        self.recorder.effect(|| {
            let local = &code.locals[usize::from(local.0)];
            Effect::Local { name: local.name.clone(), ty: local.ty, before, after }
        });
    }

    /// Records that the lane drops its access to an element of a header's surface.
    fn drop_access(&mut self, header: Bits, element: [Bits; 3], changes: &mut ThreadMut<'_>) {
        let InstructionContext { scenario, bound, .. } = self.eval;
        let Some(access) = headers::dropped(scenario, bound, header, element) else { return };
        if let Some(lane) = &mut changes.lane {
            (lane.access, lane.dropped) = (Some(access), true);
        }
        self.recorder.effect(|| Effect::Drop { access });
    }

    /// Writes to shared memory if the access is within bounds and no access is an error. If the operand is not a surface, the value
    /// is discarded.
    #[inline(always)]
    fn write<O: Observer>(
        &mut self,
        operand: u32,
        access: Option<Access>,
        value: Bits,
        ThreadMut { state, lane, .. }: &mut ThreadMut<'_>,
        observation: &mut ObservedStatement<'_, O>,
    ) -> Phase {
        let Some(access) = access else {
            let (operand, ty) = (operand as u8, self.eval.bound.access);
            if let Some(lane) = lane {
                lane.note_returned(Returned { operand, value, ty, bit: None });
            }
            let (before, after, bit) = (Bits::UNDEFINED, value, None);
            self.recorder.effect(|| Effect::Return { operand, place: None, ty, before, after, bit, value });
            return Phase::Return;
        };
        let is_dropped = !access.inside || self.faults();
        if let Some(lane) = lane {
            (lane.access, lane.new, lane.dropped) = (Some(access), Some(value), is_dropped);
        }
        if !is_dropped {
            let before = state.read(access.place);
            state.write(access.place, value);
            self.outcome.has_changed |= before != value.truncate(access.ty.width_bits());
            let after = || state.read(access.place);
            let dropped = false;
            self.recorder.effect(|| Effect::Write { access, before, after: after(), value, dropped });
            observation.observer.written(observation.by, &access, value);
        } else {
            let before = if access.inside { state.read(access.place) } else { Bits::UNDEFINED };
            self.recorder.effect(|| Effect::Write { access, before, after: before, value, dropped: true });
        }
        Phase::Write
    }

    /// Writes an element of an output operand; discards the value if the operand has no such element.
    #[inline(always)]
    fn write_output<O: Observer>(
        &mut self,
        operand: u32,
        index: Bits,
        value: Bits,
        ThreadMut { state, lane, .. }: &mut ThreadMut<'_>,
        observation: &mut ObservedStatement<'_, O>,
    ) {
        let bound = self.eval.bound;
        let in_range = index.is_defined(32) && index.value < 1 << 16;
        let (index, written) = (if in_range { index.value as usize } else { 0 }, (value, bound.access));
        let mut rules = bound.memory;
        let is_outside = || {
            let access = lane.as_ref().and_then(|lane| lane.access);
            access.is_some_and(|access| !access.inside && access.address.is_defined(64))
        };
        if rules.upper_part == UpperPart::ZeroOutside && is_outside() {
            rules.upper_part = UpperPart::Zero;
        }
        let (parts, ty) = memory::output(state, bound.operands[operand as usize], index, written, rules);
        let parts = if in_range { parts } else { [None; 2] };
        let bit = bound.operands[operand as usize].bit(index).filter(|_| in_range);
        // A row has a handful of operands.
        let operand = operand as u8;
        if let Some(lane) = lane {
            // For a pair of registers, the lane shows the low half.
            let value = parts[0].map_or(value, |(_, after)| after);
            lane.note_returned(Returned { operand, value, ty, bit });
        }
        if parts[0].is_none() {
            let (before, after) = (Bits::UNDEFINED, value);
            self.recorder.effect(|| Effect::Return { operand, place: None, ty, before, after, bit, value });
        }
        for (at, after) in parts.into_iter().flatten() {
            let before = state.read(at);
            state.write(at, after);
            self.outcome.has_changed |= bound.memory.live_sources && before != state.read(at);
            let place = Some(at);
            self.recorder.effect(|| Effect::Return { operand, place, ty, before, after, bit, value });
            observation.observer.returned(observation.by, at, bit);
        }
    }
}
