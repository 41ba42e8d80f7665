//! Binding of operands: names, kinds, types and places.

use super::chosen::{LineChoices, Texel};
use super::element::{grf_bytes, grown};
use super::node::{ImmediateType, immediate, raw, vector as vector_of};
use super::{element, names, rules, vector};
use crate::base::{ScalarType, Span, SurfaceKind, TextEdit, counted, listed, one_of, texel_channels};
use crate::check::NeededDeclaration;
use crate::check::context::Context;
use crate::check::values;
use crate::diag::Diagnostic;
use crate::exec::BoundOperand;
use crate::isa::visa::shape::SOURCE_MODIFIER;
use crate::machine::{Surface, Variable};
use crate::spec::{DeclaredForm, DeclaredOperand, ElementCount, FormKey, NullRule, Operand, OperandType};
use crate::syntax::{DeclKind, Instr, Node, Number, SpannedText, ValueKind, ValueText};

/// Binds an operand, whose form fits its role. Returns `None` if something was wrong with it.
pub(super) fn operand(
    cx: &mut Context,
    row: &Operand<DeclaredOperand>,
    node: &Node,
    chosen: &LineChoices,
) -> Option<BoundOperand> {
    match row.kind {
        DeclaredOperand::Surface { kinds } => surface_operand(cx, row, node, kinds, chosen),
        DeclaredOperand::Scalar { ty } => scalar_operand(cx, row, node, ty, chosen),
        DeclaredOperand::Vector { .. } => vector::vector_operand(cx, row, node, chosen),
        DeclaredOperand::Raw { ty, null, data, elements, .. } => {
            let (name, offset) = raw(node)?;
            if is_null(&name.text) {
                return null_operand(cx, row, null, node.span, chosen);
            }
            let types = ty.types(&chosen.operand_types, chosen.access, chosen.address);
            let bound = raw_operand(cx, row, (name, offset, node.span), &types, chosen, elements)?;
            needs_null(cx, row, null, node.span, chosen)?;
            let seen_as = match ty {
                _ if data => Some(chosen.access),
                OperandType::Address => Some(chosen.address),
                // The bits of data of any type.
                OperandType::OneOf(types) => types.first().copied(),
                _ => None,
            };
            Some(with_data(bound, seen_as))
        }
    }
}

/// Returns the surface that an instruction names, if it exists, and its written name.
fn named_surface<'a>(
    cx: &'a Context,
    form: &DeclaredForm,
    instr: &'a Instr,
) -> Option<(&'a Surface, &'a SpannedText)> {
    let at =
        form.operands.iter().position(|operand| matches!(operand.kind, DeclaredOperand::Surface { .. }))?;
    let word = instr.operands.get(at).filter(|node| node.is(FormKey::NAME))?.name()?;
    Some((cx.declared.layout.surface(cx.declared.surface_name(&word.text))?, word))
}

/// Returns the kind of the surface that an instruction names, if it exists.
pub(super) fn surface_kind(cx: &Context, form: &DeclaredForm, instr: &Instr) -> Option<SurfaceKind> {
    named_surface(cx, form, instr).map(|(surface, _)| surface.kind)
}

/// Returns the texels of the typed surface that an instruction names.
pub(super) fn texel(cx: &Context, form: &DeclaredForm, instr: &Instr) -> Option<Texel> {
    let (surface, word) = named_surface(cx, form, instr)?;
    let format = cx.document.surface(&word.text).and_then(|line| line.format.as_ref());
    let channels = format.map_or(1, |word| texel_channels(&word.text));
    Some(Texel { ty: surface.ty, channels }).filter(|_| !surface.kind.is_raw())
}

