//! A finished run, and every question that can be asked of it.

use super::active::Stage;
use super::findings::Findings;
use super::invariant::{Breach, Watch};
use super::log::Log;
use super::record::{By, Nobody, Observer, Wants};
use super::vm::{Halt, Vm};
use super::{Bound, BoundOperand, Scenario, memory};
use crate::base::{Bits, LaneId, LaneMask, ScalarType, Schedule};
use crate::diag::Diagnostic;
use crate::machine::{Place, State};
use crate::spec::{Direction, OperandKind};
use crate::trace::{Access, Frame, LaneStatus, LaneView, Mark, MicroStep, Target};
use std::cell::RefCell;
use std::rc::Rc;

/// The most micro-steps that a run may have.
pub const STEP_BUDGET: u32 = 1_000_000;

/// The most expressions that a run may evaluate: a few seconds in a browser.
pub(crate) const WORK_BUDGET: u64 = 20_000_000;

/// For each micro-step of a slice, so many elements may be read to look at invariants.
const LOOKS_PER_STEP: u64 = 16;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program ended.
    End,
    /// The budget of micro-steps was spent.
    Budget,
    /// A rule whose breach ends a run was broken.
    Fault,
    /// Each lane that is left waits for what none of them will ever do.
    GaveUp,
}

impl Stop {
    /// Why a machine stands still that was to go on.
    pub(super) fn of(vm: &Vm, scenario: &Scenario) -> Self {
        match vm.halted {
            Some(Halt::Misaligned(_) | Halt::Trap) => Self::Fault,
            Some(Halt::GaveUp(_)) => Self::GaveUp,
            None if vm.clone().advance(scenario, &mut Nobody).is_some() => Self::Budget,
            None => Self::End,
        }
    }
}

/// A run: steps from 0 to [`Run::len`], states between them. Steps are not stored: the machine is kept every so many
/// steps, and runs on from there.
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) scenario: Rc<Scenario>,
    /// The machine after 0, `interval`, 2 x `interval`, ... steps.
    keyframes: Vec<Vm>,
    interval: u32,
    /// Machines between the two keyframes where one was asked for last, ascending: whoever steps there need not run the
    /// whole way again. Changes what an answer costs, never the answer.
    nearby: RefCell<Vec<Vm>>,
    pub(super) len: u32,
    stop: Stop,
    pub(super) log: Log,
    breaches: Vec<Breach>,
    /// The instructions of which a lane had more than one turn, ascending.
    second_turns: Vec<u16>,
    diagnostics: Vec<Diagnostic>,
}

/// A run that is being made.
#[derive(Debug)]
pub struct Running {
    scenario: Rc<Scenario>,
    vm: Vm,
    keyframes: Vec<Vm>,
    interval: u32,
    log: Log,
    findings: Findings,
    /// Who looks at the invariants; `None` where there is none left that could be broken.
    watch: Option<Watch>,
    breaches: Vec<Breach>,
    /// What is not known of invariants.
    unknown: Option<Diagnostic>,
}

impl Running {
    /// Goes on for at most that many micro-steps, or for fewer where looking at invariants takes long. Returns whether the run
    /// is over.
    pub fn advance(&mut self, steps: u32) -> bool {
        let end = self.vm.steps.saturating_add(steps).min(STEP_BUDGET);
        let looks = self.watch.as_ref().map_or(0, Watch::work) + u64::from(steps) * LOOKS_PER_STEP;
        while self.vm.steps < end && self.vm.work < WORK_BUDGET {
            if self.watch.as_ref().is_some_and(|watch| watch.work() >= looks) {
                return false;
            }
            let keyframe = (self.vm.steps / self.interval + 1) * self.interval;
            if !self.go(keyframe.min(end)) {
                return true;
            }
            if self.vm.steps == keyframe {
                self.keyframes.push(self.vm.clone());
            }
        }
        self.vm.steps >= STEP_BUDGET || self.vm.work >= WORK_BUDGET
    }

