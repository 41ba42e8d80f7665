//! `.decl` and `.set`: what lies where, and what it holds at the start.

pub(super) mod pool;
mod surface;

use super::settings::Settings;
use super::{rules, values};
use crate::base::{Bits, ScalarType, Span, closest};
use crate::diag::Diagnostic;
use crate::machine::{Layout, Place, Predicate, SpaceId, SpaceKind, State, Variable};
use crate::spec::{Dialect, Numbered};
use crate::syntax::{Assignment, Decl, DeclKind, Directive, Document, ItemKind, SpannedText};

/// The most bytes of a variable or surface.
const MAX_BYTES: usize = 65_536;
/// The most bytes of all of them together.
const MAX_TOTAL_BYTES: usize = 1 << 20;
/// The most names.
const MAX_NAMES: usize = 1_000;

/// What is declared.
pub(super) struct Declared {
    pub layout: Layout,
    pub initial: State,
    /// Surfaces that were declared, in order, with and without a `.surface` line.
    pub declared_surfaces: Vec<SpannedText>,
    /// Names whose declaration was found wanting: nobody complains about them again.
    pub broken: Vec<String>,
    /// The registers, where they have numbers.
    pub registers: Option<&'static Numbered>,
    dialect: Dialect,
}

/// Reads all declarations and initial contents.
pub(super) fn declare(
    document: &Document,
    settings: &Settings,
    diagnostics: &mut Vec<Diagnostic>,
) -> Declared {
    let mut reader = Reader {
        settings,
        layout: Layout::default(),
        names: Vec::new(),
        surface_names: Vec::new(),
        broken: document.unread.iter().map(|name| name.text.clone()).collect(),
        is_full: false,
        diagnostics,
    };
    let directives = || {
        document.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Directive(directive) => Some(directive),
            _ => None,
        })
    };
    let is_numbered = settings.is_numbered();
    if is_numbered {
        reader.registers(document);
    }
    for directive in directives() {
        match directive {
            _ if pool::misplaced(directive, is_numbered).is_some() => {
                reader.diagnostics.extend(pool::misplaced(directive, is_numbered));
            }
            Directive::Decl(decl) => reader.decl(decl),
            Directive::Pool(keys) => reader.pool(keys),
            _ => {}
        }
    }
    let mut contents = Vec::new();
    for directive in directives() {
        if let Directive::Surface(line) = directive
            && let Some(surface) = if is_numbered { reader.pool_surface(line) } else { reader.surface(line) }
        {
            contents.push((surface, line));
        }
    }
    let mut initial = State::undefined(&reader.layout);
    if is_numbered {
        reader.clear_registers(&mut initial);
    }
    for (surface, line) in contents {
        reader.surface_contents(surface, line, &mut initial);
    }
    let mut set_already: Vec<&SpannedText> = Vec::new();
    for directive in directives() {
        match directive {
            Directive::Set(set) => match set_already.iter().find(|name| name.text == set.name.text) {
                Some(first) => reader.twice(&set.name, first, "set"),
                None => {
                    set_already.push(&set.name);
                    reader.set(set, &mut initial);
                }
            },
            Directive::Const { address, values } if is_numbered => {
                reader.constants(address, values, &mut initial);
            }
            _ => {}
        }
    }
    let Reader { layout, surface_names, broken, .. } = reader;
    let registers = settings.numbered();
    let dialect = settings.dialect.clone();
    Declared { layout, initial, declared_surfaces: surface_names, broken, registers, dialect }
}

impl Declared {
    /// The name under which a predefined surface is kept, whichever of its names is used; other names are their own.
    pub fn surface_name<'a>(&self, name: &'a str) -> &'a str {
        if self.layout.surface(name).is_some() {
            return name;
        }
        self.dialect.surface(name).map_or(name, |surface| surface.name)
    }

    /// Adds registers and predicates that instructions use and no directive names; they hold zeros.
    pub fn add_registers(&mut self, spaces: Vec<(String, SpaceKind)>, lanes: usize) {
        for (name, kind) in spaces {
            let size_bytes = if kind == SpaceKind::Predicate { 4 } else { 4 * lanes };
            let space = self.layout.add_space(&name, kind, size_bytes);
            self.initial.push_zeroed(size_bytes);
            let Some(registers) = self.registers else { continue };
            if registers.registers.number(&name).is_some() {
                self.layout.variables.push(pool::register(&name, lanes, space));
            } else if registers.predicates.number(&name).is_some() {
                self.layout.predicates.push(Predicate { name, count: lanes, space });
            }
        }
        if let Some(registers) = self.registers {
            // What has no number, such as the constant bank, comes first.
            self.layout.variables.sort_by_key(|variable| registers.registers.number(&variable.name));
            self.layout.predicates.sort_by_key(|predicate| registers.predicates.number(&predicate.name));
        }
    }

    /// What kind of thing a declared name stands for.
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

    /// The number that machine code has for a surface.
    pub fn surface_number(&self, name: &str) -> Option<u32> {
        match self.declared_surfaces.iter().position(|declared| declared.text == name) {
            // A document declares at most 1,000 names.
            Some(index) => Some(self.dialect.first_user_surface + index as u32),
            None => self.dialect.surface(name).map(|surface| surface.number.into()),
        }
    }

    /// Names of surfaces.
    pub fn surface_names(&self) -> impl Iterator<Item = &str> {
        self.layout.surfaces.iter().map(|surface| surface.name.as_str())
    }
}

