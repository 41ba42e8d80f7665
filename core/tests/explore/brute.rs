//! All orders, one by one. The ordinary machine runs each lane alone on each content of memory. An order is then a path
//! through these turns.

use super::{Ends, ordered, permutations, surfaces};
use lanescope_core::base::{LaneMask, Schedule};
use lanescope_core::exec::{Run, Scenario, Stop};
use lanescope_core::machine::{Bytes, SpaceId, SpaceKind, State};
use std::collections::HashMap;
use std::rc::Rc;

/// Runs each order whole and returns the ends. Each lane has one turn.
pub fn whole(scenario: &Scenario) -> Ends {
    let lanes: Vec<u8> = scenario.dispatch_mask.lanes().map(|lane| lane.0).collect();
    let mut ends = Ends::new();
    let count = scenario.program.len();
    let all = permutations(&lanes);
    let total = all.len().pow(count as u32);
    for number in 0..total {
        let mut left = number;
        let mut schedules = Vec::new();
        for instruction in 0..count {
            schedules.push((instruction, Schedule::Explicit(vec![all[left % all.len()].clone()])));
            left /= all.len();
        }
        let run = ordered(scenario, &schedules);
        *ends.entry((run.state(run.len()), run.stop() == Stop::Fault)).or_default() += 1;
    }
    ends
}

/// The lanes of one instruction, each with its effect on each content of memory.
pub struct Lanes<'a> {
    scenario: &'a Scenario,
    pub lanes: Vec<u8>,
    /// Contents of all surfaces. An index into this list identifies a memory.
    memories: Vec<Vec<Bytes>>,
    /// For a lane and the memory before its turn: the memory after it, and the changes outside of surfaces, as indices.
    turns: HashMap<(u8, usize), (usize, usize)>,
    /// Changed bytes outside of surfaces: the space, the offset, the value and the mask of defined bits.
    changes: Vec<Vec<(u16, usize, u8, u8)>>,
}

impl<'a> Lanes<'a> {
    /// Returns the lanes of a scenario with one instruction, or `None` if a lane cannot run alone.
    pub fn new(scenario: &'a Scenario) -> Option<Self> {
        let [bound] = &scenario.program[..] else { return None };
        if bound.memory.off_lanes_undefined || bound.memory.live_sources {
            return None;
        }
        let lanes = scenario.dispatch_mask.lanes().map(|lane| lane.0).collect();
        let memories = vec![surfaces(scenario, &scenario.initial)];
        Some(Self { scenario, lanes, memories, turns: HashMap::new(), changes: Vec::new() })
    }

    /// Returns the effect of a lane on a memory, or `None` if the lane stops the machine.
    fn turn(&mut self, lane: u8, memory: usize) -> Option<(usize, usize)> {
        if let Some(known) = self.turns.get(&(lane, memory)) {
            return Some(*known);
        }
        let mut scenario = self.scenario.clone();
        scenario.dispatch_mask = LaneMask::default().with(usize::from(lane), true);
        let contents = self.memories[memory].clone();
        put(&mut scenario.initial, self.scenario, &contents);
        let run = Run::new(Rc::new(scenario));
        if run.stop() != Stop::End {
            return None;
        }
        let (end, start) = (run.state(run.len()), &self.scenario.initial);
        let behind = number(&mut self.memories, surfaces(self.scenario, &end));
        let mut changed = Vec::new();
        for (at, _) in others(self.scenario) {
            let (before, after) = (start.space(SpaceId(at)), end.space(SpaceId(at)));
            for byte in 0..after.value.len() {
                let [old, new] = [before, after].map(|bytes| (bytes.value[byte], bytes.defined[byte]));
                if old != new {
                    changed.push((at, byte, new.0, new.1));
                }
            }
        }
        let changed = number(&mut self.changes, changed);
        self.turns.insert((lane, memory), (behind, changed));
        Some((behind, changed))
    }

    /// Returns the end of an order.
    pub fn end(&mut self, order: &[u8]) -> Option<State> {
        let (mut memory, mut changes) = (0, Vec::new());
        for &lane in order {
            let (behind, changed) = self.turn(lane, memory)?;
            memory = behind;
            changes.push(changed);
        }
        Some(self.state(memory, &changes))
    }

    fn state(&self, memory: usize, changes: &[usize]) -> State {
        let mut state = self.scenario.initial.clone();
        put(&mut state, self.scenario, &self.memories[memory]);
        for &(space, byte, value, defined) in changes.iter().flat_map(|&at| &self.changes[at]) {
            write(&mut state, SpaceId(space), byte, value, defined);
        }
        state
    }

    /// Returns the ends of all orders.
    pub fn ends(&mut self) -> Option<Ends> {
        let lanes = self.lanes.clone();
        let mut counts = HashMap::<(usize, Vec<usize>), u64>::new();
        let mut done = vec![0; lanes.len()];
        self.each(&lanes, 0, 0, &mut done, &mut counts)?;
        let end = |((memory, changes), count): (&(usize, Vec<usize>), &u64)| {
            ((self.state(*memory, changes), false), *count)
        };
        // Different changes can lead to the same end.
        let mut ends = Ends::new();
        counts.iter().map(end).for_each(|(end, count)| *ends.entry(end).or_default() += count);
        Some(ends)
    }

    fn each(
        &mut self,
        lanes: &[u8],
        taken: u32,
        memory: usize,
        done: &mut Vec<usize>,
        counts: &mut HashMap<(usize, Vec<usize>), u64>,
    ) -> Option<()> {
        if taken.count_ones() as usize == lanes.len() {
            *counts.entry((memory, done.clone())).or_default() += 1;
        }
        for (at, &lane) in lanes.iter().enumerate().filter(|(at, _)| taken >> at & 1 == 0) {
            let (behind, changed) = self.turn(lane, memory)?;
            done[at] = changed;
            self.each(lanes, taken | 1 << at, behind, done, counts)?;
        }
        Some(())
    }
}

/// Returns the spaces other than surfaces.
fn others(scenario: &Scenario) -> impl Iterator<Item = (u16, SpaceKind)> {
    let spaces = scenario.layout.spaces.iter().enumerate();
    spaces.filter(|(_, space)| space.kind != SpaceKind::Surface).map(|(at, space)| (at as u16, space.kind))
}

fn number<T: PartialEq>(known: &mut Vec<T>, value: T) -> usize {
    known.iter().position(|other| *other == value).unwrap_or_else(|| {
        known.push(value);
        known.len() - 1
    })
}

/// Writes contents into the surfaces.
fn put(state: &mut State, scenario: &Scenario, contents: &[Bytes]) {
    let spaces = scenario.layout.spaces.iter().enumerate();
    let surfaces = spaces.filter(|(_, space)| space.kind == SpaceKind::Surface);
    for ((at, _), bytes) in surfaces.zip(contents) {
        for byte in 0..bytes.value.len() {
            write(state, SpaceId(at as u16), byte, bytes.value[byte], bytes.defined[byte]);
        }
    }
}

fn write(state: &mut State, space: SpaceId, byte: usize, value: u8, defined: u8) {
    let place = lanescope_core::machine::Place { space, byte_offset: byte as u32, size_bytes: 1 };
    state.write(place, lanescope_core::base::Bits::new(u64::from(value), u64::from(defined)));
}
