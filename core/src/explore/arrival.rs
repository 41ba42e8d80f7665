//! A machine on its way through a scenario. There are several if earlier orders have made a difference.

use super::group_end::GroupEnd;
use super::loop_search::GroupEnds;
use super::number::{OrderCounts, Share};
use super::outcome::Errors;
use super::outcome::{Cell, Factor, Outcome};
use super::witness::{LoopId, Witness};
use crate::base::{Bits, LaneMask};
use crate::exec::{Fork, Scenario};
use crate::machine::{Layout, Place, SpaceId, SpaceKind, State};
use indexmap::map::Entry;
use indexmap::{IndexMap, IndexSet};
use num_bigint::BigUint;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::rc::Rc;

/// The end of a machine: its memory, and an outcome that has no values yet.
pub(super) type Ending = (State, Outcome);

/// A machine, and the share of the orders so far that lead to it.
#[derive(Clone, Debug)]
pub(super) struct Arrival {
    pub fork: Fork,
    pub share: Share,
    /// One of these orders.
    pub witness: Witness,
    /// The number of states that it represents. They differ in which of the interchangeable lanes has which result.
    pub renamings: BigUint,
    /// The lanes that have written each byte of memory in earlier loops of the current instruction.
    pub written: Rc<FxHashMap<(SpaceId, u32), LaneMask>>,
    pub errors: Errors,
}

impl Arrival {
    pub fn new(scenario: &Scenario) -> Self {
        Self {
            fork: Fork::new(scenario),
            share: Share::whole(),
            witness: Witness::default(),
            renamings: BigUint::from(1u32),
            written: Rc::default(),
            errors: Errors::default(),
        }
    }

    /// Returns the machine with an outcome of a factor whose cells it has not accessed so far.
    pub fn with(&self, factor: &Factor, outcome: &Outcome) -> Self {
        let mut arrival = self.clone();
        for (cell, bits) in factor.cells.iter().zip(&outcome.values) {
            arrival.fork.write(cell.place, cell.mask, *bits);
        }
        arrival.share = arrival.share.times(&outcome.orders, &factor.orders);
        arrival.renamings *= &outcome.renamings;
        arrival.witness.join(&outcome.witness);
        arrival
    }

    /// Returns its end, if there are `of` orders in all.
    pub fn ending(self, of: &BigUint) -> Ending {
        let Self { fork, share, witness, renamings, .. } = self;
        let (is_stopped, gave_up, orders) = (fork.is_halted(), fork.gave_up(), share.orders_of(of));
        let outcome = Outcome { values: Vec::new(), is_stopped, gave_up, orders, witness, renamings };
        (fork.state().clone(), outcome)
    }
}

/// Merges machines between instructions that are in the same state, and stopped machines with the same state and errors.
pub(super) fn merge(arrivals: &mut Vec<Arrival>) {
    let mut merged = IndexMap::<_, Arrival, FxBuildHasher>::default();
    for arrival in arrivals.drain(..) {
        let key = (arrival.fork.state().clone(), arrival.errors.kinds(), arrival.fork.gave_up());
        match merged.entry(key) {
            Entry::Occupied(mut same) => {
                same.get_mut().share.add(&arrival.share);
                same.get_mut().errors.join(&arrival.errors);
            }
            Entry::Vacant(new) => _ = new.insert(arrival),
        }
    }
    arrivals.extend(merged.into_values());
}

/// Returns the machine after a loop, with one end of each group.
fn after_ends(scenario: &Scenario, arrival: &Arrival, chosen: &[(&GroupEnds, &GroupEnd)]) -> Fork {
    let mut fork = arrival.fork.clone();
    for (place, mask, bits) in chosen.iter().flat_map(|(_, end)| &end.written) {
        fork.write(*place, *mask, *bits);
    }
    if chosen.iter().any(|(group, _)| group.has_changed) {
        fork.note_change();
    }
    let trapped = chosen.iter().flat_map(|(_, end)| end.trapped.iter().copied());
    let all = |mask: fn(&GroupEnds, &GroupEnd) -> LaneMask| {
        LaneMask(chosen.iter().fold(0, |all, (group, end)| all | mask(group, end).0))
    };
    if chosen.iter().any(|(_, end)| end.is_stopped) {
        fork.stop(all(|group, _| group.stopping), trapped);
        return fork;
    }
    fork.end_turns(scenario, trapped);
    let waiting = all(|_, end| end.waiting);
    if !waiting.is_empty() {
        fork.give_up(waiting);
    }
    fork
}

