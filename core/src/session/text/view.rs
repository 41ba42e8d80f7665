//! Data about a text for the editor and the panels.

use super::elements::Contents;
use super::session::Session;
use crate::base::Span;
use crate::check::{self, set_of};
use crate::semantics;
use crate::spec::{Choice, Instruction, InstructionSet, Reading};
use crate::syntax::{
    self, Completion, Directive, Highlighted, Item, ItemKind, ValueList, elements_of, word_spans,
};
use std::rc::Rc;

/// A span of text with its highlighting class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// The span.
    pub span: Span,
    /// The class name without its prefix, for instance `mnemonic`.
    pub class: &'static str,
}

/// A reading as a panel shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadingView {
    /// The reading.
    pub reading: &'static Reading,
    /// The choice in force.
    pub choice: &'static str,
    /// An instruction of the program depends on it.
    pub touches_program: bool,
}

impl Session {
    /// Returns the number of lines before the first instruction or label, which are the set-up. 0 if there is none.
    pub fn setup_lines(&self) -> usize {
        let is_program = |item: &&Item| matches!(item.kind, ItemKind::Instruction(_) | ItemKind::Label(_));
        let first = self.document.base_items().find(is_program);
        first.map_or(0, |item| self.line(item.span) - 1)
    }

    /// Returns each run of declarations: two or more lines, one below the other. A declaration with a comment in its line or in the
    /// line above it is not part of a run.
    pub fn declarations(&self) -> Vec<Span> {
        let is_declaration = |directive: &Directive| matches!(directive, Directive::Decl(_));
        let declarations = self.document.directives().filter(|(_, directive)| is_declaration(directive));
        let mut runs: Vec<Span> = Vec::new();
        for (span, _) in declarations.filter(|(span, _)| !self.has_comment(*span)) {
            match runs.last_mut().filter(|run| self.is_next_line(**run, span)) {
                Some(run) => run.end = span.end,
                None => runs.push(span),
            }
        }
        runs.retain(|run| run.of(&self.text).contains('\n'));
        runs
    }

    /// Returns whether a comment follows an item in its line, or precedes it in the line above.
    fn has_comment(&self, item: Span) -> bool {
        let range = item.range();
        let rest = self.text[range.end..].lines().next().unwrap_or_default();
        let above = self.text[..range.start].rsplit('\n').nth(1).unwrap_or_default();
        !rest.trim().is_empty() || above.trim_start().starts_with("//")
    }

    /// Returns whether an item is in the line that follows a run of lines.
    fn is_next_line(&self, run: Span, item: Span) -> bool {
        // A line of a variant has the place of a line that it replaces, which may be above.
        let between = self.text.get(run.range().end..item.range().start);
        between.is_some_and(|between| between.trim().is_empty() && between.matches('\n').count() == 1)
    }

    /// Returns the completions at a byte offset.
    pub fn complete(&self, byte_offset: usize) -> Option<Completion> {
        syntax::complete(&self.text, byte_offset, &self.in_force, &|set| self.in_force.check_of(set))
            .or_else(|| self.complete_notation(byte_offset))
    }

    /// Returns the highlighting of the text, sorted and without overlaps.
    pub fn highlight(&self) -> Vec<Highlight> {
        let Highlighted { places, notation } = syntax::highlight(&self.text, &self.in_force);
        let mut all: Vec<Highlight> =
            places.into_iter().map(|(span, class)| Highlight { span, class: class.name() }).collect();
        for body in notation {
            let moved = |span: Span| Span { start: span.start + body.start, end: span.end + body.start };
            let inside = highlight_notation(body.of(&self.text)).into_iter();
            all.extend(inside.map(|piece| Highlight { span: moved(piece.span), ..piece }));
        }
        all.sort_by_cached_key(|piece| piece.span);
        all
    }

    /// Returns the text in canonical layout.
    pub fn formatted(&self) -> String {
        syntax::format(&self.text, &self.sets)
    }

