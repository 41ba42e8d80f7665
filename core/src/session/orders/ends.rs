//! The final contents of a run, in the words of `.expect`.

use super::outcomes::SeenReport;
use crate::base::NumberFormat;
use crate::exec::Run;
use crate::explore::Cell;
use crate::machine::{Declaration, Place};
use crate::session::text::{Session, cell_in_words, element_of, is_element, spelt, value_in_words};
use crate::syntax::{Directive, ItemKind};
use std::collections::BTreeMap;

/// The maximum number of elements of a surface or variable that are listed.
const MOST_ELEMENTS: usize = 64;

impl Session {
    /// Returns the text without everything that cannot change the outcomes of all orders: `.order` and `.expect` lines,
    /// comments and blank lines.
    pub fn apart_from_orders(&self) -> String {
        let is_apart = |kind: &ItemKind| {
            matches!(kind, ItemKind::Directive(Directive::Order(_) | Directive::Expect(_), _))
        };
        let items = self.document.base_items().filter(|item| !is_apart(&item.kind));
        items.map(|item| item.span.of(&self.text)).collect::<Vec<_>>().join("\n")
    }
}

/// Returns the final values of cells.
pub fn values_at_end(run: &Run, cells: &[Cell]) -> Vec<String> {
    let (layout, end) = (&run.scenario().layout, run.state(run.len()));
    cells.iter().map(|cell| value_in_words(layout, *cell, cell.read(&end), NumberFormat::Auto)).collect()
}

/// Returns a claim that cells have these values, as written between the braces of `.expect possible`. `None` if a cell
/// is neither a whole element nor a bit of a predicate.
pub fn claim_in_words(run: &Run, cells: &[Cell], values: &[String]) -> Option<String> {
    let layout = &run.scenario().layout;
    let mut claims = BTreeMap::<String, Vec<String>>::new();
    for (cell, value) in cells.iter().zip(values) {
        let (name, index, _) = element_of(layout, cell.place);
        let (index, least) = match (cell.bit(), layout.predicate(&name)) {
            // A list of one number would be read as the mask of the predicate.
            (Some(bit), Some(predicate)) => (usize::from(bit), 2.min(predicate.count)),
            _ if is_element(layout, cell.place) => (index, 0),
            _ => return None,
        };
        let list = claims.entry(name).or_default();
        list.resize(list.len().max(index + 1).max(least), "_".to_owned());
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
pub fn same_in_every_order(run: &Run, varying: &[Cell], has_variables: bool) -> String {
    let (end, initial) = (run.state(run.len()), &run.scenario().initial);
    let is_listed = |list: &Declaration| match list {
        Declaration::Surface(_) => true,
        Declaration::Variable(_) => has_variables,
        Declaration::Predicate(_) => false,
    };
    let changed = |list: Declaration| {
        let is_fixed = |place: &Place| !is_among(*place, varying);
        let is_changed = |place: &Place| is_fixed(place) && end.read(*place) != initial.read(*place);
        let places: Vec<Place> = first_elements(list).collect();
        let last = places.iter().rposition(is_changed)?;
        let value = |place: &Place| {
            let (bits, ty) = (end.read(*place), list.ty());
            let is_known = is_fixed(place) && bits.is_defined(ty.width_bits());
            if is_known { spelt(bits, ty) } else { "_".to_owned() }
        };
        Some((list.name().to_owned(), places[..=last].iter().map(value).collect()))
    };
    joined(Declaration::all(&run.scenario().layout).filter(is_listed).filter_map(changed))
}

/// Returns the lanes that get one value in every order, each with its destination and that value. `varying` are the
/// cells that depend on the order.
pub fn results_in_every_order(run: &Run, varying: &[Cell]) -> Vec<SeenReport> {
    let layout = &run.scenario().layout;
    let end = run.state(run.len());
    let mut all = Vec::new();
    let variables = Declaration::all(layout).filter(|list| matches!(list, Declaration::Variable(_)));
    let places: Vec<Place> =
        variables.flat_map(first_elements).filter(|place| !is_among(*place, varying)).collect();
    for (&place, writer) in places.iter().zip(run.last_writers(&places, run.len())) {
        if let Some((_, Some(lane))) = writer {
            let value = value_in_words(layout, Cell::from(place), end.read(place), NumberFormat::Auto);
            all.push(SeenReport {
                lane: lane.0,
                place: cell_in_words(layout, Cell::from(place)),
                count: 1,
                values: vec![(value, 1.0)],
            });
        }
    }
    all.sort_by_key(|seen| seen.lane);
    all
}

/// Returns the first elements of a surface or a variable, at most [`MOST_ELEMENTS`].
fn first_elements(list: Declaration) -> impl Iterator<Item = Place> {
    list.cells().take(MOST_ELEMENTS).map(|cell| cell.place)
}

fn is_among(place: Place, cells: &[Cell]) -> bool {
    cells.iter().any(|cell| cell.place.overlaps(place))
}

fn joined(claims: impl IntoIterator<Item = (String, Vec<String>)>) -> String {
    let claim = |(name, values): (String, Vec<String>)| format!("{name} = {}", values.join(" "));
    claims.into_iter().map(claim).collect::<Vec<_>>().join("; ")
}
