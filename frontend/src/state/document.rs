//! The text, its session and its runs.
//!
//! Until a run is complete, the page behaves as for a text with a mistake. The last valid run stays on the stage, marked
//! as stale, and can be stepped through, so that the user does not lose the current step by a key press. The cursor
//! keeps its index in the new run.

use super::by_identity::ByIdentity;
use super::editor::{EditorCommand, TextChange};
use super::entry::{Entry, Rejected};
use super::notation_edit::NotationEdit;
use super::sliced::Sliced;
use super::stage::{Stage, StagedRun};
use lanescope_core::diag::Diagnostic;
use lanescope_core::session::{
    Session, SetsWithChecks,
    run::Run,
    text::{Contents, Filling, Kind, PanelEdit, PartName, PendingSession, VariantStart, apply_edits},
};
use std::rc::Rc;

/// The number of micro-steps that run synchronously when a text is opened. This takes a few milliseconds and covers
/// most runs.
pub const FIRST_SLICE: u32 = 20_000;

/// The text, its session and its runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The text with its parsed and checked scenario, and its run if that is complete.
    pub session: ByIdentity<Session>,
    /// The session still being computed. `None` once its run is complete.
    pub pending: Option<Pending>,
    /// The last valid run. The stage shows it even while the current text does not run.
    pub last_valid: Option<StagedRun>,
    /// The setup of a text with a mistake, as a run without steps. `None` if a valid run is on the stage.
    pub setup: Option<StagedRun>,
    /// The number of times that the scenario was replaced by another one. Each time adds an entry to the browser's
    /// history.
    pub loads: u64,
    /// The number of texts that have been checked and, if possible, run. A run is identified by it.
    pub runs: u64,
    /// Panel edits that were rejected.
    pub rejected: Rc<Vec<Rejected>>,
    /// The current edit by dragging.
    drag: Option<Drag>,
    /// How the editor takes over the text.
    pub text_change: TextChange,
    /// The last command to the editor. The number makes a repeated command a new one.
    pub editor_command: (u64, Option<EditorCommand>),
    /// The notation text that is open in an editor.
    pub notation_edit: Option<NotationEdit>,
    /// The variant that is shown side by side with the base text.
    pub pair: Option<Pair>,
    /// The variant that was last chosen for comparison.
    pub(super) chosen_variant: Option<Rc<str>>,
}

/// A variant that is shown side by side with the base text. One side is active: the session is of that side, and panels
/// show and edit it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub variant: Rc<str>,
    pub is_active: bool,
}

/// A session still being computed.
#[derive(Clone, Debug, PartialEq)]
pub struct Pending {
    /// The session after its first slice. The effect computes the rest.
    pub session: ByIdentity<PendingSession>,
    /// The number of completed micro-steps, as last reported.
    pub(super) steps: u32,
    change: Option<ByIdentity<Change>>,
}

/// The panel edit that produced a text. Whether it is accepted is known when the run is complete.
#[derive(Debug)]
struct Change {
    /// The session before the edit.
    before: ByIdentity<Session>,
    edit: PanelEdit,
    /// The field and the text that was typed there.
    entry: Option<Entry>,
    typed: String,
}

/// An edit by dragging: the text follows the pointer, and the whole drag is one step of the undo history.
#[derive(Clone, Debug, PartialEq)]
struct Drag {
    /// The session before the edit.
    before: ByIdentity<Session>,
    /// The reason why the edit at the pointer was refused.
    refusal: Option<String>,
}

/// The number of micro-steps between two looks at the clock.
const PIECE_STEPS: u32 = 1_000;

impl Sliced for ByIdentity<PendingSession> {
    type State = PendingSession;
    type Event = DocumentAction;

    fn begin(&self) -> PendingSession {
        (**self).clone()
    }

    fn advance(&self, state: &mut PendingSession) -> bool {
        state.advance(PIECE_STEPS)
    }

    fn progress(&self, state: &PendingSession) -> Option<DocumentAction> {
        Some(DocumentAction::Progress(self.clone(), state.steps()))
    }

    fn result(&self, state: PendingSession) -> Option<DocumentAction> {
        Some(DocumentAction::Complete(self.clone(), ByIdentity::new(state.session().clone())))
    }
}

