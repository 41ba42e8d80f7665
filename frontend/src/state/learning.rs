//! The questions of a text, and puzzles.

use super::document::Document;
use super::entry::Entry;
use super::puzzle::Puzzles;
use super::quiz::{Quiz, QuizOrigin};
use super::stage::Stage;
use lanescope_core::session::teach::Difficulty;

/// The questions that the reader is answering, and the puzzles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learning {
    /// The questions that the reader is answering.
    pub quiz: Option<Quiz>,
    /// The answers of an earlier visit, until the questions of the text begin.
    pub(super) restored: Vec<String>,
    /// Whether the questions of the text are to begin once it has run.
    pub(super) is_quiz_due: bool,
    /// The open puzzle, and the solved puzzles.
    pub puzzles: Puzzles,
}

/// An event of questions.
#[derive(Clone, Debug, PartialEq)]
pub enum LearningAction {
    /// Begins with the questions of the text.
    Begin,
    /// Asks about the next step, or about all steps up to the end.
    Predict {
        /// Whether to ask about the end.
        to_end: bool,
    },
    /// Types the answer to the question of this index.
    Type(usize, String),
    /// Shows the next hint of a question.
    Hint(usize),
    /// Marks the answers.
    Check,
    /// Shows the run, with the right answers.
    Reveal,
    /// Types values for an element and the following ones.
    Enter(Entry, String),
    /// Adds a lane to the answer about lanes, or removes it.
    Lane(u8),
    /// Hides the run again, to change the answers.
    Again,
    /// Ends the questions.
    Leave,
}

impl Learning {
    /// Returns whether answers are being asked for, so that results are hidden.
    pub fn is_hiding(&self) -> bool {
        self.quiz.as_ref().is_some_and(Quiz::is_hiding)
    }

    /// Returns the answers to the questions of the text.
    pub(super) fn answers(&self) -> Vec<String> {
        let quiz = self.quiz.as_ref().filter(|quiz| quiz.is_of_text());
        let answers = |quiz: &Quiz| quiz.questions.iter().map(|question| question.answer.clone()).collect();
        quiz.map_or_else(|| self.restored.clone(), answers)
    }

    /// Returns the difficulty of the next questions after the current ones. `None` without questions.
    pub(super) fn next_difficulty(&self) -> Option<Difficulty> {
        let quiz = self.quiz.as_ref()?;
        let is_right = !quiz.is_marked() || quiz.right_count() == quiz.questions.len();
        Some(if is_right { Difficulty::Harder } else { Difficulty::Easier })
    }

    /// Applies an action to the run on the stage. Returns the cursor to show, if it changes.
    pub fn reduce(
        &mut self,
        action: LearningAction,
        document: &Document,
        stage: &Stage,
        cursor: u32,
    ) -> Option<u32> {
        let session = &document.session;
        match action {
            LearningAction::Begin if stage.is_stale => return None,
            LearningAction::Begin => {
                self.quiz = Quiz::new(document, session.worded_questions(), QuizOrigin::Text, 0..u32::MAX);
                let quiz = self.quiz.as_mut()?;
                let restored = std::mem::take(&mut self.restored).into_iter().enumerate();
                restored.for_each(|(index, answer)| quiz.type_answer(index, answer));
                return Some(quiz.start());
            }
            LearningAction::Predict { to_end } => {
                let run = stage.run.as_ref().filter(|_| !stage.is_stale)?;
                let to = match to_end {
                    true => run.len(),
                    false => session.end_of_prediction(cursor, stage.granularity),
                };
                if cursor < to {
                    let questions = session.predictions(cursor, to);
                    let origin = if to_end { QuizOrigin::RestOfRun } else { QuizOrigin::NextStep };
                    self.quiz = Quiz::new(document, questions, origin, cursor..to);
                    return self.quiz.as_ref().map(Quiz::start);
                }
            }
            LearningAction::Leave => self.quiz = None,
            LearningAction::Check => return self.quiz.as_mut()?.check(session),
            LearningAction::Reveal => return Some(self.quiz.as_mut()?.reveal(session)),
            LearningAction::Again => {
                let quiz = self.quiz.as_mut()?;
                quiz.hide_again(&document.session.text);
                return Some(quiz.start());
            }
            LearningAction::Type(index, typed) => self.quiz.as_mut()?.type_answer(index, typed),
            LearningAction::Enter(entry, typed) => {
                if let Entry::Element { name, index } | Entry::Cell { name, index } = entry {
                    self.quiz.as_mut()?.enter(&name, index, &typed);
                }
            }
            LearningAction::Lane(lane) => self.quiz.as_mut()?.toggle_lane(lane),
            LearningAction::Hint(index) => self.quiz.as_mut()?.show_hint(index),
        }
        None
    }
}
