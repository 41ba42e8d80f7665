//! The change that a statement makes: planned by its evaluation, applied here.

use super::memory;
use super::scenario::Bound;
use super::step::{StepAccess, StepOutcome};
use super::thread::ThreadMut;
use crate::base::Bits;
use crate::semantics::{LocalId, Statement};
use crate::spec::{Misaligned, UpperPart};
use crate::trace::{Access, AccessKind, Effect, LaneStatus, Phase, Returned};

/// The change that a statement makes, once everything in it is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Local {
        local: LocalId,
        value: Bits,
    },
    /// Writes shared memory; discards the value if the operand is not a surface, and `access` is `None`.
    Memory {
        operand: usize,
        access: Option<Access>,
        value: Bits,
    },
    Element {
        operand: usize,
        index: Bits,
        value: Bits,
    },
    /// Decides the condition of a branch or of a trap.
    Decide {
        holds: bool,
    },
    /// Drops the lane's access to an element of a header's surface; `None` if the layout has no space for such accesses.
    Drop(Option<Access>),
}

impl Change {
    /// Returns whether it decides a condition as true.
    pub fn holds(self) -> bool {
        self == Self::Decide { holds: true }
    }
}

impl ThreadMut<'_> {
    /// Applies a statement's change, and the results of its evaluation. Adds what it did to the outcome.
    pub fn apply_change(
        &mut self,
        bound: &Bound,
        statement: &Statement,
        change: Change,
        outcome: &mut StepOutcome,
    ) {
        let evaluated = self.keep_results(bound, outcome);
        // A statement that ends the run with a misaligned access writes nothing.
        let faults = outcome.is_misaligned && bound.memory.misaligned == Misaligned::Fault;
        let phase = match change {
            Change::Memory { access: Some(access), value, .. } => {
                self.write_memory(access, value, faults, outcome);
                Phase::Write
            }
            Change::Memory { operand, access: None, value } => {
                // A row has a handful of operands.
                let returned = Returned { operand: operand as u8, value, ty: bound.access, bit: None };
                self.discard(returned, outcome);
                Phase::Return
            }
            Change::Element { .. } if faults => evaluated,
            Change::Element { operand, index, value } => {
                self.write_element(bound, operand, index, value, outcome);
                Phase::Return
            }
            Change::Drop(access) => {
                if let Some(access) = access {
                    self.drop_access(access, outcome);
                }
                Phase::Address
            }
            Change::Local { local, value } => {
                self.assign_local(bound, local, value, outcome);
                evaluated.max(own_phase(statement))
            }
            Change::Decide { .. } => evaluated.max(own_phase(statement)),
        };
        if let Some(lane) = &mut self.lane {
            lane.status = LaneStatus::Running;
            lane.phase = Some(phase);
        }
        outcome.set_phase(phase);
    }

    /// Keeps what the evaluation read and computed. Returns the most significant phase of it.
    fn keep_results(&mut self, bound: &Bound, outcome: &StepOutcome) -> Phase {
        if let (Some((_, result)), Some(local)) = (outcome.modified, bound.code.result) {
            self.locals[usize::from(local.0)] = Some(result);
        }
        if let Some(lane) = &mut self.lane {
            if let Some(read) = outcome.accesses.last() {
                (lane.access, lane.old) = (Some(read.access), Some(read.value));
            }
            if let Some((new, _)) = outcome.modified {
                lane.new = Some(new);
            }
            for &(operand, index) in &outcome.sources {
                lane.note_source(operand, index);
            }
        }
        match (outcome.modified, outcome.accesses.is_empty()) {
            (Some(_), _) => Phase::Modify,
            (None, false) => Phase::Read,
            (None, true) => Phase::Address,
        }
    }

    fn assign_local(&mut self, bound: &Bound, local: LocalId, after: Bits, outcome: &mut StepOutcome) {
        let at = usize::from(local.0);
        let before = self.locals[at].replace(after).unwrap_or(Bits::UNDEFINED);
        outcome.add_effect(|| {
            let local = &bound.code.locals[at];
            Effect::Local { name: local.name.clone(), ty: local.ty, before, after }
        });
    }

    fn drop_access(&mut self, access: Access, outcome: &mut StepOutcome) {
        if let Some(lane) = &mut self.lane {
            (lane.access, lane.dropped) = (Some(access), true);
        }
        let (kind, value) = (AccessKind::Drop, Bits::UNDEFINED);
        outcome.accesses.push(StepAccess { kind, access, value, takes_effect: false });
        outcome.add_effect(|| Effect::Drop { access });
    }

    /// Writes to shared memory if the access is within bounds and no access is an error.
    fn write_memory(&mut self, access: Access, value: Bits, faults: bool, outcome: &mut StepOutcome) {
        let dropped = !access.inside || faults;
        if let Some(lane) = &mut self.lane {
            (lane.access, lane.new, lane.dropped) = (Some(access), Some(value), dropped);
        }
        let before = if access.inside { self.state.read(access.place) } else { Bits::UNDEFINED };
        let mut after = before;
        if !dropped {
            self.state.write(access.place, value);
            after = self.state.read(access.place);
            outcome.has_changed |= before != after;
        }
        let kind = AccessKind::Write;
        outcome.accesses.push(StepAccess { kind, access, value, takes_effect: !dropped });
        outcome.add_effect(|| Effect::Write { access, before, after, value, dropped });
    }

    /// Discards a value. The lane shows it as returned.
    fn discard(&mut self, returned: Returned, outcome: &mut StepOutcome) {
        if let Some(lane) = &mut self.lane {
            lane.note_returned(returned);
        }
        let Returned { operand, value, ty, bit } = returned;
        let (before, after) = (Bits::UNDEFINED, value);
        outcome.add_effect(|| Effect::Return { operand, place: None, ty, before, after, bit, value });
    }

    /// Writes an element of an output operand; discards the value if the operand has no such element.
    fn write_element(
        &mut self,
        bound: &Bound,
        operand: usize,
        index: Bits,
        value: Bits,
        outcome: &mut StepOutcome,
    ) {
        let mut rules = bound.memory;
        let is_outside = || {
            let access = self.lane.as_ref().and_then(|lane| lane.access);
            access.is_some_and(|access| !access.inside && access.address.is_defined(64))
        };
        if rules.upper_part == UpperPart::ZeroOutOfBounds && is_outside() {
            rules.upper_part = UpperPart::Zero;
        }
        let output = bound.operands[operand];
        let index = memory::element_index(index);
        let ty = memory::output_type(output, bound.access);
        let parts = index.map_or([None; 2], |index| memory::output(self.state, output, index, value, rules));
        let bit = index.and_then(|index| output.bit(index));
        // A row has a handful of operands.
        let operand = operand as u8;
        let Some((_, low)) = parts[0] else {
            return self.discard(Returned { operand, value, ty, bit }, outcome);
        };
        if let Some(lane) = &mut self.lane {
            // For a pair of registers, the lane shows the low half.
            lane.note_returned(Returned { operand, value: low, ty, bit });
        }
        for (at, after) in parts.into_iter().flatten() {
            let before = self.state.read(at);
            self.state.write(at, after);
            outcome.has_changed |= bound.memory.live_sources && before != self.state.read(at);
            outcome.returned.push((at, bit));
            let place = Some(at);
            outcome.add_effect(|| Effect::Return { operand, place, ty, before, after, bit, value });
        }
    }
}

/// Returns the phase of a statement that only assigns a local or decides a condition.
fn own_phase(statement: &Statement) -> Phase {
    if statement.is_address { Phase::Address } else { Phase::Compute }
}
