//! Lowering of the statements of an instruction or operation to a list of statements with jumps.

use super::ast::{Name, OpText, ParsedExpr, Stmt, StmtKind};
use super::builtins::PARAMETERS;
use super::checker::{Checker, ThreadKind};
use super::code::{AssignTarget, ExprForm, ExprId, OpBody, Statement, StatementKind};
use super::flags::read_parameters;
use super::names::LANE_NUMBER;
use super::rules;
use super::trap_reason::TrapReason;
use super::types::UD;
use super::vocabulary::{LocalId, Pc, Type};
use crate::base::{Bits, Span, one_of};
use crate::diag::has_errors;

/// The state of lowering an instruction's text.
pub(super) struct Lowering<'a> {
    pub checker: Checker<'a>,
    pub statements: Vec<Statement>,
    /// The number of loops around the current statement.
    loops: u32,
    in_atomic: bool,
}

impl<'a> Lowering<'a> {
    pub(super) fn new(checker: Checker<'a>) -> Self {
        Self { checker, statements: Vec::new(), loops: 0, in_atomic: false }
    }

    /// Lowers the body of an operation, after the instruction's statements and locals were taken. Its text must be the current one.
    pub(super) fn lower_operation(&mut self, op: &OpText) -> OpBody {
        self.checker.thread = ThreadKind::Op;
        self.checker.open_scope();
        let access = Type::Scalar(self.checker.env.access);
        for name in PARAMETERS {
            self.checker.predeclare(name, access, Some("it is a parameter"));
        }
        self.checker.predeclare("new", access, None);
        self.checker.predeclare("result", access, None);
        op.body.iter().for_each(|statement| self.lower_statement(statement));
        self.checker.close_scope();
        let locals = std::mem::take(&mut self.checker.locals);
        let statements = std::mem::take(&mut self.statements);
        let reads = read_parameters(&statements, &self.checker.exprs);
        let body = OpBody { locals, reads, statements };
        if !body.assigns(OpBody::NEW) && !has_errors(self.checker.reports.here()) {
            let whole = Span::new(0, self.checker.text.len());
            let span = op.name.as_ref().map_or(whole, |name| name.span);
            let message = "this operation does not assign `new`; expected `new = ...`";
            self.checker.error(&rules::OP_BODY, span, message);
        }
        body
    }

    /// Lowers the whole text. Returns the lane's local that addresses shared memory, if there is exactly one.
    pub(super) fn lower_main(&mut self, body: &[Stmt]) -> Option<LocalId> {
        self.lower_block(body);
        self.emit(StatementKind::Halt, Span::at(self.checker.text.len()));
        super::flags::mark(&mut self.statements, &self.checker.exprs, &self.checker.locals)
    }

    fn next_pc(&self) -> Pc {
        Pc(self.statements.len() as u32) // 64 KiB of text hold far fewer than 2^32
    }

    /// Appends a statement. The flags that depend on its expressions are set at the end.
    pub(super) fn emit(&mut self, kind: StatementKind, span: Span) -> usize {
        let site = self.checker.site(span);
        let (accesses_memory, is_address, calls_op) = (false, false, false);
        self.statements.push(Statement { site, kind, accesses_memory, is_address, calls_op });
        self.statements.len() - 1
    }

    fn in_scope(&mut self, body: impl FnOnce(&mut Self)) {
        self.checker.open_scope();
        body(self);
        self.checker.close_scope();
    }

    fn lower_block(&mut self, body: &[Stmt]) {
        self.in_scope(|this| body.iter().for_each(|statement| this.lower_statement(statement)));
    }

