//! Translation of trees to their flat form.

use super::code::{
    Address, AssignTarget, Expr, ExprId, ExprKind, Local, OpBody, OpStatement, Statement, StatementKind,
};
use super::flat::{FlatCode, FlatKind, FlatStatement, Operation, OperationKind, OperationRange, SlotIndex};
use super::integer::IntegerFormat;
use super::op_body::always_assigns;
use super::vocabulary::{Site, Type};
use crate::base::{Bits, ScalarType};
use std::collections::HashMap;

/// Returns the flat form of statements. `parameters` are the types of the operation's locals, which expressions may
/// name.
pub(super) fn flatten(
    statements: &[Statement],
    exprs: &[Expr],
    locals: &[Local],
    op: Option<&OpBody>,
    parameters: impl Iterator<Item = Type>,
) -> FlatCode {
    let mut flattening = Flattening::new(exprs, locals, op, parameters);
    let mut statements: Vec<_> = statements.iter().map(|statement| flattening.statement(statement)).collect();
    let Flattening { mut flat, highest, .. } = flattening;
    flat.slots.resize(highest as usize - locals.len(), Bits::UNDEFINED);
    flat.fast_operations = fast_operations(&flat.operations, &mut statements);
    FlatCode { statements, ..flat }
}

/// Returns the operations without those that only record inputs, and sets the statements' ranges in the result.
fn fast_operations(operations: &[Operation], statements: &mut [FlatStatement]) -> Vec<Operation> {
    let is_fast = |operation: &Operation| {
        !matches!(operation.kind, OperationKind::Input(_) | OperationKind::Begin { .. })
    };
    // The new index of each operation; a dropped operation has that of the next one.
    let mut places = vec![0];
    for operation in operations {
        places.push(places[places.len() - 1] + u32::from(is_fast(operation)));
    }
    let place = |at: u32| places[at as usize];
    let mut fast_operations: Vec<_> = operations.iter().copied().filter(is_fast).collect();
    for statement in statements {
        let OperationRange { first, end } = statement.operations;
        statement.fast_operations = OperationRange { first: place(first), end: place(end) };
        for operation in &mut fast_operations[statement.fast_operations.range()] {
            match &mut operation.kind {
                OperationKind::Branch { otherwise: to, .. } | OperationKind::Jump(to) => {
                    *to = place(first + *to) - place(first);
                }
                _ => {}
            }
        }
    }
    fast_operations
}

struct Flattening<'a> {
    exprs: &'a [Expr],
    op: Option<&'a OpBody>,
    flat: FlatCode,
    constants: HashMap<Bits, SlotIndex>,
    /// The slots of the arguments of the current call.
    arguments: [Option<SlotIndex>; 3],
    /// The first slot that statements may use for temporary values.
    scratch: u32,
    /// The first operation of the current statement.
    first: u32,
    /// The next free slot of the current statement.
    next: u32,
    /// The number of slots needed so far.
    highest: u32,
    /// The number of expressions since the start of the statement or branch.
    work: u32,
    /// For each local of the operation's body, whether it is assigned at this point on every path.
    assigned: Vec<bool>,
    /// Whether the fast path can execute the statement so far; see [`FlatStatement::is_fast`].
    is_fast: bool,
    /// Whether the statement so far affects only its own thread; see [`FlatStatement::is_local`].
    is_local: bool,
}

/// Returns the value of a type without any defined bit.
fn undefined(ty: Type) -> Bits {
    Bits::UNDEFINED.truncate(ty.width_bits())
}

impl<'a> Flattening<'a> {
    fn new(
        exprs: &'a [Expr],
        locals: &[Local],
        op: Option<&'a OpBody>,
        parameters: impl Iterator<Item = Type>,
    ) -> Self {
        let mut constants = HashMap::new();
        let mut slots = Vec::new();
        let literals = exprs.iter().filter_map(|expr| match expr.kind {
            ExprKind::Constant(bits) => Some(bits.truncate(expr.ty.width_bits())),
            _ => None,
        });
        // Both truth values have slots, whichever one a decided condition has. The code that runs is then the same.
        for bits in [Bits::known(0), Bits::known(1), Bits::UNDEFINED].into_iter().chain(literals) {
            constants.entry(bits).or_insert_with(|| {
                slots.push(bits);
                SlotIndex((locals.len() + slots.len()) as u32 - 1)
            });
        }
        let parameter = SlotIndex((locals.len() + slots.len()) as u32);
        slots.extend(parameters.map(undefined));
        let scratch = (locals.len() + slots.len()) as u32;
        let locals = locals.iter().map(|local| undefined(local.ty)).collect();
        let flat = FlatCode { locals, slots, parameters: parameter, ..FlatCode::default() };
        Self {
            exprs,
            op,
            flat,
            constants,
            arguments: [None; 3],
            scratch,
            first: 0,
            next: scratch,
            highest: scratch,
            work: 0,
            assigned: Vec::new(),
            is_fast: true,
            is_local: true,
        }
    }

