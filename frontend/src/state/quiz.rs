//! The questions that the reader is answering.
//!
//! Until the answers are marked, the model's run is a *veiled* one: the run as far as the moment of the questions. All that the page
//! derives from the run is then hidden: later steps, targets, queues, marks, findings and the end. The text's own claims and
//! the results of all orders are left out by the selectors of the model.

use super::by_identity::ByIdentity;
use super::document::Document;
use super::stage::StagedRun;
use lanescope_core::session::{
    Session,
    run::{LaneMask, Run, Scenario},
    teach::{AnswerFile, Answered, Marking, QuestionContent, ReaderQuestion},
};
use lanescope_core::view::answer::{Answer, AnswerMark};
use lanescope_core::view::lanes::LaneTableView;
use lanescope_core::view::moment::Definedness;
use smol_str::SmolStr;
use std::ops::Range;
use std::rc::Rc;

/// A question with its answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub ask: ReaderQuestion,
    /// The answer as typed; empty if there is none.
    pub answer: String,
    /// The mark of the answer, or the reason why it cannot be read. `None` before the check.
    pub mark: Option<Result<Marking, String>>,
    /// The right answer, if it is known; `None` while it is hidden.
    pub right: Option<String>,
    /// The number of hints that are shown.
    pub hints: usize,
    /// The author's comment; empty if there is none, and while it is hidden.
    pub comment: String,
}

impl Question {
    /// Returns the mark, if the answer could be read.
    pub fn marking(&self) -> Option<&Marking> {
        self.mark.as_ref()?.as_ref().ok()
    }

    /// Returns whether the answer was marked as right.
    pub fn is_right(&self) -> bool {
        self.marking().is_some_and(|marking| marking.is_right)
    }
}

/// The questions that the reader is answering.
#[derive(Clone, Debug, PartialEq)]
pub struct Quiz {
    pub questions: Rc<Vec<Question>>,
    pub origin: QuizOrigin,
    /// The scenario of the run.
    scenario: ByIdentity<Scenario>,
    /// The numbers of micro-steps before the run is hidden, and at the moment of the questions.
    moments: Range<u32>,
    /// The run up to the questions; `None` once the reader may see the rest.
    veiled: Option<StagedRun>,
}

/// The origin of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuizOrigin {
    /// The text asks them.
    Text,
    /// They are about the next step of the run.
    NextStep,
    /// They are about all steps up to the end.
    RestOfRun,
}

impl QuizOrigin {
    /// Returns the heading of the questions.
    pub fn title(self) -> &'static str {
        match self {
            Self::Text => "Questions",
            Self::NextStep => "What happens next?",
            Self::RestOfRun => "How does the run end?",
        }
    }
}

impl Quiz {
    /// Returns whether the text asks the questions. Otherwise they are about the next steps.
    pub fn is_of_text(&self) -> bool {
        self.origin == QuizOrigin::Text
    }

    /// Creates questions, and hides the run after the first of two moments. `None` if there is no question.
    pub(super) fn new(
        document: &Document,
        questions: Vec<ReaderQuestion>,
        origin: QuizOrigin,
        moments: Range<u32>,
    ) -> Option<Self> {
        let session = &document.session;
        let scenario = session.scenario.clone()?;
        if questions.is_empty() {
            return None;
        }
        let question = |ask: ReaderQuestion| {
            let answer = match ask.content.clone() {
                QuestionContent::Contents { name, index, .. } if origin != QuizOrigin::Text => {
                    let before = QuestionContent::Contents { name, index, step: Some(moments.start) };
                    session.right_answer(&before).unwrap_or_default()
                }
                _ => String::new(),
            };
            Question { ask, answer, mark: None, right: None, hints: 0, comment: String::new() }
        };
        let mut quiz = Self {
            questions: Rc::new(questions.into_iter().map(question).collect()),
            origin,
            scenario: ByIdentity::from(scenario),
            moments,
            veiled: None,
        };
        quiz.veil(&document.session.text);
        Some(quiz)
    }

    /// Hides the run after the moment of the questions.
    fn veil(&mut self, text: &Rc<str>) {
        let mut running = Run::begin(Rc::clone(&self.scenario.0));
        let from = self.moments.start;
        while running.steps() < from && !running.advance(from - running.steps()) {}
        self.veiled = Some(StagedRun { run: ByIdentity::new(running.finish()), text: Rc::clone(text) });
    }

    /// Hides the run again, and drops the marks.
    pub(super) fn hide_again(&mut self, text: &Rc<str>) {
        for question in Rc::make_mut(&mut self.questions) {
            (question.mark, question.right, question.comment) = (None, None, String::new());
        }
        self.veil(text);
    }

    /// Returns the run up to the questions, while the rest is hidden.
    pub fn veiled(&self) -> Option<&StagedRun> {
        self.veiled.as_ref()
    }

