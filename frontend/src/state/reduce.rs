//! What each action does to the model.

use super::all_orders::Ask;
use super::pending::Change;
use super::{Action, EditorCommand, Entry, Model, Rejected, Selection, Tab, tour};
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
        Action::Advance(steps) => model.advance(steps),
        Action::Search(steps) => model.search(steps),
        Action::Follow(linked) => {
            model.load(linked.text.into(), linked.view.cursor, linked.view.granularity);
            model.follow(&linked.view);
        }
        Action::Load { text, cursor, granularity } => {
            model.loads += u64::from(text != model.text);
            model.load(text, cursor, granularity);
        }
        Action::Edit(PanelEdit::AddVariant(start)) => model.add_variant(start),
        Action::Edit(edit) => model.edit(&edit, None, String::new()),
        Action::EditNotation { name, line } => model.edit_notation(&name, line),
        Action::TypeNotation(text) => model.type_notation(text),
        Action::RevertNotation(at) => model.revert_notation(at),
        Action::NotationBreakLine(line) => {
            model.notation_breakpoint(line).into_iter().for_each(|here| model.turn(here));
        }
        Action::MakeNew { name, instruction } => model.make_new(&name, instruction),
        Action::CloseNotation => model.notation_edit = None,
        Action::Enter { entry, typed } => model.edit(&entry.edit(&typed), Some(entry), typed),
        Action::Fill { of, with } => {
            let edit = PanelEdit::Fill { of: of.clone(), with };
            model.edit(&edit, Some(Entry::All(of)), String::new());
        }
        Action::Grow(entry) => {
            let typed = model.rejection(&entry).map(|rejected| rejected.typed.clone());
            if let (Entry::Cell { name, index }, Some(typed)) = (&entry, typed) {
                let edit = PanelEdit::Grow { name: name.clone(), index: *index, values: typed.clone() };
                model.edit(&edit, Some(entry), typed);
            }
        }
        Action::Forget(entry) => model.forget(Some(&entry)),
        Action::LookUp(word) => (model.tab, model.looked_up) = (Tab::Reference, word),
        Action::Fix(index) => model.fix(index),
        Action::Step { granularity, forward } => {
            model.jump(model.cursor_beside(granularity.unwrap_or(model.granularity()), forward));
        }
        Action::Seek(cursor) => model.jump(Some(cursor)),
        Action::SeekEnd => model.jump(Some(u32::MAX)),
        Action::SeekMark { forward } => model.jump(model.mark_beside(forward)),
        Action::SeekStop { forward } => model.seek_stop(forward),
        Action::Play(playing) => model.play(playing, false),
        Action::PlayBack => model.play(true, true),
        Action::Tick(elapsed_ms) => model.tick(elapsed_ms),
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
        Action::Granularity(granularity) => model.chosen_granularity = Some(granularity),
        Action::Speed(speed) => (model.speed, model.owed_us) = (speed, 0),
        Action::Format(panel, format) => model.formats = model.formats.with(panel, format),
        Action::Select(selection) => model.select(selection),
        Action::SurfacePage(page) => model.surface_page = Some(page),
        Action::MemoryPart { surface, part } => model.memory_part = Some((surface, part)),
        Action::Theme(theme) => model.theme = theme,
        Action::Beside(beside) => {
            model.put_beside(beside);
            model.ask(Ask::Quietly);
        }
        Action::Tab(tab) => {
            model.tab = tab;
            if tab == Tab::Variants {
                model.ask(Ask::Quietly);
            }
        }
        Action::Dialog(dialog) => model.dialog = dialog,
        Action::Notice(notice) => {
            model.notice = notice;
            model.forget(None);
        }
        Action::LetterKeys(on) => model.letter_keys = on,
        Action::Editor(command) => model.command(command),
        Action::AllOrders(ask) => model.ask(ask),
        Action::OtherReadings(run, others) => model.other_readings = (run, others),
        // `reduce` leaves the moves on the tour to `walk`.
        Action::Tour(_) => {}
    }
    model.follow_notation();
    model
}

impl Model {
    /// Opens another text, which is read and checked at once, and run. The cursor stays at its index, so that one sees
    /// what an edit does to the step at hand.
    pub(super) fn open(&mut self, text: Rc<str>) {
        if text != self.text {
            let variant = self.variant_at_hand();
            self.begin(Session::begin_as(&text, &self.session.roll_call, variant.as_deref()), None);
        }
    }

