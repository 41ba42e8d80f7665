//! An instruction under way: its threads, and how they go from statement to statement.

use super::carry_out::Changes;
use super::mask::Mask;
use super::turns::Turns;
use super::{Bound, BoundOperand};
use crate::base::{Bits, LaneId, LaneMask, ScalarType};
use crate::machine::{Latch, SpaceId, State};
use crate::semantics::{FlatKind, FlatStatement, Local, LocalId, Pc, Type};
use crate::spec::Direction;
use crate::trace::{Access, LaneStatus, Phase, Returned};
use smallvec::SmallVec;
use std::ops::Range;

/// A lane in its turn, with what it may look at.
pub(super) struct Turn<'a> {
    pub id: LaneId,
    pub lane: &'a mut Lane,
    pub locals: &'a mut [Option<Bits>],
    pub foreach: &'a mut Foreach,
}

/// An instruction under way. The next one takes its place, and what it has allocated.
#[derive(Clone, Debug, Default)]
pub(super) struct Active {
    pub instruction: usize,
    pub stage: Stage,
    pub enabled: LaneMask,
    /// Each lane's predicate as it counts.
    pub predicate: Option<LaneMask>,
    /// What input operands held when the instruction began.
    pub latched: Latch,
    /// The locals of each lane and of the uniform thread, which comes last; as many for each as the code has. A lane has those
    /// of the uniform thread, too, which no lane changes.
    locals: Vec<Option<Bits>>,
    /// How many locals each thread has.
    locals_each: usize,
    /// Where the uniform thread stands.
    pub pc: Pc,
    pub lanes: Vec<Lane>,
    pub foreach: Option<Foreach>,
    /// How many `foreach_active` have begun.
    pub loops: usize,
    /// The lanes that had turns in each of them, one behind the other, where somebody asks for that.
    pub turns: Option<Vec<Vec<u8>>>,
    /// The instructions so far of which a lane has had more than one turn in a `foreach_active`, ascending.
    pub second_turns: SmallVec<[u16; 4]>,
    /// Whether whoever runs the machine gives the turns, so that it stands still between two of them.
    pub is_open: bool,
}

/// How far an instruction has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    /// The mask is known, the sources are not latched.
    #[default]
    Masked,
    /// The statements run.
    Body,
    /// The instruction is over.
    Done,
}

/// A `foreach_active` under way.
#[derive(Clone, Debug)]
pub(super) struct Foreach {
    pub end: Pc,
    pub turns: Turns,
    /// Whether the `atomic` block that the current lane is in accesses memory.
    pub atomic_accesses: bool,
}

/// What a lane comes to where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passed {
    /// A micro-step, which is its next.
    Step,
    /// A statement that is no micro-step, and is passed.
    Statement,
    /// The end of its turn.
    Turn,
    /// The end of its thread.
    Lane,
}

impl Foreach {
    /// Passes a statement of the current lane if it is no micro-step.
    #[inline]
    pub fn pass(&mut self, lane: &mut Lane, statement: &FlatStatement) -> Passed {
        let turns = &mut self.turns;
        let turn_is_over = statement.accesses_memory && turns.accessed && !turns.in_atomic;
        if statement.is_step {
            return if turn_is_over { Passed::Turn } else { Passed::Step };
        }
        match statement.kind {
            FlatKind::Jump(to) => {
                lane.pc = to;
                return Passed::Statement;
            }
            FlatKind::EndLane => return Passed::Lane,
            FlatKind::LeaveAtomic => {
                turns.in_atomic = false;
                turns.accessed |= self.atomic_accesses;
            }
            FlatKind::EnterAtomic if turn_is_over => return Passed::Turn,
            FlatKind::EnterAtomic => {
                turns.in_atomic = true;
                self.atomic_accesses = statement.accesses_memory;
            }
            _ => unreachable!("lowering ends each lane with EndLane and does not nest foreach_active"),
        }
        lane.pc.0 += 1;
        Passed::Statement
    }
}

/// One lane's thread.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub status: LaneStatus,
    pub pc: Pc,
    pub phase: Option<Phase>,
    pub access: Option<Access>,
    /// Whether the last change that it meant to make to shared memory was dropped.
    pub dropped: bool,
    pub old: Option<Bits>,
    pub new: Option<Bits>,
    /// The values that it handed to output operands last, of which a row has one or two.
    pub returned: SmallVec<[Returned; 2]>,
}

impl Lane {
    fn new(mask: &Mask, id: u8) -> Self {
        Self {
            status: match mask.off.iter().find(|(off, _)| off.0 == id) {
                Some((_, reason)) => LaneStatus::Off(*reason),
                None => LaneStatus::Waiting,
            },
            pc: Pc(0),
            phase: None,
            access: None,
            dropped: false,
            old: None,
            new: None,
            returned: SmallVec::new(),
        }
    }

