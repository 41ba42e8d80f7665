//! What each action does to the model.

use super::{Action, ByIdentity, EditorCommand, Entry, Model, Notice, Rejected, Selection, tour};
use lanescope_core::session::{Breakpoint, PanelEdit, Session, apply_edits};
use lanescope_core::trace::Granularity;
use std::rc::Rc;

/// The model after an action. Pure: effects follow from the model, never from here.
pub fn reduce(model: Model, action: Action) -> Model {
    match action {
        Action::Tour(walk) => tour::walk(model, walk),
        action if model.tour.is_some() => tour::accompany(model, action),
        action => apply(model, action),
    }
}

/// The model after an action, whatever a tour makes of it.
pub(super) fn apply(mut model: Model, action: Action) -> Model {
    match action {
        Action::Type(text) => model.open(text),
        Action::Load { text, cursor, granularity } => {
            if text != model.text {
                // Another scenario: the run of this one says nothing about it.
                model.good = None;
                model.breakpoints = Rc::default();
                model.pinned = None;
            }
            model.selection = None;
            model.surface_page = None;
            model.memory_part = None;
            model.playing = false;
            model.dialog = None;
            model.notice = None;
            model.granularity = granularity.unwrap_or(model.granularity);
            model.open(text);
            model.cursor = cursor.min(model.run_len());
        }
        Action::Edit(edit) => {
            let refused = model.edit(&edit).err().map(Notice::Refused);
            if refused.is_some() || matches!(model.notice, Some(Notice::Refused(_))) {
                model.notice = refused;
            }
        }
        Action::Enter { entry, typed } => {
            let edit = entry.edit(&typed);
            model.enter(entry, typed, &edit);
        }
        Action::Fill { of, with } => {
            let edit = PanelEdit::Fill { of: of.clone(), with };
            model.enter(Entry::All(of), String::new(), &edit);
        }
        Action::Forget(entry) => model.rejected.retain(|rejected| rejected.entry != entry),
        Action::Fix(index) => {
            let fix = model.session.diagnostics.get(index).and_then(|diagnostic| diagnostic.fix.as_ref());
            if let Some(text) = fix.map(|fix| apply_edits(&model.text, &fix.edits)) {
                model.open(text.into());
            }
        }
        Action::Step { granularity, forward } => {
            model.playing = false;
            model.step(granularity.unwrap_or(model.granularity), forward);
        }
        Action::Seek(cursor) => {
            model.playing = false;
            model.seek(cursor);
        }
        Action::SeekEnd => {
            model.playing = false;
            model.seek(u32::MAX);
        }
        Action::SeekMark { forward } => {
            model.playing = false;
            if let Some(cursor) = model.mark_beside_cursor(forward) {
                model.seek(cursor);
            }
        }
        Action::Play(playing) => {
            model.play(playing, false);
        }
        Action::PlayBack => model.play(true, true),
        Action::Tick(elapsed_ms) => model.tick(elapsed_ms),
        Action::SeekStop { forward } => {
            model.playing = false;
            if let Some(cursor) = model.stop_beside(forward) {
                model.seek(cursor);
            }
        }
        Action::Breakpoint(breakpoint) => model.turn(breakpoint),
        Action::BreakLine(line) => {
            if let Some(at) = model.instruction_at_line(line) {
                model.turn(Breakpoint::Instruction(at));
            }
        }
        Action::Until(condition) => {
            model.until = condition;
            model.find_stops();
        }
        Action::Pin(on) => model.pinned = on.then_some(model.cursor),
        Action::Granularity(granularity) => model.granularity = granularity,
        Action::Speed(speed) => {
            model.speed = speed;
            model.owed_us = 0;
        }
        Action::Format(panel, format) => model.formats = model.formats.with(panel, format),
        Action::Select(selection) => {
            model.selection = if model.selection == selection { None } else { selection };
            // What is selected comes into sight in memory.
            if matches!(model.selection, Some(Selection::Cell { .. })) {
                model.memory_part = None;
            }
        }
        Action::SurfacePage(page) => model.surface_page = Some(page),
        Action::MemoryPart { surface, part } => model.memory_part = Some((surface, part)),
        Action::Theme(theme) => model.theme = theme,
        Action::Tab(tab) => model.tab = tab,
        Action::Dialog(dialog) => model.dialog = dialog,
        Action::Notice(notice) => model.notice = notice,
        Action::LetterKeys(on) => model.letter_keys = on,
        Action::Editor(command) => model.command(command),
        // A move on the tour is no other action.
        Action::Tour(_) => {}
    }
    model
}

impl Model {
    /// Another text: it is read, checked and run at once. The cursor stays at its index, so that one sees what an edit
    /// does to the step at hand.
    fn open(&mut self, text: Rc<str>) {
        if text != self.text {
            self.show(Session::open_with(&text, &self.session.roll_call));
        }
    }

    fn show(&mut self, session: Session) {
        self.text = Rc::clone(&session.text);
        self.session = ByIdentity::new(session);
        self.runs += 1;
        self.rejected.clear();
        self.keep_good_run();
        self.playing &= !self.is_stale();
    }

    /// Makes a panel's change in the text, or says why it cannot be made.
    fn edit(&mut self, edit: &PanelEdit) -> Result<(), String> {
        let session = self.session.edit(edit)?;
        if session.text != self.text {
            self.show(session);
        }
        Ok(())
    }

    /// Makes a change that was typed at some place; a refusal is kept for that place.
    fn enter(&mut self, entry: Entry, typed: String, edit: &PanelEdit) {
        let result = self.edit(edit);
        self.rejected.retain(|rejected| rejected.entry != entry);
        if let Err(reason) = result {
            self.rejected.push(Rejected { entry, typed, reason });
        }
    }

    fn play(&mut self, playing: bool, backwards: bool) {
        let (start, end) = if backwards { (self.run_len(), 0) } else { (0, self.run_len()) };
        if playing && self.cursor == end {
            self.cursor = start;
        }
        self.backwards = backwards;
        self.owed_us = 0;
        self.playing = playing && self.run_len() > 0;
    }

    /// Sets a breakpoint, or takes it away.
    fn turn(&mut self, breakpoint: Breakpoint) {
        let breakpoints = Rc::make_mut(&mut self.breakpoints);
        match breakpoints.iter().position(|it| *it == breakpoint) {
            Some(at) => drop(breakpoints.remove(at)),
            None => breakpoints.push(breakpoint),
        }
        self.find_stops();
    }

    fn step(&mut self, granularity: Granularity, forward: bool) {
        if let Some(run) = self.run() {
            let cursor = run.seek(self.cursor, granularity, forward);
            self.seek(cursor);
        }
    }

    pub(super) fn seek(&mut self, cursor: u32) {
        let from = self.cursor;
        self.cursor = cursor.min(self.run_len());
        if self.surface_page.is_some() {
            self.surface_page = self.page_kept(from);
        }
        if self.cursor != from {
            self.memory_part = None;
        }
        self.invitation &= self.cursor == 0;
    }

    /// The cursor from which the nearest marked step is the one just done.
    fn mark_beside_cursor(&self, forward: bool) -> Option<u32> {
        let mut cursors = self.run()?.marks().iter().map(|mark| mark.step + 1);
        if forward {
            cursors.find(|&cursor| cursor > self.cursor)
        } else {
            cursors.rfind(|&cursor| cursor < self.cursor)
        }
    }

    fn command(&mut self, command: EditorCommand) {
        self.editor_command = (self.editor_command.0 + 1, Some(command));
    }
}
