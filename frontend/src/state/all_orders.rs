//! Long-running inquiries (all orders, variants, sweeps): jobs, budgets, results.
//!
//! An inquiry is a job. A worker answers it, or the page in slices if an iframe forbids workers. After a text has run,
//! a background job answers small inquiries, within a budget of a fraction of a second. Larger inquiries wait for the
//! user.

use super::export::slug;
use super::gallery::title;
use super::sliced::Sliced;
use super::variants::KnownBeside;
use super::{Action, ByIdentity, FIRST_SLICE, Model};
use lanescope_core::session::{
    Answer, Budget, Inquiring, Inquiry, Job as _, Judged, KnownSets, Progress, Wanted,
    compare::SweepAnswer,
    orders::{MatterKind, OutcomesReport, Possibility},
    run::{LaneMask, Place},
    text::{Expectation, OrderReport, PanelEdit, Verdict},
};
use std::rc::Rc;

/// The inquiries about all orders: jobs, settings and results.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AllOrders {
    /// The current text, without the parts that do not affect the outcomes of all orders.
    pub(super) scenario: Rc<str>,
    /// The job of each topic, by `Topic as usize`.
    jobs: [JobState; 4],
    /// The last report of outcomes.
    pub known: Option<ByIdentity<Known>>,
    /// The last answer to an inquiry whether a result is possible.
    pub can_be: Option<ByIdentity<CanBe>>,
    /// The last comparison with the outcomes of a variant.
    pub beside: Option<ByIdentity<KnownBeside>>,
    /// The last result of a sweep.
    pub swept: Option<ByIdentity<Swept>>,
    /// The search limit for inquiries that the user starts.
    pub limit: Limit,
    /// Whether workers are unavailable.
    pub is_without_worker: bool,
    /// The number of inquiries so far.
    asked: u64,
    /// The run for which an inquiry about orders was last started or cancelled, by the user or in the background.
    asked_of_run: Option<u64>,
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

/// The job of a topic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JobState {
    /// The inquiry in progress.
    pub job: Option<Job>,
    /// The progress of the job.
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

impl AllOrders {
    /// Returns the current text, without the parts that do not affect the outcomes of all orders.
    pub fn scenario(&self) -> &Rc<str> {
        &self.scenario
    }

    /// Returns the job of a topic.
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

    /// Drops the errors, because they belong to the previous text.
    pub(super) fn forget_problems(&mut self) {
        self.jobs.iter_mut().for_each(|it| it.problem = None);
    }
}

/// An inquiry in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Its unique number.
    pub number: u64,
    /// The inquiry.
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
    /// The job.
    pub job: Job,
    /// The instruction sets.
    pub roll_call: KnownSets,
}

/// The number of states between two looks at the clock.
const PIECE_STATES: usize = 64;

impl Sliced for SlicedJob {
    type State = Inquiring;

    fn begin(&self) -> Inquiring {
        Inquiring::new(&self.job.inquiry, &self.roll_call)
    }

    fn advance(&self, state: &mut Inquiring) -> bool {
        state.advance(PIECE_STATES)
    }

    fn progress(&self, state: &Inquiring) -> Option<Action> {
        let progress = || Action::AllOrders(Ask::Progress(self.job.number, state.progress()));
        (!self.job.is_quiet).then(progress)
    }

    fn result(&self, state: Inquiring) -> Option<Action> {
        Some(Action::AllOrders(Ask::Answer(self.job.number, Rc::new(state.finish()?))))
    }
}

/// The outcomes of all orders.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The text, without the parts that do not affect these outcomes.
    scenario: Rc<str>,
    /// The report.
    pub report: OutcomesReport,
    /// The `.expect` lines about all orders, with their verdicts.
    judged: Vec<Judged>,
    /// The budget, in states of memory.
    pub most_states: usize,
    /// Whether this was a background job.
    pub is_quiet: bool,
}

