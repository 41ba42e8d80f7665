//! The registers of a document by name, and the errors for names that denote none.

use super::scopes::Scopes;
use crate::check::error_limit::similar;
use crate::diag::Diagnostic;
use crate::machine::Layout;
use crate::spec::{RegisterContent, Virtual};
use crate::syntax::SpannedText;

/// The registers of a document by name.
pub(super) struct RegisterLookup<'d> {
    pub registers: &'static Virtual,
    pub scopes: Scopes<'d>,
}

impl RegisterLookup<'_> {
    /// Adds a note on where a name is declared, if it is declared in another scope or with too few numbers.
    fn explain(&self, name: &str, finding: Diagnostic) -> Diagnostic {
        if let Some(span) = self.scopes.declaration(name) {
            return finding.note_at(span, "this declaration is below it or in another scope");
        }
        match self.scopes.exceeded(name) {
            Some((span, count)) => finding.note_at(span, format!("the numbers here end at {}", count - 1)),
            None => finding,
        }
    }

    /// Creates the error for a name that is not declared where it is used.
    pub fn undeclared(&self, layout: &Layout, name: &SpannedText, findings: &[Diagnostic]) -> Diagnostic {
        let message =
            format!("`{0}` is not declared; expected `.reg .TYPE {0};` above, in this scope", name.text);
        let finding = Diagnostic::error(&self.registers.rules.undeclared, name.span, message);
        let variables = layout.variables.iter().map(|variable| &*variable.name);
        let predicates = layout.predicates.iter().map(|predicate| &*predicate.name);
        let finding = self.explain(&name.text, finding);
        match similar(&name.text, variables.chain(predicates), findings) {
            Some(close) if finding.notes.is_empty() => finding.write(close),
            _ => finding,
        }
    }
}

/// Describes the content of a register, for a message.
pub(super) fn in_words(registers: &Virtual, content: RegisterContent) -> String {
    let word = registers.types.iter().find(|ty| ty.content == content).map_or("", |ty| ty.word);
    match content {
        RegisterContent::Predicate => "a predicate".to_owned(),
        _ => format!("a `.{word}` register"),
    }
}
