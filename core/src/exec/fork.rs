//! A machine for whoever tries out several orders: it stands still where it is open which lane has the next turn, and
//! takes turns one at a time from wherever it is put. This is all that the explorer knows of the machine.

use super::active::{Active, Stage, sources};
use super::plain::Until;
use super::record::{By, Observer, Wants};
use super::vm::{Halt, Vm};
use super::{RunError, Scenario, Watch};
use crate::base::{Bits, LaneId, LaneMask};
use crate::machine::{Place, SpaceId, State};
use crate::semantics::{FlatKind, FlatStatement, Pc, TrapReason};
use crate::spec::Misaligned;
use crate::trace::{Access, Effect, LaneStatus, MicroStep};
use smallvec::{SmallVec, smallvec};

/// How many steps a lane's way to memory has that is not gone again and again.
const APPROACH_STEPS: u32 = 200;

/// The most turns, and the most steps of one turn, of a lane's round of waiting.
const WAITING_TURNS: usize = 64;
const WAITING_STEPS: u32 = 1000;

/// A machine that stands still where somebody has to choose.
#[derive(Clone, Debug)]
pub(crate) struct Fork {
    vm: Vm,
}

/// Where a machine stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reached {
    /// Before the instruction of that index.
    Instruction(usize),
    /// In an instruction, at a step of the uniform thread.
    Uniform,
    /// In a `foreach_active`, between two turns.
    Turns,
    /// Nothing more happens.
    End,
}

/// Where a lane stands between two of its turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Position {
    /// It has not had a turn.
    Start,
    /// It goes on with that statement.
    At {
        /// The statement.
        pc: Pc,
        /// Its locals; `None` where not assigned yet.
        locals: Box<[Option<Bits>]>,
    },
    /// It has nothing left to do.
    Done,
    /// It has stopped at a trap.
    Trapped(TrapReason),
    /// It waits for what no lane will ever do.
    GaveUp,
}

/// What a stretch of a run reads and writes beyond the thread's own values, each place as often as it is accessed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footprint {
    /// What is read where several lanes can meet.
    pub reads: Vec<Place>,
    /// What is written where several lanes can meet.
    pub writes: Vec<Place>,
    /// What is written to destinations: the place, and which bits of it.
    pub returned: Vec<(Place, u64)>,
}

impl Footprint {
    /// Forgets what it holds.
    pub fn clear(&mut self) {
        self.reads.clear();
        self.writes.clear();
        self.returned.clear();
    }
}

impl Fork {
    /// A machine before the first instruction.
    pub fn new(scenario: &Scenario) -> Self {
        let mut fork = Self { vm: Vm::new(scenario) };
        if let (Some(mut watch), Some(breaches)) = (Self::watch(scenario), scenario.breaches) {
            let broken = watch.broken(scenario, fork.state());
            fork.note_breaches(breaches, &broken);
        }
        fork
    }

    /// A machine that stands between two turns.
    pub(super) fn between_turns(mut vm: Vm) -> Self {
        if let Some(active) = &mut vm.active {
            active.is_open = true;
        }
        Self { vm }
    }

    /// Whether each lane that is left comes round to where it stood without changing anything, so that nothing ever changes
    /// any more, whoever has the next turn.
    pub fn all_wait(&self, scenario: &Scenario) -> bool {
        self.waiting().lanes().all(|lane| self.clone().comes_round(scenario, lane))
    }

    fn comes_round(mut self, scenario: &Scenario, lane: LaneId) -> bool {
        let (before, mut footprint) = (self.vm.state.clone(), Footprint::default());
        // Where it stood when it had had one turn, two, four and so on (Brent).
        let mut stood: Option<(Pc, SmallVec<[Option<Bits>; 16]>)> = None;
        for turns in 1..=WAITING_TURNS {
            footprint.clear();
            let goes_on = self.take_turn(scenario, lane, WAITING_STEPS, &mut footprint);
            let has_written = !footprint.writes.is_empty() || !footprint.returned.is_empty();
            if goes_on != Some(true) || self.vm.halted.is_some() || has_written && self.vm.state != before {
                return false;
            }
            let (pc, locals) = (self.active().pc(Some(lane)), self.active().locals(Some(lane)));
            if stood.as_ref().is_some_and(|stood| stood.0 == pc && stood.1[..] == *locals) {
                return true;
            }
            if turns.is_power_of_two() {
                stood = Some((pc, locals.into()));
            }
        }
        false
    }

    /// Where it stands.
    pub fn reached(&self, scenario: &Scenario) -> Reached {
        if self.vm.halted.is_some() {
            return Reached::End;
        }
        let next = match &self.vm.active {
            None => 0,
            Some(active) if active.stage == Stage::Done => active.instruction + 1,
            Some(active) if active.is_open && active.foreach.is_some() => return Reached::Turns,
            Some(_) => return Reached::Uniform,
        };
        if next < scenario.program.len() { Reached::Instruction(next) } else { Reached::End }
    }