    fn statement(&mut self, statement: &Statement) -> FlatStatement {
        let first = self.here();
        self.first = first;
        (self.next, self.work, self.is_fast, self.is_local) = (self.scratch, 0, true, true);
        let zero = self.constant(Bits::known(0));
        let (mut value, mut at) = (zero, [zero; 4]);
        let kind = match &statement.kind {
            StatementKind::Assign { target, value: id } => {
                value = self.value(*id);
                // A row has a handful of operands.
                match target {
                    AssignTarget::Local(local) => FlatKind::Local(*local),
                    AssignTarget::Surface { operand, at: address } => {
                        at = self.address(address);
                        let operand = *operand as u32;
                        match address {
                            Address::Byte(_) => FlatKind::Memory { operand },
                            Address::Texel(_) => FlatKind::Texel { operand },
                        }
                    }
                    AssignTarget::Element { operand, index } => {
                        at[0] = self.value(*index);
                        FlatKind::Element { operand: *operand as u32 }
                    }
                }
            }
            StatementKind::Branch { condition, otherwise } => {
                value = self.value(*condition);
                FlatKind::Branch { otherwise: *otherwise }
            }
            StatementKind::Trap { reason, condition } => {
                value = self.value(*condition);
                FlatKind::Trap { reason: *reason }
            }
            StatementKind::Drop(element) => {
                at = element.map(|id| self.value(id));
                FlatKind::Drop
            }
            StatementKind::Jump(to) => FlatKind::Jump(*to),
            StatementKind::Foreach { variable, end } => FlatKind::Foreach { variable: *variable, end: *end },
            StatementKind::EndLane => FlatKind::EndLane,
            StatementKind::EnterAtomic => FlatKind::EnterAtomic,
            StatementKind::LeaveAtomic => FlatKind::LeaveAtomic,
            StatementKind::Halt => FlatKind::Halt,
        };
        self.highest = self.highest.max(self.next);
        let Statement { accesses_memory, is_address, .. } = *statement;
        let (end, work, is_fast) = (self.here(), self.work, self.is_fast);
        let is_step = statement.kind.is_step();
        let is_local = self.is_local && matches!(kind, FlatKind::Local(_) | FlatKind::Branch { .. });
        let operations = OperationRange { first, end };
        FlatStatement {
            operations,
            fast_operations: operations,
            work,
            value,
            at,
            kind,
            accesses_memory,
            is_address,
            is_step,
            is_fast,
            is_local,
        }
    }

    fn here(&self) -> u32 {
        self.flat.operations.len() as u32
    }

    fn constant(&self, bits: Bits) -> SlotIndex {
        self.constants[&bits]
    }

    /// Returns the slot of a local of the operation's body.
    fn parameter(&self, local: u16) -> SlotIndex {
        SlotIndex(self.flat.parameters.0 + u32::from(local))
    }

    fn emit(&mut self, kind: OperationKind, origin: (Site, Type)) -> SlotIndex {
        let to = SlotIndex(self.next);
        self.next += 1;
        self.emit_to(to, kind, origin);
        to
    }

    fn emit_to(&mut self, to: SlotIndex, kind: OperationKind, origin: (Site, Type)) {
        self.flat.operations.push(Operation { to, mask: u64::MAX >> (64 - origin.1.width_bits()), kind });
        self.flat.origins.push(origin);
    }

    /// Records a variable as an input and returns its slot, from which the computation reads it.
    fn input(&mut self, slot: SlotIndex, origin: (Site, Type)) -> SlotIndex {
        self.emit_to(slot, OperationKind::Input(slot), origin);
        slot
    }

