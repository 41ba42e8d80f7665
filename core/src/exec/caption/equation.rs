//! Notation as equations: what a statement assigns, as written and with numbers put in.

use crate::base::{Bits, NumberFormat, Span};
use crate::exec::scenario::Bound;
use crate::semantics::{
    BinaryOp, Builtin, Expr, ExprId, ExprKind, OpBody, OpStatement, Pc, Site, Statement, StatementKind, Type,
};
use crate::trace::MicroStep;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// The notation of one micro-step, with the values that it read.
pub(super) struct Notation<'a> {
    pub bound: &'a Bound,
    values: FxHashMap<ExprId, Bits>,
    inputs: Vec<Input>,
    lines: Vec<OpLine>,
}

/// An input of a computation.
struct Input {
    site: Site,
    value: Bits,
    ty: Type,
}

/// An assignment in the body of an operation.
struct OpLine {
    site: Site,
    local: u16,
    value: ExprId,
    bits: Bits,
    ty: Type,
}

/// A piece of notation in two forms.
#[derive(Debug)]
pub(super) struct Worked {
    /// The text as written, without parts that the line's modifiers or the interpretations rule out.
    pub symbols: String,
    /// The same text with values in place of the names.
    pub numbers: String,
    /// The conditions that chose this piece: `old == src1 (7 == 7) is true, so `; empty if there were none.
    pub because: String,
}

/// A replacement for a piece of notation.
enum Piece<'a> {
    /// A value in place of its name.
    Value(&'a Input),
    /// The part of a piece that is not ruled out before the run.
    Runs(Span),
    /// The result in place of a conversion or of a choice.
    Result(String),
}

/// The right side of an assignment.
#[derive(Debug)]
pub(super) enum RightSide {
    /// `++` or `--`.
    Counted { up: bool },
    /// A truth value.
    Truth(Worked),
    /// A number.
    Number {
        worked: Worked,
        /// The type after conversion to the target's type.
        ty: Type,
        /// Whether that conversion keeps every value.
        is_exact: bool,
    },
}

/// The kind of condition that a step decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConditionKind {
    If,
    Loop,
    Trap,
}

impl Worked {
    /// `a[i] + b[i] = 1 + 2`.
    pub fn equation(&self) -> String {
        self.chain(&[])
    }

    /// `a[i] + b[i] = 1 + 2 = 3`.
    pub fn equals(&self, value: &str) -> String {
        self.chain(&[value])
    }

    /// Joins both forms and `value` with ` = `, and leaves out parts that repeat the one before.
    fn chain(&self, value: &[&str]) -> String {
        let mut parts = vec![&*self.symbols, &self.numbers];
        parts.extend(value);
        // For example, `1 = 1` becomes `1`.
        parts.dedup();
        format!("{}{}", self.because, parts.join(" = "))
    }

    /// Formats as `a < b (1 < 2)`. If the numbers add nothing, returns only the symbols; if calls have numbers as arguments,
    /// returns only the numbers: `inside(1, 2)`.
    pub fn with_numbers(&self) -> String {
        let Self { symbols, numbers, .. } = self;
        if numbers == symbols || matches!(&**numbers, "true" | "false" | "?") {
            return symbols.clone();
        }
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let has_calls = numbers.split('(').rev().skip(1).any(|before| before.ends_with(is_name));
        if has_calls { numbers.clone() } else { format!("{symbols} ({numbers})") }
    }
}

/// The maximum number of nested choices in a caption.
const MOST_CHOICES: usize = 8;

impl Worked {
    /// Returns the piece without parentheses around all of it.
    fn without_parentheses(self) -> Self {
        let trim = |text: String| {
            let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
            let mut depth = 0_i32;
            let is_pair = inner.is_some_and(|inner| {
                inner.chars().all(|c| {
                    depth += i32::from(c == '(') - i32::from(c == ')');
                    depth >= 0
                })
            });
            inner.filter(|_| is_pair).map_or(text.clone(), str::to_owned)
        };
        Self { symbols: trim(self.symbols), numbers: trim(self.numbers), because: self.because }
    }
}