    /// Does a step before an instruction, or of the uniform thread.
    pub fn step(&mut self, scenario: &Scenario, footprint: &mut Footprint) {
        self.advance(scenario, &mut Self::watch(scenario), footprint);
        // No loop begins with the first step of an instruction, which is the mask.
        if let Some(active) = &mut self.vm.active {
            active.is_open = true;
        }
    }

    /// The instruction under way, and the number of its `foreach_active`, from 0.
    pub fn place(&self) -> (usize, usize) {
        let active = self.active();
        (active.instruction, active.loops.saturating_sub(1))
    }

    /// Returns whether the order of the turns can matter, judged by the text. It can if the loop accesses shared memory and
    /// either the instruction writes there or an access can stop the run. It also can if lanes can write the same element of a
    /// destination. All orders of any other loop count as one.
    pub fn order_counts(&self, scenario: &Scenario) -> bool {
        let active = self.active();
        let bound = &scenario.program[active.instruction];
        let statements = &bound.code.flat.statements;
        let writes = |it: &FlatStatement| matches!(it.kind, FlatKind::Memory { .. } | FlatKind::Texel { .. });
        let end = active.foreach.as_ref().map_or(active.pc, |foreach| foreach.end);
        let body = &statements[active.pc.0 as usize..end.0 as usize];
        let can_stop = bound.memory.misaligned == Misaligned::Fault;
        let accesses = body.iter().any(|it| it.accesses_memory);
        accesses && (can_stop || statements.iter().any(writes)) || !bound.code.lanes_write_own_elements(end)
    }

    /// The lanes that have something left to do in the `foreach_active`.
    pub fn waiting(&self) -> LaneMask {
        self.active().foreach.as_ref().map_or(LaneMask::default(), |foreach| foreach.turns.running())
    }

    /// The number of locals that each thread of the instruction under way has.
    pub fn locals_each(&self) -> usize {
        self.active().locals_each()
    }

    /// Returns about the number of bytes that a clone of the machine holds.
    pub fn bytes(&self, scenario: &Scenario) -> usize {
        let own = |at: &usize| {
            // A space number fits, for the layout has it.
            let id = SpaceId(*at as u16);
            !std::ptr::eq(self.vm.state.space(id), scenario.initial.space(id))
        };
        let spaces = &scenario.layout.spaces;
        let contents: usize = (0..spaces.len()).filter(own).map(|at| 2 * spaces[at].size_bytes).sum();
        contents
            + spaces.len() * size_of::<usize>()
            + size_of::<Vm>()
            + self.vm.active.as_ref().map_or(0, Active::bytes)
    }

    /// The contents of memory.
    pub fn state(&self) -> &State {
        &self.vm.state
    }

    /// Changes the contents of memory: the bits of a place under a mask.
    pub fn write(&mut self, place: Place, mask: u64, bits: Bits) {
        let before = self.vm.state.read(place);
        let pick = |old: u64, new: u64| old & !mask | new & mask;
        let after = Bits::new(pick(before.value, bits.value), pick(before.defined, bits.defined));
        if after != before {
            self.vm.state.write(place, after);
        }
    }

    /// Puts a lane where it stood once, in a machine in which it has not had a turn.
    pub fn put(&mut self, lane: LaneId, position: &Position) {
        if let Position::At { pc, locals } = position {
            let Vm { active, state, .. } = &mut self.vm;
            let active = active.as_mut().expect("an instruction is under way");
            let thread = active.changes(Some(lane), state);
            thread.locals.copy_from_slice(locals);
            if let Some(lane) = thread.lane {
                lane.pc = *pc;
            }
        }
    }

    /// Takes a lane's turn, of at most so many steps, or what is left of it. Says where that
    /// leaves the lane; `None` where the turn does not come to its end.
    pub fn turn(
        &mut self,
        scenario: &Scenario,
        lane: LaneId,
        steps: u32,
        footprint: &mut Footprint,
    ) -> Option<Position> {
        let goes_on = self.take_turn(scenario, lane, steps, footprint)?;
        let active = self.active();
        let thread = &active.lanes[lane.index()];
        Some(match thread.status {
            LaneStatus::Trapped(reason) => Position::Trapped(reason),
            _ if goes_on => Position::At { pc: thread.pc, locals: active.locals(Some(lane)).into() },
            _ => Position::Done,
        })
    }

