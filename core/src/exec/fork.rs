//! A machine for exploring several orders. It pauses when the next turn may go to more than one lane, and it can take one
//! turn of any lane from any position. The explorer knows nothing else of the machine.

use super::active::{Active, Stage, sources};
use super::invariant::Watch;
use super::run::CHECKED_ELEMENTS_PER_STEP;
use super::scenario::Scenario;
use super::step::{Recording, StepOutcome};
use super::stop::{RunError, cost_in_steps};
use super::vm::{Halt, Vm};
use crate::base::{Bits, LaneId, LaneMask};
use crate::machine::{Latch, Place, SpaceId, State};
use crate::semantics::{AssignTarget, Pc, Statement, StatementKind, TrapReason, Type};
use crate::spec::Misaligned;
use crate::trace::{AccessKind, LaneStatus};
use smallvec::SmallVec;
use std::ops::Range;

/// The maximum number of steps that [`Fork::approach`] takes ahead of a lane's first access.
const APPROACH_STEPS: u32 = 200;

/// The maximum cost of a turn, for each step that it may have: expressions and checks of invariants can cost more than the steps.
const COST_PER_STEP: u64 = 32;

/// A machine that pauses when the caller has to choose a lane.
#[derive(Clone, Debug)]
pub(crate) struct Fork {
    vm: Vm,
}

/// The point at which a machine pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reached {
    /// Before the instruction with that index.
    Instruction(usize),
    /// Within an instruction, at a step of the uniform thread.
    Uniform,
    /// Within a `foreach_active`, between two turns.
    Turns,
    End,
}

/// The position of a lane between two of its turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Position {
    /// The lane has not had a turn.
    Start,
    /// The lane continues with a statement.
    At {
        pc: Pc,
        /// The lane's locals; `None` if not assigned yet.
        locals: Box<[Option<Bits>]>,
    },
    Done,
    Trapped(TrapReason),
}

/// Everything that the turns of a loop depend on. Turns of machines with equal values are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TurnInputs {
    instruction: usize,
    body: Range<usize>,
    enabled: LaneMask,
    predicate: Option<LaneMask>,
    latched: Latch,
    uniform_locals: Box<[Option<Bits>]>,
    state: State,
}

/// The places that a stretch of a run reads and writes outside the thread's locals, one entry for each access, and its cost.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footprint {
    /// Reads of places that several lanes can access.
    pub reads: Vec<Place>,
    /// Writes to places that several lanes can access.
    pub writes: Vec<Place>,
    /// Writes to destinations: the place, and a mask of its bits.
    pub returned: Vec<(Place, u64)>,
    /// The cost in micro-steps, with the checks of invariants.
    pub steps: u64,
}

impl Footprint {
    pub fn clear(&mut self) {
        self.steps = 0;
        self.reads.clear();
        self.writes.clear();
        self.returned.clear();
    }

    fn add_step(&mut self, scenario: &Scenario, step: &StepOutcome) {
        self.reads.extend(step.effective(AccessKind::Read).map(|access| access.place));
        self.writes.extend(step.effective(AccessKind::Write).map(|access| access.place));
        let bound = &scenario.program[step.by.instruction as usize];
        for &(place, bit) in &step.returned {
            let is_live = bound.memory.live_sources && sources(bound).any(|space| space == place.space);
            if is_live || scenario.notes_breaches_in(place.space) {
                // Other lanes, or the invariants that are checked after every step, can read this place.
                self.writes.push(place);
            } else {
                let mask = bit.map_or(u64::MAX, |bit| 1 << bit);
                self.returned.push((place, mask));
            }
        }
    }
}

impl Fork {
    pub fn new(scenario: &Scenario) -> Self {
        let mut fork = Self { vm: Vm::new(scenario) };
        if let (Some(mut watch), Some(breaches)) = (Self::watch(scenario), scenario.breaches) {
            let broken = watch.broken(scenario, fork.state());
            fork.note_breaches(breaches, &broken);
        }
        fork
    }

    /// Returns whether no order of turns ever changes anything, because every lane that is not done waits.
    pub fn all_wait(&self, scenario: &Scenario) -> bool {
        self.vm.all_wait(scenario)
    }

    pub fn reached(&self, scenario: &Scenario) -> Reached {
        if self.vm.halted.is_some() {
            return Reached::End;
        }
        let next = match &self.vm.active {
            None => 0,
            Some(active) if active.stage == Stage::Done => active.instruction + 1,
            Some(active) if active.is_open && active.scheduler.is_some() => return Reached::Turns,
            Some(_) => return Reached::Uniform,
        };
        if next < scenario.program.len() { Reached::Instruction(next) } else { Reached::End }
    }

