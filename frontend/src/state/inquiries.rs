//! Long-running inquiries (all orders, variants, sweeps): jobs, budgets, results.
//!
//! An inquiry is a job. A worker answers it, or the page in slices if an iframe forbids workers. After a text has run,
//! a background job answers small inquiries, within a budget of a fraction of a second. Larger inquiries wait for the
//! user.

use super::budget::{IN_SLICES, Limit, QUIET};
use super::by_identity::ByIdentity;
use super::document::{Document, FIRST_SLICE};
use super::export::slug;
use super::sliced::Sliced;
use lanescope_core::session::{
    Answer, Inquiring, Inquiry, Job as _, Judged, Progress, Session, SetsWithChecks, Wanted,
    compare::{ComparedOutcomes, OtherReadings, SweepAnswer},
    orders::{Decides, GoalAnswer, OutcomesReport, Possibility},
    run::{LaneMask, Place},
    text::{Expectation, Verdict},
};
use lanescope_core::view::example::title;
use std::rc::Rc;

/// The inquiries: jobs, settings and results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inquiries {
    /// The current text, without the parts that do not affect the outcomes of all orders.
    pub(super) scenario: Rc<str>,
    /// The job of each topic, by `Topic as usize`.
    jobs: [JobState; 4],
    /// The last report of outcomes.
    known: Option<ByIdentity<KnownOutcomes>>,
    /// The last answer to an inquiry whether a result is possible.
    can_be: Option<ByIdentity<CanBe>>,
    /// The last comparison with the outcomes of a variant.
    pair: Option<ByIdentity<PairOutcomes>>,
    /// The last result of a sweep.
    swept: Option<ByIdentity<Swept>>,
    /// The observed result as typed. `None` for that of the run.
    pub seen: Option<Rc<str>>,
    pub sweep: SweepDraft,
    /// The search limit for inquiries that the user starts.
    pub limit: Limit,
    /// Whether no worker could be started for the last inquiry of the user.
    pub is_without_worker: bool,
    /// The number of inquiries so far.
    last_number: u64,
    /// The run for which an inquiry about orders was last started or cancelled, by the user or in the background.
    asked_of_run: Option<u64>,
    /// The number of a run, with the readings on which its steps depend.
    pub other_readings: Option<(u64, ByIdentity<OtherReadings>)>,
}

/// The text that inquiries are about.
pub struct Subject<'a> {
    /// The text, with its session.
    pub document: &'a Document,
    /// Whether answers are asked for, so that results are hidden.
    pub is_hiding: bool,
    /// The variant that is compared with the base text.
    pub variant: Option<Rc<str>>,
}

/// A group of inquiries that one panel starts. Topics are independent: each has a job, its progress and its error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The outcomes of all orders, files of them, and whether a result is possible.
    Orders,
    /// The outcomes of a variant compared with those of the text.
    Variants,
    /// A sweep over many values.
    Sweep,
    /// The verdict on the solution of a puzzle.
    Goal,
}

