//! The final contents of a run, in the words of `.expect`.

use super::outcomes::{CellPlace, SeenReport};
use crate::base::{NumberFormat, ScalarType};
use crate::exec::Run;
use crate::explore::Cell;
use crate::machine::{Layout, Place, State};
use crate::session::text::{Session, cell_in_words, element, is_element, shown, spelt};
use crate::syntax::{Directive, ItemKind};
use std::collections::BTreeMap;

/// The maximum number of elements of a surface or variable that are listed.
const MOST_ELEMENTS: usize = 64;

impl Session {
    /// Returns the text without everything that cannot change the outcomes of all orders: `.order` and `.expect` lines,
    /// comments and blank lines.
    pub fn apart_from_orders(&self) -> String {
        let is_apart =
            |kind: &ItemKind| matches!(kind, ItemKind::Directive(Directive::Order(_) | Directive::Expect(_)));
        let items = self.document.in_force().filter(|item| !is_apart(&item.kind));
        items.map(|item| item.span.of(&self.text)).collect::<Vec<_>>().join("\n")
    }
}

/// Returns the final values of cells.
pub fn values_at_end(run: &Run, places: &[CellPlace]) -> Vec<String> {
    let (layout, end) = (&run.scenario().layout, run.state(run.len()));
    let value = |place: &CellPlace| {
        let cell = place.cell();
        shown(layout, cell, cell.read(&end), NumberFormat::Auto)
    };
    places.iter().map(value).collect()
}

/// Returns a claim that cells have these values, as written between the braces of `.expect possible`. `None` if a cell
/// is neither a whole element nor a bit of a predicate.
pub fn claim_in_words(run: &Run, places: &[CellPlace], values: &[String]) -> Option<String> {
    let layout = &run.scenario().layout;
    let mut claims = BTreeMap::<String, Vec<String>>::new();
    for (place, value) in places.iter().zip(values) {
        let (name, index) = place.bit.map_or_else(
            || {
                let whole = place.place;
                let (name, index, _) = element(layout, whole);
                is_element(layout, whole).then_some((name, index))
            },
            |bit| Some((element(layout, place.place).0, usize::from(bit))),
        )?;
        // A list of one number would be read as the mask of the predicate.
        let predicate = place.bit.and_then(|_| layout.predicate(&name));
        let least = predicate.map_or(index + 1, |predicate| (index + 1).max(2.min(predicate.count)));
        let list = claims.entry(name).or_default();
        list.resize(list.len().max(least), "_".to_owned());
        list[index].clone_from(value);
    }
    Some(joined(claims))
}

/// Returns all final contents that the run has changed, as an observer would write them in `.expect`.
pub fn changed_at_end(run: &Run) -> String {
    same_in_every_order(run, &[], true)
}

/// Returns the contents that a run has changed and that every order leaves the same, as `.expect` writes them.
/// `varying` lists the cells that depend on the order. Variables are included if `has_variables` is set.
pub fn same_in_every_order(run: &Run, varying: &[CellPlace], has_variables: bool) -> String {
    let (end, initial) = (run.state(run.len()), &run.scenario().initial);
    let lists = lists(&run.scenario().layout).filter(|list| has_variables || !list.is_variable);
    let changed = |list: ListedElements| {
        let is_fixed = |place: &Place| !is_among(*place, varying);
        let is_changed = |place: &Place| is_fixed(place) && end.read(*place) != initial.read(*place);
        let last = list.places.iter().rposition(is_changed)?;
        let value = |place: &Place| {
            if is_fixed(place) { claimed_value(&end, *place, list.ty) } else { "_".to_owned() }
        };
        Some((list.name, list.places[..=last].iter().map(value).collect()))
    };
    joined(lists.filter_map(changed))
}

/// Returns the lanes that get one value in every order, each with its destination and that value. `varying` are the
/// cells that depend on the order.
pub fn results_in_every_order(run: &Run, varying: &[CellPlace]) -> Vec<SeenReport> {
    let layout = &run.scenario().layout;
    let end = run.state(run.len());
    let mut all = Vec::new();
    let variables = lists(layout).filter(|list| list.is_variable);
    let places = variables.flat_map(|list| list.places).filter(|place| !is_among(*place, varying));
    let places: Vec<Place> = places.collect();
    for (&place, writer) in places.iter().zip(run.last_writers(&places, run.len())) {
        if let Some((_, Some(lane))) = writer {
            let cell = Cell { place, mask: u64::MAX };
            all.push(SeenReport {
                lane: lane.0,
                place: cell_in_words(layout, cell),
                count: 1,
                values: vec![(shown(layout, cell, end.read(place), NumberFormat::Auto), 1.0)],
            });
        }
    }
    all.sort_by_key(|seen| seen.lane);
    all
}

/// The first elements of a surface or a variable, at most [`MOST_ELEMENTS`].
struct ListedElements {
    name: String,
    ty: ScalarType,
    places: Vec<Place>,
    is_variable: bool,
}

fn lists(layout: &Layout) -> impl Iterator<Item = ListedElements> + '_ {
    let surfaces = layout.surfaces.iter().map(|surface| ListedElements {
        name: surface.name.clone(),
        ty: surface.ty,
        places: (0..surface.count().min(MOST_ELEMENTS)).map(|at| surface.element(at)).collect(),
        is_variable: false,
    });
    let variables = layout.variables.iter().map(|variable| ListedElements {
        name: variable.name.clone(),
        ty: variable.ty,
        places: (0..variable.count.min(MOST_ELEMENTS)).map(|at| variable.element(at)).collect(),
        is_variable: true,
    });
    surfaces.chain(variables)
}

fn is_among(place: Place, cells: &[CellPlace]) -> bool {
    cells.iter().any(|cell| cell.place.overlaps(place))
}

fn claimed_value(end: &State, place: Place, ty: ScalarType) -> String {
    let bits = end.read(place);
    if bits.is_defined(ty.width_bits()) { spelt(bits, ty) } else { "_".to_owned() }
}

fn joined(claims: impl IntoIterator<Item = (String, Vec<String>)>) -> String {
    let claim = |(name, values): (String, Vec<String>)| format!("{name} = {}", values.join(" "));
    claims.into_iter().map(claim).collect::<Vec<_>>().join("; ")
}