impl RightSide {
    /// Returns the right side as the detail of an assignment of `value`; `None` if it says only that value.
    pub fn detail(&self, value: &str) -> Option<String> {
        let detail = match self {
            Self::Counted { .. } => return None,
            Self::Truth(worked) => worked.with_numbers(),
            Self::Number { worked, is_exact: true, .. } => worked.equals(value),
            Self::Number { worked, .. } if worked.numbers == value || !worked.because.is_empty() => {
                worked.equation()
            }
            Self::Number { worked, .. } => format!("from {}", worked.equation()),
        };
        (detail != value).then_some(detail)
    }
}

fn ran(statements: &[OpStatement], bound: &Bound, values: &FxHashMap<ExprId, Bits>, lines: &mut Vec<OpLine>) {
    for statement in statements {
        match statement {
            OpStatement::Assign { local, value, site } => {
                if let Some(bits) = values.get(value) {
                    let ty = bound.code.expr(*value).ty;
                    lines.push(OpLine { site: *site, local: *local, value: *value, bits: *bits, ty });
                }
            }
            OpStatement::If { then, otherwise, .. } => {
                ran(then, bound, values, lines);
                ran(otherwise, bound, values, lines);
            }
        }
    }
}

impl<'a> Notation<'a> {
    pub fn new(bound: &'a Bound, step: &MicroStep) -> Self {
        let inputs = bound.code.inputs(&step.values).map(|(expr, value)| Input { site: expr.site, value, ty: expr.ty });
        let inputs = inputs.collect();
        let values = step.values.iter().copied().collect();
        let mut lines = Vec::new();
        if let Some(op) = &bound.code.op {
            ran(&op.statements, bound, &values, &mut lines);
        }
        Self { bound, values, inputs, lines }
    }

    fn value(&self, id: ExprId) -> Option<Bits> {
        self.values.get(&id).copied()
    }

    /// Returns the right side of the assignment at `site`; `None` for another statement.
    pub fn right_side(&self, site: Site) -> Option<RightSide> {
        self.assigned(site, self.value_at(site)?)
    }

    /// Returns whether the assignment at `site` only copies the value that the step read or computed.
    pub fn only_copies(&self, site: Site) -> bool {
        let value = self.value_at(site).map(|value| &self.unconverted(value).0.kind);
        matches!(value, Some(ExprKind::Memory { .. } | ExprKind::Op(_)))
    }

    /// Returns the lines of an operation up to the last one that assigned `new`, each as an equation; the last one without
    /// `new`. Leaves out earlier assignments of `new`, which have no effect.
    pub fn operation(&self) -> Vec<String> {
        let lines = &self.lines;
        let Some(last) = lines.iter().rposition(|line| line.local == OpBody::NEW) else {
            return Vec::new();
        };
        let before = lines[..last].iter().filter(|line| line.local != OpBody::NEW);
        let named = before.filter_map(|line| {
            let name = &self.bound.code.op.as_ref()?.locals.get(usize::from(line.local))?.name;
            let (shown, detail) = self.op_line(line)?;
            Some(match detail {
                Some(detail) if detail.ends_with(&format!("= {shown}")) => format!("{name} = {detail}"),
                Some(detail) => format!("{name} = {shown}: {detail}"),
                None => format!("{name} = {shown}"),
            })
        });
        let new = self.op_line(&lines[last]).and_then(|(_, detail)| detail);
        named.chain(new).collect()
    }

    /// Returns the value that a line assigned, and the detail of its right side.
    fn op_line(&self, line: &OpLine) -> Option<(String, Option<String>)> {
        let shown = line.ty.show(line.bits, NumberFormat::Auto);
        let detail = self.assigned(line.site, line.value)?.detail(&shown);
        Some((shown, detail))
    }

    /// Returns a condition and its kind.
    pub fn condition(&self, site: Site) -> (Worked, ConditionKind) {
        let statements = &self.bound.code.statements;
        let at = statements.iter().position(|statement| statement.site == site && statement.kind.is_step());
        let (condition, kind) = match at.map(|at| (at, &statements[at].kind)) {
            Some((_, StatementKind::Trap { condition, .. })) => (condition, ConditionKind::Trap),
            Some((at, StatementKind::Branch { condition, .. })) => {
                let jumps_back =
                    |line: &Statement| matches!(line.kind, StatementKind::Jump(Pc(to)) if to as usize == at);
                let is_loop = statements[at..].iter().any(jumps_back);
                (condition, if is_loop { ConditionKind::Loop } else { ConditionKind::If })
            }
            _ => return (self.worked_at(site), ConditionKind::If),
        };
        (self.worked(*condition), kind)
    }

