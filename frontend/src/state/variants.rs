//! A variant compared with the base text: side by side on the stage, and in the tab of variants.
//!
//! One side is active: the page's session is of that side, and panels show and edit it. The other side is run for the
//! comparison.

use super::{ByIdentity, EditorCommand, Good, Model, Tab};
use lanescope_core::session::{
    Session,
    compare::{ComparedOutcomes, ComparedRow, ComparisonReport, compare_runs},
    run::{Run, narrate},
    text::{PanelEdit, VariantStart},
};
use std::rc::Rc;

/// The most micro-steps of a run that the page compares without a pause: a few hundredths of a second.
const MOST_STEPS: u32 = 5_000;

/// The name of the base side.
pub const BASE: &str = "base";

/// A variant that is shown side by side with the base text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// Its name.
    pub variant: Rc<str>,
    /// Whether the variant is the active side.
    pub is_at_hand: bool,
}

/// The outcomes of all orders of the base text and of a variant, compared.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownBeside {
    pub(super) text: Rc<str>,
    pub(super) variant: String,
    /// The comparison. `None` if it exceeds the budget.
    pub outcomes: Option<ComparedOutcomes>,
    /// Whether this was a background job.
    pub is_quiet: bool,
}

/// The runs of a variant and of the base text, aligned.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The comparison of the runs.
    pub report: ComparisonReport,
    /// The variant.
    pub variant: Rc<str>,
    /// Whether the variant is the active side.
    pub is_at_hand: bool,
    /// The run of the active side.
    run: Option<ByIdentity<Run>>,
    /// The run of the other side.
    pub other: Option<Good>,
}

impl Model {
    /// Returns the variant, if it is the active side.
    pub(super) fn variant_at_hand(&self) -> Option<Rc<str>> {
        self.beside.as_ref().filter(|beside| beside.is_at_hand).map(|beside| Rc::clone(&beside.variant))
    }

    /// Returns the variant that is compared: the one on the stage or, if the tab of variants is open, the last one chosen or
    /// the first.
    pub fn compared_variant(&self) -> Option<Rc<str>> {
        let is_there = |name: &&Rc<str>| self.session.variants().any(|variant| *variant == ***name);
        let on_stage = self.beside.as_ref().map(|beside| &beside.variant).filter(is_there);
        let chosen = self.chosen_variant.as_ref().filter(is_there);
        match on_stage {
            Some(variant) => Some(Rc::clone(variant)),
            None if self.tab == Tab::Compare => {
                chosen.cloned().or_else(|| self.session.variants().next().map(Rc::from))
            }
            None => None,
        }
    }

    /// Chooses the compared variant, on the stage too if it shows both sides.
    pub(super) fn choose_variant(&mut self, variant: Rc<str>) {
        if let Some(beside) = &self.beside {
            let is_at_hand = beside.is_at_hand;
            self.put_beside(Some(Beside { variant: Rc::clone(&variant), is_at_hand }));
        }
        self.chosen_variant = Some(variant);
    }

    /// Returns the variant that the host page asks to show for every loaded text.
    pub(super) fn asked_beside(&self) -> Option<Beside> {
        self.compares.clone().map(|variant| Beside { variant, is_at_hand: false })
    }

    /// Shows a variant side by side with the base text, or hides it, and sets the active side.
    pub(super) fn put_beside(&mut self, beside: Option<Beside>) {
        let before = self.variant_at_hand();
        if let Some(beside) = &beside {
            self.chosen_variant = Some(Rc::clone(&beside.variant));
        }
        self.beside = beside;
        let now = self.variant_at_hand();
        if before != now {
            self.notation_edit = None;
            self.begin(Session::begin_as(&self.text, &self.session.roll_call, now.as_deref()), None);
            if self.pending.is_some() {
                self.good = None;
            }
        }
    }

    /// Adds a variant and opens the editor for its difference: its lines in the text, or the semantics of the first
    /// instruction, with the variant as the active side.
    pub(super) fn add_variant(&mut self, start: VariantStart) {
        let variant: Rc<str> = self.session.new_variant_name(&start).into();
        self.edit(&PanelEdit::AddVariant(start.clone()), None, String::new());
        let Some(lines) = self.session.lines_of_variant(&variant) else { return };
        if start != VariantStart::Semantics {
            self.chosen_variant = Some(Rc::clone(&variant));
            self.beside = self.beside.take().map(|_| Beside { variant, is_at_hand: false });
            self.command(EditorCommand::Select(lines));
            return;
        }
        self.put_beside(Some(Beside { variant, is_at_hand: true }));
        let program = self.session.scenario.as_ref().map(|scenario| &scenario.program);
        let mnemonic = program.and_then(|program| program.first()).map(|bound| bound.row.mnemonic.clone());
        let part = mnemonic.and_then(|mnemonic| self.session.part_names(&mnemonic).into_iter().next());
        if let Some(part) = part {
            self.edit_notation(&part, None);
        }
    }

    /// Returns the compared outcomes of the base text and the variant, if known.
    pub fn known_beside(&self) -> Option<&ByIdentity<KnownBeside>> {
        let known = self.all_orders.beside.as_ref()?;
        let variant = self.compared_variant()?;
        (known.text == self.text && *known.variant == *variant).then_some(known)
    }
}

