//! Completion in lines with declared variables.

use super::decl::{ALIGNMENTS, CLASSES, DECL_KEYS};
use super::lines::DeclaredLines;
use super::snippet::{Maker, WrittenOperands, as_operand, fill, zero};
use crate::base::SurfaceKind;
use crate::spec::{
    DeclaredForm, DeclaredOperand, Direction, Instruction, NullRule, Operand, PredefinedSurface, ReadingSet,
};
use crate::syntax::ast::Rank;
use crate::syntax::caret::CaretContext;
use crate::syntax::complete_directive::{keys, plain, types};
use crate::syntax::completion_item::CompletionItem;
use crate::syntax::declaration::{LineShape, NeededDeclaration, add_lines, fitting, is_null};
use crate::syntax::lexer::{Token, TokenKind, is_word_char};
use crate::syntax::snippet::ModifierChoices;

/// Returns the completions in an instruction: predicate, mnemonic, modifiers, mask or operands.
pub(super) fn complete(lines: &DeclaredLines, place: &CaretContext) -> Vec<CompletionItem> {
    let maker = maker(lines, place);
    let begin = if place.left[0].is('(') {
        match place.left.iter().position(|token| token.is(')')) {
            Some(close) => close + 1,
            None if place.follows('.') => {
                return vec![
                    CompletionItem::new("any", "predicate", "One bit on turns all lanes on."),
                    CompletionItem::new("all", "predicate", "All bits on turn all lanes on."),
                ];
            }
            None => return predicates(maker, place),
        }
    } else {
        0
    };
    if begin == place.left.len() {
        return place.mnemonics();
    }
    match lines.row(place.word(begin)) {
        Some(row) => after_mnemonic(maker, place, row, begin + 1),
        None => Vec::new(),
    }
}

pub(super) fn maker<'a>(lines: &DeclaredLines<'a>, place: &'a CaretContext) -> Maker<'a> {
    Maker { set: lines.set, document: &place.document, uses_of: place.uses_of }
}