/// An event that changes the text, its session or its runs.
#[derive(Clone, Debug, PartialEq)]
pub enum DocumentAction {
    /// The text in the editor changed.
    Type(Rc<str>),
    /// Reports the number of completed micro-steps of a pending session.
    Progress(ByIdentity<PendingSession>, u32),
    /// Delivers the complete session of a pending one.
    Complete(ByIdentity<PendingSession>, ByIdentity<Session>),
    /// Edits a directive from a panel.
    Edit(PanelEdit),
    /// Edits a directive while a pointer is dragged.
    Drag(Dragging),
    /// Submits a value for a field of a panel.
    Enter {
        /// The field.
        entry: Entry,
        /// The typed text.
        typed: String,
    },
    /// Fills all elements of a variable or a surface.
    Fill {
        /// The variable or the surface.
        of: Contents,
        /// The new values.
        with: Filling,
    },
    /// Resizes the surface of an entry so that the values that were rejected there fit.
    Grow(Entry),
    /// Drops a rejected entry. `None` drops rejected edits that have no field.
    Forget(Option<Entry>),
    /// Applies the fix of the diagnostic with this index.
    Fix(usize),
    /// Sends a command to the editor.
    Editor(EditorCommand),
    /// Shows a variant side by side with the base text, changes the active side, or hides the variant.
    Pair(Option<Pair>),
    /// Chooses the variant that is compared with the base text.
    Variant(Rc<str>),
    /// Opens a text of the notation in an editor.
    EditNotation {
        /// The text's name.
        name: PartName,
        /// The active line of the text, from 0, which receives the caret.
        line: Option<usize>,
    },
    /// The text in the notation editor changed.
    TypeNotation(Rc<str>),
    /// Restores the manual's lines in the notation editor: one change, or all.
    RevertNotation(Option<usize>),
    /// Makes a new instruction of the edited text, or a new operation if it is the text of one.
    MakeNew {
        /// The new name, as typed.
        name: String,
        /// The index of the instruction whose line then uses the new name.
        instruction: usize,
    },
    /// Closes the notation editor.
    CloseNotation,
}

/// An event of a drag that edits a directive.
#[derive(Clone, Debug, PartialEq)]
pub enum Dragging {
    /// Replaces the edit so far.
    To(PanelEdit),
    /// Keeps the edit, as one step of the undo history.
    End,
    /// Takes the edit back.
    Cancel,
}

impl Document {
    /// Opens a text.
    pub fn new(text: &str, sets: &SetsWithChecks) -> Self {
        let pending = Session::begin(text, sets);
        let session = ByIdentity::new(pending.session().clone());
        let mut document = Self {
            session,
            pending: None,
            last_valid: None,
            setup: None,
            loads: 0,
            runs: 0,
            rejected: Rc::default(),
            drag: None,
            text_change: TextChange::Step,
            editor_command: (0, None),
            notation_edit: None,
            pair: None,
            chosen_variant: None,
        };
        document.begin(pending, None);
        document
    }

