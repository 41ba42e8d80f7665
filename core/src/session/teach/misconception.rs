//! Common misconceptions about memory instructions. Each is a change of the text, so that a run shows what it leads to.

use super::rewrite::{OPERATION, SEMANTICS, around, notation, places, program};
use crate::base::{Bits, ScalarType, Span, TextEdit};
use crate::exec::{Bound, BoundOperand};
use crate::semantics::{
    AssignTarget, BinaryOp, Builtin, Code, Expr, ExprForm, ExprId, ExprKind, LocalId, OP_SOURCES, OpBody,
    Site, Statement, StatementKind, Type, modifier_tests,
};
use crate::session::text::{Session, VariantStart};
use crate::spec::FormPart;
use crate::syntax::Instr;
use std::collections::BTreeSet;

/// A misconception.
#[derive(Clone, Copy, Debug)]
pub struct Misconception {
    /// A word for tables, and the name of the variant that shows it.
    pub key: &'static str,
    /// The assumption: "This answer is right if ...".
    pub assumes: &'static str,
    /// The fact that it contradicts, as a sentence without its full stop.
    pub fact: &'static str,
    change: fn(&Session) -> Option<String>,
}

impl Misconception {
    /// Returns the sentence for an answer that the misconception makes right.
    pub fn sentence(&self) -> String {
        format!("This answer is right if {}, but {}.", self.assumes, self.fact)
    }

    /// Returns the lines of a variant in which the misconception is true. `None` if it changes nothing.
    pub fn lines(&self, session: &Session) -> Option<String> {
        (self.change)(session)
    }

    /// Returns the variant in which the misconception is true. `None` if it changes nothing.
    pub fn start(&self, session: &Session) -> Option<VariantStart> {
        Some(VariantStart::Lines { name: self.key, lines: self.lines(session)? })
    }
}

const fn row(
    key: &'static str,
    assumes: &'static str,
    fact: &'static str,
    change: fn(&Session) -> Option<String>,
) -> Misconception {
    Misconception { key, assumes, fact, change }
}

/// The misconceptions.
pub const MISCONCEPTIONS: &[Misconception] = &[
    row(
        "new_value",
        "the destination gets the new value",
        "it gets the value that was in memory before",
        |session| notation(session, OPERATION, returns_new_value),
    ),
    row("all_lanes", "lanes that are off take part", "only lanes that are on do", all_lanes),
    row("descending", "the last lane comes first", "this run has another order", |_| {
        Some("  .order descending\n".to_owned())
    }),
    row(
        "reads_first",
        "all lanes read before any of them writes",
        "the read and the write of a lane are one access, which no other lane interrupts",
        |session| notation(session, SEMANTICS, without_atomic),
    ),
    row("offsets_as_elements", "offsets count elements", "they count bytes", |session| {
        notation(session, SEMANTICS, offsets_as_elements)
    }),
    row("offsets_as_bytes", "offsets count bytes", "they count elements", |session| {
        notation(session, SEMANTICS, offsets_as_bytes)
    }),
    row("signed", "the numbers are signed", "this operation compares unsigned numbers", |session| {
        notation(session, OPERATION, |bound| compared_as(bound, true))
    }),
    row("unsigned", "the numbers are unsigned", "this operation compares signed numbers", |session| {
        notation(session, OPERATION, |bound| compared_as(bound, false))
    }),
    row("compared_by_bits", "floats are compared by their bits", "they are compared as numbers", |session| {
        notation(session, OPERATION, compared_by_bits)
    }),
    row("inverted_predicate", "the predicate is inverted", "it is used as it is written", |session| {
        program(session, |_, instr| inverted_predicate(instr))
    }),
    row(
        "mask_offset_ignored",
        "lane 0 uses bit 0 of the masks",
        "the execution mask begins at another bit",
        |session| program(session, |bound, _| mask_offset_ignored(bound)),
    ),
    row(
        "sources_swapped",
        "the two sources are swapped",
        "the new value and the comparison value have the opposite roles",
        |session| notation(session, OPERATION, sources_swapped),
    ),
    row(
        "outside_wraps",
        "an access out of bounds wraps around to the start of the surface",
        "such a write is dropped, and such a read returns zero",
        |session| notation(session, SEMANTICS, |bound| outside_wraps(session, bound)),
    ),
    row(
        "outside_at_the_edge",
        "an access out of bounds lands at the edge of the surface",
        "such a write is dropped, and such a read returns zero",
        |session| notation(session, SEMANTICS, |bound| outside_at_the_edge(session, bound)),
    ),
    row(
        "counts_up_to_a_limit",
        "the operation wraps around at a limit, here the null variable, which is 0",
        "it has no limit and wraps around at the end of its type",
        |session| notation(session, OPERATION, counts_up_to_null),
    ),
    row(
        "counts_without_a_limit",
        "the operation adds or subtracts one without a limit",
        "it wraps around at the limit in its source",
        |session| notation(session, OPERATION, counts_without_limit),
    ),
    row(
        "neighbour",
        "an operation on 16 bits changes the whole dword",
        "it leaves the neighbouring word alone",
        |session| program(session, whole_dword),
    ),
];

