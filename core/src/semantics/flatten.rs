//! From trees to their flat form.

use super::flat::{FlatCode, FlatKind, FlatStatement, Operation, OperationKind, Slot};
use super::integer::IntegerFormat;
use super::{
    Address, Expr, ExprId, ExprKind, Local, OpBody, OpStatement, Site, Statement, StatementKind, Target, Type,
};
use crate::base::Bits;
use std::collections::HashMap;

/// The flat form of statements. `parameters` is how many locals of an operation's body expressions may name.
pub(super) fn flatten(
    statements: &[Statement],
    exprs: &[Expr],
    locals: &[Local],
    op: Option<&OpBody>,
    parameters: usize,
) -> FlatCode {
    let mut flattening = Flattening::new(exprs, locals, op, parameters);
    let statements = statements.iter().map(|statement| flattening.statement(statement)).collect();
    let Flattening { mut flat, highest, .. } = flattening;
    flat.slots.resize(highest as usize, Bits::UNDEFINED);
    FlatCode { statements, ..flat }
}

struct Flattening<'a> {
    exprs: &'a [Expr],
    locals: &'a [Local],
    op: Option<&'a OpBody>,
    flat: FlatCode,
    constants: HashMap<Bits, Slot>,
    /// Where the arguments of the call under way stand.
    arguments: [Option<Slot>; 3],
    /// The first slot that no statement uses beyond itself.
    scratch: u32,
    /// The next free slot of this statement.
    next: u32,
    /// The number of slots that the statement with the most of them needs.
    highest: u32,
    /// How many expressions there were since the statement or the branch began.
    work: u32,
    /// Which locals of the operation's body are assigned at this place, whichever way led there.
    assigned: Vec<bool>,
    /// Whether the statement so far is plain; see [`FlatStatement::is_plain`].
    is_plain: bool,
}

impl<'a> Flattening<'a> {
    fn new(exprs: &'a [Expr], locals: &'a [Local], op: Option<&'a OpBody>, parameters: usize) -> Self {
        let mut constants = HashMap::new();
        let mut slots = Vec::new();
        let of_exprs = exprs.iter().filter_map(|expr| match expr.kind {
            ExprKind::Constant(bits) => Some(bits.truncate(expr.ty.width_bits())),
            _ => None,
        });
        for bits in [Bits::known(0), Bits::UNDEFINED].into_iter().chain(of_exprs) {
            constants.entry(bits).or_insert_with(|| {
                slots.push(bits);
                Slot(slots.len() as u32 - 1)
            });
        }
        let first = slots.len() as u32;
        let scratch = first + parameters as u32;
        let flat = FlatCode { slots, parameters: first, ..FlatCode::default() };
        Self {
            exprs,
            locals,
            op,
            flat,
            constants,
            arguments: [None; 3],
            scratch,
            next: scratch,
            highest: scratch,
            work: 0,
            assigned: Vec::new(),
            is_plain: true,
        }
    }