    fn address(&mut self, address: &Address) -> [SlotIndex; 4] {
        let mut at = [self.constant(Bits::known(0)); 4];
        for (slot, part) in at.iter_mut().zip(address.parts()) {
            *slot = self.value(*part);
        }
        at
    }

    /// Returns the slot that holds an expression's value after the operations so far.
    fn value(&mut self, id: ExprId) -> SlotIndex {
        self.work += 1;
        let exprs = self.exprs;
        let expr = &exprs[id.0 as usize];
        let ty_of = |id: ExprId| exprs[id.0 as usize].ty;
        let kind = match &expr.kind {
            ExprKind::Constant(bits) => {
                self.is_fast &= bits.is_defined(expr.ty.width_bits());
                return self.constant(bits.truncate(expr.ty.width_bits()));
            }
            ExprKind::Reinterpret(a) => return self.value(*a),
            ExprKind::Op(arguments) => return self.operation(*arguments, (expr.site, expr.ty)),
            ExprKind::Local(local) => return self.input(SlotIndex(local.0.into()), (expr.site, expr.ty)),
            ExprKind::OpLocal(local) => {
                self.reads(*local);
                let argument = self.arguments.get(usize::from(*local)).copied().flatten();
                let slot = argument.unwrap_or(self.parameter(*local));
                return self.input(slot, (expr.site, expr.ty));
            }
            // A row has a handful of operands.
            ExprKind::Element { operand, index } => {
                OperationKind::Element { operand: *operand as u32, index: self.value(*index), ty: expr.ty }
            }
            ExprKind::Memory { operand, at } => {
                self.is_local = false;
                let slots = self.address(at);
                let operand = *operand as u32;
                match at {
                    Address::Byte(_) => OperationKind::Memory { operand, address: slots[0] },
                    Address::Texel(_) => OperationKind::Texel { operand, at: slots },
                }
            }
            ExprKind::Inside { operand, at } => {
                let slots = self.address(at);
                let is_byte = matches!(at, Address::Byte(_));
                OperationKind::Inside { operand: *operand as u32, at: slots, is_byte }
            }
            ExprKind::Fold { fold, operand, of } => {
                self.is_local = false;
                OperationKind::Fold { fold: *fold, operand: *operand as u32, of: *of }
            }
            ExprKind::Enabled(lane) => OperationKind::Enabled(self.value(*lane)),
            ExprKind::Predicated(lane) => OperationKind::Predicated(self.value(*lane)),
            ExprKind::Unary(op, a) => OperationKind::Unary(*op, ty_of(*a), self.value(*a)),
            ExprKind::Binary(op, a, b) => {
                let ty = ty_of(*a);
                let (a, b) = (self.value(*a), self.value(*b));
                match ty {
                    Type::Scalar(float) if float.is_float() => OperationKind::Float(*op, float, a, b),
                    _ => OperationKind::Integer(*op, IntegerFormat::from_type(ty), a, b),
                }
            }
            ExprKind::Select(condition, a, b) => {
                OperationKind::Select(self.value(*condition), self.value(*a), self.value(*b))
            }
            ExprKind::Call(builtin, arguments) => {
                let ty = arguments.first().map_or(expr.ty, |argument| ty_of(*argument));
                OperationKind::Call(*builtin, ty, self.arguments(arguments))
            }
            ExprKind::Header(query, arguments) => OperationKind::Header(*query, self.arguments(arguments)),
            ExprKind::Convert(a) => match (ty_of(*a), expr.ty) {
                (from, Type::Scalar(to))
                    if !matches!(from, Type::Scalar(from) if from.is_float()) && !to.is_float() =>
                {
                    OperationKind::Extend(IntegerFormat::from_type(from), self.value(*a))
                }
                (from, to) => OperationKind::Convert(from, to, self.value(*a)),
            },
        };
        self.emit(kind, (expr.site, expr.ty))
    }

    /// Returns the slots of the arguments. Missing arguments have the slot of 0.
    fn arguments<const N: usize>(&mut self, arguments: &[ExprId]) -> [SlotIndex; N] {
        let mut slots = [self.constant(Bits::known(0)); N];
        for (slot, argument) in slots.iter_mut().zip(arguments) {
            *slot = self.value(*argument);
        }
        slots
    }

