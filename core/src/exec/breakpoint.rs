//! Where a person wants a run to stop.

use super::active::Stage;
use super::record::Nobody;
use super::slots::Slots;
use super::vm::Vm;
use super::{Condition, Run, Scenario};
use crate::base::{Bits, LaneMask, line_col};
use crate::machine::Place;
use crate::semantics::{Code, Site};
use crate::trace::{MicroStep, Phase};
use std::rc::Rc;

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
        let mut search = self.search_stops(breakpoints, condition);
        search.advance(self, self.len());
        search.stops()
    }

    /// The search for [`Run::stops`], for whoever makes it in slices: only what the log says has been looked at.
    pub fn search_stops(&self, breakpoints: &[Breakpoint], condition: Option<&Condition>) -> StopSearch {
        // Steps are walked only for what the log does not say.
        let is_line = |breakpoint: &Breakpoint| matches!(breakpoint, Breakpoint::Line { .. });
        let walks = condition.is_some() || breakpoints.iter().any(is_line);
        let found = breakpoints.iter().flat_map(|breakpoint| self.logged(breakpoint)).collect();
        StopSearch {
            vm: walks.then(|| self.machine(0)),
            lines: Lines::new(breakpoints.to_vec()),
            condition: condition.cloned(),
            held: LaneMask::default(),
            slots: Slots::default(),
            found,
        }
    }

    /// The steps at which a breakpoint stops the run of which the log knows, ascending.
    fn logged(&self, breakpoint: &Breakpoint) -> Vec<u32> {
        match breakpoint {
            Breakpoint::Instruction(at) => self.instruction_starts().get(*at).copied().into_iter().collect(),
            Breakpoint::Written { space, byte_offset, size_bytes } => {
                let (byte_offset, size_bytes) = (*byte_offset, *size_bytes);
                let space = self.scenario().layout.space_named(space);
                let place = space.map(|space| Place { space, byte_offset, size_bytes });
                place.map_or(Vec::new(), |place| self.writers(place).map(|(step, _)| step).collect())
            }
            Breakpoint::Line { .. } => Vec::new(),
        }
    }
}

/// A search for where a run stops.
#[derive(Debug)]
pub struct StopSearch {
    /// The machine that goes through the steps; `None` where the log says all.
    vm: Option<Vm>,
    lines: Lines,
    condition: Option<Condition>,
    /// The lanes for which the condition held behind their last step.
    held: LaneMask,
    slots: Slots<Bits>,
    /// The steps behind which the run stops, as far as they are known.
    found: Vec<u32>,
}

impl StopSearch {
    /// Goes through at most that many micro-steps of the run that is searched. Returns whether it is at the end.
    pub fn advance(&mut self, run: &Run, steps: u32) -> bool {
        let Self { vm: Some(vm), lines, condition, held, slots, found } = self else { return true };
        let scenario = run.scenario();
        let end = vm.steps.saturating_add(steps).min(run.len());
        while vm.steps < end {
            let index = vm.steps;
            let line = lines.next(scenario, vm);
            let mut stop = line == Line::Marked;
            // Which lines of its operation a statement runs is seen only where all is taken down.
            let done = if line == Line::Operation {
                let step = vm.step(scenario);
                stop = step.as_ref().is_some_and(|step| lines.has(step));
                step.map(|step| (step.lane, step.phase))
            } else {
                vm.advance(scenario, &mut Nobody).map(|done| (done.lane, done.phase))
            };
            let Some((lane, phase)) = done else { return true };
            if phase == Phase::Mask {
                *held = LaneMask::default();
            }
            if let (Some(condition), Some(lane)) = (&*condition, lane) {
                let holds = condition.holds(scenario, vm, lane, slots);
                stop |= holds && !held.contains(lane.index());
                *held = held.with(lane.index(), holds);
            }
            if stop {
                found.push(index);
            }
        }
        vm.steps >= run.len()
    }

    /// How many micro-steps of the run have been gone through.
    pub fn steps(&self) -> u32 {
        self.vm.as_ref().map_or(0, |vm| vm.steps)
    }

    /// The steps behind which the run stops, ascending, as far as it was searched.
    pub fn stops(&self) -> Vec<u32> {
        let mut stops = self.found.clone();
        // What each breakpoint and the walk have found ascends by itself, which this way of sorting makes use of.
        stops.sort();
        stops.dedup();
        stops
    }
}

/// The lines with breakpoints of the instruction under way.
#[derive(Debug)]
struct Lines {
    breakpoints: Vec<Breakpoint>,
    code: Option<Rc<Code>>,
    /// Of each statement whether it stands on such a line.
    statements: Vec<bool>,
    /// Whether there is such a line in the text of the operation.
    is_in_operation: bool,
}

/// Whether a step runs a line with a breakpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    Plain,
    Marked,
    /// It applies an operation, and one of its lines has a breakpoint.
    Operation,
}

impl Lines {
    fn new(breakpoints: Vec<Breakpoint>) -> Self {
        Self { breakpoints, code: None, statements: Vec::new(), is_in_operation: false }
    }

    /// Looks at the step that a machine does next.
    fn next(&mut self, scenario: &Scenario, vm: &Vm) -> Line {
        let Some(active) = vm.active.as_ref().filter(|active| active.stage == Stage::Body) else {
            return Line::Plain;
        };
        let code = &scenario.program[active.instruction].code;
        if self.code.as_ref().is_none_or(|known| !Rc::ptr_eq(known, code)) {
            self.statements = code.statements.iter().map(|it| self.is_marked(code, it.site)).collect();
            let named = |name: &str| self.breakpoints.iter().any(|it| it.is_in(name));
            self.is_in_operation = code.texts.get(1).is_some_and(|operation| named(&operation.name));
            self.code = Some(Rc::clone(code));
        }
        let pc = active.pc(active.current_lane());
        if self.statements[pc.0 as usize] {
            Line::Marked
        } else if self.is_in_operation && !code.flat.statement(pc).is_quiet {
            Line::Operation
        } else {
            Line::Plain
        }
    }

    /// Whether a step of the instruction ran such a line.
    fn has(&self, step: &MicroStep) -> bool {
        let code = self.code.as_ref().expect("a step of the body has been looked at");
        [step.site, step.op_site].into_iter().flatten().any(|site| self.is_marked(code, site))
    }

    fn is_marked(&self, code: &Code, site: Site) -> bool {
        let of = &code.texts[usize::from(site.text)];
        let is_there = |breakpoint: &Breakpoint| match breakpoint {
            Breakpoint::Line { line, .. } if breakpoint.is_in(&of.name) => {
                line_col(&of.text, site.span.range().start).line == line + 1
            }
            _ => false,
        };
        self.breakpoints.iter().any(is_there)
    }
}

impl Breakpoint {
    /// Whether it is at a line of the text of that name.
    fn is_in(&self, name: &str) -> bool {
        matches!(self, Breakpoint::Line { text, .. } if text == name)
    }
}

/// Where a run stops next: the cursor behind the first of the ascending stops that lies after a cursor, or, backwards,
/// behind the last that lies before it.
pub fn beside(stops: &[u32], cursor: u32, forward: bool) -> Option<u32> {
    // A stop lies at the cursor behind its step.
    let found = if forward {
        stops.get(stops.partition_point(|&step| step < cursor))
    } else {
        stops[..stops.partition_point(|&step| step + 1 < cursor)].last()
    };
    found.map(|step| step + 1)
}
