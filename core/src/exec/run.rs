//! A finished run and its queries.
//!
//! A run stores no steps. It keeps *keyframes*, clones of the machine every 1,024 to 16,384 steps, and runs on from the nearest
//! one before the step that a query asks for. That takes less memory than a full log. The cost of a query does not depend on
//! the position in the run: it is that of some thousand steps.

use super::findings::RunFindings;
use super::invariant::{Breach, Watch};
use super::log::Log;
use super::memory;
use super::scenario::{Bound, BoundOperand, Scenario};
use super::shadow_memory::ShadowMemory;
use super::slips::BegunInputs;
use super::step::Recording;
use super::stop::{FinalState, RunError, STEP_BUDGET, Stop, WORK_BUDGET, is_budget_spent};
use super::vm::Vm;
use crate::base::{LaneId, LaneMask, Schedule};
use crate::diag::{Diagnostic, Severity};
use crate::machine::{Place, State};
use crate::spec::{Direction, Operand};
use crate::trace::{Access, Frame, Input, LaneStatus, LaneView, Mark, MarkKind, MicroStep, Phase, Target};
use std::cell::{OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;

/// The number of elements that checks of invariants may read for each micro-step of a slice.
pub(super) const CHECKED_ELEMENTS_PER_STEP: u64 = 16;

/// A run: steps from 0 to [`Run::len`], with the states between them.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) scenario: Rc<Scenario>,
    /// Clones of the machine after 0, `interval`, 2 x `interval`, ... steps.
    keyframes: Vec<Vm>,
    interval: u32,
    /// Clones of the machine between the two keyframes around the last query, ascending. They speed up the next query nearby and
    /// never change its answer.
    nearby: RefCell<Vec<Vm>>,
    pub(super) len: u32,
    stop: Stop,
    pub(super) log: Log,
    breaches: Vec<Breach>,
    diagnostics: Vec<Diagnostic>,
    /// The places that each instruction accesses, computed on demand.
    pub(super) targets: Vec<OnceCell<Vec<Target>>>,
}

/// A run in progress.
#[derive(Clone, Debug)]
pub struct Running {
    scenario: Rc<Scenario>,
    vm: Vm,
    keyframes: Vec<Vm>,
    interval: u32,
    log: Log,
    shadow: ShadowMemory,
    findings: RunFindings,
    watch: Option<Watch>,
    breaches: Vec<Breach>,
}

impl Running {
    /// Executes at most `steps` micro-steps; fewer if checks of invariants take long. Returns whether the run is over.
    pub fn advance(&mut self, steps: u32) -> bool {
        let end = self.vm.steps.saturating_add(steps).min(STEP_BUDGET);
        let end_elements =
            self.watch.as_ref().map_or(0, |watch| watch.work) + u64::from(steps) * CHECKED_ELEMENTS_PER_STEP;
        while self.vm.steps < end && self.vm.work < WORK_BUDGET {
            if self.watch.as_ref().is_some_and(|watch| watch.work >= end_elements) {
                return false;
            }
            if !self.execute_step() {
                return true;
            }
            if self.vm.steps == self.keyframes.len() as u32 * self.interval {
                self.keyframes.push(self.vm.clone());
            }
        }
        is_budget_spent(&self.vm)
    }

    /// Executes a micro-step, and notes what it did. Returns `false` at the end of the program.
    fn execute_step(&mut self) -> bool {
        let Self { scenario, vm, log, shadow, findings, .. } = self;
        if !vm.advance(scenario, Recording::Reportable) {
            return false;
        }
        let (written, step) = (log.writes.len(), &vm.last);
        if step.phase == Phase::Mask {
            shadow.begin_instruction();
            log.begin_instruction(
                step.by.step,
                vm.active.as_ref().map_or(LaneMask::default(), |active| active.enabled),
            );
            if let Some(active) = &vm.active {
                findings.note_inputs(step.by, BegunInputs { scenario, active, state: &vm.state });
            }
        }
        for found in step.accesses.iter().filter(|found| found.takes_effect) {
            let meeting = shadow.note_access(&scenario.layout, step.by, found);
            log.note_access(scenario, step.by, found, meeting);
            findings.note_meeting(scenario, step.by, found, meeting);
        }
        log.note_step(step);
        if let Some(record) = &step.record {
            findings.note_record(scenario, step.by, record);
        }
        self.check_invariants(written);
        true
    }

    /// Checks the watched invariants after a step, whose writes are those from `written` on in the log.
    fn check_invariants(&mut self, written: usize) {
        let Self { scenario, vm, log, watch: Some(watch), .. } = self else { return };
        if watch.is_over() {
            return;
        }
        let writes = log.writes[written..].iter().map(|written| written.place.space);
        let broken = watch.check_after_step(scenario, vm, writes);
        let by = vm.last.by;
        if !broken.is_empty() {
            log.mark(by, MarkKind::Invariant, None);
            watch.stop_watching(&broken);
        }
        self.breaches.extend(broken.into_iter().map(|at| Breach::new(scenario, at, vm, by.lane)));
    }

