//! Common misconceptions about memory instructions. Each is a change of the text, so that a run shows what it leads to.

use super::rewrite::{notation, operations, program};
use crate::base::{ScalarType, Span, TextEdit};
use crate::exec::{Bound, BoundOperand};
use crate::session::text::Session;
use crate::spec::ModifierKind;
use crate::syntax::{Directive, Instr};

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
        |session| operations(session, |_, text| Some(format!("{text}\nresult = new;"))),
    ),
    row("all_lanes", "lanes that are off take part", "only lanes that are on do", all_lanes),
    row("descending", "the last lane comes first", "this run has another order", |_| {
        Some("  .order descending\n".to_owned())
    }),
    row(
        "reads_first",
        "all lanes read before any of them writes",
        "the read and the write of a lane are one access, which no other lane interrupts",
        |session| notation(session, |_, text| replaced(text, &[("atomic {", "if (true) {")])),
    ),
    row("offsets_as_elements", "offsets count elements", "they count bytes", |session| {
        notation(session, offsets_as_elements)
    }),
    row("offsets_as_bytes", "offsets count bytes", "they count elements", |session| {
        notation(session, offsets_as_bytes)
    }),
    row("signed", "the numbers are signed", "this operation compares unsigned numbers", |session| {
        operations(session, |bound, text| compared_as(bound, text, true))
    }),
    row("unsigned", "the numbers are unsigned", "this operation compares signed numbers", |session| {
        operations(session, |bound, text| compared_as(bound, text, false))
    }),
    row("compared_by_bits", "floats are compared by their bits", "they are compared as numbers", |session| {
        operations(session, compared_by_bits)
    }),
    row("inverted_predicate", "the predicate is inverted", "it is used as it is written", |session| {
        program(session, |_, instr| inverted_predicate(session, instr))
    }),
    row(
        "mask_offset_ignored",
        "lane 0 uses bit 0 of the masks",
        "the execution mask begins at another bit",
        |session| program(session, |_, instr| mask_offset_ignored(session, instr)),
    ),
    row(
        "sources_swapped",
        "the two sources are swapped",
        "the new value and the comparison value have the opposite roles",
        |session| operations(session, |_, text| sources_swapped(text)),
    ),
    row(
        "outside_wraps",
        "an access out of bounds wraps around to the start of the surface",
        "such a write is dropped, and such a read returns zero",
        |session| notation(session, |bound, text| outside(session, bound, text, Outside::Wraps)),
    ),
    row(
        "outside_at_the_edge",
        "an access out of bounds lands at the edge of the surface",
        "such a write is dropped, and such a read returns zero",
        |session| notation(session, |bound, text| outside(session, bound, text, Outside::Edge)),
    ),
    row(
        "counts_up_to_a_limit",
        "the operation wraps around at a limit, here the null variable, which is 0",
        "it has no limit and wraps around at the end of its type",
        |session| operations(session, |_, text| replaced(text, COUNTS_TO_A_LIMIT)),
    ),
    row(
        "counts_without_a_limit",
        "the operation adds or subtracts one without a limit",
        "it wraps around at the limit in its source",
        |session| operations(session, |_, text| replaced(text, COUNTS_WITHOUT_A_LIMIT)),
    ),
    row(
        "neighbour",
        "an operation on 16 bits changes the whole dword",
        "it leaves the neighbouring word alone",
        |session| program(session, whole_dword),
    ),
];

/// The null variable would be a limit of 0.
const COUNTS_TO_A_LIMIT: &[(&str, &str)] = &[("new = old + 1;", "new = 0;"), ("new = old - 1;", "new = 0;")];

const COUNTS_WITHOUT_A_LIMIT: &[(&str, &str)] =
    &[("old >= src0 ? 0 : old + 1", "old + 1"), ("old == 0 || old > src0 ? src0 : old - 1", "old - 1")];

/// Replaces parts of a text. `None` if it has none of them.
fn replaced(text: &str, parts: &[(&str, &str)]) -> Option<String> {
    let changed = parts.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    (changed != text).then_some(changed)
}

/// Enables all dispatched lanes, and removes all predicates.
fn all_lanes(session: &Session) -> Option<String> {
    let masked = session.document.directives().find_map(|(_, directive)| match directive {
        Directive::Lanes(line) if line.active.is_some() => Some(format!("  .lanes {}\n", line.count.value)),
        _ => None,
    });
    let unguarded = program(session, |_, instr| {
        let predicate = instr.predicate.as_ref()?;
        Some(TextEdit { span: predicate.span, replacement: String::new() })
    });
    match (masked, unguarded) {
        (None, None) => None,
        (masked, unguarded) => Some(masked.unwrap_or_default() + &unguarded.unwrap_or_default()),
    }
}

