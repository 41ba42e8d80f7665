//! Common misconceptions about memory instructions. Each is a change of the text, so that a run shows what it leads to.

use super::rewrite::{AFTER_LAST, OPERATION, SEMANTICS, around, notation, places, program};
use super::setup::{
    all_lanes, descending, mask_ignored, masks_from_the_left, off_lanes_get_zero, order_ignored,
    predicate_ignored,
};
use crate::base::{Bits, ScalarType, Schedule, Span, SurfaceKind, TextEdit};
use crate::exec::{Bound, BoundOperand};
use crate::machine::{Layout, Surface};
use crate::semantics::{
    AssignTarget, BinaryOp, Builtin, Code, Expr, ExprForm, ExprId, ExprKind, LocalId, OP_SOURCES, OpBody,
    Site, Statement, StatementKind, Type, modifier_tests,
};
use crate::session::text::{Session, VariantStart};
use crate::spec::{AddressUnit, OpWidth, OperandKind, PartKey};
use crate::syntax::InstructionLine;
use std::collections::BTreeSet;

/// A misconception.
#[derive(Clone, Copy, Debug)]
pub struct Misconception {
    /// A word for tables, and the name of the variant that shows it.
    pub key: &'static str,
    /// The assumption: "This answer is right if ...".
    pub assumes: &'static str,
    /// The fact that it contradicts, as a sentence.
    pub fact: &'static str,
    /// The fact with the names of a text, as a sentence; `None` if the text has none.
    detail: fn(&Session) -> Option<String>,
    /// Whether it is about digits or words that the text writes, so that it matters also if it changes nothing.
    pub(super) is_about_written_digits: bool,
    change: fn(&Session) -> Option<String>,
}

