//! The selection, and everything related to it: lanes, values, bytes, names, spans of the text.

use lanescope_core::session::run::{Bound, LaneId, LaneMask, Layout, Place};
use lanescope_core::trace::Target;
use lanescope_core::view::lanes::{RowValue, label, slots};
use lanescope_core::view::moment::Moment;

/// A selected item. The page highlights the items related to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// A lane of the instruction on the stage.
    Lane(u8),
    /// A row of the lane table: one value for each lane, which the notation calls by one name.
    Row(RowValue),
    /// An element of a surface.
    Cell {
        /// The index of the surface.
        surface: usize,
        /// The element, from 0.
        element: usize,
    },
    /// An element of a variable.
    Element {
        /// The index of the variable.
        variable: usize,
        /// The element, from 0.
        element: usize,
    },
    /// A field of an instruction's machine code.
    Bits {
        /// The index of the instruction in the program.
        instruction: usize,
        /// A bit of the field, which identifies it.
        low: u32,
    },
}

/// The items related to a selection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Related {
    /// Lanes of the instruction on the stage.
    pub lanes: LaneMask,
    /// Rows of the lane table, each with the lanes whose value is related.
    pub values: Vec<(RowValue, LaneMask)>,
    /// Bytes of surfaces and variables.
    pub places: Vec<Place>,
}

impl Related {
    /// Returns the items related to `selection` at a moment.
    pub fn new(moment: &Moment, selection: Option<Selection>) -> Self {
        selection.zip(moment.bound()).map(|(it, bound)| Self::of(moment, bound, it)).unwrap_or_default()
    }

    fn of(moment: &Moment, bound: &Bound, selection: Selection) -> Self {
        let count = moment.frame.lanes.len();
        let slots = slots(bound, &moment.frame);
        match selection {
            Selection::Lane(lane) => {
                let lane = usize::from(lane);
                let lanes = mask((lane < count).then_some(lane));
                let registers = bound.operands.iter().flat_map(|operand| operand.places(lane));
                let memory = moment.targets().iter().filter(|target| visited(target, lanes)).map(place);
                Self {
                    places: registers.chain(memory).collect(),
                    values: slots.into_iter().map(|slot| (slot, lanes)).collect(),
                    lanes,
                }
            }
            // The row belongs to another instruction.
            Selection::Row(slot) if !slots.contains(&slot) => Self::default(),
            Selection::Bits { .. } => Self::default(),
            Selection::Row(slot) => {
                let operand = slot.operand(bound);
                let registers =
                    (0..count).flat_map(|lane| operand.into_iter().flat_map(move |it| it.places(lane)));
                let memory =
                    moment.targets().iter().filter(|_| operand.is_none() && slot != RowValue::Predicate);
                Self {
                    lanes: LaneMask::default(),
                    places: registers.chain(memory.map(place)).collect(),
                    values: vec![(slot, LaneMask::first(count))],
                }
            }
            Selection::Cell { surface, element } => {
                let surface = moment.scenario().layout.surfaces.get(surface);
                let here = surface.filter(|it| element < it.count()).map(|it| it.element(element));
                let targets = here.into_iter().flat_map(|here| moment.targets_at(here));
                let lanes = mask(targets.flat_map(Target::lanes).map(LaneId::index));
                Self { lanes, values: vec![(RowValue::Address, lanes)], places: here.into_iter().collect() }
            }
            Selection::Element { variable, element } => {
                let variable = moment.scenario().layout.variables.get(variable);
                let here = variable.filter(|it| element < it.count).map(|it| it.element(element));
                let holds = |slot: &RowValue, lane: &usize| {
                    let mut places = slot.operand(bound).into_iter().flat_map(|it| it.places(*lane));
                    here.is_some_and(|here| places.any(|place| place.overlaps(here)))
                };
                let values: Vec<(RowValue, LaneMask)> = slots
                    .into_iter()
                    .map(|slot| (slot, mask((0..count).filter(|lane| holds(&slot, lane)))))
                    .filter(|(_, lanes)| lanes.count() > 0)
                    .collect();
                let lanes = mask((0..count).filter(|lane| values.iter().any(|(_, it)| it.contains(*lane))));
                Self { lanes, values, places: here.into_iter().collect() }
            }
        }
    }

    /// Returns whether a lane is related.
    pub fn lane(&self, lane: u8) -> bool {
        self.lanes.contains(lane.into())
    }

    /// Returns whether a lane's value in a row of the table is related.
    pub fn value(&self, slot: RowValue, lane: u8) -> bool {
        self.values.iter().any(|(it, lanes)| *it == slot && lanes.contains(lane.into()))
    }

    /// Returns whether any byte of a place is related.
    pub fn place(&self, place: Place) -> bool {
        self.places.iter().any(|it| it.overlaps(place))
    }
}

/// Returns the names in the notation that denote the selected values. Empty for a lane, because all names apply to it.
pub fn related_names(moment: &Moment, selection: Option<Selection>) -> Vec<String> {
    let (Some(selection), Some(bound)) = (selection, moment.bound()) else { return Vec::new() };
    match selection {
        Selection::Lane(_) | Selection::Bits { .. } => Vec::new(),
        Selection::Cell { .. } => vec!["surface".to_owned()],
        Selection::Row(_) | Selection::Element { .. } => Related::of(moment, bound, selection)
            .values
            .iter()
            .map(|(slot, _)| label(bound, *slot).to_owned())
            .collect(),
    }
}

impl Selection {
    /// Finds the selected item in a new run by name. `None` if the run does not have it.
    pub(super) fn moved(self, old: &Layout, new: &Layout) -> Option<Self> {
        match self {
            Self::Lane(_) | Self::Row(_) | Self::Bits { .. } => Some(self),
            Self::Cell { surface, element } => {
                let surface = new.surface_index(&old.surfaces.get(surface)?.name)?;
                (element < new.surfaces[surface].count()).then_some(Self::Cell { surface, element })
            }
            Self::Element { variable, element } => {
                let variable = new.variable_index(&old.variables.get(variable)?.name)?;
                (element < new.variables[variable].count).then_some(Self::Element { variable, element })
            }
        }
    }
}

fn mask(lanes: impl IntoIterator<Item = usize>) -> LaneMask {
    lanes.into_iter().fold(LaneMask::default(), |mask, lane| mask.with(lane, true))
}

fn place(target: &Target) -> Place {
    target.access.place
}

fn visited(target: &Target, lanes: LaneMask) -> bool {
    target.access.inside && target.lanes().any(|lane| lanes.contains(lane.index()))
}
