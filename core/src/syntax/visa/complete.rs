//! Completion in lines about declared variables.

use super::Lines;
use super::decl::{ALIGNMENTS, CLASSES, DECL_KEYS};
use super::exec_mask::{MASKS, SIZES};
use crate::spec::{Direction, Instruction, OperandKind, PredefinedSurface, ReadingSet};
use crate::syntax::complete::{CompletionItem, Place};
use crate::syntax::complete_directive::{keys, plain, types};
use crate::syntax::{Decl, DeclKind};

/// In an instruction: predicate, mnemonic, modifiers, mask or operands.
pub(super) fn complete(lines: &Lines, place: &Place) -> Vec<CompletionItem> {
    let begin = if place.left[0].is('(') {
        match place.left.iter().position(|token| token.is(')')) {
            Some(close) => close + 1,
            None if place.is_behind('.') => {
                return vec![
                    CompletionItem::new("any", "predicate", "One bit on turns all lanes on."),
                    CompletionItem::new("all", "predicate", "All bits on turn all lanes on."),
                ];
            }
            None => return place.names(|kind| matches!(kind, DeclKind::Predicate), "predicate"),
        }
    } else {
        0
    };
    if begin == place.left.len() {
        return place.mnemonics();
    }
    match lines.set.instruction(place.word(begin)) {
        Some(row) => behind_mnemonic(place, row, begin + 1),
        None => Vec::new(),
    }
}

fn behind_mnemonic(place: &Place, row: &Instruction, from: usize) -> Vec<CompletionItem> {
    let rest = &place.left[from..];
    let Some(open) = rest.iter().position(|token| token.is('(')) else {
        return if place.is_behind('.') { place.modifiers(row, rest) } else { Vec::new() };
    };
    let Some(close) = rest.iter().position(|token| token.is(')')) else {
        return if rest[open..].iter().any(|token| token.is(',')) { sizes(row) } else { masks() };
    };
    // Whatever begins after white space is an operand.
    let written = &rest[close + 1..];
    let is_inside = written.last().is_some_and(|last| last.span.range().end == place.start);
    let at = written.iter().enumerate().filter(|(i, token)| *i == 0 || !token.glued).count();
    if is_inside { Vec::new() } else { operands(place, row, at) }
}

/// What may stand at an operand's place.
fn operands(place: &Place, row: &Instruction, at: usize) -> Vec<CompletionItem> {
    let Some(operand) = row.operands.get(at) else { return Vec::new() };
    let detail = format!("{} of {}", operand.name, row.mnemonic.to_ascii_lowercase());
    let mut items = match operand.kind {
        OperandKind::Surface { .. } => {
            let mut items = place.names(|kind| matches!(kind, DeclKind::Surface), &detail);
            let dialect = (place.set.dialect)(&ReadingSet::default());
            let predefined =
                |surface: &PredefinedSurface| CompletionItem::new(surface.name, &detail, surface.prose);
            items.extend(dialect.surfaces.iter().map(predefined));
            items
        }
        OperandKind::Vector { direction, predicate, .. } => {
            let wanted = |kind: &DeclKind| match kind {
                DeclKind::General { .. } => true,
                DeclKind::Predicate => predicate,
                _ => false,
            };
            let region = if direction == Direction::In { "<1;1,0>" } else { "<1>" };
            let insert = |decl: &Decl| match decl.kind {
                DeclKind::General { .. } => format!("{}(0,0){region}", decl.name.text),
                _ => decl.name.text.clone(),
            };
            let item = |decl: Decl| CompletionItem {
                insert: insert(&decl),
                ..CompletionItem::new(&decl.name.text, &detail, "")
            };
            place.declared(wanted).into_iter().map(item).collect()
        }
        OperandKind::Scalar { .. } => {
            let items = place.names(|kind| matches!(kind, DeclKind::General { .. }), &detail);
            let whole = |item: CompletionItem| CompletionItem {
                insert: format!("{}(0,0)<0;1,0>", item.insert),
                ..item
            };
            let zero = CompletionItem::new("0x0:ud", &detail, "");
            std::iter::once(zero).chain(items.into_iter().map(whole)).collect()
        }
        OperandKind::Raw { .. } => {
            let mut items = place.names(|kind| matches!(kind, DeclKind::General { .. }), &detail);
            items.push(CompletionItem::new("%null", &detail, "The null variable."));
            items
                .into_iter()
                .map(|item| CompletionItem { insert: format!("{}.0", item.insert), ..item })
                .collect()
        }
        OperandKind::Slot { .. } | OperandKind::HeaderPool | OperandKind::Exited => Vec::new(),
    };
    for item in items.iter_mut().filter(|item| item.info.is_empty()) {
        item.info = operand.prose.to_owned();
    }
    items
}

fn masks() -> Vec<CompletionItem> {
    let lanes = |i: usize| format!("from lane {} of the dispatch mask", 4 * i);
    let plain = MASKS.iter().enumerate().map(|(i, mask)| CompletionItem::new(mask, &lanes(i), ""));
    let no_mask = MASKS.iter().enumerate().map(|(i, mask)| {
        CompletionItem::new(
            &format!("{mask}_NM"),
            &lanes(i),
            "The dispatch mask is ignored; a predicate still counts.",
        )
    });
    plain.chain(no_mask).collect()
}

fn sizes(row: &Instruction) -> Vec<CompletionItem> {
    let allowed = SIZES.iter().filter(|size| row.exec_sizes.contains(size));
    allowed.map(|size| CompletionItem::new(&size.to_string(), "lanes", "")).collect()
}

/// Keys of `.decl` and their values.
pub(super) fn declaration(place: &Place) -> Vec<CompletionItem> {
    if place.left.len() < 3 {
        return Vec::new();
    }
    let key = place.left.len().checked_sub(2).map_or("", |i| place.word(i));
    match (place.is_behind('='), key) {
        (true, "v_type") => plain(CLASSES, "G general, P predicate, A address, T surface, S sampler"),
        (true, "type") => types(),
        (true, "align") => plain(ALIGNMENTS, "alignment"),
        _ => keys(place, DECL_KEYS),
    }
}
