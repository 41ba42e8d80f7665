//! A variant compared with the base text: side by side on the stage, and in the tab of variants. The side that is not active
//! is run for the comparison.

use super::by_identity::ByIdentity;
use super::stage::StagedRun;
use lanescope_core::session::{
    Session,
    compare::{ComparedRow, ComparisonReport, compare_runs, narrate_beside},
    run::{Run, narrate},
};
use std::rc::Rc;

/// The most micro-steps of a run that the page compares without a pause: a few hundredths of a second.
const MOST_STEPS: u32 = 5_000;

/// The name of the base side.
pub const BASE: &str = "base";

/// The runs of a variant and of the base text, aligned.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// The comparison of the runs.
    pub report: ComparisonReport,
    pub variant: Rc<str>,
    /// Whether the variant is the active side.
    pub is_variant_active: bool,
    /// Whether the other side has errors, so that it cannot run.
    pub has_errors: bool,
    /// The run of the active side.
    run: Option<ByIdentity<Run>>,
    /// The run of the other side.
    pub other: Option<StagedRun>,
}

/// Compares the runs of the base text and of a variant. `session` is of the active side, and is complete.
pub fn compared(session: &Session, variant: &Rc<str>) -> Compared {
    let is_variant_active = session.variant.as_ref() == Some(variant);
    let other_name = (!is_variant_active).then_some(&**variant);
    let mut pending = Session::begin_as(&session.text, &session.sets, other_name);
    let is_over = pending.advance(MOST_STEPS);
    let sides = if is_variant_active { [pending.session(), session] } else { [session, pending.session()] };
    let mut report = compare_runs([BASE, variant], sides[0], sides[1], MOST_STEPS);
    if !is_over {
        report.problem = Some(format!("only runs of up to {MOST_STEPS} micro-steps can be compared here"));
    }
    let staged =
        |run: &Rc<Run>| StagedRun { run: ByIdentity(Rc::clone(run)), text: Rc::clone(&session.text) };
    let other = pending.session().run.as_ref().filter(|_| report.problem.is_none()).map(staged);
    let run = session.run.clone().map(ByIdentity);
    let has_errors = pending.session().scenario.is_none();
    Compared { report, variant: Rc::clone(variant), is_variant_active, has_errors, run, other }
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
    pub result: StepComparison,
    /// Whether it is the current step.
    pub is_here: bool,
}

/// The result of comparing a step of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepComparison {
    Same,
    /// A step of set-up that the other side does not need, because it is of another instruction set.
    SetUpOnly,
    Differs,
    OnlyInBase,
    OnlyInVariant,
}

impl StepComparison {
    fn of(row: &ComparedRow) -> Self {
        match (row.a, row.b, row.is_same) {
            (Some(_), Some(_), true) => Self::Same,
            (_, _, true) => Self::SetUpOnly,
            (Some(_), Some(_), _) => Self::Differs,
            (Some(_), None, _) => Self::OnlyInBase,
            (None, _, _) => Self::OnlyInVariant,
        }
    }

    /// Returns whether the two sides differ.
    pub fn differs(self) -> bool {
        !matches!(self, Self::Same | Self::SetUpOnly)
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::SetUpOnly => "set-up only",
            Self::Differs => "differs",
            Self::OnlyInBase => "only in base",
            Self::OnlyInVariant => "only in the variant",
        }
    }
}

/// The moment of the other side that corresponds to the current one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InStep {
    /// The cursor of the other side.
    pub cursor: u32,
    /// The result for the last step.
    pub result: StepComparison,
}

impl Compared {
    /// Returns the step of a row on the active side, and on the other side.
    fn steps(&self, row: &ComparedRow) -> (Option<u32>, Option<u32>) {
        if self.is_variant_active { (row.b, row.a) } else { (row.a, row.b) }
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
        let Some(at) = self.row_at(cursor) else {
            return Some(InStep { cursor: 0, result: StepComparison::Same });
        };
        let result = StepComparison::of(&self.report.rows[at]);
        if self.run.as_ref().is_some_and(|run| run.len() == cursor) {
            return Some(InStep { cursor: other.run.len(), result });
        }
        let before = self.report.rows[..=at].iter().rev().find_map(|row| self.steps(row).1);
        Some(InStep { cursor: before.map_or(0, |step| step + 1), result })
    }

    /// Returns the rows around a cursor of the active side.
    pub fn rows(&self, cursor: u32) -> Vec<ShownRow> {
        let (Some(run), Some(other)) = (&self.run, &self.other) else { return Vec::new() };
        let sides = if self.is_variant_active { [&other.run, run] } else { [run, &other.run] };
        let here = self.row_at(cursor);
        let shown = |(at, row): (usize, &ComparedRow)| {
            let [a, b] = [(sides[0], row.a), (sides[1], row.b)]
                .map(|(run, step)| Some((run.scenario(), run.step(step?)?)));
            let [a, b] = [&a, &b].map(|side| side.as_ref().map(|(scenario, step)| (*scenario, step)));
            ShownRow {
                a: a.map(|(scenario, step)| narrate(scenario, step)),
                b: b.map(|b| a.map_or_else(|| narrate(b.0, b.1), |a| narrate_beside(a, b))),
                cursor: self.steps(row).0.map(|step| step + 1),
                result: StepComparison::of(row),
                is_here: here == Some(at),
            }
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
