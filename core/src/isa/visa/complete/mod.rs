//! Completion: declared names that fit an operand, new ones with their declarations, masks and sizes.

mod line;

use super::bind::VisaBinding;
use crate::base::{ScalarType, SurfaceKind};
use crate::check::NeededDeclaration;
use crate::isa::visa::declaration::{LineShape, matching_decls, is_null_by_default};
use crate::spec::{
    DeclaredSignature, Direction, ExecMask, FormPart, Instruction, InstructionSet, Keyword, NullRule,
    Operand, OperandKind, PredefinedSurface, ReadingSet,
};
use crate::syntax::{
    CaretContext, CompletionItem, Document, Instr, LEAST_DWORDS, LineSnippet, LineWords, Offers, Rank,
    add_lines, is_word_char, surface_line,
};
use line::{LineMaker, WrittenOperands, as_operand, null_operand, stated_parts, used_parameters, values_line, zero};

impl Offers for VisaBinding {
    /// Returns the declared predicates, or a new one if there are none. Closes the parenthesis if it is open.
    fn guards(&self, place: &CaretContext) -> Vec<CompletionItem> {
        let maker = LineMaker::at(place);
        let following = place.rest_of_line().trim_start_matches(is_word_char).trim_start();
        let close = if following.starts_with(')') { "" } else { ") " };
        let any = NeededDeclaration::Predicate { count: 0 };
        let known = matching_decls(maker.document, &any).into_iter().map(|decl| {
            let name = &decl.name.text;
            CompletionItem::new(name, "predicate", "Turns off the lanes whose bit is 0.")
                .inserting(format!("{name}{close}"))
        });
        let mut items: Vec<CompletionItem> = known.collect();
        if items.is_empty() {
            let mut setup = Vec::new();
            let name = maker.free_predicate(&NeededDeclaration::Predicate { count: 8 }, &mut setup);
            let edits = add_lines(place.text, maker.document, place.line(), &setup);
            items.push(CompletionItem {
                also: edits,
                ..CompletionItem::new(
                    &name,
                    "declare it",
                    "Turns off the lanes whose bit is 0; every other bit is set.",
                )
                .inserting(format!("{name}{close}"))
            });
        }
        items
    }

    /// Returns pairs of execution mask and size. Masks that start at lane 0 come first, with the usual size before the others.
    fn execs(&self, place: &CaretContext, row: &Instruction) -> Vec<CompletionItem> {
        let (maker, Some(signature)) = (LineMaker::at(place), row.declared()) else { return Vec::new() };
        let mut items = Vec::new();
        for Keyword { text, mask, .. } in masks(maker) {
            for size in sizes(maker, signature, *mask) {
                let first = usize::from(mask.first_lane);
                let lanes = format!("lanes {first} to {}", first + size - 1);
                items.push(
                    CompletionItem::new(&format!("({text}, {size})"), &lanes, info(*mask)).going_on(" "),
                );
            }
        }
        items
    }

