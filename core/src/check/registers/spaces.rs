//! Spaces of the registers and predicates that lines use, with or without a directive that names them.

use crate::base::ScalarType;
use crate::machine::{Layout, Predicate, SpaceId, SpaceKind, State, Variable};
use crate::spec::RegisterFile;

/// The spaces of registers and predicates. Those that no directive names are placed after all declarations, in the order of use.
pub struct RegisterSpaces {
    added: Vec<(String, SpaceKind)>,
    /// The space with the bits of exited lanes, if a line reads or writes it.
    exited: Option<SpaceId>,
    /// The number of dispatched lanes.
    pub lanes: usize,
}

impl RegisterSpaces {
    /// Creates a list without spaces.
    pub fn new(lanes: usize) -> Self {
        Self { added: Vec::new(), exited: None, lanes }
    }

    /// Returns the space of a register.
    pub fn register(&mut self, layout: &Layout, registers: &RegisterFile, number: usize) -> SpaceId {
        self.space(layout, &registers.general.name(number), SpaceKind::Variable)
    }

    /// Returns the space of a predicate.
    pub fn predicate(&mut self, layout: &Layout, registers: &RegisterFile, number: u16) -> SpaceId {
        self.space(layout, &registers.predicates.name(number.into()), SpaceKind::Predicate)
    }

    /// Returns the space of a guard. Without a number, this is the space of the negated constant predicate, whose bits
    /// stay zero.
    pub fn guard(&mut self, layout: &Layout, registers: &RegisterFile, number: Option<u16>) -> SpaceId {
        match number {
            Some(number) => self.predicate(layout, registers, number),
            None => {
                let name = format!("{} as false", registers.predicates.fixed);
                self.space(layout, &name, SpaceKind::Predicate)
            }
        }
    }

    /// Returns the space with the bits of exited lanes.
    pub fn exited(&mut self, layout: &Layout) -> SpaceId {
        let space = self.space(layout, "exited lanes", SpaceKind::Predicate);
        self.exited = Some(space);
        space
    }

    fn space(&mut self, layout: &Layout, name: &str, kind: SpaceKind) -> SpaceId {
        let known = match kind {
            SpaceKind::Predicate => layout.predicate(name).map(|predicate| predicate.space),
            _ => layout.variable(name).map(|variable| variable.space),
        };
        if let Some(space) = known {
            return space;
        }
        let known = self.added.iter().position(|(known, _)| known == name);
        let at = known.unwrap_or_else(|| {
            self.added.push((name.to_owned(), kind));
            self.added.len() - 1
        });
        // There are fewer than 2^9 registers and predicates, and a few more spaces.
        SpaceId((layout.spaces.len() + at) as u16)
    }

    /// Returns the size of a register or a predicate.
    pub fn size_bytes(&self, kind: SpaceKind) -> usize {
        if kind == SpaceKind::Predicate { 4 } else { 4 * self.lanes }
    }

    /// Adds the used registers and predicates to the layout, with contents of zero, and sorts both by number.
    pub fn declare(&mut self, registers: &RegisterFile, layout: &mut Layout, initial: &mut State) {
        for (name, kind) in std::mem::take(&mut self.added) {
            let size_bytes = self.size_bytes(kind);
            let space = layout.add_space(&name, kind, size_bytes);
            initial.push_zeroed(size_bytes);
            declare_in(layout, registers, &name, self.lanes, space);
        }
        layout.exited = self.exited;
        let RegisterFile { general: registers, predicates, .. } = registers;
        layout.sort_by_key(|name| registers.number(name), |name| predicates.number(name));
    }
}

/// Returns the kind of space that a register or predicate has; `None` for any other name.
pub(super) fn kind_of(registers: &RegisterFile, name: &str) -> Option<SpaceKind> {
    let register = registers.general.number(name).map(|_| SpaceKind::Variable);
    register.or_else(|| registers.predicates.number(name).map(|_| SpaceKind::Predicate))
}

/// Declares the register or predicate `name` in a space. Other names have no effect.
pub(super) fn declare_in(
    layout: &mut Layout,
    registers: &RegisterFile,
    name: &str,
    lanes: usize,
    space: SpaceId,
) {
    let kind = kind_of(registers, name);
    let name = name.to_owned();
    match kind {
        Some(SpaceKind::Predicate) => layout.add_predicate(Predicate { name, count: lanes, space }),
        Some(_) => {
            let ty = ScalarType::Ud;
            layout.add_variable(Variable { name, ty, count: lanes, space, byte_offset: 0 });
        }
        None => {}
    }
}
