//! The factors of all machines at their ends.

use super::arrival::{Arrival, Ending, merge};
use super::number::Share;
use super::outcome::Causes;
use super::outcome::{Cell, Explored, Factor, Meeting, Observation, Outcome, Question, covered, differ};
use crate::base::{Bits, LaneMask};
use crate::exec::Scenario;
use crate::machine::{Layout, Place, SpaceId, SpaceKind, State};
use indexmap::map::Entry;
use indexmap::{IndexMap, IndexSet};
use num_bigint::BigUint;
use num_integer::Integer;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// Combines the machines at their ends with the factors that nothing accessed again. `common` is the share of the orders
/// that depend on neither.
pub(super) fn summary(
    scenario: &Scenario,
    question: &Question,
    mut done: Vec<Arrival>,
    mut factors: Vec<Factor>,
    common: Share,
    meetings: Vec<Meeting>,
) -> Explored {
    merge(&mut done);
    // A machine that has stopped has taken the turns of fewer loops. All are counted of the same number of orders.
    let of = done.iter().fold(BigUint::from(1u32), |of, arrival| of.lcm(&arrival.share.of));
    let of_factors = factors.iter().map(|factor| &factor.orders).product::<BigUint>();
    let mut causes = Causes::default();
    let all_count = question.observed.is_empty() && question.errors.is_empty();
    if all_count {
        let orders = |arrival: &Arrival| arrival.share.orders_of(&of) * &common.orders * &of_factors;
        done.iter().for_each(|arrival| causes.add(&arrival.errors, &orders(arrival), &arrival.witness));
    }
    done.retain(|arrival| question.errors.iter().all(|error| arrival.errors.contains(error)));
    let done: Vec<Ending> = done.into_iter().map(|arrival| arrival.ending(&of)).collect();
    // Nothing fits, unless it is found to.
    let mut explored = Explored {
        end: scenario.initial.clone(),
        factors: Vec::new(),
        orders: &of * &common.of * of_factors,
        fitting: BigUint::ZERO,
        meetings,
        is_stopped: false,
        gave_up: LaneMask::default(),
        causes: causes.sorted(),
    };
    let Some((state, first)) = done.first() else { return explored };
    explored.end = state.clone();
    let (mut is_stopped, mut gave_up) = (first.is_stopped, first.gave_up);
    let mut always = common.orders;
    if done.len() == 1 {
        always *= &first.orders;
        if !first.witness.0.is_empty() {
            // The way to the end matters, though there is only one end.
            let only = Outcome { orders: BigUint::from(1u32), ..first.clone() };
            factors.push(Factor { cells: Vec::new(), outcomes: vec![only], orders: BigUint::from(1u32) });
        }
    } else {
        let joint = joint(scenario, question, &done, &factors);
        if joint.outcomes.len() > 1 {
            // Each outcome says how it ends.
            (is_stopped, gave_up) = (false, LaneMask::default());
        }
        factors.push(Factor { orders: of, ..joint });
    }
    let mut seen_at_end = Vec::new();
    for factor in factors {
        let factor = observable(scenario, question, factor);
        let is_one = factor.cells.is_empty()
            && matches!(&factor.outcomes[..], [only] if only.renamings == BigUint::from(1u32));
        if is_one && all_count {
            // Any of its orders leads to the same end.
            always *= factor.orders;
        } else {
            seen_at_end.push(factor);
        }
    }
    let mut factors = seen_at_end;
    name_elements(&scenario.layout, &explored.end, &mut factors);
    for outcome in factors.iter_mut().flat_map(|factor| &mut factor.outcomes) {
        outcome.is_stopped |= is_stopped;
        outcome.gave_up.0 |= gave_up.0;
    }
    factors.iter_mut().for_each(sort);
    for seen in &question.observed {
        if !hold(seen, &explored.end, &mut factors) {
            return explored;
        }
    }
    for factor in &factors {
        let Some(outcome) = factor.outcomes.first() else { return explored };
        factor.write(outcome, &mut explored.end);
    }
    let fitting = factors.iter().map(Factor::fitting).product::<BigUint>() * always;
    Explored { factors, fitting, is_stopped, gave_up, ..explored }
}