/// Returns the new value as the result.
fn returns_new_value(bound: &Bound) -> Vec<TextEdit> {
    let end = bound.code.texts.get(usize::from(OPERATION)).map_or(0, |text| text.text.len());
    vec![TextEdit { span: Span::at(end), replacement: "\nresult = new;".to_owned() }]
}

/// Lets other lanes between the statements of `atomic` blocks.
fn without_atomic(bound: &Bound) -> Vec<TextEdit> {
    let is_atomic = |statement: &&Statement| statement.kind == StatementKind::EnterAtomic;
    let blocks = bound.code.statements.iter().filter(is_atomic).map(|statement| statement.site.span);
    blocks.map(|span| TextEdit { span, replacement: "if (true)".to_owned() }).collect()
}

/// Counts as if the null variable, which is 0, were the limit.
fn counts_up_to_null(bound: &Bound) -> Vec<TextEdit> {
    let code = &bound.code;
    let edit = |value: ExprId| {
        counts_by_one(code, value)
            .then(|| TextEdit { span: code.expr(value).site.span, replacement: "0".to_owned() })
    };
    new_values(code).filter_map(edit).collect()
}

/// Counts on past the limit in the source.
fn counts_without_limit(bound: &Bound) -> Vec<TextEdit> {
    let code = &bound.code;
    let edit = |value: ExprId| match code.expr(value).kind {
        ExprKind::Select(_, _, counted) if counts_by_one(code, counted) => Some(TextEdit {
            span: code.expr(value).site.span,
            replacement: code.piece(code.expr(counted).site).to_owned(),
        }),
        _ => None,
    };
    new_values(code).filter_map(edit).collect()
}

/// Returns the values that the operation assigns to `new`.
fn new_values(code: &Code) -> impl Iterator<Item = ExprId> {
    let assignments = code.op.iter().flat_map(OpBody::assignments);
    assignments.filter(|(_, local, _)| *local == OpBody::NEW).map(|(_, _, value)| value)
}

/// Returns whether a value is `old + 1` or `old - 1`.
fn counts_by_one(code: &Code, value: ExprId) -> bool {
    let ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, old, one) = code.expr(value).kind else {
        return false;
    };
    matches!(code.expr(old).kind, ExprKind::OpLocal(OpBody::OLD))
        && code.expr(one).kind == ExprKind::Constant(Bits::known(1))
}

/// Enables all dispatched lanes, and removes all predicates.
fn all_lanes(session: &Session) -> Option<String> {
    let mut masked = session.document.lanes_lines().filter(|line| line.active.is_some());
    let masked = masked.next().map(|line| format!("  .lanes {}\n", line.count.value));
    let unguarded = program(session, |_, instr| {
        let predicate = instr.guard.as_ref()?;
        Some(TextEdit { span: predicate.span, replacement: String::new() })
    });
    let lines = masked.into_iter().chain(unguarded).collect::<String>();
    (!lines.is_empty()).then_some(lines)
}

