//! The factors of all machines at their ends.

use super::arrival::{Arrival, merge};
use super::causes::Causes;
use super::number::{Share, common_multiple};
use super::outcome::{Cell, Explored, Factor, Observation, Outcome, Question, covered, differ, merged};
use super::witness::Witness;
use crate::base::{Bits, LaneMask};
use crate::exec::Scenario;
use crate::machine::{Layout, Place, SpaceId, SpaceKind, State};
use indexmap::IndexMap;
use indexmap::map::Entry;
use num_bigint::BigUint;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// The end of a machine.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    pub state: State,
    /// Whether it has stopped before the program's end.
    pub is_stopped: bool,
    /// The lanes that wait forever.
    pub gave_up: LaneMask,
    /// The number of orders that lead to this outcome.
    pub orders: BigUint,
    /// One of these orders.
    pub witness: Witness,
    /// The number of ends that it represents.
    pub renamings: BigUint,
}

impl Ending {
    /// The end of a machine, of `of` orders in all.
    fn new(arrival: Arrival, of: &BigUint) -> Self {
        let Arrival { fork, share, witness, renamings, .. } = arrival;
        let (is_stopped, gave_up) = (fork.is_halted(), fork.gave_up());
        let (state, orders) = (fork.state().clone(), share.orders_of(of));
        Self { state, is_stopped, gave_up, orders, witness, renamings }
    }
}

