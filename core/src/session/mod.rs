//! The entry point of the crate: opens a text and answers what a page, a command line or a test asks about it.
//!
//! Five rooms, in layers; each imports those before it:
//!
//! - `text` opens a text and edits it: [`Session::open`] at once, [`Session::begin`] in slices.
//! - `orders` answers questions about all orders of the lanes: outcomes, possible results, invariants.
//! - `compare` compares runs: variants, sweeps, other readings, instruction sets.
//! - `teach` marks answers to questions, and explains wrong ones.
//! - `report` prints: JSON, CSV, machine code, and tables about Lanescope itself.
//!
//! `inquiry` joins them: one long question, answered in slices or in a worker. This module re-exports all of it flat,
//! with the types of lower layers that describe a run, so that callers need no path below `session`.

mod compare;
mod inquiry;
mod orders;
mod report;
mod teach;
mod text;

pub use crate::base::{
    Bits, Clause, Kind, LaneId, LaneMask, NumberFormat, Rule, ScalarType, Schedule, Span, SurfaceKind,
    TextEdit, apply_edits, capitalized, counted, lanes_in_words, line_col, show,
};
pub use crate::check::{Ask, Asked};
pub use crate::cost::{
    BankGroup, BankWord, Cost, MemoryUnit, Request, Sector, Transactions, cost, first_byte,
};
pub use crate::exec::{
    Bound, BoundOperand, Breach, Breakpoint, Caption, Condition, Invariant, Run, Scenario, Stop, StopSearch,
    beside, caption, narrate, outside_in_words, outside_place,
};
pub use crate::explore::{Before, OrderConditions};
pub use crate::isa::roll_call;
pub use crate::machine::{
    ElementSlot, GOB_BYTES, Gob, Layout, Place, Predicate, SpaceId, State, Surface, Variable,
};
pub use crate::semantics::Decided;
pub use crate::syntax::{Completion, CompletionItem, Document};
pub use compare::{
    ChoiceEffect, ComparedOutcomes, ComparedRow, Comparison, ComparisonReport, Counterexample, Difference,
    FirstDifference, LaneResult, LaneRow, Limits, OnlyOutcome, OtherReadings, OutcomesBeside, ReadingEntry,
    Rearrangement, Side, Sweep, SweepAnswer, SweepPicture, SweepQuestion, Sweeping, SweptComparison,
    SweptRow, compare, compare_runs, comparisons, moment_differences, what_if_in_words, without_counterpart,
};
pub use inquiry::{Answer, Inquiring, Inquiry, Judged, Wanted};
pub use orders::{
    AlikeReport, Budget, CauseReport, CellPlace, Claim, Fact, FactorReport, GoalAnswer, GoalFailure,
    GoalFault, InvariantOrders, Job, KnownOrders, MatterKind, MatterReport, MeetingReport, OutcomeList,
    OutcomeReport, OutcomesReport, Part, Possibility, PossibilityReport, Progress, RenamedReport, Reported,
    Reporting, SampleReport, SampledReport, SeenReport, StoppingReport, changed_at_end, claim_in_words,
    observed_ends, results_in_every_order, same_in_every_order, stop_in_words, values_at_end,
};
pub use report::{
    CodeEntry, CostReport, Encoded, EncodedField, EncodingReport, Explanation, FieldCode, FileReport,
    InstructionCode, InstructionCost, InvariantReport, OperationEntry, Report, ScenarioLimit, Versioned,
    closest_mnemonic, codes, encode, scenario_limits,
};
pub use teach::{
    AnswerFile, Answered, Difficulty, GradedAnswer, GradedFile, Grades, MISCONCEPTIONS, Marking,
    Misconception, Mistake, Moment, Prompt,
};
pub use text::{
    ChangedLine, Contents, Expectation, Filling, Highlight, Hunk, LineChange, MAX_TEXT_BYTES, MemoryUse,
    NotationChange, NotationPart, OrderReport, PanelEdit, PartInScenario, PartName, PendingSession, Places,
    ReadingView, ReferenceEntry, Session, VariantStart, Verdict, blank, decode_link, encode_link,
    first_letters, formatted, highlight_notation, in_words, instance, memory_use, reference, rules,
};
