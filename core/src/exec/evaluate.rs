//! Evaluation of expressions. It changes nothing, so an expression can be evaluated again, with a record of each value.

use super::change::Change;
use super::headers;
use super::memory;
use super::scenario::{Bound, BoundOperand, Scenario, SourceModifier};
use super::step::{StepAccess, StepOutcome};
use crate::base::{Bits, LaneMask, ScalarType};
use crate::machine::{Latch, State};
use crate::semantics::{
    Address, AssignTarget, Builtin, Code, Expr, ExprId, ExprKind, Expression, HeaderQuery, OpBody, Site,
    Statement, StatementKind, Type, UnaryOp, arithmetic, compute, folded,
};
use crate::spec::{FloatBehaviour, Fold, Operand};
use crate::trace::{Access, AccessKind, Effect};
use smallvec::SmallVec;

#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    pub scenario: &'a Scenario,
    pub state: &'a State,
    /// The operands that expressions name by index.
    pub operands: &'a [BoundOperand],
    /// The thread that evaluates; `None` for a condition that belongs to no thread.
    pub thread: Option<ThreadInputs<'a>>,
}

/// The inputs of a thread besides memory and operands.
#[derive(Clone, Copy)]
pub(super) struct ThreadInputs<'a> {
    pub bound: &'a Bound,
    /// The thread's locals; `None` if not assigned yet.
    pub locals: &'a [Option<Bits>],
    /// The latched contents of the input operands; `None` if lanes read the live contents.
    pub latched: Option<&'a Latch>,
    pub enabled: LaneMask,
    /// Each lane's predicate bit; all set without a predicate.
    pub predicate: LaneMask,
}

/// The evaluator of one statement or condition.
pub(super) struct Evaluator<'a> {
    exprs: &'a [Expr],
    operation: Option<&'a OpBody>,
    float_behaviour: FloatBehaviour,
    inputs: &'a Inputs<'a>,
    /// The locals of the operation's body, or the values of a condition's names.
    names: SmallVec<[Bits; 8]>,
    /// The last access that a test found out of bounds.
    missed: Option<Access>,
    outcome: &'a mut StepOutcome,
}

/// Evaluates a condition that belongs to no thread, given the values of its names.
pub(super) fn evaluate_expression(
    expression: &Expression,
    inputs: &Inputs<'_>,
    names: &[Bits],
    outcome: &mut StepOutcome,
) -> Bits {
    let Expression { exprs, value, float_behaviour, .. } = expression;
    let names = names.into();
    let mut evaluator = Evaluator {
        exprs,
        operation: None,
        float_behaviour: *float_behaviour,
        inputs,
        names,
        missed: None,
        outcome,
    };
    evaluator.value(*value)
}

impl<'a> Evaluator<'a> {
    pub fn for_statement(code: &'a Code, inputs: &'a Inputs<'a>, outcome: &'a mut StepOutcome) -> Self {
        Self {
            exprs: &code.exprs,
            operation: code.op.as_ref(),
            float_behaviour: code.float_behaviour,
            inputs,
            names: SmallVec::new(),
            missed: None,
            outcome,
        }
    }

    /// Evaluates a statement. Returns the change that it makes.
    pub fn plan_change(&mut self, statement: &Statement) -> Change {
        match &statement.kind {
            StatementKind::Assign { target, value } => {
                let value = self.value(*value);
                match target {
                    AssignTarget::Local(local) => Change::Local { local: *local, value },
                    AssignTarget::Surface { operand, at } => {
                        let access = self.access(*operand, at);
                        Change::Memory { operand: *operand, access, value }
                    }
                    AssignTarget::Element { operand, index } => {
                        Change::Element { operand: *operand, index: self.value(*index), value }
                    }
                }
            }
            StatementKind::Branch { condition, .. } => self.decide(*condition),
            StatementKind::Trap { reason, condition } => {
                let decided = self.decide(*condition);
                if decided.holds() {
                    let access = self.missed;
                    self.outcome.is_reportable = true;
                    self.outcome.prevented = access;
                    self.outcome.add_effect(|| Effect::Trap { reason: *reason, access });
                }
                decided
            }
            StatementKind::Drop(parts) => {
                let [header, column, row, slice] = parts.map(|part| self.value(part));
                self.outcome.is_reportable = true;
                let thread = self.inputs.thread;
                let dropped = thread.and_then(|thread| {
                    headers::dropped(self.inputs.scenario, thread.bound, header, [column, row, slice])
                });
                Change::Drop(dropped)
            }
            _ => unreachable!("the machine pauses only before micro-steps"),
        }
    }

