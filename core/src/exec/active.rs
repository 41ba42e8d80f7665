//! The current instruction: its threads, and the rules by which a thread moves from statement to statement.

use super::evaluate::{Inputs, ThreadInputs};
use super::mask::Mask;
use super::scenario::{Bound, Scenario};
use super::scheduler::Scheduler;
use super::thread::{Lane, ThreadMut};
use crate::base::{Bits, LaneId, LaneMask, ScalarType};
use crate::machine::{Latch, Place, SpaceId, State};
use crate::semantics::{LocalId, Pc, Statement, StatementKind, Type};
use crate::spec::Direction;
use crate::trace::{Access, LaneStatus};
use smallvec::SmallVec;
use std::ops::Range;

/// The current instruction. The machine reuses one value for all instructions, and with it the allocations.
#[derive(Clone, Debug, Default)]
pub(super) struct Active {
    pub instruction: usize,
    pub stage: Stage,
    pub enabled: LaneMask,
    /// Each lane's predicate bit, after `.any`, `.all` and `!` are applied; `None` without a predicate.
    pub predicate: Option<LaneMask>,
    /// The contents of the input operands' spaces when the instruction began.
    pub latched: Latch,
    /// The locals of each lane, followed by those of the uniform thread: `locals_each` entries each. A lane also has copies of
    /// the uniform thread's locals, which it never changes.
    locals: Vec<Option<Bits>>,
    pub locals_each: usize,
    /// The next statement of the uniform thread.
    pub pc: Pc,
    pub lanes: Vec<Lane>,
    /// The turns of the running `foreach_active`.
    pub scheduler: Option<Scheduler>,
    pub rounds: Rounds,
    /// The number of `foreach_active` loops that have begun.
    pub loops: usize,
    /// The lanes that had turns, in order, for each of these loops; `None` unless a caller records them.
    pub turns: Option<Vec<Vec<u8>>>,
    /// Whether the caller chooses the lane of each turn. The machine then pauses between two turns.
    pub is_open: bool,
}

/// The rounds of loops outside `foreach_active`, in which all lanes go round together.
#[derive(Clone, Debug, Default)]
pub(super) struct Rounds {
    /// Whether something that lanes read has changed since the last round began.
    pub has_changed: bool,
    /// The places in memory that the uniform thread has read since the last round began.
    pub reads: SmallVec<[Place; 2]>,
    /// Whether a round begins like one before it, and nothing has changed since. No order of turns changes anything then.
    pub is_endless: bool,
    /// The number of rounds without a change.
    unchanged: u32,
    /// The statement and the locals of the uniform thread at the start of round 1, 2, 4, 8, ...: Brent's cycle detection.
    earlier: Option<(Pc, SmallVec<[Option<Bits>; 8]>)>,
}

impl Rounds {
    /// Begins a round at a statement of the uniform thread, with its locals.
    fn begin(&mut self, pc: Pc, locals: &[Option<Bits>]) {
        if std::mem::take(&mut self.has_changed) {
            (self.unchanged, self.earlier) = (0, None);
        }
        let is_same = |(at, known): &(Pc, SmallVec<[_; 8]>)| *at == pc && known[..] == *locals;
        self.is_endless = self.earlier.as_ref().is_some_and(is_same);
        if !self.is_endless {
            self.reads.clear();
        }
        self.unchanged = self.unchanged.saturating_add(1);
        if self.unchanged.is_power_of_two() {
            self.earlier = Some((pc, locals.into()));
        }
    }
}

/// The progress of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    /// The mask is known, the sources are not latched.
    #[default]
    Masked,
    Body,
    Done,
}

impl Active {
    /// Returns the approximate number of bytes that the threads hold.
    pub fn bytes(&self) -> usize {
        self.locals.len() * size_of::<Option<Bits>>() + self.lanes.len() * size_of::<Lane>()
    }

    pub fn begin(&mut self, instruction: usize, bound: &Bound, mask: &Mask, state: &State) {
        self.instruction = instruction;
        self.stage = Stage::Masked;
        self.enabled = mask.enabled;
        self.predicate = mask.predicate;
        self.latched.take(state, sources(bound));
        self.locals_each = bound.code.locals.len();
        self.locals.clear();
        self.locals.resize(self.locals_each * (usize::from(bound.exec_size) + 1), None);
        self.pc = Pc(0);
        self.lanes.clear();
        self.lanes.extend((0..bound.exec_size).map(|id| Lane::new(mask, id)));
        self.scheduler = None;
        self.rounds = Rounds::default();
        self.loops = 0;
        self.turns = None;
        self.is_open = false;
    }

    /// Returns the locals of a lane, or of the uniform thread for `None`.
    pub fn locals(&self, lane: Option<LaneId>) -> &[Option<Bits>] {
        &self.locals[self.locals_of(lane)]
    }

