//! Evaluating expressions of one statement, and noting what went in.

use super::{Bound, BoundOperand, Scenario, SourceModifier};
use super::{headers, memory};
use crate::base::{Bits, LaneMask, SurfaceKind};
use crate::machine::State;
use crate::semantics::{
    Address, Builtin, Code, ExprId, ExprKind, OpStatement, Site, Type, UnaryOp, arithmetic,
};
use crate::trace::{Access, Effect, Input, OpLine};

/// What the expressions of a statement may look at, and what they did.
pub(super) struct Eval<'a> {
    pub scenario: &'a Scenario,
    pub bound: &'a Bound,
    pub state: &'a State,
    /// What input operands are read from: the latched contents, or the live ones.
    pub sources: &'a State,
    pub enabled: LaneMask,
    /// Each lane's predicate as it counts; all on without one.
    pub predicate: LaneMask,
    /// The thread's locals; `None` where not assigned yet. Indexed like `Code::locals`.
    pub locals: &'a [Option<Bits>],
    /// The uniform thread's locals.
    pub uniform: &'a [Option<Bits>],
    pub inputs: Vec<Input>,
    pub effects: Vec<Effect>,
    /// The value of `result` after an operation ran.
    pub result: Option<Bits>,
    pub op_site: Option<Site>,
    /// What the operation assigned, in order.
    pub op_lines: Vec<OpLine>,
    /// How many expressions were evaluated.
    pub work: u64,
}

