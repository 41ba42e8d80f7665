//! Lines that state their access: `VAR:d32x4` and `flat[4*VAR+8]:a64`. The written address becomes an operand of the
//! row for each of its parts.

use super::wrong_form::{check_offset, report_wrong_form};
use crate::base::{ScalarType, Span, SurfaceKind};
use crate::check::{Context, Reported, collect_reported};
use crate::diag::Diagnostic;
use crate::isa::visa::behaviour::{BINDLESS, SCRATCH, SLM};
use crate::isa::visa::bind::declarations::declared_names::DeclaredNames;
use crate::isa::visa::bind::line_parts::{ImmediateType, LineOperand, LineOperandKind, ResolvedLine};
use crate::isa::visa::bind::rules;
use crate::isa::visa::null::NULL;
use crate::isa::visa::readings;
use crate::isa::visa::rows::{CACHING, DEFAULT_CACHING};
use crate::isa::visa::shape::stated::{STATED, StatedData, address_type, channels};
use crate::spec::{FormName, PartKey, StatedAccess, StatedElements};
use crate::syntax::{LineModifiers, Node, Number, SpannedText, ValueKind, ValueText, excerpt};

/// Adds an operand to a line for each operand of the row.
pub(crate) fn resolve_operands(
    names: &DeclaredNames,
    cx: &mut Context,
    line: &mut ResolvedLine,
    stated: StatedAccess,
) -> Result<(), Reported> {
    let ResolvedLine { instr, row, signature, .. } = *line;
    let modifiers = LineModifiers::from_row(row, &instr.modifiers);
    let memory = modifiers.attributes().surface_kind;
    let caching = check_caching(cx, &modifiers);
    let operands = instr.operands.iter().enumerate().map(|(index, node)| {
        let first = signature.row_operands_of_written(index).start;
        let operand = &signature.operands[first];
        if node.is_broken {
            Err(cx.findings.already_reported(node.span))
        } else if first == stated.address {
            line.address =
                node.text(PartKey::ADDRESS_SIZE).map_or(ScalarType::Ud, |size| address_type(&size.text));
            split_address(names, cx, node, memory)
        } else if first == stated.data {
            let (operand, data) = data(cx, node, operand.name, stated.elements)?;
            line.data = Some(data);
            Ok(vec![operand])
        } else if node.is(FormName::RAW) || node.is(FormName::BARE_NAME) {
            Ok(vec![raw_operand(cx, node, node.span)?])
        } else {
            Err(report_wrong_form(&mut cx.findings, cx.text, operand, node))
        }
    });
    let operands = collect_reported(operands)?;
    caching?;
    line.operands = operands.concat();
    Ok(())
}

/// Reports words for the caches in a line on shared local memory, which has none.
fn check_caching(cx: &mut Context, modifiers: &LineModifiers) -> Result<(), Reported> {
    let attributes = modifiers.attributes();
    if attributes.surface_kind != Some(SurfaceKind::Slm) {
        return Ok(());
    }
    let written = modifiers.choices.iter().find(|choice| choice.name == CACHING);
    let words = written.and_then(|written| Some((written.value?.text, written.span?)));
    let Some((text, span)) = words.filter(|(text, _)| *text != DEFAULT_CACHING) else { return Ok(()) };
    let message =
        format!("shared local memory has no cache for `{text}`; expected `{DEFAULT_CACHING}` or nothing");
    Err(cx.findings.error(&rules::SLM_CACHING, span, message))
}

/// Returns an operand as a raw operand, at byte 0 if it has no offset.
fn raw_operand(cx: &mut Context, node: &Node, span: Span) -> Result<LineOperand, Reported> {
    let name = node.name().ok_or_else(|| cx.findings.report_fault(node.span))?.clone();
    let start = Number { value: 0, span: Span::at(span.range().end) };
    let offset = node.number(PartKey::OFFSET).unwrap_or(start);
    if name.text == NULL && offset.value != 0 {
        let message = format!("`{NULL}` has no byte {}; expected `{NULL}`", offset.value);
        return Err(cx.findings.error(&rules::NULL, node.span, message));
    }
    check_offset(&mut cx.findings, offset)?;
    Ok(LineOperand { kind: LineOperandKind::Raw(name, offset), span })
}

/// Requires data with a size that the instruction takes.
fn data(
    cx: &mut Context,
    node: &Node,
    name: &str,
    elements: StatedElements,
) -> Result<(LineOperand, StatedData), Reported> {
    let example = match elements {
        StatedElements::Single | StatedElements::Vector => "d32",
        StatedElements::Masked => "d32.xyzw",
    };
    let written = excerpt(node.span.of(cx.text));
    if !node.is(FormName::STATED_DATA) {
        let message =
            format!("`{written}` states no data size; expected one such as `VAR:{example}` for `{name}`");
        let finding = Diagnostic::error(&STATED, node.span, message);
        let is_variable = node.is(FormName::BARE_NAME) || node.is(FormName::RAW);
        let sized = format!("{written}:{example}");
        return Err(cx.findings.push_error(if is_variable { finding.write(sized) } else { finding }));
    }
    let size = node.text(PartKey::DATA_SIZE);
    let stated = size.and_then(|size| StatedData::from_word(&size.text));
    let stated = stated.ok_or_else(|| cx.findings.report_fault(node.span))?;
    let (is_single, has_mask) = (stated.channels == 1, node.has(PartKey::CHANNELS));
    let expected = match elements {
        StatedElements::Single if has_mask || !is_single || stated.access.size_bytes() < 4 => {
            "one dword or qword, `d32` or `d64`"
        }
        StatedElements::Vector if has_mask => "no channel mask, as in `d32x4`",
        StatedElements::Masked if !has_mask || !is_single => "a channel mask, as in `d32.xyzw`",
        _ => {
            let mask = node.text(PartKey::CHANNELS).map(|mask| channels(&mask.text));
            let channels = mask.unwrap_or(stated.channels);
            return Ok((raw_operand(cx, node, node.span)?, StatedData { channels, ..stated }));
        }
    };
    let message = format!("`{written}` is not what this instruction takes; expected {expected}");
    Err(cx.findings.error(&rules::DATA_ELEMENTS, node.span, message))
}

