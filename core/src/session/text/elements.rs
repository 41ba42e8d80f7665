//! The elements of surfaces, variables and predicates: their names and values, as texts and reports spell them.

use crate::base::{Bits, NumberFormat, ScalarType, bytes_in_words, counted, show};
use crate::exec::Scenario;
use crate::explore::Cell;
use crate::machine::{Declaration, Layout, Place, SpaceKind};

impl Declaration<'_> {
    /// Returns the cell of an element, which must exist.
    pub(in crate::session) fn cell(self, index: usize) -> Cell {
        match self {
            Self::Surface(surface) => Cell::from(surface.element(index)),
            Self::Variable(variable) => Cell::from(variable.element(index)),
            Self::Predicate(predicate) => Cell { place: Place::predicate(predicate.space), mask: 1 << index },
        }
    }

    pub(in crate::session) fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.count()).map(move |index| self.cell(index))
    }
}

/// A variable or a surface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// A variable, by name.
    Variable(String),
    /// A surface, by name.
    Surface(String),
}

impl Contents {
    pub(super) fn name(&self) -> &str {
        let (Self::Variable(name) | Self::Surface(name)) = self;
        name
    }

    pub(super) fn declaration<'l>(&self, layout: &'l Layout) -> Option<Declaration<'l>> {
        match self {
            Self::Variable(name) => layout.variable(name).map(Declaration::Variable),
            Self::Surface(name) => layout.surface(name).map(Declaration::Surface),
        }
    }
}

#[derive(Clone, Debug)]
pub(in crate::session) struct NamedElement {
    pub place: Place,
    /// The variable or surface of the element.
    pub of: Contents,
    pub index: usize,
    /// The name of the element, with its index.
    pub name: String,
    pub ty: ScalarType,
}

impl NamedElement {
    /// Finds an element written as `NAME[3]`, or as `NAME` for the first one.
    pub fn find(scenario: &Scenario, element: &str) -> Result<Self, String> {
        let no_element = || format!("`{element}` is not an element; expected one such as `A[0]`");
        let (name, index) = match element.split_once('[') {
            Some((name, rest)) => {
                let index = rest.strip_suffix(']').and_then(|index| index.trim().parse::<usize>().ok());
                (name.trim(), index.ok_or_else(no_element)?)
            }
            None => (element, 0),
        };
        let (declaration, of) = match Declaration::find(&scenario.layout, name) {
            Some(surface @ Declaration::Surface(_)) => (surface, Contents::Surface(name.to_owned())),
            Some(variable @ Declaration::Variable(_)) => (variable, Contents::Variable(name.to_owned())),
            Some(Declaration::Predicate(_)) | None => {
                return Err(format!("`{name}` is neither a surface nor a variable of this scenario"));
            }
        };
        if index >= declaration.count() {
            let elements = counted(declaration.count(), "element");
            return Err(format!("`{name}` has {elements}; there is no `[{index}]`"));
        }
        let (place, ty) = (declaration.cell(index).place, declaration.ty());
        Ok(Self { place, of, index, name: format!("{name}[{index}]"), ty })
    }
}

/// Returns a value as the text spells it.
pub(in crate::session) fn spelt(bits: Bits, ty: ScalarType) -> String {
    let auto = show(bits, ty, NumberFormat::Auto);
    // `nan` would lose the pattern of the NaN, and the text has no pairs.
    if auto.starts_with("nan") || ty == ScalarType::F16x2 { hex(bits, ty) } else { auto }
}

/// Returns a value in the format of reports.
pub(in crate::session) fn hex(bits: Bits, ty: ScalarType) -> String {
    show(bits, ty, NumberFormat::Hex)
}

/// Returns the name of a cell: `BUF[3]` for an element of a surface or variable, `P[3]` for a bit of a predicate, `BUF byte 3` or
/// `BUF bytes 2–3` for other bytes.
pub(in crate::session) fn cell_in_words(layout: &Layout, cell: Cell) -> String {
    let Cell { place, mask } = cell;
    let (name, index, _) = element_of(layout, place);
    if layout.space(place.space).kind == SpaceKind::Predicate {
        return format!("{name}[{}]", mask.trailing_zeros());
    }
    if is_element(layout, place) {
        return format!("{name}[{index}]");
    }
    let begin = layout.variable_at(place).map_or(0, |(variable, _)| variable.byte_offset as u32);
    let first = place.byte_offset.saturating_sub(begin);
    format!("{name} {}", bytes_in_words(first.into(), place.size_bytes))
}

/// Returns whether a place is exactly an element of its surface or of a variable.
pub(in crate::session) fn is_element(layout: &Layout, place: Place) -> bool {
    match layout.surface_in(place.space) {
        Some(surface) => surface.element_at(place).is_some_and(|at| surface.element(at) == place),
        None => layout.variable_with(place).is_some(),
    }
}

/// Returns the value of a cell as text. The number has the type of the element. In [`NumberFormat::Hex`], a bit of a
/// predicate is `0b` and its digit.
pub(in crate::session) fn value_in_words(
    layout: &Layout,
    cell: Cell,
    bits: Bits,
    format: NumberFormat,
) -> String {
    if layout.space(cell.place.space).kind == SpaceKind::Predicate {
        let at = cell.mask.trailing_zeros().min(63);
        let bit = Bits { value: bits.value >> at & 1, defined: bits.defined >> at };
        let digit = spelt(Bits { defined: bit.defined | !1, ..bit }, ScalarType::Ub);
        return if format == NumberFormat::Hex { format!("0b{digit}") } else { digit };
    }
    let (_, _, ty) = element_of(layout, cell.place);
    if format == NumberFormat::Hex { hex(bits, ty) } else { spelt(bits, ty) }
}

/// Returns the name of the surface or variable at a place, the index of the first element there, and the type in which
/// values of that size are shown.
pub(in crate::session) fn element_of(layout: &Layout, place: Place) -> (String, usize, ScalarType) {
    let of_size = |ty: ScalarType| match place.size_bytes {
        size if ty.size_bytes() as u32 == size => ty,
        size => ScalarType::unsigned(size as usize),
    };
    if let Some(surface) = layout.surface_in(place.space) {
        let at = surface.element_at(place).unwrap_or(0);
        return (surface.name.clone(), at, of_size(surface.ty));
    }
    match layout.variable_with(place).or_else(|| layout.variable_at(place)) {
        Some((variable, at)) => (variable.name.clone(), at, of_size(variable.ty)),
        None => (layout.name_at(place).to_owned(), 0, of_size(ScalarType::Ud)),
    }
}
