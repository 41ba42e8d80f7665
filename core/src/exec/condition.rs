//! Conditions that stop a run: expressions of the notation over what a lane holds after a step.

use super::evaluate::{Inputs, evaluate_expression};
use super::memory::output_type;
use super::scenario::{Bound, BoundOperand, Scenario};
use super::step::StepOutcome;
use super::vm::Vm;
use crate::base::{Bits, LaneId, ScalarType};
use crate::diag::Diagnostic;
use crate::semantics::{Environment, Expression, Type, arithmetic, compile_condition};
use crate::spec::Direction;

/// The names that a condition may use, for the lane of the step. A value that the lane does not have yet is undefined.
const CONDITION_NAMES: [&str; 5] = ["lane", "address", "old", "new", "returned"];

/// A condition such as `lane == 3 && new > 100`. `old` and `new` have the access type `T` of the instruction.
/// `returned` is the value of its first destination other than a predicate, as a picture shows it. `address` is in bytes, for
/// a texel too.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The condition for each pair of these types in the program.
    cases: Vec<(ScalarType, ScalarType, Expression)>,
}

impl Condition {
    /// Compiles a condition for the instructions of a scenario. Returns an error, whose spans lie in `text`, if it compiles for
    /// none of them.
    pub fn new(text: &str, scenario: &Scenario) -> Result<Self, Box<Diagnostic>> {
        let mut cases: Vec<(ScalarType, ScalarType, Expression)> = Vec::new();
        let mut error = None;
        for bound in &scenario.program {
            let (access, (_, returned)) = (bound.access, destination(bound));
            if cases.iter().any(|case| (case.0, case.1) == (access, returned)) {
                continue;
            }
            let types = [ScalarType::Ud, ScalarType::Uq, access, access, returned].map(Type::Scalar);
            let names: Vec<_> = CONDITION_NAMES.into_iter().zip(types).collect();
            let environment = Environment {
                access,
                constants: Vec::new(),
                operands: Vec::new(),
                readings: &[],
                chosen: &scenario.readings,
                modifiers: Vec::new(),
                float: bound.code.float_behaviour,
            };
            match compile_condition(text, &names, &environment) {
                Ok(expression) => cases.push((access, returned, expression)),
                Err(found) => error = error.or(Some(found)),
            }
        }
        match error.filter(|_| cases.is_empty()) {
            Some(error) => Err(error),
            None => Ok(Self { cases }),
        }
    }

    /// Returns whether the condition holds for a lane at the machine's state; undefined bits count as false.
    pub(super) fn holds(&self, scenario: &Scenario, vm: &Vm, id: LaneId) -> bool {
        let Some(active) = &vm.active else { return false };
        let bound = &scenario.program[active.instruction];
        let (destination, ty) = destination(bound);
        let is_case = |case: &&(ScalarType, ScalarType, _)| (case.0, case.1) == (bound.access, ty);
        let Some((.., expression)) = self.cases.iter().find(is_case) else {
            return false;
        };
        let lane = &active.lanes[id.index()];
        let address = active
            .address(id, bound)
            .map(|(value, ty)| arithmetic::convert(ty, Type::Scalar(ScalarType::Uq), value));
        let returned = lane.returned.iter().find(|returned| Some(returned.operand.into()) == destination);
        let returned = returned.map(|returned| match returned.bit {
            Some(bit) => Bits::new(returned.value.value >> bit & 1, returned.value.defined >> bit | !1),
            None => returned.value,
        });
        let values = [Some(Bits::known(id.0.into())), address, lane.old, lane.new, returned];
        let names = values.map(|value| value.unwrap_or(Bits::UNDEFINED));
        let inputs = Inputs { scenario, state: &vm.state, operands: &[], thread: None };
        let mut outcome = StepOutcome::default();
        evaluate_expression(expression, &inputs, &names, &mut outcome).truth() == Some(true)
    }
}

/// Returns the index of the operand whose value is `returned`, and the type of the value.
fn destination(bound: &Bound) -> (Option<usize>, ScalarType) {
    let operands = bound.row.operands().iter().zip(&bound.operands).enumerate();
    let outputs = operands.filter(|(_, (row, _))| row.direction == Some(Direction::Out));
    let is_predicate = |operand: &BoundOperand| matches!(operand, BoundOperand::Bits { .. });
    match outputs.min_by_key(|(_, (_, operand))| is_predicate(operand)) {
        Some((at, (_, operand))) => (Some(at), output_type(*operand, bound.access)),
        None => (None, bound.access),
    }
}
