//! The moment of a run that a question is about, and what is true then.

use crate::base::{Bits, LaneMask, ScalarType};
use crate::check::Asked;
use crate::exec::Run;
use crate::explore::Cell;
use crate::machine::{Layout, Place, State};
use crate::session::text::Declaration;
use serde::{Deserialize, Serialize};

/// The moment of a run that a question is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// After this number of micro-steps.
    Step(u32),
    /// After the instruction of this index.
    Instruction(usize),
    /// After the last micro-step.
    #[default]
    End,
}

impl Moment {
    /// Returns the number of micro-steps before the moment.
    pub fn step(self, run: &Run) -> u32 {
        let start = |instruction: usize| run.instruction_starts().get(instruction).copied();
        match self {
            Self::Step(step) => step.min(run.len()),
            Self::Instruction(instruction) => start(instruction + 1).unwrap_or(run.len()),
            Self::End => run.len(),
        }
    }
}

/// An element that a question asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Element {
    pub place: Place,
    /// The bit of a predicate; `None` for the whole place.
    pub bit: Option<u8>,
    pub ty: ScalarType,
}

impl Element {
    /// Returns the number of bits.
    pub fn width_bits(&self) -> u32 {
        if self.bit.is_some() { 1 } else { self.ty.width_bits() }
    }

    /// Returns the value in a state.
    pub fn read(&self, state: &State) -> Bits {
        let found = state.read(self.place);
        match self.bit {
            Some(bit) => Bits::new(found.value >> bit & 1, found.defined >> bit & 1 | !1),
            None => found.truncate(self.width_bits()),
        }
    }
}

/// Returns the elements of a variable, predicate or surface, or one of them. Empty if the layout does not have it.
pub(super) fn elements(layout: &Layout, name: &str, index: Option<usize>) -> Vec<Element> {
    let Some(declaration) = Declaration::find(layout, name) else { return Vec::new() };
    let element = |cell: Cell| Element {
        place: cell.place,
        // A predicate has at most 32 bits.
        bit: matches!(declaration, Declaration::Predicate(_)).then_some(cell.mask.trailing_zeros() as u8),
        ty: declaration.ty(),
    };
    let all: Vec<Element> = declaration.cells().map(element).collect();
    match index {
        Some(index) => all.get(index).copied().into_iter().collect(),
        None => all,
    }
}

/// The facts of a run that a question asks for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Truth {
    /// The values of elements.
    Values(Vec<(Element, Bits)>),
    /// The lanes that take part in an instruction, or the one that takes a step.
    Lanes(LaneMask),
}

/// Returns what is true at a moment of a run. `None` for questions that one run does not answer, and if nothing of that name is
/// there or the instruction never began.
pub(super) fn truth(run: &Run, asked: &Asked, moment: Moment) -> Option<Truth> {
    match asked {
        Asked::Contents { name, index } => {
            let state = run.state(moment.step(run));
            let elements = elements(&run.scenario().layout, name, *index);
            let values: Vec<_> =
                elements.into_iter().map(|element| (element, element.read(&state))).collect();
            (!values.is_empty()).then_some(Truth::Values(values))
        }
        Asked::Lanes { instruction } => run.enabled(*instruction).map(Truth::Lanes),
        Asked::Next { step } => {
            let lane = run.step(*step)?.lane?;
            Some(Truth::Lanes(LaneMask::default().with(lane.index(), true)))
        }
        Asked::Ends { .. } | Asked::Schedule { .. } => None,
    }
}
