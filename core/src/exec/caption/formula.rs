//! Formulas: what a statement computes, as written and with numbers put in. A formula is a walk over the statement's expressions
//! and the values that the step recorded for them.

use crate::base::{Bits, NumberFormat};
use crate::exec::scenario::Bound;
use crate::semantics::{
    Address, BinaryOp, Builtin, ENABLED, Expr, ExprForm, ExprId, ExprKind, LocalId, OpBody, PREDICATE,
    PREFIX_BINDING, Statement, StatementKind, Type, on_one_line,
};
use crate::trace::MicroStep;
use rustc_hash::FxHashMap;

/// The maximum number of nested choices in a caption.
const MOST_CHOICES: usize = 8;

pub(super) struct Formulas<'a> {
    bound: &'a Bound,
    values: FxHashMap<ExprId, Bits>,
}

/// An expression in two forms.
#[derive(Debug, Default)]
pub(super) struct Formula {
    /// As written, without parts that the line's modifiers or the interpretations rule out.
    pub symbols: String,
    /// The same with values in place of the names.
    pub numbers: String,
    /// The conditions that chose it, each as a clause: `old == src1 (7 == 7) is true`.
    pub because: Vec<String>,
    /// Whether the numbers are the arguments of a call, so that they say as much as the names.
    has_calls: bool,
}

/// The right side of an assignment.
#[derive(Debug)]
pub(super) enum RightSide {
    /// Nothing: a declaration without a value.
    Undefined,
    /// The value that the step read, or that its operation computed, as it is.
    Copied,
    /// `++` or `--`.
    Counted {
        up: bool,
    },
    Truth(Formula),
    Number {
        formula: Formula,
        /// The type after conversion to the target's type.
        ty: Type,
        /// Whether that conversion keeps every value.
        is_exact: bool,
    },
}

/// The form in which an expression is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    Symbols,
    Numbers,
}

impl Formula {
    /// Joins both forms, and the value if there is one: `a[i] + b[i] = 1 + 2 = 3`. Leaves out parts that repeat the one before.
    pub fn equation(&self, value: Option<&str>) -> String {
        let mut parts = vec![&*self.symbols, &self.numbers];
        parts.extend(value);
        // For example, `1 = 1` becomes `1`.
        parts.dedup();
        let reasons: Vec<String> = self.because.iter().map(|clause| format!("{clause}, so ")).collect();
        reasons.concat() + &parts.join(" = ")
    }

    /// Returns whether the numbers are only a truth value, which is said elsewhere.
    pub fn is_truth(&self) -> bool {
        matches!(&*self.numbers, "true" | "false" | "?")
    }

    /// Formats as `a < b (1 < 2)`. If the numbers add nothing, returns only the symbols; if calls have numbers as arguments,
    /// returns only the numbers: `inside(1, 2)`.
    pub fn with_numbers(&self) -> String {
        let Self { symbols, numbers, .. } = self;
        if numbers == symbols || self.is_truth() {
            return symbols.clone();
        }
        if self.has_calls { numbers.clone() } else { format!("{symbols} ({numbers})") }
    }
}

impl RightSide {
    /// Returns the right side as the detail of an assignment of `value`; `None` if it says only that value.
    pub fn detail(&self, value: &str) -> Option<String> {
        let detail = match self {
            Self::Undefined | Self::Copied | Self::Counted { .. } => return None,
            Self::Truth(formula) => formula.with_numbers(),
            Self::Number { formula, is_exact: true, .. } => formula.equation(Some(value)),
            Self::Number { formula, .. } if formula.numbers == value || !formula.because.is_empty() => {
                formula.equation(None)
            }
            Self::Number { formula, .. } => format!("from {}", formula.equation(None)),
        };
        (detail != value).then_some(detail)
    }
}

impl<'a> Formulas<'a> {
    pub fn new(bound: &'a Bound, step: &MicroStep) -> Self {
        Self { bound, values: step.values.iter().copied().collect() }
    }

    /// Returns the right side of an assignment; `None` for another statement.
    pub fn right_side(&self, statement: &Statement) -> Option<RightSide> {
        match &statement.kind {
            StatementKind::Assign { value, .. } => Some(self.assigned(*value)),
            _ => None,
        }
    }

