//! Long-running inquiries (all orders, variants, sweeps): jobs, budgets, results.
//!
//! A question is a job: a worker answers it, or the page in slices where a frame forbids workers. What is small is asked by
//! itself when a text has run, within a budget of a fraction of a second; all else waits until somebody presses for it.

use super::export::slug;
use super::gallery::title;
use super::variants::KnownBeside;
use super::{ByIdentity, FIRST_SLICE, Model};
use lanescope_core::session::{
    Answer, Budget, Expectation, Inquiry, Judged, LaneMask, MatterKind, OrderReport, OutcomesReport,
    PanelEdit, Place, Possibility, Progress, SweepAnswer, Verdict, Wanted,
};
use std::rc::Rc;

/// What the page knows of all orders.
#[derive(Clone, Debug, PartialEq)]
pub struct AllOrders {
    /// The text at hand, but for what does not matter to all orders.
    pub(super) scenario: Rc<str>,
    /// The job of each topic, by `Topic as usize`.
    jobs: [JobState; 3],
    /// The last answer.
    pub known: Option<ByIdentity<Known>>,
    /// The last answer to whether something can be.
    pub can_be: Option<ByIdentity<CanBe>>,
    /// What all orders of a variant come to, beside those of the text.
    pub beside: Option<ByIdentity<KnownBeside>>,
    /// The last answer to a sweep.
    pub swept: Option<ByIdentity<Swept>>,
    /// How much may be gone through for an answer that somebody asks for.
    pub limit: Limit,
    /// Whether no worker can be had here.
    pub is_without_worker: bool,
    /// How many questions there have been.
    asked: u64,
    /// The run that a question was last asked or taken back for, be it by the page.
    asked_of_run: Option<u64>,
}

impl Default for AllOrders {
    fn default() -> Self {
        Self {
            scenario: Rc::from(""),
            jobs: Default::default(),
            known: None,
            can_be: None,
            beside: None,
            swept: None,
            limit: Limit::default(),
            is_without_worker: false,
            asked: 0,
            asked_of_run: None,
        }
    }
}

/// A group of questions that one panel asks. Topics are independent: each has a job, its progress and its error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The outcomes of all orders, files of them, and whether a result is possible.
    Orders,
    /// The outcomes of a variant compared with those of the text.
    Variants,
    /// A sweep over many values.
    Sweep,
}

impl Topic {
    /// Returns the topic of a question.
    pub fn of(wanted: &Wanted) -> Self {
        match wanted {
            Wanted::Outcomes | Wanted::Possible(_) | Wanted::Json | Wanted::Csv => Self::Orders,
            Wanted::Beside(_) => Self::Variants,
            Wanted::Sweep(..) => Self::Sweep,
        }
    }
}

/// The job of a topic.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JobState {
    /// The question that is being answered.
    pub job: Option<Job>,
    /// How far the answer has come.
    pub progress: Option<Progress>,
    /// Why the last question has no answer. It goes away with the next question and with the next text.
    pub problem: Option<String>,
}

impl JobState {
    /// Returns the job if a person asked for it.
    pub fn busy(&self) -> Option<&Job> {
        self.job.as_ref().filter(|job| !job.is_quiet)
    }

    fn end(&mut self) {
        (self.job, self.progress) = (None, None);
    }
}

impl AllOrders {
    /// Returns the job of a topic.
    pub fn of(&self, topic: Topic) -> &JobState {
        &self.jobs[topic as usize]
    }

    fn of_mut(&mut self, topic: Topic) -> &mut JobState {
        &mut self.jobs[topic as usize]
    }

    /// Returns the state that holds the job of that number; `None` if the job is over.
    fn of_job(&mut self, number: u64) -> Option<&mut JobState> {
        self.jobs.iter_mut().find(|it| it.job.as_ref().is_some_and(|job| job.number == number))
    }

    /// Returns why a question has no answer, if one has none.
    pub fn problem(&self) -> Option<&String> {
        self.jobs.iter().find_map(|it| it.problem.as_ref())
    }

    /// Drops the errors: they are about another text.
    pub(super) fn forget_problems(&mut self) {
        self.jobs.iter_mut().for_each(|it| it.problem = None);
    }
}

/// A question under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// Its number; no two have the same.
    pub number: u64,
    /// The question.
    pub inquiry: Rc<Inquiry>,
    /// Whether the page answers it itself, in slices.
    pub in_slices: bool,
    /// Whether nobody asked for it.
    pub is_quiet: bool,
    /// What its text is, but for what does not matter to all orders.
    scenario: Rc<str>,
    /// What the file is called that it becomes.
    pub file_name: Rc<str>,
}

/// What all orders come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The text, but for what does not matter to them.
    scenario: Rc<str>,
    /// What they come to.
    pub report: OutcomesReport,
    /// The lines that speak of them, judged.
    judged: Vec<Judged>,
    /// How many states could be gone through.
    pub most_states: usize,
    /// Whether it was looked for unasked.
    pub is_quiet: bool,
}

