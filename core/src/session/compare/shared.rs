//! Pairing of the places of two scenarios, so that their contents can be compared.

use crate::base::{Bits, NumberFormat};
use crate::exec::{FinalState, Run, Scenario, Stop};
use crate::explore::Cell;
use crate::machine::{Layout, Place, State, Surface};
use crate::session::text::{cell_in_words, shown};
use crate::spec::{Direction, Operand, OperandKind};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A row of a comparison: a place or a count that differs between two runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// The place, as the scenario names it, or the count.
    pub place: String,
    /// The value in A, or with the choice in force.
    pub now: String,
    /// The value in B, or with the other choice.
    pub then: String,
}

/// The places that both scenarios have, in pairs.
#[derive(Debug)]
pub(super) struct Shared {
    /// The place in A, the place in B, and the compared bits as a cell of A.
    pub places: Vec<(Place, Place, Cell)>,
    /// The number of places in surfaces. These come first.
    pub memory: usize,
    /// The names of all surfaces, variables and predicates without a counterpart.
    pub apart: Vec<String>,
}

impl Shared {
    /// Pairs the places of two scenarios. Within one instruction set, they are paired by name. Between two sets,
    /// surfaces are paired by name and then in order, and operands by their role in the instructions of the same index.
    pub fn new(a: &Scenario, b: &Scenario) -> Self {
        if a.set.key == b.set.key { Self::by_name(&a.layout, &b.layout) } else { Self::by_role(a, b) }
    }

    fn by_name(a: &Layout, b: &Layout) -> Self {
        let mut shared = Self { places: Vec::new(), memory: 0, apart: Vec::new() };
        for surface in &a.surfaces {
            match b.surface(&surface.name).filter(|other| is_shaped_as(surface, other)) {
                Some(other) => shared.add_surface(surface, other),
                None => shared.apart.push(surface.name.clone()),
            }
        }
        shared.memory = shared.places.len();
        for variable in &a.variables {
            match b
                .variable(&variable.name)
                .filter(|other| (other.ty, other.count) == (variable.ty, variable.count))
            {
                Some(other) => {
                    let pair = |at| (variable.element(at), other.element(at), whole(variable.element(at)));
                    shared.places.extend((0..variable.count).map(pair));
                }
                None => shared.apart.push(variable.name.clone()),
            }
        }
        for predicate in &a.predicates {
            let bits_in = |space| Place { space, byte_offset: 0, size_bytes: 4 };
            match b.predicate(&predicate.name).filter(|other| other.count == predicate.count) {
                Some(other) => shared.places.extend((0..predicate.count).map(|bit| {
                    let place = bits_in(predicate.space);
                    (place, bits_in(other.space), Cell { place, mask: 1 << bit })
                })),
                None => shared.apart.push(predicate.name.clone()),
            }
        }
        let known = |name: &str| {
            a.surface(name).is_some() || a.variable(name).is_some() || a.predicate(name).is_some()
        };
        let names =
            b.surfaces.iter().map(|named| &named.name).chain(b.variables.iter().map(|named| &named.name));
        let names = names.chain(b.predicates.iter().map(|named| &named.name));
        shared.apart.extend(names.filter(|name| !known(name)).cloned());
        shared
    }

    fn by_role(a: &Scenario, b: &Scenario) -> Self {
        let mut shared = Self { places: Vec::new(), memory: 0, apart: Vec::new() };
        for pair in surfaces(&a.layout, &b.layout) {
            match pair {
                (Some(surface), Some(other)) => shared.add_surface(surface, other),
                (surface, other) => shared.apart.extend(surface.or(other).map(|left| left.name.clone())),
            }
        }
        shared.memory = shared.places.len();
        let mut known: [HashSet<Place>; 2] = [HashSet::new(), HashSet::new()];
        for (of_a, of_b) in a.program.iter().zip(&b.program) {
            let lanes = usize::from(of_a.exec_size.min(of_b.exec_size));
            for (at, row) in of_a.row.operands().enumerate() {
                let direction = row.kind.direction();
                // Destinations have other names in each set, so they are paired by direction alone. Sources have the
                // names that operations give them.
                let is_counterpart = |other: Operand<OperandKind>| {
                    other.kind.direction() == direction
                        && (direction == Some(Direction::Out) || other.name == row.name)
                };
                let Some(there) = of_b.row.operands().position(is_counterpart) else { continue };
                let pair = |lane| of_a.operands[at].element(lane).zip(of_b.operands[there].element(lane));
                for (place, other) in (0..lanes).filter_map(pair) {
                    let is_known = known[0].contains(&place) || known[1].contains(&other);
                    if !is_known && place.size_bytes == other.size_bytes {
                        known[0].insert(place);
                        known[1].insert(other);
                        shared.places.push((place, other, whole(place)));
                    }
                }
            }
        }
        shared
    }

