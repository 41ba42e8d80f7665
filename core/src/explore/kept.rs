//! The results that a search keeps for each state: those that later instructions read, or that the question asks for. A search
//! whose question keeps fewer results has fewer states.

use super::classes::Classes;
use super::graph::{Graph, Numbered, Results, Turns, number};
use super::meter::Stuck;
use super::outcome::{Cell, Observation, covered, differ};
use crate::base::{Bits, LaneId};
use crate::machine::Place;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The part of the results in a space that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matters {
    Nothing,
    Observed,
    Everything,
}

#[derive(Clone, Debug)]
pub(super) struct KeepRule {
    /// For each space, the part of the results there that matters.
    pub matters: Vec<Matters>,
    pub observed: Vec<Observation>,
    /// For each space, whether no later turn or step writes there. A lane that returns something else than was observed there
    /// contradicts the observation.
    pub is_final: Vec<bool>,
    /// The places of each lane's own results, by the number of the lane, if interchangeable lanes may swap them.
    pub own_places: Option<Vec<Vec<Place>>>,
}

#[derive(Debug)]
pub(super) struct Kept {
    rule: KeepRule,
    classes: Classes,
    /// Whether interchangeable lanes swap their results. They have one turn each.
    pub renames: bool,
    /// Whether a lane may keep what was in its destinations. Interchangeable lanes then have had the same there.
    may_return_nothing: bool,
    /// For each lane of the group, by index, its results: a number in `results`. Interchangeable lanes that may swap their results
    /// have them as those of the first of them, in ascending order. 0 for a lane that has returned nothing.
    values: Numbered<Box<[u32]>>,
    results: Numbered<Results>,
    /// The part of a lane's results in the graph that is kept: a number in `results`; `None` if it contradicts the observation.
    parts: FxHashMap<(u32, u8), Option<u32>>,
}

impl Kept {
    /// The number of the value in which no lane has returned anything.
    pub const NOTHING: u32 = 0;

    pub fn new(rule: KeepRule, classes: Classes, lanes: usize, may_return_nothing: bool) -> Self {
        let renames = rule.own_places.is_some() && classes.several().next().is_some();
        Self {
            rule,
            classes,
            renames,
            may_return_nothing,
            values: [vec![0; lanes].into()].into_iter().collect(),
            results: [Results::default()].into_iter().collect(),
            parts: FxHashMap::default(),
        }
    }

    /// Returns the value after a lane has returned results, which are a number in the graph. The results of an interchangeable lane
    /// are those of `times` lanes of its class. `None` if they contradict the observation.
    pub fn add(
        &mut self,
        turns: &mut Turns,
        value: u32,
        (lane, times): (usize, usize),
        results: u32,
    ) -> Result<Option<u32>, Stuck> {
        if results == Graph::NO_RESULTS {
            return Ok(Some(value));
        }
        let key = (results, lane as u8);
        let part = match self.parts.get(&key) {
            Some(part) => *part,
            None => {
                let part = self.part(turns.graph, lane, results);
                self.parts.insert(key, part);
                part
            }
        };
        let part = match part {
            Some(0) | None => return Ok(part.map(|_| value)),
            Some(part) => part,
        };
        let mut all = self.values[value as usize].clone();
        if self.renames {
            // The first lanes of a class have had their turns.
            let members = self.classes.members(lane);
            let slots = || members.lanes().map(LaneId::index);
            let mut returned: SmallVec<[u32; 32]> =
                slots().map(|slot| all[slot]).filter(|id| *id != 0).collect();
            returned.extend(std::iter::repeat_n(part, times));
            returned.sort_unstable();
            slots().zip(returned).for_each(|(slot, id)| all[slot] = id);
        } else {
            all[lane] = part;
        }
        let bytes = size_of_val(&*all);
        let known = self.values.len();
        let value = number(&mut self.values, all);
        if self.values.len() > known {
            turns.meter.charge_bytes(bytes)?;
        }
        Ok(Some(value))
    }

    fn part(&mut self, graph: &Graph, lane: usize, results: u32) -> Option<u32> {
        let results = &graph.results(lane, results);
        if results.iter().any(|&(place, mask, bits)| self.contradicts(place, mask, bits)) {
            return None;
        }
        let mut part: Results = self.cut(results).collect();
        if self.renames && self.may_return_nothing {
            // A lane that returns what was there before ends like one that returns nothing.
            let before = |place: Place, mask: u64| graph.base.state().read(place).masked(mask);
            let changed = part.iter().filter(|(place, mask, bits)| *bits != before(*place, *mask));
            part = changed.copied().collect();
        }
        let first = self.classes.representative(lane);
        if let Some(own) = self.rule.own_places.as_ref().filter(|_| first != lane) {
            let [own, others] = [lane, first].map(|lane| &own[graph.lane(lane).index()]);
            part.iter_mut().for_each(|(place, ..)| *place = moved(*place, own, others));
        }
        Some(number(&mut self.results, part))
    }

    pub fn cut(&self, results: &Results) -> impl Iterator<Item = (Place, u64, Bits)> {
        results.iter().filter_map(|&(place, mask, bits)| {
            let mask = mask & self.mask_of(place);
            (mask != 0).then_some((place, mask, bits.masked(mask)))
        })
    }

    /// Returns whether the question asks for an observation.
    pub fn is_observed(&self) -> bool {
        !self.rule.observed.is_empty()
    }

    fn mask_of(&self, place: Place) -> u64 {
        match self.rule.matters[place.space.index()] {
            Matters::Everything => u64::MAX,
            Matters::Nothing => 0,
            Matters::Observed => {
                let observed = self.rule.observed.iter().filter(|seen| seen.place.overlaps(place));
                let mask = |seen: &Observation| if seen.place == place { seen.mask } else { u64::MAX };
                observed.fold(0, |all, seen| all | mask(seen))
            }
        }
    }

    /// Returns whether a result is something else than was observed.
    fn contradicts(&self, place: Place, mask: u64, bits: Bits) -> bool {
        let observed = self.rule.observed.iter().filter(|_| self.rule.is_final[place.space.index()]);
        observed.into_iter().any(|seen| {
            let (mask, bits) = covered(seen.place, Cell { place, mask }, bits);
            differ(bits, seen.bits, mask & seen.mask)
        })
    }

    pub fn all(&self, value: u32) -> Results {
        let lanes = self.values[value as usize].iter();
        lanes.flat_map(|id| &self.results[*id as usize]).copied().collect()
    }

    /// Returns for each class how often each of its results occurs.
    pub fn times(&self, value: u32) -> impl Iterator<Item = Vec<usize>> {
        let all = &self.values[value as usize];
        self.classes.several().map(move |members| {
            let mut times = FxHashMap::<u32, usize>::default();
            members.lanes().for_each(|lane| *times.entry(all[lane.index()]).or_default() += 1);
            times.into_values().collect()
        })
    }
}

/// Returns a place among a lane's own as the same place among those of another lane.
fn moved(place: Place, own: &[Place], others: &[Place]) -> Place {
    let mut places = own.iter().zip(others);
    places.find(|(own, _)| **own == place).map_or(place, |(_, other)| *other)
}
