//! Edits of a text while a variant is open: changes go into the variant's block, and the base text stays as it is.

use super::elements::{NamedElement, spelt};
use super::goal::is_order;
use super::panel_edit::{PanelEdit, VariantStart};
use super::session::Session;
use crate::base::{Bits, Schedule, Span, TextEdit, apply_edits};
use crate::exec::Bound;
use crate::machine::Declaration;
use crate::syntax::{self, InstructionLine, Item, ItemKind, line_ending};

/// The error for an edit that would remove a line of the base text.
const NOT_REMOVABLE: &str = "a variant cannot remove a line of the base text; change the base text, or write a line that \
    replaces it in the variant's block";

/// The error for an order of one instruction if the base text has several `.order` lines.
const SEVERAL_ORDERS: &str = "the base text has several `.order` lines, and one in the variant would replace all of them; \
    write the variant's lines in the text";

impl Session {
    /// Returns an unused name for a new variant.
    pub fn new_variant_name(&self, start: &VariantStart) -> String {
        let is_known = |name: &String| self.variants().any(|known| known == name);
        let first = if let VariantStart::Lines { name, .. } = start { name } else { "other" };
        let mut names = std::iter::once(first.to_owned()).chain((2..).map(|n| format!("{first}{n}")));
        names.find(|name| !is_known(name)).unwrap_or_default()
    }

    /// Returns the span of the lines inside a variant's block, without surrounding white space.
    pub fn lines_of_variant(&self, name: &str) -> Option<Span> {
        let body = self.document.variants[self.document.variant(name)?].body;
        let inside = body.of(&self.text);
        let start = body.range().end - inside.trim_start().len();
        Some(Span::new(start, start + inside.trim().len()))
    }

    pub(in crate::session) fn with_new_variant(&self, start: &VariantStart) -> Result<String, String> {
        let opened = self.variant.as_ref().map(|_| Self::begin_as(&self.text, &self.sets, None));
        let base = opened.as_ref().map_or(self, |opened| opened.session());
        let scenario =
            base.scenario.as_deref().ok_or("the text has errors; fix them to compare it with a variant")?;
        let name = self.new_variant_name(start);
        let with = |lines: &str| {
            let block = format!(".variant {name} {{\n{lines}}}");
            apply_edits(&self.text, &syntax::append_lines(&self.text, &block))
        };
        Ok(match start {
            VariantStart::Order => {
                let orders = base.document.orders().lines;
                let is_descending = orders.iter().any(|(_, order)| **order == Schedule::Descending);
                with(if is_descending { "  .order ascending\n" } else { "  .order descending\n" })
            }
            VariantStart::Reading => {
                let (reading, choice) =
                    base.other_choice().ok_or("no interpretation of the manual affects this program")?;
                with(&format!("  .reading {reading} = {choice}\n"))
            }
            VariantStart::Value => {
                let has_values = |declared: &Declaration| {
                    declared.count() > 0 && !matches!(declared, Declaration::Predicate(_))
                };
                let first = Declaration::all(&scenario.layout).find(has_values);
                let first = first.ok_or("the scenario has no value that can differ")?;
                let NamedElement { place, of, ty, .. } = NamedElement::find(scenario, first.name())?;
                let zero = spelt(Bits::known(0), ty);
                let is_zero = spelt(scenario.initial.read(place), ty) == zero;
                let one = if zero.contains('.') { "1.0" } else { "1" };
                let values = if is_zero { one.to_owned() } else { zero };
                let opened = Self::begin_as(&with(""), &self.sets, Some(&name));
                let variant = opened.session();
                variant.edited(&variant.some_edits(&PanelEdit::Elements { of, index: 0, values })?)?
            }
            VariantStart::Semantics => with(""),
            VariantStart::Lines { lines, .. } => with(lines),
            VariantStart::Instruction => {
                let lines = base.program_with(|_, _| Some(Vec::new())).filter(|lines| !lines.is_empty());
                with(&lines.ok_or("the program has no instruction that can differ")?)
            }
        })
    }

    /// Returns the line at `whole` with edits of the text applied.
    fn edited_line(&self, whole: Span, edits: Vec<TextEdit>) -> String {
        let moved = |edit: TextEdit| TextEdit {
            span: Span { start: edit.span.start - whole.start, end: edit.span.end - whole.start },
            ..edit
        };
        let edits: Vec<TextEdit> = edits.into_iter().map(moved).collect();
        apply_edits(whole.of(&self.text), &edits)
    }

    /// Returns the line of a variant for the line at `whole`, with edits of the text applied.
    pub(in crate::session) fn line_with(&self, whole: Span, edits: Vec<TextEdit>) -> String {
        format!("  {}\n", self.edited_line(whole, edits).trim())
    }