    fn query_header(&mut self, query: HeaderQuery, header: Bits, arguments: [Bits; 3]) -> Bits {
        let Some(thread) = self.inputs.thread else { return Bits::UNDEFINED };
        let scenario = self.inputs.scenario;
        let answer = headers::answer(scenario, thread.bound, query, header, arguments);
        if query == HeaderQuery::Inside {
            let is_outside = answer.truth() == Some(false);
            let access = || headers::dropped(scenario, thread.bound, header, arguments);
            self.missed = is_outside.then(access).flatten();
        }
        answer
    }

    fn decide(&mut self, condition: ExprId) -> Change {
        let truth = self.value(condition).truth();
        let (holds, defined) = (truth == Some(true), truth.is_some());
        self.outcome.is_undefined |= !defined;
        self.outcome.add_effect(|| Effect::Decide { holds, defined });
        Change::Decide { holds }
    }

    /// Evaluates an expression. The bits above the width of its type are defined zeros.
    pub fn value(&mut self, id: ExprId) -> Bits {
        self.outcome.work += 1;
        let exprs = self.exprs;
        let Expr { kind, ty, .. } = &exprs[id.0 as usize];
        let value = match kind {
            ExprKind::Local(local) => {
                let locals = self.inputs.thread.map_or(&[][..], |thread| thread.locals);
                let value = locals.get(usize::from(local.0)).copied().flatten();
                self.input(value.unwrap_or(Bits::UNDEFINED), *ty)
            }
            ExprKind::OpLocal(local) => {
                let value = self.names.get(usize::from(local.0)).copied();
                self.input(value.unwrap_or(Bits::UNDEFINED), *ty)
            }
            ExprKind::Element { operand, index } => {
                let index = self.value(*index);
                self.note_source(*operand, index);
                self.input(self.inputs.element(*operand, index, *ty, self.float_behaviour), *ty)
            }
            ExprKind::Fold { fold, operand, of } => self.input(self.fold(*fold, *operand, *of), *ty),
            ExprKind::Memory { operand, at } => self.read(*operand, at),
            ExprKind::Inside { operand, at } => {
                let access = self.resolve_access(*operand, at);
                self.missed = access.filter(|access| !access.inside);
                let has_address = access.is_none_or(|access| access.address.is_defined(64));
                if has_address { truth(access.is_some_and(|access| access.inside)) } else { Bits::UNDEFINED }
            }
            ExprKind::Enabled(lane) => self.lane_bit(*lane, |thread| thread.enabled),
            ExprKind::Predicated(lane) => self.lane_bit(*lane, |thread| thread.predicate),
            ExprKind::Header(query, arguments) => {
                let [header, arguments @ ..] = self.values(arguments);
                self.query_header(*query, header, arguments)
            }
            ExprKind::Op(arguments) => self.apply_operation(arguments),
            _ => {
                let computed = compute(exprs, kind, *ty, self.float_behaviour, |id| Some(self.value(id)));
                computed.unwrap_or(Bits::UNDEFINED)
            }
        };
        let value = value.truncate(ty.width_bits());
        if let Some(record) = &mut self.outcome.record {
            record.values.push((id, value));
        }
        value
    }

    /// Notes whether a value that a computation reads has undefined bits.
    fn input(&mut self, value: Bits, ty: Type) -> Bits {
        self.outcome.is_undefined |= !value.is_defined(ty.width_bits());
        value
    }