    /// Returns the cursor of the questions.
    pub(super) fn start(&self) -> u32 {
        self.moments.start
    }

    /// Returns whether the run is hidden.
    pub fn is_hiding(&self) -> bool {
        self.veiled.is_some()
    }

    /// Returns the number of right answers.
    pub fn right_count(&self) -> usize {
        self.questions.iter().filter(|question| question.is_right()).count()
    }

    /// Returns whether some answer has places on the stage: cells or lanes.
    pub fn has_marked_places(&self) -> bool {
        let is_marked = |asked: &QuestionContent| {
            !matches!(asked, QuestionContent::Outcomes(_) | QuestionContent::Schedule(_))
        };
        self.questions.iter().any(|question| is_marked(&question.ask.content))
    }

    /// Returns the warnings about the questions of a text, in words. This takes a while.
    pub fn warnings(&self, session: &Session) -> Vec<String> {
        let found = self.is_of_text().then(|| session.warnings_about_questions());
        found.into_iter().flatten().map(|found| found.message).collect()
    }

    /// Returns the points of the right answers, and those of all questions.
    pub fn points(&self) -> (u32, u32) {
        let points = |question: &Question| match question.marking() {
            Some(marking) => marking.points(&question.ask),
            None => (0, question.ask.points.number()),
        };
        self.questions.iter().map(points).fold((0, 0), |sum, (own, all)| (sum.0 + own, sum.1 + all))
    }

    /// Returns whether the check marked any answer.
    pub fn is_marked(&self) -> bool {
        self.questions.iter().any(|question| question.mark.is_some())
    }

    /// Returns the answers as a file.
    pub fn file(&self) -> String {
        let answers =
            self.questions.iter().enumerate().map(|(at, question)| (at + 1, question.answer.clone()));
        let answers = answers.filter(|(_, answer)| !answer.trim().is_empty()).collect();
        AnswerFile { name: String::new(), answers }.to_string()
    }

    /// Returns the answer for an element of a variable, predicate or surface. `None` if no question asks for it.
    pub fn answer(&self, name: &str, element: usize) -> Option<Answer> {
        let (at, part) = self.question_of(name, element)?;
        let question = &self.questions[at];
        let typed = elements(&question.answer).nth(part).filter(|typed| *typed != "_");
        let mark = match question.marking().and_then(|marking| marking.parts.get(part)) {
            Some(true) => AnswerMark::Right,
            Some(false) => AnswerMark::Wrong,
            None => AnswerMark::Open,
        };
        Some(Answer { typed: typed.unwrap_or_default().to_owned(), mark, can_change: self.is_hiding() })
    }

    /// Returns the index of the first question about lanes, and the lanes of its answer.
    fn lanes(&self) -> Option<(usize, LaneMask)> {
        let is_about_lanes = |question: &Question| {
            matches!(question.ask.content, QuestionContent::Lanes { .. } | QuestionContent::Next { .. })
        };
        let at = self.questions.iter().position(is_about_lanes)?;
        let Question { answer, ask, .. } = &self.questions[at];
        let lanes = match Answered::read(answer, &ask.content, &self.scenario) {
            Ok(Answered::Lanes(lanes)) => lanes,
            _ => LaneMask::default(),
        };
        Some((at, lanes))
    }

    /// Returns the answer for a lane. `None` if no question is about lanes.
    fn lane_answer(&self, lane: u8) -> Option<Answer> {
        let (at, lanes) = self.lanes()?;
        let is_chosen = lanes.contains(lane.into());
        // Lanes past the last one of the answer and of the right answer are in neither.
        let is_right = |marking: &Marking| marking.parts.get(usize::from(lane)).copied().unwrap_or(true);
        let mark = match self.questions[at].marking().map(is_right) {
            Some(false) => AnswerMark::Wrong,
            Some(true) if is_chosen => AnswerMark::Right,
            _ => AnswerMark::Open,
        };
        let typed = if is_chosen { "lane".to_owned() } else { String::new() };
        let says_something = self.is_hiding() || is_chosen || mark == AnswerMark::Wrong;
        says_something.then(|| Answer { typed, mark, can_change: self.is_hiding() })
    }

    /// Adds a lane to the answer about lanes, or removes it. Only one lane can come next.
    pub(super) fn toggle_lane(&mut self, lane: u8) {
        let Some((at, lanes)) = self.lanes() else { return };
        let is_on = !lanes.contains(lane.into());
        let lanes = match self.questions[at].ask.content {
            QuestionContent::Next { .. } => LaneMask::default().with(lane.into(), is_on),
            _ => lanes.with(lane.into(), is_on),
        };
        let typed: Vec<String> = lanes.lanes().map(|lane| lane.to_string()).collect();
        self.type_answer(at, typed.join(" "));
    }

