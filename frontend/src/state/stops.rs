//! Where the run stops: breakpoints and the condition, as they are kept and as the page shows them.

use super::Model;
use lanescope_core::exec::{Breakpoint, Condition, beside};
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

    #[inline(never)]
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