    /// Notes the element that a lane reads of an operand with several elements for each lane.
    fn note_source(&mut self, operand: usize, index: Bits) {
        let row = self.inputs.thread.and_then(|thread| thread.bound.row.operands().get(operand));
        let index = memory::element_index(index).filter(|_| row.is_some_and(Operand::has_blocks));
        // A row has a handful of operands, and an index is below 2^16.
        self.outcome.sources.extend(index.map(|index| (operand as u8, index as u32)));
    }

    fn fold(&self, fold: Fold, operand: usize, (ty, count): (Type, u32)) -> Bits {
        let behaviour = self.float_behaviour;
        let element = |at: u32| self.inputs.element(operand, Bits::known(at.into()), ty, behaviour);
        folded(fold, ty, (0..count).map(element), behaviour)
    }

    fn lane_bit(&mut self, lane: ExprId, lanes: impl FnOnce(ThreadInputs<'a>) -> LaneMask) -> Bits {
        let lane = self.value(lane);
        self.inputs
            .thread
            .map_or(Bits::UNDEFINED, |thread| truth(lanes(thread).contains(lane.value as usize)))
    }

    /// Evaluates up to four expressions; missing ones are 0.
    fn values(&mut self, ids: &[ExprId]) -> [Bits; 4] {
        let mut values = [Bits::known(0); 4];
        for (value, id) in values.iter_mut().zip(ids) {
            *value = self.value(*id);
        }
        values
    }

    /// Evaluates an address and resolves the access; `None` if the operand is not a surface.
    fn resolve_access(&mut self, operand: usize, address: &Address) -> Option<Access> {
        let values = self.values(address);
        let (layout, bound) = (&self.inputs.scenario.layout, self.inputs.thread?.bound);
        // A row has a handful of operands.
        let (number, ty) = (operand as u8, bound.access);
        match (self.inputs.operands[operand], address.len()) {
            (BoundOperand::Surface(surface), 1) => {
                Some(memory::resolve_byte(layout, bound.memory, number, surface, values[0], ty))
            }
            (BoundOperand::Surface(surface), _) => {
                Some(memory::resolve_texel(layout, number, surface, values, ty))
            }
            (BoundOperand::Memory, 1) => memory::resolve_address(layout, number, values[0], ty),
            _ => None,
        }
    }

    /// Evaluates the address of an access that is about to happen, and notes whether a run reports it.
    fn access(&mut self, operand: usize, address: &Address) -> Option<Access> {
        let access = self.resolve_access(operand, address)?;
        let is_misaligned = memory::is_misaligned(&access);
        let (layout, bound) = (&self.inputs.scenario.layout, self.inputs.thread?.bound);
        let is_pool = matches!(self.inputs.operands[operand], BoundOperand::Memory);
        let surface = layout.surface_in(access.place.space).filter(|_| is_pool);
        let is_odd = surface.is_some_and(|surface| headers::oddity(surface, bound).is_some());
        self.outcome.is_misaligned |= is_misaligned;
        self.outcome.is_reportable |= is_misaligned || is_odd || !access.inside;
        Some(access)
    }

    /// Reads shared memory; the value is undefined if the operand is not a surface.
    fn read(&mut self, operand: usize, at: &Address) -> Bits {
        let access = self.access(operand, at);
        let Some((access, thread)) = access.zip(self.inputs.thread) else { return Bits::UNDEFINED };
        let Inputs { scenario, state, .. } = self.inputs;
        let value = memory::read(&scenario.layout, state, &access, thread.bound.memory);
        self.outcome.is_undefined |= !value.is_defined(access.ty.width_bits());
        let takes_effect = access.inside;
        self.outcome.accesses.push(StepAccess { kind: AccessKind::Read, access, value, takes_effect });
        self.outcome.add_effect(|| Effect::Read { access, value });
        value
    }

    /// Runs the operation's body. Returns the new value.
    fn apply_operation(&mut self, arguments: &[ExprId; 3]) -> Bits {
        let Some((op, thread)) = self.operation.zip(self.inputs.thread) else { return Bits::UNDEFINED };
        let mut names: SmallVec<[Bits; 8]> =
            op.locals.iter().map(|local| Bits::UNDEFINED.truncate(local.ty.width_bits())).collect();
        for (name, argument) in arguments.iter().enumerate() {
            // `old` is also the result where the body assigns none.
            if op.reads[name] || name == usize::from(OpBody::OLD.0) {
                names[name] = self.value(*argument);
            }
        }
        names[usize::from(OpBody::RESULT.0)] = names[usize::from(OpBody::OLD.0)];
        self.names = names;
        self.run_body(&op.statements);
        let [new, result] = [OpBody::NEW, OpBody::RESULT].map(|name| self.names[usize::from(name.0)]);
        self.outcome.modified = Some((new, result));
        self.outcome.add_effect(|| {
            let op = thread.bound.op.clone().unwrap_or_default();
            Effect::Modify { op, new, result, ty: thread.bound.access }
        });
        new
    }

    fn run_body(&mut self, statements: &[Statement]) {
        let mut pc = 0;
        while let Some(Statement { site, kind, .. }) = statements.get(pc) {
            pc += 1;
            match kind {
                StatementKind::Assign { target: AssignTarget::Local(local), value } => {
                    self.names[usize::from(local.0)] = self.value(*value);
                    if let Some(record) = &mut self.outcome.record {
                        let span = record.op_site.map_or(site.span, |before| before.span.to(site.span));
                        record.op_site = Some(Site { span, ..*site });
                    }
                }
                StatementKind::Branch { condition, otherwise, .. } => {
                    // An undefined condition counts as false.
                    let holds = self.value(*condition).truth() == Some(true);
                    pc = if holds { pc } else { otherwise.0 as usize };
                }
                StatementKind::Jump(to) => pc = to.0 as usize,
                _ => {}
            }
        }
    }
}

impl Inputs<'_> {
    /// Reads an element of an input operand; undefined outside its variable or at an undefined index. The null variable
    /// reads as zero.
    pub fn element(&self, operand: usize, index: Bits, ty: Type, behaviour: FloatBehaviour) -> Bits {
        let operand = &self.operands[operand];
        if matches!(operand, BoundOperand::Null) {
            return Bits::known(0);
        }
        let found = memory::element_index(index).and_then(|index| self.source(operand, index));
        let value = found.map_or(Bits::UNDEFINED, |(value, own)| match Type::Scalar(own) {
            own if own == ty => value,
            own => arithmetic::convert(own, ty, value),
        });
        match operand {
            BoundOperand::Elements { modifier: Some(modifier), .. } => {
                modified(*modifier, ty, value, behaviour)
            }
            _ => value,
        }
    }

    fn source(&self, operand: &BoundOperand, index: usize) -> Option<(Bits, ScalarType)> {
        if let BoundOperand::Surface(surface) = *operand {
            let surface = &self.scenario.layout.surfaces[surface];
            return (index < surface.count()).then(|| (self.state.read(surface.element(index)), surface.ty));
        }
        match self.thread.and_then(|thread| thread.latched) {
            Some(latched) => memory::input(|place| latched.read(place), operand, index),
            None => memory::input(|place| self.state.read(place), operand, index),
        }
    }
}

fn modified(modifier: SourceModifier, ty: Type, value: Bits, behaviour: FloatBehaviour) -> Bits {
    let negate = |value| arithmetic::unary(UnaryOp::Negate, ty, value);
    let absolute = |value| arithmetic::call(Builtin::Abs, ty, &[value], behaviour);
    match modifier {
        SourceModifier::Negate => negate(value),
        SourceModifier::Absolute => absolute(value),
        SourceModifier::NegateAbsolute => negate(absolute(value)),
        SourceModifier::Complement => arithmetic::unary(UnaryOp::Complement, ty, value),
    }
}

fn truth(holds: bool) -> Bits {
    Bits::known(u64::from(holds))
}
