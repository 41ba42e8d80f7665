//! The check of a set with numbered registers, and its state for a document.

use super::spaces::RegisterSpaces;
use crate::base::Span;
use crate::check::findings::Once;
use crate::diag::Diagnostic;
use crate::exec::Bound;
use crate::machine::Layout;
use crate::spec::{HeaderRules, ReadingSet};
use crate::syntax::Document;

/// The check of an instruction set with numbered registers.
#[derive(Clone, Copy, Debug)]
pub struct NumberedSetCheck {
    /// The rules for the pool of headers.
    pub headers: &'static HeaderRules,
    /// Returns whether the largest index of the header pool is exclusive, under the readings in force.
    pub pool_excludes_max: fn(&ReadingSet) -> bool,
    /// Returns the warnings that need the whole program.
    pub warnings: fn(&Document, &[Bound], &Layout) -> Vec<Diagnostic>,
}

/// The check of a document with numbered registers.
pub(super) struct NumberedDocumentCheck {
    pub set_check: NumberedSetCheck,
    /// The spaces that lines used without a declaration.
    pub spaces: RegisterSpaces,
    /// The place of the size of the header pool, if it is given.
    pub pool: Option<Span>,
    /// The addresses of the words that `.const` lines have written.
    pub constants: Once<u32>,
}
