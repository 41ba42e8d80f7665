//! Lines that state their access: `VAR:d32x4` and `flat[4*VAR+8]:a64`. The written address becomes an operand of the
//! row for each of its parts.

use super::line_parts::{ImmediateType, Line, LineData, LineOperand, LineOperandKind};
use super::misfit::{misfit, negative_offset};
use super::rules;
use super::visa_check::VisaCheck;
use crate::base::{ScalarType, Span, SurfaceKind};
use crate::check::Context;
use crate::diag::Diagnostic;
use crate::isa::visa::dialect::{BINDLESS, SCRATCH, SLM};
use crate::isa::visa::readings as r;
use crate::isa::visa::shape::stated::{STATED, StatedData, channels};
use crate::spec::{FormKey, OpTypes, PartKey, StatedAccess, StatedElements};
use crate::syntax::{InstructionLine, LineWords, Node, Number, SpannedText, ValueKind, ValueText, excerpt};

/// Adds an operand to a line for each operand of the row. Returns `None` after an error.
pub(super) fn fit_operands(
    visa: &VisaCheck,
    cx: &mut Context,
    line: &mut Line,
    stated: StatedAccess,
) -> Option<()> {
    let Line { instr, row, signature, .. } = *line;
    let memory = LineWords::from_row(row, &instr.modifiers).decisions().surface;
    let before = cx.findings.len();
    if let Some(word) = cached(instr).filter(|_| memory == Some(SurfaceKind::Slm)) {
        let message = format!(
            "shared local memory has no cache for `{}`; expected `df.df` or nothing",
            excerpt(&word.text)
        );
        cx.findings.error(&rules::SLM_CACHING, word.span, message);
    }
    for (index, node) in instr.operands.iter().enumerate().filter(|(_, node)| !node.is_broken) {
        let first = signature.row_operands_of(index).start;
        if first == stated.address {
            line.operands.extend(split_address(visa, cx, node, memory).into_iter().flatten());
            line.address = address_type(node);
        } else if first == stated.data {
            let (operand, stated) = data(cx, node, signature.operands[first].name, stated.elements).unzip();
            line.operands.extend(operand);
            line.data = stated;
        } else if node.is(FormKey::RAW) || node.is(FormKey::BARE_NAME) {
            line.operands.extend(at_start(cx, node, node.span));
        } else {
            let finding = misfit(cx.text, &signature.operands[first], node);
            cx.findings.push(finding);
        }
    }
    (line.operands.len() == signature.operands.len() && !cx.findings.has_errors_since(before)).then_some(())
}

/// Returns the first word for a cache that is not the default. Such words follow that of the memory.
fn cached(instr: &InstructionLine) -> Option<&SpannedText> {
    instr.modifiers.iter().skip(1).find(|word| !word.text.eq_ignore_ascii_case("df"))
}

/// Returns the access type of a line: the type of the data, or that of the operation in the width of the data.
pub(super) fn access_type(data: ScalarType, op: Option<OpTypes>) -> ScalarType {
    match op {
        Some(types) if data == ScalarType::Uq => types.qword.unwrap_or(data),
        Some(types) => types.dword,
        None => data,
    }
}

/// Returns the type of addresses, by the size that an address states.
fn address_type(node: &Node) -> ScalarType {
    match node.text(PartKey::ADDRESS_SIZE).map(|size| size.text.as_str()) {
        Some("a64") => ScalarType::Uq,
        _ => ScalarType::Ud,
    }
}

/// Returns an operand as a raw operand, at byte 0 if it has no offset.
fn at_start(cx: &mut Context, node: &Node, span: Span) -> Option<LineOperand> {
    let name = node.name()?.clone();
    let start = Number { value: 0, span: Span::at(span.range().end) };
    let offset = node.number(PartKey::OFFSET).unwrap_or(start);
    if name.text == "%null" && offset.value != 0 {
        let message = format!("`%null` has no byte {}; expected `%null`", offset.value);
        cx.findings.error(&rules::NULL, node.span, message);
        return None;
    }
    if let Some(finding) = negative_offset(offset) {
        cx.findings.push(finding);
        return None;
    }
    Some(LineOperand { kind: LineOperandKind::Raw(name, offset), span })
}