impl Topic {
    /// Returns the topic of an inquiry.
    pub fn of(wanted: &Wanted) -> Self {
        match wanted {
            Wanted::Outcomes | Wanted::Possible(_) | Wanted::Json | Wanted::Csv => Self::Orders,
            Wanted::Beside(_) => Self::Variants,
            Wanted::Sweep(..) => Self::Sweep,
            Wanted::Goal(_) => Self::Goal,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct JobState {
    /// The inquiry in progress.
    pub job: Option<Job>,
    pub progress: Option<Progress>,
    /// The error of the last inquiry. The next inquiry and the next text clear it.
    pub problem: Option<String>,
}

impl JobState {
    /// Returns the job if the user started it.
    pub fn busy(&self) -> Option<&Job> {
        self.job.as_ref().filter(|job| !job.is_quiet)
    }

    fn end(&mut self) {
        (self.job, self.progress) = (None, None);
    }
}

impl Inquiries {
    /// Returns the current text, without the parts that do not affect the outcomes of all orders.
    pub fn scenario(&self) -> &Rc<str> {
        &self.scenario
    }

    pub fn of(&self, topic: Topic) -> &JobState {
        &self.jobs[topic as usize]
    }

    fn of_mut(&mut self, topic: Topic) -> &mut JobState {
        &mut self.jobs[topic as usize]
    }

    /// Returns the state that holds the job of that number. `None` if the job has ended.
    fn of_job(&mut self, number: u64) -> Option<&mut JobState> {
        self.jobs.iter_mut().find(|it| it.job.as_ref().is_some_and(|job| job.number == number))
    }

    /// Returns the error of an inquiry, if any.
    pub fn problem(&self) -> Option<&String> {
        self.jobs.iter().find_map(|it| it.problem.as_ref())
    }

    /// Drops the typed forms, which belong to the scenario.
    pub(super) fn forget_scenario(&mut self) {
        (self.seen, self.sweep) = Default::default();
    }

    /// Drops the errors, because they belong to the previous text, and cancels the jobs whose answers do not apply to
    /// `text`.
    pub(super) fn follow_text(&mut self, text: &str) {
        for state in &mut self.jobs {
            state.problem = None;
            let applies = |job: &Job| match Topic::of(&job.inquiry.wanted) {
                Topic::Orders => job.scenario == self.scenario,
                Topic::Variants | Topic::Sweep | Topic::Goal => job.inquiry.text == text,
            };
            if !state.job.as_ref().is_none_or(applies) {
                state.end();
            }
        }
    }
}

/// An inquiry in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Its unique number.
    pub number: u64,
    pub inquiry: Rc<Inquiry>,
    /// Whether the page runs it in slices, without a worker.
    pub in_slices: bool,
    /// Whether this is a background job.
    pub is_quiet: bool,
    /// Its text, without the parts that do not affect the outcomes of all orders.
    scenario: Rc<str>,
    /// The name of the file for an export.
    pub file_name: Rc<str>,
}

/// A job that the page runs in slices.
#[derive(Clone, PartialEq)]
pub struct SlicedJob {
    pub job: Job,
    pub sets: SetsWithChecks,
}

/// The number of states between two looks at the clock.
const PIECE_STATES: usize = 64;

impl Sliced for SlicedJob {
    type State = Inquiring;
    type Event = InquiryAction;

    fn begin(&self) -> Inquiring {
        Inquiring::new(&self.job.inquiry, &self.sets)
    }

    fn advance(&self, state: &mut Inquiring) -> bool {
        state.advance(PIECE_STATES)
    }

    fn progress(&self, state: &Inquiring) -> Option<InquiryAction> {
        let progress = || InquiryAction::Progress(self.job.number, state.progress());
        (!self.job.is_quiet).then(progress)
    }

    fn result(&self, state: Inquiring) -> Option<InquiryAction> {
        Some(InquiryAction::Answer(self.job.number, Rc::new(state.finish()?)))
    }
}

/// A search for the readings on which the steps of a run depend, once a text has been idle for a moment.
#[derive(Clone, PartialEq)]
pub struct ReadingSearch {
    /// The session of the run.
    pub session: ByIdentity<Session>,
    /// The number of the run, which is part of the result.
    pub run: u64,
}

impl Sliced for ReadingSearch {
    type State = OtherReadings;
    type Event = InquiryAction;

    const DELAY_MS: u32 = 300;

    fn begin(&self) -> OtherReadings {
        self.session.other_readings()
    }

    fn advance(&self, state: &mut OtherReadings) -> bool {
        state.advance(&self.session)
    }

    fn result(&self, state: OtherReadings) -> Option<InquiryAction> {
        Some(InquiryAction::OtherReadings(self.run, ByIdentity::new(state)))
    }
}

/// The outcomes of all orders.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownOutcomes {
    /// The text, without the parts that do not affect these outcomes.
    scenario: Rc<str>,
    pub report: OutcomesReport,
    /// The `.expect` lines about all orders, with their verdicts.
    judged: Vec<Judged>,
    /// The budget, in states of memory.
    pub most_states: usize,
    /// Whether this was a background job.
    pub is_quiet: bool,
}

impl KnownOutcomes {
    /// Returns the effect of the order of lanes on the bytes of a place, for each instruction (from 0) with lanes that
    /// meet there, and these lanes.
    pub fn matters(&self, place: Place) -> Vec<(usize, Decides, LaneMask)> {
        let mut found: Vec<(usize, Decides, LaneMask)> = Vec::new();
        for meeting in self.report.meetings.iter().flatten() {
            let here = meeting.bytes.iter().filter(|it| it.place.overlaps(place));
            for (kind, lanes) in here.map(|it| (it.decides, it.lanes)) {
                match found.iter_mut().find(|(instruction, ..)| *instruction == meeting.instruction_index) {
                    Some(known) => (known.1, known.2.0) = (known.1.max(kind), known.2.0 | lanes.0),
                    None => found.push((meeting.instruction_index, kind, lanes)),
                }
            }
        }
        found
    }

