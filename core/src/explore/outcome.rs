//! What an exploration comes to.

use super::cause::Cause;
use super::seen::Seen;
use crate::base::{Bits, LaneId, LaneMask, Schedule};
use crate::exec::RunError;
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
    /// The errors that must end a run: only outcomes of orders that end with all of them count.
    pub errors: Vec<RunError>,
    /// Whether it does not matter, of lanes that meet and do the same, which gets what.
    pub renaming: bool,
    /// The most states that the exploration may visit.
    pub most_states: usize,
    /// The most bytes that the exploration may hold.
    pub most_bytes: usize,
}

/// The most bytes that an exploration may hold. In a browser, the page and its worker share far less memory.
const MOST_BYTES: usize = if cfg!(target_arch = "wasm32") { 160 << 20 } else { 320 << 20 };

impl Question {
    /// What lies in the surfaces at the end.
    pub fn memory() -> Self {
        let (most_states, most_bytes) = (4_000_000, MOST_BYTES);
        let (observed, errors) = (Vec::new(), Vec::new());
        Self { results: false, observed, errors, renaming: false, most_states, most_bytes }
    }

    /// What lies in the surfaces and in all variables and predicates at the end. Of eight lanes that all see something
    /// else, that is 40,320 outcomes.
    pub fn results() -> Self {
        Self { results: true, most_states: 150_000, ..Self::memory() }
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

    /// Appends the lanes that the turns of that loop lack, so that [`Schedule::of_lists`] can shorten them.
    pub(super) fn complete(&mut self, place: (usize, usize), lanes: impl IntoIterator<Item = LaneId>) {
        complete(self.0.entry(place).or_default(), lanes);
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

/// Appends the lanes that some turns lack.
pub(super) fn complete(turns: &mut Vec<u8>, lanes: impl IntoIterator<Item = LaneId>) {
    for lane in lanes {
        if !turns.contains(&lane.0) {
            turns.push(lane.0);
        }
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
    /// The bytes that one of them writes, in surfaces and in destinations that several lanes write.
    pub cells: Vec<Place>,
    /// The effect of their order. [`Decides::Results`] is assumed for destinations that several lanes write, if the question
    /// is about memory alone.
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
    /// A meeting of these lanes, without cells.
    pub(super) fn empty(
        (instruction, loop_number): (usize, usize),
        lanes: Vec<LaneId>,
        decides: Decides,
    ) -> Self {
        let (cells, visitors, bytes, renamed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { instruction, loop_number, lanes, cells, decides, visitors, bytes, renamed, seen: None }
    }

    /// Adds cells that all of the lanes write. The order has the same effect on each of their bytes.
    pub(super) fn add_cells(&mut self, places: &[Place], decides: Decides) {
        let all = self.lanes.iter().fold(LaneMask::default(), |mask, lane| mask.with(lane.index(), true));
        for place in places {
            self.cells.push(*place);
            self.visitors.push(all);
            self.bytes.push(vec![decides; place.size_bytes.min(8) as usize]);
        }
    }

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
    /// Why runs stop before their end; empty if something was observed.
    pub causes: Vec<Cause>,
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

    /// The number of orders in which the run stops before its end, of those in [`Self::fitting`].
    pub fn stopping(&self) -> BigUint {
        let goes_on = |factor: &Factor| {
            let running = factor.outcomes.iter().filter(|outcome| !outcome.is_stopped);
            running.map(|outcome| &outcome.orders).sum::<BigUint>()
        };
        let all = |factor: &Factor| factor.outcomes.iter().map(|outcome| &outcome.orders).sum::<BigUint>();
        let of = self.factors.iter().map(all).product::<BigUint>();
        if self.is_stopped || of == BigUint::ZERO {
            return self.fitting.clone();
        }
        let running = &self.fitting / of * self.factors.iter().map(goes_on).product::<BigUint>();
        &self.fitting - running
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