    /// Opens another scenario, or the same one anew.
    fn load(&mut self, text: Rc<str>, cursor: u32, granularity: Option<Granularity>) {
        if text != self.text {
            // The run of this scenario says nothing about the other.
            self.good = None;
            self.beside = self.asked_beside();
            self.notation_edit = None;
            self.breakpoints = Rc::default();
            self.until = Rc::default();
            self.pinned = None;
            self.search = None;
        }
        self.selection = None;
        self.surface_page = None;
        self.memory_part = None;
        self.playing = false;
        self.dialog = None;
        self.notice = None;
        self.chosen_granularity = granularity.or(self.chosen_granularity);
        self.open(text);
        self.stand_at(cursor);
    }

    /// Puts what has just been opened where it is to stand. A run that is being made stands there when it is on the stage.
    pub(super) fn stand_at(&mut self, cursor: u32) {
        let waits = self.good.is_none() && self.pending.is_some();
        self.cursor = if waits { cursor } else { cursor.min(self.run_len()) };
    }

    /// Makes a panel's change in the text, or notes why it cannot be made. What was typed is noted with its place.
    pub(super) fn edit(&mut self, edit: &PanelEdit, entry: Option<Entry>, typed: String) {
        self.forget(entry.as_ref());
        let before = self.session.clone();
        let refused = match before.begin_edit(edit) {
            Ok(after) if after.session().text != self.text => {
                let edit = edit.clone();
                self.begin(after, Some(Change { before, edit, entry, typed }));
                return;
            }
            // The same text gives the same run.
            Ok(_) => before.accept(edit, &before).err(),
            Err(reason) => Some(reason),
        };
        let refused = refused.map(|reason| {
            let room = match &entry {
                Some(Entry::Cell { name, index }) => before.room_for(name, *index, &typed),
                _ => None,
            };
            Rejected { entry, typed, reason, room }
        });
        if let Some(refused) = refused {
            Rc::make_mut(&mut self.rejected).push(refused);
        }
    }

    /// Asks the editor for something.
    pub(super) fn command(&mut self, command: EditorCommand) {
        self.editor_command = (self.editor_command.0 + 1, Some(command));
    }

    /// Gives up the change that was refused at a place, or the one that has no place.
    fn forget(&mut self, entry: Option<&Entry>) {
        if self.rejected.iter().any(|rejected| rejected.entry.as_ref() == entry) {
            Rc::make_mut(&mut self.rejected).retain(|rejected| rejected.entry.as_ref() != entry);
        }
    }

    pub(super) fn play(&mut self, playing: bool, backwards: bool) {
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

    /// Makes the fix of a diagnostic, where it has one.
    fn fix(&mut self, index: usize) {
        let fix = self.session.diagnostics.get(index).and_then(|diagnostic| diagnostic.fix.as_ref());
        if let Some(text) = fix.map(|fix| apply_edits(&self.text, &fix.edits)) {
            self.open(text.into());
        }
    }

    /// Selects something, or lets go of it where it is selected already.
    fn select(&mut self, selection: Option<Selection>) {
        self.selection = selection.filter(|_| self.selection != selection);
        // What is selected comes into sight in memory.
        if matches!(self.selection, Some(Selection::Cell { .. })) {
            self.memory_part = None;
        }
    }

    /// The cursor that a step of that size leads to.
    fn cursor_beside(&self, granularity: Granularity, forward: bool) -> Option<u32> {
        Some(self.run()?.seek(self.cursor, granularity, forward))
    }

    /// Goes where a person asked to, which ends playing, even where there is no such place.
    pub(super) fn jump(&mut self, cursor: Option<u32>) {
        self.playing = false;
        if let Some(cursor) = cursor {
            self.seek(cursor);
        }
    }

    pub(super) fn seek(&mut self, cursor: u32) {
        if self.run().is_none() {
            return;
        }
        let from = self.cursor;
        self.cursor = cursor.min(self.run_len());
        if self.surface_page.is_some() {
            self.surface_page = self.page_after_seek(from);
        }
        if self.cursor != from {
            self.memory_part = None;
        }
        self.invitation &= self.cursor == 0;
    }

    /// The cursor from which the nearest marked step is the one just done.
    fn mark_beside(&self, forward: bool) -> Option<u32> {
        let mut cursors = self.run()?.marks().iter().map(|mark| mark.step + 1);
        if forward {
            cursors.find(|&cursor| cursor > self.cursor)
        } else {
            cursors.rfind(|&cursor| cursor < self.cursor)
        }
    }
}