    /// Returns the effect of the order of lanes in an instruction. `None` if no lanes meet there.
    pub fn matter_of(&self, instruction: usize) -> Option<Decides> {
        let meetings = self.report.meetings.iter().flatten();
        meetings
            .filter(|meeting| meeting.instruction_index == instruction)
            .map(|meeting| meeting.decides)
            .max()
    }
}

/// An answer to an inquiry whether a result is possible.
#[derive(Clone, Debug, PartialEq)]
pub struct CanBe {
    scenario: Rc<str>,
    /// The observed result, as typed.
    pub seen: String,
    /// The answer, or the error in the typed result.
    pub answer: Result<Possibility, String>,
}

/// The outcomes of all orders of the base text and of a variant, compared.
#[derive(Clone, Debug, PartialEq)]
pub struct PairOutcomes {
    text: Rc<str>,
    variant: String,
    /// The comparison. `None` if it exceeds the budget.
    pub outcomes: Option<ComparedOutcomes>,
    /// Whether this was a background job.
    pub is_quiet: bool,
}

/// The result of a sweep over values of an element.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// The text, and the name of the variant if a variant was swept.
    side: (Rc<str>, Option<String>),
    /// The variant that was compared in the sweep.
    pub variant: Option<String>,
    /// The result, or the reason why the sweep did not start.
    pub answer: Result<SweepAnswer, String>,
}

/// The form of a sweep before it is submitted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SweepDraft {
    /// The elements as typed. `None` for the first element of the text.
    pub elements: Option<Rc<str>>,
    pub variant: Option<Rc<str>>,
}

/// An event of an inquiry.
#[derive(Clone, Debug, PartialEq)]
pub enum InquiryAction {
    /// The user starts an inquiry.
    Begin(Wanted),
    /// The text has been idle for a moment: starts a background job if the inquiry is small.
    BeginQuietly,
    /// Cancels the job of a topic.
    Cancel(Topic),
    /// Types an observed result. `None` restores that of the run.
    Seen(Option<Rc<str>>),
    /// Types the elements of a sweep.
    SweepElements(Rc<str>),
    /// Chooses the variant to compare in a sweep.
    SweepVariant(Option<Rc<str>>),
    /// Sets the search limit for later inquiries.
    Limit(Limit),
    /// Reports progress of the job with this number.
    Progress(u64, Progress),
    /// Delivers the answer to the job with this number.
    Answer(u64, Rc<Answer>),
    /// Reports that the job with this number failed, with the reason.
    Failed(u64, String),
    /// Reports that no worker could be started.
    NoWorker,
    /// Stores the analysis of other readings for the run of this number.
    OtherReadings(u64, ByIdentity<OtherReadings>),
}

/// A verdict on the solution of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct GoalVerdict {
    /// The text that was judged.
    pub text: Rc<str>,
    /// The text with which the puzzle starts.
    pub start: Rc<str>,
    pub answer: GoalAnswer,
}

impl Inquiries {
    /// Returns the outcomes of all orders of the current text.
    pub fn outcomes(&self, about: &Subject) -> Option<&ByIdentity<KnownOutcomes>> {
        let known = self.known.as_ref().filter(|_| !about.is_hiding)?;
        (known.scenario == self.scenario).then_some(known)
    }

    /// Returns the last answer whether a result is possible, if it is about the current text.
    pub fn can_be(&self, about: &Subject) -> Option<&ByIdentity<CanBe>> {
        let can_be = self.can_be.as_ref().filter(|_| !about.is_hiding)?;
        (can_be.scenario == self.scenario).then_some(can_be)
    }

    /// Returns the compared outcomes of the base text and the variant, if known.
    pub fn pair_outcomes(&self, about: &Subject) -> Option<&ByIdentity<PairOutcomes>> {
        let (known, variant) = (self.pair.as_ref()?, about.variant.as_ref()?);
        (known.text == about.document.session.text && *known.variant == **variant).then_some(known)
    }

    /// Returns the last result of a sweep, if it is about the current text.
    pub fn swept(&self, about: &Subject) -> Option<&ByIdentity<Swept>> {
        let swept = self.swept.as_ref()?;
        let active = &about.document.session.variant;
        // A comparison of two sides does not depend on which of them is active.
        let is_same_side = swept.variant.is_some() || swept.side.1.as_deref() == active.as_deref();
        (swept.side.0 == about.document.session.text && is_same_side).then_some(swept)
    }

