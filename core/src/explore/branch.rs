//! A machine on its way through a scenario. There are several if earlier orders have made a difference.

use super::cause::Errors;
use super::count::{OrderCounts, Portion};
use super::group_end::GroupEnd;
use super::outcome::{Cell, Factor, Outcome};
use super::round::GroupEnds;
use super::witness::Witness;
use crate::base::{Bits, LaneMask};
use crate::exec::{Fork, Scenario};
use crate::machine::{Layout, Place, SpaceId, SpaceKind, State};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A machine, and the share of the orders so far that lead to it.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub fork: Fork,
    pub portion: Portion,
    /// One of these orders.
    pub witness: Witness,
    /// The number of states that it represents. They differ in which of the interchangeable lanes has which result.
    pub renamings: BigUint,
    /// The lanes that have written each byte of memory in earlier loops of the current instruction.
    pub written: Rc<FxHashMap<(SpaceId, u32), LaneMask>>,
    /// The errors that have stopped it.
    pub errors: Errors,
}

impl Branch {
    /// Returns the machine with an outcome of a factor whose cells it has not accessed so far.
    pub fn with(&self, factor: &Factor, outcome: &Outcome) -> Self {
        let mut branch = self.clone();
        for (cell, bits) in factor.cells.iter().zip(&outcome.values) {
            branch.fork.write(cell.place, cell.mask, *bits);
        }
        branch.portion = branch.portion.times(&outcome.orders, &factor.orders);
        branch.renamings *= &outcome.renamings;
        branch.witness.join(&outcome.witness);
        branch
    }
}

/// Merges machines between instructions that are in the same state, and stopped machines with the same state and errors.
pub(super) fn merge(branches: &mut Vec<Branch>) {
    let mut known = FxHashMap::default();
    let mut merged: Vec<Branch> = Vec::new();
    for branch in branches.drain(..) {
        let key = (branch.fork.state().clone(), branch.errors.kinds(), branch.fork.gave_up().0);
        match known.get(&key) {
            Some(&at) => {
                let same: &mut Branch = &mut merged[at];
                same.portion.add(&branch.portion);
                same.errors.join(&branch.errors);
            }
            None => {
                known.insert(key, merged.len());
                merged.push(branch);
            }
        }
    }
    *branches = merged;
}

/// Writes an end of a group to memory.
fn write(fork: &mut Fork, group: &GroupEnds, end: &GroupEnd) {
    for (cell, bits) in group.cells.iter().zip(&end.contents) {
        fork.write(*cell, u64::MAX, *bits);
    }
    for (place, mask, bits) in &end.returned {
        fork.write(*place, *mask, *bits);
    }
}

/// Returns the machine after a loop, with one end of each group.
fn after_ends(scenario: &Scenario, branch: &Branch, chosen: &[(&GroupEnds, &GroupEnd)]) -> Fork {
    let mut fork = branch.fork.clone();
    for (group, end) in chosen {
        write(&mut fork, group, end);
    }
    if chosen.iter().any(|(group, _)| group.has_changed) {
        fork.note_change();
    }
    let trapped = chosen.iter().flat_map(|(_, end)| end.trapped.iter().copied());
    if chosen.iter().any(|(_, end)| end.is_stopped) {
        let stopping = chosen.iter().fold(0, |mask, (group, _)| mask | group.stopping.0);
        fork.stop(LaneMask(stopping), trapped);
        return fork;
    }
    fork.end_turns(scenario, trapped);
    let gave_up = chosen.iter().fold(0, |mask, (_, end)| mask | end.gave_up.0);
    if gave_up != 0 {
        fork.give_up(LaneMask(gave_up));
    }
    fork
}

/// Returns the orders of a group. If ends that contradict an observation were left out, each lane has one turn.
fn all_orders(group: &GroupEnds, is_observed: bool) -> OrderCounts {
    if is_observed { group.orders_of_one_turn() } else { group.orders() }
}

/// Returns the machine after a loop whose groups are independent, with the first end of each group; the groups with
/// several ends as factors; and the share of the orders of the other groups that lead on. `is_observed` says whether ends
/// were left out because other results were observed.
pub(super) fn after_first(
    scenario: &Scenario,
    mut branch: Branch,
    groups: &[GroupEnds],
    is_observed: bool,
) -> (Branch, Vec<Factor>, Portion) {
    let (place, before) = (branch.fork.place(), branch.fork.state().clone());
    let counts = branch.fork.order_counts(scenario);
    let one = || BigUint::from(1u32);
    let first = groups.iter().filter_map(|group| Some((group, group.ends.first()?)));
    branch.fork = after_ends(scenario, &branch, &first.collect::<Vec<_>>());
    if !counts {
        return (branch, Vec::new(), Portion::all());
    }
    let turns = |group| all_orders(group, is_observed).turns().unwrap_or(0);
    let lengths = groups.iter().map(|group| OrderCounts::new(turns(group), one()));
    let interleavings = lengths.reduce(|a, b| a.interleaved(&b)).map_or_else(one, |orders| orders.total());
    let mut common = Portion::all().times(&interleavings, &interleavings);
    let mut factors = Vec::new();
    for group in groups {
        let orders = all_orders(group, is_observed).total();
        let one_end = group.ends.first().filter(|end| group.ends.len() == 1 && end.renamings == one());
        if let Some(end) = one_end {
            common = common.times(&end.orders.total(), &orders);
            if is_observed {
                // Only some orders lead there.
                branch.witness.add(place, &end.witness);
            }
        } else {
            let cells = cells(&scenario.layout, group);
            let outcomes = group.ends.iter().map(|end| outcome(&before, place, &cells, group, end)).collect();
            let met = cells.iter().filter(|cell| group.cells.contains(&cell.place)).count();
            factors.push(shortened(Factor { cells, outcomes, orders }, met));
        }
    }
    (branch, factors, common)
}

