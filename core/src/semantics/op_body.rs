//! Checking of an operation's body, which is kept as a tree.

use super::ast::{LeftSide, OpText, Stmt, StmtKind};
use super::builtins::PARAMETERS;
use super::check::Expressions;
use super::code::{NotationText, OpBody, OpStatement};
use super::names::{Level, NotationVariable};
use super::rules;
use super::tokens::op_mentions;
use super::values::{CheckedExpr, ExprValue};
use super::vocabulary::{BinaryOp, Type};
use crate::base::Span;

/// Checks the body of an operation. Its text must be the current one.
pub(super) fn operation(expressions: &mut Expressions, text: &NotationText, op: &OpText) -> OpBody {
    let names = &mut expressions.names;
    names.level = Level::Op;
    names.open();
    let access = Type::Scalar(names.env.access);
    for name in PARAMETERS {
        expressions.predeclare(name, access, Some("it is a parameter"));
    }
    expressions.predeclare("new", access, None);
    expressions.predeclare("result", access, None);
    let mut body = Body { expressions };
    let statements = body.op_statements(&op.body);
    expressions.names.close();
    if !assigns(&statements, OpBody::NEW) && !expressions.values.reports.has_errors() {
        let at = op.name.as_ref().map_or(Span::new(0, text.text.len()), |name| name.span);
        let message = "this operation does not assign `new`; expected `new = ...`";
        expressions.values.error(&rules::OP_BODY, at, message);
    }
    let locals = std::mem::take(&mut expressions.names.op_locals);
    let assigns_result = assigns(&statements, OpBody::RESULT);
    OpBody { locals, mentions: op_mentions(text), assigns_result, statements }
}

/// The check of an operation's body.
struct Body<'e, 'a> {
    expressions: &'e mut Expressions<'a>,
}

impl Body<'_, '_> {
    fn op_statements(&mut self, body: &[Stmt]) -> Vec<OpStatement> {
        let mut statements = Vec::new();
        for statement in body {
            self.op_statement(statement, &mut statements);
        }
        statements
    }

    fn op_block(&mut self, body: &[Stmt]) -> Vec<OpStatement> {
        self.expressions.names.open();
        let statements = self.op_statements(body);
        self.expressions.names.close();
        statements
    }

    fn op_statement(&mut self, statement: &Stmt, out: &mut Vec<OpStatement>) {
        let span = statement.span;
        match &statement.kind {
            StmtKind::Declare { ty, name, value } => {
                let ty = self.expressions.names.resolve_type(*ty);
                let value = self.expressions.initial(value.as_ref(), ty, false, span);
                let variable = self.expressions.declare(name, ty, None);
                if let (Some(value), NotationVariable::Op(local)) = (value, variable) {
                    out.push(OpStatement::Assign { local, value, site: self.expressions.values.site(span) });
                }
            }
            StmtKind::Assign { place, op, value } => {
                out.extend(self.op_assign(place, *op, value, span));
            }
            StmtKind::If { condition, then, otherwise } => {
                let id = self.expressions.condition(condition);
                if let Some(bits) = id.and_then(|id| self.expressions.values.known(id)) {
                    let taken = if bits.value & 1 == 1 { then } else { otherwise };
                    let env = self.expressions.names.env;
                    self.expressions.values.decided_statement(env, span, condition, taken);
                }
                let (then, otherwise) = (self.op_block(then), self.op_block(otherwise));
                match id.map(|id| (id, self.expressions.values.known(id))) {
                    Some((_, Some(bits))) if bits.value & 1 == 1 => out.extend(then),
                    Some((_, Some(_))) => out.extend(otherwise),
                    Some((condition, None)) => out.push(OpStatement::If { condition, then, otherwise }),
                    None => {}
                }
            }
            StmtKind::Block(body) => out.extend(self.op_block(body)),
            StmtKind::For { .. }
            | StmtKind::Foreach { .. }
            | StmtKind::Atomic { .. }
            | StmtKind::Trap { .. }
            | StmtKind::Drop { .. } => {
                let message = "an operation cannot contain a loop or `atomic`; expected a declaration, assignment or if";
                let keyword = Span { start: span.start, end: span.start + keyword_length(statement) };
                self.expressions.values.error(&rules::OP_BODY, keyword, message);
            }
        }
    }

    fn op_assign(
        &mut self,
        place: &LeftSide,
        op: Option<BinaryOp>,
        value: &super::ast::ParsedExpr,
        span: Span,
    ) -> Option<OpStatement> {
        let value = self.expressions.check(value);
        if !place.index.is_empty() {
            let message = "an operation assigns variables only: its caller writes memory";
            self.expressions.values.error(&rules::OP_BODY, place.span, message);
            return None;
        }
        let Expressions { values, names, .. } = &mut *self.expressions;
        let variable = names.assigned_variable(place, &mut values.reports)?;
        let NotationVariable::Op(local) = variable else { return None };
        let mut value = value?;
        if let Some(op) = op {
            let read = self.expressions.variable(variable, place.span);
            value = self.expressions.values.binary(
                op,
                CheckedExpr { value: ExprValue::Typed(read), span: place.span },
                value,
                span,
            )?;
        }
        let value = self.expressions.values.implicit(value, self.expressions.names.local_of(variable).ty)?;
        Some(OpStatement::Assign { local, value, site: self.expressions.values.site(span) })
    }
}

fn keyword_length(statement: &Stmt) -> u32 {
    match statement.kind {
        StmtKind::For { .. } => 3,
        StmtKind::Foreach { .. } => 14,
        StmtKind::Trap { .. } | StmtKind::Drop { .. } => 4,
        _ => 6,
    }
}

/// Returns whether any statement assigns the local.
fn assigns(statements: &[OpStatement], wanted: u16) -> bool {
    statements.iter().any(|statement| match statement {
        OpStatement::Assign { local, .. } => *local == wanted,
        OpStatement::If { then, otherwise, .. } => assigns(then, wanted) || assigns(otherwise, wanted),
    })
}