    /// Executes a step of the uniform thread, or the first step of the next instruction.
    pub fn step(&mut self, scenario: &Scenario, footprint: &mut Footprint) {
        self.advance(scenario, &mut Self::watch(scenario), footprint);
        // An instruction's first step is the mask, so no loop has begun yet.
        self.vm.open_turns();
    }

    /// Returns the current instruction, and the number of its `foreach_active`, from 0.
    pub fn current_loop(&self) -> (usize, usize) {
        let active = self.active();
        (active.instruction, active.loops.saturating_sub(1))
    }

    /// Returns whether the order of the turns can matter, judged by the text. It can if the loop accesses shared memory and
    /// either the instruction writes there or an access can stop the run. It also can if lanes can write the same element of a
    /// destination. All orders of any other loop count as one.
    pub fn order_counts(&self, scenario: &Scenario) -> bool {
        let bound = &scenario.program[self.active().instruction];
        let statements = &bound.code.statements;
        let writes = |statement: &Statement| {
            matches!(statement.kind, StatementKind::Assign { target: AssignTarget::Surface { .. }, .. })
        };
        let body = self.body();
        let end = Pc(body.end as u32);
        let can_stop = bound.memory.misaligned == Misaligned::Fault;
        let accesses = statements[body].iter().any(|statement| statement.accesses_memory);
        accesses && (can_stop || statements.iter().any(writes)) || !bound.code.lanes_write_own_elements(end)
    }

    /// Returns the statements of the current `foreach_active`, by index: the loop, then those of its lanes.
    pub fn body(&self) -> Range<usize> {
        let active = self.active();
        let end = active.scheduler.as_ref().map_or(active.pc, |scheduler| scheduler.end);
        active.pc.0 as usize..end.0 as usize
    }

    /// Returns what the turns of the current `foreach_active` depend on. No lane has had a turn.
    pub fn turn_inputs(&self) -> TurnInputs {
        let active = self.active();
        TurnInputs {
            instruction: active.instruction,
            body: self.body(),
            enabled: active.enabled,
            predicate: active.predicate,
            latched: active.latched.clone(),
            uniform_locals: active.locals(None).into(),
            state: self.vm.state.clone(),
        }
    }

    /// Returns the statement with which a lane first accesses memory, by index, and the locals that the lane then has. Both are the
    /// same in all orders.
    pub fn first_access(&self, scenario: &Scenario, lane: LaneId) -> (usize, Vec<Option<Bits>>) {
        let mut fork = self.clone();
        fork.approach(scenario, lane);
        let active = fork.active();
        (active.pc(Some(lane)).0 as usize, active.locals(Some(lane)).to_vec())
    }

    /// Returns the elements with a lane's own number of some input operands, each of the given type, and the lane's predicate bit.
    pub fn own_inputs(&self, scenario: &Scenario, lane: LaneId, operands: &[(usize, Type)]) -> Vec<Bits> {
        let active = self.active();
        let elements =
            operands.iter().map(|operand| active.own_element(scenario, &self.vm.state, lane, *operand));
        let is_set = active.predicate.is_none_or(|bits| bits.contains(lane.index()));
        elements.chain([Bits::known(u64::from(is_set))]).collect()
    }

    /// Returns the lanes that are not done in the `foreach_active`.
    pub fn waiting(&self) -> LaneMask {
        self.vm.running_lanes()
    }

    /// Returns the number of locals of each thread of the current instruction.
    pub fn locals_each(&self) -> usize {
        self.active().locals_each
    }

    /// Returns the approximate number of bytes that a clone of the machine holds.
    pub fn bytes(&self, scenario: &Scenario) -> usize {
        self.vm.state.own_bytes(&scenario.initial)
            + scenario.layout.spaces.len() * size_of::<usize>()
            + size_of::<Vm>()
            + self.vm.active.as_ref().map_or(0, Active::bytes)
    }

    pub fn state(&self) -> &State {
        &self.vm.state
    }

    /// Writes the bits of a place that are set in `mask`.
    pub fn write(&mut self, place: Place, mask: u64, bits: Bits) {
        let before = self.vm.state.read(place);
        let after = before.replaced(mask, bits);
        if after != before {
            self.vm.state.write(place, after);
        }
    }

