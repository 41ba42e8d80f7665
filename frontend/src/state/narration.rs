//! The sentence about the last step, the verdict on the run, and the ways on.

use super::by_identity::ByIdentity;
use super::chrome::PageKind;
use super::embed::{EmbedSettings, EmbedSize};
use super::invariants::{InvariantLine, broken_here};
use super::model::{Model, StageNote, StepReading};
use super::sight::touched_count;
use lanescope_core::session::{
    run::{Run, Stop, caption},
    text::{Expectation, Verdict, counted},
};
use lanescope_core::trace::{Effect, Granularity, MicroStep};
use lanescope_core::view::moment::Moment;
use std::rc::Rc;

/// The view of the last step and of the expectations.
#[derive(Clone, Debug, PartialEq)]
pub struct NarrationView {
    /// The sentence about the last step; `None` at the start.
    pub sentence: Option<Rc<str>>,
    /// The computation of the last step; empty if it computes nothing.
    pub computation: Rc<str>,
    /// Whether that is the cost of an instruction instead.
    pub is_cost: bool,
    /// Whether the semantics are modified and the stage has no heading that says so.
    pub is_changed: bool,
    /// The readings that decided the effect of the step.
    pub readings: Vec<StepReading>,
    /// Number of memory cells that the step touched.
    pub touched: usize,
    /// Whether the run has steps.
    pub can_step: bool,
    pub at_end: bool,
    /// The reason why the run ended.
    pub stop: Stop,
    /// Whether the run is playing. Steps are then not announced.
    pub playing: bool,
    /// A sentence about the invariants that the last step broke.
    pub broken: Option<Rc<str>>,
    /// The `.expect` lines as written, with their results.
    pub expectations: Rc<Vec<(String, Expectation)>>,
    /// Whether the `.expect` lines about all orders are being judged.
    pub is_judging: bool,
    /// The run that the expectations are about, for links to its steps.
    pub run: Option<ByIdentity<Run>>,
    /// The ways on from the step; `None` in an embed, and while questions need the room.
    pub doors: Option<DoorsView>,
    /// The `.invariant` lines, with the step that breaks each.
    pub invariants: Rc<Vec<InvariantLine>>,
    /// Whether the page has panels to link to.
    pub has_panels: bool,
    /// Whether the verdict opens the list of expectations.
    pub lists_expectations: bool,
    /// Whether the sentence scrolls, and so must be focusable.
    pub can_scroll: bool,
    /// The note on a stage that does not show the run of the current text.
    pub note: Option<StageNote>,
    /// Whether to offer the first lesson at the start of a run.
    pub offers_lesson: bool,
}

/// The ways on from the current step.
#[derive(Clone, Debug, PartialEq)]
pub struct DoorsView {
    /// Whether there is a further step, which the reader can predict.
    pub can_predict: bool,
    /// Whether the text asks questions.
    pub has_questions: bool,
    /// Whether lanes of the instruction on the stage access the same bytes. `None` if no lanes of the run do.
    pub lanes_meet: Option<bool>,
}

impl NarrationView {
    /// Returns the narration of a moment. `cost` is what the accesses of an instruction cost, in words, at its first step.
    pub fn new(
        model: &Model,
        moment: Option<&Moment>,
        cost: Option<String>,
        embed: Option<&EmbedSettings>,
    ) -> Self {
        let last = moment.and_then(|moment| Some((moment, moment.frame.last.as_ref()?)));
        let caption = last.map(|(moment, step)| {
            let described = result_of_turn(&moment.run, step).filter(|_| is_of_lanes(model.granularity()));
            caption(moment.scenario(), described.as_ref().unwrap_or(step))
        });
        let computation = caption.as_ref().and_then(|caption| caption.detail.clone());
        let is_cost = computation.is_none();
        let run = model.run().filter(|_| !model.is_stale());
        let broken = run.and_then(|run| broken_here(run, model.playback.cursor));
        let size = embed.map(|settings| settings.size);
        let changes_text =
            |moment: &Moment| moment.bound().is_some_and(|it| it.changed_texts().next().is_some());
        Self {
            sentence: caption.map(|caption| caption.sentence.into()),
            computation: computation.or(cost).unwrap_or_default().into(),
            is_cost,
            // A larger stage marks this in its heading.
            is_changed: size == Some(EmbedSize::Strip) && moment.is_some_and(changes_text),
            has_panels: embed.is_none(),
            lists_expectations: size.is_none_or(|size| size == EmbedSize::Full),
            can_scroll: embed.is_none_or(|settings| settings.fits),
            readings: last.map(|(_, step)| model.readings_of(step)).unwrap_or_default(),
            touched: moment.map_or(0, touched_count),
            can_step: model.run_len() > 0,
            at_end: model.is_over(),
            stop: model.run().map_or(Stop::End, |run| run.stop()),
            playing: model.playback.playing,
            broken: broken.map(Rc::from),
            expectations: Rc::new(model.expectations()),
            is_judging: model.is_judging(),
            run: run.cloned(),
            doors: (embed.is_none() && model.learning.quiz.is_none()).then(|| DoorsView::new(model, moment)),
            invariants: Rc::new(model.invariants()),
            note: model.stage_note(),
            offers_lesson: !model.settings.stepped && model.chrome.page_kind == PageKind::Full,
        }
    }