    /// Returns the number of executed micro-steps.
    pub fn steps(&self) -> u32 {
        self.vm.steps
    }

    /// Returns the run as far as it went.
    pub fn finish(self) -> Run {
        let Self { scenario, vm, keyframes, interval, mut log, findings, watch, breaches, .. } = self;
        log.writes.shrink_to_fit();
        log.marks.shrink_to_fit();
        let stop = Stop::from_machine(&vm, &scenario);
        let unchecked = watch.and_then(|watch| watch.cut_off(&scenario));
        let mut diagnostics = findings.diagnostics(&scenario, &vm, stop);
        diagnostics.extend(breaches.iter().map(|breach| breach.diagnostic(&scenario)).chain(unchecked));
        let nearby = RefCell::default();
        Run {
            targets: vec![OnceCell::new(); log.instruction_starts.len()],
            len: vm.steps,
            scenario,
            keyframes,
            interval,
            nearby,
            stop,
            log,
            breaches,
            diagnostics,
        }
    }
}

impl Run {
    /// Runs a scenario to its end, or to the end of its budget.
    pub fn new(scenario: Rc<Scenario>) -> Self {
        let mut running = Self::begin(scenario);
        running.advance(STEP_BUDGET);
        running.finish()
    }

    /// Begins a run, to be advanced in slices.
    pub fn begin(scenario: Rc<Scenario>) -> Running {
        let vm = Vm::new(&scenario);
        let mut watch = Watch::new(&scenario);
        let broken = watch.as_mut().map_or_else(Vec::new, |watch| watch.broken(&scenario, &vm.state));
        if let Some(watch) = &mut watch {
            watch.stop_watching(&broken);
        }
        let breaches = broken.into_iter().map(|at| Breach::new(&scenario, at, &vm, None)).collect();
        Running {
            interval: keyframe_interval(&scenario),
            keyframes: vec![vm.clone()],
            vm,
            log: Log::default(),
            shadow: ShadowMemory::default(),
            findings: RunFindings::default(),
            watch,
            breaches,
            scenario,
        }
    }

    /// Returns the scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Returns the number of micro-steps.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Returns whether the run has no steps.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns why the run ended.
    pub fn stop(&self) -> Stop {
        self.stop
    }

    /// Returns the findings of the run, such as undefined values and accesses out of bounds.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Returns the final state.
    pub fn final_state(&self) -> FinalState {
        let errors = self.diagnostics.iter().filter(|found| found.severity == Severity::Error);
        FinalState {
            state: self.state(self.len),
            stop: self.stop,
            errors: errors.filter_map(|error| RunError::from_code(error.code())).collect(),
        }
    }

    /// Returns the micro-step at `index`; `None` past the end.
    pub fn step(&self, index: u32) -> Option<MicroStep> {
        if index >= self.len {
            return None;
        }
        self.machine(index).record_step(&self.scenario)
    }

    /// Returns the breaches of invariants: the first one of each.
    pub fn breaches(&self) -> &[Breach] {
        &self.breaches
    }