    /// Goes on until so many micro-steps have been done; where somebody looks at invariants, for one. Returns whether there was
    /// as much to do.
    fn go(&mut self, until: u32) -> bool {
        let Self { scenario, vm, log, findings, watch, .. } = self;
        let mut noted = Noted { scenario, log, findings };
        let Some(watch) = watch else { return vm.go(scenario, until, WORK_BUDGET, &mut noted) };
        watch.before(scenario, vm);
        let written = noted.log.writes.len();
        let Some(done) = vm.advance(scenario, &mut noted) else { return false };
        let writes = log.writes[written..].iter().map(|written| written.place().space);
        let broken = watch.behind(scenario, vm, writes);
        if !broken.is_empty() {
            log.breached(vm.steps - 1, done.lane);
            watch.leave(&broken);
        }
        self.breaches.extend(broken.into_iter().map(|at| Breach::new(scenario, at, vm, done.lane)));
        if watch.is_over() {
            self.unknown = watch.cut_off(scenario);
            self.watch = None;
        }
        true
    }

    /// How many micro-steps have been done.
    pub fn steps(&self) -> u32 {
        self.vm.steps
    }

    /// The run, as far as it went.
    pub fn finish(self) -> Run {
        let Self { scenario, vm, keyframes, interval, mut log, findings, breaches, unknown, .. } = self;
        log.finish();
        let stop = Stop::of(&vm, &scenario);
        let mut diagnostics = findings.diagnostics(&scenario, &vm, stop);
        diagnostics.extend(breaches.iter().map(|breach| breach.diagnostic(&scenario)).chain(unknown));
        let nearby = RefCell::default();
        let second_turns = vm.active.map(|active| active.second_turns.to_vec()).unwrap_or_default();
        Run {
            len: vm.steps,
            scenario,
            keyframes,
            interval,
            nearby,
            stop,
            log,
            breaches,
            second_turns,
            diagnostics,
        }
    }
}

/// What is noted of each step of a run.
struct Noted<'a> {
    scenario: &'a Scenario,
    log: &'a mut Log,
    findings: &'a mut Findings,
}

impl Observer for Noted<'_> {
    const WANTS: Wants = Wants::Rare;

    fn whole(&mut self, by: By, step: MicroStep) {
        let overwrites = self.log.whole(self.scenario, by, &step);
        self.findings.whole(self.scenario, by, &step, overwrites);
    }

    #[inline]
    fn read(&mut self, by: By, access: &Access) {
        self.log.read(self.scenario, by, access);
        self.findings.read(by, access);
    }

    #[inline]
    fn written(&mut self, by: By, access: &Access, value: Bits) {
        let overwrites = self.log.written(self.scenario, by, access);
        self.findings.written(self.scenario, by, access, value, overwrites);
    }

    #[inline]
    fn returned(&mut self, by: By, place: Place, _: Option<u8>) {
        self.log.returned(by, place);
    }
}

impl Run {
    /// Runs a scenario to its end, or to the end of its budget.
    pub fn new(scenario: Rc<Scenario>) -> Self {
        let mut running = Self::begin(scenario);
        running.advance(STEP_BUDGET);
        running.finish()
    }

    /// A run of which nothing has been done, for whoever makes it in slices.
    pub fn begin(scenario: Rc<Scenario>) -> Running {
        let vm = Vm::new(&scenario);
        let mut watch = Watch::new(&scenario);
        let broken = watch.as_mut().map_or_else(Vec::new, |watch| watch.broken(&scenario, &vm.state));
        if let Some(watch) = &mut watch {
            watch.leave(&broken);
        }
        let breaches = broken.into_iter().map(|at| Breach::new(&scenario, at, &vm, None)).collect();
        Running {
            interval: keyframe_interval(&scenario),
            keyframes: vec![vm.clone()],
            vm,
            log: Log::default(),
            findings: Findings::default(),
            watch: watch.filter(|watch| !watch.is_over()),
            breaches,
            unknown: None,
            scenario,
        }
    }

    /// The scenario that was run.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Number of micro-steps.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether nothing ran.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Why the run ended.
    pub fn stop(&self) -> Stop {
        self.stop
    }

    /// What the run found: undefined accesses, accesses outside, and so on.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The micro-step of that position; `None` behind the end.
    pub fn step(&self, index: u32) -> Option<MicroStep> {
        if index >= self.len {
            return None;
        }
        self.machine(index).step(&self.scenario)
    }

