//! Invariants: conditions on memory that a scenario declares. An invariant is checked after each step that writes to what it
//! reads. Writes inside an `atomic` block are checked after the last step of the block.

use super::active::Active;
use super::evaluate::{Inputs, evaluate_expression};
use super::rules;
use super::scenario::{Invariant, Scenario};
use super::step::{StepId, StepOutcome};
use super::vm::Vm;
use crate::base::{Bits, LaneId, NumberFormat};
use crate::diag::Diagnostic;
use crate::machine::{Place, Space, SpaceId, SpaceKind, State};
use crate::semantics::{Site, Type, inputs};

/// The maximum number of elements that checks of invariants may read in a run.
pub(crate) const INVARIANT_BUDGET_ELEMENTS: u64 = 20_000_000;

impl Scenario {
    /// Returns the scenario with a place in which each order notes the invariants that it breaks: bit `n` for invariant `n`.
    /// An exploration of that place counts the orders that break each. `None` for a scenario without invariants.
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

    /// Returns whether the scenario notes breaches, and an invariant reads `space`.
    pub(crate) fn notes_breaches_in(&self, space: SpaceId) -> bool {
        self.breaches.is_some() && self.invariants.iter().any(|invariant| invariant.spaces.contains(&space))
    }
}

/// The first step after which an invariant does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Index of the invariant in the scenario.
    pub invariant: usize,
    /// The step; `None` if the invariant does not hold at the start.
    pub step: Option<u32>,
    /// The index of the current instruction.
    pub instruction: Option<usize>,
    /// The lane of the step; `None` for a step of the whole instruction.
    pub lane: Option<LaneId>,
    /// The operands of the condition as written, each with its type and value.
    pub values: Vec<(String, Type, Bits)>,
}

impl Invariant {
    /// Returns whether the condition holds; `None` if it depends on undefined bits.
    fn holds(&self, scenario: &Scenario, state: &State) -> Option<bool> {
        let mut outcome = StepOutcome::default();
        self.evaluate(scenario, state, &mut outcome).truth()
    }

    /// Returns the operands of the condition as written, each with its type and value.
    fn values(&self, scenario: &Scenario, state: &State) -> Vec<(String, Type, Bits)> {
        let mut outcome = StepOutcome { record: Some(Box::default()), ..StepOutcome::default() };
        self.evaluate(scenario, state, &mut outcome);
        let values = outcome.record.map_or(Vec::new(), |record| record.values);
        let piece = |site: Site| site.span.of(&self.condition.text).to_owned();
        inputs(&self.condition.exprs, &values)
            .map(|(input, value)| (piece(input.site), input.ty, value))
            .collect()
    }

    fn evaluate(&self, scenario: &Scenario, state: &State, outcome: &mut StepOutcome) -> Bits {
        let inputs = Inputs { scenario, state, operands: &self.operands, thread: None };
        evaluate_expression(&self.condition, &inputs, &[], outcome)
    }
}

impl Breach {
    /// Creates the breach of an invariant by the machine's last step, or at the start if there was no step.
    pub(super) fn new(scenario: &Scenario, invariant: usize, vm: &Vm, lane: Option<LaneId>) -> Self {
        let broken = &scenario.invariants[invariant];
        Self {
            invariant,
            step: vm.steps.checked_sub(1),
            instruction: vm.active.as_ref().map(|active| active.instruction),
            lane,
            values: broken.values(scenario, &vm.state),
        }
    }

    /// Returns the operands of the condition, each with its value as text.
    pub fn values_in(&self, format: NumberFormat) -> Vec<(String, String)> {
        self.values.iter().map(|(piece, ty, value)| (piece.clone(), ty.show(*value, format))).collect()
    }