    /// Returns the masks that fit a size of the row, or the sizes that fit the mask that is there.
    fn in_exec(
        &self,
        place: &CaretContext,
        row: &Instruction,
        instr: &Instr,
        next: &[&'static FormPart],
    ) -> Vec<CompletionItem> {
        let (maker, Some(signature)) = (LineMaker::at(place), row.declared()) else { return Vec::new() };
        match next.first() {
            Some(FormPart::Keyword(..)) => {
                let matching_decls =
                    masks(maker).into_iter().filter(|mask| !sizes(maker, signature, mask.mask).is_empty());
                let item = |mask: &Keyword| {
                    let lanes = format!("from lane {} of the dispatch mask", mask.mask.first_lane);
                    CompletionItem::new(mask.text, &lanes, info(mask.mask))
                };
                matching_decls.map(item).collect()
            }
            Some(FormPart::OneOf(..)) => {
                let mask = instr.exec.as_ref().and_then(|exec| exec.text(FormPart::MASK));
                let mask = maker.set.shape.mask(mask.map(|mask| mask.text.as_str()));
                let sizes = sizes(maker, signature, mask).into_iter();
                sizes.map(|size| CompletionItem::new(&size.to_string(), "lanes", "")).collect()
            }
            _ => Vec::new(),
        }
    }

    fn operands(
        &self,
        place: &CaretContext,
        row: &Instruction,
        instr: &Instr,
        at: usize,
    ) -> Vec<CompletionItem> {
        let (maker, Some(signature)) = (LineMaker::at(place), row.declared()) else { return Vec::new() };
        let is_inside = instr.operands.last().is_some_and(|last| last.span.range().end == place.start);
        let Some(operand) = signature.named_by(at).filter(|_| !is_inside) else { return Vec::new() };
        let words = LineWords::from_row(row, &instr.modifiers);
        let exec = instr.exec.as_ref();
        let size = exec.and_then(|exec| exec.number(FormPart::SIZE)?.value.try_into().ok());
        let mask = exec.and_then(|exec| exec.text(FormPart::MASK)).map(|mask| mask.text.as_str());
        let first_lane = maker.set.shape.mask(mask).first_lane;
        let shape = maker.shape(
            signature,
            &words,
            size.unwrap_or_else(|| maker.exec_size(signature)),
            first_lane.into(),
        );
        let mut before = WrittenOperands::default();
        for (written, node) in instr.operands.iter().enumerate() {
            let Some(operand) = signature.named_by(written) else { continue };
            if let Some(wanted) = maker.wanted(operand, &shape, &before) {
                let name = node.name().map(|name| name.text.clone()).unwrap_or_default();
                maker.record(operand, &wanted, name, &mut before);
            }
        }
        if is_null_by_default(operand, used_parameters(&words), before.surface)
            && !matches!(operand.kind, OperandKind::Raw { null: NullRule::Allowed, .. })
        {
            return vec![CompletionItem::new(
                null_operand(signature),
                operand.name,
                "The line does not use this operand.",
            )];
        }
        let Some(wanted) = maker.wanted(operand, &shape, &before) else { return Vec::new() };
        let first = signature.supplied_by(at).start;
        let sources = signature.operands[..first].iter().filter(|operand| operand.unit.is_none()).count();
        let detail = format!("{} of {}", operand.name, row.mnemonic.to_ascii_lowercase());
        let mut items =
            operands(maker, place, (signature, operand, detail), (&wanted, &shape), (&before, sources));
        let parts = stated_parts(signature, first, &shape);
        let names_address = parts.is_none_or(|(lead, _)| !lead.is_empty());
        let memory = maker.memory(signature, &words, &shape).filter(|_| names_address);
        let also = add_lines(place.text, maker.document, place.line(), memory.as_slice());
        for item in &mut items {
            if let Some((lead, rest)) = parts {
                item.insert = format!("{lead}{}{rest}", item.insert.trim_end_matches(".0"));
            }
            item.also.extend(also.iter().cloned());
        }
        items
    }

    fn line(
        &self,
        set: &InstructionSet,
        document: &Document,
        row: &Instruction,
        words: &LineWords,
    ) -> LineSnippet {
        LineMaker { set, document }.line(row, words)
    }
}

/// Returns the items for an operand: declared names that fit, a new name, and predefined names.
fn operands(
    maker: LineMaker,
    place: &CaretContext,
    (signature, operand, detail): (&DeclaredSignature, &Operand, String),
    (wanted, shape): (&NeededDeclaration, &LineShape),
    (before, mut sources): (&WrittenOperands, usize),
) -> Vec<CompletionItem> {
    let item =
        |label: &str, insert: String| CompletionItem::new(label, &detail, operand.prose).inserting(insert);
    let mut items = Vec::new();
    if operand.is_scalar() {
        items.push(item(&zero(operand), zero(operand)));
    }
    // Sources usually have initial values and destinations do not. Other names come last.
    let is_read = operand.direction == Some(Direction::In);
    let declared = matching_decls(maker.document, wanted).into_iter().map(|decl| decl.name.text.as_str());
    let (likely, others): (Vec<&str>, Vec<&str>) = declared.partition(|name| {
        matches!(wanted, NeededDeclaration::Surface { .. })
            || maker.document.sets(name) == is_read && !before.names.iter().any(|used| used == name)
    });
    let named = |name: &&str| item(name, as_operand(operand, name, wanted));
    let may_be_predicate = matches!(operand.kind, OperandKind::Vector { predicate: true, .. });
    // A comparison has no predicate among its sources, and its destination is usually a predicate.
    let is_comparison = may_be_predicate
        && !matches!(wanted, NeededDeclaration::Predicate { .. })
        && !signature.operands.iter().any(|operand| operand.may_be_predicate(Direction::In));
    if is_comparison {
        items.extend(predicate_operands(maker, place, shape).into_iter().map(|new| CompletionItem {
            info: operand.prose.to_owned(),
            detail: if new.also.is_empty() { detail.clone() } else { new.detail },
            ..new
        }));
    }
    items.extend(likely.iter().map(named));
    if may_be_predicate && !is_comparison {
        let predicates = matching_decls(maker.document, &NeededDeclaration::Predicate { count: 0 });
        let names = predicates.into_iter().map(|decl| decl.name.text.as_str());
        let is_new = |name: &&str| !likely.contains(name) && !others.contains(name);
        items.extend(names.filter(is_new).map(|name| item(name, name.to_owned())));
    }
    if !operand.is_scalar() {
        let name = maker.new_name(operand, before);
        let mut setup = wanted.lines(&name);
        setup.extend(values_line(operand, (wanted, shape), &name, &mut sources));
        let new = CompletionItem {
            detail: format!("declare it: {}", wanted.in_words()),
            also: add_lines(place.text, maker.document, place.line(), &setup),
            ..item(&name, as_operand(operand, &name, wanted))
        };
        items.push(new);
    }
    items.extend(others.iter().map(named));
    match operand.kind {
        OperandKind::Surface { kinds } => items.extend(predefined(maker, place, kinds, &detail)),
        OperandKind::Raw { null: NullRule::Allowed, .. } => {
            items.push(CompletionItem::new("%null", &detail, "The null variable.").inserting("%null.0"));
        }
        _ => {}
    }
    items
}

/// Returns the declared predicates with a bit for each lane of the line, or a new one if there are none.
fn predicate_operands(maker: LineMaker, place: &CaretContext, shape: &LineShape) -> Vec<CompletionItem> {
    let fits = NeededDeclaration::Predicate { count: shape.first_lane + shape.lanes };
    let declared = matching_decls(maker.document, &fits).into_iter().map(|decl| &decl.name.text);
    let mut items: Vec<CompletionItem> = declared.map(|name| CompletionItem::new(name, "", "")).collect();
    if items.is_empty() {
        let mut setup = Vec::new();
        let name = maker.free_predicate(&fits, &mut setup);
        // Its contents are written by the line.
        setup.retain(|(rank, _)| *rank == Rank::Decl);
        let also = add_lines(place.text, maker.document, place.line(), &setup);
        let detail = format!("declare it: {}", fits.in_words());
        items.push(CompletionItem { also, ..CompletionItem::new(&name, &detail, "") });
    }
    items
}

/// Returns the predefined surfaces of those kinds. The item of a surface without a `.surface` line adds such a line.
fn predefined(
    maker: LineMaker,
    place: &CaretContext,
    kinds: &[SurfaceKind],
    detail: &str,
) -> Vec<CompletionItem> {
    let described = |surface: &PredefinedSurface| {
        maker.document.surfaces().any(|line| surface.names.contains(&line.name.text.as_str()))
    };
    let item = |surface: &PredefinedSurface| {
        let item = CompletionItem::new(surface.name, detail, surface.prose);
        if described(surface) {
            return item;
        }
        let line = surface_line(surface.name, surface.kind, ScalarType::Ud, LEAST_DWORDS);
        let also = add_lines(place.text, maker.document, place.line(), &[(Rank::Surface, line)]);
        CompletionItem { also, detail: "describe its contents".to_owned(), ..item }
    };
    let dialect = (place.set.dialect)(&ReadingSet::default());
    dialect.surfaces.iter().filter(|surface| kinds.contains(&surface.kind)).map(item).collect()
}

/// Returns the execution masks. Another name of a mask is not offered.
fn masks(maker: LineMaker) -> Vec<&'static Keyword> {
    let mut all: Vec<&Keyword> = Vec::new();
    for mask in maker.set.shape.masks() {
        if !all.iter().any(|known| known.mask == mask.mask) {
            all.push(mask);
        }
    }
    all
}

/// Returns the sizes of a row that a mask allows, the usual one first. If the dispatch mask is ignored, all lanes are
/// available.
fn sizes(maker: LineMaker, signature: &DeclaredSignature, mask: ExecMask) -> Vec<usize> {
    let first = usize::from(mask.first_lane);
    let reaches = |size: &usize| {
        let end = first + size;
        let is_dispatched = mask.ignores_dispatch || maker.lanes().is_none_or(|lanes| end <= lanes);
        end <= 32 && is_dispatched && (*size < 8 || first.is_multiple_of(*size))
    };
    let usual = maker.exec_size(signature);
    let sizes = signature.exec_sizes.iter().map(|size| usize::from(*size)).filter(reaches);
    let (usual, others): (Vec<_>, Vec<_>) = sizes.partition(|size| *size == usual);
    [usual, others].concat()
}

/// Returns the explanation of a mask that ignores the dispatch mask.
fn info(mask: ExecMask) -> &'static str {
    if mask.ignores_dispatch { "The dispatch mask is ignored; a predicate still counts." } else { "" }
}
