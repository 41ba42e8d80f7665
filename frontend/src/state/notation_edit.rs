//! A text of the notation that is open in an editor of its own. What is typed there stands in the scenario.

use super::{EditorCommand, Model, Tab};
use lanescope_core::session::{Bound, Breakpoint, Hunk, NotationPart, PartName, Places, Span, Written};
use lanescope_core::trace::MicroStep;
use std::rc::Rc;

/// A text that is open.
#[derive(Clone, Debug, PartialEq)]
pub struct NotationEdit {
    /// The text with what the scenario puts around it.
    pub part: Rc<NotationPart>,
    /// The text as it was typed.
    pub typed: Rc<str>,
    /// The scenario with it.
    scenario: Rc<str>,
    /// What its editor is to do, numbered.
    pub command: (u64, Option<EditorCommand>),
    /// Why no instruction can be made of it, where that was asked for.
    pub refused: Option<Rc<str>>,
}

impl NotationEdit {
    /// Whether the text is other than the manual's; always, where the manual has none.
    pub fn is_changed(&self) -> bool {
        !self.part.is_manual(&self.typed)
    }

    /// Where it is other than the manual's.
    pub fn hunks(&self) -> Vec<Hunk> {
        if self.is_changed() { self.part.hunks(&self.typed) } else { Vec::new() }
    }

    /// The scenario with it, and where it lies there.
    pub fn written(&self) -> Written {
        self.part.written(&self.typed)
    }

    /// What its lines are in the texts of an instruction that runs: the index of the text, and where the lines lie in it.
    fn in_code(&self, bound: &Bound) -> Option<(usize, Places)> {
        let name = self.part.name.text();
        let index = bound.code.texts.iter().position(|text| text.name.eq_ignore_ascii_case(name))?;
        Some((index, self.part.places_in(&bound.code.texts[index], &self.written())))
    }
}

impl Model {
    /// Opens a text of the notation in an editor: with the caret in that line of the text that runs, from 0; all of it
    /// selected where it has one line only.
    pub(super) fn edit_notation(&mut self, name: &PartName, line: Option<usize>) {
        let Some(part) = self.session.notation_part(name) else { return };
        self.tab = Tab::Semantics;
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

    /// Puts another text in the place of the one that is open.
    pub(super) fn type_notation(&mut self, typed: Rc<str>) {
        let Some(edit) = &mut self.notation_edit else { return };
        edit.typed = typed;
        edit.refused = None;
        edit.scenario = edit.written().text.into();
        let scenario = Rc::clone(&edit.scenario);
        self.open(scenario);
    }

    /// Puts the manual's lines back, at one place or everywhere.
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

    /// Makes a new instruction, or operation, that does what the open text says, and uses it in the line at hand.
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

    /// Shows in the editor what the scenario says where that was changed elsewhere; closes it where the text is gone.
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

    /// Where the run stops when a line of the open text, from 1, has run.
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

/// What an editor of the notation marks: what ran last, and the lines at which the run stops.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NotationMarks {
    /// What ran last.
    pub ran: Option<Span>,
    /// The lines at which the run stops.
    pub stops: Vec<Span>,
}

/// What the moment at hand marks in the open text. Nothing while the text does not run as it stands.
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