fn surface_operand(
    cx: &mut Context,
    row: &Operand<DeclaredOperand>,
    node: &Node,
    kinds: &[SurfaceKind],
    chosen: &LineChoices,
) -> Option<BoundOperand> {
    let word = node.name()?;
    let declared = cx.declared;
    let name = declared.surface_name(&word.text);
    match declared.layout.surface_index(name) {
        Some(index) => {
            let surface = &declared.layout.surfaces[index];
            let (is_raw, texel) = (surface.kind.is_raw(), surface.ty);
            if !kinds.contains(&surface.kind) {
                wrong_surface(cx, word, surface.kind, kinds);
                return None;
            }
            if let Some(texel) = chosen.texel {
                let bits = texel.channel_bits();
                if bits > 32 {
                    let message = format!("a channel of `{}` has {bits} bits; expected up to 32", word.text);
                    cx.error(&rules::TEXEL_SIZE, word.span, message);
                    return None;
                }
                return Some(BoundOperand::Surface(index));
            }
            let dialect = &cx.settings.dialect;
            let takes_low_word = dialect.takes_low_words_of_texels
                && (texel.size_bytes(), chosen.access.size_bytes()) == (4, 2);
            if !is_raw && texel.size_bytes() != chosen.access.size_bytes() && !takes_low_word {
                let (has, needs) = (texel.size_bytes(), chosen.access.size_bytes());
                let message =
                    format!("texels of `{}` have {has} bytes, but the access has {needs}", word.text);
                cx.error(&rules::TEXEL_SIZE, word.span, message);
                return None;
            }
            let (needs, has) = (sort_of(chosen.access), sort_of(texel));
            if !is_raw && dialect.formats_must_match && needs != has {
                let message =
                    format!("texels of `{}` are {has}, and the operation works on {needs}", word.text);
                cx.error(&rules::TEXEL_FORMAT, word.span, message);
                return None;
            }
            Some(BoundOperand::Surface(index))
        }
        None => {
            let mut used = chosen.use_of(cx, row)?;
            if let (Some(predefined), NeededDeclaration::Surface { kinds, .. }) =
                (cx.settings.dialect.surface(&word.text), &mut used.need)
            {
                let Some(own) = kinds.iter().position(|kind| *kind == predefined.kind) else {
                    wrong_surface(cx, word, predefined.kind, kinds);
                    return None;
                };
                *kinds = &kinds[own..=own];
            }
            names::missing_surface(cx, word, name, used);
            None
        }
    }
}

/// The sort of number that a type holds, as texel formats tell them apart.
fn sort_of(ty: ScalarType) -> &'static str {
    match ty {
        ty if ty.holds_floats() => "floats",
        ty if ty.is_signed() => "signed integers",
        _ => "unsigned integers",
    }
}

fn wrong_surface(cx: &mut Context, word: &SpannedText, kind: SurfaceKind, kinds: &[SurfaceKind]) {
    let wants_buffer = kinds.iter().all(|kind| kind.is_raw());
    if wants_buffer && !kind.is_raw() {
        let message = format!("`{}` is typed; expected a buffer", word.text);
        let finding = Diagnostic::error(&rules::SURFACE_RAW, word.span, message);
        cx.findings.push(with_instructions_for(cx, finding, kind));
        return;
    }
    let expected = one_of(kinds.iter().map(|kind| kind.word()));
    let message = format!("`{}` is a `{}`; expected {expected}", word.text, kind.word());
    let finding = Diagnostic::error(&rules::SURFACE_TYPED, word.span, message);
    cx.findings.push(with_instructions_for(cx, finding, kind));
}

/// Adds a note that lists the instructions that access a surface of that kind.
fn with_instructions_for(cx: &Context, finding: Diagnostic, kind: SurfaceKind) -> Diagnostic {
    let set = &cx.settings.set;
    let takes = |operand: &Operand<DeclaredOperand>| matches!(operand.kind, DeclaredOperand::Surface { kinds } if kinds.contains(&kind));
    // The rows that name one operation each are too many for a note.
    let rows = set
        .instructions
        .iter()
        .filter(|row| row.op.is_none())
        .filter(|row| row.declared().is_some_and(|form| form.operands.iter().any(takes)));
    let names: Vec<String> = rows.map(|row| format!("`{}`", set.spelled(&row.mnemonic))).collect();
    match names.as_slice() {
        [] => finding,
        [only] => finding.note(format!("{only} accesses a `{}`", kind.word())),
        names => finding.note(format!("{} access a `{}`", listed(names, "and"), kind.word())),
    }
}

fn null_operand(
    cx: &mut Context,
    row: &Operand<DeclaredOperand>,
    null: NullRule,
    span: Span,
    chosen: &LineChoices,
) -> Option<BoundOperand> {
    let is_needed = match null {
        NullRule::Never => true,
        NullRule::Allowed => false,
        NullRule::WhenUnused(source) => chosen.mentions(source),
        NullRule::Axis(kinds) => {
            if let Some(kind) = chosen.surface.filter(|kind| kinds.contains(kind)) {
                let message = format!("`{}` is null, but a `{}` has that axis", row.name, kind.word());
                cx.error(&rules::AXIS_NEEDED, span, message);
                return None;
            }
            false
        }
    };
    if is_needed {
        let user = chosen.op_name().map_or_else(|| "the instruction".to_owned(), str::to_owned);
        cx.error(&rules::NULL_FORBIDDEN, span, format!("`{}` is null, but {user} uses it", row.name));
        return None;
    }
    Some(BoundOperand::Null)
}

