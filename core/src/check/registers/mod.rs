//! Numbered registers with a constant bank and a pool of headers, for the instruction sets that have them.

mod complete;
mod constant_bank;
mod header_pool;
mod line;
mod lowering;
mod register_check;
mod slots;
mod snippet;
pub(super) mod spaces;

use crate::base::{Rule, ScalarType, Span};
use crate::check::binding::{Binding, SetCheck};
use crate::check::findings::Findings;
use crate::check::lines::context::Context;
use crate::check::setup::declared::Declared;
use crate::check::setup::layout_builder::LayoutBuilder;
use crate::diag::Diagnostic;
use crate::exec::Bound;
use crate::machine::{Layout, SpaceId, SpaceKind, State};
use crate::spec::{Instruction, RegisterFile};
use crate::syntax::{
    AskLine, AskTarget, Claim, Directive, Document, Expect, InstructionLine, SetLine, SpannedText,
    SurfaceLine, ValueList,
};
use register_check::RegisterCheck;
use spaces::{RegisterSpaces, declare_in, kind_of};
use std::rc::Rc;

pub use register_check::NumberedRegisters;

impl Binding for NumberedRegisters {
    fn begin(&self, lanes: usize) -> Box<dyn SetCheck> {
        Box::new(RegisterCheck {
            binding: *self,
            spaces: RegisterSpaces::new(lanes),
            pool: None,
            constant_bytes: 0,
        })
    }
}

impl SetCheck for RegisterCheck {
    /// Declares the registers and predicates that directives name, the used part of the constant bank, and memory
    /// outside of surfaces.
    fn declare_implied(&mut self, builder: &mut LayoutBuilder, document: &Document) {
        for (_, directive) in document.directives() {
            match directive {
                Directive::Set(set) => self.declare_named(builder, &set.name),
                Directive::Expect(Expect::Contents(Claim { name, .. }))
                | Directive::Ask(AskLine { what: AskTarget::Element { name, .. }, .. }) => {
                    self.declare_named(builder, name);
                }
                Directive::Expect(Expect::Possible { end, .. })
                | Directive::Ask(AskLine { what: AskTarget::Schedule(Some(end)), .. }) => {
                    end.claims.iter().for_each(|claim| self.declare_named(builder, &claim.name));
                }
                _ => {}
            }
        }
        let bytes = constant_bank::used_bytes(document);
        if bytes > 0 {
            let name = constant_bank::name(self.binding.registers);
            builder.layout.constant_bank = builder.add_space(&name, SpaceKind::Variable, bytes, Span::at(0));
        }
        builder.layout.nowhere = builder.add_space("memory", SpaceKind::Surface, 0, Span::at(0));
    }

    fn declare_directive(&mut self, builder: &mut LayoutBuilder, directive: &Directive) {
        if let Directive::Pool(keys) = directive {
            self.set_pool_size(builder, keys);
        }
    }

    fn declare_surface(&mut self, builder: &mut LayoutBuilder, line: &SurfaceLine, _: Span) -> Option<usize> {
        header_pool::declare_surface(builder, self.binding.headers, line)
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
        if let Directive::Const { address, values } = directive {
            self.write_constants(builder, address, values, initial);
        }
    }

    /// Returns F for a register that is set to a list with a float.
    fn element_type(&self, name: &str, values: &ValueList) -> Option<ScalarType> {
        let is_register = self.binding.registers.general.number(name).is_some();
        (is_register && values.has_float()).then_some(ScalarType::F)
    }

    fn unknown_in_set(&self, _: &LayoutBuilder, _: &Document, set: &SetLine, _: Span) -> Option<Diagnostic> {
        let name = &set.name;
        let RegisterFile { general: registers, predicates, rules, .. } = self.binding.registers;
        let expected = format!("{} or {}", registers.range(), predicates.range());
        let message = format!("there is no `{}`; expected {expected}", name.text);
        Some(self.in_upper_case(name, Diagnostic::error(&rules.register, name.span, message)))
    }

    fn undeclared_target(
        &self,
        _: &Declared,
        name: &SpannedText,
        rule: &'static Rule,
        _: &Findings,
    ) -> Diagnostic {
        let RegisterFile { general: registers, predicates, .. } = self.binding.registers;
        let message = match registers.number(&name.text).or(predicates.number(&name.text)) {
            // A claim apart from the text uses no register.
            Some(_) => format!("the text does not use `{}`, so it holds 0 in every order", name.text),
            None => {
                let expected = format!("{}, {} or a surface", registers.range(), predicates.range());
                format!("there is no `{}`; expected {expected}", name.text)
            }
        };
        self.in_upper_case(name, Diagnostic::error(rule, name.span, message))
    }

    fn bind(&mut self, cx: &mut Context, instr: &InstructionLine, row: &Rc<Instruction>) -> Option<Bound> {
        self.bind_line(cx, instr, row)
    }

    fn finish(
        &mut self,
        document: &Document,
        program: &[Bound],
        layout: &mut Layout,
        initial: &mut State,
    ) -> Vec<Diagnostic> {
        self.spaces.declare(self.binding.registers, layout, initial);
        (self.binding.warnings)(document, program, layout)
    }
}

impl RegisterCheck {
    /// Declares the register or predicate with that name, if it exists and is not declared yet.
    fn declare_named(&self, builder: &mut LayoutBuilder, name: &SpannedText) {
        let text = name.text.as_str();
        let Some(kind) = kind_of(self.binding.registers, text) else { return };
        if builder.layout.variable(text).is_some() || builder.layout.predicate(text).is_some() {
            return;
        }
        let size_bytes = self.spaces.size_bytes(kind);
        if let Some(space) = builder.add_space(text, kind, size_bytes, name.span) {
            declare_in(&mut builder.layout, self.binding.registers, text, self.spaces.lanes, space);
        }
    }

    /// Adds a fix that writes a name in upper case, if that is a register or predicate.
    fn in_upper_case(&self, name: &SpannedText, finding: Diagnostic) -> Diagnostic {
        finding.write_if(registers_in_upper_case(self.binding.registers, &name.text))
    }
}

/// Returns a text in upper case, if that turns all its words into registers or predicates.
fn registers_in_upper_case(file: &RegisterFile, text: &str) -> Option<String> {
    let upper = text.to_ascii_uppercase();
    let is_member = |name: &str| file.general.member(name).or(file.predicates.member(name)).is_some();
    let mut words = upper.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    (upper != text && words.all(is_member)).then_some(upper)
}