/// Compares the runs of the base text and of a variant. `session` is of the active side, and is complete.
pub fn compared(session: &Session, variant: &Rc<str>) -> Compared {
    let is_at_hand = session.variant.as_ref() == Some(variant);
    let other_name = (!is_at_hand).then_some(&**variant);
    let mut pending = Session::begin_as(&session.text, &session.roll_call, other_name);
    let is_over = pending.advance(MOST_STEPS);
    let sides = if is_at_hand { [pending.session(), session] } else { [session, pending.session()] };
    let mut report = compare_runs([BASE, variant], sides[0], sides[1], MOST_STEPS);
    if !is_over {
        report.problem = Some(format!("only runs of up to {MOST_STEPS} micro-steps can be compared here"));
    }
    let good = |run: &Rc<Run>| Good { run: ByIdentity(Rc::clone(run)), text: Rc::clone(&session.text) };
    let other = pending.session().run.as_ref().filter(|_| report.problem.is_none()).map(good);
    let run = session.run.clone().map(ByIdentity);
    Compared { report, variant: Rc::clone(variant), is_at_hand, run, other }
}

/// The number of rows before and after the current one.
const AROUND: usize = 3;

/// A row of the two timelines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownRow {
    /// The caption of the base text's step.
    pub a: Option<String>,
    /// The caption of the variant's step.
    pub b: Option<String>,
    /// The cursor after the step in the active run. `None` if that run has no such step.
    pub cursor: Option<u32>,
    /// The result of the comparison, in words.
    pub word: &'static str,
    /// Whether it is the current step.
    pub is_here: bool,
}

impl ShownRow {
    /// Returns whether the two sides differ.
    pub fn differs(&self) -> bool {
        differs(self.word)
    }
}

const SAME: &str = "same";

/// The word for a step of set-up that the other side does not need, because it is of another instruction set.
const OWN: &str = "set-up only";

/// Returns whether a word says that the two sides differ.
pub fn differs(word: &str) -> bool {
    word != SAME && word != OWN
}

/// The moment of the other side that corresponds to the current one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InStep {
    /// The cursor of the other side.
    pub cursor: u32,
    /// The result of comparing the last step, in words.
    pub word: &'static str,
}

impl Compared {
    /// Returns the step of a row on the active side, and on the other side.
    fn steps(&self, row: &ComparedRow) -> (Option<u32>, Option<u32>) {
        if self.is_at_hand { (row.b, row.a) } else { (row.a, row.b) }
    }

    fn word(row: &ComparedRow) -> &'static str {
        match (row.a, row.b, row.is_same) {
            (Some(_), Some(_), true) => SAME,
            (_, _, true) => OWN,
            (Some(_), Some(_), _) => "differs",
            (Some(_), None, _) => "only in base",
            (None, _, _) => "only in the variant",
        }
    }

    /// Returns the row of the step before a cursor of the active side.
    fn row_at(&self, cursor: u32) -> Option<usize> {
        let step = cursor.checked_sub(1)?;
        self.report.rows.iter().position(|row| self.steps(row).0 == Some(step))
    }

    /// Returns the moment of the other side for a cursor of the active side. Steps correspond if they agree in
    /// instruction, lane, statement and occurrence. Without a corresponding step, uses the last one before.
    pub fn in_step(&self, cursor: u32) -> Option<InStep> {
        let other = self.other.as_ref()?;
        let Some(at) = self.row_at(cursor) else { return Some(InStep { cursor: 0, word: SAME }) };
        let word = Self::word(&self.report.rows[at]);
        if self.run.as_ref().is_some_and(|run| run.len() == cursor) {
            return Some(InStep { cursor: other.run.len(), word });
        }
        let before = self.report.rows[..=at].iter().rev().find_map(|row| self.steps(row).1);
        Some(InStep { cursor: before.map_or(0, |step| step + 1), word })
    }

    /// Returns the rows around a cursor of the active side.
    pub fn rows(&self, cursor: u32) -> Vec<ShownRow> {
        let (Some(run), Some(other)) = (&self.run, &self.other) else { return Vec::new() };
        let sides = if self.is_at_hand { [&other.run, run] } else { [run, &other.run] };
        let here = self.row_at(cursor);
        let sentence =
            |run: &Run, step: Option<u32>| run.step(step?).map(|step| narrate(run.scenario(), &step));
        let shown = |(at, row): (usize, &ComparedRow)| ShownRow {
            a: sentence(sides[0], row.a),
            b: sentence(sides[1], row.b),
            cursor: self.steps(row).0.map(|step| step + 1),
            word: Self::word(row),
            is_here: here == Some(at),
        };
        let at = here.unwrap_or(0);
        let rows = self.report.rows.iter().enumerate();
        rows.skip(at.saturating_sub(AROUND)).take(at.min(AROUND) + AROUND + 1).map(shown).collect()
    }

    /// Returns the cursor of the active side after its next or previous step at which the two sides differ.
    pub fn next_difference(&self, cursor: u32, forward: bool) -> Option<u32> {
        let differing = self.report.rows.iter().filter(|row| !row.is_same);
        let mut steps: Vec<u32> = differing.filter_map(|row| self.steps(row).0).collect();
        steps.sort_unstable();
        let mut cursors = steps.into_iter().map(|step| step + 1);
        match forward {
            true => cursors.find(|at| *at > cursor),
            false => cursors.rfind(|at| *at < cursor),
        }
    }
}
