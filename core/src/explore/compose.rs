//! All orders of a scenario: those of its loops, in the order of the program.
//!
//! The ends of a group of lanes become a factor while nothing accesses its cells: the machine continues with the first
//! of the ends. If something accesses them, the machine continues once with each end.

use super::branch::{Branch, after_each, after_first, merge};
use super::cause::Errors;
use super::count::Portion;
use super::lanes::{Abort, Observed, TURN_STEPS};
use super::outcome::{Cell, Decides, Explored, Factor, Meeting, Observation, Question};
use super::round::{GroupEnds, Round};
use super::summary;
use super::witness::Witness;
use crate::base::{LaneId, LaneMask};
use crate::exec::{Bound, BoundOperand, Footprint, Fork, Reached, Scenario};
use crate::machine::{Place, SpaceId, SpaceKind};
use crate::semantics::{Statement, StatementKind};
use crate::spec::{Direction, Overlap};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The maximum number of machines at a time.
const MOST_BRANCHES: usize = 100_000;

/// The number of states after which a search compares the bytes that it holds with the budget.
const STATES_PER_LOOK: usize = 64;

/// An estimate of the bytes of a machine beside its memory and threads: its orders, its example order, and its copy as
/// an outcome.
const BRANCH_BYTES: usize = 2000;

/// The maximum number of micro-steps outside turns.
const MOST_STEPS: usize = 1_000_000;

/// The progress of a machine. Machines with the least progress continue first.
type Point = (usize, usize, usize);

/// An exploration of all orders.
#[derive(Debug)]
pub struct Exploration {
    scenario: Rc<Scenario>,
    question: Question,
    /// Whether each turn is compared with the observed results. Otherwise the ends are.
    prunes: bool,
    pending: BTreeMap<Point, Vec<Branch>>,
    done: Vec<Branch>,
    factors: Vec<Factor>,
    /// The share of the orders that are independent of the machines and of the factors.
    common: Portion,
    round: Option<(Branch, Round)>,
    /// The classes of lanes that may swap their results, by instruction and loop.
    renamed: BTreeMap<(usize, usize), Vec<LaneMask>>,
    /// The instructions whose classes of lanes depend on earlier orders. None of their lanes may swap results, because
    /// two outcomes that are equal after some orders differ after others.
    distinct: BTreeSet<usize>,
    /// The point whose machines in the same state have been merged.
    merged: Option<Point>,
    /// For each instruction and loop, the destinations whose results were compared with the observed ones when they were written.
    pruned: BTreeMap<(usize, usize), Vec<Cell>>,
    meetings: Vec<Meeting>,
    states: usize,
    steps: usize,
    /// The maximum number of bytes that any machine held.
    branch_bytes: usize,
    is_spent: bool,
}

impl Exploration {
    /// Creates an exploration at the start of the scenario.
    pub fn new(scenario: Rc<Scenario>, question: Question) -> Self {
        let prunes = !question.observed.is_empty();
        let mut exploration = Self {
            scenario,
            question,
            prunes,
            pending: BTreeMap::new(),
            done: Vec::new(),
            factors: Vec::new(),
            common: Portion::all(),
            round: None,
            renamed: BTreeMap::new(),
            distinct: BTreeSet::new(),
            merged: None,
            pruned: BTreeMap::new(),
            meetings: Vec::new(),
            states: 0,
            steps: 0,
            branch_bytes: 0,
            is_spent: false,
        };
        exploration.start();
        exploration
    }

    fn start(&mut self) {
        self.pending.clear();
        self.done.clear();
        self.factors.clear();
        self.common = Portion::all();
        self.round = None;
        self.renamed.clear();
        self.pruned.clear();
        self.meetings.clear();
        let (fork, renamings) = (Fork::new(&self.scenario), BigUint::from(1u32));
        let (witness, written, errors) = (Witness::default(), Rc::default(), Errors::default());
        self.push(vec![Branch { fork, portion: Portion::all(), witness, renamings, written, errors }]);
    }

    /// Starts again, and compares the ends with the observed results.
    fn start_again(&mut self) {
        self.prunes = false;
        self.start();
    }

