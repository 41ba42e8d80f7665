//! What an exploration comes to.

use super::seen::Seen;
use crate::base::{Bits, LaneId, LaneMask, Schedule};
use crate::machine::{Place, State};
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// What is asked of all orders.
#[derive(Clone, Debug)]
pub struct Question {
    /// Whether outcomes tell every variable and predicate too, and not the surfaces alone.
    pub results: bool,
    /// What somebody has seen at the end: only outcomes in which that is so count.
    pub observed: Vec<Observation>,
    /// Whether it does not matter, of lanes that meet and do the same, which gets what.
    pub renaming: bool,
    /// The most states that may be gone through, of some hundred bytes each.
    pub most_states: usize,
}

impl Question {
    /// What lies in the surfaces at the end.
    pub fn memory() -> Self {
        Self { results: false, observed: Vec::new(), renaming: false, most_states: 4_000_000 }
    }

    /// What lies in the surfaces and in all variables and predicates at the end. Of eight lanes that all see something
    /// else, that is 40,320 outcomes.
    pub fn results() -> Self {
        Self { results: true, observed: Vec::new(), renaming: false, most_states: 150_000 }
    }

    /// The same, but outcomes count as one that differ only in which gets what of lanes that meet and do the same. Of lanes
    /// that draw tickets there is one such outcome. So it is for the last instruction that has to do with their destinations;
    /// the lanes of each instruction are renamed for themselves.
    pub fn renamed() -> Self {
        Self { renaming: true, ..Self::results() }
    }

    /// Whether something can be that was seen at the end.
    pub fn possible(observed: Vec<Observation>) -> Self {
        Self { observed, ..Self::memory() }
    }
}

/// Something that was seen at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Where.
    pub place: Place,
    /// Which bits of that.
    pub mask: u64,
    /// What they were.
    pub bits: Bits,
}

/// A place whose contents depend on the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The bytes.
    pub place: Place,
    /// Which of their bits.
    pub mask: u64,
}

/// The turns of lanes by instruction and by `foreach_active` in it, from 0. What is not there does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Witness(pub(super) BTreeMap<(usize, usize), Vec<u8>>);

impl Witness {
    /// Whether it says nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds turns behind those of that loop.
    pub(super) fn add(&mut self, place: (usize, usize), turns: &[u8]) {
        self.0.entry(place).or_default().extend_from_slice(turns);
    }

    /// Adds another one, whose turns have nothing to do with those of this one where they are of the same loop.
    pub(crate) fn join(&mut self, other: &Self) {
        for (place, turns) in &other.0 {
            self.add(*place, turns);
        }
    }

    /// For each instruction that the order matters to: the turns of each of its loops.
    pub fn turns(&self) -> Vec<(usize, Vec<Vec<u8>>)> {
        let mut of_instruction = BTreeMap::<usize, Vec<Vec<u8>>>::new();
        for ((instruction, number), turns) in &self.0 {
            let lists = of_instruction.entry(*instruction).or_default();
            lists.resize(lists.len().max(number + 1), Vec::new());
            lists[*number].clone_from(turns);
        }
        of_instruction.into_iter().collect()
    }

    /// For each instruction that the order matters to: the schedule that `.order` says.
    pub fn schedules(&self) -> Vec<(usize, Schedule)> {
        self.turns().into_iter().map(|(at, lists)| (at, Schedule::of_lists(lists))).collect()
    }
}

/// One outcome of a part of the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What lies in the cells of the factor, masked.
    pub values: Vec<Bits>,
    /// Whether the run stops before its end.
    pub is_stopped: bool,
    /// The lanes that have given up: each waits for what none of them will ever do, and that is why the run stops.
    pub gave_up: LaneMask,
    /// How many orders lead there, of those of the factor.
    pub orders: BigUint,
    /// One of them.
    pub witness: Witness,
    /// How many outcomes it stands for: one, but where it does not matter which of the lanes that do the same gets what.
    pub renamings: BigUint,
}

/// Cells whose contents depend on each other, and on nothing else that depends on the order: any outcome of one factor goes
/// with any of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// The cells.
    pub cells: Vec<Cell>,
    /// What can lie there, each once.
    pub outcomes: Vec<Outcome>,
    /// How many orders there are of the turns that decide it.
    pub orders: BigUint,
}

