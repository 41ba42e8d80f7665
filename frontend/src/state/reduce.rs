//! The reducer: the effect of each action on the model.

use super::all_orders::Ask;
use super::panes::Side;
use super::pending::Change;
use super::{Action, Dialog, Dragging, EditorCommand, Entry, Model, Notice, Rejected, Selection, Tab};
use lanescope_core::session::{
    Session,
    run::Breakpoint,
    text::{PanelEdit, apply_edits},
};
use lanescope_core::trace::Granularity;
use std::rc::Rc;

/// Returns the model after an action. Pure: effects observe the model and are never started here.
pub fn reduce(mut model: Model, action: Action) -> Model {
    match action {
        Action::Type(text) => model.open(text),
        Action::UnderWay(of, steps) => model.be_under_way(&of, steps),
        Action::Complete(of, session) => model.complete(&of, session),
        Action::Stops(of, steps) => model.take_stops(&of, steps),
        Action::Follow(linked) => {
            model.load(linked.text.into(), linked.view.cursor, linked.view.granularity);
            model.follow(&linked.view);
        }
        Action::Load { text, cursor, granularity } => {
            model.loads += u64::from(text != model.text);
            model.load(text, cursor, granularity);
        }
        Action::Example(text) => {
            model.loads += u64::from(text != model.text);
            model.load(text, 0, None);
            model.fold(true);
        }
        Action::Puzzle(solving) => model.solve(solving),
        Action::Edit(PanelEdit::AddVariant(start)) => model.add_variant(start),
        Action::Edit(edit) => model.edit(&edit, None, String::new()),
        Action::Drag(Dragging::To(edit)) => model.drag_to(&edit),
        Action::Drag(Dragging::End) => model.end_drag(),
        Action::Drag(Dragging::Cancel) => model.cancel_drag(),
        Action::EditNotation { name, line } => model.edit_notation(&name, line),
        Action::TypeNotation(text) => model.type_notation(text),
        Action::RevertNotation(at) => model.revert_notation(at),
        Action::NotationBreakLine(line) => {
            model.notation_breakpoint(line).into_iter().for_each(|here| model.turn(here));
        }
        Action::MakeNew { name, instruction } => model.make_new(&name, instruction),
        Action::CloseNotation => model.notation_edit = None,
        Action::Enter { entry, typed } if model.is_hiding() => {
            let reason = "this value is not asked for; show the answers to change the scenario".to_owned();
            Rc::make_mut(&mut model.rejected).push(Rejected {
                entry: Some(entry),
                typed,
                reason,
                room: None,
            });
        }
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
        Action::LookUp(word) => (model.dialog, model.looked_up) = (Some(Dialog::Reference), word),
        Action::Readings(open) => {
            model.shows_readings = open;
            if open {
                model.show_tab(Tab::Semantics);
            }
        }
        Action::Fix(index) => model.fix(index),
        Action::Step { granularity, forward } => {
            model.jump(model.cursor_beside(granularity.unwrap_or(model.granularity()), forward));
        }
        Action::Seek(cursor) => model.jump(Some(cursor)),
        Action::SeekEnd => model.jump(Some(u32::MAX)),
        Action::SeekMark { forward } => model.jump(model.mark_beside(forward)),
        Action::SeekStop { forward } => model.seek_stop(forward),
        Action::Play(playing) => model.play(playing),
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
        Action::PlayFast(on) => (model.plays_fast, model.owed_us) = (on, 0),
        Action::Format(numbers, format) => model.formats.set(numbers, format),
        Action::Select(selection) => model.select(selection),
        Action::SurfacePage(page) => model.surface_page = Some(page),
        Action::MemoryPart { surface, part } => model.memory_part = Some((surface, part)),
        Action::Theme(theme) => model.theme = theme,
        Action::Variant(variant) => {
            model.choose_variant(variant);
            model.ask(Ask::Quietly);
        }
        Action::Beside(beside) => {
            model.put_beside(beside);
            model.ask(Ask::Quietly);
        }
        Action::Tab(tab) => {
            model.show_tab(tab);
            if tab == Tab::Compare {
                model.ask(Ask::Quietly);
            }
        }
        Action::Pane(side, pane) => model.panes.set(side, pane),
        Action::Dialog(Some(Dialog::Export)) if model.is_hiding() => {
            model.notice =
                Some(Notice::Refused("exports contain the answers; check or show them first".to_owned()));
        }
        Action::Dialog(dialog) => model.dialog = dialog,
        Action::Notice(notice) => {
            model.notice = notice;
            model.forget(None);
        }
        Action::Editor(command) => model.command(command),
        Action::AllOrders(ask) => model.ask(ask),
        Action::Answer(answering) => model.answering(answering),
        Action::OtherReadings(run, others) => model.other_readings = (run, others),
    }
    model.follow_notation();
    model
}

