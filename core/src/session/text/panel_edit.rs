//! The changes that a panel can make.

use super::elements::Contents;
use super::fill::Filling;
use super::order::OrderReport;
use crate::base::{LaneId, LaneMask, Schedule};
use crate::spec::CostModel;

/// A change made in a panel. Most become text edits of one directive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PanelEdit {
    /// The dispatch mask.
    LaneMask(LaneMask),
    /// The dispatch mask as typed.
    MaskText(String),
    /// The number of dispatched lanes (8, 16 or 32).
    LaneCount(u8),
    /// Initial values for elements of a variable or a surface, as typed or pasted.
    Elements {
        /// The variable or the surface.
        of: Contents,
        /// The index of the first changed element, from 0.
        index: usize,
        /// A value for each element, as the text spells values, separated by blanks, commas or line ends.
        values: String,
    },
    /// An initial value, changed in steps. Its [step](super::Session::value_step) moves an address by one element; a step of a float
    /// is a quarter.
    Shift {
        /// The variable or the surface.
        of: Contents,
        /// The index of the element, from 0.
        index: usize,
        /// The number of steps.
        steps: i64,
    },
    /// The difference between successive initial values of a variable that is one `iota`, changed in the same steps.
    Stride {
        /// The variable.
        name: String,
        /// The number of steps.
        steps: i64,
    },
    /// Initial values with which a lane accesses another element.
    Reach {
        /// The index of the instruction, from 0.
        instruction: usize,
        /// The lane.
        lane: LaneId,
        /// The element that the lane accesses, as the indices of the surface and the element. `None` is its first access.
        from: Option<(usize, usize)>,
        /// The element that the lane is to access.
        to: (usize, usize),
    },
    /// Initial values for elements of a surface, which grows to hold them.
    Grow {
        /// The surface.
        name: String,
        /// The index of the first changed element, from 0.
        index: usize,
        /// A value for each element, as for `Elements`.
        values: String,
    },
    /// Initial values for all elements of a variable or a surface.
    Fill {
        /// The variable or the surface.
        of: Contents,
        /// The new contents.
        with: Filling,
    },
    /// The initial bits of a predicate.
    Predicate {
        /// The predicate.
        name: String,
        /// Bit `n` is element `n`. Bits past the predicate's last element are ignored.
        mask: LaneMask,
    },
    /// A lane's position in the queue at a target of [`Run::targets`](crate::exec::Run::targets).
    Queue {
        /// The index of the instruction, from 0.
        instruction: usize,
        /// The index of the target, from 0.
        target: usize,
        /// The lane.
        lane: LaneId,
        /// The lane's new position in the queue, from 0.
        to: usize,
    },
    /// The order in which the lanes of an instruction take turns.
    Order {
        /// The index of the instruction, from 0.
        instruction: usize,
        /// The order.
        order: Schedule,
    },
    /// Orders that lead to one of the outcomes of all orders.
    Witness(Vec<OrderReport>),
    /// A new variant.
    AddVariant(VariantStart),
    /// Values that a sweep found, with which the text and a variant end differently. They become initial values of both
    /// sides.
    Counterexample {
        /// Each element as the sweep names it, with its value.
        values: Vec<(String, String)>,
        /// The variant.
        variant: String,
    },
    /// The cost model.
    Model(&'static CostModel),
    /// The choice of a reading.
    Reading {
        /// The reading.
        name: &'static str,
        /// The choice; `None` selects the default.
        choice: Option<&'static str>,
    },
}

/// The first difference between a new variant and the base text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariantStart {
    /// The order of the lanes.
    Order,
    /// The choice of a reading.
    Reading,
    /// An initial value.
    Value,
    /// The semantics of an instruction. The variant is empty until they are edited.
    Semantics,
    /// A copy of the program, for instructions to be changed.
    Instruction,
    /// Lines of text.
    Lines {
        /// The name of the variant. If another variant has it, a number follows.
        name: &'static str,
        /// The lines.
        lines: String,
    },
}
