//! `.decl` and `.set`: the layout of memory and its initial contents.

mod surface;

use super::error_limit::ErrorLimit;
use super::model::{Model, model_of};
use super::settings::Settings;
use super::{rules, values};
use crate::base::{Bits, Rule, Span, listed};
use crate::diag::Diagnostic;
use crate::machine::{Layout, Place, SpaceId, SpaceKind, State};
use crate::spec::{Dialect, RollCall};
use crate::syntax::{Assignment, Directive, Document, SpannedText};

/// The largest size of a variable or surface, in bytes.
pub(crate) const MAX_BYTES: usize = 65_536;
/// The largest total size of all declarations, in bytes.
pub(crate) const MAX_TOTAL_BYTES: usize = 1 << 20;
/// The largest number of names in a scenario.
pub(crate) const MAX_NAMES: usize = 1_000;

/// The declarations of a scenario.
pub(super) struct Declared {
    pub layout: Layout,
    pub initial: State,
    /// The declared surfaces in order, with or without a `.surface` line.
    pub declared_surfaces: Vec<SpannedText>,
    /// The names whose declaration had an error. Uses of them are not reported.
    pub broken: Vec<String>,
    dialect: Dialect,
}

/// Reads all declarations and initial contents.
pub(super) fn declare(
    document: &Document,
    settings: &Settings,
    model: &dyn Model,
    roll_call: &RollCall,
    limit: &mut ErrorLimit,
    diagnostics: &mut Vec<Diagnostic>,
) -> Declared {
    let mut reader = Reader {
        settings,
        layout: Layout::default(),
        names: Vec::new(),
        surface_names: Vec::new(),
        broken: document.unread.iter().map(|name| name.text.clone()).collect(),
        is_full: false,
        constant_bytes: 0,
        diagnostics,
    };
    model.declare(&mut reader, document);
    for (item, directive) in document.directives() {
        if limit.is_reached(item, reader.diagnostics) {
            break;
        }
        if model.has(directive) {
            model.directive(&mut reader, directive);
        } else {
            reader.diagnostics.extend(misplaced(directive, roll_call));
        }
    }
    let mut contents = Vec::new();
    for (item, directive) in document.directives() {
        if limit.is_reached(item, reader.diagnostics) {
            break;
        }
        if let Directive::Surface(line) = directive
            && let Some(surface) = model.surface(&mut reader, line, item)
        {
            contents.push((surface, line));
        }
    }
    let mut initial = State::undefined(&reader.layout);
    model.start(&reader, &mut initial);
    for (surface, line) in contents {
        reader.surface_contents(surface, line, &mut initial);
    }
    let mut set_already: Vec<&SpannedText> = Vec::new();
    for (item, directive) in document.directives() {
        if limit.is_reached(item, reader.diagnostics) {
            break;
        }
        match directive {
            Directive::Set(set) => match set_already.iter().find(|name| name.text == set.name.text) {
                Some(first) => reader.twice(&set.name, first, "set"),
                None => {
                    set_already.push(&set.name);
                    reader.set(document, set, item, model, &mut initial);
                }
            },
            directive => model.contents(&mut reader, directive, &mut initial),
        }
    }
    let Reader { layout, surface_names, broken, .. } = reader;
    let dialect = settings.dialect.clone();
    Declared { layout, initial, declared_surfaces: surface_names, broken, dialect }
}

/// Returns the error for a directive that only other instruction sets have.
fn misplaced(directive: &Directive, roll_call: &RollCall) -> Option<Diagnostic> {
    let sets = roll_call.sets().iter().filter(|set| model_of(set).has(directive));
    let titles = listed(&sets.map(|set| set.title.to_owned()).collect::<Vec<_>>(), "and");
    let (span, word, does) = match directive {
        Directive::Decl(decl) => (decl.name.span, "decl", format!("declares {titles} variables")),
        Directive::Const { address, .. } => {
            (address.span, "const", format!("fills the constant bank of {titles}"))
        }
        Directive::Pool(keys) => {
            let span = keys.first().map_or(Span::at(0), |key| key.name.span);
            (span, "pool", format!("bounds the header pool of {titles}"))
        }
        _ => return None,
    };
    let does = if titles.is_empty() { "belongs to no instruction set here".to_owned() } else { does };
    Some(Diagnostic::error(&rules::OTHER_ISA, span, format!("`.{word}` {does}")))
}

impl Declared {
    /// Returns the canonical name of a predefined surface. Other names are returned unchanged.
    pub fn surface_name<'a>(&self, name: &'a str) -> &'a str {
        if self.layout.surface(name).is_some() {
            return name;
        }
        self.dialect.surface(name).map_or(name, |surface| surface.name)
    }

    /// Returns the kind of thing that a declared name denotes.
    pub fn what_is(&self, name: &str) -> Option<&'static str> {
        if self.layout.variable(name).is_some() {
            Some("variable")
        } else if self.layout.predicate(name).is_some() {
            Some("predicate")
        } else {
            let is_surface = self.layout.surface(self.surface_name(name)).is_some()
                || self.declared_surfaces.iter().any(|declared| declared.text == name);
            is_surface.then_some("surface")
        }
    }

    /// Returns the number of a surface in machine code.
    pub fn surface_number(&self, name: &str) -> Option<u32> {
        match self.declared_surfaces.iter().position(|declared| declared.text == name) {
            // A document declares at most 1,000 names.
            Some(index) => Some(self.dialect.first_user_surface + index as u32),
            None => self.dialect.surface(name).map(|surface| surface.number.into()),
        }
    }

    /// Returns the names of the surfaces.
    pub fn surface_names(&self) -> impl Iterator<Item = &str> {
        self.layout.surfaces.iter().map(|surface| surface.name.as_str())
    }
}

