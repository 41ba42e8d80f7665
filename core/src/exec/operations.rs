//! Evaluation of a statement's operations. It changes slots only.

use super::eval::{Evaluator, InstructionContext, SurfaceIndex};
use super::headers;
use super::memory;
use super::recorder::Recorder;
use super::scenario::{BoundOperand, SourceModifier};
use super::thread::ThreadView;
use super::value::SlotValue;
use crate::base::{Bits, ScalarType};
use crate::machine::State;
use crate::semantics::{
    Builtin, FlatStatement, Operation, OperationKind, SlotIndex, Type, UnaryOp, arithmetic, folded,
};
use crate::spec::Fold;
use crate::trace::{Effect, Phase};

impl<V: SlotValue, R: Recorder> Evaluator<'_, V, R> {
    /// Evaluates a statement: its value, or its condition; `None` if a value does not fit `V`.
    #[inline(never)]
    pub fn value(&mut self, statement: &FlatStatement, now: ThreadView<'_>) -> Option<V> {
        self.value_here(statement, now)
    }

    /// Same as [`Self::value`], inlined into the loop that executes most steps.
    #[inline(always)]
    pub fn value_here(&mut self, statement: &FlatStatement, now: ThreadView<'_>) -> Option<V> {
        let (operations, first) = V::operations(&self.eval.bound.code.flat, statement);
        let mut at = 0;
        while let Some(operation) = operations.get(at as usize) {
            at = self.operation(now, operation, at, first)?;
        }
        self.get(now, statement.value)
    }

    #[inline(always)]
    fn get(&self, ThreadView { locals, .. }: ThreadView<'_>, slot: SlotIndex) -> Option<V> {
        match locals.get(slot.index()) {
            Some(local) => V::hold(local.unwrap_or_else(|| self.eval.bound.code.flat.locals[slot.index()])),
            None => Some(self.scratch.values[slot.index() - locals.len()]),
        }
    }

    /// Reads a slot; `None` if the value does not fit `V`.
    #[inline(always)]
    pub fn bits(&self, now: ThreadView<'_>, slot: SlotIndex) -> Option<Bits> {
        Some(self.get(now, slot)?.bits())
    }

    #[inline(always)]
    fn set(&mut self, now: ThreadView<'_>, slot: SlotIndex, value: V) {
        self.scratch.values[slot.index() - now.locals.len()] = value;
    }

    /// Executes an operation. `first` is the index of the statement's first operation, for the origins. Returns the index
    /// of the next operation.
    #[inline(always)]
    fn operation(&mut self, now: ThreadView<'_>, operation: &Operation, at: u32, first: u32) -> Option<u32> {
        let mask = operation.mask;
        let value = match operation.kind {
            OperationKind::Input(slot) => {
                let value = self.get(now, slot)?.cut(mask);
                self.input(first + at, value, false);
                return Some(at + 1);
            }
            OperationKind::Argument(slot) => {
                self.get(now, slot)?;
                return Some(at + 1);
            }
            OperationKind::Element { operand, index, ty } => {
                let value = self.element(now, operand as usize, self.bits(now, index)?, ty)?;
                self.input(first + at, value, true);
                value
            }
            OperationKind::Memory { operand, address } => {
                let address = self.bits(now, address)?;
                hold(self.read(now, operand, SurfaceIndex::Byte(address)), mask)?
            }
            OperationKind::Fold { fold, operand, of } => {
                let value = hold(self.fold(now, fold, operand as usize, of), mask)?;
                self.input(first + at, value, true);
                value
            }
            OperationKind::Integer(op, format, a, b) => {
                V::integer(op, format, self.get(now, a)?, self.get(now, b)?)?.cut(mask)
            }
            OperationKind::Extend(format, a) => self.get(now, a)?.extended(format).cut(mask),
            OperationKind::Begin { count } => {
                let first = operation.to.index() - now.locals.len();
                let undefined = &self.eval.bound.code.flat.slots[first..first + count as usize];
                for (slot, bits) in self.scratch.values[first..].iter_mut().zip(undefined) {
                    *slot = V::hold(*bits)?;
                }
                return Some(at + 1);
            }
            OperationKind::Assign(slot) => {
                let value = self.get(now, slot)?;
                let code = &self.eval.bound.code.flat;
                self.recorder.line(|| code.origins[(first + at) as usize], value.bits());
                value
            }
            OperationKind::Branch { condition, otherwise } => {
                return Some(if self.bits(now, condition)?.value & 1 == 1 { at + 1 } else { otherwise });
            }
            OperationKind::Jump(to) => return Some(to),
            OperationKind::Work(work) => {
                self.outcome.work += u64::from(work);
                return Some(at + 1);
            }
            OperationKind::Modify { new, result } => {
                let (value, result) = (self.get(now, new)?, self.bits(now, result)?);
                let (new, bound) = (value.bits(), self.eval.bound);
                self.outcome.modified = Some((new, result));
                self.outcome.phase = self.outcome.phase.max(Phase::Modify);
                self.recorder.effect(|| {
                    let op = bound.op.clone().unwrap_or_default();
                    Effect::Modify { op, new, result, ty: bound.access }
                });
                value.cut(mask)
            }
            kind => hold(self.other(now, kind)?, mask)?,
        };
        self.set(now, operation.to, value);
        Some(at + 1)
    }

    /// Records a value that is an input of a computation, and whether it is an element of an operand.
    #[inline(always)]
    fn input(&mut self, at: u32, value: V, is_source: bool) {
        self.outcome.is_reportable |= value.bits().defined != u64::MAX;
        let code = &self.eval.bound.code.flat;
        self.recorder.input(|| code.origins[at as usize], value.bits(), is_source);
    }

    /// Folds all elements of a declared surface or variable.
    #[inline(never)]
    fn fold(&self, now: ThreadView<'_>, fold: Fold, operand: usize, (ty, count): (Type, u32)) -> Bits {
        let element = |at: u32| self.eval.element(now.state, operand, Bits::known(at.into()), ty);
        folded(fold, ty, (0..count).map(element), self.eval.bound.code.float_rules)
    }

    /// Executes one of the less frequent operations.
    #[inline(never)]
    fn other(&mut self, now: ThreadView<'_>, kind: OperationKind) -> Option<Bits> {
        let InstructionContext { scenario, bound, enabled, predicate, .. } = self.eval;
        let rules = bound.code.float_rules;
        Some(match kind {
            OperationKind::Texel { operand, at } => {
                let at = self.texel(now, at)?;
                self.read(now, operand, at)
            }
            OperationKind::Inside { operand, at, is_byte } => {
                let at =
                    if is_byte { SurfaceIndex::Byte(self.bits(now, at[0])?) } else { self.texel(now, at)? };
                self.is_inside(operand as usize, at).map_or(Bits::UNDEFINED, truth)
            }
            OperationKind::Enabled(lane) => truth(enabled.contains(self.bits(now, lane)?.value as usize)),
            OperationKind::Predicated(lane) => {
                truth(predicate.contains(self.bits(now, lane)?.value as usize))
            }
            OperationKind::Unary(op, ty, a) => arithmetic::unary(op, ty, self.bits(now, a)?),
            OperationKind::Float(op, ty, a, b) => {
                arithmetic::binary(op, Type::Scalar(ty), self.bits(now, a)?, self.bits(now, b)?, rules)
            }
            OperationKind::Select(condition, a, b) => {
                arithmetic::select(self.bits(now, condition)?, self.bits(now, a)?, self.bits(now, b)?)
            }
            OperationKind::Call(builtin, ty, [a, b, c]) => {
                let arguments = [self.bits(now, a)?, self.bits(now, b)?, self.bits(now, c)?];
                arithmetic::call(builtin, ty, &arguments, rules)
            }
            OperationKind::Header(query, [a, b, c, d]) => {
                let header = self.bits(now, a)?;
                headers::answer(
                    scenario,
                    bound,
                    query,
                    header,
                    [self.bits(now, b)?, self.bits(now, c)?, self.bits(now, d)?],
                )
            }
            OperationKind::Convert(from, to, a) => arithmetic::convert(from, to, self.bits(now, a)?),
            _ => unreachable!("it is one of the frequent operations"),
        })
    }

    /// Reads an element of an input operand. The elements of latched sources are cached.
    #[inline(always)]
    fn element(&mut self, now: ThreadView<'_>, operand: usize, index: Bits, ty: Type) -> Option<V> {
        if index.defined == u64::MAX
            && let Some(value) = self.scratch.sources[operand].get(index.value)
        {
            return Some(value);
        }
        self.read_element(now, operand, index, ty)
    }

    /// Reads an element that is not cached. If the elements of a source lie at equal distances, the first read fetches all of them.
    #[inline(never)]
    fn read_element(&mut self, now: ThreadView<'_>, operand: usize, index: Bits, ty: Type) -> Option<V> {
        let (bound, source) = (self.eval.bound, &mut self.scratch.sources[operand]);
        if source.is_empty()
            && let Some(latched) = self.eval.latched
            && let Some(strided) = memory::strided(&bound.operands[operand], ty)
            && let Some(bytes) = latched.space(strided.space)
        {
            for lane in 0..u32::from(bound.exec_size) {
                let at = strided.byte_offset + lane * strided.stride_bytes;
                let element = bytes.read(at, strided.size_bytes).truncate(ty.width_bits());
                if let Some(value) = V::hold(element) {
                    source.set(lane.into(), value);
                }
            }
        }
        if let Some(value) = source.get(index.value).filter(|_| index.defined == u64::MAX) {
            return Some(value);
        }
        let value = self.eval.element(now.state, operand, index, ty);
        let value = V::hold(value.truncate(ty.width_bits()))?;
        if self.eval.latched.is_some() && index.defined == u64::MAX {
            self.scratch.sources[operand].set(index.value, value);
        }
        Some(value)
    }
}

