//! Questions about all orders, and their answers, with the causes for which runs stop.

use super::meter::MOST_STATES;
use super::number::Share;
use super::witness::Witness;
use crate::base::{Bits, LaneId, LaneMask};
use crate::exec::{Fork, RunError};
use crate::machine::{Place, State};
use num_bigint::BigUint;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// A question about all orders.
#[derive(Clone, Debug)]
pub struct Question {
    /// Whether outcomes include variables and predicates, and not only surfaces.
    pub results: bool,
    /// The observed contents at the end. Only orders that lead to these contents are counted.
    pub observed: Vec<Observation>,
    /// The errors that must end a run. Only orders that end with all of them count.
    pub errors: Vec<RunError>,
    /// Whether interchangeable lanes may swap their results.
    pub renaming: bool,
    /// The maximum number of states that the exploration may count. A state has at most 128 bytes; whatever takes more counts
    /// as several. The exploration ends in any case at 4,000,000 states, and in a browser at 1,310,720.
    pub most_states: usize,
}

impl Question {
    /// Asks for the contents of all surfaces at the end.
    pub fn memory() -> Self {
        let (observed, errors) = (Vec::new(), Vec::new());
        Self { results: false, observed, errors, renaming: false, most_states: MOST_STATES }
    }

    /// Asks for the contents of surfaces, variables and predicates at the end. Eight lanes with different results have
    /// 40,320 outcomes and 109,601 states, which count twice because each has results of its own.
    pub fn results() -> Self {
        Self { results: true, most_states: 250_000, ..Self::memory() }
    }

    /// Asks for the same contents, but merges outcomes that become equal if interchangeable lanes swap their results. Lanes
    /// that draw tickets have one such outcome. Lanes may swap the results of the last instruction that accesses their
    /// destinations. Each instruction has its own classes of lanes.
    pub fn renamed() -> Self {
        Self { renaming: true, ..Self::results() }
    }

    /// Asks whether some order leads to these contents.
    pub fn possible(observed: Vec<Observation>) -> Self {
        Self { observed, ..Self::memory() }
    }
}

/// The observed contents of a place at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The place.
    pub place: Place,
    /// A mask of the observed bits.
    pub mask: u64,
    /// The value of these bits.
    pub bits: Bits,
}

impl Observation {
    /// Returns whether a state is as was observed.
    pub fn holds(&self, state: &State) -> bool {
        !differ(state.read(self.place), self.bits, self.mask)
    }
}

/// A place whose contents depend on the order: an element, or a bit of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// The bytes.
    #[serde(flatten)]
    pub place: Place,
    /// A mask of the bits. Reports have [`Cell::bit`] instead.
    #[serde(rename = "bit", serialize_with = "serialize_bit", deserialize_with = "deserialize_bit")]
    pub mask: u64,
}

fn serialize_bit<S: Serializer>(mask: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    only_bit(*mask).serialize(serializer)
}

fn deserialize_bit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let bit = Option::<u8>::deserialize(deserializer)?;
    Ok(bit.map_or(u64::MAX, |bit| 1 << bit.min(63)))
}

/// Returns the number of the bit of a mask that has one bit.
fn only_bit(mask: u64) -> Option<u8> {
    mask.is_power_of_two().then(|| mask.trailing_zeros() as u8)
}

impl Cell {
    /// Returns the number of its bit, if it is a bit of a predicate.
    pub fn bit(&self) -> Option<u8> {
        only_bit(self.mask)
    }

    /// Returns its bits in a state.
    pub fn read(&self, state: &State) -> Bits {
        state.read(self.place).masked(self.mask)
    }
}

impl From<Place> for Cell {
    /// Returns the cell of all bits of a place.
    fn from(place: Place) -> Self {
        Self { place, mask: u64::MAX }
    }
}

/// An outcome of a factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The contents of the factor's cells, masked.
    pub values: Vec<Bits>,
    /// Whether the run stops before its end.
    pub is_stopped: bool,
    /// The lanes that wait forever. The run stops because no remaining lane can change what they read.
    pub gave_up: LaneMask,
    /// The number of orders of the factor that lead to the outcome.
    pub orders: BigUint,
    /// One of these orders.
    pub witness: Witness,
    /// The number of outcomes that it represents: more than one if interchangeable lanes may swap their results.
    pub renamings: BigUint,
}

/// Cells whose contents depend on each other, and not on other factors. Any outcome of one factor can occur with any
/// outcome of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The outcomes, each once.
    pub outcomes: Vec<Outcome>,
    /// The number of orders of the turns that decide the outcome.
    pub orders: BigUint,
}

impl Factor {
    pub(super) fn write(&self, outcome: &Outcome, state: &mut State) {
        for (Cell { place, mask }, bits) in self.cells.iter().zip(&outcome.values) {
            state.write(*place, state.read(*place).replaced(*mask, *bits));
        }
    }

