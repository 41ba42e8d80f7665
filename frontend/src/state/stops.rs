//! Stops: breakpoints and the condition, and the steps at which they stop the run.

use super::sliced::Sliced;
use super::{Action, ByIdentity, FIRST_SLICE, Good, Model};
use lanescope_core::session::{
    run::{Bound, Breakpoint, Condition, Run, StopSearch, beside},
    text::line_col,
};
use std::rc::Rc;

/// The steps at which breakpoints and the condition stop the run on the stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    /// The steps after which the run stops, ascending.
    pub steps: Vec<u32>,
    /// Whether a long run is still being searched. Until then, `steps` is empty.
    pub are_sought: bool,
    /// The error of the condition.
    pub error: Option<Wrong>,
}

/// The search for stops in a long run.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The search after its first slice. The effect does the rest.
    pub work: ByIdentity<SearchWork>,
    /// The direction of a stop that the user asked for during the search: `true` is forward.
    asked: Option<bool>,
}

/// A search, and the run that it searches.
#[derive(Debug)]
pub struct SearchWork {
    search: StopSearch,
    run: ByIdentity<Run>,
}

/// The number of micro-steps between two looks at the clock.
const PIECE_STEPS: u32 = 1_000;

impl Sliced for ByIdentity<SearchWork> {
    type State = StopSearch;

    fn begin(&self) -> StopSearch {
        self.search.clone()
    }

    fn advance(&self, state: &mut StopSearch) -> bool {
        state.advance(&self.run, PIECE_STEPS)
    }

    fn result(&self, state: StopSearch) -> Option<Action> {
        Some(Action::Stops(self.clone(), state.stops()))
    }
}

/// An error of a condition, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The text before the place.
    pub before: String,
    /// The text at the place. Empty if the place is the end.
    pub here: String,
    /// The text after the place.
    pub after: String,
    /// The error message.
    pub message: String,
}

impl Model {
    /// Searches the stops again after the run, the breakpoints or the condition changed. A long run is searched in
    /// slices.
    pub(super) fn find_stops(&mut self) {
        self.search = None;
        let text = Rc::clone(&self.until);
        let text = text.trim_end();
        let asks = !self.breakpoints.is_empty() || !text.is_empty();
        let Some(run) = self.run().filter(|_| asks).cloned() else {
            self.stops = Rc::default();
            return;
        };
        let condition = (!text.is_empty()).then(|| Condition::new(text, run.scenario())).transpose();
        let error = condition.as_ref().err().map(|error| {
            let at = error.span.range();
            Wrong {
                before: text[..at.start].to_owned(),
                here: text[at.clone()].to_owned(),
                after: text[at.end..].to_owned(),
                message: error.message.clone(),
            }
        });
        let condition = condition.unwrap_or_default();
        let mut search = run.search_stops(&self.breakpoints, condition.as_ref());
        let is_over = search.advance(&run, FIRST_SLICE);
        let steps = if is_over { search.stops() } else { Vec::new() };
        self.stops = Rc::new(Stops { steps, are_sought: !is_over, error });
        let work = (!is_over).then(|| ByIdentity::new(SearchWork { search, run }));
        self.search = work.map(|work| Search { work, asked: None });
    }

    /// Takes the result of a search. Ignores it if another search has replaced the search.
    pub(super) fn take_stops(&mut self, of: &ByIdentity<SearchWork>, steps: Vec<u32>) {
        if let Some(Search { asked, .. }) = self.search.take_if(|search| search.work == *of) {
            self.stops = Rc::new(Stops { steps, are_sought: false, error: self.stops.error.clone() });
            if let Some(forward) = asked {
                self.seek_stop(forward);
            }
        }
    }

    /// Moves to the next or previous stop. During a search, the move waits for its result.
    pub(super) fn seek_stop(&mut self, forward: bool) {
        match &mut self.search {
            Some(search) => search.asked = Some(forward),
            None => self.jump(self.stop_beside(forward)),
        }
    }

