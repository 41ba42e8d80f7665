//! The editor of a notation text. Its content is written to the scenario.

use super::{EditorCommand, Model, Tab};
use lanescope_core::session::{
    run::{Bound, Breakpoint},
    text::{Hunk, NotationPart, PartInScenario, PartName, Places, Span},
};
use lanescope_core::trace::MicroStep;
use std::rc::Rc;

/// A notation text that is open in an editor.
#[derive(Clone, Debug, PartialEq)]
pub struct NotationEdit {
    /// The text and its place in the scenario.
    pub part: Rc<NotationPart>,
    /// The typed text.
    pub typed: Rc<str>,
    /// The scenario that contains the typed text.
    scenario: Rc<str>,
    /// The last command to the notation editor, with a number.
    pub command: (u64, Option<EditorCommand>),
    /// The reason why no instruction could be made of the text, after an attempt.
    pub refused: Option<Rc<str>>,
}

impl NotationEdit {
    /// Returns whether the text differs from the manual's. True if the manual has none.
    pub fn is_changed(&self) -> bool {
        !self.part.is_manual(&self.typed)
    }

    /// Returns the differences from the manual's text.
    pub fn hunks(&self) -> Vec<Hunk> {
        if self.is_changed() { self.part.hunks(&self.typed) } else { Vec::new() }
    }

    /// Returns the scenario with the typed text, and the span of the text in it.
    pub fn written(&self) -> PartInScenario {
        self.part.written(&self.typed)
    }

    /// Finds the typed text in the code of an instruction. Returns the index of its text there, and the mapping of
    /// their lines.
    fn in_code(&self, bound: &Bound) -> Option<(usize, Places)> {
        let name = self.part.name.text();
        let index = bound.code.texts.iter().position(|text| text.name.eq_ignore_ascii_case(name))?;
        Some((index, self.part.places_in(&bound.code.texts[index], &self.written())))
    }
}

impl Model {
    /// Opens a notation text in an editor. The caret goes to `line` of the running text, from 0. Without a line, a text
    /// of one line is selected, and otherwise the caret goes to the start.
    pub(super) fn edit_notation(&mut self, name: &PartName, line: Option<usize>) {
        let Some(part) = self.session.notation_part(name) else { return };
        self.show_tab(Tab::Semantics);
        let whole = Span::new(0, part.text.len());
        let is_line = !part.text.contains('\n');
        let mut edit = NotationEdit {
            typed: Rc::clone(&part.text),
            scenario: Rc::clone(&self.text),
            part: Rc::new(part),
            command: (self.notation_edit.as_ref().map_or(1, |edit| edit.command.0 + 1), None),
            refused: None,
        };
        let bounds = self.run().into_iter().flat_map(|run| run.scenario().program.iter());
        let span = line.and_then(|line| {
            let (text, places) = bounds.into_iter().find_map(|bound| {
                edit.in_code(bound).map(|(at, places)| (&bound.code.texts[at].text, places))
            })?;
            let start = text.split('\n').take(line).map(|line| line.len() + 1).sum::<usize>();
            let end = start + text.get(start..)?.lines().next()?.len();
            Some(Span::at(places.to_part(Span::new(start, end))?.range().end))
        });
        edit.command.1 = Some(EditorCommand::Select(match span {
            Some(span) => span,
            None if is_line => whole,
            None => Span::at(0),
        }));
        self.notation_edit = Some(edit);
    }

    /// Replaces the open text and updates the scenario.
    pub(super) fn type_notation(&mut self, typed: Rc<str>) {
        let Some(edit) = &mut self.notation_edit else { return };
        edit.typed = typed;
        edit.refused = None;
        edit.scenario = edit.written().text.into();
        let scenario = Rc::clone(&edit.scenario);
        self.open(scenario);
    }

    /// Restores the manual's lines: the difference with index `at`, or all of them.
    pub(super) fn revert_notation(&mut self, at: Option<usize>) {
        let Some(edit) = &self.notation_edit else { return };
        let text = match at {
            Some(at) => edit.hunks().get(at).map(|hunk| edit.part.reverted(&edit.typed, hunk).into()),
            None => edit.part.built_in.clone(),
        };
        if let Some(text) = text {
            self.type_notation(text);
        }
    }

    /// Makes a new instruction or operation of the open text, and uses it in instruction `at` of the program.
    pub(super) fn make_new(&mut self, name: &str, at: usize) {
        let Some(edit) = &mut self.notation_edit else { return };
        let made = Rc::<str>::from(name.trim().to_ascii_uppercase());
        match edit.part.make_new(&self.session, &made, &edit.typed, at) {
            Ok(text) => {
                let part = match &edit.part.name {
                    PartName { operation: None, .. } => PartName { instruction: made, operation: None },
                    PartName { instruction, .. } => {
                        PartName { instruction: instruction.clone(), operation: Some(made) }
                    }
                };
                self.open(text.into());
                self.edit_notation(&part, None);
            }
            Err(reason) => edit.refused = Some(reason.into()),
        }
    }

    /// Updates the editor after the scenario was edited elsewhere. Closes it if the scenario no longer has the text.
    pub(super) fn follow_notation(&mut self) {
        let Some(edit) = &mut self.notation_edit else { return };
        if Rc::ptr_eq(&edit.scenario, &self.text) || edit.scenario == self.text {
            return;
        }
        match self.session.notation_part(&edit.part.name) {
            Some(part) => {
                edit.scenario = Rc::clone(&self.text);
                edit.typed = Rc::clone(&part.text);
                edit.part = Rc::new(part);
            }
            None => self.notation_edit = None,
        }
    }

    /// Returns the breakpoint for a line of the open text, from 1.
    pub(super) fn notation_breakpoint(&self, line: usize) -> Option<Breakpoint> {
        let edit = self.notation_edit.as_ref()?;
        let mut program = self.run()?.scenario().program.iter();
        let (text, places) = program.find_map(|bound| {
            let (at, places) = edit.in_code(bound)?;
            Some((&bound.code.texts[at], places))
        })?;
        let line = edit.part.line_in(text, &places, &edit.typed, line.checked_sub(1)?)?;
        Some(Breakpoint::Line { text: text.name.clone(), line })
    }
}

/// The marks in an editor of the notation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NotationMarks {
    /// The span of the last step.
    pub ran: Option<Span>,
    /// The spans of the lines with breakpoints.
    pub stops: Vec<Span>,
}

/// Returns the marks of a moment in the open text. Empty if the instruction does not use this text.
pub fn notation_marks(
    edit: &NotationEdit,
    bound: &Bound,
    last: Option<&MicroStep>,
    breakpoints: &[Breakpoint],
) -> NotationMarks {
    let Some((index, places)) = edit.in_code(bound) else { return NotationMarks::default() };
    let sites = last.into_iter().flat_map(|step| [step.site, step.op_site]).flatten();
    let ran = sites.into_iter().find(|site| usize::from(site.text) == index);
    let text = &bound.code.texts[index];
    let stop = |breakpoint: &Breakpoint| {
        let Breakpoint::Line { text: name, line } = breakpoint else { return None };
        let start = text.text.split('\n').take(*line).map(|line| line.len() + 1).sum::<usize>();
        let end = start + text.text.get(start..)?.lines().next()?.len();
        (*name == text.name).then(|| places.to_part(Span::new(start, end)))?
    };
    NotationMarks {
        ran: ran.and_then(|site| places.to_part(site.span)),
        stops: breakpoints.iter().filter_map(stop).collect(),
    }
}