    /// Returns the lanes that meet in the instructions explored so far.
    pub fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.states + self.round.as_ref().map_or(0, |(_, round)| round.states())
    }

    /// Explores at most that many states. Returns whether the exploration is over.
    pub fn advance(&mut self, states: usize) -> bool {
        self.is_spent |= self.is_over_budget();
        if self.is_spent {
            return true;
        }
        match self.round.take() {
            Some((branch, round)) => self.advance_round(branch, round, states),
            None => match self.pending.first_entry() {
                Some(mut entry) => {
                    if self.merged.replace(*entry.key()) != Some(*entry.key()) && entry.key().1 == 0 {
                        merge(entry.get_mut());
                    }
                    let branch = entry.get_mut().pop();
                    if entry.get().is_empty() {
                        entry.remove();
                    }
                    branch.into_iter().for_each(|branch| self.go_on(branch));
                }
                None => return true,
            },
        }
        false
    }

    fn advance_round(&mut self, branch: Branch, mut round: Round, states: usize) {
        let mut advanced = Ok(false);
        for first in (0..states).step_by(STATES_PER_LOOK) {
            advanced = round.advance(&self.scenario, STATES_PER_LOOK.min(states - first));
            if advanced != Ok(false) || round.bytes() > self.question.most_bytes {
                break;
            }
        }
        match advanced {
            Ok(false) => self.round = Some((branch, round)),
            Ok(true) => self.conclude(branch, round),
            Err(Abort::Divisible) => self.start_again(),
            Err(Abort::Budget | Abort::Grown | Abort::Unlike | Abort::Trapped) => self.is_spent = true,
        }
    }

    fn is_over_budget(&self) -> bool {
        let bytes = self.round.as_ref().map_or(0, |(_, round)| round.bytes());
        self.states() > self.question.most_states
            || self.steps > MOST_STEPS
            || self.branches() > self.most_branches()
            || bytes + self.branches() * self.branch_bytes > self.question.most_bytes
    }

    fn branches(&self) -> usize {
        self.done.len() + self.pending.values().map(Vec::len).sum::<usize>()
    }

    /// Returns the most machines that the budget allows.
    fn most_branches(&self) -> usize {
        MOST_BRANCHES.min(self.question.most_bytes / self.branch_bytes.max(1))
    }

    /// Runs a machine to its next loop, instruction, or end.
    fn go_on(&mut self, branch: Branch) {
        let scenario = Rc::clone(&self.scenario);
        let mut footprint = Footprint::default();
        match branch.fork.reached(&scenario) {
            // A lane without a turn has returned nothing that the observation could contradict.
            Reached::End if self.prunes && branch.fork.is_halted() => return self.start_again(),
            Reached::End => return self.done.push(branch),
            Reached::Turns if scenario.breaches.is_none() || branch.fork.order_counts(&scenario) => {
                return self.begin_round(branch);
            }
            Reached::Turns => {}
            Reached::Instruction(instruction) => {
                let reads: Vec<_> = Fork::reads(&scenario, instruction).collect();
                if let Some(at) = self.factor_where(|cell| reads.contains(&cell.place.space)) {
                    return self.absorb(at, branch);
                }
            }
            Reached::Uniform => {}
        }
        let mut next = branch.clone();
        loop {
            let is_turn = next.fork.reached(&scenario) == Reached::Turns;
            // All orders of a loop whose order does not count are one, the ascending order.
            match is_turn.then(|| next.fork.waiting().lanes().next()).flatten() {
                Some(lane) => {
                    let turn = next.fork.turn(&scenario, lane, TURN_STEPS, &mut footprint);
                    self.is_spent |= turn.is_none();
                }
                None => next.fork.step(&scenario, &mut footprint),
            }
            self.steps += 1;
            if next.fork.reached(&scenario) != Reached::Uniform || self.steps > MOST_STEPS {
                break;
            }
        }
        let Footprint { reads, writes, returned } = &footprint;
        let touched: Vec<Place> =
            reads.iter().chain(writes).copied().chain(returned.iter().map(|(place, _)| *place)).collect();
        match self.factor_where(|cell| touched.iter().any(|place| place.overlaps(cell.place))) {
            Some(at) => self.absorb(at, branch),
            None if self
                .pruned_cells()
                .any(|cell| touched.iter().any(|place| place.overlaps(cell.place))) =>
            {
                self.start_again();
            }
            None => self.push(vec![next]),
        }
    }

    fn begin_round(&mut self, branch: Branch) {
        let (instruction, _) = branch.fork.place();
        let tracked = self.tracked(instruction);
        let observed = self.observed_in(instruction);
        let renames = self.renames_in(instruction);
        match Round::new(&self.scenario, branch.fork.clone(), tracked, observed, renames) {
            Ok(round) => self.round = Some((branch, round)),
            Err(_) => self.is_spent = true,
        }
    }

    /// Returns whether results that an instruction writes to a space matter, by space.
    fn tracked(&self, instruction: usize) -> Vec<bool> {
        let scenario = &self.scenario;
        let mut tracked = vec![self.question.results; scenario.layout.spaces.len()];
        for later in instruction + 1..scenario.program.len() {
            Fork::reads(scenario, later).for_each(|space| tracked[space.index()] = true);
        }
        for Observation { place, .. } in &self.question.observed {
            tracked[place.space.index()] |= !self.prunes_in(instruction, place.space);
        }
        tracked
    }

    /// Returns whether interchangeable lanes of an instruction may swap their results: nothing accesses their
    /// destinations later.
    fn renames_in(&self, instruction: usize) -> bool {
        if !self.question.renaming || self.distinct.contains(&instruction) {
            return false;
        }
        let program = &self.scenario.program;
        let bound = &program[instruction];
        let outputs = bound.row.operands().zip(&bound.operands);
        let outputs = outputs.filter(|(row, _)| row.kind.direction() == Some(Direction::Out));
        let spaces: Vec<SpaceId> =
            outputs.flat_map(|(_, operand)| operand.places(0).map(|place| place.space)).collect();
        let touches = |operand: &BoundOperand| operand.places(0).any(|place| spaces.contains(&place.space));
        let goes_there = |(at, later): (usize, &Bound)| {
            later.operands.iter().any(touches)
                || Fork::reads(&self.scenario, at).any(|space| spaces.contains(&space))
        };
        let is_loop = |statement: &&Statement| matches!(statement.kind, StatementKind::Foreach { .. });
        let loops = bound.code.statements.iter().filter(is_loop).count();
        let nobody_later = !program.iter().enumerate().skip(instruction + 1).any(goes_there);
        loops == 1 && !bound.memory.live_sources && nobody_later
    }

    /// Returns whether turns of the instruction are compared with what was observed in that space. No later instruction may
    /// write there, and the lanes that take part may not depend on the orders before.
    fn prunes_in(&self, instruction: usize, space: SpaceId) -> bool {
        let writes = |bound: &Bound, space: SpaceId| {
            let operands = bound.row.operands().zip(&bound.operands);
            let mut outputs = operands.filter(|(row, _)| row.kind.direction() == Some(Direction::Out));
            outputs.any(|(_, operand)| operand.places(0).any(|place| place.space == space))
        };
        let (earlier, later) = self.scenario.program.split_at(instruction);
        let predicate = later[0].predicate.map(|predicate| predicate.space);
        let varies = predicate.is_some_and(|space| earlier.iter().any(|bound| writes(bound, space)));
        self.prunes && !varies && !later[1..].iter().any(|bound| writes(bound, space))
    }

    fn observed_in(&self, instruction: usize) -> Observed {
        let observed = self.question.observed.iter();
        let is_variable = |place: Place| self.scenario.layout.space(place.space).kind != SpaceKind::Surface;
        observed
            .filter(|seen| is_variable(seen.place) && self.prunes_in(instruction, seen.place.space))
            .map(|seen| (seen.place, seen.mask, seen.bits))
            .collect()
    }

    /// Returns the index of the first factor with a cell that satisfies the predicate.
    fn factor_where(&self, is_it: impl Fn(&Cell) -> bool) -> Option<usize> {
        self.factors.iter().position(|factor| factor.cells.iter().any(&is_it))
    }

    /// Replaces every machine by one for each outcome of a factor, including a machine that accesses the factor's
    /// cells.
    fn absorb(&mut self, at: usize, branch: Branch) {
        let factor = self.factors.remove(at);
        let each = |branch: &Branch| {
            factor.outcomes.iter().map(|outcome| branch.with(&factor, outcome)).collect::<Vec<_>>()
        };
        self.push(vec![branch]);
        self.merged = None;
        if self.branches() * factor.outcomes.len() > self.most_branches() {
            self.is_spent = true;
            return;
        }
        self.done = self.done.iter().flat_map(each).collect();
        for branches in self.pending.values_mut() {
            *branches = branches.iter().flat_map(each).collect();
        }
    }

    /// Queues machines by their progress.
    fn push(&mut self, branches: Vec<Branch>) {
        let scenario = Rc::clone(&self.scenario);
        if let Some(branch) = branches.first() {
            self.branch_bytes = self.branch_bytes.max(branch.fork.bytes(&scenario) + BRANCH_BYTES);
        }
        for mut branch in branches {
            let point = match branch.fork.reached(&scenario) {
                Reached::End => {
                    branch.errors = Errors::from_fork(&branch.fork);
                    (usize::MAX, 0, 0)
                }
                Reached::Instruction(instruction) => (instruction, 0, 0),
                Reached::Turns => {
                    let (instruction, number) = branch.fork.place();
                    (instruction, number + 1, 0)
                }
                Reached::Uniform => {
                    let (instruction, number) = branch.fork.place();
                    (instruction, number + 1, 1)
                }
            };
            if let (instruction, 0, _) = point {
                branch.written = Rc::default();
                self.forget(&mut branch.fork, instruction);
            }
            self.pending.entry(point).or_default().push(branch);
        }
    }

    /// Resets variables that nothing reads from that instruction on, so that machines that differ only there become
    /// equal.
    fn forget(&self, fork: &mut Fork, instruction: usize) {
        let scenario = &self.scenario;
        let mut matters = vec![self.question.results; scenario.layout.spaces.len()];
        for later in instruction..scenario.program.len() {
            Fork::reads(scenario, later).for_each(|space| matters[space.index()] = true);
        }
        for Observation { place, .. } in &self.question.observed {
            matters[place.space.index()] = true;
        }
        (0..matters.len()).for_each(|at| matters[at] |= scenario.notes_breaches_in(SpaceId(at as u16)));
        for (at, space) in scenario.layout.spaces.iter().enumerate() {
            if space.kind != SpaceKind::Surface && !matters[at] {
                fork.restore(scenario, SpaceId(at as u16));
            }
        }
    }

    /// Ends a loop after all groups have been searched.
    fn conclude(&mut self, mut branch: Branch, round: Round) {
        let place = branch.fork.place();
        self.states += round.states();
        let touched: Vec<Place> = round.touched().collect();
        if let Some(at) = self.factor_where(|cell| touched.iter().any(|place| place.overlaps(cell.place))) {
            return self.absorb(at, branch);
        }
        if !self.note_pruned(place, &round) {
            return self.start_again();
        }
        let (sharing, writes) = (round.sharing(), round.writes().collect::<Vec<_>>());
        let groups = round.finish();
        if !self.note_renamed(place, &groups) {
            self.distinct.insert(place.0);
            return self.start();
        }
        let alone = self.pending.is_empty() && self.done.is_empty();
        if self.prunes && branch.fork.order_counts(&self.scenario) {
            // The number of all orders is known without a search only if each lane has one turn.
            if groups.iter().any(GroupEnds::has_several_turns) {
                return self.start_again();
            }
        }
        self.note_meetings(place, &branch.portion, &groups);
        self.note_sharing(place, sharing);
        self.note_undefined(place, &mut branch, writes);
        if alone && groups.iter().all(GroupEnds::is_independent) {
            let (next, factors, common) = after_first(&self.scenario, branch, &groups, self.prunes);
            self.common = self.common.times(&common.orders, &common.of);
            self.factors.extend(factors);
            return self.push(vec![next]);
        }
        let room = self.most_branches().saturating_sub(self.branches());
        match after_each(&self.scenario, branch, &groups, self.prunes, room) {
            Some(branches) => self.push(branches),
            None => self.is_spent = true,
        }
    }

    /// Notes the lanes that meet. If several machines reach the loop, the effects of all their orders are joined.
    fn note_meetings(
        &mut self,
        (instruction, loop_number): (usize, usize),
        reached: &Portion,
        groups: &[GroupEnds],
    ) {
        // A lane that can stop the run meets all others, even if no two of them access one cell.
        let decides = |group: &GroupEnds| !group.cells.is_empty() || group.decides() != Decides::Nothing;
        for group in groups.iter().filter(|group| group.lanes.len() > 1 && decides(group)) {
            let new = Meeting {
                instruction,
                loop_number,
                lanes: group.lanes.clone(),
                cells: group.cells.clone(),
                decides: group.decides(),
                visitors: group.visitors.clone(),
                bytes: group.bytes(),
                seen: group.seen.clone(),
                orders: group.orders().total(),
                reached: reached.clone(),
                renamed: group.renamed.clone(),
            };
            let same = |known: &&mut Meeting| {
                (known.instruction, known.loop_number) == (instruction, loop_number)
                    && (&known.lanes, &known.cells) == (&new.lanes, &new.cells)
            };
            match self.meetings.iter_mut().find(same) {
                Some(known) => known.join(&new),
                None => self.meetings.push(new),
            }
        }
    }

    /// Notes the lanes that write the same elements of destinations. A search covers elements that matter later. For
    /// the others, the order is assumed to decide their contents.
    fn note_sharing(
        &mut self,
        (instruction, loop_number): (usize, usize),
        sharing: Vec<(Vec<LaneId>, Vec<Place>)>,
    ) {
        let tracked = self.tracked(instruction);
        for (lanes, mut places) in sharing {
            places.retain(|place| !tracked[place.space.index()]);
            if places.is_empty() {
                continue;
            }
            let in_loop =
                |known: &&mut Meeting| (known.instruction, known.loop_number) == (instruction, loop_number);
            for known in self.meetings.iter_mut().filter(in_loop) {
                if known.lanes.iter().any(|lane| lanes.contains(lane)) {
                    known.decides = known.decides.max(Decides::Results);
                }
            }
            let mut new = Meeting::empty((instruction, loop_number), lanes, Decides::Results);
            new.add_cells(&places, Decides::Results);
            if !self.meetings.contains(&new) {
                self.meetings.push(new);
            }
        }
    }

    /// Notes lanes that write bytes which another lane has written in an earlier loop of the instruction, if the manual
    /// leaves the result undefined.
    fn note_undefined(&mut self, place: (usize, usize), branch: &mut Branch, writes: Vec<(LaneId, Place)>) {
        if self.scenario.program[place.0].row.overlap != Overlap::Undefined {
            return;
        }
        let bytes = |at: Place| {
            (at.byte_offset..at.byte_offset.saturating_add(at.size_bytes)).map(move |byte| (at.space, byte))
        };
        let mut lanes = LaneMask::default();
        let mut cells = Vec::new();
        for &(lane, at) in &writes {
            let earlier = bytes(at).filter_map(|byte| branch.written.get(&byte));
            let earlier = earlier.fold(LaneMask::default(), |all, mask| LaneMask(all.0 | mask.0));
            let others = earlier.with(lane.index(), false);
            if others.count() > 0 {
                lanes = LaneMask(lanes.0 | others.0).with(lane.index(), true);
                if !cells.contains(&at) {
                    cells.push(at);
                }
            }
        }
        if lanes.count() > 0 {
            let mut new = Meeting::empty(place, lanes.lanes().collect(), Decides::Nothing);
            new.add_cells(&cells, Decides::Nothing);
            let same = |known: &Meeting| {
                (known.instruction, known.loop_number, &known.cells) == (place.0, place.1, &cells)
            };
            if !self.meetings.iter().any(same) {
                self.meetings.push(new);
            }
        }
        let written = Rc::make_mut(&mut branch.written);
        for (lane, at) in writes {
            for byte in bytes(at) {
                let known = written.entry(byte).or_default();
                *known = known.with(lane.index(), true);
            }
        }
    }

    /// Notes the classes of lanes that may swap their results. Returns whether they are the same after all earlier
    /// orders.
    fn note_renamed(&mut self, at: (usize, usize), groups: &[GroupEnds]) -> bool {
        let mut renamed: Vec<LaneMask> = groups.iter().flat_map(|group| &group.renamed).copied().collect();
        renamed.sort_unstable_by_key(|lanes| lanes.0);
        *self.renamed.entry(at).or_insert_with(|| renamed.clone()) == renamed
    }

    /// Returns the destinations that were compared with what was observed when they were written.
    fn pruned_cells(&self) -> impl Iterator<Item = &Cell> {
        self.pruned.values().flatten()
    }

    /// Records which destinations of a loop were compared with the observed result. Returns whether each is a whole
    /// element that no other loop writes, and is the same in every machine that reaches the loop.
    fn note_pruned(&mut self, at: (usize, usize), round: &Round) -> bool {
        let observed = self.observed_in(at.0);
        let mut cells = Vec::new();
        for (place, mask) in round.returned() {
            let others = self.pruned.iter().filter(|(other, _)| **other != at);
            if others.flat_map(|(_, cells)| cells).any(|cell| cell.place.overlaps(place)) {
                return false;
            }
            for (seen, ..) in observed.iter().filter(|(seen, ..)| seen.overlaps(place)) {
                if *seen != place {
                    return false;
                }
                cells.push(Cell { place, mask });
            }
        }
        cells.sort_unstable_by_key(|cell| (cell.place.space, cell.place.byte_offset, cell.mask));
        *self.pruned.entry(at).or_insert_with(|| cells.clone()) == cells
    }

    /// Returns the result; `None` if the budget ran out.
    pub fn finish(self) -> Option<Explored> {
        if self.is_spent || !self.pending.is_empty() || self.round.is_some() {
            return None;
        }
        let pruned = self.pruned.into_values().flatten().collect::<Vec<_>>();
        let mut explored =
            summary::summary(&self.scenario, &self.question, self.done, self.factors, self.common, &pruned);
        explored.meetings = self.meetings;
        Some(explored)
    }
}