    fn value_at(&self, site: Site) -> Option<ExprId> {
        let mut statements = self.bound.code.statements.iter().filter(|statement| statement.site == site);
        statements.find_map(|statement| match statement.kind {
            StatementKind::Assign { value, .. } => Some(value),
            _ => None,
        })
    }

    /// Returns the expression inside implicit conversions, which have no text of their own, and whether they keep every value.
    fn unconverted(&self, id: ExprId) -> (&'a Expr, bool) {
        let code = &self.bound.code;
        let (mut expr, mut is_exact) = (code.expr(id), true);
        loop {
            let (inner, keeps) = match &expr.kind {
                ExprKind::Convert(inner) => (code.expr(*inner), is_widened(code.expr(*inner).ty, expr.ty)),
                // Saturation.
                ExprKind::Call(Builtin::Clamp, arguments) => (code.expr(arguments[0]), false),
                _ => return (expr, is_exact),
            };
            let (outer_span, inner_span) = (expr.site.span, inner.site.span);
            let before = Span { start: outer_span.start, end: inner_span.start.max(outer_span.start) };
            let parentheses = self.text(Site { span: before, ..expr.site });
            if !parentheses.chars().all(|c| c == '(' || c.is_whitespace()) {
                return (expr, is_exact);
            }
            (expr, is_exact) = (inner, is_exact && keeps);
        }
    }

    fn assigned(&self, site: Site, value: ExprId) -> Option<RightSide> {
        let code = &self.bound.code;
        let ty = code.expr(value).ty;
        let (expr, is_exact) = self.unconverted(value);
        if let ExprKind::Binary(op, a, b) = expr.kind
            && expr.site == site
        {
            let (left, right) = (code.expr(a).site, code.expr(b).site);
            if right == site {
                return Some(RightSide::Counted { up: op == BinaryOp::Add });
            }
            let between = Span { start: left.span.end, end: right.span.start.max(left.span.end) };
            let sign = self.text(Site { span: between, ..site }).trim().strip_suffix('=');
            if let Some(sign) = sign.filter(|_| !op.is_comparison()) {
                let (left, right) = (self.worked_at(left), self.worked_at(right));
                let joined = |left: &str, right: &str| match right.contains(' ') {
                    true => format!("{left} {sign} ({right})"),
                    false => format!("{left} {sign} {right}"),
                };
                let symbols = joined(&left.symbols, &right.symbols);
                let numbers = joined(&left.numbers, &right.numbers);
                return Some(RightSide::Number {
                    worked: Worked { symbols, numbers, because: String::new() },
                    ty,
                    is_exact,
                });
            }
        }
        // A declaration without a value.
        if expr.site == site && matches!(expr.kind, ExprKind::Constant(_)) {
            return None;
        }
        Some(match expr.ty {
            Type::Bool => RightSide::Truth(self.worked_at(expr.site)),
            Type::Scalar(_) => RightSide::Number { worked: self.worked(value), ty, is_exact },
        })
    }

    /// Returns an expression in both forms. A `?:` expression shows its condition and only the branch that was
    /// evaluated.
    fn worked(&self, id: ExprId) -> Worked {
        let mut because = String::new();
        let mut chosen = id;
        for _ in 0..MOST_CHOICES {
            let ExprKind::Select(condition, a, b) = &self.unconverted(chosen).0.kind else { break };
            let Some(bits) = self.value(*condition).filter(|bits| bits.is_defined(1)) else { break };
            let holds = bits.value & 1 == 1;
            let condition = self.worked_at(self.bound.code.expr(*condition).site).without_parentheses();
            because.push_str(&format!("{} is {holds}, so ", condition.with_numbers()));
            chosen = if holds { *a } else { *b };
        }
        Worked { because, ..self.worked_at(self.unconverted(chosen).0.site) }
    }

    fn worked_at(&self, site: Site) -> Worked {
        let form = |is_worked| one_line(&self.written(site, is_worked));
        Worked { symbols: form(false), numbers: form(true), because: String::new() }
    }