impl Model {
    /// Opens an edited text: parses and checks it at once, then runs it. The cursor keeps its index, so that the user
    /// sees the effect of the edit on the current step.
    pub(super) fn open(&mut self, text: Rc<str>) {
        if text != self.text {
            let variant = self.variant_at_hand();
            self.begin(Session::begin_as(&text, &self.session.roll_call, variant.as_deref()), None);
        }
    }

    /// Opens another scenario, or reopens the same one.
    pub(super) fn load(&mut self, text: Rc<str>, cursor: u32, granularity: Option<Granularity>) {
        if text != self.text {
            // The previous run and its settings do not apply to another scenario.
            self.good = None;
            self.beside = self.asked_beside();
            self.chosen_variant = None;
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
        self.quiz = None;
        self.open(text);
        self.begin_puzzle();
        self.fold(false);
        self.stand_at(cursor);
        self.is_quiz_due = true;
        self.begin_due_quiz();
    }

    /// Sets the cursor for a text that was just opened. If its run is still in progress, the cursor is clamped when the
    /// run is on the stage.
    pub(super) fn stand_at(&mut self, cursor: u32) {
        let waits = self.good.is_none() && self.pending.is_some();
        self.cursor = if waits { cursor } else { cursor.min(self.run_len()) };
    }

    /// Applies a panel edit to the text. If it is rejected, stores the reason with the field and the typed text.
    pub(super) fn edit(&mut self, edit: &PanelEdit, entry: Option<Entry>, typed: String) {
        self.forget(entry.as_ref());
        let before = self.session.clone();
        let refused = match before.begin_edit(edit) {
            Ok(after) if after.session().text != self.text => {
                let edit = edit.clone();
                self.begin(after, Some(Change { before, edit, entry, typed }));
                return;
            }
            // The same text gives the same run, so the edit is judged at once.
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

    /// Opens a tab, and the pane around it.
    pub(super) fn show_tab(&mut self, tab: Tab) {
        self.tab = tab;
        self.panes.open(Side::Inspector);
    }

    /// Sends a command to the editor. Opens the editor for a selection, so that it is in sight.
    pub(super) fn command(&mut self, command: EditorCommand) {
        if matches!(command, EditorCommand::Select(_)) {
            self.panes.open(Side::Editor);
        }
        self.editor_command = (self.editor_command.0 + 1, Some(command));
    }

    /// Drops the rejected edit of a field. `None` drops rejected edits that have no field.
    fn forget(&mut self, entry: Option<&Entry>) {
        if self.rejected.iter().any(|rejected| rejected.entry.as_ref() == entry) {
            Rc::make_mut(&mut self.rejected).retain(|rejected| rejected.entry.as_ref() != entry);
        }
    }

    pub(super) fn play(&mut self, playing: bool) {
        if playing && self.cursor == self.run_len() {
            self.cursor = 0;
        }
        self.owed_us = 0;
        self.playing = playing && self.run_len() > 0;
    }

    /// Toggles a breakpoint.
    fn turn(&mut self, breakpoint: Breakpoint) {
        let breakpoints = Rc::make_mut(&mut self.breakpoints);
        match breakpoints.iter().position(|it| *it == breakpoint) {
            Some(at) => drop(breakpoints.remove(at)),
            None => breakpoints.push(breakpoint),
        }
        self.find_stops();
    }

    /// Applies the fix of a diagnostic, if it has one.
    fn fix(&mut self, index: usize) {
        let fix = self.session.diagnostics.get(index).and_then(|diagnostic| diagnostic.fix.as_ref());
        if let Some(text) = fix.map(|fix| apply_edits(&self.text, &fix.edits)) {
            self.open(text.into());
        }
    }

    /// Selects an item, or clears the selection if the item is already selected.
    fn select(&mut self, selection: Option<Selection>) {
        self.selection = selection.filter(|_| self.selection != selection);
        // Drops the chosen part of memory, so that the selected cell is visible.
        if matches!(self.selection, Some(Selection::Cell { .. })) {
            self.memory_part = None;
        }
    }

    /// Returns the cursor after one step of the given size.
    fn cursor_beside(&self, granularity: Granularity, forward: bool) -> Option<u32> {
        Some(self.run()?.seek(self.cursor, granularity, forward))
    }

    /// Stops playback and moves to `cursor`. `None` only stops playback.
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

    /// Returns the cursor just after the next or previous marked step.
    fn mark_beside(&self, forward: bool) -> Option<u32> {
        let mut cursors = self.run()?.marks().iter().map(|mark| mark.step + 1);
        if forward {
            cursors.find(|&cursor| cursor > self.cursor)
        } else {
            cursors.rfind(|&cursor| cursor < self.cursor)
        }
    }
}