impl Eval<'_> {
    fn code(&self) -> &Code {
        &self.bound.code
    }

    /// The value of an expression, truncated to its type.
    pub fn value(&mut self, id: ExprId) -> Bits {
        self.expr(id, &mut Vec::new())
    }

    /// The value of an expression; `op_locals` are the locals of the operation that is running.
    pub fn expr(&mut self, id: ExprId, op_locals: &mut Vec<Bits>) -> Bits {
        self.work += 1;
        let bound = self.bound;
        let expr = bound.code.expr(id);
        let ty_of = |id: ExprId| bound.code.expr(id).ty;
        let value = match &expr.kind {
            ExprKind::Constant(bits) => *bits,
            ExprKind::Local(local) => {
                let slot = usize::from(local.0);
                let from = if self.code().locals[slot].uniform { self.uniform } else { self.locals };
                let value = from[slot].unwrap_or(Bits::UNDEFINED);
                self.note(expr.site, value, expr.ty)
            }
            ExprKind::OpLocal(slot) => {
                let value = op_locals.get(usize::from(*slot)).copied().unwrap_or(Bits::UNDEFINED);
                self.note(expr.site, value, expr.ty)
            }
            ExprKind::Element { operand, index } => {
                let index = self.expr(*index, op_locals);
                let value = self.element(*operand, index, expr.ty);
                self.note(expr.site, value, expr.ty)
            }
            ExprKind::Memory { operand, at } => {
                let at = self.address(at, op_locals);
                match self.access(*operand, at) {
                    Some(access) => self.read(access),
                    None => Bits::UNDEFINED,
                }
            }
            ExprKind::Enabled(index) => {
                let index = self.expr(*index, op_locals);
                Bits::known(u64::from(self.enabled.contains(index.value as usize)))
            }
            ExprKind::Predicated(index) => {
                let index = self.expr(*index, op_locals);
                Bits::known(u64::from(self.predicate.contains(index.value as usize)))
            }
            ExprKind::Unary(op, a) => {
                let a_value = self.expr(*a, op_locals);
                arithmetic::unary(*op, ty_of(*a), a_value)
            }
            ExprKind::Binary(op, a, b) => {
                let a_value = self.expr(*a, op_locals);
                let b_value = self.expr(*b, op_locals);
                arithmetic::binary(*op, ty_of(*a), a_value, b_value, bound.code.float_rules)
            }
            ExprKind::Select(condition, a, b) => {
                let condition = self.expr(*condition, op_locals);
                let a = self.expr(*a, op_locals);
                let b = self.expr(*b, op_locals);
                arithmetic::select(condition, a, b)
            }
            ExprKind::Call(builtin, args) => {
                let values: Vec<Bits> = args.iter().map(|&arg| self.expr(arg, op_locals)).collect();
                arithmetic::call(*builtin, expr.ty, &values, bound.code.float_rules)
            }
            ExprKind::Header(query, args) => {
                let values: Vec<Bits> = args.iter().map(|&arg| self.expr(arg, op_locals)).collect();
                headers::answer(self.scenario, bound, *query, &values)
            }
            ExprKind::Convert(a) => {
                let value = self.expr(*a, op_locals);
                arithmetic::convert(ty_of(*a), expr.ty, value)
            }
            ExprKind::Reinterpret(a) => self.expr(*a, op_locals),
            ExprKind::Op(args) => self.operation(*args),
        };
        value.truncate(expr.ty.width_bits())
    }

    /// Notes an input once and hands its value on. Beyond some dozens nobody can read them anyway.
    fn note(&mut self, site: Site, value: Bits, ty: Type) -> Bits {
        let value = value.truncate(ty.width_bits());
        if self.inputs.len() < MOST_INPUTS && !self.inputs.iter().any(|input| input.site == site) {
            self.inputs.push(Input { site, value, ty });
        }
        value
    }

    /// An element of an input operand; undefined outside its variable or at an undefined index. The null variable
    /// reads as zero.
    fn element(&self, operand: usize, index: Bits, ty: Type) -> Bits {
        let bound = self.bound.operands[operand];
        if bound == BoundOperand::Null {
            return Bits::known(0);
        }
        let in_range = index.is_defined(32) && index.value < 1 << 16;
        let found = in_range.then(|| memory::input(self.sources, bound, index.value as usize)).flatten();
        let value = found.map_or(Bits::UNDEFINED, |(value, own)| match Type::Scalar(own) {
            own if own == ty => value,
            own => arithmetic::convert(own, ty, value),
        });
        match bound {
            BoundOperand::Elements { modifier: Some(modifier), .. } => self.modified(modifier, ty, value),
            _ => value,
        }
    }

    /// What stands in a surface's brackets.
    fn address(&mut self, at: &Address, op_locals: &mut Vec<Bits>) -> Where {
        match at {
            Address::Byte(address) => Where::Byte(self.expr(*address, op_locals)),
            Address::Texel(parts) => {
                let mut coordinates = [Bits::known(0); 4];
                for (coordinate, part) in coordinates.iter_mut().zip(parts) {
                    *coordinate = self.expr(*part, op_locals);
                }
                Where::Texel(coordinates)
            }
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

    /// Where a write goes; `None` when the operand is not a surface.
    pub fn target(&mut self, operand: usize, at: &Address) -> Option<Access> {
        let at = self.address(at, &mut Vec::new());
        self.access(operand, at)
    }

    /// Where an access to a surface operand goes; `None` when the operand is not a surface.
    fn access(&self, operand: usize, at: Where) -> Option<Access> {
        let (layout, ty) = (&self.scenario.layout, self.bound.access);
        let surface = match (self.bound.operands[operand], &at) {
            (BoundOperand::Surface(surface), _) => surface,
            (BoundOperand::HeaderPool, Where::Byte(address)) => {
                return memory::resolve_physical(layout, operand as u8, *address, ty);
            }
            _ => return None,
        };
        // A row has a handful of operands.
        let operand = operand as u8;
        Some(match at {
            Where::Byte(address) => memory::resolve(layout, self.bound.memory, operand, surface, address, ty),
            Where::Texel(coordinates) => memory::resolve_texel(layout, operand, surface, coordinates, ty),
        })
    }

    fn read(&mut self, access: Access) -> Bits {
        let value = memory::read(self.state, &access, self.bound.memory, self.is_slm(&access));
        self.effects.push(Effect::Read { access, value });
        value
    }

    fn is_slm(&self, access: &Access) -> bool {
        let surfaces = &self.scenario.layout.surfaces;
        surfaces.iter().any(|surface| surface.space == access.place.space && surface.kind == SurfaceKind::Slm)
    }

    /// Runs the operation's body: its value is the new one, and `result` is kept.
    fn operation(&mut self, args: [ExprId; 3]) -> Bits {
        let bound = self.bound;
        let Some(op) = &bound.code.op else { return Bits::UNDEFINED };
        let mut locals = vec![Bits::UNDEFINED; op.locals.len()];
        for (slot, &arg) in args.iter().enumerate() {
            // `old` is also what comes back where the body does not say otherwise.
            if op.mentions[slot] || slot == 0 {
                locals[slot] = self.expr(arg, &mut Vec::new());
            }
        }
        self.op_statements(&op.statements, &mut locals);
        let (new, result) = (locals[NEW], if op.assigns_result { locals[RESULT] } else { locals[OLD] });
        self.result = Some(result);
        let name = bound.op.clone().unwrap_or_default();
        self.effects.push(Effect::Modify { op: name, new, result, ty: bound.access });
        new
    }

    fn op_statements(&mut self, statements: &[OpStatement], locals: &mut Vec<Bits>) {
        for statement in statements {
            match statement {
                OpStatement::Assign { local, value, site } => {
                    let value = self.expr(*value, locals);
                    locals[usize::from(*local)] = value;
                    if self.op_lines.len() < MOST_INPUTS {
                        let ty = self
                            .bound
                            .code
                            .op
                            .as_ref()
                            .map_or(Type::Bool, |op| op.locals[usize::from(*local)].ty);
                        self.op_lines.push(OpLine { site: *site, value, ty });
                    }
                    self.op_site =
                        Some(self.op_site.map_or(*site, |all| Site { span: all.span.to(site.span), ..all }));
                }
                OpStatement::If { condition, then, otherwise } => {
                    let holds = self.expr(*condition, locals);
                    let branch = if holds.value & 1 == 1 { then } else { otherwise };
                    self.op_statements(branch, locals);
                }
            }
        }
    }
}

/// What a surface is indexed with: a byte address, or the coordinates of a texel.
enum Where {
    Byte(Bits),
    Texel([Bits; 4]),
}
/// How many inputs of a step are noted.
const MOST_INPUTS: usize = 64;

/// Slots of an operation's first locals, in the order that [`crate::semantics::OpBody::locals`] states.
const OLD: usize = 0;
const NEW: usize = 3;
const RESULT: usize = 4;
