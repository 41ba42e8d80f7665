//! Whether any order breaks an invariant: a look at what lies in memory behind every step of every order.
//!
//! Orders that have led to the same state are counted as one: what is still to come depends on where each lane stands and on
//! what lies in memory, as far as anybody still reads it. So states are gone through turn by turn, each with the number of
//! ways that lead there, and with the number of those on which each invariant has been broken.

use super::outcome::{Question, Witness};
use crate::base::{LaneId, LaneMask, split_mix};
use crate::exec::{Fork, Reached, Scenario, Thread, Watch};
use crate::machine::{Bytes, SpaceId, SpaceKind};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// The most micro-steps of a turn, and of what lies between loops.
const MOST_STEPS: u32 = 100_000;

/// The most states, of some thousand bytes each, whatever a question allows.
const MOST_STATES: usize = 100_000;

/// The most turns of an order that is drawn.
const MOST_TURNS: u32 = 100_000;

/// What all orders make of an invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watched {
    /// So many orders keep and break it, and one that breaks it.
    Known {
        /// How many orders there are.
        orders: BigUint,
        /// How many of them break it.
        broken: BigUint,
        /// One of these.
        witness: Option<Witness>,
    },
    /// There are more states than may be gone through. So many orders were drawn.
    Drawn {
        /// How many.
        drawn: u64,
        /// How many of them break it.
        broken: u64,
        /// One of these.
        witness: Option<Witness>,
    },
}

/// A turn, and the turns before it.
#[derive(Debug)]
struct Way {
    place: (usize, usize),
    lane: LaneId,
    before: Option<Rc<Way>>,
}

impl Drop for Way {
    /// One turn behind the other: an order may have more turns than calls fit on the stack.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut way) = before.and_then(Rc::into_inner) {
            before = way.before.take();
        }
    }
}

/// A state, and the ways that lead there.
#[derive(Clone, Debug)]
struct Node {
    fork: Fork,
    orders: BigUint,
    way: Option<Rc<Way>>,
    /// By invariant: on how many of the ways it has been broken, and one of them.
    broken: Vec<(BigUint, Option<Rc<Way>>)>,
}

/// What tells states apart.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Key {
    place: (usize, usize),
    threads: Vec<Thread>,
    memory: Vec<Bytes>,
}

/// A look at all orders, under way.
#[derive(Debug)]
pub struct Watching {
    scenario: Rc<Scenario>,
    watch: Watch,
    most_states: usize,
    most_bytes: usize,
    /// How many orders are drawn where there are more states than may be gone through.
    most_drawn: u64,
    /// The states after so many turns, those that are still to be gone on from last.
    now: Vec<Node>,
    next: FxHashMap<Key, Node>,
    /// The ends, taken together.
    end: Node,
    states: usize,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    All,
    /// Orders are drawn, of which that many are there.
    Drawing {
        drawn: u64,
        generator: u64,
        /// By invariant: how many of the orders have broken it, and one of them.
        broken: Vec<(u64, Option<Rc<Way>>)>,
        /// The order under way, and how many turns it has had.
        under: Option<Box<(Node, u32)>>,
    },
    Over,
}

impl Watching {
    /// A look of which nothing is done; `None` where there is no invariant.
    pub fn new(scenario: Rc<Scenario>, most_states: usize, most_drawn: u64) -> Option<Self> {
        let mut watch = Watch::new(&scenario)?;
        let start = Node::start(&scenario, &mut watch);
        let none = vec![(BigUint::ZERO, None); scenario.invariants.len()];
        let end = Node { orders: BigUint::ZERO, broken: none, ..start.clone() };
        Some(Self {
            scenario,
            watch,
            most_states: most_states.min(MOST_STATES),
            most_bytes: Question::memory().most_bytes,
            most_drawn,
            now: vec![start],
            next: FxHashMap::default(),
            end,
            states: 0,
            stage: Stage::All,
        })
    }

    /// Goes on from at most so many states. Returns whether all is done.
    pub fn advance(&mut self, states: usize) -> bool {
        for _ in 0..states {
            match self.stage {
                Stage::All => self.all(),
                Stage::Drawing { .. } => self.draw(),
                Stage::Over => return true,
            }
        }
        matches!(self.stage, Stage::Over)
    }

