//! Everything above, joined: one text in, everything that a page, a command line or a test wants to know out.

mod judge;
mod link;
mod report;

pub use crate::base::{NumberFormat, show};
use crate::base::{Rule, Span, TextEdit, line_col};
use crate::diag::{Diagnostic, Severity};
use crate::exec::Run;
use crate::isa::ROLL_CALL;
use crate::{check, exec, semantics, syntax};
pub use judge::Expectation;
pub use link::{decode_link, encode_link};
pub use report::Report;

pub use crate::exec::narrate;
use crate::spec::{Instruction, Reading};
use crate::syntax::{Directive, Document, Expect, ItemKind, parse};
use std::cmp::Reverse;
use std::rc::Rc;

/// A text, read, checked and run. Total: every text gives one.
#[derive(Clone, Debug)]
pub struct Session {
    /// The text.
    pub text: Rc<str>,
    /// What it says.
    pub document: Rc<Document>,
    /// What is wrong with it or worth knowing, by place. Includes findings of the run.
    pub diagnostics: Vec<Diagnostic>,
    /// The run, when no error forbids one.
    pub run: Option<Rc<Run>>,
    /// The `.expect` lines and whether they hold; empty without a run.
    pub expectations: Vec<Expectation>,
}

/// A span of text with the class that the editor draws it in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// The piece.
    pub span: Span,
    /// Class name without its prefix, for instance `mnemonic`.
    pub class: &'static str,
}

/// What may stand at a place.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Completion {
    /// What a choice replaces.
    pub span: Span,
    /// The choices.
    pub items: Vec<CompletionItem>,
}

/// One choice.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct CompletionItem {
    /// What the list shows.
    pub label: String,
    /// What kind of thing it is, short.
    pub detail: String,
    /// What it means, a sentence.
    pub info: String,
    /// What is put in.
    pub insert: String,
}

/// A change that a panel makes. Each becomes a text edit of one directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PanelEdit {
    /// The dispatch mask.
    LaneMask(crate::base::LaneMask),
    /// How many lanes are dispatched (8, 16 or 32).
    LaneCount(u8),
    /// One element of a variable (`.set NAME = ...`), as the person typed it.
    Element {
        /// The variable.
        name: String,
        /// Element, from 0.
        index: usize,
        /// The new value, in the text's spelling.
        value: String,
    },
    /// One bit of a predicate.
    PredicateBit {
        /// The predicate.
        name: String,
        /// The bit.
        index: usize,
        /// On or off.
        on: bool,
    },
    /// One element of a surface's initial contents.
    Cell {
        /// The surface.
        name: String,
        /// Element, from 0.
        index: usize,
        /// The new value, in the text's spelling.
        value: String,
    },
    /// The order of lanes.
    Order(crate::exec::Schedule),
    /// A reading; `None` takes the default again.
    Reading {
        /// Which.
        name: &'static str,
        /// The choice.
        choice: Option<&'static str>,
    },
}

/// A reading as the panel shows it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadingView {
    /// The question.
    pub reading: &'static Reading,
    /// The choice in force.
    pub choice: &'static str,
    /// Whether an instruction of the program is touched by it.
    pub touches_program: bool,
}

/// Every rule that a diagnostic can cite.
pub fn rules() -> Vec<&'static Rule> {
    [syntax::RULES, semantics::RULES, check::RULES, exec::RULES].concat()
}

impl Session {
    /// Reads, checks and runs a text.
    pub fn open(text: &str) -> Self {
        let (document, mut diagnostics) = parse(text, &ROLL_CALL);
        let checked = check::check(text, &document, &ROLL_CALL, &diagnostics);
        diagnostics.extend(checked.diagnostics);
        let run = checked.scenario.map(|scenario| Rc::new(Run::new(Rc::new(scenario))));
        if let Some(run) = &run {
            diagnostics.extend_from_slice(run.diagnostics());
        }
        diagnostics.sort_by_key(|diagnostic| (diagnostic.span, Reverse(diagnostic.severity)));
        let end = run.as_ref().map(|run| run.state(run.len()));
        let expectations = judge::judge(&checked.expected, end.as_ref(), &diagnostics);
        Self { text: Rc::from(text), document: Rc::new(document), diagnostics, run, expectations }
    }

    /// Whether there is an error that no `.expect error` line asks for.
    pub fn unexpected_errors(&self) -> bool {
        let is_expected = |code: &str| {
            self.document.items.iter().any(|item| match &item.kind {
                ItemKind::Directive(Directive::Expect(Expect::Diagnostic(expected))) => expected.text == code,
                _ => false,
            })
        };
        let errors = self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        errors.into_iter().any(|error| !is_expected(error.code()))
    }

    /// The line, from 1, on which a place of the text begins.
    pub fn line(&self, span: Span) -> usize {
        line_col(&self.text, span.range().start).line
    }

    /// The text edits that make a panel's change, or why it cannot be made.
    pub fn edit(&self, edit: &PanelEdit) -> Result<Vec<TextEdit>, String> {
        let _ = edit;
        todo!()
    }

    /// What may stand at a byte offset.
    pub fn complete(&self, byte_offset: usize) -> Option<Completion> {
        let _ = byte_offset;
        todo!()
    }

    /// The text's highlighting.
    pub fn highlight(&self) -> Vec<Highlight> {
        todo!()
    }

    /// The text in canonical layout.
    pub fn formatted(&self) -> String {
        todo!()
    }

    /// Every reading with the choice in force.
    pub fn readings(&self) -> Vec<ReadingView> {
        todo!()
    }

    /// The rows of the instructions that the program uses, for help.
    pub fn rows(&self) -> Vec<&'static Instruction> {
        todo!()
    }
}

/// The highlighting of a piece of notation, for the semantics panel.
pub fn highlight_notation(text: &str) -> Vec<Highlight> {
    let _ = text;
    todo!()
}
