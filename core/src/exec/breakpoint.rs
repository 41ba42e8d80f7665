//! Where a person wants a run to stop.

use super::{Condition, Run};
use crate::base::{LaneMask, line_col};
use crate::machine::Place;
use crate::semantics::Site;
use crate::trace::{MicroStep, Phase};

/// A place at which a run stops. It outlives edits of the text: what it names may be gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breakpoint {
    /// An instruction begins: its position in the program, from 0.
    Instruction(usize),
    /// A line of notation ran.
    Line {
        /// The name of the instruction or operation whose text it is.
        text: String,
        /// The line in that text, from 0.
        line: usize,
    },
    /// Bytes were written.
    Written {
        /// The name of their space.
        space: String,
        /// The first byte.
        byte_offset: u32,
        /// The number of bytes.
        size_bytes: u32,
    },
}

impl Run {
    /// The steps behind which a run stops, ascending: those that a breakpoint names, and those behind which the
    /// condition holds for their lane as it did not before.
    pub fn stops(&self, breakpoints: &[Breakpoint], condition: Option<&Condition>) -> Vec<u32> {
        let mut stops = Vec::new();
        let is_line = |breakpoint: &Breakpoint| matches!(breakpoint, Breakpoint::Line { .. });
        if breakpoints.is_empty() && condition.is_none() {
            return stops;
        }
        // Steps are walked only for what the log does not say.
        if condition.is_some() || breakpoints.iter().any(is_line) {
            let mut vm = self.machine(0);
            let mut held = LaneMask::default();
            while let Some(step) = vm.step(self.scenario()).filter(|step| step.index < self.len()) {
                if step.phase == Phase::Mask {
                    held = LaneMask::default();
                }
                let mut stop = breakpoints.iter().any(|breakpoint| self.is_at(breakpoint, &step));
                if let (Some(condition), Some(lane)) = (condition, step.lane) {
                    let holds = condition.holds(self.scenario(), &vm, lane);
                    stop |= holds && !held.contains(lane.index());
                    held = held.with(lane.index(), holds);
                }
                if stop {
                    stops.push(step.index);
                }
            }
        }
        let mut logged = vec![false; self.len() as usize];
        for breakpoint in breakpoints {
            let steps = match breakpoint {
                Breakpoint::Instruction(at) => {
                    self.instruction_starts().get(*at).copied().into_iter().collect()
                }
                Breakpoint::Written { space, byte_offset, size_bytes } => {
                    let (byte_offset, size_bytes) = (*byte_offset, *size_bytes);
                    let space = self.scenario().layout.space_named(space);
                    let place = space.map(|space| Place { space, byte_offset, size_bytes });
                    place.map_or(Vec::new(), |place| self.writers(place).map(|(step, _)| step).collect())
                }
                Breakpoint::Line { .. } => Vec::new(),
            };
            for step in steps {
                logged[step as usize] = true;
            }
        }
        for step in stops {
            logged[step as usize] = true;
        }
        // A run has at most a million steps.
        let steps = logged.iter().enumerate().filter(|(_, stops)| **stops);
        steps.map(|(step, _)| step as u32).collect()
    }

    /// Whether a step ran the line of a breakpoint.
    fn is_at(&self, breakpoint: &Breakpoint, step: &MicroStep) -> bool {
        let Breakpoint::Line { text, line } = breakpoint else { return false };
        let texts = &self.scenario().program[step.instruction as usize].code.texts;
        let is_there = |site: &Site| {
            let of = &texts[usize::from(site.text)];
            of.name == *text && line_col(&of.text, site.span.range().start).line == line + 1
        };
        [step.site, step.op_site].iter().flatten().any(is_there)
    }
}

/// Where a run stops next: the cursor behind the first of the ascending stops that lies after a cursor, or, backwards,
/// behind the last that lies before it.
pub fn beside(stops: &[u32], cursor: u32, forward: bool) -> Option<u32> {
    let mut cursors = stops.iter().map(|step| step + 1);
    if forward { cursors.find(|&stop| stop > cursor) } else { cursors.rfind(|&stop| stop < cursor) }
}