/// Reports an operand that must be null: a source that the operation does not use, or a coordinate that the surface
/// lacks.
fn needs_null(
    cx: &mut Context,
    row: &Operand<DeclaredOperand>,
    null: NullRule,
    span: Span,
    chosen: &LineChoices,
) -> Option<()> {
    if let NullRule::Axis(kinds) = null {
        // Without a surface there is nothing to compare with, and its absence has been reported.
        let Some(kind) = chosen.surface.filter(|kind| !kinds.contains(kind)) else { return Some(()) };
        let message = format!("a `{}` has no axis `{}`; expected V0", kind.word(), row.name);
        let finding = Diagnostic::error(&rules::AXIS_NULL, span, message);
        cx.findings.push(finding.write("V0.0"));
        return None;
    }
    let NullRule::WhenUnused(source) = null else { return Some(()) };
    if chosen.mentions(source) {
        return Some(());
    }
    if chosen.tolerated.contains(&row.name) {
        return Some(());
    }
    let op = chosen.op_name().unwrap_or_default();
    let null = chosen.null;
    let message = format!("{op} uses no `{}`; expected {}", row.name, null.trim_end_matches(".0"));
    cx.findings.push(Diagnostic::error(&rules::NULL_NEEDED, span, message).write(null));
    None
}

/// Binds an operand with one value for all lanes. Any integer type is accepted, as by the assembler.
fn scalar_operand(
    cx: &mut Context,
    row: &Operand<DeclaredOperand>,
    node: &Node,
    ty: ScalarType,
    chosen: &LineChoices,
) -> Option<BoundOperand> {
    let span = node.span;
    let (bound, own) = if let Some(vector) = vector_of(node) {
        if let Some(modifier) = node.text(SOURCE_MODIFIER) {
            let message = format!("`{}` takes no source modifier", row.name);
            cx.error(&rules::SOURCE_MODIFIER, modifier.span, message);
            return None;
        }
        let used = chosen.use_of(cx, row)?;
        let variable = names::variable(cx, vector.name, used)?;
        let index = element::element_index(cx, &variable, &vector);
        let Some(first) = index.filter(|index| *index < variable.count) else {
            let message = format!("`{}` has {}", vector.name.text, counted(variable.count, "element"));
            let finding = Diagnostic::error(&rules::VECTOR_RANGE, span, message);
            let needed = index.and_then(|index| index.checked_add(1));
            cx.findings.push(grown(cx.document, finding, &variable, needed));
            return None;
        };
        // A variable has at most 64 KiB.
        let byte_offset = (variable.byte_offset + first * variable.ty.size_bytes()) as u32;
        (element::elements(variable.space, byte_offset, variable.ty), variable.ty)
    } else {
        let (value, Some(ImmediateType::Scalar(own))) = immediate(node)? else { return None };
        let bits = element::immediate(cx, value, own)?;
        (BoundOperand::Immediate { bits, ty: own }, own)
    };
    if own.is_float() {
        cx.error(&rules::OPERAND_TYPE, span, format!("`{}` must be {ty}, but is {own}", row.name));
        return None;
    }
    if own != ty {
        let message = format!("`{}` is {own}; the manual asks for {ty}", row.name);
        cx.findings.push(Diagnostic::warning(&rules::SCALAR_TYPE, span, message));
    }
    Some(bound)
}

fn raw_operand(
    cx: &mut Context,
    row: &Operand<DeclaredOperand>,
    (name, offset, span): (&SpannedText, Number, Span),
    types: &[ScalarType],
    chosen: &LineChoices,
    elements: ElementCount,
) -> Option<BoundOperand> {
    let (lanes, of_register) = (usize::from(chosen.exec_size), grf_bytes(cx.settings) / 4);
    let pitch = if cx.settings.dialect.blocks_may_overlap { of_register } else { lanes.max(of_register) };
    let wanted = chosen.shape(cx).lane_data(NeededDeclaration::usual_type(types));
    let count = elements.count(wanted, pitch);
    let mut used = chosen.use_of(cx, row)?;
    used.need.begin_after(usize::try_from(offset.value).unwrap_or(0));
    let variable = names::variable(cx, name, used)?;
    if !types.contains(&variable.ty) {
        wrong_type(cx, row, &variable, name, types, chosen);
        return None;
    }
    let is_data = matches!(row.kind, DeclaredOperand::Raw { ty: OperandType::OneOf(_), .. });
    if let Some(texel) = chosen.texel.filter(|_| is_data && cx.settings.dialect.formats_must_match) {
        let (needs, has) = (sort_of(texel.ty), sort_of(variable.ty));
        if needs != has {
            let message = format!("`{}` has {has}, and the texels are {needs}", name.text);
            cx.error(&rules::TEXEL_FORMAT, name.span, message);
            return None;
        }
    }
    let bound = raw_place(cx, &variable, offset, span, count)?;
    Some(if elements == ElementCount::PerBlock { element::packed(bound, wanted) } else { bound })
}