    /// Returns the explicit conversions and the choices in a piece of notation, each with its result. Of several with the same
    /// text, the last one contains the others, so it comes first.
    fn results(&self, site: Site) -> impl Iterator<Item = (Span, Piece<'a>)> {
        let code = &self.bound.code;
        let inner = code.exprs.iter().enumerate().rev().filter(move |(_, expr)| {
            let (inner, outer) = (expr.site.span, site.span);
            expr.site.text == site.text
                && outer.start <= inner.start
                && inner.end <= outer.end
                && inner != outer
        });
        inner.filter_map(|(at, expr)| {
            let text = self.text(expr.site);
            let is_shown = match expr.kind {
                ExprKind::Convert(inner) => code.expr(inner).site != expr.site,
                ExprKind::Reinterpret(_) | ExprKind::Select(..) => true,
                // A bit of a named constant: `ch_mask[c]`.
                ExprKind::Binary(..) => text.ends_with(']') && !text.contains(' '),
                // A name for a number, such as `sizeof(T)`.
                ExprKind::Constant(_) => {
                    text.starts_with(char::is_alphabetic)
                        && !text.ends_with(']')
                        && !matches!(text, "true" | "false")
                }
                _ => false,
            };
            let value = is_shown.then(|| self.value(ExprId(at as u32))).flatten()?;
            Some((expr.site.span, Piece::Result(expr.ty.show(value, NumberFormat::Auto))))
        })
    }

    /// Returns a piece of notation without the parts that are ruled out before the run. If `is_worked`, values replace names.
    fn written(&self, site: Site, is_worked: bool) -> String {
        let holds = |inner: Site| {
            inner.text == site.text && site.span.start <= inner.span.start && inner.span.end <= site.span.end
        };
        let all = self.whole_text(site);
        let is_named = |input: &&Input| is_worked && holds(input.site) && !is_counted(all, input.site.span);
        let values = self.inputs.iter().filter(is_named);
        let values = values.map(|input| (input.site.span, Piece::Value(input)));
        let decided = self.bound.code.decided.iter().filter(|decided| holds(decided.site));
        let decided = decided.filter_map(|decided| Some((decided.site.span, Piece::Runs(decided.runs?))));
        let results = is_worked.then(|| self.results(site)).into_iter().flatten();
        let mut pieces: Vec<(Span, Piece)> = decided.chain(values).chain(results).collect();
        // The longest of the pieces with the same start comes first.
        pieces.sort_by_key(|(span, _)| (span.start, Reverse(span.end)));
        let (mut out, mut at) = (String::new(), site.span.start);
        for (span, piece) in pieces {
            // A nested piece is skipped here, because the recursion formats it: formatting it at each level takes exponential time.
            if span.start < at {
                continue;
            }
            out.push_str(all.get(at as usize..span.start as usize).unwrap_or(""));
            match piece {
                Piece::Value(input) => out.push_str(&input.ty.show(input.value, NumberFormat::Auto)),
                Piece::Result(value) => out.push_str(&value),
                Piece::Runs(span) => out.push_str(&self.written(Site { span, ..site }, is_worked)),
            }
            at = span.end;
        }
        out + all.get(at as usize..site.span.end as usize).unwrap_or("")
    }

    fn whole_text(&self, site: Site) -> &'a str {
        self.bound.code.texts.get(usize::from(site.text)).map_or("", |text| &text.text)
    }

    fn text(&self, site: Site) -> &'a str {
        site.span.of(self.whole_text(site))
    }
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

/// Returns whether `++` or `--` is applied to `piece`. A formula keeps such a name, since a number cannot be incremented.
fn is_counted(text: &str, piece: Span) -> bool {
    let (start, end) = (piece.start as usize, piece.end as usize);
    let (before, after) = (text.get(..start).unwrap_or(""), text.get(end..).unwrap_or(""));
    let signs = ["++", "--"];
    signs.iter().any(|sign| before.trim_end().ends_with(sign) || after.trim_start().starts_with(sign))
}

/// Returns a piece of notation on one line, without comments.
fn one_line(text: &str) -> String {
    let code = text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
    code.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}
