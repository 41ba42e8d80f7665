//! Edits of a text as one of its variants: what is changed stands in the variant's block, and the scenario stays as it is.

use super::Session;
use crate::base::{Span, TextEdit, apply_edits};
use crate::syntax::{Directive, Item, ItemKind};

/// Why a line of the scenario cannot be taken away in a variant.
const NOT_TAKEN_BACK: &str = "the scenario itself says this, and a variant can say something else, but not take it back; change \
    the scenario, or write the variant's line in the text";

/// Why an order cannot be given to one of several instructions in a variant.
const SEVERAL_ORDERS: &str = "the scenario has several `.order` lines, for which one of a variant stands in; write the variant's \
    lines in the text";

impl Session {
    /// The block of the variant that this is, from `.variant` to its `}`.
    pub(super) fn block(&self) -> Option<Span> {
        let name = self.variant.as_deref()?;
        self.document.variants.iter().find(|it| it.name.text == name).map(|it| it.span)
    }

    /// The text before and behind what is added as the last line of a variant's block.
    pub(super) fn around_last_line(&self, block: Span, newline: &str) -> (String, String) {
        let brace = block.range().end - 1;
        let before = self.text[..brace].trim_end();
        (format!("{before}{newline}"), self.text[brace..].to_owned())
    }

    /// The text with edits made in it; as a variant, with what they change outside its block as lines of its own.
    pub(super) fn edited(&self, edits: &[TextEdit]) -> Result<String, String> {
        let Some(block) = self.block() else { return Ok(apply_edits(&self.text, edits)) };
        let newline = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
        let is_inside = |edit: &TextEdit| block.start < edit.span.start && edit.span.end < block.end;
        let (mut own, others): (Vec<TextEdit>, Vec<TextEdit>) = edits.iter().cloned().partition(is_inside);
        for edit in own.iter_mut().filter(|edit| self.text[..edit.span.range().start].ends_with('\n')) {
            // Whole lines, which stand in the block as its others do.
            if edit.span.is_empty() && edit.replacement.ends_with('\n') {
                edit.replacement =
                    edit.replacement.split_inclusive('\n').flat_map(|line| ["  ", line]).collect();
            }
        }
        let mut lines: Vec<String> = Vec::new();
        let mut changed: Vec<(&Item, Vec<TextEdit>)> = Vec::new();
        for edit in others {
            let holds = |item: &&Item| item.span.start <= edit.span.start && edit.span.end <= item.span.end;
            let is_line = edit.span.is_empty() && edit.replacement.contains('\n');
            match self.document.items.iter().find(holds).filter(|_| !is_line) {
                Some(item) => match changed.iter_mut().find(|(known, _)| known.span == item.span) {
                    Some((_, edits)) => edits.push(edit),
                    None => changed.push((item, vec![edit])),
                },
                None if edit.replacement.trim().is_empty() => return Err(NOT_TAKEN_BACK.to_owned()),
                None => lines.extend(edit.replacement.trim().lines().map(str::to_owned)),
            }
        }
        let is_order = |item: &Item| matches!(item.kind, ItemKind::Directive(Directive::Order(_)));
        let base_orders = self.document.items.iter().filter(|it| is_order(it) && it.span.start < block.start);
        if changed.iter().any(|(item, _)| is_order(item)) && base_orders.count() > 1 {
            return Err(SEVERAL_ORDERS.to_owned());
        }
        for (item, edits) in changed {
            let start = item.span.start;
            let moved = |edit: TextEdit| TextEdit {
                span: Span { start: edit.span.start - start, end: edit.span.end - start },
                ..edit
            };
            let edits: Vec<TextEdit> = edits.into_iter().map(moved).collect();
            let line = apply_edits(item.span.of(&self.text), &edits);
            if line.trim().is_empty() {
                return Err(NOT_TAKEN_BACK.to_owned());
            }
            lines.extend(line.lines().map(str::to_owned));
        }
        if !lines.is_empty() {
            let brace = block.range().end - 1;
            let from = self.text[..brace].trim_end().len();
            let mut replacement: String = lines.iter().flat_map(|line| [newline, "  ", line]).collect();
            replacement.push_str(newline);
            own.push(TextEdit { span: Span::new(from, brace), replacement });
        }
        own.sort_by_key(|edit| edit.span);
        Ok(apply_edits(&self.text, &own))
    }
}
