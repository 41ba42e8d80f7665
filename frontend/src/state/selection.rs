//! The selection, and everything related to it: lanes, values, bytes, names, spans of the text.

use super::encoding::{bits_at, text_of_bits};
use super::lanes::{RowValue, label, slots};
use super::moment::Moment;
use lanescope_core::session::{
    Session,
    run::{Bound, LaneId, LaneMask, Layout, Place},
    text::{Contents, Span},
};
use lanescope_core::trace::Target;

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

/// Returns the spans of the text that describe the selection.
pub fn related_spans(session: &Session, moment: &Moment, selection: Option<Selection>) -> Vec<Span> {
    let (Some(selection), Some(bound)) = (selection, moment.bound()) else { return Vec::new() };
    let layout = &moment.scenario().layout;
    let of_element = |contents: Contents, name: &str, element: usize| {
        session.mentions(name).into_iter().chain(session.value_span(&contents, element)).collect()
    };
    match selection {
        Selection::Lane(_) => {
            let mut spans = Vec::new();
            for place in Related::of(moment, bound, selection).places {
                let element = contents(layout, place);
                let value = element.and_then(|(contents, element)| session.value_span(&contents, element));
                // A directive value may set many elements. Its span is listed once.
                spans.extend(value.filter(|span| !spans.contains(span)));
            }
            spans
        }
        Selection::Row(slot) => {
            let operand = slot.operand(bound);
            let name = operand.as_ref().and_then(|operand| operand.name(layout));
            name.map(|name| session.mentions(name)).unwrap_or_default()
        }
        Selection::Cell { surface, element } => {
            let Some(surface) = layout.surfaces.get(surface) else { return Vec::new() };
            of_element(Contents::Surface(surface.name.clone()), &surface.name, element)
        }
        Selection::Element { variable, element } => {
            let Some(variable) = layout.variables.get(variable) else { return Vec::new() };
            of_element(Contents::Variable(variable.name.clone()), &variable.name, element)
        }
        Selection::Bits { instruction, low } => text_of_bits(moment, instruction, low),
    }
}

/// Returns the item at a byte offset of the text, if it is on the stage.
pub fn pointed(session: &Session, moment: &Moment, byte_offset: usize) -> Option<Selection> {
    let layout = &moment.scenario().layout;
    if let Some((contents, element)) = session.element_at(byte_offset) {
        return match contents {
            Contents::Surface(name) => {
                let surface = layout.surface_index(&name)?;
                Some(Selection::Cell { surface, element })
            }
            Contents::Variable(name) => {
                let variable = layout.variable_index(&name)?;
                Some(Selection::Element { variable, element })
            }
        };
    }
    let (word, bound) = (session.word_at(byte_offset), moment.bound()?);
    let slots = slots(bound, &moment.frame);
    let is_of_line = |slot: &&RowValue| {
        bound.operands_at(byte_offset).any(|operand| slot.operand_index() == Some(operand))
    };
    let names_it =
        |slot: &&RowValue| slot.operand(bound).is_some_and(|it| word.is_some() && it.name(layout) == word);
    let row = slots.iter().find(is_of_line).or_else(|| slots.iter().find(names_it));
    row.map(|slot| Selection::Row(*slot)).or_else(|| bits_at(moment, byte_offset))
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

/// Returns the element of a variable or surface at a place.
fn contents(layout: &Layout, place: Place) -> Option<(Contents, usize)> {
    if let Some(surface) = layout.surface_in(place.space) {
        return Some((Contents::Surface(surface.name.clone()), surface.element_at(place)?));
    }
    let (variable, element) = layout.variable_at(place)?;
    Some((Contents::Variable(variable.name.clone()), element))
}