/// Returns the machines after a loop, one for each combination of ends. `None` if there are more than `most`.
/// `is_observed` says whether ends were left out because other results were observed.
pub(super) fn after_each(
    scenario: &Scenario,
    branch: Branch,
    groups: &[GroupEnds],
    is_observed: bool,
    most: usize,
) -> Option<Vec<Branch>> {
    let (place, counts) = (branch.fork.place(), branch.fork.order_counts(scenario));
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
    let of =
        total(groups.iter().map(|group| all_orders(group, is_observed)).reduce(|a, b| a.interleaved(&b)));
    let next = |chosen: &Vec<(&GroupEnds, &GroupEnd)>| {
        let orders = chosen.iter().map(|(_, end)| end.orders.clone()).reduce(|a, b| a.interleaved(&b));
        let (mut witness, mut portion) = (branch.witness.clone(), branch.portion.clone());
        if counts {
            chosen.iter().for_each(|(_, end)| witness.add(place, &end.witness));
            portion = portion.times(&total(orders), &of);
        }
        let renamings = chosen.iter().map(|(_, end)| &end.renamings).product::<BigUint>() * &branch.renamings;
        let fork = after_ends(scenario, &branch, chosen);
        let (written, errors) = (Rc::clone(&branch.written), Errors::default());
        Branch { fork, portion, witness, renamings, written, errors }
    };
    Some(combinations.iter().map(next).collect())
}

/// Returns all places that one of the ends writes: first the cells, then destinations.
fn cells(layout: &Layout, group: &GroupEnds) -> Vec<Cell> {
    let whole = |place: &Place| vec![Cell { place: *place, mask: u64::MAX }];
    // Each bit of a predicate is an element.
    let of_place = |place: &Place| match layout.space(place.space).kind {
        SpaceKind::Predicate => (0..32).map(|bit| Cell { place: *place, mask: 1 << bit }).collect(),
        _ => whole(place),
    };
    let mut cells: Vec<Cell> = group.cells.iter().flat_map(of_place).collect();
    let all = group.ends.iter().flat_map(|end| &end.returned);
    for &(place, mask, _) in all {
        let cell = Cell { place, mask };
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    cells
}

/// Returns the contents of the cells at an end of the group. `before` holds the contents before the loop.
fn outcome(
    before: &State,
    place: (usize, usize),
    cells: &[Cell],
    group: &GroupEnds,
    end: &GroupEnd,
) -> Outcome {
    let value = |cell: &Cell| {
        let met = group.cells.iter().zip(&end.contents).find(|(known, _)| **known == cell.place);
        let mut returned =
            end.returned.iter().filter(|(known, mask, _)| (*known, *mask) == (cell.place, cell.mask));
        let bits = match (met, returned.next()) {
            (Some((_, bits)), _) | (None, Some((.., bits))) => *bits,
            (None, None) => before.read(cell.place),
        };
        Bits::new(bits.value & cell.mask, bits.defined & cell.mask)
    };
    let mut witness = Witness::default();
    witness.add(place, &end.witness);
    let values = cells.iter().map(value).collect();
    let (gave_up, orders) = (end.gave_up, end.orders.total());
    let (is_stopped, renamings) = (end.is_stopped || gave_up.count() > 0, end.renamings.clone());
    Outcome { values, is_stopped, gave_up, orders, witness, renamings }
}

/// Removes the cells that hold the same in all outcomes, unless interchangeable lanes may swap them.
fn shortened(mut factor: Factor, met: usize) -> Factor {
    let one = BigUint::from(1u32);
    // Destinations follow the cells where lanes meet.
    let is_returned = |at: usize| at >= met;
    let varies =
        |at: usize| factor.outcomes.iter().any(|outcome| outcome.values[at] != factor.outcomes[0].values[at]);
    let is_renamed =
        |at: usize| factor.outcomes.iter().any(|outcome| outcome.renamings != one && is_returned(at));
    let stays: Vec<bool> = (0..factor.cells.len()).map(|at| varies(at) || is_renamed(at)).collect();
    let mut at = stays.iter();
    factor.cells.retain(|_| at.next() == Some(&true));
    for outcome in &mut factor.outcomes {
        let mut at = stays.iter();
        outcome.values.retain(|_| at.next() == Some(&true));
    }
    factor
}