/// Splits an address into surface, factor, variable and offset.
fn split_address(
    names: &DeclaredNames,
    cx: &mut Context,
    node: &Node,
    memory: Option<SurfaceKind>,
) -> Result<Vec<LineOperand>, Reported> {
    if !node.is(FormName::STATED_ADDRESS) {
        let message = format!(
            "`{}` is not an address; expected one such as `flat[VAR]:a64`",
            excerpt(node.span.of(cx.text))
        );
        return Err(cx.findings.error(&STATED, node.span, message));
    }
    let surface = surface_of_address(names, cx, node, memory);
    let variable = node.name().ok_or_else(|| cx.findings.report_fault(node.span))?;
    let end = node.number(PartKey::OFFSET).map_or(variable.span, |offset| offset.span);
    let addresses = raw_operand(cx, node, variable.span.to(end));
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
    Ok(vec![surface?, scale?, addresses?, offset?])
}

/// Returns a part of an address as an immediate with its type.
fn immediate_part(
    cx: &mut Context,
    Number { value, span }: Number,
    ty: ScalarType,
    what: &str,
    range: std::ops::RangeInclusive<i128>,
) -> Result<LineOperand, Reported> {
    if !range.contains(&value) {
        let message =
            format!("the {what} {value} does not fit; expected {} to {}", range.start(), range.end());
        return Err(cx.findings.error(&rules::ADDRESS_NUMBER, span, message));
    }
    let value = ValueText { kind: ValueKind::Decimal(value), span };
    let kind = LineOperandKind::Immediate(value, Some(ImmediateType::Scalar(ty)));
    Ok(LineOperand { kind, span })
}

/// Returns the surface of an address as a bare name. Without a surface, the word after the mnemonic names the memory.
fn surface_of_address(
    names: &DeclaredNames,
    cx: &mut Context,
    node: &Node,
    memory: Option<SurfaceKind>,
) -> Result<LineOperand, Reported> {
    let start = Span::at(node.span.range().start);
    let (model, names_surface) = (node.text(PartKey::MODEL), node.has(PartKey::SURFACE));
    let span = model.map_or(start, |model| match names_surface {
        true => with_parenthesis(cx.text, model.span),
        false => model.span,
    });
    let is_slm = memory == Some(SurfaceKind::Slm);
    let written = |name: &str| SpannedText { text: name.to_owned(), span };
    let mut wrong = |message: &str| Err(cx.findings.error(&rules::ADDRESS_MODEL, span, message));
    let name = match (model.map_or("flat", |model| model.text.as_str()), names_surface) {
        ("flat", false) if is_slm => written(SLM),
        ("flat", false) => written(SCRATCH),
        ("flat", true) => {
            return wrong("Lanescope runs no `flat` with a base; expected `flat[...]`");
        }
        ("bti", true) if is_slm => {
            return wrong("shared local memory has no binding table; expected `flat[...]`");
        }
        ("bti", true) => surface_in_parentheses(names, cx, node)?,
        ("bti", false) => return wrong("`bti` lacks its surface; expected `bti(NAME)[...]`"),
        (other, _) => {
            let message = format!(
                "Lanescope runs no address model `{}`; expected `flat` or `bti(NAME)`",
                excerpt(other)
            );
            return wrong(&message);
        }
    };
    Ok(LineOperand { kind: LineOperandKind::Name(name), span })
}

/// Returns the place of a word with the parenthesis after it.
fn with_parenthesis(text: &str, word: Span) -> Span {
    let end = word.range().end;
    let length = text[end..].find(')').map_or(0, |close| close + 1);
    Span::new(word.range().start, end + length)
}

/// Returns the surface that an address names in parentheses, or whose entry of the binding table is there.
fn surface_in_parentheses(
    names: &DeclaredNames,
    cx: &mut Context,
    node: &Node,
) -> Result<SpannedText, Reported> {
    if let Some(name) = node.text(PartKey::SURFACE) {
        return Ok(name.clone());
    }
    let number = node.number(PartKey::SURFACE);
    let Number { value, span } = number.ok_or_else(|| cx.findings.report_fault(node.span))?;
    let surface = u32::try_from(value).ok().and_then(|entry| binding_table_entry(names, cx, entry));
    let Some(text) = surface else {
        let message = format!("no surface is entry {value} of the binding table (reading `binding_table`)");
        return Err(cx.findings.error(&rules::ADDRESS_MODEL, span, message));
    };
    Ok(SpannedText { text, span })
}

/// Returns the surface at an entry of the binding table.
fn binding_table_entry(names: &DeclaredNames, cx: &Context, entry: u32) -> Option<String> {
    let behaviour = &cx.settings.behaviour;
    let first = behaviour.first_user_surface;
    let number = match entry {
        255 => return Some(SCRATCH.to_owned()),
        252 => return Some(BINDLESS.to_owned()),
        _ if cx.settings.readings.is(&readings::BINDING_TABLE, "numbers") => entry,
        _ => first.checked_add(entry)?,
    };
    match number.checked_sub(first) {
        Some(index) => names.surfaces.get_index(index as usize).cloned(),
        None => {
            let predefined = behaviour.surfaces.iter().find(|surface| u32::from(surface.number) == number)?;
            Some(predefined.name.to_owned())
        }
    }
}