impl Known {
    /// Returns the effect of the order of lanes on the bytes of a place, for each instruction (from 0) with lanes that
    /// meet there, and these lanes.
    pub fn matters(&self, place: Place) -> Vec<(usize, MatterKind, LaneMask)> {
        let mut found: Vec<(usize, MatterKind, LaneMask)> = Vec::new();
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
    pub fn matter_of(&self, instruction: usize) -> Option<MatterKind> {
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

/// The result of a sweep over values of an element.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// The text, and the name of the variant if a variant was swept.
    side: (Rc<str>, Option<String>),
    /// The variant that was compared in the sweep.
    pub beside: Option<String>,
    /// The result, or the reason why the sweep did not start.
    pub answer: Result<SweepAnswer, String>,
}

/// A search limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limit {
    /// A limit that every device reaches soon.
    Small,
    /// The largest limit that fits in the memory of a page, 160 MiB.
    #[default]
    Usual,
}

impl Limit {
    /// Returns the budget of an inquiry.
    fn budget(self) -> Budget {
        let usual = Budget::default();
        match self {
            Self::Small => Budget {
                memory_states: usual.memory_states / 8,
                results_states: usual.results_states / 8,
                ..usual
            },
            Self::Usual => usual,
        }
    }
}

/// The budget of a background job: about ten milliseconds of work.
const QUIET: Budget = Budget { memory_states: 10_000, results_states: 5_000, drawn: 0, seed: 1 };

/// The budget of a page without workers.
pub const IN_SLICES: Budget =
    Budget { memory_states: 200_000, results_states: 40_000, drawn: 2_000, seed: 1 };

/// An event of an inquiry about all orders.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// The user starts an inquiry.
    For(Wanted),
    /// The text has been idle for a moment: starts a background job if the inquiry is small.
    Quietly,
    /// Cancels the job of a topic.
    Cancel(Topic),
    /// Sets the search limit for later inquiries.
    Limit(Limit),
    /// Reports progress of the job with this number.
    Progress(u64, Progress),
    /// Delivers the answer to the job with this number.
    Answer(u64, Rc<Answer>),
    /// Reports that the job with this number failed, with the reason.
    Failed(u64, String),
    /// Reports that workers are unavailable.
    NoWorker,
    /// Writes an order into the text and plays its run.
    Play(Vec<OrderReport>),
}

impl Model {
    /// Returns the outcomes of all orders of the current text.
    pub fn outcomes(&self) -> Option<&ByIdentity<Known>> {
        let known = self.all_orders.known.as_ref().filter(|_| !self.is_hiding())?;
        (known.scenario == self.all_orders.scenario).then_some(known)
    }

    /// Returns the last answer whether a result is possible, if it is about the current text.
    pub fn can_be(&self) -> Option<&ByIdentity<CanBe>> {
        let can_be = self.all_orders.can_be.as_ref().filter(|_| !self.is_hiding())?;
        (can_be.scenario == self.all_orders.scenario).then_some(can_be)
    }

    /// Returns the last result of a sweep, if it is about the current text.
    pub fn swept(&self) -> Option<&ByIdentity<Swept>> {
        let swept = self.all_orders.swept.as_ref()?;
        let is_side = |variant: &Option<String>| variant.as_deref() == self.session.variant.as_deref();
        // A comparison of two sides does not depend on which of them is active.
        let is_it = swept.side.0 == self.text && (swept.beside.is_some() || is_side(&swept.side.1));
        is_it.then_some(swept)
    }

    /// Returns the `.expect` lines of the current text, each as written and with its verdict. Lines about all orders
    /// are judged once the outcomes are known.
    pub fn expectations(&self) -> Vec<(String, Expectation)> {
        if self.is_stale() || self.is_hiding() {
            return Vec::new();
        }
        let judged = |expectation: &Expectation| {
            let (line, mut it) = (expectation.span.of(&self.text).trim().to_owned(), expectation.clone());
            if it.verdict == Verdict::NotJudged
                && let Some(known) = self.outcomes()
                && let Some(judged) = known.judged.iter().find(|judged| judged.line == line)
            {
                (it.verdict, it.differences) = (judged.verdict, judged.differences.clone());
            }
            (line, it)
        };
        self.session.expectations.iter().map(judged).collect()
    }