    fn locals_of(&self, lane: Option<LaneId>) -> Range<usize> {
        let at = lane.map_or(self.lanes.len(), LaneId::index) * self.locals_each;
        at..at + self.locals_each
    }

    /// Returns the address that a lane accesses in shared memory, with its type: the semantics' address variable if it is
    /// assigned, else the address of the lane's last access.
    pub fn address(&self, id: LaneId, bound: &Bound) -> Option<(Bits, Type)> {
        let computed = bound.code.address.and_then(|local| {
            let at = usize::from(local.0);
            Some((self.locals(Some(id))[at]?, bound.code.locals[at].ty))
        });
        // An out-of-bounds texel has no byte address.
        let has_bytes = |access: &Access| access.inside || access.texel.is_none();
        let accessed = || self.lanes[id.index()].access.filter(has_bytes);
        computed.or_else(|| Some((accessed()?.address, Type::Scalar(ScalarType::Ud))))
    }

    /// Returns what a lane has read from memory, for each local that holds such a value.
    pub fn reads(&self, id: LaneId, bound: &Bound) -> Vec<Option<Bits>> {
        let locals = self.locals(Some(id));
        bound.code.read_locals().iter().map(|local| locals[usize::from(local.0)]).collect()
    }

    /// Returns the index of the element of an input operand that a lane read last: its own number before it read any.
    pub fn source_index(&self, id: LaneId, operand: usize) -> usize {
        let read = self.lanes[id.index()].sources.iter().find(|(of, _)| usize::from(*of) == operand);
        read.map_or(id.index(), |(_, index)| *index as usize)
    }

    /// Returns what the expressions of a thread read. `None` means the uniform thread.
    pub fn inputs<'a>(&'a self, lane: Option<LaneId>, bound: &'a Bound) -> ThreadInputs<'a> {
        ThreadInputs {
            bound,
            locals: self.locals(lane),
            latched: (!bound.memory.live_sources).then_some(&self.latched),
            enabled: self.enabled,
            predicate: self.predicate.unwrap_or(LaneMask(u32::MAX)),
        }
    }

    /// Returns a lane's element with its own number of an input operand.
    pub fn own_element(
        &self,
        scenario: &Scenario,
        state: &State,
        lane: LaneId,
        (operand, ty): (usize, Type),
    ) -> Bits {
        let bound = &scenario.program[self.instruction];
        let thread = Some(self.inputs(Some(lane), bound));
        let inputs = Inputs { scenario, state, operands: &bound.operands, thread };
        inputs.element(operand, Bits::known(u64::from(lane.0)), ty, bound.code.float_behaviour)
    }

    /// Returns the state that a statement of a thread may change. `None` means the uniform thread.
    pub fn thread_mut<'a>(&'a mut self, lane: Option<LaneId>, state: &'a mut State) -> ThreadMut<'a> {
        let at = self.locals_of(lane);
        let locals = &mut self.locals[at];
        ThreadMut { state, lane: lane.map(|lane| &mut self.lanes[lane.index()]), locals }
    }

    /// Returns the next statement of a lane, or of the uniform thread for `None`.
    pub fn pc(&self, lane: Option<LaneId>) -> Pc {
        lane.map_or(self.pc, |lane| self.lanes[lane.index()].pc)
    }

    pub fn has_trapped(&self) -> bool {
        self.lanes.iter().any(|lane| matches!(lane.status, LaneStatus::Trapped(_)))
    }

    /// Restores a lane's thread and the turns from `was`, which must be in the same loop of the same instruction.
    pub fn put_back(&mut self, lane: LaneId, was: &Self) {
        let own = self.locals_of(Some(lane));
        self.locals[own.clone()].copy_from_slice(&was.locals[own]);
        self.lanes[lane.index()].clone_from(&was.lanes[lane.index()]);
        self.scheduler.clone_from(&was.scheduler);
    }

    /// Returns the lane whose turn it is; `None` while the uniform thread runs and between two turns.
    pub fn current_lane(&self) -> Option<LaneId> {
        self.scheduler.as_ref().and_then(|scheduler| scheduler.current).map(LaneId)
    }

    /// Returns the first statement of the `atomic` block that the current lane is in.
    pub fn block(&self) -> Option<Pc> {
        self.scheduler.as_ref().and_then(|scheduler| scheduler.block)
    }

    /// Moves a thread past a micro-step. `holds` is the value of the statement's condition, if it has one.
    pub fn pass_step(&mut self, lane: Option<LaneId>, statement: &Statement, holds: bool) {
        let Some(id) = lane else {
            self.pc = next_pc(self.pc, statement, holds);
            return;
        };
        let lane = &mut self.lanes[id.index()];
        lane.pc = next_pc(lane.pc, statement, holds);
        let Some(scheduler) = &mut self.scheduler else { return };
        scheduler.accessed |= statement.accesses_memory;
        if let (StatementKind::Trap { reason, .. }, true) = (&statement.kind, holds) {
            lane.status = LaneStatus::Trapped(*reason);
            // The only statement left is the one that ends the thread, and it is the last of the loop.
            lane.pc = Pc(scheduler.end.0 - 1);
        }
    }

