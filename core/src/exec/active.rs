//! An instruction under way: its threads, and how they go from statement to statement.

use super::Bound;
use super::mask::Mask;
use super::turns::Turns;
use crate::base::{Bits, LaneId, LaneMask, ScalarType};
use crate::machine::State;
use crate::semantics::{LocalId, Pc, Statement, StatementKind, Type};
use crate::trace::{Access, Effect, LaneStatus, Phase, Returned};

/// An instruction under way.
#[derive(Clone, Debug)]
pub(super) struct Active {
    pub instruction: usize,
    pub stage: Stage,
    pub enabled: LaneMask,
    /// Each lane's predicate as it counts.
    pub predicate: Option<LaneMask>,
    /// The contents from which sources are read once they are latched.
    pub latched: State,
    /// Locals of the uniform thread.
    pub uniform: Vec<Option<Bits>>,
    /// Where the uniform thread stands.
    pub pc: Pc,
    pub lanes: Vec<Lane>,
    pub foreach: Option<Foreach>,
    /// How many `foreach_active` have begun.
    pub loops: usize,
    /// The lanes that had turns in each of them, one behind the other, where somebody asks for that.
    pub turns: Option<Vec<Vec<u8>>>,
}

/// How far an instruction has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The mask is known, the sources are not latched.
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

/// One lane's thread.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub status: LaneStatus,
    pub pc: Pc,
    pub locals: Vec<Option<Bits>>,
    pub phase: Option<Phase>,
    pub access: Option<Access>,
    pub old: Option<Bits>,
    pub new: Option<Bits>,
    pub returned: Vec<Returned>,
}

impl Lane {
    /// Where the lane goes in shared memory.
    pub fn address(&self, bound: &Bound) -> Option<(Bits, Type)> {
        let computed = bound.code.address.and_then(|id| {
            let at = usize::from(id.0);
            Some((self.locals[at]?, bound.code.locals[at].ty))
        });
        computed.or_else(|| Some((self.access?.address, Type::Scalar(ScalarType::Ud))))
    }

    fn new(bound: &Bound, mask: &Mask, id: u8) -> Self {
        Self {
            status: match mask.off.iter().find(|(off, _)| off.0 == id) {
                Some((_, reason)) => LaneStatus::Off(*reason),
                None => LaneStatus::Waiting,
            },
            pc: Pc(0),
            locals: vec![None; bound.code.locals.len()],
            phase: None,
            access: None,
            old: None,
            new: None,
            returned: Vec::new(),
        }
    }
}

impl Active {
    /// An instruction that begins, with what it would read now.
    pub fn new(instruction: usize, bound: &Bound, mask: &Mask, latched: State) -> Self {
        Self {
            instruction,
            stage: Stage::Masked,
            enabled: mask.enabled,
            predicate: mask.predicate,
            latched,
            uniform: vec![None; bound.code.locals.len()],
            pc: Pc(0),
            lanes: (0..bound.exec_size).map(|id| Lane::new(bound, mask, id)).collect(),
            foreach: None,
            loops: 0,
            turns: None,
        }
    }

    /// Whether a lane has stopped at a trap.
    pub fn has_trapped(&self) -> bool {
        self.lanes.iter().any(|lane| matches!(lane.status, LaneStatus::Trapped(_)))
    }

    /// The lane whose turn it is; `None` while the uniform thread runs.
    pub fn current_lane(&self) -> Option<LaneId> {
        self.foreach.as_ref().and_then(|foreach| foreach.turns.current).map(LaneId)
    }

