//! What has to hold of memory all along: conditions of a scenario, looked at behind each step that is not inside an
//! `atomic` block.

use super::active::Stage;
use super::eval::{Eval, Evaluation, Now, Outcome};
use super::record::{By, Everything, Nothing, Recorder};
use super::slots::Slots;
use super::vm::Vm;
use super::{Bound, BoundOperand, Scenario, rules};
use crate::base::{Bits, LaneId, LaneMask, NumberFormat, Span};
use crate::diag::Diagnostic;
use crate::machine::{Place, Space, SpaceId, SpaceKind, State};
use crate::semantics::{ExprKind, FlatCode, FlatKind, Pc, Type};
use crate::trace::Phase;

/// The most elements that looking at invariants may read in a run.
pub(crate) const LOOK_BUDGET: u64 = 20_000_000;

/// A condition on what a scenario declares.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Its name.
    pub name: String,
    /// Its line in the scenario.
    pub span: Span,
    /// An instruction whose code is the condition, and whose operands are what the scenario declares.
    condition: Bound,
    /// The spaces that it reads.
    spaces: Vec<SpaceId>,
    /// How many elements and expressions a look at it evaluates.
    cost: u64,
}

impl Scenario {
    /// Returns the scenario with a place in which each order notes the invariants that it breaks: bit `n` for invariant `n`.
    /// An exploration of that place counts the orders that break each. `None` if there are no invariants.
    pub(crate) fn noting_breaches(&self) -> Option<Self> {
        if self.invariants.is_empty() {
            return None;
        }
        let mut scenario = self.clone();
        // There are fewer spaces than 2^16.
        let space = SpaceId(scenario.layout.spaces.len() as u16);
        let size_bytes = size_of::<u64>();
        let name = "broken invariants".to_owned();
        scenario.layout.spaces.push(Space { name, kind: SpaceKind::Surface, size_bytes });
        scenario.initial.push_zeroed(size_bytes);
        scenario.breaches = Some(Place { space, byte_offset: 0, size_bytes: size_bytes as u32 });
        Some(scenario)
    }

    /// Returns whether an exploration notes breaches, and some invariant reads that space.
    pub(crate) fn notes_breaches_in(&self, space: SpaceId) -> bool {
        self.breaches.is_some() && self.invariants.iter().any(|invariant| invariant.spaces.contains(&space))
    }
}

/// A step behind which an invariant does not hold, the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Index of the invariant in the scenario.
    pub invariant: usize,
    /// The step; `None` where the invariant does not even hold at the start.
    pub step: Option<u32>,
    /// Index of the instruction that was under way.
    pub instruction: Option<usize>,
    /// The lane whose step it was, unless it was one of the whole instruction.
    pub lane: Option<LaneId>,
    /// The pieces of the condition, each with its type and its value.
    pub values: Vec<(String, Type, Bits)>,
    /// Whether bits that decide it are undefined.
    pub is_undefined: bool,
}

impl Invariant {
    /// An invariant from its condition.
    pub fn new(name: String, span: Span, condition: Bound, layout: &crate::machine::Layout) -> Self {
        let mut named = Vec::new();
        let mut cost = 0;
        for expr in &condition.code.exprs {
            let (operand, elements) = match expr.kind {
                ExprKind::Element { operand, .. } => (operand, 1),
                ExprKind::Fold { operand, of: (_, count), .. } => (operand, u64::from(count)),
                _ => continue,
            };
            cost += elements;
            named.push(operand);
        }
        let space = |operand: usize| match condition.operands[operand] {
            BoundOperand::Surface(surface) => Some(layout.surfaces[surface].space),
            operand => operand.places(0).next().map(|place| place.space),
        };
        let mut spaces: Vec<SpaceId> = named.into_iter().filter_map(space).collect();
        spaces.sort_unstable();
        spaces.dedup();
        Self { name, span, cost: cost.max(1), spaces, condition }
    }

    /// The spaces that it reads.
    pub fn spaces(&self) -> &[SpaceId] {
        &self.spaces
    }

