//! Numbered registers with a constant bank, for the instruction sets that have them.

mod compile_input;
mod complete;
mod constant_bank;
mod line;
mod numbered_document_check;
mod slots;
mod snippet;
pub(super) mod spaces;

use crate::base::{Rule, ScalarType, Span};
use crate::check::findings::{Findings, FirstSpans, Reported, second_directive_message};
use crate::check::lines::context::Context;
use crate::check::set_check::{DocumentCheck, SetCheck};
use crate::check::setup::declared::Declared;
use crate::check::setup::layout_builder::LayoutBuilder;
use crate::diag::Diagnostic;
use crate::exec::Bound;
use crate::machine::{Layout, SpaceId, SpaceKind, State};
use crate::spec::{Instruction, InstructionSet, RegisterFile};
use crate::syntax::{
    AskLine, ContentsText, Directive, Document, ExpectLine, InstructionLine, QuestionText, SetLine,
    SpannedText, SurfaceLine, ValueList,
};
use numbered_document_check::NumberedDocumentCheck;
use spaces::{RegisterSpaces, declare_in, kind_of};
use std::rc::Rc;

pub use numbered_document_check::NumberedSetCheck;

impl SetCheck for NumberedSetCheck {
    fn begin(&self, set: &InstructionSet, lanes: usize) -> Box<dyn DocumentCheck> {
        let file = set.registers.expect("a set with this check has numbered registers");
        Box::new(NumberedDocumentCheck {
            set_check: *self,
            spaces: RegisterSpaces::new(file, lanes),
            first_pool: None,
            written_addresses: FirstSpans::default(),
        })
    }
}

impl DocumentCheck for NumberedDocumentCheck {
    /// Declares the registers and predicates that directives name, the used part of the constant bank, and memory
    /// outside of surfaces.
    fn declare_implied(&mut self, builder: &mut LayoutBuilder) {
        let document = builder.document;
        for (_, directive) in document.directives() {
            match directive {
                Directive::Set(line) => self.declare_named(builder, &line.name),
                Directive::Expect(ExpectLine::Contents(ContentsText { name, .. }))
                | Directive::Ask(AskLine { content: QuestionText::Element { name, .. }, .. }) => {
                    self.declare_named(builder, name);
                }
                Directive::Expect(ExpectLine::Possible { end, .. })
                | Directive::Ask(AskLine { content: QuestionText::Schedule(Some(end)), .. }) => {
                    end.contents.iter().for_each(|contents| self.declare_named(builder, &contents.name));
                }
                _ => {}
            }
        }
        let bytes = constant_bank::used_bytes(self.spaces.file.constant_bank, document);
        if bytes > 0 {
            let name = format!("{}[0x0]", self.spaces.file.constant_bank.name);
            builder.layout.constant_bank =
                builder.add_space(&name, SpaceKind::Variable, bytes, Span::at(0)).ok();
        }
        builder.layout.unmapped_memory = builder.add_space("memory", SpaceKind::Surface, 0, Span::at(0)).ok();
    }

    fn declare_directive(&mut self, builder: &mut LayoutBuilder, directive: &Directive) {
        let Directive::Pool(max) = directive else { return };
        let Ok(size) = (self.set_check.pool_size)(builder, max) else { return };
        match self.first_pool {
            Some(first) => {
                builder.findings.report_second(max.name.span, first, second_directive_message(".pool"));
            }
            None => (self.first_pool, builder.layout.header_pool_size) = (Some(max.name.span), Some(size)),
        }
    }

    fn declare_surface(
        &mut self,
        builder: &mut LayoutBuilder,
        line: &SurfaceLine,
    ) -> Result<usize, Reported> {
        (self.set_check.declare_surface)(builder, line)
    }

    /// Registers, predicates and the bank are zero.
    fn initial(&self, layout: &Layout) -> State {
        let mut initial = State::undefined(layout);
        for (id, space) in (0..).zip(&layout.spaces) {
            if space.kind != SpaceKind::Surface {
                initial.clear(SpaceId(id));
            }
        }
        initial
    }

