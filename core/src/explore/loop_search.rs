//! All orders of one `foreach_active`. Lanes that meet form groups, and each group is walked by itself.

use super::classes::Classes;
use super::commuting::{is_worth_a_walk, only_end};
use super::graph::{Graph, Turns};
use super::group_end::GroupEnd;
use super::groups::{Group, LaneReach, groups};
use super::kept::{KeepRule, Kept, Matters};
use super::known_turns::{KnownTurns, Moment};
use super::lane_results::LaneResults;
use super::loop_text::LoopText;
use super::meter::{Meter, Stuck};
use super::number::OrderCounts;
use super::outcome::Meeting;
use super::walk::Walk;
use crate::base::LaneMask;
use crate::exec::{Fork, Scenario};
use crate::machine::Place;
use std::cell::{Ref, RefCell};
use std::rc::Rc;

/// The number of turns of lanes that run alone that cost as much time as one state.
const TURNS_PER_STATE: usize = 32;

/// The ends of a group of lanes that meet.
#[derive(Clone, Debug)]
pub(super) struct GroupEnds {
    /// The lanes, their cells, and the effect of their order.
    pub meeting: Meeting,
    /// All ends; empty if no order leads to the observed results.
    pub ends: Vec<GroupEnd>,
    /// All orders, also those that do not lead to an end because they contradict an observation.
    pub orders: OrderCounts,
    /// The lanes with an access that can stop the machine.
    pub stopping: LaneMask,
    /// Whether a turn may have changed the contents of a cell.
    pub has_changed: bool,
}

impl GroupEnds {
    /// Returns whether the ends are independent of other groups: all orders have the same number of turns, and the same
    /// lanes stop in all ends.
    pub fn is_independent(&self) -> bool {
        let first = self.ends.first().map(GroupEnd::how);
        self.ends.iter().all(|end| Some(end.how()) == first) && self.orders.turns().is_some()
    }
}

/// The search over the orders of a `foreach_active`.
#[derive(Debug)]
pub(super) struct LoopSearch {
    base: Fork,
    text: LoopText,
    rule: KeepRule,
    classes: Classes,
    moment: Rc<RefCell<Moment>>,
    /// The number of growths that the groups account for.
    growths: usize,
    groups: Vec<Group>,
    /// The ends of the groups that have been walked.
    pub found: Vec<GroupEnds>,
    walk: Option<(Walk, LaneResults)>,
}

impl LoopSearch {
    /// Creates the search at a machine between turns. `classes` are those of the lanes that may swap their results; without them,
    /// the machine shows which lanes are interchangeable.
    pub fn new(
        scenario: &Scenario,
        base: Fork,
        known: &RefCell<KnownTurns>,
        mut rule: KeepRule,
        classes: Option<Classes>,
        meter: &mut Meter,
    ) -> Result<Self, Stuck> {
        let moment = known.borrow_mut().moment(scenario, &base, meter)?;
        meter.charge(1 + moment.borrow().turns_alone / TURNS_PER_STATE)?;
        let text = LoopText::new(&scenario.program[base.current_loop().0], base.body());
        let classes = classes.unwrap_or_else(|| {
            let mut classes = Classes::one();
            classes.refine_by_inputs(scenario, &base, &text, false);
            classes
        });
        if !text.has_one_turn {
            // The number of all orders would not be known if some were left out.
            rule.is_final.fill(false);
        }
        let (groups, found, walk, growths) = (Vec::new(), Vec::new(), None, 0);
        let mut search = Self { base, text, rule, classes, moment, growths, groups, found, walk };
        search.regroup();
        Ok(search)
    }

    /// Groups the lanes. Ends of groups that stay the same are kept.
    fn regroup(&mut self) {
        let mut new = groups(&self.lanes(), |place| self.keeps(*place));
        (self.walk, self.growths) = (None, self.moment.borrow().growths);
        let old = std::mem::take(&mut self.groups);
        let mut known: Vec<(Group, GroupEnds)> =
            old.into_iter().zip(std::mem::take(&mut self.found)).collect();
        known.retain(|(group, _)| new.contains(group));
        new.retain(|group| known.iter().all(|(old, _)| old != group));
        (self.groups, self.found) = known.into_iter().unzip();
        self.groups.extend(new);
    }