    /// Records that turns of the current loop have changed something that lanes read.
    pub fn note_change(&mut self) {
        self.active_mut().rounds.has_changed = true;
    }

    /// Moves a lane to a position that it once had. The lane must not have had a turn in this machine.
    pub fn put_lane(&mut self, lane: LaneId, position: &Position) {
        if let Position::At { pc, locals } = position {
            let Vm { active, state, .. } = &mut self.vm;
            let active = active.as_mut().expect("an instruction is under way");
            let thread = active.thread_mut(Some(lane), state);
            thread.locals.copy_from_slice(locals);
            if let Some(lane) = thread.lane {
                lane.pc = *pc;
            }
        }
    }

    /// Takes a lane's turn, or the rest of it, in at most `steps` steps. Returns the lane's position after it; `None` if the turn
    /// does not end within these steps, or costs too much.
    pub fn turn(
        &mut self,
        scenario: &Scenario,
        lane: LaneId,
        steps: u32,
        footprint: &mut Footprint,
    ) -> Option<Position> {
        let bound = &scenario.program[self.active().instruction];
        if bound.memory.live_sources {
            footprint.reads.extend(sources(bound).map(|space| all_bytes(scenario, space)));
        }
        let end = self.vm.steps.saturating_add(steps);
        let most_cost = footprint.steps + u64::from(steps) * COST_PER_STEP;
        let loops = self.active().loops;
        self.vm.give_turn_to(bound, lane);
        let mut watch = Self::watch(scenario);
        while self.vm.is_in_turn() {
            if self.vm.steps >= end || footprint.steps >= most_cost {
                return None;
            }
            self.advance(scenario, &mut watch, footprint);
        }
        let active = self.active();
        let thread = &active.lanes[lane.index()];
        // If the loop has one lane, that lane's last turn ends the loop.
        let has_more_turns = active.loops == loops && self.waiting().contains(lane.index());
        Some(match thread.status {
            LaneStatus::Trapped(reason) => Position::Trapped(reason),
            _ if has_more_turns => Position::At { pc: thread.pc, locals: active.locals(Some(lane)).into() },
            _ => Position::Done,
        })
    }

    /// Executes a step. If the scenario notes breaches, notes the invariants that do not hold after it.
    fn advance(&mut self, scenario: &Scenario, watch: &mut Option<Watch>, footprint: &mut Footprint) {
        let cost = cost_in_steps(&self.vm);
        if !self.vm.advance(scenario, Recording::Nothing) {
            return;
        }
        footprint.steps += cost_in_steps(&self.vm) - cost;
        let before = footprint.writes.len();
        footprint.add_step(scenario, &self.vm.last);
        let (Some(watch), Some(breaches)) = (watch, scenario.breaches) else { return };
        let written: Vec<SpaceId> = footprint.writes[before..].iter().map(|place| place.space).collect();
        if written.iter().any(|space| scenario.notes_breaches_in(*space)) {
            // Any such step can note a breach, so lanes that execute such steps meet at the place of the breaches.
            footprint.reads.push(breaches);
            footprint.writes.push(breaches);
            let watched = scenario.invariants.iter().flat_map(|invariant| &invariant.spaces);
            footprint.reads.extend(watched.map(|space| all_bytes(scenario, *space)));
        }
        let read = watch.work;
        let broken = watch.check_after_step(scenario, &self.vm, written.into_iter());
        footprint.steps += (watch.work - read) / CHECKED_ELEMENTS_PER_STEP;
        self.note_breaches(breaches, &broken);
    }

    /// Sets the bits of the invariants with these indices.
    fn note_breaches(&mut self, breaches: Place, broken: &[usize]) {
        for at in broken {
            self.write(breaches, 1 << at, Bits::known(1 << at));
        }
    }

    /// Returns a monitor of the invariants if the scenario notes breaches.
    fn watch(scenario: &Scenario) -> Option<Watch> {
        scenario.breaches.and_then(|_| Watch::new(scenario))
    }

