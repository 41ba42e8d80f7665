//! The table of names that the check of a document fills.

use super::undeclared::Undeclared;
use crate::check::{FindingId, FirstSpans};
use indexmap::IndexSet;
use rustc_hash::FxHashMap;

/// The names that a document declares, and those that its lines miss.
#[derive(Default)]
pub(crate) struct DeclaredNames {
    /// All declared names.
    pub all: FirstSpans<String>,
    /// The declared surfaces in order, with or without a `.surface` line.
    pub surfaces: IndexSet<String>,
    /// The names that lines used without a declaration, in the order of use.
    pub undeclared: Vec<Undeclared>,
    /// The findings on undeclared names in `.set` lines that have a fix.
    pub unknown_set_names: FxHashMap<String, FindingId>,
}
