//! All orders of the lanes of a scenario: which outcomes are possible, in how many orders, and one order for each.
//!
//! # The search
//!
//! An order says which lane has the next turn. `n` lanes with one turn each have `n!` orders, which are too many to run one by
//! one. What the remaining lanes do depends only on the contents of memory and on which lanes they are. So the search keeps
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
//! The orders 0 1 and 1 0 lead to the same state, so the turn of lane 2 after them is counted once, for two orders. The last layer has the outcomes:
//! 5, 6 and 7 in 2 of 6 orders each. Each state also holds one predecessor. Following the predecessors from an outcome gives
//! an order that leads there. For 7 that is 2, then 0 and 1.
//!
//! # Around the search
//!
//! * `meeting` puts lanes into *groups*: lanes of different groups neither share a cell that one of them writes nor an element
//!   of a destination. Each group is searched by itself, and numbers of orders are multiplied (`count`).
//! * `lanes` runs each turn of a lane once for each contents of the cells, on the machine of `exec`. Of lanes that do
//!   the same, the search takes one, and multiplies.
//! * `search` is the search above. If lanes can have several turns, a state holds the position of each lane.
//! * `round` searches the groups of one `foreach_active`. Two kinds of groups need no search (`shortcut`, `combined`): lanes that add
//!   or otherwise combine with a cell, and lanes that exchange it.
//! * `compose` takes the loops and instructions of the scenario in order. Outcomes that nothing reads again stay independent
//!   *factors*; the others become a machine each (`branch`).
//! * `summary` compares the machines at their ends by what the question asks for: memory, or memory with all destinations.
//! * `cause` collects the errors that stop machines, each with its lanes and its number of orders.
//! * `sample` draws orders at random if the states or bytes of the budget do not suffice.
//! * `watched` counts the orders that break an invariant. Its scenario has one more cell, in which each order notes the invariants
//!   that it breaks. So the search and the sample need no other code for them.
//!
//! # Special cases
//!
//! * *Several turns*: in a divisible text, a lane has a turn for each access. An order is then an interleaving of all turns.
//! * *Waiting*: a lane that would only return to a position that it has had since the cells last changed waits until they change.
//!   So lanes that spin on a lock have finitely many orders. If all remaining lanes wait, they *give up*, and the run stops.
//! * *Stopping*: if an access stops the run, the other lanes have no further turn. All orders of a loop count equally all the
//!   same (`count::Portion`), also if a run stops before it reaches a later loop. So all numbers of a report are numbers of the
//!   same orders. The manual's page "Orders and shares" is the definition.
//! * *Interchangeable lanes* do the same with any contents. A search lets one of them represent the others, and checks that
//!   against all contents that occur. [`Question::renamed`] lets them swap their results: 32 lanes that draw tickets have one
//!   outcome then, and 33 states.
//!
//! The explorer knows no instruction and no operation. It sees the machine through `exec::Fork` alone, which stops between two
//! turns and takes a turn of any lane. `core/tests/explore.rs` compares all answers with those of ordinary runs.

mod branch;
mod cause;
mod combined;
mod compose;
mod count;
mod explain;
mod group_end;
mod interner;
mod lane_results;
mod lanes;
mod meeting;
mod outcome;
mod round;
mod sample;
mod search;
mod seen;
mod shortcut;
mod summary;
mod watched;
mod witness;

pub use cause::Cause;
pub use compose::Exploration;
pub use count::Portion;
pub use explain::{Before, OrderConditions};
pub use outcome::{Cell, Decides, Explored, Factor, Meeting, Observation, Outcome, Question};
pub use sample::{Sample, Sampling, interval};
pub use seen::Seen;
pub use watched::{Watched, Watching};
pub use witness::Witness;
