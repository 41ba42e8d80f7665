//! Teaches with a text: marks answers to questions, and explains wrong ones.
//!
//! A question (`check::ReaderQuestion`) is a line of the text, or made up about the next steps (`questions.rs`). `truth.rs` answers it from a
//! run. `answer.rs` reads an answer as text, and `marking.rs` compares it with the truth. A wrong answer is also compared with the runs of
//! common misconceptions (`misconception.rs`, `setup.rs`): variants of the text that `rewrite.rs` writes. `outcome_count.rs` counts
//! outcomes, and knows the mistakes in counting them. `grading.rs` marks files of answers. `separating.rs` warns authors of questions that
//! misconceptions answer right. `another.rs` draws the numbers of a text again.

mod another;
mod answer;
mod grading;
mod marking;
mod misconception;
mod outcome_count;
mod questions;
mod rewrite;
mod separating;
mod setup;
mod truth;

pub use crate::check::{QuestionContent, ReaderQuestion};
pub use another::Difficulty;
pub use answer::Answered;
pub use grading::{AnswerFile, GradedAnswer, GradedFile, Grades};
pub use marking::{BrokenRule, Marking, Mistake};
pub use misconception::{MISCONCEPTIONS, Misconception};
