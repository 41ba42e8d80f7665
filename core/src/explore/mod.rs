//! Every order: what the lanes of a scenario can come to when nobody says in which order they take their turns.

mod branch;
mod combined;
mod compose;
mod count;
mod dense;
mod euler;
mod explain;
mod interner;
mod lanes;
mod meeting;
mod outcome;
mod round;
mod sample;
mod search;
mod seen;
mod shortcut;
mod summary;
mod watched;

pub use compose::Exploration;
pub use explain::{Before, Explanation};
pub use outcome::{Cell, Decides, Explored, Factor, Meeting, Observation, Outcome, Question, Witness};
pub use sample::{Sample, Sampling, interval};
pub use seen::Seen;
pub use watched::{Watched, Watching};