    fn add_surface(&mut self, surface: &Surface, other: &Surface) {
        let pair = |at| (surface.element(at), other.element(at), whole(surface.element(at)));
        self.places.extend((0..surface.count()).map(pair));
    }

    /// Returns the bytes in B for bytes of A, as many as there are, from the start of an element.
    pub fn partner(&self, bytes: Place) -> Option<Place> {
        let is_start = |place: &Place| (place.space, place.byte_offset) == (bytes.space, bytes.byte_offset);
        let (_, there, _) = self.places.iter().find(|(place, ..)| is_start(place))?;
        Some(Place { size_bytes: bytes.size_bytes, ..*there })
    }

    /// Returns the places where two states differ, with the names of A's layout and values in `format`.
    pub fn differing(
        &self,
        layout: &Layout,
        (a, b): (&State, &State),
        format: NumberFormat,
    ) -> Vec<Difference> {
        let differs =
            |&&(of_a, of_b, cell): &&(Place, Place, Cell)| masked(a, of_a, cell) != masked(b, of_b, cell);
        let difference = |&(of_a, of_b, cell): &(Place, Place, Cell)| Difference {
            place: cell_in_words(layout, cell),
            now: shown(layout, cell, masked(a, of_a, cell), format),
            then: shown(layout, cell, masked(b, of_b, cell), format),
        };
        self.places.iter().filter(differs).map(difference).collect()
    }

    /// Returns the places where the final states of two runs differ. If the runs stop differently, this difference
    /// comes first.
    pub fn differing_ends(
        &self,
        other: &Scenario,
        layout: &Layout,
        [a, b]: [&FinalState; 2],
        format: NumberFormat,
    ) -> Vec<Difference> {
        if a.stop == b.stop && other.layout == *layout && a.state == b.state {
            return Vec::new();
        }
        let mut ends = self.differing(layout, (&a.state, &b.state), format);
        if a.stop != b.stop {
            let (now, then) = (stop_in_words(a.stop), stop_in_words(b.stop));
            ends.insert(0, Difference { place: "the run".to_owned(), now, then });
        }
        ends
    }
}

/// The maximum number of places that are listed with their two values.
pub(super) const MOST_NAMED: usize = 64;

/// Returns the places whose contents differ between the moments of a run after `a` and after `b` micro-steps, and the number of
/// those that are not listed.
pub fn moment_differences(run: &Run, [a, b]: [u32; 2], format: NumberFormat) -> (Vec<Difference>, usize) {
    let layout = &run.scenario().layout;
    let mut differing =
        Shared::by_name(layout, layout).differing(layout, (&run.state(a), &run.state(b)), format);
    let more = differing.len().saturating_sub(MOST_NAMED);
    differing.truncate(MOST_NAMED);
    (differing, more)
}

fn stop_in_words(stop: Stop) -> String {
    match stop {
        Stop::End => "ends",
        Stop::Fault => "stops with an error",
        Stop::Budget | Stop::Early => "is too long",
        Stop::GaveUp => "waits forever",
    }
    .to_owned()
}

/// Returns every element of a layout as a cell: first surfaces, then variables, then the bits of predicates.
pub(super) fn cells(layout: &Layout) -> Vec<Cell> {
    Shared::by_name(layout, layout).places.into_iter().map(|(_, _, cell)| cell).collect()
}

fn whole(place: Place) -> Cell {
    Cell { place, mask: u64::MAX }
}

fn is_shaped_as(a: &Surface, b: &Surface) -> bool {
    (a.ty, a.extent) == (b.ty, b.extent)
}

/// Pairs the surfaces of two layouts: first those of equal name and shape, then the rest of equal shape, in order.
pub(super) fn surfaces<'l>(a: &'l Layout, b: &'l Layout) -> Vec<(Option<&'l Surface>, Option<&'l Surface>)> {
    let mut left: Vec<&Surface> = b.surfaces.iter().collect();
    let mut take = |surface: &Surface, by_name: bool| {
        let is_pair =
            |other: &&Surface| is_shaped_as(surface, other) && (!by_name || other.name == surface.name);
        left.iter().position(is_pair).map(|at| left.remove(at))
    };
    let named: Vec<Option<&Surface>> = a.surfaces.iter().map(|surface| take(surface, true)).collect();
    let mut pairs = Vec::new();
    for (surface, named) in a.surfaces.iter().zip(named) {
        pairs.push((Some(surface), named.or_else(|| take(surface, false))));
    }
    pairs.extend(left.into_iter().map(|other| (None, Some(other))));
    pairs
}

/// Returns the bits of a cell.
pub(super) fn masked(state: &State, place: Place, cell: Cell) -> Bits {
    let bits = state.read(place);
    Bits::new(bits.value & cell.mask, bits.defined & cell.mask)
}