impl InstructionContext<'_> {
    /// Reads an element of an input operand; undefined outside its variable or at an undefined index. The null variable
    /// reads as zero.
    fn element(&self, state: &State, operand: usize, index: Bits, ty: Type) -> Bits {
        let bound = &self.bound.operands[operand];
        if matches!(bound, BoundOperand::Null) {
            return Bits::known(0);
        }
        let in_range = index.is_defined(32) && index.value < 1 << 16;
        let found = if in_range { self.source(state, bound, index.value as usize) } else { None };
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
    fn source(&self, state: &State, operand: &BoundOperand, index: usize) -> Option<(Bits, ScalarType)> {
        if let BoundOperand::Surface(surface) = *operand {
            let surface = &self.scenario.layout.surfaces[surface];
            return (index < surface.count()).then(|| (state.read(surface.element(index)), surface.ty));
        }
        match self.latched {
            Some(latched) => memory::input(|place| latched.read(place), operand, index),
            None => memory::input(|place| state.read(place), operand, index),
        }
    }

    /// Applies a source modifier.
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
}

/// Converts the bits under the mask, if they fit `V`; the bits above are defined zeros.
#[inline(always)]
fn hold<V: SlotValue>(bits: Bits, mask: u64) -> Option<V> {
    V::hold(Bits { value: bits.value & mask, defined: bits.defined | !mask })
}

fn truth(holds: bool) -> Bits {
    Bits::known(u64::from(holds))
}