    /// Returns the number of expectations.
    pub fn count(&self) -> usize {
        self.expectations.len() + self.invariants.len()
    }

    /// Returns the verdict and its class. Before the end of the run, that is the number of expectations.
    pub fn verdict(&self) -> (String, &'static str) {
        if !self.at_end {
            let count = self.count();
            return (if count == 0 { String::new() } else { counted(count, "expectation") }, "open");
        }
        let over = match self.stop {
            Stop::Budget => "Cut off after too many steps",
            Stop::Early => "Stopped here",
            Stop::GaveUp => "Stuck here",
            Stop::End | Stop::Fault => "The run is over",
        };
        let VerdictCounts { holds, fails: failed, .. } =
            VerdictCounts::new(&self.expectations, &self.invariants);
        let results = match (holds + failed, failed) {
            (0, _) => return (over.to_owned(), "open"),
            (1, 0) => "1 of 1 expectation holds".to_owned(),
            (count, 0) => format!("{count} of {count} expectations hold"),
            (1, failed) => format!("{failed} of 1 expectation failed"),
            (count, failed) => format!("{failed} of {count} expectations failed"),
        };
        let class = if failed == 0 { "holds" } else { "fails" };
        match self.stop {
            Stop::End | Stop::Fault => (results, class),
            Stop::Budget | Stop::Early | Stop::GaveUp => (format!("{over}; {results}"), class),
        }
    }
}

/// Returns whether the steps of a granularity contain the whole turn of a lane.
fn is_of_lanes(granularity: Granularity) -> bool {
    matches!(granularity, Granularity::Lane | Granularity::Instruction)
}

/// Returns the last micro-step of a lane's turn before those that discard its results. `None` if the turn does not end so.
fn result_of_turn(run: &Run, last: &MicroStep) -> Option<MicroStep> {
    let discards = |step: &MicroStep| matches!(step.effects[..], [Effect::Return { place: None, .. }]);
    if !discards(last) {
        return None;
    }
    let earlier = (0..last.index).rev().map_while(|index| run.step(index));
    let of_turn = |step: &MicroStep| step.lane == last.lane && step.instruction == last.instruction;
    earlier.take_while(of_turn).find(|step| !discards(step))
}

/// The numbers of expectations and invariants by verdict.
pub struct VerdictCounts {
    pub holds: usize,
    pub fails: usize,
    /// Expectations that are not judged.
    pub open: usize,
}

impl VerdictCounts {
    pub fn new(expectations: &[(String, Expectation)], invariants: &[InvariantLine]) -> Self {
        let count = |wanted: Verdict| expectations.iter().filter(|(_, it)| it.verdict == wanted).count();
        let broken = invariants.iter().filter(|line| line.broken.is_some()).count();
        Self {
            holds: count(Verdict::Holds) + invariants.len() - broken,
            fails: count(Verdict::Fails) + broken,
            open: count(Verdict::NotJudged),
        }
    }
}

impl DoorsView {
    fn new(model: &Model, moment: Option<&Moment>) -> Self {
        let fresh = moment.filter(|_| !model.is_stale());
        let meet = |moment: &Moment| moment.targets().iter().any(|target| target.lanes().count() > 1);
        Self {
            can_predict: fresh.is_some() && model.playback.cursor < model.run_len(),
            has_questions: fresh.is_some() && !model.document.session.questions.is_empty(),
            lanes_meet: moment.filter(|moment| moment.summary.crowd > 1).map(|_| fresh.is_some_and(meet)),
        }
    }
}