    /// Inlines the operation's body in place of its call.
    fn operation(&mut self, arguments: [ExprId; 3], origin: (Site, Type)) -> SlotIndex {
        let Some(op) = self.op else { return self.constant(Bits::UNDEFINED) };
        self.is_local = false;
        let mut slots = [None; 3];
        for (n, slot) in slots.iter_mut().enumerate() {
            // `old` is also the result if the body does not assign one.
            if op.mentions[n] || n == usize::from(OpBody::OLD) {
                let value = self.value(arguments[n]);
                if value.index() < self.flat.locals.len() {
                    self.emit_to(value, OperationKind::Argument(value), origin);
                }
                *slot = Some(value);
            }
        }
        self.arguments = slots;
        self.assigned = (0..op.locals.len()).map(|n| slots.get(n).is_some_and(Option::is_some)).collect();
        let count = op.locals.len() as u32;
        self.emit_to(self.parameter(0), OperationKind::Begin { count }, origin);
        let old = slots[usize::from(OpBody::OLD)].unwrap_or(self.constant(Bits::UNDEFINED));
        if op.assigns_result && !always_assigns(&op.statements, OpBody::RESULT) {
            // The format does not matter: the mask cuts the bits to the width of the type.
            let whole = IntegerFormat::from_type(Type::Scalar(ScalarType::Uq));
            self.emit_to(self.parameter(OpBody::RESULT), OperationKind::Extend(whole, old), origin);
            self.assigned[usize::from(OpBody::RESULT)] = true;
        }
        self.op_statements(&op.statements, op);
        self.reads(OpBody::NEW);
        let result = if op.assigns_result {
            self.reads(OpBody::RESULT);
            self.parameter(OpBody::RESULT)
        } else {
            old
        };
        self.emit(OperationKind::Modify { new: self.parameter(OpBody::NEW), result }, origin)
    }

    fn op_statements(&mut self, statements: &[OpStatement], op: &OpBody) {
        for statement in statements {
            match statement {
                OpStatement::Assign { local, value, site } => {
                    let value = self.value(*value);
                    let ty = op.locals[usize::from(*local)].ty;
                    let to = self.parameter(*local);
                    self.emit_to(to, OperationKind::Assign(value), (*site, ty));
                    self.assigned[usize::from(*local)] = true;
                }
                OpStatement::If { condition, then, otherwise } => {
                    self.branches(*condition, then, otherwise, op)
                }
            }
        }
    }

    fn branches(&mut self, condition: ExprId, then: &[OpStatement], otherwise: &[OpStatement], op: &OpBody) {
        let expr = &self.exprs[condition.0 as usize];
        let origin = (expr.site, expr.ty);
        let condition = self.value(condition);
        let to = self.constant(Bits::known(0));
        let branch = self.here() as usize;
        self.emit_to(to, OperationKind::Branch { condition, otherwise: 0 }, origin);
        let before = self.assigned.clone();
        self.branch(then, op, origin);
        let after_then = std::mem::replace(&mut self.assigned, before);
        let jump = self.here() as usize;
        self.emit_to(to, OperationKind::Jump(0), origin);
        let second = self.here();
        self.branch(otherwise, op, origin);
        self.assigned.iter_mut().zip(after_then).for_each(|(assigned, then)| *assigned &= then);
        let end = self.here();
        self.flat.operations[branch].kind =
            OperationKind::Branch { condition, otherwise: second - self.first };
        self.flat.operations[jump].kind = OperationKind::Jump(end - self.first);
    }

    /// Records a read of a local of the operation's body.
    fn reads(&mut self, local: u16) {
        self.is_fast &= self.assigned.get(usize::from(local)).is_some_and(|assigned| *assigned);
    }

    /// Flattens one branch, preceded by the number of its expressions.
    fn branch(&mut self, statements: &[OpStatement], op: &OpBody, origin: (Site, Type)) {
        let before = std::mem::take(&mut self.work);
        let at = self.here() as usize;
        self.emit_to(self.constant(Bits::known(0)), OperationKind::Work(0), origin);
        self.op_statements(statements, op);
        self.flat.operations[at].kind = OperationKind::Work(self.work);
        self.work = before;
    }
}