/// Scales the operands whose unit is a byte by the size of an element.
fn offsets_as_elements(bound: &Bound) -> Vec<TextEdit> {
    let counts_bytes =
        |operand: usize| bound.row.operands().nth(operand).is_some_and(|row| row.unit == Some("bytes"));
    let offsets = places(&bound.code, SEMANTICS, |expr| match expr.kind {
        ExprKind::Element { operand, .. } if counts_bytes(operand) => Some(expr.site),
        _ => None,
    });
    offsets.flat_map(|span| around(span, "(", " * sizeof(T))")).collect()
}

/// Leaves out the factor of the size of an element, if offsets count elements.
fn offsets_as_bytes(bound: &Bound) -> Vec<TextEdit> {
    if bound.row.operands().any(|operand| operand.unit == Some("bytes")) {
        return Vec::new();
    }
    let code = &bound.code;
    let factors = places(code, SEMANTICS, |expr| match expr.kind {
        ExprKind::Binary(BinaryOp::Multiply, number, size)
            if code.expr(size).form == ExprForm::AccessType =>
        {
            let [number, size] = [number, size].map(|id| code.expr(id).site.span);
            let span = Span { start: number.end, end: size.end };
            Some(Site { span, ..expr.site })
        }
        _ => None,
    });
    factors.map(|span| TextEdit { span, replacement: String::new() }).collect()
}

/// Compares the integers of an operation with or without a sign, instead of without or with one.
fn compared_as(bound: &Bound, signed: bool) -> Vec<TextEdit> {
    let own = bound.access;
    let is_other = |ty: &ScalarType| {
        !own.is_float()
            && !ty.is_float()
            && own.is_signed() != signed
            && ty.is_signed() == signed
            && ty.size_bytes() == own.size_bytes()
    };
    match ScalarType::ALL.into_iter().find(is_other) {
        Some(other) => compared_in(bound, &format!("{own}("), &format!("{other}(")),
        None => Vec::new(),
    }
}

/// Compares floats by their bits, as unsigned numbers.
fn compared_by_bits(bound: &Bound) -> Vec<TextEdit> {
    if !bound.access.is_float() {
        return Vec::new();
    }
    let code = &bound.code;
    let mut sides = BTreeSet::new();
    for expr in &code.exprs {
        if let ExprKind::Binary(BinaryOp::Equal, a, b) = expr.kind
            && code.expr(a).ty == Type::Scalar(bound.access)
        {
            sides.extend([a, b].map(|side| code.expr(side).site).map(|site| (site.text, site.span)));
        }
    }
    let sides = sides.into_iter().filter(|(text, _)| *text == OPERATION);
    let equal = sides.flat_map(|(_, span)| around(span, "bits(", ")"));
    let ordered = compared_in(bound, &format!("as({}, ", bound.access), "bits(");
    equal.chain(ordered).collect()
}

/// Puts a conversion before each `min` and `max` of the access type in an operation, and another one before its arguments.
fn compared_in(bound: &Bound, result: &str, argument: &str) -> Vec<TextEdit> {
    let code = &bound.code;
    let mut edits = Vec::new();
    // Operands come first in the list. What is inserted around an outer call goes before what is inserted around an inner one.
    for expr in code.exprs.iter().rev().filter(|expr| expr.site.text == OPERATION) {
        if let ExprKind::Call(Builtin::Min | Builtin::Max, arguments) = &expr.kind
            && expr.ty == Type::Scalar(bound.access)
        {
            let inner = arguments.iter().map(|argument| code.expr(*argument).site.span);
            edits.extend(inner.flat_map(|span| around(span, argument, ")")));
            edits.extend(around(expr.site.span, result, ")"));
        }
    }
    edits
}

/// Adds the `!` of a predicate, or removes it. It follows the sign with which the predicate begins.
fn inverted_predicate(instr: &Instr) -> Option<TextEdit> {
    let predicate = instr.guard.as_ref()?;
    let span = Span { start: predicate.span.start + 1, end: predicate.name()?.span.start };
    let sign = if predicate.has(FormPart::INVERTED) { "" } else { "!" };
    Some(TextEdit { span, replacement: sign.to_owned() })
}