    /// Notes what a thread's statement did and where the thread goes on.
    pub fn went(
        &mut self,
        lane: Option<LaneId>,
        statement: &Statement,
        next: Pc,
        phase: Phase,
        effects: &[Effect],
    ) {
        let Some(id) = lane else {
            self.pc = next;
            return;
        };
        if let Some(foreach) = &mut self.foreach {
            foreach.turns.accessed |= statement.accesses_memory;
        }
        let (mut has_returned, mut trap) = (false, None);
        let lane = &mut self.lanes[id.index()];
        lane.pc = next;
        lane.status = LaneStatus::Running;
        lane.phase = Some(phase);
        for effect in effects {
            match effect {
                Effect::Read { access, value } => (lane.access, lane.old) = (Some(*access), Some(*value)),
                Effect::Modify { new, .. } => lane.new = Some(*new),
                Effect::Write { access, value, .. } => {
                    (lane.access, lane.new) = (Some(*access), Some(*value))
                }
                // The low half stands for a pair of registers.
                Effect::Return { .. } if has_returned => {}
                Effect::Return { operand, after: value, ty, .. } => {
                    has_returned = true;
                    lane.returned.retain(|known| known.operand != *operand);
                    lane.returned.push(Returned { operand: *operand, value: *value, ty: *ty });
                }
                Effect::Trap { reason } => trap = Some(*reason),
                Effect::Mask { .. } | Effect::Latch | Effect::Local { .. } | Effect::Decide { .. } => {}
            }
        }
        if let (Some(reason), Some(foreach)) = (trap, &self.foreach) {
            lane.status = LaneStatus::Trapped(reason);
            // Nothing of its thread is left but the statement that ends it, the last of the loop.
            lane.pc = Pc(foreach.end.0 - 1);
        }
    }

    /// Passes one statement that is no micro-step, or hands the turn on. Returns whether the machine is settled.
    pub fn hop(&mut self, bound: &Bound, salt: u64) -> bool {
        let Some(foreach) = &mut self.foreach else { return self.hop_uniform(bound, salt) };
        let Some(id) = foreach.turns.current else {
            match (foreach.turns.next(), &mut self.turns) {
                (Some(lane), Some(turns)) => turns.last_mut().expect("a loop has begun").push(lane),
                (Some(_), None) => {}
                (None, _) => {
                    self.pc = foreach.end;
                    self.foreach = None;
                }
            }
            return false;
        };
        let lane = &mut self.lanes[usize::from(id)];
        let statement = bound.code.statement(lane.pc);
        let turn_is_over = statement.accesses_memory && foreach.turns.accessed && !foreach.turns.in_atomic;
        match statement.kind {
            StatementKind::Jump(to) => lane.pc = to,
            StatementKind::EndLane => {
                if lane.status == LaneStatus::Running {
                    lane.status = LaneStatus::Done;
                }
                foreach.turns.finish_current();
            }
            StatementKind::LeaveAtomic => {
                foreach.turns.in_atomic = false;
                foreach.turns.accessed |= foreach.atomic_accesses;
                lane.pc.0 += 1;
            }
            _ if turn_is_over => foreach.turns.current = None,
            StatementKind::EnterAtomic => {
                foreach.turns.in_atomic = true;
                foreach.atomic_accesses = statement.accesses_memory;
                lane.pc.0 += 1;
            }
            StatementKind::Assign { .. } | StatementKind::Branch { .. } | StatementKind::Trap { .. } => {
                return true;
            }
            StatementKind::Foreach { .. } | StatementKind::Halt => {
                unreachable!("lowering ends each lane with EndLane and does not nest foreach_active")
            }
        }
        false
    }

    fn hop_uniform(&mut self, bound: &Bound, salt: u64) -> bool {
        match bound.code.statement(self.pc).kind {
            StatementKind::Jump(to) => self.pc = to,
            StatementKind::Foreach { variable, end } => self.start_lanes(bound, variable, end, salt),
            StatementKind::Halt => {
                self.stage = Stage::Done;
                return true;
            }
            StatementKind::Assign { .. } | StatementKind::Branch { .. } | StatementKind::Trap { .. } => {
                return true;
            }
            StatementKind::EnterAtomic | StatementKind::LeaveAtomic | StatementKind::EndLane => {
                unreachable!("lowering allows `atomic` only inside foreach_active")
            }
        }
        false
    }

    /// Starts a thread for each enabled lane.
    fn start_lanes(&mut self, bound: &Bound, variable: LocalId, end: Pc, salt: u64) {
        let body = Pc(self.pc.0 + 1);
        for id in self.enabled.lanes() {
            let lane = &mut self.lanes[id.index()];
            lane.pc = body;
            lane.status = LaneStatus::Waiting;
            lane.locals.fill(None);
            lane.locals[usize::from(variable.0)] = Some(Bits::known(u64::from(id.0)));
        }
        let turns = Turns::new(&bound.schedule, self.loops, self.enabled, salt);
        self.loops += 1;
        if let Some(turns) = &mut self.turns {
            turns.push(Vec::new());
        }
        self.foreach = Some(Foreach { end, turns, atomic_accesses: false });
    }
}