    fn lower_statement(&mut self, statement: &Stmt) {
        let span = statement.span;
        if let (ThreadKind::Op, Some(length)) =
            (self.checker.thread, forbidden_keyword_length(&statement.kind))
        {
            let message =
                "an operation cannot contain a loop or `atomic`; expected a declaration, assignment or if";
            let keyword = Span { start: span.start, end: span.start + length };
            return self.checker.error(&rules::OP_BODY, keyword, message);
        }
        match &statement.kind {
            StmtKind::Declare { ty, name, value } => {
                let ty = self.checker.resolve_type(*ty);
                let value = match value {
                    Some(value) => {
                        let value = self.checker.check(value);
                        value.and_then(|value| self.checker.convert_implicitly(value, ty))
                    }
                    // The variable is undefined again in each round of the loop.
                    None if self.loops > 0 => {
                        Some(self.checker.push_constant(ExprForm::Implicit, Bits::UNDEFINED, ty, span))
                    }
                    None => None,
                };
                let target = AssignTarget::Local(self.checker.declare(name, ty, None));
                if let Some(value) = value {
                    self.emit(StatementKind::Assign { target, value }, span);
                }
            }
            StmtKind::Assign { place, op, value } => {
                if let Some((target, value)) = self.checker.assign(place, *op, value, span) {
                    self.emit(StatementKind::Assign { target, value }, span);
                }
            }
            StmtKind::If { condition, then, otherwise } => {
                self.lower_if(condition, then, otherwise, span);
            }
            StmtKind::For { init, condition, step, body } => {
                self.in_scope(|this| this.lower_for(init.as_deref(), condition, step.as_deref(), body));
            }
            StmtKind::Foreach { header, variable, body, close } => {
                self.lower_foreach(*header, variable, body, *close);
            }
            StmtKind::Atomic { header, body, close } => self.lower_atomic(*header, body, *close),
            StmtKind::Block(body) => self.lower_block(body),
            StmtKind::Trap { reason, condition } => self.lower_trap(reason, condition, span),
            StmtKind::Drop { keyword, arguments } => self.lower_drop(keyword, arguments, span),
        }
    }

    /// Lowers an `if`. With a constant condition, only the chosen branch is kept, but the other one is checked too.
    fn lower_if(&mut self, condition: &ParsedExpr, then: &[Stmt], otherwise: &[Stmt], span: Span) {
        let id = self.checker.condition(condition);
        if let Some(holds) = id.and_then(|id| self.checker.constant_truth(id)) {
            let (taken, dead) = if holds { (then, otherwise) } else { (otherwise, then) };
            self.checker.record_left_out_of_statement(span, condition, taken);
            self.lower_block(taken);
            self.check_discarded(|this| this.lower_block(dead));
            return;
        }
        // After an error the code is never run, but the statements inside are still checked.
        let condition_id = id.unwrap_or(ExprId(0));
        let branch = self.emit_branch(condition_id, false, condition.span);
        self.lower_block(then);
        if otherwise.is_empty() {
            self.set_jump_target(branch);
            return;
        }
        let jump = self.emit(StatementKind::Jump(Pc(0)), condition.span);
        self.set_jump_target(branch);
        self.lower_block(otherwise);
        self.set_jump_target(jump);
    }

    /// Checks statements and drops the result except for the diagnostics.
    fn check_discarded(&mut self, body: impl FnOnce(&mut Self)) {
        let (statements, exprs) = (self.statements.len(), self.checker.exprs.len());
        let (locals, result) = (self.checker.locals.len(), self.checker.result);
        body(self);
        self.statements.truncate(statements);
        self.checker.exprs.truncate(exprs);
        self.checker.locals.truncate(locals);
        self.checker.result = result;
    }

    fn emit_branch(&mut self, condition: ExprId, is_loop: bool, span: Span) -> usize {
        self.emit(StatementKind::Branch { condition, otherwise: Pc(0), is_loop }, span)
    }

    /// Sets the target of a jump to the next statement.
    fn set_jump_target(&mut self, statement: usize) {
        let next = self.next_pc();
        match &mut self.statements[statement].kind {
            StatementKind::Branch { otherwise: to, .. }
            | StatementKind::Jump(to)
            | StatementKind::Foreach { end: to, .. } => *to = next,
            _ => {}
        }
    }

    fn lower_for(&mut self, init: Option<&Stmt>, condition: &ParsedExpr, step: Option<&Stmt>, body: &[Stmt]) {
        if let Some(init) = init {
            self.declare_loop_variable(init);
            self.lower_statement(init);
        }
        let start = self.next_pc();
        self.loops += 1;
        let id = self.checker.condition(condition);
        let branch = self.emit_branch(id.unwrap_or(ExprId(0)), true, condition.span);
        self.lower_block(body);
        if let Some(step) = step {
            self.lower_statement(step);
        }
        self.loops -= 1;
        self.emit(StatementKind::Jump(start), condition.span);
        self.set_jump_target(branch);
    }