    /// Notes a value that is handed to an output operand.
    #[inline]
    pub fn note_returned(&mut self, returned: Returned) {
        match self.returned.last_mut() {
            Some(last) if last.operand == returned.operand => *last = returned,
            _ => {
                self.returned.retain(|known| known.operand != returned.operand);
                self.returned.push(returned);
            }
        }
    }
}

impl Active {
    /// The number of locals that each thread has.
    pub fn locals_each(&self) -> usize {
        self.locals_each
    }

    /// Returns about the number of bytes that are held for its threads.
    pub fn bytes(&self) -> usize {
        self.locals.len() * size_of::<Option<Bits>>() + self.lanes.len() * size_of::<Lane>()
    }

    /// Begins an instruction in place of the one before.
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
        self.foreach = None;
        self.loops = 0;
        self.turns = None;
        self.is_open = false;
    }

    /// The locals of a lane; of the uniform thread for `None`.
    pub fn locals(&self, lane: Option<LaneId>) -> &[Option<Bits>] {
        &self.locals[self.locals_of(lane)]
    }

    fn locals_of(&self, lane: Option<LaneId>) -> Range<usize> {
        let at = lane.map_or(self.lanes.len(), LaneId::index) * self.locals_each;
        at..at + self.locals_each
    }

    /// Where a lane goes in shared memory.
    pub fn address(&self, id: LaneId, bound: &Bound) -> Option<(Bits, Type)> {
        let computed = bound.code.address.and_then(|local| {
            let at = usize::from(local.0);
            Some((self.locals(Some(id))[at]?, bound.code.locals[at].ty))
        });
        // A texel outside has no bytes.
        let has_bytes = |access: &Access| access.inside || access.texel.is_none();
        let accessed = || self.lanes[id.index()].access.filter(has_bytes);
        computed.or_else(|| Some((accessed()?.address, Type::Scalar(ScalarType::Ud))))
    }

    /// What a statement of a thread may change; of the uniform thread for `None`.
    pub fn changes<'a>(&'a mut self, lane: Option<LaneId>, state: &'a mut State) -> Changes<'a> {
        let at = self.locals_of(lane);
        let locals = &mut self.locals[at];
        Changes { state, lane: lane.map(|lane| &mut self.lanes[lane.index()]), locals }
    }

    /// The turn of the lane that has it.
    pub fn turn(&mut self) -> Option<Turn<'_>> {
        let id = self.current_lane()?;
        let own = self.locals_of(Some(id));
        let foreach = self.foreach.as_mut()?;
        let lane = &mut self.lanes[id.index()];
        Some(Turn { id, lane, locals: &mut self.locals[own], foreach })
    }

    /// Where a lane stands; the uniform thread for `None`.
    pub fn pc(&self, lane: Option<LaneId>) -> Pc {
        lane.map_or(self.pc, |lane| self.lanes[lane.index()].pc)
    }

    /// Whether a lane has stopped at a trap.
    pub fn has_trapped(&self) -> bool {
        self.lanes.iter().any(|lane| matches!(lane.status, LaneStatus::Trapped(_)))
    }

    /// Puts a lane's thread and the turns back where they were. The instruction is the same, and in the same loop.
    pub fn put_back(&mut self, lane: LaneId, was: &Self) {
        let own = self.locals_of(Some(lane));
        self.locals[own.clone()].copy_from_slice(&was.locals[own]);
        self.lanes[lane.index()].clone_from(&was.lanes[lane.index()]);
        self.foreach.clone_from(&was.foreach);
    }

    /// The lane whose turn it is; `None` while the uniform thread runs.
    pub fn current_lane(&self) -> Option<LaneId> {
        self.foreach.as_ref().and_then(|foreach| foreach.turns.current).map(LaneId)
    }

    /// Moves a thread on behind a statement whose condition, if it has one, holds or does not.
    #[inline]
    pub fn go_on(&mut self, lane: Option<LaneId>, statement: &FlatStatement, holds: bool) {
        let Some(id) = lane else {
            self.pc = next(self.pc, statement, holds);
            return;
        };
        let lane = &mut self.lanes[id.index()];
        lane.pc = next(lane.pc, statement, holds);
        let Some(foreach) = &mut self.foreach else { return };
        foreach.turns.accessed |= statement.accesses_memory;
        if let (FlatKind::Trap { reason }, true) = (statement.kind, holds) {
            lane.status = LaneStatus::Trapped(reason);
            // Nothing of its thread is left but the statement that ends it, the last of the loop.
            lane.pc = Pc(foreach.end.0 - 1);
        }
    }

    /// Passes one statement that is no micro-step, or hands the turn on. Returns whether the machine is settled.
    #[inline]
    pub fn hop(&mut self, bound: &Bound, salt: u64) -> bool {
        let Some(foreach) = &mut self.foreach else { return self.hop_uniform(bound, salt) };
        let Some(id) = foreach.turns.current else {
            let turns = &foreach.turns;
            if (self.is_open || turns.is_look_due()) && turns.running().count() > 0 {
                return true;
            }
            let end = foreach.end;
            if !self.give_turn() {
                self.pc = end;
                self.foreach = None;
            }
            return false;
        };
        let lane = &mut self.lanes[usize::from(id)];
        match foreach.pass(lane, bound.code.flat.statement(lane.pc)) {
            Passed::Step => return true,
            Passed::Statement => {}
            passed => self.end_turn(passed == Passed::Lane),
        }
        false
    }

    /// The current lane's turn is over, and where it is done, its thread, too.
    pub fn end_turn(&mut self, is_done: bool) {
        let Some(foreach) = &mut self.foreach else { return };
        if !is_done {
            foreach.turns.current = None;
        } else if let Some(id) = foreach.turns.finish_current() {
            let lane = &mut self.lanes[usize::from(id)];
            if lane.status == LaneStatus::Running {
                lane.status = LaneStatus::Done;
            }
        }
    }

    /// Whether it has to be looked whether all lanes wait for each other before one has its next turn.
    pub fn is_look_due(&self) -> bool {
        let is_due = |foreach: &Foreach| foreach.turns.current.is_none() && foreach.turns.is_look_due();
        !self.is_open && self.foreach.as_ref().is_some_and(is_due)
    }

    /// Gives a lane the next turn. Returns whether there is one that is not done.
    pub fn give_turn(&mut self) -> bool {
        let Some(foreach) = &mut self.foreach else { return false };
        let next = foreach.turns.next();
        // A program has at most 1,000 instructions.
        let instruction = self.instruction as u16;
        if foreach.turns.is_repeated && self.second_turns.last() != Some(&instruction) {
            self.second_turns.push(instruction);
        }
        if let (Some(lane), Some(turns)) = (next, &mut self.turns) {
            turns.last_mut().expect("a loop has begun").push(lane);
        }
        next.is_some()
    }

    fn hop_uniform(&mut self, bound: &Bound, salt: u64) -> bool {
        let statement = bound.code.flat.statement(self.pc);
        match statement.kind {
            _ if statement.is_step => return true,
            FlatKind::Jump(to) => self.pc = to,
            FlatKind::Foreach { variable, end } => self.start_lanes(bound, variable, end, salt),
            FlatKind::Halt => {
                self.stage = Stage::Done;
                return true;
            }
            _ => unreachable!("lowering allows `atomic` only inside foreach_active"),
        }
        false
    }

    /// Starts a thread for each enabled lane.
    fn start_lanes(&mut self, bound: &Bound, variable: LocalId, end: Pc, salt: u64) {
        let body = Pc(self.pc.0 + 1);
        let (each, uniform) = (self.locals_each, self.locals_of(None).start);
        let (of_lanes, uniform) = self.locals.split_at_mut(uniform);
        let at_first = |(uniform, local): (&Option<Bits>, &Local)| uniform.filter(|_| local.uniform);
        let at_first: SmallVec<[Option<Bits>; 16]> =
            uniform.iter().zip(&bound.code.locals).map(at_first).collect();
        for id in self.enabled.lanes() {
            let lane = &mut self.lanes[id.index()];
            lane.pc = body;
            lane.status = LaneStatus::Waiting;
            let locals = &mut of_lanes[id.index() * each..][..each];
            locals.copy_from_slice(&at_first);
            locals[usize::from(variable.0)] = Some(Bits::known(u64::from(id.0)));
        }
        let turns = Turns::new(&bound.schedule, self.loops, self.enabled, salt);
        self.loops += 1;
        if let Some(turns) = &mut self.turns {
            turns.push(Vec::new());
        }
        self.foreach = Some(Foreach { end, turns, atomic_accesses: false });
    }
}

/// Where a thread goes on behind a statement.
pub(super) fn next(pc: Pc, statement: &FlatStatement, holds: bool) -> Pc {
    match statement.kind {
        FlatKind::Branch { otherwise } if !holds => otherwise,
        _ => Pc(pc.0 + 1),
    }
}

/// The spaces that an instruction's input operands lie in.
pub(super) fn sources(bound: &Bound) -> impl Iterator<Item = SpaceId> {
    let operands = bound.row.operands.iter().zip(&bound.operands);
    let inputs = operands.filter(|(row, _)| row.kind.direction() != Some(Direction::Out));
    inputs
        .flat_map(|(_, operand)| match *operand {
            BoundOperand::Register { low, high, .. } => [Some(low), high],
            BoundOperand::Uniform { place, .. } => [Some(place.space), None],
            BoundOperand::Bits { space, .. } | BoundOperand::Elements { space, .. } => [Some(space), None],
            BoundOperand::Null
            | BoundOperand::HeaderPool
            | BoundOperand::Lane
            | BoundOperand::Surface(_)
            | BoundOperand::Packed { .. }
            | BoundOperand::Immediate { .. } => [None, None],
        })
        .flatten()
}