    /// Returns every reading with the choice in force. Readings that affect the program come first.
    pub fn reading_views(&self) -> Vec<ReadingView> {
        let rows = self.rows();
        let view = |reading: &'static Reading| ReadingView {
            reading,
            choice: self.readings.get(reading),
            touches_program: rows.iter().any(|row| row.readings.contains(&reading)),
        };
        let views = self.sets.readings().map(view);
        let (touching, others): (Vec<_>, Vec<_>) = views.partition(|view| view.touches_program);
        [touching, others].concat()
    }

    /// Returns the readings that an instruction of the program depends on: with another choice it would behave
    /// differently or be refused.
    pub fn readings_of_line(&self, instruction: usize) -> Vec<&'static Reading> {
        let bound = self.scenario.as_ref().and_then(|scenario| scenario.program.get(instruction));
        let Some(bound) = bound else { return Vec::new() };
        let does_the_same = |reading: &'static Reading, choice: &'static Choice| {
            let instead = Some((reading, choice));
            let checked = check::check(&self.text, &self.document, &self.in_force, &[], instead);
            checked.scenario.program.get(instruction).is_some_and(|other| bound.does_as(other))
        };
        let readings = bound.row.readings.iter().copied();
        let matters = |reading: &&'static Reading| {
            let mut others =
                reading.choices.iter().filter(|choice| choice.name != self.readings.get(reading));
            others.any(|choice| !does_the_same(reading, choice))
        };
        readings.filter(matters).collect()
    }

    /// Returns the instruction set of the text.
    pub fn set(&self) -> &InstructionSet {
        set_of(&self.document, &self.in_force)
    }

    /// Returns the rows of the program's instructions, each once.
    pub fn rows(&self) -> Vec<Rc<Instruction>> {
        let set = self.set();
        let mut rows: Vec<Rc<Instruction>> = Vec::new();
        for (_, instr) in self.document.instructions() {
            if let Some(row) = set.instruction(&instr.mnemonic.text)
                && !rows.iter().any(|known| Rc::ptr_eq(known, row))
            {
                rows.push(Rc::clone(row));
            }
        }
        rows
    }
}

/// Returns the highlighting of a piece of notation.
pub fn highlight_notation(text: &str) -> Vec<Highlight> {
    semantics::highlight(text)
        .into_iter()
        .map(|(span, class)| Highlight { span, class: class.name() })
        .collect()
}

impl Session {
    /// Returns the spans of all words equal to `name`, in order.
    pub fn mentions(&self, name: &str) -> Vec<Span> {
        word_spans(&self.text).filter(|span| span.of(&self.text) == name).collect()
    }

    /// Returns the word at a byte offset, or directly before it.
    pub fn word_at(&self, byte_offset: usize) -> Option<&str> {
        let word = word_spans(&self.text).find(|span| span.touches(byte_offset))?;
        Some(word.of(&self.text))
    }

    /// Returns the span of an element's initial value. A value for many elements, such as `[7; 32]`, is the span of
    /// each of them.
    pub fn value_span(&self, contents: &Contents, element: usize) -> Option<Span> {
        let list = match contents {
            Contents::Variable(name) => &self.document.set_line(name)?.values,
            Contents::Surface(name) => self.document.surface(&self.written_surface(name))?.values.as_ref()?,
        };
        let count = contents.declaration(&self.run.as_ref()?.scenario().layout)?.count();
        let found = elements_of(list, count).find(|(_, elements)| elements.contains(&element));
        found.map(|(value, _)| value.span)
    }

    /// Returns the element whose initial value is at a byte offset, or the first element if the value is for many.
    pub fn element_at(&self, byte_offset: usize) -> Option<(Contents, usize)> {
        let scenario = self.run.as_ref()?.scenario();
        let sets = self.document.set_lines();
        let sets = sets.map(|line| (Contents::Variable(line.name.text.clone()), &line.values));
        let surfaces = self.document.surfaces().filter_map(|line| {
            Some((Contents::Surface(self.surface_name(&line.name.text)), line.values.as_ref()?))
        });
        let is_here = |(_, list): &(Contents, &ValueList)| list.span.touches(byte_offset);
        let (contents, list) = sets.chain(surfaces).find(is_here)?;
        let count = contents.declaration(&scenario.layout)?.count();
        let (_, elements) = elements_of(list, count).find(|(value, _)| value.span.touches(byte_offset))?;
        (!elements.is_empty()).then_some((contents, elements.start))
    }
}

#[cfg(test)]
mod tests {
    use crate::session::text::Session;
    use crate::test;

    #[test]
    fn a_variant_that_replaces_a_declaration_has_runs_of_declarations() {
        let text = "\
.isa visa
.lanes 8
.decl OFF v_type=G type=ud num_elts=8
.decl OLD v_type=G type=ud num_elts=8
.variant longer {
  .decl OFF v_type=G type=ud num_elts=16
}
";
        let base = Session::open(text);
        assert_eq!(base.declarations().len(), 1);
        let variant = base.each_variant().next().expect("the text has one");
        assert_eq!(variant.declarations(), []);
    }
}