/// Combines the machines at their ends with the factors that nothing accessed again. `common` is the share of the orders
/// that depend on neither.
pub(super) fn summary(
    scenario: &Scenario,
    question: &Question,
    mut done: Vec<Arrival>,
    mut factors: Vec<Factor>,
    common: Share,
) -> Explored {
    merge(&mut done);
    // A machine that has stopped has taken the turns of fewer loops. All are counted of the same number of orders.
    let of = done.iter().fold(BigUint::from(1u32), |of, arrival| common_multiple(&of, &arrival.share.of));
    let of_factors = factors.iter().map(|factor| &factor.orders).product::<BigUint>();
    let mut causes = Causes::default();
    if question.observed.is_empty() && question.errors.is_empty() {
        let orders = |arrival: &Arrival| arrival.share.orders_of(&of) * &common.orders * &of_factors;
        done.iter().for_each(|arrival| causes.add(&arrival.errors, &orders(arrival), &arrival.witness));
    }
    done.retain(|arrival| question.errors.iter().all(|error| arrival.errors.contains(error)));
    let done: Vec<Ending> = done.into_iter().map(|arrival| Ending::new(arrival, &of)).collect();
    let total = &of * &common.of * of_factors;
    let nothing = |end| Explored {
        end,
        factors: Vec::new(),
        orders: total.clone(),
        fitting: BigUint::ZERO,
        meetings: Vec::new(),
        is_stopped: false,
        gave_up: LaneMask::default(),
        causes: Vec::new(),
    };
    let Some(first) = done.first() else { return nothing(scenario.initial.clone()) };
    let mut end = first.state.clone();
    let (mut is_stopped, mut gave_up) = (first.is_stopped, first.gave_up);
    let mut always = common.orders;
    if done.len() == 1 {
        always *= &first.orders;
        if !first.witness.is_empty() {
            // The way to the end matters, though there is only one end.
            let orders = BigUint::from(1u32);
            let witness = first.witness.clone();
            let renamings = first.renamings.clone();
            let only = Outcome { values: Vec::new(), is_stopped, gave_up, orders, witness, renamings };
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
        if is_one && question.observed.is_empty() && question.errors.is_empty() {
            // Any of its orders leads to the same end.
            always *= factor.orders;
        } else {
            seen_at_end.push(factor);
        }
    }
    let mut factors = seen_at_end;
    name_elements(&scenario.layout, &end, &mut factors);
    for outcome in factors.iter_mut().flat_map(|factor| &mut factor.outcomes) {
        outcome.is_stopped |= is_stopped;
        outcome.gave_up.0 |= gave_up.0;
    }
    factors.iter_mut().for_each(sort);
    for seen in &question.observed {
        if !hold(seen, &end, &mut factors) {
            return nothing(end);
        }
    }
    for factor in &factors {
        let Some(outcome) = factor.outcomes.first() else { return nothing(end) };
        for (cell, bits) in factor.cells.iter().zip(&outcome.values) {
            let before = end.read(cell.place);
            end.write(cell.place, merged(before, *bits, cell.mask));
        }
    }
    let left = |factor: &Factor| factor.outcomes.iter().map(|outcome| &outcome.orders).sum::<BigUint>();
    let fitting = factors.iter().map(left).product::<BigUint>() * always;
    let (meetings, causes) = (Vec::new(), causes.sorted());
    Explored { end, factors, orders: total, fitting, meetings, is_stopped, gave_up, causes }
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
    let first = &done[0].state;
    let mut places = BTreeSet::new();
    let cells = others.iter().flat_map(|factor| &factor.cells);
    let divided: FxHashSet<Place> = cells.flat_map(|cell| elements(&scenario.layout, cell.place)).collect();
    for (number, space) in scenario.layout.spaces.iter().enumerate() {
        // A layout has fewer spaces than 2^16.
        let id = SpaceId(number as u16);
        if !is_observable(scenario, question, id) {
            continue;
        }
        for ending in done {
            for byte in differing(first, &ending.state, id) {
                let mut place = element_at(&scenario.layout, id, byte);
                if divided.contains(&place) && space.kind != SpaceKind::Predicate {
                    // Other factors decide other bytes of the element.
                    place = Place { byte_offset: byte, size_bytes: 1, ..place };
                }
                let key = |mask: u64| (id, place.byte_offset, place.size_bytes, mask);
                if space.kind == SpaceKind::Predicate {
                    // Each bit is an element.
                    let (a, b) = (first.read(place), ending.state.read(place));
                    let bits = (0..32).filter(|bit| differ(a, b, 1 << bit));
                    places.extend(bits.map(|bit| key(1 << bit)));
                } else {
                    places.insert(key(u64::MAX));
                }
            }
        }
    }
    let cell = |&(space, byte_offset, size_bytes, mask): &(SpaceId, u32, u32, u64)| Cell {
        place: Place { space, byte_offset, size_bytes },
        mask,
    };
    let cells: Vec<Cell> = places.iter().map(cell).collect();
    let outcome = |ending: &Ending| Outcome {
        values: cells.iter().map(|cell| cell.read(&ending.state)).collect(),
        is_stopped: ending.is_stopped,
        gave_up: ending.gave_up,
        orders: ending.orders.clone(),
        witness: ending.witness.clone(),
        renamings: ending.renamings.clone(),
    };
    // Some ends differ only in contents that the question does not ask for.
    let outcomes = merge_equal(done.iter().map(outcome));
    Factor { cells, orders: done.iter().map(|ending| &ending.orders).sum(), outcomes }
}

/// Merges outcomes with equal values that end equally.
fn merge_equal(outcomes: impl Iterator<Item = Outcome>) -> Vec<Outcome> {
    let mut merged = IndexMap::<_, Outcome, FxBuildHasher>::default();
    for outcome in outcomes {
        let key = (outcome.values.clone(), outcome.is_stopped, outcome.gave_up.0);
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

/// Returns the element that a byte belongs to.
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
        let mut cells: Vec<Cell> = Vec::new();
        for cell in &factor.cells {
            let whole: SmallVec<[Place; 8]> = elements(layout, cell.place).collect();
            let is_owner =
                cell.mask == u64::MAX && whole.iter().all(|element| owners[element] == Some(number));
            let named = if is_owner { &whole[..] } else { std::slice::from_ref(&cell.place) };
            let new = named.iter().map(|place| Cell { place: *place, mask: cell.mask });
            new.for_each(|cell| {
                if !cells.contains(&cell) {
                    cells.push(cell)
                }
            });
        }
        if cells == factor.cells {
            continue;
        }
        for outcome in &mut factor.outcomes {
            let value = |cell: &Cell| {
                let parts = factor.cells.iter().zip(&outcome.values);
                let parts = parts.map(|(part, bits)| covered(cell.place, *part, *bits));
                let all = parts.fold(end.read(cell.place), |all, (mask, bits)| merged(all, bits, mask));
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

/// Sorts the outcomes by their contents.
fn sort(factor: &mut Factor) {
    factor.outcomes.sort_by(|a, b| {
        let values = |outcome: &Outcome| {
            outcome.values.iter().map(|bits| (bits.value, bits.defined)).collect::<Vec<_>>()
        };
        let how = |outcome: &Outcome| (outcome.is_stopped, outcome.gave_up.0);
        (values(a), how(a), &a.witness).cmp(&(values(b), how(b), &b.witness))
    });
}
