//! The editor of a notation text. Its content is written to the scenario.

use super::editor::EditorCommand;
use lanescope_core::session::{
    Session,
    run::{Bound, Breakpoint, Run},
    text::{Hunk, NotationPart, PartInScenario, PartName, Places, Span, line_spans},
};
use lanescope_core::trace::MicroStep;
use std::rc::Rc;

/// A notation text that is open in an editor.
#[derive(Clone, Debug, PartialEq)]
pub struct NotationEdit {
    /// The text and its place in the scenario.
    pub part: Rc<NotationPart>,
    pub typed: Rc<str>,
    /// The scenario that contains the typed text.
    scenario: Rc<str>,
    /// The last command to the notation editor, with a number.
    pub command: (u64, Option<EditorCommand>),
    /// The reason why no instruction could be made of the text, after an attempt.
    pub refused: Option<Rc<str>>,
}

impl NotationEdit {
    /// Opens a notation text of a scenario. The caret goes to the end of a line, if one is given with a run that has the
    /// text. Otherwise a text of one line is selected, and in a longer one the caret goes to the start. `number` makes the
    /// command to the editor a new one.
    pub(super) fn new(
        part: NotationPart,
        scenario: Rc<str>,
        line: Option<(usize, &Run)>,
        number: u64,
    ) -> Self {
        let is_line = !part.text.contains('\n');
        let whole = if is_line { Span::new(0, part.text.len()) } else { Span::at(0) };
        let typed = Rc::clone(&part.text);
        let mut edit = Self { typed, scenario, part: Rc::new(part), command: (number, None), refused: None };
        let caret = line.and_then(|(line, run)| edit.line_end(run, line));
        edit.command.1 = Some(EditorCommand::Select(caret.unwrap_or(whole)));
        edit
    }

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

    /// Sets the typed text. Returns the scenario with it.
    pub(super) fn set_typed(&mut self, typed: Rc<str>) -> Rc<str> {
        self.typed = typed;
        self.refused = None;
        self.scenario = self.written().text.into();
        Rc::clone(&self.scenario)
    }

    /// Returns the text with the manual's lines for one difference, or for all of them.
    pub(super) fn reverted(&self, hunk_index: Option<usize>) -> Option<Rc<str>> {
        match hunk_index {
            Some(index) => self.hunks().get(index).map(|hunk| self.part.reverted(&self.typed, hunk).into()),
            None => self.part.built_in.clone(),
        }
    }

    /// Makes a new instruction or operation of the text, and uses it in an instruction of the program. Returns the
    /// scenario and the new part. If that is impossible, keeps the reason.
    pub(super) fn make_new(
        &mut self,
        session: &Session,
        name: &str,
        instruction: usize,
    ) -> Option<(Rc<str>, PartName)> {
        let name = Rc::<str>::from(name.trim().to_ascii_uppercase());
        match self.part.make_new(session, &name, &self.typed, instruction) {
            Ok(text) => {
                let part = match &self.part.name {
                    PartName { operation: None, .. } => PartName { instruction: name, operation: None },
                    PartName { instruction, .. } => {
                        PartName { instruction: instruction.clone(), operation: Some(name) }
                    }
                };
                Some((text.into(), part))
            }
            Err(reason) => {
                self.refused = Some(reason.into());
                None
            }
        }
    }

    /// Updates the text after the scenario was edited elsewhere. Returns whether the scenario still has the text.
    pub(super) fn update(&mut self, session: &Session) -> bool {
        if self.scenario == session.text {
            return true;
        }
        let Some(part) = session.notation_part(&self.part.name) else { return false };
        self.scenario = Rc::clone(&session.text);
        self.typed = Rc::clone(&part.text);
        self.part = Rc::new(part);
        true
    }

    /// Returns the breakpoint for a line of the text, from 1.
    pub(super) fn breakpoint(&self, run: &Run, line: usize) -> Option<Breakpoint> {
        let (bound, index, places) = self.in_run(run)?;
        let text = &bound.code.texts[index];
        let line = self.part.line_in(text, &places, &self.typed, line.checked_sub(1)?)?;
        Some(Breakpoint::Line { text: text.name.clone(), line })
    }

    /// Finds the typed text in the code of a run's first instruction that has it. Returns the instruction, the index of
    /// its text there, and the mapping of their lines.
    fn in_run<'r>(&self, run: &'r Run) -> Option<(&'r Bound, usize, Places)> {
        run.scenario().program.iter().find_map(|bound| {
            let (index, places) = self.in_code(bound)?;
            Some((bound, index, places))
        })
    }

    /// Finds a line of the text in a run, from 0. Returns the span of its end.
    fn line_end(&self, run: &Run, line: usize) -> Option<Span> {
        let (bound, index, places) = self.in_run(run)?;
        let line = line_spans(&bound.code.texts[index].text).nth(line)?;
        Some(Span::at(places.to_part(line)?.range().end))
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
    let lines: Vec<Span> = line_spans(&text.text).collect();
    let stop = |breakpoint: &Breakpoint| match breakpoint {
        Breakpoint::Line { text: name, line } if *name == text.name => places.to_part(*lines.get(*line)?),
        _ => None,
    };
    NotationMarks {
        ran: ran.and_then(|site| places.to_part(site.span)),
        stops: breakpoints.iter().filter_map(stop).collect(),
    }
}
