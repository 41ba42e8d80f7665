//! Evaluating what a statement consists of. Nothing is changed by it but the slots.

use super::headers;
use super::memory::{self, Parts};
use super::record::Recorder;
use super::value::Value;
use super::{Bound, BoundOperand, Scenario, SourceModifier};
use crate::base::{Bits, LaneMask, ScalarType, SurfaceKind};
use crate::machine::{Latch, State};
use crate::semantics::{
    Builtin, FlatCode, FlatKind, FlatStatement, OperationKind, Slot, Type, UnaryOp, arithmetic,
};
use crate::trace::{Access, Effect, Phase};

/// What the expressions of a statement may look at.
pub(super) struct Eval<'a> {
    pub scenario: &'a Scenario,
    pub bound: &'a Bound,
    pub state: &'a State,
    /// The contents of input operands once they are latched; `None` where the live ones count.
    pub latched: Option<&'a Latch>,
    pub enabled: LaneMask,
    /// Each lane's predicate as it counts; all on without one.
    pub predicate: LaneMask,
    /// The thread's locals; `None` where not assigned yet. Indexed like `Code::locals`.
    pub locals: &'a [Option<Bits>],
    /// The uniform thread's locals.
    pub uniform: &'a [Option<Bits>],
}

/// What came of evaluating a statement. It is large, so it stays where it is and is filled in.
pub(super) struct Outcome {
    /// Its value.
    pub value: Bits,
    /// What it decided to store.
    pub planned: Planned,
    /// The most telling thing that it did, so far; [`Phase::Address`] is the least that a statement can do.
    pub phase: Phase,
    /// Its last access to shared memory, and the value that came back.
    pub read: Option<(Access, Bits)>,
    /// The new value and the result of the operation that it applied.
    pub modified: Option<(Bits, Bits)>,
    /// Whether something happened that a run reports or marks, so that all of the step is looked at.
    pub is_rare: bool,
    /// Whether an access was misaligned.
    pub is_misaligned: bool,
    /// How many expressions were evaluated.
    pub work: u64,
}

/// What a statement decided to store beyond the thread's own values, before it is stored.
pub(super) enum Planned {
    Nothing,
    Write(Access, Bits),
    /// The places of a destination element, with what goes there; none where it is thrown away.
    Return {
        operand: u8,
        parts: Parts,
        ty: ScalarType,
        value: Bits,
    },
}

impl Outcome {
    /// The outcome before anything is evaluated.
    pub fn new() -> Self {
        Self {
            value: Bits::UNDEFINED,
            planned: Planned::Nothing,
            phase: Phase::Address,
            read: None,
            modified: None,
            is_rare: false,
            is_misaligned: false,
            work: 0,
        }
    }

    /// Takes note of what is rare in an access.
    fn note(&mut self, access: &Access, is_odd: bool) {
        let is_misaligned = memory::is_misaligned(access);
        self.is_misaligned |= is_misaligned;
        self.is_rare |= is_misaligned || is_odd || !access.inside;
    }
}

