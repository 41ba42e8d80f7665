//! Statements of an instruction's text: checked, and flattened to places and jumps.

use super::ast::{Expr, Stmt, StmtKind};
use super::check::UD;
use super::names::{Binding, Variable};
use super::{
    Environment, ExprId, FloatRules, Local, LocalId, NotationDiagnostic, Pc, Site, Statement, StatementKind,
    Target, TrapReason, Type, rules,
};
use crate::base::{Bits, Rule, Span, one_of};
use crate::diag::{Diagnostic, Severity};
use std::collections::BTreeSet;

/// The most findings that are reported of one text.
pub(super) const MAX_DIAGNOSTICS: usize = 50;

/// Why the variable of `foreach_active` cannot be assigned.
pub(super) const LANE_NUMBER: &str = "it is the lane's number";

/// Who executes a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// The uniform thread.
    Uniform,
    /// A lane's thread, inside `foreach_active`.
    Lane,
    /// The thread that calls `op`.
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
    /// The lane's local that addresses shared memory, where there is exactly one.
    pub address: Option<LocalId>,
    /// Whether the instruction has an operation.
    pub has_op: bool,
    /// Whether the text calls that operation.
    pub calls_op: bool,
    /// Which of `old`, `src0` and `src1` the operation mentions.
    pub op_mentions: [bool; 3],
    /// The number of loops around the statement.
    pub loops: u32,
    in_atomic: bool,
    /// The unknown names that were reported.
    pub reported: BTreeSet<(u8, String)>,
    pub diagnostics: Vec<NotationDiagnostic>,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(env: &'a Environment<'a>, has_op: bool) -> Self {
        Self {
            env,
            float_rules: env.float,
            text: "",
            text_index: 0,
            level: Level::Uniform,
            exprs: Vec::new(),
            locals: Vec::new(),
            op_locals: Vec::new(),
            statements: Vec::new(),
            scopes: Vec::new(),
            result: None,
            address: None,
            has_op,
            calls_op: false,
            op_mentions: [false; 3],
            loops: 0,
            in_atomic: false,
            reported: BTreeSet::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Whether so much is wrong with this text that nobody reads on; suggestions cost time.
    pub(super) fn is_full(&self) -> bool {
        self.reported_here(|severity| severity == Severity::Error) >= MAX_DIAGNOSTICS
    }

    fn reported_here(&self, counts: impl Fn(Severity) -> bool) -> usize {
        let here = self.diagnostics.iter().filter(|found| found.text == self.text_index);
        here.filter(|found| counts(found.diagnostic.severity)).count()
    }

    /// Notes a finding. Warnings never crowd out an error: whether there is one decides whether there is code.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let dropped = match diagnostic.severity {
            Severity::Error => self.is_full(),
            _ => self.reported_here(|_| true) >= MAX_DIAGNOSTICS,
        };
        if !dropped {
            self.diagnostics.push(NotationDiagnostic { text: self.text_index, diagnostic });
        }
    }

    pub(super) fn error(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(rule, span, message));
    }

    /// Lowers the whole of an instruction's text.
    pub(super) fn main(&mut self, text: &'a str, body: &[Stmt]) {
        (self.text, self.text_index, self.level) = (text, 0, Level::Uniform);
        self.block(body);
        self.emit(StatementKind::Halt, Span::at(text.len()));
        self.address = super::flags::mark(&mut self.statements, &self.exprs, &self.locals);
    }

    pub(super) fn site(&self, span: Span) -> Site {
        Site { text: self.text_index, span }
    }

    fn here(&self) -> Pc {
        Pc(self.statements.len() as u32) // far fewer than 2^32 fit in 64 KiB of text
    }

    /// Appends a statement; the flags that depend on its expressions are set at the end.
    pub(super) fn emit(&mut self, kind: StatementKind, span: Span) -> usize {
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
            StmtKind::Trap { reason, condition } => self.trap(reason, condition, span),
        }
    }

    /// The value of a declaration. Without one the variable is undefined: so it starts, and in a loop becomes again.
    pub(super) fn initial(&mut self, value: Option<&Expr>, ty: Type, span: Span) -> Option<ExprId> {
        match value {
            Some(value) => self.check(value).and_then(|value| self.implicit(value, ty)),
            None if self.loops > 0 => Some(self.constant(Bits::UNDEFINED, ty, span)),
            None => None,
        }
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
        let (statements, exprs) = (self.statements.len(), self.exprs.len());
        let (locals, result) = (self.locals.len(), self.result);
        body(self);
        self.statements.truncate(statements);
        self.exprs.truncate(exprs);
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
        if place.index.is_empty() && !taken {
            self.declare(&place.name, UD, None);
        }
    }

    fn foreach(&mut self, header: Span, variable: &super::ast::Name, body: &[Stmt], close: Span) {
        if self.level != Level::Uniform {
            let message = "foreach_active inside foreach_active; expected it outside";
            self.error(rules::FOREACH_PLACE, header, message);
            return;
        }
        self.level = Level::Lane;
        let loops = std::mem::take(&mut self.loops);
        self.in_scope(|this| {
            let Variable::Local(id) = this.declare(variable, UD, Some(LANE_NUMBER)) else { return };
            let start = this.emit(StatementKind::Foreach { variable: id, end: Pc(0) }, header);
            this.block(body);
            this.emit(StatementKind::EndLane, close);
            this.patch(start);
        });
        self.loops = loops;
        self.level = Level::Uniform;
    }

    /// A trap whose condition never holds is none.
    fn trap(&mut self, reason: &super::ast::Name, condition: &Expr, span: Span) {
        let id = self.check(condition).and_then(|checked| self.condition(checked));
        let known = TrapReason::ALL.into_iter().find(|known| known.word() == reason.text);
        let Some(known) = known else {
            let words = TrapReason::ALL.map(TrapReason::word);
            let message = format!("`{}` is no reason; expected {}", reason.text, one_of(words));
            self.error(rules::TRAP, reason.span, message);
            return;
        };
        if self.level != Level::Lane || self.in_atomic {
            self.error(rules::TRAP, span, "trap stands inside foreach_active and outside of atomic");
            return;
        }
        let Some(condition) = id else { return };
        if self.known(condition).is_none_or(|bits| bits.value & 1 == 1) {
            let place = self.exprs[condition.0 as usize].site.span;
            self.emit(StatementKind::Trap { reason: known, condition }, place);
        }
    }

    fn atomic(&mut self, header: Span, body: &[Stmt], close: Span) {
        if self.level != Level::Lane || self.in_atomic {
            let message = if self.in_atomic {
                "atomic inside atomic: the outer one is enough"
            } else {
                "atomic outside foreach_active; expected it inside, where other lanes could come between"
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