    /// Where invariants are broken, each by the first step that does.
    pub fn breaches(&self) -> &[Breach] {
        &self.breaches
    }

    /// Of each of these scenarios, whether it does the micro-step of that position as this one does, from where the run stands
    /// before it, and goes on or stops behind it. What is under way there has the same shape ([`Bound::is_shaped_as`]).
    pub fn does_step_as<'a>(&self, index: u32, others: impl Iterator<Item = &'a Scenario>) -> Vec<bool> {
        let before = self.machine(index);
        let done = |scenario: &Scenario| {
            let mut vm = before.clone();
            let step = vm.step(scenario);
            (step, vm.halted)
        };
        let own = done(&self.scenario);
        others.map(|other| done(other) == own).collect()
    }

    /// Every micro-step, in order.
    pub fn steps(&self) -> impl Iterator<Item = MicroStep> {
        let mut vm = self.machine(0);
        (0..self.len).map_while(move |_| vm.step(&self.scenario))
    }

    /// The contents of memory after that many steps (at most all).
    pub fn state(&self, cursor: u32) -> State {
        self.machine(cursor).state
    }

    /// Moments worth a mark, ascending.
    pub fn marks(&self) -> &[Mark] {
        &self.log.marks
    }

    /// The first step of each instruction that began, ascending.
    pub fn instruction_starts(&self) -> &[u32] {
        &self.log.instruction_starts
    }

    /// The steps that wrote a byte of that place, ascending, each with its lane.
    pub fn writers(&self, place: Place) -> impl Iterator<Item = (u32, Option<LaneId>)> {
        let wrote = self.log.writes.iter().filter(move |written| written.place().overlaps(place));
        wrote.map(|written| (written.step, written.lane()))
    }

    /// The steps in which a lane wrote something during an instruction, ascending.
    pub fn writes_of(&self, instruction: usize, lane: LaneId) -> impl Iterator<Item = u32> {
        let starts = self.instruction_starts();
        let start = starts.get(instruction).copied().unwrap_or(self.len);
        let end = starts.get(instruction + 1).copied().unwrap_or(self.len);
        let writes = &self.log.writes;
        let from = writes.partition_point(|written| written.step < start);
        let wrote = writes[from..].iter().take_while(move |written| written.step < end);
        wrote.filter(move |written| written.lane() == Some(lane)).map(|written| written.step)
    }

    /// Where the lanes of an instruction go, in the order in which the first of them get there; nowhere where it never
    /// began. Of an instruction that goes to more than 256 places, the first 256.
    pub fn targets(&self, instruction: usize) -> &[Target] {
        self.log.targets(instruction)
    }

    /// Whether the lanes of an instruction go to more places than [`Run::targets`] returns.
    pub fn has_more_targets(&self, instruction: usize) -> bool {
        self.log.has_more_targets(instruction)
    }

    /// The lanes that take part in an instruction; `None` where it never began.
    pub fn enabled(&self, instruction: usize) -> Option<LaneMask> {
        self.log.enabled.get(instruction).copied()
    }

    /// The turns of an instruction's lanes as they came, as the schedule that brings about the same turns. Of an
    /// instruction that never began, and of one without `foreach_active`, the ascending one.
    pub fn turns(&self, instruction: usize) -> Schedule {
        let Some(&start) = self.instruction_starts().get(instruction) else { return Schedule::Ascending };
        // No loop begins with the first step, which is the mask.
        let mut vm = self.machine(start + 1);
        if let Some(active) = &mut vm.active {
            active.turns = Some(Vec::new());
        }
        let is_under_way = |vm: &Vm| vm.active.as_ref().is_some_and(|it| it.stage != Stage::Done);
        while is_under_way(&vm) && vm.steps < self.len && vm.advance(&self.scenario, &mut Nobody).is_some() {}
        let Some(active) = vm.active else { return Schedule::Ascending };
        Schedule::of_lists(active.turns.unwrap_or_default().into_iter().map(|mut turns| {
            // A run may have ended before these lanes had a turn.
            let others = active.enabled.lanes().map(|lane| lane.0).filter(|lane| !turns.contains(lane));
            turns.extend(others.collect::<Vec<_>>());
            turns
        }))
    }

    /// Whether a lane had more than one turn in a `foreach_active` of an instruction.
    pub fn has_second_turns(&self, instruction: usize) -> bool {
        self.second_turns.iter().any(|at| usize::from(*at) == instruction)
    }

    /// The machine after that many steps (at most all).
    pub(super) fn machine(&self, cursor: u32) -> Vm {
        let cursor = cursor.min(self.len);
        let keyframe = &self.keyframes[(cursor / self.interval) as usize];
        let mut nearby = self.nearby.borrow_mut();
        if nearby.first().is_none_or(|first| first.steps / self.interval != cursor / self.interval) {
            nearby.clear();
        }
        let behind = nearby.partition_point(|vm| vm.steps <= cursor);
        let mut vm = behind.checked_sub(1).map_or(keyframe, |at| &nearby[at]).clone();
        let apart = self.interval / NEARBY;
        while vm.steps < cursor {
            let next = (vm.steps / apart + 1) * apart;
            if !vm.go(&self.scenario, next.min(cursor), u64::MAX, &mut Nobody) {
                break;
            }
            if vm.steps == next && nearby.last().is_none_or(|last| last.steps < next) {
                nearby.push(vm.clone());
            }
        }
        vm
    }

    /// How the run stands after that many steps (at most all).
    pub fn frame(&self, cursor: u32) -> Frame {
        self.moment(cursor).0
    }

    /// What tells the moment after that many steps (at most all) from others, natively and in wasm: the last step, and what
    /// memory, variables and predicates hold.
    pub fn fingerprint(&self, cursor: u32) -> u32 {
        let (frame, state) = self.moment(cursor);
        let step = frame.last.map_or(0, |step| {
            let lane = step.lane.map_or(0, |lane| u64::from(lane.0) + 1);
            // Each of them is far below what the next begins at.
            u64::from(step.instruction) << 16 | (step.phase as u64) << 8 | lane
        });
        let all = state.fingerprint() ^ step.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // Its halves, one over the other.
        (all ^ all >> 32) as u32
    }

    /// [`Run::frame`] and [`Run::state`] for the price of one.
    pub fn moment(&self, cursor: u32) -> (Frame, State) {
        let cursor = cursor.min(self.len);
        let mut vm = self.machine(cursor.saturating_sub(1));
        let last = if cursor == 0 { None } else { vm.step(&self.scenario) };
        let next = if cursor == self.len { None } else { vm.clone().step(&self.scenario) };
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

    /// The lanes of the instruction under way; before the first step, those of the first instruction, and without one those
    /// that are dispatched.
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
                inputs: self.inputs(bound, vm, id),
                address: active.and_then(|active| active.address(LaneId(id), bound)),
                access: lane.and_then(|lane| lane.access),
                dropped: lane.is_some_and(|lane| lane.dropped),
                old: lane.and_then(|lane| lane.old),
                new: lane.and_then(|lane| lane.new),
                returned: lane.map_or(Vec::new(), |lane| lane.returned.to_vec()),
            }
        };
        (0..bound.exec_size).map(view).collect()
    }

    fn inputs(&self, bound: &Bound, vm: &Vm, lane: u8) -> Vec<Option<(Bits, ScalarType)>> {
        let of = |(row, operand): (&crate::spec::Operand, &BoundOperand)| {
            let index = match row.kind {
                OperandKind::Scalar { .. } => 0,
                _ if row.kind.direction() != Some(Direction::In) => return None,
                _ => usize::from(lane),
            };
            let read = |place| vm.active.as_ref().map_or(vm.state.read(place), |it| it.latched.read(place));
            memory::input(read, operand, index)
        };
        bound.row.operands.iter().zip(&bound.operands).map(of).collect()
    }
}

/// How many machines are kept at most between two keyframes, near the one that was asked for last.
const NEARBY: u32 = 32;

/// How many steps lie between keyframes: few enough to seek at once, and so many that keyframes cost about 8 bytes a
/// step when each space changes between two of them.
fn keyframe_interval(scenario: &Scenario) -> u32 {
    let state_bytes: usize = scenario.layout.spaces.iter().map(|space| 2 * space.size_bytes).sum();
    (state_bytes / 8).clamp(1024, 16_384) as u32
}
