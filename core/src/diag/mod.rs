//! Diagnostics: the problem, its place, the rule and the fix.

mod diagnostic;
mod render;

pub use diagnostic::{Diagnostic, Fix, Note, Severity, has_errors};
pub use render::render;