    /// Returns the number of orders that lead to one of the outcomes. They are fewer than all if something was observed.
    pub(super) fn fitting(&self) -> BigUint {
        self.outcomes.iter().map(|outcome| &outcome.orders).sum()
    }
}

/// Lanes that meet in a loop of an instruction, and the effect of their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The instruction.
    pub instruction: usize,
    /// The `foreach_active` in it, from 0.
    pub loop_number: usize,
    /// The lanes.
    pub lanes: Vec<LaneId>,
    /// The bytes that one of them writes, in surfaces and in destinations that several lanes write.
    pub cells: Vec<Place>,
    /// The part of the outcome that their order decides. [`Decides::Results`] is assumed for destinations that several
    /// lanes write, if the question is about memory alone.
    pub decides: Decides,
    /// For each cell, the lanes that access it.
    pub visitors: Vec<LaneMask>,
    /// For each cell and each of its bytes, the effect of the order: on the byte itself, or on the results of the lanes
    /// that access it. Nothing for a cell that one lane accesses alone.
    pub bytes: Vec<Vec<Decides>>,
    /// The classes of lanes that may swap their results.
    pub renamed: Vec<LaneMask>,
    /// The results of each lane; `None` if a lane writes a destination twice, or if earlier orders lead to different
    /// contents.
    pub seen: Option<Vec<Seen>>,
    /// The number of orders of these lanes. Counts in `seen` are parts of this number.
    pub orders: BigUint,
    /// The share of all orders in which the lanes meet.
    pub reached: Share,
}

impl Meeting {
    /// Returns the share of all orders that a number of the orders of these lanes is.
    pub fn share(&self, orders: &BigUint) -> Share {
        self.reached.times(orders, &self.orders)
    }
}

/// The values that a lane can leave in one of its destinations. Values of two lanes need not occur together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The lane.
    pub lane: LaneId,
    /// The destination.
    pub place: Place,
    /// A mask of its bits.
    pub mask: u64,
    /// The values, ascending, each with the number of orders of the group in which the lane returns it. Only the first
    /// 256.
    pub values: Vec<(Bits, BigUint)>,
    /// The number of values.
    pub count: usize,
    /// The number of orders in which the lane returns one of them.
    pub orders: BigUint,
}

/// The effect of the order of lanes that meet, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decides {
    /// No effect.
    Nothing,
    /// It decides results of lanes.
    Results,
    /// It decides the contents of memory.
    Memory,
    /// The manual leaves the result of two writes to the same bytes undefined. Only reports say so.
    Undefined,
}

/// An end of a run.
#[derive(Clone, Debug)]
pub struct RunEnd {
    /// The contents.
    pub state: State,
    /// Whether the run stops before its end.
    pub is_stopped: bool,
    /// The lanes that wait forever.
    pub gave_up: LaneMask,
    /// An order that leads there.
    pub witness: Witness,
}

/// The outcomes of all orders of a scenario.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The contents of memory at the end, with the first outcome of each factor.
    pub end: State,
    /// The parts that depend on the order.
    pub factors: Vec<Factor>,
    /// The number of orders. All loops of a run have their orders, also those that it does not reach. If the number of orders
    /// of a loop depends on the turns before it, this is the least number that counts all orders of a loop equally.
    pub orders: BigUint,
    /// The number of orders that lead to the observed contents. All orders if nothing was observed.
    pub fitting: BigUint,
    /// The lanes that meet, by instruction and loop.
    pub meetings: Vec<Meeting>,
    /// Whether the run stops before its end in all orders.
    pub is_stopped: bool,
    /// The lanes that wait forever in all orders.
    pub gave_up: LaneMask,
    /// Why runs stop before their end; empty if something was observed.
    pub causes: Vec<Cause>,
}

impl Explored {
    /// Returns the number of outcomes.
    pub fn outcomes(&self) -> BigUint {
        if self.fitting == BigUint::ZERO {
            return BigUint::ZERO;
        }
        let of = |factor: &Factor| factor.outcomes.iter().map(|outcome| &outcome.renamings).sum::<BigUint>();
        self.factors.iter().map(of).product()
    }

    /// Returns the number of the [`Self::fitting`] orders in which the run stops before its end.
    pub fn stopping(&self) -> BigUint {
        let goes_on = |factor: &Factor| {
            let running = factor.outcomes.iter().filter(|outcome| !outcome.is_stopped);
            running.map(|outcome| &outcome.orders).sum::<BigUint>()
        };
        let of = self.factors.iter().map(Factor::fitting).product::<BigUint>();
        if self.is_stopped || of == BigUint::ZERO {
            return self.fitting.clone();
        }
        let running = &self.fitting / of * self.factors.iter().map(goes_on).product::<BigUint>();
        &self.fitting - running
    }