    /// Walks at most that many states. Returns whether the search is over.
    pub fn advance(&mut self, scenario: &Scenario, states: usize, meter: &mut Meter) -> Result<bool, Stuck> {
        if self.moment.borrow().growths != self.growths {
            // Some turn, perhaps for another question, has accessed a place that was not known.
            self.regroup();
        }
        let Some(group) = self.groups.get(self.found.len()).cloned() else { return Ok(true) };
        let moment = Rc::clone(&self.moment);
        let mut moment = moment.borrow_mut();
        let turns = &mut Turns { scenario, graph: moment.graph(&self.base, &group), meter };
        match self.walk_group(turns, states) {
            Ok(Some(ends)) => self.found.push(ends),
            Ok(None) => {}
            Err(Stuck::Grown) => {
                // The next slice groups the lanes again.
                moment.note_growth(&group);
                return Ok(false);
            }
            Err(Stuck::Spent) => return Err(Stuck::Spent),
        }
        Ok(self.found.len() == self.groups.len())
    }

    /// Walks at most that many states of a group. Returns its ends once they are known.
    fn walk_group(&mut self, turns: &mut Turns, states: usize) -> Result<Option<GroupEnds>, Stuck> {
        if self.walk.is_none() {
            turns.meter.charge(1)?;
            let classes = self.classes_of(turns.graph).in_group(&turns.graph.lanes);
            let lanes = turns.graph.lanes.len();
            if !self.keeps_results(turns.graph)
                && !is_worth_a_walk(classes.sets(), lanes, turns.meter.left())
                && let Some(end) = only_end(turns, &self.text)?
            {
                return Ok(Some(group_ends(turns, vec![end], None)));
            }
            let mut rule = self.rule.clone();
            rule.own_places = rule.own_places.filter(|_| self.keeps_results(turns.graph));
            let kept = Kept::new(rule, classes.clone(), lanes, !self.text.always_returns);
            self.walk = Some((Walk::new(&self.text, classes, kept), LaneResults::default()));
        }
        let Some((walk, results)) = &mut self.walk else { return Ok(None) };
        if !walk.advance(turns, states)? || !results.advance(walk, turns, states)? {
            return Ok(None);
        }
        let ends = walk.ends(turns)?;
        turns.graph.release_machines();
        let ends = group_ends(turns, ends, self.walk.take().map(|(walk, _)| walk));
        Ok(Some(ends))
    }

    fn keeps_results(&self, graph: &Graph) -> bool {
        let mut results = graph.lanes.iter().flat_map(|lane| &lane.results);
        results.any(|(place, _)| self.keeps(*place))
    }

    /// Returns the classes of interchangeable lanes. If results matter and may not be swapped, each lane is alone.
    fn classes_of(&self, graph: &Graph) -> Classes {
        let keeps = self.keeps_results(graph);
        let is_alone = !graph.group.shared.is_empty() || keeps && self.rule.own_places.is_none();
        if is_alone { Classes::alone() } else { self.classes.clone() }
    }

    /// Returns the lanes, with the places that each is known to access in some order.
    pub fn lanes(&self) -> Ref<'_, [LaneReach]> {
        Ref::map(self.moment.borrow(), |moment| &moment.lanes[..])
    }

    /// Returns whether results in the space of a place matter.
    pub fn keeps(&self, place: Place) -> bool {
        self.rule.matters[place.space.index()] != Matters::Nothing
    }
}

/// Returns the ends of a group, of a walk unless the text showed them.
fn group_ends(turns: &Turns, ends: Vec<GroupEnd>, walk: Option<Walk>) -> GroupEnds {
    let graph = &*turns.graph;
    // Interchangeable lanes stop the machine in other orders.
    let members = |lane: usize| walk.as_ref().map_or(LaneMask(1 << lane), |walk| walk.classes.members(lane));
    let stopping = (0..graph.lanes.len()).filter(|lane| graph.lanes[*lane].stops).map(members);
    let stopping = stopping.flat_map(LaneMask::lanes).map(|lane| graph.lane(lane.index())).collect();
    let orders = match &walk {
        // Only lanes with one turn each are compared with an observation.
        Some(walk) if walk.is_pruned => OrderCounts::of_one_turn(graph.lanes.len()),
        _ => {
            let mut all = OrderCounts::default();
            ends.iter().for_each(|end| all.add(&end.orders));
            all
        }
    };
    let has_changed = walk.is_none() || graph.has_changed();
    let meeting = Meeting::of_group(turns, walk, &ends, orders.total());
    GroupEnds { meeting, ends, orders, stopping, has_changed }
}