    /// How many states have been gone on from.
    pub fn states(&self) -> usize {
        self.states
    }

    /// After how many orders are drawn instead.
    pub fn most_states(&self) -> usize {
        self.most_states
    }

    /// Goes on from one state.
    fn all(&mut self) {
        let Some(node) = self.now.pop() else {
            self.now = std::mem::take(&mut self.next).into_values().collect();
            if self.now.is_empty() {
                self.stage = Stage::Over;
            }
            return;
        };
        self.states += 1;
        // A state is held as a machine, and as the key that finds it.
        let bytes = 2 * node.fork.bytes(&self.scenario) * (self.now.len() + self.next.len());
        let is_too_much = self.states > self.most_states || bytes > self.most_bytes;
        if is_too_much || self.forward(node).is_none() {
            let broken = vec![(0, None); self.scenario.invariants.len()];
            self.stage = Stage::Drawing { drawn: 0, generator: 1, broken, under: None };
            (self.now, self.next) = (Vec::new(), FxHashMap::default());
        }
    }

    /// Takes a machine on to where a lane is chosen, or to the end, and then each lane's turn. `None` where that takes too long.
    fn forward(&mut self, mut node: Node) -> Option<()> {
        if !self.settle(&mut node)? {
            self.end.join(node);
            return Some(());
        }
        let place = node.fork.place();
        for lane in node.fork.waiting().lanes() {
            let mut after = node.clone();
            after.take(&self.scenario, lane, place, &mut self.watch)?;
            let is_over = after.fork.reached(&self.scenario) == Reached::End;
            if is_over {
                self.end.join(after);
                continue;
            }
            // Behind the loop nothing is chosen until the next one.
            if after.fork.reached(&self.scenario) != Reached::Turns && !self.settle(&mut after)? {
                self.end.join(after);
                continue;
            }
            match self.next.entry(self.key(&after)) {
                Entry::Occupied(mut known) => known.get_mut().join(after),
                Entry::Vacant(free) => {
                    free.insert(after);
                }
            }
        }
        Some(())
    }

    /// Goes on to where the order of lanes counts. Returns whether there is such a place before the end; `None` where that takes
    /// too long.
    fn settle(&mut self, node: &mut Node) -> Option<bool> {
        let scenario = &self.scenario;
        for _ in 0..MOST_STEPS {
            match node.fork.reached(scenario) {
                Reached::End => return Some(false),
                Reached::Turns if node.fork.order_counts(scenario) => return Some(true),
                Reached::Turns => {
                    let lane = node.fork.waiting().lanes().next();
                    let broken = node.fork.watched(scenario, lane, MOST_STEPS, &mut self.watch)?;
                    node.breaks(&broken);
                }
                Reached::Instruction(_) | Reached::Uniform => {
                    let broken = node.fork.watched(scenario, None, MOST_STEPS, &mut self.watch)?;
                    node.breaks(&broken);
                }
            }
        }
        None
    }

    /// What tells a state apart: where the lanes stand, and all memory that somebody may still read.
    fn key(&self, node: &Node) -> Key {
        let place = node.fork.place();
        let layout = &self.scenario.layout;
        let mut counts: Vec<bool> =
            layout.spaces.iter().map(|space| space.kind == SpaceKind::Surface).collect();
        let of_invariants = self.scenario.invariants.iter().flat_map(|it| it.spaces().iter().copied());
        let program = place.0..self.scenario.program.len();
        let of_program = program.flat_map(|at| Fork::reads(&self.scenario, at));
        of_invariants.chain(of_program).for_each(|space| counts[space.index()] = true);
        let spaces = (0..counts.len()).filter(|at| counts[*at]);
        // There are fewer than 2^16 spaces.
        let memory = spaces.map(|at| node.fork.state().space(SpaceId(at as u16)).clone()).collect();
        Key { place, threads: node.fork.threads(), memory }
    }

