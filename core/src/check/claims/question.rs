//! Questions to the reader, with all names looked up.

use super::claim::ClaimedEnd;
use crate::syntax::{OutcomeContents, Points};
use std::rc::Rc;

/// A question to the reader.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the names say it
pub struct ReaderQuestion {
    pub content: QuestionContent,
    /// The author's own words; empty if there are none.
    pub text: String,
    pub points: Points,
    pub hints: Vec<String>,
}

/// The content of a question.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // the names say it
pub enum QuestionContent {
    /// The contents of a variable, predicate or surface.
    Contents {
        name: String,
        /// The element; `None` for all of them.
        index: Option<usize>,
        /// The number of micro-steps before the moment; `None` for the end. Only the page asks about another moment.
        step: Option<u32>,
    },
    /// The lanes that take part in an instruction.
    Lanes { instruction: usize },
    /// The lane that takes a step. Only the page asks this, about the next steps.
    Next { step: u32 },
    /// The number of outcomes of all orders.
    Outcomes(OutcomeContents),
    /// An order of the lanes that ends so.
    Schedule(Rc<ClaimedEnd>),
}
