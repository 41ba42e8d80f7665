//! Orders of turns: reports of them, those that put a lane elsewhere in a queue, and the edits that give a text one of them.

use super::session::Session;
use crate::base::{LaneId, Schedule, Span, TextEdit};
use crate::exec::Run;
use crate::spec::ExecutionUnit;
use crate::syntax::{self, parse};
use crate::trace::Target;
use indexmap::IndexSet;
use serde::{Deserialize, Serialize};

/// The order of the turns of an instruction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderReport {
    /// The index of the instruction in the program, from 0.
    pub instruction: usize,
    /// The line of the instruction, from 1.
    pub line: usize,
    /// The schedule, in the syntax of `.order`.
    pub order: String,
    /// The lanes in the order of their turns, for each loop of the instruction: loops x turns.
    pub turns: Vec<Vec<u8>>,
}

impl Session {
    pub(in crate::session) fn order_report(
        &self,
        instruction: usize,
        span: Span,
        turns: Vec<Vec<u8>>,
    ) -> OrderReport {
        let order = Schedule::from_lists(turns.clone()).to_string();
        OrderReport { instruction, line: self.line(span), order, turns }
    }
}

/// Returns the `.order` lines of an order, each with the line of its instruction if there are several.
pub fn order_in_words(witness: &[OrderReport]) -> String {
    let of = |order: &OrderReport| match witness.len() {
        1 => format!(".order {}", order.order),
        _ => format!(".order {} for line {}", order.order, order.line),
    };
    match witness {
        [] => "any order".to_owned(),
        _ => witness.iter().map(of).collect::<Vec<_>>().join(", "),
    }
}

/// Returns an example order as the end of a sentence; empty if any order is an example.
pub fn example_order(witness: &[OrderReport]) -> String {
    match witness {
        [] => String::new(),
        _ => format!(", for instance {}", order_in_words(witness)),
    }
}

impl Session {
    /// Returns the edits after which the run takes these turns. Lanes that the orders do not name follow the named
    /// ones, in their present order: the outcome does not depend on them.
    pub(super) fn witness_edits(&self, orders: &[OrderReport]) -> Vec<TextEdit> {
        let Some(scenario) = &self.scenario else { return Vec::new() };
        // The order for each memory instruction. Other instructions have no turns.
        let mut wanted: Vec<(Span, Schedule)> = Vec::new();
        for (at, bound) in scenario.program.iter().enumerate() {
            let order = orders.iter().find(|order| order.instruction == at);
            match order {
                Some(order) => wanted.push((bound.span, self.completed(at, &order.turns))),
                None if bound.row.unit == ExecutionUnit::Memory => {
                    wanted.push((bound.span, bound.schedule.clone()))
                }
                None => {}
            }
        }
        let text = &*self.text;
        if let [order] = orders
            && let Some(bound) = scenario.program.get(order.instruction)
        {
            let schedule = self.completed(order.instruction, &order.turns);
            let edits = syntax::set_order(text, &self.document, bound.span, &schedule);
            if self.orders_after(&edits).into_iter().eq(wanted.iter().map(|(_, order)| Some(order.clone()))) {
                return edits;
            }
        }
        syntax::set_orders(text, &self.document, &wanted)
    }

    /// Returns the orders of the memory instructions after edits are applied.
    fn orders_after(&self, edits: &[TextEdit]) -> Vec<Option<Schedule>> {
        let (written, _) = parse(&self.edited(edits).unwrap_or_default(), &self.sets);
        let variant = self.variant.as_deref().and_then(|name| written.variant(name));
        let document = variant.map_or_else(|| written.clone(), |at| written.as_variant(at, &self.sets));
        let program = self.scenario.iter().flat_map(|scenario| &scenario.program);
        let (orders, instructions) = (document.orders(), document.instructions().zip(program));
        let of_memory = instructions.filter(|(_, bound)| bound.row.unit == ExecutionUnit::Memory);
        of_memory.map(|((span, _), _)| orders.order_for(span).map(|(_, order)| order.clone())).collect()
    }

    /// Returns the turns of an instruction's loops: the named lanes, followed by the other lanes in their present
    /// order.
    fn completed(&self, instruction: usize, lists: &[Vec<u8>]) -> Schedule {
        let now = match self.run.as_ref().map(|run| run.turns(instruction)) {
            Some(Schedule::Explicit(now)) => now,
            _ => Vec::new(),
        };
        let list = |at: usize| {
            let named = lists.get(at).map_or(&[][..], Vec::as_slice);
            let others = now.get(at).into_iter().flatten().filter(|lane| !named.contains(lane));
            [named, &others.copied().collect::<Vec<_>>()].concat()
        };
        Schedule::from_lists((0..lists.len().max(now.len())).map(list))
    }
}

pub(super) fn queue_lanes(target: &Target) -> Vec<u8> {
    target.lanes().map(|lane| lane.0).collect()
}

/// Returns a queue with one lane moved to another position. `None` for an unknown queue, or if the lane is not in it.
pub(super) fn moved(
    run: &Run,
    instruction: usize,
    target: usize,
    lane: LaneId,
    to: usize,
) -> Option<Vec<u8>> {
    let mut queue = queue_lanes(run.targets(instruction).get(target)?);
    let from = queue.iter().position(|&known| known == lane.0)?;
    let lane = queue.remove(from);
    queue.insert(to.min(queue.len()), lane);
    Some(queue)
}

/// Returns an order in which the lanes of a queue swap turns among themselves and all other lanes keep theirs. The
/// order is certain to produce the queue only if each lane has one turn.
pub(super) fn queue_order(run: &Run, instruction: usize, queue: &[u8]) -> Option<Schedule> {
    let bound = run.scenario().program.get(instruction)?;
    let all = 0..bound.exec_size;
    let lists = match &bound.schedule {
        Schedule::Descending => vec![all.clone().rev().collect()],
        Schedule::Explicit(lists) => lists.clone(),
        // A seeded order is replaced by the turns that the run had.
        Schedule::Seeded(_) if let Schedule::Explicit(lists) = run.turns(instruction) => lists,
        Schedule::Ascending | Schedule::Seeded(_) => vec![Vec::new()],
    };
    Some(Schedule::from_lists(lists.into_iter().map(|mut round| {
        let others: Vec<u8> = all.clone().filter(|lane| !round.contains(lane)).collect();
        round.extend(others);
        // The lanes of the queue, by their first turn. The first of them is replaced by the first lane of the new
        // queue, and so on.
        let by_turn: IndexSet<u8> = round.iter().copied().filter(|lane| queue.contains(lane)).collect();
        for lane in &mut round {
            if let Some(place) = by_turn.get_index_of(lane) {
                *lane = queue[place];
            }
        }
        round
    })))
}
