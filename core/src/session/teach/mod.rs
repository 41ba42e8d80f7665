//! Teaches with a text: marks answers to questions, and explains wrong ones.
//!
//! A question (`check::Ask`, or made up by the page) is about a moment of the run (`moment.rs`), and `prompt.rs` puts it into words.
//! `answer.rs` reads an answer as text. `marking.rs` compares it with the run. A wrong answer is also compared with the runs of
//! common misconceptions (`misconception.rs`): variants of the text that `rewrite.rs` writes. `grading.rs` marks
//! files of answers. `another.rs` draws the numbers of a text again.

mod another;
mod answer;
mod grading;
mod marking;
mod misconception;
mod moment;
mod prompt;
mod rewrite;

pub use crate::check::{Ask, Asked};
pub use another::Difficulty;
pub use answer::Answered;
pub use grading::{AnswerFile, GradedAnswer, GradedFile, Grades};
pub use marking::{Marking, Mistake};
pub use misconception::{MISCONCEPTIONS, Misconception};
pub use moment::Moment;
pub use prompt::Prompt;