/// Scales the operands whose unit is a byte by the size of an element.
fn offsets_as_elements(bound: &Bound, text: &str) -> Option<String> {
    let scaled =
        bound.row.operands().filter(|operand| operand.unit == Some("bytes")).map(|operand| operand.name);
    let parts: Vec<(String, String)> =
        scaled.map(|name| (format!("{name}[i]"), format!("({name}[i] * sizeof(T))"))).collect();
    let parts: Vec<(&str, &str)> = parts.iter().map(|(from, to)| (&**from, &**to)).collect();
    replaced(text, &parts)
}

/// Leaves out the factor of the size of an element, if offsets count elements.
fn offsets_as_bytes(bound: &Bound, text: &str) -> Option<String> {
    let counts_bytes = bound.row.operands().any(|operand| operand.unit == Some("bytes"));
    if counts_bytes { None } else { replaced(text, &[(" * sizeof(T)", "")]) }
}

/// Compares the integers of an operation with or without a sign, instead of without or with one.
fn compared_as(bound: &Bound, text: &str, signed: bool) -> Option<String> {
    let own = bound.access;
    let is_other = |ty: &ScalarType| {
        !own.is_float() && !ty.is_float() && own.is_signed() != signed && ty.is_signed() == signed
    };
    let other =
        ScalarType::ALL.into_iter().filter(is_other).find(|ty| ty.size_bytes() == own.size_bytes())?;
    let compared = |function: &str| {
        let from = format!("{function}(old, src0)");
        (from, format!("{own}({function}({other}(old), {other}(src0)))"))
    };
    let parts = [compared("min"), compared("max")];
    replaced(text, &parts.each_ref().map(|(from, to)| (&**from, &**to)))
}

/// Compares floats by their bits, as unsigned numbers.
fn compared_by_bits(bound: &Bound, text: &str) -> Option<String> {
    if !bound.access.is_float() {
        return None;
    }
    let compared = |function: &str| {
        let from = format!("{function}(old, src0)");
        (from, format!("as({}, {function}(bits(old), bits(src0)))", bound.access))
    };
    let parts = [compared("min"), compared("max")];
    let parts = parts.each_ref().map(|(from, to)| (&**from, &**to));
    replaced(text, &[&parts[..], &[("src0 == old", "bits(src0) == bits(old)")]].concat())
}

/// Adds the `!` of a predicate, or removes it.
fn inverted_predicate(session: &Session, instr: &Instr) -> Option<TextEdit> {
    let predicate = instr.predicate.as_ref()?;
    let name = predicate.name.span;
    if !predicate.inverted {
        return Some(TextEdit { span: Span::at(name.range().start), replacement: "!".to_owned() });
    }
    let before = Span { start: predicate.span.start, end: name.start };
    let at = before.range().start + before.of(&session.text).find('!')?;
    Some(TextEdit { span: Span::new(at, at + 1), replacement: String::new() })
}

/// Replaces an execution mask that begins at another lane by the first one.
fn mask_offset_ignored(session: &Session, instr: &Instr) -> Option<TextEdit> {
    let exec = instr.exec.as_ref().filter(|exec| exec.mask_offset != 0)?;
    let span = exec.mask_span?;
    let after = span.of(&session.text).trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    Some(TextEdit { span, replacement: format!("M1{after}") })
}

/// Swaps the sources of an operation that has both.
fn sources_swapped(text: &str) -> Option<String> {
    let [first, second] = ["src0", "src1"];
    if !text.contains(first) || !text.contains(second) {
        return None;
    }
    let parts: Vec<String> = text.split(first).map(|part| part.replace(second, first)).collect();
    Some(parts.join(second))
}

/// Where an access out of bounds ends up.
#[derive(Clone, Copy)]
enum Outside {
    /// Again at the start.
    Wraps,
    /// At the last element.
    Edge,
}

/// Moves accesses out of bounds into the surface.
fn outside(session: &Session, bound: &Bound, text: &str, outside: Outside) -> Option<String> {
    let layout = &session.scenario.as_ref()?.layout;
    let surface = bound.operands.iter().find_map(|operand| match operand {
        BoundOperand::Surface(index) => layout.surfaces.get(*index),
        _ => None,
    });
    let Some(surface) = surface else {
        let edge = [("modifier(clamp, NEAR)", "true")];
        return if matches!(outside, Outside::Edge) { replaced(text, &edge) } else { None };
    };
    let size = layout.space(surface.space).size_bytes;
    let inside = match outside {
        Outside::Wraps => format!("surface[address % {size}]"),
        Outside::Edge => format!("surface[min(address, {size} - sizeof(T))]"),
    };
    replaced(text, &[("surface[address]", &inside)])
}

/// Removes the modifier for 16 bits.
fn whole_dword(bound: &Bound, instr: &Instr) -> Option<TextEdit> {
    let modifier =
        bound.row.modifiers.iter().find(|modifier| matches!(modifier.kind, ModifierKind::Width16))?;
    let word = instr.modifiers.iter().find(|word| word.text == modifier.name)?;
    let span = Span { start: word.span.start - 1, end: word.span.end };
    Some(TextEdit { span, replacement: String::new() })
}
