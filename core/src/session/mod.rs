//! The entry point of the crate: opens a text and answers what a page, a command line or a test asks about it.
//!
//! Five rooms, in layers; each imports those before it, except that `report` does not import `teach`:
//!
//! - [`text`] opens a text and edits it: [`Session::open`] at once, [`Session::begin`] in slices.
//! - [`orders`] answers questions about all orders of the lanes: outcomes, claims, invariants.
//! - [`compare`] compares runs: variants, sweeps, other readings, instruction sets.
//! - [`teach`] marks answers to questions, and explains wrong ones.
//! - [`report`] prints: JSON, CSV, machine code, and tables about Lanescope itself.
//!
//! `inquiry` joins them: one long question, answered in slices or in a worker. [`run`] and [`cost`] have the types of lower
//! layers that describe a run, so that callers need no path below `session`.

pub mod compare;
mod inquiry;
pub mod orders;
pub mod report;
pub mod teach;
pub mod text;

pub use crate::check::SetsWithChecks;
pub use crate::isa::known_sets;
pub use inquiry::{Answer, Inquiring, Inquiry, Judged, Wanted};
pub use orders::{Budget, Job, Part, Progress};
pub use text::Session;

/// A run, its scenario, and the values and places in it.
pub mod run {
    pub use crate::base::{
        Bits, LaneId, LaneMask, NumberFormat, ScalarType, Schedule, SurfaceKind, lane_ranges, lanes_in_words,
        show,
    };
    pub use crate::exec::{
        Bound, BoundOperand, Breach, Breakpoint, Caption, Condition, Invariant, Run, Scenario, Stop,
        StopSearch, caption, narrate, nearest_stop, outside_in_words, outside_place,
    };
    pub use crate::machine::{
        ElementSlot, GOB_BYTES, Gob, Layout, Place, Predicate, SpaceId, State, Surface, Variable,
    };
    pub use crate::semantics::Decided;
}

/// The cost of a run's accesses to memory.
pub mod cost {
    pub use crate::cost::{
        BankGroup, BankWord, Cost, MemoryUnit, Request, Sector, Transactions, cost, first_byte, with_es,
    };
}
