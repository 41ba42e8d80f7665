//! The facts of a run that questions ask for.

use crate::base::{Bits, LaneMask, ScalarType};
use crate::check::QuestionContent;
use crate::exec::Run;
use crate::explore::Cell;
use crate::machine::{Declaration, Layout, State};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Elements {
    pub cells: Vec<Cell>,
    pub ty: ScalarType,
    /// The number of bits of an element: 1 for a predicate.
    pub width_bits: u32,
}

impl Elements {
    /// Returns the elements of a variable, predicate or surface, or one of them. `None` if the layout does not have it.
    pub fn find(layout: &Layout, name: &str, index: Option<usize>) -> Option<Self> {
        let declaration = Declaration::find(layout, name)?;
        let ty = declaration.ty();
        let is_asked = |(at, _): &(usize, Cell)| index.is_none_or(|index| index == *at);
        let cells = declaration.cells().enumerate().filter(is_asked).map(|(_, cell)| cell).collect();
        let is_predicate = matches!(declaration, Declaration::Predicate(_));
        Some(Self { cells, ty, width_bits: if is_predicate { 1 } else { ty.width_bits() } })
    }

    pub fn is_predicate(&self) -> bool {
        self.width_bits == 1
    }

    pub fn read(&self, state: &State) -> Vec<Bits> {
        let value = |cell: &Cell| {
            let (found, first) = (cell.read(state), cell.mask.trailing_zeros());
            Bits::new(found.value >> first, found.defined >> first).truncate(self.width_bits)
        };
        self.cells.iter().map(value).collect()
    }
}

/// The facts of a run that a question asks for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Truth {
    Values(Elements, Vec<Bits>),
    /// The lanes that take part in an instruction, or the one that takes a step.
    Lanes(LaneMask),
}

/// Returns what is true in a run. `None` for questions that one run does not answer, and if nothing of that name is
/// there or the instruction never began.
pub(super) fn truth(run: &Run, asked: &QuestionContent) -> Option<Truth> {
    match asked {
        QuestionContent::Contents { name, index, step } => {
            let elements = Elements::find(&run.scenario().layout, name, *index)?;
            let values = elements.read(&run.state(moment(run, *step)));
            (!values.is_empty()).then_some(Truth::Values(elements, values))
        }
        QuestionContent::Lanes { instruction } => run.enabled(*instruction).map(Truth::Lanes),
        QuestionContent::Next { step } => {
            let lane = run.step(*step)?.lane?;
            Some(Truth::Lanes(LaneMask::default().with(lane.index(), true)))
        }
        QuestionContent::Outcomes(_) | QuestionContent::Schedule(_) => None,
    }
}

/// Returns the number of micro-steps before a moment of [`QuestionContent::Contents`].
pub(super) fn moment(run: &Run, step: Option<u32>) -> u32 {
    step.map_or(run.len(), |step| step.min(run.len()))
}
