//! `.decl`, `.surface` and `.set`: what lies where, and what it holds at the start.

pub(super) mod pool;

use super::settings::Settings;
use super::{rules, values};
use crate::base::{Bits, ScalarType, Span, SurfaceKind, TEXEL_FORMATS, TextEdit, closest, sorted_by};
use crate::diag::Diagnostic;
use crate::machine::{Layout, Place, Predicate, SpaceId, SpaceKind, State, Surface, SurfaceLayout, Variable};
use crate::spec::Dialect;
use crate::syntax::{Assignment, Decl, DeclKind, Directive, Document, ItemKind, SpannedText, SurfaceLine};

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
    /// Surfaces that were declared and have no `.surface` line.
    pub bare_surfaces: Vec<SpannedText>,
    /// Names whose declaration was found wanting: nobody complains about them again.
    pub broken: Vec<String>,
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
    let is_sass = settings.is_sass();
    if is_sass {
        reader.registers(document);
    }
    for directive in directives() {
        match directive {
            _ if pool::misplaced(directive, is_sass).is_some() => {
                reader.diagnostics.extend(pool::misplaced(directive, is_sass));
            }
            Directive::Decl(decl) => reader.decl(decl),
            Directive::Pool(keys) => reader.pool(keys),
            _ => {}
        }
    }
    let mut contents = Vec::new();
    for directive in directives() {
        if let Directive::Surface(line) = directive
            && let Some(surface) = if is_sass { reader.pool_surface(line) } else { reader.surface(line) }
        {
            contents.push((surface, line));
        }
    }
    let mut initial = State::undefined(&reader.layout);
    if is_sass {
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
            Directive::Const { address, values } if is_sass => {
                reader.constants(address, values, &mut initial);
            }
            _ => {}
        }
    }
    let Reader { layout, surface_names, broken, .. } = reader;
    let bare_surfaces =
        surface_names.into_iter().filter(|name| layout.surface(&name.text).is_none()).collect();
    Declared { layout, initial, bare_surfaces, broken, dialect: settings.dialect.clone() }
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
            if pool::register_number(&name).is_some() {
                self.layout.variables.push(pool::register(&name, lanes, space));
            } else if pool::predicate_number(&name).is_some() {
                self.layout.predicates.push(Predicate { name, count: lanes, space });
            }
        }
        if self.layout.nowhere.is_some() {
            let variables = std::mem::take(&mut self.layout.variables);
            let number =
                |variable: &Variable| pool::register_number(&variable.name).map_or(0, |n| 1 + u128::from(n));
            self.layout.variables = sorted_by(variables, number);
            let predicates = std::mem::take(&mut self.layout.predicates);
            let number =
                |predicate: &Predicate| pool::predicate_number(&predicate.name).map_or(0, u128::from);
            self.layout.predicates = sorted_by(predicates, number);
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
                || self.bare_surfaces.iter().any(|bare| bare.text == name);
            is_surface.then_some("surface")
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
        if count < 1 {
            self.error(&rules::NUM_ELTS, span, format!("`num_elts={count}`; expected 1 or more"));
            return false;
        }
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

    /// Declares the space of a `.surface` line; returns its index.
    fn surface(&mut self, line: &SurfaceLine) -> Option<usize> {
        let written = line.name.text.as_str();
        let is_declared = self.surface_names.iter().any(|name| name.text == written);
        let predefined = self.settings.dialect.surface(written).filter(|_| !is_declared);
        if !is_declared && predefined.is_none() {
            self.undeclared_surface(line);
            return None;
        }
        let name = predefined.map_or(written, |surface| surface.name);
        if self.layout.surface(name).is_some() {
            self.error(&rules::ONCE, line.name.span, format!("`{written}` is described twice"));
            return None;
        }
        let fits = predefined.is_none_or(|surface| surface.kind == line.kind);
        if !fits {
            self.error(
                &rules::SURFACE_KIND,
                line.name.span,
                format!("`{written}` is not a `{}`", line.kind.word()),
            );
            self.broken.push(written.to_owned());
            return None;
        }
        let declared = self.described(name, line);
        if declared.is_none() {
            self.broken.push(written.to_owned());
        }
        declared
    }

    fn undeclared_surface(&mut self, line: &SurfaceLine) {
        let written = line.name.text.as_str();
        if self.broken.iter().any(|name| name == written) {
            return;
        }
        let finding = Diagnostic::error(
            &rules::UNKNOWN_NAME,
            line.name.span,
            format!(
                "surface `{written}` is not declared; expected `.decl {written} v_type=T num_elts=1` above"
            ),
        );
        let known = self.surface_names.iter().map(|name| name.text.as_str());
        self.diagnostics.push(match closest(written, known) {
            Some(name) => finding.note(format!("did you mean `{name}`?")),
            None => {
                // The directive starts its line, a dot word before the name.
                let start = Span {
                    start: line.name.span.start - ".surface ".len() as u32,
                    end: line.name.span.start,
                };
                let decl = format!(".decl {written} v_type=T num_elts=1\n");
                let edit =
                    TextEdit { span: Span { start: start.start, end: start.start }, replacement: decl };
                finding.fix(format!("declare `{written}`"), vec![edit])
            }
        });
        self.broken.push(written.to_owned());
    }

    fn described(&mut self, name: &str, line: &SurfaceLine) -> Option<usize> {
        let ty = match &line.format {
            None => ScalarType::Ud,
            Some(word) => self.surface_format(line.kind, word)?,
        };
        let (extent, layout, size_bytes) = if line.kind.is_raw() {
            let count = self.surface_count(line, ty)?;
            let size_bytes = count * ty.size_bytes();
            (
                [count, 1, 1],
                SurfaceLayout::Linear { row_pitch: size_bytes, slice_pitch: size_bytes },
                size_bytes,
            )
        } else {
            self.image_shape(line, ty)?
        };
        let space = self.add_space(name, SpaceKind::Surface, size_bytes, line.name.span)?;
        let surface =
            Surface { name: name.to_owned(), kind: line.kind, ty, extent, layout, space, header: None };
        self.layout.surfaces.push(surface);
        Some(self.layout.surfaces.len() - 1)
    }

    /// The type of a surface's elements: any has a scalar type, and a typed one may have a format of one component.
    fn surface_format(&mut self, kind: SurfaceKind, word: &SpannedText) -> Option<ScalarType> {
        let format = TEXEL_FORMATS.iter().filter(|_| !kind.is_raw()).find(|(name, _)| *name == word.text);
        let ty = ScalarType::from_name(&word.text).or(format.map(|(_, ty)| *ty));
        if ty.is_some() {
            return ty;
        }
        let (what, example) =
            if kind.is_raw() { ("element type", "ud") } else { ("texel format", "R32_UINT") };
        let message = format!("`{}` is no {what}; expected one such as `{example}`", word.text);
        let finding = Diagnostic::error(&rules::SURFACE_FORMAT, word.span, message);
        let known = TEXEL_FORMATS.iter().map(|(name, _)| *name).filter(|_| !kind.is_raw());
        self.diagnostics.push(match closest(&word.text, known) {
            Some(name) => finding.fix_here(format!("replace it by `{name}`"), name),
            None => finding,
        });
        None
    }

    /// Extent, layout and size of a typed surface.
    fn image_shape(
        &mut self,
        line: &SurfaceLine,
        ty: ScalarType,
    ) -> Option<([usize; 3], SurfaceLayout, usize)> {
        let extent = self.extent(line)?;
        let texel = ty.size_bytes();
        let row_bytes = extent[0].saturating_mul(texel);
        let row_pitch = self.row_pitch(line, row_bytes, texel)?;
        let slice_pitch = row_pitch.saturating_mul(extent[1]);
        let size_bytes = slice_pitch.saturating_mul(extent[2]);
        if size_bytes > MAX_BYTES {
            let message = format!("`{}` would have more than 64 KiB", line.name.text);
            self.error(&rules::SURFACE_SIZE, line.name.span, message);
            return None;
        }
        Some((extent, SurfaceLayout::Linear { row_pitch, slice_pitch }, size_bytes))
    }

    /// The extent of a typed surface: as written, or a row as long as its values.
    fn extent(&mut self, line: &SurfaceLine) -> Option<[usize; 3]> {
        let kind = line.kind;
        let axes = kind.axes();
        let values = line.values.as_ref().map_or(0, values::written_count);
        let sizes = match &line.extent {
            Some(extent) => extent.sizes.clone(),
            None if axes.len() == 1 && values > 0 => vec![values as u64],
            None => Vec::new(),
        };
        if sizes.len() != axes.len() || sizes.contains(&0) {
            let example = ["8", "4x3", "2x2x3"][axes.len() - 1];
            let (span, found) = match &line.extent {
                Some(extent) => (extent.span, "this extent does not fit".to_owned()),
                None => (line.name.span, format!("`{}` has no extent", line.name.text)),
            };
            let expected = format!("a `{}` has {}, for instance `{example}`", kind.word(), axes.join(", "));
            self.error(&rules::SURFACE_EXTENT, span, format!("{found}; {expected}"));
            return None;
        }
        let mut extent = [1; 3];
        for (size, written) in extent.iter_mut().zip(&sizes) {
            *size = usize::try_from(*written).unwrap_or(usize::MAX);
        }
        Some(extent)
    }

    /// Bytes from one row to the next: `pitch=`, or a row without a gap.
    fn row_pitch(&mut self, line: &SurfaceLine, row_bytes: usize, texel: usize) -> Option<usize> {
        let mut pitch = row_bytes;
        for key in &line.keys {
            let (span, message) = match (key.name.text.as_str(), key.number) {
                ("pitch", Some(number)) => match usize::try_from(number) {
                    Ok(bytes) if bytes >= row_bytes && bytes % texel == 0 => {
                        pitch = bytes;
                        continue;
                    }
                    _ => {
                        let expected = format!("expected a multiple of {texel}, {row_bytes} or more");
                        (key.value.span, format!("`pitch={}`; {expected}, in bytes", key.value.text))
                    }
                },
                ("pitch", None) => (key.value.span, format!("`pitch={}` is no number", key.value.text)),
                (name, _) => {
                    let kind = line.kind.word();
                    (key.name.span, format!("a `{kind}` takes no key `{name}`; expected `pitch`"))
                }
            };
            self.error(&rules::SURFACE_KEY, span, message);
            return None;
        }
        Some(pitch)
    }

    /// How many elements a surface has: by `size=`, by its extent or by its values.
    fn surface_count(&mut self, line: &SurfaceLine, ty: ScalarType) -> Option<usize> {
        let mut bytes = None;
        for key in &line.keys {
            match (key.name.text.as_str(), key.number) {
                ("size", Some(size)) if size > 0 && size % ty.size_bytes() as i128 == 0 => bytes = Some(size),
                ("size", _) => {
                    let size = ty.size_bytes();
                    let message =
                        format!("`size={}`; expected a multiple of {size}, in bytes", key.value.text);
                    self.error(&rules::SURFACE_KEY, key.value.span, message);
                    return None;
                }
                (name, _) => {
                    let message = format!("a `{}` takes no key `{name}`; expected `size`", line.kind.word());
                    self.error(&rules::SURFACE_KEY, key.name.span, message);
                    return None;
                }
            }
        }
        let by_extent =
            || line.extent.as_ref().map(|extent| extent.sizes.iter().map(|&n| i128::from(n)).product());
        let by_values =
            || line.values.as_ref().map(|list| values::written_count(list) as i128).filter(|&n| n > 0);
        let size_bytes = ty.size_bytes() as i128;
        let count: Option<i128> = bytes.map(|bytes| bytes / size_bytes).or_else(by_extent).or_else(by_values);
        match count {
            Some(count) if count > 0 && count.saturating_mul(size_bytes) <= MAX_BYTES as i128 => {
                Some(count as usize)
            }
            Some(count) if count > 0 => {
                self.error(
                    &rules::SURFACE_SIZE,
                    line.name.span,
                    format!("`{}` would have more than 64 KiB", line.name.text),
                );
                None
            }
            _ => {
                let message = format!("`{}` has no size; expected `size=` or values", line.name.text);
                self.error(&rules::SURFACE_EXTENT, line.name.span, message);
                None
            }
        }
    }

    fn surface_contents(&mut self, surface: usize, line: &SurfaceLine, initial: &mut State) {
        let Some(list) = &line.values else { return };
        let surface = self.layout.surfaces[surface].clone();
        let Surface { name, ty, extent, space, .. } = &surface;
        let count = extent.iter().product();
        let elements = values::elements(list, *ty, count, &format!("`{name}`"), self.diagnostics);
        // A surface has at most 64 KiB.
        let size_bytes = ty.size_bytes() as u32;
        let place = |byte: usize| Place { space: *space, byte_offset: byte as u32, size_bytes };
        self.fill(surface.texel_bytes().map(place), elements, list.span, initial);
    }

    fn set(&mut self, set: &Assignment, initial: &mut State) {
        let name = set.name.text.as_str();
        let what = format!("`{name}`");
        if let Some(variable) = self.layout.variable(name).cloned() {
            let ty = self.register_type(name, &set.values).unwrap_or(variable.ty);
            let elements = values::elements(&set.values, ty, variable.count, &what, self.diagnostics);
            let (byte_offset, size_bytes) = (variable.byte_offset as u32, variable.ty.size_bytes() as u32);
            // A variable has at most 64 KiB.
            let place = |at: u32| Place {
                space: variable.space,
                byte_offset: byte_offset + at * size_bytes,
                size_bytes,
            };
            self.fill((0..).map(place), elements, set.values.span, initial);
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
        } else if self.settings.is_sass() {
            let message = format!("there is no `{name}`; expected R0 to R254 or P0 to P6");
            self.error(&rules::REGISTER, set.name.span, message);
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
