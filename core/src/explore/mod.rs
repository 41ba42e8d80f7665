//! All orders of the lanes of a scenario: which outcomes are possible, in how many orders, and one order for each.
//!
//! # The walk
//!
//! An order says which lane has the next turn. `n` lanes with one turn each have `n!` orders, which are too many to run one by
//! one. What the remaining lanes do depends only on the contents of memory and on which lanes they are. So a walk keeps
//! *states*: the lanes that have had their turns, and the contents of the cells where lanes meet. A *layer* holds all states
//! after the same number of turns, each with the number of orders that lead to it.
//!
//! For example, lanes 0 and 1 add 1 to a cell that holds 0, and lane 2 replaces its contents by 5:
//!
//! | turns | lanes so far: contents, and the number of orders |
//! |---|---|
//! | 0 | {}: 0 in 1 order |
//! | 1 | {0}: 1 in 1, {1}: 1 in 1, {2}: 5 in 1 |
//! | 2 | {0, 1}: 2 in 2, {0, 2}: 5 in 1, {0, 2}: 6 in 1, {1, 2}: 5 in 1, {1, 2}: 6 in 1 |
//! | 3 | all: 5 in 2, 6 in 2, 7 in 2 |
//!
//! The orders 0 1 and 1 0 lead to the same state, so the turn of lane 2 after them is counted once, for two orders. The last
//! layer has the outcomes: 5, 6 and 7 in 2 of 6 orders each. Each state also holds one predecessor. Following the predecessors
//! from an outcome gives an order that leads there. For 7 that is 2, then 0 and 1.
//!
//! # The files
//!
//! * `graph` has the turns of lanes: from a position and contents to a position, contents and results. The machine of `exec` runs
//!   each turn once, and the questions about a scenario share the graphs (`known_turns`, [`AllOrders`]).
//! * `groups` puts lanes into *groups*: lanes of different groups neither share a cell that one of them writes nor an element
//!   of a destination. Each group has a graph and a walk of its own, and numbers of orders are multiplied (`number`).
//! * `walk` is the walk above. A state also holds the positions of lanes that have several turns some of which
//!   wait, and the results that the question keeps (`kept`). That is the only difference between questions.
//! * `classes` finds interchangeable lanes, and `loop_text` what the text of a loop shows of its lanes.
//! * `loop_search` walks the groups of one `foreach_active`; `commuting` knows the end of lanes that need no walk.
//! * `course` takes the loops and instructions of the scenario in order. Outcomes that nothing reads again stay independent
//!   *factors*; the others become a machine each (`arrival`).
//! * `ends` compares the machines at their ends by what the question asks for: memory, or memory with all destinations.
//! * `meetings`, `lane_results` and `conditions` describe the lanes that meet, what each of them returns, and which
//!   lanes come before which others.
//! * `sample` draws orders at random if the states of the budget (`meter`) do not suffice.
//! * `invariants` counts the orders that break an invariant. Its scenario has one more cell, in which each order notes the
//!   invariants that it breaks. So the walk and the sample need no other code for them.
//!
//! # Special cases
//!
//! * *Several turns*: in a divisible text, a lane has a turn for each access. An order is then an interleaving of all turns.
//! * *Waiting*: a lane that would only return to a position that it has had since the cells last changed waits until they change.
//!   So lanes that spin on a lock have finitely many orders. If all remaining lanes wait, the run stops.
//! * *Stopping*: if an access stops the run, the other lanes have no further turn. All orders of a loop count equally all the
//!   same ([`Share`]), also if a run stops before it reaches a later loop. So all numbers of a report are numbers of the
//!   same orders. The manual's page "Orders and shares" is the definition.
//! * *Interchangeable lanes* do the same with any contents. A walk lets one of them represent the others.
//!   [`Question::renamed`] lets them swap their results: 32 lanes that draw tickets have one outcome then, and 33 states.
//!
//! # What is missed
//!
//! Nothing within the budget: all orders count, and each outcome is exact. Beyond it, a sample shows some outcomes. Lanes that do
//! the same by chance, with different inputs, are not found to be interchangeable, and cost states. A loop outside
//! `foreach_active` whose rounds change memory and change it back has infinitely many orders, and ends with the budget.
//!
//! The explorer knows no instruction and no operation. It sees the machine through `exec::Fork` alone, which stops between two
//! turns and takes a turn of any lane. `core/tests/explore.rs` compares all answers with those of ordinary runs.

mod arrival;
mod classes;
mod commuting;
mod conditions;
mod course;
mod ends;
mod graph;
mod group_end;
mod groups;
mod invariants;
mod kept;
mod known_turns;
mod lane_results;
mod loop_search;
mod loop_text;
mod meetings;
mod meter;
mod number;
mod outcome;
mod sample;
mod space_uses;
#[cfg(test)]
mod tests;
mod walk;
mod witness;

pub use conditions::{Before, Explaining, OrderConditions};
pub use course::{AllOrders, Exploration};
pub use invariants::{Watched, Watching};
pub use number::Share;
pub use outcome::Cause;
pub use outcome::{Cell, Decides, Explored, Factor, Meeting, Observation, Outcome, Question, RunEnd, Seen};
pub use sample::{Sample, Sampling, interval};
pub use witness::Witness;
