//! The register model with numbered registers and a constant bank.

mod bank;
mod header_pool;
mod line;
mod lowering;
mod slots;
mod spaces;

use crate::base::{ScalarType, Span};
use crate::check::layout_builder::{Declared, LayoutBuilder};
use crate::check::model::{Binder, Model};
use crate::check::rules;
use crate::diag::Diagnostic;
use crate::exec::Bound;
use crate::machine::{SpaceId, SpaceKind, State};
use crate::spec::Numbered;
use crate::syntax::{Assignment, Directive, Document, SpannedText, ValueKind, ValueList, ValueText};
pub(super) use header_pool::HeaderPool;
use line::NumberedBinder;
use spaces::{Spaces, name_space};

/// The model of numbered registers.
pub(super) struct NumberedModel {
    pub registers: &'static Numbered,
}

impl Model for NumberedModel {
    /// Declares the registers and predicates that directives name, and the used part of the constant bank.
    fn declare(&self, builder: &mut LayoutBuilder, document: &Document) {
        let lanes = usize::from(builder.settings.lanes(document));
        for (_, directive) in document.directives() {
            let names: Vec<&SpannedText> = match directive {
                Directive::Set(set) => vec![&set.name],
                Directive::Expect(expect) => expect.claims().iter().map(|claim| &claim.name).collect(),
                _ => continue,
            };
            for name in names {
                self.declare_named(builder, name, lanes);
            }
        }
        let bytes = bank::used_bytes(document);
        if bytes > 0 {
            builder.add_space(&bank::name(self.registers), SpaceKind::Variable, bytes, Span::at(0));
        }
    }

    fn has(&self, directive: &Directive) -> bool {
        matches!(directive, Directive::Const { .. })
    }

    /// Sets registers, predicates and the bank to zero.
    fn start(&self, builder: &LayoutBuilder, initial: &mut State) {
        for (id, space) in (0..).zip(&builder.layout.spaces) {
            if space.kind != SpaceKind::Surface {
                initial.clear(SpaceId(id));
            }
        }
    }

    fn contents(&self, builder: &mut LayoutBuilder, directive: &Directive, initial: &mut State) {
        if let Directive::Const { address, values } = directive {
            bank::constants(builder, self.registers, address, values, initial);
        }
    }

    /// Returns F for a register that is set to a list with a float.
    fn element_type(&self, name: &str, values: &ValueList) -> Option<ScalarType> {
        let is_float = |value: &ValueText| match &value.kind {
            ValueKind::Float(_) => true,
            ValueKind::Repeat(inner, _) => matches!(inner.kind, ValueKind::Float(_)),
            _ => false,
        };
        let is_register = self.registers.registers.number(name).is_some();
        (is_register && values.values.iter().any(is_float)).then_some(ScalarType::F)
    }

    fn nothing_to_set(&self, builder: &mut LayoutBuilder, set: &Assignment, _: Span) {
        let name = &set.name;
        let Numbered { registers, predicates, rules, .. } = self.registers;
        let expected = format!("{} or {}", registers.range(), predicates.range());
        let message = format!("there is no `{}`; expected {expected}", name.text);
        let finding = Diagnostic::error(&rules.register, name.span, message);
        builder.diagnostics.push(self.in_upper_case(name, finding));
    }

    fn nothing_to_expect(&self, _: &Declared, name: &SpannedText, _: &[Diagnostic]) -> Diagnostic {
        let Numbered { registers, predicates, .. } = self.registers;
        let message = match registers.number(&name.text).or(predicates.number(&name.text)) {
            // A claim apart from the text uses no register.
            Some(_) => format!("the text does not use `{}`, so it holds 0 in every order", name.text),
            None => {
                let expected = format!("{}, {} or a surface", registers.range(), predicates.range());
                format!("there is no `{}`; expected {expected}", name.text)
            }
        };
        self.in_upper_case(name, Diagnostic::error(&rules::EXPECT_TARGET, name.span, message))
    }

    fn binder(&self) -> Box<dyn Binder> {
        Box::new(NumberedBinder { registers: self.registers, spaces: Spaces::new(self.registers) })
    }

    /// Warns of reads before the value has arrived.
    fn afterthoughts(&self, document: &Document, program: &[Bound], declared: &Declared) -> Vec<Diagnostic> {
        crate::isa::sass::barriers::barriers(
            document,
            program,
            &declared.layout,
            &self.registers.rules.barrier,
        )
    }
}

impl NumberedModel {
    /// Declares the register or predicate with that name, if it exists and is not declared yet.
    fn declare_named(&self, builder: &mut LayoutBuilder, name: &SpannedText, lanes: usize) {
        let text = name.text.as_str();
        let (kind, size_bytes) = match () {
            () if self.registers.registers.number(text).is_some() => (SpaceKind::Variable, 4 * lanes),
            () if self.registers.predicates.number(text).is_some() => (SpaceKind::Predicate, 4),
            () => return,
        };
        if builder.layout.variable(text).is_some() || builder.layout.predicate(text).is_some() {
            return;
        }
        if let Some(space) = builder.add_space(text, kind, size_bytes, name.span) {
            name_space(&mut builder.layout, self.registers, text, lanes, space);
        }
    }

    /// Adds a fix that writes a name in upper case, if that is a register or predicate.
    fn in_upper_case(&self, name: &SpannedText, finding: Diagnostic) -> Diagnostic {
        let upper = name.text.to_ascii_uppercase();
        let Numbered { registers, predicates, .. } = self.registers;
        let is_one = registers.member(&upper).or(predicates.member(&upper)).is_some();
        if is_one && upper != name.text { finding.write(upper) } else { finding }
    }
}
