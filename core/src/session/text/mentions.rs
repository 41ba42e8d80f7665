//! Links between the text and what it names: names, and the initial values of elements.

use super::elements::Contents;
use super::session::Session;
use crate::base::Span;
use crate::syntax::{ValueList, elements_of, word_spans};

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
