//! What differs between the checks of instruction sets, and the one place of this layer that chooses between them.

use super::context::Context;
use super::declare::{Declared, Reader};
use super::{sass, visa};
use crate::base::{Rule, ScalarType, Span};
use crate::diag::Diagnostic;
use crate::exec::Bound;
use crate::machine::{SpaceId, State, Variable};
use crate::spec::{Instruction, InstructionSet, RegisterModel};
use crate::syntax::{Assignment, Directive, Document, Instr, SpannedText, SurfaceLine, ValueList};
use std::rc::Rc;

/// What an instruction set's registers are to a program: how they come to be there, and how lines use them.
pub(super) trait Model {
    /// Makes room for what is there without a directive of its own.
    fn declare(&self, _reader: &mut Reader, _document: &Document) {}

    /// Whether it has a directive that not every model has.
    fn has(&self, directive: &Directive) -> bool;

    /// Declares what such a directive says.
    fn directive(&self, reader: &mut Reader, directive: &Directive);

    /// Declares the surface of a `.surface` line; returns its index. `item` is the place of the whole directive.
    fn surface(&self, reader: &mut Reader, line: &SurfaceLine, item: Span) -> Option<usize>;

    /// Fills in what is not undefined at the start.
    fn start(&self, _reader: &Reader, _initial: &mut State) {}

    /// Fills in the contents that such a directive gives.
    fn contents(&self, _reader: &mut Reader, _directive: &Directive, _initial: &mut State) {}

    /// The type that the elements of a name have when they are set to these values; `None` for that of the declaration.
    fn element_type(&self, _name: &str, _values: &ValueList) -> Option<ScalarType> {
        None
    }

    /// Returns the finding that a variable has fewer elements than it is set to, with the fix to give it `count` where a program
    /// declares how many it has.
    fn enlarged(
        &self,
        _document: &Document,
        finding: Diagnostic,
        _variable: &Variable,
        _count: usize,
    ) -> Diagnostic {
        finding
    }

    /// Says that a `.set` names nothing that can be set; `item` is the place of the whole directive.
    fn nothing_to_set(&self, reader: &mut Reader, set: &Assignment, item: Span);

    /// Returns the error that `.expect` names nothing that is declared. `findings` are those before it.
    fn nothing_to_expect(
        &self,
        declared: &Declared,
        name: &SpannedText,
        findings: &[Diagnostic],
    ) -> Diagnostic;

    /// What makes runnable instructions of a program's lines.
    fn binder(&self) -> Box<dyn Binder>;

    /// The warnings that need the whole program.
    fn afterthoughts(
        &self,
        _document: &Document,
        _program: &[Bound],
        _declared: &Declared,
    ) -> Vec<Diagnostic> {
        Vec::new()
    }
}

/// What makes runnable instructions of a program's lines, one after another.
pub(super) trait Binder {
    /// The instruction of a line; `None` where there is none, with an error or because something is not modelled.
    fn bind(&mut self, cx: &mut Context, span: Span, instr: &Instr, row: &Rc<Instruction>) -> Option<Bound>;

    /// Makes room for what lines used and no directive named. Returns where the bits of lanes are that have left the
    /// program.
    fn finish(self: Box<Self>, _declared: &mut Declared, _lanes: usize) -> Option<SpaceId> {
        None
    }
}

/// The model of an instruction set.
pub(super) fn model_of(set: &InstructionSet) -> Box<dyn Model> {
    match set.registers {
        RegisterModel::Declared => Box::new(visa::Variables),
        RegisterModel::Numbered(registers) => Box::new(sass::Registers { registers }),
    }
}

/// The rules of all models, as far as they are not the instruction set's to word.
pub(super) const RULES: &[&Rule] = visa::RULES;