/// Returns the declared predicates, or a new one if there are none. Closes the parenthesis if it is open.
fn predicates(maker: Maker, place: &CaretContext) -> Vec<CompletionItem> {
    let following = place.rest_of_line().trim_start_matches(is_word_char).trim_start();
    let close = if following.starts_with(')') { "" } else { ") " };
    let any = NeededDeclaration::Predicate { count: 0 };
    let known = fitting(maker.document, &any).into_iter().map(|decl| {
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

fn after_mnemonic(
    maker: Maker,
    place: &CaretContext,
    (row, form): (&Instruction, &DeclaredForm),
    from: usize,
) -> Vec<CompletionItem> {
    let rest = &place.left[from..];
    let Some(open) = rest.iter().position(|token| token.is('(')) else {
        return if place.follows('.') { place.modifiers(row, rest) } else { execs(maker, form) };
    };
    let Some(close) = rest.iter().skip(open).position(|token| token.is(')')).map(|count| open + count) else {
        let mask = rest[open..].iter().find(|token| token.kind == TokenKind::Word);
        return match mask.filter(|_| rest[open..].iter().any(|token| token.is(','))) {
            Some(mask) => sizes(maker, form, mask.span.of(place.text)),
            None => masks(maker, form),
        };
    };
    // Any token after white space begins an operand.
    let written = &rest[close + 1..];
    let is_inside = written.last().is_some_and(|last| last.span.range().end == place.start);
    if is_inside {
        return Vec::new();
    }
    let begins: Vec<&Token> = written
        .iter()
        .enumerate()
        .filter(|(i, token)| *i == 0 || !token.glued)
        .map(|(_, token)| token)
        .collect();
    let words = rest[..open].iter().filter(|token| token.kind == TokenKind::Word);
    let chosen =
        ModifierChoices::from_words(row, &words.map(|token| token.span.of(place.text)).collect::<Vec<_>>());
    let size = rest[open..close].iter().rfind(|token| token.kind == TokenKind::Word);
    let lanes = size.and_then(|size| size.span.of(place.text).parse().ok());
    let mask = rest[open..close].iter().find(|token| token.kind == TokenKind::Word);
    let mask = mask.and_then(|mask| mask_index(mask.span.of(place.text))).unwrap_or(0);
    let shape = maker.shape(&chosen, lanes.unwrap_or_else(|| maker.exec_size(form)), 4 * mask);
    let mut before = WrittenOperands::default();
    for (operand, token) in form.operands.iter().zip(&begins) {
        if let Some(wanted) = maker.wanted(operand, &shape, &before) {
            maker.note(operand, &wanted, token.span.of(place.text).to_owned(), &mut before);
        }
    }
    let Some(operand) = form.operands.get(begins.len()) else { return Vec::new() };
    if is_null(operand, chosen.uses(maker.uses_of), before.surface)
        && !matches!(operand.kind, DeclaredOperand::Raw { null: NullRule::Allowed, .. })
    {
        return vec![CompletionItem::new("V0.0", operand.name, "The line does not use this operand.")];
    }
    let Some(wanted) = maker.wanted(operand, &shape, &before) else { return Vec::new() };
    let sources = form.operands[..begins.len()].iter().filter(|operand| operand.unit.is_none()).count();
    let detail = format!("{} of {}", operand.name, row.mnemonic.to_ascii_lowercase());
    operands(maker, place, (form, operand, detail), (&wanted, &shape), (&before, sources))
}

/// Returns the items for an operand: declared names that fit, a new name, and predefined names.
fn operands(
    maker: Maker,
    place: &CaretContext,
    (form, operand, detail): (&DeclaredForm, &Operand<DeclaredOperand>, String),
    (wanted, shape): (&NeededDeclaration, &LineShape),
    (before, mut sources): (&WrittenOperands, usize),
) -> Vec<CompletionItem> {
    let item =
        |label: &str, insert: String| CompletionItem::new(label, &detail, operand.prose).inserting(insert);
    let mut items = Vec::new();
    if let DeclaredOperand::Scalar { .. } = operand.kind {
        items.push(item(&zero(operand), zero(operand)));
    }
    // Sources usually have initial values and destinations do not. Other names come last.
    let is_read = operand.kind.direction() == Some(Direction::In);
    let declared = fitting(maker.document, wanted).into_iter().map(|decl| decl.name.text.as_str());
    let (likely, others): (Vec<&str>, Vec<&str>) = declared.partition(|name| {
        matches!(wanted, NeededDeclaration::Surface { .. })
            || maker.document.sets(name) == is_read && !before.names.iter().any(|used| used == name)
    });
    let named = |name: &&str| item(name, as_operand(operand, name, wanted));
    let may_be_predicate = matches!(operand.kind, DeclaredOperand::Vector { predicate: true, .. });
    // A comparison has no predicate among its sources, and its destination is usually a predicate.
    let is_comparison = may_be_predicate
        && !matches!(wanted, NeededDeclaration::Predicate { .. })
        && !form.operands.iter().any(is_predicate_source);
    if is_comparison {
        items.extend(predicate_operands(maker, place, shape).into_iter().map(|new| CompletionItem {
            info: operand.prose.to_owned(),
            detail: if new.also.is_empty() { detail.clone() } else { new.detail },
            ..new
        }));
    }
    items.extend(likely.iter().map(named));
    if may_be_predicate && !is_comparison {
        let predicates = fitting(maker.document, &NeededDeclaration::Predicate { count: 0 });
        let names = predicates.into_iter().map(|decl| decl.name.text.as_str());
        let is_new = |name: &&str| !likely.contains(name) && !others.contains(name);
        items.extend(names.filter(is_new).map(|name| item(name, name.to_owned())));
    }
    if !matches!(operand.kind, DeclaredOperand::Scalar { .. }) {
        let name = maker.free(operand, before);
        let mut setup = wanted.lines(&name);
        setup.extend(fill(operand, (wanted, shape), &name, &mut sources));
        let new = CompletionItem {
            detail: format!("declare it: {}", wanted.in_words()),
            also: add_lines(place.text, maker.document, place.line(), &setup),
            ..item(&name, as_operand(operand, &name, wanted))
        };
        items.push(new);
    }
    items.extend(others.iter().map(named));
    match operand.kind {
        DeclaredOperand::Surface { kinds } => items.extend(predefined(maker, place, kinds, &detail)),
        DeclaredOperand::Raw { null: NullRule::Allowed, .. } => {
            items.push(CompletionItem::new("%null", &detail, "The null variable.").inserting("%null.0"));
        }
        _ => {}
    }
    items
}

/// Returns whether an operand is a source that may be a predicate.
fn is_predicate_source(operand: &Operand<DeclaredOperand>) -> bool {
    matches!(operand.kind, DeclaredOperand::Vector { direction: Direction::In, predicate: true, .. })
}

/// Returns the declared predicates with a bit for each lane of the line, or a new one if there are none.
fn predicate_operands(maker: Maker, place: &CaretContext, shape: &LineShape) -> Vec<CompletionItem> {
    let fits = NeededDeclaration::Predicate { count: shape.first_lane + shape.lanes };
    let declared = fitting(maker.document, &fits).into_iter().map(|decl| &decl.name.text);
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

/// The masks by index. Each may have the suffix.
const MASKS: &[&str] = &["M1", "M2", "M3", "M4", "M5", "M6", "M7", "M8"];
/// The execution sizes.
const SIZES: &[u8] = &[1, 2, 4, 8, 16, 32];

/// The suffix of a mask that ignores the dispatch mask.
const NO_MASK_SUFFIX: &str = "_NM";
const NO_MASK: &str = "The dispatch mask is ignored; a predicate still counts.";

/// Returns the index of a mask, with or without the suffix.
fn mask_index(mask: &str) -> Option<usize> {
    let name = mask.strip_suffix(NO_MASK_SUFFIX).unwrap_or(mask);
    MASKS.iter().position(|known| *known == name)
}

/// Returns the predefined surfaces of those kinds. The item of a surface without a `.surface` line adds such a line.
fn predefined(
    maker: Maker,
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
        let line = NeededDeclaration::surface_line(surface.name, surface.kind);
        let also = add_lines(place.text, maker.document, place.line(), &[line]);
        CompletionItem { also, detail: "describe its contents".to_owned(), ..item }
    };
    let dialect = (place.set.dialect)(&ReadingSet::default());
    dialect.surfaces.iter().filter(|surface| kinds.contains(&surface.kind)).map(item).collect()
}

/// Returns whether a mask allows `size` lanes. If the dispatch mask is ignored, all lanes are available.
fn reaches(maker: Maker, mask: usize, size: usize, is_no_mask: bool) -> bool {
    let end = 4 * mask + size;
    let is_dispatched = is_no_mask || maker.lanes().is_none_or(|lanes| end <= lanes);
    end <= 32 && is_dispatched && (size < 8 || (4 * mask).is_multiple_of(size))
}

/// Returns pairs of execution mask and size. Masks that start at lane 0 come first, with the usual size before the
/// others.
fn execs(maker: Maker, form: &DeclaredForm) -> Vec<CompletionItem> {
    let usual = maker.exec_size(form);
    let mut sizes: Vec<usize> = form.exec_sizes.iter().map(|size| usize::from(*size)).collect();
    sizes.sort_by_key(|size| *size != usual);
    let mut items = Vec::new();
    for is_no_mask in [false, true] {
        for (mask, name) in MASKS.iter().enumerate() {
            for &size in sizes.iter().filter(|size| reaches(maker, mask, **size, is_no_mask)) {
                let (suffix, info) = if is_no_mask { (NO_MASK_SUFFIX, NO_MASK) } else { ("", "") };
                let lanes = format!("lanes {} to {}", 4 * mask, 4 * mask + size - 1);
                let word = format!("({name}{suffix}, {size})");
                items.push(CompletionItem::new(&word, &lanes, info).going_on(" "));
            }
        }
    }
    items
}

/// Returns the masks that fit a size of the row.
fn masks(maker: Maker, form: &DeclaredForm) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    for (suffix, info, is_no_mask) in [("", "", false), (NO_MASK_SUFFIX, NO_MASK, true)] {
        let fits = |mask: &usize| {
            form.exec_sizes.iter().any(|size| reaches(maker, *mask, usize::from(*size), is_no_mask))
        };
        for mask in (0..MASKS.len()).filter(fits) {
            let lanes = format!("from lane {} of the dispatch mask", 4 * mask);
            items.push(CompletionItem::new(&format!("{}{suffix}", MASKS[mask]), &lanes, info));
        }
    }
    items
}

/// Returns the sizes of a row that fit a mask, the usual one first.
fn sizes(maker: Maker, form: &DeclaredForm, mask: &str) -> Vec<CompletionItem> {
    let is_no_mask = mask.ends_with(NO_MASK_SUFFIX);
    let mask = mask_index(mask).unwrap_or(0);
    let allowed = SIZES.iter().filter(|size| form.exec_sizes.contains(size)).map(|size| usize::from(*size));
    let mut allowed: Vec<usize> = allowed.filter(|size| reaches(maker, mask, *size, is_no_mask)).collect();
    let usual = maker.exec_size(form);
    allowed.sort_by_key(|size| *size != usual);
    allowed.into_iter().map(|size| CompletionItem::new(&size.to_string(), "lanes", "")).collect()
}

/// Returns the keys of `.decl` and their values.
pub(super) fn declaration(place: &CaretContext) -> Vec<CompletionItem> {
    if place.left.len() < 3 {
        return Vec::new();
    }
    let key = place.left.len().checked_sub(2).map_or("", |i| place.word(i));
    match (place.follows('='), key) {
        (true, "v_type") => {
            CLASSES.iter().map(|(class, info)| CompletionItem::new(class, "class", info)).collect()
        }
        (true, "type") => types(),
        (true, "align") => plain(ALIGNMENTS, "alignment"),
        _ => keys(place, DECL_KEYS.iter().map(|(key, prose, _)| (*key, *prose))),
    }
}