impl Misconception {
    /// Returns the fact, with the names of a text where it has some.
    pub(super) fn fact_in(&self, session: &Session) -> String {
        (self.detail)(session).unwrap_or_else(|| self.fact.to_owned())
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
    Misconception { key, assumes, fact, detail: |_| None, is_about_written_digits: false, change }
}

/// The misconceptions.
pub const MISCONCEPTIONS: &[Misconception] = &[
    row(
        "new_value",
        "the destination gets the new value",
        "The destination gets the value that was in memory before.",
        |session| notation(session, OPERATION, returns_new_value),
    ),
    row("all_lanes", "lanes that are off take part", "A lane that is off takes no part.", all_lanes),
    row(
        "mask_ignored",
        "only the predicate turns lanes off",
        "A lane must be on in the dispatch mask, too.",
        mask_ignored,
    ),
    row(
        "predicate_ignored",
        "only the dispatch mask turns lanes off",
        "The predicate turns lanes off, too.",
        predicate_ignored,
    ),
    row(
        "masks_from_the_left",
        "the first digit of a mask is lane 0",
        "The last digit of a mask is lane 0.",
        masks_from_the_left,
    )
    .written(),
    row(
        "off_lanes_get_zero",
        "a lane that is off gets 0 back",
        "A lane that is off gets nothing back, and its element keeps its value.",
        off_lanes_get_zero,
    ),
    row(
        "order_ignored",
        "lanes take their turns in ascending order",
        "The `.order` line gives the turns of the lanes.",
        order_ignored,
    )
    .written()
    .detailed(order_of_lanes),
    row(
        "descending",
        "the last lane comes first",
        "Without an `.order` line, lane 0 comes first.",
        descending,
    )
    .detailed(order_of_lanes),
    row(
        "reads_first",
        "all lanes read before any of them writes",
        "No other lane accesses the same place between the read and the write of a lane.",
        |session| notation(session, SEMANTICS, without_atomic),
    ),
    row("offsets_as_elements", "offsets count elements", "The offsets count bytes.", |session| {
        notation(session, SEMANTICS, offsets_as_elements)
    }),
    row("offsets_as_bytes", "offsets count bytes", "The offsets count elements.", |session| {
        notation(session, SEMANTICS, offsets_as_bytes)
    }),
    row(
        "global_offset_forgotten",
        "the global offset is not added",
        "The global offset is added to the offset of each lane.",
        |session| program(session, global_offset_forgotten),
    )
    .written(),
    row("signed", "the numbers are signed", "This operation compares unsigned numbers.", |session| {
        notation(session, OPERATION, |bound| compared_as(bound, true))
    }),
    row("unsigned", "the numbers are unsigned", "This operation compares signed numbers.", |session| {
        notation(session, OPERATION, |bound| compared_as(bound, false))
    }),
    row(
        "compared_by_bits",
        "floats are compared by their bits",
        "Floats are compared as numbers.",
        |session| notation(session, OPERATION, compared_by_bits),
    ),
    row(
        "inverted_predicate",
        "the predicate is inverted",
        "A lane runs if its bit of `P` is 1, or, with `!P`, if the bit is 0.",
        |session| program(session, |_, instr| inverted_predicate(instr)),
    ),
    row(
        "mask_offset_ignored",
        "lane 0 uses bit 0 of the masks",
        "The execution mask begins at another bit: M2 at bit 4, M3 at bit 8.",
        |session| program(session, |bound, _| mask_offset_ignored(bound)),
    )
    .written(),
    row(
        "sources_swapped",
        "the two sources are swapped",
        "One source is the new value, and the other one is compared with memory.",
        |session| notation(session, OPERATION, sources_swapped),
    )
    .written()
    .detailed(roles_of_sources),
    row(
        "outside_wraps",
        "an access out of bounds wraps around to the start of the surface",
        "An access out of bounds does not wrap around.",
        |session| notation(session, SEMANTICS, |bound| outside_wraps(session, bound)),
    ),
    row(
        "outside_at_the_edge",
        "an access out of bounds lands at the edge of the surface",
        "A write out of bounds is dropped.",
        |session| notation(session, SEMANTICS, |bound| outside_at_the_edge(session, bound)),
    ),
    row(
        "next_row",
        "x past the end of a row continues in the next row",
        "Each coordinate has bounds of its own, so x past the end of its row is out of bounds.",
        |session| notation(session, SEMANTICS, |bound| next_row(session, bound)),
    ),
    row(
        "ignored_outside",
        "an access out of bounds is ignored, as with IGN",
        "Without IGN or TRAP, an access out of bounds takes the nearest texel.",
        |session| notation(session, SEMANTICS, ignored_outside),
    ),
    row(
        "counts_without_a_limit",
        "the operation adds or subtracts one without a limit",
        "The operation wraps around at the limit in its source.",
        |session| notation(session, OPERATION, counts_without_limit),
    ),
    row(
        "neighbour",
        "an operation on 16 bits changes the whole dword",
        "An operation on 16 bits leaves the neighbouring word alone.",
        |session| program(session, whole_dword),
    ),
    row(
        "carry",
        "a carry out of 16 bits runs into the neighbouring word",
        "A carry out of 16 bits is lost.",
        carry,
    ),
];

impl Misconception {
    const fn written(mut self) -> Self {
        self.is_about_written_digits = true;
        self
    }

