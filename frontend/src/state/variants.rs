//! A variant of the text held against the text itself, as the tab "Compare" shows it.

use super::ByIdentity;
use lanescope_core::session::{ComparedRow, ComparisonReport, Limits, Run, Session, compare, narrate};

/// How much the page compares at once: some hundredths of a second.
const LIMITS: Limits = Limits { steps: 5_000, states: 3_000, outcomes: 256 };

/// What the side of the text itself is called.
pub const BASE: &str = "base";

/// A variant beside the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// What was found.
    pub report: ComparisonReport,
    /// The run of the variant, where there is one.
    pub run: Option<ByIdentity<Run>>,
}

/// Compares the text of a session with its variant of that name.
pub fn compared(base: &Session, variant: &str) -> Compared {
    let mut pending = Session::begin_as(&base.text, &base.roll_call, Some(variant));
    let is_over = pending.advance(LIMITS.steps);
    let mut report = compare([BASE, variant], base, pending.session(), LIMITS);
    if !is_over {
        report.problem = Some(format!("only runs of up to {} micro-steps are compared here", LIMITS.steps));
    }
    let run = pending.session().run.clone().map(ByIdentity);
    Compared { report, run }
}

/// How many rows are shown before and behind the one at hand.
const AROUND: usize = 3;

/// A row of the two timelines, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownRow {
    /// What the text does, and the cursor behind that.
    pub a: Option<(u32, String)>,
    /// What the variant does.
    pub b: Option<String>,
    /// Whether both do the same.
    pub is_same: bool,
    /// Whether it is the step at hand.
    pub is_here: bool,
}

impl Compared {
    /// The rows around a moment of the text's run.
    pub fn rows(&self, base: &Run, cursor: u32) -> Vec<ShownRow> {
        let Some(variant) = &self.run else { return Vec::new() };
        let rows = &self.report.rows;
        let is_here = |row: &ComparedRow| cursor > 0 && row.a == Some(cursor - 1);
        let at = rows.iter().position(is_here).unwrap_or(0);
        let sentence = |run: &Run, step: u32| {
            run.step(step).map_or_else(String::new, |step| narrate(run.scenario(), &step))
        };
        let shown = |row: &ComparedRow| ShownRow {
            a: row.a.map(|step| (step + 1, sentence(base, step))),
            b: row.b.map(|step| sentence(variant, step)),
            is_same: row.is_same,
            is_here: is_here(row),
        };
        let from = at.saturating_sub(AROUND);
        rows[from..rows.len().min(at + AROUND + 1)].iter().map(shown).collect()
    }

    /// The cursors behind the steps of the text's run at which the next row differs, and the one before: where a reader goes on.
    pub fn next_difference(&self, cursor: u32, forward: bool) -> Option<u32> {
        let mut differing = self.report.rows.iter().filter(|row| !row.is_same).filter_map(|row| row.a);
        match forward {
            true => differing.map(|step| step + 1).find(|at| *at > cursor),
            false => differing.rfind(|step| step + 1 < cursor).map(|step| step + 1),
        }
    }
}