    /// Returns the `.expect` lines of the current text, each as written and with its verdict. Lines about all orders
    /// are judged once the outcomes are known.
    pub fn expectations(&self, about: &Subject) -> Vec<(String, Expectation)> {
        let document = about.document;
        if document.is_stale() || about.is_hiding {
            return Vec::new();
        }
        let judged = |expectation: &Expectation| {
            let (line, mut it) =
                (expectation.span.of(&document.session.text).trim().to_owned(), expectation.clone());
            if it.verdict == Verdict::NotJudged
                && let Some(known) = self.outcomes(about)
                && let Some(judged) = known.judged.iter().find(|judged| judged.line == line)
            {
                (it.verdict, it.differences) = (judged.verdict, judged.differences.clone());
            }
            (line, it)
        };
        document.session.expectations.iter().map(judged).collect()
    }

    /// Returns whether the `.expect` lines about all orders will be judged soon: a job is in progress, or a background
    /// job is about to start.
    pub fn is_judging(&self, about: &Subject) -> bool {
        let is_asked = |job: &Job| job.inquiry.wanted == Wanted::Outcomes;
        let is_next = || {
            self.asked_of_run != Some(about.document.runs)
                && self.next_quiet_inquiry(about) == Some(Wanted::Outcomes)
        };
        self.of(Topic::Orders).job.as_ref().is_some_and(is_asked) || is_next()
    }

    /// Applies an action. Returns a verdict on the solution of a puzzle, if the action delivers one.
    pub fn reduce(&mut self, action: InquiryAction, about: &Subject) -> Option<GoalVerdict> {
        let is_of_orders = match &action {
            InquiryAction::Begin(wanted) => Topic::of(wanted) == Topic::Orders,
            InquiryAction::Cancel(topic) => *topic == Topic::Orders,
            InquiryAction::BeginQuietly => true,
            _ => false,
        };
        if is_of_orders {
            self.asked_of_run = Some(about.document.runs);
        }
        match action {
            InquiryAction::Begin(wanted) => {
                // The last attempt to start a worker may have failed for a moment only.
                self.is_without_worker = false;
                self.begin_job(wanted, false, about);
            }
            InquiryAction::BeginQuietly => {
                if let Some(wanted) = self.next_quiet_inquiry(about) {
                    self.begin_job(wanted, true, about);
                }
            }
            InquiryAction::Cancel(topic) => self.of_mut(topic).end(),
            InquiryAction::Seen(seen) => self.seen = seen,
            InquiryAction::SweepElements(elements) => self.sweep.elements = Some(elements),
            InquiryAction::SweepVariant(variant) => self.sweep.variant = variant,
            InquiryAction::Limit(limit) => self.limit = limit,
            InquiryAction::Progress(number, progress) => {
                if let Some(state) = self.of_job(number) {
                    state.progress = Some(progress);
                }
            }
            InquiryAction::Answer(number, answer) => {
                if let Some(state) = self.of_job(number)
                    && let Some(job) = state.job.clone()
                {
                    state.end();
                    let verdict = self.take(&job, &answer, about);
                    // A background inquiry without a result is not repeated. After an edit, the inquiry waited for this
                    // job.
                    let is_earlier = job.inquiry.text != *about.document.session.text;
                    let is_next = |it: &Wanted| is_earlier || job.is_quiet && *it != job.inquiry.wanted;
                    if let Some(wanted) = self.next_quiet_inquiry(about).filter(is_next) {
                        self.begin_job(wanted, true, about);
                    }
                    return verdict;
                }
            }
            InquiryAction::Failed(number, reason) => {
                if let Some(state) = self.of_job(number) {
                    state.end();
                    state.problem = Some(reason);
                }
            }
            InquiryAction::NoWorker => {
                self.is_without_worker = true;
                let jobs = self.jobs.iter().filter_map(|it| it.job.clone());
                for job in jobs.filter(|job| !job.in_slices).collect::<Vec<_>>() {
                    self.begin_job(job.inquiry.wanted.clone(), job.is_quiet, about);
                }
            }
            InquiryAction::OtherReadings(run, others) => self.other_readings = Some((run, others)),
        }
        None
    }

    fn begin_job(&mut self, wanted: Wanted, is_quiet: bool, about: &Subject) {
        let topic = Topic::of(&wanted);
        self.last_number += 1;
        let in_slices = is_quiet || self.is_without_worker;
        let budget = match (is_quiet, self.is_without_worker) {
            (true, _) => QUIET,
            (false, true) => IN_SLICES,
            (false, false) => self.limit.budget(),
        };
        let ending = if wanted == Wanted::Csv { "csv" } else { "json" };
        // A comparison of two sides always starts from the base text, whichever side is active.
        let are_two = matches!(wanted, Wanted::Beside(_) | Wanted::Sweep(_, Some(_)));
        let session = &about.document.session;
        let variant = session.variant.as_deref().filter(|_| !are_two).map(str::to_owned);
        let inquiry = Inquiry { text: session.text.to_string(), variant, wanted, budget };
        let job = Job {
            number: self.last_number,
            inquiry: Rc::new(inquiry),
            in_slices,
            is_quiet,
            scenario: Rc::clone(&self.scenario),
            file_name: format!("{}-outcomes.{ending}", slug(&title(&session.text))).into(),
        };
        let state = self.of_mut(topic);
        let problem = state.problem.take().filter(|_| is_quiet);
        *state = JobState { job: Some(job), progress: None, problem };
    }

