//! The parts of the check that differ between instruction sets. `models` chooses
//! between them.

use super::context::Context;
use super::layout_builder::{Declared, LayoutBuilder};
use crate::base::{ScalarType, Span};
use crate::diag::Diagnostic;
use crate::exec::Bound;
use crate::machine::{SpaceId, State, Variable};
use crate::spec::Instruction;
use crate::syntax::{Assignment, Directive, Document, Instr, SpannedText, SurfaceLine, ValueList};
use std::rc::Rc;

/// A register model: the declaration of registers, and their use in lines.
pub(crate) trait Model {
    /// Declares what needs no directive of its own.
    fn declare(&self, _builder: &mut LayoutBuilder, _document: &Document) {}

    /// Returns whether the register model supports `directive`, which is not common to all models.
    fn has(&self, directive: &Directive) -> bool;

    /// Processes a declaration directive of the model.
    fn directive(&self, _builder: &mut LayoutBuilder, _directive: &Directive) {}

    /// Writes initial contents that do not come from the text.
    fn start(&self, _builder: &LayoutBuilder, _initial: &mut State) {}

    /// Writes the contents given by a directive of the model.
    fn contents(&self, _builder: &mut LayoutBuilder, _directive: &Directive, _initial: &mut State) {}

    /// Returns the element type of a name that is set to these values; `None` for the declared type.
    fn element_type(&self, _name: &str, _values: &ValueList) -> Option<ScalarType> {
        None
    }

    /// Adds a fix to the finding that a variable has too few elements: to declare it with `count` elements, if
    /// programs declare sizes.
    fn enlarged(
        &self,
        _document: &Document,
        finding: Diagnostic,
        _variable: &Variable,
        _count: usize,
    ) -> Diagnostic {
        finding
    }

    /// Reports that a `.set` names nothing that can be set. `item` is the place of the whole directive.
    fn nothing_to_set(&self, builder: &mut LayoutBuilder, set: &Assignment, item: Span);

    /// Returns the error for an `.expect` of an undeclared name. `findings` are those reported so far.
    fn nothing_to_expect(
        &self,
        declared: &Declared,
        name: &SpannedText,
        findings: &[Diagnostic],
    ) -> Diagnostic;

    /// Creates the binder of a program's lines.
    fn binder(&self) -> Box<dyn Binder>;

    /// Returns the warnings that need the whole program.
    fn afterthoughts(
        &self,
        _document: &Document,
        _program: &[Bound],
        _declared: &Declared,
    ) -> Vec<Diagnostic> {
        Vec::new()
    }
}

/// An address model: the surfaces of a program, and how accesses find them.
pub(crate) trait Addresses {
    /// Declares what needs no directive.
    fn declare(&self, _builder: &mut LayoutBuilder) {}

    /// Returns whether the address model supports `directive`, which is not common to all models.
    fn has(&self, _directive: &Directive) -> bool {
        false
    }

    /// Processes a directive of the model.
    fn directive(&self, _builder: &mut LayoutBuilder, _directive: &Directive) {}

    /// Declares the surface of a `.surface` line and returns its index. `item` is the place of the whole directive.
    fn surface(&self, builder: &mut LayoutBuilder, line: &SurfaceLine, item: Span) -> Option<usize>;
}

/// The step of the check that turns the lines of a program, in order, into instructions that can run.
pub(crate) trait Binder {
    /// Binds a line. Returns `None` after an error, or if something in the line is not modelled.
    fn bind(&mut self, cx: &mut Context, span: Span, instr: &Instr, row: &Rc<Instruction>) -> Option<Bound>;

    /// Declares registers and predicates that lines used without a directive. Returns the space with the bits of
    /// exited lanes, if any.
    fn finish(self: Box<Self>, _declared: &mut Declared, _lanes: usize) -> Option<SpaceId> {
        None
    }
}
