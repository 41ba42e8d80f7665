//! Claims about a run, its costs and all orders, with all names looked up.

use super::limit::LimitedCount;
use crate::base::{Bits, ScalarType, Span};
use crate::diag::Severity;
use crate::exec::RunError;
use crate::machine::Place;
use crate::spec::CostCount;
use crate::syntax::OutcomeContents;
use std::rc::Rc;

/// An `.expect` or `.limit` line.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected {
    /// The span of the line.
    pub span: Span,
    /// The claim.
    pub claim: ExpectedClaim,
}

/// The claim of an `.expect` or `.limit` line.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpectedClaim {
    /// Contents at the end of the run.
    Contents(ExpectedContents),
    /// The number of distinct outcomes over all orders.
    Outcomes {
        /// The contents of an outcome.
        contents: OutcomeContents,
        /// The number of outcomes.
        count: u64,
    },
    /// Some order has this end, or none has.
    Possible {
        /// Whether such an order exists.
        is_possible: bool,
        /// The end.
        end: Rc<ExpectedEnd>,
    },
    /// All orders keep the invariant with this name.
    Invariant(String),
    /// All orders have the same outcome.
    OrderIndependent,
    /// The cost of an instruction.
    Cost {
        /// The index of the instruction.
        instruction: usize,
        /// The count.
        count: CostCount,
        /// Its expected number.
        number: u64,
    },
    /// A limit for the whole program.
    Limit {
        /// The count.
        count: LimitedCount,
        /// The largest number, or the smallest one.
        number: u64,
        /// Whether it is the smallest number.
        is_least: bool,
    },
    /// A diagnostic is reported.
    Diagnostic {
        /// The diagnostic's severity.
        severity: Severity,
        /// The diagnostic's code.
        code: String,
    },
}

impl ExpectedClaim {
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
pub struct ExpectedEnd {
    /// The contents.
    pub contents: Vec<ExpectedContents>,
    /// The errors.
    pub errors: Vec<RunError>,
}

/// The contents of a variable, predicate or surface at the end of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedContents {
    /// The name.
    pub name: String,
    /// The element type.
    pub ty: ScalarType,
    /// The elements, each with its expected value.
    pub elements: Vec<ExpectedElement>,
}

/// An element of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedElement {
    /// The place of the element.
    pub place: Place,
    /// The index of the element's bit in a predicate; `None` if the element is the whole place.
    pub bit: Option<u8>,
    /// The expected value; `None` if the element is ignored.
    pub value: Option<Bits>,
}