impl Known {
    /// What the order of lanes decides in the bytes of a place, by instruction, from 0, with the lanes that go there.
    pub fn matters(&self, place: Place) -> Vec<(usize, MatterKind, LaneMask)> {
        let mut found: Vec<(usize, MatterKind, LaneMask)> = Vec::new();
        for meeting in self.report.meetings.iter().flatten() {
            let here = meeting.bytes.iter().filter(|it| it.place().overlaps(place));
            for (kind, lanes) in here.map(|it| (it.decides, it.lane_mask())) {
                match found.iter_mut().find(|(instruction, ..)| *instruction == meeting.instruction_index) {
                    Some(known) => (known.1, known.2.0) = (known.1.max(kind), known.2.0 | lanes.0),
                    None => found.push((meeting.instruction_index, kind, lanes)),
                }
            }
        }
        found
    }

    /// What the order of lanes decides in an instruction, where lanes of it meet.
    pub fn matter_of(&self, instruction: usize) -> Option<MatterKind> {
        let meetings = self.report.meetings.iter().flatten();
        meetings
            .filter(|meeting| meeting.instruction_index == instruction)
            .map(|meeting| meeting.decides)
            .max()
    }
}

/// Whether something can be.
#[derive(Clone, Debug, PartialEq)]
pub struct CanBe {
    scenario: Rc<str>,
    /// What it is, as it was typed.
    pub seen: String,
    /// Whether it can; or what is wrong with how it was typed.
    pub answer: Result<Possibility, String>,
}

/// What came of many values of an element.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// The text, and the variant of it that was swept where it was one.
    side: (Rc<str>, Option<String>),
    /// The variant beside it.
    pub beside: Option<String>,
    /// What came of it; or why nothing was tried.
    pub answer: Result<SweepAnswer, String>,
}

/// How much may be gone through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limit {
    /// What every device answers soon.
    Small,
    /// Some hundred megabytes at most.
    #[default]
    Usual,
    /// As much as a page may have.
    Large,
}

impl Limit {
    /// As much of it as a question may spend.
    fn budget(self) -> Budget {
        let usual = Budget::default();
        let (of, parts) = match self {
            Self::Small => (1, 8),
            Self::Usual => (1, 1),
            Self::Large => (4, 1),
        };
        let part = |states: usize| states * of / parts;
        let (memory_states, results_states) = (part(usual.memory_states), part(usual.results_states));
        Budget { memory_states, results_states, ..usual }
    }
}

/// What is gone through unasked: some ten milliseconds of work.
const QUIET: Budget = Budget { memory_states: 10_000, results_states: 3_000, drawn: 0, seed: 1 };

/// The most that a page goes through which has no worker.
pub const IN_SLICES: Budget =
    Budget { memory_states: 200_000, results_states: 20_000, drawn: 2_000, seed: 1 };

/// What happens to questions about all orders.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// Somebody asks something.
    For(Wanted),
    /// The text has stood for a while: what is small may be looked for.
    Quietly,
    /// The question of a topic is cancelled.
    Cancel(Topic),
    /// How much may be gone through for the next one.
    Limit(Limit),
    /// The answer to the job of that number has come so far.
    Progress(u64, Progress),
    /// The answer to the job of that number is there.
    Answer(u64, Rc<Answer>),
    /// It could not be found, for that reason.
    Failed(u64, String),
    /// No worker can be had here.
    NoWorker,
    /// An order is written into the text, and its run played.
    Play(Vec<OrderReport>),
}

impl Model {
    /// What is known of all orders of the text at hand.
    pub fn outcomes(&self) -> Option<&ByIdentity<Known>> {
        let known = self.all_orders.known.as_ref()?;
        (known.scenario == self.all_orders.scenario).then_some(known)
    }

    /// The last answer to whether something can be, where it is about the text at hand.
    pub fn can_be(&self) -> Option<&ByIdentity<CanBe>> {
        let can_be = self.all_orders.can_be.as_ref()?;
        (can_be.scenario == self.all_orders.scenario).then_some(can_be)
    }

    /// The last answer to a sweep, where it is about the text at hand.
    pub fn swept(&self) -> Option<&ByIdentity<Swept>> {
        let swept = self.all_orders.swept.as_ref()?;
        let is_side = |variant: &Option<String>| variant.as_deref() == self.session.variant.as_deref();
        // What two sides make of values does not depend on which of them is at hand.
        let is_it = swept.side.0 == self.text && (swept.beside.is_some() || is_side(&swept.side.1));
        is_it.then_some(swept)
    }

    /// The `.expect` lines, each as written, and whether they hold: also those that speak of all orders, where these are
    /// known.
    pub fn expectations(&self) -> Vec<(String, Expectation)> {
        if self.is_stale() {
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

    /// Whether the lines that speak of all orders are about to be judged: that is being looked for, or will be by itself.
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
                    // What was not found is not looked for again.
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
        // Two sides are held against each other whichever of them is at hand.
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

    /// What is not known of the text at hand, where nobody asks for it, and it is likely to be cheap: what all orders come to,
    /// then what those of the variant come to that is compared.
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

    /// Whether all is known that an answer within the small budget could tell.
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
                // What somebody asked for is not replaced by less of it.
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
            // The effect has handed it out.
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
            self.play(true, false);
        }
    }
}
