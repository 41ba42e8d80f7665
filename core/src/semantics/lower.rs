//! Statements of an instruction's text: checked, and flattened to places and jumps.

use super::ast::{Expr, Place, Stmt, StmtKind};
use super::check::UD;
use super::names::{Binding, Meaning, Variable};
use super::types::{Checked, Value};
use super::{
    BinaryOp, Environment, ExprId, ExprKind, FloatRules, Local, LocalId, NotationDiagnostic, OperandShape,
    Pc, Site, Statement, StatementKind, Target, Type, rules,
};
use crate::base::{Bits, Rule, Span};
use crate::diag::Diagnostic;
use std::collections::BTreeSet;

/// Who executes a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// The uniform thread.
    Uniform,
    /// A lane's thread, inside `foreach_active`.
    Lane,
    /// Whoever calls `op`.
    Op,
}

/// Everything that grows while texts are lowered.
pub(super) struct Lowering<'a> {
    pub env: &'a Environment<'a>,
    pub float_rules: FloatRules,
    pub text: &'a str,
    pub text_index: u8,
    pub level: Level,
    pub exprs: Vec<super::Expr>,
    pub locals: Vec<Local>,
    pub op_locals: Vec<Local>,
    pub statements: Vec<Statement>,
    pub scopes: Vec<Vec<Binding>>,
    /// The local behind `result`.
    pub result: Option<LocalId>,
    /// Whether the instruction has an operation.
    pub has_op: bool,
    /// Whether the text calls it.
    pub calls_op: bool,
    /// Loops around the statement.
    pub loops: u32,
    in_atomic: bool,
    /// Unknown names that were reported.
    pub reported: BTreeSet<(u8, String)>,
    pub diagnostics: Vec<NotationDiagnostic>,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(env: &'a Environment<'a>, float_rules: FloatRules, has_op: bool) -> Self {
        Self {
            env,
            float_rules,
            text: "",
            text_index: 0,
            level: Level::Uniform,
            exprs: Vec::new(),
            locals: Vec::new(),
            op_locals: Vec::new(),
            statements: Vec::new(),
            scopes: Vec::new(),
            result: None,
            has_op,
            calls_op: false,
            loops: 0,
            in_atomic: false,
            reported: BTreeSet::new(),
            diagnostics: Vec::new(),
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(NotationDiagnostic { text: self.text_index, diagnostic });
    }

    pub(super) fn error(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(rule, span, message));
    }

    /// The whole of an instruction's text.
    pub(super) fn main(&mut self, text: &'a str, body: &[Stmt]) {
        (self.text, self.text_index, self.level) = (text, 0, Level::Uniform);
        self.block(body);
        self.emit(StatementKind::Halt, Span::at(text.len()));
        super::flags::mark(&mut self.statements, &self.exprs);
    }

    pub(super) fn site(&self, span: Span) -> Site {
        Site { text: self.text_index, span }
    }

    fn here(&self) -> Pc {
        Pc(self.statements.len() as u32) // far fewer than 2^32 fit in 64 KiB of text
    }

    /// Appends a statement; the flags that depend on its expressions are set at the end.
    fn emit(&mut self, kind: StatementKind, span: Span) -> usize {
        let site = self.site(span);
        self.statements.push(Statement { site, kind, accesses_memory: false, is_address: false });
        self.statements.len() - 1
    }

    fn block(&mut self, body: &[Stmt]) {
        self.in_scope(|this| body.iter().for_each(|statement| this.statement(statement)));
    }

    fn statement(&mut self, statement: &Stmt) {
        let span = statement.span;
        match &statement.kind {
            StmtKind::Declare { ty, name, value } => {
                let ty = self.resolve_type(*ty);
                let value = self.initial(value.as_ref(), ty, span);
                let variable = self.declare(name, ty, None);
                if let (Some(value), Variable::Local(id)) = (value, variable) {
                    self.emit(StatementKind::Assign { target: Target::Local(id), value }, span);
                }
            }
            StmtKind::Assign { place, op, value } => self.assign(place, *op, value, span),
            StmtKind::If { condition, then, otherwise } => self.if_statement(condition, then, otherwise),
            StmtKind::For { init, condition, step, body } => {
                self.in_scope(|this| this.for_statement(init.as_deref(), condition, step.as_deref(), body));
            }
            StmtKind::Foreach { header, variable, body, close } => {
                self.foreach(*header, variable, body, *close);
            }
            StmtKind::Atomic { header, body, close } => self.atomic(*header, body, *close),
            StmtKind::Block(body) => self.block(body),
        }
    }

    /// A declaration's value. Without one the variable is undefined: it starts so, and in a loop it becomes so again.
    pub(super) fn initial(&mut self, value: Option<&Expr>, ty: Type, span: Span) -> Option<ExprId> {
        match value {
            Some(value) => self.check(value).and_then(|value| self.implicit(value, ty)),
            None if self.loops > 0 => Some(self.constant(Bits::UNDEFINED, ty, span)),
            None => None,
        }
    }

    fn assign(&mut self, place: &Place, op: Option<BinaryOp>, value: &Expr, span: Span) {
        let value = self.check(value);
        let Some((target, ty)) = self.target(place) else { return };
        let Some(value) = value else { return };
        let read = op.map(|_| self.read_back(&target, ty, place.span));
        let value = match (op, read) {
            (Some(op), Some(read)) => read.and_then(|read| self.binary(op, read, value, span)),
            _ => Some(value),
        };
        if let Some(value) = value.and_then(|value| self.implicit(value, ty)) {
            self.emit(StatementKind::Assign { target, value }, span);
        }
    }

    /// The old value in `place op= value`.
    fn read_back(&mut self, target: &Target, ty: Type, span: Span) -> Option<Checked> {
        let kind = match target {
            Target::Local(id) => ExprKind::Local(*id),
            Target::Surface { operand, address } => ExprKind::Memory { operand: *operand, address: *address },
            Target::Element { .. } => {
                self.error(rules::OPERAND_USE, span, "an output cannot be read: expected `=`");
                return None;
            }
        };
        let id = self.push(kind, ty, span);
        Some(Checked { value: Value::Typed(id), span })
    }

    fn target(&mut self, place: &Place) -> Option<(Target, Type)> {
        let name = &place.name.text;
        let Some(index) = &place.index else {
            let variable = self.assigned_variable(place)?;
            let ty = self.local_of(variable).ty;
            let Variable::Local(id) = variable else { return None };
            return Some((Target::Local(id), ty));
        };
        let index = self.check(index);
        match self.meaning(name, place.name.span)? {
            Meaning::Operand { index: operand, shape: OperandShape::Surface } => {
                let address = self.integer(index?, UD, "an address")?;
                Some((Target::Surface { operand, address }, Type::Scalar(self.env.access)))
            }
            Meaning::Operand { index: operand, shape: OperandShape::Output(ty) } => {
                let index = self.integer(index?, UD, "an index")?;
                Some((Target::Element { operand, index }, Type::Scalar(ty)))
            }
            Meaning::Operand { .. } => {
                self.error(
                    rules::OPERAND_USE,
                    place.span,
                    format!("`{name}` is an input and cannot be assigned"),
                );
                None
            }
            Meaning::Constant { .. } => {
                let message = format!("`{name}` is a named number and cannot be assigned");
                self.error(rules::READ_ONLY, place.span, message);
                None
            }
            Meaning::Variable(_) => {
                let message = format!("`{name}` is a variable: expected an operand before `[`");
                self.error(rules::OPERAND_USE, place.name.span, message);
                None
            }
        }
    }

    /// The variable that a place without an index names, if it may be assigned here.
    pub(super) fn assigned_variable(&mut self, place: &Place) -> Option<Variable> {
        let (name, span) = (&place.name.text, place.span);
        if let Some(why) = self.binding(name).and_then(|binding| binding.read_only) {
            self.error(rules::READ_ONLY, span, format!("`{name}` cannot be assigned: {why}"));
            return None;
        }
        let variable = match self.meaning(name, span)? {
            Meaning::Variable(variable) => variable,
            Meaning::Constant { .. } => {
                self.error(
                    rules::READ_ONLY,
                    span,
                    format!("`{name}` is a named number and cannot be assigned"),
                );
                return None;
            }
            Meaning::Operand { shape, .. } => {
                let message = match shape {
                    OperandShape::Input(_) => format!("`{name}` is an input and cannot be assigned"),
                    OperandShape::Surface => format!("`{name}` is memory: expected `{name}[address]`"),
                    OperandShape::Output(_) => {
                        format!("`{name}` has an element for each lane: expected `{name}[i]`")
                    }
                };
                self.error(rules::OPERAND_USE, span, message);
                return None;
            }
        };
        if self.level == Level::Lane && self.local_of(variable).uniform {
            let message = format!("`{name}` is declared outside foreach_active: lanes cannot change it");
            self.error(rules::UNIFORM_WRITE, span, message);
            return None;
        }
        Some(variable)
    }

    /// A condition that is constant keeps only the branch that it chooses; the other is checked all the same.
    fn if_statement(&mut self, condition: &Expr, then: &[Stmt], otherwise: &[Stmt]) {
        let id = self.check(condition).and_then(|checked| self.condition(checked));
        if let Some(bits) = id.and_then(|id| self.known(id)) {
            let holds = bits.value & 1 == 1;
            let (taken, dead) = if holds { (then, otherwise) } else { (otherwise, then) };
            self.block(taken);
            self.discarded(|this| this.block(dead));
            return;
        }
        // Past an error the code is never run, but the statements inside are still checked.
        let condition_id = id.unwrap_or(ExprId(0));
        let branch = self.branch(condition_id, condition.span);
        self.block(then);
        if otherwise.is_empty() {
            self.patch(branch);
            return;
        }
        let jump = self.emit(StatementKind::Jump(Pc(0)), condition.span);
        self.patch(branch);
        self.block(otherwise);
        self.patch(jump);
    }

    /// Checks without keeping what comes out, but for diagnostics.
    fn discarded(&mut self, body: impl FnOnce(&mut Self)) {
        let (statements, locals, result) = (self.statements.len(), self.locals.len(), self.result);
        body(self);
        self.statements.truncate(statements);
        self.locals.truncate(locals);
        self.result = result;
    }

    fn branch(&mut self, condition: ExprId, span: Span) -> usize {
        self.emit(StatementKind::Branch { condition, otherwise: Pc(0) }, span)
    }

    /// Makes the statement lead to the next place.
    fn patch(&mut self, statement: usize) {
        let here = self.here();
        match &mut self.statements[statement].kind {
            StatementKind::Branch { otherwise: to, .. }
            | StatementKind::Jump(to)
            | StatementKind::Foreach { end: to, .. } => *to = here,
            _ => {}
        }
    }

    fn for_statement(&mut self, init: Option<&Stmt>, condition: &Expr, step: Option<&Stmt>, body: &[Stmt]) {
        if let Some(init) = init {
            self.declare_loop_variable(init);
            self.statement(init);
        }
        let start = self.here();
        self.loops += 1;
        let id = self.check(condition).and_then(|checked| self.condition(checked));
        let branch = self.branch(id.unwrap_or(ExprId(0)), condition.span);
        self.block(body);
        if let Some(step) = step {
            self.statement(step);
        }
        self.loops -= 1;
        self.emit(StatementKind::Jump(start), condition.span);
        self.patch(branch);
    }

    /// `for (c = 0; ...)` declares `c` as UD where nothing else has that name, as on the pages.
    fn declare_loop_variable(&mut self, init: &Stmt) {
        let StmtKind::Assign { place, op: None, .. } = &init.kind else { return };
        let name = &place.name.text;
        let taken = self.binding(name).is_some()
            || name == "result"
            || self.env.constants.iter().any(|constant| constant.name == name)
            || self.env.operands.iter().any(|operand| operand.name == name)
            || super::words::is_reserved(name);
        if place.index.is_none() && !taken {
            self.declare(&place.name, UD, None);
        }
    }

    fn foreach(&mut self, header: Span, variable: &super::ast::Name, body: &[Stmt], close: Span) {
        if self.level != Level::Uniform {
            let message = "foreach_active inside foreach_active: expected it outside";
            self.error(rules::FOREACH_PLACE, header, message);
            return;
        }
        self.level = Level::Lane;
        let loops = std::mem::take(&mut self.loops);
        self.in_scope(|this| {
            let why = "it is the lane's number";
            let Variable::Local(id) = this.declare(variable, UD, Some(why)) else { return };
            let start = this.emit(StatementKind::Foreach { variable: id, end: Pc(0) }, header);
            this.block(body);
            this.emit(StatementKind::EndLane, close);
            this.patch(start);
        });
        self.loops = loops;
        self.level = Level::Uniform;
    }

    fn atomic(&mut self, header: Span, body: &[Stmt], close: Span) {
        if self.level != Level::Lane || self.in_atomic {
            let message = if self.in_atomic {
                "atomic inside atomic: the outer one is enough"
            } else {
                "atomic outside foreach_active: expected it inside, where other lanes could come between"
            };
            self.error(rules::ATOMIC_PLACE, header, message);
            return;
        }
        self.in_atomic = true;
        self.emit(StatementKind::EnterAtomic, header);
        self.block(body);
        self.emit(StatementKind::LeaveAtomic, close);
        self.in_atomic = false;
    }
}
