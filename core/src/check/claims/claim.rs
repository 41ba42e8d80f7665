//! Claims about a run, its costs and all orders, with all names looked up.

use super::limit::LimitTarget;
use crate::base::{Bits, ScalarType, Span};
use crate::diag::Severity;
use crate::exec::RunError;
use crate::machine::Place;
use crate::spec::CostCount;
use crate::syntax::{OutcomeContents, Threshold};
use std::rc::Rc;

/// The claim of an `.expect` or `.limit` line.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the names say it
pub struct Claim {
    pub span: Span,
    pub kind: ClaimKind,
}

/// The kind of a claim.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the names say it
pub enum ClaimKind {
    /// Contents at the end of the run.
    Contents(ClaimedContents),
    /// The number of distinct outcomes over all orders.
    Outcomes { contents: OutcomeContents, number: u64 },
    /// Some order has this end, or none has.
    Possible { is_possible: bool, end: Rc<ClaimedEnd> },
    /// All orders keep the invariant with this name.
    Invariant(String),
    /// All orders have the same outcome.
    OrderIndependent,
    /// The cost of an instruction.
    Cost { instruction: usize, count: CostCount, number: u64 },
    /// A limit for the whole program.
    Limit { target: LimitTarget, threshold: Threshold },
    /// A diagnostic is reported.
    Diagnostic { severity: Severity, code: String },
}

impl ClaimKind {
    /// Returns whether it is about all orders, and not about one run.
    pub fn is_about_orders(&self) -> bool {
        match self {
            Self::Outcomes { .. } | Self::Possible { .. } | Self::Invariant(_) | Self::OrderIndependent => {
                true
            }
            Self::Contents(_) | Self::Diagnostic { .. } | Self::Cost { .. } | Self::Limit { .. } => false,
        }
    }
}

/// The end of an order: contents and errors that occur together.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs)] // the names say it
pub struct ClaimedEnd {
    pub contents: Vec<ClaimedContents>,
    pub errors: Vec<RunError>,
}

/// The contents of a variable, predicate or surface at the end of a run.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the names say it
pub struct ClaimedContents {
    pub name: String,
    pub ty: ScalarType,
    pub elements: Vec<ClaimedElement>,
}

/// An element of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names say it
pub struct ClaimedElement {
    pub place: Place,
    /// The index of the element's bit in a predicate; `None` if the element is the whole place.
    pub bit: Option<u8>,
    /// The expected value; `None` if the element is ignored.
    pub value: Option<Bits>,
}