impl Eval<'_> {
    /// Evaluates a statement, and decides what it stores; `None` where values come up that cannot be held.
    #[inline]
    pub fn statement<V: Value, R: Recorder>(
        &self,
        statement: &FlatStatement,
        slots: &mut [V],
        outcome: &mut Outcome,
        recorder: &mut R,
    ) -> Option<()> {
        let code = &self.bound.code.flat;
        outcome.work = u64::from(statement.work);
        let mut at = statement.first;
        while at < statement.end {
            at = self.operation(code, at, slots, outcome, recorder)?;
        }
        let value = slots[statement.value.index()].bits();
        outcome.value = value;
        match statement.kind {
            FlatKind::Branch { .. } | FlatKind::Trap { .. } => {
                let (holds, defined) = (value.value & 1 == 1, value.is_defined(1));
                outcome.is_rare |= !defined;
                recorder.effect(|| Effect::Decide { holds, defined });
                if let (FlatKind::Trap { reason }, true) = (statement.kind, holds) {
                    outcome.is_rare = true;
                    recorder.effect(|| Effect::Trap { reason });
                }
            }
            FlatKind::Memory { operand } => {
                self.plan_write(operand, Where::Byte(slots[statement.at[0].index()].bits()), outcome);
            }
            FlatKind::Texel { operand } => {
                let at = statement.at.map(|slot| slots[slot.index()].bits());
                self.plan_write(operand, Where::Texel(at), outcome);
            }
            FlatKind::Element { operand } => {
                self.plan_return(operand, slots[statement.at[0].index()].bits(), outcome);
            }
            _ => {}
        }
        Some(())
    }

    fn plan_write(&self, operand: u32, at: Where, outcome: &mut Outcome) {
        let value = outcome.value;
        outcome.planned = match self.access(operand as usize, at, outcome) {
            Some(access) => Planned::Write(access, value),
            None => {
                let ty = self.bound.access;
                Planned::Return { operand: operand as u8, parts: [None; 2], ty, value }
            }
        };
    }

    fn plan_return(&self, operand: u32, index: Bits, outcome: &mut Outcome) {
        let (value, bound) = (outcome.value, self.bound);
        let in_range = index.is_defined(32) && index.value < 1 << 16;
        let (index, written) = (index.value as usize, (value, bound.access));
        let place = bound.operands[operand as usize];
        let (parts, ty) = memory::output(self.state, place, index, written, bound.memory);
        let parts = if in_range { parts } else { [None; 2] };
        outcome.planned = Planned::Return { operand: operand as u8, parts, ty, value };
    }

    /// Does one operation, and says which comes next.
    #[inline(always)]
    fn operation<V: Value, R: Recorder>(
        &self,
        code: &FlatCode,
        at: u32,
        slots: &mut [V],
        outcome: &mut Outcome,
        recorder: &mut R,
    ) -> Option<u32> {
        let operation = &code.operations[at as usize];
        let (to, mask) = (operation.to, operation.mask);
        let get = |slot: Slot| slots[slot.index()];
        let bits = |slot: Slot| slots[slot.index()].bits();
        let hold = |bits: Bits| V::hold(Bits { value: bits.value & mask, defined: bits.defined | !mask });
        let mut input = |bits: Bits| {
            let value = hold(bits)?;
            outcome.is_rare |= value.bits().defined != u64::MAX;
            recorder.input(|| code.origins[at as usize], value.bits());
            Some(value)
        };
        let value = match operation.kind {
            OperationKind::Local(local) => {
                input(self.locals[usize::from(local.0)].unwrap_or(Bits::UNDEFINED))?
            }
            OperationKind::Uniform(local) => {
                input(self.uniform[usize::from(local.0)].unwrap_or(Bits::UNDEFINED))?
            }
            OperationKind::Parameter(slot) => input(bits(slot))?,
            OperationKind::Element { operand, index } => {
                input(self.element(operand as usize, bits(index), code.origins[at as usize].1))?
            }
            OperationKind::Memory { operand, address } => {
                hold(self.read(operand, Where::Byte(bits(address)), outcome, recorder))?
            }
            OperationKind::Texel { operand, at } => {
                hold(self.read(operand, Where::Texel(at.map(bits)), outcome, recorder))?
            }
            OperationKind::Enabled(lane) => hold(truth(self.enabled.contains(bits(lane).value as usize)))?,
            OperationKind::Predicated(lane) => {
                hold(truth(self.predicate.contains(bits(lane).value as usize)))?
            }
            OperationKind::Unary(op, ty, a) => hold(arithmetic::unary(op, ty, bits(a)))?,
            OperationKind::Integer(op, format, a, b) => V::integer(op, format, get(a), get(b))?.cut(mask),
            OperationKind::Float(op, ty, a, b) => {
                let rules = self.bound.code.float_rules;
                hold(arithmetic::binary(op, Type::Scalar(ty), bits(a), bits(b), rules))?
            }
            OperationKind::Select(condition, a, b) => {
                hold(arithmetic::select(bits(condition), bits(a), bits(b)))?
            }
            OperationKind::Call(builtin, ty, arguments) => {
                hold(arithmetic::call(builtin, ty, &arguments.map(bits), self.bound.code.float_rules))?
            }
            OperationKind::Header(query, arguments) => {
                hold(headers::answer(self.scenario, self.bound, query, &arguments.map(bits)))?
            }
            OperationKind::Convert(from, to, a) => hold(arithmetic::convert(from, to, bits(a)))?,
            OperationKind::Begin { count } => {
                // What cannot be undefined is assigned before it is read.
                if let Some(undefined) = V::hold(Bits::UNDEFINED) {
                    slots[to.index()..to.index() + count as usize].fill(undefined);
                }
                return Some(at + 1);
            }
            OperationKind::Assign(slot) => {
                recorder.line(|| code.origins[at as usize], bits(slot));
                get(slot)
            }
            OperationKind::Branch { condition, otherwise } => {
                return Some(if bits(condition).value & 1 == 1 { at + 1 } else { otherwise });
            }
            OperationKind::Jump(to) => return Some(to),
            OperationKind::Work(work) => {
                outcome.work += u64::from(work);
                return Some(at + 1);
            }
            OperationKind::Modify { new, result } => {
                outcome.modified = Some((bits(new), bits(result)));
                outcome.phase = outcome.phase.max(Phase::Modify);
                recorder.effect(|| {
                    let op = self.bound.op.clone().unwrap_or_default();
                    Effect::Modify { op, new: bits(new), result: bits(result), ty: self.bound.access }
                });
                get(new).cut(mask)
            }
        };
        slots[to.index()] = value;
        Some(at + 1)
    }

    /// An element of an input operand; undefined outside its variable or at an undefined index. The null variable
    /// reads as zero.
    fn element(&self, operand: usize, index: Bits, ty: Type) -> Bits {
        let bound = &self.bound.operands[operand];
        if matches!(bound, BoundOperand::Null) {
            return Bits::known(0);
        }
        let in_range = index.is_defined(32) && index.value < 1 << 16;
        let found = if in_range { self.source(bound, index.value as usize) } else { None };
        let value = found.map_or(Bits::UNDEFINED, |(value, own)| match Type::Scalar(own) {
            own if own == ty => value,
            own => arithmetic::convert(own, ty, value),
        });
        match bound {
            BoundOperand::Elements { modifier: Some(modifier), .. } => self.modified(*modifier, ty, value),
            _ => value,
        }
    }

    #[inline]
    fn source(&self, operand: &BoundOperand, index: usize) -> Option<(Bits, ScalarType)> {
        match self.latched {
            Some(latched) => memory::input(|place| latched.read(place), operand, index),
            None => memory::input(|place| self.state.read(place), operand, index),
        }
    }

    /// A source after its modifier.
    fn modified(&self, modifier: SourceModifier, ty: Type, value: Bits) -> Bits {
        let negate = |value| arithmetic::unary(UnaryOp::Negate, ty, value);
        let absolute = |value| arithmetic::call(Builtin::Abs, ty, &[value], self.bound.code.float_rules);
        match modifier {
            SourceModifier::Negate => negate(value),
            SourceModifier::Absolute => absolute(value),
            SourceModifier::NegateAbsolute => negate(absolute(value)),
            SourceModifier::Complement => arithmetic::unary(UnaryOp::Complement, ty, value),
        }
    }

    /// Where an access to a surface operand goes; `None` when the operand is not a surface.
    fn access(&self, operand: usize, at: Where, outcome: &mut Outcome) -> Option<Access> {
        let (layout, ty) = (&self.scenario.layout, self.bound.access);
        // A row has a handful of operands.
        let number = operand as u8;
        let (access, is_odd) = match (self.bound.operands[operand], at) {
            (BoundOperand::Surface(surface), Where::Byte(address)) => {
                (memory::resolve(layout, self.bound.memory, number, surface, address, ty), false)
            }
            (BoundOperand::Surface(surface), Where::Texel(coordinates)) => {
                (memory::resolve_texel(layout, number, surface, coordinates, ty), false)
            }
            (BoundOperand::HeaderPool, Where::Byte(address)) => {
                let access = memory::resolve_physical(layout, number, address, ty)?;
                (access, headers::is_odd(layout, &access, self.bound.takes_sign))
            }
            _ => return None,
        };
        outcome.note(&access, is_odd);
        Some(access)
    }

    fn read<R: Recorder>(&self, operand: u32, at: Where, outcome: &mut Outcome, recorder: &mut R) -> Bits {
        let Some(access) = self.access(operand as usize, at, outcome) else { return Bits::UNDEFINED };
        let value = memory::read(self.state, &access, self.bound.memory, || self.is_slm(&access));
        // Of several reads in one statement only the last is in the outcome.
        outcome.is_rare |= outcome.read.is_some() || !value.is_defined(access.ty.width_bits());
        outcome.read = Some((access, value));
        outcome.phase = outcome.phase.max(Phase::Read);
        recorder.effect(|| Effect::Read { access, value });
        value
    }

    fn is_slm(&self, access: &Access) -> bool {
        let surface = self.scenario.layout.surface_in(access.place.space);
        surface.is_some_and(|surface| surface.kind == SurfaceKind::Slm)
    }
}

/// What a surface is indexed with: a byte address, or the coordinates of a texel.
enum Where {
    Byte(Bits),
    Texel([Bits; 4]),
}

fn truth(holds: bool) -> Bits {
    Bits::known(u64::from(holds))
}