    /// Moves breakpoints at instructions to the lines of a new run, before that is put on the stage. Drops breakpoints
    /// whose line is gone.
    pub(super) fn follow_instructions(&mut self, new: &Good) {
        let Some(old) = &self.good else { return };
        let line = |good: &Good, bound: &Bound| line_col(&good.text, bound.span.range().start).line;
        let follow = |breakpoint: &Breakpoint| {
            let Breakpoint::Instruction(at) = breakpoint else { return Some(breakpoint.clone()) };
            let was = line(old, old.run.scenario().program.get(*at)?);
            let is = line_after(&old.text, &new.text, was)?;
            let mut program = new.run.scenario().program.iter();
            program.position(|bound| line(new, bound) == is).map(Breakpoint::Instruction)
        };
        self.breakpoints = Rc::new(self.breakpoints.iter().filter_map(follow).collect());
    }

    /// Returns the next or previous stop.
    pub(super) fn stop_beside(&self, forward: bool) -> Option<u32> {
        beside(&self.stops.steps, self.cursor, forward)
    }

    /// Returns the first instruction in or below a line of the text, from 1.
    pub(super) fn instruction_at_line(&self, line: usize) -> Option<usize> {
        let run = self.session.run.as_ref()?;
        let mut lines = run.scenario().program.iter().map(|bound| self.session.line(bound.span));
        lines.position(|it| it >= line)
    }
}

/// Returns the line of `new` that corresponds to a line of `old`, both from 1. `None` if the line is gone. Common lines
/// at the start and the end correspond. Between them, a line corresponds to one with the same content, or to the one at
/// the same position.
pub fn line_after(old: &str, new: &str, line: usize) -> Option<usize> {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
    let at = line.checked_sub(1).filter(|at| *at < old.len())?;
    let begin = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let most = old.len().min(new.len()) - begin;
    let same_end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new);
    let end = same_end.count().min(most);
    let (old_end, new_end) = (old.len() - end, new.len() - end);
    let becomes = if at < begin {
        Some(at)
    } else if at >= old_end {
        Some(at - old_end + new_end)
    } else {
        let says = |line: &&&str| line.trim() == old[at].trim();
        let before = old[begin..at].iter().filter(says).count();
        let mut equal = (begin..new_end).filter(|it| says(&&new[*it]));
        // With an unchanged number of lines, each was edited in place. Otherwise only the first was, by a split or a
        // join.
        let has_place = old_end == new_end || at == begin && begin < new_end;
        // The line at the position must not be a line that moved there.
        let is_in_place = has_place && old[begin..old_end].iter().all(|it| it.trim() != new[at].trim());
        equal.nth(before).or(is_in_place.then_some(at))
    };
    becomes.map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_followed_through_an_edit() {
        let old = "set\nfirst\nsecond\nthird\n";
        for (what, new, lines) in [
            ("nothing", old, [Some(2), Some(3), Some(4)]),
            ("a line above", "set\nzeroth\nfirst\nsecond\nthird\n", [Some(3), Some(4), Some(5)]),
            ("a line between", "set\nfirst\nhalf\nsecond\nthird\n", [Some(2), Some(4), Some(5)]),
            ("lines below", "set\nfirst\nsecond\nthird\nfourth\n\n", [Some(2), Some(3), Some(4)]),
            ("a line deleted", "set\nfirst\nthird\n", [Some(2), None, Some(3)]),
            ("two deleted", "set\nthird", [None, None, Some(2)]),
            ("a line changed", "set\nfirst\nsecond more\nthird\n", [Some(2), Some(3), Some(4)]),
            ("its first letter too", "set\nfirst\nSecond\nthird\n", [Some(2), Some(3), Some(4)]),
            ("a line split", "set\nfirst\nsec\nond\nthird\n", [Some(2), Some(3), Some(5)]),
            ("two joined", "set\nfirstsecond\nthird\n", [Some(2), None, Some(3)]),
            ("changes above and below", "a\nset it\nfirst\nsecond\n  third\n", [Some(3), Some(4), Some(5)]),
            ("two exchanged", "set\nsecond\nfirst\nthird\n", [Some(3), Some(2), Some(4)]),
            ("all deleted", "", [None, None, None]),
        ] {
            for (line, expected) in (2..).zip(lines) {
                assert_eq!(line_after(old, new, line), expected, "{what}, line {line}");
            }
        }
        let repeated = "a\na\nb\na\n";
        assert_eq!(line_after(repeated, "x\na\na\nb\na\ny\n", 4), Some(5), "the third of its kind");
        assert_eq!(line_after("a", "a", 0), None);
        assert_eq!(line_after("a", "a", 2), None);
    }
}