/// Lanes that meet in a loop of an instruction, and what their order is to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The instruction.
    pub instruction: usize,
    /// The `foreach_active` in it, from 0.
    pub loop_number: usize,
    /// The lanes.
    pub lanes: Vec<LaneId>,
    /// Where they write.
    pub cells: Vec<Place>,
    /// What their order decides.
    pub decides: Decides,
    /// For each cell, the lanes that go there.
    pub visitors: Vec<LaneMask>,
    /// For each cell, what the order decides in each of its bytes: what lies there then, or what the lanes that go there get
    /// back; nothing where one lane goes there alone.
    pub bytes: Vec<Vec<Decides>>,
    /// The lanes that do the same, where it does not matter which of them gets what.
    pub renamed: Vec<LaneMask>,
    /// What each of them can see; `None` where one hands back a value and then another, or begins with several memories.
    pub seen: Option<Vec<Seen>>,
}

impl Meeting {
    /// Adds what the order decides between the same lanes in the same cells where something else lay there before.
    pub(crate) fn join(&mut self, other: &Self) {
        self.decides = self.decides.max(other.decides);
        for (visitors, others) in self.visitors.iter_mut().zip(&other.visitors) {
            visitors.0 |= others.0;
        }
        let bytes = self.bytes.iter_mut().flatten();
        bytes.zip(other.bytes.iter().flatten()).for_each(|(known, new)| *known = (*known).max(*new));
        // What they see depends on what was there before, and is not told of several beginnings.
        self.seen = self.seen.take().filter(|seen| Some(seen) == other.seen.as_ref());
    }
}

/// What the order of lanes that meet decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decides {
    /// Nothing.
    Nothing,
    /// What they get back.
    Results,
    /// What lies in memory behind them.
    Memory,
}

/// What the orders of a scenario come to.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The contents of memory at the end in one of the orders: the first outcome of each factor.
    pub end: State,
    /// What depends on the order.
    pub factors: Vec<Factor>,
    /// How many orders there are.
    pub orders: BigUint,
    /// How many of them lead to what was observed; all where nothing was.
    pub fitting: BigUint,
    /// The lanes that meet, by instruction and loop.
    pub meetings: Vec<Meeting>,
    /// Whether the run stops before its end, where that does not depend on the order.
    pub is_stopped: bool,
    /// The lanes that give up, where that does not depend on the order.
    pub gave_up: LaneMask,
}

impl Explored {
    /// How many outcomes there are.
    pub fn outcomes(&self) -> BigUint {
        if self.fitting == BigUint::ZERO {
            return BigUint::ZERO;
        }
        let of = |factor: &Factor| factor.outcomes.iter().map(|outcome| &outcome.renamings).sum::<BigUint>();
        self.factors.iter().map(of).product()
    }

    /// How many there are where it does not matter which of the lanes that do the same gets what.
    pub fn kinds(&self) -> BigUint {
        self.factors.iter().map(|factor| BigUint::from(factor.outcomes.len())).product()
    }

    /// The contents at the end, and an order that leads there, for a choice of an outcome of each factor.
    pub fn choose(&self, choice: impl Fn(usize) -> usize) -> Option<(State, Witness)> {
        let (mut state, mut witness) = (self.end.clone(), Witness::default());
        for (at, factor) in self.factors.iter().enumerate() {
            let outcome = factor.outcomes.get(choice(at))?;
            witness.join(&outcome.witness);
            for (cell, bits) in factor.cells.iter().zip(&outcome.values) {
                let before = state.read(cell.place);
                state.write(cell.place, merged(before, *bits, cell.mask));
            }
        }
        Some((state, witness))
    }
}

/// Some bits of one value, and the others of another.
pub(super) fn merged(others: Bits, some: Bits, mask: u64) -> Bits {
    let pick = |others: u64, some: u64| others & !mask | some & mask;
    Bits::new(pick(others.value, some.value), pick(others.defined, some.defined))
}

/// What of a place another one covers: which of its bits, and what lies there by the other's contents.
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
