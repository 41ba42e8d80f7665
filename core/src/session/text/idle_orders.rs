//! Warnings about `.order` lines without effect, on the instructions that they apply to and the turns that lanes had.

use crate::base::{LaneId, LaneMask, SCENARIO_TEXT, Schedule, Span, rules};
use crate::diag::Diagnostic;
use crate::exec::{Bound, Run};
use crate::semantics::StatementKind;
use crate::spec::ExecutionUnit;
use crate::syntax::Document;
use std::collections::BTreeMap;

rules! {
    NO_TURNS: "order-without-turns", Note,
        "`.order` sets the turns of `foreach_active`; a notation text without it has no turns",
        SCENARIO_TEXT, ".order", ["warning"];
    NO_LANE: "order-lane", Note, "an order lists lanes of the instructions that it holds for",
        SCENARIO_TEXT, ".order", ["warning"];
    ONE_TURN: "order-repeated", Note,
        "a lane that is listed twice has its turn in parts, where its text leaves it room between two accesses",
        SCENARIO_TEXT, ".order", ["warning"];
}

/// Returns a warning for each `.order` line that has no effect, or that has a part without effect.
pub(super) fn without_effect(document: &Document, run: &Run) -> Vec<Diagnostic> {
    let orders = document.orders();
    // The instructions that each order applies to. There may be as many orders as instructions, so they are looked up
    // in a map.
    let mut applied: BTreeMap<Span, Vec<(usize, &Bound)>> = BTreeMap::new();
    for (at, bound) in run.scenario().program.iter().enumerate() {
        if let Some((order, _)) = orders.order_for(bound.span) {
            applied.entry(order).or_default().push((at, bound));
        }
    }
    let mut found = Vec::new();
    for (span, schedule) in orders.lines {
        let bounds = applied.get(&span).map_or(&[][..], Vec::as_slice);
        let warning = (without_turns(bounds).map(|message| (&NO_TURNS, message)))
            .or_else(|| missing_lanes(schedule, bounds).map(|message| (&NO_LANE, message)))
            .or_else(|| repeated(schedule, bounds, run).map(|message| (&ONE_TURN, message)));
        found.extend(warning.map(|(rule, message)| Diagnostic::warning(rule, span, message)));
    }
    found
}

fn at_memory<'b>(bounds: &[(usize, &'b Bound)]) -> impl Iterator<Item = (usize, &'b Bound)> {
    bounds.iter().copied().filter(|(_, bound)| bound.row.unit == ExecutionUnit::Memory)
}

fn without_turns(bounds: &[(usize, &Bound)]) -> Option<String> {
    let gives_turns = |(_, bound): (usize, &Bound)| {
        bound.code.statements.iter().any(|statement| matches!(statement.kind, StatementKind::Foreach { .. }))
    };
    let (_, first) = at_memory(bounds).next()?;
    let message =
        format!("this changes nothing: `{}` has no `foreach_active`, in which lanes take turns", first.title);
    (!at_memory(bounds).any(gives_turns)).then_some(message)
}

fn missing_lanes(schedule: &Schedule, bounds: &[(usize, &Bound)]) -> Option<String> {
    let Schedule::Explicit(lists) = schedule else { return None };
    let most = bounds.iter().map(|(_, bound)| bound.exec_size).max()?;
    let listed = lists.iter().flatten().map(|&lane| LaneId(lane));
    let missing: LaneMask = listed.filter(|lane| lane.0 >= most).collect();
    let does = if missing.count() == 1 { "does" } else { "do" };
    let expected = LaneMask::first(most.into()).in_words();
    let message = format!("{} {does} not exist; expected {expected}", missing.in_words());
    (!missing.is_empty()).then_some(message)
}

/// Returns a warning about a lane that a list names twice, if no instruction that began gave any lane a second turn.
fn repeated(schedule: &Schedule, bounds: &[(usize, &Bound)], run: &Run) -> Option<String> {
    let lane = schedule.first_repeated()?;
    // An instruction that never began shows no turns.
    let mut began = at_memory(bounds).filter(|(at, _)| *at < run.instruction_starts().len()).peekable();
    began.peek()?;
    let message = format!("lane {lane} is listed twice, but each lane has one turn in this instruction");
    (!began.any(|(at, _)| run.turns(at).first_repeated().is_some())).then_some(message)
}
