//! The names that vISA's check of a document has declared, and those that lines miss.

use super::undeclared::Undeclared;
use crate::check::Once;
use indexmap::IndexSet;

/// The names that vISA's check of a document has declared, and those that lines miss.
#[derive(Default)]
pub(super) struct VisaDocumentCheck {
    /// All declared names.
    pub names: Once<String>,
    /// The declared surfaces in order, with or without a `.surface` line.
    pub surfaces: IndexSet<String>,
    /// The names that lines used without a declaration, in the order of use.
    pub undeclared: Vec<Undeclared>,
}
