//! Where the run stops: breakpoints and the condition, as they are kept and as the page shows them.

use super::{Good, Model};
use lanescope_core::session::{Bound, Breakpoint, Condition, beside, line_col};
use std::rc::Rc;

/// What breakpoints and condition come to in the run on the stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stops {
    /// The steps behind which the run stops, ascending.
    pub steps: Vec<u32>,
    /// What is wrong with the condition.
    pub error: Option<Wrong>,
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
    /// Finds the stops anew: the run, the breakpoints or the condition are others.
    pub(super) fn find_stops(&mut self) {
        let asks = !self.breakpoints.is_empty() || !self.until.trim_end().is_empty();
        self.stops = Rc::new(if asks { self.stops_asked_for() } else { Stops::default() });
    }

    fn stops_asked_for(&self) -> Stops {
        let mut stops = Stops::default();
        let Some(run) = self.run() else { return stops };
        let text = self.until.trim_end();
        let condition = (!text.is_empty()).then(|| Condition::new(text, run.scenario()));
        let condition = match condition {
            Some(Err(error)) => {
                let at = error.span.range();
                stops.error = Some(Wrong {
                    before: text[..at.start].to_owned(),
                    here: text[at.clone()].to_owned(),
                    after: text[at.end..].to_owned(),
                    message: error.message,
                });
                None
            }
            condition => condition.and_then(Result::ok),
        };
        stops.steps = run.stops(&self.breakpoints, condition.as_ref());
        stops
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