    /// Returns the places whose contents at the end of the run are not as the text expects. Empty before the end.
    pub fn unexpected(&self) -> Vec<Place> {
        if self.run_len() == 0 || self.cursor != self.run_len() {
            return Vec::new();
        }
        self.expectations().into_iter().flat_map(|(_, it)| it.places).collect()
    }

    /// Returns whether the `.expect` lines about all orders will be judged soon: a job is in progress, or a background
    /// job is about to start.
    pub fn is_judging(&self) -> bool {
        let is_asked = |job: &Job| job.inquiry.wanted == Wanted::Outcomes;
        let is_next = || {
            self.all_orders.asked_of_run != Some(self.runs) && self.quiet_question() == Some(Wanted::Outcomes)
        };
        self.all_orders.of(Topic::Orders).job.as_ref().is_some_and(is_asked) || is_next()
    }

    pub(super) fn ask(&mut self, ask: Ask) {
        let is_of_orders = match &ask {
            Ask::For(wanted) => Topic::of(wanted) == Topic::Orders,
            Ask::Cancel(topic) => *topic == Topic::Orders,
            Ask::Quietly => true,
            _ => false,
        };
        if is_of_orders {
            self.all_orders.asked_of_run = Some(self.runs);
        }
        match ask {
            Ask::For(wanted) => self.begin_job(wanted, false),
            Ask::Quietly => {
                if let Some(wanted) = self.quiet_question() {
                    self.begin_job(wanted, true);
                }
            }
            Ask::Cancel(topic) => self.all_orders.of_mut(topic).end(),
            Ask::Limit(limit) => self.all_orders.limit = limit,
            Ask::Progress(number, progress) => {
                if let Some(state) = self.all_orders.of_job(number) {
                    state.progress = Some(progress);
                }
            }
            Ask::Answer(number, answer) => {
                if let Some(state) = self.all_orders.of_job(number)
                    && let Some(job) = state.job.clone()
                {
                    state.end();
                    self.take(&job, &answer);
                    // A background inquiry without a result is not repeated.
                    let next = self.quiet_question().filter(|it| job.is_quiet && *it != job.inquiry.wanted);
                    if let Some(wanted) = next {
                        self.begin_job(wanted, true);
                    }
                }
            }
            Ask::Failed(number, reason) => {
                if let Some(state) = self.all_orders.of_job(number) {
                    state.end();
                    state.problem = Some(reason);
                }
            }
            Ask::NoWorker => {
                self.all_orders.is_without_worker = true;
                let asked = self.all_orders.jobs.iter().filter_map(|it| it.job.clone());
                for job in asked.filter(|job| !job.in_slices).collect::<Vec<_>>() {
                    self.begin_job(job.inquiry.wanted.clone(), job.is_quiet);
                }
            }
            Ask::Play(orders) => self.play_order(orders),
        }
    }

    fn begin_job(&mut self, wanted: Wanted, is_quiet: bool) {
        let topic = Topic::of(&wanted);
        let all = &mut self.all_orders;
        all.asked += 1;
        let in_slices = is_quiet || all.is_without_worker;
        let budget = match (is_quiet, all.is_without_worker) {
            (true, _) => QUIET,
            (false, true) => IN_SLICES,
            (false, false) => all.limit.budget(),
        };
        let ending = if wanted == Wanted::Csv { "csv" } else { "json" };
        // A comparison of two sides always starts from the base text, whichever side is active.
        let are_two = matches!(wanted, Wanted::Beside(_) | Wanted::Sweep(_, Some(_)));
        let variant = self.session.variant.as_deref().filter(|_| !are_two).map(str::to_owned);
        let inquiry = Inquiry { text: self.text.to_string(), variant, wanted, budget };
        let job = Job {
            number: all.asked,
            inquiry: Rc::new(inquiry),
            in_slices,
            is_quiet,
            scenario: Rc::clone(&all.scenario),
            file_name: format!("{}-outcomes.{ending}", slug(&title(&self.text))).into(),
        };
        let state = all.of_mut(topic);
        let problem = state.problem.take().filter(|_| is_quiet);
        *state = JobState { job: Some(job), progress: None, problem };
    }