    /// Returns the lines of an operation up to the last one that assigned `new`, each as an equation; the last one without
    /// `new`. Leaves out earlier assignments of `new`.
    pub fn operation(&self) -> Vec<String> {
        let Some(op) = &self.bound.code.op else { return Vec::new() };
        let ran = op.assignments().filter(|(_, _, value)| self.values.contains_key(value));
        let lines: Vec<(LocalId, ExprId)> = ran.map(|(_, local, value)| (local, value)).collect();
        let Some(last) = lines.iter().rposition(|(local, _)| *local == OpBody::NEW) else {
            return Vec::new();
        };
        let before = lines[..last].iter().filter(|(local, _)| *local != OpBody::NEW);
        let named = before.map(|&(local, value)| {
            let name = &op.locals[usize::from(local.0)].name;
            let shown = self.show(value);
            match self.assigned(value) {
                RightSide::Number { formula, is_exact: true, .. } if formula.because.is_empty() => {
                    format!("{name} = {}", formula.equation(Some(&shown)))
                }
                right_side => match right_side.detail(&shown) {
                    Some(detail) => format!("{name} = {shown}: {detail}"),
                    None => format!("{name} = {shown}"),
                },
            }
        });
        let (_, value) = lines[last];
        let new = self.assigned(value).detail(&self.show(value));
        named.chain(new).collect()
    }