/// Requires data with a size that the instruction takes.
fn data(
    cx: &mut Context,
    node: &Node,
    name: &str,
    elements: StatedElements,
) -> Option<(LineOperand, LineData)> {
    let example = match elements {
        StatedElements::Single | StatedElements::Vector => "d32",
        StatedElements::Masked => "d32.xyzw",
    };
    let written = excerpt(node.span.of(cx.text));
    if !node.is(FormKey::STATED_DATA) {
        let message =
            format!("`{written}` states no data size; expected one such as `VAR:{example}` for `{name}`");
        let finding = Diagnostic::error(&STATED, node.span, message);
        let is_variable = node.is(FormKey::BARE_NAME) || node.is(FormKey::RAW);
        let sized = format!("{written}:{example}");
        cx.findings.push(if is_variable { finding.write(sized) } else { finding });
        return None;
    }
    let size = node.text(PartKey::DATA_SIZE)?;
    let stated = StatedData::from_word(&size.text)?;
    let has_mask = node.has(PartKey::CHANNELS);
    let expected = match elements {
        StatedElements::Single if has_mask || stated.count > 1 || stated.access.size_bytes() < 4 => {
            "one dword or qword, `d32` or `d64`"
        }
        StatedElements::Vector if has_mask => "no channel mask, as in `d32x4`",
        StatedElements::Masked if !has_mask || stated.count > 1 => "a channel mask, as in `d32.xyzw`",
        _ => {
            let mask = node.text(PartKey::CHANNELS).map(|mask| channels(&mask.text));
            let channels = mask.unwrap_or_else(|| stated.channels());
            return Some((at_start(cx, node, node.span)?, LineData { access: stated.access, channels }));
        }
    };
    let message = format!("`{written}` is not what this instruction takes; expected {expected}");
    cx.findings.error(&rules::DATA_ELEMENTS, node.span, message);
    None
}

/// Splits an address into surface, factor, variable and offset.
fn split_address(
    visa: &VisaCheck,
    cx: &mut Context,
    node: &Node,
    memory: Option<SurfaceKind>,
) -> Option<Vec<LineOperand>> {
    if !node.is(FormKey::STATED_ADDRESS) {
        let message = format!(
            "`{}` is not an address; expected one such as `flat[VAR]:a64`",
            excerpt(node.span.of(cx.text))
        );
        cx.findings.error(&STATED, node.span, message);
        return None;
    }
    let surface = surface_of_address(visa, cx, node, memory);
    let variable = node.name()?;
    let end = node.number(PartKey::OFFSET).map_or(variable.span, |offset| offset.span);
    let addresses = at_start(cx, node, variable.span.to(end));
    let implied = |value, place| Number { value, span: Span::at(place) };
    let scale = node.number(PartKey::SCALE).unwrap_or(implied(1, variable.span.range().start));
    let scale = immediate_part(cx, scale, ScalarType::Ud, "factor", 0..=0xffff);
    let [added, subtracted] = [PartKey::ADDED, PartKey::SUBTRACTED].map(|key| node.number(key));
    let place = implied(0, end.range().end);
    let sum = added.map_or(0, |number| number.value) - subtracted.map_or(0, |number| number.value);
    let span = match (added, subtracted) {
        (Some(added), Some(subtracted)) => added.span.to(subtracted.span),
        (only, other) => only.or(other).unwrap_or(place).span,
    };
    let range = i128::from(i32::MIN)..=i128::from(i32::MAX);
    let offset = immediate_part(cx, Number { value: sum, span }, ScalarType::D, "offset", range);
    Some(vec![surface?, scale?, addresses?, offset?])
}

/// Returns a part of an address as an immediate with its type.
fn immediate_part(
    cx: &mut Context,
    Number { value, span }: Number,
    ty: ScalarType,
    what: &str,
    range: std::ops::RangeInclusive<i128>,
) -> Option<LineOperand> {
    if !range.contains(&value) {
        let message =
            format!("the {what} {value} does not fit; expected {} to {}", range.start(), range.end());
        cx.findings.error(&rules::ADDRESS_NUMBER, span, message);
        return None;
    }
    let value = ValueText { kind: ValueKind::Decimal(value), span };
    let kind = LineOperandKind::Immediate(value, Some(ImmediateType::Scalar(ty)));
    Some(LineOperand { kind, span })
}

