//! Evaluating what a statement consists of. Nothing is changed by it but the slots.

use super::record::Recorder;
use super::{Bound, BoundOperand, Scenario, SourceModifier};
use super::{headers, memory};
use crate::base::{Bits, LaneMask, SurfaceKind};
use crate::machine::{Latch, State};
use crate::semantics::{Builtin, FlatCode, OperationKind, Pc, Slot, Type, UnaryOp, arithmetic};
use crate::trace::{Access, Effect, OpLine, Phase};

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

/// What came of evaluating a statement.
pub(super) struct Outcome {
    /// Its value.
    pub value: Bits,
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

impl Outcome {
    fn new(work: u32) -> Self {
        Self {
            value: Bits::UNDEFINED,
            phase: Phase::Address,
            read: None,
            modified: None,
            is_rare: false,
            is_misaligned: false,
            work: u64::from(work),
        }
    }

    /// Takes note of what is rare in an access.
    pub fn note(&mut self, access: &Access, is_odd: bool) {
        let is_misaligned = memory::is_misaligned(access);
        self.is_misaligned |= is_misaligned;
        self.is_rare |= is_misaligned || is_odd || !access.inside;
    }
}

impl Eval<'_> {
    /// Evaluates a statement: its value and the parts of its target, which are then in their slots.
    pub fn statement<R: Recorder>(&self, pc: Pc, slots: &mut [Bits], recorder: &mut R) -> Outcome {
        let code = &self.bound.code.flat;
        let statement = code.statement(pc);
        let mut outcome = Outcome::new(statement.work);
        let mut at = statement.first;
        while at < statement.end {
            at = self.operation(code, at, slots, &mut outcome, recorder);
        }
        outcome.value = slots[statement.value.index()];
        outcome
    }

    /// Does one operation, and says which comes next.
    fn operation<R: Recorder>(
        &self,
        code: &FlatCode,
        at: u32,
        slots: &mut [Bits],
        outcome: &mut Outcome,
        recorder: &mut R,
    ) -> u32 {
        let operation = &code.operations[at as usize];
        let get = |slot: Slot| slots[slot.index()];
        let is_input = matches!(
            operation.kind,
            OperationKind::Local(_)
                | OperationKind::Uniform(_)
                | OperationKind::Parameter(_)
                | OperationKind::Element { .. }
        );
        let value = match operation.kind {
            OperationKind::Local(local) => self.locals[usize::from(local.0)].unwrap_or(Bits::UNDEFINED),
            OperationKind::Uniform(local) => self.uniform[usize::from(local.0)].unwrap_or(Bits::UNDEFINED),
            OperationKind::Parameter(slot) => get(slot),
            OperationKind::Element { operand, index } => {
                self.element(operand as usize, get(index), code.origins[at as usize].1)
            }
            OperationKind::Memory { operand, address } => {
                self.read(operand, Where::Byte(get(address)), outcome, recorder)
            }
            OperationKind::Texel { operand, at } => {
                self.read(operand, Where::Texel(at.map(get)), outcome, recorder)
            }
            OperationKind::Enabled(lane) => truth(self.enabled.contains(get(lane).value as usize)),
            OperationKind::Predicated(lane) => truth(self.predicate.contains(get(lane).value as usize)),
            OperationKind::Unary(op, ty, a) => arithmetic::unary(op, ty, get(a)),
            OperationKind::Integer(op, format, a, b) => arithmetic::integer(op, format, get(a), get(b)),
            OperationKind::Float(op, ty, a, b) => {
                let rules = self.bound.code.float_rules;
                arithmetic::binary(op, Type::Scalar(ty), get(a), get(b), rules)
            }
            OperationKind::Select(condition, a, b) => arithmetic::select(get(condition), get(a), get(b)),
            OperationKind::Call(builtin, ty, arguments) => {
                arithmetic::call(builtin, ty, &arguments.map(get), self.bound.code.float_rules)
            }
            OperationKind::Header(query, arguments) => {
                headers::answer(self.scenario, self.bound, query, &arguments.map(get))
            }
            OperationKind::Convert(from, to, a) => arithmetic::convert(from, to, get(a)),
            OperationKind::Begin { count } => {
                let first = operation.to.index();
                slots[first..first + count as usize].fill(Bits::UNDEFINED);
                return at + 1;
            }
            OperationKind::Assign(slot) => {
                let (value, (site, ty)) = (get(slot), code.origins[at as usize]);
                recorder.line(OpLine { site, value, ty });
                value
            }
            OperationKind::Branch { condition, otherwise } => {
                return if get(condition).value & 1 == 1 { at + 1 } else { otherwise };
            }
            OperationKind::Jump(to) => return to,
            OperationKind::Work(work) => {
                outcome.work += u64::from(work);
                return at + 1;
            }
            OperationKind::Modify { new, result } => {
                let (new, result) = (get(new), get(result));
                outcome.modified = Some((new, result));
                outcome.phase = outcome.phase.max(Phase::Modify);
                recorder.effect(|| {
                    let op = self.bound.op.clone().unwrap_or_default();
                    Effect::Modify { op, new, result, ty: self.bound.access }
                });
                new
            }
        };
        let value = value.truncate(operation.width_bits);
        if is_input {
            let (site, ty) = code.origins[at as usize];
            outcome.is_rare |= value.defined != u64::MAX;
            recorder.input(site, value, ty);
        }
        slots[operation.to.index()] = value;
        at + 1
    }

    /// An element of an input operand; undefined outside its variable or at an undefined index. The null variable
    /// reads as zero.
    fn element(&self, operand: usize, index: Bits, ty: Type) -> Bits {
        let bound = self.bound.operands[operand];
        if bound == BoundOperand::Null {
            return Bits::known(0);
        }
        let in_range = index.is_defined(32) && index.value < 1 << 16;
        let found = if in_range { self.source(bound, index.value as usize) } else { None };
        let value = found.map_or(Bits::UNDEFINED, |(value, own)| match Type::Scalar(own) {
            own if own == ty => value,
            own => arithmetic::convert(own, ty, value),
        });
        match bound {
            BoundOperand::Elements { modifier: Some(modifier), .. } => self.modified(modifier, ty, value),
            _ => value,
        }
    }

    fn source(&self, operand: BoundOperand, index: usize) -> Option<(Bits, crate::base::ScalarType)> {
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
    pub fn access(&self, operand: usize, at: Where, outcome: &mut Outcome) -> Option<Access> {
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
pub(super) enum Where {
    Byte(Bits),
    Texel([Bits; 4]),
}

fn truth(holds: bool) -> Bits {
    Bits::known(u64::from(holds))
}