    /// Moves past one statement that is not a micro-step, or passes the turn on. Returns whether the machine has
    /// advanced far enough: a micro-step, a caller's choice or the end of the instruction comes next.
    pub fn pass_statement(&mut self, bound: &Bound, salt: u64) -> bool {
        let Some(scheduler) = &mut self.scheduler else { return self.pass_uniform(bound, salt) };
        let Some(id) = scheduler.current else {
            if (self.is_open || scheduler.is_wait_check_due()) && scheduler.running.count() > 0 {
                return true;
            }
            match (scheduler.give_next_turn(), &mut self.turns) {
                (Some(lane), Some(turns)) => turns.last_mut().expect("a loop has begun").push(lane),
                (Some(_), None) => {}
                (None, _) => {
                    self.pc = scheduler.end;
                    self.scheduler = None;
                }
            }
            return false;
        };
        let lane = &mut self.lanes[usize::from(id)];
        let statement = bound.code.statement(lane.pc);
        if statement.accesses_memory && scheduler.accessed && scheduler.block.is_none() {
            // The lane's turn is over.
            scheduler.current = None;
            return false;
        }
        match statement.kind {
            _ if statement.kind.is_step() => return true,
            StatementKind::Jump(to) => lane.pc = to,
            StatementKind::EnterAtomic => {
                scheduler.block = Some(lane.pc);
                scheduler.accessed |= statement.accesses_memory;
                lane.pc.0 += 1;
            }
            StatementKind::LeaveAtomic => {
                scheduler.block = None;
                lane.pc.0 += 1;
            }
            StatementKind::EndLane { is_last } => {
                scheduler.finish_current();
                if lane.status == LaneStatus::Running {
                    lane.status = if is_last { LaneStatus::Done } else { LaneStatus::Waiting };
                }
            }
            _ => unreachable!("lowering ends each lane with EndLane and does not nest foreach_active"),
        }
        false
    }

    /// Returns whether a check is due, before the next turn, that not all lanes wait for each other.
    pub fn is_wait_check_due(&self) -> bool {
        let is_due = |turns: &Scheduler| turns.current.is_none() && turns.is_wait_check_due();
        !self.is_open && self.scheduler.as_ref().is_some_and(is_due)
    }

    #[cold]
    fn pass_uniform(&mut self, bound: &Bound, salt: u64) -> bool {
        let statement = bound.code.statement(self.pc);
        match statement.kind {
            _ if statement.kind.is_step() => return true,
            StatementKind::Jump(to) => {
                let is_round = to.0 <= self.pc.0;
                self.pc = to;
                if is_round {
                    let uniform = self.locals_of(None);
                    self.rounds.begin(to, &self.locals[uniform]);
                }
            }
            StatementKind::Foreach { variable, end } => self.start_lanes(bound, variable, end, salt),
            StatementKind::Halt => {
                self.stage = Stage::Done;
                for lane in self.lanes.iter_mut().filter(|lane| lane.status == LaneStatus::Waiting) {
                    lane.status = LaneStatus::Done;
                }
                return true;
            }
            _ => unreachable!("lowering allows `atomic` only inside foreach_active"),
        }
        false
    }

    #[cold]
    fn start_lanes(&mut self, bound: &Bound, variable: LocalId, end: Pc, salt: u64) {
        let body = Pc(self.pc.0 + 1);
        let (each, uniform) = (self.locals_each, self.locals_of(None).start);
        let (lane_locals, uniform) = self.locals.split_at_mut(uniform);
        for id in self.enabled.lanes() {
            let lane = &mut self.lanes[id.index()];
            lane.pc = body;
            lane.status = LaneStatus::Waiting;
            let locals = &mut lane_locals[id.index() * each..][..each];
            // The uniform thread has no value of a local that lanes declare.
            locals.copy_from_slice(uniform);
            locals[usize::from(variable.0)] = Some(Bits::known(u64::from(id.0)));
        }
        self.scheduler = Some(Scheduler::new(&bound.schedule, self.loops, self.enabled, salt, end));
        self.loops += 1;
        if let Some(turns) = &mut self.turns {
            turns.push(Vec::new());
        }
    }
}

/// Returns the statement that a thread at `pc` executes after `statement`.
fn next_pc(pc: Pc, statement: &Statement, holds: bool) -> Pc {
    match statement.kind {
        StatementKind::Branch { otherwise, .. } if !holds => otherwise,
        _ => Pc(pc.0 + 1),
    }
}

pub(super) fn sources(bound: &Bound) -> impl Iterator<Item = SpaceId> {
    let operands = bound.row.operands().iter().zip(&bound.operands);
    let inputs = operands.filter(|(row, _)| row.direction != Some(Direction::Out));
    inputs.flat_map(|(_, operand)| operand.places(0)).map(|place| place.space)
}