    /// Applies an action. `stage` is the run on the stage before it.
    pub fn reduce(&mut self, action: DocumentAction, stage: &Stage) {
        match action {
            DocumentAction::Type(text) => self.open(text),
            DocumentAction::Progress(of, steps) => {
                if let Some(pending) = self.pending.as_mut().filter(|pending| pending.session == of) {
                    pending.steps = steps;
                }
            }
            DocumentAction::Complete(of, session) => {
                // Another text may have replaced the text.
                if let Some(pending) = self.pending.take_if(|pending| pending.session == of) {
                    self.finish(session, pending.change);
                }
            }
            DocumentAction::Edit(PanelEdit::AddVariant(start)) => self.add_variant(start),
            DocumentAction::Edit(edit) => self.edit(&edit, None, String::new()),
            DocumentAction::Drag(Dragging::To(edit)) if !stage.is_hiding => self.drag_to(&edit),
            DocumentAction::Drag(Dragging::To(_)) => {}
            DocumentAction::Drag(Dragging::End) => {
                if let Some(reason) = self.drag.take().and_then(|drag| drag.refusal) {
                    self.reject(None, String::new(), reason);
                }
            }
            DocumentAction::Drag(Dragging::Cancel) => {
                if let Some(drag) = self.drag.take() {
                    self.undo_drag(&drag.before);
                }
            }
            DocumentAction::Enter { entry, typed } if stage.is_hiding => {
                let reason = "this value is not asked for; show the answers to change the scenario";
                self.reject(Some(entry), typed, reason.to_owned());
            }
            DocumentAction::Enter { entry, typed } => self.edit(&entry.edit(&typed), Some(entry), typed),
            DocumentAction::Fill { of, with } => {
                let edit = PanelEdit::Fill { of: of.clone(), with };
                self.edit(&edit, Some(Entry::All(of)), String::new());
            }
            DocumentAction::Grow(entry) => {
                let typed = self.rejection(&entry).map(|rejected| rejected.typed.clone());
                if let (Entry::Cell { name, index }, Some(typed)) = (&entry, typed) {
                    let edit = PanelEdit::Grow { name: name.clone(), index: *index, values: typed.clone() };
                    self.edit(&edit, Some(entry), typed);
                }
            }
            DocumentAction::Forget(entry) => self.forget(entry.as_ref()),
            DocumentAction::Fix(index) => {
                let diagnostic = self.session.diagnostics.get(index);
                let fix = diagnostic.and_then(|diagnostic| diagnostic.fix.as_ref());
                if let Some(text) = fix.map(|fix| apply_edits(&self.session.text, &fix.edits)) {
                    self.open(text.into());
                }
            }
            DocumentAction::Editor(command) => self.command(command),
            DocumentAction::Pair(pair) => self.set_pair(pair),
            DocumentAction::Variant(variant) => {
                if let Some(Pair { is_active, .. }) = self.pair {
                    self.set_pair(Some(Pair { variant: Rc::clone(&variant), is_active }));
                }
                self.chosen_variant = Some(variant);
            }
            DocumentAction::EditNotation { name, line } => {
                self.edit_notation(&name, line.zip(stage.run.as_deref()));
            }
            DocumentAction::TypeNotation(text) => self.type_notation(text),
            DocumentAction::RevertNotation(hunk_index) => {
                let edit = self.notation_edit.as_ref();
                if let Some(text) = edit.and_then(|edit| edit.reverted(hunk_index)) {
                    self.type_notation(text);
                }
            }
            DocumentAction::MakeNew { name, instruction } => self.make_new(&name, instruction),
            DocumentAction::CloseNotation => self.notation_edit = None,
        }
        self.update_notation_edit();
    }

    /// Returns whether the last valid run is of an earlier text.
    pub fn is_stale(&self) -> bool {
        self.last_valid.as_ref().is_some_and(|run| run.text != self.session.text)
    }

    /// Returns the rejected edit of `entry`, if any.
    pub fn rejection(&self, entry: &Entry) -> Option<&Rejected> {
        self.rejected.iter().find(|rejected| rejected.is_of(entry))
    }

    /// Returns the variant, if it is the active side.
    fn active_variant(&self) -> Option<Rc<str>> {
        self.pair.as_ref().filter(|pair| pair.is_active).map(|pair| Rc::clone(&pair.variant))
    }

    /// Opens an edited text: parses and checks it at once, then runs it. Ends a drag, which was of the text before.
    pub(super) fn open(&mut self, text: Rc<str>) {
        if text != self.session.text {
            self.drag = None;
            let variant = self.active_variant();
            self.begin(Session::begin_as(&text, &self.session.sets, variant.as_deref()), None);
        }
    }

    /// Opens another scenario, or reopens the same one. `pair` is the variant to show side by side.
    pub(super) fn load(&mut self, text: Rc<str>, pair: Option<Pair>) {
        if text != self.session.text {
            // The previous run does not apply to another scenario.
            self.last_valid = None;
            self.pair = pair;
            self.chosen_variant = None;
            self.notation_edit = None;
        }
        self.open(text);
    }

    /// Adopts a text that was just parsed. A short run is completed at once, a longer one in slices.
    fn begin(&mut self, mut session: PendingSession, change: Option<Change>) {
        let is_complete = session.advance(FIRST_SLICE);
        let change = change.map(ByIdentity::new);
        let known = ByIdentity::new(session.session().clone());
        if is_complete {
            self.finish(known, change);
        } else {
            self.adopt(known);
            self.pending =
                Some(Pending { steps: session.steps(), session: ByIdentity::new(session), change });
            self.setup = None;
        }
    }

