//! The builder of the layout of a scenario, and the limits on it.

mod surface;

use super::declared::Declared;
use super::settings::ScenarioSettings;
use super::values;
use crate::base::{Bits, Rule, Span};
use crate::check::findings::{Findings, Reported};
use crate::check::rules;
use crate::machine::{Layout, Place, SpaceId, SpaceKind, State, Surface};
use crate::syntax::{Document, Key};
use rustc_hash::FxHashSet;

/// The largest size of a variable or surface, in bytes.
pub(crate) const MAX_BYTES: usize = 65_536;
/// The largest total size of all declarations, in bytes.
pub(crate) const MAX_TOTAL_BYTES: usize = 1 << 20;
/// The largest number of names in a scenario.
pub(crate) const MAX_NAMES: usize = 1_000;

/// The layout of memory under construction: the declarations read so far.
pub struct LayoutBuilder<'a> {
    pub settings: &'a ScenarioSettings,
    pub document: &'a Document,
    /// The span of the directive that is resolved.
    pub line_span: Span,
    pub layout: Layout,
    /// The spans of the `.surface` lines, by the index of the surface.
    surface_spans: Vec<Span>,
    /// The names whose declaration had an error.
    pub broken: FxHashSet<String>,
    /// The report that a limit on declarations was exceeded.
    over_limit: Option<Reported>,
    /// The size of all spaces.
    total_bytes: usize,
    pub findings: &'a mut Findings,
}

impl<'a> LayoutBuilder<'a> {
    /// Creates a builder without declarations. Uses of the names whose lines the parser could not read are not
    /// reported.
    pub fn new(settings: &'a ScenarioSettings, document: &'a Document, findings: &'a mut Findings) -> Self {
        Self {
            settings,
            document,
            line_span: Span::at(0),
            layout: Layout::default(),
            surface_spans: Vec::new(),
            broken: document.broken_declarations.iter().map(|name| name.text.clone()).collect(),
            over_limit: None,
            total_bytes: 0,
            findings,
        }
    }

    /// Returns the declarations, with the initial contents of their layout.
    pub fn finish(self, initial: State) -> Declared {
        let behaviour = self.settings.behaviour.clone();
        Declared { layout: self.layout, initial, broken: self.broken, behaviour }
    }

    /// Reports the value of a key.
    pub fn wrong_value<K>(&mut self, rule: &'static Rule, key: &Key<K>, expected: &str) -> Reported {
        let message = format!("`{}={}`; expected {expected}", key.name.text, key.value.text);
        self.findings.error(rule, key.value.span, message)
    }

    /// Adds a space if the limits allow it. The first space beyond the limits is reported.
    pub fn add_space(
        &mut self,
        name: &str,
        kind: SpaceKind,
        size_bytes: usize,
        span: Span,
    ) -> Result<SpaceId, Reported> {
        let total_bytes = self.total_bytes + size_bytes;
        if self.over_limit.is_none() && self.layout.spaces.len() < MAX_NAMES && total_bytes <= MAX_TOTAL_BYTES
        {
            self.total_bytes = total_bytes;
            return Ok(self.layout.add_space(name, kind, size_bytes));
        }
        Err(self.report_limit(name, span))
    }

    /// Adds a surface that a `.surface` line describes, and returns its index.
    pub fn add_surface(&mut self, surface: Surface, span: Span) -> usize {
        self.layout.add_surface(surface);
        self.surface_spans.push(span);
        self.surface_spans.len() - 1
    }

    /// Reports the line at `span` if an earlier line describes the same surface. `in_words` names the surface in the message.
    pub fn check_first_line(&mut self, surface: &str, in_words: &str, span: Span) -> Result<(), Reported> {
        let Some(index) = self.layout.surface_index(surface) else { return Ok(()) };
        let message = format!("{in_words} is described twice");
        Err(self.findings.report_second(span, self.surface_spans[index], message))
    }

    /// Returns whether the scenario declares too much.
    pub fn is_over_limit(&self) -> bool {
        self.over_limit.is_some()
    }

    /// Reports that a scenario declares too much. Later calls report nothing.
    pub fn report_limit(&mut self, name: &str, span: Span) -> Reported {
        *self.over_limit.get_or_insert_with(|| {
            let message = format!("`{name}` exceeds the limit on declarations of a scenario");
            self.findings.error(&rules::DECLARATIONS, span, message)
        })
    }

    /// Writes the elements to consecutive places of `places`.
    pub fn write_elements(
        &mut self,
        places: impl Iterator<Item = Place>,
        elements: Vec<values::Element>,
        span: Span,
        initial: &mut State,
    ) {
        for (place, bits) in places.zip(self.without_ignored(elements, span)) {
            initial.write(place, bits);
        }
    }

    /// Returns initial values up to the first ignored one, which is reported.
    pub fn without_ignored(&mut self, elements: Vec<values::Element>, span: Span) -> Vec<Bits> {
        if elements.contains(&None) {
            let message = "`_` is not an initial value; expected a value, or `?` for undefined";
            self.findings.error(&rules::IGNORED_VALUE, span, message);
        }
        elements.into_iter().map_while(|element| element).collect()
    }
}