    /// Describes the values as a clause: `sum(BUF) is 99`.
    pub fn values_in_words(&self) -> String {
        let value = |(piece, ty, value): &(String, Type, Bits)| match value.is_defined(ty.width_bits()) {
            true => format!("`{piece}` is {}", ty.show(*value, NumberFormat::Auto)),
            false => format!("`{piece}` has undefined bits"),
        };
        let values: Vec<String> = self.values.iter().map(value).collect();
        match values.is_empty() {
            true => "the condition is always false".to_owned(),
            false => values.join(", "),
        }
    }

    pub(super) fn diagnostic(&self, scenario: &Scenario) -> Diagnostic {
        let invariant = &scenario.invariants[self.invariant];
        let who = match (self.lane, self.instruction.map(|at| &scenario.program[at].title)) {
            (Some(lane), Some(title)) => format!("after a step of lane {lane} in `{title}`"),
            (None, Some(title)) => format!("after a step of `{title}`"),
            (_, None) => "at the start".to_owned(),
        };
        let (name, values) = (&invariant.name, self.values_in_words());
        let message = format!("`{name}` is broken {who}: {values}");
        let finding = Diagnostic::error(&rules::INVARIANT, invariant.span, message);
        match self.instruction {
            Some(at) => finding.note_at(scenario.program[at].span, "this instruction breaks it"),
            None => finding,
        }
    }
}

/// A monitor of a scenario's invariants during a run.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    /// The indices of the invariants that are checked.
    watched: Vec<usize>,
    written: Vec<SpaceId>,
    /// The number of elements read.
    pub work: u64,
}

impl Watch {
    pub fn new(scenario: &Scenario) -> Option<Self> {
        let watched: Vec<usize> = (0..scenario.invariants.len()).collect();
        (!watched.is_empty()).then(|| Self { watched, written: Vec::new(), work: 0 })
    }

    /// Returns the indices of the invariants that do not hold for `state`.
    pub fn broken(&mut self, scenario: &Scenario, state: &State) -> Vec<usize> {
        self.find_broken(scenario, state, |_| true)
    }

    /// Checks invariants after a step that has written to these spaces. Returns the indices of those that do not hold.
    pub(super) fn check_after_step(
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
        // The next step belongs to the same block.
        let StepId { lane, block, .. } = vm.last.by;
        let is_current = |active: &Active| active.current_lane() == lane && active.block() == block;
        let is_inside = block.is_some() && vm.halted.is_none() && vm.active.as_ref().is_some_and(is_current);
        if self.written.is_empty() || is_inside {
            return Vec::new();
        }
        let written = std::mem::take(&mut self.written);
        self.find_broken(scenario, &vm.state, |invariant| {
            invariant.spaces.iter().any(|space| written.contains(space))
        })
    }

    fn find_broken(
        &mut self,
        scenario: &Scenario,
        state: &State,
        concerns: impl Fn(&Invariant) -> bool,
    ) -> Vec<usize> {
        let mut broken = Vec::new();
        for &at in &self.watched {
            let invariant = &scenario.invariants[at];
            if concerns(invariant) {
                self.work += invariant.cost;
                if invariant.holds(scenario, state) != Some(true) {
                    broken.push(at);
                }
            }
        }
        broken
    }

    pub fn stop_watching(&mut self, broken: &[usize]) {
        self.watched.retain(|at| !broken.contains(at));
    }

    /// Returns whether no invariant is left, or the budget is spent.
    pub fn is_over(&self) -> bool {
        self.watched.is_empty() || self.work >= INVARIANT_BUDGET_ELEMENTS
    }

    /// Returns the diagnostic for a spent budget, or `None`.
    pub(super) fn cut_off(&self, scenario: &Scenario) -> Option<Diagnostic> {
        let first = self.watched.first().filter(|_| self.work >= INVARIANT_BUDGET_ELEMENTS)?;
        let invariant = &scenario.invariants[*first];
        let message = format!(
            "`{}` is not checked in the rest of the run: the budget for invariants is spent",
            invariant.name
        );
        Some(Diagnostic::error(&rules::INVARIANT_BUDGET, invariant.span, message))
    }
}
