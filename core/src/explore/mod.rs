//! Every order: what the lanes of a scenario can come to when nobody says in which order they take their turns.

mod branch;
mod compose;
mod count;
mod interner;
mod lanes;
mod meeting;
mod outcome;
mod round;
mod search;
mod summary;

pub use compose::Exploration;
pub use outcome::{Cell, Explored, Factor, Observation, Outcome, Question, Witness};