/// Returns the surface of an address as a bare name. Without a surface, the word after the mnemonic names the memory.
fn surface_of_address(
    visa: &VisaCheck,
    cx: &mut Context,
    node: &Node,
    memory: Option<SurfaceKind>,
) -> Option<LineOperand> {
    let start = Span::at(node.span.range().start);
    let (model, names_surface) = (node.text(PartKey::MODEL), node.has(PartKey::SURFACE));
    let span = model.map_or(start, |model| match names_surface {
        true => with_parenthesis(cx.text, model.span),
        false => model.span,
    });
    let is_slm = memory == Some(SurfaceKind::Slm);
    let written = |name: &str| SpannedText { text: name.to_owned(), span };
    let mut wrong = |message: String| {
        cx.findings.error(&rules::ADDRESS_MODEL, span, message);
        None
    };
    let name = match (model.map_or("flat", |model| model.text.as_str()), names_surface) {
        ("flat", false) if is_slm => written(SLM),
        ("flat", false) => written(SCRATCH),
        ("flat", true) => {
            return wrong("Lanescope runs no `flat` with a base; expected `flat[...]`".into());
        }
        ("bti", true) if is_slm => {
            return wrong("shared local memory has no binding table; expected `flat[...]`".into());
        }
        ("bti", true) => surface_in_parentheses(visa, cx, node)?,
        ("bti", false) => return wrong("`bti` lacks its surface; expected `bti(NAME)[...]`".into()),
        (other, _) => {
            let message = format!(
                "Lanescope runs no address model `{}`; expected `flat` or `bti(NAME)`",
                excerpt(other)
            );
            return wrong(message);
        }
    };
    Some(LineOperand { kind: LineOperandKind::Name(name), span })
}

/// Returns the place of a word with the parenthesis after it.
fn with_parenthesis(text: &str, word: Span) -> Span {
    let end = word.range().end;
    let length = text[end..].find(')').map_or(0, |close| close + 1);
    Span::new(word.range().start, end + length)
}

/// Returns the surface that an address names in parentheses, or whose entry of the binding table is there.
fn surface_in_parentheses(visa: &VisaCheck, cx: &mut Context, node: &Node) -> Option<SpannedText> {
    if let Some(name) = node.text(PartKey::SURFACE) {
        return Some(name.clone());
    }
    let Number { value, span } = node.number(PartKey::SURFACE)?;
    let surface = u32::try_from(value).ok().and_then(|entry| binding_table_entry(visa, cx, entry));
    if surface.is_none() {
        let message = format!("no surface is entry {value} of the binding table (reading `binding_table`)");
        cx.findings.error(&rules::ADDRESS_MODEL, span, message);
    }
    Some(SpannedText { text: surface?, span })
}

/// Returns the surface at an entry of the binding table.
fn binding_table_entry(visa: &VisaCheck, cx: &Context, entry: u32) -> Option<String> {
    let dialect = &cx.settings.dialect;
    let first = dialect.first_user_surface;
    let number = match entry {
        255 => return Some(SCRATCH.to_owned()),
        252 => return Some(BINDLESS.to_owned()),
        _ if cx.settings.readings.is(&r::BINDING_TABLE, "numbers") => entry,
        _ => first.checked_add(entry)?,
    };
    match number.checked_sub(first) {
        Some(index) => visa.surfaces.get_index(index as usize).cloned(),
        None => {
            let predefined = dialect.surfaces.iter().find(|surface| u32::from(surface.number) == number)?;
            Some(predefined.name.to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ScalarType::{D, Df, F, Q, Ub, Ud, Uq};
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn an_operation_is_as_wide_as_the_data() {
        let known = [
            (Ub, None, Ub),
            (Uq, None, Uq),
            (Ud, Some(Ud), Ud),
            (Ud, Some(D), D),
            (Ud, Some(F), F),
            (Uq, Some(Ud), Uq),
            (Uq, Some(D), Q),
            (Uq, Some(F), Df),
        ];
        for (data, op, expected) in known {
            assert_eq!(access_type(data, op.map(OpTypes::from_dword)), expected, "{data} {op:?}");
        }
    }
}