    fn write_contents(&mut self, builder: &mut LayoutBuilder, directive: &Directive, initial: &mut State) {
        if let Directive::Const(line) = directive {
            self.write_const_line(builder, line, initial);
        }
    }

    /// Returns F for a register that is set to a list with a float.
    fn element_type(&self, name: &str, values: &ValueList) -> Option<ScalarType> {
        let is_register = self.spaces.file.general.number(name).is_some();
        (is_register && values.has_float()).then_some(ScalarType::F)
    }

    fn report_unsettable_name(&mut self, builder: &mut LayoutBuilder, line: &SetLine) -> Reported {
        let name = &line.name;
        let RegisterFile { general, predicates, rules, .. } = self.spaces.file;
        let expected = format!("{} or {}", general.range(), predicates.range());
        let message = self.no_contents_message(&name.text, &expected);
        let finding = Diagnostic::error(&rules.register, name.span, message);
        builder.findings.push_error(self.in_own_case(name, finding))
    }

    fn undeclared_target(
        &self,
        _: &Declared,
        name: &SpannedText,
        rule: &'static Rule,
        _: &Findings,
    ) -> Diagnostic {
        let RegisterFile { general, predicates, .. } = self.spaces.file;
        let message = match general.number(&name.text).or(predicates.number(&name.text)) {
            // A claim apart from the text uses no register.
            Some(_) => format!("the text does not use `{}`, so it holds 0 in every order", name.text),
            None => {
                let expected = format!("{}, {} or a surface", general.range(), predicates.range());
                self.no_contents_message(&name.text, &expected)
            }
        };
        self.in_own_case(name, Diagnostic::error(rule, name.span, message))
    }

    fn bind(
        &mut self,
        cx: &mut Context,
        instr: &InstructionLine,
        row: &Rc<Instruction>,
    ) -> Result<Bound, Reported> {
        self.bind_line(cx, instr, row)
    }

    fn finish(
        &mut self,
        _: &str,
        document: &Document,
        program: &[Bound],
        declared: &mut Declared,
        findings: &mut Findings,
    ) {
        self.spaces.declare(&mut declared.layout, &mut declared.initial);
        findings.extend((self.set_check.warnings)(document, program, &declared.layout));
    }
}

impl NumberedDocumentCheck {
    /// Declares the register or predicate with that name, if it exists and is not declared yet.
    fn declare_named(&self, builder: &mut LayoutBuilder, name: &SpannedText) {
        let text = name.text.as_str();
        let Some(kind) = kind_of(self.spaces.file, text) else { return };
        if builder.layout.variable(text).is_some() || builder.layout.predicate(text).is_some() {
            return;
        }
        let size_bytes = self.spaces.size_bytes(kind);
        if let Ok(space) = builder.add_space(text, kind, size_bytes, name.span) {
            declare_in(&mut builder.layout, kind, text, self.spaces.lanes, space);
        }
    }

    /// Returns the message for a name that has no contents.
    fn no_contents_message(&self, name: &str, expected: &str) -> String {
        let RegisterFile { general, predicates, .. } = self.spaces.file;
        if [general.fixed, predicates.fixed].contains(&name) {
            return format!("`{name}` always has the same value; expected {expected}");
        }
        format!("there is no `{name}`; expected {expected}")
    }

    /// Adds a fix that writes a name in the case of the set, if that is a register or predicate.
    fn in_own_case(&self, name: &SpannedText, finding: Diagnostic) -> Diagnostic {
        finding.write_if(registers_in_own_case(self.spaces.file, &name.text))
    }
}

/// Returns a text in the case of the names of a set, if that turns all its words into registers or predicates.
fn registers_in_own_case(file: &RegisterFile, text: &str) -> Option<String> {
    let is_upper = file.general.prefix.bytes().all(|letter| letter.is_ascii_uppercase());
    let own = if is_upper { text.to_ascii_uppercase() } else { text.to_ascii_lowercase() };
    let is_member = |name: &str| file.general.member(name).or(file.predicates.member(name)).is_some();
    let mut words = own.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    (own != text && words.all(is_member)).then_some(own)
}