struct Reader<'a> {
    settings: &'a Settings,
    layout: Layout,
    names: Vec<SpannedText>,
    surface_names: Vec<SpannedText>,
    broken: Vec<String>,
    is_full: bool,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Reader<'_> {
    fn error(&mut self, rule: &'static crate::base::Rule, span: Span, message: String) {
        self.diagnostics.push(Diagnostic::error(rule, span, message));
    }

    /// A space of its own, while there is room; what goes beyond is reported once.
    fn add_space(&mut self, name: &str, kind: SpaceKind, size_bytes: usize, span: Span) -> Option<SpaceId> {
        let total: usize = self.layout.spaces.iter().map(|space| space.size_bytes).sum();
        if !self.is_full && self.layout.spaces.len() < MAX_NAMES && total + size_bytes <= MAX_TOTAL_BYTES {
            return Some(self.layout.add_space(name, kind, size_bytes));
        }
        if !self.is_full {
            self.is_full = true;
            self.error(
                &rules::DECLARATIONS,
                span,
                format!("`{name}` goes beyond what a scenario may declare"),
            );
        }
        None
    }

    /// What can be done once was done twice.
    fn twice(&mut self, second: &SpannedText, first: &SpannedText, done: &str) {
        let message = format!("`{}` is {done} twice", second.text);
        let finding = Diagnostic::error(&rules::ONCE, second.span, message);
        self.diagnostics.push(finding.note_at(first.span, "the first is here"));
    }

    fn decl(&mut self, decl: &Decl) {
        if let Some(first) = self.names.iter().find(|name| name.text == decl.name.text) {
            let first = first.clone();
            return self.twice(&decl.name, &first, "declared");
        }
        if self.is_full {
            self.broken.push(decl.name.text.clone());
            return;
        }
        self.names.push(decl.name.clone());
        let is_fine = self.name_is_free(decl) && self.count_is_fine(decl);
        let declared = is_fine && self.declare(decl);
        if !declared {
            self.broken.push(decl.name.text.clone());
        }
    }

    /// Predefined names: those of variables cannot be declared, those of surfaces as a reading says.
    fn name_is_free(&mut self, decl: &Decl) -> bool {
        let name = decl.name.text.as_str();
        let number = |prefix: char| name.strip_prefix(prefix).and_then(|digits| digits.parse::<u32>().ok());
        let reserved_variable = name.starts_with('%') || number('V').is_some_and(|n| n < 32) || name == "P0";
        if reserved_variable {
            let message = format!("`{name}` is predefined; expected another name");
            self.error(&rules::RESERVED_NAME, decl.name.span, message);
            return false;
        }
        let dialect = &self.settings.dialect;
        if decl.kind == DeclKind::Surface && number('T').is_some_and(|n| n < dialect.first_user_surface) {
            let rejects = dialect.rejects_reserved_surfaces;
            let so = if rejects { "it cannot be declared" } else { "it is an ordinary one from here on" };
            let message = format!("`{name}` is a predefined surface; {so}");
            let make = if rejects { Diagnostic::error } else { Diagnostic::warning };
            self.diagnostics.push(make(&rules::RESERVED_SURFACE, decl.name.span, message));
            return !rejects;
        }
        true
    }

    fn count_is_fine(&mut self, decl: &Decl) -> bool {
        let (count, span) = (decl.num_elts.value, decl.num_elts.span);
        let size = match decl.kind {
            DeclKind::General { ty, .. } => ty.size_bytes() as i128,
            _ => 1,
        };
        if count.saturating_mul(size) > MAX_BYTES as i128 {
            self.error(
                &rules::VARIABLE_SIZE,
                span,
                format!("`{}` would have more than 64 KiB", decl.name.text),
            );
            return false;
        }
        true
    }

    fn declare(&mut self, decl: &Decl) -> bool {
        let name = decl.name.text.as_str();
        let count = decl.num_elts.value as usize;
        match &decl.kind {
            DeclKind::General { ty, alias, .. } => match alias {
                None => {
                    let size_bytes = count * ty.size_bytes();
                    let Some(space) = self.add_space(name, SpaceKind::Variable, size_bytes, decl.name.span)
                    else {
                        return false;
                    };
                    let variable = Variable { name: name.to_owned(), ty: *ty, count, space, byte_offset: 0 };
                    self.layout.variables.push(variable);
                    true
                }
                Some((of, offset)) => self.alias(decl, *ty, of, offset.value, of.span),
            },
            DeclKind::Predicate => {
                if ![1, 2, 4, 8, 16, 32].contains(&count) {
                    let message = format!("a predicate of {count} elements; expected 1, 2, 4, 8, 16 or 32");
                    self.error(&rules::PREDICATE_SIZE, decl.num_elts.span, message);
                    return false;
                }
                let Some(space) = self.add_space(name, SpaceKind::Predicate, 4, decl.name.span) else {
                    return false;
                };
                self.layout.predicates.push(Predicate { name: name.to_owned(), count, space });
                true
            }
            DeclKind::Surface => {
                self.surface_names.push(decl.name.clone());
                true
            }
            DeclKind::Address | DeclKind::Sampler => {
                let message = format!("`{name}` is not modelled: nothing that runs here can use it");
                self.diagnostics.push(Diagnostic::info(&rules::NOT_MODELLED, decl.name.span, message));
                true
            }
        }
    }

    fn alias(&mut self, decl: &Decl, ty: ScalarType, of: &SpannedText, offset: i128, span: Span) -> bool {
        let count = decl.num_elts.value as usize;
        let Some(root) = self.layout.variable(&of.text).cloned() else {
            if !self.broken.contains(&of.text) {
                self.error(&rules::ALIAS, span, format!("`{}` is not declared before its alias", of.text));
            }
            return false;
        };
        let limit = self.layout.space(root.space).size_bytes;
        let start = usize::try_from(offset).ok().and_then(|offset| root.byte_offset.checked_add(offset));
        let end = start.and_then(|start| start.checked_add(count * ty.size_bytes()));
        let (Some(start), Some(end)) = (start, end) else {
            self.error(&rules::ALIAS, span, format!("offset {offset} lies outside `{}`", of.text));
            return false;
        };
        if end > limit {
            let message = format!("the alias ends at byte {end}, and `{}` has {limit} bytes", of.text);
            self.error(&rules::ALIAS, span, message);
            return false;
        }
        let variable =
            Variable { name: decl.name.text.clone(), ty, count, space: root.space, byte_offset: start };
        self.layout.variables.push(variable);
        true
    }

    fn set(&mut self, set: &Assignment, initial: &mut State) {
        let name = set.name.text.as_str();
        let what = format!("`{name}`");
        if let Some(variable) = self.layout.variable(name).cloned() {
            let ty = self.register_type(name, &set.values).unwrap_or(variable.ty);
            let elements = values::elements(&set.values, ty, variable.count, &what, self.diagnostics);
            self.fill((0..).map(|at| variable.element(at)), elements, set.values.span, initial);
        } else if let Some(predicate) = self.layout.predicate(name).cloned() {
            let elements = values::predicate(&set.values, predicate.count, &what, self.diagnostics);
            let join = |bits: Bits, (at, element): (usize, &values::Element)| {
                let element = element.unwrap_or(Bits::new(0, 0));
                Bits::new(bits.value | (element.value & 1) << at, bits.defined | (element.defined & 1) << at)
            };
            let bits = elements.iter().enumerate().fold(Bits::new(0, 0), join);
            initial.write(Place { space: predicate.space, byte_offset: 0, size_bytes: 4 }, bits);
        } else if self.surface_names.iter().any(|surface| surface.text == name) {
            let message = format!("`{name}` is a surface; expected its values on its `.surface` line");
            self.error(&rules::WRONG_KIND, set.name.span, message);
        } else if let Some(Numbered { registers, predicates, rules, .. }) = self.settings.numbered() {
            let message =
                format!("there is no `{name}`; expected {} or {}", registers.range(), predicates.range());
            self.error(&rules.register, set.name.span, message);
        } else if !self.broken.iter().any(|broken| broken == name) {
            let finding =
                Diagnostic::error(&rules::UNKNOWN_NAME, set.name.span, format!("`{name}` is not declared"));
            let variables = self.layout.variables.iter().map(|variable| variable.name.as_str());
            let predicates = self.layout.predicates.iter().map(|predicate| predicate.name.as_str());
            self.diagnostics.push(match closest(name, variables.chain(predicates)) {
                Some(close) => finding.fix_here(format!("write `{close}`"), close),
                None => finding,
            });
        }
    }

    /// Writes elements to one place after another.
    fn fill(
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
