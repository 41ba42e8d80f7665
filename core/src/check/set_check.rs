//! The part of the check that differs between instruction sets.

use super::findings::{Findings, Reported};
use crate::base::{Rule, ScalarType};
use crate::check::lines::context::Context;
use crate::check::setup::declared::Declared;
use crate::check::setup::layout_builder::LayoutBuilder;
use crate::diag::{Diagnostic, Fix};
use crate::exec::Bound;
use crate::machine::{Layout, State, Variable};
use crate::spec::{Instruction, InstructionSet};
use crate::syntax::{
    Directive, Document, InstructionLine, LineCompletions, SetLine, SpannedText, SurfaceLine, ValueList,
};
use std::fmt::Debug;
use std::rc::Rc;

/// The part of the check that an instruction set implements itself, and its completions.
pub trait SetCheck: LineCompletions + Debug {
    /// Returns the number of lanes that the instructions of a document need, for a set without a default number.
    fn needed_lanes(&self, _document: &Document) -> u8 {
        32
    }

    /// Begins the check of a document of the set, for a number of dispatched lanes.
    fn begin(&self, set: &InstructionSet, lanes: usize) -> Box<dyn DocumentCheck>;
}

/// The check of one document by its instruction set: the declarations, and the lines that use them.
pub trait DocumentCheck {
    /// Declares what needs no directive of its own.
    fn declare_implied(&mut self, _builder: &mut LayoutBuilder) {}

    /// Processes a declaration directive of the set.
    fn declare_directive(&mut self, builder: &mut LayoutBuilder, directive: &Directive);

    /// Declares the surface of a `.surface` line and returns its index.
    fn declare_surface(&mut self, builder: &mut LayoutBuilder, line: &SurfaceLine)
    -> Result<usize, Reported>;

    /// Returns the initial contents that do not come from the text.
    fn initial(&self, layout: &Layout) -> State {
        State::undefined(layout)
    }

    /// Writes the contents given by a directive of the set.
    fn write_contents(&mut self, _builder: &mut LayoutBuilder, _directive: &Directive, _initial: &mut State) {
    }

    /// Returns the element type of a name that is set to these values; `None` for the declared type.
    fn element_type(&self, _name: &str, _values: &ValueList) -> Option<ScalarType> {
        None
    }

    /// Returns the fix that declares a variable with `count` elements, if programs declare sizes.
    fn more_elements(&self, _document: &Document, _variable: &Variable, _count: usize) -> Option<Fix> {
        None
    }

    /// Reports a `.set` of a name that cannot be set.
    fn report_unsettable_name(&mut self, builder: &mut LayoutBuilder, line: &SetLine) -> Reported;

    /// Returns the error for a claim or a question about an undeclared name, which breaks `rule`. `findings` are those reported so far.
    fn undeclared_target(
        &self,
        declared: &Declared,
        name: &SpannedText,
        rule: &'static Rule,
        findings: &Findings,
    ) -> Diagnostic;

    /// Turns a line of a program into an instruction that can run. Reports an error, or something that is not modelled.
    fn bind(
        &mut self,
        cx: &mut Context,
        instr: &InstructionLine,
        row: &Rc<Instruction>,
    ) -> Result<Bound, Reported>;

    /// Completes the layout with everything that lines used without a declaration. Adds the findings and the fixes that need the
    /// whole program.
    fn finish(
        &mut self,
        text: &str,
        document: &Document,
        program: &[Bound],
        declared: &mut Declared,
        findings: &mut Findings,
    );
}
