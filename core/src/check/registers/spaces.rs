//! Spaces of the registers and predicates that lines use, with or without a directive that names them.

use crate::base::ScalarType;
use crate::machine::{Layout, Predicate, SpaceId, SpaceKind, State, Variable};
use crate::spec::RegisterFile;

/// A space that a line uses and no directive names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ImpliedSpace {
    Register(usize),
    Predicate(u16),
    /// The negated fixed predicate, whose bits stay zero.
    FalsePredicate,
    /// The bits of exited lanes.
    Exited,
}

impl ImpliedSpace {
    fn kind(self) -> SpaceKind {
        match self {
            Self::Register(_) => SpaceKind::Variable,
            Self::Predicate(_) | Self::FalsePredicate | Self::Exited => SpaceKind::Predicate,
        }
    }

    fn name(self, file: &RegisterFile) -> String {
        match self {
            Self::Register(number) => file.general.name(number),
            Self::Predicate(number) => file.predicates.name(number.into()),
            Self::FalsePredicate => format!("{} as false", file.predicates.fixed),
            Self::Exited => "exited lanes".to_owned(),
        }
    }
}

/// The spaces of registers and predicates. Those that no directive names are placed after all declarations, in the order of use.
pub struct RegisterSpaces {
    /// The registers that exist.
    pub file: &'static RegisterFile,
    /// The spaces that no directive names, each with its id in the layout. Directives add no space after the first of them.
    implied: Vec<(ImpliedSpace, SpaceId)>,
    /// The number of dispatched lanes.
    pub lanes: usize,
}

impl RegisterSpaces {
    /// Creates the spaces of a document in which no line is bound yet.
    pub fn new(file: &'static RegisterFile, lanes: usize) -> Self {
        Self { file, implied: Vec::new(), lanes }
    }

    /// Returns the space of a register.
    pub fn register(&mut self, layout: &Layout, number: usize) -> SpaceId {
        let declared = layout.variable(&self.file.general.name(number)).map(|variable| variable.space);
        declared.unwrap_or_else(|| self.implied_space(layout, ImpliedSpace::Register(number)))
    }

    /// Returns the space of a predicate.
    pub fn predicate(&mut self, layout: &Layout, number: u16) -> SpaceId {
        let name = self.file.predicates.name(number.into());
        let declared = layout.predicate(&name).map(|predicate| predicate.space);
        declared.unwrap_or_else(|| self.implied_space(layout, ImpliedSpace::Predicate(number)))
    }

    /// Returns the space of a guard. Without a number, this is the space of the negated fixed predicate.
    pub fn guard(&mut self, layout: &Layout, number: Option<u16>) -> SpaceId {
        match number {
            Some(number) => self.predicate(layout, number),
            None => self.implied_space(layout, ImpliedSpace::FalsePredicate),
        }
    }

    /// Returns the space with the bits of exited lanes.
    pub fn exited(&mut self, layout: &Layout) -> SpaceId {
        self.implied_space(layout, ImpliedSpace::Exited)
    }

    /// Returns the space, which gets its id at its first use.
    fn implied_space(&mut self, layout: &Layout, space: ImpliedSpace) -> SpaceId {
        if let Some((_, id)) = self.implied.iter().find(|(known, _)| *known == space) {
            return *id;
        }
        // There are fewer than 2^9 registers and predicates, and a few more spaces.
        let id = SpaceId((layout.spaces.len() + self.implied.len()) as u16);
        self.implied.push((space, id));
        id
    }

    /// Returns the size of a register or a predicate.
    pub fn size_bytes(&self, kind: SpaceKind) -> usize {
        if kind == SpaceKind::Predicate { 4 } else { 4 * self.lanes }
    }

    /// Adds the used registers and predicates to the layout, with contents of zero, and sorts both by number.
    pub fn declare(&mut self, layout: &mut Layout, initial: &mut State) {
        for (implied, id) in std::mem::take(&mut self.implied) {
            let (name, kind) = (implied.name(self.file), implied.kind());
            let space = layout.add_space(&name, kind, self.size_bytes(kind));
            debug_assert_eq!(space, id, "directives add no space after the lines");
            initial.push_zeroed(self.size_bytes(kind));
            match implied {
                ImpliedSpace::Register(_) | ImpliedSpace::Predicate(_) => {
                    declare_in(layout, kind, &name, self.lanes, space);
                }
                ImpliedSpace::FalsePredicate => {}
                ImpliedSpace::Exited => layout.exited = Some(space),
            }
        }
        let RegisterFile { general, predicates, .. } = self.file;
        layout.sort_by_key(|name| general.number(name), |name| predicates.number(name));
    }
}

/// Returns the kind of space that a register or predicate has; `None` for any other name.
pub(super) fn kind_of(file: &RegisterFile, name: &str) -> Option<SpaceKind> {
    let register = file.general.number(name).map(|_| SpaceKind::Variable);
    register.or_else(|| file.predicates.number(name).map(|_| SpaceKind::Predicate))
}

/// Declares a register or a predicate, by the kind of its space.
pub(super) fn declare_in(layout: &mut Layout, kind: SpaceKind, name: &str, lanes: usize, space: SpaceId) {
    let (name, count) = (name.to_owned(), lanes);
    if kind == SpaceKind::Predicate {
        layout.add_predicate(Predicate { name, count, space });
    } else {
        layout.add_variable(Variable { name, ty: ScalarType::Ud, count, space, byte_offset: 0 });
    }
}
