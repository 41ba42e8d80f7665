//! Stops: breakpoints and the condition, and the steps at which they stop the run.

use super::by_identity::ByIdentity;
use super::document::FIRST_SLICE;
use super::stage::StagedRun;
use lanescope_core::session::{
    run::{Breakpoint, Condition, Run, StopSearch},
    text::{line_number, line_starts},
};

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
pub struct StopSearching {
    /// The search after its first slice. The effect does the rest.
    pub work: ByIdentity<SearchWork>,
    /// The direction of a stop that the user asked for during the search: `true` is forward.
    pub(super) wanted: Option<bool>,
}

/// A search, and the run that it searches.
#[derive(Debug)]
pub struct SearchWork {
    pub(super) search: StopSearch,
    pub(super) run: ByIdentity<Run>,
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

impl Stops {
    /// Searches the stops of a run. A long run is searched in slices. `None` if there is nothing to search for.
    pub(super) fn find(
        run: &ByIdentity<Run>,
        breakpoints: &[Breakpoint],
        until: &str,
    ) -> Option<(Self, Option<StopSearching>)> {
        let text = until.trim_end();
        if breakpoints.is_empty() && text.is_empty() {
            return None;
        }
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
        let mut search = run.search_stops(breakpoints, condition.as_ref());
        let is_over = search.advance(run, FIRST_SLICE);
        let steps = if is_over { search.stops() } else { Vec::new() };
        let work = (!is_over).then(|| ByIdentity::new(SearchWork { search, run: run.clone() }));
        let searching = work.map(|work| StopSearching { work, wanted: None });
        Some((Self { steps, are_sought: !is_over, error }, searching))
    }
}

/// Moves breakpoints at instructions to the lines of a new run. Drops breakpoints whose line is gone.
pub(super) fn breakpoints_after(
    breakpoints: &[Breakpoint],
    old: &StagedRun,
    new: &StagedRun,
) -> Vec<Breakpoint> {
    let lines = |of: &StagedRun| -> Vec<usize> {
        let starts = line_starts(&of.text);
        of.run.scenario().program.iter().map(|bound| line_number(&starts, bound.span)).collect()
    };
    let (were, are) = (lines(old), lines(new));
    let moved = |breakpoint: &Breakpoint| {
        let Breakpoint::Instruction(index) = breakpoint else { return Some(breakpoint.clone()) };
        let now = line_after(&old.text, &new.text, *were.get(*index)?)?;
        are.iter().position(|line| *line == now).map(Breakpoint::Instruction)
    };
    breakpoints.iter().filter_map(moved).collect()
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