    fn statement(&mut self, statement: &Statement) -> FlatStatement {
        let first = self.here();
        (self.next, self.work, self.is_plain) = (self.scratch, 0, true);
        let zero = self.constant(Bits::known(0));
        let (mut value, mut at) = (zero, [zero; 4]);
        let kind = match &statement.kind {
            StatementKind::Assign { target, value: id } => {
                value = self.value(*id);
                // A row has a handful of operands.
                match target {
                    Target::Local(local) => FlatKind::Local(*local),
                    Target::Surface { operand, at: address } => {
                        at = self.address(address);
                        let operand = *operand as u32;
                        match address {
                            Address::Byte(_) => FlatKind::Memory { operand },
                            Address::Texel(_) => FlatKind::Texel { operand },
                        }
                    }
                    Target::Element { operand, index } => {
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
            StatementKind::Jump(to) => FlatKind::Jump(*to),
            StatementKind::Foreach { variable, end } => FlatKind::Foreach { variable: *variable, end: *end },
            StatementKind::EndLane => FlatKind::EndLane,
            StatementKind::EnterAtomic => FlatKind::EnterAtomic,
            StatementKind::LeaveAtomic => FlatKind::LeaveAtomic,
            StatementKind::Halt => FlatKind::Halt,
        };
        self.highest = self.highest.max(self.next);
        let Statement { accesses_memory, is_address, .. } = *statement;
        let (end, work, is_plain) = (self.here(), self.work, self.is_plain);
        let is_step = statement.kind.is_step();
        FlatStatement { first, end, work, value, at, kind, accesses_memory, is_address, is_step, is_plain }
    }

    fn here(&self) -> u32 {
        self.flat.operations.len() as u32
    }

    fn constant(&self, bits: Bits) -> Slot {
        self.constants[&bits]
    }

    /// The slot of a local of the operation's body.
    fn parameter(&self, local: u16) -> Slot {
        Slot(self.flat.parameters + u32::from(local))
    }

    fn emit(&mut self, kind: OperationKind, origin: (Site, Type)) -> Slot {
        let to = Slot(self.next);
        self.next += 1;
        self.emit_to(to, kind, origin);
        to
    }

    fn emit_to(&mut self, to: Slot, kind: OperationKind, origin: (Site, Type)) {
        self.flat.operations.push(Operation { to, mask: u64::MAX >> (64 - origin.1.width_bits()), kind });
        self.flat.origins.push(origin);
    }

    fn address(&mut self, address: &Address) -> [Slot; 4] {
        let mut at = [self.constant(Bits::known(0)); 4];
        for (slot, part) in at.iter_mut().zip(address.parts()) {
            *slot = self.value(*part);
        }
        at
    }

    /// The slot in which an expression's value stands once the operations so far are done.
    fn value(&mut self, id: ExprId) -> Slot {
        self.work += 1;
        let exprs = self.exprs;
        let expr = &exprs[id.0 as usize];
        let ty_of = |id: ExprId| exprs[id.0 as usize].ty;
        let kind = match &expr.kind {
            ExprKind::Constant(bits) => {
                self.is_plain &= bits.is_defined(expr.ty.width_bits());
                return self.constant(bits.truncate(expr.ty.width_bits()));
            }
            ExprKind::Reinterpret(a) => return self.value(*a),
            ExprKind::Op(arguments) => return self.operation(*arguments, (expr.site, expr.ty)),
            ExprKind::Local(local) if self.locals[usize::from(local.0)].uniform => {
                OperationKind::Uniform(*local)
            }
            ExprKind::Local(local) => OperationKind::Local(*local),
            ExprKind::OpLocal(local) => {
                self.reads(*local);
                let argument = self.arguments.get(usize::from(*local)).copied().flatten();
                OperationKind::Parameter(argument.unwrap_or(self.parameter(*local)))
            }
            // A row has a handful of operands.
            ExprKind::Element { operand, index } => {
                OperationKind::Element { operand: *operand as u32, index: self.value(*index) }
            }
            ExprKind::Memory { operand, at } => {
                let slots = self.address(at);
                let operand = *operand as u32;
                match at {
                    Address::Byte(_) => OperationKind::Memory { operand, address: slots[0] },
                    Address::Texel(_) => OperationKind::Texel { operand, at: slots },
                }
            }
            ExprKind::Enabled(lane) => OperationKind::Enabled(self.value(*lane)),
            ExprKind::Predicated(lane) => OperationKind::Predicated(self.value(*lane)),
            ExprKind::Unary(op, a) => OperationKind::Unary(*op, ty_of(*a), self.value(*a)),
            ExprKind::Binary(op, a, b) => {
                let ty = ty_of(*a);
                let (a, b) = (self.value(*a), self.value(*b));
                match ty {
                    Type::Scalar(float) if float.is_float() => OperationKind::Float(*op, float, a, b),
                    _ => OperationKind::Integer(*op, IntegerFormat::of(ty), a, b),
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
            ExprKind::Convert(a) => OperationKind::Convert(ty_of(*a), expr.ty, self.value(*a)),
        };
        self.emit(kind, (expr.site, expr.ty))
    }

    /// The slots of arguments; what nobody looks at is 0.
    fn arguments<const N: usize>(&mut self, arguments: &[ExprId]) -> [Slot; N] {
        let mut slots = [self.constant(Bits::known(0)); N];
        for (slot, argument) in slots.iter_mut().zip(arguments) {
            *slot = self.value(*argument);
        }
        slots
    }

    /// The operation's body, in place of its call.
    fn operation(&mut self, arguments: [ExprId; 3], origin: (Site, Type)) -> Slot {
        let Some(op) = self.op else { return self.constant(Bits::UNDEFINED) };
        let mut slots = [None; 3];
        for (n, slot) in slots.iter_mut().enumerate() {
            // `old` is also what comes back where the body does not say otherwise.
            if op.mentions[n] || n == usize::from(OpBody::OLD) {
                *slot = Some(self.value(arguments[n]));
            }
        }
        self.arguments = slots;
        self.assigned = (0..op.locals.len()).map(|n| slots.get(n).is_some_and(Option::is_some)).collect();
        let count = op.locals.len() as u32;
        self.emit_to(self.parameter(0), OperationKind::Begin { count }, origin);
        self.op_statements(&op.statements, op);
        self.reads(OpBody::NEW);
        let old = slots[usize::from(OpBody::OLD)].unwrap_or(self.constant(Bits::UNDEFINED));
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
        let behind = self.here();
        self.flat.operations[branch].kind = OperationKind::Branch { condition, otherwise: second };
        self.flat.operations[jump].kind = OperationKind::Jump(behind);
    }

    /// A local of the operation's body is read.
    fn reads(&mut self, local: u16) {
        self.is_plain &= self.assigned.get(usize::from(local)).is_some_and(|assigned| *assigned);
    }

    /// One branch, with the number of its expressions in front.
    fn branch(&mut self, statements: &[OpStatement], op: &OpBody, origin: (Site, Type)) {
        let before = std::mem::take(&mut self.work);
        let at = self.here() as usize;
        self.emit_to(self.constant(Bits::known(0)), OperationKind::Work(0), origin);
        self.op_statements(statements, op);
        self.flat.operations[at].kind = OperationKind::Work(self.work);
        self.work = before;
    }
}
