//! Breakpoints and conditions: the steps after which a run stops.

use super::active::Stage;
use super::condition::Condition;
use super::run::Run;
use super::scenario::Scenario;
use super::step::{Recording, StepOutcome};
use super::vm::Vm;
use crate::base::{LaneMask, line_col};
use crate::machine::Place;
use crate::semantics::{Code, ExprId, OpBody, Site};
use crate::trace::Phase;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// A breakpoint. It survives edits of the text, so the line or space that it names may no longer exist.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Breakpoint {
    /// Stops at the first step of an instruction: its position in the program, from 0.
    Instruction(usize),
    /// Stops after each step that runs a line of notation.
    Line {
        /// The name of the instruction or operation whose text has the line.
        text: String,
        /// The line in that text, from 0.
        line: usize,
    },
    /// Stops after each step that writes some of these bytes.
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
    /// Returns the steps after which a run stops, ascending: those that a breakpoint names, and those after which the condition
    /// becomes true for their lane.
    pub fn stops(&self, breakpoints: &[Breakpoint], condition: Option<&Condition>) -> Vec<u32> {
        let mut search = self.search_stops(breakpoints, condition);
        search.advance(self, self.len());
        search.stops()
    }

    /// Starts the search for [`Run::stops`], to be advanced in slices. At first it contains only the stops that the log
    /// records.
    pub fn search_stops(&self, breakpoints: &[Breakpoint], condition: Option<&Condition>) -> StopSearch {
        // Only a line or a condition requires running the steps again.
        let is_line = |breakpoint: &Breakpoint| matches!(breakpoint, Breakpoint::Line { .. });
        let walks = condition.is_some() || breakpoints.iter().any(is_line);
        let found = breakpoints.iter().flat_map(|breakpoint| self.logged(breakpoint)).collect();
        StopSearch {
            vm: walks.then(|| self.machine(0)),
            lines: BreakpointLines { breakpoints: breakpoints.to_vec(), ..BreakpointLines::default() },
            condition: condition.cloned(),
            held: LaneMask::default(),
            found,
        }
    }

    /// Returns the steps at which a breakpoint stops the run, ascending, as far as the log records them.
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

/// A search for the steps after which a run stops, made in slices.
#[derive(Clone, Debug)]
pub struct StopSearch {
    /// The machine that runs the steps again; `None` if the log has all answers.
    vm: Option<Vm>,
    lines: BreakpointLines,
    condition: Option<Condition>,
    /// The lanes for which the condition held after their last step.
    held: LaneMask,
    /// The steps after which the run stops, as far as they are known.
    found: Vec<u32>,
}

impl StopSearch {
    /// Searches at most `steps` more micro-steps of the run. Returns whether the search is complete.
    pub fn advance(&mut self, run: &Run, steps: u32) -> bool {
        let Self { vm: Some(vm), lines, condition, held, found } = self else { return true };
        let scenario = run.scenario();
        let end = vm.steps.saturating_add(steps).min(run.len());
        while vm.steps < end {
            let index = vm.steps;
            let recording = lines.recording_of_next_step(scenario, vm);
            if !vm.advance(scenario, recording) {
                return true;
            }
            let mut stop = lines.have_run(&vm.last);
            let lane = vm.last.by.lane;
            if vm.last.phase == Phase::Mask {
                *held = LaneMask::default();
            }
            if let (Some(condition), Some(lane)) = (&*condition, lane) {
                let holds = condition.holds(scenario, vm, lane);
                stop |= holds && !held.contains(lane.index());
                *held = held.with(lane.index(), holds);
            }
            if stop {
                found.push(index);
            }
        }
        vm.steps >= run.len()
    }

    /// Returns the steps found so far after which the run stops, ascending.
    pub fn stops(&self) -> Vec<u32> {
        let mut stops = self.found.clone();
        // Each source is sorted already, and this sort is fast for concatenated runs.
        stops.sort();
        stops.dedup();
        stops
    }
}

/// The lines with breakpoints in the semantics of the current instruction.
#[derive(Clone, Debug, Default)]
struct BreakpointLines {
    breakpoints: Vec<Breakpoint>,
    code: Option<Rc<Code>>,
    /// For each statement, whether its line has a breakpoint.
    statements: Vec<bool>,
    /// The values that the operation assigns on lines with a breakpoint.
    assigned: FxHashSet<ExprId>,
}

impl BreakpointLines {
    /// Returns the steps to record among the next one: only a full record has the lines of an operation that a step runs.
    fn recording_of_next_step(&mut self, scenario: &Scenario, vm: &Vm) -> Recording {
        let Some(active) = vm.active.as_ref().filter(|active| active.stage == Stage::Body) else {
            return Recording::Nothing;
        };
        let code = &scenario.program[active.instruction].code;
        if self.code.as_ref().is_none_or(|known| !Rc::ptr_eq(known, code)) {
            self.statements = code.statements.iter().map(|line| self.is_marked(code, line.site)).collect();
            let assignments = code.op.iter().flat_map(OpBody::assignments);
            let marked = assignments.filter(|(line, ..)| self.is_marked(code, line.site));
            self.assigned = marked.map(|(.., value)| value).collect();
            self.code = Some(Rc::clone(code));
        }
        let pc = active.pc(active.current_lane());
        let calls = !self.assigned.is_empty() && code.statement(pc).calls_op;
        if calls { Recording::Everything } else { Recording::Nothing }
    }

    fn have_run(&self, step: &StepOutcome) -> bool {
        if matches!(step.phase, Phase::Mask | Phase::Latch) {
            return false;
        }
        let mut values = step.record.iter().flat_map(|record| &record.values);
        self.statements[step.by.pc.0 as usize] || values.any(|(value, _)| self.assigned.contains(value))
    }

    fn is_marked(&self, code: &Code, site: Site) -> bool {
        let source = &code.texts[usize::from(site.text)];
        let is_there = |breakpoint: &Breakpoint| match breakpoint {
            Breakpoint::Line { text, line } => {
                *text == source.name && line_col(&source.text, site.span.range().start).line == line + 1
            }
            _ => false,
        };
        self.breakpoints.iter().any(is_there)
    }
}

/// Returns the cursor of the nearest stop: the first after `cursor`, or the last before it if not `forward`. A stop's cursor
/// is the one after its step.
pub fn nearest_stop(stops: &[u32], cursor: u32, forward: bool) -> Option<u32> {
    // The cursor of a stop is `step + 1`.
    let found = if forward {
        stops.get(stops.partition_point(|&step| step < cursor))
    } else {
        stops[..stops.partition_point(|&step| step + 1 < cursor)].last()
    };
    found.map(|step| step + 1)
}