    /// Returns the program as lines of a variant, with edits of each instruction. `None` if nothing can run, or if an instruction has no
    /// edits to return.
    pub(in crate::session) fn program_with(
        &self,
        mut edits: impl FnMut(&Bound, &InstructionLine) -> Option<Vec<TextEdit>>,
    ) -> Option<String> {
        let mut program = self.scenario.as_ref()?.program.iter().peekable();
        let mut lines = String::new();
        for item in self.document.base_items() {
            let edits = match &item.kind {
                ItemKind::Directive(..) | ItemKind::EndVariant | ItemKind::Ignored(_) => continue,
                ItemKind::Label(_) => Vec::new(),
                ItemKind::Instruction(instr) => match program.next_if(|bound| bound.span == item.span) {
                    Some(bound) => edits(bound, instr)?,
                    None => Vec::new(),
                },
            };
            lines += &self.line_with(item.span, edits);
        }
        Some(lines)
    }

    /// Returns a reading with a choice that is not in force. A reading that an instruction depends on comes before one
    /// that only affects the program.
    fn other_choice(&self) -> Option<(&'static str, &'static str)> {
        let count = self.scenario.as_ref().map_or(0, |scenario| scenario.program.len());
        let of_lines = (0..count).flat_map(|at| self.readings_of_line(at));
        let touching = self.reading_views().into_iter().filter(|view| view.touches_program);
        let reading = of_lines.chain(touching.map(|view| view.reading)).next()?;
        let in_force = self.readings.get(reading);
        let choice = reading.choices.iter().find(|choice| choice.name != in_force)?;
        Some((reading.name, choice.name))
    }

    /// Returns the block of the open variant, from `.variant` to its `}`.
    pub(super) fn block(&self) -> Option<Span> {
        Some(self.document.variants[self.document.variant(self.variant.as_deref()?)?].span)
    }

    /// Returns the text before and after a new last line of a variant's block.
    pub(super) fn around_last_line(&self, block: Span, newline: &str) -> (String, String) {
        let end = syntax::end_of_block(&self.text, block).range();
        (format!("{}{newline}", &self.text[..end.start]), self.text[end.end..].to_owned())
    }

    /// Returns the text with edits applied. In a variant, edits outside its block become new lines of the block.
    pub(super) fn edited(&self, edits: &[TextEdit]) -> Result<String, String> {
        let Some(block) = self.block() else { return Ok(apply_edits(&self.text, edits)) };
        let newline = line_ending(&self.text);
        let is_inside = |edit: &TextEdit| block.start < edit.span.start && edit.span.end < block.end;
        let (mut own, others): (Vec<TextEdit>, Vec<TextEdit>) = edits.iter().cloned().partition(is_inside);
        for edit in own.iter_mut().filter(|edit| self.text[..edit.span.range().start].ends_with('\n')) {
            // Whole lines get the indentation of the block.
            if edit.span.is_empty() && edit.replacement.ends_with('\n') {
                edit.replacement =
                    edit.replacement.split_inclusive('\n').flat_map(|line| ["  ", line]).collect();
            }
        }
        let mut lines: Vec<String> = Vec::new();
        let mut changed: Vec<(&Item, Vec<TextEdit>)> = Vec::new();
        for edit in others {
            let holds = |item: &&Item| item.span.encloses(edit.span);
            let is_line = edit.span.is_empty() && edit.replacement.contains('\n');
            match self.document.items.iter().find(holds).filter(|_| !is_line) {
                Some(item) => match changed.iter_mut().find(|(known, _)| known.span == item.span) {
                    Some((_, edits)) => edits.push(edit),
                    None => changed.push((item, vec![edit])),
                },
                None if edit.replacement.trim().is_empty() => return Err(NOT_REMOVABLE.to_owned()),
                None => lines.extend(edit.replacement.trim().lines().map(str::to_owned)),
            }
        }
        let base_orders =
            self.document.items.iter().filter(|item| is_order(item) && item.span.start < block.start);
        if changed.iter().any(|(item, _)| is_order(item)) && base_orders.count() > 1 {
            return Err(SEVERAL_ORDERS.to_owned());
        }
        for (item, edits) in changed {
            let line = self.edited_line(item.span, edits);
            if line.trim().is_empty() {
                return Err(NOT_REMOVABLE.to_owned());
            }
            lines.extend(line.lines().map(str::to_owned));
        }
        if !lines.is_empty() {
            let mut replacement: String = lines.iter().flat_map(|line| [newline, "  ", line]).collect();
            replacement.push_str(newline);
            own.push(TextEdit { span: syntax::end_of_block(&self.text, block), replacement });
        }
        Ok(apply_edits(&self.text, &own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn the_lines_of_a_variant_are_between_its_braces() {
        let lines =
            |text: &str| Session::open(text).lines_of_variant("a").map(|span| span.of(text).to_owned());
        let text = ".lanes 8\n.variant a /* { */ {\n  .order descending // }\n}\n";
        assert_eq!(lines(text).as_deref(), Some(".order descending // }"));
        assert_eq!(lines(".variant a {\n}\n").as_deref(), Some(""));
        assert_eq!(lines(".lanes 8\n"), None);
    }
}