/// Ends a loop whose groups are independent of each other. Returns a factor for each group with several ends, whose cells keep
/// their contents in the machine, and the share of the orders of the other groups that lead on. With `shows_order`, the machine
/// lists an order also if any order leads there.
pub(super) fn end_independent(
    scenario: &Scenario,
    arrival: &mut Arrival,
    groups: &[GroupEnds],
    shows_order: bool,
) -> (Vec<Factor>, Share) {
    let (loop_id, before) = (arrival.fork.current_loop(), arrival.fork.state().clone());
    let counts = arrival.fork.order_counts(scenario);
    let one = || BigUint::from(1u32);
    let first = groups.iter().filter_map(|group| Some((group, group.ends.first()?)));
    arrival.fork = after_ends(scenario, arrival, &first.collect::<Vec<_>>());
    if !counts {
        let is_contradicted = groups.iter().any(|group| group.ends.is_empty());
        let no_outcome = || Factor { cells: Vec::new(), outcomes: Vec::new(), orders: one() };
        return (is_contradicted.then(no_outcome).into_iter().collect(), Share::whole());
    }
    let turns = |group: &GroupEnds| group.orders.turns().unwrap_or(0);
    let lengths = groups.iter().map(|group| OrderCounts::new(turns(group), one()));
    let interleavings = lengths.reduce(|a, b| a.interleaved(&b)).map_or_else(one, |orders| orders.total());
    let mut share = Share::whole().times(&interleavings, &interleavings);
    let mut factors = Vec::new();
    for group in groups {
        if let [end] = &group.ends[..]
            && end.renamings == one()
        {
            share = share.times(&end.orders.total(), &group.orders.total());
            if shows_order {
                arrival.witness.add(loop_id, &end.witness);
            }
            continue;
        }
        let factor = factor(&scenario.layout, &before, loop_id, group);
        for cell in &factor.cells {
            arrival.fork.write(cell.place, cell.mask, before.read(cell.place));
        }
        factors.push(factor);
    }
    (factors, share)
}

/// Returns the machines after a loop, one for each combination of ends. `None` if there are more than `most`.
pub(super) fn after_each(
    scenario: &Scenario,
    arrival: &Arrival,
    groups: &[GroupEnds],
    most: usize,
) -> Option<Vec<Arrival>> {
    let (loop_id, counts) = (arrival.fork.current_loop(), arrival.fork.order_counts(scenario));
    let count = groups.iter().try_fold(1usize, |count, group| count.checked_mul(group.ends.len()))?;
    if count > most {
        return None;
    }
    let mut combinations: Vec<Vec<(&GroupEnds, &GroupEnd)>> = vec![Vec::new()];
    for group in groups {
        let with = |chosen: &Vec<(_, _)>| {
            let chosen = chosen.clone();
            group.ends.iter().map(move |end| [&chosen[..], &[(group, end)]].concat()).collect::<Vec<_>>()
        };
        combinations = combinations.iter().flat_map(with).collect();
    }
    let total =
        |orders: Option<OrderCounts>| orders.map_or_else(|| BigUint::from(1u32), |orders| orders.total());
    let of = total(groups.iter().map(|group| group.orders.clone()).reduce(|a, b| a.interleaved(&b)));
    let next = |chosen: &Vec<(&GroupEnds, &GroupEnd)>| {
        let mut next = arrival.clone();
        if counts {
            let orders = chosen.iter().map(|(_, end)| end.orders.clone()).reduce(|a, b| a.interleaved(&b));
            chosen.iter().for_each(|(_, end)| next.witness.add(loop_id, &end.witness));
            next.share = next.share.times(&total(orders), &of);
        }
        next.renamings *= chosen.iter().map(|(_, end)| &end.renamings).product::<BigUint>();
        next.fork = after_ends(scenario, arrival, chosen);
        next
    };
    Some(combinations.iter().map(next).collect())
}

/// Returns the ends of a group as a factor. `before` holds the contents before the loop.
fn factor(layout: &Layout, before: &State, loop_id: LoopId, group: &GroupEnds) -> Factor {
    // Each bit of a predicate is an element.
    let parts = |&(place, mask, _): &(Place, u64, Bits)| match layout.space(place.space).kind {
        SpaceKind::Predicate => (0..32).map(|bit| mask & 1 << bit).filter(|mask| *mask != 0).collect(),
        _ => vec![mask],
    };
    let written = group.ends.iter().flat_map(|end| &end.written);
    let cells = written.flat_map(|part| parts(part).into_iter().map(|mask| Cell { place: part.0, mask }));
    let cells: IndexSet<Cell, FxBuildHasher> = cells.collect();
    let value = |end: &GroupEnd, cell: &Cell| {
        let is_cell = |(place, mask, _): &&(Place, u64, Bits)| *place == cell.place && mask & cell.mask != 0;
        let written = end.written.iter().find(is_cell).map(|(.., bits)| *bits);
        written.unwrap_or_else(|| before.read(cell.place)).masked(cell.mask)
    };
    let values = group.ends.iter().map(|end| cells.iter().map(|cell| value(end, cell)).collect::<Vec<_>>());
    let values: Vec<Vec<Bits>> = values.collect();
    let is_renamed = group.ends.iter().any(|end| end.renamings != BigUint::from(1u32));
    // Results that interchangeable lanes may swap stay, also if they hold the same at all ends.
    let stays = |number: &usize| {
        let may_swap = is_renamed && !group.meeting.cells.contains(&cells[*number].place);
        may_swap || values.iter().any(|of_end| of_end[*number] != values[0][*number])
    };
    let kept: Vec<usize> = (0..cells.len()).filter(stays).collect();
    let outcome = |(end, of_end): (&GroupEnd, &Vec<Bits>)| {
        let mut witness = Witness::default();
        witness.add(loop_id, &end.witness);
        Outcome {
            values: kept.iter().map(|number| of_end[*number]).collect(),
            // All ends stop alike, and so does the machine.
            is_stopped: false,
            gave_up: LaneMask::default(),
            orders: end.orders.total(),
            witness,
            renamings: end.renamings.clone(),
        }
    };
    let outcomes = group.ends.iter().zip(&values).map(outcome).collect();
    let cells = kept.iter().map(|number| cells[*number]).collect();
    Factor { cells, outcomes, orders: group.orders.total() }
}