    /// Takes a lane's turn. Says whether the lane has more of them; `None` where the turn does not come to its end.
    fn take_turn(
        &mut self,
        scenario: &Scenario,
        lane: LaneId,
        steps: u32,
        footprint: &mut Footprint,
    ) -> Option<bool> {
        let bound = &scenario.program[self.active().instruction];
        if bound.memory.live_sources {
            let size_bytes = |space| scenario.layout.space(space).size_bytes as u32;
            let whole = |space| Place { space, byte_offset: 0, size_bytes: size_bytes(space) };
            footprint.reads.extend(sources(bound).map(whole));
        }
        let until = Until { steps: self.vm.steps.saturating_add(steps), work: u64::MAX };
        let loops = self.active().loops;
        if self.active().current_lane() != Some(lane) {
            if let Some(foreach) = &mut self.active_mut().foreach {
                foreach.turns.give(lane.0);
            }
            self.vm.settle(bound, 0);
        }
        let mut watch = Self::watch(scenario);
        while self.vm.halted.is_none() && self.active().current_lane().is_some() {
            if self.vm.steps >= until.steps {
                return None;
            }
            // A batch of steps has no place between two of them to look at invariants.
            let is_batch =
                watch.is_none() && self.vm.plain_steps(scenario, until, &mut Noting { scenario, footprint });
            if !is_batch {
                self.advance(scenario, &mut watch, footprint);
            }
        }
        // The only lane of a loop ends it with its last turn.
        Some(self.active().loops == loops && self.waiting().contains(lane.index()))
    }

    /// Does a step. If the scenario notes breaches, notes the invariants that do not hold after it.
    fn advance(&mut self, scenario: &Scenario, watch: &mut Option<Watch>, footprint: &mut Footprint) {
        let (Some(watch), Some(breaches)) = (watch, scenario.breaches) else {
            self.vm.advance(scenario, &mut Noting { scenario, footprint });
            return;
        };
        let before = footprint.writes.len();
        watch.before(scenario, &self.vm);
        self.vm.advance(scenario, &mut Noting { scenario, footprint });
        let written: Vec<SpaceId> = footprint.writes[before..].iter().map(|place| place.space).collect();
        if written.iter().any(|space| scenario.notes_breaches_in(*space)) {
            // Any such step may change it, so lanes that do such steps meet there.
            footprint.reads.push(breaches);
            footprint.writes.push(breaches);
        }
        let broken = watch.behind(scenario, &self.vm, written.into_iter());
        self.note_breaches(breaches, &broken);
    }

    /// Notes that these invariants do not hold, by index.
    fn note_breaches(&mut self, breaches: Place, broken: &[usize]) {
        for at in broken {
            self.write(breaches, 1 << at, Bits::known(1 << at));
        }
    }

    /// The watch over the invariants if the scenario notes breaches.
    fn watch(scenario: &Scenario) -> Option<Watch> {
        scenario.breaches.and_then(|_| Watch::new(scenario))
    }

    /// Gives a lane its first turn and takes it on to where it first goes to memory. What it does so far is the same whatever
    /// lies there.
    pub fn approach(&mut self, scenario: &Scenario, lane: LaneId) {
        let bound = &scenario.program[self.active().instruction];
        if bound.memory.live_sources {
            return;
        }
        if let Some(foreach) = &mut self.active_mut().foreach {
            foreach.turns.give(lane.0);
        }
        self.vm.settle(bound, 0);
        let mut footprint = Footprint::default();
        let mut observer = Noting { scenario, footprint: &mut footprint };
        for _ in 0..APPROACH_STEPS {
            let active = self.active();
            let goes_on = self.vm.halted.is_none() && active.current_lane().is_some();
            if !goes_on || bound.code.flat.statement(active.pc(Some(lane))).accesses_memory {
                return;
            }
            // A step that leaves something behind for others, or for good, belongs to the turn.
            let mut next = self.clone();
            let until = Until { steps: self.vm.steps + 1, work: u64::MAX };
            if !next.vm.plain_steps(scenario, until, &mut observer) {
                next.vm.advance(scenario, &mut observer);
            }
            let left = !observer.footprint.writes.is_empty() || !observer.footprint.returned.is_empty();
            if left || next.vm.halted.is_some() || next.active().current_lane() != Some(lane) {
                return;
            }
            *self = next;
        }
    }

    /// Puts a machine back in which a lane has had one turn and nobody else any: what the turn has written and where it took
    /// the lane. Another machine shows how everything was; more than one lane has something left to do in it.
    pub fn put_back(&mut self, lane: LaneId, before: &Self, footprint: &Footprint) {
        let places = footprint.writes.iter().chain(footprint.returned.iter().map(|(place, _)| place));
        for place in places {
            self.vm.state.write(*place, before.vm.state.read(*place));
        }
        (self.vm.steps, self.vm.work, self.vm.halted) = (before.vm.steps, before.vm.work, before.vm.halted);
        let (Some(active), Some(was)) = (&mut self.vm.active, &before.vm.active) else { return };
        active.put_back(lane, was);
    }

