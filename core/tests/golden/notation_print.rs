//! The lowered form as text, for golden files.

use lanescope_core::semantics::{
    Address, AssignTarget, BinaryOp, Code, ExprId, ExprKind, LocalId, OpBody, Pc, Site, StatementKind, Type,
    UnaryOp,
};
use std::fmt::Write;

/// The local `result` of an operation's body.
const RESULT: LocalId = LocalId(4);

/// Formats one line for each statement: its index, its action, its flags and its source text. The locals, the result
/// and the operation follow.
pub fn code(code: &Code) -> String {
    let mut out = String::new();
    for (at, statement) in code.statements.iter().enumerate() {
        let what = kind(code, &statement.kind);
        let memory = if statement.accesses_memory { " [memory]" } else { "" };
        let address = if statement.is_address { " [address]" } else { "" };
        let _ = writeln!(out, "{at:2} {what}{memory}{address}  // {}", site(code, statement.site));
    }
    let locals: Vec<String> = code
        .locals
        .iter()
        .map(|local| {
            format!("{}{} {}", if local.uniform { "uniform " } else { "" }, ty(local.ty), local.name)
        })
        .collect();
    let _ = writeln!(out, "locals: {}", locals.join(", "));
    if let Some(result) = code.result {
        let _ = writeln!(out, "result: local {}", result.0);
    }
    if let Some(op) = &code.op {
        let reads = ["old", "src0", "src1"].into_iter().zip(op.reads).filter(|(_, is_read)| *is_read);
        let reads: Vec<&str> = reads.map(|(name, _)| name).collect();
        let own = if op.assigns(RESULT) { ", assigns result" } else { "" };
        let _ = writeln!(out, "op needs {}{own}", reads.join(" "));
        op_statements(code, op, &mut out);
    }
    out
}

fn op_statements(code: &Code, op: &OpBody, out: &mut String) {
    for (at, statement) in op.statements.iter().enumerate() {
        let what = match &statement.kind {
            StatementKind::Assign { target: AssignTarget::Local(local), value } => {
                format!("{} = {}", op.locals[usize::from(local.0)].name, expr(code, *value))
            }
            other => kind(code, other),
        };
        let _ = writeln!(out, "  {at} {what}  // {}", site(code, statement.site));
    }
}

fn site(code: &Code, site: Site) -> String {
    site.span.of(&code.texts[usize::from(site.text)].text).replace('\n', " ")
}

fn kind(code: &Code, kind: &StatementKind) -> String {
    let to = |pc: &Pc| pc.0;
    match kind {
        StatementKind::Assign { target, value } => {
            format!("{} = {}", place(code, target), expr(code, *value))
        }
        StatementKind::Branch { condition, otherwise, .. } => {
            format!("unless {} goto {}", expr(code, *condition), to(otherwise))
        }
        StatementKind::Jump(pc) => format!("goto {}", to(pc)),
        StatementKind::Foreach { variable, end } => {
            format!("foreach {} until {}", code.locals[usize::from(variable.0)].name, to(end))
        }
        StatementKind::Trap { reason, condition } => {
            format!("trap {} if {}", reason.word(), expr(code, *condition))
        }
        StatementKind::Drop(element) => {
            let element = element.map(|id| expr(code, id));
            format!("drop {}", element.join(", "))
        }
        StatementKind::EndLane { .. } => "end lane".to_owned(),
        StatementKind::EnterAtomic => "enter atomic".to_owned(),
        StatementKind::LeaveAtomic => "leave atomic".to_owned(),
        StatementKind::Halt => "halt".to_owned(),
    }
}

fn place(code: &Code, target: &AssignTarget) -> String {
    match target {
        AssignTarget::Local(id) => code.locals[usize::from(id.0)].name.clone(),
        AssignTarget::Surface { operand, at } => format!("surface{operand}[{}]", parts(code, at)),
        AssignTarget::Element { operand, index } => format!("output{operand}[{}]", expr(code, *index)),
    }
}

fn parts(code: &Code, at: &Address) -> String {
    let parts: Vec<String> = at.iter().map(|part| expr(code, *part)).collect();
    parts.join(", ")
}

fn ty(ty: Type) -> String {
    match ty {
        Type::Scalar(ty) => ty.name().to_owned(),
        Type::Bool => "bool".to_owned(),
    }
}

fn expr(code: &Code, id: ExprId) -> String {
    let node = code.expr(id);
    let show = |id: &ExprId| expr(code, *id);
    match &node.kind {
        ExprKind::Constant(bits) if bits.is_undefined(node.ty.width_bits()) => format!("?:{}", ty(node.ty)),
        ExprKind::Constant(bits) => format!("{:#x}:{}", bits.value, ty(node.ty)),
        ExprKind::Local(id) => code.locals[usize::from(id.0)].name.clone(),
        ExprKind::OpLocal(id) => code.op.as_ref().expect("only there").locals[usize::from(id.0)].name.clone(),
        ExprKind::Element { operand, index } => format!("input{operand}[{}]", show(index)),
        ExprKind::Memory { operand, at } => format!("surface{operand}[{}]", parts(code, at)),
        ExprKind::Inside { operand, at } => format!("inside{operand}[{}]", parts(code, at)),
        ExprKind::Fold { fold, operand, of: (_, count) } => format!("{fold:?}(input{operand}, {count})"),
        ExprKind::Predicated(lane) => format!("predicate[{}]", show(lane)),
        ExprKind::Enabled(lane) => format!("enabled[{}]", show(lane)),
        ExprKind::Unary(op, x) => format!("{}{}", unary(*op), show(x)),
        ExprKind::Binary(op, a, b) => format!("({} {} {})", show(a), binary(*op), show(b)),
        ExprKind::Select(c, a, b) => format!("({} ? {} : {})", show(c), show(a), show(b)),
        ExprKind::Call(builtin, arguments) => {
            let shown: Vec<String> = arguments.iter().map(show).collect();
            format!("{builtin:?}({})", shown.join(", "))
        }
        ExprKind::Header(query, arguments) => {
            format!("{query:?}({})", arguments.iter().map(show).collect::<Vec<_>>().join(", "))
        }
        ExprKind::Convert(x) => format!("{}({})", ty(node.ty), show(x)),
        ExprKind::Saturate(x) => format!("saturate {}({})", ty(node.ty), show(x)),
        ExprKind::Reinterpret(x) => format!("as {}({})", ty(node.ty), show(x)),
        ExprKind::Op(arguments) => format!("op({})", arguments.each_ref().map(show).join(", ")),
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Negate => "-",
        UnaryOp::Complement => "~",
        UnaryOp::Not => "!",
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::Less => "<",
        BinaryOp::LessEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::LogicalAnd => "&&",
        BinaryOp::LogicalOr => "||",
    }
}
