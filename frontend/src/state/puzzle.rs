//! Puzzles: the puzzle that is open, the verdict on its solution, and the puzzles that were solved.

use super::by_identity::ByIdentity;
use super::gallery::groups;
use super::inquiries::GoalVerdict;
use lanescope_core::session::{
    orders::{GoalAnswer, GoalFailure, GoalFault},
    text::capitalized,
};
use lanescope_core::view::example::title;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The puzzles of a visitor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Puzzles {
    /// The text of the puzzle that was opened last, as it started. It has the goal.
    pub(super) opened: Option<Rc<str>>,
    /// The titles of the solved puzzles.
    pub solved: Rc<BTreeSet<Rc<str>>>,
    verdict: Option<ByIdentity<GoalVerdict>>,
}

/// An event of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solving {
    /// Checks whether the text solves the puzzle.
    Check,
    /// Restores the text that the puzzle starts with.
    StartAgain,
    /// Plays the input and the order that do not meet the goal.
    PlayFailure,
}

impl Puzzles {
    /// Restores the puzzles of an earlier visit.
    pub(super) fn restored(opened: Option<Rc<str>>, solved: Rc<BTreeSet<Rc<str>>>) -> Self {
        Self { opened, solved, verdict: None }
    }

    /// Returns the text with which the open puzzle started, however it was changed since. The title identifies a puzzle.
    pub fn open_puzzle(&self, text: &str) -> Option<&Rc<str>> {
        self.opened.as_ref().filter(|start| title(start) == title(text))
    }

    /// Makes a text that was just opened the start of a puzzle, if it is one. Returns whether it is.
    pub(super) fn begin(&mut self, text: &Rc<str>) -> bool {
        let is_puzzle = is_puzzle(text);
        if is_puzzle {
            self.opened = Some(Rc::clone(text));
        }
        is_puzzle
    }

    /// Returns the verdict on a text; `None` if it was not checked.
    pub fn verdict(&self, text: &str) -> Option<&GoalAnswer> {
        let (puzzle, known) = (self.open_puzzle(text)?, self.verdict.as_ref()?);
        (*known.text == *text && known.start == *puzzle).then_some(&known.answer)
    }

    /// Stores a verdict, if it is on the open puzzle.
    pub(super) fn take_verdict(&mut self, verdict: GoalVerdict) {
        if self.opened.as_ref() != Some(&verdict.start) {
            return;
        }
        if verdict.answer == GoalAnswer::Met {
            Rc::make_mut(&mut self.solved).insert(title(&verdict.start).into());
        }
        self.verdict = Some(ByIdentity::new(verdict));
    }

    /// Applies the verdict to another text, which differs only in its order.
    pub(super) fn move_verdict(&mut self, text: &Rc<str>) {
        if let Some(known) = &self.verdict {
            let verdict = GoalVerdict { text: Rc::clone(text), ..(**known).clone() };
            self.verdict = Some(ByIdentity::new(verdict));
        }
    }
}

/// Returns whether a text is a puzzle: its title begins with `Puzzle`.
pub fn is_puzzle(text: &str) -> bool {
    title(text).starts_with("Puzzle")
}

/// Returns the text of the puzzle after the one with this title, in the order of the gallery. `file` has the examples.
pub fn next_puzzle<'a>(file: &'a str, of: &str) -> Option<&'a str> {
    let examples = groups(file).into_iter().flat_map(|(_, examples)| examples);
    let mut puzzles = examples.map(|(_, example)| example.text).filter(|text| is_puzzle(text));
    puzzles.find(|text| title(text) == of)?;
    puzzles.next()
}

/// Returns a verdict in words: what it is, and the reason.
pub fn in_words(answer: &GoalAnswer) -> (&'static str, String) {
    match answer {
        GoalAnswer::Met => {
            ("Solved", "The goal holds in all orders and for all inputs of the puzzle.".to_owned())
        }
        GoalAnswer::Changed(difference) => {
            ("The goal was changed", format!("{}. Undo the change, or start again.", capitalized(difference)))
        }
        GoalAnswer::Undecided { line } => {
            ("Not decided", format!("There are too many orders to check `{line}`."))
        }
        GoalAnswer::Fails(failure) => {
            let GoalFailure { fault, variant, claim, difference, .. } = &**failure;
            let what = match (fault, variant) {
                (GoalFault::Error, None) => "An error",
                (GoalFault::Result, None) => "Wrong result",
                (GoalFault::Orders, None) => "Another order breaks it",
                (GoalFault::Limit, _) => "Over the limit",
                (GoalFault::Error | GoalFault::Result | GoalFault::Orders, Some(_)) => {
                    "Another input breaks it"
                }
            };
            let why = match fault {
                GoalFault::Error => format!("{}.", capitalized(difference)),
                GoalFault::Limit => format!("{}.", capitalized(difference)),
                GoalFault::Result | GoalFault::Orders => format!("`{claim}`: {difference}."),
            };
            (what, why)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_puzzle_follows_in_the_gallery() {
        let file = "A\n1\n// Puzzle 1: a\n.lanes 1\n\u{c}A\n2\n// An example\n.lanes 2\n\u{c}B\n3\n// Puzzle 2: b\n.lanes 3\n";
        assert_eq!(next_puzzle(file, "Puzzle 1: a"), Some("// Puzzle 2: b\n.lanes 3\n"));
        assert_eq!(next_puzzle(file, "Puzzle 2: b"), None);
        assert_eq!(next_puzzle(file, "Puzzle 3: of a visitor"), None);
        assert_eq!(next_puzzle(file, "An example"), None);
    }
}
