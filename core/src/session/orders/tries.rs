//! A few orders that are tried before the search of all orders.

use super::claim::ClaimedFacts;
use crate::base::Schedule;
use crate::exec::Run;
use crate::session::text::{Change, OrderReport, Session};
use crate::spec::ExecutionUnit;

/// The maximum number of micro-steps of a run whose program is tried in other orders.
const MOST_STEPS: u32 = 20_000;

/// Returns an order that ends as claimed: that of the run, one in which lanes take turns in ascending or descending
/// order, or one in which each lane takes all its turns before the next lane. `None` if none of them does.
pub(super) fn example(session: &Session, claim: &ClaimedFacts) -> Option<Vec<OrderReport>> {
    let run = session.run.as_ref()?;
    if claim.holds(run) {
        return Some(orders_of_run(session, run));
    }
    if run.len() > MOST_STEPS {
        return None;
    }
    let turns: Vec<Schedule> = (0..run.instruction_starts().len()).map(|at| run.turns(at)).collect();
    let has_second_turns = turns.iter().any(|turns| turns.first_repeated().is_some());
    let tries = [(false, false), (false, true), (true, false), (true, true)];
    let tries = tries.into_iter().filter(|(is_whole, _)| !is_whole || has_second_turns);
    tries.into_iter().find_map(|(is_whole, is_descending)| {
        let order = |turns: &Schedule| match turns {
            Schedule::Explicit(lists) if is_whole => lane_by_lane(lists.clone(), is_descending),
            _ if is_descending => Schedule::Descending,
            _ => Schedule::Ascending,
        };
        let run = session.run_trial(&Change::Orders(turns.iter().map(order).collect()), u32::MAX)?;
        claim.holds(&run).then(|| orders_of_run(session, &run))
    })
}

/// Groups the turns of each lane, with the lanes ascending or descending.
fn lane_by_lane(mut lists: Vec<Vec<u8>>, is_descending: bool) -> Schedule {
    for list in &mut lists {
        list.sort_unstable();
        if is_descending {
            list.reverse();
        }
    }
    Schedule::Explicit(lists)
}

/// Returns the order of each memory instruction that a run has begun.
pub(super) fn orders_of_run(session: &Session, run: &Run) -> Vec<OrderReport> {
    let begun = run.instruction_starts().len();
    let program = run.scenario().program.iter().enumerate().take(begun);
    let of_memory =
        program.filter(|(_, bound)| bound.row.unit == ExecutionUnit::Memory && bound.exec_size > 1);
    of_memory.map(|(at, bound)| session.order_report(at, bound.span, run.turn_lists(at))).collect()
}