    /// Declares the variable of `for (c = 0; ...)` as UD if the name is free, as in the manual's pages.
    fn declare_loop_variable(&mut self, init: &Stmt) {
        let StmtKind::Assign { place, op: None, .. } = &init.kind else { return };
        let name = &place.name.text;
        let taken = self.checker.binding(name).is_some()
            || name == "result"
            || self.checker.env.constants.iter().any(|constant| constant.name == name)
            || self.checker.env.operands.iter().any(|operand| operand.name == name)
            || super::words::is_reserved(name);
        if place.index.is_empty() && !taken {
            self.checker.declare(&place.name, UD, None);
        }
    }

    fn lower_foreach(&mut self, header: Span, variable: &Name, body: &[Stmt], close: Span) {
        if self.checker.thread != ThreadKind::Uniform {
            let message = "foreach_active inside foreach_active; expected it outside";
            self.checker.error(&rules::FOREACH_PLACE, header, message);
            return;
        }
        self.checker.thread = ThreadKind::Lane;
        let loops = std::mem::take(&mut self.loops);
        self.in_scope(|this| {
            let variable = this.checker.declare(variable, UD, Some(LANE_NUMBER));
            let start = this.emit(StatementKind::Foreach { variable, end: Pc(0) }, header);
            this.lower_block(body);
            // A later `foreach_active` changes this.
            this.emit(StatementKind::EndLane { is_last: loops == 0 }, close);
            this.set_jump_target(start);
        });
        self.loops = loops;
        self.checker.thread = ThreadKind::Uniform;
    }

    /// Lowers a `trap`. If the condition is never true, nothing is emitted.
    fn lower_trap(&mut self, reason: &Name, tree: &ParsedExpr, span: Span) {
        let id = self.checker.condition(tree);
        let known = TrapReason::ALL.into_iter().find(|known| known.word() == reason.text);
        let Some(known) = known else {
            let words = TrapReason::ALL.map(TrapReason::word);
            let message = format!("`{}` is not a reason; expected {}", reason.text, one_of(words));
            self.checker.error(&rules::TRAP, reason.span, message);
            return;
        };
        if self.checker.thread != ThreadKind::Lane || self.in_atomic {
            self.checker.error(
                &rules::TRAP,
                span,
                "trap is allowed only inside foreach_active and outside atomic",
            );
            return;
        }
        let Some(condition) = id else { return };
        if self.checker.constant_truth(condition) != Some(false) {
            let place = self.checker.exprs[condition.0 as usize].site.span;
            self.emit(StatementKind::Trap { reason: known, condition }, place);
        } else {
            self.checker.record_left_out_of_statement(span, tree, &[]);
        }
    }

    fn lower_drop(&mut self, keyword: &Name, arguments: &[ParsedExpr], span: Span) {
        let element = self.checker.dropped(keyword, arguments);
        if self.checker.thread != ThreadKind::Lane {
            self.checker.error(&rules::DROP, span, "drop is allowed only inside foreach_active");
        } else if let Some(element) = element {
            self.emit(StatementKind::Drop(element), span);
        }
    }

    fn lower_atomic(&mut self, header: Span, body: &[Stmt], close: Span) {
        if self.checker.thread != ThreadKind::Lane || self.in_atomic {
            let message = if self.in_atomic {
                "atomic inside atomic: the outer one is enough"
            } else {
                "`atomic` outside `foreach_active`; expected it inside, where the turns of lanes interleave"
            };
            self.checker.error(&rules::ATOMIC_PLACE, header, message);
            return;
        }
        self.in_atomic = true;
        self.emit(StatementKind::EnterAtomic, header);
        self.lower_block(body);
        self.emit(StatementKind::LeaveAtomic, close);
        self.in_atomic = false;
    }
}

/// Returns the length of the keyword of a statement that an operation cannot contain; `None` for the others.
fn forbidden_keyword_length(kind: &StmtKind) -> Option<u32> {
    let keyword = match kind {
        StmtKind::For { .. } => "for",
        StmtKind::Foreach { .. } => "foreach_active",
        StmtKind::Atomic { .. } => "atomic",
        StmtKind::Trap { .. } => "trap",
        StmtKind::Drop { .. } => "drop",
        StmtKind::Declare { .. } | StmtKind::Assign { .. } | StmtKind::If { .. } | StmtKind::Block(_) => {
            return None;
        }
    };
    Some(keyword.len() as u32)
}