    /// Returns the next background inquiry for the current text: the outcomes of all orders, then the comparison with
    /// the variant that is shown side by side. `None` if the run is long.
    fn quiet_question(&self) -> Option<Wanted> {
        let is_short = self.session.run.as_ref().is_some_and(|run| run.len() <= FIRST_SLICE);
        if !is_short || self.pending.is_some() {
            return None;
        }
        let variant = || self.compared_variant().filter(|_| self.known_beside().is_none());
        let wanted = match self.is_judged() {
            false => Wanted::Outcomes,
            true => Wanted::Beside(variant()?.to_string()),
        };
        self.all_orders.of(Topic::of(&wanted)).job.is_none().then_some(wanted)
    }

    /// Returns whether all `.expect` lines have been judged, as far as the small budget allows.
    fn is_judged(&self) -> bool {
        let Some(known) = self.outcomes() else { return false };
        let is_open = |(line, it): &(String, Expectation)| {
            it.verdict == Verdict::NotJudged && known.judged.iter().all(|judged| judged.line != *line)
        };
        !self.expectations().iter().any(is_open)
    }

    fn take(&mut self, job: &Job, answer: &Answer) {
        match answer {
            Answer::Outcomes { report, judged } => {
                let scenario = Rc::clone(&job.scenario);
                let mut known = Known {
                    scenario,
                    report: (**report).clone(),
                    judged: judged.clone(),
                    most_states: job.inquiry.budget.memory_states,
                    is_quiet: job.is_quiet,
                };
                // A report with a larger budget is kept, with the new verdicts added.
                let all = &mut self.all_orders;
                let before = all.known.take().filter(|before| before.scenario == known.scenario);
                if let Some(before) = before.filter(|before| before.most_states > known.most_states) {
                    known = Known { judged: known.judged, ..(*before).clone() };
                    for judged in known.judged.iter_mut().filter(|it| it.verdict == Verdict::NotJudged) {
                        let known = before.judged.iter().find(|known| known.line == judged.line);
                        known.into_iter().for_each(|known| judged.clone_from(known));
                    }
                }
                all.known = Some(ByIdentity::new(known));
            }
            Answer::Possible(answer) => {
                let Wanted::Possible(seen) = &job.inquiry.wanted else { return };
                let (scenario, seen, answer) = (Rc::clone(&job.scenario), seen.clone(), answer.clone());
                self.all_orders.can_be = Some(ByIdentity::new(CanBe { scenario, seen, answer }));
            }
            Answer::Beside(outcomes) => {
                let Wanted::Beside(variant) = &job.inquiry.wanted else { return };
                let (text, variant) = (job.inquiry.text.as_str().into(), variant.clone());
                let known = KnownBeside { text, variant, outcomes: outcomes.clone(), is_quiet: job.is_quiet };
                self.all_orders.beside = Some(ByIdentity::new(known));
            }
            Answer::Swept(answer) => {
                let Wanted::Sweep(_, beside) = &job.inquiry.wanted else { return };
                let side = (job.inquiry.text.as_str().into(), job.inquiry.variant.clone());
                let answer = answer.clone().map(|answer| *answer);
                self.all_orders.swept = Some(ByIdentity::new(Swept { side, beside: beside.clone(), answer }));
            }
            Answer::Goal(answer) => {
                if let Wanted::Goal(start) = &job.inquiry.wanted {
                    self.take_goal(&job.inquiry.text, start, answer);
                }
            }
            // The effect has already delivered the file.
            Answer::File(_) => {}
            Answer::NothingRuns => {
                if !job.is_quiet && job.inquiry.text == *self.text {
                    let state = self.all_orders.of_mut(Topic::of(&job.inquiry.wanted));
                    state.problem = Some("The text has errors. Fix them and ask again.".to_owned());
                }
            }
        }
    }

    /// Writes an order into the text and plays its run from the start.
    fn play_order(&mut self, orders: Vec<OrderReport>) {
        self.edit(&PanelEdit::Witness(orders), None, String::new());
        self.stand_at(0);
        if self.pending.is_none() {
            self.play(true);
        }
    }
}