    /// Returns the number of outcomes, counting those once that differ in swapped results only.
    pub fn kinds(&self) -> BigUint {
        self.factors.iter().map(|factor| BigUint::from(factor.outcomes.len())).product()
    }

    /// Returns the end of the run for a choice of one outcome of each factor.
    pub fn choose(&self, choice: impl Fn(usize) -> usize) -> Option<RunEnd> {
        let Self { end, is_stopped, gave_up, .. } = self;
        let (state, witness) = (end.clone(), Witness::default());
        let mut end = RunEnd { state, is_stopped: *is_stopped, gave_up: *gave_up, witness };
        for (at, factor) in self.factors.iter().enumerate() {
            let outcome = factor.outcomes.get(choice(at))?;
            end.is_stopped |= outcome.is_stopped;
            end.gave_up.0 |= outcome.gave_up.0;
            end.witness.join(&outcome.witness);
            factor.write(outcome, &mut end.state);
        }
        Some(end)
    }
}

/// Returns whether two values differ in the bits of a mask.
pub(super) fn differ(a: Bits, b: Bits, mask: u64) -> bool {
    (a.value ^ b.value) & mask != 0 || (a.defined ^ b.defined) & mask != 0
}

/// Returns the part of `place` that a cell covers: a mask, and the cell's bits at these positions.
pub(super) fn covered(place: Place, by: Cell, bits: Bits) -> (u64, Bits) {
    if !place.overlaps(by.place) {
        return (0, Bits::UNDEFINED);
    }
    let width = |size_bytes: u32| if size_bytes >= 8 { u64::MAX } else { (1 << (8 * size_bytes)) - 1 };
    let mask = by.mask & width(by.place.size_bytes);
    // Both have at most 8 bytes and share one.
    let moved = |bits: u64| match (by.place.byte_offset, place.byte_offset) {
        (by, own) if by >= own => bits << (8 * (by - own)),
        (by, own) => bits >> (8 * (own - by)),
    };
    let mask = moved(mask) & width(place.size_bytes);
    (mask, Bits::new(moved(bits.value) & mask, moved(bits.defined) & mask))
}

/// An error of an instruction that ends runs, over all orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The index of the instruction.
    pub instruction: usize,
    /// The error.
    pub error: RunError,
    /// The lanes that have the error in some order.
    pub lanes: LaneMask,
    /// The number of orders that end with the error.
    pub orders: BigUint,
    /// One of these orders.
    pub witness: Witness,
}

/// The errors that have stopped a machine; empty for a machine that has not stopped.
#[derive(Clone, Debug, Default)]
pub(super) struct Errors {
    instruction: usize,
    errors: SmallVec<[(RunError, LaneMask); 1]>,
}

impl Errors {
    /// Returns the errors that have stopped a machine.
    pub fn from_fork(fork: &Fork) -> Self {
        match fork.is_halted() {
            true => Self { instruction: fork.current_loop().0, errors: fork.errors() },
            false => Self::default(),
        }
    }

    /// The errors without their lanes, and the instruction.
    pub fn kinds(&self) -> (usize, SmallVec<[RunError; 2]>) {
        (self.instruction, self.errors.iter().map(|(error, _)| *error).collect())
    }

    pub fn contains(&self, error: &RunError) -> bool {
        self.errors.iter().any(|(known, _)| known == error)
    }

    /// Adds the lanes of another machine with errors of the same kinds.
    pub fn join(&mut self, other: &Self) {
        for ((_, lanes), (_, others)) in self.errors.iter_mut().zip(&other.errors) {
            lanes.0 |= others.0;
        }
    }
}

/// The causes that have been found, by instruction and error.
#[derive(Clone, Debug, Default)]
pub(super) struct Causes(BTreeMap<(usize, RunError), Cause>);

impl Causes {
    /// Adds the errors of a machine to which that many orders lead.
    pub fn add(&mut self, errors: &Errors, orders: &BigUint, witness: &Witness) {
        let Errors { instruction, errors } = errors;
        for &(error, lanes) in errors {
            let cause = self.0.entry((*instruction, error)).or_insert_with(|| {
                let (orders, witness) = (BigUint::ZERO, witness.clone());
                Cause { instruction: *instruction, error, lanes, orders, witness }
            });
            cause.orders += orders;
            cause.lanes.0 |= lanes.0;
        }
    }

    /// The causes, those of the most orders first.
    pub fn sorted(self) -> Vec<Cause> {
        let mut all: Vec<Cause> = self.0.into_values().collect();
        all.sort_by(|a, b| b.orders.cmp(&a.orders));
        all
    }
}