    const fn detailed(mut self, detail: fn(&Session) -> Option<String>) -> Self {
        self.detail = detail;
        self
    }
}

fn order_of_lanes(session: &Session) -> Option<String> {
    let is_ordered = |bound: &&Bound| bound.schedule != Schedule::Ascending;
    let bound = session.scenario.as_ref()?.program.iter().find(is_ordered)?;
    Some(format!("The order of the lanes is `{}`.", bound.schedule))
}

fn roles_of_sources(session: &Session) -> Option<String> {
    session.scenario.as_ref()?.program.iter().find_map(|bound| {
        let code = &bound.code;
        let written = new_values(code).find_map(|value| match code.expr(value).kind {
            ExprKind::Select(_, then, _) => match code.expr(then).kind {
                ExprKind::OpLocal(LocalId(source @ 1..=2)) => Some(source - 1),
                _ => None,
            },
            _ => None,
        })?;
        let [new, compared] = [usize::from(written), 1 - usize::from(written)].map(|at| OP_SOURCES[at]);
        let text =
            format!("`{new}` is the new value, and `{compared}` is the one that memory is compared with.");
        Some(text)
    })
}

fn returns_new_value(_: &Bound) -> Vec<TextEdit> {
    vec![TextEdit { span: AFTER_LAST, replacement: "\nresult = new;".to_owned() }]
}

/// Lets other lanes between the statements of `atomic` blocks.
fn without_atomic(bound: &Bound) -> Vec<TextEdit> {
    let is_atomic = |statement: &&Statement| statement.kind == StatementKind::EnterAtomic;
    let blocks = bound.code.statements.iter().filter(is_atomic).map(|statement| statement.site.span);
    blocks.map(|span| TextEdit { span, replacement: "if (true)".to_owned() }).collect()
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

/// Scales the operands whose unit is a byte by the size of an element.
fn offsets_as_elements(bound: &Bound) -> Vec<TextEdit> {
    let counts_bytes = |operand: usize| {
        bound.row.operands().get(operand).is_some_and(|row| row.unit == Some(AddressUnit::Bytes))
    };
    let offsets = places(&bound.code, SEMANTICS, |expr| match expr.kind {
        ExprKind::Element { operand, .. } if counts_bytes(operand) => Some(expr.site),
        _ => None,
    });
    offsets.flat_map(|span| around(span, "(", " * sizeof(T))")).collect()
}

/// Leaves out the factor of the size of an element, if offsets count elements.
fn offsets_as_bytes(bound: &Bound) -> Vec<TextEdit> {
    if bound.row.operands().iter().any(|operand| operand.unit == Some(AddressUnit::Bytes)) {
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
fn inverted_predicate(instr: &InstructionLine) -> Option<TextEdit> {
    let predicate = instr.guard.as_ref()?;
    let span = Span { start: predicate.span.start + 1, end: predicate.name()?.span.start };
    let sign = if predicate.has(PartKey::INVERTED) { "" } else { "!" };
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

/// Leaves out an immediate global offset.
fn global_offset_forgotten(bound: &Bound, instr: &InstructionLine) -> Option<TextEdit> {
    // In the text, the offset of a stated address is a part of an operand.
    if bound.row.declared().is_some_and(|form| form.stated.is_some()) {
        return None;
    }
    let mut operands = bound.row.operands().iter().zip(&bound.operands).zip(&instr.operands);
    let (_, written) = operands.find(|((operand, value), _)| {
        let is_scalar = matches!(operand.kind, OperandKind::Scalar { .. });
        is_scalar && matches!(value, BoundOperand::Immediate { bits, .. } if bits.value != 0)
    })?;
    Some(TextEdit { span: written.span, replacement: "0x0:ud".to_owned() })
}

/// Moves accesses out of bounds to the start of the surface, as if its addresses wrapped around. Coordinates wrap around one by one.
fn outside_wraps(session: &Session, bound: &Bound) -> Vec<TextEdit> {
    let in_bytes = surface_size(session, bound).map(|size| {
        byte_addresses(&bound.code).flat_map(move |span| around(span, "(", &format!(") % {size}")))
    });
    let by_axis = coordinates(session, bound).into_iter().flat_map(|(spans, extent)| {
        spans.into_iter().flat_map(move |span| around(span, "(", &format!(" % {extent})")))
    });
    in_bytes.into_iter().flatten().chain(by_axis).collect()
}

/// Moves accesses out of bounds to the last element, or to the nearest texel.
fn outside_at_the_edge(session: &Session, bound: &Bound) -> Vec<TextEdit> {
    match surface_size(session, bound) {
        Some(size) => {
            let last = format!(", {size} - sizeof(T))");
            let in_bytes = byte_addresses(&bound.code).flat_map(|span| around(span, "min(", &last));
            let by_axis = coordinates(session, bound).into_iter().flat_map(|(spans, extent)| {
                let last = format!(", {})", extent - 1);
                spans.into_iter().flat_map(move |span| around(span, "min(", &last))
            });
            in_bytes.chain(by_axis).collect()
        }
        // The semantics of a header pool ask for a modifier.
        None => nearest(bound, "true", false),
    }
}

/// Ignores accesses out of bounds, where the nearest texel is taken.
fn ignored_outside(bound: &Bound) -> Vec<TextEdit> {
    nearest(bound, "false", true)
}

/// Decides the tests for the modifier that takes the nearest texel, in a line that has it or does not.
fn nearest(bound: &Bound, decided: &str, has_it: bool) -> Vec<TextEdit> {
    let asks = modifier_tests(&bound.code.texts[usize::from(SEMANTICS)].text, "clamp", "NEAR");
    let mut words = bound.line.modifiers.iter().filter(|written| written.name == "clamp");
    let is_there = words.any(|written| written.value.is_some_and(|word| word.name == "NEAR"));
    let asks = asks.into_iter().filter(|_| is_there == has_it);
    asks.map(|span| TextEdit { span, replacement: decided.to_owned() }).collect()
}

/// Continues past the end of a row in the next row.
fn next_row(session: &Session, bound: &Bound) -> Vec<TextEdit> {
    let axes = coordinates(session, bound);
    let [(x, width), (y, _), ..] = &axes[..] else { return Vec::new() };
    let Some(first) = x.first() else { return Vec::new() };
    let column = first.of(&bound.code.texts[usize::from(SEMANTICS)].text);
    let columns = x.iter().flat_map(|span| around(*span, "(", &format!(" % {width})")));
    let rows = y.iter().flat_map(|span| around(*span, "(", &format!(" + {column} / {width})")));
    columns.chain(rows).collect()
}

/// Returns the places of the coordinates x and y in the semantics of an instruction on texels, each with the extent of its axis. The
/// surface is the one that the line names, or the only one. Empty without such a surface.
fn coordinates(session: &Session, bound: &Bound) -> Vec<(Vec<Span>, usize)> {
    let Some(scenario) = &session.scenario else { return Vec::new() };
    let only = || match &scenario.layout.surfaces[..] {
        [surface] => Some(surface),
        _ => None,
    };
    let named = surface_of(&scenario.layout, bound);
    let Some(surface) = named.or_else(only).filter(|surface| !SurfaceKind::RAW.contains(&surface.kind))
    else {
        return Vec::new();
    };
    let is_axis = |operand: &usize, names: [&str; 2]| {
        bound.row.operands().get(*operand).is_some_and(|row| names.contains(&row.name))
    };
    let axis = |(names, extent): ([&str; 2], usize)| {
        let found = places(&bound.code, SEMANTICS, |expr| match &expr.kind {
            ExprKind::Element { operand, .. } if is_axis(operand, names) => Some(expr.site),
            _ => None,
        });
        (found.collect::<Vec<_>>(), extent)
    };
    let axes = if surface.extent[1] > 1 { 2 } else { 1 };
    AXES.into_iter().zip(surface.extent).take(axes).map(axis).collect()
}

const AXES: [[&str; 2]; 2] = [["u", "x"], ["v", "y"]];

/// Returns the number of bytes of an instruction's surface; `None` if it finds its surface in a header.
fn surface_size(session: &Session, bound: &Bound) -> Option<usize> {
    let layout = &session.scenario.as_ref()?.layout;
    Some(layout.space(surface_of(layout, bound)?.space).size_bytes)
}

fn surface_of<'l>(layout: &'l Layout, bound: &Bound) -> Option<&'l Surface> {
    bound.operands.iter().find_map(|operand| match operand {
        BoundOperand::Surface(index) => layout.surfaces.get(*index),
        _ => None,
    })
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

fn whole_dword(bound: &Bound, _: &InstructionLine) -> Option<TextEdit> {
    let written = bound
        .line
        .modifiers
        .iter()
        .find(|written| written.value.is_some_and(|word| word.attributes.width == Some(OpWidth::Bits16)));
    let word = written?.span?;
    let span = Span { start: word.start - 1, end: word.end };
    Some(TextEdit { span, replacement: String::new() })
}

/// Adds with a carry from the low word of a dword into its high word: removes the modifier for 16 bits, and takes the low half of
/// each source.
fn carry(session: &Session) -> Option<String> {
    let program = program(session, whole_dword)?;
    let halves = notation(session, OPERATION, |bound| {
        let source = |id: ExprId| {
            let source = bound.code.expr(id);
            matches!(source.kind, ExprKind::OpLocal(LocalId(1..=2))).then_some(source.site)
        };
        let sources = places(&bound.code, OPERATION, |expr| match expr.kind {
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, left, right) => {
                source(left).or(source(right))
            }
            _ => None,
        });
        sources.flat_map(|span| around(span, "(", " & 0xffff)")).collect()
    })?;
    Some(program + &halves)
}