    /// Goes on with the order that is drawn, by a turn.
    fn draw(&mut self) {
        let Stage::Drawing { drawn, mut generator, mut broken, under } =
            std::mem::replace(&mut self.stage, Stage::Over)
        else {
            return;
        };
        if drawn == self.most_drawn {
            self.end.broken = broken.into_iter().map(|(count, way)| (BigUint::from(count), way)).collect();
            self.end.orders = BigUint::ZERO;
            return;
        }
        let start = || (Node::start(&self.scenario, &mut self.watch), 0);
        let (mut node, turns) = under.map_or_else(start, |under| *under);
        let goes_on = turns < MOST_TURNS && self.drawn_turn(&mut node, &mut generator).is_some();
        if goes_on {
            self.stage =
                Stage::Drawing { drawn, generator, broken, under: Some(Box::new((node, turns + 1))) };
            return;
        }
        for (all, (one, way)) in broken.iter_mut().zip(node.broken) {
            if one != BigUint::ZERO {
                all.0 += 1;
                all.1 = all.1.take().or(way);
            }
        }
        self.stage = Stage::Drawing { drawn: drawn + 1, generator, broken, under: None };
    }

    /// Takes the turn of a lane that is drawn; `None` where the order is over, or goes on for too long.
    fn drawn_turn(&mut self, node: &mut Node, generator: &mut u64) -> Option<()> {
        self.settle(node)?.then_some(())?;
        let (waiting, place) = (node.fork.waiting(), node.fork.place());
        // At most 32 lanes.
        let nth = (split_mix(generator) % waiting.count() as u64) as usize;
        node.take(&self.scenario, waiting.lanes().nth(nth)?, place, &mut self.watch)
    }

    /// What became of each invariant.
    pub fn finish(self) -> Vec<Watched> {
        let (end, lanes) = (self.end, self.scenario.dispatch_mask);
        let is_known = end.orders != BigUint::ZERO;
        let all = end.broken.into_iter();
        all.map(|(broken, way)| {
            let witness = (broken != BigUint::ZERO).then(|| witness(way, lanes));
            if is_known {
                Watched::Known { orders: end.orders.clone(), broken, witness }
            } else {
                let broken = broken.iter_u64_digits().next().unwrap_or(0);
                Watched::Drawn { drawn: self.most_drawn, broken, witness }
            }
        })
        .collect()
    }
}

impl Node {
    /// The state before the first instruction, to which one way leads.
    fn start(scenario: &Scenario, watch: &mut Watch) -> Self {
        let broken = vec![(BigUint::ZERO, None); scenario.invariants.len()];
        let mut node = Self { fork: Fork::new(scenario), orders: BigUint::from(1u32), way: None, broken };
        let at_start = watch.broken(scenario, node.fork.state());
        node.breaks(&at_start);
        node
    }

    /// Takes a lane's turn. `None` where that takes too long.
    fn take(
        &mut self,
        scenario: &Scenario,
        lane: LaneId,
        place: (usize, usize),
        watch: &mut Watch,
    ) -> Option<()> {
        let broken = self.fork.watched(scenario, Some(lane), MOST_STEPS, watch)?;
        let turn = |before: Option<Rc<Way>>| Some(Rc::new(Way { place, lane, before }));
        for (count, way) in &mut self.broken {
            if *count != BigUint::ZERO {
                *way = turn(way.take());
            }
        }
        self.way = turn(self.way.take());
        self.breaks(&broken);
        Some(())
    }

    /// All ways that lead here break these.
    fn breaks(&mut self, broken: &[usize]) {
        for at in broken {
            self.broken[*at] = (self.orders.clone(), self.way.clone());
        }
    }

    /// Other ways lead to the same state.
    fn join(&mut self, other: Self) {
        self.orders += other.orders;
        for (all, (count, way)) in self.broken.iter_mut().zip(other.broken) {
            if all.0 == BigUint::ZERO {
                all.1 = way;
            }
            all.0 += count;
        }
    }
}

/// Returns the turns of an order. A run that stops leaves lanes without a turn, which follow.
fn witness(way: Option<Rc<Way>>, lanes: LaneMask) -> Witness {
    let mut turns = Vec::new();
    let mut at = way.as_deref();
    while let Some(way) = at {
        turns.push((way.place, way.lane.0));
        at = way.before.as_deref();
    }
    let mut witness = Witness::default();
    for &(place, lane) in turns.iter().rev() {
        witness.add(place, &[lane]);
    }
    turns.iter().for_each(|(place, _)| witness.complete(*place, lanes.lanes()));
    witness
}
