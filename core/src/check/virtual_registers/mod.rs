//! The register model with typed registers that a program declares by name, each in a scope.

mod line;
mod names;
mod scopes;

use super::layout_builder::{Declared, LayoutBuilder};
use super::model::{Binder, Model};
use super::rules as general;
use crate::base::Span;
use crate::diag::Diagnostic;
use crate::machine::{Predicate, SpaceKind, Variable};
use crate::spec::Virtual;
use crate::syntax::{Assignment, Directive, Document, MAX_ERRORS, SpannedText};
use line::VirtualBinder;
use names::RegisterLookup;
use scopes::{Register, Scopes};

/// The model of virtual registers.
pub(super) struct VirtualModel<'d> {
    names: RegisterLookup<'d>,
}

impl<'d> VirtualModel<'d> {
    /// Creates the model for a document.
    pub fn new(registers: &'static Virtual, document: &'d Document) -> Self {
        Self { names: RegisterLookup { registers, scopes: Scopes::new(document, registers) } }
    }
}

impl Model for VirtualModel<'_> {
    /// Declares the registers that the document uses.
    fn declare(&self, builder: &mut LayoutBuilder, document: &Document) {
        let rules = self.names.registers.rules;
        for (second, first) in self.names.scopes.twice.iter().take(MAX_ERRORS + 1) {
            let message = format!("`{}` is declared twice in one scope", second.text);
            let finding = Diagnostic::error(&rules.twice, second.span, message);
            builder.diagnostics.push(finding.note_at(first.span, "the first is here"));
        }
        for brace in self.names.scopes.open.iter().take(MAX_ERRORS + 1) {
            builder.error(&rules.scope, *brace, "this `{` is never closed; expected `}`".to_owned());
        }
        let lanes = usize::from(builder.settings.lanes(document));
        for Register { name, content, span } in &self.names.scopes.registers {
            let (kind, size_bytes) = match content.ty() {
                Some(ty) => (SpaceKind::Variable, lanes * ty.size_bytes()),
                None => (SpaceKind::Predicate, 4),
            };
            let Some(space) = builder.add_space(name, kind, size_bytes, *span) else { break };
            let (name, count) = (name.clone(), lanes);
            match content.ty() {
                Some(ty) => {
                    builder.layout.add_variable(Variable { name, ty, count, space, byte_offset: 0 });
                }
                None => builder.layout.add_predicate(Predicate { name, count, space }),
            }
        }
    }

    fn has(&self, directive: &Directive) -> bool {
        matches!(directive, Directive::Registers(_) | Directive::BeginScope | Directive::EndScope)
    }

    fn nothing_to_set(&self, builder: &mut LayoutBuilder, set: &Assignment, _: Span) {
        if !builder.broken.contains(&set.name.text) {
            let finding = self.names.undeclared(&builder.layout, &set.name, builder.diagnostics);
            builder.diagnostics.push(finding);
        }
    }

    fn nothing_to_expect(
        &self,
        declared: &Declared,
        name: &SpannedText,
        findings: &[Diagnostic],
    ) -> Diagnostic {
        let finding = self.names.undeclared(&declared.layout, name, findings);
        Diagnostic { rule: &general::EXPECT_TARGET, source: general::EXPECT_TARGET.source, ..finding }
    }

    fn binder(&self) -> Box<dyn Binder + '_> {
        Box::new(VirtualBinder { names: &self.names, has_exits: false })
    }
}