    /// Returns the index of the question that asks for an element, and the index of the element in its answer.
    fn question_of(&self, name: &str, element: usize) -> Option<(usize, usize)> {
        self.questions.iter().enumerate().find_map(|(at, question)| match &question.ask.content {
            QuestionContent::Contents { name: asked, index: None, .. } if asked == name => {
                Some((at, element))
            }
            QuestionContent::Contents { name: asked, index: Some(index), .. }
                if asked == name && *index == element =>
            {
                Some((at, 0))
            }
            _ => None,
        })
    }

    pub(super) fn type_answer(&mut self, at: usize, typed: String) {
        if let Some(question) = Rc::make_mut(&mut self.questions).get_mut(at) {
            (question.answer, question.mark) = (typed, None);
        }
    }

    /// Puts values into the answer from an element on.
    pub(super) fn enter(&mut self, name: &str, element: usize, typed: &str) {
        let Some((at, part)) = self.question_of(name, element) else { return };
        let mut values: Vec<&str> = elements(&self.questions[at].answer).collect();
        let new: Vec<&str> = elements(typed).collect();
        values.resize(values.len().max(part + new.len()), "_");
        let end = part + new.len();
        values.splice(part..end, new);
        let answer = values.join(" ");
        self.type_answer(at, answer);
    }

    /// Shows the next hint of a question.
    pub(super) fn show_hint(&mut self, index: usize) {
        if let Some(question) = Rc::make_mut(&mut self.questions).get_mut(index) {
            question.hints += 1;
        }
    }

    /// Marks the answers. If no question is left open, shows the run, and returns the cursor at the first place where it
    /// differs from an answer.
    pub(super) fn check(&mut self, session: &Session) -> Option<u32> {
        for Question { ask, answer, mark, .. } in Rc::make_mut(&mut self.questions) {
            let typed = answer.trim();
            *mark = (!typed.is_empty()).then(|| session.mark(&ask.content, typed));
        }
        let is_complete = self.questions.iter().all(|question| question.marking().is_some());
        (!self.is_of_text() || is_complete).then(|| self.reveal(session))
    }

    /// Shows the run. Returns the cursor at the first place where it differs from an answer. It may be past the end of
    /// the run.
    pub(super) fn reveal(&mut self, session: &Session) -> u32 {
        self.veiled = None;
        // Counting all orders takes time, so the answers are found once.
        for question in Rc::make_mut(&mut self.questions) {
            let marked = question.marking().and_then(|marking| marking.right.clone());
            question.right = marked.or_else(|| session.right_answer(&question.ask.content));
        }
        if self.is_of_text() {
            let comments = session.comments_on_questions();
            for (question, comment) in Rc::make_mut(&mut self.questions).iter_mut().zip(comments) {
                question.comment = comment;
            }
        }
        let markings = self.questions.iter().filter_map(Question::marking);
        let differences = markings.filter_map(|marking| marking.first_difference);
        // The reader saw the run up to the questions.
        let first = differences.filter(|step| *step >= self.moments.start).min();
        first.map_or(self.moments.end, |step| step + 1)
    }
}

/// Puts the answers into a table of lanes.
pub fn answer_lanes(table: &mut LaneTableView, quiz: &Quiz) {
    for head in &mut table.lanes {
        head.answer = quiz.lane_answer(head.lane);
    }
    for row in &mut table.rows {
        let Some(name) = &row.variable else { continue };
        for cell in &mut row.cells {
            let Some(element) = &mut cell.element else { continue };
            cell.answer = quiz.answer(name, element.element);
            if let Some(answer) = &cell.answer {
                put_answer(answer, &mut element.initial, &mut cell.text, &mut cell.definedness);
            }
        }
    }
}

/// Puts what the reader has typed in place of an initial and a current value.
pub(super) fn put_answer(
    answer: &Answer,
    initial: &mut SmolStr,
    text: &mut SmolStr,
    definedness: &mut Definedness,
) {
    if answer.can_change {
        *initial = answer.typed.as_str().into();
        if !answer.typed.is_empty() {
            (*text, *definedness) = (answer.typed.as_str().into(), Definedness::default());
        }
    }
}

/// The largest number of elements that are typed one by one.
const MOST_ELEMENTS: usize = 1 << 16;

/// Splits an answer into its elements.
fn elements(answer: &str) -> impl Iterator<Item = &str> {
    let parts = answer.split([' ', ',', '\t', '\n', '\r']).filter(|part| !part.is_empty());
    parts.take(MOST_ELEMENTS)
}

/// Returns the lines of a text that may be shown while its questions are open: without claims, questions, hints and variants, and
/// without comments after the first instruction.
pub fn without_answers(session: &Session) -> String {
    session.without_lines(&session.spans_of_answers())
}

#[cfg(test)]
mod tests;