/// Returns whether the question asks for the contents of a space at the end of a run. A scenario that notes breaches
/// asks for these alone.
pub(super) fn is_observable(scenario: &Scenario, question: &Question, space: SpaceId) -> bool {
    if let Some(breaches) = scenario.breaches {
        return space == breaches.space;
    }
    scenario.layout.space(space).kind == SpaceKind::Surface
        || question.results
        || question.observed.iter().any(|seen| seen.place.space == space)
}

/// Removes the cells of a factor that the question does not ask for, and merges outcomes that differ only in those. The
/// machine has stopped, so it reads no cell any more.
fn observable(scenario: &Scenario, question: &Question, factor: Factor) -> Factor {
    let Factor { cells, outcomes, orders } = factor;
    let stays: Vec<bool> =
        cells.iter().map(|cell| is_observable(scenario, question, cell.place.space)).collect();
    let kept = |cell: &usize| stays[*cell];
    let cells: Vec<Cell> = (0..cells.len()).filter(kept).map(|cell| cells[cell]).collect();
    let shortened = outcomes.into_iter().map(|mut outcome| {
        outcome.values = (0..outcome.values.len()).filter(kept).map(|cell| outcome.values[cell]).collect();
        outcome
    });
    let outcomes = merge_equal(shortened);
    Factor { cells, outcomes, orders }
}

/// Returns the ends as one factor, whose cells are the places in which they differ. There is at least one end. `others` are the
/// factors that the ends do not depend on.
pub(super) fn joint(scenario: &Scenario, question: &Question, done: &[Ending], others: &[Factor]) -> Factor {
    let (first, _) = &done[0];
    let mut parts = BTreeSet::new();
    let cells = others.iter().flat_map(|factor| &factor.cells);
    let divided: FxHashSet<Place> = cells.flat_map(|cell| elements(&scenario.layout, cell.place)).collect();
    for space in scenario.layout.space_ids().filter(|space| is_observable(scenario, question, *space)) {
        for (state, _) in done {
            for byte in differing(first, state, space) {
                let place = element_at(&scenario.layout, space, byte);
                if scenario.layout.space(space).kind == SpaceKind::Predicate {
                    // Each bit is an element.
                    let (a, b) = (first.read(place), state.read(place));
                    let bits = (0..32).map(|bit| 1 << bit).filter(|bit| differ(a, b, *bit));
                    parts.extend(bits.map(|bit| (place, bit)));
                } else if divided.contains(&place) {
                    // Other factors decide other bytes of the element.
                    parts.insert((Place { byte_offset: byte, size_bytes: 1, ..place }, u64::MAX));
                } else {
                    parts.insert((place, u64::MAX));
                }
            }
        }
    }
    let cells: Vec<Cell> = parts.into_iter().map(|(place, mask)| Cell { place, mask }).collect();
    let outcome = |(state, outcome): &Ending| {
        let values = cells.iter().map(|cell| cell.read(state)).collect();
        Outcome { values, ..outcome.clone() }
    };
    // Some ends differ only in contents that the question does not ask for.
    let outcomes = merge_equal(done.iter().map(outcome));
    Factor { cells, orders: done.iter().map(|(_, outcome)| &outcome.orders).sum(), outcomes }
}

fn merge_equal(outcomes: impl Iterator<Item = Outcome>) -> Vec<Outcome> {
    let mut merged = IndexMap::<_, Outcome, FxBuildHasher>::default();
    for outcome in outcomes {
        let key = (outcome.values.clone(), outcome.is_stopped, outcome.gave_up);
        match merged.entry(key) {
            Entry::Occupied(mut same) => same.get_mut().orders += outcome.orders,
            Entry::Vacant(new) => _ = new.insert(outcome),
        }
    }
    merged.into_values().collect()
}

/// Returns the bytes of a space in which two states differ.
fn differing<'a>(a: &'a State, b: &'a State, space: SpaceId) -> impl Iterator<Item = u32> + 'a {
    let (a, b) = (a.space(space), b.space(space));
    // Most spaces are shared.
    let count = if std::ptr::eq(a, b) { 0 } else { a.value.len() };
    let differs =
        move |byte: &usize| a.value[*byte] != b.value[*byte] || a.defined[*byte] != b.defined[*byte];
    // A space is far below 4 GiB.
    (0..count).filter(differs).map(|byte| byte as u32)
}

