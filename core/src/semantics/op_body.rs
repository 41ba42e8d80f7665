//! The body of an operation: checked, and kept as a tree.

use super::ast::{OpText, Place, Stmt, StmtKind};
use super::lower::{Level, Lowering};
use super::names::Variable;
use super::types::{Checked, Value};
use super::{BinaryOp, NotationText, OpBody, OpStatement, Type, rules};
use crate::base::Span;

/// The sources of an operation, as its body names them and as rows call the operands that they come from.
pub const OP_SOURCES: [&str; 2] = ["src0", "src1"];
/// The body's first locals.
pub(super) const PARAMETERS: [&str; 3] = ["old", OP_SOURCES[0], OP_SOURCES[1]];
const NEW: u16 = 3;
const RESULT: u16 = 4;

impl<'a> Lowering<'a> {
    /// An operation, as the second text.
    pub(super) fn operation(&mut self, text: &'a NotationText, op: &OpText) -> OpBody {
        (self.text, self.text_index, self.level) = (&text.text, 1, Level::Op);
        let access = Type::Scalar(self.env.access);
        let statements = self.in_scope(|this| {
            for name in PARAMETERS {
                this.predeclare(name, access, Some("it is a parameter"));
            }
            this.predeclare("new", access, None);
            this.predeclare("result", access, None);
            this.op_statements(&op.body)
        });
        if !assigns(&statements, NEW) && !has_errors(self) {
            let at = op.name.as_ref().map_or(Span::new(0, text.text.len()), |name| name.span);
            self.error(rules::OP_BODY, at, "this operation never says what `new` is; expected `new = ...`");
        }
        let assigns_result = assigns(&statements, RESULT);
        let mut mentions = super::op_mentions(text);
        // On a way without an assignment the result is the old value, so that one is needed.
        mentions[0] |= !always_assigns(&statements, RESULT);
        OpBody { locals: std::mem::take(&mut self.op_locals), mentions, assigns_result, statements }
    }

    fn predeclare(&mut self, name: &str, ty: Type, read_only: Option<&'static str>) {
        let name = super::ast::Name { text: name.to_owned(), span: Span::at(0) };
        self.declare(&name, ty, read_only);
    }

    fn op_statements(&mut self, body: &[Stmt]) -> Vec<OpStatement> {
        let mut statements = Vec::new();
        for statement in body {
            self.op_statement(statement, &mut statements);
        }
        statements
    }

    fn op_block(&mut self, body: &[Stmt]) -> Vec<OpStatement> {
        self.in_scope(|this| this.op_statements(body))
    }

    fn op_statement(&mut self, statement: &Stmt, out: &mut Vec<OpStatement>) {
        let span = statement.span;
        match &statement.kind {
            StmtKind::Declare { ty, name, value } => {
                let ty = self.resolve_type(*ty);
                let value = self.initial(value.as_ref(), ty, span);
                let variable = self.declare(name, ty, None);
                if let (Some(value), Variable::Op(local)) = (value, variable) {
                    out.push(OpStatement::Assign { local, value, site: self.site(span) });
                }
            }
            StmtKind::Assign { place, op, value } => {
                out.extend(self.op_assign(place, *op, value, span));
            }
            StmtKind::If { condition, then, otherwise } => {
                let id = self.check(condition).and_then(|checked| self.condition(checked));
                let (then, otherwise) = (self.op_block(then), self.op_block(otherwise));
                match id.map(|id| (id, self.known(id))) {
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
            | StmtKind::Trap { .. } => {
                let message =
                    "an operation has no loops and no atomic; expected a declaration, assignment or if";
                let keyword = Span { start: span.start, end: span.start + keyword_length(statement) };
                self.error(rules::OP_BODY, keyword, message);
            }
        }
    }

    fn op_assign(
        &mut self,
        place: &Place,
        op: Option<BinaryOp>,
        value: &super::ast::Expr,
        span: Span,
    ) -> Option<OpStatement> {
        let value = self.check(value);
        if !place.index.is_empty() {
            let message = "an operation assigns variables only: memory is written by whoever calls it";
            self.error(rules::OP_BODY, place.span, message);
            return None;
        }
        let variable = self.assigned_variable(place)?;
        let Variable::Op(local) = variable else { return None };
        let mut value = value?;
        if let Some(op) = op {
            let read = self.variable(variable, place.span);
            value = self.binary(op, Checked { value: Value::Typed(read), span: place.span }, value, span)?;
        }
        let value = self.implicit(value, self.local_of(variable).ty)?;
        Some(OpStatement::Assign { local, value, site: self.site(span) })
    }
}

fn has_errors(lowering: &Lowering) -> bool {
    use crate::diag::Severity;
    lowering.diagnostics.iter().any(|d| d.text == 1 && d.diagnostic.severity == Severity::Error)
}

fn keyword_length(statement: &Stmt) -> u32 {
    match statement.kind {
        StmtKind::For { .. } => 3,
        StmtKind::Foreach { .. } => 14,
        StmtKind::Trap { .. } => 4,
        _ => 6,
    }
}

/// Whether any statement assigns the local.
fn assigns(statements: &[OpStatement], wanted: u16) -> bool {
    statements.iter().any(|statement| match statement {
        OpStatement::Assign { local, .. } => *local == wanted,
        OpStatement::If { then, otherwise, .. } => assigns(then, wanted) || assigns(otherwise, wanted),
    })
}

/// Whether every way through the statements assigns the local.
fn always_assigns(statements: &[OpStatement], wanted: u16) -> bool {
    statements.iter().any(|statement| match statement {
        OpStatement::Assign { local, .. } => *local == wanted,
        OpStatement::If { then, otherwise, .. } => {
            always_assigns(then, wanted) && always_assigns(otherwise, wanted)
        }
    })
}
