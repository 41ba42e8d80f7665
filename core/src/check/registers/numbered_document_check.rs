//! The check of a set with numbered registers, and its state for a document.

use super::spaces::RegisterSpaces;
use crate::base::Span;
use crate::check::findings::{FirstSpans, Reported};
use crate::check::setup::layout_builder::LayoutBuilder;
use crate::diag::Diagnostic;
use crate::exec::Bound;
use crate::machine::Layout;
use crate::syntax::{Document, Key, SurfaceLine};

/// The check of an instruction set with numbered registers.
#[derive(Clone, Copy, Debug)]
pub struct NumberedSetCheck {
    /// Declares the surface of a `.surface` line, and returns its index.
    pub declare_surface: fn(&mut LayoutBuilder, &SurfaceLine) -> Result<usize, Reported>,
    /// Returns the number of headers of a pool, given by `.pool max=N`.
    pub pool_size: fn(&mut LayoutBuilder, &Key<()>) -> Result<u32, Reported>,
    /// Returns the warnings that need the whole program.
    pub warnings: fn(&Document, &[Bound], &Layout) -> Vec<Diagnostic>,
}

/// The check of a document with numbered registers.
pub(super) struct NumberedDocumentCheck {
    pub set_check: NumberedSetCheck,
    /// The spaces that lines used without a declaration.
    pub spaces: RegisterSpaces,
    /// The span of the key of the first `.pool` line.
    pub first_pool: Option<Span>,
    /// The addresses of the words that `.const` lines have written.
    pub written_addresses: FirstSpans<u32>,
}
