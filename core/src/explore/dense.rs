//! All orders of lanes that only ever leave a few contents: counted in a table, by how many lanes of each kind have had their
//! turns and by what lies in the cells.

use super::count::{FEW, Orders};
use super::lanes::{Lanes, TurnEnd};
use super::round::GroupEnd;
use super::seen::{Seen, told};
use crate::base::LaneMask;
use crate::exec::{Position, Scenario};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// The most contents, and the most entries of the table, of 8 bytes each.
const MOST_CONTENTS: usize = 64;
const MOST_ENTRIES: usize = 1 << 23;

/// A table of all states that is being filled. Each lane has one turn, and what it hands back decides nothing.
#[derive(Debug)]
pub(super) struct Dense {
    pub lanes: Lanes,
    kinds: Vec<Kind>,
    /// How many contents there are.
    contents: usize,
    /// By how many lanes of each kind have had their turns, then by contents: how many orders lead there.
    counts: Vec<u64>,
    /// How many of the former have been gone on from.
    done: usize,
    /// How many states have been found.
    pub states: usize,
    /// By kind and contents: in how many orders a lane finds these, over all lanes of the kind.
    found: Vec<Vec<u64>>,
}

/// Lanes that do the same.
#[derive(Debug)]
struct Kind {
    /// By their index in [`Lanes::lanes`].
    members: Vec<usize>,
    /// What they leave of each of the contents.
    leaves: Vec<u32>,
    /// How far apart in the table it is to have one more of them.
    stride: usize,
}

impl Dense {
    /// An empty table; `None` where lanes may do anything else, or leave too many contents.
    pub fn new(scenario: &Scenario, mut lanes: Lanes) -> Option<Self> {
        let count = lanes.lanes.len();
        if !(2..=FEW).contains(&count) || lanes.is_tracked() {
            return None;
        }
        let mut contents = 1;
        let mut leaves: Vec<Vec<u32>> = vec![Vec::new(); count];
        let mut at = 0;
        while at < contents {
            for (lane, leaves) in leaves.iter_mut().enumerate() {
                let turn = lanes.turn(scenario, lane as u32, at as u32).ok()?;
                if turn.end != TurnEnd::Done || *lanes.position(turn.position) != Position::Done {
                    return None;
                }
                contents = contents.max(turn.contents as usize + 1);
                leaves.push(turn.contents);
            }
            at += 1;
            if contents > MOST_CONTENTS {
                return None;
            }
        }
        let mut kinds: Vec<Kind> = Vec::new();
        for (lane, leaves) in leaves.into_iter().enumerate() {
            match kinds.iter_mut().find(|kind| kind.leaves == leaves) {
                Some(kind) => kind.members.push(lane),
                None => kinds.push(Kind { members: vec![lane], leaves, stride: 0 }),
            }
        }
        let mut sets = 1;
        for kind in &mut kinds {
            kind.stride = sets;
            sets *= kind.members.len() + 1;
        }
        let entries = sets * contents;
        if entries > MOST_ENTRIES {
            return None;
        }
        let mut counts = vec![0; entries];
        counts[Lanes::BEFORE as usize] = 1;
        let found = vec![vec![0; contents]; kinds.len()];
        Some(Self { lanes, kinds, contents, counts, done: 0, states: 1, found })
    }

    /// Goes on from about so many states. Returns whether all is done.
    pub fn advance(&mut self, states: usize) -> bool {
        let sets = self.counts.len() / self.contents;
        let end = (self.done + states / self.contents + 1).min(sets);
        let factorials: Vec<u64> = (0..=self.lanes.lanes.len() as u64)
            .scan(1, |product, n| {
                *product *= n.max(1);
                Some(*product)
            })
            .collect();
        for set in self.done..end {
            let (before, behind) = self.counts.split_at_mut((set + 1) * self.contents);
            let here = &before[set * self.contents..];
            let taken: usize = self.kinds.iter().map(|kind| kind.taken(set)).sum();
            self.states += here.iter().filter(|count| **count > 0).count();
            for (kind, found) in self.kinds.iter().zip(&mut self.found) {
                let left = kind.members.len() - kind.taken(set);
                if left == 0 {
                    continue;
                }
                let next = &mut behind[(kind.stride - 1) * self.contents..][..self.contents];
                let rest = factorials[self.lanes.lanes.len() - taken - 1];
                for ((&count, &leaves), found) in here.iter().zip(&kind.leaves).zip(found) {
                    let ways = count * left as u64;
                    next[leaves as usize] += ways;
                    *found += ways * rest;
                }
            }
        }
        self.done = end;
        end == sets
    }

    /// What the lanes come to, and what each can see. Lanes that hand back nothing see nothing.
    pub fn finish(mut self, scenario: &Scenario) -> Option<(Vec<GroupEnd>, Vec<Seen>)> {
        let first = self.counts.len() - self.contents;
        let ends =
            (0..self.contents).filter(|at| self.counts[first + at] > 0).map(|at| self.end(at)).collect();
        let mut found: Vec<FxHashMap<u32, u64>> = vec![FxHashMap::default(); self.lanes.lanes.len()];
        for (kind, ways) in self.kinds.iter().zip(&self.found) {
            for (&lane, contents) in
                kind.members.iter().flat_map(|lane| (0..self.contents).map(move |at| (lane, at)))
            {
                // Each lane of a kind finds it in as many orders as any other.
                let ways = ways[contents] / kind.members.len() as u64;
                if ways > 0 {
                    let handed = self.lanes.turn(scenario, lane as u32, contents as u32).ok()?.handed;
                    if handed != 0 {
                        *found[lane].entry(handed).or_default() += ways;
                    }
                }
            }
        }
        let seen = told(&self.lanes, &found);
        Some((ends, seen))
    }

    /// The end in which these contents lie in the cells, with one of the orders that lead there.
    fn end(&self, contents: usize) -> GroupEnd {
        let mut set = self.counts.len() / self.contents - 1;
        let mut at = contents;
        let mut witness = Vec::new();
        while set > 0 {
            let before = self.kinds.iter().filter(|kind| kind.taken(set) > 0).find_map(|kind| {
                let from = &self.counts[(set - kind.stride) * self.contents..][..self.contents];
                let leads = |old: &usize| from[*old] > 0 && kind.leaves[*old] as usize == at;
                (0..self.contents).find(leads).map(|old| (kind, old))
            });
            let (kind, old) = before.expect("a state that is reached is reached from one before");
            witness.push(self.lanes.lanes[kind.members[kind.taken(set) - 1]].0);
            (set, at) = (set - kind.stride, old);
        }
        witness.reverse();
        let orders = self.counts[self.counts.len() - self.contents + contents];
        GroupEnd {
            contents: self.lanes.contents.get(contents as u32).clone(),
            returned: Box::default(),
            trapped: Vec::new(),
            is_stopped: false,
            gave_up: LaneMask::default(),
            renamings: BigUint::from(1u32),
            orders: Orders::of(self.lanes.lanes.len(), BigUint::from(orders)),
            witness,
        }
    }
}

impl Kind {
    /// How many of them have had their turns.
    fn taken(&self, set: usize) -> usize {
        set / self.stride % (self.members.len() + 1)
    }
}