/// The declarations read so far.
pub(super) struct Reader<'a> {
    pub settings: &'a Settings,
    pub layout: Layout,
    /// All declared names.
    pub names: Vec<SpannedText>,
    /// The declared names of surfaces.
    pub surface_names: Vec<SpannedText>,
    /// The names whose declaration had an error.
    pub broken: Vec<String>,
    /// Whether a limit on declarations was exceeded.
    pub is_full: bool,
    /// The number of bytes that `.const` lines have written; bytes written twice count twice.
    pub constant_bytes: usize,
    pub diagnostics: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    pub fn error(&mut self, rule: &'static Rule, span: Span, message: String) {
        self.diagnostics.push(Diagnostic::error(rule, span, message));
    }

    /// Adds a space if the limits allow it. The first space beyond the limits is reported.
    pub fn add_space(
        &mut self,
        name: &str,
        kind: SpaceKind,
        size_bytes: usize,
        span: Span,
    ) -> Option<SpaceId> {
        let total: usize = self.layout.spaces.iter().map(|space| space.size_bytes).sum();
        if !self.is_full && self.layout.spaces.len() < MAX_NAMES && total + size_bytes <= MAX_TOTAL_BYTES {
            return Some(self.layout.add_space(name, kind, size_bytes));
        }
        self.fill_up(name, span);
        None
    }

    /// Returns whether another name may be declared. The first name beyond the limit is reported.
    pub fn has_room(&mut self, name: &SpannedText) -> bool {
        if self.names.len() >= MAX_NAMES {
            self.fill_up(&name.text, name.span);
        }
        !self.is_full
    }

    /// Reports that a scenario declares too much. Later calls report nothing.
    pub fn fill_up(&mut self, name: &str, span: Span) {
        if !self.is_full {
            self.is_full = true;
            let message = format!("`{name}` exceeds the limits on what a scenario declares");
            self.error(&rules::DECLARATIONS, span, message);
        }
    }

    /// Reports that something was done twice that may be done once.
    pub fn twice(&mut self, second: &SpannedText, first: &SpannedText, done: &str) {
        let message = format!("`{}` is {done} twice", second.text);
        let finding = Diagnostic::error(&rules::ONCE, second.span, message);
        self.diagnostics.push(finding.note_at(first.span, "the first is here"));
    }

    pub fn set(
        &mut self,
        document: &Document,
        set: &Assignment,
        item: Span,
        model: &dyn Model,
        initial: &mut State,
    ) {
        let name = set.name.text.as_str();
        let what = format!("`{name}`");
        if let Some(variable) = self.layout.variable(name).cloned() {
            let ty = model.element_type(name, &set.values).unwrap_or(variable.ty);
            let before = self.diagnostics.len();
            let elements = values::elements(&set.values, ty, variable.count, &what, self.diagnostics);
            let is_too_long = |finding: &Diagnostic| finding.code() == rules::VALUE_COUNT.code;
            if self.diagnostics.get(before).is_some_and(is_too_long)
                && let Some(finding) = self.diagnostics.pop()
            {
                let count = values::written_count(&set.values);
                self.diagnostics.push(model.enlarged(document, finding, &variable, count));
            }
            self.fill((0..).map(|at| variable.element(at)), elements, set.values.span, initial);
        } else if let Some(predicate) = self.layout.predicate(name).cloned() {
            let elements = values::predicate(&set.values, predicate.count, &what, self.diagnostics);
            let join = |bits: Bits, (at, element): (usize, &values::Element)| {
                let element = element.unwrap_or(Bits::new(0, 0));
                Bits::new(bits.value | (element.value & 1) << at, bits.defined | (element.defined & 1) << at)
            };
            let bits = elements.iter().enumerate().fold(Bits::new(0, 0), join);
            initial.write(Place { space: predicate.space, byte_offset: 0, size_bytes: 4 }, bits);
        } else {
            model.nothing_to_set(self, set, item);
        }
    }

    /// Writes the elements to consecutive places of `places`.
    pub fn fill(
        &mut self,
        places: impl Iterator<Item = Place>,
        elements: Vec<values::Element>,
        span: Span,
        initial: &mut State,
    ) {
        for (place, element) in places.zip(elements) {
            match element {
                Some(bits) => initial.write(place, bits),
                None => {
                    let message =
                        "`_` leaves an element open; expected a value, or `?` for undefined".to_owned();
                    self.error(&rules::IGNORED_VALUE, span, message);
                    return;
                }
            }
        }
    }
}
