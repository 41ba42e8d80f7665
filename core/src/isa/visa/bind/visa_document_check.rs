//! The names that vISA's check of a document has declared, and those that lines miss.

use super::undeclared::Undeclared;
use crate::check::{FindingId, FirstSpans};
use indexmap::IndexSet;
use rustc_hash::FxHashMap;

/// The names that vISA's check of a document has declared, and those that lines miss.
#[derive(Default)]
pub(super) struct VisaDocumentCheck {
    /// All declared names.
    pub names: FirstSpans<String>,
    /// The declared surfaces in order, with or without a `.surface` line.
    pub surfaces: IndexSet<String>,
    /// The names that lines used without a declaration, in the order of use.
    pub undeclared: Vec<Undeclared>,
    /// The findings on undeclared names in `.set` lines that have a fix.
    pub unknown_set_names: FxHashMap<String, FindingId>,
}