    /// Whether an access has stopped the machine in the middle of the turns.
    pub fn is_stopped(&self) -> bool {
        matches!(self.vm.halted, Some(Halt::Misaligned(_)))
    }

    /// The spaces that an instruction reads when it begins, or in its turns: its sources, its predicate, and who has left.
    pub fn reads(scenario: &Scenario, instruction: usize) -> impl Iterator<Item = SpaceId> {
        let bound = &scenario.program[instruction];
        let predicate = bound.predicate.map(|predicate| predicate.space);
        sources(bound).chain(predicate).chain(scenario.exited)
    }

    /// Gives a space the contents that it has at the start.
    pub fn restore(&mut self, scenario: &Scenario, space: SpaceId) {
        self.vm.state.share(space, &scenario.initial);
    }

    /// Stops the machine in the middle of the turns: these lanes wait for what none of them will ever do.
    pub fn give_up(&mut self, lanes: LaneMask) {
        self.vm.halted = Some(Halt::GaveUp(lanes));
    }

    /// The lanes that have given up.
    pub fn gave_up(&self) -> LaneMask {
        match self.vm.halted {
            Some(Halt::GaveUp(lanes)) => lanes,
            _ => LaneMask::default(),
        }
    }

    /// Whether it has come to a stop before the program's end.
    pub fn is_halted(&self) -> bool {
        self.vm.halted.is_some()
    }

    /// Stops the machine in the middle of the turns, as a misaligned access of one of these lanes does.
    pub fn stop(&mut self, lanes: LaneMask) {
        self.vm.halted = Some(Halt::Misaligned(lanes));
    }

    /// Returns the errors that have stopped the machine, each with its lanes. Only traps can be several.
    pub fn errors(&self) -> SmallVec<[(RunError, LaneMask); 1]> {
        let trapped = |reason: TrapReason| {
            let lanes = self.active().lanes.iter().enumerate();
            let lanes = lanes.filter(|(_, lane)| lane.status == LaneStatus::Trapped(reason));
            lanes.fold(LaneMask::default(), |mask, (at, _)| mask.with(at, true))
        };
        match self.vm.halted {
            None => SmallVec::new(),
            Some(Halt::Misaligned(lanes)) => smallvec![(RunError::Misaligned, lanes)],
            Some(Halt::GaveUp(lanes)) => smallvec![(RunError::GaveUp, lanes)],
            Some(Halt::Trap) => {
                let all = TrapReason::ALL.into_iter().map(|reason| (RunError::Trap(reason), trapped(reason)));
                all.filter(|(_, lanes)| lanes.count() > 0).collect()
            }
        }
    }

    /// Ends the `foreach_active`, in which these lanes have trapped.
    pub fn end_turns(&mut self, scenario: &Scenario, trapped: impl Iterator<Item = (LaneId, TrapReason)>) {
        let active = self.active_mut();
        for (lane, reason) in trapped {
            active.lanes[lane.index()].status = LaneStatus::Trapped(reason);
        }
        if let Some(foreach) = &mut active.foreach {
            foreach.turns.finish_all();
        }
        let bound = &scenario.program[active.instruction];
        self.vm.settle(bound, 0);
    }

    fn active(&self) -> &Active {
        self.vm.active.as_ref().expect("an instruction is under way")
    }

    fn active_mut(&mut self) -> &mut Active {
        self.vm.active.as_mut().expect("an instruction is under way")
    }
}

/// Notes where a thread goes.
struct Noting<'a> {
    scenario: &'a Scenario,
    footprint: &'a mut Footprint,
}

impl Observer for Noting<'_> {
    const WANTS: Wants = Wants::Rare;

    fn whole(&mut self, by: By, step: MicroStep) {
        for effect in &step.effects {
            match effect {
                Effect::Read { access, .. } if access.inside => self.footprint.reads.push(access.place),
                Effect::Write { access, dropped: false, .. } => self.footprint.writes.push(access.place),
                Effect::Return { place: Some(place), bit, .. } => self.returned(by, *place, *bit),
                _ => {}
            }
        }
    }

    fn read(&mut self, _: By, access: &Access) {
        self.footprint.reads.push(access.place);
    }

    fn written(&mut self, _: By, access: &Access, _: Bits) {
        self.footprint.writes.push(access.place);
    }

    fn returned(&mut self, by: By, place: Place, bit: Option<u8>) {
        let bound = &self.scenario.program[by.instruction as usize];
        if bound.memory.live_sources && sources(bound).any(|space| space == place.space) {
            // Others may read it in their turns.
            return self.footprint.writes.push(place);
        }
        if self.scenario.notes_breaches_in(place.space) {
            // Invariants are looked at after every step, so the order of the writes matters.
            return self.footprint.writes.push(place);
        }
        let mask = bit.map_or(u64::MAX, |bit| 1 << bit);
        self.footprint.returned.push((place, mask));
    }
}