    /// Takes a complete session, or rejects the edit that produced it.
    fn finish(&mut self, session: ByIdentity<Session>, change: Option<ByIdentity<Change>>) {
        let accepted = change.as_deref().map(|it| (it, it.before.accept(&it.edit, &session)));
        match accepted {
            Some((change, Err(reason))) => {
                // An edit that is rejected in its first slice never replaced the text, whose own run may still be in progress.
                if self.session.text == session.text {
                    self.pending = None;
                    self.adopt(change.before.clone());
                }
                if self.drag.is_none() {
                    self.reject(change.entry.clone(), change.typed.clone(), reason);
                }
            }
            _ => {
                self.pending = None;
                self.adopt(session);
                self.runs += 1;
                self.keep_valid_run();
            }
        }
    }

    /// Adopts a session and its text. Rejected edits are dropped, because they belong to the previous text.
    fn adopt(&mut self, session: ByIdentity<Session>) {
        if session.text != self.session.text {
            self.text_change = TextChange::Step;
            // The editor may not be loaded yet, and an edited text is not folded.
            self.editor_command.1.take_if(|command| matches!(command, EditorCommand::Fold(_)));
            self.rejected = Rc::default();
        }
        self.session = session;
    }

    /// Keeps the session's run, if it has one. An empty run does not replace another one while the text names an unknown
    /// instruction, because the user is probably still typing the name.
    fn keep_valid_run(&mut self) {
        let unknown = |diagnostic: &Diagnostic| diagnostic.kind() == Kind::Unsupported;
        let is_empty = |run: &Run| run.scenario().program.is_empty();
        let is_unfinished = |run: &Run| is_empty(run) && self.session.diagnostics.iter().any(unknown);
        let run = self.session.run.as_ref().filter(|run| self.last_valid.is_none() || !is_unfinished(run));
        let staged =
            |run: &Rc<Run>| StagedRun { run: Rc::clone(run).into(), text: Rc::clone(&self.session.text) };
        let last_valid = run.map(staged).or_else(|| self.last_valid.clone());
        let setup = self.session.setup.as_ref();
        // A run without instructions shows only the setup of its text, and `session.setup` is the newer setup.
        let last_valid = last_valid.filter(|valid| setup.is_none() || !is_empty(&valid.run));
        let setup = setup.filter(|_| last_valid.is_none());
        self.setup = setup.map(|setup| staged(&Rc::new(Run::new(Rc::clone(setup)))));
        self.last_valid = last_valid;
    }

    /// Applies a panel edit to the text. If it is rejected, stores the reason with the field and the typed text.
    pub(super) fn edit(&mut self, edit: &PanelEdit, entry: Option<Entry>, typed: String) {
        self.forget(entry.as_ref());
        let before = self.session.clone();
        let refused = match before.begin_edit(edit) {
            Ok(after) if after.session().text != self.session.text => {
                let edit = edit.clone();
                self.begin(after, Some(Change { before, edit, entry, typed }));
                return;
            }
            // The same text gives the same run, so the edit is judged at once.
            Ok(_) => before.accept(edit, &before).err(),
            Err(reason) => Some(reason),
        };
        if let Some(reason) = refused {
            let room = match &entry {
                Some(Entry::Cell { name, index }) => before.room_for(name, *index, &typed),
                _ => None,
            };
            Rc::make_mut(&mut self.rejected).push(Rejected { entry, typed, reason, room });
        }
    }

    fn reject(&mut self, entry: Option<Entry>, typed: String, reason: String) {
        Rc::make_mut(&mut self.rejected).push(Rejected { entry, typed, reason, room: None });
    }

    /// Drops the rejected edit of a field. `None` drops rejected edits that have no field.
    fn forget(&mut self, entry: Option<&Entry>) {
        if self.rejected.iter().any(|rejected| rejected.entry.as_ref() == entry) {
            Rc::make_mut(&mut self.rejected).retain(|rejected| rejected.entry.as_ref() != entry);
        }
    }