/// Returns the surface that an instruction accesses and that no line names.
pub(super) fn memory(
    cx: &mut Context,
    row: &Operand<DeclaredOperand>,
    mnemonic: Span,
    chosen: &LineChoices,
) -> Option<BoundOperand> {
    let DeclaredOperand::Surface { kinds } = row.kind else { return None };
    let predefined =
        cx.settings.dialect.surfaces.iter().find(|surface| kinds.contains(&surface.kind)).copied()?;
    match cx.declared.layout.surface_index(predefined.name) {
        Some(index) => Some(BoundOperand::Surface(index)),
        None => {
            names::missing_memory(cx, predefined, mnemonic, chosen.use_of(cx, row)?);
            None
        }
    }
}

fn wrong_type(
    cx: &mut Context,
    row: &Operand<DeclaredOperand>,
    variable: &Variable,
    name: &SpannedText,
    types: &[ScalarType],
    chosen: &LineChoices,
) {
    let expected = one_of(types.iter().map(|ty| ty.name()));
    let of = chosen.op_name().map_or_else(String::new, |op| format!(" of {op}"));
    let message = format!("`{}`{of} must be {expected}, but `{}` is {}", row.name, name.text, variable.ty);
    let finding = Diagnostic::error(&rules::OPERAND_TYPE, name.span, message);
    let declared_type = cx.document.decl(&name.text).and_then(|decl| match decl.kind {
        DeclKind::General { ty_span, .. } => Some((decl.name.span, ty_span)),
        _ => None,
    });
    cx.findings.push(match (declared_type, types) {
        (Some((place, ty_span)), [only]) if holds(cx, variable, *only) => {
            let replacement = only.name().to_ascii_lowercase();
            let label = format!("declare `{}` as `{replacement}`", name.text);
            finding
                .note_at(place, "it is declared here")
                .fix(label, vec![TextEdit { span: ty_span, replacement }])
        }
        (Some((place, _)), _) => finding.note_at(place, "it is declared here"),
        _ => finding,
    });
}

/// Returns whether a variable can hold the contents given in the text if it is declared with type `ty`. If the size
/// differs, all values must be decimal whole numbers that fit.
fn holds(cx: &Context, variable: &Variable, ty: ScalarType) -> bool {
    let fits = |value: &ValueText| match &value.kind {
        ValueKind::Decimal(number) => values::range(ty).contains(number),
        ValueKind::Repeat(inner, _) => {
            matches!(inner.kind, ValueKind::Decimal(number) if values::range(ty).contains(&number))
        }
        _ => false,
    };
    let mut lists =
        cx.document.assignments().filter(|set| set.name.text == variable.name).map(|set| &set.values);
    variable.ty.size_bytes() == ty.size_bytes() || lists.all(|list| list.values.iter().all(fits))
}

/// Checks alignment and range of a raw operand.
fn raw_place(
    cx: &mut Context,
    variable: &Variable,
    offset: Number,
    span: Span,
    count: usize,
) -> Option<BoundOperand> {
    let grf = grf_bytes(cx.settings);
    let size = variable.count * variable.ty.size_bytes();
    let needed = count * variable.ty.size_bytes();
    let end = usize::try_from(offset.value).ok().and_then(|start| start.checked_add(needed));
    let Some(end) = end.filter(|&end| end <= size) else {
        let message = format!(
            "{} of {} from byte {} need {needed} bytes, but `{}` has {size}",
            counted(count, "element"),
            variable.ty,
            offset.value,
            variable.name,
        );
        let finding = Diagnostic::error(&rules::RAW_RANGE, span, message);
        let first = usize::try_from(offset.value).ok().filter(|offset| offset.is_multiple_of(grf));
        let elements = first.map(|first| first / variable.ty.size_bytes() + count);
        cx.findings.push(grown(cx.document, finding, variable, elements));
        return None;
    };
    let byte_offset = variable.byte_offset + end - needed;
    let root = cx.declared.layout.space(variable.space).size_bytes;
    if root >= grf && !byte_offset.is_multiple_of(grf) {
        let message = format!("byte {byte_offset} is not a multiple of {grf}, the size of a register");
        cx.error(&rules::RAW_ALIGN, offset.span, message);
        return None;
    }
    let ty = variable.ty;
    // A variable has at most 64 KiB.
    Some(element::elements(variable.space, byte_offset as u32, ty))
}

/// Returns whether the name is one of the null variable.
pub(super) fn is_null(name: &str) -> bool {
    name == "%null" || name == "V0"
}

/// Returns the operand viewed as elements of a type, if it carries data.
fn with_data(operand: BoundOperand, seen_as: Option<ScalarType>) -> BoundOperand {
    match (operand, seen_as) {
        (BoundOperand::Elements { space, byte_offset, ty, region, modifier, .. }, Some(data)) => {
            BoundOperand::Elements { space, byte_offset, ty, data, region, modifier }
        }
        (operand, _) => operand,
    }
}
