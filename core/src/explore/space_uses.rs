//! The instructions that use each space, as the program shows them.

use crate::exec::{Bound, Fork, Scenario};
use crate::machine::SpaceId;
use crate::semantics::{AssignTarget, Statement, StatementKind};

/// For each space, the last instructions that use it. A number is that of the following instruction; 0 if there is none.
#[derive(Debug)]
pub(super) struct SpaceUses {
    /// The last instruction that reads the space as a source, predicate or list of exited lanes.
    read: Vec<usize>,
    /// The last instruction that has an output operand in the space.
    written: Vec<usize>,
}

impl SpaceUses {
    pub fn new(scenario: &Scenario) -> Self {
        let none = vec![0; scenario.layout.spaces.len()];
        let mut uses = Self { read: none.clone(), written: none };
        for (instruction, bound) in scenario.program.iter().enumerate() {
            for space in Fork::reads(scenario, instruction) {
                uses.read[space.index()] = instruction + 1;
            }
            for space in outputs(bound) {
                uses.written[space.index()] = instruction + 1;
            }
        }
        uses
    }

    pub fn is_read_from(&self, instruction: usize, space: SpaceId) -> bool {
        self.read[space.index()] > instruction
    }

    /// Returns whether the results that the lanes of an instruction return to a space stay there.
    pub fn is_final(&self, scenario: &Scenario, instruction: usize, space: SpaceId) -> bool {
        let bound = &scenario.program[instruction];
        self.written[space.index()] <= instruction + 1 && !bound.memory.live_sources && returns_once(bound)
    }

    /// Returns whether interchangeable lanes of an instruction may swap their results: they stay where they are, and nothing
    /// reads them.
    pub fn may_rename(&self, scenario: &Scenario, instruction: usize) -> bool {
        let bound = &scenario.program[instruction];
        let stays = |space: SpaceId| {
            self.is_final(scenario, instruction, space) && !self.is_read_from(instruction + 1, space)
        };
        let has_bits = bound.operands.iter().any(|operand| operand.bit(0).is_some());
        !has_bits && outputs(bound).all(stays)
    }
}

fn outputs(bound: &Bound) -> impl Iterator<Item = SpaceId> {
    bound.outputs().flat_map(|operand| operand.places(0)).map(|place| place.space)
}

/// Returns whether a text writes output operands only in one `foreach_active`, which runs once.
fn returns_once(bound: &Bound) -> bool {
    let statements = &bound.code.statements;
    let mut loops = statements.iter().enumerate().filter_map(|(number, statement)| match statement.kind {
        StatementKind::Foreach { end, .. } => Some(number..end.0 as usize),
        _ => None,
    });
    let (Some(body), None) = (loops.next(), loops.next()) else { return false };
    let repeats_or_returns = |(number, statement): (usize, &Statement)| match &statement.kind {
        StatementKind::Jump(to) => to.0 as usize <= number,
        StatementKind::Assign { target: AssignTarget::Element { .. }, .. } => true,
        _ => false,
    };
    let uniform = statements.iter().enumerate().filter(|(number, _)| !body.contains(number));
    !uniform.into_iter().any(repeats_or_returns)
}