/// Replaces an execution mask that begins at another lane by the first one.
fn mask_offset_ignored(bound: &Bound) -> Option<TextEdit> {
    let exec = bound.line.exec.as_ref().filter(|_| bound.mask_offset != 0)?;
    let first = if bound.no_mask { "M1_NM" } else { "M1" };
    Some(TextEdit { span: exec.mask_span, replacement: first.to_owned() })
}

/// Swaps the sources of an operation that has both.
fn sources_swapped(bound: &Bound) -> Vec<TextEdit> {
    let [first, second] = [1, 2].map(|source| {
        let is_source = |expr: &Expr| expr.kind == ExprKind::OpLocal(LocalId(source));
        places(&bound.code, OPERATION, |expr| is_source(expr).then_some(expr.site)).collect::<Vec<_>>()
    });
    if first.is_empty() || second.is_empty() {
        return Vec::new();
    }
    let named = |spans: Vec<Span>, name: &'static str| {
        spans.into_iter().map(move |span| TextEdit { span, replacement: name.to_owned() })
    };
    let [first_name, second_name] = OP_SOURCES;
    named(first, second_name).chain(named(second, first_name)).collect()
}

/// Moves accesses out of bounds to the start of the surface, as if its addresses wrapped around.
fn outside_wraps(session: &Session, bound: &Bound) -> Vec<TextEdit> {
    let Some(size) = surface_size(session, bound) else { return Vec::new() };
    byte_addresses(&bound.code).flat_map(|span| around(span, "(", &format!(") % {size}"))).collect()
}

/// Moves accesses out of bounds to the last element.
fn outside_at_the_edge(session: &Session, bound: &Bound) -> Vec<TextEdit> {
    match surface_size(session, bound) {
        Some(size) => {
            let last = format!(", {size} - sizeof(T))");
            byte_addresses(&bound.code).flat_map(|span| around(span, "min(", &last)).collect()
        }
        // The semantics of a header pool ask for a modifier.
        None => {
            let asks = modifier_tests(&bound.code.texts[0].text, "clamp", "NEAR");
            asks.into_iter().map(|span| TextEdit { span, replacement: "true".to_owned() }).collect()
        }
    }
}

/// Returns the number of bytes of an instruction's surface; `None` if it finds its surface in a header.
fn surface_size(session: &Session, bound: &Bound) -> Option<usize> {
    let layout = &session.scenario.as_ref()?.layout;
    let index = bound.operands.iter().find_map(|operand| match operand {
        BoundOperand::Surface(index) => Some(*index),
        _ => None,
    })?;
    Some(layout.space(layout.surfaces.get(index)?.space).size_bytes)
}

/// Returns the places of the addresses in bytes at which a text accesses memory, each once.
fn byte_addresses(code: &Code) -> impl Iterator<Item = Span> {
    let read = code.exprs.iter().filter_map(|expr| match &expr.kind {
        ExprKind::Memory { at, .. } | ExprKind::Inside { at, .. } => Some(at),
        _ => None,
    });
    let written = code.statements.iter().filter_map(|statement| match &statement.kind {
        StatementKind::Assign { target: AssignTarget::Surface { at, .. }, .. } => Some(at),
        _ => None,
    });
    let addresses = read.chain(written).filter_map(|at| match at[..] {
        [byte_address] => Some(code.expr(byte_address).site.span),
        _ => None,
    });
    addresses.collect::<BTreeSet<_>>().into_iter()
}

/// Removes the modifier for 16 bits.
fn whole_dword(bound: &Bound, _: &Instr) -> Option<TextEdit> {
    let written =
        bound.line.words.iter().find(|written| written.word.is_some_and(|word| word.fixes.is_16_bit));
    let word = written?.span?;
    let span = Span { start: word.start - 1, end: word.end };
    Some(TextEdit { span, replacement: String::new() })
}