fn element_at(layout: &Layout, space: SpaceId, byte_offset: u32) -> Place {
    let byte = Place { space, byte_offset, size_bytes: 1 };
    let surface = layout.surface_in(space);
    let of_surface =
        surface.and_then(|surface| Some(surface.element(surface.element_of(byte_offset as usize)?)));
    let of_variable = || layout.variable_at(byte).map(|(variable, element)| variable.element(element));
    let of_predicate = || {
        let is_predicate = layout.space(space).kind == SpaceKind::Predicate;
        is_predicate.then_some(Place { byte_offset: 0, size_bytes: 4, ..byte })
    };
    of_surface.or_else(of_variable).or_else(of_predicate).unwrap_or(byte)
}

/// Returns the elements that a place shares bytes with.
fn elements(layout: &Layout, place: Place) -> impl Iterator<Item = Place> {
    let mut last = None;
    (0..place.size_bytes).filter_map(move |byte| {
        let element = element_at(layout, place.space, place.byte_offset + byte);
        (last.replace(element) != Some(element)).then_some(element)
    })
}

/// Replaces the cells of each factor by whole elements, if no other factor decides a part of these. `end` holds the bytes that no
/// factor decides.
fn name_elements(layout: &Layout, end: &State, factors: &mut [Factor]) {
    // The factor that decides parts of each element; `None` if there are several.
    let mut owners = FxHashMap::<Place, Option<usize>>::default();
    for (number, factor) in factors.iter().enumerate() {
        for element in factor.cells.iter().flat_map(|cell| elements(layout, cell.place)) {
            let owner = owners.entry(element).or_insert(Some(number));
            *owner = owner.filter(|owner| *owner == number);
        }
    }
    for (number, factor) in factors.iter_mut().enumerate() {
        let mut cells: IndexSet<Cell, FxBuildHasher> = IndexSet::default();
        for cell in &factor.cells {
            let whole: SmallVec<[Place; 8]> = elements(layout, cell.place).collect();
            let is_owner =
                cell.mask == u64::MAX && whole.iter().all(|element| owners[element] == Some(number));
            let named = if is_owner { &whole[..] } else { std::slice::from_ref(&cell.place) };
            cells.extend(named.iter().map(|place| Cell { place: *place, mask: cell.mask }));
        }
        let cells: Vec<Cell> = cells.into_iter().collect();
        if cells == factor.cells {
            continue;
        }
        for outcome in &mut factor.outcomes {
            let value = |cell: &Cell| {
                let parts = factor.cells.iter().zip(&outcome.values);
                let parts = parts.map(|(part, bits)| covered(cell.place, *part, *bits));
                let all = parts.fold(end.read(cell.place), |all, (mask, bits)| all.replaced(mask, bits));
                all.masked(cell.mask)
            };
            outcome.values = cells.iter().map(value).collect();
        }
        factor.cells = cells;
    }
}

/// Keeps the outcomes that have the observed contents. Returns whether the contents that no order changes are as observed.
fn hold(seen: &Observation, end: &State, factors: &mut [Factor]) -> bool {
    let mut left = seen.mask;
    for factor in factors {
        let mut mask = 0;
        for (number, cell) in factor.cells.iter().enumerate() {
            let (of_cell, _) = covered(seen.place, *cell, Bits::UNDEFINED);
            factor.outcomes.retain(|outcome| {
                let (_, bits) = covered(seen.place, *cell, outcome.values[number]);
                !differ(bits, seen.bits, of_cell & left)
            });
            mask |= of_cell;
        }
        left &= !mask;
    }
    !differ(end.read(seen.place), seen.bits, left)
}

fn sort(factor: &mut Factor) {
    factor.outcomes.sort_by(|a, b| {
        let values = |outcome: &Outcome| {
            outcome.values.iter().map(|bits| (bits.value, bits.defined)).collect::<Vec<_>>()
        };
        let how = |outcome: &Outcome| (outcome.is_stopped, outcome.gave_up.0);
        (values(a), how(a), &a.witness).cmp(&(values(b), how(b), &b.witness))
    });
}