    /// Returns the next background inquiry for the current text: the outcomes of all orders, then the comparison with
    /// the variant that is shown side by side. `None` if the run is long.
    fn next_quiet_inquiry(&self, about: &Subject) -> Option<Wanted> {
        let Document { session, pending, .. } = about.document;
        let is_short = session.run.as_ref().is_some_and(|run| run.len() <= FIRST_SLICE);
        if !is_short || pending.is_some() {
            return None;
        }
        let variant = || about.variant.as_ref().filter(|_| self.pair_outcomes(about).is_none());
        let wanted = match self.is_judged(about) {
            false => Wanted::Outcomes,
            true => Wanted::Beside(variant()?.to_string()),
        };
        self.of(Topic::of(&wanted)).job.is_none().then_some(wanted)
    }

    /// Returns whether all `.expect` lines have been judged, as far as the small budget allows.
    fn is_judged(&self, about: &Subject) -> bool {
        let Some(known) = self.outcomes(about) else { return false };
        let is_open = |(line, it): &(String, Expectation)| {
            it.verdict == Verdict::NotJudged && known.judged.iter().all(|judged| judged.line != *line)
        };
        !self.expectations(about).iter().any(is_open)
    }

    fn take(&mut self, job: &Job, answer: &Answer, about: &Subject) -> Option<GoalVerdict> {
        match answer {
            Answer::Outcomes { report, judged } => {
                let scenario = Rc::clone(&job.scenario);
                let mut known = KnownOutcomes {
                    scenario,
                    report: (**report).clone(),
                    judged: judged.clone(),
                    most_states: job.inquiry.budget.memory_states,
                    is_quiet: job.is_quiet,
                };
                // A report with a larger budget is kept, with the new verdicts added.
                let before = self.known.take().filter(|before| before.scenario == known.scenario);
                if let Some(before) = before.filter(|before| before.most_states > known.most_states) {
                    known = KnownOutcomes { judged: known.judged, ..(*before).clone() };
                    for judged in known.judged.iter_mut().filter(|it| it.verdict == Verdict::NotJudged) {
                        let known = before.judged.iter().find(|known| known.line == judged.line);
                        known.into_iter().for_each(|known| judged.clone_from(known));
                    }
                }
                self.known = Some(ByIdentity::new(known));
            }
            Answer::Possible(answer) => {
                let Wanted::Possible(seen) = &job.inquiry.wanted else { return None };
                let (scenario, seen, answer) = (Rc::clone(&job.scenario), seen.clone(), answer.clone());
                self.can_be = Some(ByIdentity::new(CanBe { scenario, seen, answer }));
            }
            Answer::Beside(outcomes) => {
                let Wanted::Beside(variant) = &job.inquiry.wanted else { return None };
                let (text, variant) = (job.inquiry.text.as_str().into(), variant.clone());
                let outcomes = outcomes.as_deref().cloned();
                let known = PairOutcomes { text, variant, outcomes, is_quiet: job.is_quiet };
                self.pair = Some(ByIdentity::new(known));
            }
            Answer::Swept(answer) => {
                let Wanted::Sweep(_, variant) = &job.inquiry.wanted else { return None };
                let side = (job.inquiry.text.as_str().into(), job.inquiry.variant.clone());
                let answer = answer.clone().map(|answer| *answer);
                self.swept = Some(ByIdentity::new(Swept { side, variant: variant.clone(), answer }));
            }
            Answer::Goal(answer) => {
                let Wanted::Goal(start) = &job.inquiry.wanted else { return None };
                let (text, start) = (job.inquiry.text.as_str().into(), start.as_str().into());
                return Some(GoalVerdict { text, start, answer: answer.clone() });
            }
            // The effect has already delivered the file.
            Answer::File(_) => {}
            Answer::NothingRuns => {
                if !job.is_quiet && job.inquiry.text == *about.document.session.text {
                    let state = self.of_mut(Topic::of(&job.inquiry.wanted));
                    state.problem = Some("The text has errors. Fix them and ask again.".to_owned());
                }
            }
        }
        None
    }
}