    /// Returns all micro-steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = MicroStep> {
        self.steps_from(0)
    }

    /// Returns the micro-steps after `cursor`, in order.
    pub fn steps_from(&self, cursor: u32) -> impl Iterator<Item = MicroStep> {
        let mut vm = self.machine(cursor);
        (cursor..self.len).map_while(move |_| vm.record_step(&self.scenario))
    }

    /// Returns the contents of memory after `cursor` steps (clamped to the length).
    pub fn state(&self, cursor: u32) -> State {
        self.machine(cursor).state
    }

    /// Returns the marked moments, ascending.
    pub fn marks(&self) -> &[Mark] {
        &self.log.marks
    }

    /// Returns the first step of each instruction that began, ascending.
    pub fn instruction_starts(&self) -> &[u32] {
        &self.log.instruction_starts
    }

    /// Returns the steps of an instruction. Empty if it never began.
    pub(super) fn steps_of(&self, instruction: usize) -> Range<u32> {
        let start = |index: usize| self.instruction_starts().get(index).copied().unwrap_or(self.len);
        start(instruction)..start(instruction + 1)
    }

    /// Returns the steps that wrote a byte of `place`, ascending, each with its lane.
    pub fn writers(&self, place: Place) -> impl Iterator<Item = (u32, Option<LaneId>)> {
        let wrote = self.log.writes.iter().filter(move |written| written.place.overlaps(place));
        wrote.map(|written| (written.step, written.lane))
    }

    /// Returns for each place the last step before `end` that wrote one of its bytes, with its lane. All places together cost one
    /// pass over the writes.
    pub fn last_writers(&self, places: &[Place], end: u32) -> Vec<Option<(u32, Option<LaneId>)>> {
        let writes = &self.log.writes;
        let writes = &writes[..writes.partition_point(|written| written.step < end)];
        // The number of the last write to each byte, from 1, in the spaces of the places.
        let spaces = &self.scenario.layout.spaces;
        let mut last: Vec<Vec<u32>> = vec![Vec::new(); spaces.len()];
        for place in places {
            let space = place.space.index();
            last[space].resize(spaces[space].size_bytes, 0);
        }
        for (number, written) in (1..).zip(writes) {
            let place = written.place;
            let bytes = last[place.space.index()].iter_mut().skip(place.byte_offset as usize);
            bytes.take(place.size_bytes as usize).for_each(|byte| *byte = number);
        }
        let of_place = |place: &Place| {
            let bytes = last[place.space.index()].iter().skip(place.byte_offset as usize);
            let number = *bytes.take(place.size_bytes as usize).max()?;
            let written = writes[number.checked_sub(1)? as usize];
            Some((written.step, written.lane))
        };
        places.iter().map(of_place).collect()
    }

    /// Returns the steps in which a lane wrote something during an instruction, ascending.
    pub fn writes_of(&self, instruction: usize, lane: LaneId) -> impl Iterator<Item = u32> {
        let Range { start, end } = self.steps_of(instruction);
        let writes = &self.log.writes;
        let from = writes.partition_point(|written| written.step < start);
        let wrote = writes[from..].iter().take_while(move |written| written.step < end);
        wrote.filter(move |written| written.lane == Some(lane)).map(|written| written.step)
    }

    /// Returns the lanes that take part in an instruction; `None` if it never began.
    pub fn enabled(&self, instruction: usize) -> Option<LaneMask> {
        self.log.enabled.get(instruction).copied()
    }

    /// Returns the order in which an instruction's lanes had their turns, as the shortest schedule that reproduces it. For an
    /// instruction that never began, or that has no `foreach_active`, returns the ascending schedule.
    pub fn turns(&self, instruction: usize) -> Schedule {
        Schedule::from_lists(self.turn_lists(instruction))
    }

    /// Returns the lanes in the order of their turns, for each loop of an instruction: loops x turns. A lane that the run did not
    /// reach follows the others. Empty for an instruction that never began, or that has no `foreach_active`.
    pub fn turn_lists(&self, instruction: usize) -> Vec<Vec<u8>> {
        let Some(&start) = self.instruction_starts().get(instruction) else { return Vec::new() };
        // An instruction's first step is the mask, so no loop has begun yet.
        let mut vm = self.machine(start + 1);
        if let Some(active) = &mut vm.active {
            active.turns = Some(Vec::new());
        }
        vm.run_to(&self.scenario, self.steps_of(instruction).end, u64::MAX);
        let Some(active) = vm.active else { return Vec::new() };
        let with_all_lanes = |mut turns: Vec<u8>| {
            let others = active.enabled.lanes().map(|lane| lane.0).filter(|lane| !turns.contains(lane));
            turns.extend(others.collect::<Vec<_>>());
            turns
        };
        active.turns.unwrap_or_default().into_iter().map(with_all_lanes).collect()
    }

    /// Returns the machine after `cursor` steps (clamped to the length).
    pub(super) fn machine(&self, cursor: u32) -> Vm {
        let cursor = cursor.min(self.len);
        let keyframe = &self.keyframes[(cursor / self.interval) as usize];
        let mut nearby = self.nearby.borrow_mut();
        if nearby.first().is_none_or(|first| first.steps / self.interval != cursor / self.interval) {
            nearby.clear();
        }
        let after = nearby.partition_point(|vm| vm.steps <= cursor);
        let mut vm = after.checked_sub(1).map_or(keyframe, |at| &nearby[at]).clone();
        let apart = self.interval / NEARBY;
        while vm.steps < cursor {
            let next = (vm.steps / apart + 1) * apart;
            if !vm.run_to(&self.scenario, next.min(cursor), u64::MAX) {
                break;
            }
            if vm.steps == next && nearby.last().is_none_or(|last| last.steps < next) {
                nearby.push(vm.clone());
            }
        }
        vm
    }

    /// Returns the frame after `cursor` steps (clamped to the length).
    pub fn frame(&self, cursor: u32) -> Frame {
        self.moment(cursor).0
    }

    /// Returns a hash of the moment after `cursor` steps (clamped to the length): its last step, and the contents of memory,
    /// variables and predicates. It is the same natively and in WebAssembly.
    pub fn fingerprint(&self, cursor: u32) -> u32 {
        let (frame, state) = self.moment(cursor);
        let step = frame.last.map_or(0, |step| {
            let lane = step.lane.map_or(0, |lane| u64::from(lane.0) + 1);
            // The fields do not overlap: each is smaller than its distance to the next.
            u64::from(step.instruction) << 16 | (step.phase as u64) << 8 | lane
        });
        let all = state.fingerprint() ^ step.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // Folds 64 bits into 32.
        (all ^ all >> 32) as u32
    }

    /// Returns [`Run::frame`] and [`Run::state`] at the cost of one.
    pub fn moment(&self, cursor: u32) -> (Frame, State) {
        let cursor = cursor.min(self.len);
        let mut vm = self.machine(cursor.saturating_sub(1));
        let last = if cursor == 0 { None } else { vm.record_step(&self.scenario) };
        let next = if cursor == self.len { None } else { vm.clone().record_step(&self.scenario) };
        let active = vm.active.as_ref();
        let frame = Frame {
            cursor,
            instruction: active.map(|active| active.instruction as u32),
            last,
            next,
            lanes: self.lanes(&vm),
        };
        (frame, vm.state)
    }

    /// Returns the first access of the steps after `cursor`, as long as they belong to the lane of the step before, or the one that a
    /// trap prevents there. Few steps are searched.
    pub fn upcoming_access(&self, cursor: u32) -> Option<Access> {
        let mut vm = self.machine(cursor);
        let lane = vm.last.by.lane?;
        for _ in 0..LOOKAHEAD {
            if !vm.advance(&self.scenario, Recording::Nothing) || vm.last.by.lane != Some(lane) {
                return None;
            }
            let found = vm.last.accesses.first().map(|found| found.access);
            if let Some(access) = found.or(vm.last.prevented) {
                return Some(access);
            }
        }
        None
    }

    /// Returns the lanes of the current instruction. Before the first step, these are the lanes of the first instruction; in an
    /// empty program, the dispatched lanes.
    fn lanes(&self, vm: &Vm) -> Vec<LaneView> {
        let active = vm.active.as_ref();
        let Some(bound) = self.scenario.program.get(active.map_or(0, |active| active.instruction)) else {
            return (0..self.scenario.dispatch_lanes).map(LaneView::dispatched).collect();
        };
        let view = |id: u8| {
            let lane = active.map(|active| &active.lanes[usize::from(id)]);
            LaneView {
                lane: LaneId(id),
                dispatch_lane: id + bound.mask_offset,
                status: lane.map_or(LaneStatus::Unknown, |lane| lane.status),
                predicate: active
                    .and_then(|active| active.predicate)
                    .map(|bits| bits.contains(usize::from(id))),
                phase: lane.and_then(|lane| lane.phase),
                inputs: self.inputs(bound, vm, LaneId(id)),
                address: active.and_then(|active| active.address(LaneId(id), bound)),
                access: lane.and_then(|lane| lane.access),
                dropped: lane.is_some_and(|lane| lane.dropped),
                old: lane.and_then(|lane| lane.old),
                reads: active.map_or(Vec::new(), |active| active.reads(LaneId(id), bound)),
                new: lane.and_then(|lane| lane.new),
                returned: lane.map_or(Vec::new(), |lane| lane.returned.to_vec()),
            }
        };
        (0..bound.exec_size).map(view).collect()
    }

    fn inputs(&self, bound: &Bound, vm: &Vm, lane: LaneId) -> Vec<Option<Input>> {
        let active = vm.active.as_ref();
        let input = |(at, (row, operand)): (usize, (&Operand, &BoundOperand))| {
            if row.direction != Some(Direction::In) {
                return None;
            }
            let read_last = active.map_or(lane.index(), |active| active.source_index(lane, at));
            let index = if row.is_scalar() { 0 } else { read_last };
            let read = |place| active.map_or(vm.state.read(place), |active| active.latched.read(place));
            let (value, ty) = memory::input(read, operand, index)?;
            Some(Input { index, value, ty })
        };
        bound.row.operands().iter().zip(&bound.operands).enumerate().map(input).collect()
    }
}

/// The maximum number of clones between two keyframes, near the last query.
const NEARBY: u32 = 32;

/// The number of steps in which an access is looked for.
const LOOKAHEAD: u32 = 32;

/// Returns the number of steps between keyframes: few enough for fast seeking, and enough that a keyframe costs about 8 bytes
/// for each step of its interval if every space changes.
fn keyframe_interval(scenario: &Scenario) -> u32 {
    let state_bytes: usize = scenario.layout.spaces.iter().map(|space| 2 * space.size_bytes).sum();
    (state_bytes / 8).clamp(1024, 16_384) as u32
}
