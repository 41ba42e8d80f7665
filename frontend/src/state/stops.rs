//! Where the run stops: breakpoints and the condition, as they are kept and as the page shows them.

use super::{ByIdentity, FIRST_SLICE, Good, Model};
use lanescope_core::session::{Bound, Breakpoint, Condition, Run, StopSearch, beside, line_col};
use std::cell::RefCell;
use std::rc::Rc;

/// What breakpoints and condition come to in the run on the stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    /// The steps behind which the run stops, ascending.
    pub steps: Vec<u32>,
    /// Whether a long run is still being searched; what is found is told when all is.
    pub are_sought: bool,
    /// What is wrong with the condition.
    pub error: Option<Wrong>,
}

/// The search of a long run for its stops. Copies make the same search together: what one of them does is done for all.
#[derive(Clone, Debug)]
pub struct Search {
    search: Rc<RefCell<StopSearch>>,
    run: ByIdentity<Run>,
    /// How many micro-steps of the run have been gone through.
    steps: u32,
    /// Which way to the stop that somebody has asked for meanwhile.
    asked: Option<bool>,
}

impl PartialEq for Search {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.search, &other.search) && (self.steps, self.asked) == (other.steps, other.asked)
    }
}

impl Search {
    /// Goes on through at most that many micro-steps. Returns whether it is at the end of the run.
    fn advance(&mut self, steps: u32) -> bool {
        let mut search = self.search.borrow_mut();
        let is_over = search.advance(&self.run, steps);
        self.steps = search.steps();
        is_over
    }
}

/// What is wrong with a condition, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// What stands before the place.
    pub before: String,
    /// The place; empty at the end.
    pub here: String,
    /// What stands behind it.
    pub after: String,
    /// What is wrong.
    pub message: String,
}

impl Model {
    /// Finds the stops anew: the run, the breakpoints or the condition are others. Those of a long run are found in slices.
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
        let search = run.search_stops(&self.breakpoints, condition.as_ref());
        let mut search = Search { search: Rc::new(RefCell::new(search)), run, steps: 0, asked: None };
        let is_over = search.advance(FIRST_SLICE);
        let steps = if is_over { search.search.borrow().stops() } else { Vec::new() };
        self.stops = Rc::new(Stops { steps, are_sought: !is_over, error });
        self.search = Some(search).filter(|_| !is_over);
    }

    /// Goes on with the search for stops that is under way, if one is.
    pub(super) fn search(&mut self, steps: u32) {
        if self.search.as_mut().is_some_and(|search| search.advance(steps))
            && let Some(Search { search, asked, .. }) = self.search.take()
        {
            let steps = search.borrow().stops();
            self.stops = Rc::new(Stops { steps, are_sought: false, error: self.stops.error.clone() });
            if let Some(forward) = asked {
                self.seek_stop(forward);
            }
        }
    }

    /// Goes to the stop beside the cursor; while stops are sought, as soon as they are known.
    pub(super) fn seek_stop(&mut self, forward: bool) {
        match &mut self.search {
            Some(search) => search.asked = Some(forward),
            None => self.jump(self.stop_beside(forward)),
        }
    }

    /// Breakpoints at instructions go with them to the text of another run, before it takes the stage; those whose line is
    /// gone go away.
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

    /// The stop beside the cursor.
    pub(super) fn stop_beside(&self, forward: bool) -> Option<u32> {
        beside(&self.stops.steps, self.cursor, forward)
    }

    /// The instruction in or below a line of the text, from 1.
    pub(super) fn instruction_at_line(&self, line: usize) -> Option<usize> {
        let run = self.session.run.as_ref()?;
        let mut lines = run.scenario().program.iter().map(|bound| self.session.line(bound.span));
        lines.position(|it| it >= line)
    }
}

/// The line that a line of a text has become in another text, both from 1; `None` where it is gone. What both texts begin
/// and end with has stayed; in between, a line is found by what it says, else by its place.
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
        // As many lines as before: each was changed in its place. Else the first was, by being split or joined.
        let has_place = old_end == new_end || at == begin && begin < new_end;
        // Unless another line has moved there.
        let is_in_place = has_place && old[begin..old_end].iter().all(|it| it.trim() != new[at].trim());
        equal.nth(before).or(is_in_place.then_some(at))
    };
    becomes.map(|at| at + 1)
}

/// A breakpoint as it is stored.
pub fn words(breakpoint: &Breakpoint) -> String {
    match breakpoint {
        Breakpoint::Instruction(at) => format!("instruction {at}"),
        Breakpoint::Line { text, line } => format!("line {line} {text}"),
        Breakpoint::Written { space, byte_offset, size_bytes } => {
            format!("written {byte_offset} {size_bytes} {space}")
        }
    }
}

/// A stored breakpoint; `None` where it is not one.
pub fn parse(stored: &str) -> Option<Breakpoint> {
    let (kind, rest) = stored.split_once(' ')?;
    Some(match kind {
        "instruction" => Breakpoint::Instruction(rest.parse().ok()?),
        "line" => {
            let (line, text) = rest.split_once(' ')?;
            Breakpoint::Line { text: text.to_owned(), line: line.parse().ok()? }
        }
        "written" => {
            let (byte_offset, rest) = rest.split_once(' ')?;
            let (size_bytes, space) = rest.split_once(' ')?;
            Breakpoint::Written {
                space: space.to_owned(),
                byte_offset: byte_offset.parse().ok()?,
                size_bytes: size_bytes.parse().ok()?,
            }
        }
        _ => return None,
    })
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