    fn expr(&self, id: ExprId) -> &'a Expr {
        self.bound.code.expr(id)
    }

    fn show(&self, id: ExprId) -> String {
        let value = self.values.get(&id).copied().unwrap_or(Bits::UNDEFINED);
        self.expr(id).ty.show(value, NumberFormat::Auto)
    }

    fn assigned(&self, value: ExprId) -> RightSide {
        let ty = self.expr(value).ty;
        let (inner, is_exact) = self.without_implicit(value);
        let expr = self.expr(inner);
        match expr.kind {
            _ if self.is_implied(inner) => RightSide::Undefined,
            ExprKind::Memory { .. } | ExprKind::Op(_) => RightSide::Copied,
            ExprKind::Binary(op, _, one) if self.is_implied(one) => {
                RightSide::Counted { up: op == BinaryOp::Add }
            }
            _ if expr.ty == Type::Bool => RightSide::Truth(self.formula(inner)),
            _ => RightSide::Number { formula: self.formula(inner), ty, is_exact },
        }
    }

    /// Returns whether an expression is a constant that the text does not show.
    fn is_implied(&self, id: ExprId) -> bool {
        let Expr { kind, form, .. } = self.expr(id);
        *form == ExprForm::Implicit && matches!(kind, ExprKind::Constant(_))
    }

    /// Returns the expression inside implicit conversions and saturations, and whether they keep every value.
    fn without_implicit(&self, id: ExprId) -> (ExprId, bool) {
        let (mut id, mut is_exact) = (id, true);
        while self.expr(id).form == ExprForm::Implicit {
            let (inner, keeps) = match &self.expr(id).kind {
                ExprKind::Convert(inner) => (*inner, is_widened(self.expr(*inner).ty, self.expr(id).ty)),
                ExprKind::Saturate(inner) => (*inner, false),
                ExprKind::Call(Builtin::Clamp, arguments) => (arguments[0], false),
                _ => break,
            };
            (id, is_exact) = (inner, is_exact && keeps);
        }
        (id, is_exact)
    }

    /// Returns an expression as a formula. A `?:` expression shows its condition and only the chosen value.
    pub fn formula(&self, id: ExprId) -> Formula {
        let mut because = Vec::new();
        let mut chosen = self.without_implicit(id).0;
        for _ in 0..MOST_CHOICES {
            let ExprKind::Select(condition, a, b) = self.expr(chosen).kind else { break };
            let Some(holds) = self.values.get(&condition).and_then(|bits| bits.truth()) else { break };
            because.push(format!("{} is {holds}", self.written(condition).with_numbers()));
            chosen = self.without_implicit(if holds { a } else { b }).0;
        }
        Formula { because, ..self.written(chosen) }
    }

    fn written(&self, id: ExprId) -> Formula {
        let (mut symbols, mut numbers) = (String::new(), String::new());
        self.write(&mut symbols, id, Notation::Symbols, 0);
        // The value of the whole is said elsewhere.
        match self.names_a_value(id) {
            true => self.write(&mut numbers, id, Notation::Numbers, 0),
            false => self.write_parts(&mut numbers, id, Notation::Numbers, 0),
        }
        Formula { symbols, numbers, because: Vec::new(), has_calls: self.has_calls(id) }
    }

    /// Returns whether the numbers of an expression contain a call.
    fn has_calls(&self, id: ExprId) -> bool {
        let inside = |id: ExprId| !self.is_shown_as_value(id) && self.has_calls(id);
        match self.expr(id).kind {
            ExprKind::Call(..)
            | ExprKind::Header(..)
            | ExprKind::Inside { .. }
            | ExprKind::Reinterpret(_) => true,
            ExprKind::Convert(a) => self.expr(id).form != ExprForm::Implicit || inside(a),
            ExprKind::Unary(_, a) => inside(a),
            ExprKind::Binary(_, a, b) => inside(a) || inside(b),
            _ => false,
        }
    }

    /// Returns whether an expression is the name of a value, or a constant that is not written out.
    fn names_a_value(&self, id: ExprId) -> bool {
        match self.expr(id).kind {
            ExprKind::Constant(_) => self.expr(id).form != ExprForm::Literal,
            ExprKind::Memory { .. } => true,
            ref kind => kind.is_input(),
        }
    }

    /// Returns whether numbers show the value of an expression inside another one in place of it. Other expressions show the values
    /// of their operands.
    fn is_shown_as_value(&self, id: ExprId) -> bool {
        let form = self.expr(id).form;
        match self.expr(id).kind {
            ExprKind::Convert(_) | ExprKind::Reinterpret(_) => form != ExprForm::Implicit,
            ExprKind::Binary(..) => form == ExprForm::Bit,
            ExprKind::Select(..) | ExprKind::Op(_) => true,
            _ => self.names_a_value(id),
        }
    }

    /// Writes an expression. If its operator binds looser than `binding`, it is in parentheses.
    fn write(&self, out: &mut String, id: ExprId, notation: Notation, binding: u32) {
        match notation {
            Notation::Numbers if self.is_shown_as_value(id) => out.push_str(&self.show(id)),
            _ => self.write_parts(out, id, notation, binding),
        }
    }

    fn write_parts(&self, out: &mut String, id: ExprId, notation: Notation, binding: u32) {
        let expr = self.expr(id);
        let code = &self.bound.code;
        let operand_name = |operand: usize| self.bound.row.operands().get(operand).map_or("", |row| row.name);
        match &expr.kind {
            ExprKind::Constant(_) => out.push_str(&on_one_line(code.piece(expr.site))),
            ExprKind::Local(local) => out.push_str(&code.locals[usize::from(local.0)].name),
            ExprKind::OpLocal(local) => {
                let name = code.op.as_ref().map(|op| &op.locals[usize::from(local.0)].name);
                out.push_str(name.map_or("", |name| name));
            }
            ExprKind::Element { operand, index } => {
                out.push_str(operand_name(*operand));
                if !self.is_implied(*index) {
                    self.write_list(out, ["[", "]"], &[*index], notation);
                }
            }
            ExprKind::Memory { operand, at } => self.write_element(out, operand_name(*operand), at, notation),
            ExprKind::Inside { operand, at } => {
                out.push_str("inside(");
                self.write_element(out, operand_name(*operand), at, notation);
                out.push(')');
            }
            ExprKind::Fold { operand, .. } => out.push_str(operand_name(*operand)),
            ExprKind::Enabled(lane) => {
                self.write_list(out, [&format!("{ENABLED}["), "]"], &[*lane], notation)
            }
            ExprKind::Predicated(lane) => {
                self.write_list(out, [&format!("{PREDICATE}["), "]"], &[*lane], notation)
            }
            ExprKind::Unary(op, a) => {
                out.push_str(op.sign());
                let mut operand = String::new();
                self.write(&mut operand, *a, notation, PREFIX_BINDING);
                // Two signs are another operator.
                match operand.starts_with(op.sign()) {
                    true => out.push_str(&format!("({operand})")),
                    false => out.push_str(&operand),
                }
            }
            ExprKind::Binary(..) if expr.form == ExprForm::Bit => self.write_bit(out, expr, notation),
            ExprKind::Binary(op, a, b) => {
                let row = op.row();
                let opens = row.binding < binding;
                out.push_str(if opens { "(" } else { "" });
                self.write(out, *a, notation, row.binding);
                out.push_str(&format!(" {} ", row.sign));
                // The constant has no parentheses in the text.
                let is_enclosed = expr.form == ExprForm::Compound
                    && notation == Notation::Symbols
                    && matches!(self.expr(*b).kind, ExprKind::Constant(_));
                out.push_str(if is_enclosed { "(" } else { "" });
                self.write(out, *b, notation, row.binding + 1);
                out.push_str(if is_enclosed { ")" } else { "" });
                out.push_str(if opens { ")" } else { "" });
            }
            ExprKind::Select(condition, a, b) => {
                out.push_str(if binding > 0 { "(" } else { "" });
                self.write(out, *condition, notation, 1);
                out.push_str(" ? ");
                self.write(out, *a, notation, 0);
                out.push_str(" : ");
                self.write(out, *b, notation, 0);
                out.push_str(if binding > 0 { ")" } else { "" });
            }
            ExprKind::Call(_, arguments) if expr.form == ExprForm::Implicit => {
                self.write(out, arguments[0], notation, binding);
            }
            ExprKind::Call(builtin, arguments) => {
                self.write_list(out, [&format!("{}(", builtin.name()), ")"], arguments, notation);
            }
            ExprKind::Header(query, arguments) => {
                self.write_list(out, [&format!("{}(", query.name()), ")"], arguments, notation);
            }
            ExprKind::Saturate(a) => self.write(out, *a, notation, binding),
            ExprKind::Convert(a) if expr.form == ExprForm::Implicit => self.write(out, *a, notation, binding),
            ExprKind::Convert(a) => {
                self.write_list(out, [&format!("{}(", type_name(expr)), ")"], &[*a], notation)
            }
            ExprKind::Reinterpret(a) if expr.form == ExprForm::Bits => {
                self.write_list(out, ["bits(", ")"], &[*a], notation);
            }
            ExprKind::Reinterpret(a) => {
                self.write_list(out, [&format!("as({}, ", type_name(expr)), ")"], &[*a], notation);
            }
            ExprKind::Op(arguments) => {
                let given: Vec<ExprId> =
                    arguments.iter().copied().filter(|id| !self.is_implied(*id)).collect();
                self.write_list(out, ["op(", ")"], &given, notation);
            }
        }
    }

    /// Writes `mask[n]`, a bit of a named number: `mask >> n & 1`.
    fn write_bit(&self, out: &mut String, bit: &Expr, notation: Notation) {
        if let ExprKind::Binary(_, shifted, _) = bit.kind
            && let ExprKind::Binary(_, number, index) = self.expr(shifted).kind
        {
            self.write(out, number, notation, PREFIX_BINDING);
            self.write_list(out, ["[", "]"], &[index], notation);
        }
    }

    fn write_element(&self, out: &mut String, name: &str, at: &Address, notation: Notation) {
        self.write_list(out, [&format!("{name}["), "]"], at, notation);
    }

    /// Writes expressions with commas between an opening and a closing.
    fn write_list(&self, out: &mut String, [open, close]: [&str; 2], list: &[ExprId], notation: Notation) {
        out.push_str(open);
        for (number, id) in list.iter().enumerate() {
            out.push_str(if number > 0 { ", " } else { "" });
            self.write(out, *id, notation, 0);
        }
        out.push_str(close);
    }
}

fn type_name(conversion: &Expr) -> &'static str {
    if conversion.form == ExprForm::AccessType { "T" } else { conversion.ty.name() }
}

/// Returns whether every value of `from` is the same number in `to`.
fn is_widened(from: Type, to: Type) -> bool {
    let (Type::Scalar(from), Type::Scalar(to)) = (from, to) else { return from == to };
    match (from.is_float(), to.is_float()) {
        (false, false) if from.is_signed() == to.is_signed() => from.width_bits() <= to.width_bits(),
        (false, false) => to.is_signed() && from.width_bits() < to.width_bits(),
        (true, true) => from.width_bits() <= to.width_bits(),
        _ => false,
    }
}
