//! What lies where at the end of a run, as a text can claim it.

use super::edit::spelt;
use super::outcomes::{CellPlace, element, place_of, shown};
use super::{Run, Session};
use crate::base::{Bits, ScalarType};
use crate::machine::{Layout, Place, State};
use crate::syntax::{Directive, ItemKind};
use std::collections::BTreeMap;

/// The most elements of a surface or variable that are told.
const MOST_ELEMENTS: usize = 64;

impl Session {
    /// What the outcomes of all orders follow from: the text without its `.order` and `.expect` lines, comments and blanks.
    pub fn apart_from_orders(&self) -> String {
        let is_apart = |kind: &ItemKind| matches!(kind, ItemKind::Directive(directive) if matches!(directive, Directive::Order(_) | Directive::Expect(_)));
        let items = self.document.in_force().filter(|item| !is_apart(&item.kind));
        items.map(|item| item.span.of(&self.text)).collect::<Vec<_>>().join("\n")
    }
}

/// What lies in cells at the end of a run.
pub fn values_at_end(run: &Run, places: &[CellPlace]) -> Vec<String> {
    let (layout, end) = (&run.scenario().layout, run.state(run.len()));
    let value = |place: &CellPlace| {
        let cell = place_of(*place);
        let bits = end.read(cell.place);
        shown(layout, cell, Bits::new(bits.value & cell.mask, bits.defined & cell.mask))
    };
    places.iter().map(value).collect()
}

/// What lies in cells, as `.expect possible` has it between its braces; `None` where it has no words for one of them.
pub fn claim(run: &Run, places: &[CellPlace], values: &[String]) -> Option<String> {
    let layout = &run.scenario().layout;
    let mut claims = BTreeMap::<String, Vec<String>>::new();
    for (place, value) in places.iter().zip(values) {
        let (name, index) = place.bit.map_or_else(
            || {
                let whole = place_of(*place).place;
                let (name, index, ty) = element(layout, whole);
                let is_element = ty.size_bytes() as u32 == whole.size_bytes && is_aligned(layout, whole);
                is_element.then_some((name, index))
            },
            |bit| Some((element(layout, place_of(*place).place).0, usize::from(bit))),
        )?;
        let list = claims.entry(name).or_default();
        // One number alone would be the mask of a predicate.
        let least = index + 1 + usize::from(place.bit.is_some());
        list.resize(list.len().max(least), "_".to_owned());
        list[index].clone_from(value);
    }
    Some(joined(claims))
}

/// Whether a place is an element of the surface or variable that it lies in.
fn is_aligned(layout: &Layout, place: Place) -> bool {
    match layout.surface_in(place.space) {
        Some(surface) => surface.element_at(place).is_some_and(|at| surface.element(at) == place),
        None => layout.variable_at(place).is_some_and(|(variable, at)| variable.element(at) == place),
    }
}

/// What a run has changed, as somebody would write down what they have seen.
pub fn seen_at_end(run: &Run) -> String {
    let (layout, end) = (&run.scenario().layout, run.state(run.len()));
    let initial = &run.scenario().initial;
    let surfaces = layout.surfaces.iter().map(|surface| {
        let places = (0..surface.count().min(MOST_ELEMENTS)).map(|at| surface.element(at)).collect();
        (surface.name.clone(), surface.ty, places)
    });
    let variables = layout.variables.iter().map(|variable| {
        let places = (0..variable.count.min(MOST_ELEMENTS)).map(|at| variable.element(at)).collect();
        (variable.name.clone(), variable.ty, places)
    });
    let changed = |(name, ty, places): (String, ScalarType, Vec<Place>)| {
        let is_changed = |place: &Place| end.read(*place) != initial.read(*place);
        let last = places.iter().rposition(is_changed)?;
        let value = |place: &Place| told(&end, *place, ty);
        Some((name, places[..=last].iter().map(value).collect()))
    };
    joined(surfaces.chain(variables).filter_map(changed))
}

fn told(end: &State, place: Place, ty: ScalarType) -> String {
    let bits = end.read(place);
    if bits.is_defined(ty.width_bits()) { spelt(bits, ty) } else { "_".to_owned() }
}

fn joined(claims: impl IntoIterator<Item = (String, Vec<String>)>) -> String {
    let claim = |(name, values): (String, Vec<String>)| format!("{name} = {}", values.join(" "));
    claims.into_iter().map(claim).collect::<Vec<_>>().join("; ")
}