    /// Applies an edit to the text from before the drag. An edit that is refused leaves the last one.
    fn drag_to(&mut self, edit: &PanelEdit) {
        let drag = self.drag.get_or_insert_with(|| Drag { before: self.session.clone(), refusal: None });
        let before = drag.before.clone();
        let after = match before.begin_edit(edit) {
            Ok(after) => after,
            Err(reason) => return drag.refusal = Some(reason),
        };
        drag.refusal = None;
        let text = Rc::clone(&after.session().text);
        if text == before.text {
            self.undo_drag(&before);
        } else if text != self.session.text {
            let is_first = self.session.text == before.text;
            let change = Change { before, edit: edit.clone(), entry: None, typed: String::new() };
            self.begin(after, Some(change));
            if self.session.text == text && !is_first {
                self.text_change = TextChange::Joined;
            }
        }
    }

    fn undo_drag(&mut self, before: &Session) {
        if self.session.text != before.text {
            self.open(Rc::clone(&before.text));
            self.text_change = TextChange::Undone;
        }
    }

    /// Sends a command to the editor.
    pub(super) fn command(&mut self, command: EditorCommand) {
        self.editor_command = (self.editor_command.0 + 1, Some(command));
    }

    /// Shows a variant side by side with the base text, or hides it, and sets the active side.
    pub(super) fn set_pair(&mut self, pair: Option<Pair>) {
        let before = self.active_variant();
        if let Some(pair) = &pair {
            self.chosen_variant = Some(Rc::clone(&pair.variant));
        }
        self.pair = pair;
        let now = self.active_variant();
        if before != now {
            self.notation_edit = None;
            self.begin(Session::begin_as(&self.session.text, &self.session.sets, now.as_deref()), None);
            if self.pending.is_some() {
                self.last_valid = None;
            }
        }
    }

    /// Adds a variant and opens the editor for its difference: its lines in the text, or the semantics of the first
    /// instruction, with the variant as the active side.
    fn add_variant(&mut self, start: VariantStart) {
        let variant: Rc<str> = self.session.new_variant_name(&start).into();
        self.edit(&PanelEdit::AddVariant(start.clone()), None, String::new());
        let Some(lines) = self.session.lines_of_variant(&variant) else { return };
        if start != VariantStart::Semantics {
            let pair = self.pair.as_ref().map(|_| Pair { variant: Rc::clone(&variant), is_active: false });
            self.set_pair(pair);
            self.chosen_variant = Some(variant);
            self.command(EditorCommand::Select(lines));
            return;
        }
        self.set_pair(Some(Pair { variant, is_active: true }));
        let program = self.session.scenario.as_ref().map(|scenario| &scenario.program);
        let mnemonic = program.and_then(|program| program.first()).map(|bound| bound.row.mnemonic.clone());
        let part = mnemonic.and_then(|mnemonic| self.session.part_names(&mnemonic).into_iter().next());
        if let Some(part) = part {
            self.edit_notation(&part, None);
        }
    }

    /// Opens a notation text in an editor, at a line of a run.
    fn edit_notation(&mut self, name: &PartName, line: Option<(usize, &Run)>) {
        let Some(part) = self.session.notation_part(name) else { return };
        let number = self.notation_edit.as_ref().map_or(0, |edit| edit.command.0) + 1;
        self.notation_edit = Some(NotationEdit::new(part, Rc::clone(&self.session.text), line, number));
    }

    /// Replaces the open notation text and updates the scenario.
    fn type_notation(&mut self, typed: Rc<str>) {
        if let Some(edit) = &mut self.notation_edit {
            let scenario = edit.set_typed(typed);
            self.open(scenario);
        }
    }

    /// Makes a new instruction or operation of the open notation text, and uses it in an instruction of the program.
    fn make_new(&mut self, name: &str, instruction: usize) {
        let Some(edit) = &mut self.notation_edit else { return };
        if let Some((text, part)) = edit.make_new(&self.session, name, instruction) {
            self.open(text);
            self.edit_notation(&part, None);
        }
    }

    /// Updates the editor of a notation text after the scenario was edited elsewhere. Closes it if the scenario no longer
    /// has the text.
    fn update_notation_edit(&mut self) {
        if let Some(edit) = &mut self.notation_edit
            && !edit.update(&self.session)
        {
            self.notation_edit = None;
        }
    }
}