    /// Whether it holds; `None` where undefined bits decide it.
    fn holds(
        &self,
        scenario: &Scenario,
        state: &State,
        slots: &mut Slots<Bits>,
        recorder: &mut impl Recorder,
    ) -> Option<bool> {
        let bound = &self.condition;
        let slots = slots.of(&scenario.layout, 0, bound);
        let all = LaneMask(u32::MAX);
        let eval = Eval { scenario, bound, latched: None, enabled: all, predicate: all };
        let mut evaluation = Evaluation { eval, slots, outcome: Outcome::new(0), recorder };
        let now = Now { state, locals: &[] };
        let value: Option<Bits> = evaluation.value(bound.code.flat.statement(Pc(0)), now);
        value.filter(|value| value.is_defined(1)).map(|value| value.value & 1 == 1)
    }

    /// Returns the pieces of the condition, each with its type and its value.
    fn values(&self, scenario: &Scenario, state: &State) -> Vec<(String, Type, Bits)> {
        let mut everything = Everything::default();
        self.holds(scenario, state, &mut Slots::default(), &mut everything);
        let by = By { step: 0, instruction: 0, lane: None, in_atomic: false };
        let step = everything.micro_step(by, Phase::Compute, None);
        let text = &self.condition.code.texts[0].text;
        let value =
            |input: &crate::trace::Input| (input.site.span.of(text).to_owned(), input.ty, input.value);
        step.inputs.iter().map(value).collect()
    }
}

impl Breach {
    /// The breach of an invariant by the step that a machine has done last; by none where it has done none.
    pub(super) fn new(scenario: &Scenario, invariant: usize, vm: &Vm, lane: Option<LaneId>) -> Self {
        let broken = &scenario.invariants[invariant];
        let holds = broken.holds(scenario, &vm.state, &mut Slots::default(), &mut Nothing);
        Self {
            invariant,
            step: vm.steps.checked_sub(1),
            instruction: vm.active.as_ref().map(|active| active.instruction),
            lane,
            values: broken.values(scenario, &vm.state),
            is_undefined: holds.is_none(),
        }
    }

    /// Returns the pieces of the condition, each with its value as text.
    pub fn values_in(&self, format: NumberFormat) -> Vec<(String, String)> {
        self.values.iter().map(|(piece, ty, value)| (piece.clone(), ty.show(*value, format))).collect()
    }

    /// What is wrong with the values, as half a sentence: `sum(BUF) is 99`.
    pub fn values_in_words(&self) -> String {
        let value = |(piece, value): (String, String)| match value.contains('?') {
            true => format!("`{piece}` has undefined bits"),
            false => format!("`{piece}` is {value}"),
        };
        let values: Vec<String> = self.values_in(NumberFormat::Auto).into_iter().map(value).collect();
        match values.is_empty() {
            true => "it never holds".to_owned(),
            false => values.join(", "),
        }
    }

    /// The breach as a finding.
    pub(super) fn diagnostic(&self, scenario: &Scenario) -> Diagnostic {
        let invariant = &scenario.invariants[self.invariant];
        let who = match (self.lane, self.instruction.map(|at| &scenario.program[at].title)) {
            (Some(lane), Some(title)) => format!("after a step of lane {lane} in `{title}`"),
            (None, Some(title)) => format!("after a step of `{title}`"),
            (_, None) => "at the start".to_owned(),
        };
        let (name, values) = (&invariant.name, self.values_in_words());
        let message = format!("`{name}` does not hold {who}: {values}");
        let finding = Diagnostic::error(&rules::INVARIANT, invariant.span, message);
        match self.instruction {
            Some(at) => finding.note_at(scenario.program[at].span, "this instruction breaks it"),
            None => finding,
        }
    }
}

/// Somebody who looks at the invariants of a scenario while a machine runs.
#[derive(Debug)]
pub(crate) struct Watch {
    /// Those that are looked at.
    watched: Vec<(usize, Slots<Bits>)>,
    /// The spaces that were written since they were looked at.
    written: Vec<SpaceId>,
    /// The block that the step under way stands in.
    block: Option<Block>,
    /// How many elements have been read.
    work: u64,
}

