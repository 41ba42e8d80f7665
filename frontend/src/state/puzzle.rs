//! Puzzles: the puzzle that is open, the verdict on its solution, and the puzzles that were solved.

use super::all_orders::{Ask, Topic};
use super::gallery::{groups, title};
use super::variants::Beside;
use super::{ByIdentity, EditorCommand, Model};
use lanescope_core::session::{
    Wanted,
    orders::{GoalAnswer, GoalFailure, GoalFault},
    text::{Span, capitalized},
};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The puzzles of a visitor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Puzzles {
    /// The text of the puzzle that was opened last, as it started. It has the goal.
    pub(super) opened: Option<Rc<str>>,
    /// The titles of the solved puzzles.
    pub solved: Rc<BTreeSet<Rc<str>>>,
    /// The last verdict.
    verdict: Option<ByIdentity<KnownGoal>>,
}

/// A verdict on a text.
#[derive(Clone, Debug, PartialEq)]
struct KnownGoal {
    text: Rc<str>,
    start: Rc<str>,
    answer: GoalAnswer,
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
}

impl Model {
    /// Returns the text with which the open puzzle started, however it was changed since. The title identifies a puzzle.
    pub fn puzzle(&self) -> Option<&Rc<str>> {
        self.puzzles.opened.as_ref().filter(|start| title(start) == title(&self.text))
    }

    /// Makes a text that was just opened the start of a puzzle, if it is one.
    pub(super) fn begin_puzzle(&mut self) {
        if is_puzzle(&self.text) {
            self.puzzles.opened = Some(Rc::clone(&self.text));
            self.ask(Ask::Cancel(Topic::Goal));
        }
    }

    /// Returns the verdict on the current text; `None` if it was not checked.
    pub fn goal_answer(&self) -> Option<&GoalAnswer> {
        let (puzzle, known) = (self.puzzle()?, self.puzzles.verdict.as_ref()?);
        (known.text == self.text && known.start == *puzzle).then_some(&known.answer)
    }

    pub(super) fn solve(&mut self, solving: Solving) {
        match solving {
            Solving::Check => {
                if let Some(start) = self.puzzle() {
                    let wanted = Wanted::Goal(start.to_string());
                    self.ask(Ask::For(wanted));
                }
            }
            Solving::StartAgain => {
                if let Some(start) = self.puzzle().cloned() {
                    self.loads += u64::from(start != self.text);
                    self.load(start, 0, None);
                    self.fold(true);
                }
            }
            Solving::PlayFailure => {
                if let Some(GoalAnswer::Fails(failure)) = self.goal_answer() {
                    let failure = failure.clone();
                    self.play_failure(*failure);
                }
            }
        }
    }

    /// Folds the variants of the open puzzle, which are the inputs that are not shown, and the declarations of an example. Unfolds
    /// the rest of the text.
    pub(super) fn fold(&mut self, is_example: bool) {
        let variants = self.session.document.variants.iter().map(|variant| variant.span);
        let variants = variants.filter(|_| self.puzzle().is_some());
        let declarations = if is_example { self.session.declarations() } else { Vec::new() };
        let spans = declarations.into_iter().chain(variants);
        let span = spans.reduce(Span::to).unwrap_or_default();
        self.command(EditorCommand::Fold(span));
    }

    /// Stores a verdict.
    pub(super) fn take_goal(&mut self, text: &str, start: &str, answer: &GoalAnswer) {
        let Some(start) = self.puzzles.opened.clone().filter(|opened| **opened == *start) else { return };
        if *answer == GoalAnswer::Met {
            Rc::make_mut(&mut self.puzzles.solved).insert(title(&start).into());
        }
        let known = KnownGoal { text: text.into(), start, answer: answer.clone() };
        self.puzzles.verdict = Some(ByIdentity::new(known));
    }

    /// Shows the input of a failure, and plays its order from the start. The verdict stays: an `.order` line does not
    /// change it.
    fn play_failure(&mut self, failure: GoalFailure) {
        let active = failure.variant.map(|variant| Beside { variant: variant.into(), is_at_hand: true });
        if active != self.beside {
            self.put_beside(active);
        }
        if failure.order.is_empty() {
            self.stand_at(0);
            self.play(true);
        } else {
            self.ask(Ask::Play(failure.order));
        }
        if let Some(known) = &self.puzzles.verdict {
            let known = KnownGoal { text: Rc::clone(&self.text), ..(**known).clone() };
            self.puzzles.verdict = Some(ByIdentity::new(known));
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
        GoalAnswer::Met => ("Solved", "The goal holds in all orders and for all inputs.".to_owned()),
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
