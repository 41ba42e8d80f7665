//! A variant of the text held against the text itself: beside it on the stage, and in the tab "Compare".
//!
//! One side is at hand: the page's session is of that side, so panels show it and change it. The other is run beside it.

use super::{ByIdentity, EditorCommand, Good, Model, Tab};
use lanescope_core::session::{
    ComparedOutcomes, ComparedRow, ComparisonReport, PanelEdit, Run, Session, VariantStart, compare_runs,
    narrate,
};
use std::rc::Rc;

/// The most micro-steps of runs that the page compares at once: some hundredths of a second.
const MOST_STEPS: u32 = 5_000;

/// What the side of the text itself is called.
pub const BASE: &str = "base";

/// A variant that stands on the stage beside the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// Its name.
    pub variant: Rc<str>,
    /// Whether the variant is the side that panels show and change.
    pub is_at_hand: bool,
}

/// The outcomes of all orders of the text and of a variant, compared.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownBeside {
    pub(super) text: Rc<str>,
    pub(super) variant: String,
    /// What was found; `None` where that is more than the budget allows.
    pub outcomes: Option<ComparedOutcomes>,
    /// Whether it was looked for unasked.
    pub is_quiet: bool,
}

/// A variant and the text, run beside each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// What was found of the runs.
    pub report: ComparisonReport,
    /// The variant.
    pub variant: Rc<str>,
    /// Whether the variant is the side at hand.
    pub is_at_hand: bool,
    /// The run of the side at hand.
    run: Option<ByIdentity<Run>>,
    /// The run of the other side.
    pub other: Option<Good>,
}

impl Model {
    /// The variant at hand, where that is the side that panels show and change.
    pub(super) fn variant_at_hand(&self) -> Option<Rc<str>> {
        self.beside.as_ref().filter(|beside| beside.is_at_hand).map(|beside| Rc::clone(&beside.variant))
    }

    /// The variant that is compared: the one on the stage; else, where the tab is open, the first.
    pub fn compared_variant(&self) -> Option<Rc<str>> {
        let is_there = |name: &str| self.session.variants().any(|variant| variant == name);
        match &self.beside {
            Some(beside) if is_there(&beside.variant) => Some(Rc::clone(&beside.variant)),
            _ if self.tab == Tab::Variants => self.session.variants().next().map(Rc::from),
            _ => None,
        }
    }

    /// What stands beside a text that is loaded.
    pub(super) fn asked_beside(&self) -> Option<Beside> {
        self.compares.clone().map(|variant| Beside { variant, is_at_hand: false })
    }

    /// Puts a variant on the stage beside the text, or takes it away; and makes the one or the other the side at hand.
    pub(super) fn put_beside(&mut self, beside: Option<Beside>) {
        let before = self.variant_at_hand();
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

    /// Adds a variant and leads to the place where its difference is edited: its lines in the text, or the semantics of the
    /// first instruction, with the variant as the active side.
    pub(super) fn add_variant(&mut self, start: VariantStart) {
        let variant: Rc<str> = self.session.new_variant_name().into();
        self.edit(&PanelEdit::AddVariant(start), None, String::new());
        let Some(lines) = self.session.lines_of_variant(&variant) else { return };
        if start != VariantStart::Semantics {
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

    /// What is known of all orders of the text and of the variant that is compared.
    pub fn known_beside(&self) -> Option<&ByIdentity<KnownBeside>> {
        let known = self.all_orders.beside.as_ref()?;
        let variant = self.compared_variant()?;
        (known.text == self.text && *known.variant == *variant).then_some(known)
    }
}

/// Compares the text with its variant of that name. `session` is of the side at hand, and has run.
pub fn compared(session: &Session, variant: &Rc<str>) -> Compared {
    let is_at_hand = session.variant.as_ref() == Some(variant);
    let other_name = (!is_at_hand).then_some(&**variant);
    let mut pending = Session::begin_as(&session.text, &session.roll_call, other_name);
    let is_over = pending.advance(MOST_STEPS);
    let sides = if is_at_hand { [pending.session(), session] } else { [session, pending.session()] };
    let mut report = compare_runs([BASE, variant], sides[0], sides[1], MOST_STEPS);
    if !is_over {
        report.problem = Some(format!("only runs of up to {MOST_STEPS} micro-steps are compared here"));
    }
    let good = |run: &Rc<Run>| Good { run: ByIdentity(Rc::clone(run)), text: Rc::clone(&session.text) };
    let other = pending.session().run.as_ref().filter(|_| report.problem.is_none()).map(good);
    let run = session.run.clone().map(ByIdentity);
    Compared { report, variant: Rc::clone(variant), is_at_hand, run, other }
}

/// How many rows are shown before and behind the one at hand.
const AROUND: usize = 3;

/// A row of the two timelines, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownRow {
    /// What the text does.
    pub a: Option<String>,
    /// What the variant does.
    pub b: Option<String>,
    /// Where the run at hand stands behind it; where that has no such step, nowhere.
    pub cursor: Option<u32>,
    /// What the two make of it, in words.
    pub word: &'static str,
    /// Whether it is the step at hand.
    pub is_here: bool,
}

impl ShownRow {
    /// Whether the two sides do not do the same.
    pub fn differs(&self) -> bool {
        differs(self.word)
    }
}

const SAME: &str = "same";

/// A step that prepares what the other side, of another instruction set, does not have to prepare.
const OWN: &str = "its own";

/// Whether that word says that the two sides do not do the same.
pub fn differs(word: &str) -> bool {
    word != SAME && word != OWN
}

/// The other side beside the moment at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InStep {
    /// How many micro-steps of the other side have been done.
    pub cursor: u32,
    /// What the two make of the last step, in words.
    pub word: &'static str,
}

impl Compared {
    /// The step of a row on the side at hand, and on the other.
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

    /// The row of the step before a cursor of the side at hand.
    fn row_at(&self, cursor: u32) -> Option<usize> {
        let step = cursor.checked_sub(1)?;
        self.report.rows.iter().position(|row| self.steps(row).0 == Some(step))
    }

    /// Where the other side stands when the side at hand is at a cursor: behind the step that is the same by instruction, lane,
    /// statement and occurrence; where it has none, behind that of the step before.
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

    /// The rows around a moment of the side at hand.
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

    /// The cursor behind the next step of the side at hand at which the two differ, or the one before: where a reader goes on.
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