    /// Gives a lane its first turn and runs it up to its first access to memory. Those steps are the same for all contents of
    /// memory.
    pub fn approach(&mut self, scenario: &Scenario, lane: LaneId) {
        let bound = &scenario.program[self.active().instruction];
        if bound.memory.live_sources {
            return;
        }
        self.vm.give_turn_to(bound, lane);
        for _ in 0..APPROACH_STEPS {
            let active = self.active();
            if !self.vm.is_in_turn() || bound.code.statement(active.pc(Some(lane))).accesses_memory {
                return;
            }
            // A step that writes to memory or to a destination, or that ends the turn, belongs to the turn itself.
            let mut next = self.clone();
            next.vm.advance(scenario, Recording::Nothing);
            let step = &next.vm.last;
            let has_written = step.effective(AccessKind::Write).count() > 0 || !step.returned.is_empty();
            if has_written || next.vm.halted.is_some() || next.active().current_lane() != Some(lane) {
                return;
            }
            *self = next;
        }
    }

    /// Undoes a lane's only turn, given `before`, the machine before it, and the turn's footprint. No other lane has had a turn,
    /// and more than one lane is not done in `before`.
    pub fn put_back(&mut self, lane: LaneId, before: &Self, footprint: &Footprint) {
        let places = footprint.writes.iter().chain(footprint.returned.iter().map(|(place, _)| place));
        for place in places {
            self.vm.state.write(*place, before.vm.state.read(*place));
        }
        (self.vm.steps, self.vm.work, self.vm.halted) = (before.vm.steps, before.vm.work, before.vm.halted);
        let (Some(active), Some(was)) = (&mut self.vm.active, &before.vm.active) else { return };
        active.put_back(lane, was);
    }

    /// Returns whether an access has stopped the machine during a loop.
    pub fn is_stopped(&self) -> bool {
        matches!(self.vm.halted, Some(Halt::Misaligned(_)))
    }

    /// Returns the spaces that an instruction reads when it begins or during its turns: sources, predicate, exited lanes.
    pub fn reads(scenario: &Scenario, instruction: usize) -> impl Iterator<Item = SpaceId> {
        let bound = &scenario.program[instruction];
        let predicate = bound.predicate.map(|predicate| predicate.space);
        sources(bound).chain(predicate).chain(scenario.layout.exited)
    }

    /// Restores the initial contents of a space.
    pub fn restore(&mut self, scenario: &Scenario, space: SpaceId) {
        self.vm.state.share(space, &scenario.initial);
    }

    /// Stops the machine during a loop because these lanes wait forever.
    pub fn give_up(&mut self, lanes: LaneMask) {
        self.vm.halted = Some(Halt::GaveUp(lanes));
    }

    pub fn gave_up(&self) -> LaneMask {
        match self.vm.halted {
            Some(Halt::GaveUp(lanes)) => lanes,
            _ => LaneMask::default(),
        }
    }

    /// Returns whether the machine stopped before the end of the program.
    pub fn is_halted(&self) -> bool {
        self.vm.halted.is_some()
    }

    /// Stops the machine during a loop, as a misaligned access of one of these lanes does. `trapped` are the lanes that have trapped
    /// in it before.
    pub fn stop(&mut self, lanes: LaneMask, trapped: impl Iterator<Item = (LaneId, TrapReason)>) {
        self.note_trapped(trapped);
        self.vm.halted = Some(Halt::Misaligned(lanes));
    }

    fn note_trapped(&mut self, trapped: impl Iterator<Item = (LaneId, TrapReason)>) {
        let active = self.active_mut();
        for (lane, reason) in trapped {
            active.lanes[lane.index()].status = LaneStatus::Trapped(reason);
        }
    }

    /// Returns the errors that have stopped the machine, each with its lanes.
    pub fn errors(&self) -> SmallVec<[(RunError, LaneMask); 1]> {
        self.vm.errors()
    }

    /// Ends the `foreach_active`. `trapped` are the lanes that have trapped in it.
    pub fn end_turns(&mut self, scenario: &Scenario, trapped: impl Iterator<Item = (LaneId, TrapReason)>) {
        self.note_trapped(trapped);
        let active = self.active_mut();
        if let Some(scheduler) = &mut active.scheduler {
            scheduler.running = LaneMask::default();
        }
        let bound = &scenario.program[active.instruction];
        self.vm.advance_to_step(bound);
    }

    fn active(&self) -> &Active {
        self.vm.active.as_ref().expect("an instruction is under way")
    }

    fn active_mut(&mut self) -> &mut Active {
        self.vm.active.as_mut().expect("an instruction is under way")
    }
}

fn all_bytes(scenario: &Scenario, space: SpaceId) -> Place {
    // A space is far below 4 GiB.
    Place { space, byte_offset: 0, size_bytes: scenario.layout.space(space).size_bytes as u32 }
}