/// An `atomic` block that a lane is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    instruction: usize,
    lane: LaneId,
    enter: usize,
}

impl Block {
    /// The block in which a lane stands that has the turn.
    fn of(scenario: &Scenario, vm: &Vm, lane: Option<LaneId>) -> Option<Self> {
        let active = vm.active.as_ref().filter(|it| it.stage == Stage::Body && vm.halted.is_none())?;
        let lane = lane?;
        let code = &scenario.program[active.instruction].code.flat;
        Some(Self { instruction: active.instruction, lane, enter: entered(code, active.pc(Some(lane)))? })
    }
}

/// The statement that enters the block in which another one stands. Blocks are whole stretches of a text and hold no others.
fn entered(code: &FlatCode, pc: Pc) -> Option<usize> {
    let is_edge = |kind: FlatKind| matches!(kind, FlatKind::EnterAtomic | FlatKind::LeaveAtomic);
    let before = &code.statements[..pc.0 as usize];
    let edge = before.iter().rposition(|statement| is_edge(statement.kind))?;
    (before[edge].kind == FlatKind::EnterAtomic).then_some(edge)
}

impl Watch {
    /// Somebody who looks at all of them; `None` where there is none.
    pub fn new(scenario: &Scenario) -> Option<Self> {
        let watched: Vec<_> = (0..scenario.invariants.len()).map(|at| (at, Slots::default())).collect();
        (!watched.is_empty()).then(|| Self { watched, written: Vec::new(), block: None, work: 0 })
    }

    /// Those that do not hold of that memory, by index.
    pub fn broken(&mut self, scenario: &Scenario, state: &State) -> Vec<usize> {
        self.look(scenario, state, |_| true)
    }

    /// A machine is about to do a step.
    pub(super) fn before(&mut self, scenario: &Scenario, vm: &Vm) {
        let lane = vm.active.as_ref().and_then(|active| active.current_lane());
        self.block = Block::of(scenario, vm, lane);
    }

    /// A machine has done a step, which has written to these spaces. Returns the invariants that do not hold behind it, by index.
    pub(super) fn behind(
        &mut self,
        scenario: &Scenario,
        vm: &Vm,
        written: impl Iterator<Item = SpaceId>,
    ) -> Vec<usize> {
        for space in written {
            if !self.written.contains(&space) {
                self.written.push(space);
            }
        }
        let is_inside =
            self.block.is_some_and(|block| Block::of(scenario, vm, Some(block.lane)) == Some(block));
        if self.written.is_empty() || is_inside {
            return Vec::new();
        }
        let written = std::mem::take(&mut self.written);
        self.look(scenario, &vm.state, |invariant| {
            invariant.spaces.iter().any(|space| written.contains(space))
        })
    }

    fn look(
        &mut self,
        scenario: &Scenario,
        state: &State,
        concerns: impl Fn(&Invariant) -> bool,
    ) -> Vec<usize> {
        let mut broken = Vec::new();
        for (at, slots) in &mut self.watched {
            let invariant = &scenario.invariants[*at];
            if concerns(invariant) {
                self.work += invariant.cost;
                if invariant.holds(scenario, state, slots, &mut Nothing) != Some(true) {
                    broken.push(*at);
                }
            }
        }
        broken
    }

    /// Looks no longer at these.
    pub fn leave(&mut self, broken: &[usize]) {
        self.watched.retain(|(at, _)| !broken.contains(at));
    }

    /// How many elements have been read.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Whether nothing is left to look at, or as much has been looked at as may be.
    pub fn is_over(&self) -> bool {
        self.watched.is_empty() || self.work >= LOOK_BUDGET
    }

    /// The finding where as much has been looked at as may be: what is not known.
    pub(super) fn cut_off(&self, scenario: &Scenario) -> Option<Diagnostic> {
        let (first, _) = self.watched.first().filter(|_| self.work >= LOOK_BUDGET)?;
        let invariant = &scenario.invariants[*first];
        let message = format!("whether `{}` holds in the rest of the run is not known", invariant.name);
        Some(Diagnostic::error(&rules::INVARIANT_BUDGET, invariant.span, message))
    }
}
